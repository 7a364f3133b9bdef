"""Reference lists, citation links, captions and cells of real papers against the publishers' XML."""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from statistics import mean

import pytest
from claimledger.ingest.citations.cite import cite
from claimledger.kb.events.build import Cited
from claimledger.kb.events.document import Document

pytestmark = pytest.mark.real


class Paper:
    """A parsed paper with its XML."""

    def __init__(self, pdf: Path, document: Document) -> None:
        self.document = document
        self.cited: Cited = cite(self.document)
        self.xml = ET.parse(pdf.with_suffix(".xml")).getroot()
        for node in self.xml.iter():
            node.tag = node.tag.rsplit("}", 1)[-1] if isinstance(node.tag, str) else node.tag
        self.printed = re.sub(r"\s+", "", " ".join(entry.raw for entry in self.document.references)).lower()


@pytest.fixture(scope="module")
def papers(data: Path, parse: Callable[[Path], Document]) -> list[Paper]:
    pdfs = sorted((data / "papers" / "gold").glob("*.pdf"))
    return [Paper(pdf, parse(pdf)) for pdf in pdfs if pdf.with_suffix(".xml").exists()]


def plain(node: ET.Element | None) -> str:
    return re.sub(r"\s+", " ", "".join(node.itertext())).strip() if node is not None else ""


def folded(text: str | None) -> str:
    plain_text = unicodedata.normalize("NFKD", text or "").lower()
    return re.sub(r"[^\w]+", " ", "".join(c for c in plain_text if not unicodedata.combining(c))).strip()


def like(a: str | None, b: str) -> bool:
    return SequenceMatcher(None, folded(a), folded(b), autojunk=False).ratio() > 0.9


def shares(found: Iterator[tuple[int, int]]) -> float:
    """The mean over papers of right answers among the expected ones."""
    return mean(right / expected for right, expected in found if expected)


def test_reference_titles_are_found(papers: list[Paper]) -> None:
    def counts() -> Iterator[tuple[int, int]]:
        for paper in papers:
            titles = [plain(t) for ref in paper.xml.iter("ref") for t in ref.iter("article-title")][:30]
            got = [entry.title for entry in paper.cited.references]
            yield sum(any(like(title, want) for title in got) for want in titles), len(titles)

    assert shares(counts()) >= 0.9


def test_printed_dois_are_found_in_their_own_entry(papers: list[Paper]) -> None:
    right = wrong = 0
    for paper in papers:
        for ref in paper.xml.iter("ref"):
            doi = next((plain(i).lower() for i in ref.iter("pub-id") if i.get("pub-id-type") == "doi"), "")
            title = plain(ref.find(".//article-title"))
            if doi and title and doi in paper.printed:
                same = [entry for entry in paper.cited.references if like(entry.title, title)]
                right += any(entry.doi == doi for entry in same)
                wrong += bool(same) and not any(entry.doi == doi for entry in same)

    assert right >= 100
    assert wrong <= 0.01 * right


def test_no_doi_stands_in_two_entries_of_one_list(papers: list[Paper]) -> None:
    for paper in papers:
        dois = Counter(entry.doi for entry in paper.cited.references if entry.doi)
        printed = {doi: paper.printed.count(doi) for doi in dois}
        assert all(count <= printed[doi] for doi, count in dois.items())


def test_entries_that_the_text_cites_are_linked(papers: list[Paper]) -> None:
    def counts() -> Iterator[tuple[int, int]]:
        for paper in papers:
            order = {ref.get("id"): n for n, ref in enumerate(paper.xml.iter("ref"))}
            xrefs = [xref.get("rid") or "" for xref in paper.xml.iter("xref") if xref.get("ref-type") == "bibr"]
            rids = [rid for xref in xrefs for rid in xref.split()]
            want = {order[rid] for rid in rids if rid in order}
            linked = {n for marker in paper.cited.markers for n in marker.references}
            yield len(linked & want), len(want)

    assert shares(counts()) >= 0.93


def test_markers_lie_in_their_sentences(papers: list[Paper]) -> None:
    for paper in papers:
        for marker in paper.cited.markers:
            assert 0 <= marker.start < marker.end <= len(paper.document.sentences[marker.sentence].text)
            assert all(0 <= n < len(paper.cited.references) for n in marker.references)


def test_captions_are_found_and_no_others(papers: list[Paper]) -> None:
    found = expected = right = 0
    for paper in papers:
        wanted = [plain(node.find("caption")) for tag in ("fig", "table-wrap") for node in paper.xml.iter(tag)]
        wanted = [caption for caption in wanted if caption]
        got = [asset.caption for asset in paper.document.assets]
        right += sum(any(folded(want)[:60] in folded(have) for have in got) for want in wanted)
        expected += len(wanted)
        found += len(got)

    assert right >= 0.93 * expected
    assert right >= 0.93 * found


def test_rows_of_tables_are_rows_of_the_publisher(papers: list[Paper]) -> None:
    """A row counts as right if its cells, in order, are those of a row, or the last cells of one (labels may span)."""
    right = total = 0
    for paper in papers:
        rows = [[folded(plain(c)).replace(" ", "") for c in tr if c.tag in ("td", "th")] for tr in paper.xml.iter("tr")]
        wanted = {tuple(cell for cell in row if cell) for row in rows}
        for asset in paper.document.assets if wanted else ():
            for row in asset.cells or ():
                got = tuple(cell for cell in (folded(text).replace(" ", "") for text in row) if cell)
                same = got in wanted or (len(got) > 1 and any(got == want[-len(got) :] for want in wanted))
                right += bool(got) and same
                total += 1

    assert total > 400
    assert right >= 0.9 * total
