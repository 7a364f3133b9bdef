"""Files of tagged lines: RIS, MEDLINE (PubMed) and the Web of Science's own form. From bytes to tags, nothing more.

Own code and no library: rispy, the best kept one, silently drops the last record where its end is missing, keeps the
first of a repeated tag alone, stops at one space too few, and does not know PubMed's form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from .encodings import decode

Dialect = Literal["ris", "medline", "wos"]
Tags = list[tuple[str, str]]
"""Tags with their values, in the order of the file."""

_RIS = re.compile(r"([A-Z][A-Z0-9])\s{0,3}[-–](?:\s+(.*))?$")
_MEDLINE = re.compile(r"([A-Z]{2,4}) *- (.*)$")
_WOS = re.compile(r"([A-Z][A-Z0-9])(?: (.*))?$")
_MEDLINE_START = re.compile(r"PMID *- *\d", re.MULTILINE)
_WOS_START = re.compile(r"^PT [A-Z]\b", re.MULTILINE)
_RIS_START = re.compile(r"^TY\s{0,3}[-–]", re.MULTILINE)
_WOS_FILE = frozenset({"FN", "VR", "EF"})


def dialect_of(content: bytes) -> Dialect | None:
    """The form of a file by its first records; None where it is none of the three."""
    text = decode(content)
    found: dict[Dialect, re.Match[str] | None] = {
        "ris": _RIS_START.search(text), "medline": _MEDLINE_START.search(text), "wos": _WOS_START.search(text),
    }
    starts = sorted((match.start(), dialect) for dialect, match in found.items() if match)
    return starts[0][1] if starts else None


def read_tags(content: bytes, dialect: Dialect) -> Iterator[Tags]:
    """The records of a file, each a list of tags; a record without an end ends where the next begins."""
    start = {"ris": "TY", "medline": "PMID", "wos": "PT"}[dialect]
    record: Tags = []
    for tag, value in _tags(decode(content).splitlines(), dialect):
        if tag == "ER" and dialect != "medline":
            if record:
                yield record
            record = []
        elif tag == start and (record or dialect != "medline"):
            if record:
                yield record
            record = [(tag, value)]
        elif record or tag == start:
            record.append((tag, value))
    if record:
        yield record


def _tags(lines: list[str], dialect: Dialect) -> Iterator[tuple[str, str]]:
    """Tags with whole values. A line without a tag goes on the value before; in the Web of Science's lists of people
    and of references each such line is a value of its own."""
    pattern = {"ris": _RIS, "medline": _MEDLINE, "wos": _WOS}[dialect]
    last: tuple[str, str] | None = None
    for line in lines:
        found = None if dialect == "wos" and line.startswith(" ") else pattern.match(line.rstrip())
        if found:
            if last:
                yield last
            last = (found.group(1), (found.group(2) or "").strip())
            if dialect == "wos" and last[0] in _WOS_FILE:
                last = None
        elif last and line.strip():
            if dialect == "wos" and last[0] in ("AU", "AF", "CR", "C1"):
                yield last
                last = (last[0], line.strip())
            else:
                last = (last[0], f"{last[1]} {line.strip()}".strip())
    if last:
        yield last
