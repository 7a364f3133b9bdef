"""Which parser reads a file again after the first one: where pages are pictures, or their text means nothing."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ..kb.errors import ParserError
from ..kb.events.document import Document
from .parser.child import Made, parse_file
from .parser.ocr import is_available
from .parser.port import OCR_PARSER, Limits

SECOND_PARSERS = {"pymupdf": OCR_PARSER}
"""The parser that is tried after one, where it is installed."""
_UNREAD = ("needs-ocr", "garbled")


def possible_second(parser: str) -> str | None:
    """The parser that a file may be given to after this one; None if there is none here."""
    return SECOND_PARSERS.get(parser) if is_available() else None


def second_parser(parser: str, first: Made) -> str | None:
    """The parser that reads a file again, from what the first made of it; None if that stands."""
    second = possible_second(parser)
    if second is None:
        return None
    if first.why is not None:
        return second if first.failed == "parsed" and first.why.reason in _UNREAD else None
    document = first.stages.get("parsed")
    return second if isinstance(document, Document) and document.needs_ocr_pages else None


def parse_whole(
    file: str | os.PathLike[str], parser: str, limits: Limits, passwords: Sequence[str] = ()
) -> Document:
    """The document in a file, read a second time where that brings more. Raises as `parse_file`."""
    try:
        document = parse_file(file, parser, limits, passwords)
        first = Made({"parsed": document})
    except ParserError as error:
        first = Made({}, "parsed", error)
        if not limits.ocr or second_parser(parser, first) is None:
            raise
    second = second_parser(parser, first) if limits.ocr else None
    return parse_file(file, second, limits, passwords) if second else document
