import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.ingest.sources import Found, Skipped, find_sources
from claimledger.kb.errors import UnreadableInput

NOBODY = 65534
LIBRARY = Path("the-library")


@pytest.fixture
def as_nobody() -> Iterator[Path]:
    """A folder of a user without privileges, and the process is that user; the superuser may read everything."""
    with tempfile.TemporaryDirectory() as name:
        if os.geteuid():
            yield Path(name)
            return
        os.chown(name, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield Path(name)
        finally:
            os.setresuid(0, 0, 0)


def write(path: Path, content: bytes | str = b"") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def kinds(*paths: Path) -> list[tuple[str, str]]:
    """Name, and kind or reason, of what is found."""
    found = find_sources(paths, LIBRARY)
    return [(item.path.name, item.kind if isinstance(item, Found) else item.why) for item in found]


def test_files_come_in_the_order_given_and_folders_by_name(tmp_path: Path) -> None:
    for name in ("f/b.pdf", "f/sub/a.PDF", "f/a.pdf", "z.pdf"):
        write(tmp_path / name)
    assert kinds(tmp_path / "z.pdf", tmp_path / "f") == [
        ("z.pdf", "pdf"), ("a.pdf", "pdf"), ("b.pdf", "pdf"), ("a.PDF", "pdf")]


def test_a_file_that_is_named_twice_is_found_once(tmp_path: Path) -> None:
    paper = write(tmp_path / "f" / "a.pdf")
    link = tmp_path / "link.pdf"
    link.symlink_to(paper)
    assert kinds(paper, tmp_path / "f", tmp_path / "f" / ".." / "f" / "a.pdf", link) == [("a.pdf", "pdf")]


def test_the_kind_is_told_by_the_content_where_the_name_does_not(tmp_path: Path) -> None:
    write(tmp_path / "a", b"\n\n%PDF-1.7 ...")
    write(tmp_path / "b.json", '[{"id": "x"}]')
    write(tmp_path / "c.json", '"a text"')
    write(tmp_path / "d.txt", "hello")
    write(tmp_path / "e", "hello")
    write(tmp_path / "f.json")
    assert kinds(tmp_path) == [
        ("a", "pdf"), ("b.json", "csl"), ("c.json", "unknown kind of file (.json)"),
        ("d.txt", "unknown kind of file (.txt)"), ("e", "unknown kind of file (no suffix)"),
        ("f.json", "unknown kind of file (.json)"),
    ]


def test_a_bibliography_brings_its_entries(tmp_path: Path) -> None:
    path = write(tmp_path / "refs.json", b'\xef\xbb\xbf[{"id": "x"}, {"id": "y"}]')
    [found] = find_sources([path], LIBRARY)
    assert isinstance(found, Found) and [entry["id"] for entry in found.entries] == ["x", "y"]


def test_a_bibliography_without_entries_is_skipped(tmp_path: Path) -> None:
    assert kinds(write(tmp_path / "refs.json", "[]")) == [("refs.json", "holds no entries")]


def test_json_that_is_no_bibliography_does_not_stop_its_folder(tmp_path: Path) -> None:
    for name, content in (("package.json", '{"name": "x"}'), ("broken.json", "[{"), ("list.json", "[1, 2]")):
        write(tmp_path / name, content)
    write(tmp_path / "paper.pdf")
    found = list(find_sources([tmp_path], LIBRARY))
    assert [item.path.name for item in found if isinstance(item, Found)] == ["paper.pdf"]
    assert [item.failed for item in found if isinstance(item, Skipped)] == [False, False, False]


def test_a_bad_entry_costs_a_bibliography_that_entry_alone(tmp_path: Path) -> None:
    write(tmp_path / "refs.json", '[{"id": "x", "title": "T"}, {"title": "U"}]')
    [item] = find_sources([tmp_path], LIBRARY)
    assert isinstance(item, Found) and [entry["id"] for entry in item.entries] == ["x"]
    assert [(one.name, one.why) for one in item.lost] == [("entry 2", "has no id")]


@pytest.mark.parametrize("content", ['{"name": "x"}', "[{", '[{"title": "U"}]'])
def test_json_that_is_asked_for_by_name_must_be_a_bibliography(tmp_path: Path, content: str) -> None:
    path = write(tmp_path / "refs.json", content)
    with pytest.raises(UnreadableInput, match=r"refs\.json"):
        list(find_sources([path], LIBRARY))


def test_hidden_files_and_traces_of_systems_and_programs_are_passed_over(tmp_path: Path) -> None:
    for name in (".git/a.pdf", ".a.pdf", "__MACOSX/._a.pdf", "a.pdf:Zone.Identifier", "b.pdf\uf03aZone.Identifier",
                 "~$a.pdf", ".~lock.a.pdf#", ".DS_Store", "Thumbs.db", "desktop.ini"):
        write(tmp_path / name)
    assert kinds(tmp_path) == []
    assert kinds(tmp_path / ".git") == [("a.pdf", "pdf")]
    why = "a trace that a system or a program left beside another file"
    assert kinds(tmp_path / "~$a.pdf", tmp_path / "a.pdf:Zone.Identifier") == [
        ("~$a.pdf", why), ("a.pdf:Zone.Identifier", why)]


def test_traces_by_the_thousand_hide_no_paper(tmp_path: Path) -> None:
    for number in range(1500):
        (tmp_path / f"._{number}.pdf").touch()
        (tmp_path / f"{number}.pdf:Zone.Identifier").touch()
    write(tmp_path / "paper.pdf")
    assert kinds(tmp_path) == [("paper.pdf", "pdf")]


def test_a_library_inside_the_folder_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path / "lib" / "claimledger.toml", "[library]\n")
    write(tmp_path / "lib" / "blobs" / "ab" / "cd", b"%PDF-1.7")
    write(tmp_path / "lib" / "snapshots" / "s.json", "{}")
    write(tmp_path / "paper.pdf")
    assert kinds(tmp_path) == [("lib", "a claimledger library"), ("paper.pdf", "pdf")]


def test_links_that_lead_round_or_nowhere_are_named(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to(tmp_path)
    (tmp_path / "nowhere.pdf").symlink_to(tmp_path / "gone")
    (tmp_path / "self.pdf").symlink_to(tmp_path / "self.pdf")
    found = list(find_sources([tmp_path], LIBRARY))
    assert [(item.path.name, isinstance(item, Skipped) and item.failed) for item in found] == [
        ("nowhere.pdf", True), ("round", False), ("self.pdf", True)]


def test_a_link_out_of_the_folder_is_named_and_left_and_taken_in_where_it_is_named(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside.pdf")
    write(tmp_path / "f" / "sub" / "in.pdf")
    (tmp_path / "f" / "out.pdf").symlink_to(outside)
    (tmp_path / "f" / "within.pdf").symlink_to(tmp_path / "f" / "sub" / "in.pdf")
    assert kinds(tmp_path / "f") == [
        ("out.pdf", "a link out of the folder; name the file to take it in"), ("in.pdf", "pdf")]
    assert kinds(tmp_path / "f" / "out.pdf") == [("out.pdf", "pdf")]
    (tmp_path / "g").symlink_to(tmp_path / "f")
    assert ("in.pdf", "pdf") in kinds(tmp_path / "g")


@pytest.mark.parametrize(("name", "content", "kind"), [
    ("a.pdf", "<?xml version='1.0'?><article><front><article-meta/></front></article>", "jats"),
    ("a.pdf", "<?xml version='1.0'?><html/>", "pdf"),
    ("a.xml", "<?xml version='1.0' encoding='klingon'?><article/>", "jats"),
    ("a.xml", "<?xml version='1.0' encoding='klingon'?><TEI/>", "tei"),
    ("a.xml", f"<!DOCTYPE x [<!ENTITY y '{'z' * 100}'>]><article/>", "jats"),
    ("a.xml", "", "jats"),
    ("a.xml", "<svg/>", "XML that is neither JATS nor TEI (it begins with <svg>)"),
])
def test_content_goes_before_the_name_and_xml_that_cannot_be_read_is_for_its_parser_to_refuse(
    tmp_path: Path, name: str, content: str, kind: str
) -> None:
    write(tmp_path / name, content)
    assert kinds(tmp_path) == [(name, kind)]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    assert kinds(tmp_path) == kinds(tmp_path / "pipe.pdf") == [("pipe.pdf", "not a regular file")]


def test_a_path_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    paper = write(tmp_path / "a.pdf")
    for missing in (tmp_path / "b.pdf", paper / "c.pdf"):
        with pytest.raises(UnreadableInput, match="does not exist"):
            list(find_sources([paper, missing], LIBRARY))


def test_what_may_not_be_read_fails_in_a_folder_and_is_refused_by_name(as_nobody: Path) -> None:
    paper = write(as_nobody / "paper.pdf")
    closed = write(as_nobody / "closed" / "a.pdf").parent
    flat = write(as_nobody / "flat" / "a.pdf").parent
    for path, mode in ((paper, 0), (closed, 0), (flat, 0o444)):
        path.chmod(mode)
    try:
        found = list(find_sources([as_nobody], LIBRARY))
        assert [item.path.name for item in found] == ["closed", "a.pdf", "paper.pdf"]
        assert all(isinstance(item, Skipped) and item.failed and "cannot be read" in item.why for item in found)
        with pytest.raises(UnreadableInput, match="cannot be read: Permission denied"):
            list(find_sources([paper], LIBRARY))
    finally:
        for path in (paper, closed, flat):
            path.chmod(0o700)
