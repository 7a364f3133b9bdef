"""Canon-1 over all JSON values: nothing is lost, order of keys does not matter, floats never pass."""

import json
from collections import OrderedDict
from enum import IntEnum
from typing import Any

import pytest
from claimledger.kb.canon import canonical, clean_text
from claimledger.kb.errors import NotCanonical
from hypothesis import given, settings
from hypothesis import strategies as st

KEYS = st.text(st.characters(max_codepoint=127), max_size=5)
SCALARS = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=10)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=15
)


def shuffled(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: shuffled(value[key]) for key in reversed(list(value))}
    return [shuffled(item) for item in value] if isinstance(value, list) else value


def with_float(value: Any, number: float) -> st.SearchStrategy[Any]:
    return st.sampled_from([[value, number], {"a": value, "b": {"c": number}}, [[{"x": [number]}], value]])


@given(VALUES)
def test_parsing_the_bytes_gives_the_value_back(value: Any) -> None:
    assert json.loads(canonical(value)) == value
    assert canonical(json.loads(canonical(value))) == canonical(value)


@given(VALUES)
def test_the_order_of_keys_does_not_matter(value: Any) -> None:
    assert canonical(shuffled(value)) == canonical(value)


@given(VALUES, VALUES)
def test_different_values_have_different_bytes(one: Any, other: Any) -> None:
    # repr tells True from 1, which == does not.
    same = repr(json.loads(json.dumps(one, sort_keys=True))) == repr(json.loads(json.dumps(other, sort_keys=True)))
    assert (canonical(one) == canonical(other)) == same


@given(VALUES, st.floats(), st.data())
def test_a_float_is_refused_wherever_it_stands(value: Any, number: float, data: st.DataObject) -> None:
    with pytest.raises(NotCanonical):
        canonical(data.draw(with_float(value, number)))


class Level(IntEnum):
    """A number that is not just an integer."""

    HIGH = 3


class Name(str):
    """A text that is not just a string."""


ODD = st.sampled_from([
    0.5, float("inf"), 2**53, 2**53 - 1, -(2**53), 10**30, True, Level.HIGH, Name("n"), Name("\ud800"), "\udfff", "é",
    b"b", frozenset([1]), (1, "a"), (), range(2), OrderedDict(a=1), {"é": 1}, {1: 2}, {None: 1}, {Name("k"): "v"},
    {"\ud800": 1},
])
ANYTHING = st.recursive(
    SCALARS | ODD,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3) | st.tuples(inner, inner),
    max_leaves=12,
)


def allowed(value: Any) -> bool:
    """The rule of canon-1, word by word."""
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, int):
        return abs(value) < 2**53
    if isinstance(value, dict):
        return all(isinstance(k, str) and all(ord(c) < 128 for c in k) and allowed(v) for k, v in value.items())
    return isinstance(value, list | tuple) and all(allowed(item) for item in value)


@settings(max_examples=400)
@given(ANYTHING)
def test_exactly_what_the_rule_allows_has_a_form_and_it_is_that_of_the_json_module(value: Any) -> None:
    if allowed(value):
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert canonical(value) == text.encode()
    else:
        with pytest.raises(NotCanonical):
            canonical(value)


@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_cleaned_text_is_canonical_and_keeps_all_other_characters(text: str) -> None:
    cleaned, replaced = clean_text(text)
    canonical(cleaned)
    assert len(cleaned) == len(text)
    assert sum(old != new for old, new in zip(text, cleaned, strict=True)) == replaced
    assert "\x00" not in cleaned
