"""Heads that are kept elsewhere: what a ledger that follows from itself cannot hide from them, and who signed them."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.kb.canon import canonical, sha256
from claimledger.kb.errors import UnreadableInput, UsageError
from claimledger.kb.ledger.chain import COLUMNS, GENESIS, link
from claimledger.kb.ledger.packing import Packer, Unpacker
from claimledger.kb.library import Library
from claimledger.kb.manifests import find_manifest
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.publishing import Signer
from claimledger.snapshots.verify import Verification, verify_library, verify_snapshot

ANYWAY = os.environ.get("CLAIMLEDGER_ALL_EXTRAS")
SIGNING = pytest.mark.skipif(
    not (shutil.which("ssh-keygen") or ANYWAY), reason="ssh-keygen is not installed (package openssh-client)"
)


@pytest.fixture
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library) as library:
        yield library


@pytest.fixture
def head(library: Library, tmp_path: Path) -> Path:
    """The published head of a snapshot, after which the library went on."""
    freeze(library, name="one", publish=tmp_path / "head.json")
    freeze(library, name="two")
    return tmp_path / "head.json"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "key")], check=True)
    return tmp_path / "key"


@pytest.fixture
def allowed(tmp_path: Path, key: Path) -> Path:
    file = tmp_path / "signers"
    file.write_text(f"ada@example.org {key.with_suffix('.pub').read_text()}", encoding="utf-8")
    return file


def restate(connection: sqlite3.Connection, position: int, head: str) -> str:
    """Change the hash that a freeze states; gives the digest of the new payload."""
    sql = "SELECT payload, payload_sha256 FROM events WHERE position = ?"
    content = Unpacker().unpack(*connection.execute(sql, (position,)).fetchone())
    payload = canonical(json.loads(content) | {"head_hash": head})
    connection.execute("UPDATE events SET payload = ?, payload_sha256 = ? WHERE position = ?",
                       (Packer().pack(payload), sha256(payload), position))
    return sha256(payload)


def rewrite(ledger: Path) -> None:
    """What somebody does who owns the file: another actor in every event, and a chain that follows from itself."""
    connection = sqlite3.connect(ledger)
    guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    names = ", ".join(COLUMNS)
    previous = GENESIS
    for row in connection.execute(f"SELECT {names} FROM events ORDER BY position").fetchall():
        envelope = dict(zip(COLUMNS, row, strict=True)) | {"actor": "human:mallory"}
        if envelope["kind"] == "SnapshotFrozen":
            # A freeze says the hash of the event before it, so the forger says the new one.
            envelope["payload_sha256"] = restate(connection, envelope["position"], previous)
        previous = link(previous, envelope)  # type: ignore[arg-type]
        connection.execute(
            "UPDATE events SET actor = ?, hash = ? WHERE position = ?",
            ("human:mallory", previous, envelope["position"]),
        )
    for _, sql in guards:
        connection.execute(sql)
    connection.commit()
    connection.close()


def test_a_head_anchors_the_ledger_and_its_snapshot_though_the_library_went_on(library: Library, head: Path) -> None:
    assert verify_library(library).verdict == "self-consistent, not anchored"
    assert verify_library(library, published=head).verdict == "anchored"
    assert verify_snapshot(library, find_manifest(library, "one"), published=head).verdict == "anchored"


def test_a_rewritten_chain_follows_from_itself_and_is_found_by_the_published_head(
    sample_library: Path, tmp_path: Path
) -> None:
    head = tmp_path / "head.json"
    with Library.open(sample_library) as library:
        freeze(library, name="one", publish=head)
    rewrite(sample_library / "ledger.db")
    # Everything that is derived is made anew, as the forger would.
    for folder in ("segments", "snapshots"):
        shutil.rmtree(sample_library / folder)
    with Library.open(sample_library) as library:
        library.projection.rebuild()
        assert verify_library(library).verdict == "self-consistent, not anchored"
        result = verify_library(library, published=head)
        assert (result.verdict, result.anchored) == ("damaged", False)
        assert "states another hash" in result.damages[0] and all(str(head) in damage for damage in result.damages)


@pytest.mark.parametrize(("field", "value", "reason"), [
    ("head_hash", "0" * 64, "another hash"), ("position", 10**6, "beyond the end"), ("root", "0" * 64, "record so"),
    ("snapshot", "cl1-" + "a" * 32, "record so"), ("library", "lib-another", "of the library lib-another"),
    ("position", 1, "another hash"), ("time", "2001-01-01T00:00:00Z", "another time"),
])
def test_a_head_that_states_something_else_is_damage(
    library: Library, head: Path, field: str, value: object, reason: str
) -> None:
    head.write_text(json.dumps(json.loads(head.read_text()) | {field: value}), encoding="utf-8")
    damages = verify_library(library, published=head).damages
    assert damages and any(reason in damage for damage in damages)
    assert verify_snapshot(library, find_manifest(library, "one"), published=head).verdict == "damaged"


@pytest.mark.parametrize("content", [
    "", "[]", "{}", '{"snapshot": 1}', "null", "3", "[" * 100_000, '{"position": ' + "9" * 5000 + "}",
    "{" + " " * 2**16 + "}",
])
def test_what_is_no_published_head_is_unreadable_input(library: Library, head: Path, content: str) -> None:
    head.write_text(content, encoding="utf-8")
    with pytest.raises(UnreadableInput, match="no published head") as refused:
        verify_library(library, published=head)
    assert not re.search("sys|Error|int|dict|object is|recursion", str(refused.value).replace(str(head), ""))


@pytest.mark.parametrize(("field", "value"), [
    ("position", "50"), ("position", True), ("position", 1.0), ("position", 10**400), ("position", 2**63),
    ("position", -1), ("position", None), ("snapshot", 3), ("time", None), ("root", ["a"]), ("added", "x"),
])
def test_a_head_with_a_field_of_another_kind_is_none(library: Library, head: Path, field: str, value: object) -> None:
    stated = json.loads(head.read_text())
    for position in (stated["position"], 1):
        head.write_text(json.dumps(stated | {"position": position} | {field: value}), encoding="utf-8")
        with pytest.raises(UnreadableInput, match="no published head"):
            verify_library(library, published=head)


def test_a_head_that_names_a_field_twice_is_none(library: Library, head: Path) -> None:
    head.write_text(head.read_text().replace("{", '{"root": "another",', 1), encoding="utf-8")
    with pytest.raises(UnreadableInput, match="comes twice"):
        verify_library(library, published=head)


@SIGNING
def test_a_signed_head_verifies_for_its_signer_and_for_nobody_else(
    library: Library, tmp_path: Path, key: Path, allowed: Path
) -> None:
    head = tmp_path / "head.json"
    freeze(library, publish=head, sign=key)

    def verified(signer: Signer | None) -> Verification:
        return verify_library(library, published=head, signer=signer)

    assert verified(Signer(allowed, "ada@example.org")).verdict == "anchored"
    unchecked = verified(None)
    assert unchecked.verdict == "anchored" and "signed" in unchecked.notes[0]
    [damage] = verified(Signer(allowed, "bob@example.org")).damages
    assert "no signature of bob@example.org" in damage
    # The same head, changed after it was signed, in a way that JSON does not see.
    head.write_bytes(head.read_bytes() + b"\n")
    assert verified(Signer(allowed, "ada@example.org")).verdict == "damaged"
    head.with_name("head.json.sig").unlink()
    [damage] = verified(Signer(allowed, "ada@example.org")).damages
    assert "there is no signature" in damage


@SIGNING
def test_a_signature_made_for_another_purpose_does_not_count(
    library: Library, head: Path, key: Path, allowed: Path
) -> None:
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-n", "file", "-f", str(key), str(head)], check=True)
    signer = Signer(allowed, "ada@example.org")
    assert verify_library(library, published=head, signer=signer).verdict == "damaged"


@SIGNING
def test_publishing_again_signs_again_or_leaves_no_signature_of_another_head(
    library: Library, tmp_path: Path, key: Path
) -> None:
    head = tmp_path / "head.json"
    freeze(library, name="one", publish=head, sign=key)
    signature = head.with_name("head.json.sig")
    first = signature.read_text()
    freeze(library, name="one", publish=head)
    assert signature.read_text() == first
    freeze(library, name="two", publish=head)
    assert not signature.exists()
    freeze(library, name="two", publish=head, sign=key)
    assert signature.read_text() != first


@SIGNING
def test_what_cannot_sign_is_refused_before_anything_is_frozen(library: Library, tmp_path: Path, key: Path) -> None:
    head, none = tmp_path / "head.json", tmp_path / "none"
    none.write_text("no key", encoding="utf-8")
    none.chmod(0o600)
    before = library.ledger.head()
    with pytest.raises(UsageError, match="is no SSH key"):
        freeze(library, name="one", publish=head, sign=none)
    with pytest.raises(UsageError, match="no file that a signature could lie beside"):
        freeze(library, name="one", publish=Path("/dev/null"), sign=key)
    with pytest.raises(UsageError, match="cannot be written"):
        freeze(library, name="one", publish=tmp_path / "no" / "head.json")
    assert library.ledger.head() == before and not head.exists()


@SIGNING
def test_of_a_key_that_does_not_sign_no_unsigned_head_is_left(library: Library, tmp_path: Path, key: Path) -> None:
    head, public = tmp_path / "head.json", key.with_suffix(".pub")
    key.rename(tmp_path / "away")
    with pytest.raises(UsageError, match="does not sign"):
        freeze(library, name="one", publish=head, sign=public)
    assert library.appended and not head.exists()


def test_without_ssh_keygen_signing_says_what_to_install(
    library: Library, head: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match=r"ssh-keygen is not installed.*openssh-client"):
        freeze(library, name="three", publish=head, sign=head)
