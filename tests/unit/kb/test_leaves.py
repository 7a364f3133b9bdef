"""Leaves of builds, computed a second time here from the rows, as the module says how."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from claimledger.kb import leaves
from claimledger.kb.events import build_rows
from claimledger.kb.events.build import BuildSealed, QualityAssessed
from claimledger.kb.events.standing import StandingChanged
from claimledger.kb.leaves import build_leaves
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.view import View


def dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def tree(hashes: list[bytes]) -> bytes:
    """RFC 6962's definition, word for word: split at the largest power of two below the size."""
    if len(hashes) == 1:
        return hashes[0]
    split = 1
    while split * 2 < len(hashes):
        split *= 2
    return hashlib.sha256(b"\x01" + tree(hashes[:split]) + tree(hashes[split:])).digest()


def leaf_by_hand(view: View, build: str) -> str:
    tables = {}
    for table in build_rows.TABLES:
        rows = view.rows(f"SELECT * EXCLUDE (position) FROM raw_{table.name} WHERE build = ?", [build])
        if rows:
            texts = sorted(dumped(row) for row in rows)
            root = tree([hashlib.sha256(b"\x00" + text).digest() for text in texts])
            tables[table.name] = {"root": root.hex(), "rows": len(rows)}
    return hashlib.sha256(b"\x00" + dumped({"build": build, "tables": tables})).hexdigest()


def quality(*, quarantined: bool) -> QualityAssessed:
    return QualityAssessed(
        grade="C", quarantined=quarantined, reasons=(), missing_fields=(), sentences=0, unresolved_markers=0,
        markers=0, suspicious_characters=0, hidden_passages=0,
    )


def append_build(library: Library, name: str, *, quarantined: bool, sealed: bool = True) -> None:
    events = [NewEvent(quality(quarantined=quarantined), key="audited")]
    if sealed:
        events.append(NewEvent(BuildSealed(build=name, blob="0" * 64, pipeline="p"), key="sealed"))
    library.append([Append(f"build:{name}", events)])


def test_leaves_are_what_their_documentation_says(sample_library: Path) -> None:
    with Library.open(sample_library) as library, library.view() as view:
        builds = [row["build"] for row in view.rows("SELECT build FROM visible_builds")]
        assert len(builds) == 5
        assert build_leaves(view, builds) == {build: leaf_by_hand(view, build) for build in builds}


def test_leaves_do_not_depend_on_what_is_hashed_together(
    sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(sample_library) as library, library.view() as view:
        builds = [row["build"] for row in view.rows("SELECT build FROM visible_builds")]
        together = build_leaves(view, builds)
        monkeypatch.setattr(leaves, "BUILDS_AT_ONCE", 2)
        assert build_leaves(view, builds) == together
        assert build_leaves(view, builds[:1]) == {builds[0]: together[builds[0]]}


def test_builds_that_no_snapshot_can_have_shown_have_no_leaf(tmp_path: Path) -> None:
    with Library.create(tmp_path / "library") as library:
        append_build(library, "build-good", quarantined=False)
        append_build(library, "build-poor", quarantined=True)
        append_build(library, "build-released", quarantined=True)
        append_build(library, "build-open", quarantined=False, sealed=False)
        for build, standing in (("build-released", "released"), ("build-good", "withdrawn")):
            change = StandingChanged.model_validate({"build": build, "standing": standing, "reason": "test"})
            library.append([Append(f"standing:{build}", [NewEvent(change)])])
        with library.view() as view:
            names = ["build-good", "build-poor", "build-released", "build-open", "build-unknown"]
            assert set(build_leaves(view, names)) == {"build-good", "build-released"}
