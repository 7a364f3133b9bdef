"""A few real papers through the whole of ingest, in either order."""

from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library
from claimledger.kb.verify import damaged_blobs, damaged_segments
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.verify import verify_snapshot

pytestmark = pytest.mark.real

PAPERS = ["PMC4575751.pdf", "PMC7738079.pdf", "PMC7961321.pdf"]


@pytest.fixture(scope="module")
def roots(data: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two libraries, fed one paper at a time in opposite orders."""
    folder = tmp_path_factory.mktemp("gold")
    made = []
    for name, papers in (("forth", PAPERS), ("back", PAPERS[::-1])):
        with Library.create(folder / name, owner=name) as library:
            for paper in papers:
                [outcome] = ingest(library, [data / "papers" / "gold" / paper]).outcomes
                assert (outcome.status, outcome.reason) == ("sealed", "")
                assert outcome.sentences > 50 and outcome.claims > 10
        made.append(folder / name)
    return made


def test_opposite_orders_give_one_snapshot(roots: list[Path]) -> None:
    ids = set()
    for root in roots:
        with Library.open(root) as library:
            ids.add(freeze(library).frozen.snapshot)
    assert len(ids) == 1


def test_everything_stored_is_sound_and_comes_back_from_the_ledger(roots: list[Path]) -> None:
    with Library.open(roots[0]) as library:
        manifest = freeze(library)
        before = library.projection.digests()
        library.projection.rebuild()
        assert library.projection.digests() == before
        assert damaged_blobs(library) == damaged_segments(library) == []
        assert verify_snapshot(library, manifest).damages == []


def test_every_claim_has_its_quote_in_a_sentence_on_a_page(roots: list[Path]) -> None:
    with Library.open(roots[0]) as library, library.view() as view:
        [counts] = view.rows("SELECT count(*) AS n FROM claims")
        joined = view.rows("""SELECT substr(s.text, c.start + 1, c."end" - c.start) AS quote, s.page, len(s.boxes) AS n
                              FROM claims c JOIN sentences s ON s.build = c.build AND s.ordinal = c.sentence""")
    assert len(joined) == counts["n"]
    assert all(row["quote"].strip() and row["page"] and row["n"] for row in joined)
