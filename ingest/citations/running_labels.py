"""Numbered entries that run on in one paragraph ("1. Smith ... 2. Jones ..."): each is put on lines of its own.

A number inside a line begins an entry only if it counts on from the label before it, in the same form, and what follows
it begins like an entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ..parser.lines import Line, Span
from .author_list import read_authors

_PARTICLE = r"(?:de|da|do|dos|das|van|von|der|den|di|del|della|la|le|el|al|ten|ter|zu|d['’])\b"
_BEGINS = rf"(?=\s*(?:[^\W\d_a-zà-ÿ]|[\"“„«‘]|{_PARTICLE}))"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"[\[［〔【]\s*\d{1,4}\s*[\]］〕】]"), r"[\[［〔【]\s*(?P<n>\d{1,4})\s*[\]］〕】](?=\s*\S)"),
    (re.compile(r"[(（]\s*\d{1,4}\s*[)）]"), rf"(?<![\w(])[(（]\s*(?P<n>\d{{1,4}})\s*[)）]{_BEGINS}"),
    (re.compile(r"\d{1,4}\s*[.．]"), rf"(?<![^\W\d_])(?P<n>\d{{1,12}})\s?[.．]{_BEGINS}"),
    (re.compile(r"\d{1,4}\s*[)）]"), rf"(?<![(（])(?<![^\W\d_])(?P<n>\d{{1,12}})\s?[)）]{_BEGINS}"),
)
_ENDED = re.compile(r"[.;)\]\d/]\s*$")
_GOES_ON = re.compile(r"\b(?:[Vv]ol|[Nn]o|[Nn]r|[Pp]art|[Pp]t|[Cc]h|[Ss]er|[Ii]ssue|pp?|and|[Bb]d|[Ff]ig)\.?\s*$")
_YEAR = re.compile(r"\b(?:1[6-9]|20)\d\d(?!\d)")
_SHORTEST = 30
_DATED = 0.8
_LONGEST_LABEL = 4
# Characters of an entry. Entries that are longer by far are several.
_USUAL = 450


@dataclass(frozen=True)
class _Label:
    """A number at an offset of the text that may begin an entry. `plain` says that a space parts it from the entry
    before, which has ended, and that names follow."""

    at: int
    number: int
    plain: int


def entries_on_own_lines(
    lines: Sequence[Line], labelled_starts: Callable[[Sequence[Line]], Mapping[int, str]]
) -> tuple[list[Line], dict[int, str]]:
    """The lines, cut where a further entry begins within one, and the labels by the index of the line that each begins.

    The lines are as they are if the list is not numbered, or if no number stands inside of them that is missing at the
    beginning of a line."""
    labels = dict(labelled_starts(lines))
    first = next((match[0] for form, _ in _FORMS if (match := form.match(lines[0].text))), "")
    if not first and lines[0].spans and _set_off(lines[0].spans[0]):
        first = lines[0].spans[0].text.strip()
    scarce = first and len(labels) * _USUAL < sum(len(line.text) for line in lines)
    if scarce and len(cuts := _missing(lines, first, _number(first), None)) >= max(1, len(labels)):
        return _cut(lines, cuts, first)
    numbers = {at: _number(label) for at, label in labels.items() if re.search(r"\d", label)}
    if not numbers or len(numbers) < len(labels):
        return list(lines), labels
    out, found = list(lines[: min(numbers)]), dict[int, str]()
    for at, behind in pairwise([*sorted(numbers), len(lines)]):
        last = numbers[behind] - 1 if behind in numbers else None
        group = lines[at:behind]
        cuts = [] if last == numbers[at] else _missing(group, labels[at], numbers[at], last)
        pieces, starts = _cut(group, cuts, labels[at])
        found.update({len(out) + place: label for place, label in starts.items()})
        out += pieces
    return out, found


def _number(label: str) -> int:
    return int(re.findall(r"\d+", label)[0])


def _missing(group: Sequence[Line], label: str, first: int, last: int | None) -> list[int]:
    """Offsets in the text of the group at which the entries behind its first one begin. Up to `last`, all have to be
    there; without one, as far as they count up."""
    text = "\n".join(line.text for line in group)
    chain = _counting_up(_labels(group, text, label), first)
    if not chain or (last is not None and chain[-1].number < last):
        return []
    chain = [one for one in chain if last is None or one.number <= last]
    bounds = [0, *(one.at for one in chain), len(text)]
    dated = sum(bool(_YEAR.search(text[a:b])) for a, b in pairwise(bounds))
    enough = len(chain) > 1 or chain[0].plain == 2
    return [one.at for one in chain] if enough and dated >= _DATED * (len(bounds) - 1) else []


def _labels(group: Sequence[Line], text: str, label: str) -> list[_Label]:
    """What may be a label in the form of the first one."""
    form = next((form for start, form in _FORMS if start.fullmatch(label)), None)
    if form is None:
        return _in_other_type(group) if label.isdecimal() else []
    out = []
    for match in re.finditer(form, text):
        digits = match["n"]
        glued = _LONGEST_LABEL if match.start("n") == match.start() else 1
        for length in range(1, min(glued, len(digits)) + 1) if glued > 1 else (len(digits),):
            number = digits[-length:]
            at = match.start() + (len(digits) - length if glued > 1 else 0)
            if not number.startswith("0"):
                out.append(_Label(at, int(number), _plainness(text, at, match.end())))
    return out


def _plainness(text: str, at: int, end: int) -> int:
    before, after = text[max(0, at - 12) : at], text[end : end + 200].replace("\n", " ").strip()
    if _GOES_ON.search(before):
        return -1
    return int(bool(_ENDED.search(before)) and before[-1:].isspace()) + int(bool(read_authors(after).families))


def _set_off(span: Span) -> bool:
    """Whether a span is nothing but a number, raised or bold."""
    number = span.text.strip()
    return (span.superscript or span.bold) and number.isdecimal() and len(number) <= _LONGEST_LABEL


def _in_other_type(group: Sequence[Line]) -> list[_Label]:
    out, offset = [], 0
    for line in group:
        for at, span in _spans_at(line):
            if _set_off(span):
                behind = line.text[at + len(span.text.strip()) :]
                named = bool(read_authors(behind.strip()).families)
                ended = bool(_ENDED.search(line.text[:at])) or not line.text[:at].strip()
                out.append(_Label(offset + at, int(span.text), named + ended))
        offset += len(line.text) + 1
    return [one for one in out if one.plain]


def _counting_up(labels: Sequence[_Label], first: int) -> list[_Label]:
    """The longest chain of labels that goes on from the number `first` at the beginning of the text; of several at
    which one number may stand, the plainest."""
    reached: dict[int, list[_Label]] = {first: [_Label(0, first, 2)]}
    for one in sorted(labels, key=lambda label: label.at):
        if one.plain >= 0 and any(one.at - before.at >= _SHORTEST for before in reached.get(one.number - 1, ())):
            reached.setdefault(one.number, []).append(one)
    chain: list[_Label] = []
    end: int | None = None
    for number in range(max(reached), first, -1):
        places = [one for one in reached.get(number, ()) if end is None or end - one.at >= _SHORTEST]
        if not places:
            return []
        chain.insert(0, max(places, key=lambda one: (one.plain, -one.at)))
        end = chain[0].at
    return chain


def _cut(group: Sequence[Line], offsets: Sequence[int], label: str) -> tuple[list[Line], dict[int, str]]:
    """The lines of a group, cut at offsets of its text, and the labels that begin there and, before them, `label`."""
    form = next((start for start, _ in _FORMS if start.fullmatch(label)), re.compile(r"\d+"))
    out: list[Line] = []
    labels = {0: label}
    start = 0
    for line in group:
        cuts = [offset - start for offset in offsets if start <= offset < start + len(line.text)]
        for a, b in pairwise([*(() if 0 in cuts else (0,)), *cuts, len(line.text)]):
            piece = _piece(line, a, b) if cuts else line
            if a in cuts and (own := form.match(piece.text)):
                labels[len(out)] = own[0]
            out.append(piece)
        start += len(line.text) + 1
    return out, labels


def _piece(line: Line, a: int, b: int) -> Line:
    placed = _spans_at(line)
    inside = [span for at, span in placed if a <= at < b]
    around = [span for at, span in placed if at < a]
    return replace(line, text=line.text[a:b].strip(), spans=tuple(inside or around[-1:] or line.spans))


def _spans_at(line: Line) -> list[tuple[int, Span]]:
    """The spans with the offsets of their text in that of the line."""
    out, at = [], 0
    for span in line.spans:
        text = span.text.strip()
        found = line.text.find(text, at) if text else -1
        if found >= 0:
            out.append((found, span))
            at = found + len(text)
    return out
