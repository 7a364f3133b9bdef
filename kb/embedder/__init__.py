"""Dense vectors for text: the port and its adapters."""
