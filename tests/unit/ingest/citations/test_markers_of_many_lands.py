"""Citation markers with names of several words, in other scripts, and in the brackets of Chinese and Japanese type."""

from __future__ import annotations

import pytest
from claimledger.ingest.citations.cite import cite
from claimledger.ingest.citations.parse_reference import parse_references
from claimledger.kb.events.document import Document, ParserStamp, ReferenceEntry, Section, Sentence

NAMED = tuple(parse_references((raw, "") for raw in (
    "Varga L, Okonkwo C, Chen M. On bays and their tides. Tides 1978;1:1.",
    "Mora Ruiz JL. Estudio de una bahía. Tides 2010;2:2.",
    "de Lima e Costa A. Mobile dunes of the bay. Tides 2012;3:3.",
    "Smith J. Two ways to a harbour. Tides 2012a;5:5.",
    "Smith J. Three ways to a harbour. Tides 2012b;6:6.",
    "Яхтин И. И., Лисов П. П. Воды северного залива // Море. 2010. Т. 3. С. 1–9.",
    "YILMAZ, Ö.; KIM, S. H. Flow of the bay waters. Tides, v. 7, p. 7, 1992.",
    "Harbour Tide Organization. Global tides report. Geneva: HTO; 2015.",
    "海伟, 山明, 王芳. 海湾潮汐研究[J]. 海洋学报, 2011, 29(3): 501-506.",
    "山海太郎, 湾一郎: 湾からの流出. 海洋学会誌, 78(3), 201-206, 2009.",
)))  # fmt: skip
NUMBERED = tuple(
    ReferenceEntry(raw=f"[{n}] Lind C. Bay {n}. Tides 2001.", label=f"[{n}]", title=f"Bay {n}") for n in range(1, 10)
)


def _linked(references: tuple[ReferenceEntry, ...], *sentences: Sentence) -> list[tuple[int, ...]]:
    document = Document(
        parser=ParserStamp(name="none", version="1"),
        sections=(Section(level=1, title="Text"),),
        sentences=sentences,
        references=references,
    )
    return [marker.references for marker in cite(document).markers]


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("It was seen (Varga, Okonkwo, Chen 1978).", (0,)),
        ("Según (Mora-Ruiz 2010) no.", (1,)),
        ("It follows de Lima e Costa (2012).", (2,)),
        ("It was seen (but cf. Smith 2012a; b).", (3, 4)),
        ("Это видно (Яхтин, Лисов, 2010).", (5,)),
        ("Это видно (Лисов, 2010).", ()),
        ("It flows (Yılmaz and Kim 1992).", (6,)),
        ("It rises (Harbour Tide Organization [HTO], 2015).", (7,)),
        ("据海伟等（2011）研究", (8,)),
        ("研究表明（海伟，山明，2011）。", (8,)),
        ("研究表明（海伟等，2012）。", ()),
        ("流出する（山海・湾，2009）。", (9,)),
        ("大山海ら（2009）", ()),
    ],
)
def test_names_and_years_are_linked(text: str, references: tuple[int, ...]) -> None:
    found = _linked(NAMED, Sentence(text=text, section=0, paragraph=0))

    assert [one for one in found if one] == ([references] if references else [])


def test_names_that_two_entries_share_with_the_year_are_not_guessed() -> None:
    twice = parse_references([
        ("海伟. 海湾[J]. 海洋学报, 2011, 29(3): 1-6.", ""),
        ("海伟. 潮汐[J]. 海洋学报, 2011, 30(1): 5-9.", ""),
    ])  # fmt: skip

    assert _linked(tuple(twice), Sentence(text="（海伟，2011）", section=0, paragraph=0)) == []


@pytest.mark.parametrize(
    "texts",
    [
        ("潮汐［1，2］", "海湾〔3－5〕", "研究【６】"),
        ("潮汐（1，2）", "海湾（3－5）", "研究（６）"),
        ("潮汐[1、2]", "海湾[3～5]", "研究[6]"),
    ],
)
def test_numbers_may_stand_in_the_brackets_of_chinese_type(texts: tuple[str, ...]) -> None:
    found = _linked(NUMBERED, *(Sentence(text=text, section=0, paragraph=0) for text in texts))

    assert found == [(0, 1), (2, 3, 4), (5,)]


def test_raised_numbers_may_have_brackets_of_their_own() -> None:
    raised = ("発生した", "1)"), ("とくに", "2),3)"), ("また", "［4］～［6］")
    sentences = [
        Sentence(text=f"{text}{marker}。", section=0, paragraph=0, superscripts=((len(text), len(text) + len(marker)),))
        for text, marker in raised
    ]

    assert _linked(NUMBERED, *sentences) == [(0,), (1, 2), (3, 4, 5)]
