import pytest
from claimledger.kb.index.analysis import analyse


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("IL-6", ["il6", "il", "6"]),
        ("IL6", ["il6"]),
        ("p53 and CYP3A4", ["p53", "cyp3a4"]),
        ("p < 0.05", ["p", "0.05"]),
        ("1,234 patients", ["1234", "patient"]),
        ("knock-out", ["knockout", "knock"]),
        ("5–10 days", ["5", "10", "day"]),
        ("ResNet-50", ["resnet50", "resnet", "50"]),
    ],
)
def test_identifiers_numbers_and_compounds_are_kept(text: str, terms: list[str]) -> None:
    assert analyse(text) == terms


def test_words_meet_their_inflections() -> None:
    assert analyse("mutations") == analyse("mutation") == analyse("Mutation")


def test_identifiers_are_not_stemmed() -> None:
    assert analyse("HDL2s") == ["hdl2s"]


def test_a_greek_letter_meets_its_name() -> None:
    assert analyse("TNF-α") == analyse("TNF-alpha")
    assert analyse("TGFβ") == ["tgfbeta"]


def test_accents_case_and_compatibility_forms_do_not_matter() -> None:
    assert analyse("NAÏVE") == analyse("naive")
    assert analyse("e\ufb03cient") == analyse("efficient")


def test_a_non_breaking_hyphen_is_a_hyphen() -> None:
    assert analyse("IL\u20116") == analyse("IL-6")


def test_possessives_and_apostrophes_leave_the_word() -> None:
    assert analyse("the patient's") == analyse("patient")
    assert analyse("the patient\u2019s") == analyse("patient")


def test_stop_words_and_punctuation_give_nothing() -> None:
    assert analyse("of the and -- (!) _") == []
    assert analyse("") == []


def test_repetitions_are_kept_in_order() -> None:
    assert analyse("cell, tissue, cell") == ["cell", "tissu", "cell"]


def test_an_endless_run_of_letters_is_cut() -> None:
    assert [len(term) for term in analyse("ACGT" * 1000)] == [64]


def test_a_number_with_a_decimal_comma_stays_as_printed() -> None:
    assert analyse("0,05") == ["0,05"]
