import unicodedata

import pytest
from bibtexparser.entrypoint import parse_string
from claimledger.kb.formats.bibtex import BibEntry, Person, read_bibtex
from claimledger.kb.formats.bibtex_writing import write_bibtex
from hypothesis import example, given
from hypothesis import strategies as st

AWKWARD = st.text(alphabet="aZß é.,:'`\"!?-–~^\\{}&%#$_@=()[]<>|*/0", min_size=1, max_size=25)


def back(entry: BibEntry) -> BibEntry:
    found = read_bibtex(write_bibtex([entry]))
    assert not found.problems, found.problems
    return found.entries[entry.key]


def line(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))


@given(AWKWARD)
@example("Costs of 5% & more: a_b #3 $4 ~6 x^2 {braces} \\backslash")
@example("a -- b --- c ''d'' ``e`` !`f ?`g")
@example("one } alone")
@example("{")
def test_any_title_reads_back_as_it_was(title: str) -> None:
    if line(title):
        entry = BibEntry("k", title=line(title), venue="J. of " + line(title), year=2001)
        again = back(entry)
        assert (again.title, again.venue, again.year) == (entry.title, entry.venue, 2001)


@given(st.lists(st.tuples(AWKWARD, AWKWARD), min_size=1, max_size=3))
@example([("van der Berg", "A. B."), ("Group of and", "others"), ("de", "Ana")])
@example([("others", "others"), ("King, Jr.", "Martin"), ("O'Neil", "Ann-Marie")])
def test_any_names_read_back_as_they_were(names: list[tuple[str, str]]) -> None:
    people = tuple(Person(line(family), line(given)) for family, given in names if line(family))
    entry = BibEntry("k", title="T", authors=people, year=2001)
    assert back(entry).authors == people


def test_identifiers_stand_as_they_are_and_no_brace_breaks_the_file() -> None:
    entry = BibEntry(
        "k", title="T", year=2001, doi="10.1002/(sici)1097_0258(1997)16:9<1037::aid-sim>3.0.co;2-g", arxiv="2101.00001",
        pmid="123", url="https://example.org/a_b%20c?x={1}#y",
    )
    text = write_bibtex([entry])
    assert "doi           = {10.1002/(sici)1097_0258(1997)16:9<1037::aid-sim>3.0.co;2-g}" in text
    again = back(entry)
    assert (again.doi, again.arxiv, again.pmid) == (entry.doi, entry.arxiv, entry.pmid)
    assert "x=%7B1%7D" in text


def test_pages_are_joined_by_the_dash_of_bibtex() -> None:
    text = write_bibtex([BibEntry("k", title="T", year=2001, pages="101–108")])
    assert "pages = {101--108}" in text
    assert read_bibtex(text).entries["k"].pages == "101–108"


@pytest.mark.parametrize("title", ["{B}races {in", "100% \\alpha", "a@b, c = d"])
def test_the_parser_of_others_finds_every_entry_and_field(title: str) -> None:
    entries = [BibEntry(key, title=title, year=2001, venue="V", authors=(Person("Ö", "A"),)) for key in ("a", "b")]
    library = parse_string(write_bibtex(entries), parse_stack=[])
    assert not library.failed_blocks
    assert [(entry.key, [field.key for field in entry.fields]) for entry in library.entries] == [
        (key, ["author", "title", "journal", "year"]) for key in ("a", "b")
    ]


def test_a_proceedings_paper_has_a_book_title_and_an_entry_without_anything_is_still_one() -> None:
    text = write_bibtex([BibEntry("a", "inproceedings", "T", venue="Proc. X"), BibEntry("b", "misc")])
    assert "booktitle = {Proc. X}" in text
    assert list(read_bibtex(text).entries) == ["a", "b"]
