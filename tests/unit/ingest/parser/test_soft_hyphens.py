from __future__ import annotations

from claimledger.ingest.parser.pages import read_pages


def lines_with(*texts: str) -> list[str]:
    """The lines of a page that is set by a writer that takes the glyph of a hyphen for that of a soft one."""
    import pymupdf

    with pymupdf.open() as pdf:
        page = pdf.new_page()
        writer = pymupdf.TextWriter(page.rect)
        for at, text in enumerate(texts):
            writer.append((90, 90 + 14 * at), text, font=pymupdf.Font("tiro"), fontsize=10)
        writer.write_text(page)
        return [line.text for line in read_pages(pdf)[0].lines]


def test_a_soft_hyphen_that_is_drawn_within_a_line_is_a_hyphen() -> None:
    assert lines_with("long\u00adterm change of s00265\u00ad015") == ["long-term change of s00265-015"]


def test_where_a_font_has_both_the_soft_hyphen_at_a_line_end_stays_soft() -> None:
    assert lines_with("the pre-war and long\u00adterm con\u00ad", "dition of it all") == [
        "the pre-war and long-term con\u00ad", "dition of it all"]
