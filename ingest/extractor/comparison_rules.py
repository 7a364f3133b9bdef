"""Rules that find the two sides of a comparison, its metric and its sign around a pivot, one rule a kind of sentence.

They work on a sentence without brackets; a rule gives nothing where the phrases around its pivot cannot be told.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ...kb.events.claims import Relation
from .metrics import find_metric
from .phrases import Span, phrase_after, phrase_before, shrink
from .pivots import (
    CHANGED,
    CHANGES_DOWN,
    DENIES,
    FRONTED,
    FRONTED_HAS,
    GOOD,
    HAS_CHANGE,
    HAS_COMPARED,
    IS_COMPARED,
    IS_TO,
    NAMES_ITS_METRIC,
    NO_DIFFERENCE,
    NOT_DIFFERENT,
    PLACE,
    SEEN,
    SIGNS,
    THAT_OF,
    WON,
    WON_BY,
)

_PREPOSITION = re.compile(r"\s(?:in|among|for|with|on|at|during)\s")
_THAT_PLACE = re.compile(r"(?:in|for|with|on|among|at|during)\s")
_AMOUNT_FOLLOWS = re.compile(r"\b(?:more|less|fewer|greater|higher|lower|smaller)$")
_ADVERB_ALONE = re.compile(r"(?:[a-z]+ly|more|less|further)(?:\s(?:[a-z]+ly|more|less|further))*")
_UNTOLD = re.compile(r"\beach other\b|\b(?:reduced|decreased|diminished|impaired|suppressed)\b")


@dataclass(frozen=True)
class Found:
    """Spans and sign before keys are made; `sign` is that of an amount unless `quality` says it is of goodness."""

    a: Span
    b: Span
    metric: Span | None
    sign: int
    quality: bool
    adjective: Span | None = None
    relation: Relation | None = None


def _denied(text: str, start: int, end: int) -> Relation | None:
    return "no-difference" if DENIES.search(text, max(0, start - 12), end) else None


def _won(text: str) -> Found | None:
    match = WON.search(text)
    if match is None:
        return None
    a, b = phrase_before(text, match.start()), phrase_after(text, match.end())
    if a is None or b is None:
        return None
    loses = match["win"].startswith(("underperform", "lag"))
    amount = match["win"].startswith("exceed")
    denied = _denied(text, match.start(), match.end("win"))
    return _turned(Found(a, b, _metric_after(text, b[1]), -1 if loses else 1, not amount, relation=denied))


def _won_by(text: str) -> Found | None:
    match = WON_BY.search(text)
    if match is None:
        return None
    a, b = phrase_before(text, match.start()), phrase_after(text, match.end())
    if a is None or b is None:
        return None
    denied = _denied(text, match.start(), match.end("win"))
    amount = match["win"] == "exceeded"
    return _turned(Found(a, b, _metric_after(text, b[1]), -1, not amount, relation=denied))


def _is_compared(text: str) -> Found | None:
    match = IS_COMPARED.search(text)
    if match is None:
        return None
    left = phrase_before(text, match.start())
    b = _second(text, match.end())
    if left is None or b is None:
        return None
    sign, quality = _sign(match["comp"])
    relation = _denied(text, match.start(), match.start("comp"))
    middle = shrink(text, match.span("middle"))
    place = PLACE.match(text, match.end("comp"), match.end("middle")) if middle else None
    if place:
        a = phrase_after(text, place.end(), match.end("middle"))
        return _turned(Found(a, b, left, sign, quality, relation=relation)) if a else None
    adjective = middle if middle and match["comp"] in ("more", "less") else None
    if adjective is None and match["comp"] in NAMES_ITS_METRIC:
        adjective = match.span("comp")
        sign = 1
    if adjective is None:
        if middle:
            return None
    elif _UNTOLD.search(text, *adjective):
        return None
    elif split := _place_within(text, adjective, match.end()):
        return _turned(Found(split, b, left, sign, quality, relation=relation))
    held = None if adjective else _holder(text, left)
    if held is None and _THAT_PLACE.match(text, match.end()):
        return None
    if held:
        return _turned(Found(held[0], b, held[1], sign, quality, relation=relation))
    return _turned(Found(left, b, _metric_after(text, b[1]), sign, quality, adjective, relation))


def _place_within(text: str, adjective: Span, than: int) -> Span | None:
    """A in "more frequent in A than in B", where the same preposition stands on both sides."""
    place = _PREPOSITION.search(text, *adjective)
    if place is None or not text.startswith(place.group().lstrip(), than):
        return None
    return phrase_after(text, place.end(), adjective[1])


def _seen(text: str) -> Found | None:
    """ "Higher levels of X were observed in A than in B"."""
    match = SEEN.search(text)
    if match is None:
        return None
    a, b = phrase_after(text, *match.span("a")), _second(text, match.end())
    metric = shrink(text, match.span("metric"))
    if a is None or b is None or metric is None:
        return None
    sign, quality = _sign(match["comp"])
    return _turned(Found(a, b, metric, sign, quality))


def _is_to(text: str) -> Found | None:
    match = IS_TO.search(text)
    if match is None:
        return None
    left = phrase_before(text, match.start())
    b = _second(text, match.end())
    if left is None or b is None:
        return None
    held = _holder(text, left)
    if held and match["comp"] in ("superior", "inferior") and not find_metric(text, *held[1]):
        held = None
    a, metric = held if held else (left, _metric_after(text, b[1]))
    if match["comp"] in ("superior", "inferior"):
        sign, quality = _sign(match["comp"])
        return _turned(Found(a, b, metric, sign, quality, relation=_denied(text, match.start(), match.start("comp"))))
    if _denied(text, match.start(), match.start("comp")):
        return None
    return Found(a, b, metric, 0, False, relation="equal")


def _has_compared(text: str) -> Found | None:
    match = HAS_COMPARED.search(text)
    if match is None:
        return None
    a, b = phrase_before(text, match.start()), _second(text, match.end())
    if a is None or b is None:
        return None
    sign, quality = _sign(match["comp"])
    middle = shrink(text, match.span("middle"))
    metric = phrase_after(text, middle[0], middle[1]) if middle else _metric_after(text, b[1])
    relation = _denied(text, match.start(), match.start("comp"))
    return _turned(Found(a, b, metric, sign, quality, relation=relation))


def _changed(text: str) -> Found | None:
    match = CHANGED.search(text)
    if match is None:
        return None
    left, b = phrase_before(text, match.start()), _second(text, match.end())
    if left is None or b is None:
        return None
    quality = match["change"].startswith(("improv", "enhanc", "worsen"))
    sign = -1 if match["change"].startswith((*CHANGES_DOWN, "worsen")) else 1
    relation = _denied(text, match.start(), match.start("change"))
    middle = shrink(text, match.span("middle"))
    place = PLACE.match(text, match.end("change"), match.end("middle")) if middle else None
    if place:
        a = phrase_after(text, place.end(), match.end("middle"))
        at_amount = a is not None and text[a[0]].isdigit()
        return _turned(Found(a, b, left, sign, quality, relation=relation)) if a and not at_amount else None
    if middle is None or _ADVERB_ALONE.fullmatch(text, *middle):
        held = _holder(text, left)
        return _turned(Found(held[0], b, held[1], sign, quality, relation=relation)) if held else None
    metric = phrase_after(text, middle[0], middle[1])
    return _turned(Found(left, b, metric, sign, quality, relation=relation)) if metric else None


def _has_change(text: str) -> Found | None:
    match = HAS_CHANGE.search(text)
    if match is None:
        return None
    if _AMOUNT_FOLLOWS.search(match["middle"]):
        return None
    a, b = phrase_before(text, match.start()), _second(text, match.end())
    metric = phrase_after(text, match.start("middle"), match.end("middle"))
    if a is None or b is None or metric is None:
        return None
    quality = match["change"] == "improvement"
    sign = 1 if match["change"] in ("increase", "rise", "improvement") else -1
    relation = _denied(text, match.start(), match.start("change"))
    return _turned(Found(a, b, metric, sign, quality, relation=relation))


def _fronted(text: str) -> Found | None:
    match = FRONTED.match(text)
    if match is None:
        return None
    b = _second(text, match.start("b"), match.end("b"))
    inner = FRONTED_HAS.search(text, match.start("rest"))
    won = _has_compared(text[match.start("rest") :])
    if b is None or inner is None or won is not None:
        return None
    a = phrase_before(text, inner.start(), match.start("rest"))
    middle = shrink(text, inner.span("middle"))
    if a is None:
        return None
    sign, quality = _sign(inner["comp"])
    relation = _denied(text, inner.start(), inner.start("comp"))
    place = PLACE.match(text, inner.end("comp"), inner.end("middle")) if middle else None
    if place:
        where = phrase_after(text, place.end())
        return _turned(Found(where, b, a, sign, quality, relation=relation)) if where else None
    metric = phrase_after(text, middle[0], middle[1]) if middle else None
    return _turned(Found(a, b, metric, sign, quality, relation=relation)) if metric else None


def _no_difference(text: str) -> Found | None:
    match = NO_DIFFERENCE.search(text)
    if match is None:
        return None
    pair = _pair(text, match.end())
    if pair is None:
        return None
    place = re.search(r"\b(?:in|of|for)\s", match["middle"])
    metric = phrase_after(text, match.start("middle") + place.end(), match.end("middle")) if place else None
    return Found(*pair, metric or _metric_after(text, pair[1][1]), 0, False, relation="no-difference")


def _not_different(text: str) -> Found | None:
    match = NOT_DIFFERENT.search(text)
    if match is None:
        return None
    word = text[: match.end()].split()[-1].casefold()
    left = phrase_before(text, match.start())
    if left is None:
        return None
    relation: Relation = "equal" if match["same"] and not match["same"].startswith("not") else "no-difference"
    if word in ("between", "among") or (word == "in" and match["same"]):
        pair = _pair(text, match.end())
        return Found(*pair, left, 0, False, relation=relation) if pair else None
    if word == "from":
        b = _second(text, match.end())
        held = _holder(text, left)
        a, metric = held if held else (left, _metric_after(text, b[1]) if b else None)
        return Found(a, b, metric, 0, False, relation=relation) if b else None
    halves = _halves(text, left)
    metric = phrase_after(text, match.end())
    return Found(*halves, metric, 0, False, relation=relation) if halves else None


def _pair(text: str, start: int) -> tuple[Span, Span] | None:
    """ "A and B" at `start`."""
    both = phrase_after(text, start, joined=True)
    return _halves(text, both) if both else None


def _halves(text: str, span: Span) -> tuple[Span, Span] | None:
    match = re.search(r"\s(?:and|or|vs\.?|versus)\s", text[slice(*span)])
    if match is None:
        return None
    a = shrink(text, (span[0], span[0] + match.start()))
    b = shrink(text, (span[0] + match.end(), span[1]))
    return (a, b) if a and b else None


def _second(text: str, start: int, end: int | None = None) -> Span | None:
    """B, without "that of" or a preposition before it."""
    lead = THAT_OF.match(text[start:])
    return phrase_after(text, start + (lead.end() if lead else 0), end)


def _holder(text: str, span: Span) -> tuple[Span, Span] | None:
    """A and the metric of "the accuracy of A", "A's accuracy" or "accuracy in A"."""
    piece = text[slice(*span)]
    match = re.search(r"\s(?:of|in|for|with|among)\s", piece)
    if match:
        a = shrink(text, (span[0] + match.end(), span[1]))
        metric = shrink(text, (span[0], span[0] + match.start()))
        return (a, metric) if a and metric else None
    owner = re.search(r"[’']s?\s", piece)
    if owner:
        a = shrink(text, (span[0], span[0] + owner.start()))
        metric = shrink(text, (span[0] + owner.end(), span[1]))
        return (a, metric) if a and metric else None
    return None


def _metric_after(text: str, start: int) -> Span | None:
    """A metric named after B: one with a known name, or what "in terms of" names."""
    end = re.compile(r"[;:]|,? (?:whereas|while|but)\b").search(text, start)
    known = find_metric(text, start, end.start() if end else len(text))
    if known:
        return known
    match = re.compile(r"\b(?:in terms of|with (?:respect|regard) to|as measured by)\s(?:the )?").search(text, start)
    return phrase_after(text, match.end()) if match else None


def _sign(comparative: str) -> tuple[int, bool]:
    """Sign of a comparative, and whether it speaks of quality rather than amount."""
    word = comparative.casefold()
    if word in SIGNS:
        return SIGNS[word], False
    return (1 if re.fullmatch(GOOD, word) else -1), True


def _turned(found: Found) -> Found:
    """With a denial the sign says nothing: "not higher" may be lower or equal."""
    if found.relation is None:
        return found
    return Found(found.a, found.b, found.metric, 0, False, None, found.relation)


RULES: tuple[Callable[[str], Found | None], ...] = (
    _seen, _won_by, _won, _no_difference, _not_different, _fronted, _has_compared, _has_change, _is_compared,
    _is_to, _changed,
)  # fmt: skip
