from claimledger.kb.formats.bibtex import BibEntry, Person
from claimledger.writer.both_sides import both_sides, inside, sides_joined
from claimledger.writer.sentences import limitation_clause, quotation_clause

OTHER = BibEntry("lee2019", "article", "Pumps", (Person("Lee", "A."), Person("Wu", "B.")), 2019, None)


def test_a_setting_that_both_sides_open_with_is_said_once():
    joined = sides_joined("On copper, frost fell.", ["wu"], "on copper, frost rose", ["lee"])
    assert joined == "Evidence is mixed: on copper, frost fell [@wu], whereas frost rose [@lee]."


def test_a_setting_at_the_end_of_the_first_side_moves_to_the_front():
    joined = sides_joined("Frost fell by 4% on copper.", ["wu", "ray"], "on copper, frost rose", ["lee"])
    assert joined == "Evidence is mixed: on copper, frost fell by 4% [@wu; @ray], whereas frost rose [@lee]."


def test_two_settings_are_both_kept():
    joined = sides_joined("Frost fell on zinc.", ["wu"], "on copper, frost rose", ["lee"])
    assert joined == "Evidence is mixed: frost fell on zinc [@wu], whereas on copper, frost rose [@lee]."


def test_the_other_side_is_quoted_where_it_has_no_pattern():
    (quoted,) = both_sides("The frost fell.", ["wu"], "Frost rose, to our surprise.", OTHER)
    assert quoted == "Evidence is mixed: the frost fell [@wu], whereas @lee2019 report “Frost rose, to our surprise”."


def test_names_keep_their_capital_inside_a_sentence():
    assert inside("The pump froze.") == "the pump froze"
    assert inside("BarkNet froze.") == "BarkNet froze"


def test_one_author_reports_and_two_report():
    assert quotation_clause("Frost fell.", "wu", 1) == "@wu reports: “Frost fell”."
    assert quotation_clause("Frost fell.", "wu", 2) == "@wu report: “Frost fell”."


def test_that_a_limitation_is_one_is_said_once():
    assert limitation_clause("A limitation is that one pump was used.", "wu", 1) == (
        "@wu names as a limitation that “one pump was used”."
    )
    assert (
        limitation_clause("Only one pump was used.", "wu", 2) == "As a limitation, @wu state: “Only one pump was used”."
    )
