"""Words of claims and of table labels, in one form that can be compared.

A word keeps its surface (capitals tell an acronym from a word) and a key: lower case, stemmed where it is a plain word,
and folded over the usual short forms of headers (`Acc.`, `Prec.`, `F-score`, `ROUGE-1` and `R-1`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ...kb.text.stems import stem

_WORD = re.compile(
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|[A-Za-z]+[-\u2019'](?=\d+(?![\w.]))\d+"
    r"|R(?:OUGE|G)?-(?:L|SU\d?)\b|[^\W\d_]+n[\u2019']t\b|[^\W_]+(?:@\d+)?(?:[-+](?=[\s,;)]|$))?|[#%\u0394]",
)
_SHORT = {
    "acc": "accuracy", "prec": "precision", "rec": "recall", "fscore": "f1", "fmeasure": "f1", "f1score": "f1",
    "avg": "average", "mean": "average", "param": "parameter", "params": "parameter", "dev": "development",
    "val": "validation", "dep": "dependency", "#": "number", "num": "number", "sent": "sentence", "std": "sd",
    "temp": "temperature", "conc": "concentration", "wt": "weight", "freq": "frequency", "lang": "language",
    "en": "english", "pt": "portuguese", "de": "german", "fr": "french", "es": "spanish", "zh": "chinese",
    "ru": "russian", "ja": "japanese", "corpora": "corpus", "emb": "embedding", "dist": "distant",
}  # fmt: skip
_ROUGE = re.compile(r"rouge-?(\d|l|su\d?)|(?:rg|r)-?(\d)|(?:rg|r)-(l|su\d?)")


@dataclass(frozen=True)
class Word:
    """One word: surface, comparison key, offsets in its text, and whether punctuation stands before it."""

    surface: str
    key: str
    start: int
    end: int
    after: str = ""

    @property
    def number(self) -> bool:
        """Whether the word is a numeral."""
        return self.surface[:1].isdigit() or (self.surface[:1] == "." and self.surface[1:2].isdigit())


def words_of(text: str) -> tuple[Word, ...]:
    """The words of a text in order; `after` holds the text between the word before and this one."""
    found: list[Word] = []
    end = 0
    for match in _WORD.finditer(text):
        found.append(
            Word(match.group(), word_key(match.group()), match.start(), match.end(), text[end : match.start()])
        )
        end = match.end()
    return tuple(_with_f_scores(found))


@lru_cache(maxsize=16384)
def word_key(surface: str) -> str:
    """The form under which two spellings of one word meet."""
    plain = surface.replace("\u2019", "'")
    if re.fullmatch(r"[A-Za-z]+[-']\d+", plain) and not _ROUGE.fullmatch(plain.lower()):
        plain = re.sub(r"[-']", "", plain)
    if re.fullmatch(r"[A-Z]{2,}[a-z]?[A-Z]*s", plain):
        plain = plain[:-1]
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        return plain.replace(",", "")
    lower = plain.lower()
    if found := _ROUGE.fullmatch(lower):
        return "rouge" + (found[1] or found[2] or found[3])
    return stem(_SHORT.get(lower, lower))


def is_acronym(surface: str) -> bool:
    """Whether a word is written as an acronym: two capitals or more, nothing but letters."""
    return surface.isalpha() and sum(c.isupper() for c in surface) >= 2


def initials(words: tuple[Word, ...]) -> str:
    """The first letters of words, lower case."""
    return "".join(word.surface[0].lower() for word in words)


def _with_f_scores(words: list[Word]) -> list[Word]:
    """Read `F score`, `F-measure`, `F 1` as one word."""
    merged: list[Word] = []
    for word in words:
        last = merged[-1] if merged else None
        score = word.surface.lower() in ("score", "scores", "measure", "measures", "1")
        if last and last.surface in ("F", "f", "F1") and score and word.after in ("-", " "):
            surface = last.surface + word.after + word.surface
            merged[-1] = Word(surface, "f1", last.start, word.end, last.after)
        else:
            merged.append(word)
    return merged
