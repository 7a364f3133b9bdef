"""The lines of a reference section, split into entries.

Three signs part the entries, tried in this order: a label that counts up, a hanging indent, and a line that begins with
an author after one that ends an entry (with a wider gap before it, where the list is set that way).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median

from ...kb.events.document import Box, ReferenceEntry
from ..parser.joining import Vocabulary
from ..parser.lines import Line
from .author_list import begins_inverted, read_authors
from .label_column import labels_in_place, without_line_numbers
from .page_marks import without_page_marks
from .parse_reference import parse_references
from .reference_text import join_reference
from .running_labels import entries_on_own_lines

_LABELS = (
    re.compile(r"(?P<label>[\[［〔【]\s*(?P<n>\d{1,4})\s*[\]］〕】])\s*"),
    re.compile(r"(?P<label>[(（]\s*(?P<n>\d{1,4})\s*[)）])\s*"),
    re.compile(r"(?P<label>(?P<n>\d{1,4})\s*[.)．）、])(?:\s+|$|(?=[^\W\d_]))"),
    re.compile(r"(?P<label>(?P<n>\d{1,4}))(?:\s+(?=[^\W\d_]|[\"“'’])|$|(?=[A-Z][^\W\d_]*[ ,]))"),
)
_KEY_LABEL = re.compile(
    r"(?P<label>\[(?=[^\]]*[^\W\d_])(?:[^\[\]\s]{2,18}|[A-Z][^\[\]]{0,9}\d\d[a-z]?|[^\[\]]{3,70}\d{4}[a-z]?\)?)\])\s*(?=[^\W_]|$)"
)
_ENDS_ENTRY = re.compile(r"(?:[.)\]]|\d|[a-z]\d\w*|/\S*)$")
_YEAR_SOON = re.compile(r"\b(?:1[6-9]|20)\d\d[a-z]?\b|\bn\.\s?d\.")
_MOST = 0.6
_Numbered = tuple[int, int, str]
_INDENT = 3.0
_WIDEST_INDENT = 60.0


def split_references(lines: Sequence[Line]) -> list[ReferenceEntry]:
    """Entries in the order of the list, with fields, label and one box a column that the entry touches.

    `lines` are those of the reference section in reading order, without its heading.
    """
    lines = labels_in_place(without_line_numbers(_of_main_size(lines)))
    if not lines:
        return []
    lines = without_page_marks(lines, labelled_starts, starts_entry, _pitch(lines))
    lines, labels = entries_on_own_lines(lines, labelled_starts)
    vocabulary = Vocabulary(lines)
    groups = [(raw, label, group) for group, label in _groups(lines, labels) if (raw := _raw(group, label, vocabulary))]
    entries = parse_references((raw, label) for raw, label, _ in groups)
    return [
        entry.model_copy(update={"boxes": _boxes(group)}) for entry, (_, _, group) in zip(entries, groups, strict=True)
    ]


def _groups(lines: Sequence[Line], labels: Mapping[int, str]) -> list[tuple[list[Line], str]]:
    starts = sorted(labels) if labels else _unlabelled(lines)
    bounds = [*starts, len(lines)]
    pitch = _pitch(lines)
    groups = [(list(lines[a:b]), labels.get(a, "")) for a, b in pairwise(bounds)]
    if groups and not labels:
        groups[0] = (list(lines[: bounds[1]]), "")
    return [(_without_trailer(group, pitch), label) for group, label in groups]


def _raw(group: Sequence[Line], label: str, vocabulary: Vocabulary) -> str:
    """The entry on one line; empty if it holds next to nothing beside its label."""
    raw = join_reference((line.text for line in group), vocabulary.keeps_hyphen)
    bare = raw[len(label) :].strip() if label else raw
    return raw if len(re.findall(r"[^\W\d_]", bare)) >= 8 else ""


def _boxes(group: Sequence[Line]) -> tuple[Box, ...]:
    columns: dict[tuple[int, int], list[Line]] = {}
    for line in group:
        columns.setdefault((line.page, line.column), []).append(line)
    return tuple(
        part[0].frame.box(
            min(line.x0 for line in part),
            min(line.y0 for line in part),
            max(line.x1 for line in part),
            max(line.y1 for line in part),
        )
        for part in columns.values()
    )


def _of_main_size(lines: Sequence[Line]) -> list[Line]:
    """The lines without those in another size of type, such as a footnote that the section runs around."""
    weights: Counter[float] = Counter()
    for line in lines:
        weights[round(line.size, 1)] += len(line.text)
    if not weights:
        return []
    size = max(weights, key=lambda key: (weights[key], key))
    return [line for line in lines if abs(line.size - size) <= 0.12 * size or _is_label(line)]


def _is_label(line: Line) -> bool:
    return bool(re.fullmatch(r"\[?\d{1,4}[\]).]?|\[[^\[\]\s]{2,18}\]", line.text.strip()))


def labelled_starts(lines: Sequence[Line]) -> dict[int, str]:
    """Indices of lines that begin an entry, with their labels; empty if the list is not labelled."""
    for pattern in _LABELS:
        if found := _counting(lines, _numbered(lines, pattern), bare=pattern is _LABELS[-1]):
            return found
    if found := _counting(lines, _raised(lines), bare=False):
        return found
    keys = {i: match["label"] for i, line in enumerate(lines) if (match := _KEY_LABEL.match(line.text))}
    return keys if len(keys) >= 2 and len(keys) > 0.08 * len(lines) else {}


def _numbered(lines: Sequence[Line], pattern: re.Pattern[str]) -> list[_Numbered]:
    return [(i, int(match["n"]), match["label"]) for i, line in enumerate(lines) if (match := pattern.match(line.text))]


def _raised(lines: Sequence[Line]) -> list[_Numbered]:
    """Lines that begin with a raised number."""
    return [
        (i, int(digits), digits)
        for i, line in enumerate(lines)
        if line.spans
        and line.spans[0].superscript
        and re.fullmatch(r"\d{1,4}", digits := line.spans[0].text.strip())
        and len(line.text) > len(digits)
    ]


def _counting(lines: Sequence[Line], numbered: Sequence[_Numbered], *, bare: bool) -> dict[int, str]:
    """The labels that count up, by the index of their line; empty if they do not make up a list."""
    best: list[_Numbered] = []
    for at, (_, number, _) in enumerate(numbered):
        if number <= 3 or (at == 0 and number < 400):
            chain = _chain(numbered[at:], lines)
            if len(chain) > len(best):
                best = chain
        if at > 12:
            break
    if not best or (len(best) < 2 and (bare or best[0][1] != 1 or best[0][0] != 0)):
        return {}
    expected = best[-1][1] - best[0][1] + 1
    if len(best) < (0.8 if bare else _MOST) * expected or (bare and len(best) < 3) or best[0][0] > 0.3 * len(lines):
        return {}
    return {i: label for i, _, label in best}


def _chain(numbered: Sequence[_Numbered], lines: Sequence[Line]) -> list[_Numbered]:
    """The labels that count up by one; one or two left out are bridged if they stand nowhere further on."""
    chain = [numbered[0]]
    for at, item in enumerate(numbered[1:], 1):
        step = item[1] - chain[-1][1]
        if step == 1:
            if _misplaced(lines[item[0]], lines[chain[-1][0]]) and any(
                other[1] == item[1] and not _misplaced(lines[other[0]], lines[chain[-1][0]])
                for other in numbered[at + 1 : at + 6]
            ):
                continue
            chain.append(item)
        elif 2 <= step <= 3 and not any(other[1] == chain[-1][1] + 1 for other in numbered[at + 1 :]):
            chain.append(item)
    return chain


def _misplaced(line: Line, last: Line) -> bool:
    same_column = line.page == last.page and line.column == last.column
    return same_column and abs(line.x0 - last.x0) > 12.0


def _unlabelled(lines: Sequence[Line]) -> list[int]:
    starts = _by_indent(lines)
    if starts is None:
        starts = _by_content(lines)
    return starts or [0]


def _by_indent(lines: Sequence[Line]) -> list[int] | None:
    """Starts by hanging (or first-line) indent; none if the lines of the columns begin flush."""
    edges = _edges(lines)
    if edges is None:
        return None
    left, indent = edges
    flush = [i for i, line in enumerate(lines) if line.x0 - left[line.page, line.column] < indent / 2]
    inner = [i for i, line in enumerate(lines) if line.x0 - left[line.page, line.column] >= indent / 2]
    if _author_share(lines, flush) >= _author_share(lines, inner):
        return [i for i in flush if i == 0 or not _cut_off(lines[i - 1], lines[i])]
    return [i for i in inner if i == 0 or not _cut_off(lines[i - 1], lines[i])]


def _edges(lines: Sequence[Line]) -> tuple[dict[tuple[int, int], float], float] | None:
    """The left edge of every column and the usual indent, in points."""
    columns: dict[tuple[int, int], list[Line]] = {}
    for line in lines:
        columns.setdefault((line.page, line.column), []).append(line)
    indents = []
    left = {}
    for key, part in columns.items():
        left[key] = min(line.x0 for line in part)
        indents += [line.x0 - left[key] for line in part if _INDENT < line.x0 - left[key] < _WIDEST_INDENT]
    if len(indents) < 0.15 * len(lines) or len(indents) < 2 or len(indents) > 0.93 * len(lines):
        return None
    indent = median(indents)
    for key, part in columns.items():
        # A column that holds nothing but the rest of one entry begins at the indent; the page's other columns tell.
        if len(part) <= 8 and max(line.x0 for line in part) - left[key] < _INDENT and not starts_entry(part[0], None):
            left[key] -= indent
    return left, indent


def _author_share(lines: Sequence[Line], indices: Sequence[int]) -> float:
    starts = sum(starts_entry(lines[i], None) or begins_inverted(lines[i].text.strip()) for i in indices)
    return starts / len(indices) if indices else 0.0


def _by_content(lines: Sequence[Line]) -> list[int]:
    pitch = _pitch(lines)
    gaps = [_gap(a, b) for a, b in pairwise(lines)]
    wide = [i + 1 for i, gap in enumerate(gaps) if gap is not None and gap > 1.25 * pitch]
    if len(wide) >= 0.12 * len(lines) and _author_share(lines, wide) > 0.5:
        across = [i + 1 for i, gap in enumerate(gaps) if gap is None and starts_entry(lines[i + 1], lines[i])]
        return sorted({0, *wide, *across})
    return [i for i, line in enumerate(lines) if i == 0 or starts_entry(line, lines[i - 1])]


def starts_entry(line: Line, before: Line | None) -> bool:
    """Whether a line begins like an entry: with names (and, soon, a year), after a line that ends one."""
    if before is not None and (
        not _ENDS_ENTRY.search(before.text.rstrip()) or before.text.rstrip().endswith((" and", " &"))
    ):
        return False
    text = line.text.strip()
    listed = read_authors(text)
    if not listed.families:
        return bool(re.match(r"[A-Z][\w.&' -]{2,60}\(?" + _YEAR_SOON.pattern, text))
    return (
        len(listed.families) > 1
        or bool(_YEAR_SOON.search(text[listed.end : listed.end + 12]))
        or listed.end < len(text)
    )


def _cut_off(before: Line, line: Line) -> bool:
    """Whether a flush line only goes on: the one before stops in the middle of a word, a link or a name list."""
    text = before.text.rstrip()
    goes_on = line.text[:1].islower() and not text.endswith((".", ")")) and not read_authors(line.text).families
    return text.endswith((",", "-", "&", " and")) or goes_on


def _without_trailer(group: list[Line], pitch: float) -> list[Line]:
    """The entry up to a gap of more than two lines, behind which something else stands."""
    for i, (a, b) in enumerate(pairwise(group)):
        gap = _gap(a, b)
        if gap is not None and gap > 2.6 * max(pitch, a.size):
            return group[: i + 1]
    return group


def _gap(a: Line, b: Line) -> float | None:
    """Distance of the baselines; none over a column or page break."""
    return b.y1 - a.y1 if a.page == b.page and a.column == b.column and b.y1 >= a.y1 - a.size else None


def _pitch(lines: Sequence[Line]) -> float:
    gaps = [gap for a, b in pairwise(lines) if (gap := _gap(a, b)) is not None and gap > 0.3 * a.size]
    return median(gaps) if gaps else 1.2 * (lines[0].size if lines else 10.0)
