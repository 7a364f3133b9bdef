"""The promise: after a purge no file of the library holds the paper, whatever its format.

Every file is decoded by its format, and a file of a format that is not known here fails the test. The paper is looked
for as it was printed and as the index analyses it, sentence by sentence, with its title and its authors, but for what
another paper carries too. That each store is looked into is shown by leaving it out.
"""

import html
import json
import re
import shutil
import sqlite3
import stat
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.run import ingest
from claimledger.ingest.samples.manuscript import write_manuscript
from claimledger.kb.blobs import BlobStore
from claimledger.kb.errors import UsageError
from claimledger.kb.events.document import Document
from claimledger.kb.forgetting import purge as module
from claimledger.kb.forgetting.purge import PurgeReport, pending, purge, resume
from claimledger.kb.forgetting.standing import release, withdraw
from claimledger.kb.index.analysis import analyse
from claimledger.kb.index.index import SearchIndex
from claimledger.kb.index.texts import CHUNKS_OF_BUILDS, text_key
from claimledger.kb.ledger.sqlite import SqliteLedger
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers
from claimledger.kb.projection import Projection
from claimledger.kb.retrieval import search
from claimledger.snapshots.freeze import freeze
from claimledger.writer.audit import audit
from claimledger.writer.draft import draft

TITLE = "Networks and forests compared again on the Tatra-30 recordings"
CITED = "Acoustic detection of bark beetles in spruce logs with a convolutional network"
"""A paper that the reference lists of all others name, with its authors."""
FRAME = b"\x28\xb5\x2f\xfd"
"""Magic number of a zstd frame, as each payload is stored."""
STRAY = "a payload lies where no row has one"


@dataclass
class Paper:
    """What must not be found: phrases in the form in which they are compared, and the digests of its chunks."""

    work: str
    build: str
    phrases: set[str] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    vectors: set[bytes] = field(default_factory=set)


def plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def paper_of(library: Library, title: str = TITLE) -> Paper:
    """The phrases of a paper that no other one carries, in print and as the index has them."""
    with library.view() as view:
        row = next(row for row in list_papers(view) if row["title"] == title)
        chunks = view.rows(CHUNKS_OF_BUILDS, [[row["build"]]])
    documents = {event.stream: event for event in library.ledger.read(kinds=["Parsed"])}
    mine = documents.pop(f"build:{row['build']}").payload()
    assert isinstance(mine, Document)
    others = plain(" ".join(strings(json.loads(event.content or b"")) for event in documents.values()))
    texts = [title, *(author.name for author in mine.authors)]
    texts += [sentence.text for sentence in mine.sentences if len(sentence.text) >= 40]
    own = [text for text in texts if plain(text) not in others]
    assert len(own) > 10
    paper = Paper(row["id"], row["build"])
    paper.phrases = {plain(text) for text in own} | {
        " ".join(terms) for text in own if len(terms := analyse(text)) > 3
    }
    paper.keys = {text_key(chunk["text"]) for chunk in chunks}
    paper.phrases |= paper.keys
    vectors = SearchIndex(library).vectors
    if vectors is not None:
        keys, matrix = vector_files(library.root)
        paper.vectors = {matrix[key] for key in keys if key in paper.keys}
        assert paper.vectors
    return paper


def strings(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(strings(part) for part in value.values())
    if isinstance(value, list):
        return " ".join(strings(part) for part in value)
    return value if isinstance(value, str) else ""


def vector_files(root: Path) -> tuple[list[str], dict[str, bytes]]:
    keys: list[str] = []
    rows: dict[str, bytes] = {}
    for file in sorted((root / "index").rglob("keys.sha256")):
        stored, matrix = file.read_bytes(), file.with_name("matrix.f32").read_bytes()
        found = [stored[at:at + 32].hex() for at in range(0, len(stored), 32)]
        width = len(matrix) // len(found)
        assert len(matrix) == width * len(found)
        rows |= {key: matrix[at * width:(at + 1) * width] for at, key in enumerate(found)}
        keys += found
    return keys, rows


# From files to text


def texts_of(root: Path) -> Iterator[tuple[str, str]]:
    """Every file below a library: its name, and everything that it says. Fails for a format that is not known."""
    tables = [path for path in root.rglob("*.lance") if path.is_dir()]
    for table in tables:
        yield str(table.relative_to(root)), "\n".join(of_lance(table))
    for path in sorted(root.rglob("*")):
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode) or any(table in path.parents for table in tables):
            continue
        assert stat.S_ISREG(mode), path
        yield str(path.relative_to(root)), decoded(path)


def decoded(path: Path) -> str:
    content = path.read_bytes()
    if not content:
        return ""
    if content.startswith(b"SQLite format 3\0"):
        return of_sqlite(path, content)
    if content.startswith(b"PAR1"):
        from pyarrow import parquet

        rows = parquet.read_table(path).to_pylist()
        return "\n".join(json.dumps(row, ensure_ascii=False, default=bytes.hex) for row in rows)
    if content.startswith(b"%PDF-"):
        import pymupdf

        with pymupdf.open(stream=content) as document:
            return "\n".join(page.get_text() for page in document) + str(document.metadata)
    if content.startswith(b"\x93NUMPY"):
        import numpy

        assert numpy.load(path, allow_pickle=False).dtype.kind in "fiuS"
        return ""
    if path.name in ("matrix.f32", "keys.sha256"):
        return ""  # Looked at by digest, and row by row.
    if path.name.endswith(("-wal", "-shm")):
        return content.decode("latin-1")  # Its frames are looked at with the database's.
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        pytest.fail(f"{path} has a format that is not known")
    return text


def of_sqlite(path: Path, content: bytes) -> str:
    """Payloads of all rows; that no page of file and log holds one that no row has; and that free pages are empty."""
    import zstandard

    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        rows = connection.execute("SELECT * FROM events").fetchall()
        free = connection.execute("PRAGMA freelist_count").fetchone()[0]
    connection.close()
    packed = [value for row in rows for value in row if isinstance(value, bytes)]
    log = path.with_name(f"{path.name}-wal")
    stored = content + (log.read_bytes() if log.exists() else b"")
    starts = {frame[:24] for frame in packed}
    strays = [at.start() for at in re.finditer(re.escape(FRAME), stored) if stored[at.start():][:24] not in starts]
    assert all(len(start) == 24 for start in starts)
    if strays:
        return "\n".join(STRAY for _ in strays)
    assert [page for page in free_pages(content) if any(page)] == [] and len(free_pages(content)) <= free
    said = [zstandard.decompress(frame).decode() for frame in packed]
    return "\n".join([content.decode("latin-1"), *said, *(str(value) for row in rows for value in row)])


def free_pages(content: bytes) -> list[bytes]:
    """Bodies of the pages on SQLite's free list, its lists of page numbers left out."""
    size = int.from_bytes(content[16:18], "big") or 65536
    size = 65536 if size == 1 else size
    page = lambda number: content[(number - 1) * size:number * size]  # noqa: E731
    bodies, trunk = [], int.from_bytes(content[32:36], "big")
    while trunk:
        body = page(trunk)
        count = int.from_bytes(body[4:8], "big")
        bodies += [body[8 + 4 * count:]]
        bodies += [page(int.from_bytes(body[8 + 4 * at:12 + 4 * at], "big")) for at in range(count)]
        trunk = int.from_bytes(body[:4], "big")
    return bodies


def of_lance(path: Path) -> Iterator[str]:
    """Every row of every version of a table, and the terms in the files beside it."""
    import lancedb

    table = lancedb.connect(path.parent).open_table(path.stem)
    for version in table.list_versions():
        table.checkout(version["version"])
        yield from (json.dumps(row, ensure_ascii=False) for row in table.to_arrow().to_pylist())
    for file in sorted(path.rglob("*")):
        if file.is_file():
            yield file.read_bytes().decode("latin-1")


def found_in(root: Path, paper: Paper) -> dict[str, set[str]]:
    """Files that still carry something of a paper, with what."""
    found: dict[str, set[str]] = {}
    for name, text in texts_of(root):
        unescaped = re.sub(r"\\(?:u[0-9a-f]{4}|[\"\\/bfnrt])", lambda m: str(json.loads(f'"{m.group()}"')), text)
        forms = [plain(form) for form in (text, unescaped, html.unescape(text))]
        carried = {phrase for phrase in paper.phrases if any(phrase in form for form in forms)}
        if carried or STRAY in text:
            found[name] = carried
    keys, rows = vector_files(root)
    if paper.keys & set(keys) or paper.vectors & set(rows.values()):
        found["vectors"] = paper.keys
    return found


# The promise


@pytest.fixture(scope="module")
def _used(tmp_path_factory: pytest.TempPathFactory, _sample_library: Path) -> Path:
    root, text = tmp_path_factory.mktemp("used") / "library", tmp_path_factory.mktemp("text")
    shutil.copytree(_sample_library, root)
    manuscript, references = write_manuscript(text)
    with Library.open(root) as library:
        search(library, TITLE, k=3)
        search(library, "who heard the beetles", k=3)
        search(library, "beetles", k=3, use=f"to judge Jonas Lindqvist's “{TITLE}”")
        audit(library, manuscript, references, root / "audits" / "one")
        draft(library, "bark beetle detectors", root / "drafts")
        freeze(library, name="before")
        paper = paper_of(library)
        withdraw(library, [paper.work], f"a complaint about {TITLE}")
        freeze(library, name="without")
        release(library, [paper.build], "the complaint was unfounded")
        library.projection.flush()
    return root


@pytest.fixture
def used(tmp_path: Path, _used: Path) -> Library:
    """A library in which the paper has left traces everywhere."""
    shutil.copytree(_used, tmp_path / "library")
    return Library.open(tmp_path / "library")


def test_no_file_of_the_library_holds_the_paper_after_a_purge(used: Library) -> None:
    with used as library:
        paper = paper_of(library)
        places = {name.split("/")[0] for name in found_in(library.root, paper)}
        assert places - {"vectors"} == {"ledger.db", "blobs", "segments", "index", "audits", "drafts"}
        report = purge(library, [paper.work], "asked to")
        assert report.whole and pending(library) == []
        assert found_in(library.root, paper) == {}
        library.ledger.verify()
    assert found_in(library.root, paper) == {}


def test_the_report_names_what_went_and_what_stays(used: Library) -> None:
    with used as library:
        paper = paper_of(library)
        report = purge(library, [paper.work], "asked to")
        (gone,) = report.builds
        assert (gone.build, gone.name, gone.title) == (paper.build, "lindqvist2022.pdf", TITLE)
        went = {one.what for one in report.activity}
        assert went == {"question", "words in its event", "bibliography", "audit report"}
        assert {found.path for found in report.files if found.ours} == {
            f"{folder}/{name}" for folder in ("audits/one", "drafts") for name in ("audit.jsonl", "audit.html")
        } | {"drafts/references.bib"}
        assert any("backups" in place for place in report.not_reached)
        without = [event.position for event in library.ledger.read(kinds=["Retrieved"]) if event.content is None]
        assert without == [one.position for one in report.activity if one.what == "words in its event"]


def test_what_other_papers_carry_stays_and_is_named(used: Library) -> None:
    with used as library:
        paper = paper_of(library, CITED)
        assert plain(CITED) not in paper.phrases and plain("Ilse Brandt") not in paper.phrases
        report = purge(library, [paper.work], "asked to")
        (entries,) = (one for one in report.shared if one.what.endswith("entries of reference lists"))
        assert entries.what.startswith("4 ") and len(entries.builds) == 4
        (sentence,) = (one for one in report.shared if one.what.endswith("sentence"))
        assert sentence.what == "1 sentence" and len(sentence.builds) == 4
        assert found_in(library.root, paper) == {}
        with library.view() as view:
            cited = view.rows("SELECT count(*) AS n FROM reference_entries WHERE title = ?", [CITED])
        assert cited == [{"n": 4}]


STORES: dict[str, tuple[object, str, Callable[..., Any]]] = {
    "payloads": (SqliteLedger, "purge", lambda self, positions: True),
    "blobs": (BlobStore, "remove", lambda self, digests: []),
    "segments": (Projection, "forget", lambda self, builds: True),
    "index": (module, "forget_in_index", lambda library, builds: True),
    "files": (module, "remove_files", lambda root, found: None),
}


@pytest.mark.parametrize("store", STORES)
def test_a_store_that_is_left_out_is_found(used: Library, store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, nothing = STORES[store]
    if store == "segments":
        # Flushing forgets too, whatever the purge does.
        monkeypatch.setattr(Projection, "flush", lambda self, merge=True: self.manifest())
        monkeypatch.setattr(Projection, "sweep", lambda self: True)
    monkeypatch.setattr(owner, name, nothing)
    with used as library:
        paper = paper_of(library)
        purge(library, [paper.work], "asked to")
        left = {place.split("/")[0] for place in found_in(library.root, paper)}
    expected = {"payloads": {"ledger.db"}, "blobs": {"blobs"}, "segments": {"segments"}, "files": {"audits", "drafts"}}
    assert left == expected.get(store, {"index", "vectors"}) or (store == "index" and left == {"index"})


def test_of_a_private_library_nothing_lies_in_temporary_files_either(
    tmp_path: Path, sample_papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "tmp"
    elsewhere.mkdir()
    monkeypatch.setenv("TMPDIR", str(elsewhere))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.chdir(elsewhere)
    with Library.create(tmp_path / "private", owner="x", private=True) as library:
        ingest(library, [sample_papers / "lindqvist2022.pdf", sample_papers / "marek2023.pdf"])
        SearchIndex(library).update()
        search(library, TITLE)
        paper = paper_of(library)
        purge(library, [paper.build], "asked to")
        assert found_in(library.root, paper) == {}
        modes = {path: stat.S_IMODE(path.stat().st_mode) & 0o077 for path in [library.root, *library.root.rglob("*")]}
        assert library.root.stat().st_mode & 0o077 == 0 and modes[library.root] == 0
    assert list(elsewhere.rglob("*")) == []


def test_a_reason_that_quotes_the_paper_is_refused_and_nothing_goes(used: Library) -> None:
    with used as library:
        paper = paper_of(library)
        head = library.ledger.head()
        for reason in (f"the authors of {TITLE} asked", "Jonas Lindqvist asked", "Lindqvist, Jonas"):
            with pytest.raises(UsageError, match="kept for ever"):
                purge(library, [paper.work], reason)
        assert library.ledger.head() == head and found_in(library.root, paper)


def test_purging_again_is_done_already_and_says_when(used: Library) -> None:
    with used as library:
        paper = paper_of(library)
        purge(library, [paper.work], "asked to")
        head = library.ledger.head()
        again: PurgeReport = purge(library, [paper.work, paper.build], "asked to")
        assert library.ledger.head() == head and again.builds == [] and again.event is None
        assert set(again.done) == {paper.work, paper.build} and all(when.endswith("Z") for when in again.done.values())
        assert resume(library).whole and library.ledger.head() == head
