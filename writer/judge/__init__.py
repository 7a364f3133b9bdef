"""Does the evidence entail the claim? The port and its adapters."""
