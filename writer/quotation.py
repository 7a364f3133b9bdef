"""Marked quotations: "@key write: “...”" stands if the work has the words, as they are, as its own."""

from __future__ import annotations

import re

from ..evidence.texts import SourceSentence, WorkText
from .passages import content_words

_QUOTE = re.compile(r"[“\"](?P<words>[^“”\"]{12,}?)[.,;]?[”\"]")
_ATTRIBUTION = frozenset(
    [
        "author",
        "authors",
        "report",
        "reports",
        "reported",
        "write",
        "writes",
        "wrote",
        "state",
        "states",
        "stated",
        "note",
        "notes",
        "noted",
        "say",
        "says",
        "said",
        "find",
        "finds",
        "found",
        "conclude",
        "concludes",
        "concluded",
        "put",
        "puts",
        "observe",
        "observed",
        "limitation",
        "words",
        "name",
        "names",
        "own",
        "work",
    ]
)


def quoted(statement: str) -> list[str]:
    """The quotations of a sentence, if it does nothing but attribute them; else none."""
    found = [match["words"] for match in _QUOTE.finditer(statement)]
    rest = _QUOTE.sub(" ", statement)
    if any(word.lower() not in _ATTRIBUTION for word in content_words(rest)):
        return []
    return found


def find_quotation(words: str, text: WorkText) -> SourceSentence | None:
    """The sentence of the work that holds the words, white space and quotation marks aside."""
    wanted = _plain(words)
    return next((sentence for sentence in text.sentences if wanted in _plain(sentence.text)), None)


def _plain(text: str) -> str:
    return re.sub(r"[“”\"'’‘]", "", " ".join(text.split())).strip(" .")
