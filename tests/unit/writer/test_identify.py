from dataclasses import replace

import pytest
from claimledger.evidence.records import Records, WorkRecord
from claimledger.kb.formats.bibtex import BibEntry, Person
from claimledger.kb.settle.names import title_key
from claimledger.writer.identify import identify

FROST = WorkRecord(
    id="work-frost",
    title="Frost on heat pumps, part I",
    year=2018,
    titles=("Frost on heat pumps, part I",),
    years=(2018,),
    dois=("10.1234/frost.1",),
    arxivs=(),
    pmids=(),
    authors=(("Wu", "Li"),),
    first_authors=("Wu",),
    venue="J. Cold",
    reliability="peer-reviewed",
    flags=(),
)
DEW = replace(
    FROST,
    id="work-dew",
    title="Dew in attics",
    titles=("Dew in attics",),
    years=(2020,),
    year=2020,
    dois=("10.1234/dew",),
    authors=(("Diaz", "Ana"),),
    first_authors=("Diaz",),
)
ENTRY = BibEntry("wu2018", "article", "Frost on heat pumps, part I", (Person("Wu", "Li"),), 2018, doi="10.1234/frost.1")


@pytest.fixture
def records() -> Records:
    works = {work.id: work for work in (FROST, DEW)}
    return Records(
        works,
        {doi: (work.id,) for work in works.values() for doi in work.dois},
        {},
        {},
        {title_key(work.title): (work.id,) for work in works.values()},
    )


def test_an_entry_that_agrees_with_the_record_is_matched(records):
    assert identify(ENTRY, records).status == "matched"
    assert identify(replace(ENTRY, doi=None), records).work == "work-frost"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"year": 2013}, "year"),
        ({"authors": (Person("Okafor", "N."),)}, "author"),
        ({"doi": "10.1234/dew"}, "doi"),
        ({"doi": "10.1234/elsewhere"}, "doi"),
    ],
)
def test_a_field_that_disagrees_is_named(records, change, field):
    found = identify(replace(ENTRY, **change), records)
    assert (found.status, found.work, found.field) == ("mismatch", "work-frost", field)


def test_an_identifier_of_another_work_misattributes_an_unknown_title(records):
    entry = replace(ENTRY, title="Snow loads on roofs", authors=(Person("Berg", "T."),), year=2001, doi="10.1234/dew")
    assert identify(entry, records).status == "misattributed"


def test_part_two_is_not_part_one(records):
    entry = replace(ENTRY, title="Frost on heat pumps, part II", doi=None)
    assert identify(entry, records).status == "unknown"


def test_a_title_alone_identifies_nothing(records):
    entry = replace(ENTRY, authors=(Person("Okafor", "N."),), year=1999, doi=None)
    assert identify(entry, records).status == "unknown"


def test_a_title_without_its_subtitle_is_known_by_author_and_year(records):
    longer = replace(FROST, titles=("Frost on heat pumps in cold and damp places: a field study",))
    known = replace(records, works={**records.works, FROST.id: longer}, by_doi={}, by_title={})
    entry = replace(ENTRY, title="Frost on heat pumps in cold and damp places", doi=None)
    assert identify(entry, known).status == "matched"


def test_a_preprint_and_its_journal_version_are_one_work(records):
    assert identify(replace(ENTRY, doi="10.48550/arxiv.1801.00001"), records).status == "matched"


def test_a_record_or_entry_without_author_and_year_is_said_to_have_none() -> None:
    bare = replace(FROST, authors=(), first_authors=(), years=(), year=None, dois=())
    held = Records({bare.id: bare}, {}, {}, {}, {title_key(bare.title): (bare.id,)})
    found = identify(replace(ENTRY, doi=None), held)
    assert found.status == "unknown" and "the library's record has no author and no year" in found.reason
    whole = Records({FROST.id: FROST}, {}, {}, {}, {title_key(FROST.title): (FROST.id,)})
    found = identify(BibEntry("frost", title=FROST.title), whole)
    assert found.status == "unknown" and "the entry has no author and no year" in found.reason
