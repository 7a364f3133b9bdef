"""RIS in the dialects of the databases: each record as they export it, in our own words."""

import json

import pytest
from claimledger.kb.errors import UnreadableInput
from claimledger.kb.events.document import Document
from claimledger.kb.formats import ris

EMBASE = """TY  - JOUR
M3  - Article
A1  - Smith A.B.
A1  - de la Cruz M.
T1  - Frost and buds: a trial
Y1  - 2020//
JF  - Journal of Frost
JA  - J. Frost
VL  - 12
IS  - 3
SP  - 1
EP  - 9
LA  - English
N2  - We studied buds. They froze
in p < .05 of cases.
L2  - http://dx.doi.org/10.1000/abc
ER  -
"""
SCOPUS = """TY  - JOUR
TI  - Frost in \u201coaks\u201d
T2  - Wood Sci
PY  - 2018
DO  - 10.1007/S1
C2  - 29495231 (PMID)
C7  - e17
AU  - Smith, J.
AU  - Müller, K.-L.
AB  - Oaks froze.
N1  - Export Date: 1 March 2020
L1  - internal-pdf://1/x.pdf
DB  - Scopus
ER  -
"""
PUBMED = """
PMID- 123456
OWN - NLM
DP  - 2020 Jan 5
TI  - A long title that goes
      on here.
PG  - 12-9
LID - 10.1000/xyz [doi]
LID - S0140 [pii]
AB  - BACKGROUND: Frost. RESULTS: Ice.
FAU - Smith, Ada B
AU  - Smith AB
AUID- ORCID: 0000-0002-1825-0097
AD  - Dept of Ice, Oslo.
FAU - Doe, John
AU  - Doe J
CN  - The Frost Group
LA  - eng
PT  - Journal Article
PT  - Retracted Publication
JT  - Journal of Ice
PMC - PMC777

PMID- 2
TI  - Two
"""
WEB_OF_SCIENCE = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Smith, J
   Doe, A
AF Smith, John
   Doe, Anna
TI Frost
   continued
SO JOURNAL OF WOOD
JI J. Wood
LA English
DE oak; elm
PY 2019
PD MAR 5
AR 17
DI 10.1000/w
PM 777
UT WOS:0001
ER

EF
"""


def documents(text: str) -> list[Document]:
    return [ris.parse_entry(ris.entry_bytes(entry)) for entry in ris.read_entries(text.encode(), "x.ris")]


def names(document: Document) -> list[tuple[str, str]]:
    return [(author.family, author.given) for author in document.authors]


def test_embase_writes_initials_after_the_name_and_the_doi_as_a_link() -> None:
    [found] = documents(EMBASE)
    assert names(found) == [("Smith", "A.B."), ("de la Cruz", "M.")]
    assert (found.title, found.venue, found.year) == ("Frost and buds: a trial", "Journal of Frost", 2020)
    assert (found.doi, found.volume, found.issue, found.page_range) == ("10.1000/abc", "12", "3", "1-9")
    assert [s.text for s in found.sentences] == ["We studied buds.", "They froze in p < .05 of cases."]


def test_scopus_hides_the_pmid_in_a_note_and_numbers_articles() -> None:
    [found] = documents(SCOPUS)
    assert (found.pmid, found.doi, found.page_range, found.venue) == ("29495231", "10.1007/s1", "e17", "Wood Sci")
    assert names(found) == [("Smith", "J."), ("Müller", "K.-L.")]


def test_pubmeds_own_form_is_read_with_people_retraction_and_a_second_record() -> None:
    found, second = documents(PUBMED)
    assert (found.pmid, found.pmcid, found.doi) == ("123456", "PMC777", "10.1000/xyz")
    assert names(found) == [("Smith", "Ada B"), ("Doe", "John"), ("The Frost Group", "")]
    assert found.authors[0].orcid == "0000-0002-1825-0097" and found.authors[0].affiliations == ("Dept of Ice, Oslo.",)
    assert found.title == "A long title that goes on here"
    assert found.retracted and found.language == "en"
    assert [date.day for date in found.dates] == ["2020-01-05"]
    assert (second.pmid, second.title, second.retracted) == ("2", "Two", False)


def test_the_web_of_sciences_own_form_has_full_names_below_each_other() -> None:
    [found] = documents(WEB_OF_SCIENCE)
    assert names(found) == [("Smith", "John"), ("Doe", "Anna")]
    assert (found.title, found.venue, found.doi, found.pmid) == ("Frost continued", "J. Wood", "10.1000/w", "777")
    assert (found.source_id, found.page_range, found.keywords) == ("WOS:0001", "17", ("oak", "elm"))
    assert [date.day for date in found.dates] == ["2019-03-05"]


def test_a_last_record_without_its_end_and_tags_with_one_space_are_read() -> None:
    first, second = documents("TY  - JOUR\nTI  - One\nER  - \nTY - JOUR\nTI - Two\nAU - Falk, B.\nAU - Lind, C.\n")
    assert (first.title, second.title) == ("One", "Two")
    assert names(second) == [("Falk", "B."), ("Lind", "C.")]


@pytest.mark.parametrize("encode", [
    lambda text: b"\xef\xbb\xbf" + text.encode(), lambda text: text.encode("utf-16"),
    lambda text: text.encode("cp1252"), lambda text: text.replace("\n", "\r\n").encode(),
])
def test_marks_and_older_encodings_change_nothing(encode: object) -> None:
    [entry] = ris.read_entries(encode(SCOPUS), "x.ris")  # type: ignore[operator]
    assert ris.parse_entry(ris.entry_bytes(entry)).authors[1].family == "Müller"
    [plain] = ris.read_entries(SCOPUS.encode(), "x.ris")
    assert ris.entry_bytes(entry) == ris.entry_bytes(plain)


def test_the_day_of_the_export_and_paths_of_files_are_no_part_of_the_source() -> None:
    [entry] = ris.read_entries(SCOPUS.encode(), "x.ris")
    [later] = ris.read_entries(SCOPUS.replace("1 March 2020", "2 April 2021").replace("//1/", "//2/").encode(), "x.ris")
    assert ris.entry_bytes(entry) == ris.entry_bytes(later)
    assert not {"N1", "L1"} & {tag for tag, _ in json.loads(ris.entry_bytes(entry))["tags"]}


def test_a_record_is_the_same_source_wherever_it_stands_in_a_file() -> None:
    alone, behind = "TY  - JOUR\nTI  - One\nER  -\n", "TY  - JOUR\nTI  - Zero\nER  -\nTY  - JOUR\nTI  - One\nER  -\n"
    [one], [_, same] = ris.read_entries(alone.encode(), "a"), ris.read_entries(behind.encode(), "b")
    assert ris.entry_bytes(one) == ris.entry_bytes(same)


@pytest.mark.parametrize("text", ["", "hello", "TI  - no type\n"])
def test_what_holds_no_records_is_refused_by_name(text: str) -> None:
    assert not ris.looks_like_ris(text.encode())
    with pytest.raises(UnreadableInput, match=r"x\.ris holds no RIS records"):
        ris.read_entries(text.encode(), "x.ris")
