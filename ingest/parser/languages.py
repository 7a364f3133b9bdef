"""In which language a short text seems to be, as far as telling two abstracts of one paper apart needs it."""

from __future__ import annotations

import re

_COMMON = {
    "en": "the of and in to is that was were with for", "de": "der die und das ist nicht den von mit wurde ein",
    "fr": "le la les des et est une dans que pour sur", "es": "el los las del que una con por para fue como",
    "pt": "os as um uma dos das com para que foi não", "it": "il che di della una per con sono nel del gli",
}
_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}
_HAN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_CYRILLIC = re.compile(r"[а-яА-Я]")


def words_of(text: str) -> int:
    """The number of words; two signs of a script without blanks count as one."""
    return len(text.split()) + len(_HAN.findall(text)) // 2


def same_language(text: str, other: str) -> bool:
    """Whether two texts seem to be in one language, by script and commonest words."""
    return _language(text) == _language(other)


def _language(text: str) -> str:
    letters = sum(char.isalpha() for char in text) or 1
    for script, pattern in (("han", _HAN), ("cyrillic", _CYRILLIC)):
        if len(pattern.findall(text)) > 0.3 * letters:
            return script
    words = re.findall(r"[^\W\d_]+", text.casefold())
    counts = {language: sum(word in common for word in words) for language, common in _WORDS.items()}
    return max(counts, key=lambda language: counts[language])
