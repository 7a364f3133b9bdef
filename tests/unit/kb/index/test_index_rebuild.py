"""What a rebuild of the index keeps: vectors whose files are what was written, and nothing else."""

import json
from pathlib import Path

import numpy
import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.embedder.opening import open_embedder
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.index.vector_digests import FILE, MATRIX
from claimledger.kb.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Three abstracts, indexed with vectors."""
    opening = open_embedder("minilm")
    if opening.embedder is None:
        pytest.skip(str(opening.reason))
    library = Library.create(tmp_path / "library", owner="tester")
    (tmp_path / "refs.json").write_text(json.dumps([
        {"id": name, "title": f"On {name}", "abstract": f"Beetles chew the bark of {name}."}
        for name in ("oak", "elm", "ash")
    ]))
    ingest(library, [tmp_path / "refs.json"])
    SearchIndex(library).update()
    return library


def rows(index: SearchIndex) -> dict[bytes, bytes]:
    """The vectors by the digest of their text."""
    assert index.vectors is not None
    with index._library.view() as view:
        keys = index.statistics.all_keys(view)
    [matrix] = index.place.glob(f"vectors-*/{MATRIX}")
    stored = numpy.fromfile(matrix, dtype="<f4").reshape(len(index.vectors), -1)
    return {key.tobytes(): stored[at].tobytes() for key, at in zip(keys, index.vectors.places(keys), strict=True)}


def rebuilt(library: Library) -> int:
    """How many texts a rebuild embeds."""
    steps: list[int] = []
    SearchIndex(library).rebuild(lambda done, total, what: steps.append(total))
    return max(steps, default=0)


def test_a_rebuild_keeps_vectors_that_are_what_was_written(library: Library) -> None:
    index = SearchIndex(library)
    before, place = rows(index), index.place
    assert rebuilt(library) == 0
    after = SearchIndex(library)
    assert len(before) == 3 and rows(after) == before and after.place != place
    assert after.damages() == []


def test_a_rebuild_makes_vectors_again_of_which_a_byte_was_changed(library: Library) -> None:
    index = SearchIndex(library)
    before = rows(index)
    [matrix] = index.place.glob(f"vectors-*/{MATRIX}")
    content = bytearray(matrix.read_bytes())
    content[100] ^= 1
    matrix.write_bytes(content)
    assert rows(index) != before
    assert rebuilt(library) == 3
    assert SearchIndex(library).damages() == []
    for key, vector in rows(SearchIndex(library)).items():
        made, known = (numpy.frombuffer(one, dtype="<f4") for one in (vector, before[key]))
        assert numpy.allclose(made, known, atol=1e-5)


def test_a_rebuild_makes_vectors_again_that_no_digest_speaks_for(library: Library) -> None:
    [digests] = SearchIndex(library).place.glob(f"vectors-*/{FILE}")
    digests.unlink()
    assert rebuilt(library) == 3
    assert rebuilt(library) == 0
