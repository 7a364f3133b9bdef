"""How likely pairs of letters are in languages written in Latin letters, and so whether a text is one of them.

A digit for each of 26 by 26 pairs: 5 and the binary logarithm of how much more often than by chance the pair stands in
running words, over fifty languages from Afrikaans to Xhosa, each with the same weight. A thousand letters of any of
these have 5.1 and more in the mean, even if that language is left out of the count; letters exchanged for each other
at random have 3.1, one time in a hundred 4.5, and letters moved along the alphabet by three, 2.7.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

_ROWS = (
    "56774465757879463878664355 61006004630501600522602030 70306007724412700435500033 71148134743324720532632033 "
    "65665564646879452988553545 50005402600301600313400010 61137034632414600544613030 70126100611412600314522020 "
    "65777563357778754787452435 60016000400202400022400000 71216034625514711555613030 82258232843634720045623041 "
    "75118124612243650231501020 81577474744336720168641053 45564353546768461876654225 70216004601502740734500010 "
    "10001000200000100000500000 83458253824354731566642044 72527225726533652258634043 82318126824424710755732243 "
    "55555443535667451666332234 70007000601203500320300030 60005000500002400110100030 31004002300000120004100000 "
    "52345221422444430344311000 62125013602224410112321031 "
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_PAIRS = {a + b: int(digit) for a, row in zip(_LETTERS, _ROWS.split(), strict=True)
          for b, digit in zip(_LETTERS, row, strict=True)}
_RUN = re.compile("[a-z]{3,}")
_PLAIN = str.maketrans("łđıøæßþðœ", "ldioestde")
_OUTSIDE = frozenset("bjouxz")
_LEAST_OUTSIDE = 0.01


def words_of(text: str) -> Counter[str]:
    """How often there are words of three Latin letters and more, in small letters without accents."""
    text = text.lower()
    if not text.isascii():
        text = unicodedata.normalize("NFD", text.translate(_PLAIN)).encode("ascii", "ignore").decode()
    return Counter(_RUN.findall(text))


def are_unlikely(words: Mapping[str, int], least: int, below: float) -> bool:
    """Whether words, `least` pairs of letters or more in different ones, are less likely than `below` in the mean (0 to
    9), each taken once and also as often as it stands, and are no sequences of amino acids or bases."""
    scores = [(_score(word), len(word) - 1, count) for word, count in words.items()]
    pairs = sum(length for _, length, _ in scores)
    if pairs < least or sum(score for score, _, _ in scores) >= below * pairs:
        return False
    total = sum(length * count for _, length, count in scores)
    return sum(score * count for score, _, count in scores) < below * total and not _are_sequences(words)


@lru_cache(maxsize=1 << 15)
def _score(word: str) -> int:
    return sum(_PAIRS[word[at:at + 2]] for at in range(len(word) - 1))


def _are_sequences(words: Iterable[str]) -> bool:
    """Whether the letters are missing that stand for no amino acid or base."""
    letters = "".join(words)
    return sum(map(letters.count, _OUTSIDE)) < _LEAST_OUTSIDE * len(letters)
