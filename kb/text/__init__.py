"""Sentences, quantities and cues: what the program knows about scientific prose."""
