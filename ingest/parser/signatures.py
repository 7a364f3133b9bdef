"""Authors who are named only behind the text, as in editorials and insights: a signature, or a note on the author."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...kb.events.document import Author
from .affiliations import is_place, read_affiliations
from .authors import is_name_line
from .emails import emails_in, owners
from .lines import Line, follows
from .names import is_name, marked, names_in
from .surnames import split_name, split_names

_NOTE = re.compile(r"^(?P<name>(?:[^\W\d_]|[.'’ -]){4,60}?)(?:,\s[^.]{0,60}?)?\s+(?:is|are)\s+"
                   r"(?:(?:an?|the)\s+\w|(?:now\s+)?(?:at|in|with|from)\b)")
_ENDS = re.compile(r"^(?:\d+\.?\s+)?(?:references|bibliography|literature cited|acknowledge?ments?|notes)\W*$",
                   re.IGNORECASE)
_NOTE_LINES = 6


def signed_by(lines: Sequence[Line]) -> list[Author]:
    """The authors that a note (`Ada Smith is at the Institute of Ice`) or a signature behind the text names."""
    return _noted(lines) or _signed(lines)


def _noted(lines: Sequence[Line]) -> list[Author]:
    """Notes on the authors: a name in bold or in another font that begins a sentence about itself."""
    found: list[tuple[str, str]] = []
    for at, line in enumerate(lines):
        lead = line.spans[0]
        head = _lead_text(line)
        text = " ".join(item.text for item in _block(lines, at))
        note = _NOTE.match(text)
        apart = lead.bold != line.spans[-1].bold or lead.font != line.spans[-1].font
        if note is None or not apart or not is_name(note["name"].strip()) \
                or not head.startswith(note["name"].strip()[:4]):
            continue
        if is_place(text[note.end("name"):]) or emails_in(text):
            found.append((note["name"].strip(), text))
    names = list(dict.fromkeys(name for name, _ in found))
    parts = split_names(names)
    owned = owners(parts, emails_in(" ".join(text for _, text in found)))
    texts = dict(reversed(found))
    return [Author(name=name, given=given, family=family, email=owned.get(at), affiliations=_place(texts[name]))
            for at, (name, (given, family)) in enumerate(zip(names, parts, strict=True))]


def _place(text: str) -> tuple[str, ...]:
    """The institution in a note on an author."""
    found = re.search(r"\b(?:at|in|with|from)\s+(?:the\s+)?(?P<place>[^.;]{6,200}?)(?=\.\s|\.$|;|\s[\w.+-]+@|$)", text)
    return (found["place"].strip(" ,"),) if found and is_place(found["place"]) else ()


def _lead_text(line: Line) -> str:
    first = line.spans[0]
    return "".join(span.text for span in line.spans if (span.bold, span.font) == (first.bold, first.font)).strip()


def _block(lines: Sequence[Line], at: int) -> Sequence[Line]:
    end = at + 1
    while end < min(len(lines), at + _NOTE_LINES) and follows(lines[end - 1], lines[end], 1.8):
        end += 1
    return lines[at:end]


def _signed(lines: Sequence[Line]) -> list[Author]:
    """Lines of names after the last paragraph, with an institution below them."""
    stop = next((at for at, line in enumerate(lines) if _ENDS.match(line.text) and at > len(lines) // 3), len(lines))
    for at in range(stop - 1, max(stop - 25, 0), -1):
        line = lines[at]
        following = lines[at + 1:at + 3]
        if is_name_line(line) and lines[at - 1].text.rstrip()[-1:] in ".!?" \
                and (line.bold or line.italic or line.x0 > lines[at - 1].x0 + 20 or line.text.isupper()) \
                and any(is_place(item.text) for item in following):
            places = read_affiliations(lines[at + 1:min(stop, at + 8)])
            return [_author(item.name, [places[mark] for mark in sorted(item.marks) if mark in places] or
                            ([places[""]] if "" in places else [])) for item in names_in(marked([line]))]
    return []


def _author(name: str, places: Sequence[str]) -> Author:
    given, family = split_name(name)
    return Author(name=name, given=given, family=family, affiliations=tuple(dict.fromkeys(places)))
