"""Putting papers out of view, back into it, and forgetting them for good."""
