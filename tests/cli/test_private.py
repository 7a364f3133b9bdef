"""Nothing of a private library is ever written into another one: not its words, not its ids, not what it was asked."""

import json
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import zstandard
from claimledger.cli import run
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library

PRIVATE_WORDS = ("zyzzyva", "quaggaform", "sjambokite")
OTHER_WORDS = ("ouroboros", "vexillary")
QUESTION_WORDS = ("flibbertigibbet", "borborygmus")
NAME = "kakapo-2031"


def library(root: Path, entries: list[dict[str, str]], *, private: bool) -> Path:
    Library.create(root, owner="tester", private=private).close()
    settings = root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    source = root.parent / f"{root.name}.json"
    source.write_text(json.dumps(entries))
    with Library.open(root) as opened:
        ingest(opened, [source])
    return root


@dataclass(frozen=True)
class Places:
    public: Path
    private: Path
    other: Path
    folder: Path

    @property
    def secrets(self) -> list[str]:
        """What the public library may not hold: words of private papers, of questions, names and ids."""
        found = [*PRIVATE_WORDS, *OTHER_WORDS, *QUESTION_WORDS, NAME, "hidden-away", "kept-apart"]
        for root in (self.private, self.other):
            with Library.open(root, read_only=True) as opened, opened.view() as view:
                found.append(opened.id)
                found += [row["id"] for row in view.rows("SELECT id FROM works UNION SELECT build FROM sealed")]
        return found


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    for variable, name in (("TMPDIR", "tmp"), ("HOME", "home"), ("XDG_CACHE_HOME", "home")):
        (tmp_path / name).mkdir(exist_ok=True)
        monkeypatch.setenv(variable, str(tmp_path / name))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.chdir(tmp_path)
    public = library(tmp_path / "public", [
        {"id": "p1", "title": "Hearing beetles", "abstract": "We found that larvae chew audibly in spruce logs."},
        {"id": "p2", "title": "Silent logs", "abstract": "We found no sound in logs without larvae."},
    ], private=False)
    private = library(tmp_path / "hidden-away", [
        {"id": "s1", "title": "Zyzzyva larvae", "abstract": "We found that quaggaform larvae chew sjambokite logs."},
    ], private=True)
    other = library(tmp_path / "kept-apart", [
        {"id": "o1", "title": "Ouroboros logs", "abstract": "We found that vexillary larvae chew logs."},
    ], private=True)
    (tmp_path / "paper.md").write_text("We found that flibbertigibbet larvae chew logs.\n")
    (tmp_path / "q.jsonl").write_text('{"id": "borborygmus", "text": "flibbertigibbet larvae"}\n')
    return Places(public, private, other, tmp_path)


def decoded(root: Path) -> Iterator[tuple[Path, str]]:
    """Every file as text: raw, and by its format where that packs it."""
    for path in sorted(root.rglob("*")):
        if not path.is_file():
            continue
        content = path.read_bytes()
        yield path, content.decode("latin-1")
        if path.suffix == ".db":
            yield path, _of_sqlite(path)
        elif path.suffix == ".parquet":
            import pyarrow.parquet

            yield path, str(pyarrow.parquet.read_table(path).to_pylist())
        elif content.startswith(b"\x28\xb5\x2f\xfd"):
            yield path, zstandard.decompress(content).decode("latin-1")
    for table in root.rglob("chunks.lance"):
        import lancedb

        yield table, str(lancedb.connect(table.parent).open_table(table.stem).to_arrow().to_pylist())


def _of_sqlite(path: Path) -> str:
    with sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [str(row) for name in names for row in connection.execute(f"SELECT * FROM {name}")]
    connection.close()
    with Library.open(path.parent, read_only=True) as opened:
        return "\n".join([*rows, *((event.content or b"").decode() for event in opened.ledger.read())])


def found_in(root: Path, words: list[str]) -> list[tuple[str, str]]:
    """Which words lie in which file below a folder; those of a file's name count too."""
    found = []
    for path, text in decoded(root):
        lower = f"{path.relative_to(root)} {text}".lower()
        found += [(str(path.relative_to(root)), word) for word in words if word.lower() in lower]
    return found


Command = Callable[..., int]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Command:
    def called(folders: list[Path], *command: str) -> int:
        code = run([part for folder in folders for part in ("-L", str(folder))] + list(command))
        assert "Traceback" not in capsys.readouterr().err
        return code

    return called


COMMANDS = (
    ("search", "flibbertigibbet larvae in sjambokite logs", "--use", "borborygmus"),
    ("search", "--queries", "q.jsonl", "--run", "out.trec"), ("search", "flibbertigibbet", "--snapshot", "latest"),
    ("papers",), ("stats",), ("packets",), ("log",), ("show", "1"),
)


def test_what_private_libraries_say_and_are_asked_stays_in_them(places: Places, call: Command) -> None:
    every = [places.public, places.private, places.other]
    for root in every:
        call([root], "snapshot", "freeze", "--name", NAME if root != places.public else "open")
    for folders in (every[1::-1], every):
        for command in COMMANDS:
            call(folders, *command)
    for command in (("draft", "zyzzyva larvae", "--out", "draft"), ("audit", "paper.md", "--out", "audit")):
        assert call([places.private], *command) in (0, 1)
    for command in (("papers",), ("search", "larvae in logs"), ("rebuild",), ("snapshot", "verify")):
        assert call([places.public], *command) == 0
    assert found_in(places.public, places.secrets) == []
    # Nor beside the libraries: temporary files of a private library lie inside it.
    assert found_in(places.folder / "tmp", places.secrets) == found_in(places.folder / "home", places.secrets) == []
    # One private library learns what was asked of both, and nothing of what the other one holds.
    assert found_in(places.private, list(OTHER_WORDS)) == []
    assert found_in(places.other, list(PRIVATE_WORDS[:2])) == []


def test_the_search_for_words_finds_them_where_they_are(places: Places, call: Command) -> None:
    call([places.private, places.public], "search", "flibbertigibbet larvae")
    files = {path.partition("/")[0] for path, word in found_in(places.private, [*PRIVATE_WORDS, QUESTION_WORDS[0]])}
    assert files >= {"ledger.db", "blobs", "index", "segments"}
    assert {word for _, word in found_in(places.private, [QUESTION_WORDS[0]])} == {QUESTION_WORDS[0]}
    assert {path.partition("/")[0] for path, _ in found_in(places.public, ["spruce"])} >= {"ledger.db", "index"}


def test_an_answer_that_names_a_private_library_is_recorded_in_private_ones_alone(
    places: Places, call: Command
) -> None:
    def recorded(root: Path) -> int:
        with Library.open(root, read_only=True) as opened:
            return len(list(opened.ledger.read(kinds=["Retrieved"])))

    assert call([places.public], "search", "larvae") == 0
    assert call([places.public, places.private, places.other], "search", "larvae") == 0
    assert (recorded(places.public), recorded(places.private), recorded(places.other)) == (1, 1, 1)


@pytest.mark.parametrize("command", [
    ("search", "--queries", "q.jsonl", "--run", "public/out.trec"), ("audit", "paper.md", "--out", "public/audit"),
    ("draft", "zyzzyva larvae", "--out", "public/blobs/draft"), ("backup", "public/backup"),
    ("prove", "1", "--out", "public/proof.json"), ("snapshot", "freeze", "--publish", "public/head.json"),
    ("ingest", "paper.md", "--report", "public/report.jsonl"), ("snapshot", "export", "--to", "public/export"),
])
def test_what_a_private_library_says_is_not_written_into_the_folder_of_another(
    places: Places, call: Command, command: tuple[str, ...]
) -> None:
    before = {path: path.stat().st_mtime_ns for path in places.public.rglob("*")}
    assert call([places.private], *command) == 2
    assert {path: path.stat().st_mtime_ns for path in places.public.rglob("*")} == before


def test_a_private_library_is_not_restored_or_made_inside_of_another(places: Places, call: Command) -> None:
    assert call([places.private], "backup", "copy") == 0
    before = set(places.public.rglob("*"))
    assert call([], "restore", "copy", "public/again") == 2
    assert call([], "init", "public/mine", "--private") == 2
    assert set(places.public.rglob("*")) == before
    assert call([], "restore", "copy", "again") == 0


def test_nothing_is_taken_in_from_a_private_library_its_backup_or_its_export(places: Places, call: Command) -> None:
    shelf = places.folder / "shelf"
    assert call([places.private], "backup", "shelf/copy") == 0
    assert call([places.private], "snapshot", "export", "--to", "shelf/export", "--format", "csl") == 0
    (places.private / "own").mkdir()
    (places.private / "own" / "quagga.json").write_text('[{"id": "q", "title": "Quaggaform logs"}]')
    (shelf / "link.json").symlink_to(places.private / "own" / "quagga.json")
    for source in ("hidden-away/blobs", "hidden-away/own", "hidden-away/own/quagga.json", "shelf/copy",
                   "shelf/copy/blobs", "shelf/export", "shelf/export/references.csl.json", "shelf/link.json",
                   "public/blobs"):
        assert call([places.public], "ingest", source) == 2, source
    # In a folder with all of them each is passed over.
    assert call([places.public], "ingest", "shelf") == 0
    assert found_in(places.public, list(PRIVATE_WORDS)) == []
    assert call([places.private], "ingest", "hidden-away/own") == 0
    assert call([places.other], "ingest", "hidden-away/own", "shelf/export/references.csl.json") == 0


def test_a_public_library_records_no_text_out_of_a_private_ones_folder(
    places: Places, call: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*command: str) -> bool:
        code = run(["-L", "public", *command])
        error = capsys.readouterr().err
        return code == 2 and "private" in error and error.count("\n") == 1

    assert call([places.private], "backup", "copy") == 0
    assert call([places.private], "snapshot", "export", "--to", "export", "--format", "csl") == 0
    folders = ("hidden-away", "copy", "export")
    for name in folders:
        (places.folder / name / "q.jsonl").write_text('{"id": "q", "text": "quaggaform larvae"}')
        (places.folder / name / "ms.md").write_text("We found that zyzzyva larvae chew logs.\n")
        (places.folder / name / "r.bib").write_text("@article{z, title = {Sjambokite}}")
    (places.folder / "link.jsonl").symlink_to(places.private / "q.jsonl")
    for path in (*(f"{name}/q.jsonl" for name in folders), "link.jsonl"):
        assert refused("search", "--queries", path, "--run", "out.trec"), path
    for name in folders:
        (places.folder / "front.md").write_text(f"---\nbibliography: {name}/r.bib\n---\nLarvae chew logs [@z].\n")
        for command in ((f"{name}/ms.md",), ("paper.md", "--bib", f"{name}/r.bib"), ("front.md",)):
            assert refused("audit", *command, "--out", "audit"), command
    assert found_in(places.public, list(PRIVATE_WORDS)) == []
    # A private library takes them, also beside a public one, which then records nothing.
    ask = ("search", "--queries", "hidden-away/q.jsonl", "--run", "out.trec")
    assert call([places.private], *ask) == call([places.private, places.public], *ask) == 0
    assert call([places.other], "audit", "hidden-away/ms.md", "--bib", "export/r.bib", "--out", "audit") == 1
    assert found_in(places.public, list(PRIVATE_WORDS)) == []


def test_files_that_a_private_library_makes_are_for_its_owner_alone(places: Places, call: Command) -> None:
    for command in COMMANDS:
        call([places.private, places.public], *command)
    assert stat.S_IMODE(places.private.stat().st_mode) == 0o700


def test_results_and_copies_of_a_private_library_are_for_its_owner_alone(places: Places, call: Command) -> None:
    with Library.open(places.private) as opened, opened.view() as view:
        work = view.rows("SELECT id FROM works")[0]["id"]
    (places.folder / "proof.json").write_text("older, and open to all")
    for command in (
        ("snapshot", "freeze", "--publish", "head.json"), ("prove", work, "--out", "proof.json"),
        ("search", "--queries", "q.jsonl", "--run", "out.trec"), ("snapshot", "export", "--to", "out"),
        ("snapshot", "import", "out", "--to", "copy"),
    ):
        assert call([places.private], *command) == 0, command
    results = [places.folder / name for name in ("head.json", "proof.json", "out.trec")]
    written = [path for name in ("out", "copy") for path in (places.folder / name).rglob("*")]
    assert len(written) > 40
    assert {path for path in (*results, *written) if path.stat().st_mode & 0o077} == set()
