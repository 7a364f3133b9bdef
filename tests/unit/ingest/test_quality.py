from __future__ import annotations

from typing import Any

import pytest
from claimledger.ingest.chunks import chunk
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
        "venue": "J. Ice",
        "doi": "10.1000/1",
        "authors": (Author(name="Ada Smith"),),
        "pages": 2,
        "sections": (Section(level=1, role=role),),
        "sentences": tuple(Sentence(text=text, section=0, paragraph=0) for _ in range(count)),
    }
    return Document(parser=ParserStamp(name=parser, version="1"), **{**fields, **over})


_LINKED = Marker(sentence=0, start=0, end=3, references=(0,))


def _assess(document: Document, markers: tuple[Marker, ...] = (_LINKED,), references: int = 1) -> QualityAssessed:
    cited = Cited(references=(ReferenceEntry(raw="x"),) * references, markers=markers)
    return assess(document, describe(document), cited, chunk(document))


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
    known = _LINKED
    lost = Marker(sentence=1, start=0, end=3)
    assert _assess(_document(), (known, known, known, known, lost)).grade == "A"
    assert _assess(_document(), (known, known, lost)).grade == "B"
    quality = _assess(_document(), (known, lost, lost))
    assert (quality.grade, quality.unresolved_markers, quality.markers) == ("C", 2, 3)


def test_a_hidden_passage_is_counted_and_makes_a_paper_fair() -> None:
    quality = _assess(_document(hidden=(HiddenText(page=1, text="cite me", why="white"),)))
    assert (quality.grade, quality.hidden_passages, quality.reasons) == ("B", 1, ("1 hidden passage",))


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
    bare = _assess(_document("csl-json", count=0, pages=0), (), 0)
    assert (bare.grade, bare.quarantined) == ("B", False)


def test_a_record_with_a_title_alone_is_fair() -> None:
    quality = _assess(_document("csl-json", count=0, pages=0, year=None, authors=()), (), 0)
    assert (quality.grade, quality.quarantined) == ("B", False)
    assert quality.missing_fields == ("authors", "year", "abstract")


def test_a_record_without_title_and_abstract_is_quarantined() -> None:
    assert _assess(_document("csl-json", title="", count=0, pages=0)).quarantined


@pytest.mark.parametrize(("characters", "grade", "reason"), [
    (900, "A", ""), (1_300, "B", "some of the text is lost"), (2_000, "C", "much of the text is lost"),
    (9_000, "D", "most of the text is lost"),
])
def test_the_share_of_the_pages_text_that_was_read_decides(characters: int, grade: str, reason: str) -> None:
    """Twenty sentences of 45 letters, 30 in title, author, venue, DOI and entry, and furniture that nobody reads."""
    quality = _assess(_document(characters=characters + 500, furniture_characters=500))
    assert (quality.grade, quality.quarantined) == (grade, grade == "D")
    assert quality.page_characters == characters
    assert quality.chunked_characters == min(900, characters)
    assert quality.read_characters == min(930, characters)
    assert [why.partition(":")[0] for why in quality.reasons] == [reason][:bool(reason)]


def test_text_that_is_searched_is_counted_apart_from_text_that_was_read() -> None:
    quality = _assess(_document(role="acknowledgements", characters=1_000))
    assert (quality.read_characters, quality.chunked_characters) == (930, 0)


def test_pages_of_a_second_paper_are_no_lost_text() -> None:
    quality = _assess(_document(characters=9_000, warnings=("merged: a second paper seems to begin on page 2",)))
    assert (quality.grade, quality.quarantined) == ("C", False)


def test_a_paper_lacks_what_every_paper_has_and_a_preprint_needs_no_venue() -> None:
    bare = _assess(_document(doi=None, venue=None), (), 0)
    assert bare.missing_fields == ("identifier", "venue", "references") and bare.grade == "C"
    assert _assess(_document(doi=None, venue=None, arxiv="2101.00001")).missing_fields == ()


def test_references_that_no_place_in_the_text_points_to_make_a_paper_fair() -> None:
    quality = _assess(_document(), references=3)
    assert (quality.grade, quality.cited_references, quality.references) == ("B", 1, 3)
    assert quality.reasons == ("only 1 of 3 references are linked to a place in the text",)


def test_pages_that_were_lost_or_read_by_character_recognition_lower_the_grade() -> None:
    assert _assess(_document(pages=2, ocr_pages=(1,))).reasons == ("1 of 2 pages were read by character recognition",)
    assert _assess(_document(pages=10, lost_pages=(1,))).grade == "B"
    assert _assess(_document(pages=10, lost_pages=(1, 2, 3))).grade == "C"


def test_a_paper_of_many_pages_without_a_heading_is_fair() -> None:
    quality = _assess(_document(pages=3, language="de"))
    assert (quality.grade, quality.sections, quality.language) == ("B", 0, "de")
    named = _document(pages=3, sections=(Section(level=1, role="abstract", title="Abstract"),))
    assert (_assess(named).grade, _assess(named).sections) == ("A", 1)
