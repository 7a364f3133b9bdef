"""canon-1: the one byte form of a payload, and the digests and ids made from it.

UTF-8 JSON, ASCII keys sorted, no white space, no floats, integers of magnitude below 2^53. Text keeps its code points;
a lone surrogate is refused here and replaced at the parser's boundary (`clean_text`). The rule can never change, so it
has a number; test vectors lie in `tests/unit/kb/test_canon.py`.
"""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from .errors import NotCanonical

CANON = "canon-1"
_LIMIT = 2**53
_ID_LENGTH = 20


def canonical(value: Any) -> bytes:
    """The canon-1 bytes of a JSON value. Raises `NotCanonical` where there are none."""
    _check(value, "$")
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8")


def sha256(content: bytes) -> str:
    """Lower-case hexadecimal SHA-256."""
    return hashlib.sha256(content).hexdigest()


def digest(value: Any) -> str:
    """SHA-256 of the canonical bytes of a JSON value."""
    return sha256(canonical(value))


def make_id(prefix: str, *parts: str | int) -> str:
    """`prefix-` and 20 lower-case base32 characters (100 bits) of the SHA-256 of the canonical list of parts."""
    raw = hashlib.sha256(canonical([prefix, *parts])).digest()
    return f"{prefix}-{base32(raw)[:_ID_LENGTH]}"


def base32(raw: bytes) -> str:
    """Lower-case base32 without padding (RFC 4648 alphabet)."""
    return base64.b32encode(raw).decode("ascii").rstrip("=").lower()


def clean_text(text: str) -> tuple[str, int]:
    """Text without lone surrogates and NUL (each becomes U+FFFD), and how many were replaced."""
    if text.isascii() and "\x00" not in text:
        return text, 0
    bad = sum(1 for char in text if char == "\x00" or "\ud800" <= char <= "\udfff")
    if not bad:
        return text, 0
    kept = "".join("\ufffd" if char == "\x00" or "\ud800" <= char <= "\udfff" else char for char in text)
    return kept, bad


def _check(value: Any, where: str) -> None:
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        _check_text(value, where)
    elif isinstance(value, int):
        if not -_LIMIT < value < _LIMIT:
            raise NotCanonical(f"integer out of range at {where}", remedy="store it as a decimal string")
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or not key.isascii():
                raise NotCanonical(f"key {key!r} at {where} is not ASCII text", remedy="name it in ASCII")
            _check(item, f"{where}.{key}")
    elif isinstance(value, list | tuple):
        for at, item in enumerate(value):
            _check(item, f"{where}[{at}]")
    else:
        raise NotCanonical(f"{type(value).__name__} at {where} has no canonical form", remedy="store reals as strings")


def _check_text(value: str, where: str) -> None:
    if value.isascii():
        return
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise NotCanonical(f"lone surrogate at {where}", remedy="replace it, as `clean_text` does") from error
