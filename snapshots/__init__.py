"""Freeze, verify and compare states of a library."""
