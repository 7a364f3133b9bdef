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
from ..kb.text.quantities import Quantity
from .compose_numbers import ratio_holds
from .compose_plain import plain
from .compose_units import Composition, Open, compositions, points_back
from .judge.port import Judgement
from .passages import amounts, content_words

_CANDIDATES = 3
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


Values = Callable[[str], Sequence[Quantity]]
"""The values that the passages and tables nearest to a statement hold."""


def composed(claim: str, ask: Ask, values: Values | None = None) -> Borne | None:
    """What bears the claim in its plain form or unit by unit, or None where a part of it is not borne.

    `values` offers what an open unit may be filled with; without it no open unit is borne.
    """
    form = plain(claim)
    if (borne := ask(form)) is not None:
        return borne
    asked: dict[str, Borne | None] = {}
    for composition in compositions(form):
        found = list(_units(composition, ask, asked))
        if len(found) < len(composition.units) or not _hang_together(composition, found):
            continue
        filled = [_filled(one, ask, values) for one in composition.open]
        if all(filled):
            formulas = tuple(one[1] for one in filled if one)
            return _joined(composition.formulas + formulas, [*found, *(one[0] for one in filled if one)])
    return None


def _filled(unit: Open, ask: Ask, values: Values | None) -> tuple[Borne, str] | None:
    """What bears the unit with the one value of the work that makes the arithmetic right, and the formula."""
    fitting: dict[str, str] = {}
    for value in values(unit.text.format("")) if values else ():
        formula = ratio_holds(unit.given, value, unit.times)
        if formula:
            fitting.setdefault(value.text, formula)
    for text, formula in list(fitting.items())[:_CANDIDATES]:
        borne = ask(plain(unit.text.format(text)))
        if borne is not None:
            return borne, formula
    return None


def _units(composition: Composition, ask: Ask, asked: dict[str, Borne | None]) -> Iterator[Borne]:
    """What bears each unit, up to the first that nothing bears."""
    for unit in composition.units:
        text = plain(unit)
        if len(content_words(text)) + len(amounts(text)) < 2:
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
    if composition.near or _tied(composition.units):
        paragraphs = {one.paragraph if one else None for one in deciding}
        return len(paragraphs) == 1 and None not in paragraphs
    return True


def _tied(units: Sequence[str]) -> bool:
    """Whether a later unit points back to one that names its subject."""
    return any(points_back(unit) for unit in units[1:]) and not points_back(units[0])


def _joined(own: Sequence[str], found: Sequence[Borne]) -> Borne:
    formulas = [*own, *(borne.judgement.formula for borne in found if borne.judgement.formula)]
    said = "; ".join(dict.fromkeys(borne.judgement.reason for borne in found if borne.judgement.reason))
    return Borne(
        Judgement("entailed", (), said, formula="; ".join(formulas) or None),
        tuple(dict.fromkeys(sentence for borne in found for sentence in borne.sentences)),
        tuple(dict.fromkeys(table for borne in found for table in borne.tables)),
        tuple(dict.fromkeys(sentence for borne in found for sentence in borne.frame)),
        tuple(dict.fromkeys(lemma for borne in found for lemma in borne.lemmas)),
    )
