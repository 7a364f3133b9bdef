from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from claimledger.kb.events.library import LibraryRow, Settled
from claimledger.kb.events.standing import Purged, PurgedBuild, StandingChanged
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.settle import batch, difference, run
from claimledger.kb.settle.difference import Difference
from claimledger.kb.settle.part import Part, touched_part
from claimledger.kb.settle.run import changed_through, difference_from_scratch, settle_library, settled_through
from claimledger.kb.view import View

Seal = Callable[..., str]
BARK, WHEAT, SEALS = "Hearing bark beetles in spruce logs", "Yields of winter wheat", "Counting seals on sandbanks"


def rows(library: Library, sql: str) -> list[tuple[Any, ...]]:
    with library.view() as view:
        return [tuple(row.values()) for row in view.rows(sql)]


def settlings(library: Library) -> list[Settled]:
    found = [event.payload() for event in library.ledger.read(kinds=["Settled"])]
    return [payload for payload in found if isinstance(payload, Settled)]


def stand(library: Library, build: str, standing: str) -> None:
    changed = StandingChanged.model_validate({"build": build, "standing": standing, "reason": "x"})
    library.append([Append(f"standing:{build}", [NewEvent(changed)])])


def forget(library: Library, build: str) -> tuple[int, ...]:
    positions = tuple(event.position for event in library.ledger.read(stream=f"build:{build}"))
    builds = (PurgedBuild(build=build, blob="b", work=None, leaf=None),)
    library.append([Append("library", [
        NewEvent(Purged(builds=builds, positions=positions, blobs=(), rows=(), reason="x"))
    ])])
    return positions


def is_settled(library: Library) -> bool:
    with library.view() as view:
        assert changed_through(view) == settled_through(view)
        return len(difference_from_scratch(view)) == 0


@pytest.fixture
def never_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the library, only what a change touches is settled."""
    monkeypatch.setattr(run, "LARGEST_PART", 100)


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[Part | None]:
    """The parts that are settled from now on."""
    seen: list[Part | None] = []

    def watched(*arguments: Any) -> Part | None:
        seen.append(touched_part(*arguments))
        return seen[-1]

    monkeypatch.setattr(run, "touched_part", watched)
    return seen


def test_settling_what_is_settled_appends_nothing(library: Library, seal: Seal) -> None:
    assert settle_library(library) == 0
    seal("a", BARK)
    assert settle_library(library) == 3  # a work, its part, a packet
    head = library.ledger.head()
    assert settle_library(library) == 0
    assert library.ledger.head() == head


@pytest.mark.usefixtures("never_in_full")
def test_a_paper_that_shares_nothing_is_settled_alone(
    library: Library, seal: Seal, parts: list[Part | None]
) -> None:
    seal("a", BARK)
    settle_library(library)
    wheat = seal("b", WHEAT, family="Novak", finds="none")
    settle_library(library)
    assert [part and part.builds for part in parts] == [[wheat]]
    assert len(settlings(library)[-1].asserted) == 6  # also what moths and beetles are to both
    assert is_settled(library)


@pytest.mark.usefixtures("never_in_full")
def test_a_bridge_that_goes_leaves_two_works_and_one_that_comes_back_joins_them(library: Library, seal: Seal) -> None:
    # The first has the title of the one between, and the last its DOI.
    base = "a b c d e f g h " * 5
    one, bridge, other = (
        seal("a", base), seal("b", base, doi="10.5555/b"), seal("c", base + "k l m n o p", doi="10.5555/b")
    )
    settle_library(library)
    together = "SELECT count(DISTINCT work) AS n FROM work_builds"
    assert rows(library, together) == [(1,)]
    stand(library, bridge, "withdrawn")
    settle_library(library)
    apart = rows(library, "SELECT build, work FROM work_builds ORDER BY build")
    assert [build for build, _ in apart] == sorted((one, other))
    assert len({work for _, work in apart}) == 2
    stand(library, bridge, "released")
    settle_library(library)
    assert rows(library, together) == [(1,)]
    assert is_settled(library)


@pytest.mark.usefixtures("never_in_full")
def test_a_paper_that_goes_takes_back_what_it_did_elsewhere(library: Library, seal: Seal) -> None:
    cited = seal("a", BARK)
    seal("b", WHEAT, cites=BARK)
    seal("c", SEALS, family="Novak")
    settle_library(library)
    strengths = "SELECT strength FROM packets ORDER BY strength"
    assert rows(library, strengths) == [("replicated",)] * 3
    assert len(rows(library, "SELECT * FROM resolutions")) == 1
    stand(library, cited, "withdrawn")
    settle_library(library)
    assert rows(library, strengths) == [("replicated",)] * 2
    assert rows(library, "SELECT * FROM resolutions") == []
    assert is_settled(library)


@pytest.mark.usefixtures("never_in_full")
def test_a_work_that_loses_its_only_title_is_found_by_references_that_disagreed(library: Library, seal: Seal) -> None:
    untitled = seal("a", "", doi="10.5555/a")
    titled = seal("b", BARK, doi="10.5555/a")
    seal("c", WHEAT, cites=SEALS, cites_doi="10.5555/a")
    settle_library(library)
    assert len(set(rows(library, f"SELECT work FROM work_builds WHERE build IN ('{untitled}', '{titled}')"))) == 1
    assert rows(library, "SELECT * FROM resolutions") == []
    stand(library, titled, "withdrawn")
    settle_library(library)
    assert rows(library, "SELECT method FROM resolutions") == [("doi",)]
    assert is_settled(library)
    stand(library, titled, "released")
    settle_library(library)
    assert rows(library, "SELECT * FROM resolutions") == []
    assert is_settled(library)


@pytest.mark.usefixtures("never_in_full")
@pytest.mark.parametrize("last", ["name", "year", "citing"])
def test_a_work_is_cited_by_the_name_of_one_of_its_builds_and_the_year_of_another(
    library: Library, seal: Seal, last: str
) -> None:
    papers: dict[str, Callable[[], str]] = {
        "name": lambda: seal("a", BARK, doi="10.5555/a", year="2011"),
        "year": lambda: seal("b", BARK, doi="10.5555/a", family="Novak"),
        "citing": lambda: seal("c", WHEAT, cites=BARK),
    }
    for name in sorted(papers, key=lambda name: name == last):
        papers[name]()
        settle_library(library)
    [(work,)] = rows(library, "SELECT DISTINCT work FROM work_builds WHERE reason = 'doi'")
    assert rows(library, "SELECT work, method FROM resolutions") == [(work, "title")]
    assert is_settled(library)


@pytest.mark.usefixtures("never_in_full")
@pytest.mark.parametrize("year", ["2018", "2020"])
@pytest.mark.parametrize("citing_first", [True, False])
def test_a_reference_whose_year_is_off_by_one_resolves_whichever_paper_comes_first(
    library: Library, seal: Seal, year: str, citing_first: bool
) -> None:
    for citing in (citing_first, not citing_first):
        if citing:
            seal("a", WHEAT, cites=BARK, finds="none")
        else:
            seal("b", BARK, year=year, finds="lower")
        settle_library(library)
    assert rows(library, "SELECT method FROM resolutions") == [("title",)]


@pytest.mark.usefixtures("never_in_full")
def test_a_purge_is_settled_by_its_part_while_the_payloads_are_there(
    library: Library, seal: Seal, parts: list[Part | None]
) -> None:
    build = seal("a", BARK)
    left = seal("b", BARK)
    seal("c", SEALS, family="Novak", finds="none")
    settle_library(library)
    forget(library, build)
    settle_library(library)
    assert [part and (part.builds, [facts.build for facts in part.gone]) for part in parts] == [([left], [build])]
    assert rows(library, "SELECT count(*) FROM works") == [(2,)]
    assert is_settled(library)


@pytest.mark.usefixtures("never_in_full")
def test_a_purge_whose_payloads_are_gone_is_settled_in_full(
    library: Library, seal: Seal, parts: list[Part | None]
) -> None:
    build = seal("a", BARK)
    seal("b", WHEAT, cites=BARK)
    settle_library(library)
    library.ledger.purge(forget(library, build))
    library.projection.forget([build])
    settle_library(library)
    assert parts == []
    assert rows(library, "SELECT * FROM resolutions") == []
    assert is_settled(library)


def test_a_change_of_a_third_of_the_library_is_settled_in_full(
    library: Library, seal: Seal, parts: list[Part | None]
) -> None:
    for name in "abcdef":
        seal(name, f"Paper {name}", family=f"Author {name}")
    settle_library(library)
    for name in "gh":
        seal(name, f"Paper {name}", family=f"Author {name}")
    settle_library(library)
    assert len(parts) == 1
    for name in "ijklmn":
        seal(name, f"Paper {name}", family=f"Author {name}")
    settle_library(library)
    assert len(parts) == 1
    assert is_settled(library)


def test_what_other_rules_settled_is_settled_anew(library: Library, seal: Seal) -> None:
    build = seal("a", BARK)
    with library.view() as view:
        through = changed_through(view)
    wrong = LibraryRow(table="work_builds", id="part-x", body={
        "work": "work-x", "build": build, "part": "main", "active": True, "reason": "alone",
    })
    settled = Settled(settle_version=1, through=through, asserted=(wrong,), retracted=())
    library.append([Append("library", [NewEvent(settled)])])
    with library.view() as view:
        assert settled_through(view) < changed_through(view)
    settle_library(library)
    assert "part-x" not in [name for (name,) in rows(library, "SELECT id FROM work_builds")]
    assert is_settled(library)


@pytest.mark.usefixtures("never_in_full")
def test_a_settling_of_many_events_shows_each_row_once(
    library: Library, seal: Seal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "EVENT_BYTES", 500)
    for name in "abcde":
        seal(name, f"Paper {name}", family=f"Author {name}")
    settle_library(library)
    assert len(settlings(library)) > 3
    # Every packet changes: it is retracted and asserted in one settling.
    seal("f", "Paper f", family="Author f")
    before = len(settlings(library))
    settle_library(library)
    assert len(settlings(library)) - before > 3
    assert [settled.through > 0 for settled in settlings(library)[before:]][-2:] == [False, True]
    assert rows(library, "SELECT count(*), count(DISTINCT claim) FROM packets") == [(6, 6)]
    assert is_settled(library)


def test_many_rows_are_compared_in_shares(library: Library, seal: Seal, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abcdefgh":
        seal(name, f"Paper {name}", family=f"Author {name}")
    settle_library(library)
    monkeypatch.setattr(difference, "ROWS_COMPARED", 2)
    assert is_settled(library)
    seal("i", "Paper i", family="Author i")
    with library.view() as view:
        found = difference_from_scratch(view)
    asserted = {table: rows.num_rows for table, rows in found.asserted.items()}
    # Each of nine packets says whom it agrees with; the new one agrees with eight.
    assert asserted == {
        "works": 1, "work_builds": 1, "packets": 9, "support": 16, "resolutions": 0, "near_duplicates": 0,
    }
    assert {table: len(ids) for table, ids in found.retracted.items() if ids} == {"packets": 8}


def test_a_batch_can_be_asked_for_any_of_its_events(library: Library, seal: Seal) -> None:
    seal("a", BARK)
    with library.view() as view:
        whole = batch.SettledBatch(difference_from_scratch(view), through=5, after=3)
    assert len(whole) == 1
    assert whole[0] == whole[-1] == whole[0:1][0]
    assert whole[0].key == "after 3: 0"
    with pytest.raises(IndexError):
        whole[1]


@pytest.mark.usefixtures("never_in_full")
def test_of_two_that_settle_at_once_without_a_common_lock_the_slower_one_starts_again(
    library: Library, seal: Seal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on two machines with one PostgreSQL."""
    monkeypatch.setattr(run, "exclusive", lambda *_, **__: nullcontext())
    seal("a", BARK)
    settle_library(library)
    seal("b", WHEAT, cites=BARK)
    decide, decided = run._difference, []

    def overtaken(view: View, part: Part) -> Difference:
        found = decide(view, part)
        decided.append(part.builds)
        if len(decided) == 1:
            with Library.open(library.root) as other:
                seal("c", SEALS)
                settle_library(other)
        return found

    monkeypatch.setattr(run, "_difference", overtaken)
    assert settle_library(library) == 0
    assert len(decided) == 2
    assert rows(library, "SELECT count(*), count(DISTINCT id) FROM packets") == [(3, 3)]
    assert is_settled(library)
