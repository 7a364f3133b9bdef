from __future__ import annotations

import pytest
from claimledger.ingest.parser.covers import is_cover, without_covers
from claimledger.ingest.parser.history import find_dates
from claimledger.ingest.parser.identifiers import find_doi, first_matter
from claimledger.ingest.parser.imprint import read_imprint
from claimledger.ingest.parser.lines import Frame, Line, Page, Span
from claimledger.ingest.parser.relations import find_related
from claimledger.ingest.parser.statements import find_funding, find_links
from claimledger.ingest.parser.venue import find_venue
from claimledger.kb.events.document import Section, Sentence

FRAME = Frame(page=1, width=600, height=800)


def line(text: str, y: float = 60.0, size: float = 9.0) -> Line:
    span = Span(text, 50, y, 50 + 5.0 * len(text), y + size, size, "Serif", False, False, False, 0, y + 8)
    return Line(1, (span,), 50, y, span.x1, y + size, text, size, False, 0, 0, FRAME)


def page(*texts: str, y: float = 300.0, number: int = 1) -> Page:
    lines = tuple(line(text, y + 12 * at) for at, text in enumerate(texts))
    return Page(number, 600, 800, lines, (), (), (), (), (), FRAME)


@pytest.mark.parametrize(("text", "days"), [
    ("Received: 13 April 2015 / Revised: 28 May 2015 / Accepted: 31 May 2015 / Published online: 20 June 2015",
     {"received": "2015-04-13", "revised": "2015-05-28", "accepted": "2015-05-31", "published": "2015-06-20"}),
    ("Received 4 January 2018; Received in revised form March 16, 2018; Accepted 22 Mar. 2018",
     {"received": "2018-01-04", "revised": "2018-03-16", "accepted": "2018-03-22"}),
    ("Received: 31-08-2016, Accepted: 01-02-2017, Published online: 05-02-2017",
     {"received": "2016-08-31", "accepted": "2017-02-01", "published": "2017-02-05"}),
    ("Received 03/04/2017, accepted 05/06/2017", {"received": "2017", "accepted": "2017"}),
    ("Eingegangen am 4. März 2019; angenommen am 2. Mai 2019", {"received": "2019-03-04", "accepted": "2019-05-02"}),
    ("Reçu le 1er février 2020, accepté le 12 août 2020", {"received": "2020-02-01", "accepted": "2020-08-12"}),
    ("Поступила в редакцию 5 мая 2018 г. Принята к публикации 7 июня 2018 г.",
     {"received": "2018-05-05", "accepted": "2018-06-07"}),
    ("收稿日期：2018-03-05 录用日期：2018年6月7日", {"received": "2018-03-05", "accepted": "2018-06-07"}),
    ("Published 2014-12 in a volume", {}),
    ("The samples were received on time and accepted by all", {}),
])
def test_the_days_of_a_papers_history_are_iso_days(text: str, days: dict[str, str]) -> None:
    assert {date.event: date.day for date in find_dates([line(text)], [])} == days


def test_days_behind_the_text_are_found_and_reference_dates_are_not() -> None:
    text = [line("Published 3 May 2010 in Polar Letters."), line("Received: 29 August 2017 Accepted: 15 January 2018")]
    assert [date.day for date in find_dates([], text)] == ["2017-08-29", "2018-01-15"]


@pytest.mark.parametrize(("head", "where"), [
    ("J Clin Exp Dent. 2016;8(3):e230-5.", ("8", "3", "e230–5")),
    ("Behav Ecol Sociobiol (2015) 69:1383–1394", ("69", None, "1383–1394")),
    ("Polar Letters Vol. 9, No. 3, pp. 177-186, Summer 2011", ("9", "3", "177–186")),
    ("Metabolites 2014, 4, 932-945; doi:10.1/x", ("4", None, "932–945")),
    ("Pyne et al. BMC Plant Biology (2018) 18:69", ("18", None, None)),
    ("Zeitschrift für Eis, Bd. 3, Heft 2, S. 12-19", ("3", "2", "12–19")),
    ("Журнал льда. 2018. Т. 5, № 3. С. 12–19", ("5", "3", "12–19")),
    ("冰雪学报 第5卷 第3期", ("5", "3", None)),
    ("Polar Letters 158 (2019) 77–86", ("158", None, "77–86")), ("Polar Letters 2021, 11, 512", ("11", None, None)),
    ("BMC Polar 2009, 9:114", ("9", None, None)), ("Received 3 March 2019, revised 9 May", (None, None, None)),
    ("Page 3 of 12", (None, None, None)),
])
def test_volume_issue_and_pages_are_read_from_the_running_head(
    head: str, where: tuple[str | None, str | None, str | None]
) -> None:
    found = read_imprint([], [line(head)])
    assert (found.volume, found.issue, found.pages) == where


@pytest.mark.parametrize(("text", "publisher"), [
    ("Hindawi", "Hindawi"),
    ("© 2014 by the authors; licensee MDPI, Basel, Switzerland.", "MDPI"),
    ("Copyright © 2020 the Author(s). Published by Wolters Kluwer Health, Inc.", "Wolters Kluwer Health"),
    ("© 2019 Published by the Polar Society of Norway. All rights reserved", "Polar Society of Norway"),
    ("Published by the authors", None),
    ("We thank Elsevier for the data", None),
])
def test_the_publisher_is_the_one_of_the_imprint(text: str, publisher: str | None) -> None:
    assert read_imprint([], [line(text, 700)]).publisher == publisher


def test_a_doi_in_the_reference_list_is_not_the_papers_own() -> None:
    only = page("[1] Roe D. Seals. Polar Letters 2001. doi:10.1000/other", y=600)
    assert find_doi([only], frozenset(only.lines)) is None
    assert find_doi([only]) == "10.1000/other"


@pytest.mark.parametrize("text", [
    "Correction to: Polar Letters (2018) 3:4, https://doi.org/10.1000/corrected",
    "The original article can be found online at https://doi.org/10.1000/corrected.",
    "Supplementary material for https://doi.org/10.1000/corrected",
    "Data are available from https://doi.org/10.1000/corrected",
    "Reply to: Roe, On seals, doi 10.1000/corrected",
    "https://doi.org/10.5281/zenodo.1234567",
])
def test_a_doi_of_another_publication_or_of_data_is_not_the_papers_own(text: str) -> None:
    assert find_doi([page(text)]) is None
    assert find_doi([page("https://doi.org/10.1000/own", "", "", "", text)]) == "10.1000/own"


@pytest.mark.parametrize(("title", "text", "how"), [
    ("Correction to: On seals", "Correction to: Polar Letters, https://doi.org/10.1000/other", "correction-of"),
    ("Retraction Note to: On seals", "Retraction to: Polar Letters, https://doi.org/10.1000/other", "retraction-of"),
    ("On seals", "Supplementary information for: On seals, doi 10.1000/other", "supplement-of"),
    ("On seals", "This is the accepted manuscript of the article published as doi:10.1000/other", "preprint-of"),
])
def test_what_a_paper_belongs_to_is_related(title: str, text: str, how: str) -> None:
    assert [(item.how, item.doi) for item in find_related(title, [line(text)], "10.1000/own")] == [
        (how, "10.1000/other")]


def test_an_article_that_mentions_its_correction_is_no_correction() -> None:
    assert find_related("On seals", [line("On seals"), line("Erratum for Table 1: doi 10.1000/other")], None) == ()


def _document(*parts: tuple[str, str]) -> tuple[list[Section], list[Sentence]]:
    sections = [Section(level=1, title=title) for title, _ in parts]
    return sections, [Sentence(text=text, section=at, paragraph=at) for at, (_, text) in enumerate(parts)]


def test_the_funding_statement_is_its_section_or_what_the_thanks_say_about_money() -> None:
    sections, sentences = _document(
        ("Methods", "The pump was supported by a frame."), ("Acknowledgements", "We thank Ada."),
        ("Acknowledgements", "This work was supported by the Ice Council under grant 12."))
    assert find_funding(sections, sentences, []) == ("This work was supported by the Ice Council under grant 12.",)
    titled = _document(("Acknowledgements", "Supported by grant 3."), ("Funding", "The Ice Council paid."))
    assert find_funding(*titled, []) == ("The Ice Council paid.",)


def test_a_labelled_funding_line_of_the_title_page_is_read() -> None:
    lines = [line("Funding: This research was funded by the", 400), line("Ice Council.", 410),
             line("Competing Interests: None.", 420)]
    assert find_funding([], [], lines) == ("This research was funded by the Ice Council.",)


def test_links_are_those_of_the_papers_own_data_and_code() -> None:
    document = _document(
        ("Data availability", "The data are at https://doi.org/10.5061/dryad.1 and code at https://github.com/a/b."),
        ("Methods", "We used a tool from https://github.com/else/where for the maps."),
        ("Conclusion", "Our source code is available at https://example.org/code."))
    assert [(link.what, link.url) for link in find_links(*document, [])] == [
        ("data", "https://doi.org/10.5061/dryad.1"), ("code", "https://github.com/a/b"),
        ("code", "https://example.org/code")]


COVERS = [
    ("This is an Open Access document downloaded from ORCA, Cardiff University's institutional repository",
     "Citation for final published version: Roe, D. On seals. https://doi.org/10.1000/own"),
    ("PROVISIONAL", "This Provisional PDF corresponds to the article as it appeared upon acceptance."),
    ("See discussions, stats, and author profiles for this publication at: https://reading.example.org",),
    ("HAL Id: hal-01", "HAL is a multi-disciplinary open access archive for the deposit", "Submitted on 3 May 2018"),
    ("On seals", "Stable URL: http://archive.example.org/1", "Your use of the JSTOR archive indicates your acceptance"),
    ("University of Somewhere Research Portal", "Document version", "Link to publication", "General rights"),
]


@pytest.mark.parametrize("texts", COVERS)
def test_a_cover_page_is_no_page_of_the_paper(texts: tuple[str, ...]) -> None:
    pages = without_covers([page(*texts), page("On seals", "Introduction", number=2)])
    assert [(item.cover, len(item.lines)) for item in pages] == [(True, 0), (False, 2)]
    assert [item.text for item in pages[0].furniture] == list(texts)
    assert [item.text for item in first_matter(pages)] == ["On seals", "Introduction"]


def test_a_cover_of_two_pages_is_no_page_of_the_paper() -> None:
    second = page("For information about publishing your research in Seals or any journal of ours, go to", "our site",
                  "© 2014 Smith", number=2)
    pages = without_covers([page(*COVERS[0]), second, page("On seals", "Introduction", number=3)])
    assert [item.cover for item in pages] == [True, True, False]


def test_a_cover_is_asked_for_a_doi_where_the_paper_has_none() -> None:
    pages = without_covers([page(*COVERS[0]), page("On seals", number=2)])
    assert find_doi(pages) == "10.1000/own"
    assert find_doi([*pages[:1], page("https://doi.org/10.1000/other", number=2)]) == "10.1000/other"


def test_a_title_page_is_no_cover_though_it_names_a_repository() -> None:
    assert not is_cover(page("On seals", "Ada Smith", "Abstract", "Seals are in a digital repository.", "Introduction"))
    only = [page(*COVERS[1])]
    assert without_covers(only) == only


@pytest.mark.parametrize(("title", "words", "how"), [
    ("Retraction: Wolves of the north", "This article retracts: https://doi.org/10.1000/old", "retraction-of"),
    ("Erratum to: Wolves of the north", "The original article is https://doi.org/10.1000/old", "correction-of"),
    ("Retraction Note: Wolves", "The original article can be found online at https://doi.org/10.1000/old",
     "retraction-of"),
    ("Withdrawal: Wolves", "The Editor has retracted this article (https://doi.org/10.1000/old).", "retraction-of"),
])
def test_the_doi_that_a_notice_speaks_of_is_not_its_own(title: str, words: str, how: str) -> None:
    only = page(words, "", "", title, "", "", "", "doi: 10.1000/own")
    assert find_doi([only]) == "10.1000/own"
    assert [(item.how, item.doi) for item in find_related(title, only.lines, "10.1000/own")] == [(how, "10.1000/old")]
    assert not find_related("Wolves of the north", only.lines, "10.1000/own")


@pytest.mark.parametrize(("text", "venue"), [
    ("Manuscript received March 2, 2020; revised May 9", None), ("Polar Letters 2021, 11, 512", "Polar Letters"),
    ("Somewhere 560 112, Norway 2016; 3", None), ("Polar Letters, May 2021, page 3", "Polar Letters"),
])
def test_a_venue_is_named_before_a_year_and_is_neither_history_nor_address(text: str, venue: str | None) -> None:
    assert find_venue([page(text, y=30)], "Grey seals") == venue
