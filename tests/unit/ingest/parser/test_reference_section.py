"""Reference lists found wherever they stand in a paper, in PDFs typeset on the spot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from claimledger.ingest.citations.cite import cite
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.kb.events.build import Cited

PROSE = ["Seals were watched from the cliff for six weeks in spring and all", "were marked with a small tag."] * 6
NUMBERED = [
    "[1] A. Okoro, C. Lind, Drift of small boats, Tides 12 (2001) 1-9.",
    "[2] C. Lind, Silt and sand, Tides 13 (2002) 11-19.",
    "[3] Q. Ng, The height of quays, Tides 14 (2003) 21-29.",
    "[4] P. Moss, Slender hulls, Tides 15 (2004) 31-39.",
    "[5] R. Pell, Wide hulls, Tides 16 (2005) 41-49.",
    "[6] K. Abel, Fog signals, Tides 17 (2006) 51-59.",
]
NAMES = ["Okoro", "Lind", "Ng", "Moss", "Pell", "Abel"]


def cited(parts: Sequence[tuple[str, Sequence[str]]]) -> Cited:
    """What is cited by a paper of (heading, lines) sections; a heading that is empty is not printed."""
    import pymupdf

    pdf = pymupdf.open()
    page = pdf.new_page()
    font = pymupdf.Font("tiro")
    y = 80.0
    writer = pymupdf.TextWriter(page.rect)

    def put(text: str, size: float) -> None:
        nonlocal y, page, writer
        if y > 760:
            writer.write_text(page)
            page = pdf.new_page()
            writer, y = pymupdf.TextWriter(page.rect), 80.0
        writer.append((90, y), text, font=font, fontsize=size)
        y += 1.3 * size

    put("Grey seals remember their neighbours", 18)
    put("Ada B. Smith and Carl Hill", 11)
    for heading, lines in parts:
        y += 14
        if heading:
            put(heading, 14)
        for text in lines:
            put(text, 9)
    writer.write_text(page)
    return cite(_parsed(pdf.tobytes()))


def _parsed(content: bytes) -> Any:
    return PyMuPdfParser().parse(content)


@pytest.mark.parametrize(
    "heading",
    ["Literature Cited", "Literaturverzeichnis", "Références", "Список литературы", "Bibliografía", "Works cited"],
)
def test_the_heading_of_the_list_may_be_in_another_language(heading: str) -> None:
    found = cited([("1 Introduction", PROSE), (heading, NUMBERED)])

    assert [entry.authors[0] for entry in found.references] == NAMES


def test_an_appendix_behind_the_list_is_no_part_of_it() -> None:
    found = cited([("1 Introduction", PROSE), ("References", NUMBERED), ("Appendix A Proofs", PROSE)])

    assert [entry.authors[0] for entry in found.references] == NAMES
    assert all("cliff" not in entry.raw for entry in found.references)


def test_a_numbered_list_behind_the_text_needs_no_heading() -> None:
    found = cited([("1 Introduction", PROSE), ("2 Results", PROSE), ("", NUMBERED)])

    assert [entry.label for entry in found.references] == ["[1]", "[2]", "[3]", "[4]", "[5]", "[6]"]


def test_numbered_steps_at_the_end_are_no_references() -> None:
    steps = [f"[{n}] Weigh the seal and note how heavy it is." for n in range(1, 8)]

    found = cited([("1 Introduction", PROSE), ("2 Results", PROSE), ("", steps)])

    assert found.references == ()


def test_every_chapter_may_have_a_list() -> None:
    first = ["Boats drift [1, 2]. Sand lies still [3].", *PROSE]
    second = [f"[{n}] {name}. Harbours of the north, Quays {n} (201{n}) 1-9." for n, name in enumerate(
        ["B. Arne", "D. Boll", "F. Carl", "H. Dunn", "J. Egge", "L. Fisk"], 1)]  # fmt: skip

    found = cited([
        ("1 Boats", first), ("References", NUMBERED), ("2 Harbours", PROSE), ("References", second),
    ])  # fmt: skip

    assert [entry.authors[0] for entry in found.references] == [
        *NAMES, "Arne", "Boll", "Carl", "Dunn", "Egge", "Fisk",
    ]  # fmt: skip
    assert [marker.references for marker in found.markers] == [(0, 1), (2,)]


def test_the_box_that_tells_how_to_cite_the_paper_is_no_part_of_the_last_reference() -> None:
    box = ["How to cite this article: Smith AB, Hill C. Grey seals. Tides 2004;1:1-9.", "Source of Support: Nil."]

    found = cited([("Introduction", PROSE), ("References", [*NUMBERED, *box])])

    assert [entry.raw for entry in found.references] == NUMBERED
