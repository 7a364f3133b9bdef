"""BibTeX: writing. What is written here, `bibtex.read_bibtex` and bibtexparser read back as it was."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .bibtex import BibEntry, Person

_ORDER = (
    "author", "title", "journal", "booktitle", "year", "volume", "number", "pages", "doi", "eprint", "archiveprefix",
    "pmid", "url",
)
_IN_BOOKS = ("inproceedings", "incollection")
_COMMANDS = {
    "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "{": "\\textbraceleft{}",
    "}": "\\textbraceright{}", "&": "\\&", "%": "\\%", "#": "\\#", "$": "\\$", "_": "\\_",
}
_SPECIAL = re.compile(r"[\\~^{}&%#$_]")
# TeX makes one sign of these pairs: a dash, a quotation mark, a turned question or exclamation mark.
_LIGATURE = re.compile(r"(-)(?=-)|(')(?=')|(`)(?=`)|([!?])(?=`)")
_PLAIN_NAME = re.compile(r"[^\W\d_][^\W\d_.'’ -]*(?:[.'’ -]+[^\W\d_]+)*\.?")


def write_bibtex(entries: Iterable[BibEntry]) -> str:
    """A BibTeX file with the entries in the order given, UTF-8 text, special characters escaped."""
    return "\n".join(bibtex_entry(entry) for entry in entries)


def bibtex_entry(entry: BibEntry) -> str:
    """One entry; fields without a value are left out. DOI and URL stand as they are, as BibTeX styles expect them."""
    values = {
        "author": " and ".join(_name(person) for person in entry.authors),
        "title": f"{{{_escaped(entry.title)}}}" if entry.title else "",
        "booktitle" if entry.type in _IN_BOOKS else "journal": _escaped(entry.venue),
        "year": str(entry.year or ""),
        "volume": _escaped(entry.volume),
        "number": _escaped(entry.number),
        "pages": _pages(entry.pages),
        "doi": _verbatim(entry.doi or ""),
        "eprint": _verbatim(entry.arxiv or ""),
        "archiveprefix": "arXiv" if entry.arxiv else "",
        "pmid": _verbatim(entry.pmid or ""),
        "url": _verbatim(entry.url),
    }
    names = [name for name in _ORDER if values.get(name)]
    width = max((len(name) for name in names), default=0)
    lines = ",\n".join(f"  {name.ljust(width)} = {{{values[name]}}}" for name in names)
    return f"@{entry.type}{{{entry.key},\n{lines}\n}}\n"


def _name(person: Person) -> str:
    if not person.given:
        return _family(person.family) if " " not in person.family else f"{{{_escaped(person.family)}}}"
    return f"{_family(person.family)}, {_part(person.given)}"


def _family(family: str) -> str:
    """In braces where BibTeX would take it apart otherwise: no capital, a comma, `and`, `others`."""
    whole = family[:1].isupper() or any(word[:1].isupper() for word in family.split())
    return _part(family) if whole else f"{{{_escaped(family)}}}"


def _part(text: str) -> str:
    plain = _PLAIN_NAME.fullmatch(text) and not {"and", "others"} & set(text.lower().split())
    return _escaped(text) if plain else f"{{{_escaped(text)}}}"


def _escaped(text: str) -> str:
    escaped = _SPECIAL.sub(lambda found: _COMMANDS[found.group()], text)
    return _LIGATURE.sub(lambda found: f"{found.group()}{{}}", escaped)


def _pages(pages: str) -> str:
    return _escaped(pages.replace("–", "\0")).replace("\0", "--")


def _verbatim(text: str) -> str:
    """Braces alone would break the file; a URL and a DOI may have them as percent codes."""
    return text.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C")
