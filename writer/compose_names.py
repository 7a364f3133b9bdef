"""What a work calls itself and its numbered parts: "the third lesson" is its Lesson 3, "the course on X" is the course.

A manuscript must say which work it speaks of where the work itself says "this course" or "it"; what such a subject adds
is licensed by the title, once for all, and only a sentence of the work that speaks of itself as a whole may then bear
the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ..kb.text.stems import stem
from .passages import content_words

_PARTS = (
    "lesson|unit|module|group|experiment|study|phase|stage|part|chapter|session|cohort|trial|workshop|scenario|model"
)
_LABELLED = re.compile(
    rf"\b(?P<noun>{_PARTS})s?\s(?P<numbers>\d{{1,2}}(?:(?:,\s|\sand\s|,\sand\s|\s&\s)\d{{1,2}})*)\b", re.I
)
_PART_LABEL = re.compile(
    r"\b(?P<noun>[Ll]esson|[Uu]nit|[Mm]odule|[Cc]hapter|[Ww]orkshop)s?\s(?P<numbers>\d{1,2}(?:(?:,\s|\sand\s|,\sand\s|\s&\s)\d{1,2})*)(?![\w.]*\d)"
)
_NUMBER = re.compile(r"\d+")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_COUNTS = {"two": 2, "three": 3, "four": 4}
_FIRST_FEW = re.compile(rf"\b(?:its|the|their)\sfirst\s(?P<count>two|three|four)\s(?P<noun>{_PARTS})s\b", re.I)
_NTH = re.compile(rf"\b(?:its|the|their)\s(?P<nth>{'|'.join(_ORDINALS)})\s(?P<noun>{_PARTS})\b", re.I)
_KIND = (
    "course|curriculum|workshop|module|lesson|package|library|tool|toolkit|school|study|trial|review|survey|paper|article"
    "|project|programme|program|framework|platform|software|protocol|dataset|database|experiment|tutorial|book"
)
_SELF = re.compile(
    rf"^(?P<the>The|This|A|An)\s(?P<before>(?:[\w-]+\s){{0,4}}?)(?P<kind>{_KIND})(?P<after>\s(?:on|of|about|for|in|with)\s(?:[\w-]+\s){{0,5}}?[\w-]+)?"
    r"\s(?P<verb>(?:does|do|did|is|was|has|had|can|assumes?|expects?|requires?|needs?|uses?|used|covers?|teaches|aims?|consists|comprises"
    r"|includes?|contains?|contained|offers?|provides?|lasts?|lasted|runs?|ran|began|started|targets?|follows?)\b.*)$"
)
_AIM = re.compile(r"^(?P<head>The objective of )(?P<who>.+?)(?P<rest>\s(?:is|was)\s.+)$")
_OF_ITSELF = re.compile(
    rf"^(?:[^,;]{{0,60}},\s)?(?:it|we|our|this|the)\b(?!\s(?:first|second|third|latter|former|other)\b)|\b(?:this|our|the\spresent)\s(?:[\w-]+\s)?(?:{_KIND})\b",
    re.I,
)


def numbered_parts(sentences: Iterable[str]) -> dict[str, frozenset[int]]:
    """The numbers that a work gives to its parts, by noun: {"lesson": {1, 2, 3}}."""
    found: dict[str, set[int]] = {}
    for sentence in sentences:
        for match in _LABELLED.finditer(sentence):
            if match["noun"][0].isupper():
                numbers = {int(number) for number in re.findall(r"\d+", match["numbers"])}
                found.setdefault(match["noun"].lower(), set()).update(numbers)
    return {noun: frozenset(numbers) for noun, numbers in found.items()}


def with_labels(text: str, parts: Mapping[str, frozenset[int]]) -> str:
    """The text with parts named by their labels, where the work labels them from one on."""

    def first_few(match: re.Match[str]) -> str:
        count = _COUNTS[match["count"].lower()]
        wanted = range(1, count + 1)
        if not set(wanted) <= parts.get(match["noun"].lower(), frozenset()):
            return match.group()
        listed = [str(number) for number in wanted]
        return f"{match['noun'].capitalize()}s {', '.join(listed[:-1])} and {listed[-1]}"

    def nth(match: re.Match[str]) -> str:
        number = _ORDINALS.index(match["nth"].lower()) + 1
        if not {1, number} <= parts.get(match["noun"].lower(), frozenset()):
            return match.group()
        return f"{match['noun'].capitalize()} {number}"

    return _NTH.sub(nth, _FIRST_FEW.sub(first_few, text))


def with_part_names(text: str) -> str:
    """The text with labels of parts as names: `Lessons 1 and 2` are Lesson-1 and Lesson-2, and no amounts."""

    def names(match: re.Match[str]) -> str:
        noun = match["noun"].capitalize()
        return _NUMBER.sub(lambda number: f"{noun}-{number.group()}", match["numbers"])

    return _PART_LABEL.sub(names, text)


def of_the_work(text: str, title: str) -> str | None:
    """The text with its subject cut to the kind of work that it names; None where the title does not license it."""
    match = _SELF.match(text)
    aim = _AIM.match(text)
    if aim and (inner := of_the_work(f"{aim['who'][:1].upper()}{aim['who'][1:]} is.", title)):
        return f"{aim['head']}{_lowered(inner.removesuffix(' is.'))}{aim['rest']}"
    if not match or not (match["before"] or match["after"]):
        return None
    titled = {stem(word) for word in content_words(title)}
    added = content_words(f"{match['before']} {match['after'] or ''}")
    if not added or any(stem(word) not in titled for word in added):
        return None
    return f"The {match['kind']} {match['verb']}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def speaks_of_itself(sentence: str) -> bool:
    """Whether a sentence of a work is about the work as a whole, and not about a numbered or named part of it."""
    return bool(_OF_ITSELF.search(sentence)) and not _LABELLED.search(sentence)
