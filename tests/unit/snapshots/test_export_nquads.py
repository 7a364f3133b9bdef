from pathlib import Path

import pytest
from claimledger.snapshots.export.nquads import iri, literal, typed, write_sorted
from hypothesis import given
from hypothesis import strategies as st
from rdflib import Dataset, Literal, URIRef


def test_terms_are_written_with_the_escapes_of_canonical_n_quads() -> None:
    assert literal('a "b" \\ c\nd\te') == '"a \\"b\\" \\\\ c\\nd\\te"'
    assert literal("\x00\x1b\x7f é") == '"\\u0000\\u001B\\u007F é"'
    assert literal(True) == '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>'
    assert literal(3) == '"3"^^<http://www.w3.org/2001/XMLSchema#integer>'
    assert typed("2019", "gYear") == '"2019"^^<http://www.w3.org/2001/XMLSchema#gYear>'
    assert iri("https://doi.org/10.1/a<b> c{é}") == "<https://doi.org/10.1/a%3Cb%3E%20c%7Bé%7D>"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30))
def test_another_reader_reads_any_text_back(text: str) -> None:
    graph = Dataset()
    graph.parse(data=f"{iri('urn:s')} {iri('urn:p')} {literal(text)} {iri('urn:g')} .\n", format="nquads")
    assert list(graph.quads()) == [(URIRef("urn:s"), URIRef("urn:p"), Literal(text), URIRef("urn:g"))]


@pytest.mark.parametrize("at_once", [1, 2, 3, 1000])
def test_lines_come_out_sorted_and_once_however_few_fit_into_memory(tmp_path: Path, at_once: int) -> None:
    lines = ["<b> .\n", "<a> .\n", "<é> .\n", "<b> .\n", "<B> .\n"]
    assert write_sorted(tmp_path / "out", lines, at_once=at_once) == 4
    assert (tmp_path / "out").read_text(encoding="utf-8") == "<B> .\n<a> .\n<b> .\n<é> .\n"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
