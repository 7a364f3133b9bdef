"""Sentences that give several things their values in one breath, each value written out with what it belongs to.

"A and B were red and blue, respectively", "fed the queen protein and the larvae sugar", "84, compared with 79 for B",
"phosphorus flowed in the opposite direction": the words of such a sentence license a claim only in their own pairs.
"""

from __future__ import annotations

import re

from .reading import Reading
from .verbs import AUXILIARIES, DETERMINERS, PREPOSITIONS, verbs

_RESPECTIVELY = re.compile(r",?\s?\(?\brespectively\b\)?", re.IGNORECASE)
_TWO_OBJECTS = (
    r"(?:fed|feeds?|gave|gives?|given|offered|offers?|handed|paid|sent|showed|taught|lent|granted|awarded|assigned|served"
    r"|allotted|allocated|promised|painted|dyed|named|called|spoke|speaks?|wore|wears?|spelt|spelled)"
)
_NAMED = r"(?:(?:the|one|a|an|all|half|its|their|group|arm)\s)(?:[\w-]+\s)*?[\w-]+"
_GAP = re.compile(
    rf"^(?P<lead>.*?\b{_TWO_OBJECTS})\s(?P<a>{_NAMED})\s(?P<x>(?:an?\s)?[\w-]+)\sand\s(?P<b>{_NAMED})"
    r"\s(?P<y>(?:an?\s)?[\w-]+)(?P<tail>(?:\s(?:for|in|at|on|during|before|after|daily|every|each)\b.*)?)$",
    re.IGNORECASE,
)
_GAP_SUBJECT = re.compile(
    rf"^(?P<a>{_NAMED})\s(?P<verb>(?:(?:is|are|was|were)\s)?{_TWO_OBJECTS})\s(?P<x>[\w-]+),?\sand\s(?P<b>{_NAMED})"
    r"\s(?P<y>[\w-]+)(?P<tail>(?:\s(?:for|in|at|on|during|before|after|daily|every|each)\b.*)?)$",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r",?\s(?:compared (?:with|to)|versus|vs\.?|against|relative to)\s(?P<pairs>[-−\d.,%]+\s(?:[\w%]+\s)?for\s[^,;]+?)$",
    re.IGNORECASE,
)
_VALUE_FOR = re.compile(r"(?P<value>[-−]?\d[\d.]*\s?%?)\s(?:\w+\s)?for\s(?P<name>.+?)(?=,?\s(?:and|or)\s[-−]?\d|$)")
_FLOW = re.compile(
    r"\bfrom (?P<a>(?:the |an? )?[\w -]+?) (?:in)?to (?P<b>(?:the |an? )?[\w -]+?)(?P<join>[,;]|\s(?:and|but|while"
    r"|whereas)\b)(?P<rest>.*)\bin the (?:opposite|other|reverse) direction\b",
    re.IGNORECASE,
)
_MOVES = r"flow(?:s|ed)|mov(?:es|ed)|pass(?:es|ed)|travel(?:s|led|ed)|went|was transferred|were transferred"
_MOVED_FROM = re.compile(rf"\b(?P<verb>{_MOVES}) from\b", re.IGNORECASE)
_GIVEN_TO = re.compile(
    r"^(?P<source>[^,;]+?)\s(?:supplie[sd]|supply|provide[sd]?|deliver(?:s|ed)?|sen(?:ds?|t)|donate[sd]?|gave"
    r"|transfer(?:s|red)?|passe[sd])\s(?P<what>[^,;]+?)\s(?:on )?to\s(?P<goal>[^,;]+)$",
    re.IGNORECASE,
)


def as_moved(claim: Reading, evidence: Reading) -> str | None:
    """ "A supplied C to B" said with the verb of the evidence, where that is "C flowed from A to B"; else None."""
    moved = _MOVED_FROM.search(evidence.text)
    if not moved:
        return None
    text = claim.text.strip().rstrip(".")
    if given := _GIVEN_TO.match(text):
        source = given["source"][0].lower() + given["source"][1:]
        return f"{given['what']} {moved['verb']} from {source} to {given['goal']}"
    ours = _MOVED_FROM.search(text)
    return text[: ours.start("verb")] + moved["verb"] + text[ours.end("verb") :] if ours else None


def spelled(reading: Reading) -> list[str]:
    """The statements of a sentence of one of these forms, each in full; empty for any other sentence."""
    text = reading.text.strip().rstrip(".")
    if _RESPECTIVELY.search(text):
        return _paired(text, reading)
    return _gapped(text) or _beside(text, reading) or _turned(text)


def _gapped(text: str) -> list[str]:
    if match := _GAP.match(text):
        return [f"{match['lead']} {match[o]} {match[v]}{match['tail']}" for o, v in (("a", "x"), ("b", "y"))]
    if match := _GAP_SUBJECT.match(text):
        return [f"{match[o]} {match['verb']} {match[v]}{match['tail']}" for o, v in (("a", "x"), ("b", "y"))]
    return []


def _turned(text: str) -> list[str]:
    """ "In the opposite direction" is from the goal to the source of what was said before."""
    match = _FLOW.search(text)
    if not match:
        return []
    back = f"{match['rest'].strip()} from {match['b']} to {match['a']}{text[match.end() :]}"
    return [text[: match.start("join")], re.sub(r"^(?:and|but|while|whereas)\s", "", back.strip(), flags=re.IGNORECASE)]


def _beside(text: str, reading: Reading) -> list[str]:
    """ "The adapter reached 84.6, compared with 79.3 for tuning": the value of each, with its own subject."""
    match = _BESIDE.search(text)
    heads = [verb.word for verb in verbs(reading) if match and verb.word.start < match.start()]
    numbers = [q for q in reading.quantities if match and q.end <= match.start()]
    if not match or len(heads) != 1 or not numbers:
        return []
    cut = _subject_from(text)
    number = numbers[-1]
    stated = text[: match.start()]
    found = [stated]
    for pair in _VALUE_FOR.finditer(match["pairs"]):
        there = stated[heads[0].start : number.start] + pair["value"] + stated[number.end :]
        found.append(f"{text[:cut]}{pair['name']} {there}")
    return found


def _subject_from(text: str) -> int:
    opening = re.match(r"(?:[Ii]n|[Oo]n|[Aa]t|[Ff]or|[Uu]nder|[Aa]fter|[Ww]ith)\s[^,;]{2,60},\s", text)
    return opening.end() if opening else 0


def _paired(text: str, reading: Reading) -> list[str]:
    """Each item of the first list with the item of the last one that stands in the same place."""
    end = _RESPECTIVELY.search(text)
    if not end:
        return []
    body, rest = text[: end.start()], text[end.end() :]
    if any(q.kind != "identifier" and not re.search(r"[A-Za-z]\s?$", text[: q.start]) for q in reading.quantities):
        return []
    lists = _lists(body, reading)
    if len(lists) < 2:
        return []
    first, last = lists[-2], lists[-1]
    names, values = _items(body[slice(*first)]), _items(body[slice(*last)])
    if len(names) != len(values):
        return []
    between = re.sub(r"\b(were|are)\b", lambda m: {"were": "was", "are": "is"}[m.group()], body[first[1] : last[0]])
    verb = between if any(name[-1:] != "s" for name in names) else body[first[1] : last[0]]
    return [
        f"{body[: first[0]]}{name}{verb}{value}{body[last[1] :]}{rest}"
        for name, value in zip(names, values, strict=True)
    ]


def _lists(body: str, reading: Reading) -> list[tuple[int, int]]:
    """Where coordinated phrases stand: from the word that governs them to the next such word."""
    heads = {verb.word.start for verb in verbs(reading)}
    tokens = [token for token in reading.words if token.end <= len(body)]
    found: list[tuple[int, int]] = []
    for i, token in enumerate(tokens):
        if token.text.lower() not in ("and", "or"):
            continue
        left, right = i, i
        while left > 0 and not _bounds(tokens[left - 1].text, tokens[left - 1].start in heads):
            left -= 1
        while right + 1 < len(tokens) and not _bounds(tokens[right + 1].text, tokens[right + 1].start in heads):
            right += 1
        if left < i < right and (tokens[left].start, tokens[right].end) not in found:
            found.append((tokens[left].start, tokens[right].end))
    return found


def _bounds(text: str, verb: bool) -> bool:
    lower = text.lower()
    return verb or lower in (PREPOSITIONS - {"of"}) | AUXILIARIES or text in ";:()"


def _items(text: str) -> list[str]:
    """The members of a list; a lone letter or number takes the noun of the first member."""
    parts = [part.strip() for part in re.split(r",\s(?:and\s|or\s)?|\s(?:and|or)\s", text) if part.strip()]
    if not parts:
        return []
    opening = parts[0].split()
    noun = " ".join(word for word in opening[:-1] if word.lower() not in DETERMINERS | {"the"})
    if not noun:
        return parts
    return [parts[0], *(f"{noun} {part}" if re.fullmatch(r"[A-Z]|\d+", part) else part for part in parts[1:])]
