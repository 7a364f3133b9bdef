"""Title pages whose parts stand beside and above one another."""

from __future__ import annotations

import pymupdf
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser
from claimledger.kb.events.document import Document

PROSE = [
    "Seals were watched from the cliff for six weeks in spring, and each animal was marked",
    "with a small tag. The observers did not know which group an animal belonged to, and",
    "the weather was noted every hour during the whole period of the study by two persons.",
]


def _text(page: pymupdf.Page, x: float, y: float, text: str, size: float = 10, font: str = "tiro") -> None:
    page.insert_text((x, y), text, fontsize=size, fontname=font)


def _introduction(page: pymupdf.Page, y: float, lines: int = 12) -> None:
    _text(page, 90, y, "1 Introduction", 12, "tibo")
    for at in range(lines):
        _text(page, 90, y + 20 + 12 * at, PROSE[at % 3])


def _read(pdf: pymupdf.Document) -> Document:
    return PyMuPdfParser().parse(pdf.tobytes(no_new_id=True))


def _abstract(document: Document) -> str:
    return " ".join(s.text for s in document.sentences if document.sections[s.section].role == "abstract")


def test_a_title_keeps_its_second_line_beside_a_narrow_column() -> None:
    pdf = pymupdf.open()
    page = pdf.new_page()
    for y, title in ((90, "Grey seals remember their neighbours for two winters"), (112, "on a small island: a study")):
        _text(page, 300 - pymupdf.get_text_length(title, "tibo", 18) / 2, y, title, 18, "tibo")
    for at, text in enumerate(["Ada B. Smith1,", "Bo Moss2"]):
        _text(page, 50, 128 + 11 * at, text, 9, "tibo")
    for at, text in enumerate(["1University of Home,", "School of Seals,", "Oslo, Norway", "2Moss Institute, Bergen"]):
        _text(page, 50, 160 + 10 * at, text, 8)
    _text(page, 220, 140, "ABSTRACT", 9.5, "tibo")
    for at in range(12):
        _text(page, 220, 153 + 12 * at, PROSE[at % 3][:70], 9.5)
    _introduction(page, 340)
    document = _read(pdf)
    assert document.title == "Grey seals remember their neighbours for two winters on a small island: a study"


def test_labels_of_an_abstract_in_other_languages_are_no_sections() -> None:
    words = {"RESUMEN": ["Objetivos", "Métodos", "Resultados", "Conclusiones"],
             "Zusammenfassung": ["Hintergrund", "Methodik", "Ergebnisse", "Schlussfolgerung"],
             "Résumé": ["Contexte", "Méthodes", "Résultats", "Conclusions"]}
    for label, parts in words.items():
        pdf = pymupdf.open()
        page = pdf.new_page()
        _text(page, 90, 80, "Grey seals remember their neighbours", 18, "tibo")
        _text(page, 90, 110, "Ada B. Smith and Bo Moss", 11)
        _text(page, 90, 140, label, 10, "tibo")
        for at, part in enumerate(parts):
            _text(page, 90, 154 + 33 * at, f"{part}.", 9, "tibo")
            _text(page, 94 + pymupdf.get_text_length(part, "tibo", 9), 154 + 33 * at, PROSE[0], 9)
            _text(page, 90, 165 + 33 * at, PROSE[1], 9)
            _text(page, 90, 176 + 33 * at, PROSE[2], 9)
        _introduction(page, 310)
        document = _read(pdf)
        assert all(part in _abstract(document) for part in parts), label
        assert [section.title for section in document.sections if section.role != "abstract"] == ["Introduction"]


def test_a_figure_does_not_reach_over_the_abstract_to_a_band_at_the_head_of_the_page() -> None:
    pdf = pymupdf.open()
    page = pdf.new_page()
    page.draw_rect(pymupdf.Rect(60, 60, 540, 74), fill=(0.6, 0.6, 0.9), color=None)
    _text(page, 66, 70, "ORIGINAL RESEARCH", 8, "tibo")
    _text(page, 90, 100, "Grey seals remember their neighbours", 18, "tibo")
    _text(page, 90, 124, "Ada B. Smith and Bo Moss", 11)
    _text(page, 90, 150, "Abstract", 8, "tibo")
    for at in range(5):
        _text(page, 90, 162 + 10 * at, PROSE[at % 3], 8)
    page.draw_rect(pymupdf.Rect(120, 230, 480, 320), fill=(0.2, 0.5, 0.5), color=None)
    _text(page, 90, 336, "Figure 1. Where the seals were watched.", 8)
    _introduction(page, 370, 24)
    document = _read(pdf)
    assert document.title == "Grey seals remember their neighbours"
    assert "small tag" in _abstract(document)


def test_keywords_one_below_another_are_each_one() -> None:
    pdf = pymupdf.open()
    page = pdf.new_page()
    _text(page, 90, 80, "Grey seals remember their neighbours", 18, "tibo")
    _text(page, 90, 110, "Ada B. Smith and Bo Moss", 11)
    for at, text in enumerate(["Keywords:", "Grey seals", "Long memory", "Sound"]):
        _text(page, 90, 140 + 11 * at, text, 9)
    _text(page, 90, 200, "Abstract", 10, "tibo")
    for at in range(6):
        _text(page, 90, 213 + 11 * at, PROSE[at % 3], 9)
    _introduction(page, 310)
    assert _read(pdf).keywords == ("Grey seals", "Long memory", "Sound")
