"""No proof survives a change: neither of a byte that changes its meaning, nor of any of its parts."""

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from claimledger.kb.errors import DamageFound, UnreadableInput
from claimledger.kb.library import Library
from claimledger.snapshots.freeze import freeze
from claimledger.snapshots.proof import check_proof
from claimledger.snapshots.prove import proof_text, prove
from hypothesis import given
from hypothesis import strategies as st


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory, _sample_library: Path) -> list[str]:
    root = tmp_path_factory.mktemp("proofs") / "library"
    shutil.copytree(_sample_library, root)
    with Library.open(root) as library:
        manifest = freeze(library)
        with library.view() as view:
            ids = [view.rows(f"SELECT max(id) AS id FROM {table}")[0]["id"] for table in ("packets", "claims", "works")]
        return [proof_text(prove(library, manifest, row_id)) for row_id in ids]


def refused(content: bytes) -> bool:
    try:
        check_proof(content)
    except (DamageFound, UnreadableInput):
        return True
    return False


def places(value: Any) -> list[tuple[Any, ...]]:
    """Paths to every part of a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(), *((key, *rest) for key, part in items for rest in places(part))]


def others(value: Any) -> st.SearchStrategy[Any]:
    """Values that are like this one and not it."""
    anything = st.none() | st.booleans() | st.integers(-2, 300) | st.text(max_size=3)
    near: st.SearchStrategy[Any] = st.nothing()
    if isinstance(value, str) and value:
        near = st.builds(
            lambda at, sign: value[:at] + sign + value[at + 1:],
            st.integers(0, len(value) - 1), st.sampled_from("0123456789abcdefABCDEF z"),
        )
    elif isinstance(value, int):
        near = st.integers(value - 3, value + 3) | st.just(float(value)) | st.just(bool(value)) | st.just(str(value))
    elif isinstance(value, list):
        near = st.permutations(value) | st.just([*value, "00" * 32]) | st.just(value[1:])
    elif isinstance(value, dict):
        near = st.just({**value, "another": None}) | st.sampled_from(sorted(value) or ["none"]).map(
            lambda key: {name: part for name, part in value.items() if name != key}
        )
    return (near | anything).filter(lambda other: json.dumps(other) != json.dumps(value))


def put(value: Any, place: tuple[Any, ...], part: Any) -> Any:
    if not place:
        return part
    changed = copy.copy(value)
    changed[place[0]] = put(value[place[0]], place[1:], part)
    return changed


@given(choice=st.data())
def test_a_proof_of_which_any_part_was_changed_is_refused(proofs: list[str], choice: st.DataObject) -> None:
    proof = json.loads(choice.draw(st.sampled_from(proofs)))
    place = choice.draw(st.sampled_from(places(proof)))
    part = proof
    for key in place:
        part = part[key]
    changed = put(proof, place, choice.draw(others(part)))
    assert not refused(json.dumps(proof).encode())
    assert refused(json.dumps(changed).encode())


@given(choice=st.data())
def test_a_byte_that_changes_what_a_proof_says_is_refused(proofs: list[str], choice: st.DataObject) -> None:
    content = choice.draw(st.sampled_from(proofs)).encode()
    at, bit = choice.draw(st.integers(0, len(content) - 1)), choice.draw(st.integers(0, 7))
    changed = content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1:]
    try:
        same = json.loads(changed) == json.loads(content)
    except ValueError:
        same = False
    assert same or refused(changed)
