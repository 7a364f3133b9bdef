"""Proofs that a row lies in a snapshot: of every table, for whoever has the id and nothing else."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.errors import AmbiguousId, DamageFound, UnknownId, UnreadableInput
from claimledger.kb.events import build_rows, library_rows
from claimledger.kb.library import Library
from claimledger.kb.manifests import find_manifest
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.proof import check_proof
from claimledger.snapshots.prove import proof_text, prove

ALONE = """
import sys
before = set(sys.modules)
from claimledger.snapshots.proof import check_proof
print(check_proof(open(sys.argv[1], "rb").read()).snapshot)
used = {name.partition(".")[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names)
assert used == {"claimledger"}, used
"""


@pytest.fixture
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library) as library:
        freeze(library, name="one")
        yield library


def some_ids(library: Library) -> dict[str, str]:
    """An id of each table that has rows."""
    tables = (*library_rows.TABLES, *build_rows.TABLES)
    with library.view() as view:
        rows = {table.name: view.rows(f"SELECT id FROM {table.name} ORDER BY id LIMIT 1") for table in tables}
    return {name: found[0]["id"] for name, found in rows.items() if found}


def proof_of(library: Library, row_id: str) -> dict[str, Any]:
    return prove(library, find_manifest(library, "one"), row_id)


def test_a_row_of_every_table_is_proved(library: Library) -> None:
    manifest = find_manifest(library, "one")
    ids = some_ids(library)
    assert {"works", "packets", "claims", "sentences", "chunks", "cells", "quality"} <= set(ids)
    for table, row_id in ids.items():
        proven = check_proof(proof_text(prove(library, manifest, row_id)).encode())
        assert (proven.table, proven.row["id"]) == (table, row_id)
        assert (proven.snapshot, proven.root) == (manifest.frozen.snapshot, manifest.frozen.root)


def test_the_row_is_given_as_it_is_and_nothing_else_of_the_library(library: Library) -> None:
    with library.view() as view:
        sentence = view.rows("SELECT * FROM sentences ORDER BY id LIMIT 1")[0]
    text = proof_text(proof_of(library, sentence["id"]))
    position = sentence.pop("position")
    assert json.loads(text)["row"] == sentence and position > 0
    with library.view() as view:
        others = [row["text"] for row in view.rows("SELECT text FROM sentences WHERE id <> ?", [sentence["id"]])]
    assert len(text) < 5000 and not any(other in text for other in others if other != sentence["text"])


def test_an_older_snapshot_is_proved_though_the_library_went_on(
    library: Library, tmp_path: Path, sample_papers: Path
) -> None:
    with Library.create(tmp_path / "growing") as growing:
        ingest(growing, [sample_papers / "marek2023.pdf"])
        old = freeze(growing, name="old")
        ids = some_ids(growing)
        ingest(growing, [sample_papers])
        freeze(growing, name="new")
        for row_id in (ids["works"], ids["packets"], ids["claims"]):
            assert check_proof(proof_text(prove(growing, old, row_id)).encode()).snapshot == old.frozen.snapshot


def test_stored_leaves_that_lie_are_not_believed(library: Library) -> None:
    wanted = proof_of(library, some_ids(library)["packets"])
    [file] = (library.root / "snapshots" / "leaves").iterdir()
    for change in (file.read_bytes()[:-9], b""):
        file.write_bytes(change)
        assert proof_of(library, wanted["row"]["id"]) == wanted


def test_ids_that_are_unknown_or_fit_several_rows_are_named(library: Library) -> None:
    for name in ("claim-2222222222222222222z", "nothing-abc", "packet"):
        with pytest.raises((UnknownId, AmbiguousId)):
            proof_of(library, name)
    with pytest.raises(AmbiguousId, match="fits more than one row of claims"):
        proof_of(library, "claim-")
    whole = some_ids(library)["works"]
    assert proof_of(library, whole[:-4])["row"]["id"] == whole


def test_a_row_that_came_after_the_snapshot_is_unknown_in_it(tmp_path: Path, sample_papers: Path) -> None:
    with Library.create(tmp_path / "library") as library:
        ingest(library, [sample_papers / "marek2023.pdf"])
        old = freeze(library)
        before = some_ids(library)["chunks"]
        ingest(library, [sample_papers / "brandt2019.pdf"])
        with library.view() as view:
            [later] = view.rows(
                "SELECT id FROM claims WHERE build NOT IN (SELECT build FROM claims WHERE position <= ?) LIMIT 1",
                [old.frozen.position],
            )
        with pytest.raises(UnknownId, match=old.frozen.snapshot):
            prove(library, old, later["id"])
        assert prove(library, old, before)["row"]["id"] == before


def test_a_proof_is_checked_with_the_standard_library_alone(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(proof_text(proof_of(library, some_ids(library)["claims"])), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", ALONE, str(file)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout.strip()) == (0, find_manifest(library, "one").frozen.snapshot), ran.stderr


@pytest.mark.parametrize("content", [
    b"", b"[]", b"{", b'{"format": "claimledger-proof-2"}', b"\xff\xfe", b"[" * 100_000, b'{"format":1,"format":2}',
    b'{"format":' + b"9" * 5000 + b"}",
])
def test_what_is_no_proof_is_called_so(content: bytes) -> None:
    with pytest.raises(UnreadableInput, match="no proof") as refused:
        check_proof(content)
    assert "sys." not in str(refused.value)


@pytest.mark.parametrize("change", [
    {"row": {}}, {"row": 3}, {"group": 3}, {"table": []}, {"settle": 10**400}, {"pipelines": None},
])
def test_a_part_of_another_kind_is_said_in_plain_words(library: Library, change: dict[str, object]) -> None:
    proof = proof_of(library, some_ids(library)["claims"]) | change
    with pytest.raises(DamageFound, match="does not hold") as refused:
        check_proof(json.dumps(proof).encode())
    assert not any(word in str(refused.value) for word in ("object", "'int'", "NoneType", "'build'", "unhashable"))


def test_a_path_of_another_length_is_refused_before_anything_is_hashed(library: Library) -> None:
    proof = proof_of(library, some_ids(library)["claims"])
    path = proof["top_path"]
    for hashes in (path["hashes"][:-1], path["hashes"] * 2):
        changed = proof | {"top_path": path | {"hashes": hashes}}
        with pytest.raises(DamageFound, match="needs a path of"):
            check_proof(json.dumps(changed).encode())


def test_a_row_of_another_build_or_table_does_not_pass_for_one_of_this(library: Library) -> None:
    ids = some_ids(library)
    claim, sentence = proof_of(library, ids["claims"]), proof_of(library, ids["sentences"])
    for changed in (
        claim | {"table": "sentences"}, claim | {"row": sentence["row"], "row_path": sentence["row_path"]},
        claim | {"row": claim["row"] | {"build": "build-another"}},
        claim | {"group": claim["group"] | {"build": "build-another"}},
    ):
        with pytest.raises(DamageFound):
            check_proof(json.dumps(changed).encode())
