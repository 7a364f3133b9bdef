"""What a paper's own text says its row and column labels stand for: treatment codes and acronyms.

Captions and footnotes spell codes out (`T6: 0.5% GP and 0.5% HBLP`), methods describe them ("birds in T6 were fed with
...", "T2 and T3 at 0.5% and 1.0%, respectively"), and acronyms follow their long form in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...kb.text.lexicon import words as word_list
from .table_words import is_acronym, words_of

SEPARATOR = "; "
"""Stands between two places where a paper describes one label."""

_CODE = re.compile(r"[A-Z][A-Za-z]{0,4}[- ]?\d{1,3}[a-z]?|[A-Z]{1,6}|[A-Z][a-z]?")
_CLAUSE_ENDS = re.compile(r";\s|\.\s+(?=[A-Z])|,?\s(?:while|whereas|whilst)[,\s]", re.I)
_DESCRIBES = word_list(
    """fed received receiving given treated supplemented supplementation contained containing comprised consisting
    consisted served serving acted assigned designated represents denotes denoting stands refers defined offered
    administered exposed allocated kept maintained included"""
)
_REPORTS = re.compile(
    r"\b(?:significant\w*|higher|highest|lower|lowest|increas\w+|decreas\w+|improv\w+|observed|recorded|compared|enhanced|"
    r"differ\w*|respectively higher|result\w*|showed|revealed)\b|[pP]\s?[<>=]",
)
_LIST = r"(?:,\s*and\s|,\s*|\sand\s|\s?&\s?)"
_ITEM = r"\d+(?:\.\d+)?\s?(?:%|[a-zA-Z\u03bc]{1,4}(?:/[a-zA-Z]{1,3})?)?"
_PARTS = 3


def find_definitions(labels: Iterable[str], sentences: Sequence[str]) -> dict[str, str]:
    """What the sentences (and captions) of a paper say of each label that is a code, and of acronyms on the way.

    Keys are the labels as given, and acronyms that occur in labels or in the definitions found; values are the words of
    the paper, several places joined by `SEPARATOR`. Labels that are words of their own are left out.
    """
    codes = [label for label in dict.fromkeys(labels) if _CODE.fullmatch(label.strip())]
    found: dict[str, list[str]] = {}
    for sentence in sentences:
        for code, text in (*_spelled_out(sentence, codes), *_described(sentence, codes)):
            parts = found.setdefault(code, [])
            if text not in parts and len(parts) < _PARTS:
                parts.append(text)
    definitions = {code: SEPARATOR.join(parts) for code, parts in found.items()}
    return definitions | _acronyms([*labels, *definitions.values()], sentences, set(definitions))


def _pattern(code: str) -> str:
    """A code as text sets it: `T1` also with a space before its number."""
    letters, digits = re.match(r"([A-Za-z]+)[- ]?(\d*[a-z]?)", code.strip()).groups()  # type: ignore[union-attr]
    return rf"(?<![\w-]){letters}[- ]?{digits}(?![\w-]|\.\d)"


def _spelled_out(sentence: str, codes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """`T1: control, T2: 0.5% GP; ...`: each text ends where the next code begins."""
    if not codes:
        return
    any_code = "|".join(_pattern(code) for code in codes)
    for code in codes:
        match = re.search(
            rf"{_pattern(code)}\s?[:=]\s?(?P<text>.+?)(?=[,;.]?\s*(?:and\s)?(?:{any_code})\s?[:=]|[;.](?:\s|$)|$)",
            sentence,
        )
        if match and len(match["text"]) < 160:
            yield code, match["text"].strip(" ,;.")


def _described(sentence: str, codes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Clauses that say what was done to a group; clauses that report outcomes define nothing."""
    for clause in _CLAUSE_ENDS.split(sentence):
        places = sorted((m.start(), m.end(), code) for code in codes for m in re.finditer(_pattern(code), clause))
        described = any(word.surface.lower() in _DESCRIBES for word in words_of(clause))
        if not places or not described or _REPORTS.search(clause):
            continue
        if len(places) == 1:
            yield places[0][2], _without(clause, places)
        elif "respectively" in clause:
            yield from _respective(clause, places)


def _respective(clause: str, places: Sequence[tuple[int, int, str]]) -> Iterator[tuple[str, str]]:
    """`T2 and T3 ... at 0.5% and 1.0%, respectively`: each code takes its item of the one list of that length."""
    count = len(places)
    masked = "".join(" " if any(a <= n < b for a, b, _ in places) else letter for n, letter in enumerate(clause))
    lists = list(re.finditer(rf"{_ITEM}(?:{_LIST}{_ITEM}){{{count - 1}}}(?!{_LIST}{_ITEM})", masked))
    if len(lists) != 1:
        return
    items = re.split(_LIST, lists[0].group())
    for (_, _, code), item in zip(places, items, strict=True):
        text = masked[: lists[0].start()] + item + masked[lists[0].end() :]
        yield code, _tidy(text.replace("respectively", ""))


def _without(clause: str, places: Sequence[tuple[int, int, str]]) -> str:
    return _tidy("".join(" " if any(a <= n < b for a, b, _ in places) else letter for n, letter in enumerate(clause)))


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\(\s*\)|\[\s*\]|\s,", " ", text)).strip(" ,;.")


def _acronyms(texts: Sequence[str], sentences: Sequence[str], known: set[str]) -> dict[str, str]:
    wanted = {word.surface for text in texts for word in words_of(text) if is_acronym(word.surface)} - known
    found: dict[str, str] = {}
    for sentence in sentences:
        for match in re.finditer(r"[(\[]\s?([A-Za-z]{2,8}?)s?\s?[)\]]", sentence):
            short = match.group(1)
            if short in wanted and short not in found and (long := _long_form(short, sentence[: match.start()])):
                found[short] = long
    return found


def _long_form(short: str, before: str) -> str | None:
    """The words before an acronym's bracket that it abbreviates (Schwartz and Hearst, 2003)."""
    window = before.rstrip()[-120:]
    place = len(window)
    for n, letter in enumerate(reversed(short.lower())):
        first = n == len(short) - 1
        place -= 1
        while place >= 0 and not (
            window[place].lower() == letter and (not first or place == 0 or not window[place - 1].isalnum())
        ):
            place -= 1
        if place < 0:
            return None
    long = window[place:].strip()
    return long if len(long.split()) <= min(len(short) + 5, 2 * len(short)) else None
