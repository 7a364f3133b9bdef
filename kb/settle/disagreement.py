"""Whether two values of a field really differ, or are one value in two spellings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .alike import ALIKE, ratio
from .names import arxiv_key, doi_key, title_key, titles_differ

_KEYS = {"doi": doi_key, "arxiv": arxiv_key}


def differ(field: str, one: str, other: str) -> bool:
    """Whether two values of a field are two. Titles, venues and other words are compared by their normalised form, and
    titles may differ in a letter or two but not in a number; identifiers are compared by their keys."""
    key = _KEYS.get(field, title_key)
    a, b = key(one), key(other)
    if field == "title":
        return ratio(a, b) < ALIKE or titles_differ(one, other) is not None
    # What holds no letter or digit has no normalised form.
    return a != b if a or b else one != other


def disagree(field: str, values: Sequence[str]) -> bool:
    """Whether any two of the values of a field differ."""
    distinct = tuple(dict.fromkeys(values))
    return any(differ(field, one, other) for one, other in combinations(distinct, 2))
