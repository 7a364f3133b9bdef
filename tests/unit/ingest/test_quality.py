from __future__ import annotations

from typing import Any

from claimledger.ingest.describe import describe
from claimledger.ingest.quality import assess
from claimledger.kb.events.build import Cited, QualityAssessed
from claimledger.kb.events.document import (
    Author,
    Document,
    HiddenText,
    Marker,
    ParserStamp,
    ReferenceEntry,
    Role,
    Section,
    Sentence,
)

_PROSE = "The frost reached the lower valley in the second week."


def _document(
    parser: str = "pymupdf", role: Role = "abstract", text: str = _PROSE, count: int = 20, **over: Any
) -> Document:
    fields: dict[str, Any] = {
        "title": "On frost",
        "year": 2019,
        "authors": (Author(name="Ada Smith"),),
        "pages": 2,
        "sections": (Section(level=1, role=role),),
        "sentences": tuple(Sentence(text=text, section=0, paragraph=0) for _ in range(count)),
    }
    return Document(parser=ParserStamp(name=parser, version="1"), **{**fields, **over})


def _assess(document: Document, markers: tuple[Marker, ...] = ()) -> QualityAssessed:
    return assess(document, describe(document), Cited(references=(ReferenceEntry(raw="x"),), markers=markers))


def test_a_whole_paper_is_good() -> None:
    quality = _assess(_document())
    assert (quality.grade, quality.quarantined, quality.reasons, quality.missing_fields) == ("A", False, (), ())
    assert quality.sentences == 20


def test_a_missing_abstract_makes_a_paper_fair_and_is_named() -> None:
    quality = _assess(_document(role="other"))
    assert (quality.grade, quality.quarantined, quality.missing_fields) == ("B", False, ("abstract",))


def test_a_title_in_the_files_dictionary_alone_does_not_count() -> None:
    quality = _assess(_document(title="", info={"title": "x.doc"}))
    assert quality.missing_fields == ("title",)
    assert quality.grade == "C" and not quality.quarantined


def test_replacement_private_use_and_control_characters_are_counted_and_soft_hyphens_are_not() -> None:
    quality = _assess(_document(text="A \ufffd b \ue000 c \x07 d\u00ad e and then some more words of plain prose here"))
    assert quality.suspicious_characters == 60


def test_garbled_text_is_quarantined() -> None:
    quality = _assess(_document(text="\ue001\ue002\ue003 ab \ue004\ue005"))
    assert quality.quarantined and quality.grade == "D"
    assert "garbled" in quality.reasons[0]


def test_text_without_letters_is_quarantined() -> None:
    quality = _assess(_document(text="/0 1 2 $% &3 4 // 55 12 a"))
    assert quality.quarantined
    assert "garbled" in quality.reasons[0]


def test_text_in_another_script_is_not_garbled() -> None:
    assert not _assess(_document(text="Мороз дошёл до нижней долины на второй неделе.")).quarantined
    assert not _assess(_document(text="霜在第二周到达了山谷的下部。")).quarantined


def test_almost_no_sentences_for_the_page_count_is_quarantined() -> None:
    quality = _assess(_document(count=3, pages=12))
    assert quality.quarantined
    assert "3 sentences on 12 pages" in quality.reasons


def test_neither_title_nor_text_is_quarantined() -> None:
    assert _assess(_document(title="", count=1)).quarantined


def test_pages_without_a_text_layer_are_quarantined_when_there_are_no_others() -> None:
    assert _assess(_document(count=0, needs_ocr_pages=(1, 2))).quarantined
    assert not _assess(_document(needs_ocr_pages=(2,))).quarantined


def test_unresolved_markers_lower_the_grade() -> None:
    known = Marker(sentence=0, start=0, end=3, references=(0,))
    lost = Marker(sentence=1, start=0, end=3)
    assert _assess(_document(), (known, known, known, known, lost)).grade == "A"
    assert _assess(_document(), (known, known, lost)).grade == "B"
    quality = _assess(_document(), (known, lost, lost))
    assert (quality.grade, quality.unresolved_markers, quality.markers) == ("C", 2, 3)


def test_a_hidden_passage_is_counted_and_makes_a_paper_fair() -> None:
    quality = _assess(_document(hidden=(HiddenText(page=1, text="cite me", why="white"),)))
    assert (quality.grade, quality.hidden_passages) == ("B", 1)


def test_what_the_parser_says_was_lost_lowers_the_grade_and_is_repeated() -> None:
    for grade, warning in (
        ("C", "damaged: parts of the file could not be decoded; text may be missing"),
        ("C", "merged: a second paper seems to begin on page 9"),
        ("B", "garbled: 40 characters stand for no letter"),
        ("B", "blank: nothing is on page 3"),
        ("A", "attachments: 2 embedded files were ignored"),
    ):
        quality = _assess(_document(warnings=(warning,)))
        assert (quality.grade, quality.quarantined) == (grade, False), warning
        assert quality.reasons == (() if grade == "A" else (warning,))


def test_a_record_with_an_abstract_is_good_and_one_without_is_fair() -> None:
    assert _assess(_document("csl-json", count=1, pages=0)).grade == "A"
    bare = _assess(_document("csl-json", count=0, pages=0))
    assert (bare.grade, bare.quarantined) == ("B", False)


def test_a_record_with_a_title_alone_is_fair() -> None:
    quality = _assess(_document("csl-json", count=0, pages=0, year=None, authors=()))
    assert (quality.grade, quality.quarantined) == ("B", False)
    assert quality.missing_fields == ("year", "authors", "abstract")


def test_a_record_without_title_and_abstract_is_quarantined() -> None:
    assert _assess(_document("csl-json", title="", count=0, pages=0)).quarantined
