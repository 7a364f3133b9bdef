"""Numbers as they are written in prose: digits, powers of ten, and number words, with the precision that they carry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

_SMALL = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
SCALES = {
    "hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "hundreds": 2, "thousands": 3,
    "millions": 6, "billions": 9,
}  # fmt: skip
_FRACTIONS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_FRACTIONS |= {word + "s": value for word, value in _FRACTIONS.items() if word != "half"}
_FOLDS = {"twice": "2", "thrice": "3", "double": "2", "doubled": "2", "doubles": "2", "doubling": "2", "twofold": "2",
          "tripled": "3", "triples": "3", "threefold": "3", "quadrupled": "4", "fourfold": "4", "fivefold": "5",
          "sixfold": "6", "tenfold": "10", "halved": "0.5", "halves": "0.5", "halving": "0.5"}  # fmt: skip

_SCALE = r"(?:\s(?P<scale>thousand|million|billion|trillion)\b)?"
_DIGITS = re.compile(
    r"(?<![\w.^])(?<![A-Za-z]-)(?<![A-Za-z]\.)(?P<sign>(?<![\w%)\]])[-+])?"
    r"(?P<number>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?:\s\d{3})+(?![\d.,]\d|\d)|\d+(?:\.\d+)?|\.\d+)"
    r"(?:\s?[×x*]\s?10\^?(?P<power>[-+]?\d+)|[eE](?P<exponent>[-+]?\d+)(?!\w)|(?<=10)\^(?P<bare>[-+]?\d+))?" + _SCALE
)
_WORD = "|".join([*_SMALL, *_TENS, "dozen"])
_WORDS = re.compile(
    rf"(?<![\w-])(?P<words>(?:(?:{_WORD}|a|several)[\s-])?(?:{'|'.join(_FRACTIONS)})\b(?!\s(?:author|party|line"
    rf"|place|row|of\sthe\scolumn))"
    rf"|(?:{_WORD}|a\s(?=dozen|hundred|thousand|million|billion))"
    rf"(?:(?:[\s-]|\sand\s)?(?:{_WORD}|{'|'.join(SCALES)})\b)*"
    rf"|{'|'.join(_FOLDS)})(?![\w])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Numeral:
    """A number at `start:end` of normalised text; `ulp` is one unit of its last digit; `form` is how it is written."""

    start: int
    end: int
    value: Decimal
    ulp: Decimal
    form: str  # digits, words, fraction, fold


def numerals(text: str) -> Iterator[Numeral]:
    """All numbers of normalised text, from left to right; digits inside names such as p53 are not numbers."""
    found = [*_written_in_digits(text), *_written_in_words(text)]
    yield from sorted(found, key=lambda numeral: numeral.start)


def has_numerals(text: str) -> bool:
    """Whether a text can hold a number at all; most sentences hold none."""
    return any(c.isnumeric() for c in text) or _WORDS.search(text) is not None


def _written_in_digits(text: str) -> Iterator[Numeral]:
    for match in _DIGITS.finditer(text):
        printed = match["number"].replace(",", "").replace(" ", "")
        value = Decimal(printed)
        ulp = Decimal(1).scaleb(-len(printed.partition(".")[2]))
        if match["bare"] is not None:
            value, ulp = Decimal(1).scaleb(int(match["bare"])), Decimal(1).scaleb(int(match["bare"]))
        power = int(match["power"] or match["exponent"] or 0)
        power += SCALES[match["scale"]] if match["scale"] else 0
        if abs(power) > 400 or abs(value.adjusted()) > 400:
            continue
        if match["sign"] == "-":
            value = -value
        yield Numeral(match.start(), match.end(), value.scaleb(power), ulp.scaleb(power), "digits")


def _written_in_words(text: str) -> Iterator[Numeral]:
    for match in _WORDS.finditer(text):
        words = re.split(r"[\s-]+", match["words"].lower())
        if words[-1] in _FOLDS and len(words) == 1:
            yield Numeral(match.start(), match.end(), Decimal(_FOLDS[words[0]]), Decimal("0.1"), "fold")
        elif words[-1] in _FRACTIONS:
            if fraction := _fraction(words, text[match.end() : match.end() + 1]):
                yield Numeral(match.start(), match.end(), fraction, Decimal("0.01"), "fraction")
        elif value := _cardinal(words):
            yield Numeral(match.start(), match.end(), value, Decimal(1), "words")


def _fraction(words: list[str], following: str) -> Decimal | None:
    """A half, one third, three quarters; but "third" alone is an ordinal, and so is "fifth" or "half-life"."""
    above = _SMALL.get(words[0], 1)
    if (len(words) == 1 and words[0] != "half") or following == "-" or words[0] == "several":
        return None
    return Decimal(above) / Decimal(_FRACTIONS[words[-1]])


def _cardinal(words: list[str]) -> Decimal | None:
    total, current = 0, 0
    for word in words:
        if word in _SMALL:
            current += _SMALL[word]
        elif word in _TENS:
            current += _TENS[word]
        elif word == "dozen":
            current = max(current, 1) * 12
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in SCALES:
            total += max(current, 1) * 10 ** SCALES[word]
            current = 0
    return Decimal(total + current)
