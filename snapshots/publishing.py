"""Published heads: a small file, kept elsewhere, that a ledger can be held against later."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from ..kb.errors import UnreadableInput, UsageError
from ..kb.manifests import Manifest
from ..kb.swapping import swap_text
from .signing import SIGNATURE, check_signature, sign_file


@dataclass(frozen=True)
class PublishedHead:
    """What a snapshot was when it was published: its id, the root of its tree, and where the ledger stood."""

    snapshot: str
    position: int
    head_hash: str
    root: str
    library: str
    time: str


@dataclass(frozen=True)
class Signer:
    """Whose signature is asked for: an identity in a file of allowed signers, as `ssh-keygen` reads it."""

    allowed: Path
    identity: str


def publish_head(path: Path, manifest: Manifest, key: Path | None = None) -> None:
    """Write the head of a snapshot to a file, and with a key its signature beside it. Raises `UsageError`."""
    frozen = manifest.frozen
    head = PublishedHead(
        frozen.snapshot, frozen.position, frozen.head_hash, frozen.root, manifest.library, manifest.time
    )
    try:
        swap_text(path, json.dumps(asdict(head), indent=1, sort_keys=True) + "\n")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}", remedy="choose another file") from error
    if key:
        sign_file(path, key)


def read_head(path: Path, signer: Signer | None = None) -> PublishedHead:
    """A published head; with a signer, only if its signature holds.

    Raises `UnreadableInput` for a file that is none, and `DamageFound` for a signature that does not hold.
    """
    try:
        content = path.read_bytes()
        value = json.loads(content)
        head = PublishedHead(
            str(value["snapshot"]), int(value["position"]), str(value["head_hash"]), str(value["root"]),
            str(value["library"]), str(value["time"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnreadableInput(f"{path} is no published head: {error}", remedy="use the file of --publish") from error
    if signer:
        check_signature(content, path.with_name(path.name + SIGNATURE), signer.allowed, signer.identity)
    return head


def is_signed(path: Path) -> bool:
    """Whether a signature lies beside a published head."""
    return path.with_name(path.name + SIGNATURE).is_file()
