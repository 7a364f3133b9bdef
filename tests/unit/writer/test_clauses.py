from claimledger.writer.clauses import clauses_of, conjuncts_of


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


def test_irregular_verbs_make_clauses_too():
    assert clauses_of("Pups told friends from strangers, and the milk matured in a month.") == [
        "Pups told friends from strangers.",
        "The milk matured in a month.",
    ]


def test_an_opening_frame_holds_for_every_clause():
    assert clauses_of("In pigs, garlic lowered weight, and basil raised it.") == [
        "In pigs, garlic lowered weight.",
        "In pigs, basil raised it.",
    ]
    assert clauses_of("In pigs, garlic lowered weight, whereas in hens, basil raised it.")[1] == (
        "In hens, basil raised it."
    )


def test_neither_and_both_speak_of_two_things():
    assert clauses_of("Neither the pump nor the fin was wet.") == ["The pump was not wet.", "The fin was not wet."]
    assert clauses_of("Both the pump and the fin froze at night.") == [
        "The pump froze at night.",
        "The fin froze at night.",
    ]


def test_two_subjects_are_told_apart_only_where_the_verb_holds_for_each():
    assert conjuncts_of("The pump and the fin froze.") == ["The pump froze.", "The fin froze."]
    for text in (
        "The pump and the fin differ.",
        "Garlic powder and extract lowered it.",
        "Together, pump and fin froze.",
    ):
        assert conjuncts_of(text) == [text]
