"""The text of files whose encoding nobody states: what reference managers and databases export."""

from __future__ import annotations

import codecs

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(content: bytes) -> str:
    """The text by its byte order mark, else as UTF-8, else as Windows-1252, in which every byte has a meaning here."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
