"""Each of the odd files: read, read with a warning, or refused with the right reason, as `edge_files.md` says."""

from __future__ import annotations

from pathlib import Path

import pytest
from claimledger.ingest.parser.child import parse_file
from claimledger.kb.errors import ParserError

pytestmark = pytest.mark.real

TABLE = [[cell.strip() for cell in line.strip().strip("|").split("|")]
         for line in (Path(__file__).parent / "edge_files.md").read_text(encoding="utf-8").splitlines()
         if line.startswith("| ")][2:]
PARSED = {name: parse.split(", ") for name, parse, _, _ in TABLE if parse}


@pytest.fixture(scope="module")
def edge(data: Path) -> Path:
    return data / "papers" / "edge"


def test_every_file_of_the_folder_is_in_the_table_with_the_reason(edge: Path) -> None:
    assert sorted(path.name for path in edge.iterdir()) == [name for name, *_ in TABLE]
    assert {name for name in PARSED if not name.endswith(".pdf")} == set()
    assert all(why for *_, why in TABLE)


@pytest.mark.parametrize("name", [name for name, (end, *_) in PARSED.items() if end != "read"])
def test_a_file_that_cannot_be_read_is_refused_with_its_reason(
    edge: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ParserError) as caught:
        parse_file(edge / name)
    assert [caught.value.reason] == PARSED[name]
    assert caught.value.remedy
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", [name for name, (end, *_) in PARSED.items() if end == "read"])
def test_a_file_that_can_be_read_gives_its_text_and_the_right_warnings(
    edge: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    document = parse_file(edge / name)
    assert ["read", *(warning.split(":")[0] for warning in document.warnings)] == PARSED[name]
    assert document.sentences
    assert capfd.readouterr() == ("", "")


def test_the_right_password_opens_an_encrypted_paper_and_a_wrong_one_is_told(edge: Path) -> None:
    for passwords in ("secret", ["guess", "secret"], ["secret", "guess"]):
        assert parse_file(edge / "encuser-jose.00184.pdf", password=passwords).pages == 6
    with pytest.raises(ParserError) as caught:
        parse_file(edge / "encuser-jose.00184.pdf", password=["guess", "another"])
    assert caught.value.reason == "wrong-password"


def test_a_misleading_info_dictionary_does_not_make_the_title(edge: Path) -> None:
    document = parse_file(edge / "badmeta-word-PMC5860693.pdf")
    assert document.info["title"].startswith("Microsoft Word")
    assert document.title.startswith("Ursolic acid rich Ocimum sanctum")


def test_a_paper_whose_pages_are_turned_reads_right(edge: Path) -> None:
    document = parse_file(edge / "rot90-PMC6313609.pdf")
    assert [author.family for author in document.authors] == ["Taghavi", "Kim", "Rahemi"]
    assert "Introduction" in [section.title for section in document.sections]


def test_the_first_of_two_merged_papers_is_read_alone(edge: Path) -> None:
    merged = parse_file(edge / "merged-jose.00184+PMC6313609.pdf")
    alone = parse_file(edge / "resaved-jose.00184.pdf")
    assert [s.text for s in merged.sentences] == [s.text for s in alone.sentences]


def test_an_invisible_layer_is_reported_and_kept_out(edge: Path) -> None:
    document = parse_file(edge / "invisible-text.pdf")
    assert [(item.why, item.page) for item in document.hidden] == [("invisible", 1)]
    assert "layer" not in " ".join(sentence.text for sentence in document.sentences)


def test_hyphens_of_the_line_end_go(edge: Path) -> None:
    assert "dehypenisation" in parse_file(edge / "dehyphenation-1.pdf").sentences[0].text
    assert "optionalhyphen" in parse_file(edge / "soft-hyphen.pdf").sentences[0].text
