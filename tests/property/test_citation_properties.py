"""What holds for references and markers whatever the text says."""

from __future__ import annotations

from claimledger.ingest.citations.cite import cite
from claimledger.ingest.citations.identifiers import trim_doi
from claimledger.ingest.citations.parse_reference import parse_reference
from claimledger.kb.events.document import Document, ParserStamp, ReferenceEntry, Section, Sentence
from hypothesis import given
from hypothesis import strategies as st

PIECES = st.sampled_from(
    ["Lind C", "Ng, Q.", "et al.", "(2001)", "2001;3(1):1–9", "On bays.", "In:", "“Mud”", "doi:10.1000/", "abc.",
     "www.", "[1, 2]", "[3]–[5]", "(4)", "Lind and Ng (2001)", "(Lind, 2001a; Ng 2003)", "x = [0, 1]", "…", "é",
     "\u00ad", "]", "("]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=12).map(" ".join))


@given(TEXTS)
def test_any_text_is_a_reference_that_keeps_its_raw_text(raw: str) -> None:
    entry = parse_reference(raw)

    assert entry.raw == raw
    assert entry.year is None or 1600 <= entry.year <= 2039
    assert entry.doi is None or entry.doi.startswith("10.")


@given(st.text(alphabet="abc012./()[]<>;,: ", max_size=40))
def test_trimming_a_doi_twice_changes_nothing(text: str) -> None:
    assert trim_doi(trim_doi(text)) == trim_doi(text)


@given(st.lists(TEXTS, min_size=1, max_size=4), st.lists(TEXTS, max_size=6))
def test_markers_lie_in_their_sentence_and_point_into_the_list(texts: list[str], raws: list[str]) -> None:
    document = Document(
        parser=ParserStamp(name="none", version="1"),
        sections=(Section(level=1),),
        sentences=tuple(Sentence(text=text, section=0, paragraph=0) for text in texts),
        references=tuple(ReferenceEntry(raw=raw) for raw in raws),
    )

    cited = cite(document)

    assert len(cited.references) == len(raws)
    for marker in cited.markers:
        assert 0 <= marker.start < marker.end <= len(texts[marker.sentence])
        assert all(0 <= n < len(raws) for n in marker.references)
    assert list(cited.markers) == sorted(cited.markers, key=lambda m: (m.sentence, m.start))
