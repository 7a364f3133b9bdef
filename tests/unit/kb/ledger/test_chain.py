"""The hash chain: the published test vectors, computed with `printf` and `sha256sum`."""

import hashlib
import json

import pytest
from claimledger.kb.errors import NotCanonical
from claimledger.kb.ledger.chain import GENESIS, Envelope, link

FIRST: Envelope = {
    "position": 1,
    "event_id": "event-a",
    "stream": "library",
    "version": 1,
    "kind": "LibraryCreated",
    "schema": 1,
    "recorded_at": "2026-01-02T03:04:05.678Z",
    "actor": "human:ada",
    "cause": None,
    "run": None,
    "payload_sha256": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
}
SECOND: Envelope = {
    **FIRST,
    "position": 2,
    "event_id": "event-b",
    "stream": "build:x",
    "kind": "Parsed",
    "schema": 3,
    "recorded_at": "2026-01-02T03:04:06.000Z",
    "actor": "program:claimledger/0.1.0",
    "cause": "event-a",
    "run": "run-é",
}
H1 = "84b95f1593b777e0fdf34899ab0b34d06d1676048864cd2288d9eca77e939e48"
H2 = "4586c9998f3414b080b2bfe0cec65965591c9d49b87b722ae152c158c3d03010"


def test_the_published_vectors_hold() -> None:
    assert GENESIS == "0" * 64
    assert link(GENESIS, FIRST) == H1
    assert link(H1, SECOND) == H2


@pytest.mark.parametrize("column", sorted(FIRST))
def test_every_column_changes_the_hash(column: str) -> None:
    changed = {**FIRST, column: 7 if isinstance(FIRST[column], int) else "other"}  # type: ignore[literal-required]
    assert link(GENESIS, changed) != H1  # type: ignore[arg-type]


def test_null_and_the_empty_text_are_told_apart() -> None:
    assert link(GENESIS, {**FIRST, "run": ""}) != H1


@pytest.mark.parametrize("text", ["é", '"', "\\", "\n\t\x01", "\x7f", "\u2028", "\U0001d6fc", ""])
@pytest.mark.parametrize("column", sorted(FIRST))
def test_every_column_is_written_in_canonical_form(column: str, text: str) -> None:
    envelope = {**FIRST, column: text}
    canonical = json.dumps(envelope, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert link(H1, envelope) == hashlib.sha256(f"{H1}\n{canonical}".encode()).hexdigest()  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [1.0, 2**53, -(2**53), b"text", "\ud800", [2.0]])
@pytest.mark.parametrize("column", sorted(FIRST))
def test_an_envelope_that_has_no_canonical_form_is_refused(column: str, value: object) -> None:
    with pytest.raises(NotCanonical):
        link(GENESIS, {**FIRST, column: value})  # type: ignore[arg-type]
