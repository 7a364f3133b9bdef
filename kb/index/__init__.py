"""The search index: a cache over chunks, with no promise of its own."""
