"""Lists in a sentence whose members take the members of a run of numbers in order: "A, B and C were 34, 112 and 19"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...kb.text.quantities import Quantity
from .reading import Reading, Word

_WORD = r"[\w'’./+-]+"
_ITEM = rf"{_WORD}(?:\s{_WORD}){{0,3}}"  # one separator a word: optional ones take exponential time on long lists
_TARGET = re.compile(
    r"\b(?:than|compared (?:with|to)|in comparison (?:with|to)|relative to|versus|vs\.?|as opposed to|against"
    r"|over that of|(?:times|half|thirds?|quarters?|%|percent|of)\s(?:that|those|the \w+) of"
    r"|(?:that|those) of|as\s\w+(?:\s\w+){0,3}?\sas"
    r"|outperform(?:s|ed)|exceed(?:s|ed)|surpass(?:es|ed)|beat)\s",
    re.IGNORECASE,
)
_FRONTED = re.compile(
    r"^(?:compared (?:with|to)|relative to|in comparison (?:with|to)|unlike)\s([^,]+),\s", re.IGNORECASE
)
_END = re.compile(r"[;:.]\s|,\s|\s\(|\b(?:whereas|while|but|although|by)\b")
_NUMBERED = re.compile(
    r"\b(?P<count>two|three|four|five|six)\s(?:[\w-]+\s){0,2}?(?P<noun>[a-z]+s|studies)(?:\swere \w+)?$", re.IGNORECASE
)
#: keys of the small words that tell two values apart
MOMENTS = frozenset({"@before", "@after", "@without"})
_LED = re.compile(r"^.*\b(?:in|of|for|at|on|among|from|with|to|against)\s(?=\w)")
_COMPARED = re.compile(r"\b(?:against|compared)\b")
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def moments(reading: Reading, low: int, high: int) -> list[Word]:
    """ "Before" and "after", "with" and "without": small words that tell two values apart."""
    return [
        Word(-1, word.text, word.start, word.end, frozenset({_moment(word)}))
        for word in reading.words
        if low <= word.start < high and _moment(word) in MOMENTS
    ]


def _moment(word: Word) -> str:
    """What was left untreated is without the treatment."""
    return (
        "@without"
        if re.fullmatch(r"untreated|unsupplemented|controls?", word.text, re.IGNORECASE)
        else f"@{word.text.lower()}"
    )


def members(reading: Reading, run: Sequence[Quantity]) -> list[frozenset[Word]]:
    """The words of the list whose members the numbers of `run` belong to; empty where there is no such list."""
    if numbered := _numbered(reading, run):
        return numbered
    if len(run) == 2 and (compared := _compared(reading, run)):
        return compared
    if _COMPARED.search(reading.text[run[0].end : run[-1].start]):
        return []
    if before := _listed(reading, run[0].start, len(run)):
        return before
    return _listed(reading, len(reading.text), len(run), run[-1].end)


def _numbered(reading: Reading, run: Sequence[Quantity]) -> list[frozenset[Word]]:
    """ "In two experiments (n = 318 and n = 502)": the first number is that of experiment 1."""
    said = _NUMBERED.search(re.sub(r"\(?[nN]\s?=\s?$", "", reading.text[: run[0].start]).rstrip(" (:"))
    if not said or _COUNTS[said["count"].lower()] != len(run):
        return []
    ordinals = ("first", "second", "third", "fourth", "fifth", "sixth")
    return [
        frozenset({Word(-1, str(i + 1), run[i].start, run[i].end, frozenset({str(i + 1), ordinals[i]}))})
        for i in range(len(run))
    ]


def _compared(reading: Reading, run: Sequence[Quantity]) -> list[frozenset[Word]]:
    """ "A was higher than B (0.88 versus 0.84)": the numbers stand in the order of the sides."""
    subject, target = sides(reading)
    ended = target and max(word.end for word in target) <= run[0].start
    mine = frozenset(w for w in subject if w.start < run[0].start and not any(w.keys & other.keys for other in target))
    return [mine, target] if ended and mine else []


def sides(claim: Reading) -> tuple[frozenset[Word], frozenset[Word]]:
    """The words of a claim that stand for its subject, and those that stand for what it is compared with."""
    text = claim.text
    if fronted := _FRONTED.match(text):
        start, end = fronted.span(1)
    elif marker := _TARGET.search(text):
        ending = _END.search(text, marker.end())
        start, end = marker.end(), ending.start() if ending else len(text)
    else:
        return _all(claim), frozenset()
    target = frozenset(word for word in _all(claim) if start <= word.start < end)
    return _all(claim) - target, target


def _all(claim: Reading) -> frozenset[Word]:
    return frozenset([*claim.content, *moments(claim, 0, len(claim.text))])


def _listed(reading: Reading, end: int, count: int, start: int = 0) -> list[frozenset[Word]]:
    lists = re.compile(rf"((?:{_ITEM},\s){{{count - 2}}}{_ITEM},?\s(?:and|or)\s{_ITEM})")
    matches = list(lists.finditer(reading.text[:end], start))
    if not matches:
        return []
    position = matches[-1].start()
    found: list[frozenset[Word]] = []
    for member in re.split(r",\s(?:and\s|or\s)?|\s(?:and|or)\s", matches[-1].group())[:count]:
        begin = reading.text.index(member, position)
        position = begin + len(member)
        if not found and (led := _LED.search(member)):  # "rainfall in Kent, Devon and Fife": rainfall is of all
            begin += led.end()
        found.append(frozenset(w for w in reading.content if begin <= w.start < position))
    return found if len(found) == count and all(found) else []
