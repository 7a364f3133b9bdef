from __future__ import annotations

import pytest
from claimledger.ingest.parser.identifiers import (
    find_arxiv,
    find_doi,
    find_licence,
    find_year,
    read_keywords,
)
from claimledger.ingest.parser.lines import Frame, Line, Page, Span

FRAME = Frame(page=1, width=600, height=800)


def line(text: str, y: float = 40.0) -> Line:
    span = Span(text, 50, y, 50 + 5 * len(text), y + 8, 8.0, "Serif", False, False, False, 0, y + 6)
    return Line(1, (span,), span.x0, y, span.x1, y + 8, text, 8.0, False, 0, 0, FRAME)


def page(*texts: str) -> Page:
    lines = tuple(line(text, 40 + 10 * at) for at, text in enumerate(texts))
    return Page(1, 600, 800, lines, (), (), (), (), (), FRAME)


@pytest.mark.parametrize(("texts", "doi"), [
    (("doi: 10.1000/ABC.123.",), "10.1000/abc.123"),
    (("https://doi.org/10.1186/s12870-018-1284-7",), "10.1186/s12870-018-1284-7"),
    (("ONE 9(12): e1. doi:10.1371/journal.pone.", "0115884"), "10.1371/journal.pone.0115884"),
    (("(https://doi.org/10.1000/x(1)2)",), "10.1000/x(1)2"),
    (("no identifier here",), None),
])
def test_the_printed_doi_is_found_whole(texts: tuple[str, ...], doi: str | None) -> None:
    assert find_doi([page(*texts)]) == doi


@pytest.mark.parametrize(("text", "year"), [
    ("Received: 4 May 2014 Accepted: 3 June 2014 Published online: 2 January 2015", 2015),
    ("Behav Ecol Sociobiol (2015) 69:1383-1394", 2015),
    ("J Clin Exp Dent. 2016;8(3):e230-5.", 2016),
    ("© 2018 The Authors", 2018),
    ("Submitted 1 March 2019; accepted 4 April 2020", 2020),
    ("seals swim", None),
])
def test_the_year_of_publication_is_the_one_that_counts(text: str, year: int | None) -> None:
    assert find_year([line(text)]) == year


@pytest.mark.parametrize(("text", "licence"), [
    ("under https://creativecommons.org/licenses/by-nc/4.0/", "CC BY-NC 4.0"),
    ("License: CC BY 4.0", "CC BY 4.0"),
    ("the Creative Commons Attribution License, which permits", "CC BY"),
    ("Creative Commons Attribution-NonCommercial-ShareAlike 3.0 Unported", "CC BY-NC-SA 3.0"),
    ("Licence: www.creativecommons.org/licenses/by/3.0/. All data are CC0.", "CC BY 3.0"),
    ("The CC0 waiver applies to the data. The article is licensed under CC BY 2.0.", "CC BY 2.0"),
    ("Software • Review License Authors retain copyright and release the work under CC BY 4.0 (2020)", "CC BY 4.0"),
    ("All rights reserved", None),
    ("CC BY applies only to figures", None),
    ("Figure 2 is reused under CC BY 4.0", None),
    ("Under CC BY 4.0 except for Table 1", None),
    ("formerly under the Creative Commons Attribution License", None),
    ("see https://example.org/?x=creativecommons.org/licenses/by/4.0/", None),
    ("see https://example.org/creativecommons.org/licenses/by/4.0/", None),
])
def test_the_licence_has_one_form(text: str, licence: str | None) -> None:
    assert find_licence([line(text)]) == licence


def test_an_arxiv_number_is_read_with_its_version() -> None:
    assert find_arxiv([line("arXiv:2004.07180v4 [cs.CL] 20 May 2020")]) == "2004.07180v4"


@pytest.mark.parametrize(("text", "words"), [
    ("Keywords: seals, cold water, Norway", ("seals", "cold water", "Norway")),
    ("Key words seals; memory", ("seals", "memory")),
    ("Keywords Aggression . Grey seal · Oxytocin", ("Aggression . Grey seal", "Oxytocin")),
    ("KEYWORDS — seals • whales", ("seals", "whales")),
])
def test_keywords_are_split_at_their_own_mark(text: str, words: tuple[str, ...]) -> None:
    assert read_keywords(text) == words
