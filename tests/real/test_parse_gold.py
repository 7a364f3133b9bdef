"""The parser against publishers' XML, by the scorer that lies beside the data."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.citations.cite import cite
from claimledger.ingest.parser.render import parse_json
from claimledger.kb.events.document import Document

pytestmark = pytest.mark.real

FLOORS = {
    "title": 0.95, "authors": 0.92, "doi": 0.95, "abstract": 0.90, "sections": 0.85, "figures": 0.90, "tables": 0.90,
    "reference titles": 0.80, "reference dois": 0.92, "table cells": 0.80, "citation links": 0.85, "body recall": 0.92,
    "body precision": 0.92,
}


@pytest.fixture(scope="module")
def documents(data: Path, parse: Callable[[Path], Document]) -> dict[Path, Document]:
    """The gold papers, each parsed once."""
    return {pdf: parse(pdf) for pdf in sorted((data / "papers" / "gold").glob("*.pdf"))}


@pytest.fixture(scope="module")
def scores(data: Path, documents: dict[Path, Document]) -> dict[str, float]:
    """The mean of every figure over the papers that have it."""
    tool = data.parent / "tools" / "score_parse.py"
    if not tool.exists():
        pytest.skip(f"no scorer at {tool}")
    spec = importlib.util.spec_from_file_location("score_parse", tool)
    assert spec is not None and spec.loader is not None
    scorer: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    rows = []
    for pdf, document in documents.items():
        xml = pdf.with_suffix(".xml")
        if xml.exists():
            rows.append(scorer.score(parse_json(document, cite(document), ""), scorer.gold(xml, scorer.printed(pdf))))
    figures = {key: [row[key] for row in rows if row.get(key) is not None] for key in FLOORS}
    return {key: sum(values) / len(values) for key, values in figures.items()}


@pytest.mark.parametrize("figure", FLOORS)
def test_the_parser_finds_what_the_publisher_marked_up(scores: dict[str, float], figure: str) -> None:
    assert scores[figure] >= FLOORS[figure]


def test_no_open_paper_is_accused_of_hidden_sentences(documents: dict[Path, Document]) -> None:
    for pdf, document in documents.items():
        words = [[word for word in item.text.split() if word.isalpha()] for item in document.hidden]
        assert not [found for found in words if len(found) > 3], pdf.name
