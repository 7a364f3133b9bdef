"""Writings that stand for one paper and no other: its identifiers and the name of its file, as they are written.

They are compared letter by letter, but for case, and not as runs of words: of two DOIs one may begin like the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

_MANY_DIGITS = 5
_EXTENDED = r"(?![-._;()/:]*[^\W_])"
"""Where a letter follows, with or without such a sign between, it is another identifier or another file."""


class Tokens:
    """Identifiers, or names, ready to be looked for in any number of texts."""

    def __init__(self, tokens: Iterable[str]) -> None:
        forms = sorted({re.escape(token.casefold()) for token in tokens if token.strip()}, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<![\w.-])(?:{'|'.join(forms)}){_EXTENDED}") if forms else None

    def __len__(self) -> int:
        return int(self._pattern is not None)

    def within(self, text: str) -> bool:
        """Whether a text holds one of them, also as a part of an address or behind the backslashes of LaTeX."""
        if self._pattern is None:
            return False
        plain = text.casefold().replace("\\", "")
        return any(self._pattern.search(form) for form in {plain, unquote(plain)})


def many_digits(stem: str) -> bool:
    """Whether the name of a file has as many digits as one that somebody numbered, such as `jose.00184`."""
    return sum(char.isdigit() for char in stem) >= _MANY_DIGITS


def stem_of(name: str) -> str:
    """The name of a file without its suffix; of an entry of a bibliography, its key."""
    entry = name.partition("#")[2]
    return entry or (name.rpartition(".")[0] or name)
