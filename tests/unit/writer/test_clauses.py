from claimledger.writer.clauses import clauses_of


def test_clauses_with_verbs_of_their_own_are_cut():
    assert clauses_of("Frost fell by 4%, and dew rose by 2%.") == ["Frost fell by 4%.", "Dew rose by 2%."]


def test_a_second_verb_takes_the_subject_of_the_first():
    assert clauses_of("The pump froze at night, but ran again at noon.")[0] == "The pump froze at night."
    assert clauses_of("The pump was wet, but was not cold.")[1] == "The pump was not cold."


def test_both_a_and_b_are_two_statements():
    assert clauses_of("Coatings have been tried both on fins and on pipes.") == [
        "Coatings have been tried on fins.",
        "Coatings have been tried on pipes.",
    ]


def test_two_extremes_share_verb_and_measure():
    assert clauses_of("Copper had the lowest frost rate (1 mm) and zinc the highest (9 mm).") == [
        "Copper had the lowest frost rate (1 mm).",
        "Zinc had the highest frost rate (9 mm).",
    ]


def test_conditions_lists_and_quotations_stay_whole():
    for text in (
        "If frost falls, and the pump is wet, it stops.",
        "Copper, zinc and tin were tested.",
        "The authors report: “frost fell, and dew rose”.",
    ):
        assert clauses_of(text) == [text]
