"""From bytes to a parsed document: the port and its adapters."""
