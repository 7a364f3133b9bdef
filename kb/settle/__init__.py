"""Pure functions from build rows to library rows."""
