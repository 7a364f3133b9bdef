"""A thesis: time and memory grow no faster than its pages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from claimledger.ingest.parser.child import ReadingChild, Work
from claimledger.ingest.parser.port import Limits
from claimledger.ingest.pipeline import open_pipeline
from claimledger.kb.events.document import Document
from claimledger.kb.settings import LibrarySettings, Settings

PROSE = (
    "Seals were watched from the cliff in week {0}. Each of {0} animals was marked with a small tag. The observers did "
    "not know which group an animal belonged to. Weather was noted every hour, {0} times in all. "
)


def thesis(pages: int) -> bytes:
    """Two columns a page, each page with a heading, a running head and other numbers."""
    import pymupdf

    with pymupdf.open() as pdf:
        for number in range(1, pages + 1):
            page = pdf.new_page()
            page.insert_text((60, 40), f"A thesis on seals {number}", fontsize=8, fontname="tiro")
            page.insert_text((60, 70), f"{number} Week {number}", fontsize=13, fontname="tibo")
            for x in (60, 310):
                page.insert_textbox((x, 90, x + 230, 790), PROSE.format(number) * 12, fontsize=10, fontname="tiro")
        content = pdf.tobytes(garbage=3, deflate=True)
    assert isinstance(content, bytes)
    return content


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.parametrize(("pages", "most_mb"), [
    (12, 250), pytest.param(600, 700, marks=pytest.mark.slow),
])
def test_a_thesis_is_read_whole_within_its_memory(pages: int, most_mb: int) -> None:
    pipeline = open_pipeline("pdf", Settings(library=LibrarySettings(id="x", owner="x")))
    with ReadingChild(Limits(seconds=600)) as child:
        made = child.make(thesis(pages), Work(pipeline=pipeline))
        assert child._process is not None
        status = Path(f"/proc/{child._process.pid}/status").read_text().splitlines()
    assert made.why is None
    document = made.stages["parsed"]
    assert isinstance(document, Document)
    assert document.pages == pages and len(document.sentences) >= 96 * pages
    [peak] = [int(line.split()[1]) for line in status if line.startswith("VmHWM:")]
    assert peak < most_mb * 1024
