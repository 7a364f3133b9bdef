"""Canon-1 over all JSON values: nothing is lost, order of keys does not matter, floats never pass."""

import json
from typing import Any

import pytest
from claimledger.kb.canon import canonical, clean_text
from claimledger.kb.errors import NotCanonical
from hypothesis import given
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


@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_cleaned_text_is_canonical_and_keeps_all_other_characters(text: str) -> None:
    cleaned, replaced = clean_text(text)
    canonical(cleaned)
    assert len(cleaned) == len(text)
    assert sum(old != new for old, new in zip(text, cleaned, strict=True)) == replaced
    assert "\x00" not in cleaned
