"""Titles that are alike: the one measure of it, and the search for alike pairs among many titles.

The measure is rapidfuzz's ratio of title keys: 100 times one less the share of letters that have to be put in or taken
out. So titles that are alike have nearly the same length, and the search looks only at those, in compiled code.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from .names import unmarked_key
from .profiles import Profile

ALIKE = 95
"""Titles at or above this ratio are candidates for one work."""

_FEW = 32
_ROWS = 256
_LONGER = (200 - ALIKE) / ALIKE
"""A title that is alike to another one is at most this many times as long."""


def ratio(one: str, other: str) -> float:
    """How alike two title keys are, from 0 to 100; 0 where one is empty."""
    if not one or not other:
        return 0.0
    if one == other:
        return 100.0
    from rapidfuzz import fuzz

    return float(fuzz.ratio(one, other))


def alike_pairs(profiles: Sequence[Profile]) -> Iterator[tuple[Profile, Profile]]:
    """Every pair with alike titles, and every pair of titles with the same words but for numbers and the like, perhaps
    twice, perhaps with others.

    For n titles, n^2 comparisons at worst, of some ten nanoseconds each where lengths differ.
    """
    if len(profiles) <= _FEW:
        yield from combinations(profiles, 2)
        return
    by_subject: dict[str, list[Profile]] = defaultdict(list)
    for one in profiles:
        by_subject[unmarked_key(one.title)].append(one)
    for subject, some in by_subject.items():
        if subject:
            yield from combinations(some, 2)
    import numpy as np
    from rapidfuzz import fuzz, process

    ordered = sorted(profiles, key=lambda one: len(one.words))
    words = [one.words for one in ordered]
    lengths = np.array([len(key) for key in words])
    for start in range(0, len(ordered), _ROWS):
        stop = min(start + _ROWS, len(ordered))
        end = int(np.searchsorted(lengths, lengths[stop - 1] * _LONGER + 1, side="right"))
        # One below the limit, since the table holds rounded ratios; whoever asks compares again.
        table = process.cdist(
            words[start:stop], words[start:end], scorer=fuzz.ratio, score_cutoff=ALIKE - 1, dtype=np.float32
        )
        for row, column in np.argwhere(table > 0):
            if row < column:
                yield ordered[start + row], ordered[start + column]
