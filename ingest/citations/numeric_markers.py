"""Markers that name references by number or key: [1, 3-5], [1]-[3], (12), raised 12,13, [Smi15]."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ...kb.events.document import Marker, ReferenceEntry, Sentence
from .author_year_signs import SIGN

_DASH = r"[-‐‑‒–—−~]"
_NUMBERS = rf"\d{{1,4}}(?:\s*(?:{_DASH}|to)\s*\d{{1,4}})?"
_LIST = rf"{_NUMBERS}(?:\s*[,;]\s*(?:and\s+)?{_NUMBERS}|\s+and\s+{_NUMBERS})*"
_LEAD = r"(?:(?:see|e\.\s?g\.|cf\.|refs?\.?|reviewed in|but see|also|i\.\s?e\.),?\s+)*"
_PLACE = (
    r"(?:,\s*(?:pp?\.|§|[Ss]ec|[Cc]h|[Tt]h|[Ll]em|[Ff]ig|[Tt]ab|[Ee]q|[Dd]ef|[Pp]rop|[Aa]pp|[Cc]or|[Aa]lg)[^\]]{0,40})?"
)
_SQUARE = rf"\[\s*{_LEAD}(?:{_LIST}){_PLACE}\s*,?\s*\]"
_SQUARES = re.compile(rf"{_SQUARE}(?:\s*(?:{_DASH}|[,;]|and|,\s*and)?\s*{_SQUARE})*")
_ROUND = re.compile(
    rf"\(\s*{_LEAD}(?:{_LIST})(?:,\s*(?:pp?\.|[Ff]ig|[Tt]ab|[Cc]h)[^()]{{0,30}})?\s*\)(?:\s*(?:{_DASH}|[,;]|and)\s*\(\s*{_LIST}\s*\))*"
)
_RAISED_PART = rf"[\[(]?\s*{_LIST}\s*[\])]?"
_RAISED = re.compile(rf"{_RAISED_PART}(?:\s?(?:[,;]|{_DASH})?\s?{_RAISED_PART})*[,.]?")
_NAMED = re.compile(rf"\b[Rr]efs?\.?\s+({_LIST})")
_INTERVAL = re.compile(r"(?:∈|∉|=|interval|range|between|domain|\bCI|over|within|\bU|∼|~)\s*:?\s*$", re.IGNORECASE)
_PERCENTAGE = re.compile(r"(\d+(?:[.,·]\d+)?)\s?%\s*$")
_VALUES = re.compile(rf"[\[(]\s*(\d+)\s*(?:[,;]|{_DASH}|to)\s*(\d+)\s*[\])]")
_OF_CONFIDENCE = re.compile(
    r"\b(?:C[rl]?I|HDI|IQR|intervals?|confidence|credible|range)\b[^.]{0,40}$|[(,;]\s*9[059]\s?%\s*$"
)
_NOT_CITED = re.compile(
    r"(?:\b(?:eqs?|equations?|eqns?|fig(?:ure)?s?|tables?|sections?|steps?|cases?|models?|experiments?|panels?|schemes?|type|"
    r"group|phase|grade|score|stage|level|hypothes[ie]s|n|version|days?|weeks?)\.?|[=<>≤≥±×+*/∼~^≈])\s*$",
    re.IGNORECASE,
)
_NEVER_CITED = re.compile(
    r"(?:\b(?:eqs?|equations?|eqns?|fig(?:ure)?s?|tables?|sections?|steps?|items?|panels?|schemes?|n|version)\.?|[=<>≤≥±×+*/∼~^≈])\s*$",
    re.IGNORECASE,
)
_BASE = re.compile(
    r"(?:(?:^|[\s(\[/·×.-])(?:[kcmdnμµ]?m|[kmμµ]?g|[μµmd]?L|ft|in|s|sec|h|min|yr|ha|[A-Za-zα-ωΑ-Ω])|\d|[)\]])$"
)
_NUMBER_LABEL = re.compile(r"[\[(［（〔【]?\s*(\d{1,4})\s*[\]).］）〕】．、]*")
_BRACKETS = re.compile(r"\[([^\[\]]{2,200})\]")
_WIDEST_RANGE = 80


def numbers_of(references: Sequence[ReferenceEntry]) -> dict[int, int]:
    """Ordinals of the entries by the number that they are cited with: their label, else their place, unless they stand
    in the order of the alphabet."""
    labelled: dict[int, int] = {}
    for at, entry in enumerate(references):
        if (number := number_of(entry)) is not None:
            labelled.setdefault(number, at)
    if are_numbered(references) or _alphabetical(references):
        return labelled
    return {at + 1: at for at in range(len(references))}


def number_of(entry: ReferenceEntry) -> int | None:
    """The number that an entry is labelled with."""
    match = _NUMBER_LABEL.fullmatch(entry.label)
    return int(match[1]) if match else None


def are_numbered(references: Sequence[ReferenceEntry]) -> bool:
    """Whether the entries are labelled with numbers."""
    return bool(references) and sum(number_of(entry) is not None for entry in references) >= 0.6 * len(references)


def _alphabetical(references: Sequence[ReferenceEntry]) -> bool:
    names = [entry.authors[0].casefold() for entry in references if entry.authors]
    return len(names) > 5 and sum(a <= b for a, b in pairwise(names)) > 0.85 * (len(names) - 1)


def square_markers(sentences: Sequence[tuple[int, Sentence]], numbers: Mapping[int, int]) -> list[Marker]:
    """Numbers in square brackets."""
    return [
        marker
        for at, sentence in sentences
        for match in _SQUARES.finditer(sentence.text)
        if not _INTERVAL.search(sentence.text[: match.start()])
        and not _ranges_about_percentage(sentence.text[: match.start()], match[0], numbers)
        for marker in _marker(at, match.start(), match.end(), match[0], numbers)
    ]


def round_markers(
    sentences: Sequence[tuple[int, Sentence]], numbers: Mapping[int, int], *, trusting: bool = False
) -> list[Marker]:
    """Numbers in parentheses, where neither a list item nor an equation nor a statistic explains them.

    `trusting` is for a document that cites this way for certain: "in the model (12)" is a citation there."""
    out: list[Marker] = []
    for at, sentence in sentences:
        for match in _ROUND.finditer(sentence.text):
            before, after = sentence.text[: match.start()], sentence.text[match.end() :]
            if (
                not before.strip()
                or not re.search(rf"[\s{SIGN[1:]}$", before)
                or (_NEVER_CITED if trusting else _NOT_CITED).search(before)
                or re.match(r"\s*[=<>]", after)
                or _ranges_about_percentage(before, match[0], numbers)
            ):
                continue
            if re.search(r"[:;,]\s*$|\band\s*$", before) and re.match(r"\s+[a-z]", after):
                continue
            out += _marker(at, match.start(), match.end(), match[0], numbers)
    return out


def _ranges_about_percentage(before: str, bracket: str, numbers: Mapping[int, int]) -> bool:
    """Whether a bracket right behind a percentage gives the bounds of it ("42% [39, 45]"): they enclose it, an interval
    is spoken of, or there are no such entries."""
    percentage = _PERCENTAGE.search(before)
    if percentage is None:
        return before.endswith("%")
    if _OF_CONFIDENCE.search(before) or any(number not in numbers for number in _expanded(bracket)):
        return True
    bounds = _VALUES.fullmatch(bracket)
    value = float(re.sub("[,·]", ".", percentage[1]))
    return bounds is not None and int(bounds[1]) <= value <= int(bounds[2])


def raised_markers(sentences: Sequence[tuple[int, Sentence]], numbers: Mapping[int, int]) -> list[Marker]:
    """Raised numbers that are no exponents, isotopes or ordinals, and "ref. 12" in the text beside them."""
    out: list[Marker] = []
    for at, sentence in sentences:
        for start, end in _joined(sentence):
            raised = sentence.text[start:end]
            if _RAISED.fullmatch(raised.strip()) and not _is_exponent(sentence.text, start, end):
                out += _marker(at, start, end, raised, numbers)
        for match in _NAMED.finditer(sentence.text):
            out += _marker(at, match.start(1), match.end(1), match[1], numbers)
    return sorted(out, key=lambda m: (m.sentence, m.start))


def key_markers(sentences: Sequence[tuple[int, Sentence]], references: Sequence[ReferenceEntry]) -> list[Marker]:
    """Alphabetic labels in square brackets."""
    keys = {entry.label.strip("[] "): at for at, entry in enumerate(references) if re.search(r"[^\W\d_]", entry.label)}
    out: list[Marker] = []
    for at, sentence in sentences if keys else ():
        for match in _BRACKETS.finditer(sentence.text):
            pieces = [re.sub(r"\s+", " ", piece).strip() for piece in re.split(r"[,;]", match[1])]
            named = tuple(dict.fromkeys(keys[piece] for piece in pieces if piece in keys))
            if named and (pieces[0] in keys or len(pieces[0].split()) < 4):
                out.append(Marker(sentence=at, start=match.start(), end=match.end(), references=named))
    return out


def _marker(sentence: int, start: int, end: int, text: str, numbers: Mapping[int, int]) -> Iterator[Marker]:
    """The marker with its entries; nothing if the numbers cannot be numbers of references at all."""
    cited = _expanded(text)
    highest = max(numbers, default=0)
    if not cited or 0 in cited or max(cited) > max(1.5 * highest, highest + 10):
        return
    found = tuple(dict.fromkeys(numbers[n] for n in cited if n in numbers))
    yield Marker(sentence=sentence, start=start, end=end, references=found)


def _expanded(text: str) -> list[int]:
    text = re.sub(r",\s*[^\d\s\[\],;–()-][^\[\]()]*(?=[\])])", "", text)
    text = re.sub(rf"[\[\]()]*\s*({_DASH}|\bto\b)\s*[\[\]()]*", "-", text)
    out: list[int] = []
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", text):
        a, b = int(first), int(last or first)
        out += range(a, b + 1) if a <= b <= a + _WIDEST_RANGE else [a, b]
    return out


def _joined(sentence: Sentence) -> list[tuple[int, int]]:
    """Raised spans; those that only a comma or a dash parts are one."""
    out: list[tuple[int, int]] = []
    for start, end in sentence.superscripts:
        between = sentence.text[out[-1][1] : start] if out else "x"
        if out and re.fullmatch(rf"\s?(?:[,;]|{_DASH})?\s?", between):
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return out


def _is_exponent(text: str, start: int, end: int) -> bool:
    raised, before, after = text[start:end].strip(), text[:start], text[end:]
    if not before.strip() or (before.endswith((" ", "(", "[")) and after[:1].isalpha()):
        return (
            not before.strip()
            and after[:1].isalpha()
            and after[:1].isupper()
            and len(after) > 1
            and not after[1].islower()
        )
    if re.match(r"\s?(?:st|nd|rd|th)\b", after):
        return True
    return bool(re.fullmatch(r"\d", raised) and _BASE.search(before)) or bool(re.search(r"\d$", before))
