"""Every error of the package, and what the reader of the message can do about it.

    ClaimLedgerError
    ├── UsageError              wrong use or unreadable input; nothing was changed (exit 2)
    │   ├── NotALibrary
    │   ├── LibraryExists
    │   ├── UnknownId
    │   ├── AmbiguousId
    │   └── UnreadableInput
    ├── ParserError             one file could not be read; `reason` is its class
    ├── LedgerError
    │   ├── ConcurrentAppend
    │   ├── EventConflict
    │   ├── NotCanonical
    │   ├── NotStored
    │   ├── PayloadTooLarge
    │   ├── UnknownEvent
    │   └── FoldFailed
    ├── DamageFound             a stored byte is not what it was (exit 1)
    │   ├── BlobDamaged
    │   └── ChainBroken
    ├── Unsettled               a snapshot was asked of a library that has not settled
    └── ReadOnlyLibrary
"""

from __future__ import annotations


class ClaimLedgerError(Exception):
    """Root of all errors; `remedy` says what to do next."""

    exit_code = 2

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        """One line: what is wrong, and what to do."""
        text = f"{self.message}; {self.remedy}" if self.remedy else self.message
        return " ".join(text.split())


class UsageError(ClaimLedgerError):
    """Wrong use or unreadable input; nothing was changed."""


class NotALibrary(UsageError):
    """The folder is not a claimledger library."""


class LibraryExists(UsageError):
    """The folder already holds a library."""


class UnknownId(UsageError):
    """No row, event or blob has this id."""


class AmbiguousId(UsageError):
    """The abbreviation fits more than one id."""


class UnreadableInput(UsageError):
    """An input file is not what it should be."""


class ParserError(ClaimLedgerError):
    """One file could not be read. `reason` is a class such as `encrypted`, `truncated`, `not-a-pdf`."""

    exit_code = 3

    def __init__(self, reason: str, message: str, *, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.reason = reason


class LedgerError(ClaimLedgerError):
    """The ledger refused something."""


class ConcurrentAppend(LedgerError):
    """Somebody else appended to the stream first; read it again and retry."""


class EventConflict(LedgerError):
    """An event id came back with another payload."""


class NotCanonical(LedgerError):
    """A value has no canonical form (a float, a lone surrogate, an integer of 2^53 or more)."""


class NotStored(LedgerError):
    """The disk does not take what is to be stored; nothing of it was."""


class PayloadTooLarge(LedgerError):
    """A payload exceeds 64 MB before compression."""


class UnknownEvent(LedgerError):
    """An event kind or payload schema that this version does not know."""


class FoldFailed(LedgerError):
    """A fold could not apply an event; the projection stops at its position."""


class DamageFound(ClaimLedgerError):
    """A stored byte is not what it was."""

    exit_code = 1


class BlobDamaged(DamageFound):
    """The bytes of a blob do not have its digest."""


class ChainBroken(DamageFound):
    """The hash chain does not hold at a position."""


class Unsettled(ClaimLedgerError):
    """The head of the ledger has builds that were not settled yet."""


class ReadOnlyLibrary(ClaimLedgerError):
    """The library cannot be written."""
