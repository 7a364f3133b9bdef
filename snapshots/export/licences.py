"""Which licences let the text of a work be passed on: Creative Commons and the public domain, and nothing else.

A licence is read from what a page or a record prints. In doubt it is none: text that may not be passed on must not be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HOME = "https://creativecommons.org"
_WITHDRAWN = re.compile(
    r"\b(?:not|no|none|never|except|excluding|excludes|unless|without|but|however|only if|all rights reserved)\b"
)
_ELEMENTS = (
    ("nc", r"\bnc\b|\bnon ?commercial\b"), ("nd", r"\bnd\b|\bno ?deriv(?:ative|atives|s)?\b"),
    ("sa", r"\bsa\b|\bshare ?alike\b"),
)
_BY = re.compile(
    r"\bcc ?by\b|\bcreative commons (?:licen[cs]e )?(?:by|attribution)\b|\bcreativecommons\.org licen[cs]es by\b"
)
_ZERO = re.compile(r"\bcc ?(?:0|zero)\b|\bcreative commons zero\b|\bcreativecommons\.org publicdomain zero\b")
_PUBLIC_DOMAIN = re.compile(r"\bpublic domain\b|\bcreativecommons\.org publicdomain mark\b")
_VERSION = re.compile(r"(?<![\d.])([1-4]\.\d)(?![\d.])")


@dataclass(frozen=True)
class OpenLicence:
    """An open licence: its short name, and where its text is; null where no version is printed."""

    name: str
    url: str | None


def open_licence(text: str) -> OpenLicence | None:
    """The open licence that a printed licence is, or None."""
    words = " ".join(re.sub(r"[-_/(),;:]+", " ", text.lower()).split())
    # "NoDerivatives" may be printed as two words, of which the first is no denial.
    if _WITHDRAWN.search(re.sub(r"\bno deriv", "noderiv", words)):
        return None
    found = _VERSION.search(words)
    version = found.group(1) if found else None
    if _BY.search(words):
        parts = ["by", *(name for name, sign in _ELEMENTS if re.search(sign, words))]
        parts.sort(key=("by", "nc", "nd", "sa").index)
        url = f"{_HOME}/licenses/{'-'.join(parts)}/{version}/" if version else None
        return OpenLicence(" ".join(filter(None, (f"CC {'-'.join(parts).upper()}", version))), url)
    if _ZERO.search(words):
        return OpenLicence("CC0 1.0", f"{_HOME}/publicdomain/zero/1.0/")
    if _PUBLIC_DOMAIN.search(words):
        return OpenLicence("Public domain", f"{_HOME}/publicdomain/mark/1.0/")
    return None
