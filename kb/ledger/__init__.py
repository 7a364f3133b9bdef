"""The append-only event log: the port and its adapters."""
