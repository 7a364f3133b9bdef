"""Keys by which facts of different builds can touch: two facts that share no key never meet in a rule of settling.

Three kinds of facts have keys: what identifies a build, what a reference entry points to, and the comparison that a
claim is about. A key is a number of 63 bits, so that a column of them is quick to look through and says nothing about
the text; two that are equal by chance cost a look, since the rules themselves compare the text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from .names import arxiv_key, bare_key, doi_key, family_key, title_key, unmarked_key, year_number
from .support import orient

IDENTIFIERS = ("doi", "arxiv", "pmid", "openalex")


def identifier_keys(
    doi: str | None, arxiv: str | None, pmid: str | None, openalex: str | None = None
) -> dict[str, str]:
    """Identifiers by name, normalised; those that are missing are left out."""
    found = {"doi": doi_key(doi or ""), "arxiv": arxiv_key(arxiv or ""), "pmid": pmid, "openalex": openalex}
    return {name: key for name, key in found.items() if key}


def build_keys(
    blob: str | None, title: str | None, first: str | None, year: str | None, identifiers: Mapping[str, str]
) -> set[int]:
    """Numbers of what identifies a build, and under which references find it.

    `first` is the key of its first author's family name, None without authors. What is stated in several events may be
    given in several calls, each with what it has.
    """
    found = {number(name, key) for name, key in identity_keys(blob, title, first, year, identifiers)}
    if first is not None:
        found.add(number("first", first))
        at = year_number(year)
        if at is not None:
            found.add(number("named", first, at))
    return found


def identity_keys(
    blob: str | None, title: str | None, first: str | None, year: str | None, identifiers: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Blocks in which a build is compared with others: bytes, identifiers, title, and first author with year.

    Spellings of one title, and titles that differ in a number, a negation or the like alone, meet whatever their years.
    """
    found = [("blob", blob)] if blob else []
    found += identifiers.items()
    words = title_key(title or "")
    if words and first:
        found += [("title", words), ("author", f"{first} {year or ''}"), ("words", f"{first} {bare_key(title or '')}")]
        if subject := unmarked_key(title or ""):
            found.append(("subject", f"{first} {subject}"))
    return found


def reference_keys(
    title: str | None, authors: Sequence[str], year: int | None, identifiers: Mapping[str, str]
) -> set[int]:
    """Numbers of what a reference entry points to; a build has one of them, or a year next to it, or is not meant."""
    found = {number(name, key) for name, key in identifiers.items()}
    if title and authors and year:
        found.add(number("named", family_key(authors[0]), year))
    return found


def sought_keys(firsts: Iterable[str], years: Iterable[int], identifiers: Iterable[tuple[str, str]]) -> set[int]:
    """Numbers of the references that may point to a work with builds of these first authors, years, identifiers."""
    found = {number(name, key) for name, key in identifiers}
    near = {year + step for year in years for step in (-1, 0, 1)}
    return found | {number("named", first, year) for first in set(firsts) for year in near}


def comparison_number(
    kind: str, own: bool, direction: str | None, a_key: str, b_key: str, metric_key: str
) -> int | None:
    """Number of the comparison that a claim is about; None where it is about none."""
    found = orient(kind, own, direction, a_key, b_key, metric_key)
    return number("comparison", *found[0]) if found else None


def number(kind: str, *parts: str | int) -> int:
    """The key of a kind with these parts, as a number of 63 bits."""
    text = "\x00".join((kind, *map(str, parts)))
    raw = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(raw, "big") >> 1
