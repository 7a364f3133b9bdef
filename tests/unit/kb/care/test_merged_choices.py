"""Choices of shown values and attachments of bibliographies, when libraries are merged."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.care.merge import merge
from claimledger.kb.care.merged_attachments import attachments_to_take
from claimledger.kb.care.merged_choices import choices_to_take
from claimledger.kb.choosing import choose
from claimledger.kb.events.attaching import FilesAttached
from claimledger.kb.events.choosing import StatedValue, ValueChosen
from claimledger.kb.ledger.port import Append, Ledger, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers

HERE = {"build-a", "build-b"}


@pytest.fixture
def ledgers(tmp_path: Path) -> Iterator[tuple[SqliteLedger, SqliteLedger]]:
    """The ledgers of two libraries."""
    made = (SqliteLedger(tmp_path / "one.db"), SqliteLedger(tmp_path / "two.db"))
    yield made
    for ledger in made:
        ledger.close()


def value(name: str) -> StatedValue:
    return StatedValue(build=f"build-{name}", id=f"assertion-{name}")


def chosen(ledger: SqliteLedger, name: str | None, *over: str) -> None:
    event = ValueChosen(field="year", chosen=value(name) if name else None, over=tuple(map(value, over)), reason="so")
    ledger.append([Append(f"metadata:build-{name or over[0]}", [NewEvent(event)])], actor="human:x")


def merged(into: SqliteLedger, other: SqliteLedger) -> int:
    taken = list(choices_to_take(into, other, HERE))
    into.append(taken, actor="human:x")
    return len(taken)


def last(ledger: Ledger) -> str | None:
    [*_, event] = ledger.read(kinds=["ValueChosen"])
    choice = event.payload()
    assert isinstance(choice, ValueChosen)
    return choice.chosen.id if choice.chosen else None


def test_of_choices_without_knowledge_of_each_other_one_counts_whichever_way_they_are_merged(
    ledgers: tuple[SqliteLedger, SqliteLedger]
) -> None:
    one, two = ledgers
    chosen(one, "a", "b")
    chosen(two, "b", "a")
    assert (merged(one, two), merged(two, one), merged(two, one)) == (0, 1, 0)
    assert last(one) == last(two) == "assertion-a"
    # Whoever knew of it and chose again counts.
    chosen(two, "b", "a")
    assert merged(one, two) == 1 and last(one) == "assertion-b"
    chosen(two, None, "b", "a")
    assert merged(one, two) == 1 and last(one) is None and merged(one, two) == 0


def test_choices_about_papers_that_are_not_here_are_left(ledgers: tuple[SqliteLedger, SqliteLedger]) -> None:
    one, two = ledgers
    chosen(two, "c", "d")
    assert merged(one, two) == 0


def test_a_paper_that_is_merged_shows_what_was_chosen_there(tmp_path: Path) -> None:
    file = tmp_path / "one.bib"
    file.write_text("".join(
        f"@article{{{key}, title={{Hearing beetles}}, author={{Brandt, I.}}, year={{{year}}}, doi={{10.5555/x}}}}\n"
        for key, year in (("a", 2014), ("b", 2019))
    ))
    with Library.create(tmp_path / "one", owner="x") as one, Library.create(tmp_path / "two", owner="x") as two:
        ingest(two, [file])
        with two.view() as view:
            [paper] = list_papers(view)
        other = {"2014": "2019", "2019": "2014"}[paper["year"]]
        choose(two, paper["id"], {"year": other}, (), "the print says so")
        assert merge(one, two).choices == 1
        with one.view() as view:
            assert list_papers(view)[0]["year"] == other


def test_what_bibliographies_attach_comes_along_with_their_entries(ledgers: tuple[SqliteLedger, SqliteLedger]) -> None:
    one, two = ledgers
    for entry in ("here", "elsewhere"):
        event = FilesAttached(entry=entry, files=("file",))
        two.append([Append(f"attachment:{entry}", [NewEvent(event, key="k")])], actor="human:x")
    for _ in range(2):
        one.append(list(attachments_to_take(two, {"here"})), actor="human:x")
    assert [event.stream for event in one.read()] == ["attachment:here"]
