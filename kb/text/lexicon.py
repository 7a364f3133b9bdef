"""Word lists as data: how a list of words is written in this package."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a list that is written as one string, which reads better than quotes and commas."""
    return frozenset(text.split())
