from claimledger.kb.events import build_rows
from claimledger.kb.exported.text_columns import TABLES_WITH_TEXT, WITHOUT_TEXT, text_columns
from claimledger.kb.schema import Column, build_table

# Written by hand: whoever adds a column of text decides here whether it is text of the work.
TEXT_OF_THE_WORK = {
    "sections": {"title"},
    "sentences": {"text"},
    "assets": {"caption", "notes"},
    "cells": {"text"},
    "reference_entries": {"raw"},
    "claims": {"comparison", "a_key", "b_key", "metric_key"},
    "hidden_text": {"text"},
}


def test_every_column_of_text_is_either_the_works_own_or_listed_as_free() -> None:
    found = {table.name: set(text_columns(table)) for table in build_rows.TABLES if text_columns(table)}
    assert found == TEXT_OF_THE_WORK
    assert {table.name for table in TABLES_WITH_TEXT} == set(TEXT_OF_THE_WORK)


def test_what_is_listed_as_free_exists() -> None:
    tables = {table.name: {column.name for column in table.columns} for table in build_rows.TABLES}
    for name, columns in WITHOUT_TEXT.items():
        assert columns <= tables[name]


def test_a_column_that_nobody_thought_of_counts_as_text_of_the_work() -> None:
    table = build_table("claims", "claim", "claims", Column("kind", "text", "a code"), Column("new", "texts", "?"))
    assert text_columns(table) == ("new",)
    assert text_columns(build_table("new", "new", "?", Column("a", "text", "?"), Column("n", "int", "?"))) == ("a",)
