"""Units of sentences: every part becomes a statement by itself, and derived numbers become those that must stand."""

from claimledger.writer.compose_units import compositions


def _last(sentence: str) -> tuple[str, ...]:
    return compositions(sentence)[-1].units


def test_a_half_of_a_count_becomes_the_number_that_must_stand() -> None:
    found = compositions("There were 60 plots in total, half of them with mulch.")[0]
    assert found.units == ("There were 60 plots in total.", "30 of the plots were with mulch.")
    assert found.near


def test_a_half_that_is_no_whole_number_is_not_cut() -> None:
    assert compositions("There were 61 plots in total, half of them with mulch.") == []


def test_a_fraction_of_a_count_states_the_count_too() -> None:
    assert _last("Half of its six chapters were rewritten.") == (
        "It has six chapters.",
        "3 of its chapters were rewritten.",
    )


def test_more_than_all_is_not_cut() -> None:
    assert compositions("Nine of its six chapters were rewritten.") == []


def test_a_change_is_recomputed_from_the_numbers_before_it() -> None:
    found = compositions("Yield was 20 kg in spring and 25 kg in autumn, an increase of 25%.")
    assert found[0].formulas == ("(25 kg - 20 kg) / 20 kg = 25%",)
    assert found[-1].units == ("Yield was 20 kg in spring.", "Yield was 25 kg in autumn.")


def test_a_change_of_another_size_or_direction_is_not_cut() -> None:
    for tail in ("an increase of 35%", "a decrease of 25%", "an increase of 5 g"):
        assert not any(one.formulas for one in compositions(f"Yield was 20 kg in spring and 25 kg in autumn, {tail}."))


def test_a_rate_over_its_time_is_multiplied() -> None:
    found = compositions("Patients took 40 mg of aspirin a day for five days, which makes 200 mg in total.")
    assert found[0].units == ("Patients took 40 mg of aspirin a day for five days.",)
    assert not compositions("Patients took 40 mg of aspirin a day for five days, which makes 300 mg in total.")


def test_times_as_many_gives_the_number_of_the_other() -> None:
    units = _last("The first two units hold 32 films, four times as many as the third.")
    assert units[1] == "The third unit hold 8 films."


def test_a_second_part_takes_what_it_leaves_out() -> None:
    assert _last("Of 40 strains, 60% were resistant to penicillin and 10% to colistin.") == (
        "Of 40 strains, 60% of the strains were resistant to penicillin.",
        "Of 40 strains, 10% of the strains were resistant to colistin.",
    )


def test_those_takes_the_noun_of_the_first_part() -> None:
    units = _last("Hens fed with corn had eggs, while those fed with rye had 3.1 on average.")
    assert units[1] == "Hens fed with rye had 3.1 on average."


def test_cause_and_effect_must_stand_together() -> None:
    found = compositions("No sample was frozen, since the freezer had failed.")[0]
    assert found.together
    assert found.units == ("No sample was frozen.", "The freezer had failed.")


def test_an_absolute_phrase_is_a_statement_of_its_paragraph() -> None:
    found = compositions("It has been taught online twice, always with three tutors present.")[0]
    assert found.units[1] == "Three tutors were always present."
    assert found.near


def test_a_sentence_that_says_one_thing_has_no_units() -> None:
    assert compositions("Rainfall was higher in spring than in autumn.") == []
