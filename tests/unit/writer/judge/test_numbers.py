"""Numbers of a claim against those of a sentence: what they are numbers of, and what follows from them."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.codes import CODES
from claimledger.writer.judge.port import Evidence, Judgement, Table
from claimledger.writer.judge.reading import read
from claimledger.writer.judge.rules import RulesJudge
from claimledger.writer.judge.sentence import hold

JUDGE = RulesJudge()


def judged(claim: str, evidence: str) -> Judgement:
    return JUDGE.judge(claim, Evidence(passages=(evidence,)))


#: evidence, what follows, what does not
PAIRS = [
    # derived numbers: the operands are named, of one kind, and the direction is that of the values
    ("Plot A held 90 kg of biomass and plot B held 45 kg of biomass.",
     ["Plot A held twice as much biomass as plot B.", "Plot B held half as much biomass as plot A."],
     ["Plot B held twice as much biomass as plot A.", "Plot A held half as much biomass as plot B.",
      "Plot A held 135 kg of biomass.", "Plot A held 50% of biomass."]),
    ("Nitrate was 32% in the ditch and 20% in the pond.",
     ["Nitrate was 12 percentage points higher in the ditch than in the pond."],
     ["Nitrate was 52% in the ditch.", "Nitrate was 12 percentage points higher in the pond than in the ditch.",
      "Nitrate was 38% in the ditch."]),
    ("The mean score was 0.8147 (SE 0.012).",
     ["The mean score was 0.81."],
     ["The mean score was 0.80.", "The mean score was 0.8027."]),
    ("Costs were 80 euros in 2010 and 60 euros in 2015.",
     ["Costs fell by 25% between 2010 and 2015.", "Costs in 2015 were 60 euros."],
     ["Costs rose by 25% between 2010 and 2015.", "Costs in 2015 were a quarter of those in 2010.",
      "Costs in 2015 were 80 euros."]),
    ("Fuel use fell from 8.0 L to 6.0 L after the retrofit.",
     ["Fuel use fell by 2.0 L after the retrofit.", "Fuel use fell by a quarter after the retrofit.",
      "Fuel use was 6.0 L after the retrofit."],
     ["Fuel use rose by 2.0 L after the retrofit.", "Fuel use fell by a third after the retrofit.",
      "Fuel use was 8.0 L after the retrofit."]),
    ("Of the 250 votes, 150 were valid and 100 were void.",
     ["60% of the votes were valid."], ["40% of the votes were valid.", "67% of the votes were valid."]),
    ("After the storm, site 1 lost 20% of its sand.",
     ["After the storm, site 1 retained 80% of its sand."], ["After the storm, site 1 retained 20% of its sand."]),
    # rates and totals
    ("The pump delivered 3 L of brine per day for 12 days.",
     ["The pump delivered a total of 36 L of brine over 12 days.",
      "The pump delivered 3 L of brine daily for 12 days."],
     ["The pump delivered a total of 3 L of brine over 12 days.", "The pump delivered 3 L of brine.",
      "The pump delivered 3 L of brine per week for 12 days."]),
    ("Between 1980 and 2000 the dune moved by 2.5 m per year.",
     ["Between 1980 and 2000 the dune moved by 2.5 m per year.",
      "Between 1980 and 2000 the dune moved by a total of 50 m."],
     ["Between 1980 and 2000 the dune moved by 2.5 m.", "Between 1980 and 2000 the dune moved by a total of 2.5 m."]),
    ("Turbidity went from 12 NTU to 30 NTU after dredging.",
     ["Turbidity increased by 18 NTU after dredging."],
     ["Turbidity decreased by 18 NTU after dredging.", "Turbidity increased by 30 NTU after dredging."]),
    # how a sample shrinks
    ("Of 90 nurses who were invited, 70 gave consent and 64 completed the survey.",
     ["64 nurses completed the survey.", "70 nurses gave consent."],
     ["70 nurses completed the survey.", "90 nurses gave consent.", "90 nurses completed the survey."]),
    # shares of another whole
    ("Of the obese children, 22% had asthma.",
     ["22% of the obese children had asthma."],
     ["Of the children with asthma, 22% were obese.", "22% of the children with asthma were obese."]),
    ("Of the women who smoked, 26% delivered early.",
     ["26% of the women who smoked delivered early."], ["26% of the women delivered early."]),
    # lists
    ("The parser reached a score of 84.6, compared with 85.1 for the full model and 79.3 for the small model.",
     ["The full model reached a score of 85.1.", "The small model reached a score of 79.3."],
     ["The small model reached a score of 85.1.", "The full model reached a score of 79.3.",
      "The full model reached a score of 84.6."]),
    ("Yields were 3.4, 4.0 and 4.1 t/ha at 0, 60 and 120 kg N/ha, respectively.",
     ["At 60 kg N/ha, the yield was 4.0 t/ha."], ["At 0 kg N/ha, the yield was 4.1 t/ha."]),
    ("With dropout, validation loss rose from 2.10 to 2.24.",
     ["Validation loss was 2.24 with dropout."], ["Validation loss was 2.10 with dropout."]),
    ("Iron, cobalt and nickel averaged 52, 9 and 31 mg/kg.",
     ["Nickel averaged 31 mg/kg.", "Iron averaged 52 mg/kg and nickel 31 mg/kg."],
     ["Cobalt averaged 52 mg/kg.", "Nickel averaged 9 mg/kg.", "Iron averaged 31 mg/kg and nickel 52 mg/kg."]),
    ("Survival was 64% with mulch, 41% with straw and none with gravel.",
     ["Survival was 41% with straw."],
     ["Survival was 64% with straw.", "Survival was 41% with gravel.", "Survival was 41% with mulch."]),
    ("In two trials (n = 120 and n = 300), nurses used the checklist.",
     ["In trial 2, 300 nurses used the checklist."], ["In trial 1, 300 nurses used the checklist."]),
    ("Method P had a higher recall than method Q (0.81 versus 0.74).",
     ["The recall of method P was 0.81."], ["The recall of method Q was 0.81.", "The recall of method P was 0.74."]),
    # pace and metrics
    ("Startup took 3 s with the cache and 9 s without it.",
     ["Startup was faster with the cache than without it."], ["Startup was slower with the cache than without it."]),
    ("Throughput was 40 requests/s on node A and 25 requests/s on node B.",
     ["Node A was faster than node B in throughput."], ["Node B was faster than node A in throughput."]),
    ("The perplexity of the model decreased after pruning.",
     ["The perplexity of the model improved after pruning."], ["The perplexity of the model degraded after pruning."]),
    # units, ranges, bounds
    ("The trench reaches a depth of 2.4 km.", ["The trench reaches a depth of 2,400 m."],
     ["The trench reaches a depth of 2,410 m.", "The trench reaches a depth of 240 m."]),
    ("Dogs received 0.25 mg of the drug for 2 weeks.", ["Dogs received 250 μg of the drug for 14 days."],
     ["Dogs received 25 μg of the drug for 14 days."]),
    ("Salinity ranged from 3.1 to 9.6 g/L across the lagoons.",
     ["Salinity ranged from 3.1 to 9.6 g/L across the lagoons."],
     ["Salinity averaged 9.6 g/L across the lagoons.", "Salinity was 3.1 g/L across the lagoons."]),
    ("The parser reached 78 F1 on the treebank.", ["On the treebank, the parser reached 78 F1."],
     ["On the treebank, the parser reached 87 F1."]),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "claim"), [(e, claim) for e, sound, _ in PAIRS for claim in sound])
def test_a_number_that_follows_is_licensed(evidence: str, claim: str) -> None:
    judgement = judged(claim, evidence)
    assert judgement.verdict == "entailed", judgement


@pytest.mark.parametrize(("evidence", "claim"), [(e, claim) for e, _, false in PAIRS for claim in false])
def test_a_number_that_does_not_follow_is_refused(evidence: str, claim: str) -> None:
    judgement = judged(claim, evidence)
    assert judgement.verdict != "entailed", judgement
    assert set(judgement.codes) <= set(CODES)


@pytest.mark.parametrize(
    ("evidence", "claim", "formula"),
    [
        ("Plot A held 90 kg of biomass and plot B held 45 kg of biomass.",
         "Plot A held twice as much biomass as plot B.", "ratio of 90 kg and 45 kg: 2"),
        ("The pump delivered 3 L of brine per day for 12 days.",
         "The pump delivered a total of 36 L of brine over 12 days.", "3 per day for 12: 36"),
        ("Of the 250 votes, 150 were valid and 100 were void.", "60% of the votes were valid.", "150 of 250: 60 %"),
    ],
)  # fmt: skip
def test_a_derived_number_shows_how_it_was_made(evidence: str, claim: str, formula: str) -> None:
    assert judged(claim, evidence).formula == formula


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("At 300 K, the film had a resistance of 12 Ω.", "At 350 K, the film had a resistance of 12 Ω."),
        (
            "Six weeks after planting, nitrate in the soil was high.",
            "One year after planting, nitrate in the soil was high.",
        ),
        ("Accuracy rose by 4 points from a baseline of 71 points.", "Accuracy rose by 71 points."),
    ],
)
def test_a_number_of_another_condition_contradicts_nothing(evidence: str, claim: str) -> None:
    assert judged(claim, evidence).verdict == "not_entailed"


def test_a_value_of_the_same_thing_contradicts() -> None:
    judgement = judged("Nickel averaged 52 mg/kg.", "Iron, cobalt and nickel averaged 52, 9 and 31 mg/kg.")
    assert (judgement.verdict, judgement.codes) == ("contradicted", ("binding-mismatch",))


def test_a_rate_is_told_from_a_total_by_its_code() -> None:
    claim = "The pump delivered a total of 3 L of brine over 12 days."
    evidence = "The pump delivered 3 L of brine per day for 12 days."
    held = hold(read(claim), read(evidence), frozenset())
    assert "rate-for-total" in {finding.code for finding in held.findings}


def test_definitions_of_a_table_reach_its_judge() -> None:
    table = Table("Mean yield of the diets (g).", ("Diet", "Yield"), (("D1", "40.5"), ("D2", "52.0")))
    told = Table(table.caption, table.columns, table.rows, definitions={"D1": "hay", "D2": "silage"})
    claim = "The yield of silage was 52.0 g."
    assert JUDGE.judge(claim, Evidence(tables=(table,))).verdict == "not_entailed"
    assert JUDGE.judge(claim, Evidence(tables=(told,))).verdict == "entailed"
