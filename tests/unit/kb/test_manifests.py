from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.kb.errors import AmbiguousId, UnknownId
from claimledger.kb.events.library import SnapshotFrozen
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.manifests import find_manifest


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Frozen at the positions 1 and 3; the events that say so stand at 2 and 4."""
    with Library.create(tmp_path / "lib", owner="x") as library:
        freeze(library, "cl1-abcdef", 1)
        freeze(library, "cl1-nopqrs", 3)
        yield library


def freeze(library: Library, snapshot: str, position: int) -> None:
    library.append([Append("snapshots", [NewEvent(SnapshotFrozen(
        snapshot=snapshot, name=None, position=position, head_hash="0" * 64, root="0" * 64, rows={}, schema_version=1,
        settle_version=1, pipelines=(), embedder="none", parsers=(), index_version="none"))])])


def test_a_position_at_which_a_state_was_frozen_means_that_state(library: Library) -> None:
    assert find_manifest(library, "@1").frozen.snapshot == "cl1-abcdef"
    assert find_manifest(library, "@3").frozen.snapshot == "cl1-nopqrs"


def test_at_another_position_the_nearest_frozen_states_are_named(library: Library) -> None:
    with pytest.raises(UnknownId, match=r"at position 2; the nearest: cl1-abcdef at @1 and cl1-nopqrs at @3$"):
        find_manifest(library, "@2")
    with pytest.raises(UnknownId, match=r"at position 9; the nearest: cl1-nopqrs at @3$"):
        find_manifest(library, "@9")


@pytest.mark.parametrize("name", ["@", "@x", "@-1", "@²", "@1.0", "@" + "9" * 5000])
def test_what_is_no_position_is_said_to_be_none(library: Library, name: str) -> None:
    with pytest.raises(UnknownId, match="is no position") as caught:
        find_manifest(library, name)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("name", ["cl1-", "cl1-a", "cl1", "cl1-abcdefg"])
def test_what_does_not_say_enough_of_an_id_is_no_snapshot(library: Library, name: str) -> None:
    with pytest.raises(UnknownId, match="no snapshot"):
        find_manifest(library, name)


def test_the_beginning_of_an_id_means_the_one_that_it_fits(library: Library) -> None:
    assert find_manifest(library, "cl1-ab").frozen.position == 1
    freeze(library, "cl1-abzzzz", 5)
    with pytest.raises(AmbiguousId):
        find_manifest(library, "cl1-ab")
