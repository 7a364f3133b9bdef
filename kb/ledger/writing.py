"""From a payload straight to its canon-1 text: what `canonical(dump(payload))` gives, in a third of the time.

That way goes over a payload three times: pydantic makes plain values, `canonical` checks them, and `json` sorts and
writes. This goes once, and is taken only where it can be seen to do the same: the fields of the model are texts,
integers, booleans, null, literals, tuples, lists and dictionaries of them, and such models, all of which pydantic
writes as they are. What canon-1 refuses, and every value that is not exactly of such a type, is left to the other way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from json.encoder import encode_basestring
from operator import itemgetter
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from ..events.base import Payload, Value

_LIMIT = 2**53
_PLAIN = (str, int, bool, NoneType)
_INTEGERS = {int}


class _Unknown(Exception):
    """A value that this module does not write."""


class _Form(NamedTuple):
    """How a model is written: its sorted fields, as a tuple, and the text around them."""

    fields: Callable[[dict[str, Any]], tuple[Any, ...]]
    text: str


_FORMS: dict[type, _Form | None] = {}


def written(payload: Payload) -> bytes | None:
    """The canon-1 bytes of the payload; None if it takes `canonical` to tell whether it has any."""
    try:
        return _model(payload).encode("utf-8")
    except (_Unknown, KeyError, UnicodeEncodeError, RecursionError):
        return None


def _texts(values: Iterable[Any]) -> list[str]:
    """The texts of some values. One loop and not a call for each, since most values are small."""
    texts = []
    for value in values:
        kind = type(value)
        if kind is str:
            texts.append(encode_basestring(value))
        elif kind is int and -_LIMIT < value < _LIMIT:
            texts.append(str(value))
        elif value is None:
            texts.append("null")
        elif kind is bool:
            texts.append("true" if value else "false")
        elif kind is tuple or kind is list:
            texts.append(f"[{','.join(_texts(value))}]" if value else "[]")
        elif kind is dict:
            texts.append(_dictionary(value))
        else:
            texts.append(_model(value))
    return texts


def _model(value: Any) -> str:
    kind = type(value)
    form = _FORMS[kind] if kind in _FORMS else _learn(kind)
    if form is None:
        raise _Unknown
    values = form.fields(value.__dict__)
    # Boxes are most of what a parsed paper holds, and have nothing but integers.
    if set(map(type, values)) == _INTEGERS and min(values) > -_LIMIT and max(values) < _LIMIT:
        return form.text % values
    return form.text % tuple(_texts(values))


def _dictionary(value: dict[Any, Any]) -> str:
    if not all(type(key) is str and key.isascii() for key in value):
        raise _Unknown
    members = zip(sorted(value), _texts(value[key] for key in sorted(value)), strict=True)
    return "{" + ",".join(f"{encode_basestring(key)}:{text}" for key, text in members) + "}"


def _learn(kind: type) -> _Form | None:
    """How a model is written, found out once."""
    _FORMS[kind] = None  # for a model that holds itself
    if _is_plain_model(kind):
        names = sorted(kind.model_fields)  # type: ignore[attr-defined]
        members = ",".join(f"{encode_basestring(name)}:%s" for name in names)
        # `itemgetter` gives no tuple for a single name.
        only = names[0] if len(names) == 1 else ""
        fields = itemgetter(*names) if len(names) > 1 else (lambda held: (held[only],) if only else ())
        _FORMS[kind] = _Form(fields, f"{{{members}}}")
    return _FORMS[kind]


def _is_plain_model(kind: type) -> bool:
    if kind.__base__ not in (Value, Payload) or not issubclass(kind, BaseModel):
        return False
    decorated = kind.__pydantic_decorators__
    if decorated.field_serializers or decorated.model_serializers or decorated.computed_fields:
        return False
    return all(
        name.isascii() and "%" not in name and field.exclude is None and field.serialization_alias is None
        and not field.metadata and _is_plain_type(field.annotation)
        for name, field in kind.model_fields.items()
    )


def _is_plain_type(annotation: Any) -> bool:
    if annotation in _PLAIN:
        return True
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return all(type(value) in _PLAIN for value in inner)
    if origin in (Union, UnionType, tuple, list, dict):
        return all(part is Ellipsis or _is_plain_type(part) for part in inner)
    return isinstance(annotation, type) and issubclass(annotation, BaseModel) and _learn(annotation) is not None
