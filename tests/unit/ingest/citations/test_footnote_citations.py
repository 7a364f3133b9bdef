"""Works that a document of the humanities cites in footnotes."""

from __future__ import annotations

from collections.abc import Sequence

from claimledger.ingest.citations.cite import cite
from claimledger.kb.events.build import Cited
from claimledger.kb.events.document import Document, ParserStamp, ReferenceEntry, Section, Sentence

NOTES = (
    "Ada Okoro and Carl Lind. “Drift of small boats”. In: Shore Studies 12 (2001), pp. 101–117.",
    "Ibid., p. 104.",
    "Peter J. Wagner. “On slender hulls”. In: Tides 18 (1988), pp. 33–58; Quan Ng. The Harbour Book. Leeds, 1984.",
    "Okoro and Lind, op. cit., p. 110.",
    "The tide tables of the time give no names.",
    "Wagner, “On slender hulls”, p. 40.",
)
BIBLIOGRAPHY = (
    ReferenceEntry(raw="Ng, Quan. The Harbour Book. 1984.", title="The Harbour Book", authors=("Ng",), year=1984),
    ReferenceEntry(
        raw="Okoro, Ada, and Carl Lind. Drift of small boats. 2001.", title="Drift of small boats",
        authors=("Okoro", "Lind"), year=2001,
    ),
    ReferenceEntry(raw="Wagner. On slender hulls. 1988.", title="On slender hulls", authors=("Wagner",), year=1988),
)  # fmt: skip


def cited(notes: Sequence[str], references: Sequence[ReferenceEntry] = ()) -> Cited:
    text = [
        Sentence(text=f"Boats drift.{n}", section=0, paragraph=n, superscripts=((12, 12 + len(str(n))),))
        for n in range(1, len(notes) + 1)
    ]
    below = [
        Sentence(text=f"{n}{note}", section=0, paragraph=100 + n, note=True, superscripts=((0, len(str(n))),))
        for n, note in enumerate(notes, 1)
    ]
    return cite(Document(
        parser=ParserStamp(name="none", version="1"), sections=(Section(level=1, title="Text"),),
        sentences=(*text, *below), references=tuple(references),
    ))  # fmt: skip


def test_footnotes_that_cite_in_full_are_the_references_of_a_document_without_a_list() -> None:
    found = cited(NOTES)

    assert [(entry.authors, entry.title, entry.year) for entry in found.references] == [
        (("Okoro", "Lind"), "Drift of small boats", 2001),
        (("Wagner",), "On slender hulls", 1988),
        (("Ng",), "The Harbour Book", 1984),
    ]


def test_ibid_op_cit_and_short_titles_point_to_the_work_that_was_cited_before() -> None:
    found = cited(NOTES)

    assert [(marker.sentence, marker.references) for marker in found.markers] == [
        (0, (0,)), (1, (0,)), (2, (1, 2)), (3, (0,)), (5, (1,)),
    ]  # fmt: skip


def test_footnotes_are_linked_to_the_entries_of_a_bibliography() -> None:
    found = cited(NOTES, BIBLIOGRAPHY)

    assert found.references == BIBLIOGRAPHY
    assert [marker.references for marker in found.markers] == [(1,), (1,), (2, 0), (1,), (2,)]


def test_footnote_numbers_are_no_places_in_an_unnumbered_alphabetical_list() -> None:
    names = ("Abel", "Brook", "Carter", "Dunn", "Evans", "Fox", "Gray", "Hart")
    references = [
        ReferenceEntry(raw=f"{name} A. Bays. 2001.", title="Bays", authors=(name,), year=2001) for name in names
    ]

    found = cited(["The tables give no names."] * 8, references)

    assert found.markers == ()


def test_op_cit_of_an_author_who_was_not_cited_points_nowhere() -> None:
    notes = [
        "Ada Okoro. “Drift of small boats”. In: Shore Studies 12 (2001), pp. 101–117.",
        "Carl Lind. “Silt and sand in bays”. In: Shore Studies 13 (2002), pp. 1–17.",
        "Quan Ng. “The height of quays”. In: Shore Studies 14 (2003), pp. 11–17.",
        "Brook, op. cit.",
        "Lind, op. cit., p. 3.",
    ]

    found = cited(notes)

    assert [(marker.sentence, marker.references) for marker in found.markers] == [
        (0, (0,)), (1, (1,)), (2, (2,)), (4, (1,)),
    ]  # fmt: skip


def test_the_imprint_of_a_book_in_parentheses_is_no_part_of_its_title() -> None:
    book = "Ada Okoro, Harbours and Tolls (Oxford: Clarendon Press, 1965), 25–36."
    found = cited((book, *(f"Okoro, Harbours, {n}." for n in range(40, 46))))

    assert [(entry.title, entry.year, entry.raw) for entry in found.references] == [("Harbours and Tolls", 1965, book)]
    assert [marker.references for marker in found.markers] == [(0,)] * 7
