"""Which licences let the text of a work be passed on: Creative Commons and the public domain, and nothing else.

What a page or a record prints must be the licence from its first character to its last: its name, its SPDX identifier
or its address. A statement that says more than that may take back what it gives, so it opens nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HOME = "https://creativecommons.org"
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\u00ad", "-"))
_KINDS = frozenset({"by", "by-nc", "by-nd", "by-sa", "by-nc-nd", "by-nc-sa"})
_VERSION = r"(?:v(?:ersion)?[ .]?)?(?P<version>1\.0|2\.[015]|3\.0|4\.0)"
_SHORT_KIND = r"by(?:[- ](?:nc|nd|sa)){0,2}"
_PORT = r"at|au|br|ca|ch|cn|de|es|fr|igo|it|jp|kr|nl|nz|pl|pt|se|uk|us"
_EDITION = rf"(?:[- ](?:international|unported|generic|{_PORT}))?"
_SHORT = re.compile(rf"cc[- ]?(?P<kind>{_SHORT_KIND})(?:[- ]{_VERSION}{_EDITION})?(?: licen[cs]e)?")
_AFTER = _VERSION.replace("version>", "after>")
_ELEMENT = r"[- ]+(?:non-?commercial|share-?alike|no[- ]?deriv(?:ative)?s?(?: works)?)"
_LONG = re.compile(
    rf"(?:the )?(?:creative commons )?(?P<kind>attribution(?:{_ELEMENT}){{0,2}})(?: {_VERSION})?{_EDITION}"
    rf"(?: public)?(?: licen[cs]e)?(?: {_AFTER}{_EDITION})?"
    rf"(?: \(cc[- ](?P<short>{_SHORT_KIND})(?:[- ](?P<again>\d\.\d))?\))?"
)
_ADDRESS = re.compile(
    rf"(?:https?://)?(?:www\.)?creativecommons\.org/licen[cs]es/(?P<kind>{_SHORT_KIND})/{_VERSION}"
    rf"(?:/(?:{_PORT}|scotland))?(?:/(?:legalcode|deed)(?:\.[a-z]{{2}})?)?/?"
)
_SPDX_ADDRESS = re.compile(r"https?://spdx\.org/licenses/(?P<id>cc[a-z0-9.-]+?)(?:\.html|\.json)?/?")
_ZERO = re.compile(
    r"cc[- ]?(?:0|zero)(?:[- ]v?1\.0)?(?: universal)?(?: licen[cs]e)?"
    r"|(?:creative commons )?cc0 1\.0 universal(?: \(cc0 1\.0\))?(?: public domain dedication)?"
    r"|creative commons (?:cc)?zero(?: v?1\.0)?(?: universal)?"
    r"|(?:https?://)?(?:www\.)?creativecommons\.org/publicdomain/zero/1\.0(?:/(?:legalcode|deed)(?:\.[a-z]{2})?)?/?"
)
_PUBLIC_DOMAIN = re.compile(
    r"public[- ]domain|(?:creative commons )?public domain mark(?: 1\.0)?|cc-pddc|cc-pdm-1\.0|pdm(?: 1\.0)?"
    r"|(?:https?://)?(?:www\.)?creativecommons\.org/publicdomain/mark/1\.0(?:/deed(?:\.[a-z]{2})?)?/?"
)


@dataclass(frozen=True)
class OpenLicence:
    """An open licence: its short name, and where its text is; null where no version is printed."""

    name: str
    url: str | None


def open_licence(text: str) -> OpenLicence | None:
    """The open licence that a printed licence is, or None."""
    printed = " ".join(text.translate(_DASHES).lower().split()).removesuffix(".")
    if found := _SPDX_ADDRESS.fullmatch(printed):
        printed = found["id"]
    if _ZERO.fullmatch(printed):
        return OpenLicence("CC0 1.0", f"{_HOME}/publicdomain/zero/1.0/")
    if _PUBLIC_DOMAIN.fullmatch(printed):
        return OpenLicence("Public domain", f"{_HOME}/publicdomain/mark/1.0/")
    if found := _SHORT.fullmatch(printed) or _ADDRESS.fullmatch(printed):
        return _attribution(_kind(found["kind"]), found["version"])
    if found := _LONG.fullmatch(printed):
        return _long(found)
    return None


def _long(found: re.Match[str]) -> OpenLicence | None:
    """A name in words. An abbreviation and a second version that follow it must say the same."""
    kind = _kind(found["kind"])
    if found["short"] and _kind(found["short"]) != kind:
        return None
    versions = {version for version in (found["version"], found["after"], found["again"]) if version}
    # "Attribution" alone is a word of many meanings: it takes the name or the version of the licence beside it.
    if len(versions) > 1 or not (versions or "creative commons" in found[0]):
        return None
    return _attribution(kind, versions.pop() if versions else None)


def _attribution(kind: str, version: str | None) -> OpenLicence | None:
    if kind not in _KINDS:
        return None
    url = f"{_HOME}/licenses/{kind}/{version}/" if version else None
    return OpenLicence(" ".join(filter(None, (f"CC {kind.upper()}", version))), url)


def _kind(printed: str) -> str:
    """The elements of a licence in the order of its name: by, nc, then nd or sa."""
    signs = (("nc", r"\bnc\b|commercial"), ("nd", r"\bnd\b|deriv"), ("sa", r"\bsa\b|alike"))
    return "-".join(["by", *(name for name, sign in signs if re.search(sign, printed))])
