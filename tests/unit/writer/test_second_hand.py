import re

import pytest
from claimledger.evidence.texts import ClaimMark, SourceSentence
from claimledger.writer.second_hand import is_second_hand

MARKER = re.compile(r"\[\d+\]|\([^()]*(?:19|20)\d\d[^()]*\)|\b(?:et al\. )?\((?:19|20)\d\d\)")


def passage(text: str, role: str = "other", own: bool | None = None) -> SourceSentence:
    claims = () if own is None else (ClaimMark("c", "result", own, "reported", "none", None, None),)
    marks = tuple(match.span() for match in MARKER.finditer(text))
    return SourceSentence("s", 0, text, "", role, 1, 0, marks=marks, claims=claims)


@pytest.mark.parametrize(
    ("claim", "text", "role"),
    [
        (
            "Engines neglect drag.",
            "Engines cut corners (see for example [5], where it is pointed out that engines neglect drag).",
            "other",
        ),
        (
            "Frost was found at 4%.",
            "In another study, Wu et al. (2012) reported frost at 4% on copper.",
            "introduction",
        ),
        ("The rate of frost was 4 to 18%.", "The rate of frost on fins was reported as 4% to 18% [21].", "discussion"),
        (
            "Mothers lose 40% of their mass.",
            "While fasting, mothers can lose up to 40% of their mass (Pomeroy et al. 1999).",
            "other",
        ),
        ("Frost halves the output.", "Frost halves the output of pumps [3].", "introduction"),
        ("Copper stays dry.", "According to Wu and Lee (2011), copper stays dry.", "discussion"),
        (
            "Copper stays dry.",
            "Our results agree with those of Wu et al. (2011), who found that copper stays dry.",
            "discussion",
        ),
        ("Copper stays dry.", "It is well known that copper stays dry.", "introduction"),
        ("Copper stays dry.", "Previous studies have shown that copper stays dry.", "discussion"),
        ("Copper stays dry.", "Copper has been shown to stay dry [4].", "abstract"),
        ("Copper stays dry.", "We used tin, whereas Wu et al. (2011) found that copper stays dry.", "results"),
        ("Samples froze.", "Trials with the new method showed that 40% of samples froze [9].", "other"),
        ("Garlic kills bacteria.", "Garlic kills bacteria such as E. coli (Wu, 2010).", "introduction"),
        ("Zinc rots.", "Lee (2010) found that copper stays dry and that zinc rots.", "introduction"),
    ],
)
def test_a_reference_that_governs_the_clause_makes_it_second_hand(claim, text, role):
    assert is_second_hand(claim, passage(text, role, own=False))


@pytest.mark.parametrize(
    ("claim", "text", "role"),
    [
        (
            "The module should come before Git.",
            "We recommend this module as a first step before learning Git (Gonzalez et al., 2019).",
            "other",
        ),
        (
            "The school is not a library.",
            "The school is not a library, as other projects fulfil that purpose, such as Argopy (Maze, 2020).",
            "other",
        ),
        (
            "The school is no data library.",
            "The school is no data library, as other data libraries fulfil that purpose, among others, Argopy "
            "(Maze, 2020) or ArgoVis, a web page for data, views and maps (Tucker, 2020).",
            "other",
        ),
        (
            "Transfer may last longer than a day.",
            "This may indicate that transfer lasts for longer than the day usually taken as the maximum [13].",
            "other",
        ),
        (
            "The school is no data library.",
            "The school is no library, as others fulfil that purpose, like Argopy, a library for data users "
            "and experts (Maze, 2020).",
            "other",
        ),
        (
            "The metric suits families better.",
            "The metric [1] provides a geometry that suits families better.",
            "introduction",
        ),
        ("Copper stays dry.", "We found that copper stays dry, in agreement with Wu et al. (2011).", "discussion"),
        ("Copper stays dry.", "In line with Wu et al. (2011), we found that copper stays dry.", "discussion"),
        ("Copper stayed dry.", "Copper stayed dry, whereas Wu et al. (2011) found that it froze.", "results"),
        ("Frost was counted.", "Frost was measured as described by Wu et al. (2011).", "methods"),
        ("Copper stayed dry.", "Copper stayed dry for an hour [2].", "results"),
        ("Copper stayed dry.", "In this study, copper stayed dry as reported before (Wu, 2011).", "discussion"),
        ("The widget runs offline.", "WidgetLab runs offline on any machine (Wu, 2011).", "introduction"),
        ("Copper stayed dry.", "Copper stayed dry.", "introduction"),
    ],
)
def test_a_reference_on_a_side_matter_leaves_the_finding_to_the_paper(claim, text, role):
    assert not is_second_hand(claim, passage(text, role), title="WidgetLab: a tool")
