"""Family names of several words, as the paper prints them where it is cited: Ibarra Quintana T."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...kb.events.document import Author
from .lines import Line


def with_cited_names(authors: Sequence[Author], lines: Sequence[Line]) -> list[Author]:
    """The authors, each with the longest family name that the lines print before the author's initials."""
    if not any(len(author.name.split()) > 2 for author in authors):
        return list(authors)
    text = " ".join(line.text for line in lines)
    return [_cited(author, text) for author in authors]


def _cited(author: Author, text: str) -> Author:
    words = author.name.split()
    if not author.given or author.name != f"{author.given} {author.family}":
        return author
    for at in range(1, len(author.given.split())):
        family = " ".join(words[at:])
        before = f"(?<!{re.escape(words[at - 1])} )"
        if family in text and re.search(
                rf"{before}\b{re.escape(family)},? {re.escape(words[0][0])}\.?(?:[ -]?[A-Z]\b\.?)*(?![\w’'.-])", text):
            return author.model_copy(update={"given": " ".join(words[:at]), "family": family})
    return author
