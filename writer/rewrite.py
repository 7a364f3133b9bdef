"""Narrower or weaker wordings of a sentence. Each is a proposal only: it must pass every validator again."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache

from ..kb.text.lexicon import words
from .frames import framed

_CAUSES: tuple[tuple[str, str], ...] = (
    (r"\bhas caused\b|\bcaused\b|\bled to\b|\bresulted in\b|\bbrought about\b", "was associated with"),
    (r"\bcauses\b|\bleads to\b|\bresults in\b|\bbrings about\b", "is associated with"),
    (r"\bcause\b|\blead to\b|\bresult in\b", "are associated with"),
)
_HEDGES: tuple[tuple[str, str], ...] = (
    (r"\b(?:is|are) due to\b", "may be due to"),
    (r"\b(?:was|were) due to\b", "may have been due to"),
    (r"\bshows\b|\bdemonstrates\b|\bproves\b|\bestablishes\b", "suggests"),
    (r"\bshow\b|\bdemonstrate\b|\bprove\b|\bestablish\b", "suggest"),
    (r"\bshowed\b|\bdemonstrated\b|\bproved\b|\bestablished\b", "suggested"),
    (r"\bcan be\b|\bwill be\b|\bis\b|\bare\b", "may be"),
    (r"\bwas\b|\bwere\b", "may have been"),
    (r"\bcan\b|\bwill\b", "may"),
    (r"\bhas\b|\bhave\b", "may have"),
)
_QUANTIFIERS: tuple[tuple[str, str], ...] = (
    (r"\ball\b|\bevery\b|\beach of the\b", "some"),
    (r"\balways\b|\binvariably\b", "sometimes"),
    (r"\bmost\b", "some"),
    (r"\bnever\b", "rarely"),
)
_SCOPE_CODES = frozenset({"scope-dropped", "scope-widened"})
_HEDGE_CODES = frozenset({"hedge-dropped", "causal-climb", "plan-not-finding"})
_WORD = re.compile(r"[A-Za-z]+")
_SUBORDINATE = words("""before after when while where who which that if because since although unless until whereas""")
_NOT_BEFORE_A_VERB = words("""the a an of in on at for with by to and or from this that these those its their""")


def rewrites(sentence: str, passage: str, scope: Sequence[str], codes: Collection[str]) -> Iterator[str]:
    """Proposals, the narrowest change first.

    `scope` are slots of the packet (setting, population, dataset) as text; `codes` are those of the judge, which say
    what the sentence has too much of.
    """
    seen = {sentence}
    for proposal in _proposals(sentence, passage, scope, codes):
        if proposal not in seen:
            seen.add(proposal)
            yield proposal


def _proposals(sentence: str, passage: str, scope: Sequence[str], codes: Collection[str]) -> Iterator[str]:
    frames = list(_frames(sentence, passage, scope)) if _SCOPE_CODES & set(codes) else []
    weaker: list[str] = []
    if "causal-climb" in codes:
        weaker += _replaced(sentence, _CAUSES)
    if _HEDGE_CODES & set(codes):
        weaker += [*_replaced(sentence, _HEDGES), *_may(sentence)]
    if "quantifier-widened" in codes:
        weaker += _replaced(sentence, _QUANTIFIERS)
    for frame in frames:
        yield _framed(frame, sentence)
    yield from weaker
    for frame in frames:
        for proposal in weaker:
            yield _framed(frame, proposal)


def _frames(sentence: str, passage: str, scope: Sequence[str]) -> Iterator[str]:
    cut = framed(passage)
    if cut is not None and framed(sentence) is None:
        yield cut.frame
    for text in scope:
        if 0 < len(text.split()) <= 8 and text.lower() not in sentence.lower():
            yield f"In {text}"


def _framed(frame: str, sentence: str) -> str:
    first = sentence.split()[0]
    keeps_case = not first[1:].islower() and len(first) > 1
    return f"{frame}, {sentence if keeps_case else sentence[:1].lower() + sentence[1:]}"


def _replaced(sentence: str, table: Sequence[tuple[str, str]]) -> Iterator[str]:
    for pattern, weaker in table:
        changed = re.sub(pattern, _like(weaker), sentence, count=1, flags=re.IGNORECASE)
        if changed != sentence:
            yield changed


def _like(word: str) -> Callable[[re.Match[str]], str]:
    return lambda match: word[:1].upper() + word[1:] if match.group()[:1].isupper() else word


def _may(sentence: str) -> Iterator[str]:
    """`controls` to `may control`, `halved` to `may have halved`: words of the main clause that can be its verb."""
    previous = ""
    for match in _WORD.finditer(sentence):
        word = match.group()
        if previous and word in _SUBORDINATE:
            return
        if previous and previous not in _NOT_BEFORE_A_VERB and word.islower():
            weaker = _weaker_verb(word)
            if weaker:
                yield f"{sentence[: match.start()]}{weaker}{sentence[match.end() :]}"
        previous = word.lower()


@lru_cache(maxsize=512)
def _weaker_verb(word: str) -> str | None:
    import lemminflect

    lemmas = lemminflect.getLemma(word, "VERB")
    if not lemmas or len(word) < 4:
        return None
    lemma = str(lemmas[0])
    if word in lemminflect.getInflection(lemma, "VBZ"):
        return f"may {lemma}"
    if word != lemma and word in lemminflect.getInflection(lemma, "VBD"):
        participles = lemminflect.getInflection(lemma, "VBN")
        return f"may have {participles[0]}" if participles else None
    return None
