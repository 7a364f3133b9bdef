from __future__ import annotations

import pytest
from claimledger.ingest.parser.joining import JoinedText, Vocabulary, join_lines
from claimledger.ingest.parser.lines import Frame, Line, Span

FRAME = Frame(page=1, width=600, height=800)


def line(*texts: str, y: float = 100.0, raised: tuple[int, ...] = ()) -> Line:
    spans = []
    x = 50.0
    for at, text in enumerate(texts):
        width = 5.0 * len(text)
        spans.append(Span(text, x, y, x + width, y + 10, 10.0, "Serif", False, False, at in raised, 0, y + 8))
        x += width
    return Line(1, tuple(spans), 50.0, y, x, y + 10, "".join(texts), 10.0, False, 0, 0, FRAME)


def join(*texts: str) -> JoinedText:
    lines = [line(text, y=100.0 + 12 * at) for at, text in enumerate(texts)]
    return join_lines(lines, Vocabulary(lines))


@pytest.mark.parametrize(("lines", "text"), [
    (("the animals", "were fed"), "the animals were fed"),
    (("the treat-", "ment of animals"), "the treatment of animals"),
    (("a well-known case and a well-", "known method"), "a well-known case and a well-known method"),
    (("the interaction of groups and their inter-", "action"), "the interaction of groups and their interaction"),
    (("the group of non-", "smokers"), "the group of non-smokers"),
    (("die Nord-", "und Südseite"), "die Nord- und Südseite"),
    (("the pre-", "and post-treatment values"), "the pre- and post-treatment values"),
    (("the signal-", "to-noise ratio"), "the signal-to-noise ratio"),
    (("本文提出的方", "法提高了精度。"), "本文提出的方法提高了精度。"),
    (("lasting from 1990-", "1995"), "lasting from 1990-1995"),
    (("the COVID-", "19 wave"), "the COVID-19 wave"),
    (("the method of Smith-", "Jones"), "the method of Smith-Jones"),
    (("state-of-the-", "art"), "state-of-the-art"),
    (("a soft hy\u00ad", "phen"), "a soft hyphen"), (("cells of HER2\u00ad", "enriched"), "cells of HER2-enriched"),
    (("at 10.1007/abc\u00ad", "def"), "at 10.1007/abc-def"),
    (("see https://example.org/a/", "b.html for more"), "see https://example.org/a/b.html for more"),
    (("see doi:10.1000/", "xyz123."), "see doi:10.1000/xyz123."),
    (("and the end/", "beginning"), "and the end/beginning"),
    (("a range - ", "a dash"), "a range - a dash"),
])
def test_lines_are_joined_as_they_are_meant(lines: tuple[str, ...], text: str) -> None:
    assert join(*lines).text == text


def test_the_document_itself_decides_between_two_spellings() -> None:
    lines = [line("our data-base and another data-base"), line("a data-", y=112), line("base", y=124)]
    assert join_lines(lines[1:], Vocabulary(lines)).text == "a data-base"


def test_superscripts_are_offsets_into_the_part_asked_for() -> None:
    joined = join_lines([line("Seals swim", "1,2", " far.", raised=(1,))], Vocabulary([]))
    assert joined.text == "Seals swim1,2 far."
    assert joined.superscripts(0, 18) == ((10, 13),)
    assert joined.superscripts(6, 18) == ((4, 7),)


def test_boxes_follow_the_characters_from_line_to_line() -> None:
    joined = join("one two", "three four")
    first, second = joined.boxes(4, 13)
    assert (first.x0, first.x1, first.y0, first.y1) == (7000, 8500, 10000, 11000)
    assert (second.x0, second.x1, second.y0, second.y1) == (5000, 7500, 11200, 12200)
