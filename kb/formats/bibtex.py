"""BibTeX: reading with bibtexparser 2 and checks after it. `bibtex_writing` writes.

One bad entry never costs the others: what could not be read, or was mended, is listed in `problems` with its line.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import UnreadableInput
from .latex_text import decoded, latex_text

MAX_CHARACTERS = 64 * 2**20
_BARE_VALUE = re.compile(r'[^\s{}"#]+')
_NEXT_FIELD = re.compile(r"\s*(?<![^\s}\"])(?P<name>[A-Za-z][\w-]*)\s*=\s*(?P<rest>\S.*)", re.S)
_ACCENTED = re.compile(
    r"\\(?:['`^\"~=.]\s*|(?:[uvHcdbrkt](?![A-Za-z])\s*))(?:\{\\?[A-Za-z]{0,2}\}|\\[ij](?![A-Za-z])(?:\{\})?|[A-Za-z])|"
    r"\\(?:dj|DJ|ss|ae|AE|oe|OE|aa|AA|th|TH|dh|DH|ng|NG|o|O|l|L|i|j)(?![A-Za-z])(?:\{\}|\s+(?=[a-z]))?")
_LIKE_ENTRY = re.compile(r"^[ \t]*@(?!comment|string|preamble)[A-Za-z]+[ \t]*[\w:-]*[^\n]*[={][^\n]*", re.M | re.I)
_PIECE = re.compile(r'"(?P<quoted>[^"]*)"|\{(?P<braced>(?:[^{}]|\{[^{}]*\})*)\}|(?P<name>[^#\s]+)')
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(r"(?:arxiv[:\s./]*(?:abs/)?)?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?)", re.I)
_NOT_INHERITED = frozenset({
    "title", "subtitle", "author", "crossref", "doi", "url", "pages", "abstract", "keywords", "file", "eprint", "pmid",
})
"""Fields of a collection that are not those of the works in it."""
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|2100)(?!\d)")


@dataclass(frozen=True)
class Person:
    """One name. A corporate author in braces has only a `family`."""

    family: str
    given: str = ""


@dataclass(frozen=True)
class BibEntry:
    """One entry. Text is decoded (no LaTeX, no braces); identifiers are bare and lower case; `line` is one-based."""

    key: str
    type: str = "article"
    title: str = ""
    authors: tuple[Person, ...] = ()
    year: int | None = None
    venue: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    doi: str | None = None
    arxiv: str | None = None
    pmid: str | None = None
    url: str = ""
    line: int = 0
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RawEntry:
    """One entry before LaTeX is decoded: fields by lower-case name, without delimiters, strings put in."""

    key: str
    type: str
    fields: Mapping[str, str]
    line: int = 0


@dataclass(frozen=True)
class BibProblem:
    """Something that a reader of the file should mend; `key` is the entry's, if it has one. `lost`: an entry is, of
    which `raw` is what stands in the file."""

    line: int
    key: str | None
    message: str
    lost: bool = False
    raw: str = ""


@dataclass(frozen=True)
class Bibliography:
    """Entries by key in the order of the file, and what was wrong with it."""

    entries: dict[str, BibEntry]
    problems: tuple[BibProblem, ...] = ()


def read_bibtex(text: str) -> Bibliography:
    """All readable entries of a BibTeX file. Raises `UnreadableInput` only for text that is far too large."""
    raw, problems = read_raw(text)
    entries = {entry.key: decoded_entry(entry, problems) for entry in reversed(raw)}
    entries = {key: entries[key] for key in dict.fromkeys(entry.key for entry in raw)}
    return Bibliography(entries, tuple(sorted(problems, key=lambda problem: problem.line)))


def read_raw(text: str) -> tuple[list[RawEntry], list[BibProblem]]:
    """All readable entries in the order of the file, as they stand there. Raises `UnreadableInput` as `read_bibtex`."""
    from bibtexparser.entrypoint import parse_string

    if len(text) > MAX_CHARACTERS:
        raise UnreadableInput("the bibliography is larger than 64 MB", remedy="split it")
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    library = parse_string(text.replace("\r\n", "\n"), parse_stack=[])
    strings = {name.lower(): _unquoted(block.value) for name, block in library.strings_dict.items()}
    problems: list[BibProblem] = []
    blocks = [*library.entries]
    for failed in library.failed_blocks:
        again = getattr(failed, "ignore_error_block", None)
        if again is not None and hasattr(failed, "previous_block"):
            blocks.append(again)
        problems.append(_failure(failed))
    problems += _passed_over(library.comments)
    read = (_raw_entry(block, strings, problems) for block in sorted(blocks, key=lambda block: block.start_line or 0))
    return _inherited([entry for entry in read if entry is not None]), problems


def normalise_doi(text: str) -> str | None:
    """The bare DOI in lower case, without resolver and closing punctuation; None where there is none."""
    found = _DOI.search(text.strip().replace("\\_", "_").replace("\\", ""))
    return found.group().rstrip(".,;:)>]}\"'").lower() if found else None


def _inherited(entries: list[RawEntry]) -> list[RawEntry]:
    """Entries with what `crossref` gives them: fields that they lack from the entry that it names, whose title is the
    title of the book."""
    by_key = {entry.key.lower(): entry for entry in reversed(entries)}
    out = []
    for entry in entries:
        parent = by_key.get(entry.fields.get("crossref", "").strip().lower())
        if parent is not None and parent is not entry:
            given = {name: value for name, value in parent.fields.items() if name not in _NOT_INHERITED}
            given |= {"booktitle": parent.fields.get("booktitle") or parent.fields.get("title", "")}
            entry = RawEntry(entry.key, entry.type, {**given, **entry.fields}, entry.line)
        out.append(entry)
    return out


def _raw_entry(block: Any, strings: Mapping[str, str], problems: list[BibProblem]) -> RawEntry | None:
    line = block.start_line + 1
    key = str(block.key).strip()
    if not key:
        why = "an entry has no key; nothing can cite it"
        problems.append(BibProblem(line, None, why, lost=True, raw=str(block.raw)))
        return None
    raw: dict[str, str] = {}
    for item in block.fields:
        value, name = str(item.value), str(item.key).lower()
        for part_name, part in _split_at_missing_comma(name, value):
            if part_name != name:
                problems.append(BibProblem(line, key, f"a comma is missing before the field {part_name}"))
            raw.setdefault(part_name, _resolved(part, strings))
    return RawEntry(key, str(block.entry_type).lower(), raw, line)


def decoded_entry(entry: RawEntry, problems: list[BibProblem]) -> BibEntry:
    """The entry as text and numbers; what it lacks or has wrong is added to `problems`."""
    raw, line, key = entry.fields, entry.line, entry.key
    fields = {name: _address(value) if name == "url" else decoded(value) for name, value in raw.items()}
    year_text = fields.get("year") or fields.get("date", "")
    year = _YEAR.search(year_text)
    if year_text and not year:
        problems.append(BibProblem(line, key, f"the year {year_text!r} is no year"))
    if not fields.get("title"):
        problems.append(BibProblem(line, key, "the entry has no title"))
    return BibEntry(
        key=key,
        type=entry.type,
        title=fields.get("title", ""),
        authors=_people(raw, problems, line, key),
        year=int(year.group()) if year else None,
        venue=fields.get("journal") or fields.get("journaltitle") or fields.get("booktitle") or "",
        volume=fields.get("volume", ""),
        number=fields.get("number", ""),
        pages=fields.get("pages", ""),
        doi=normalise_doi(fields.get("doi", "")) or _doi_in_url(fields),
        arxiv=_arxiv(fields),
        pmid=_digits(fields.get("pmid", "")),
        url=fields.get("url", ""),
        line=line,
        fields=fields,
    )


def _failure(block: Any) -> BibProblem:
    line = (block.start_line or 0) + 1
    key, raw = getattr(block, "key", None) or None, str(block.raw or "")
    if key is not None and hasattr(block, "previous_block"):
        return BibProblem(line, key, f"the key {key} stands twice; the first entry counts")
    if hasattr(block, "duplicate_keys"):
        names = ", ".join(sorted(block.duplicate_keys))
        return BibProblem(line, key, f"fields stand twice: {names}; the entry was left out", lost=True, raw=raw)
    return BibProblem(line, key, f"a block could not be read: {_first_line(block)}", lost=True, raw=raw)


def _passed_over(comments: Any) -> list[BibProblem]:
    """What begins a line like an entry and was taken for text between entries."""
    from bibtexparser.model import ImplicitComment

    return [
        BibProblem((block.start_line or 0) + 1 + str(block.comment)[:found.start()].count("\n"), None,
                   f"an entry could not be read: {found.group()[:80]}", lost=True, raw=found.group())
        for block in comments if isinstance(block, ImplicitComment)
        for found in _LIKE_ENTRY.finditer(str(block.comment))
    ]


def _first_line(block: Any) -> str:
    """Why a block could not be read; where nobody says so, how it begins."""
    said = str(block.error).strip() or str(block.raw or "").strip()
    return said.splitlines()[0][:80] if said else "nothing is in it"


def _split_at_missing_comma(name: str, value: str) -> list[tuple[str, str]]:
    """`year = {2013} journal = {J}` reaches us as one value: after its end, a name and an equals sign; so for each."""
    text = value.strip()
    bare = _BARE_VALUE.match(text)
    end = _end_of_value(text) if text[:1] in '{"' else bare.end() if bare else len(text)
    following = _NEXT_FIELD.fullmatch(text, end)
    if following is None:
        return [(name, text)]
    return [(name, text[:end]), *_split_at_missing_comma(following["name"].lower(), following["rest"])]


def _end_of_value(text: str) -> int:
    """Where the opening brace or quote is closed, and the end of the text where it is not."""
    depth = 0
    opener = text[:1]
    for position, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        closed = depth == 0 if opener == "{" else char == '"' and position > 0 and depth == 0
        if closed:
            return position + 1
    return len(text)


def _closes_at_end(text: str) -> bool:
    """Whether the opening brace or quote is closed by the last character and not before."""
    return text[-1:] == ("}" if text[:1] == "{" else '"') and len(text) > 1 and _end_of_value(text) == len(text)


def _resolved(value: str, strings: Mapping[str, str]) -> str:
    """The value with its delimiters taken off, `#` joined and names of strings put in."""
    text = value.strip()
    if text[:1] in '{"' and _closes_at_end(text):
        return text[1:-1]
    if "#" not in text:
        return strings.get(text.lower(), _unquoted(text))
    parts = []
    for piece in _PIECE.finditer(text):
        name = piece["name"]
        parts.append(strings.get(name.lower(), name) if name else piece["quoted"] or piece["braced"] or "")
    return "".join(parts)


def _unquoted(text: str) -> str:
    text = str(text).strip()
    return text[1:-1] if len(text) > 1 and text[0] + text[-1] in ('""', "{}") else text


def _people(raw: Mapping[str, str], problems: list[BibProblem], line: int, key: str) -> tuple[Person, ...]:
    from bibtexparser.middlewares.names import (
        InvalidNameError,
        parse_single_name_into_parts,
        split_multiple_persons_names,
    )

    people = []
    for name in split_multiple_persons_names(_with_accents(raw.get("author") or raw.get("editor") or "")):
        if name.strip().lower() == "others":
            continue
        if name.strip().startswith("{") and _closes_at_end(name.strip()):
            people.append(Person(decoded(name)))
            continue
        try:
            parts = parse_single_name_into_parts(name, strict=False)
        except InvalidNameError as error:
            problems.append(BibProblem(line, key, f"the name {name!r} could not be read: {error}"))
            continue
        family = decoded(" ".join([*parts.von, *parts.last, *parts.jr]))
        people.append(Person(family, decoded(" ".join(parts.first))))
    return tuple(people)


def _with_accents(names: str) -> str:
    """Names with their accents as characters: splitting them damages a command that no braces protect."""
    accented = _ACCENTED.sub(lambda found: unicodedata.normalize("NFC", latex_text(found.group()).strip()), names)
    return re.sub(r"\{(\w{1,2})\}", r"\1", accented)


def _address(value: str) -> str:
    """A URL, in which a tilde and dashes are what they are."""
    return re.sub(r"\\([_%&#~])(?:\{\})?", r"\1", value).replace("{", "").replace("}", "").strip()


def _doi_in_url(fields: Mapping[str, str]) -> str | None:
    url = fields.get("url", "")
    return normalise_doi(url) if "doi.org/" in url.lower() else None


def _arxiv(fields: Mapping[str, str]) -> str | None:
    archive = (fields.get("archiveprefix") or fields.get("eprinttype") or "").lower()
    for name, said in (
        ("eprint", archive == "arxiv"),
        ("arxiv", True),
        ("arxivid", True),
        ("url", "arxiv.org" in fields.get("url", "")),
    ):
        found = _ARXIV.search(fields.get(name, "")) if said else None
        if found:
            return found.group(1).lower().partition("v")[0] if found.group(1)[:1].isdigit() else found.group(1).lower()
    return None


def _digits(text: str) -> str | None:
    found = re.search(r"\d+", text)
    return found.group() if found else None
