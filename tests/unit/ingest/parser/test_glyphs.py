from __future__ import annotations

import pytest
from claimledger.ingest.parser.glyphs import joined_accents, with_ligatures
from claimledger.ingest.parser.lines import Span


@pytest.mark.parametrize(("printed", "text"), [
    ("Ara´ujo", "Araújo"), ("M¨uller", "Müller"), ("Pozna ´n", "Poznań"), ("´Alvarez", "Álvarez"), ("na¨ıve", "naïve"),
    ("x ˜ 120", "x ˜ 120"), ("plain", "plain"),
])
def test_an_accent_goes_onto_its_letter(printed: str, text: str) -> None:
    assert joined_accents(printed) == text


def span(text: str, font: str = "Minion") -> Span:
    return Span(text, 0, 0, 10, 10, 10.0, font, False, False, False, 0, 8)


def test_a_lost_ligature_is_put_back_in_the_font_that_lost_it() -> None:
    rows = [[[span("Te seals swam. Tis is known."), span("Tese whales"), span("Te and The", "Other")]]]
    assert [s.text for s in with_ligatures(rows)[0][0]] == [
        "The seals swam. This is known.", "These whales", "Te and The"]


def test_a_font_that_has_the_words_whole_is_left_alone() -> None:
    rows = [[[span("The Te Tis Tese puzzle")]]]
    assert with_ligatures(rows) == rows
