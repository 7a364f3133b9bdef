"""claimledger: what a research group has read, found and claimed, in one append-only ledger."""

__version__ = "0.1.0"
