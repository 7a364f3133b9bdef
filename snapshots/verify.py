"""Is a state, or the whole library, what it was? Every stored byte is looked at, and every place that differs is named.

What is computed is computed from the ledger's own rows: stored leaves are never trusted here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..kb.database import damaged_database, doubtful_log
from ..kb.errors import DamageFound
from ..kb.forgetting.purge import pending
from ..kb.library import Library
from ..kb.manifests import Manifest, damaged_manifests, manifests
from ..kb.redactions import Redaction
from ..kb.schema import SCHEMA_VERSION
from ..kb.verify import (
    check_identity,
    contradicted_freezes,
    contradictions,
    damaged_blobs,
    damaged_index,
    damaged_segments,
    hash_at,
)
from ..kb.view import View
from .publishing import UNCHECKED_SIGNATURE, PublishedHead, Signer, head_of, is_signed, read_head
from .replay import Replay
from .tree import differences, fresh_root, leaf_files


@dataclass
class Verification:
    """What was checked, and every damage with its place. `snapshot` is None where it was the whole library.

    `notes` say what could not be checked, and how to have it checked. `replayed` says what folding and settling again
    gave; None where nobody asked.
    """

    position: int = 0
    snapshot: str | None = None
    anchored: bool = False
    damages: list[str] = field(default_factory=list)
    redactions: tuple[Redaction, ...] = ()
    notes: list[str] = field(default_factory=list)
    replayed: str | None = None

    @property
    def verdict(self) -> str:
        """damaged; redacted; anchored; or self-consistent, not anchored."""
        if self.damages:
            return "damaged"
        if self.redactions:
            return "redacted"
        return "anchored" if self.anchored else "self-consistent, not anchored"

    def to_json(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "snapshot": self.snapshot, "position": self.position, "verdict": self.verdict, "anchored": self.anchored,
            "damages": self.damages, "redactions": [redaction.to_json() for redaction in self.redactions],
            "notes": self.notes, "replayed": self.replayed,
        }


def verify_library(
    library: Library, *, published: Path | None = None, signer: Signer | None = None, replay: bool = False
) -> Verification:
    """Check the whole ledger and every file of the library; with a published head, also against that."""
    result = Verification()
    if _check_ledger(library, result, None):
        result.damages += contradicted_freezes(library)
        result.damages += _damaged_files(library)
        result.notes += [f"a purge is not complete: {what}" for what in pending(library)]
        if published:
            _check_published(library, published, signer, result)
        if replay and not result.damages:
            _replay(library, None, result)
    return result


def verify_snapshot(
    library: Library, manifest: Manifest, *, published: Path | None = None, signer: Signer | None = None,
    replay: bool = False,
) -> Verification:
    """Check one frozen state: the chain up to its manifest, every file, and its root computed anew from the rows."""
    frozen = manifest.frozen
    result = Verification(snapshot=frozen.snapshot, redactions=manifest.redactions)
    if not _check_ledger(library, result, manifest.position):
        return result
    result.position = frozen.position
    result.damages += contradictions(library, manifest)
    result.damages += _damaged_files(library)
    if published:
        _check_published(library, published, signer, result, manifest)
    if frozen.position >= manifest.position or any(damage.startswith("segment") for damage in result.damages):
        return result
    with library.view(frozen.position) as view:
        _check_root(library, view, manifest, result)
    if replay and not result.damages:
        _replay(library, manifest, result)
    return result


def _check_ledger(library: Library, result: Verification, until: int | None) -> bool:
    """Whether the chain holds, without which there is nothing to hold the rest against."""
    result.damages += damaged_database(library)
    broken = bool(result.damages)
    if doubt := doubtful_log(library):
        result.notes.append(doubt)
    try:
        result.position = library.ledger.verify(until=until).position
        # A broken index leads to other events than it should, so nothing is looked up by it.
        if not broken:
            result.damages += check_identity(library)
    except DamageFound as error:
        result.damages.append(f"ledger: {error}")
        broken = True
    return not broken


def _damaged_files(library: Library) -> Iterator[str]:
    yield from damaged_blobs(library)
    yield from damaged_segments(library)
    yield from damaged_index(library)
    yield from damaged_manifests(library)
    for path in leaf_files(library).damaged():
        yield f"leaves {path.relative_to(library.root)} is damaged; the next freeze makes it anew"


def _check_root(library: Library, view: View, manifest: Manifest, result: Verification) -> None:
    frozen = manifest.frozen
    if frozen.schema_version != SCHEMA_VERSION:
        result.notes.append(
            f"the root was not computed again: it is of schema {frozen.schema_version}, and this is {SCHEMA_VERSION}"
        )
        return
    result.damages += differences(fresh_root(library, view), manifest)


def _check_published(
    library: Library, path: Path, signer: Signer | None, result: Verification, manifest: Manifest | None = None
) -> None:
    """Hold the ledger, and the snapshot if it is about one, against a head that was kept elsewhere."""
    try:
        head = read_head(path, signer)
    except DamageFound as error:
        result.damages.append(f"published head: {error}")
        return
    if not signer and is_signed(path):
        result.notes.append(UNCHECKED_SIGNATURE)
    wrong = list(_differences(library, head, manifest))
    result.damages += [f"published head: {path} {difference}" for difference in wrong]
    result.anchored = not wrong


def _differences(library: Library, head: PublishedHead, manifest: Manifest | None) -> Iterator[str]:
    if head.library != library.id:
        yield f"is of the library {head.library}, and this is {library.id}"
        return
    found = hash_at(library, head.position)
    if found is None:
        yield f"states the position {head.position}, which lies beyond the end of the ledger"
        return
    if found != head.head_hash:
        yield f"states another hash of event {head.position}: the ledger was rewritten there or before"
    # The head may be of another freezing of the state: it is held against that one, wherever it stands.
    wanted = head.snapshot, head.position, head.root
    known = [head_of(one) for one in manifests(library)]
    same = [one for one in known if (one.snapshot, one.position, one.root) == wanted]
    of_another = list(head.differences(head_of(manifest))) if manifest else []
    if of_another:
        yield from of_another
    elif not same:
        yield f"states the snapshot {head.snapshot}, which the ledger does not record so"
    elif head not in same:
        yield from head.differences(same[-1])


def _replay(library: Library, manifest: Manifest | None, result: Verification) -> None:
    replay = Replay(library, manifest)
    result.damages += replay.run()
    result.notes += replay.notes
    result.replayed = replay.summary
