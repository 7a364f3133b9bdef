"""Passages: subjects carried over inside a paragraph, and cells of tables that are sentences."""

import pytest
from claimledger.evidence.texts import SourceSentence, SourceTable, WorkText
from claimledger.writer.passages import Passages, prose_cells


def _passages(*texts: str, paragraphs: tuple[int, ...] = (0, 0)) -> Passages:
    sentences = tuple(
        SourceSentence(f"s{n}", n, text, "Results", "results", 1, paragraph)
        for n, (text, paragraph) in enumerate(zip(texts, paragraphs, strict=True))
    )
    return Passages(WorkText("w", "b", sentences))


def test_its_is_read_as_the_subject_of_the_sentence_before() -> None:
    passages = _passages("Lactose has been found in milk.", "Its concentration fell after birth.")
    assert passages.rank("Lactose concentration fell after birth.")[0].sentence.ordinal == 1


@pytest.mark.parametrize(
    ("before", "paragraphs"),
    [
        ("Lactose has been found in milk.", (0, 1)),
        ("In goats, lactose was found.", (0, 0)),
        ("These are rare.", (0, 0)),
    ],
)
def test_a_subject_is_not_carried_over_where_it_is_not_sure(before: str, paragraphs: tuple[int, int]) -> None:
    passages = _passages(before, "Its concentration fell after birth.", paragraphs=paragraphs)
    assert passages.shown(passages.text.sentences[1]) == "Its concentration fell after birth."


def test_cells_that_are_sentences_are_told_from_values() -> None:
    rows = (
        ("Method", "Description", "Hours"),
        ("Forum", "Students are asked at the end of each week to rate the talks.", "3"),
        ("Lab", "Eight very long and windy names without any action word", "4"),
    )
    table = SourceTable("t", "Table 1", "Methods", 1, 1, rows)
    assert prose_cells(table) == [("Forum", "Students are asked at the end of each week to rate the talks.")]
