"""Authors of a JATS article with their affiliations, e-mail addresses and identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from ..events.document import Author
from .xml_inline import listed, plain

_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx]")
_ROR = re.compile(r"(?:https?://)?ror\.org/(0[a-z0-9]{8})|^(0[a-z0-9]{8})$")
_EMAIL = re.compile(r"[\w.+%'-]+@[\w-]+(?:\.[\w-]+)+")
_NOT_IN_AFFILIATION = frozenset({"label", "institution-id", "email", "ext-link", "uri", "phone", "fax", "xref"})
_MAIL_LABEL = re.compile(r"[\s;,.(]*\bE-?mails?\b\s*:.*$", re.IGNORECASE)
_MARK = re.compile(r"^(?:\d{1,2}|[a-z]|[*†‡§¶#]+)(?=[A-Z\s])\s*")


@dataclass(frozen=True)
class _Affiliation:
    text: str
    rors: tuple[str, ...]


def read_authors(meta: Element) -> tuple[Author, ...]:
    """Authors in order; members of a group that is an author itself are left to it, editors and reviewers are none."""
    contributors = [node for group in meta.findall("contrib-group") for node in group.findall("contrib")
                    if _is_author(node, group)]
    affiliations = {node.get("id") or "": _affiliation(node) for node in meta.iter("aff")}
    # Where nobody points to an affiliation and there is one, it is everybody's.
    lone = [_affiliation(node) for node in meta.iter("aff")] if len(affiliations) == 1 else []
    pointed = any(node.get("ref-type") == "aff" for one in contributors for node in one.iter("xref"))
    emails = _corresponding(meta)
    corresponding = [node for node in contributors if _corresponds(node)]
    authors = []
    for node in contributors:
        own = [_affiliation(aff) for aff in node.findall("aff")]
        own += [affiliations[rid] for rid in _targets(node, "aff") if rid in affiliations]
        if not own and not pointed:
            own = lone or _of_group(node, meta)
        email = _email(node) or (emails.get(_targets(node, "corresp")[0]) if _targets(node, "corresp") else None)
        if email is None and len(emails) == 1 and corresponding == [node]:
            email = next(iter(emails.values()))
        author = _author(node, tuple(dict.fromkeys(own)), email)
        if author is not None:
            authors.append(author)
    return tuple(authors)


def person(node: Element) -> tuple[str, str] | None:
    """Given and family name in a `name`, `string-name` or `name-alternatives`; a name in one piece is a family name."""
    if node.tag == "name-alternatives":
        names = [child for child in node if child.tag in ("name", "string-name")]
        return person(names[0]) if names else None
    family, given = plain(node.find("surname")), plain(node.find("given-names"))
    if not family and not given:
        whole = plain(node)
        return ("", whole) if whole else None
    suffix = plain(node.find("suffix"))
    prefix = plain(node.find("prefix")) if not given else ""
    return " ".join(filter(None, (prefix, given))), " ".join(filter(None, (family or "", suffix))) or given


def _is_author(node: Element, group: Element) -> bool:
    kind = node.get("contrib-type") or group.get("content-type") or "author"
    return kind in ("author", "authors", "corresp", "first-author", "collab")


def _author(node: Element, affiliations: tuple[_Affiliation, ...], email: str | None) -> Author | None:
    found = next((person(child) for child in node if child.tag in ("name", "string-name", "name-alternatives")), None)
    group = node.find("collab")
    if group is None:
        group = node.find("collab-alternatives/collab")
    if found is None and group is not None:
        name = plain(group, frozenset({"contrib-group", "xref", "fn"}))
        given, family = "", ""
    elif found is not None:
        given, family = found
        name = " ".join(filter(None, (given, family)))
    else:
        return None
    if not name:
        return None
    texts = tuple(dict.fromkeys(one.text for one in affiliations if one.text))
    rors = tuple(dict.fromkeys(ror for one in affiliations for ror in one.rors))
    return Author(name=name, given=given, family=family, orcid=_orcid(node), email=email, affiliations=texts, rors=rors)


def _orcid(node: Element) -> str | None:
    for child in (*node.findall("contrib-id"), *node.findall("uri"), *node.findall("ext-link")):
        text = f"{plain(child)} {child.get('href') or ''}"
        kind = child.get("contrib-id-type") or child.get("content-type") or ""
        if ("orcid" in kind.lower() or "orcid.org" in text) and (found := _ORCID.search(text)):
            return found.group().upper()
    return None


def _email(node: Element) -> str | None:
    for child in (*node.findall("email"), *node.findall("address/email")):
        if found := _EMAIL.search(plain(child)):
            return found.group()
    return None


def _targets(node: Element, kind: str) -> list[str]:
    return [rid for child in node.iter("xref") if child.get("ref-type") == kind
            for rid in (child.get("rid") or "").split()]


def _corresponds(node: Element) -> bool:
    return node.get("corresp") == "yes" or bool(_targets(node, "corresp"))


def _corresponding(meta: Element) -> dict[str, str]:
    """Addresses in the notes of correspondence, by the id of the note; a note with several tells nobody's."""
    found: dict[str, str] = {}
    for node in meta.iter("corresp"):
        marked = " ".join(plain(child) for child in node.iter("email"))
        addresses = list(dict.fromkeys(_EMAIL.findall(marked or plain(node))))
        if len(addresses) == 1:
            found[node.get("id") or f"#{len(found)}"] = addresses[0]
    return found


def _of_group(node: Element, meta: Element) -> list[_Affiliation]:
    """Affiliations that stand in the same group as an author who points to none."""
    for group in meta.findall("contrib-group"):
        if node in list(group):
            found = group.findall("aff")
            return [_affiliation(found[0])] if len(found) == 1 else []
    return []


def _affiliation(node: Element) -> _Affiliation:
    text = listed(node, _NOT_IN_AFFILIATION)
    marks = [plain(child) for child in node if child.tag in ("sup", "bold", "italic")]
    if node.find("label") is None and marks and text.startswith(marks[0]) and len(marks[0]) <= 3:
        text = text[len(marks[0]):]
    text = _MARK.sub("", text.strip(" ,;.")) if node.find("label") is None else text.strip(" ,;.")
    return _Affiliation(_MAIL_LABEL.sub("", text).strip(), tuple(_rors(node)))


def _rors(node: Element) -> Iterator[str]:
    for child in node.iter("institution-id"):
        if found := _ROR.search(plain(child)):
            yield f"https://ror.org/{found.group(1) or found.group(2)}"
