"""Marked quotations: "@key write: “...”" stands if the work has the words, as they are, as its own."""

from __future__ import annotations

import re

from ..evidence.texts import SourceSentence, WorkText
from .passages import content_words

_QUOTE = re.compile(r"[“\"](?P<words>[^“”\"]{12,}?)[.,;]?[”\"]")
_LEAD_IN = re.compile(
    r"(?:(?:[A-Z]\w+(?:\s\w+)?:|however|moreover|furthermore|in addition|also|thus|therefore|hence|overall"
    r"|in conclusion|finally|first|second),?\s?)?"
    r"(?:(?:a|an|one|the|another|our|main|major|important|first|further)\s){0,3}(?:(?:limitation|weakness|drawback)\s"
    r"(?:of\s(?:this|our|the\s\w+)\s\w+\s)?is\sthat)?"
    r"(?:(?:here,?\s)?(?:we|our\s(?:results?|findings|data)|these\s(?:results?|findings|data))\s"
    r"(?:found|find|show(?:ed)?|conclude[d]?|report(?:ed)?|observed?|demonstrated?)\sthat)?",
    re.I,
)
_TRAIL = re.compile(r"(?:[\[(][^\[\]()]*[\])]|[.,;]|\s)*")
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
    """The sentence of the work that says the words as its own, white space and quotation marks aside.

    A part of a sentence is quoted only where the rest takes nothing back: "no evidence that ..." says the opposite of
    what follows, and "..., but only in mice" less.
    """
    wanted = _plain(words)
    return next((sentence for sentence in text.sentences if _says(_plain(sentence.text), wanted)), None)


def _says(sentence: str, wanted: str) -> bool:
    begin = sentence.find(wanted)
    if begin < 0 or not wanted:
        return False
    before, after = sentence[:begin].strip(), sentence[begin + len(wanted) :].strip()
    whole_words = not re.search(r"\w$", sentence[:begin]) and not re.match(r"\w", sentence[begin + len(wanted) :])
    return whole_words and bool(_LEAD_IN.fullmatch(before)) and bool(_TRAIL.fullmatch(after))


def _plain(text: str) -> str:
    return re.sub(r"[“”\"'’‘]", "", " ".join(text.split())).strip(" .")
