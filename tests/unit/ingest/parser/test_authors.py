from __future__ import annotations

import pytest
from claimledger.ingest.parser.authors import author_lines, read_authors
from claimledger.ingest.parser.cited_names import with_cited_names
from claimledger.ingest.parser.lines import Frame, Line, Span
from claimledger.ingest.parser.surnames import split_name

FRAME = Frame(page=1, width=600, height=800)


def line(text: str, y: float = 100.0, size: float = 11.0, bold: bool = False) -> Line:
    """A line in which `^...^` is raised."""
    spans = []
    x = 50.0
    for at, part in enumerate(text.split("^")):
        if part:
            width = 5.0 * len(part)
            small = 0.6 * size if at % 2 else size
            spans.append(Span(part, x, y, x + width, y + size, small, "Serif", bold, False, bool(at % 2), 0, y + 8))
            x += width
    return Line(1, tuple(spans), 50.0, y, x, y + size, text.replace("^", ""), size, bold, 0, 0, FRAME)


@pytest.mark.parametrize(("printed", "families"), [
    ("Ada B. Smith^1^, José de la Cruz^1,2^ and Li Wei^2,*^", ["Smith", "de la Cruz", "Wei"]),
    ("Kelly J. Robinson^1^ & Sean D. Twiss^2^ & Neil Hazon^3^", ["Robinson", "Twiss", "Hazon"]),
    ("Alpa Gupta-Wadhwa 1, Jitesh Wadhwa 2, Jigyasa Duhan 3", ["Gupta-Wadhwa", "Wadhwa", "Duhan"]),
    ("Mary Ann Jones, PhD^a,b^, Tom Ford, MD, PhD^a^, Ann Lee, MSc^b^", ["Jones", "Ford", "Lee"]),
    ("*Hazrat Bilal ^1^, Waseem Akram ^2^", ["Bilal", "Akram"]),
    ("Jan van der Berg · Øyvind Ås · Żaneta Łuczak", ["van der Berg", "Ås", "Łuczak"]),
    ("N. S. Maan^1^, R. Kumar^1^", ["Maan", "Kumar"]),
    ("Beena G Sood (bsood@med.example.edu)", ["Sood"]),
    ("Luis Pérez Vidal^1^, María José García López^2^", ["Pérez Vidal", "García López"]),
    ("Rui da Silva e Souza^1^ and José Ortega y Gasset^2^", ["da Silva e Souza", "Ortega y Gasset"]),
    ("Mario Rossi^1^ e Luigi Bianchi^2^", ["Rossi", "Bianchi"]),
    ("Ole Hansen, Kari Ås og Nils Berg", ["Hansen", "Ås", "Berg"]),
    ("DE LA CRUZ Juan^1^, LI Xiaoming^2^", ["DE LA CRUZ", "LI"]), ("Xiaoming LI^1^, Wei WU^2^", ["LI", "WU"]),
    ("Smith JA, van der Berg K, Kumar R", ["Smith", "van der Berg", "Kumar"]),
    ("Петров И. И.^1^, Линдквист М. А.^2^", ["Петров", "Линдквист"]),
    ("M.A. Khan^1^, M. D. Saiful Islam^2^, B.A. Jones", ["Khan", "Islam", "Jones"]),
    ("Ada Smith MBChB FRCP^1^, Bo Lee BSc (Hons) PhD^2^", ["Smith", "Lee"]),
    ("Wei (William) Zhang^1‖^, Sara Moss a, Tom Ford b", ["Zhang", "Moss", "Ford"]),
    ("John E Smith, Anna Y Chen", ["Smith", "Chen"]),
    ("Ada Smith^1^ (ORCID: 0000-0002-1825-0097), Bo Moss^2^ (ORCID: 0000-0001-5109-3700)", ["Smith", "Moss"]),
    ("Marta de la Fuente Ortega^1^, Luiz Fernando dos Santos Pereira^2^",
     ["de la Fuente Ortega", "dos Santos Pereira"]),
    ("Wei Zhang^1^, Noor ul Ain Siddiqui^2^, Mohd bin Omar", ["Zhang", "Siddiqui", "bin Omar"]),
    ("Abd el Rahman Hassan, Ahmed Abd el Rahman, N. u. A. Khan", ["Hassan", "Abd el Rahman", "Khan"]),
    ("Maria do Carmo Lima; Fatemeh Hosseini Tabar; Tomás Ibarra Quintana",
     ["Lima", "Hosseini Tabar", "Ibarra Quintana"]),
    ("山田 花子・佐々木 健一", ["山田", "佐々木"]), ("김철수^1^, 이영희^2^", ["김", "이"]),
])
def test_names_are_read_from_the_line_as_printed(printed: str, families: list[str]) -> None:
    assert [author.family for author in read_authors([line(printed)], [])] == families


def test_a_name_that_breaks_at_its_hyphen_stays_one_word() -> None:
    lines = [line("Ada Smith^1^, Sara El-"), line("Sayed^2^ and Fatemeh Hosseini-", 112), line("Nezhad^1^", 124)]
    assert author_lines(lines) == (0, 3)
    assert [author.family for author in read_authors(lines, [])] == ["Smith", "El-Sayed", "Hosseini-Nezhad"]


def test_a_family_name_of_two_words_is_known_from_where_the_paper_is_cited() -> None:
    authors = read_authors([line("Ada Moss Tarn^1^, Mary Ann Jones^2^, Bo Lee Ash^1^")], [])
    paper = [line("Cite as: Moss Tarn A, Jones MA, Ash"), line("BL. Seals. 2020;3:1–9.", 112)]
    cited = with_cited_names(authors, paper)
    assert [(author.given, author.family) for author in cited] == [
        ("Ada", "Moss Tarn"), ("Mary Ann", "Jones"), ("Bo Lee", "Ash")]


def test_initials_at_the_end_of_a_line_belong_to_the_name_in_the_next() -> None:
    assert author_lines([line("Ada Smith^1^, Bo Li^2^, K. P."), line("Singh^1^", 112)]) == (0, 2)


def test_where_most_names_end_in_initials_two_letters_of_a_chinese_name_are_initials_too() -> None:
    authors = read_authors([line("Smith AB^1^, Pérez J^2^, Karim MA^3^")], [])
    assert [author.family for author in authors] == ["Smith", "Pérez", "Karim"]


def test_roman_numbers_are_marks_of_affiliations() -> None:
    around = [line("^I^ Departamento de Focas, Noruega", 130, 8), line("^II^ Instituto de Baleias, Islândia", 140, 8)]
    first, second = read_authors([line("Ada Smith^I^, Rui Costa^II^")], around)
    assert (first.affiliations, second.affiliations) == (("Departamento de Focas, Noruega",),
                                                         ("Instituto de Baleias, Islândia",))


def test_short_words_that_are_korean_names_too_make_no_sentence() -> None:
    assert author_lines([line("In Kyung Lee^1^, Hye In Kim^2^")]) == (0, 1)


def test_affiliations_follow_their_marks() -> None:
    around = [
        line("^1^Department of Seals, University of Somewhere, Norway", 130, 8),
        line("^2^Institute of Whales, Iceland", 140, 8),
    ]
    first, second = read_authors([line("Ada Smith^1^ and Bo Li^1,2^")], around)
    assert first.affiliations == ("Department of Seals, University of Somewhere, Norway",)
    assert second.affiliations == (first.affiliations[0], "Institute of Whales, Iceland")


def test_a_stop_behind_the_number_of_an_affiliation_is_no_part_of_it() -> None:
    around = [line("^1.^ School of Seals, Norway", 112), line("^2.^ Moss Institute, Bergen", 124)]
    found = [author.affiliations for author in read_authors([line("Ada Smith^1^, Bo Lee^2^")], around)]
    assert found == [("School of Seals, Norway",), ("Moss Institute, Bergen",)]


def test_the_kind_of_the_article_is_no_affiliation() -> None:
    around = [line("RESEARCH ARTICLE Open Access", 80), line("School of Seals, Norway", 112)]
    assert read_authors([line("Ada Smith")], around)[0].affiliations == ("School of Seals, Norway",)


def test_an_email_goes_to_the_author_whose_name_it_bears() -> None:
    around = [line("lindqvist@seals.example.org", 140, 8), line("Correspondence: office@seals.example.org", 150, 8)]
    first, second = read_authors([line("Ada Smith and Bo Lindqvist")], around)
    assert (first.email, second.email) == (None, "lindqvist@seals.example.org")


def test_an_orcid_link_belongs_to_the_name_before_it() -> None:
    names = line("Ada Smith and Bo Li")
    link = ((names.spans[0].x1 + 2, 100.0, names.spans[0].x1 + 10, 110.0), "https://orcid.org/0000-0002-1825-0097")
    first, second = read_authors([names], [], [link])
    assert (first.orcid, second.orcid) == (None, "0000-0002-1825-0097")


def test_author_lines_end_where_the_affiliations_begin() -> None:
    lines = [
        line("Research article", 80),
        line("Ada Smith, Bo Li, Cy Young,", 100, bold=True), line("Di Moss", 112, bold=True),
        line("Department of Seals, University of Somewhere", 130, 8), line("Abstract", 150, bold=True),
    ]
    assert author_lines(lines) == (1, 3)


def test_a_sentence_is_no_author() -> None:
    assert author_lines([line("The Seals of Norway were watched from the Cliff")]) == (0, 0)


@pytest.mark.parametrize(("name", "parts"), [
    ("Ada B. Smith", ("Ada B.", "Smith")), ("Smith, Ada B.", ("Ada B.", "Smith")),
    ("Jan van der Berg", ("Jan", "van der Berg")), ("Martin King Jr.", ("Martin", "King Jr.")),
    ("Plato", ("", "Plato")),
])
def test_a_name_is_split_into_given_and_family(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts
