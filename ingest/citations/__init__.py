"""Reference entries and the markers in the text that point to them."""
