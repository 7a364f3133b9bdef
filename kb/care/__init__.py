"""Care for a library: where it may lie, backup and restore, merging, and what a doctor would look at."""
