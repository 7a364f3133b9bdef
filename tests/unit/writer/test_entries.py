from dataclasses import replace

from claimledger.evidence.records import WorkRecord
from claimledger.writer.entries import entries_of

WORK = WorkRecord(
    id="work-1",
    title="Pumps",
    year=2018,
    titles=("Pumps",),
    years=(2018,),
    dois=(),
    arxivs=(),
    pmids=(),
    authors=(("Wu", "A."),),
    first_authors=("Wu",),
    venue="",
    reliability="",
    flags=(),
)


def test_equal_keys_are_told_apart_by_letters():
    entries = entries_of([WORK, replace(WORK, id="work-2", title="Valves")])
    assert sorted(entry.key for entry in entries.values()) == ["wu2018a", "wu2018b"]


def test_a_key_that_is_taken_is_passed_over():
    assert entries_of([WORK], {"wu2018"})["work-1"].key == "wu2018a"
    assert entries_of([WORK], {"wu2018", "wu2018a"})["work-1"].key == "wu2018b"
    assert entries_of([WORK])["work-1"].key == "wu2018"
