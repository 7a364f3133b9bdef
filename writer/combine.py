"""A sentence that cites several works: each must bear a part of it, and every part must be borne.

Where the citations stand inside the sentence, each part is held against the works that are cited there; where they
stand together, any of them may bear any part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from .attribution import statement_of
from .both_sides import inside
from .clauses import clauses_of, conjuncts_of, cuts_of, stands, under_frame, unmixed
from .disposition import Entailment
from .frames import opening_frame
from .judge.port import Judgement
from .markup import Citation
from .support import Support

_ORDER: tuple[Entailment, ...] = ("entailed", "partial", "unlicensed", "not_entailed", "contradicted")
_NOTHING = Judgement("not_entailed", ("no-text",), "The library holds no text of the cited work.")


@dataclass(frozen=True)
class Combined:
    """The entailment of the whole sentence, what each cited work says, and the support that decides."""

    entailment: Entailment
    supports: Mapping[str, Support]
    worst: Support


@dataclass(frozen=True)
class CitedPart:
    """A part of a sentence with the keys that are cited in it."""

    statement: str
    keys: tuple[str, ...]


def cited_parts(plain: str, citations: Sequence[Citation]) -> list[CitedPart]:
    """The parts of a sentence, if each stands alone and has citations of its own; else nothing.

    A citation belongs to the part that it stands in, or at the end of.
    """
    pieces: list[tuple[str, tuple[str, ...]]] = []
    begin = 0
    spans = cuts_of(plain)
    for _, end in spans:
        keys = tuple(
            dict.fromkeys(
                one.key for one in citations if (begin <= one.at < end if one.narrative else begin < one.at <= end)
            )
        )
        if not keys:
            continue
        pieces.append((plain[begin:end].strip(" ,;").rstrip("."), keys))
        begin = next((start for start, _ in spans if start > end), len(plain))
    if len(pieces) < 2 or plain[begin:].strip(" ,.;") or not all(stands(piece) for piece, _ in pieces):
        return []
    first = unmixed(pieces[0][0])
    frame = opening_frame(first[:1].upper() + first[1:])
    statements = [_of_piece(frame if number else None, piece) for number, (piece, _) in enumerate(pieces)]
    return [CitedPart(statement, keys) for statement, (_, keys) in zip(statements, pieces, strict=True)]


def _of_piece(frame: str | None, piece: str) -> str:
    """What a piece states, under the frame of the first; a name of authors stands before the statement, not in it."""
    stated = statement_of(unmixed(piece))
    if frame is None:
        return stated.rstrip(".") + "."
    return under_frame(frame, inside(stated)).rstrip(".") + "."


def combine_parts(parts: Sequence[CitedPart], works: Iterable[str], ask: Callable[[str, str], Support]) -> Combined:
    """Each part against its own works; the worst part decides. Keys without a work bear nothing."""
    known = set(works)
    held = [combine(part.statement, [key for key in part.keys if key in known], ask) for part in parts]
    supports: dict[str, Support] = {}
    for one in held:
        for key, support in one.supports.items():
            supports[key] = _worst([support, supports[key]]) if key in supports else support
    worst = max(held, key=lambda one: _ORDER.index(one.entailment))
    return Combined(worst.entailment, supports, worst.worst)


def combine(statement: str, keys: Sequence[str], ask: Callable[[str, str], Support]) -> Combined:
    """`ask` says how the work of a key bears on a text; any key may bear any part."""
    if not keys:
        return Combined("not_entailed", {}, Support("", "", "not_entailed", _NOTHING, 0.0, clause=statement))
    whole = {key: ask(statement, key) for key in keys}
    if len(keys) == 1 or all(support.entailment == "entailed" for support in whole.values()):
        worst = _worst(whole.values())
        return Combined(worst.entailment, whole, worst)
    parts = clauses_of(statement)
    if len(parts) < 2:
        parts = conjuncts_of(statement)
    if len(parts) < 2:
        worst = _worst(whole.values())
        return Combined(worst.entailment, whole, worst)
    by_part = [{key: ask(part, key) for key in keys} for part in parts]
    best_of_part = [_best(answers.values()) for answers in by_part]
    best_of_key = {key: _best([whole[key], *(answers[key] for answers in by_part)]) for key in keys}
    worst = _worst([*best_of_part, *best_of_key.values()])
    return Combined(worst.entailment, best_of_key, worst)


def _worst(supports: Iterable[Support]) -> Support:
    return max(supports, key=_rank)


def _best(supports: Iterable[Support]) -> Support:
    return min(supports, key=_rank)


def _rank(support: Support) -> int:
    return _ORDER.index(support.entailment)
