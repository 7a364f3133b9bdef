"""Which sentences and tables of a work bear on a sentence of a manuscript, best first.

Relevance is the share of the sentence's weight that a passage covers: its content words, each weighted by how rare it
is in the work, and its numbers. It finds evidence and never judges it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..evidence.texts import SourceSentence, SourceTable, WorkText
from ..kb.text.lexicon import words
from ..kb.text.normalise import normalise
from ..kb.text.quantities import Quantity, parse_quantities
from ..kb.text.quantity_match import licenses
from ..kb.text.stems import stem
from .judge.reading import LIGHT_STEMS

NUMBER_WEIGHT = 3.0
"""Weight of a number against that of an average word; a number that agrees is the best sign of the right passage."""
_RARE = 0.12
_SAME = 0.6
_PRONOUN = re.compile(
    r"Its\s[a-z]|It\s(?!(?:is|was|has|had|may|can|could|might|seems?|appears?|follows?|would|should|remains?|takes?)\b)"
)
_SUBJECT = re.compile(
    r"^(?P<name>(?!(?:This|These|That|Those|There|Here|It|Its|We|Our|They|Their|Such|Some|Many|Most|Other|In|On|At|For|From|As|If)\b)"
    r"[A-Z][\w-]*(?:\s[a-z][\w-]+){0,2}?)\s(?:is|are|was|were|has|have|had|can|may|did|does)\s"
)
_PROSE = 8
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|may|will|do|does|did|be|[a-z]{3,}ed|makes?|gives?|asks?|uses?|shows?|takes?)\b"
)
_WORD = re.compile(r"[^\W\d_][\w]*(?:['’][^\W\d_]+)?")
_STOP = words(
    """a about above after again all also although an and any are as at be because been before being below between
    both but by can could did do does doing down during each either et al few for found from further had has
    have having he her here his how however i if in into is it its itself may might more most much must nor not
    of off on once one only or other our out over own rather s same shall she should so some such than that the
    their them then there therefore these they this those through thus to too under until up upon us very via
    was we were what when where whereas which while who whose why will with within without would yet you your
    however moreover respectively"""
)


@dataclass(frozen=True)
class Ranked:
    """A sentence of the work with its relevance (0 to 1)."""

    sentence: SourceSentence
    relevance: float


@dataclass(frozen=True)
class RankedTable:
    """A table of the work with its relevance (0 to 1), and the share of the words that its labels cover."""

    table: SourceTable
    relevance: float
    words: float


def content_words(text: str) -> list[str]:
    """The words of a text that carry meaning, in order; amounts with their units are no words."""
    for quantity in reversed(amounts(text)):
        if quantity.kind != "share":  # a share lies over its two parts
            text = f"{text[: quantity.start]} {text[quantity.end :]}"
    return [word for word in _WORD.findall(normalise(text).text) if word.lower() not in _STOP and len(word) > 1]


def content_stems(text: str) -> list[str]:
    """Keys of the content words of a text, in order."""
    return [stem(word) for word in content_words(text)]


def amounts(text: str) -> list[Quantity]:
    """The quantities of a text that are amounts: no identifiers, and no years on their own."""
    return [quantity for quantity in parse_quantities(text) if quantity.kind not in ("identifier", "ordinal")]


class Passages:
    """The sentences and tables of one work, ready to be ranked.

    `read` gives the text of a sentence as it is compared (names written out), `known` the long forms of abbreviations.
    """

    def __init__(
        self, text: WorkText, read: Callable[[str], str] = str, known: Mapping[str, str] | None = None
    ) -> None:
        self.text = text
        self._known = {stem(short): frozenset(content_stems(long_form)) for short, long_form in (known or {}).items()}
        self._shown = _resolved(text.sentences, [read(sentence.text) for sentence in text.sentences])
        self._stems = [self._with_long_forms(content_stems(shown)) for shown in self._shown]
        self._table_stems = [self._with_long_forms(content_stems(read(_table_text(table)))) for table in text.tables]
        counts = Counter(key for keys in self._stems for key in keys)
        total = max(len(self._stems), 1)
        self._idf = {key: math.log(1 + total / count) for key, count in counts.items()}
        self._unknown = math.log(1 + total)
        self._place = {sentence.ordinal: place for place, sentence in enumerate(text.sentences)}

    def shown(self, sentence: SourceSentence) -> str:
        """The sentence as it is compared."""
        return self._shown[self._place[sentence.ordinal]]

    def rank(self, claim: str, *, limit: int = 8) -> list[Ranked]:
        """The sentences that bear most on the claim; sentences that share nothing are left out."""
        wanted, numbers = set(content_stems(claim)), amounts(claim)
        scored = []
        for sentence, keys in zip(self.text.sentences, self._stems, strict=True):
            if not wanted & keys and not numbers:
                continue
            relevance = self._relevance(wanted, numbers, keys, sentence.text)
            if relevance > 0:
                scored.append(Ranked(sentence, relevance))
        scored.sort(key=lambda ranked: (-ranked.relevance, ranked.sentence.ordinal))
        return scored[:limit]

    def rank_tables(self, claim: str, *, limit: int = 3) -> list[RankedTable]:
        """The tables whose labels and cells cover most of the claim."""
        wanted, numbers = set(content_stems(claim)), amounts(claim)
        scored = []
        for table, keys in zip(self.text.tables, self._table_stems, strict=True):
            cells = " ; ".join(cell for row in table.rows for cell in row)
            relevance = self._relevance(wanted, numbers, keys, cells)
            if relevance > 0:
                scored.append(RankedTable(table, relevance, self._relevance(wanted, (), keys, "")))
        scored.sort(key=lambda ranked: (-ranked.relevance, ranked.table.id))
        return scored[:limit]

    def neighbours(self, sentence: SourceSentence, before: int = 1, after: int = 1) -> list[SourceSentence]:
        """The sentence with those around it in its paragraph, in reading order."""
        place = self._place[sentence.ordinal]
        window = self.text.sentences[max(0, place - before) : place + after + 1]
        return [other for other in window if other.paragraph == sentence.paragraph]

    def nearest(self, claim: str) -> float:
        """The relevance of the best sentence or table."""
        sentences = [found.relevance for found in self.rank(claim, limit=1)]
        return max([*sentences, *(found.relevance for found in self.rank_tables(claim, limit=1))], default=0.0)

    def coverage(self, claim: str, sentences: Sequence[SourceSentence], more: Sequence[str] = ()) -> float:
        """The relevance of several sentences together, and of `more` text beside them."""
        joined = " ".join([*(self.shown(sentence) for sentence in sentences), *more])
        keys = self._with_long_forms(content_stems(joined))
        return self._relevance(set(content_stems(claim)), amounts(claim), keys, joined)

    def speaks_of_the_same(self, claim: str, sentence: SourceSentence) -> bool:
        """Whether the sentence names what the claim names: most of its words, and each that is rare in the work.

        A word that the work does not have at all tells nothing apart here.
        """
        keys = self._with_long_forms(content_stems(self.shown(sentence)))
        wanted = set(content_stems(claim))
        rare = math.log(1 + 1 / _RARE)
        missing = [key for key in wanted - keys - LIGHT_STEMS if self._idf.get(key, 0.0) >= rare]
        return not missing and self._relevance(wanted, (), keys, "") >= _SAME

    def _with_long_forms(self, keys: Sequence[str]) -> frozenset[str]:
        return frozenset(keys).union(*(self._known.get(key, ()) for key in keys))

    def _relevance(self, wanted: set[str], numbers: Sequence[Quantity], keys: frozenset[str], text: str) -> float:
        average = self._unknown / 2
        total = sum(self._weight(key) for key in wanted) + NUMBER_WEIGHT * average * len(numbers)
        if not total:
            return 0.0
        covered = sum(self._weight(key) for key in wanted & keys)
        if numbers:
            there = parse_quantities(text)
            agreeing = sum(any(licenses(evidence, number) for evidence in there) for number in numbers)
            covered += NUMBER_WEIGHT * average * agreeing
        return covered / total

    def _weight(self, key: str) -> float:
        return self._idf.get(key, self._unknown)


def _resolved(sentences: Sequence[SourceSentence], shown: Sequence[str]) -> list[str]:
    """The sentences with an opening "it" or "its" as the subject that opens the sentence before, in one paragraph."""
    found: list[str] = []
    for place, text in enumerate(shown):
        before = found[-1] if place and sentences[place - 1].paragraph == sentences[place].paragraph else ""
        subject = _SUBJECT.match(before)
        if subject and _PRONOUN.match(text):
            text = f"{subject['name']} {text[4:]}" if text.startswith("Its ") else f"{subject['name']} {text[3:]}"
        found.append(text)
    return found


def _table_text(table: SourceTable) -> str:
    heads = [cell for row in table.rows[: max(table.header_rows, 1)] for cell in row]
    firsts = [row[0] for row in table.rows if row]
    return " ".join([table.caption, table.notes, *heads, *firsts, *(cell for _, cell in prose_cells(table))])


def prose_cells(table: SourceTable) -> list[tuple[str, str]]:
    """The cells of a table that are sentences, each with the label of its row: descriptive tables are text."""
    return [
        (row[0] if place else "", cell)
        for row in table.rows[table.header_rows :]
        for place, cell in enumerate(row)
        if len(cell.split()) >= _PROSE and _VERB.search(cell)
    ]
