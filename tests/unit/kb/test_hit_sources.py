"""Each hit of a search carries its licence, its source and what a reader must know of it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.cli import run
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library
from claimledger.kb.retrieval import search

PEOPLE = [{"family": "Brandt", "given": "Ilse"}]
ENTRIES = [
    {"id": "open", "title": "Hearing beetles in logs of spruce", "DOI": "10.5555/a", "author": PEOPLE,
     "abstract": "Larvae of longhorns chew audibly.", "license": "CC BY 4.0"},
    {"id": "extra", "title": "Supplementary material for: Hearing beetles in logs of spruce", "author": PEOPLE,
     "abstract": "Spectrograms of every recording."},
    {"id": "wheat", "title": "Yields of winter wheat", "DOI": "10.5555/b", "abstract": "Wheat yields rose."},
    {"id": "seals", "title": "Counting seals from the air", "DOI": "10.5555/b", "abstract": "Seals rest on sandbanks."},
    {"id": "pre", "title": "Muons and soil", "DOI": "10.48550/arXiv.1801.00001", "abstract": "Muons tell moisture."},
]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("hits")
    Library.create(folder / "lib", owner="x").close()
    settings = folder / "lib" / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    (folder / "refs.json").write_text(json.dumps(ENTRIES))
    with Library.open(folder / "lib") as library:
        ingest(library, [folder / "refs.json"])
    yield folder / "lib"


@pytest.mark.parametrize(("question", "source", "licence", "labels"), [
    ("longhorns", "open", "CC BY 4.0", ()),
    # What a supplement does not say of itself holds of its paper.
    ("spectrograms", "extra", "CC BY 4.0", ("supplement",)),
    ("wheat yields", "wheat", None, ("doi-disagrees",)),
    ("muons", "pre", None, ("preprint",)),
])
def test_a_hit_has_the_licence_and_the_labels_of_its_source(
    root: Path, question: str, source: str, licence: str | None, labels: tuple[str, ...]
) -> None:
    with Library.open(root) as library:
        hit = search(library, question, k=1, record=False).hits[0]
    assert (hit.source.id, hit.source.licence, hit.source.labels) == (source, licence, labels)


def test_the_printed_hit_names_source_licence_and_labels(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-L", str(root), "search", "--no-record", "-k", "1", "longhorns"]) == 0
    assert "open · CC BY 4.0" in capsys.readouterr().out
    assert run(["-L", str(root), "search", "--no-record", "-k", "1", "muons"]) == 0
    printed = capsys.readouterr().out
    assert "pre · no licence known" in printed and "preprint" in printed


def test_a_hit_in_a_source_that_hides_text_says_so(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        hits = {hit.source.id: hit.source.labels for hit in search(library, "beetles", record=False).hits}
    assert hits["lindqvist2022.pdf"] == ("hidden-text",) and hits["marek2023.pdf"] == ()


def test_the_papers_and_their_conflicts_are_printed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-L", str(root), "papers"]) == 0
    assert "grade" in capsys.readouterr().out.splitlines()[0]
    assert run(["-L", str(root), "papers", "--conflicts"]) == 0
    printed = capsys.readouterr().out
    assert "same doi, other title" in printed and "1 conflict at" in printed
    assert run(["-L", str(root), "papers", "--conflicts", "--failed"]) == 2
    assert "two lists" in capsys.readouterr().err


def test_quality_is_printed_and_told_of_several_libraries(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["-L", str(root), "stats", "--quality"]) == 0
    printed = capsys.readouterr().out
    assert "by venue" in printed and "unknown" in printed and "doi: 4 of 4" in printed
    assert run(["init", str(tmp_path / "second"), "--owner", "x"]) == 0
    capsys.readouterr()
    assert run(["-L", str(root), "-L", str(tmp_path / "second"), "stats", "--quality", "--json"]) == 0
    assert [one["papers"] for one in json.loads(capsys.readouterr().out)["libraries"]] == [4, 0]
    assert run(["-L", str(root), "stats", "--quality", "--snapshot", "@1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["papers"] == 0
