"""Where the reference lists begin and end among the lines of a paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..citations.label_column import labels_in_place
from ..citations.reference_list import labelled_starts, starts_entry
from .heading_lines import Heading
from .headings import find_headings
from .lines import Line, follows
from .notes import footnotes
from .roles import role_of, split_number
from .style import Style, body_style

# Without spaces, since letters of headings are often spread.
_TITLE = re.compile(
    r"(?:(?:selected|additional|supplementa(?:ry|l)|further|cited|main|list\s?of)?"
    r"(?:references?(?:list|andnotes|andfurtherreading|cited)?|bibliograph(?:y|ies)|literature(?:references)?(?:cited)?"
    r"|workscited|sourcescited|notesandreferences)|"
    r"(?:zitierte)?literatur(?:verzeichnis|angaben|hinweise)?|quellen(?:verzeichnis|undliteratur)?|schrifttum|referenzen|"
    r"(?:références|referencias|referências|riferimenti)(?:bibliogr[áaà]f?\w*|citées)?|bibliogra(?:ph|f)[ií][ea]|ouvragescités|"
    r"литература|(?:список|перечень)(?:использованн\w+|цитируем\w+)?(?:литературы|источников(?:илитературы)?)|"
    r"библиографическийсписок|библиография|літератур[аи]|списоклітератури|"
    r"参考文献|参考资料|參考文獻|引用文献|文献|참고문헌|"
    r"literatuur(?:lijst)?|referenser|referanser|litteratur(?:liste|förteckning)?|kildeliste|lähteet|kirjallisuus|"
    r"kaynak(?:lar|ça)|piśmiennictwo|literatura(?:cytowana)?|irodalom(?:jegyzék)?)[:.：]?",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"(?:19|20)\d\d|\bdoi\b|https?://|et al", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[6-9]|20)\d\d[a-z]?\b|\(n\.\s?d\.\)")
_LONGEST_ENTRY = 9
_BOX = re.compile(
    r"(?:how to cite this (?:article|paper|work)|(?:please )?cite this (?:article|paper) (?:as|in)|"
    r"to cite this article|source of support)\s*:", re.IGNORECASE)
_LONGEST_BOX = 12
_FIRST_NUMBER = re.compile(r"[\[(]?\s*1\s*[\]).]")


@dataclass(frozen=True)
class ReferenceSection:
    """The lines of each list, without its heading: one list, or one for each chapter."""

    lists: tuple[tuple[Line, ...], ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of all lists."""
        return tuple(line for part in self.lists for line in part)


def find_references(lines: Sequence[Line], body: Style, pitch: float) -> ReferenceSection | None:
    """The sections called References (or the like, in many languages) whose text looks like references, or else a list
    without a heading at the end; None if there is neither. Of several sections the last may look less like it."""
    lists: list[tuple[Line, ...]] = []
    first = len(lines)
    for at in reversed([at for at, line in enumerate(lines) if is_reference_heading(line)]):
        end = min(_end(lines, at, body, pitch), first)
        inside = lines[at + 1:end]
        share = sum(bool(_ENTRY.search(line.text)) for line in inside) / len(inside) if inside else 0.0
        if inside and share >= (0.25 if lists else 0.12) and (not lists or len(inside) > 5):
            notes = footnotes(inside, body_style(inside))
            lists.insert(0, tuple(line for line in inside if line not in notes))
            first = at
    if lists:
        return ReferenceSection(tuple(lists))
    return _unheaded_numbers(lines, body, pitch) or _unheaded_names(lines, body, pitch)


def is_reference_heading(line: Line) -> bool:
    """Whether the line says References or the like, and nothing else."""
    title = split_number(line.text)[1].replace(" ", "")
    # "literature." alone on a line ends a paragraph.
    return bool(_TITLE.fullmatch(title)) and (line.bold or not title[:1].islower())


def _unheaded_numbers(lines: Sequence[Line], body: Style, pitch: float) -> ReferenceSection | None:
    """A list without a heading behind the text: short entries with labels that count up from one and nearly all with a
    year, as in letters to physics journals."""
    starts = [at for at, line in enumerate(lines) if at > 0.3 * len(lines) and _begins_numbers(line)]
    for at in reversed(starts):
        inside = labels_in_place(lines[at:_known_end(lines, at, body, pitch)])
        labels = sorted(labelled_starts(inside))
        if len(labels) > 4 and labels[0] == 0 and _are_entries(inside, labels, 0.7):
            return ReferenceSection((tuple(inside),))
    return None


def _begins_numbers(line: Line) -> bool:
    raised = bool(line.spans) and line.spans[0].superscript and line.spans[0].text.strip() == "1"
    return raised or bool(_FIRST_NUMBER.match(line.text))


def _unheaded_names(lines: Sequence[Line], body: Style, pitch: float) -> ReferenceSection | None:
    """A list without heading and labels: entries that hang or stand apart and nearly all give a year."""
    starts = [at for at, line in enumerate(lines)
              if at > 0.4 * len(lines) and starts_entry(line, None) and _begins(lines, at)]
    end = _known_end(lines, starts[0], body, pitch) if starts else 0
    starts = [at for at in starts if at < end]
    for place, at in enumerate(starts):
        inside = lines[at:end]
        own = [start - at for start in starts[place:]]
        if len(own) > 3 and _are_entries(inside, own, 0.8):
            return ReferenceSection((tuple(inside),))
    return None


def _are_entries(inside: Sequence[Line], starts: Sequence[int], share: float) -> bool:
    entries = [inside[a:b] for a, b in pairwise([*starts, len(inside)])]
    dated = sum(any(_YEAR.search(line.text) for line in entry) for entry in entries)
    short = sum(len(entry) < _LONGEST_ENTRY for entry in entries)
    return dated > share * len(entries) and short > 0.9 * len(entries)


def _known_end(lines: Sequence[Line], at: int, body: Style, pitch: float) -> int:
    """The first heading with a known title behind a line."""
    known = (heading.start for heading in find_headings(lines[at:], body, pitch)
             if heading.start and not heading.run_in and role_of(heading.title) not in ("other", "references"))
    return at + next(known, len(lines) - at)


def _begins(lines: Sequence[Line], at: int) -> bool:
    """Whether a line stands further left than the next one, or apart from the one before."""
    line, before = lines[at], lines[at - 1]
    after = lines[at + 1] if at + 1 < len(lines) else None
    hangs = after is not None and follows(line, after, 1.6) and after.x0 - line.x0 > 0.8 * line.size
    apart = not follows(before, line, 1.4)
    return hangs or apart


def _end(lines: Sequence[Line], at: int, body: Style, pitch: float) -> int:
    """The first heading after the list: one in the style of the list's own heading, or with a known title; or the box
    that tells how to cite the paper, if it is the last thing."""
    headings = find_headings(lines[at:], body, pitch)
    own = next((heading for heading in headings if heading.start == 0), None)
    for heading in headings:
        if heading.start == 0:
            continue
        if heading.run_in and not (heading.style.bold and role_of(heading.title) == "declarations"):
            continue
        if _closes(heading, own):
            return _before_box(lines, at + 1, at + heading.start)
    return _before_box(lines, at + 1, len(lines))


def _before_box(lines: Sequence[Line], start: int, end: int) -> int:
    return next((at for at in range(max(start, end - _LONGEST_BOX), end) if _BOX.match(lines[at].text)), end)


def _closes(heading: Heading, own: Heading | None) -> bool:
    known = role_of(heading.title) not in ("other", "references")
    if own is None:
        return known and len(heading.title.split()) < 8
    if heading.run_in:
        return True
    style, model = heading.style, own.style
    alike = (style.font, style.bold, style.italic) == (model.font, model.bold, model.italic) \
        and abs(style.size - model.size) < 0.3
    return alike or (known and style.size > model.size - 3.5 and (style.bold or style.caps or style.font == model.font))
