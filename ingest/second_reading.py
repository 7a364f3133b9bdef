"""Which parser reads a file again after the first one: where pages are pictures, or their text means nothing."""

from __future__ import annotations

from ..kb.events.document import Document
from .parser.child import PARSERS, Made

SECOND_PARSERS = {"pymupdf": "pymupdf-ocr"}
"""The parser that is tried after one, where it is installed."""
_UNREAD = ("needs-ocr", "garbled")


def possible_second(parser: str) -> str | None:
    """The parser that a file may be given to after this one; None if there is none here."""
    second = SECOND_PARSERS.get(parser)
    return second if second in PARSERS else None


def second_parser(parser: str, first: Made) -> str | None:
    """The parser that reads a file again, from what the first made of it; None if that stands."""
    second = possible_second(parser)
    if second is None:
        return None
    if first.why is not None:
        return second if first.failed == "parsed" and first.why.reason in _UNREAD else None
    document = first.stages.get("parsed")
    return second if isinstance(document, Document) and document.needs_ocr_pages else None
