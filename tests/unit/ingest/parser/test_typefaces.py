from __future__ import annotations

from claimledger.ingest.parser.lines import Span
from claimledger.ingest.parser.style import amount, style_of
from claimledger.ingest.parser.typefaces import with_typefaces

PRINTED = "野外观察六周每只动物都挂有标签天气逐时记录"


def span(text: str, font: str) -> Span:
    return Span(text, 0, 0, 10, 10, 10.0, font, False, False, False, 0, 10.0)


def fonts_of(pages: list[list[list[Span]]]) -> set[str]:
    return {one.font for page in pages for row in page for one in row}


def test_a_font_for_each_chinese_sign_is_one_typeface() -> None:
    row = [span(sign, f"Type3 ({at} 0 R)") for at, sign in enumerate(PRINTED)]
    assert len(fonts_of(with_typefaces([[[*row, span("45", "LiberationSerif")]]]))) == 2


def test_bitmap_fonts_of_latin_letters_stay_apart() -> None:
    row = [span(text, f"Type3 ({at} 0 R)") for at, text in enumerate(["Abstract", "We", "saw", "seals"] * 5)]
    assert len(fonts_of(with_typefaces([[row]]))) == 20


def test_chinese_text_with_a_unit_in_capitals_is_not_in_capitals() -> None:
    assert not style_of([span("样品采集后于 −80 °C 保存", "Song")]).caps
    assert style_of([span("METHODS", "Song")]).caps


def test_a_chinese_sign_weighs_more_than_a_letter() -> None:
    assert amount("观察 seals") == 12
