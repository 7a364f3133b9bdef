"""From a parsed document to claims: the port and its adapters."""
