"""The lines of one reference as one string: hyphens at line ends resolved, broken URLs and DOIs put together again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ..parser.soft_hyphens import breaks_word

_LINK_TAIL = re.compile(
    r"(?:https?:\S*|www\.\S*|\b10\.(?:\d{4,9}(?:/\S*)?)?|\barxiv:\S*|\bdoi:\S*|https?)$", re.IGNORECASE
)
_DOI_BEGUN = re.compile(r"(?<![\w.])(?:1|10|10\.\d{0,9})$")
_WHOLE_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S{2}")
_PLOS = re.compile(r"\b10\.1371/journal\.p[a-z]{3}\.(\d{1,6})$")
_PLOS_DIGITS = 7
_BEHIND_DOI = ("PMID", "PMCID", "PMC", "Epub", "Accessed", "accessed")
_NARROW = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz[]-/"
_WIDE = {ord(sign) + 0xFEE0: sign for sign in _NARROW}
_UNSPACED = "[\u3000-\u30ff\u4e00-\u9fff\uff00-\uff60]"
_WIDE_MARKS = {"，": ", ", "．": ". ", "；": "; ", "（": " (", "）": ") ", "：": ": "}
_LINK_PIECE = re.compile(r"[\w\-./:?=&%#~+_()<>;,@!$*\[\]]+$")


def join_reference(lines: Iterable[str], keeps_hyphen: Callable[[str, str], bool]) -> str:
    """One line of text. `keeps_hyphen` decides about a word that is broken at a hyphen, given its two parts."""
    text = ""
    for line in lines:
        line = re.sub(r"\s+", " ", line).strip()
        if line:
            text = _append(text, line, keeps_hyphen) if text else line
    return text.replace("\u00ad", "")


def half_width(text: str) -> str:
    """Chinese and Japanese text with the signs that part the fields of a reference as others write them; colons and
    parentheses only beside a digit, since elsewhere they are those of the title."""
    if not re.search(r"[\uff01-\uff5e]", text):
        return text
    text = re.sub(r"[，．；]|(?<=[\d)）])[（：]|[（：](?=\s*\d)|(?<=\d)）", lambda match: _WIDE_MARKS[match[0]], text)
    return re.sub(r"\s+", " ", text.translate(_WIDE)).strip()


def _append(text: str, line: str, keeps_hyphen: Callable[[str, str], bool]) -> str:
    if text.endswith("\u00ad"):
        return f"{text[:-1]}{'' if breaks_word(text[:-1], line) else '-'}{line}"
    if _inside_link(text, line):
        return text + line
    if text.endswith(("-", "\u2010", "\u2011")) and not text.endswith((" -", " \u2010")):
        return _after_hyphen(text, line, keeps_hyphen)
    if text.endswith(("–", "/")) and line[:1].isalnum() and not text.endswith((" –", " /")):
        return text + line
    if re.match(_UNSPACED, text[-1]) and re.match(_UNSPACED, line):
        return text + line
    return f"{text} {line}"


def _after_hyphen(text: str, line: str, keeps_hyphen: Callable[[str, str], bool]) -> str:
    head = re.search(r"([^\W\d_]+)[-\u2010\u2011]$", text)
    tail = re.match(r"[^\W\d_]+", line)
    if not head or not tail or not line[0].islower():
        return text + line
    return text + line if keeps_hyphen(head[1], tail[0]) else text[:-1] + line


def _inside_link(text: str, line: str) -> bool:
    """Whether `line` goes on with the URL, DOI or arXiv id that `text` ends in."""
    last = text.rsplit(" ", 1)[-1]
    first, _, more = line.partition(" ")
    if (begun := _DOI_BEGUN.search(last)) and _WHOLE_DOI.match(begun[0] + first):
        return True
    if (article := _PLOS.search(last)) and (digits := re.match(r"\d+", first)):
        return len(article[1] + digits[0]) == _PLOS_DIGITS
    match = _LINK_TAIL.search(last)
    if not match:
        return False
    if first.startswith("//") or match[0].lower() in ("https", "http", "https:", "http:", "doi:"):
        return first.startswith("//") or (match[0].lower() == "doi:" and first.startswith("10."))
    if not _LINK_PIECE.match(first) or first.lower().startswith(("http", "www.", "doi", "pmid", "pmc", "[", "(")):
        return False
    word = re.fullmatch(r"[A-Z]?[a-z]+(?:-[a-z]+)*[.,;:]?|[A-Z][a-z]+", first)
    if re.fullmatch(r"\d{1,3}", first) and more[:1].isalpha() and not more.startswith(_BEHIND_DOI):
        return False
    if last.endswith(("/", "-", "_", "=", "&", "?", "%", "#", "~")):
        return True
    if last.endswith("."):
        return not word or (first[0].islower() and not more)
    if last.endswith((",", ";", ")", "]")):
        return False
    year = re.fullmatch(r"\(?(?:1[5-9]|20)\d\d\)?[.,;]?", first)
    return not word and not year and bool(re.search(r"[\d/._-]", first.rstrip(".,;")))
