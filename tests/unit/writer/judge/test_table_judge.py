"""Claims held against two invented tables; every verdict was decided by hand."""

import itertools
import re
from collections.abc import Iterator

import pytest
from claimledger.writer.judge.port import Table
from claimledger.writer.judge.table import judge_table

PARSERS = Table(
    "Table 3: Results of parsers on the Genia and CRAFT test sets.",
    ("Model", "Genia F1", "Genia Time (s)", "CRAFT F1", "CRAFT Time (s)"),
    (
        ("Baseline", "71.3", "12", "64.0", "15"),
        ("StackParser (Lee et al., 2014)", "74.1", "30", "66.2", "33"),
        ("GraphNet", "78.5", "21", "70.9", "24"),
        ("GraphNet w/o attention", "76.0", "19", "69.1", "22"),
        ("GraphNet + char (ours)", "79.2", "25", "71.4", "28"),
    ),
)
BROILERS = Table(
    "Table 2: Performance of broilers over 6 weeks. Means with different letters differ (p<0.05).",
    ("Treatment", "Feed intake (g/bird)", "Body weight gain (g/bird)", "FCR"),
    (
        ("T1", "3771.75\u00b14.23", "1801.75a\u00b11.79", "2.09c\u00b10.01"),
        ("T2", "3713.25\u00b111.94", "1823.00ab\u00b121.17", "2.03bc\u00b10.02"),
        ("T6", "3627.50\u00b16.64", "2129.25c\u00b122.83", "1.70a\u00b10.01"),
        ("T7", "3640.25\u00b14.23", "2094.75c\u00b132.93", "1.73a\u00b10.04"),
    ),
)
DEFINED = {
    "T1": "the basal diet, which served as control",
    "T2": "basal diet with 0.5% garlic powder (GP)",
    "T6": "fed with 0.5% GP and 0.5% HBLP",
    "T7": "fed with 1.0% GP and 1.0% HBLP",
    "GP": "garlic powder",
    "HBLP": "holy basil leaf powder",
    "FCR": "feed conversion ratio",
}
BATCHES = Table(
    "Table 1: Throughput (instances/s).",
    ("Batch size", "Balanced", "Moderate", "Linear"),
    (("1", "46.7", "27.3", "7.6"), ("10", "125.2", "78.2", "22.7"), ("25", "129.7", "83.1", "45.4")),
)
TWEETS = Table(
    "Table 3: Number of tweets annotated as complaints.",
    ("Category", "Complaints", "Not Complaints"),
    (("Cars", "67", "25"), ("Retail", "124", "75"), ("Total", "191", "100")),
)

DOSES = Table(
    "Table 2 Concentrations selected for the mutagenicity test.",
    ("Substance", "S9", "Concentrations (\u03bcg/ml)"),
    (("EGMAX", "\u2212S9", "19.5 to 312.5"), ("", "+S9", "39.0 to 625"), ("FEED-X", "\u2212S9", "78.1 to 1250")),
)

ENTAILED = [
    (DOSES, "For EGMAX, concentrations ranged from 19.5 to 312.5 \u03bcg/ml without S9."),
    (DOSES, "For EGMAX, concentrations were up to 312.5 \u03bcg/ml without S9 and up to 625 \u03bcg/ml with S9."),
    (DOSES, "For EGMAX, concentrations went up to 312.5 \u03bcg/ml without S9 and up to 625 \u03bcg/ml with it."),
    (PARSERS, "GraphNet achieves an F1 of 78.5 on Genia."),
    (PARSERS, "GraphNet reaches over 78 F1 on Genia."),
    (PARSERS, "As shown in Table 3, GraphNet outperforms StackParser by 4.4 F1 points on Genia."),
    (PARSERS, "GraphNet improves over the baseline by 6.9 F1 on CRAFT."),
    (PARSERS, "Compared to the baseline, GraphNet improves F1 on CRAFT by 6.9 points."),
    (PARSERS, "GraphNet is about 10% better than the baseline on Genia F1."),
    (PARSERS, "Removing attention reduces F1 on Genia from 78.5 to 76.0."),
    (PARSERS, "Removing attention leads to a drop of 2.5 F1 points on Genia."),
    (PARSERS, "GraphNet without attention has a lower F1 than GraphNet on CRAFT (69.1 vs. 70.9)."),
    (PARSERS, "F1 on Genia improves from 71.3 with the baseline to 78.5 with GraphNet."),
    (PARSERS, "On Genia, the baseline and StackParser reach 71.3 and 74.1 F1, respectively."),
    (PARSERS, "Both GraphNet and StackParser outperform the baseline in F1."),
    (PARSERS, "All models outperform the baseline in terms of F1."),
    (PARSERS, "All models perform better on Genia than on CRAFT."),
    (PARSERS, "Our model obtains the best F1 on both datasets."),
    (PARSERS, "The highest F1 on CRAFT (71.4) is obtained by our model."),
    (PARSERS, "GraphNet outperforms StackParser in F1, with a gain of 4.4 points on Genia."),
    (PARSERS, "We observe a drop in F1 between GraphNet and StackParser."),
    (PARSERS, "StackParser does not outperform GraphNet in terms of F1."),
    (PARSERS, "GraphNet obtains F1 scores of 78.5 and 70.9 on Genia and CRAFT, respectively."),
    (PARSERS, "GraphNet surpasses StackParser by 4.4 and 4.7 F1 points on Genia and CRAFT, respectively."),
    (PARSERS, "The performance of GraphNet drops from 78.5 to 76.0 F1 on Genia without attention."),
    (PARSERS, "Adding char features to GraphNet improves F1 by 0.7 on Genia."),
    (PARSERS, "The gap between GraphNet and the baseline is 7.2 F1 on Genia."),
    (PARSERS, "The F1 score on Genia is higher than that on CRAFT for all models."),
    (PARSERS, "All models reach over 60 F1 on CRAFT."),
    (PARSERS, "StackParser is slower than GraphNet."),
    (PARSERS, "GraphNet is faster than StackParser on Genia but slower than the baseline."),
    (PARSERS, "Our full model achieves 79.2 F1 on Genia, outperforming the baseline by 7.9 points."),
    (BATCHES, "For all batch sizes, throughput is the highest on the balanced dataset."),
    (BROILERS, "T6 gained significantly more than T1."),
    (BROILERS, "Feed intake was similar in T6 and T7."),
    (TWEETS, "In total, 191 tweets (65.6%) are complaints and 100 are not complaints (34.4%)."),
    (BROILERS, "T6 gained 327.5 g more than T1, about 18%."),
    (BROILERS, "T6 had the highest body weight gain."),
    (BROILERS, "Over six weeks, broilers gained 1801.75 g per bird on the control diet and 2129.25 g on a diet with "
               "0.5% garlic powder and 0.5% holy basil leaf powder."),
    (BROILERS, "Broilers gained about 1802 g per bird in the controls and about 2129 g with 0.5% of each powder."),
    (BROILERS, "The feed conversion ratio was better with 1% GP and 1% HBLP than in the controls."),
]  # fmt: skip
CONTRADICTED = [
    (PARSERS, "GraphNet achieves an F1 of 78.6 on Genia."),
    (PARSERS, "GraphNet achieves an F1 of 70.9 on Genia."),
    (PARSERS, "StackParser outperforms GraphNet on CRAFT."),
    (PARSERS, "GraphNet has a higher F1 on CRAFT than on Genia."),
    (PARSERS, "GraphNet needs more time than StackParser on CRAFT."),
    (PARSERS, "On Genia, the baseline and StackParser reach 74.1 and 71.3 F1, respectively."),
    (PARSERS, "GraphNet outperforms StackParser in F1, with a gain of 4.7 points on Genia."),
    (PARSERS, "GraphNet does not outperform the baseline in terms of F1."),
    (PARSERS, "Our model obtains the lowest F1 on both datasets."),
    (BATCHES, "For all batch sizes, throughput is the lowest on the balanced dataset."),
    (TWEETS, "In total, 100 tweets are complaints and 191 are not complaints."),
    (PARSERS, "GraphNet is the fastest system."),
    (PARSERS, "GraphNet obtains F1 scores of 70.9 and 78.5 on Genia and CRAFT, respectively."),
    (PARSERS, "Our full model achieves 79.2 F1 on Genia, outperforming the baseline by 8.9 points."),
    (BROILERS, "T7 had the highest body weight gain."),
    (BROILERS, "Broilers gained 2094.75 g per bird with 0.5% garlic powder and 0.5% holy basil leaf powder."),
    (BROILERS, "Broilers gained 2129.25 g per bird with 1% garlic powder and 1% holy basil leaf powder."),
]
NOT_ENTAILED = [
    (PARSERS, "GraphNet has the best F1 because it models long dependencies.", "a cause is in no table"),
    (PARSERS, "GraphNet significantly outperforms StackParser.", "no test is shown"),
    (PARSERS, "GraphNet reaches 78.5 F1 on the Penn Treebank.", "an unknown dataset"),
    (PARSERS, "BERT reaches 78.5 F1 on Genia.", "an unknown system"),
    (PARSERS, "GraphNet reaches an accuracy of 78.5 on Genia.", "another measure"),
    (PARSERS, "GraphNet reaches 78.50 F1 on Genia.", "more digits than the cell"),
    (PARSERS, "GraphNet reaches 78.5 on Genia.", "no measure is named and two columns could be meant"),
    (PARSERS, "The F1 on Genia is 78.5.", "no row is named"),
    (PARSERS, "GraphNet slightly outperforms the baseline in F1 on CRAFT.", "the difference is large"),
    (PARSERS, "GraphNet may outperform StackParser.", "a table does not say may"),
    (PARSERS, "GraphNet outperforms StackParser only on Genia.", "an exception that the cells do not bear out"),
    (PARSERS, "As shown in Table 7, GraphNet outperforms StackParser in F1.", "another table"),
    (BROILERS, "Broilers gained 1823 kg per bird with 0.5% garlic powder.", "another unit"),
    (BROILERS, "T2 gained significantly more than T1.", "the letters say it may be chance"),
    (PARSERS, "GraphNet has the second best F1 on Genia.", "ranks are not read"),
    (BROILERS, "The birds gained 1801.75 g.", "no row is named"),
    (BROILERS, "Body weight was 2129.25 g with T6.", "weight is not weight gain"),
    (BROILERS, "Dressed weight gain was 1801.75 g with T6.", "another weight"),
    (BROILERS, "T6 gained 327.5 g more than T1, which indicates better immunity.", "an explanation"),
    (BATCHES, "Linear is better.", "compared with what"),
    (DOSES, "For EGMAX, concentrations were up to 312.5 \u03bcg/ml with S9.", "the range is another"),
    (DOSES, "For EGMAX, concentrations were up to 312.5 mg/ml without S9.", "another unit"),
    (TWEETS, "Cars are better than Retail.", "no measure with a direction"),
]


@pytest.mark.parametrize(("table", "claim"), ENTAILED)
def test_a_claim_that_its_cells_bear_out_is_entailed(table: Table, claim: str) -> None:
    judgement = judge_table(claim, table, DEFINED)
    assert judgement.verdict == "entailed", judgement.reason


@pytest.mark.parametrize(("table", "claim"), CONTRADICTED)
def test_a_claim_that_its_cells_deny_is_contradicted(table: Table, claim: str) -> None:
    judgement = judge_table(claim, table, DEFINED)
    assert judgement.verdict == "contradicted", judgement.reason


@pytest.mark.parametrize(("table", "claim", "why"), NOT_ENTAILED)
def test_a_claim_that_the_table_does_not_reach_is_not_entailed(table: Table, claim: str, why: str) -> None:
    assert judge_table(claim, table, DEFINED).verdict == "not_entailed", why


def test_a_derived_number_keeps_its_formula() -> None:
    judgement = judge_table("T6 gained 327.5 g more than T1, about 18%.", BROILERS)
    assert judgement.formula == "2129.25 - 1801.75; (2129.25 - 1801.75) / 1801.75"


BEFORE = (
    "Broilers gained 1801.75 g on the control diet "
    "and 2129.25 g with 0.5% garlic powder and 0.5% holy basil leaf powder."
)


def test_a_pointer_back_is_followed_to_the_one_line_of_the_sentence_before() -> None:
    claim = "Birds on that combination thus gained 327.5 g more than the controls, about 18%."
    assert judge_table(claim, BROILERS, DEFINED).verdict == "not_entailed"
    judgement = judge_table(claim, BROILERS, DEFINED, before=BEFORE)
    assert judgement.verdict == "entailed", judgement.reason
    wrong = claim.replace("327.5", "337.5")
    assert judge_table(wrong, BROILERS, DEFINED, before=BEFORE).verdict == "contradicted"


def test_a_pointer_back_to_two_lines_is_not_followed() -> None:
    before = "Gain was 1823 g with 0.5% garlic powder and 2095 g with 1% garlic powder and 1% holy basil leaf powder."
    claim = "Birds on that diet thus gained 21.25 g more than the controls."
    assert judge_table(claim, BROILERS, DEFINED, before=before).verdict == "not_entailed"


def test_an_unknown_measure_has_no_better() -> None:
    table = Table("", ("Method", "Gamma index"), (("A1", "3"), ("B1", "2")))
    assert judge_table("A1 is better than B1.", table).verdict == "not_entailed"
    assert judge_table("A1 has a higher Gamma index than B1.", table).verdict == "entailed"


def test_where_less_is_better_the_lower_number_wins() -> None:
    table = Table("Word error rates.", ("Method", "WER (%)"), (("Wiener", "19.5"), ("GAN", "14.9")))
    assert judge_table("GAN outperforms Wiener.", table).verdict == "entailed"
    assert judge_table("Wiener outperforms GAN.", table).verdict == "contradicted"


def test_odd_text_and_empty_tables_raise_nothing() -> None:
    for claim in ("", "   ", "(((", "than than than", "by 5", "0", "\u0000\u2028", "best"):
        for table in (PARSERS, Table("", (), ()), Table("x", ("",), (("",),))):
            assert judge_table(claim, table).verdict == "not_entailed"


_FLIPS = [("outperforms", "underperforms"), ("best", "worst"), ("higher", "lower"), ("highest", "lowest"),
          ("better", "worse"), ("more", "less"), ("drop", "rise"), ("reduces", "raises"), ("gain", "drop"),
          ("improves", "degrades"), ("outperform", "underperform")]  # fmt: skip
_NAMES = [("GraphNet", "StackParser"), ("GraphNet", "the baseline"), ("Genia", "CRAFT"), ("balanced", "linear"),
          ("T6", "T1"), ("complaints and", "not complaints and"), ("body weight gain", "FCR")]  # fmt: skip


def mutants(claim: str) -> Iterator[str]:
    """Claims with one digit, direction or name changed."""
    for digit in re.finditer(r"(?<![A-Za-z%\d.])\d+(?:\.\d+)?(?!\d*%)", claim):
        last = digit.end() - 1
        yield claim[:last] + str((int(claim[last]) + 3) % 10) + claim[digit.end() :]
    for one, two in _FLIPS:
        for old, new in ((one, two), (two, one)):
            if re.search(rf"\b{old}\b", claim):
                yield re.sub(rf"\b{old}\b", new, claim)
    for one, two in _NAMES:
        if one in claim and two in claim and "Both" not in claim:
            yield claim.replace(one, "\0").replace(two, one).replace("\0", two)


def _still_true(claim: str) -> bool:
    """Mutants that the table bears out: a looser bound, and a gap told from its other side."""
    return "The gap between the baseline" in claim or any(f"over {n} F1" in claim for n in (60, 61, 62, 63, 71, 78))


def test_no_false_mutant_of_an_accepted_claim_is_entailed() -> None:
    every = [(table, mutant) for table, claim in ENTAILED for mutant in set(mutants(claim))]
    made = [(table, mutant) for table, mutant in every if not _still_true(mutant)]
    accepted = [mutant for table, mutant in made if judge_table(mutant, table, DEFINED).verdict == "entailed"]
    assert len(made) > 40
    assert not accepted


def test_the_order_of_rows_and_columns_does_not_matter() -> None:
    for rows in itertools.islice(itertools.permutations(BROILERS.rows), 6):
        table = Table(BROILERS.caption, BROILERS.columns, tuple(rows))
        assert judge_table("T6 gained 327.5 g more than T1.", table).verdict == "entailed"
