from __future__ import annotations

from collections.abc import Callable

import pytest
from claimledger.ingest.parser.authors import read_authors
from claimledger.ingest.parser.emails import emails_in, owners
from claimledger.ingest.parser.lines import Frame, Line, Span
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.ingest.parser.surnames import split_name
from claimledger.kb.events.document import Document

FRAME = Frame(page=1, width=600, height=800)
Printed = tuple[float, float, str, float, str]
PROSE = [
    "Seals were watched from the cliff for six weeks in spring, and each animal was marked",
    "with a small tag. The observers did not know which group an animal belonged to, and",
    "the weather was noted every hour during the whole period of the study by two persons.",
]
ABSTRACT = [
    "Neighbours matter to many animals, but it is not known how long they remember them.",
    "We marked forty grey seals and played the calls of neighbours and strangers to them.",
]
TITLE: list[Printed] = [(90, 80, "Grey seals remember their neighbours", 18, "tibo")]


def read(*printed: Printed, text_from: float = 330) -> Document:
    """A page with these lines (x, y, text, size, font) over an introduction of three paragraphs."""
    import pymupdf

    pdf = pymupdf.open()
    page = pdf.new_page()
    body = [(90.0, text_from + 22 + 12 * at, text, 10.0, "tiro") for at, text in enumerate(PROSE * 5)]
    for x, y, text, size, font in (*printed, (90, text_from, "1 Introduction", 12, "tibo"), *body):
        page.insert_text((x, y), text, fontsize=size, fontname=font)
    return PyMuPdfParser().parse(pdf.tobytes(no_new_id=True))


def abstract_of(document: Document) -> str:
    return " ".join(s.text for s in document.sentences if document.sections[s.section].role == "abstract")


def lines_at(y: float, texts: list[str], size: float = 9, font: str = "tiro", x: float = 90) -> list[Printed]:
    return [(x, y + 1.25 * size * at, text, size, font) for at, text in enumerate(texts)]


def line(text: str, y: float = 100.0) -> Line:
    """A line in which `^...^` is raised."""
    spans = []
    x = 50.0
    for at, part in enumerate(text.split("^")):
        if part:
            spans.append(Span(part, x, y, x + 5.0 * len(part), y + 9, 6.0 if at % 2 else 9.0, "Serif", False, False,
                              bool(at % 2), 0, y + 8))
            x += 5.0 * len(part)
    return Line(1, tuple(spans), 50.0, y, x, y + 9, text.replace("^", ""), 9.0, False, 0, 0, FRAME)


def test_authors_in_blocks_side_by_side_have_each_their_own_address() -> None:
    blocks: list[Printed] = []
    people = [("Ada B. Smith", "Institute of Seals", "ada@seals.example.org"),
              ("José de la Cruz", "School of Whales", "cruz@whales.example.org"),
              ("Wei Zhang", "Academy of Ice", "wz@ice.example.org")]
    for at, (name, place, mail) in enumerate(people):
        x = 70 + 170 * at
        blocks += [(x, 110, name, 12, "tiro"), (x, 123, place, 10, "tiit"), (x, 135, "Bergen", 10, "tiro"),
                   (x, 147, mail, 10, "tiro")]
    found = read(*TITLE, *blocks, (90, 190, "Abstract", 11, "tibo"), *lines_at(206, ABSTRACT)).authors
    assert [(a.family, a.affiliations, a.email) for a in found] == [
        ("Smith", ("Institute of Seals, Bergen",), "ada@seals.example.org"),
        ("de la Cruz", ("School of Whales, Bergen",), "cruz@whales.example.org"),
        ("Zhang", ("Academy of Ice, Bergen",), "wz@ice.example.org")]


def test_authors_one_below_the_other_have_each_their_own_address() -> None:
    blocks: list[Printed] = []
    for at, (name, place) in enumerate([("Ada Smith", "Institute of Seals"), ("Bo Lind", "School of Whales")]):
        blocks += [(90, 110 + 45 * at, name, 11, "tiro"), (90, 123 + 45 * at, place, 9, "tiit")]
    found = read(*TITLE, *blocks, (90, 210, "Abstract", 11, "tibo"), *lines_at(226, ABSTRACT)).authors
    assert [(a.name, a.affiliations) for a in found] == [
        ("Ada Smith", ("Institute of Seals",)), ("Bo Lind", ("School of Whales",))]


def test_two_names_at_the_head_of_one_block_share_its_address() -> None:
    left: list[Printed] = [(90, 110, "Ada Smith", 12, "tiro"), (90, 124, "Bo Lind", 12, "tiro"),
                           (90, 137, "Institute of Seals", 10, "tiro")]
    right: list[Printed] = [(320, 110, "Cy Young", 12, "tiro"), (320, 123, "School of Whales", 10, "tiro")]
    found = read(*TITLE, *left, *right, (90, 190, "Abstract", 11, "tibo"), *lines_at(206, ABSTRACT)).authors
    assert [(a.name, a.affiliations) for a in found] == [
        ("Ada Smith", ("Institute of Seals",)), ("Bo Lind", ("Institute of Seals",)),
        ("Cy Young", ("School of Whales",))]


@pytest.mark.parametrize(("printed", "families"), [
    (["By Ada Smith¹ and Bo Lind²"], ["Smith", "Lind"]),
    (["ADA B. SMITH,^1^ JOSÉ DE LA CRUZ,^2^ AND JAN VAN DER", "BERG^1^"], ["SMITH", "DE LA CRUZ", "VAN DER BERG"]),
    (["Ada Smith^1^, Bo Lind^2^, and Jan", "van der Berg^1^"], ["Smith", "Lind", "van der Berg"]),
    (["Ada Smith, Member, IEEE, and Bo Lind, Life Fellow, IEEE"], ["Smith", "Lind"]),
    (["Ada Smith, MD, PhD,^a^ Bo Lind, MSc,^b^ for the SEAL Study Group"], ["Smith", "Lind"]),
    (["François d’Aubigné^a^, Marie-Hélène Lefèvre^a,b^ et Jean-Luc de La Tour^b^"],
     ["d’Aubigné", "Lefèvre", "de La Tour"]),
    (["А. Б. Линдквист^1^, М. И. Петрова^2^"], ["Линдквист", "Петрова"]),
    (["张伟^1^，李小明^2^，欧阳修文^1^"], ["张", "李", "欧阳"]),
    (["NAGY Péter^1^, SZABÓ-KISS Éva^2^"], ["NAGY", "SZABÓ-KISS"]),
    (["Péter NAGY, José GARCÍA LÓPEZ"], ["NAGY", "GARCÍA LÓPEZ"]),
    (["Ada Smith^1[0000-0002-1825-0097]^, Bo Lind^2^"], ["Smith", "Lind"]),
])
def test_names_are_read_in_the_ways_in_which_they_are_printed(printed: list[str], families: list[str]) -> None:
    lines = [line(text, 100 + 12 * at) for at, text in enumerate(printed)]
    assert [author.family for author in read_authors(lines, [])] == families


def test_an_orcid_printed_behind_a_name_is_the_ones() -> None:
    first, second = read_authors([line("Ada Smith^1[0000-0002-1825-0097]^, Bo Lind^2^")], [])
    assert (first.orcid, second.orcid) == ("0000-0002-1825-0097", None)


def test_a_name_in_capitals_before_its_affiliation_is_an_author() -> None:
    found = read_authors([line("ADA SMITH, Institute of Seals, Norway"), line("BO LIND, School of Whales, Chile")], [])
    assert [(a.family, a.affiliations) for a in found] == [
        ("SMITH", ("Institute of Seals, Norway",)), ("LIND", ("School of Whales, Chile",))]


@pytest.mark.parametrize(("name", "parts"), [
    ("欧阳修", ("修", "欧阳")), ("张伟", ("伟", "张")), ("KOVÁCS László", ("László", "KOVÁCS")),
    ("ADA DE LA CRUZ", ("ADA", "DE LA CRUZ")), ("MA Li", ("MA", "Li")),
])
def test_the_family_name_is_told_by_script_and_capitals(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts


def test_addresses_in_braces_are_several() -> None:
    assert emails_in("mail {ada, wz}@ice.example.org or bo@x.example.org.") == [
        "ada@ice.example.org", "wz@ice.example.org", "bo@x.example.org"]


def test_an_address_goes_to_the_author_whom_it_fits_best() -> None:
    names = [("Ada B.", "Smith"), ("Wei", "Zhang"), ("Ann", "Smith")]
    assert owners(names, ["wz@x.org", "asmith@x.org", "ann@x.org"]) == {1: "wz@x.org", 2: "ann@x.org"}
    assert owners(names, ["office@x.org"]) == {}


def test_an_author_named_only_in_a_note_behind_the_text_is_found() -> None:
    note: list[Printed] = [(90, 640, "Ada Smith", 9, "tibo"),
                           (133, 640, " is at the Institute of Seals, Bergen, Norway.", 9, "tiro")]
    found = read(*TITLE, *note, text_from=140).authors
    assert [(a.name, a.affiliations) for a in found] == [("Ada Smith", ("Institute of Seals, Bergen, Norway",))]


def test_the_sentence_in_bold_below_a_title_is_the_abstract_of_a_comment() -> None:
    deck = ["Grey seals remember their neighbours for longer than anybody had thought before."]
    document = read(*TITLE, *lines_at(108, deck, 12, "tibo"), (90, 140, "Ada Smith and Bo Lind", 10, "tiit"),
                    text_from=180)
    assert abstract_of(document) == deck[0]
    assert [a.family for a in document.authors] == ["Smith", "Lind"]


GERMAN = ["Nachbarn sind für viele Tiere wichtig, aber es ist nicht bekannt, wie lange sie diese kennen.",
          "Wir haben die Rufe von Nachbarn und Fremden aufgenommen und den Tieren vorgespielt."]


@pytest.mark.parametrize(("own", "label", "other"), [(GERMAN, "Zusammenfassung", "Abstract")])
def test_of_two_abstracts_the_one_in_the_papers_language_is_taken(own: list[str], label: str, other: str) -> None:
    names: Printed = (90, 110, "Ada Smith und Bo Lind", 11, "tiro")
    first = [(90, 140, label, 11, "tibo"), *lines_at(156, own)]
    second = [(90, 200, other, 11, "tibo"), *lines_at(216, ABSTRACT)]
    import pymupdf

    pdf = pymupdf.open()
    page = pdf.new_page()
    prose = ["Die Tiere wurden von der Klippe aus beobachtet und mit einer Marke versehen, und das",
             "Wetter wurde während der ganzen Zeit von zwei Personen aufgeschrieben und verglichen."]
    body = [(90.0, 322 + 12 * at, text, 10.0, "tiro") for at, text in enumerate(prose * 8)]
    for x, y, text, size, font in (*TITLE, names, *first, *second, (90, 300, "1 Einleitung", 12, "tibo"), *body):
        page.insert_text((x, y), text, fontsize=size, fontname=font)
    document = PyMuPdfParser().parse(pdf.tobytes(no_new_id=True))
    assert abstract_of(document) == " ".join(own)
    assert any("Neighbours matter" in sentence.text for sentence in document.sentences)


@pytest.mark.parametrize("label", ["Abstract", "ABSTRACT", "Summary"])
def test_a_labelled_abstract_is_read(label: str, paper: Callable[..., bytes]) -> None:
    document = read(*TITLE, (90, 110, "Ada Smith and Bo Lind", 11, "tiro"), (90, 150, label, 12, "tibo"),
                    *lines_at(166, ABSTRACT))
    assert abstract_of(document) == " ".join(ABSTRACT)


def test_dates_and_addresses_above_an_unlabelled_abstract_are_none_of_it() -> None:
    above = ["Institute of Seals, University of Somewhere, Bergen, Norway", "(Dated: 3 May 2019)"]
    document = read(*TITLE, (90, 110, "Ada Smith and Bo Lind", 11, "tiro"), *lines_at(126, above),
                    *lines_at(164, ABSTRACT))
    assert abstract_of(document) == " ".join(ABSTRACT)
