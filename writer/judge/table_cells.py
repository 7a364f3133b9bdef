"""Typed table cells: the number in a cell as printed, with its precision, spread and marks.

Markup that table exports leave in cells (`[BOLD]`, `<bold>`, `\\textbf{}`) is read and removed here. This module looks
at one cell at a time; which row and column a cell stands in is the grid's business.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

Number = tuple[Decimal, Decimal]
"""A printed number: its value and the unit of its last digit."""

_BOLD = re.compile(r"\[BOLD\]|</?bold>|\\textbf|\*\*.+\*\*", re.I)
_MARKUP = re.compile(r"\[/?(?:BOLD|ITALIC|UNDERLINE|EMPTY|CONTINUE)\]", re.I)
_TAGS = re.compile(
    r"</?(?:bold|italic|underline|sub|sup|monospace|sc|ref)\b[^>]*>|\\(?:textbf|textit|underline|emph|mathbf|text)\b|[{}$]",
    re.I,
)
_DASHES = {ord(c): "-" for c in "\u2010\u2011\u2012\u2212\ufe63\uff0d"}
_MATHS = re.compile("[\U0001d400-\U0001d7ff\u00b5]")
_SPACES = {ord(c): " " for c in "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f"}
_EMPTY = re.compile(r"[-\u2013\u2014.\s]*|n/?a\.?|none|nan|nd|n\.d\.|not (?:available|applicable|reported)", re.I)
_FOOTNOTE = r"(?:[*\u2020\u2021\u00a7\u00b6#\u22c6]+|\[[a-z0-9]\])"
_LETTERS = r"(?:[a-hA-H](?:\s?,?\s?[a-hx-zA-H]){0,5})"
_NUMERAL = r"[-+]?\s?(?:\d{1,3}(?:[,\u202f]\d{3})+(?:\.\d+)?|\d+(?:[.\u00b7]\d+)?|[.\u00b7]\d+)"
_CELL = re.compile(
    rf"(?P<bound>[<>\u2264\u2265~\u2248]?)\s*(?P<value>{_NUMERAL})(?:[eE](?P<exp>[-+]?\d+)|\s?[\u00d7x]\s?10\^?(?P<pow>[-+]?\d+))?"
    rf"\s?(?P<scale>[kKM](?![a-z]))?\s?(?P<percent>%?)\s?(?P<marks>(?:{_FOOTNOTE}|{_LETTERS})*)"
    rf"(?:\s?(?:\u00b1|\+/-|\\pm)\s?(?P<spread>{_NUMERAL})%?\s?(?P<late>(?:{_FOOTNOTE}|{_LETTERS})*))?"
    rf"(?:\s?[(\[]\s?(?:\u00b1\s?)?(?i:(?:s\.?d\.?|s\.?e\.?|n)\s?=?\s?)?(?P<second>{_NUMERAL})\s?(?P<second_percent>%?)\s?[)\]])?"
    rf"\s?{_FOOTNOTE}?"
)
_RANGE = re.compile(rf"(?P<low>{_NUMERAL})\s?(?P<dash>-|\u2013|to)\s?(?P<high>{_NUMERAL})")
_SCALES = {"k": Decimal(1000), "K": Decimal(1000), "M": Decimal(1000000)}


@dataclass(frozen=True)
class Cell:
    """One body cell.

    `number` is None where the cell is text, empty, a range or a list of numbers. `spread` is what follows `±`, `second`
    the number in brackets (a standard deviation, a share or a count: the table says which), `letters` the marks of
    significance groups, `stars` the number of asterisks.
    """

    text: str
    number: Number | None = None
    percent: bool = False
    bound: str = ""
    spread: Number | None = None
    second: Number | None = None
    second_percent: bool = False
    range: tuple[Number, Number] | None = None
    letters: str = ""
    stars: int = 0
    bold: bool = False
    empty: bool = False


def clean_cell(text: str) -> str:
    """The text of a cell or header without markup, with plain spaces and ASCII minus signs."""
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", text)
    text = _MATHS.sub(lambda m: unicodedata.normalize("NFKC", m.group()), text)
    plain = _TAGS.sub("", _MARKUP.sub(" ", text.replace("\\%", "%").translate(_DASHES).translate(_SPACES)))
    return re.sub(r"\s+", " ", plain).strip()


def parse_cell(text: str) -> Cell:
    """What a cell holds; odd text gives a cell of text only."""
    plain, bold = clean_cell(text), bool(_BOLD.search(text))
    if _EMPTY.fullmatch(plain):
        return Cell(plain, bold=bold, empty=True)
    if found := _RANGE.fullmatch(plain):
        low, high = printed_number(found["low"]), printed_number(found["high"])
        alike = low[0] < high[0] and (found["dash"] == "to" or low[1] == high[1])
        return Cell(plain, range=(low, high), bold=bold) if alike else Cell(plain, bold=bold)
    match = _CELL.fullmatch(plain)
    if match is None:
        return Cell(plain, bold=bold)
    marks = (match["marks"] or "") + (match["late"] or "")
    return Cell(
        plain,
        number=_scaled(match),
        percent=bool(match["percent"]),
        bound=match["bound"],
        spread=printed_number(match["spread"]) if match["spread"] else None,
        second=printed_number(match["second"]) if match["second"] else None,
        second_percent=bool(match["second_percent"]),
        letters="".join(sorted(set(re.sub(r"[^A-Za-z]", "", marks).lower()))),
        stars=plain.count("*"),
        bold=bold,
    )


def printed_number(text: str) -> Number:
    """Value and last-digit unit of a plain numeral such as `1,232`, `.70`, `- 12.27`; grouping commas only."""
    numeral = Decimal(re.sub(r"[,\s\u202f]", "", text).replace("\u00b7", "."))
    exponent = numeral.as_tuple().exponent
    return numeral, Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def _scaled(match: re.Match[str]) -> Number:
    value, ulp = printed_number(match["value"])
    factor = _SCALES.get(match["scale"] or "", Decimal(1)) * Decimal(10) ** int(match["exp"] or match["pow"] or 0)
    return value * factor, ulp * factor
