"""The index without some builds: their text, terms, postings and vectors, whoever embedded them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from .index import SearchIndex

if TYPE_CHECKING:
    from ..library import Library


def forget(library: Library, builds: Collection[str]) -> bool:
    """Write the index anew as its next generation without these builds, and embed nothing for it.

    True once no file that held them is left; False while a reader keeps the generation before. Calling it again is
    cheap. Raises `ReadOnlyLibrary`, and `LedgerError` if another process keeps the lock of the index.
    """
    if not (library.root / "index").is_dir():
        return True
    index = SearchIndex(library)
    index.close()
    return index.leave_out(builds)
