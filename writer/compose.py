"""A sentence that no one sentence of a work says, held against the work unit by unit.

Every unit must be borne by itself, with all the words and numbers that it has; the arithmetic between units must hold;
units that are linked as cause and effect must be borne by one sentence, and units that leave unsaid what they are about
by one paragraph. A unit that nothing bears fails the whole: composing licenses, it never excuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..evidence.texts import SourceSentence, SourceTable
from .compose_plain import plain
from .compose_units import Composition, compositions
from .judge.port import Judgement
from .passages import content_words

_CAUSAL = re.compile(
    r"\b(?:since|because|as|due to|owing to|so|therefore|thus|hence|which is why|given that|led to|resulted)\b", re.I
)


@dataclass(frozen=True)
class Borne:
    """What bears one statement: the sentences and tables, the deciding one first, and how it was judged."""

    judgement: Judgement
    sentences: tuple[SourceSentence, ...]
    tables: tuple[SourceTable, ...]
    frame: tuple[SourceSentence, ...] = ()
    lemmas: tuple[str, ...] = ()


Ask = Callable[[str], Borne | None]
"""What bears a statement, or None where nothing does."""


def composed(claim: str, ask: Ask) -> Borne | None:
    """What bears the claim in its plain form or unit by unit, or None where a part of it is not borne."""
    form = plain(claim)
    if form != claim and (borne := ask(form)) is not None:
        return borne
    asked: dict[str, Borne | None] = {}
    for composition in compositions(form):
        found = list(_units(composition, ask, asked))
        if len(found) == len(composition.units) and _hang_together(composition, found):
            return _joined(composition, found)
    return None


def _units(composition: Composition, ask: Ask, asked: dict[str, Borne | None]) -> Iterator[Borne]:
    """What bears each unit, up to the first that nothing bears."""
    for unit in composition.units:
        text = plain(unit)
        if len(content_words(text)) < 2:
            return
        if text not in asked:
            asked[text] = ask(text)
        borne = asked[text]
        if borne is None:
            return
        yield borne


def _hang_together(composition: Composition, found: Sequence[Borne]) -> bool:
    deciding = [borne.sentences[0] if borne.sentences else None for borne in found]
    if composition.together:
        first = deciding[0]
        return first is not None and all(one == first for one in deciding) and bool(_CAUSAL.search(first.text))
    if composition.near:
        paragraphs = {one.paragraph if one else None for one in deciding}
        return len(paragraphs) == 1 and None not in paragraphs
    return True


def _joined(composition: Composition, found: Sequence[Borne]) -> Borne:
    formulas = [*composition.formulas, *(borne.judgement.formula for borne in found if borne.judgement.formula)]
    said = "; ".join(dict.fromkeys(borne.judgement.reason for borne in found if borne.judgement.reason))
    return Borne(
        Judgement("entailed", (), said, formula="; ".join(formulas) or None),
        tuple(dict.fromkeys(sentence for borne in found for sentence in borne.sentences)),
        tuple(dict.fromkeys(table for borne in found for table in borne.tables)),
        tuple(dict.fromkeys(sentence for borne in found for sentence in borne.frame)),
        tuple(dict.fromkeys(lemma for borne in found for lemma in borne.lemmas)),
    )
