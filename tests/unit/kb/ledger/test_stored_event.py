"""What an event says whose payload cannot be had: which event it is, and not what it holds."""

import pytest
from claimledger.kb.errors import ChainBroken, ClaimLedgerError, LedgerError, UnknownEvent
from claimledger.kb.ledger.port import StoredEvent


def event(content: bytes | None, *, kind: str = "StageFailed", schema: int = 1) -> StoredEvent:
    return StoredEvent(
        position=17, event_id="e", stream="a", version=1, kind=kind, schema=schema, recorded_at="", actor="",
        cause=None, run=None, content=content, payload_sha256="", hash="",
    )


@pytest.mark.parametrize(("stored", "error"), [
    (event(None), LedgerError),
    (event(b""), ChainBroken),
    (event(b"\xff\xfe"), ChainBroken),
    (event(b"[]"), ChainBroken),
    (event(b'{"build": "a secret"}'), ChainBroken),
    (event(b'{}', kind="Unheard"), UnknownEvent),
    (event(b'{}', schema=99), UnknownEvent),
])
def test_an_event_whose_payload_cannot_be_had_names_its_position(
    stored: StoredEvent, error: type[ClaimLedgerError]
) -> None:
    with pytest.raises(error) as caught:
        stored.payload()
    assert "event 17" in str(caught.value) and caught.value.remedy
    assert "secret" not in str(caught.value)
