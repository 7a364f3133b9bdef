"""What works call themselves and their parts: licensed by their title and labels, or left as it is."""

from claimledger.writer.compose_names import (
    numbered_parts,
    of_the_work,
    speaks_of_itself,
    with_labels,
    with_part_names,
)

TITLE = "A practical course on beekeeping"


def test_parts_in_words_take_the_labels_that_the_work_gives_them() -> None:
    parts = numbered_parts(["Units 1 and 2 are short.", "Unit 3 is long."])
    assert parts == {"unit": frozenset({1, 2, 3})}
    assert with_labels("Its first two units are short.", parts) == "Units 1 and 2 are short."
    assert with_labels("The third unit is long.", parts) == "Unit 3 is long."


def test_parts_that_the_work_does_not_label_stay_in_words() -> None:
    assert with_labels("Its first two units are short.", {}) == "Its first two units are short."
    assert with_labels("The fourth unit is long.", {"unit": frozenset({1, 2, 3})}) == "The fourth unit is long."


def test_labels_are_names_and_no_amounts() -> None:
    assert with_part_names("Lessons 1 and 2 take 5 hours.") == "Lesson-1 and Lesson-2 take 5 hours."
    assert with_part_names("There are lessons 5.5 km away.") == "There are lessons 5.5 km away."


def test_a_subject_that_the_title_licenses_is_cut_to_its_kind() -> None:
    assert of_the_work("The beekeeping course requires no fees.", TITLE) == "The course requires no fees."
    assert of_the_work("The course on beekeeping is free.", TITLE) == "The course is free."


def test_a_subject_that_the_title_does_not_license_stays() -> None:
    assert of_the_work("The course on gardening is free.", TITLE) is None
    assert of_the_work("The course is free.", TITLE) is None


def test_a_sentence_about_a_part_does_not_speak_of_the_whole_work() -> None:
    assert speaks_of_itself("It requires no fees.")
    assert speaks_of_itself("The objective of this course is not profit.")
    assert not speaks_of_itself("Unit 3 requires gloves.")
    assert not speaks_of_itself("Beekeepers in Austria pay fees.")
