"""canon-1: the one byte form of a payload, and the digests and ids made from it.

UTF-8 JSON, ASCII keys sorted, no white space, no floats, integers of magnitude below 2^53. Text keeps its code points;
a lone surrogate is refused here and replaced at the parser's boundary (`clean_text`). The rule can never change, so it
has a number; test vectors lie in `tests/unit/kb/test_canon.py`.
"""

from __future__ import annotations

import base64
import hashlib
import json
from json.encoder import encode_basestring
from typing import Any

from .errors import NotCanonical

CANON = "canon-1"
_LIMIT = 2**53
_ID_LENGTH = 20
_SIMPLE: frozenset[type] = frozenset((str, bool, type(None)))
_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical(value: Any) -> bytes:
    """The canon-1 bytes of a JSON value. Raises `NotCanonical` where there are none."""
    if not _is_plain(value):
        _check(value, "$")
    try:
        return _encode(value).encode("utf-8")
    except UnicodeEncodeError:
        _check(value, "$")
        raise


def sha256(content: bytes) -> str:
    """Lower-case hexadecimal SHA-256."""
    return hashlib.sha256(content).hexdigest()


def digest(value: Any) -> str:
    """SHA-256 of the canonical bytes of a JSON value."""
    return sha256(canonical(value))


def make_id(prefix: str, *parts: str | int) -> str:
    """`prefix-` and 20 lower-case base32 characters (100 bits) of the SHA-256 of the canonical list of parts."""
    texts = [encode_basestring(part) if type(part) is str else canonical(part).decode() for part in (prefix, *parts)]
    try:
        raw = hashlib.sha256(f"[{','.join(texts)}]".encode()).digest()
    except UnicodeEncodeError:
        raw = hashlib.sha256(canonical([prefix, *parts])).digest()
    # 15 bytes are 24 characters, and the bytes beyond do not reach the first 20.
    return f"{prefix}-{base32(raw[:15])[:_ID_LENGTH]}"


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


def _is_plain(value: Any) -> bool:
    """True only for what `_check` accepts, but for lone surrogates, which encoding finds.

    `_check` says where the fault is, and that costs many times as much; this asks of whole containers at once. It is
    false for what it does not know, such as a subclass of `str`, and then `_check` decides.
    """
    kind = type(value)
    if kind is dict:
        try:
            if not "".join(value).isascii():
                return False
        except TypeError:
            return False
        value = value.values()
    elif kind is not list and kind is not tuple:
        return kind in _SIMPLE or (kind is int and -_LIMIT < value < _LIMIT)
    kinds = set(map(type, value))
    if kinds <= _SIMPLE:
        return True
    if kinds == {int}:
        return min(value) > -_LIMIT and bool(max(value) < _LIMIT)
    return all(type(item) in _SIMPLE or _is_plain(item) for item in value)


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
