"""The registry of event kinds: every payload closed, frozen, free of floats, and the same after a round trip."""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin

import pytest
from claimledger.kb.canon import canonical
from claimledger.kb.errors import UnknownEvent
from claimledger.kb.events import registry
from claimledger.kb.events.base import Payload, Value
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError


class Renamed(Payload):
    """A payload at its third schema number."""

    kind: ClassVar[str] = "Renamed"
    schema_number: ClassVar[int] = 3
    name: str


def values_of(annotation: Any) -> st.SearchStrategy[Any]:
    """Any value that an annotation of a payload allows."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return instances_of(annotation)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (UnionType, Union):
        return st.one_of([values_of(argument) for argument in arguments])
    if origin is tuple and arguments[-1] is Ellipsis:
        return st.lists(values_of(arguments[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*(values_of(argument) for argument in arguments))
    if origin is dict:
        return st.dictionaries(st.text("abc_", min_size=1), values_of(arguments[1]), max_size=2)
    plain: dict[Any, st.SearchStrategy[Any]] = {
        str: st.text(max_size=8), int: st.integers(-(2**53) + 1, 2**53 - 1), bool: st.booleans(), NoneType: st.none(),
    }
    return plain[annotation]


def instances_of(model: type[BaseModel]) -> st.SearchStrategy[Any]:
    return st.builds(model, **{name: values_of(field.annotation) for name, field in model.model_fields.items()})


def types_in(annotation: Any) -> Iterator[Any]:
    yield annotation
    for argument in get_args(annotation):
        yield from types_in(argument)


def models_in(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    yield model
    for field in model.model_fields.values():
        for part in types_in(field.annotation):
            if isinstance(part, type) and issubclass(part, BaseModel):
                yield from models_in(part)


MODELS = sorted({model for kind in registry.KINDS.values() for model in models_in(kind)}, key=lambda m: m.__name__)


@pytest.mark.parametrize("kind", sorted(registry.KINDS))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_every_payload_is_the_same_after_dump_and_load(kind: str, data: st.DataObject) -> None:
    payload = data.draw(instances_of(registry.KINDS[kind]))
    value = registry.dump(payload)
    assert registry.load(kind, payload.schema_number, value) == payload
    assert canonical(value)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_model_is_frozen_closed_and_free_of_floats(model: type[BaseModel]) -> None:
    assert issubclass(model, Value)
    assert model.model_config["frozen"] is True
    assert model.model_config["extra"] == "forbid"
    for field in model.model_fields.values():
        assert float not in set(types_in(field.annotation))
        assert Any not in set(types_in(field.annotation))


def test_the_walk_over_models_reaches_nested_ones() -> None:
    assert {"Document", "Sentence", "Box", "LibraryRow", "Hit"} <= {model.__name__ for model in MODELS}


def test_an_unknown_key_in_a_payload_is_refused() -> None:
    with pytest.raises(ValidationError):
        registry.load("BuildSealed", 1, {"build": "b", "blob": "c", "pipeline": "p", "surprise": 1})


def test_an_unknown_kind_and_a_newer_schema_stop_the_reader_with_their_names() -> None:
    with pytest.raises(UnknownEvent, match="Teleported"):
        registry.load("Teleported", 1, {})
    with pytest.raises(UnknownEvent, match="BuildSealed has schema 99"):
        registry.load("BuildSealed", 99, {"build": "b", "blob": "c", "pipeline": "p"})


def test_the_registry_as_it_is_has_no_gap() -> None:
    registry.check()


def test_old_payloads_are_upcast_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.KINDS, "Renamed", Renamed)
    monkeypatch.setitem(registry.UPCASTERS, ("Renamed", 1), lambda content: {"label": content["title"]})
    monkeypatch.setitem(registry.UPCASTERS, ("Renamed", 2), lambda content: {"name": content["label"]})
    registry.check()
    assert registry.load("Renamed", 1, {"title": "x"}) == Renamed(name="x")
    assert registry.load("Renamed", 2, {"label": "y"}) == Renamed(name="y")
    assert registry.load("Renamed", 3, {"name": "z"}) == Renamed(name="z")


def test_a_missing_upcaster_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.KINDS, "Renamed", Renamed)
    monkeypatch.setitem(registry.UPCASTERS, ("Renamed", 1), dict)
    with pytest.raises(UnknownEvent, match="no upcaster for Renamed from schema 2"):
        registry.check()


@pytest.mark.parametrize("step", [("Renamed", 3), ("Forgotten", 1)])
def test_an_upcaster_that_leads_nowhere_is_found(step: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.KINDS, "Renamed", Renamed)
    for number in (1, 2):
        monkeypatch.setitem(registry.UPCASTERS, ("Renamed", number), dict)
    monkeypatch.setitem(registry.UPCASTERS, step, dict)
    with pytest.raises(UnknownEvent, match=f"{step[0]} schema {step[1]} leads nowhere"):
        registry.check()
