"""Citation markers in sentences, linked to reference entries."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from claimledger.ingest.citations.cite import cite
from claimledger.kb.events.document import Box, Document, Marker, ParserStamp, ReferenceEntry, Section, Sentence

NUMBERED = tuple(
    ReferenceEntry(raw=f"[{n}] Lind C. Bay {n}. Tides 2001.", label=f"[{n}]", title=f"Bay {n}") for n in range(1, 13)
)
NAMED = (
    ReferenceEntry(raw="Lind, C. (2015a). On bays.", title="On bays", authors=("Lind",), year=2015),
    ReferenceEntry(raw="Lind, C. (2015b). On sounds.", title="On sounds", authors=("Lind",), year=2015),
    ReferenceEntry(raw="Lind, C. & Ng, Q. (2016). Mud.", title="Mud", authors=("Lind", "Ng"), year=2016),
    ReferenceEntry(
        raw="Lind, C., Pell, R., & Ng, Q. (2016). Silt.", title="Silt", authors=("Lind", "Pell", "Ng"), year=2016
    ),
    ReferenceEntry(raw="Müller, D. (2003). Fjords.", title="Fjords", authors=("Müller",), year=2003),
    ReferenceEntry(
        raw="Harbour Survey Organisation (2014) Tides.",
        title="Tides",
        authors=("Harbour Survey Organisation",),
        year=2014,
    ),
)  # fmt: skip


def document(*texts: str | Sentence, references: Sequence[ReferenceEntry]) -> Document:
    sentences = [t if isinstance(t, Sentence) else Sentence(text=t, section=0, paragraph=0) for t in texts]
    return Document(
        parser=ParserStamp(name="none", version="1"),
        sections=(Section(level=1, title="Text"),),
        sentences=tuple(sentences),
        references=tuple(references),
    )


def found(*texts: str | Sentence, references: Sequence[ReferenceEntry]) -> list[tuple[str, tuple[int, ...]]]:
    made = document(*texts, references=references)
    return [(made.sentences[m.sentence].text[m.start : m.end], m.references) for m in cite(made).markers]


@pytest.mark.parametrize(
    ("text", "marker", "references"),
    [
        ("Bays are still [3].", "[3]", (2,)),
        ("Bays are still [1, 3-5].", "[1, 3-5]", (0, 2, 3, 4)),
        ("Bays are still [2]–[4].", "[2]–[4]", (1, 2, 3)),
        ("Bays are still [2], [7].", "[2], [7]", (1, 6)),
        ("Bays are still [see 4, p. 12].", "[see 4, p. 12]", (3,)),
        ("Bays are still [14].", "[14]", ()),
    ],
)
def test_numbers_in_brackets_are_linked(text: str, marker: str, references: tuple[int, ...]) -> None:
    assert found(text, "Others agree [1].", references=NUMBERED)[0] == (marker, references)


@pytest.mark.parametrize(
    "text",
    [
        "The share lies in the interval [1, 2].",
        "It is x ∈ [0, 1].",
        "In [2015] it rained.",
        "As Eq. (3) says, (1) holds.",
    ],
)
def test_intervals_years_and_equations_are_no_markers(text: str) -> None:
    assert found(text, "Bays are still [4].", references=NUMBERED) == [("[4]", (3,))]


@pytest.mark.parametrize("brackets", ["[3]", "[2,4]", "[6–8]"])
def test_a_bracket_behind_a_percentage_is_a_marker(brackets: str) -> None:
    assert [marker for marker, _ in found(f"Silt fell by 40.1% {brackets}.", references=NUMBERED)] == [brackets]


@pytest.mark.parametrize("text", ["Silt was 7% [5, 9].", "Silt was 40% [30–50].", "Silt was 40% (95% [2, 5])."])
def test_the_bounds_of_a_percentage_are_no_marker(text: str) -> None:
    assert found(text, "Bays [3].", references=NUMBERED) == [("[3]", (2,))]


def test_bounds_in_parentheses_behind_a_percentage_are_no_marker() -> None:
    cited = [f"Bays are still ({n})." for n in range(1, 8)]

    markers = [marker for marker, _ in found("Silt was 7% (5–9) and 40% (10–12).", *cited, references=NUMBERED)]

    assert markers[0] == "(10–12)"
    assert "(5–9)" not in markers


def test_numbers_in_parentheses_are_markers_if_they_reach_the_list() -> None:
    texts = [f"Bays of kind {word} are still ({n})." for n, word in enumerate("abcdefgh", 1)]

    markers = found(*texts, "It grew (p = 3) in Figure (2).", references=NUMBERED)

    assert markers == [(f"({n})", (n - 1,)) for n in range(1, 9)]


def test_list_items_in_parentheses_are_no_markers() -> None:
    assert found("We (1) mixed, (2) stirred and (3) left it.", references=NUMBERED) == []


def test_raised_numbers_are_markers_but_exponents_are_not() -> None:
    raised = Sentence(
        text="Bays are still.2,3 They cover 5 km2 here.", section=0, paragraph=0, superscripts=((15, 18), (34, 35))
    )

    assert found(raised, references=NUMBERED) == [("2,3", (1, 2))]


@pytest.mark.parametrize(
    ("text", "marker", "references"),
    [
        ("Bays are still (Lind, 2015a).", "(Lind, 2015a)", (0,)),
        ("Bays are still (Lind, 2015a, 2015b; Müller 2003).", "(Lind, 2015a, 2015b; Müller 2003)", (0, 1, 4)),
        ("Bays are still (Lind, 2015a,b).", "(Lind, 2015a,b)", (0, 1)),
        ("In this, Lind and Ng (2016) agree.", "Lind and Ng (2016)", (2,)),
        ("As Lind et al. (2016) found, it is.", "Lind et al. (2016)", (3,)),
        ("Bays are still (see Muller, 2003, p. 4).", "(see Muller, 2003, p. 4)", (4,)),
        ("Bays are still (HSO, 2014).", "(HSO, 2014)", (5,)),
        ("Bays are still (Pell et al., 1999).", "(Pell et al., 1999)", ()),
    ],
)
def test_names_and_years_are_linked(text: str, marker: str, references: tuple[int, ...]) -> None:
    assert found(text, "Others agree (Müller, 2003).", references=NAMED)[0] == (marker, references)


def test_a_year_that_fits_two_entries_alike_is_left_open() -> None:
    assert found("It is (Lind, 2015).", "Others (Müller, 2003).", references=NAMED)[0] == ("(Lind, 2015)", ())


def test_years_in_brackets_that_name_nobody_are_no_markers() -> None:
    assert found("It rained in spring (May 2003).", "Bays (Müller, 2003).", references=NAMED) == [
        ("(Müller, 2003)", (4,))
    ]


def test_markers_of_the_source_are_kept() -> None:
    marker = Marker(sentence=0, start=0, end=4, references=(2,))
    made = document("Bays are still [1].", references=NUMBERED).model_copy(update={"markers": (marker,)})

    assert cite(made).markers == (marker,)


def test_fields_are_read_only_where_the_source_gave_none() -> None:
    bare = ReferenceEntry(raw="Lind C. On bays. Tides. 2001;3:1.")
    given = ReferenceEntry(raw="Lind C. On bays. Tides. 2001;3:1.", title="Given")

    entries = cite(document("Text.", references=[bare, given])).references

    assert [entry.title for entry in entries] == ["On bays", "Given"]
    assert entries[0].year == 2001 and entries[1].year is None


ALPHABETIC = tuple(
    ReferenceEntry(raw=f"{label} Bays.", label=label, title="Bays") for label in ("[AB01]", "[vdBM08]", "[NKØ+19]")
)


def test_alphabetic_labels_are_linked_with_particles_plus_signs_and_places() -> None:
    text = "Bays are still [AB01; NKØ+19] and deep [vdBM08, p. 5], over [0, 1] and [Mud05]."

    assert found(text, references=ALPHABETIC) == [("[AB01; NKØ+19]", (0, 2)), ("[vdBM08, p. 5]", (1,))]


def test_a_group_is_linked_in_the_sentence_by_its_whole_name() -> None:
    text = "The Harbour Survey Organisation (2014, pp. 2–5) found mud."

    assert found(text, references=NAMED) == [("Harbour Survey Organisation (2014, pp. 2–5)", (5,))]


def test_a_name_that_a_line_broke_at_its_capital_is_linked() -> None:
    references = (ReferenceEntry(raw="MacDonald I. Cod. 1977.", title="Cod", authors=("MacDonald",), year=1977),)

    assert found("As Mac-Donald (1977) says.", references=references) == [("Mac-Donald (1977)", (0,))]


def test_semicolons_may_part_the_authors_of_one_work() -> None:
    assert found("Mud is soft (LIND; NG, 2016).", references=NAMED)[0][1] == (2,)


def test_numbers_in_parentheses_may_follow_any_noun_where_the_document_cites_that_way() -> None:
    cites = [f"Bays are still ({n})." for n in range(1, 11)]

    texts = found(*cites, "So says the model (11).", "By equation (3).", references=NUMBERED)

    assert texts[10:] == [("(11)", (10,))]


def test_each_chapter_cites_by_the_numbers_of_its_own_list() -> None:
    def entry(number: int, page: int) -> ReferenceEntry:
        return ReferenceEntry(raw=f"[{number}] Bays {page}.", label=f"[{number}]", boxes=(box(page),), title="Bays")

    references = (entry(1, 2), entry(2, 2), entry(1, 5), entry(2, 5))
    sentences = [
        Sentence(text="Bays are still [2].", section=0, paragraph=0, boxes=(box(page),)) for page in (1, 2, 3, 5)
    ]

    assert [references for _, references in found(*sentences, references=references)] == [(1,), (1,), (3,), (3,)]


def box(page: int) -> Box:
    return Box(page=page, x0=0, y0=0, x1=100, y1=100)
