from claimledger.writer.judge.table_definitions import find_definitions


def test_codes_spelled_out_in_a_caption_end_where_the_next_begins() -> None:
    caption = "Carcass weights. T1: control diet, T2: 0.5% garlic powder, T3: 1% garlic powder. Letters differ."
    assert find_definitions(["T1", "T2", "T3"], [caption]) == {
        "T1": "control diet",
        "T2": "0.5% garlic powder",
        "T3": "1% garlic powder",
    }


def test_respectively_gives_each_code_its_item() -> None:
    sentence = "Birds in groups T2 and T3 were fed garlic powder at 0.5% and 1.0%, respectively."
    found = find_definitions(["T2", "T3"], [sentence])
    assert "0.5%" in found["T2"] and "1.0%" not in found["T2"]
    assert "1.0%" in found["T3"] and "0.5%" not in found["T3"]


def test_each_clause_defines_its_own_code_also_where_the_number_is_set_apart() -> None:
    sentence = "Birds in T 6 were fed 0.5% GP and 0.5% HBLP, whereas T 7 was fed 1.0% GP and 1.0% HBLP."
    found = find_definitions(["T6", "T7"], [sentence])
    assert "0.5% GP and 0.5% HBLP" in found["T6"]
    assert "1.0% GP and 1.0% HBLP" in found["T7"]


def test_acronyms_of_labels_and_of_definitions_are_followed() -> None:
    sentences = ["We used garlic powder (GP).", "T2: diet with GP.", "The feed conversion ratio (FCR) was computed."]
    found = find_definitions(["T2", "FCR"], sentences)
    assert found["GP"] == "garlic powder"
    assert found["FCR"] == "feed conversion ratio"


def test_outcomes_define_nothing() -> None:
    assert find_definitions(["T6"], ["Weight gain in T6 was significantly higher after birds were fed the diet."]) == {}


def test_two_codes_in_one_clause_without_respectively_define_nothing() -> None:
    assert find_definitions(["T2", "T3"], ["T2 and T3 were fed garlic powder."]) == {}


def test_labels_that_are_words_are_left_out() -> None:
    assert find_definitions(["Rough lemon", "Kinnow"], ["Kinnow was treated with oil."]) == {}
