"""JSON from outside, read so that it means one thing to every reader, and refused in words that need no programmer."""

from __future__ import annotations

import json
from typing import Any


def read_object(content: bytes, *, most: int | None = None) -> dict[str, Any]:
    """The JSON object that UTF-8 bytes are. Raises `ValueError` with the reason in plain words.

    Refused are more than `most` bytes, names that come twice, which two readers may read in two ways, and what is too
    deep or has numbers too long to be read.
    """
    if most is not None and len(content) > most:
        raise ValueError("it is too large")
    try:
        value = json.loads(content.decode("utf-8"), object_pairs_hook=_distinct)
    except _TwiceError as error:
        raise ValueError("a name comes twice") from error
    except UnicodeDecodeError as error:
        raise ValueError("it is no text in UTF-8") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"it is no JSON (line {error.lineno}, column {error.colno})") from error
    except ValueError as error:
        raise ValueError("a number in it is too long") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(value, dict):
        raise ValueError("it is no JSON object")
    return value


class _TwiceError(ValueError):
    """A name comes twice in one object."""


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _TwiceError
    return value
