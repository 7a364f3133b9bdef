"""The append-only event log: the port and its adapters."""

from .port import ANY, Append, Head, Ledger, NewEvent, PackedEvent, StoredEvent

__all__ = ["ANY", "Append", "Head", "Ledger", "NewEvent", "PackedEvent", "StoredEvent"]
