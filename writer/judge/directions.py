"""Do the directions of a claim agree with those that the evidence gives to the same things?"""

from __future__ import annotations

from dataclasses import dataclass

from .operators import Operator
from .port import Verdict

Match = tuple[Operator, Operator]


@dataclass(frozen=True)
class Turn:
    """A direction of the claim that the evidence turns round or does not give."""

    verdict: Verdict
    code: str
    claim_side: str
    evidence_side: str


def check_directions(claim: list[Operator], evidence: list[Operator], converse: set[int]) -> tuple[list[Match], list[Turn]]:
    """Pairs of a claim operator and the evidence operator that licenses it, and what is wrong with the others.

    `converse` holds the indices of claim words that a converse comparison licenses already.
    """
    matched: list[Match] = []
    turns: list[Turn] = []
    by_word: dict[int, list[Operator]] = {}
    for operator in claim:
        by_word.setdefault(operator.word.index, []).append(operator)
    for index, same_word in by_word.items():
        if index in converse:
            continue
        outcomes = [_judge(operator, evidence) for operator in same_word]
        licensed = [given for code, given in outcomes if code is None and given]
        if licensed:
            matched.append((same_word[[given for _, given in outcomes].index(licensed[0])], licensed[0]))
        elif flips := [given for code, given in outcomes if code == "direction-flipped" and given]:
            turns.append(Turn("contradicted", "direction-flipped", _phrase(same_word[0]), _phrase(flips[0])))
        elif any(code == "direction-unsupported" for code, _ in outcomes):
            turns.append(Turn("not_entailed", "direction-unsupported", _phrase(same_word[0]), ""))
    return matched, turns


def _judge(wanted: Operator, evidence: list[Operator]) -> tuple[str | None, Operator | None]:
    """None with an operator where licensed; None without where a bare word needs no licence of direction."""
    rivals = [given for given in evidence if given.polar.axis == wanted.polar.axis and given.argument_keys & wanted.argument_keys]
    if not rivals:
        same_word = [given for given in evidence if given.word.keys & wanted.word.keys and not wanted.arguments]
        if same_word:
            return _agreement(wanted, same_word[0]), same_word[0]
        return ("direction-unsupported", None) if wanted.sign in (1, -1, 0) else (None, None)
    most = max(len(given.argument_keys & wanted.argument_keys) for given in rivals)
    best = [given for given in rivals if len(given.argument_keys & wanted.argument_keys) == most]
    closest = min(best, key=lambda given: (_distance(wanted, given), given.word.index))
    return _agreement(wanted, closest), closest


def _distance(wanted: Operator, given: Operator) -> int:
    """How far from its word the nearest shared thing stands in the evidence."""
    shared = [word for word in given.arguments if word.keys & wanted.argument_keys]
    return min(abs(word.index - given.word.index) for word in shared)


def _agreement(wanted: Operator, given: Operator) -> str | None:
    """Signs: 1 and -1 up and down, 0 no change, 2 some change. A denied change is no change."""
    mine, my_no = _plain(wanted)
    theirs, their_no = _plain(given)
    if my_no:
        if their_no or theirs == 0 or theirs == -mine:
            return None if (not their_no or theirs == mine) else "direction-unsupported"
        return "direction-flipped" if theirs == mine else "direction-unsupported"
    if their_no:
        return "direction-flipped" if mine == theirs else "direction-unsupported"
    if mine == theirs or (mine == 2 and theirs in (1, -1)):
        return None
    if theirs == 2:
        return "direction-flipped" if mine == 0 else "direction-unsupported"
    return "direction-flipped"


def _plain(operator: Operator) -> tuple[int, bool]:
    """Sign and negation, where "does not change" and "is not unchanged" are made plain."""
    if operator.negated and operator.sign == 2:
        return 0, False
    if operator.negated and operator.sign == 0:
        return 2, False
    return operator.sign, operator.negated


def _phrase(operator: Operator) -> str:
    words = sorted([operator.word, *operator.arguments[:4]], key=lambda word: word.index)
    return ("not " if operator.negated else "") + " ".join(word.text for word in words)
