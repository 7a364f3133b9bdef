"""Stored leaves: they save work, they never decide, and whatever becomes of them the id stays the same."""

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.kb import leaves as build_leaves
from claimledger.kb.canon import make_id
from claimledger.kb.events.build import BuildSealed, QualityAssessed
from claimledger.kb.events.library import LibraryRow, RowKey, Settled
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.settle.settle import SETTLE_VERSION
from claimledger.snapshots import leaves
from claimledger.snapshots import root as root_module
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.leaves import LeafFiles
from claimledger.snapshots.tree import fresh_root, leaf_files, quick_root

QUALITY = QualityAssessed(
    grade="A", quarantined=False, reasons=("few",), missing_fields=(), sentences=0, unresolved_markers=0, markers=0,
    suspicious_characters=0, hidden_passages=0,
)


class Growing:
    """A library of one-row builds, with library rows that come and go at random."""

    def __init__(self, library: Library, seed: int = 1) -> None:
        self.library = library
        self.dice = random.Random(seed)
        self.builds = 0
        self.rows: set[str] = set()

    def grow(self, builds: int = 2) -> None:
        """Seal builds, and settle some rows in and out."""
        for _ in range(builds):
            self.builds += 1
            name = make_id("build", self.builds)
            sealed = BuildSealed(build=name, blob=f"{self.builds:064x}", pipeline="p" * 64)
            self.library.append([Append(f"build:{name}", [NewEvent(QUALITY, key="q"), NewEvent(sealed, key="s")])])
        gone = set(self.dice.sample(sorted(self.rows), len(self.rows) // 4))
        come = {make_id("support", self.dice.random().hex()) for _ in range(4)}
        self.rows = self.rows - gone | come
        self.library.append([Append("library", [NewEvent(Settled(
            settle_version=SETTLE_VERSION, through=self.library.ledger.head().position,
            asserted=tuple(LibraryRow(table="support", id=row, body={"claim": row, "other": "x", "agrees": True})
                           for row in sorted(come)),
            retracted=tuple(RowKey(table="support", id=row) for row in sorted(gone)),
        ))])])


@pytest.fixture
def growing(tmp_path: Path) -> Iterator[Growing]:
    with Library.create(tmp_path / "library", owner="x") as library:
        growing = Growing(library)
        growing.grow(5)
        yield growing


def fresh_id(library: Library) -> str:
    with library.view() as view:
        return fresh_root(library, view).snapshot_id


def files_of(library: Library) -> list[Path]:
    return sorted((library.root / "snapshots" / "leaves").iterdir())


def test_a_freeze_hashes_the_new_builds_and_the_touched_shelves_alone(
    growing: Growing, monkeypatch: pytest.MonkeyPatch
) -> None:
    freeze(growing.library)
    growing.grow(2)
    hashed: list[list[str]] = []
    true = root_module.hash_builds

    def watched(view: object, builds: list[str]) -> object:
        hashed.append(sorted(builds))
        return true(view, builds)  # type: ignore[arg-type]

    monkeypatch.setattr(root_module, "hash_builds", watched)
    monkeypatch.setattr(root_module, "all_shelves", lambda *_: pytest.fail("all shelves were hashed"))
    freeze(growing.library)
    assert hashed == [sorted(make_id("build", number) for number in (6, 7))]


def test_many_freezes_give_what_a_fresh_computation_gives_and_few_files(
    growing: Growing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaves, "MOST_FILES", 3)
    for _ in range(9):
        growing.grow()
        assert freeze(growing.library).frozen.snapshot == fresh_id(growing.library)
        assert len(files_of(growing.library)) <= 3


def test_older_positions_are_computed_from_later_leaves(growing: Growing) -> None:
    library = growing.library
    positions = []
    for _ in range(4):
        growing.grow()
        positions.append((library.ledger.head().position, freeze(library).frozen.root))
    known = leaf_files(library).load(library.ledger)
    for position, root in positions:
        with library.view(position) as view:
            assert quick_root(library, view, known).root == root


@pytest.mark.parametrize("hurt", ["gone", "cut", "flipped", "renamed", "empty"])
@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_file_that_is_missing_or_damaged_is_worth_nothing_and_changes_nothing(
    growing: Growing, hurt: str, which: int
) -> None:
    for _ in range(3):
        freeze(growing.library)
        growing.grow()
    file = files_of(growing.library)[which]
    content = file.read_bytes()
    if hurt == "gone":
        file.unlink()
    elif hurt == "renamed":
        file.rename(file.with_name(file.name.replace("-", "_")))
    else:
        middle = len(content) // 2
        flipped = content[:middle] + bytes([content[middle] ^ 4]) + content[middle + 1:]
        file.write_bytes({"cut": content[:-20], "empty": b"", "flipped": flipped}[hurt])
    assert freeze(growing.library).frozen.snapshot == fresh_id(growing.library)
    growing.grow()
    assert freeze(growing.library).frozen.snapshot == fresh_id(growing.library)
    assert leaf_files(growing.library).damaged() == []


def test_leaves_of_a_history_that_a_backup_undid_are_not_taken_for_those_of_this_one(growing: Growing) -> None:
    root = growing.library.root
    freeze(growing.library)
    growing.library.close()
    kept = root.with_name("kept")
    shutil.copytree(root, kept)
    with Library.open(root) as library:
        Growing(library, seed=2).grow(8)
        freeze(library)
    for name in ("ledger.db",):
        shutil.copy(kept / name, root / name)
    shutil.rmtree(root / "segments")
    with Library.open(root) as library:
        other = Growing(library, seed=3)
        other.builds = 50
        other.grow(1)
        assert freeze(library).frozen.snapshot == fresh_id(library)
        other.grow(1)
        assert freeze(library).frozen.snapshot == fresh_id(library)


def test_builds_that_left_are_no_leaves_any_more(sample_library: Path) -> None:
    from claimledger.kb.forgetting.standing import release, withdraw

    with Library.open(sample_library) as library:
        first = freeze(library).frozen
        with library.view() as view:
            build = view.rows("SELECT build FROM visible_builds ORDER BY build")[0]["build"]
        withdraw(library, [build], "doubts")
        without = freeze(library).frozen
        assert (without.rows["quality"], first.rows["quality"]) == (4, 5)
        assert without.snapshot == fresh_id(library) != first.snapshot
        release(library, [build], "none left")
        assert freeze(library).frozen.snapshot == first.snapshot == fresh_id(library)


def test_the_first_freeze_in_small_parts_gives_the_same(growing: Growing, monkeypatch: pytest.MonkeyPatch) -> None:
    from claimledger.snapshots import shelves

    for _ in range(5):
        growing.grow()
    whole = fresh_id(growing.library)
    monkeypatch.setattr(build_leaves, "BUILDS_AT_ONCE", 2)
    monkeypatch.setattr(shelves, "ROWS_AT_ONCE", 3)
    assert fresh_id(growing.library) == whole


def test_a_file_says_which_positions_it_was_made_between(growing: Growing) -> None:
    freeze(growing.library)
    growing.grow()
    freeze(growing.library)
    spans = [file.name.split("-")[:2] for file in files_of(growing.library)]
    assert [first for first, _ in spans] == ["0" * 12, spans[0][1]]
    known = LeafFiles(growing.library.root / "snapshots" / "leaves").load(growing.library.ledger)
    assert json.dumps(known.through) == str(int(spans[1][1]))
