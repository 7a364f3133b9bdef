"""Bibliographies of Zotero, JabRef and databases: their entries and the files that these point to."""

from pathlib import Path

import pytest
from claimledger.ingest import bibliographies
from claimledger.ingest.run import ingest
from claimledger.ingest.sources import Found, Skipped, find_sources
from claimledger.kb.errors import UnreadableInput
from claimledger.kb.forgetting.failed import failed_sources
from claimledger.kb.forgetting.purge import purge
from claimledger.kb.library import Library
from claimledger.kb.papers import list_papers
from claimledger.kb.settle.run import difference_from_scratch


def sources(tmp_path: Path, *paths: Path) -> list[tuple[str, str]]:
    return [
        (item.path.name, item.kind if isinstance(item, Found) else item.why)
        for item in find_sources(paths or [tmp_path], tmp_path / "library")
    ]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with one attached file."""
    (tmp_path / "home" / "files" / "1").mkdir(parents=True)
    (tmp_path / "home" / "files" / "1" / "Oaks; a survey.pdf").write_bytes(b"%PDF-1.4 not really")
    (tmp_path / "outside.pdf").write_bytes(b"%PDF-1.4 not really")
    return tmp_path / "home"


@pytest.mark.parametrize("field", [
    r"Full Text PDF:files/1/Oaks\; a survey.pdf:application/pdf",
    r":files/1/Oaks\; a survey.pdf:PDF;Snapshot:files/2/page.html:text/html",
    r"files/1/Oaks\; a survey.pdf",
])
def test_a_file_that_zotero_or_jabref_attached_is_taken_in_with_the_entry(home: Path, field: str) -> None:
    bibliography = home / "library.bib"
    bibliography.write_text(f"@article{{oaks, title={{Oaks}}, file={{{field}}}}}")
    assert sources(home, bibliography) == [("library.bib", "bibtex"), ("Oaks; a survey.pdf", "pdf")]


def test_a_file_attached_in_ris_is_taken_in(home: Path) -> None:
    (home / "x.ris").write_text("TY  - JOUR\nTI  - Oaks\nL1  - files/1/Oaks; a survey.pdf\nER  -\n")
    assert sources(home, home / "x.ris") == [("x.ris", "ris"), ("Oaks; a survey.pdf", "pdf")]


@pytest.mark.parametrize(("path", "why"), [
    ("../outside.pdf", "attached in x.bib, outside its folder; name the file to take it in"),
    ("/etc/passwd.pdf", "attached in x.bib, outside its folder; name the file to take it in"),
    (r"C\:\\Users\\me\\gone.pdf", "attached in x.bib, and not there"),
    ("files/gone.pdf", "attached in x.bib, and not there"),
])
def test_a_file_outside_the_bibliographys_folder_is_named_and_left(home: Path, path: str, why: str) -> None:
    (home / "x.bib").write_text(f"@article{{oaks, title={{Oaks}}, file={{:{path}:PDF}}}}")
    assert [reason for _, reason in sources(home, home / "x.bib")] == ["bibtex", why]


def test_a_link_out_of_the_folder_is_outside_too(home: Path) -> None:
    (home / "link.pdf").symlink_to(home.parent / "outside.pdf")
    (home / "x.bib").write_text("@article{oaks, title={Oaks}, file={:link.pdf:PDF}}")
    assert sources(home, home / "x.bib")[1][1].startswith("attached in x.bib, outside its folder")


def test_databases_save_under_names_that_say_nothing_and_the_content_decides(home: Path) -> None:
    (home / "savedrecs.txt").write_text("FN Web of Science\nVR 1.0\nPT J\nTI Oaks\nER\nEF\n")
    (home / "pubmed-oaks-set.txt").write_text("\nPMID- 12\nTI  - Oaks\n")
    (home / "notes.txt").write_text("remember the oaks")
    kinds = dict(sources(home))
    assert kinds["savedrecs.txt"] == kinds["pubmed-oaks-set.txt"] == "ris"
    assert kinds["notes.txt"] == "unknown kind of file (.txt)"


def test_what_is_meant_as_a_bibliography_and_is_none_is_told(home: Path) -> None:
    (home / "x.ris").write_text("hello")
    [found] = [item for item in find_sources([home], home / "l") if item.path.name == "x.ris"]
    assert isinstance(found, Found) and found.entries == ()
    assert "holds no RIS records" in found.lost[0].why and found.lost[0].content == b"hello"


def test_entries_of_every_format_are_one_paper_where_they_agree_and_lost_ones_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(
        "@article{a, title={Frost on oaks}, author={Falk, B.}, year=2020, doi={10.1000/a}}\n@article{, title={X}}"
    )
    (tmp_path / "a.ris").write_text("TY  - JOUR\nTI  - Frost on oaks\nAU  - Falk, B.\nPY  - 2020\nDO  - 10.1000/A\n")
    (tmp_path / "a.nbib").write_text(
        "PMID- 9\nTI  - Frost on oaks.\nFAU - Falk, Bo\nDP  - 2020\nAID - 10.1000/a [doi]\n"
    )
    library = Library.create(tmp_path / "library", owner="o")
    report = ingest(library, [tmp_path / name for name in ("a.bib", "a.ris", "a.nbib")])
    assert [(o.file, o.status) for o in report.outcomes] == [
        ("a.bib#line 2", "failed"), ("a.bib#a", "sealed"), ("a.ris#1", "sealed"), ("a.nbib#9", "sealed"),
    ]
    with library.view() as view:
        assert [row["n"] for row in view.rows("SELECT count(*) AS n FROM works")] == [1]
        kinds = view.rows("SELECT DISTINCT source_kind AS k FROM sources ORDER BY 1")
    assert [row["k"] for row in kinds] == ["bibtex", "ris"]
    library.close()


def test_entries_that_cannot_be_read_are_listed_among_what_failed_until_they_are_purged(tmp_path: Path) -> None:
    (tmp_path / "x.bib").write_text("@article{a, title={Owls}}\n@article{b, title={Larks, year=2019}\n")
    (tmp_path / "y.json").write_text('[{"id": "c", "title": "Jays"}, {"title": "Tits"}]')
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "z.ris").write_text("hello")
    with Library.create(tmp_path / "lib", owner="x") as library:
        for attempt in (1, 2):
            report = ingest(library, [tmp_path / "x.bib", tmp_path / "y.json", tmp_path / "f"])
            assert [(one.file, one.entry) for one in report.outcomes if one.status == "failed"] == [
                ("x.bib#line 2", True), ("y.json#entry 2", True), (str(tmp_path / "f" / "z.ris"), False)]
            with library.view() as view:
                failed = failed_sources(view)
            assert [(row["name"], row["reason"], row["attempts"]) for row in failed] == [
                ("x.bib#line 2", "unreadable-entry", attempt), ("y.json#entry 2", "unreadable-entry", attempt),
                ("z.ris", "unreadable-entry", attempt)]
        assert b"Larks" in library.blobs.get(failed[0]["blob"])
        purge(library, [row["build"] for row in failed], "asked to")
        outcomes = ingest(library, [tmp_path / "x.bib"]).outcomes
        assert "was purged" in next(one.reason for one in outcomes if one.status == "failed")


def test_a_bibliography_that_is_too_large_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bibliographies, "MOST_BYTES", 2**20)
    with open(tmp_path / "x.bib", "wb") as file:
        file.truncate(2**20 + 1)
    [skipped] = find_sources([tmp_path], tmp_path / "lib")
    assert isinstance(skipped, Skipped) and skipped.failed and "read up to 1" in skipped.why
    with pytest.raises(UnreadableInput, match="has 1 MB"):
        list(find_sources([tmp_path / "x.bib"], tmp_path / "lib"))


JATS = """<article><front><article-meta><title-group><article-title>Hearing beetles in logs of spruce</article-title>
</title-group><contrib-group><contrib contrib-type="author"><name><surname>Brandt</surname>
<given-names>Ilse</given-names></name></contrib></contrib-group></article-meta></front><body><sec><title>Results</title>
<p>Beetles were heard in spruce. They were louder than moths in every log that we cut.</p></sec></body></article>"""


@pytest.mark.parametrize("file_first", [True, False])
def test_an_attached_file_joins_its_entry_though_it_prints_no_year_and_whenever_it_comes(
    home: Path, tmp_path: Path, file_first: bool
) -> None:
    (home / "files" / "paper.xml").write_text(JATS)
    bibliography = home / "x.bib"
    bibliography.write_text(
        "@article{a, title={Hearing beetles in logs of spruce}, author={Brandt, Ilse}, year={2019},"
        " file={:files/paper.xml:XML}}\n@article{b, title={Yields of winter wheat}, author={Ono, A.}, year={2019}}\n"
        "@article{c, title={Roots of old oaks}, author={Ono, A.}, year={2001}}\n"
        "@article{d, title={Roots of young oaks}, author={Ono, A.}, year={2002}}\n"
    )
    with Library.create(tmp_path / "lib", owner="x") as library:
        if file_first:
            ingest(library, [home / "files" / "paper.xml"])
        ingest(library, [bibliography])
        ingest(library, [bibliography])
        assert len(list(library.ledger.read(kinds=["FilesAttached"]))) == 1
        with library.view() as view:
            [paper] = [row for row in list_papers(view) if "beetles" in row["title"]]
            assert paper["year"] == "2019" and len(difference_from_scratch(view)) == 0
        purge(library, [next(iter(view_builds(library, "bibtex")))], "asked to")
        with library.view() as view:
            assert len(difference_from_scratch(view)) == 0


def view_builds(library: Library, kind: str) -> list[str]:
    with library.view() as view:
        rows = view.rows("SELECT build FROM sources WHERE source_kind = ? ORDER BY name", [kind])
    return [row["build"] for row in rows]
