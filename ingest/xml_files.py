"""Which XML files hold a paper, by their content: names tell little, and DocBook, SVG and settings are XML too."""

from __future__ import annotations

import re
from pathlib import Path

from ..kb.formats.xml_source import XmlKind, look_at_xml

SUFFIXES = (".xml", ".nxml", ".tei", ".jats")
LOOK = 1 << 20
"""Bytes at the beginning of a file in which it shows its kind."""
_STARTS = (b"<?xml", b"<TEI", b"<article", b"<!DOCTYPE article")
_LIKE_TEI = re.compile(rb"<(?:\w+:)?(?:TEI|teiCorpus)\b")
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def may_be_xml(path: Path, start: bytes) -> bool:
    """Whether a file is to be looked at as XML, by its name or its first bytes."""
    for mark in _MARKS:
        start = start.removeprefix(mark)
    return path.suffix.lower() in SUFFIXES or start.replace(b"\0", b"").lstrip().startswith(_STARTS)


def kind_of_xml(start: bytes, asked: XmlKind | None = None, *, named: bool = False) -> tuple[XmlKind | None, str]:
    """The kind that a file is taken in as; None, and why, if it is not.

    What cannot be read as far as its first element is taken in as what it may be, so that the parser says what is wrong
    with it, and the ledger keeps it. If a kind is `asked` for, a file that was `named` is taken as that, and of the
    others those that are of that kind.
    """
    if asked is not None and named:
        return asked, ""
    look = look_at_xml(start)
    if look is None:
        return asked or ("tei" if _LIKE_TEI.search(start) else "jats"), ""
    if look.kind is None:
        return None, f"XML that is neither JATS nor TEI (it begins with <{look.root[:40]}>)"
    if asked is not None and look.kind != asked:
        return None, f"{look.kind.upper()}, and {asked.upper()} was asked for"
    return look.kind, ""
