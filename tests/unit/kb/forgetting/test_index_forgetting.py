"""The index without a paper: nothing of it comes back, and nothing of the others is embedded again."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from claimledger.kb.forgetting.purge import purge
from claimledger.kb.index.forgetting import forget
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.index.texts import CHUNKS_OF_BUILDS, text_key
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers

MAREK = "marek2023.pdf"


def build_of(library: Library, name: str = MAREK) -> str:
    with library.view() as view:
        return next(str(row["build"]) for row in list_papers(view) if row["source"] == name)


def keys_of(library: Library) -> dict[str, set[str]]:
    """Keys of the chunks of each build."""
    keys: dict[str, set[str]] = {}
    with library.view() as view:
        for paper in list_papers(view):
            rows = view.rows(CHUNKS_OF_BUILDS, [[paper["build"]]])
            keys[paper["build"]] = {text_key(row["text"]) for row in rows}
    return keys


def stored_keys(library: Library) -> set[str]:
    found = set()
    for file in (library.root / "index").rglob("keys.sha256"):
        content = file.read_bytes()
        found |= {content[at:at + 32].hex() for at in range(0, len(content), 32)}
    return found


@pytest.fixture
def embedded(sample_library: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library whose chunks have their vectors, and which embeds nothing from now on."""
    library = Library.open(sample_library)
    index = SearchIndex(library)
    if index.opening.embedder is None:
        pytest.skip("no weights of the embedder")
    assert index.state().complete

    def refuse(self: Any, texts: Any) -> Any:
        raise AssertionError("it was embedded already")

    monkeypatch.setattr(type(index.opening.embedder), "embed", refuse)
    index.close()
    return library


def test_the_others_keep_their_vectors_and_the_paper_has_none(embedded: Library) -> None:
    with embedded as library:
        build, keys = build_of(library), keys_of(library)
        assert stored_keys(library) == set().union(*keys.values())
        purge(library, [build], "asked to")
        others = set().union(*(keys[other] for other in keys if other != build))
        assert stored_keys(library) == others and keys[build] - others
        state = SearchIndex(library).state()
        assert (state.complete, state.builds, state.embedded) == (True, 4, state.chunks)


def test_vectors_whose_text_index_is_of_another_version_are_told_apart_too(embedded: Library) -> None:
    with embedded as library:
        build, keys = build_of(library), keys_of(library)
        for text in (library.root / "index").rglob("text-*"):
            shutil.rmtree(text)
        purge(library, [build], "asked to")
        assert stored_keys(library) == set().union(*(keys[other] for other in keys if other != build))
        assert SearchIndex(library).state().complete


def test_a_reader_with_an_older_state_does_not_bring_the_paper_back(sample_library: Path) -> None:
    with Library.open(sample_library) as library, Library.open(sample_library) as reader:
        shutil.rmtree(library.root / "index")
        build = build_of(library)
        with reader.view() as view:
            purge(library, [build], "asked to")
            index = SearchIndex(reader)
            assert index.update(view=view) is not None
            assert build not in index.statistics.builds(view) and len(index.statistics.builds(view)) == 4


def test_a_library_without_an_index_has_nothing_to_forget(sample_library: Path) -> None:
    with Library.open(sample_library) as library:
        shutil.rmtree(library.root / "index")
        assert forget(library, [build_of(library)])
        assert not (library.root / "index").exists()
