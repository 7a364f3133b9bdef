"""The hash chain over the events: which columns it covers, how they are framed, and test vectors.

The *envelope* of an event is a JSON object with exactly these eleven members, in canon-1 (`kb/canon.py`: keys sorted,
no white space, UTF-8):

    actor, cause, event_id, kind, payload_sha256, position, recorded_at, run, schema, stream, version

`position`, `schema` and `version` are integers, `cause` and `run` are text or null, all others are text. These are all
columns of the table but `payload`, which `payload_sha256` stands for (so that a purged payload leaves the chain whole),
and `hash` itself.

    hash = SHA-256( previous hash as 64 lower-case hexadecimal digits | one line feed | envelope )

as lower-case hexadecimal. The first event's previous hash is 64 zeros (`GENESIS`). The prefix has a fixed length, so no
two pairs of previous hash and envelope make the same bytes.

Test vectors, which any shell can check (`Z` is 64 zeros; each envelope is one line, wrapped here after a comma):

    E1={"actor":"human:ada","cause":null,"event_id":"event-a","kind":"LibraryCreated",
        "payload_sha256":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","position":1,
        "recorded_at":"2026-01-02T03:04:05.678Z","run":null,"schema":1,"stream":"library","version":1}
    printf '%s\\n%s' "$Z" "$E1" | sha256sum
    84b95f1593b777e0fdf34899ab0b34d06d1676048864cd2288d9eca77e939e48

    E2={"actor":"program:claimledger/0.1.0","cause":"event-a","event_id":"event-b","kind":"Parsed",
        "payload_sha256":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","position":2,
        "recorded_at":"2026-01-02T03:04:06.000Z","run":"run-é","schema":3,"stream":"build:x","version":1}
    printf '%s\\n%s' "$H1" "$E2" | sha256sum
    4586c9998f3414b080b2bfe0cec65965591c9d49b87b722ae152c158c3d03010
"""

from __future__ import annotations

from json.encoder import encode_basestring
from operator import itemgetter
from typing import Any, TypedDict

from ..canon import canonical, sha256

GENESIS = "0" * 64
"""The hash before the first event."""


class Envelope(TypedDict):
    """Every column of an event that its hash covers."""

    position: int
    event_id: str
    stream: str
    version: int
    kind: str
    schema: int
    recorded_at: str
    actor: str
    cause: str | None
    run: str | None
    payload_sha256: str


COLUMNS: tuple[str, ...] = tuple(Envelope.__annotations__)
"""Names of the covered columns, in the order of the table."""

SORTED: tuple[str, ...] = tuple(sorted(COLUMNS))
"""The same names in the order of the canonical form."""

_values = itemgetter(*SORTED)
_FORM = "{" + ",".join(f'"{name}":%s' for name in SORTED) + "}"
_LIMIT = 2**53


def link(previous: str, envelope: Envelope) -> str:
    """The hash of an event, from the hash before it. Raises `NotCanonical` for an envelope without canonical form."""
    return link_values(previous, _values(envelope))


def link_values(previous: str, values: tuple[Any, ...]) -> str:
    """As `link`, for the values of an envelope in the order of `SORTED`."""
    return sha256(previous.encode("ascii") + b"\n" + _canonical(values))


def _canonical(values: tuple[Any, ...]) -> bytes:
    """What `canonical` gives, several times faster: the members of an envelope and their order are known."""
    texts = []
    for value in values:
        if type(value) is str:
            texts.append(encode_basestring(value))
        elif value is None:
            texts.append("null")
        elif type(value) is int and -_LIMIT < value < _LIMIT:
            texts.append(str(value))
        else:
            return canonical(dict(zip(SORTED, values, strict=True)))
    try:
        return (_FORM % tuple(texts)).encode("utf-8")
    except UnicodeEncodeError:
        return canonical(dict(zip(SORTED, values, strict=True)))
