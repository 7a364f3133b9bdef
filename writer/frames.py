"""Opening frames of a sentence ("In broilers, ...", "On maize inoculated with ..., "): scope that a study sets once.

A paper says in its title, abstract or methods what was studied, and does not say it again in each result. Such a frame
may be licensed there; the rest of the sentence must be licensed by the passage. A frame that tells one arm or product
of the study from another, or that is the whole of a share, is no such frame: it stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..evidence.texts import SourceSentence
from ..kb.text.cues import speaks_of_others
from ..kb.text.quantities import parse_quantities
from ..kb.text.quantity_match import licenses
from ..kb.text.stems import stem
from .passages import amounts, content_words

_FRAME = re.compile(
    r"^(?P<frame>(?:In|On|Over|After|At|During|Among|Across|Within|With|Under|From|Of|For|Throughout)\s[^,;]{3,140}),\s(?P<rest>.+)$"
)
_ARM = re.compile(
    r"\b(?:group|arm|treatment|condition|without|only|alone|subgroup|cohort|each|all|any|every|both|most|settings?|general)\b",
    re.I,
)
_SHARE = re.compile(r"\d\s?%|\bpercent|\bout of\b|\bfold\b|\bof (?:the|them|these)\b", re.I)
_COUNT = re.compile(r"\d+|[a-z]+\s(?:were|had|was)\b")
_TOTAL = re.compile(
    r"\b(?:total|altogether|overall|entire)\b|\b(?:were|was)\s(?:\w+ly\s)?(?:collected|isolated|included|enrolled|recruited|studied|tested|examined"
    r"|analy[sz]ed|selected|obtained|surveyed|interviewed|sampled)\b",
    re.I,
)
_PLAN = re.compile(
    r"\b(?:further|future|should|will|need(?:s|ed)? to|planned|remains? to|recommend\w*|could|might|may)\b", re.I
)
_NAME = re.compile(r"[A-Za-z]+-?\d[\w-]*")
_STUDY_ROLES = ("abstract", "methods", "results", "other")


@dataclass(frozen=True)
class Framed:
    """A sentence cut behind its opening frame; `rest` is a sentence by itself.

    `whole` is true where the frame counts what the shares of the rest are shares of ("Of 50 isolates, 84 % ...").
    """

    frame: str
    rest: str
    whole: bool = False


def opening_frame(sentence: str) -> str | None:
    """The words that open a sentence and hold for all of it, with comma and blank; None where it has none."""
    match = _FRAME.match(sentence)
    return sentence[: match.start("rest")] if match else None


def framed(sentence: str) -> Framed | None:
    """The opening frame of a sentence, or None where it has none that may be taken off."""
    match = _FRAME.match(sentence.strip())
    if not match:
        return None
    frame, rest = match["frame"], match["rest"]
    if _ARM.search(frame):
        return None
    counted = any(quantity.kind == "count" for quantity in parse_quantities(frame))
    whole = frame.startswith(("Of ", "Among ", "From ", "In ")) and bool(_SHARE.search(rest) or _COUNT.match(rest))
    if whole and not counted and frame.startswith(("Of ", "Among ")):
        return None
    whole = whole and counted
    return Framed(frame, rest[:1].upper() + rest[1:], whole)


def licensed_by_study(
    cut: Framed, title: str, window: str, sentences: Sequence[SourceSentence]
) -> tuple[SourceSentence, ...] | None:
    """The sentence that, with title and passage, says all that the frame says; () where those do, else None."""
    wanted = _keys_of([cut.frame])
    base = _keys_of([] if cut.whole else [title, window])
    numbers = amounts(cut.frame)
    open_words = wanted - base
    there = [] if cut.whole else [*parse_quantities(window), *parse_quantities(title)]
    open_numbers = [number for number in numbers if not any(licenses(found, number) for found in there)]
    if not open_words and not open_numbers:
        return ()
    for sentence in sentences:
        if sentence.role not in _STUDY_ROLES or _PLAN.search(sentence.text) or speaks_of_others(sentence.text):
            continue
        if cut.whole and not _TOTAL.search(sentence.text):
            continue
        found = parse_quantities(sentence.text) if open_numbers else []
        said = _keys_of([sentence.text])
        if open_words <= said and all(any(licenses(one, number) for one in found) for number in open_numbers):
            return (sentence,)
    return None


def _keys_of(texts: Iterable[str]) -> frozenset[str]:
    """Stems of the content words, and names with digits as they are: "Harz-24" is not "Harz-34"."""
    joined = " ".join(texts)
    names = {name.lower() for name in _NAME.findall(joined)}
    return frozenset(stem(word) for word in content_words(joined)) | names
