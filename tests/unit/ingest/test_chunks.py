from __future__ import annotations

import pytest
from claimledger.ingest.chunks import chunk
from claimledger.kb.events.document import Document, ParserStamp, Role, Section, Sentence

_STAMP = ParserStamp(name="hand", version="1")


def _document(*sections: tuple[Role, list[int]], paragraph_every: int = 1000) -> Document:
    """Sections by role and the word counts of their sentences."""
    sentences = [
        Sentence(text=" ".join(["word"] * count), section=number, paragraph=position // paragraph_every)
        for number, (_, counts) in enumerate(sections)
        for position, count in enumerate(counts)
    ]
    return Document(
        parser=_STAMP, sections=tuple(Section(level=1, role=role) for role, _ in sections), sentences=tuple(sentences)
    )


def _ranges(document: Document, **settings: int) -> list[tuple[int, int, int]]:
    return [(piece.section, piece.first, piece.last) for piece in chunk(document, **settings).chunks]


def test_a_short_section_is_one_chunk_and_sections_never_share_one() -> None:
    document = _document(("introduction", [20, 20]), ("methods", [30]))
    assert _ranges(document) == [(0, 0, 1), (1, 2, 2)]


def test_a_long_section_is_divided_evenly_without_a_tail() -> None:
    document = _document(("results", [20] * 20))
    assert _ranges(document) == [(0, 0, 9), (0, 10, 19)]


def test_a_section_a_little_over_the_target_stays_whole() -> None:
    assert _ranges(_document(("results", [50, 50, 50, 50]))) == [(0, 0, 3)]


def test_an_abstract_of_usual_length_is_one_chunk_where_other_text_is_two() -> None:
    assert _ranges(_document(("abstract", [29] * 10))) == [(0, 0, 9)]
    assert _ranges(_document(("discussion", [29] * 10))) == [(0, 0, 4), (0, 5, 9)]


def test_references_acknowledgements_and_declarations_are_not_chunked() -> None:
    document = _document(("references", [9]), ("results", [9]), ("acknowledgements", [9]), ("declarations", [9]))
    assert _ranges(document) == [(1, 1, 1)]


def test_the_border_lies_between_paragraphs_where_one_is_near() -> None:
    document = _document(("results", [20] * 20), paragraph_every=8)
    assert _ranges(document) == [(0, 0, 7), (0, 8, 19)]


def test_a_sentence_longer_than_the_target_is_not_cut() -> None:
    document = _document(("results", [500, 10, 500]))
    ranges = _ranges(document)
    assert [i for _, first, last in ranges for i in range(first, last + 1)] == [0, 1, 2]
    assert len(ranges) == 2


@pytest.mark.parametrize("target", [40, 90, 180, 400])
def test_every_sentence_is_in_one_chunk_and_no_chunk_is_far_from_the_target(target: int) -> None:
    counts = [7, 31, 18, 25, 12, 40, 9, 22, 28, 16] * 9
    document = _document(("discussion", counts))
    ranges = _ranges(document, target_words=target)
    assert [i for _, first, last in ranges for i in range(first, last + 1)] == list(range(90))
    sizes = [sum(counts[first : last + 1]) for _, first, last in ranges]
    assert 0.5 * target < min(sizes) and max(sizes) < 1.6 * target


def test_a_target_below_one_word_is_refused() -> None:
    with pytest.raises(ValueError, match="positive"):
        chunk(_document(("results", [3])), target_words=0)


def test_footnotes_are_chunked_apart_from_the_text_of_their_section() -> None:
    document = _document(("results", [20, 20, 10, 10]))
    noted = [sentence.model_copy(update={"note": at > 1}) for at, sentence in enumerate(document.sentences)]
    assert _ranges(document.model_copy(update={"sentences": tuple(noted)})) == [(0, 0, 1), (0, 2, 3)]
