"""Fonts without a mapping to Unicode whose code is known all the same: bitmap fonts of TeX, the symbol
font of Word, and Cyrillic text in Windows' code that a file declares to be Latin.

A code is assumed for one font on one page, and only where its text shows it: ligatures at the places of TeX's T1 or OT1
code, or letters that make Russian words once they are read in the other code. Nothing is guessed letter by letter.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from .language import known_words, language_of

_T1_LIGATURE = re.compile(r"(?<=[^\W\d_])[\x1b-\x1f]|[\x1b-\x1f](?=[^\W\d_])")
_OT1_LIGATURE = re.compile(r"(?<=[^\W\d_])[\x0b-\x0f]|[\x0b-\x0f](?=[^\W\d_])")
_BITMAP_NAME = re.compile(r"F(?:\d+|[a-z]{1,2})$|type ?3|unnamed", re.IGNORECASE)
_SHARP_S = re.compile(r"(?<=[a-zäöü])ÿ(?=[a-zäöü]|\W|$)")
_LATIN_LETTERS = re.compile("[À-ÿ]")
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
_UPPER = "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§"
_LOWER = "ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£"
_T1 = str.maketrans({
    **{chr(0x1b + at): text for at, text in enumerate(_LIGATURES)},
    **{chr(0x80 + at): char for at, char in enumerate(_UPPER)},
    **{chr(0xa0 + at): char for at, char in enumerate(_LOWER)},
    "\x10": "“", "\x11": "”", "\x12": "„", "\x13": "«", "\x14": "»", "\x15": "–", "\x16": "—", "\x19": "ı",
    "\u00d7": "Œ", "\u00df": "SS", "\u00f7": "œ", "\u00ff": "ß",
})
_OT1 = str.maketrans({
    **{chr(0x0b + at): text for at, text in enumerate(_LIGATURES)}, "\x10": "ı", "\x19": "ß", "\x1a": "æ", "\x1b": "œ",
    "\x1c": "ø", "\x7b": "–", "\x7c": "—", "\\": "“",
})
_SYMBOLS = (
    " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
)
_MORE_SYMBOLS = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑"
_SYMBOL = str.maketrans({
    **{chr(0xf020 + at): char for at, char in enumerate(_SYMBOLS)},
    **{chr(0xf0a0 + at): char for at, char in enumerate(_MORE_SYMBOLS)},
})
"""Adobe's symbol code at the private places where Word stores it."""
_ENOUGH = 60
_MOSTLY = 0.5
_WORDS = 0.08


def mend_encodings(content: dict[str, Any]) -> dict[str, Any]:
    """The content of `page.get_text("dict")` with the text of such fonts read in their own code."""
    fonts: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for block in content["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                fonts[span["font"]].append(span)
    for font, spans in fonts.items():
        text = " ".join(span["text"] for span in spans)
        if text.isascii() and text.isprintable():
            continue
        if _T1_LIGATURE.search(text) or (_BITMAP_NAME.match(font) and _SHARP_S.search(text)):
            _translate(spans, _T1)
        elif _OT1_LIGATURE.search(text):
            _translate(spans, _OT1)
        elif "symbol" in font.lower():
            _translate(spans, _SYMBOL)
    _mend_cyrillic(fonts)
    return content


def _mend_cyrillic(fonts: dict[str, list[dict[str, Any]]]) -> None:
    """Reads all fonts of mostly accented letters in Windows' code, if the text of one of them is Cyrillic so."""
    texts = {font: " ".join(span["text"] for span in spans) for font, spans in fonts.items()}
    accented = [font for font, text in texts.items() if _is_accented(text)]
    if any(_is_cyrillic(texts[font]) for font in accented):
        for font in accented:
            for span in fonts[font]:
                span["text"] = _in_windows_code(span["text"])


def _translate(spans: list[dict[str, Any]], code: dict[int, str]) -> None:
    for span in spans:
        span["text"] = span["text"].translate(code)


def _is_accented(text: str) -> bool:
    letters = len(_LATIN_LETTERS.findall(text))
    return letters > 0 and letters >= _MOSTLY * sum(char.isalpha() for char in text)


def _is_cyrillic(text: str) -> bool:
    """Whether accented Latin letters, read as Windows' Cyrillic code, are words of a language."""
    if len(_LATIN_LETTERS.findall(text)) < _ENOUGH:
        return False
    read = _in_windows_code(text)
    language = language_of(read)
    return language is not None and known_words(read, language) > max(_WORDS, known_words(text))


def _in_windows_code(text: str) -> str:
    return "".join(char.encode("latin-1").decode("cp1251", "replace") if "\xa0" <= char <= "\xff" else char
                   for char in text)
