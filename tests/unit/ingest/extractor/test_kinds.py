from __future__ import annotations

import pytest
from claimledger.ingest.extractor.kinds import Context, abstract_label, is_own, kind_of
from claimledger.kb.events.claims import ClaimKind
from claimledger.kb.events.document import Role


def _kind(
    sentence: str, role: Role, *, label: ClaimKind | None = None, cites: bool = False, begun: bool = False
) -> ClaimKind:
    context = Context(role, label, cites=cites, begun=begun)
    return kind_of(sentence, context, own=is_own(sentence, context), compares=False)


@pytest.mark.parametrize(
    ("sentence", "role", "kind"),
    [
        ("Frost damaged all roots.", "results", "result"),
        ("To test this, we used a second drill.", "results", "method"),
        ("Cores were stored cold.", "methods", "method"),
        ("We found that storage did not change the age.", "methods", "result"),
        ("Ice floats on water.", "introduction", "background"),
        ("In this paper, we present a new drill.", "introduction", "method"),
        ("We show that the drill is faster.", "introduction", "result"),
        ("Existing drills suffer from limitations.", "introduction", "background"),
        ("The main limitation is the small number of sites.", "discussion", "limitation"),
        ("Frost lasted for a week there.", "limitations", "limitation"),
        ("Further studies are needed to confirm this.", "discussion", "future-work"),
        ("Participants will be randomised to two drills.", "methods", "future-work"),
        ("We hypothesised that lichens thaw first.", "introduction", "hypothesis"),
        ("This may be due to wind.", "discussion", "hypothesis"),
        ("Thus, frost spreads from the roots.", "discussion", "result"),
        ("Lichens are common in the valley.", "discussion", "background"),
        ("The damage was underestimated in wet years.", "discussion", "result"),
        ("Our aim was to map frost.", "abstract", "method"),
        ("Frost spreads from the roots.", "conclusion", "result"),
    ],
)
def test_kind_follows_cues_and_then_the_role_of_the_section(sentence: str, role: Role, kind: ClaimKind) -> None:
    assert _kind(sentence, role) == kind


def test_an_abstract_tells_findings_once_it_has_come_to_what_was_done() -> None:
    assert _kind("Lichens cover the valley.", "abstract") == "background"
    assert _kind("Lichens cover the valley.", "abstract", begun=True) == "result"
    assert _kind("Cores were collected in March.", "abstract", begun=True) == "method"


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("Background: Ice floats.", "background"),
        ("METHODS Cores were drilled.", "method"),
        ("Results. Frost was found.", "result"),
        ("CONCLUSION These cores thawed.", "result"),
        ("Interpretation: Frost matters.", "result"),
        ("Results of Meyer were mixed.", None),
        ("FROST damages roots.", None),
    ],
)
def test_labels_of_a_structured_abstract(sentence: str, label: str | None) -> None:
    assert abstract_label(sentence) == label


def test_a_label_decides_where_there_is_no_cue() -> None:
    assert _kind("Three drills in two valleys.", "abstract", label="method") == "method"
    assert _kind("Three roots of lichens in the valley.", "abstract", label="result") == "result"


@pytest.mark.parametrize(
    ("sentence", "role", "cites", "own"),
    [
        ("Frost damages roots [3].", "introduction", True, False),
        ("Frost damages roots [3].", "discussion", True, False),
        ("Cores were dated by radiocarbon [3].", "methods", True, True),
        ("We found, as did Meyer [3], that frost damages roots.", "discussion", True, True),
        ("Previous studies have shown that frost damages roots.", "introduction", False, False),
        ("Meyer et al. dated the cores.", "results", False, False),
        ("Frost damages roots.", "discussion", False, True),
    ],
)
def test_markers_make_a_report_outside_methods_and_results_and_we_wins(
    sentence: str, role: Role, cites: bool, own: bool
) -> None:
    assert is_own(sentence, Context(role, cites=cites)) is own


def test_a_continued_report_is_not_own() -> None:
    assert not is_own("They found no frost.", Context("discussion", after_others=True))
    assert is_own("They found no frost.", Context("discussion", after_others=False))
    assert not is_own("These results were mixed [3].", Context("discussion", after_others=True, cites=True))
