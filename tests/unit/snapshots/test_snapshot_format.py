"""The page on the format is enough: an outsider's program, written from it alone, comes to the same roots and ids."""

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

from claimledger.kb.events import build_rows, library_rows
from claimledger.kb.hashes import (
    bucket_leaf,
    bucket_of,
    build_leaf,
    library_row_leaf,
    shelf_leaf,
    shelf_of,
    snapshot_id,
)
from claimledger.kb.library import Library
from claimledger.kb.merkle import leaf_hash, tree_hash
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.shelves import Shelf

PAGE = (Path(__file__).parents[3] / "docs" / "snapshot-format.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


# The outsider's program: nothing but the standard library.


def sha(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def canonical(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def leaf(value: Any) -> bytes:
    return sha(b"\x00" + canonical(value))


def tree(leaves: list[bytes]) -> bytes:
    if len(leaves) < 2:
        return leaves[0] if leaves else sha(b"")
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha(b"\x01" + tree(leaves[:split]) + tree(leaves[split:]))


def sorted_tree(values: list[Any]) -> str:
    return tree([sha(b"\x00" + text) for text in sorted(canonical(value) for value in values)]).hex()


def outsiders_build(build: str, tables: dict[str, list[Any]]) -> bytes:
    stated = {name: {"root": sorted_tree(rows), "rows": len(rows)} for name, rows in tables.items() if rows}
    return leaf({"build": build, "tables": stated})


def outsiders_buckets(rows: list[tuple[str, dict[str, Any]]]) -> list[bytes]:
    shelves: dict[str, list[Any]] = {}
    for table, row in rows:
        shelves.setdefault(row["id"].split("-")[1][:3], []).append({"id": row["id"], "row": row, "table": table})
    buckets: list[list[bytes]] = [[] for _ in range(256)]
    for name, values in sorted(shelves.items()):
        bits = "".join(f"{ALPHABET.index(character):05b}" for character in name)[:8]
        buckets[int(bits, 2)].append(leaf({"root": sorted_tree(values), "rows": len(values), "shelf": name}))
    return [
        leaf({"bucket": number, "root": tree(leaves).hex(), "shelves": len(leaves)})
        for number, leaves in enumerate(buckets)
    ]


def outsiders_id(root: str, leaves: int, pipelines: list[str], schema: int, settle: int) -> str:
    value = {"leaves": leaves, "pipelines": pipelines, "root": root, "schema": schema, "settle": settle}
    return "cl1-" + base64.b32encode(sha(canonical(value))).decode().lower()[:32]


def test_an_outsider_computes_the_root_and_the_id_from_the_rows(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        frozen = freeze(library).frozen
        with library.view() as view:
            def rows_of(table: str) -> list[dict[str, Any]]:
                return view.rows(f"SELECT * EXCLUDE (position) FROM {table}")

            tables = {table.name: rows_of(table.name) for table in build_rows.TABLES}
            shared = [(table.name, row) for table in library_rows.TABLES for row in rows_of(table.name)]
    builds = sorted({row["build"] for row in tables["quality"]})
    assert (len(builds), len(shared) > 20) == (5, True)
    leaves = [
        outsiders_build(build, {name: [row for row in rows if row["build"] == build] for name, rows in tables.items()})
        for build in builds
    ]
    root = tree(leaves + outsiders_buckets(shared)).hex()
    assert root == frozen.root
    pipelines = list(frozen.pipelines)
    assert outsiders_id(root, 261, pipelines, frozen.schema_version, frozen.settle_version) == frozen.snapshot


def test_the_vectors_of_the_page_hold_for_the_outsider() -> None:
    rows, expected = VECTORS["rows"], VECTORS["expected"]
    build = outsiders_build(VECTORS["build"], {name: rows[name] for name in ("chunks", "hidden_text")})
    buckets = outsiders_buckets([(t, row) for t in ("support", "resolutions", "work_builds") for row in rows[t]])
    root = tree([build, *buckets]).hex()
    assert {
        "build leaf": build.hex(), "root": root,
        "id": outsiders_id(root, 257, VECTORS["pipelines"], VECTORS["schema"], VECTORS["settle"]),
        **{f"bucket {number} leaf": buckets[number].hex() for number in (0, 1, 255)},
    }.items() <= expected.items()


def test_the_vectors_of_the_page_hold_for_the_program() -> None:
    rows, expected = VECTORS["rows"], VECTORS["expected"]
    hidden = leaf_hash(canonical(rows["hidden_text"][0]))
    chunks = tree_hash([leaf_hash(canonical(row)) for row in rows["chunks"]]).hex()
    build = build_leaf(VECTORS["build"], {"chunks": (chunks, 2), "hidden_text": (hidden.hex(), 1)})
    abc = tree_hash([library_row_leaf("support", row) for row in rows["support"]]).hex()
    abd = library_row_leaf("resolutions", rows["resolutions"][0]).hex()
    last = library_row_leaf("work_builds", rows["work_builds"][0]).hex()
    first_bucket = tree_hash([shelf_leaf("abc", abc, 2), shelf_leaf("abd", abd, 1)]).hex()
    buckets = [bucket_leaf(number, tree_hash([]).hex(), 0) for number in range(256)]
    buckets[0] = bucket_leaf(0, first_bucket, 2)
    buckets[255] = bucket_leaf(255, shelf_leaf("77z", last, 1).hex(), 1)
    root = tree_hash([build, *buckets]).hex()
    assert {
        "hidden_text row leaf": hidden.hex(), "chunks root": chunks, "build leaf": build.hex(), "shelf abc root": abc,
        "shelf abc leaf": shelf_leaf("abc", abc, 2).hex(), "shelf 77z bucket": bucket_of("77z"),
        "bucket 0 leaf": buckets[0].hex(), "bucket 1 leaf": buckets[1].hex(), "bucket 255 leaf": buckets[255].hex(),
        "root": root, "id": snapshot_id(root, 257, VECTORS["pipelines"], VECTORS["schema"], VECTORS["settle"]),
    } == expected
    assert shelf_of("part-77zaaaaaaaaaaaaaaaaa") == "77z"


def test_the_quick_leaf_of_a_shelf_is_the_one_of_the_page() -> None:
    assert Shelf(bytes(range(32)), (3, 0, 4)).leaf("z2a") == shelf_leaf("z2a", bytes(range(32)).hex(), 7)
