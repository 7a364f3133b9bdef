"""Writing a payload at once gives the bytes of the long way, or leaves it to the long way; never other bytes."""

import json
from typing import Any, ClassVar

import pytest
from claimledger.kb.canon import canonical
from claimledger.kb.errors import NotCanonical
from claimledger.kb.events.base import Payload, Value
from claimledger.kb.events.document import Box, Document, ParserStamp, Sentence
from claimledger.kb.events.registry import KINDS, dump
from claimledger.kb.ledger.packing import encode
from claimledger.kb.ledger.writing import written
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field, field_serializer

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
KEYED = st.dictionaries(TEXTS, TEXTS, max_size=3)
st.register_type_strategy(str, TEXTS)
# Hypothesis does not know pydantic's defaults that are made by a function.
st.register_type_strategy(ParserStamp, st.builds(ParserStamp, libraries=KEYED))
st.register_type_strategy(Document, st.builds(Document, info=KEYED))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(KINDS)).flatmap(lambda kind: st.from_type(KINDS[kind])))
def test_every_kind_of_event_is_written_at_once_as_by_the_long_way(payload: Payload) -> None:
    content = json.dumps(dump(payload), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    try:
        long_way = canonical(dump(payload))
    except NotCanonical:
        assert written(payload) is None
        with pytest.raises(NotCanonical):
            encode(payload)
    else:
        assert written(payload) == encode(payload) == long_way == content


class Measured(Payload):
    """A real number, which has no canonical form."""

    kind: ClassVar[str] = "Measured"
    value: float


class Renamed(Payload):
    """A field that goes by another name."""

    kind: ClassVar[str] = "Renamed"
    value: int = Field(serialization_alias="valeur")


class Hidden(Payload):
    """A field that is not stored."""

    kind: ClassVar[str] = "Hidden"
    value: int = Field(exclude=True)


class Shouted(Payload):
    """A field that is stored in another form."""

    kind: ClassVar[str] = "Shouted"
    value: str

    @field_serializer("value")
    def shout(self, value: str) -> str:
        return value.upper()


class Anything(Payload):
    """A field of no type."""

    kind: ClassVar[str] = "Anything"
    value: Any


class Wide(Box):
    """A box that knows more than a box."""

    colour: str = "red"


class Holder(Payload):
    """A field whose value may be of a derived type."""

    kind: ClassVar[str] = "Holder"
    box: Box


class Single(Value):
    """One field."""

    only: tuple[int, ...]


class Empty(Value):
    """No field."""


class Nested(Payload):
    """All that is written at once, one in another."""

    kind: ClassVar[str] = "Nested"
    single: Single
    empty: Empty
    pairs: dict[str, list[tuple[int, str | None]]]
    flag: bool | None


BOX = Box(page=1, x0=2, y0=3, x1=4, y1=5)
WIDE = Wide(page=1, x0=2, y0=3, x1=4, y1=5)


@pytest.mark.parametrize(
    "payload",
    [
        Renamed(value=1), Hidden(value=1), Shouted(value="a"), Anything(value=[1, "a", {"b": None}]),
        Anything(value=BOX), Holder(box=WIDE), Holder(box=BOX),
        Nested(single=Single(only=(1, 2)), empty=Empty(), pairs={"b": [(1, None)], "a": []}, flag=True),
        Nested(single=Single(only=()), empty=Empty(), pairs={}, flag=None),
        Document(parser=ParserStamp(name='"%s%%"', version="1", libraries={"b": "\\", "a": "\n"}), info={"Z": "é"}),
    ],
)
def test_what_is_odd_is_stored_as_pydantic_dumps_it(payload: Payload) -> None:
    assert encode(payload) == canonical(dump(payload))


@pytest.mark.parametrize(
    "payload",
    [
        Measured(value=0.5), Measured(value=1), Anything(value=0.5), Anything(value=2**53), Anything(value={"é": 1}),
        Document(parser=ParserStamp(name="\ud800", version="1")) if False else Anything(value="\ud800"),
        Document(parser=ParserStamp(name="p", version="1"), info={"é": "v"}),
        Document(parser=ParserStamp(name="p", version="1"), pages=2**53),
        Document(parser=ParserStamp(name="p", version="1"), sentences=(
            Sentence(text="t", section=0, paragraph=0, boxes=(Box(page=1, x0=0, y0=0, x1=0, y1=-(2**53)),)),
        )),
        Holder.model_construct(box=Box.model_construct(page=1, x0=2, y0=3, x1=4, y1=5.5)),
        Holder.model_construct(box=Box.model_construct(page=1, x0=2, y0=3, x1=4, y1=2**60)),
    ],
)
@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
def test_what_has_no_canonical_form_is_refused_as_by_the_long_way(payload: Payload) -> None:
    with pytest.raises(NotCanonical):
        canonical(dump(payload))
    assert written(payload) is None
    with pytest.raises(NotCanonical):
        encode(payload)
