import pytest
from claimledger.writer.judge.port import Table
from claimledger.writer.judge.table_grid import read_grid
from claimledger.writer.judge.table_names import NameIndex
from claimledger.writer.judge.table_words import words_of

PARSERS = Table(
    "Parsing results.",
    ("Model", "P", "R", "F1", "Time (s)"),
    (
        ("KCP Kenyon-Dean et al. (2018)", "71", "67", "69", "4"),
        ("Cluster+KCP", "79.3", "68.4", "73.4", "5"),
        ("TCSum", "70", "71", "70.5", "6"),
        ("TCSum\u2212", "69", "70", "69.5", "6"),
        ("Logistic Regression", "60", "61", "60.5", "1"),
        ("GraphNet", "80", "81", "80.5", "9"),
        ("GraphNet w/o attention", "78", "79", "78.5", "8"),
        ("Hi-MAP (Our Model)", "82", "83", "82.5", "9"),
    ),
)


def found(text: str, table: Table = PARSERS, definitions: dict[str, str] | None = None) -> dict[str, list[str]]:
    index = NameIndex(read_grid(table), definitions)
    words = words_of(text)
    return {
        " ".join(word.surface for word in words[m.first : m.last]): [
            index.grid.lines(m.axis)[n].text for n in sorted(m.lines)
        ]
        for m in index.find(words)
    }


def test_an_exact_name_shuts_out_longer_ones() -> None:
    assert found("KCP improves") == {"KCP": ["KCP Kenyon-Dean et al. (2018)"]}
    assert found("Cluster+KCP improves") == {"Cluster KCP": ["Cluster+KCP"]}


def test_a_trailing_sign_belongs_to_the_name() -> None:
    assert found("TCSum improves") == {"TCSum": ["TCSum"]}


def test_single_letters_are_precision_and_recall_where_a_table_uses_them_so() -> None:
    assert found("the recall and the F-score") == {"recall": ["R"], "F-score": ["F1"]}


def test_the_article_is_no_column() -> None:
    table = Table("", ("Site", "A", "B"), (("north", "1", "2"),))
    assert found("a north wind", table) == {"north": ["north"]}


def test_a_label_that_takes_something_away_is_named_only_by_words_that_do() -> None:
    assert found("GraphNet without attention") == {"GraphNet without attention": ["GraphNet w/o attention"]}
    assert found("Removing attention hurts") == {"Removing attention": ["GraphNet w/o attention"]}
    assert found("GraphNet wins") == {"GraphNet": ["GraphNet"]}


def test_acronyms_and_long_forms_meet() -> None:
    table = Table("", ("Model", "F1"), (("LR", "60"), ("Bag-of-Words", "55")))
    assert found("logistic regression and BOW", table) == {"logistic regression": ["LR"], "BOW": ["Bag-of-Words"]}


def test_class_nouns_alone_name_nothing() -> None:
    assert found("all models on this dataset") == {}


def test_the_authors_own_line_is_the_marked_one_or_the_only_one_without_citation() -> None:
    assert NameIndex(read_grid(PARSERS)).own["row"] == {7}
    table = Table("", ("Model", "F1"), (("Artetxe et al., 2018b", "48.5"), ("Noise-aware Alignment", "49.7")))
    assert NameIndex(read_grid(table)).own["row"] == {1}


DIETS = Table("Weight gain (g/bird).", ("Treatment", "Gain (g/bird)"), (("T1", "1801"), ("T2", "1823"), ("T6", "2129")))
DEFINED = {
    "T1": "the basal diet which acted as control group",
    "T2": "basal diet with 0.5% garlic powder (GP)",
    "T6": "Birds were fed with 0.5% GP and 0.5% HBLP",
    "GP": "garlic powder",
    "HBLP": "holy basil leaf powder",
}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("0.5% garlic powder and 0.5% holy basil leaf powder", "T6"),
        ("0.5% garlic powder", "T2"),
        ("0.5% of each powder", "T6"),
        ("the control diet", "T1"),
        ("0.50 % GP", "T2"),
    ],
)
def test_a_line_is_named_by_what_it_stands_for(text: str, line: str) -> None:
    assert list(found(text, DIETS, DEFINED).values()) == [[line]]


@pytest.mark.parametrize("text", ["1% garlic powder", "holy basil leaf powder", "the birds", "0.5% ginger", "a diet"])
def test_half_a_description_or_another_dose_names_nothing(text: str) -> None:
    assert found(text, DIETS, DEFINED) == {}
