from __future__ import annotations

import pytest
from claimledger.ingest.extractor.assertions import asserting, asserts, effective_roles
from claimledger.kb.events.document import Document, ParserStamp, Section, Sentence

_STAMP = ParserStamp(name="hand", version="1")


@pytest.mark.parametrize(
    "text",
    [
        "Survival was higher in the shade.",
        "We drilled 40 cores in March.",
        "Table 2 shows that survival was higher in the shade.",
        "As shown in Fig. 3, survival rose by 12%.",
        "Ice floats on water.12",
        "The cores were stored at -20 °C [3].",
        "Мороз повредил корни всех растений.",
    ],
)
def test_a_sentence_that_states_something_is_an_assertion(text: str) -> None:
    assert asserts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Effects of frost on roots",
        "Does frost damage the roots of lichens?",
        "Table 2 shows the settings.",
        "Details of the cores are given in Appendix B.",
        "In Section 3, we describe the drill.",
        "The rest of this paper is organised as follows.",
        "See Fig. 2 for the map of all sites.",
        "Figure 4. The sites were mapped in May.",
        "This work was funded by the Ice Society.",
        "0.12 0.14 3.5 was 12 34 56 78 90 11.",
        "Ice melts.",
    ],
)
def test_headings_questions_pointers_boilerplate_and_debris_are_none(text: str) -> None:
    assert not asserts(text)


def test_sections_that_hold_no_claims_are_skipped_with_what_lies_in_them() -> None:
    sections = (
        Section(level=1, title="Results", role="results"),
        Section(level=1, title="Declarations", role="declarations"),
        Section(level=2, title="Contributions"),
        Section(level=1, title="Discussion", role="discussion"),
    )
    sentences = tuple(Sentence(text="Frost was found in all cores.", section=i, paragraph=i) for i in range(4))
    assert asserting(Document(parser=_STAMP, sections=sections, sentences=sentences)) == [0, 3]


def test_a_section_without_a_role_has_that_of_the_section_around_it() -> None:
    sections = (
        Section(level=1, role="methods"),
        Section(level=2),
        Section(level=3),
        Section(level=2, role="results"),
        Section(level=1),
    )
    assert effective_roles(Document(parser=_STAMP, sections=sections)) == [
        "methods",
        "methods",
        "methods",
        "results",
        "other",
    ]
