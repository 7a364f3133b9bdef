"""The canonical text that DuckDB writes of a row is the one that canon-1 gives, for every text and number."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest
from claimledger.kb.canon import canonical
from claimledger.kb.events.fold import TABLES
from claimledger.kb.row_text import define_canonical, row_text
from claimledger.kb.schema import Column, Table, arrow_schema, content
from claimledger.kb.view import View
from hypothesis import given
from hypothesis import strategies as st

EVERY_TYPE = Table("every_type", "one column a type", (
    Column("text", "text", ""), Column("another", "text", ""), Column("number", "int", ""), Column("flag", "bool", ""),
    Column("texts", "texts", ""), Column("numbers", "ints", ""), Column("position", "int", ""),
), "log")

TEXT = st.text(max_size=8) | st.text(st.sampled_from('\x00\x07\x08\t\n\x0b\x0c\r\x1a\x1f\x7f"\\/ué€\u2028\U0001f600'))
NUMBER = st.integers(-(2**53) + 1, 2**53 - 1)
ROWS = st.lists(st.fixed_dictionaries({
    "text": st.none() | TEXT, "another": st.none() | TEXT, "number": st.none() | NUMBER,
    "flag": st.none() | st.booleans(), "texts": st.none() | st.lists(TEXT, max_size=3),
    "numbers": st.none() | st.lists(NUMBER, max_size=3), "position": NUMBER,
}), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def view() -> Iterator[View]:
    with View({table.name: [] for table in TABLES}, {}, 0) as view:
        define_canonical(view)
        yield view


@given(rows=ROWS)
def test_the_text_of_a_row_is_its_canonical_form(view: View, rows: list[dict[str, Any]]) -> None:
    view._connection.register("every_type", pa.Table.from_pylist(rows, schema=arrow_schema(EVERY_TYPE)))
    texts = [row["text"] for row in view.rows(f"SELECT {row_text(EVERY_TYPE)} AS text FROM every_type")]
    assert [text.encode() for text in texts] == [canonical(content(row)) for row in rows]
