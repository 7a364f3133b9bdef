"""What entries of all bibliography formats share: an abstract as the only section, types, languages, dates."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..events.document import PrintedDate, Section, Sentence
from ..text.sentences import split_sentences

ARTICLE, PAPER, CHAPTER, BOOK, THESIS, REPORT = (
    "article-journal", "paper-conference", "chapter", "book", "thesis", "report"
)
"""Types of works, in the words of CSL."""

_LANGUAGES: Final = {
    "english": "en", "eng": "en", "german": "de", "ger": "de", "deu": "de", "deutsch": "de", "french": "fr",
    "fre": "fr", "fra": "fr", "français": "fr", "spanish": "es", "spa": "es", "español": "es", "portuguese": "pt",
    "por": "pt",
    "italian": "it", "ita": "it", "russian": "ru", "rus": "ru", "chinese": "zh", "chi": "zh", "zho": "zh",
    "japanese": "ja", "jpn": "ja", "korean": "ko", "kor": "ko", "polish": "pl", "pol": "pl", "dutch": "nl", "dut": "nl",
    "nld": "nl", "turkish": "tr", "tur": "tr", "persian": "fa", "per": "fa", "fas": "fa", "arabic": "ar", "ara": "ar",
    "czech": "cs", "cze": "cs", "ces": "cs", "swedish": "sv", "swe": "sv", "danish": "da", "dan": "da",
    "norwegian": "no", "nor": "no", "finnish": "fi", "fin": "fi", "hungarian": "hu", "hun": "hu", "ukrainian": "uk",
    "ukr": "uk", "ngerman": "de", "american": "en", "british": "en", "greek": "el", "gre": "el", "ell": "el",
}
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|2100)(?!\d)")
_DAY = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)")
_NAMED_MONTH = re.compile(r"(?<!\d)(\d{4})\s+([A-Za-z]{3})[a-z]*\.?(?:[\s,]+(\d{1,2}))?(?!\d)")


class LostEntry(NamedTuple):
    """An entry that cannot be read: how it is called in its file, what is wrong, and what stands there.

    Without a name it is the whole file, of which no entry can be read.
    """

    name: str
    why: str
    content: bytes


def abstract_parts(abstract: str) -> tuple[tuple[Section, ...], tuple[Sentence, ...]]:
    """Section and sentences of an abstract; both empty without one."""
    spans = split_sentences(abstract)
    if not spans:
        return (), ()
    return (Section(level=1, title="Abstract", role="abstract"),), tuple(
        Sentence(text=abstract[start:end], section=0, paragraph=0, path="abstract") for start, end in spans
    )


def language_code(text: str) -> str | None:
    """ISO 639-1 code of a language that a record names; None where the name is not known."""
    word = re.split(r"[-_;,/ ]", text.strip().lower())[0]
    return word if len(word) == 2 and word.isalpha() else _LANGUAGES.get(word)


def year_in(text: str) -> int | None:
    """The first year in a date."""
    found = _YEAR.search(text)
    return int(found.group()) if found else None


def published(text: str) -> tuple[PrintedDate, ...]:
    """The day of publication, as far as a date tells it: 2020-01-05, 2020/01/05/, 2020 Jan 5; none for a bare year."""
    numbers, named = _DAY.search(text), _NAMED_MONTH.search(text)
    if numbers:
        year, month, day = numbers.groups()
    elif named and named.group(2).lower() in _MONTHS:
        year, month, day = named.group(1), str(_MONTHS.index(named.group(2).lower()) + 1), named.group(3)
    else:
        return ()
    if not 1 <= int(month) <= 12 or (day is not None and not 1 <= int(day) <= 31):
        return ()
    parts = [year, month.zfill(2), *([day.zfill(2)] if day else [])]
    return (PrintedDate(event="published", day="-".join(parts)),)
