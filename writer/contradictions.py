"""What contradicts a report: claims of works that the sentence does not cite and that say otherwise."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .support import Support

if TYPE_CHECKING:
    from ..kb.view import View

_CONTRAST = re.compile(
    r"\b(?:mixed|whereas|while|but|although|in contrast|contradict\w*|disagree\w*|conflicting|on the other hand)\b",
    re.I,
)


@dataclass(frozen=True)
class Opposing:
    """A claim of another work that contradicts the packet behind a sentence; `quote` is its text in that work."""

    work: str
    claim: str
    quote: str


def opposing_claims(view: View, text: str, supports: Iterable[Support], cited: Collection[str]) -> list[Opposing]:
    """Claims against the packets that bear a sentence, of works that it does not cite.

    None where the sentence is not borne, and none against a packet whose other side it tells: it sets two works against
    each other and cites one that contradicts.
    """
    contrasts = bool(_CONTRAST.search(text))
    found: list[Opposing] = []
    for support in supports:
        for claim in (mark for sentence in support.sentences[:1] for mark in sentence.claims):
            if support.entailment != "entailed" or claim.strength != "contradictory":
                continue
            against = _claims(view, claim.contradicting)
            if not (contrasts and any(one.work in cited for one in against)):
                found += [one for one in against if one.work not in cited]
    return list(dict.fromkeys(found))


def _claims(view: View, ids: Collection[str]) -> list[Opposing]:
    if not ids:
        return []
    marks = ", ".join("?" for _ in ids)
    rows = view.rows(
        'SELECT a.work, c.id, c.start, c."end", s.text FROM claims c '
        "JOIN active_builds a ON a.build = c.build "
        "JOIN sentences s ON s.build = c.build AND s.ordinal = c.sentence "
        f"WHERE c.id IN ({marks}) ORDER BY a.work, c.ordinal",
        list(ids),
    )
    return [Opposing(str(row["work"]), str(row["id"]), row["text"][row["start"] : row["end"]]) for row in rows]
