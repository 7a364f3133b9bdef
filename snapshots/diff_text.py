"""A comparison of two states as lines for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..kb.console import printable
from .diff import Difference, Section, State
from .diff_purged import is_purged

Row = dict[str, Any]

SHOWN = 20
"""Rows of one list that the text names; the JSON form has them all."""
_WIDTH = 100


def diff_lines(difference: Difference, *, shown: int = SHOWN) -> Iterator[str]:
    """The two states, then each section that has something: + came, - went, ~ changed, with the fields that differ."""
    yield f"from {_state(difference.start)}"
    yield f"to   {_state(difference.end)}"
    for name, section in difference.sections.items():
        if section:
            yield ""
            yield f"{name.replace('_', ' ')}: {_counts(section)}"
            yield from _section(_LABELS.get(name, _other), section, shown)
    if not any(difference.sections.values()):
        yield "nothing differs"


def _state(state: State) -> str:
    if state.snapshot is None:
        return f"position {state.position} (no snapshot)"
    return f"{state.snapshot}" + (f" “{state.name}”" if state.name else "") + f", position {state.position}"


def _counts(section: Section) -> str:
    counts = {"came": section.came, "went": section.went, "changed": section.changed}
    return ", ".join(f"{len(rows)} {word}" for word, rows in counts.items() if rows)


def _section(label: Callable[[Row], str], section: Section, shown: int) -> Iterator[str]:
    for mark, rows in (("+", section.came), ("-", section.went), ("~", section.changed)):
        for row in rows[:shown]:
            first, *rest = (_purged if is_purged(row) else label)(row).splitlines() or [""]
            yield f"  {mark} {_cut(first)}"
            yield from (f"      {_cut(line)}" for line in rest)
            for name, values in row.get("fields", {}).items():
                yield f"      {name}: {_value(values['from'])} → {_value(values['to'])}"
        if len(rows) > shown:
            yield f"  {mark} … and {len(rows) - shown} more; --json has all"


def _purged(row: Row) -> str:
    return f"{row['id']}  (purged by {row['event']}: {row['reason']})"


def _paper(row: Row) -> str:
    who = (row["authors"] or ["unknown author"])[0] + (" et al." if len(row["authors"]) > 1 else "")
    return f"{row['id']}  {who} ({row['year'] or 'no year'}): {_one_line(row['title'] or 'no title')}"


def _build(row: Row) -> str:
    why = f"  ({row['standing']}: {row['reason']})" if row.get("standing") else ""
    return f"{row['id']}  {row['name'] or row['blob'][:16]}{why}"


def _claim(row: Row) -> str:
    return f"{row['id']}  {row['kind']}: {_quoted(row['quote'])}"


def _packet(row: Row) -> str:
    return f"{row['id']}  {row['strength']}: {_quoted(row['quote'])}"


def _support(row: Row) -> str:
    word = "agrees with" if row["agrees"] else "is against"
    return f"{_quoted(row['claim_quote'])}\n{word} {_quoted(row['other_quote'])}"


def _resolution(row: Row) -> str:
    return f"{_one_line(row['reference_text'] or row['reference'])}\nis {row['title_of_paper']} (by {row['method']})"


def _near(row: Row) -> str:
    return f"“{row['title_a']}” and “{row['title_b']}”: {row['reason']}"


def _disposition(row: Row) -> str:
    where = f"line {row['line']}" if row["line"] else row["sentence"]
    return f"{where}, {row['disposition']}: {_one_line(row['text'] or '')}"


def _quoted(text: str | None) -> str:
    return f"“{_one_line(text)}”" if text else "(its text is not here)"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _other(row: Row) -> str:
    return str(row["id"])


_LABELS: Mapping[str, Callable[[Row], str]] = {
    "papers": _paper, "builds": _build, "claims": _claim, "packets": _packet, "support": _support,
    "resolutions": _resolution, "near_duplicates": _near, "dispositions": _disposition,
}


def _value(value: Any) -> str:
    if isinstance(value, list):
        return _cut(", ".join(map(str, value)) or "none")
    return "none" if value is None else _cut(str(value))


def _cut(text: str) -> str:
    text = printable(_one_line(text))
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
