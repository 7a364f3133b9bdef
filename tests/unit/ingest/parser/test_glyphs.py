from __future__ import annotations

from typing import Any

import pytest
from claimledger.ingest.parser.encodings import mend_encodings
from claimledger.ingest.parser.glyphs import RADICALS, accents_apart, joined_accents, with_graves, with_ligatures
from claimledger.ingest.parser.lines import Span


@pytest.mark.parametrize(("printed", "text"), [
    ("Ara´ujo", "Araújo"), ("M¨uller", "Müller"), ("Pozna ´n", "Poznań"), ("´Alvarez", "Álvarez"), ("na¨ıve", "naïve"),
    ("x ˜ 120", "x ˜ 120"), ("plain", "plain"), ("Jose\u0301", "José"),
])
def test_an_accent_goes_onto_its_letter(printed: str, text: str) -> None:
    assert joined_accents(printed) == text


def test_radicals_are_the_words_that_look_the_same() -> None:
    assert "\u2f45\u6cd5 \u2edb\u9669 \u2f3e".translate(str.maketrans(RADICALS)) == "方法 风险 户"


def span(text: str, font: str = "Minion") -> Span:
    return Span(text, 0, 0, 10, 10, 10.0, font, False, False, False, 0, 8)


def test_a_lost_ligature_is_put_back_in_the_font_that_lost_it() -> None:
    rows = [[[span("Te seals swam. Tis is known."), span("Tese whales"), span("Te and The", "Other")]]]
    assert [s.text for s in with_ligatures(rows)[0][0]] == [
        "The seals swam. This is known.", "These whales", "Te and The"]


def test_a_font_that_has_the_words_whole_is_left_alone() -> None:
    rows = [[[span("The Te Tis Tese puzzle")]]]
    assert with_ligatures(rows) == rows


def content(text: str, font: str = "F34") -> dict[str, Any]:
    return {"blocks": [{"lines": [{"spans": [{"text": text, "font": font}]}]}]}


@pytest.mark.parametrize(("stored", "font", "text"), [
    ("di\x1berence et in\x1duence", "F34", "difference et influence"), ("gröÿte", "F34", "größte"),
    ("gröÿte", "Times", "gröÿte"), ("e\x0bect of the \x0crst \x0eve", "F8", "effect of the first ffive"),
    ("p \uf03c 0.05 \uf0b1 \uf061", "SymbolMT", "p < 0.05 ± α"),
    ("Мы изучили рост тюленей и обнаружили, что он был больше, чем в контрольной группе и не от года".encode("cp1251")
     .decode("latin-1"), "F3",
     "Мы изучили рост тюленей и обнаружили, что он был больше, чем в контрольной группе и не от года"),
    ("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ ÐÑÒÓÔÕÖØÙÚÛÜÝÞß " * 3, "Times", "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ ÐÑÒÓÔÕÖØÙÚÛÜÝÞß " * 3),
])
def test_a_font_whose_code_shows_in_its_text_is_read_in_it(stored: str, font: str, text: str) -> None:
    (block,) = mend_encodings(content(stored, font))["blocks"]
    assert block["lines"][0]["spans"][0]["text"] == text


def test_a_space_before_an_accent_parts_words_where_accents_touch_their_letters() -> None:
    assert accents_apart(["donn´ees", "une ´etude"]) == (True, True)
    assert joined_accents("une ´etude", spaced=False) == "une étude"
    assert accents_apart(["Pozna ´n"]) == (False, False)


def test_grave_accents_go_onto_vowels_and_quotes_stay() -> None:
    assert with_graves("mod`ele, ´el`eve `a la") == "modèle, ´elève à la"
    assert with_graves("the `apple' and `b") == "the `apple' and `b"
