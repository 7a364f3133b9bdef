"""claimledger: what a research group has read, found and claimed, in one append-only ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .kb.library import Library

__version__ = "0.1.0"
__all__ = ["Library", "__version__"]


def __getattr__(name: str) -> Any:
    """Load the interface on first use, so that the command line starts fast."""
    if name == "Library":
        from .kb.library import Library

        return Library
    raise AttributeError(name)
