from __future__ import annotations

import pytest
from claimledger.kb.text.cues import (
    Cue,
    continues_others,
    has_cue,
    speaks_of_others,
    speaks_of_own,
    speaks_of_own_findings,
)


@pytest.mark.parametrize(
    ("cue", "sentence"),
    [
        ("result", "We found that frost damages the roots."),
        ("result", "Survival was significantly higher after the thaw."),
        ("result", "Yield fell from 4 t to 3 t."),
        ("statistic", "The slope differed from zero (p < .05)."),
        ("statistic", "Mean depth, 12 ± 3 cm."),
        ("method", "Cores were collected in March."),
        ("method", "We trained the network on two sites."),
        ("method", "The aim of this study was to map permafrost."),
        ("future-work", "Further field studies are needed to confirm this."),
        ("future-work", "Whether it holds in summer remains to be determined."),
        ("future-work", "In future work we add more sites."),
        ("plan", "Samples will be analysed by an independent laboratory."),
        ("limitation", "The main limitation is the small number of sites."),
        ("limitation", "These values should be interpreted with caution."),
        ("hypothesis", "We hypothesised that lichens thaw first."),
        ("hypothesis", "It is possible that the sensor drifted."),
        ("hypothesis", "This could be due to wind."),
        ("boilerplate", "This work was funded by the Ice Society."),
        ("boilerplate", "The authors declare no competing interests."),
        ("boilerplate", "The drill was supported in part by a grant from the Ice Academy."),
        ("boilerplate", "Written informed consent was given by all."),
        ("preliminary", "Preliminary results point the other way."),
        ("preliminary", "In this pilot we tested two sites."),
    ],
)
def test_a_cue_is_seen_in_its_clause(cue: Cue, sentence: str) -> None:
    assert has_cue(cue, sentence)


@pytest.mark.parametrize(
    ("cue", "sentence"),
    [
        ("preliminary", "Pilot whales were counted from the shore."),
        ("plan", "We will see below that the bound is tight."),
        ("hypothesis", "With the new map it was possible to identify three basins."),
        ("hypothesis", "We ran the model to test the hypothesis of equal means."),
        ("limitation", "Cores could not be dated."),
        ("boilerplate", "A hybrid clade is supported by cluster analysis."),
        ("boilerplate", "The claim was supported by the data of two sites."),
        ("future-work", "We compared the present and future."),
    ],
)
def test_a_word_outside_its_clause_is_no_cue(cue: Cue, sentence: str) -> None:
    assert not has_cue(cue, sentence)


@pytest.mark.parametrize(
    "sentence",
    ["We drilled two cores.", "This study maps frost.", "Our cores agree.", "In the present trial, 40 took part."],
)
def test_the_authors_speak_of_themselves(sentence: str) -> None:
    assert speaks_of_own(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Smith et al. drilled two cores.",
        "Previous studies have mapped frost.",
        "Frost has been shown to damage roots.",
        "This was first described by Meyer.",
        "Warming doubles it (Smith and Jones, 2010).",
        "Berg and Dahl [4] mapped it.",
        "It is well known that ice floats.",
    ],
)
def test_another_work_is_spoken_of(sentence: str) -> None:
    assert speaks_of_others(sentence)
    assert not speaks_of_own(sentence)


@pytest.mark.parametrize(
    "sentence", ["Ice floats on water.", "Cores were stored at -20 °C.", "Roots are shown in Fig. 2."]
)
def test_a_plain_sentence_speaks_of_nobody(sentence: str) -> None:
    assert not speaks_of_others(sentence)
    assert not speaks_of_own(sentence)


def test_a_sentence_may_continue_the_report_before_it() -> None:
    assert continues_others("They found no frost.")
    assert continues_others("The authors concluded that it had thawed.")
    assert continues_others("Their results were mixed.")
    assert not continues_others("They melt at 2 °C.")


def test_these_results_point_back() -> None:
    assert speaks_of_own_findings("These results hold for two sites.")
    assert not speaks_of_own_findings("The results of Meyer hold.")
