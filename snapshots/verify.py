"""Is a frozen state what it was? Chain up to its position, blobs, segments, and the root computed anew."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..kb.errors import DamageFound, UnreadableInput
from ..kb.library import Library
from ..kb.manifests import Manifest
from ..kb.verify import damaged_blobs, damaged_segments
from .root import compute_root


@dataclass
class Verification:
    """What was checked, and every damage with its place."""

    snapshot: str
    position: int
    anchored: bool
    damages: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """damaged; anchored; or self-consistent, not anchored."""
        if self.damages:
            return "damaged"
        return "anchored" if self.anchored else "self-consistent, not anchored"

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "snapshot": self.snapshot, "position": self.position, "verdict": self.verdict, "damages": self.damages,
        }


def verify_snapshot(library: Library, manifest: Manifest, *, published: Path | None = None) -> Verification:
    """Check one frozen state; with a published head, also against that."""
    frozen = manifest.frozen
    result = Verification(frozen.snapshot, frozen.position, anchored=False)
    try:
        head = library.ledger.verify(until=frozen.position)
        if head.hash != frozen.head_hash:
            result.damages.append(f"ledger: hash at position {frozen.position} is not the manifest's")
    except DamageFound as error:
        result.damages.append(f"ledger: {error}")
        return result
    result.damages += damaged_blobs(library)
    result.damages += damaged_segments(library)
    if any(damage.startswith("segment") for damage in result.damages):
        return result
    with library.view(frozen.position) as view:
        root = compute_root(view)
    if root.root != frozen.root:
        result.damages.append(f"root: the rows give {root.root}, the manifest says {frozen.root}")
    if root.snapshot_id != frozen.snapshot:
        result.damages.append(f"id: the rows give {root.snapshot_id}")
    if published:
        result.anchored = _compare_published(published, manifest, result)
    return result


def _compare_published(path: Path, manifest: Manifest, result: Verification) -> bool:
    try:
        head = json.loads(path.read_text(encoding="utf-8"))
        stated = (head["snapshot"], head["position"], head["head_hash"], head["root"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnreadableInput(f"{path} is no published head: {error}", remedy="use the file of --publish") from error
    frozen = manifest.frozen
    if stated != (frozen.snapshot, frozen.position, frozen.head_hash, frozen.root):
        result.damages.append(f"published head: {path} states another snapshot, position, head or root")
        return False
    return True
