from claimledger.writer.guards import (
    denied_there,
    guarded,
    lacks_in_vain,
    new_name,
    new_population,
    other_part,
    rival_setting,
    sides_swapped,
    unheard,
    wrong_arm,
)
from claimledger.writer.judge.port import Judgement

PASSAGE = "Frost was 5.1 mm at 10 g and 1.5 mm at 20 g in comparison with the untreated control (6.0 mm)."


def test_a_number_of_the_control_on_the_treated_side_is_seen():
    assert sides_swapped("Frost was 1.5 mm without the coating and 6.0 mm with 20 g of it.", PASSAGE)
    assert not sides_swapped("Frost was 6.0 mm without the coating and 1.5 mm with 20 g of it.", PASSAGE)


def test_a_word_that_the_passage_only_denies_is_seen():
    assert denied_there("The coating was corrosive.", "The coating was noncorrosive in all tests.") == "corrosive"
    assert denied_there("The coating was not corrosive.", "The coating was noncorrosive in all tests.") is None


def test_names_and_populations_must_be_those_of_the_study():
    assert new_name("Growth of Penicillium fell.", "Growth of Fusarium fell.") == "Penicillium"
    assert new_population("In women, frost bites heal.", "Frost bites healed in mice.") == "women"
    assert new_population("In mice, frost bites heal.", "Frost bites healed in mice.") is None


def test_a_guard_takes_back_an_acceptance_and_gives_none():
    accepted, refused = Judgement("entailed"), Judgement("not_entailed")
    claim = "Frost was not 6.0 mm."
    assert guarded(claim, accepted, "Frost was 6.0 mm.", "", "").verdict == "not_entailed"
    assert guarded("Frost was 6.0 mm.", refused, "Frost was 6.0 mm.", "", "").verdict == "not_entailed"
    assert guarded("Frost was 6.0 mm.", accepted, "Frost was 6.0 mm.", "", "").verdict == "entailed"


def test_a_finding_of_the_controls_is_none_of_the_treated() -> None:
    assert wrong_arm("Treated rats had 10 pups.", "Control rats had 10 pups.")
    assert wrong_arm("Control rats had 10 pups.", "Rats on the extract had 10 pups.")
    assert not wrong_arm("Treated rats had 10 pups.", "Extract treated rats had 10 pups, controls 2.")


def test_a_rival_setting_is_named() -> None:
    assert (
        rival_setting("Courses in person need two tutors.", "We needed two tutors for the online courses.") == "online"
    )
    assert rival_setting("Courses need two tutors.", "We needed two tutors for the online courses.") is None


def test_without_needs_a_lack_in_the_evidence() -> None:
    assert lacks_in_vain("Plants without lime grew.", "Plants with lime grew.")
    assert not lacks_in_vain("Plants without lime grew.", "Unlimed plants grew.")


def test_a_word_that_the_evidence_does_not_have_is_found() -> None:
    assert unheard("The extract cured mice.", "The extract was given to mice.") == "cured"
    assert unheard("The extract was not given to mice.", "The extract was given to mice.") is None


def test_a_numbered_part_must_be_that_of_the_evidence() -> None:
    assert other_part("Lesson-3 has films.", "Lesson-1 and Lesson-2 have films.") == "Lesson-3"
    assert other_part("Lesson-2 has films.", "Lesson-1 and Lesson-2 have films.") is None


def test_few_is_not_licensed_by_what_is_common() -> None:
    judged = guarded(
        "Few engines use springs.",
        Judgement("entailed"),
        "Springs are common in engines that we use.",
        "engines",
        "engines springs use",
    )
    assert judged.codes == ("quantifier-mismatch",)


def test_a_sentence_that_points_to_another_work_is_no_finding() -> None:
    passage = "Engines cheat (see [4], where it is pointed out that Maxo neglects friction)."
    assert guarded("Maxo neglects friction.", Judgement("entailed"), passage, passage, passage).codes == (
        "reported-by-others",
    )
