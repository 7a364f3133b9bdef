"""Which sentences of a library bear on a topic: on the work that search finds, and then sentence by sentence.

A sentence bears on a topic when it names most of it, alone or with its neighbours; when its work is about the topic by
its title, or by its title and best passage, and it lies there or names some of it; or when it lies in or beside a
passage whose meaning is near. The fewer chunks have a term, the more it weighs, so that a work which shares only the
common half of a topic is left out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..evidence.texts import SourceSentence, WorkText, read_text
from ..kb.text.cues import speaks_of_own
from .second_hand import is_second_hand

if TYPE_CHECKING:
    from ..kb.library import Library
    from ..kb.retrieval import EvidenceHit
    from ..kb.view import View

_WORKS = 12
_MOST = 0.55
"""Share of a topic's weight that must be named for a work or a window of sentences to be on it."""
_TITLE = 0.3
"""Share from which the title counts: then title and best passage together may name most of the topic, and sentences
bear that name some of it or lie in or beside that passage."""
_SOME = 0.2
"""Share that a sentence must name itself where its neighbours name the rest."""
_NEAR = 0.6
"""Cosine of topic and passage from which the passage is on the topic whatever its words."""
_OWN_ROLES = ("abstract", "results", "methods")


@dataclass(frozen=True)
class TopicTerms:
    """The index terms of a topic with their weights, rare terms weighing more."""

    weights: Mapping[str, float]

    def covered(self, text: str) -> float:
        """The share of the topic's weight that a text names, 0 to 1."""
        from ..kb.index.analysis import analyse

        total = sum(self.weights.values())
        named = set(analyse(text)) & self.weights.keys()
        return sum(self.weights[term] for term in named) / total if total else 0.0


def topic_terms(library: Library, view: View, topic: str) -> TopicTerms:
    """The terms of a topic, weighted by how few of the visible chunks have them."""
    from ..kb.index.analysis import analyse
    from ..kb.index.digests import readable_index
    from ..kb.index.index import SearchIndex

    terms = set(analyse(topic))
    with readable_index():
        statistics = SearchIndex(library).statistics
        frequencies = statistics.document_frequencies(view, terms)
        chunks = len(statistics.visible(view).ids)
    return TopicTerms({term: math.log(1 + (chunks + 1) / (frequencies.get(term, 0) + 1)) for term in terms})


def bearing_sentences(library: Library, view: View, topic: str) -> dict[str, dict[str, float]]:
    """Works that bear on the topic, best first, each with the relevance (above 0) of its sentences by their ids."""
    from ..kb.retrieval import search

    answer = search(library, topic, k=_WORKS, at=view.position, use="draft", caller="draft")
    terms = topic_terms(library, view, topic)
    found: dict[str, dict[str, float]] = {}
    for hit in answer.hits:
        text = read_text(view, hit.paper)
        scores = _of_work(text, hit, terms, _span(view, hit.chunk)) if text else {}
        if scores:
            found[hit.paper] = scores
    return found


def _span(view: View, chunk: str) -> tuple[int, int] | None:
    """The first and the last sentence of a chunk by their ordinals; None for a work that is found by its title."""
    rows = view.rows("SELECT first, last FROM chunks WHERE id = ?", [chunk])
    return (int(rows[0]["first"]), int(rows[0]["last"])) if rows else None


def _of_work(text: WorkText, hit: EvidenceHit, terms: TopicTerms, span: tuple[int, int] | None) -> dict[str, float]:
    title = hit.title or ""
    about = terms.covered(title)
    first, last = span or (0, -1)
    near = (hit.scores["dense"] or 0.0) >= _NEAR
    inside = " ".join(sentence.text for sentence in text.sentences if first <= sentence.ordinal <= last)
    named = terms.covered(f"{title} {inside}") >= _MOST
    if not near and not named:
        return {}
    whole, partly = named and about >= _MOST, named and about >= _TITLE
    scores: dict[str, float] = {}
    for place, sentence in enumerate(text.sentences):
        own = terms.covered(sentence.text)
        window = terms.covered(" ".join(part.text for part in _window(text.sentences, place)))
        beside = first - 1 <= sentence.ordinal <= last + 1
        on_work = whole or (partly and (own > 0 or beside))
        in_part = own >= _SOME and (near or window >= _MOST)
        bears = on_work or in_part or own >= _MOST or (near and beside)
        if bears and not _tells_of_others(text.sentences, place, title):
            scores[sentence.id] = own + (window + about) / 4
    return scores


def _window(sentences: Sequence[SourceSentence], place: int) -> list[SourceSentence]:
    """A sentence with its neighbours in the paragraph."""
    around = sentences[max(0, place - 1) : place + 2]
    return [other for other in around if other.paragraph == sentences[place].paragraph]


def _tells_of_others(sentences: Sequence[SourceSentence], place: int, title: str) -> bool:
    """Whether a sentence gives another work's results, or goes on in a discussion of them."""
    sentence = sentences[place]
    if any(not claim.own for claim in sentence.claims) or is_second_hand(sentence.text, sentence, title):
        return True
    before = sentences[place - 1] if place else None
    if before is None or before.paragraph != sentence.paragraph or sentence.role in _OWN_ROLES:
        return False
    told = any(not claim.own for claim in before.claims) or is_second_hand(before.text, before, title)
    return told and not speaks_of_own(sentence.text)
