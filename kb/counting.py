"""Numbers of things in words."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """The number with its noun, which takes an s unless there is one: `1 paper`, `2 papers`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
