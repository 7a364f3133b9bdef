"""The lines of one reference as one string: hyphens at line ends resolved, broken URLs and DOIs put together again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

_LINK_TAIL = re.compile(r"(?:https?:\S*|www\.\S*|\b10\.(?:\d{4,9}(?:/\S*)?)?|\barxiv:\S*|\bdoi:\S*|https?)$", re.IGNORECASE)
_LINK_PIECE = re.compile(r"[\w\-./:?=&%#~+_()<>;,@!$*\[\]]+$")
_KEPT_HYPHEN = frozenset(
    "self well high low non meta cross double single multi long short real large small full half two three four one case "
    "follow open state evidence dose time peer post pre co anti semi quasi inter intra".split()
)


def join_reference(lines: Iterable[str], vocabulary: Set[str] = frozenset()) -> str:
    """One line of text. `vocabulary` holds the lower-case words of the whole list; it decides about doubtful hyphens."""
    text = ""
    for line in lines:
        line = re.sub(r"\s+", " ", line).strip()
        if line:
            text = _append(text, line, vocabulary) if text else line
    return text.replace("\u00ad", "")


def words_of(lines: Iterable[str]) -> frozenset[str]:
    """Lower-case words, also hyphenated ones, that stand whole on a line."""
    found: set[str] = set()
    for line in lines:
        words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", line)
        found.update(word.lower() for word in (words[:-1] if line.rstrip().endswith(("-", "\u00ad")) else words))
    return frozenset(found)


def _append(text: str, line: str, vocabulary: Set[str]) -> str:
    if text.endswith("\u00ad"):
        return text[:-1] + line
    if _inside_link(text, line):
        return text + line
    if text.endswith(("-", "\u2010", "\u2011")) and not text.endswith((" -", " \u2010")):
        return _after_hyphen(text, line, vocabulary)
    if text.endswith(("–", "/")) and line[:1].isalnum() and not text.endswith((" –", " /")):
        return text + line
    return f"{text} {line}"


def _after_hyphen(text: str, line: str, vocabulary: Set[str]) -> str:
    head = re.search(r"([^\W\d_]+)[-\u2010\u2011]$", text)
    tail = re.match(r"[^\W\d_]+", line)
    if not head or not tail or not line[0].islower():
        return text + line
    first, second = head[1].lower(), tail[0].lower()
    if first + second in vocabulary:
        return text[:-1] + line
    if f"{first}-{second}" in vocabulary or first in _KEPT_HYPHEN:
        return text + line
    return text[:-1] + line


def _inside_link(text: str, line: str) -> bool:
    """Whether `line` goes on with the URL, DOI or arXiv id that `text` ends in."""
    last = text.rsplit(" ", 1)[-1]
    match = _LINK_TAIL.search(last)
    if not match:
        return False
    first, _, more = line.partition(" ")
    if first.startswith("//") or match[0].lower() in ("https", "http", "https:", "http:", "doi:"):
        return first.startswith("//") or match[0].lower() == "doi:" and first.startswith("10.")
    if not _LINK_PIECE.match(first) or first.lower().startswith(("http", "www.", "doi", "pmid", "pmc", "[", "(")):
        return False
    word = re.fullmatch(r"[A-Z]?[a-z]+[.,;:]?|[A-Z][a-z]+", first)
    if last.endswith(("/", "-", "_", "=", "&", "?", "%", "#", "~")):
        return True
    if last.endswith("."):
        return not word or (first[0].islower() and not more)
    if last.endswith((",", ";", ")", "]")):
        return False
    return not word and bool(re.search(r"[\d/._-]", first.rstrip(".,;"))) and not re.fullmatch(r"\(?\d{4}\)?[.,;]?", first)
