"""A contradiction told whole: one sentence that gives both sides, each with its citation.

What the works disagree on is said once: where both sides hold in one setting, the setting opens the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..kb.formats.bibtex import BibEntry
from ..kb.text.lexicon import words
from .frames import opening_frame
from .sentences import own_words, quotation_clause

_ARTICLES = words(
    """a an the in on over after at during among across within with under from of for throughout this that these those
    its their his her it they some most many few all both each every no not neither there here when while where because
    since although more less several"""
)


def sides_joined(first: str, first_keys: Sequence[str], second: str, second_keys: Sequence[str]) -> str:
    """Two statements as "Evidence is mixed: A [@a], whereas B [@b]."; a setting that both share opens the first."""
    frame = opening_frame(_capital(second))
    if frame:
        setting = frame.rstrip(" ,").lower()
        place = first.lower().find(setting)
        if place > 0 and opening_frame(_capital(first)) is None:
            rest = first[:place].rstrip() + first[place + len(setting) :]
            first = f"{frame[:1].lower()}{frame[1:]}{inside(rest)}"
        if first.lower().startswith(setting):
            second = second[len(frame) :]
    return f"Evidence is mixed: {inside(first)} {_cited(first_keys)}, whereas {inside(second)} {_cited(second_keys)}."


def both_sides(statement: str, keys: Sequence[str], quote: str, other: BibEntry) -> list[str]:
    """Sentences that put a statement beside what another work says against it, the one in our own words first."""
    proposals = []
    clause = own_words(quote)
    if clause:
        proposals.append(sides_joined(statement, keys, clause, [other.key]))
    said = quotation_clause(quote, other.key, len(other.authors)).replace(":", "", 1).rstrip(".")
    proposals.append(f"Evidence is mixed: {inside(statement)} {_cited(keys)}, whereas {said}.")
    return proposals


def inside(statement: str) -> str:
    """A statement as it stands inside a sentence: without its full stop, its first word small unless it is a name."""
    text = statement.strip().rstrip(".")
    match = re.match(r"[A-Z][a-z]*(?![\w-])", text)
    return text[:1].lower() + text[1:] if match and _is_ordinary(match.group().lower()) else text


def _is_ordinary(word: str) -> bool:
    """Whether a dictionary has the word, and so it is no name."""
    import lemminflect

    return word in _ARTICLES or bool({"NOUN", "VERB", "ADJ", "ADV"} & set(lemminflect.getAllLemmas(word)))


def _cited(keys: Sequence[str]) -> str:
    return f"[{'; '.join('@' + key for key in keys)}]"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
