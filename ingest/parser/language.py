"""The language of a text, told by its script and its small words; and whether it is text in any language at all.

Deterministic and without models: the share of tokens that are small words of a language, each word weighted by how few
languages share it. Short or mixed texts give no language rather than a wrong one.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from .letter_pairs import are_unlikely, words_of
from .stop_words import STOP_WORDS

_MOST_CHARACTERS = 200_000
_LEAST_WORDS = 12
_LEAST_SHARE = 0.08
_WORD = re.compile(r"[^\W\d_]+")
_RANGES = (
    ("latin", 0x41, 0x24F), ("latin", 0x1E00, 0x1EFF), ("el", 0x370, 0x3FF), ("cyrillic", 0x400, 0x52F),
    ("hy", 0x530, 0x58F), ("he", 0x590, 0x5FF), ("arabic", 0x600, 0x6FF), ("hi", 0x900, 0x97F), ("bn", 0x980, 0x9FF),
    ("ta", 0xB80, 0xBFF), ("te", 0xC00, 0xC7F), ("th", 0xE00, 0xE7F), ("ka", 0x10A0, 0x10FF), ("ko", 0x1100, 0x11FF),
    ("kana", 0x3040, 0x30FF), ("han", 0x3400, 0x4DBF), ("han", 0x4E00, 0x9FFF), ("ko", 0xAC00, 0xD7AF),
    ("han", 0x20000, 0x3134F),
)
_PERSIAN = frozenset("پچژگیک")
_CYRILLIC = frozenset({"ru", "uk", "bg", "sr", "mk", "be"})
_KANA = 0.03
_GARBAGE_LETTERS = 300
_GARBAGE_PAIRS = 250
_GARBAGE = 4.4
_MOJIBAKE = 0.5


def language_of(text: str) -> str | None:
    """The ISO 639-1 code of the prevailing language, or None if it cannot be told."""
    text = text[:_MOST_CHARACTERS]
    scripts = _scripts(text)
    letters = sum(scripts.values())
    if not letters:
        return None
    east = scripts["han"] + scripts["kana"]
    counts = {script: count for script, count in scripts.items() if script not in ("han", "kana")} | {"east": east}
    # A sign of Chinese or Korean says as much as three letters.
    weights = {script: count * (3 if script in ("east", "ko") else 1) for script, count in counts.items()}
    script = min(weights, key=lambda name: (-weights[name], name))
    if script == "east":
        return "ja" if scripts["kana"] > _KANA * east else "zh"
    if script == "arabic":
        return "fa" if sum(char in _PERSIAN for char in text) > 0.02 * letters else "ar"
    if script in ("latin", "cyrillic"):
        return _by_words(text, script)
    return script


def _by_words(text: str, script: str) -> str | None:
    words = Counter(_WORD.findall(text.casefold()))
    total = words.total()
    if total < _LEAST_WORDS:
        return None
    scores = {
        code: sum(words[word] * weight for word, weight in weights.items())
        for code, weights in _weights().items() if (code in _CYRILLIC) == (script == "cyrillic")
    }
    best = min(scores, key=lambda code: (-scores[code], code))
    return best if known_words(text, best) >= _LEAST_SHARE else None


def known_words(text: str, language: str | None = None) -> float:
    """The share of a text's words that are small words of a language; of the best one if none is given."""
    words = Counter(_WORD.findall(text.casefold()))
    total = words.total() or 1
    lists = [STOP_WORDS[language]] if language else STOP_WORDS.values()
    return max(sum(words[word] for word in known) for known in lists) / total


def is_garbage(text: str) -> bool:
    """Whether Latin letters stand in an order that no language has: a text layer with a wrong mapping to Unicode.

    Other scripts are not judged by their words, only by what shows a wrong code: accented capitals in place of letters,
    as when Cyrillic text is read in a Latin code, and signs whose two bytes are exchanged.
    """
    letters = [char for char in text if char.isalpha()]
    if len(letters) < _GARBAGE_LETTERS:
        return False
    others = [char for char in letters if not char.isascii()]
    if sum("\u00c0" <= char <= "\u00ff" for char in others) > _MOJIBAKE * len(letters):
        return True
    if sum(ord(char) % 256 == 0 for char in others) > _MOJIBAKE * len(letters):
        return True
    return are_unlikely(words_of(text), _GARBAGE_PAIRS, _GARBAGE)


def _scripts(text: str) -> Counter[str]:
    out: Counter[str] = Counter()
    for char, count in Counter(text).items():
        if char.isalpha():
            code = ord(char)
            out[next((name for name, first, last in _RANGES if first <= code <= last), "other")] += count
    return out


@cache
def _weights() -> dict[str, dict[str, float]]:
    """Words by language with their weights: one by the number of languages that have the word."""
    shared = Counter(word for words in STOP_WORDS.values() for word in words)
    return {code: {word: 1 / shared[word] for word in words} for code, words in STOP_WORDS.items()}
