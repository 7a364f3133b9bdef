"""Files as they come, through the whole of ingest: one bad page costs one page, one bad file one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library

PROSE = (
    "Seals were watched from the cliff for six weeks in spring. Each animal was marked with a small tag. The observers "
    "did not know which group an animal belonged to. Weather was noted every hour during the whole period. "
)


def paper() -> Any:
    """Four pages that each say which they are."""
    import pymupdf

    pdf = pymupdf.open()
    for number in range(1, 5):
        page = pdf.new_page()
        if number == 1:
            page.insert_text((90, 80), "Grey seals remember their neighbours", fontsize=18, fontname="tibo")
            page.insert_text((90, 110), "Ada B. Smith and Ben Cole", fontsize=11, fontname="tiro")
        page.insert_textbox((90, 150, 500, 780), f"Page {number} begins. " + PROSE * 6, fontsize=10, fontname="tiro")
    return pdf


def plain(pdf: Any) -> None:
    pdf.set_metadata({"title": "sound"})


def no_content(pdf: Any) -> None:
    pdf.xref_set_key(pdf[1].xref, "Contents", "999 0 R")


def broken_content(pdf: Any) -> None:
    pdf.update_stream(pdf[1].get_contents()[0], b"\xff\xfe ((( [[[ <<< BT Tf Tj")


def no_page(pdf: Any) -> None:
    pdf.update_object(pdf[1].xref, "null")


def form_in_itself(pdf: Any) -> None:
    form, call = pdf.get_new_xref(), pdf.get_new_xref()
    pdf.update_object(form, f"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F {form} 0 R>>>>>>")
    pdf.update_stream(form, b"/F Do /F Do")
    pdf.update_object(call, "<<>>")
    pdf.update_stream(call, b"/F Do")
    page = pdf[1]
    resources = int(pdf.xref_get_key(page.xref, "Resources")[1].split()[0])
    pdf.xref_set_key(resources, "XObject", f"<</F {form} 0 R>>")
    pdf.xref_set_key(page.xref, "Contents", f"[{page.get_contents()[0]} 0 R {call} 0 R]")


def page_above_itself(pdf: Any) -> None:
    page = pdf[1]
    pdf.xref_set_key(page.xref, "Annots", f"[{page.xref} 0 R {page.xref} 0 R]")
    pdf.xref_set_key(page.xref, "Parent", f"{page.xref} 0 R")


def wide_page(pdf: Any) -> None:
    pdf.xref_set_key(pdf[1].xref, "MediaBox", "[0 0 2000000000 800]")


def script(pdf: Any) -> None:
    action = pdf.get_new_xref()
    pdf.update_object(action, "<</S/JavaScript/JS(app.alert(1))>>")
    pdf.xref_set_key(pdf.pdf_catalog(), "OpenAction", f"{action} 0 R")


def attached(pdf: Any) -> None:
    pdf.embfile_add("notes.txt", b"notes")


def pinned(pdf: Any) -> None:
    pdf[0].add_file_annot((100, 700), b"notes", "notes.txt")


def portfolio(pdf: Any) -> None:
    attached(pdf)
    pdf.xref_set_key(pdf.pdf_catalog(), "Collection", "<</Type/Collection/View/D>>")


# What is odd, which of the four pages reach their reader, and what he is told.
ODD = [
    (plain, "1234", []),
    (no_content, "134", ["blank"]),
    (broken_content, "134", ["lost"]),
    (no_page, "134", ["damaged", "lost"]),
    (form_in_itself, "1234", []),
    (page_above_itself, "1234", []),
    (wide_page, "1234", []),
    (script, "1234", ["script"]),
    (attached, "1234", ["attachments"]),
    (pinned, "1234", ["attachments"]),
    (portfolio, "1234", ["portfolio"]),
]
REFUSED = {
    "landing.pdf": (b"\n<!DOCTYPE html><html><head><title>Sign in</title>", "not-a-pdf: this is an HTML page, "
                    "probably a login or landing page; fetch the PDF again"),
    "picture.pdf": (b"\x89PNG\r\n\x1a\n" + b"0" * 100, "not-a-pdf: the file does not begin like a PDF; "
                    "check what was saved"),
    "nothing.pdf": (b"", "empty: the file is empty; fetch it again"),
}


@pytest.fixture(scope="module")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str, tuple[str, ...], str]]:
    """Of each file: its outcome, the reason, the warnings, and the pages that are in its sentences."""
    import pymupdf

    folder = tmp_path_factory.mktemp("odd")
    for change, *_ in ODD:
        with paper() as pdf:
            change(pdf)
            (folder / f"{change.__name__}.pdf").write_bytes(pdf.tobytes())
    with paper() as pdf:
        (folder / "owned.pdf").write_bytes(
            pdf.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw=""))
    for name, (content, _) in REFUSED.items():
        (folder / name).write_bytes(content)
    with Library.create(folder / "library", owner="x") as library:
        report = ingest(library, [folder])
        documents = {event.stream: event.payload() for event in library.ledger.read(kinds=["Parsed"])}
    out = {}
    for outcome in report.outcomes:
        document = documents.get(f"build:{outcome.build}")
        said = " ".join(sentence.text for sentence in document.sentences) if document else ""  # type: ignore[attr-defined]
        pages = "".join(str(number) for number in range(1, 5) if f"Page {number} begins" in said)
        out[Path(outcome.file).name] = (outcome.status, outcome.reason, outcome.warnings, pages)
    return out


@pytest.mark.parametrize(("change", "pages", "warnings"), ODD)
def test_what_is_odd_about_a_paper_costs_no_more_than_itself(
    ingested: dict[str, tuple[str, str, tuple[str, ...], str]], change: Any, pages: str, warnings: list[str]
) -> None:
    status, _, told, read = ingested[f"{change.__name__}.pdf"]
    assert (status, read, [warning.split(":")[0] for warning in told]) == ("sealed", pages, warnings)


def test_a_paper_that_only_its_owner_may_change_is_read(
    ingested: dict[str, tuple[str, str, tuple[str, ...], str]]
) -> None:
    assert ingested["owned.pdf"] == ("sealed", "", (), "1234")


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_pdf_is_told_for_what_it_is(
    ingested: dict[str, tuple[str, str, tuple[str, ...], str]], name: str
) -> None:
    assert ingested[name] == ("failed", REFUSED[name][1], (), "")
