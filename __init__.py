"""claimledger: what a research group has read, found and claimed, in one append-only ledger.

    from claimledger import Library, check

`Library` is the interface for programs, `check` the entailment check alone, and `ClaimLedgerError` the root of all
errors, each of which says what to do. `docs/python.md` shows them at work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .interface import Library, check
    from .kb.errors import ClaimLedgerError

__version__ = "0.1.0"
__all__ = ["ClaimLedgerError", "Library", "__version__", "check"]


def __getattr__(name: str) -> Any:
    """Load the interface on first use, so that importing the package costs nothing."""
    if name in ("Library", "check"):
        from . import interface

        return getattr(interface, name)
    if name == "ClaimLedgerError":
        from .kb.errors import ClaimLedgerError

        return ClaimLedgerError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
