"""Published heads: a small file, kept elsewhere, that a ledger can be held against later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from ..kb.errors import UnreadableInput, UsageError
from ..kb.manifests import Manifest
from ..kb.output import check_output, is_stream, write_output, write_outputs
from ..kb.strict_json import read_object
from .signing import check_key, check_signature, signature_of, signed

MOST_BYTES = 2**16
_LAST_POSITION = 2**63 - 1
UNCHECKED_SIGNATURE = "the published head is signed; check that with --allowed-signers and --identity"
_STATE = ("snapshot", "root", "library")
"""Fields that say which state it is, and not where in the ledger it was frozen."""


@dataclass(frozen=True)
class PublishedHead:
    """What a snapshot was when it was published: its id, the root of its tree, and where the ledger stood."""

    snapshot: str
    position: int
    head_hash: str
    root: str
    library: str
    time: str

    def differences(self, stated: PublishedHead) -> Iterator[str]:
        """Every field in which the head differs from what a ledger or an export says of this snapshot, in words.

        One state may be frozen again, under another name, after events that leave it alone. So heads of two positions
        agree if they are of one library, snapshot and root; those of one position also say the same of it.
        """
        once = self.position == stated.position
        for name in (field.name for field in fields(self) if once or field.name in _STATE):
            mine, other = getattr(self, name), getattr(stated, name)
            if mine != other:
                yield f"states another {name.replace('_', ' ')}: {mine}, and here it is {other}"


@dataclass(frozen=True)
class Signer:
    """Whose signature is asked for: an identity in a file of allowed signers, as `ssh-keygen` reads it."""

    allowed: Path
    identity: str


def check_publishing(path: Path, key: Path | None = None) -> None:
    """Raises `UsageError` where no head could be published or signed: before anything is frozen."""
    check_output(path)
    if key is None:
        return
    if is_stream(path):
        raise UsageError(f"{path} is no file that a signature could lie beside", remedy="publish to a file")
    check_output(signature_of(path))
    check_key(key)


def publish_head(path: Path, manifest: Manifest, key: Path | None = None) -> None:
    """Write the head of a snapshot to a file, and with a key its signature beside it.

    A signature that lies there and is of another head goes. Raises `UsageError`; nothing is written then.
    """
    text = json.dumps(asdict(head_of(manifest)), indent=1, sort_keys=True) + "\n"
    if key:
        signature = signed(text.encode(), key)
        write_outputs({signature_of(path): signature, path: text})
        return
    if is_signed(path) and path.read_bytes() != text.encode():
        signature_of(path).unlink()
    write_output(path, text)


def head_of(manifest: Manifest) -> PublishedHead:
    """What is published of a snapshot."""
    frozen = manifest.frozen
    return PublishedHead(
        frozen.snapshot, frozen.position, frozen.head_hash, frozen.root, manifest.library, manifest.time
    )


def read_head(path: Path, signer: Signer | None = None) -> PublishedHead:
    """A published head; with a signer, only if its signature holds.

    Raises `UnreadableInput` for a file that is none, and `DamageFound` for a signature that does not hold.
    """
    try:
        content = path.read_bytes()
        head = _head(read_object(content, most=MOST_BYTES))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UnreadableInput(f"{path} is no published head: {reason}", remedy="use the file of --publish") from error
    if signer:
        check_signature(content, signature_of(path), signer.allowed, signer.identity)
    return head


def is_signed(path: Path) -> bool:
    """Whether a signature lies beside a published head."""
    return signature_of(path).is_file()


def _head(value: dict[str, object]) -> PublishedHead:
    """The head that a JSON object is. Raises `ValueError` for one that has other fields, or fields of other kinds."""
    names = [field.name for field in fields(PublishedHead)]
    if value.keys() != set(names):
        raise ValueError(f"it has other fields than {', '.join(names)}")
    position = value["position"]
    # Neither true nor 1.0 is a position, though both would compare equal to one.
    if type(position) is not int or not 1 <= position <= _LAST_POSITION:
        raise ValueError("its position is no whole number from 1 on")
    texts = {name: text for name, text in value.items() if isinstance(text, str)}
    if len(texts) != len(names) - 1:
        raise ValueError("a field that should be text is none")
    return PublishedHead(position=position, **texts)
