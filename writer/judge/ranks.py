"""The first and the last of a ranking, and whether a claim puts one of them on the wrong side of "than".

"DMSO gave the highest yield and hexane the lowest": nothing is higher than the one, nothing lower than the other.
"""

from __future__ import annotations

import re

from .reading import Reading

_TOP = r"highest|largest|greatest|longest|fastest|widest|best|strongest|deepest|oldest|warmest|heaviest|most"
_BOTTOM = r"lowest|smallest|least|shortest|slowest|narrowest|worst|weakest|shallowest|youngest|coldest|lightest|fewest"
_RANKED = re.compile(rf"\b(?:the|was|were|is|are|had) (?:(?P<top>{_TOP})|(?P<bottom>{_BOTTOM}))\b", re.IGNORECASE)
_UP = r"higher|larger|greater|longer|faster|wider|better|stronger|deeper|older|warmer|heavier|more"
_DOWN = r"lower|smaller|less|shorter|slower|narrower|worse|weaker|shallower|younger|colder|lighter|fewer"
_THAN = re.compile(rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b[^.;]*?\bthan\b", re.IGNORECASE)
_PAIR_LIMIT = 2


def misranked(claim: Reading, evidence: Reading) -> bool:
    """Whether the claim puts the last above another, or another above the first, of a ranking in the evidence."""
    ranked = list(_RANKED.finditer(evidence.text))
    than = _THAN.search(claim.text)
    if len(ranked) != _PAIR_LIMIT or not than or not (ranked[0]["top"] or ranked[1]["top"]):
        return False
    if bool(ranked[0]["top"]) == bool(ranked[1]["top"]):
        return False
    segments = [_keys(evidence, 0, ranked[0].start()), _keys(evidence, ranked[0].end(), ranked[1].start())]
    first, last = (0, 1) if ranked[0]["top"] else (1, 0)
    top, bottom = segments[first] - segments[last], segments[last] - segments[first]
    left, right = _keys(claim, 0, than.start()), _keys(claim, than.end(), len(claim.text))
    upper, under = (left, right) if than["up"] else (right, left)
    return bool((upper & bottom - top) and not upper & top) or bool((under & top) and not under & bottom)


def _keys(reading: Reading, start: int, end: int) -> frozenset[str]:
    return frozenset().union(*(word.keys for word in reading.content if start <= word.start < end and not word.light))
