"""Broken copies of a paper: what says that it is the paper goes with it, what only may be is named with the command."""

import json
from pathlib import Path

import pymupdf
import pytest
from claimledger.cli import run
from claimledger.ingest.run import ingest
from claimledger.kb.errors import UnknownId
from claimledger.kb.forgetting.failed import failed_sources
from claimledger.kb.forgetting.purge import PurgeReport, purge
from claimledger.kb.forgetting.salvage import salvage
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers

TITLE = "On frost in the upper valley"
SENTENCES = tuple(f"Frost came to the {place} of the valley before anybody had harvested." for place in
                  ("head", "floor", "mouth", "north side", "south side", "middle"))

FILLER = ("One more word of ours.",) * 20


def cut_off(path: Path, *lines: str, title: str = "") -> Path:
    """A PDF file whose pages say these lines, without the end that a reader needs."""
    document = pymupdf.open()
    page = document.new_page()
    for number, line in enumerate(lines):
        page.insert_text((50, 60 + 20 * number), line)
    document.set_metadata({"title": title})
    content = document.tobytes(deflate=True)
    # Without the objects of the page tree no page is left, but what the page shows is there.
    path.write_bytes(content[:content.rindex(b"xref")].replace(b"/Type/Page", b"/Type/Gone"))
    return path


def locked(path: Path) -> Path:
    document = pymupdf.open()
    document.new_page().insert_text((50, 60), "We say nothing.")
    document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="x", owner_pw="y")
    return path


@pytest.fixture
def library(tmp_path: Path) -> Library:
    library = Library.create(tmp_path / "library", owner="x")
    (tmp_path / "refs.json").write_text(json.dumps([
        {"id": "frost2019", "title": TITLE, "abstract": " ".join(SENTENCES), "DOI": "10.5555/frost.19"},
        {"id": "thaw", "title": "On thaw in the lower valley", "abstract": "Thaw came late to the lower valley."},
    ]))
    assert ingest(library, [tmp_path / "refs.json"]).count("failed") == 0
    return library


def broken(library: Library, *paths: Path) -> None:
    assert ingest(library, paths).count("failed") == len(paths)


def purged(library: Library) -> PurgeReport:
    with library.view() as view:
        (paper,) = (row["id"] for row in list_papers(view) if row["title"] == TITLE)
    return purge(library, [paper], "licence ended")


def left(library: Library) -> set[str]:
    with library.view() as view:
        return {row["name"] for row in failed_sources(view)}


def test_a_broken_file_that_is_the_paper_goes_with_it(library: Library, tmp_path: Path) -> None:
    by_title = cut_off(tmp_path / "a.pdf", "Nothing.", title=TITLE.upper())
    by_sentences = cut_off(tmp_path / "b.pdf", *SENTENCES)
    broken(library, by_title, by_sentences)
    report = purged(library)
    assert {one.name for one in report.builds} == {"refs.json#frost2019", "a.pdf", "b.pdf"}
    assert (left(library), report.failed) == (set(), [])
    assert not any(b"Frost" in content or b"FROST" in content for content in map(library.blobs.get, library.blobs))


def test_another_broken_file_stays_and_is_named_where_it_speaks_of_the_paper(library: Library, tmp_path: Path) -> None:
    quotes = cut_off(tmp_path / "quotes.pdf", f"They say: {SENTENCES[0]}", *FILLER)
    cites = cut_off(tmp_path / "cites.pdf", f"A. Smith, {TITLE}, 2019.", *FILLER)
    other = cut_off(tmp_path / "other.pdf", *("One more word of ours on the lower valley." for _ in range(20)))
    broken(library, quotes, cites, other)
    report = purged(library)
    assert {one.name: one.why for one in report.failed} == {
        "quotes.pdf": ("it holds a sentence of it",), "cites.pdf": ("it holds its title",),
    }
    assert left(library) == {"quotes.pdf", "cites.pdf", "other.pdf"}


def test_what_cannot_be_read_is_named_and_goes_by_its_blob(library: Library, tmp_path: Path) -> None:
    broken(library, locked(tmp_path / "copy-frost2019.pdf"))
    (named,) = purged(library).failed
    assert named.why == ("it cannot be read",)
    report = purge(library, [named.blob], "licence ended")
    assert [one.build for one in report.builds] == [named.build]
    assert left(library) == set() and not library.blobs.has(named.blob)
    again = purge(library, [named.blob], "licence ended")
    assert list(again.done) == [named.blob] and again.builds == []
    with pytest.raises(UnknownId):
        purge(library, ["0" * 64], "licence ended")


def test_a_file_of_the_papers_name_is_named(library: Library, tmp_path: Path) -> None:
    broken(library, cut_off(tmp_path / "frost2019.pdf", *FILLER))
    assert [one.why for one in purged(library).failed] == [("it has the name of its file",)]


def test_papers_lists_what_failed(library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken(library, locked(tmp_path / "locked.pdf"))
    here = ["-L", str(library.root), "papers"]
    assert run([*here, "--failed", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["papers"]
    assert (row["name"], row["reason"], row["stage"]) == ("locked.pdf", "encrypted", "parsed")
    assert run([*here, "--failed"]) == 0
    assert row["build"] in capsys.readouterr().out
    assert run([*here, "--failed", "--quarantined"]) == 2


def test_words_are_read_out_of_a_file_that_no_reader_opens(tmp_path: Path) -> None:
    found = salvage(cut_off(tmp_path / "a.pdf", *SENTENCES, title="Frost again"))
    assert all(sentence in found.text for sentence in SENTENCES)
    assert found.whole and "Frost again" in found.titles
    assert not salvage(locked(tmp_path / "b.pdf")).whole
    (tmp_path / "c.pdf").write_text("no PDF at all")
    assert (salvage(tmp_path / "c.pdf").text, salvage(tmp_path / "c.pdf").whole) == ("no PDF at all", True)
