"""Stored bytes that are not what they were: blobs, segments, and what fits to what."""

from __future__ import annotations

from collections.abc import Iterator

from .care.blob_names import KINDS, named_blobs
from .errors import DamageFound
from .founding import wrong_beginning
from .hashes import BUCKETS, snapshot_id
from .library import Library
from .manifests import Manifest, manifests
from .redactions import Redactions
from .segments.leases import take_lease


def check_identity(library: Library) -> Iterator[str]:
    """Whether settings, ledger and segments belong together, and whether the ledger ends where it should."""
    if wrong := wrong_beginning(library.ledger, library.id):
        yield f"ledger: {wrong}"
    try:
        with take_lease(library.root / "segments") as lease:
            through, head = lease.manifest.through, lease.manifest.head
    except DamageFound:
        return
    if through and hash_at(library, through) != head:
        end = library.ledger.head().position
        reason = "it ends before" if end < through else "it went another way"
        yield f"ledger: the segments were folded from a ledger through event {through}; {reason} (event {end})"


def hash_at(library: Library, position: int) -> str | None:
    """The hash of the event at a position; None where there is none."""
    event = next(library.ledger.read(after=position - 1, until=position), None) if position > 0 else None
    return event.hash if event else None


def contradicted_freezes(library: Library) -> Iterator[str]:
    """What the recorded freezes say that the chain does not bear out: a chain that follows from itself may still have
    been rewritten under them. Rows are not looked at."""
    for manifest in manifests(library):
        yield from contradictions(library, manifest)


def contradictions(library: Library, manifest: Manifest) -> Iterator[str]:
    """What one freeze says of its position, of the event there and of its own id that is not so."""
    frozen = manifest.frozen
    what = f"ledger: event {manifest.position} freezes {frozen.snapshot} at event {frozen.position},"
    if not 0 < frozen.position < manifest.position:
        yield f"{what} which does not lie before it"
        return
    if hash_at(library, frozen.position) != frozen.head_hash:
        yield f"{what} whose hash is not the one that it states"
    if not _id_follows(library, manifest):
        yield f"{what} and the id does not follow from the root that it states"


def _id_follows(library: Library, manifest: Manifest) -> bool:
    frozen = manifest.frozen

    def follows(builds: int) -> bool:
        return frozen.snapshot == snapshot_id(
            frozen.root, builds + BUCKETS, frozen.pipelines, frozen.schema_version, frozen.settle_version
        )

    # One row of `quality` a build, but for builds that were purged while this was frozen: then the rows are counted.
    if follows(frozen.rows.get("quality", 0)):
        return True
    try:
        with library.view(frozen.position) as view:
            shown = int(view.rows("SELECT count(*) AS n FROM visible_builds")[0]["n"])
    except DamageFound:
        return False
    return follows(shown + len(Redactions(library.ledger).at(frozen.position)))


def damaged_blobs(library: Library) -> list[str]:
    """Blobs that are damaged, and blobs that events name and that are missing though nobody purged them."""
    damages = [f"blob {damage.digest or damage.path.name}: {damage.reason}" for damage in library.blobs.verify()]
    # From the ledger, not from a view: the segments may be damaged too.
    needed = named_blobs(library.ledger.read(kinds=KINDS))
    return damages + [f"blob {blob} is missing" for blob in sorted(needed) if not library.blobs.has(blob)]


def damaged_segments(library: Library) -> list[str]:
    """Manifests and files of the projection whose bytes are not what they were."""
    return library.projection.damages()


def damaged_index(library: Library) -> list[str]:
    """Files of the search index, which is derived, whose bytes are not what they were."""
    from .index.index import SearchIndex

    index = SearchIndex(library)
    try:
        return [f"search index, which is derived: {wrong}; run: claimledger doctor --mend" for wrong in index.damages()]
    finally:
        index.close()
