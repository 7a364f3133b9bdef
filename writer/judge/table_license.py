"""Which words of a claim the table licenses: those of labels and caption, and the vocabulary of such sentences."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from ...kb.text.lexicon_synonyms import keys as synonym_keys
from .table_clauses import Reading
from .table_names import NameIndex
from .table_vocabulary import BLOCKING, DESCRIPTORS, FILLERS, FRAMING, GENERIC, SLIGHT, STRONG
from .table_words import Word, words_of

_SYMBOL = re.compile(r"[#%\u0394]")


def unlicensed(reading: Reading, index: NameIndex, granted: frozenset[int] = frozenset()) -> list[int]:
    """The places of content words that nothing licenses; `granted` are words that a relation has accounted for."""
    covered = set(granted)
    for clause in reading.clauses:
        for mention in clause.mentions:
            covered.update(range(mention.first, mention.last))
        for number in clause.numbers:
            covered.update(range(number.first, number.last))
        covered.update(relation.at for relation in clause.relations)
        covered.update(clause.negations)
    licensed = index.vocabulary | FRAMING | GENERIC
    free = [n for n in range(len(reading.words)) if n not in covered]
    refused = [n for n in free if not _licensed(reading.words, n, covered, licensed, index.senses)]
    return sorted({*refused, *_torn(reading.words, set(free) - set(refused), index)})


def _licensed(
    words: Sequence[Word], n: int, covered: set[int], licensed: frozenset[str], senses: frozenset[str]
) -> bool:
    word = words[n]
    lower = word.surface.lower()
    if lower in BLOCKING:
        return False
    if lower in DESCRIPTORS and n + 1 < len(words):
        return n + 1 in covered or words[n + 1].key in GENERIC
    if lower in STRONG | SLIGHT or lower == "most":
        return True
    return (
        word.key in licensed or _SYMBOL.fullmatch(word.surface) is not None or bool(synonym_keys(word.surface) & senses)
    )


def _torn(words: Sequence[Word], free: set[int], index: NameIndex) -> set[int]:
    """Neighbours that only the caption licenses and that it does not say together.

    "within-document" is another setting than "within- and cross-document", though each of its words is there.
    """
    said = [word.key for word in words_of(index.grid.caption) if word.surface.lower() not in FILLERS]
    together = set(itertools.pairwise(said))
    elsewhere = FRAMING | GENERIC | index.label_keys
    only = {n for n in free if words[n].key not in elsewhere and words[n].surface.lower() not in FILLERS}
    pairs = [n for n in only if n + 1 in only and words[n].key in said and words[n + 1].key in said]
    return {place for n in pairs if (words[n].key, words[n + 1].key) not in together for place in (n, n + 1)}
