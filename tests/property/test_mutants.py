"""Every accepted claim is attacked: no false mutant of a claim that the judge accepts may be accepted."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

JUDGE = RulesJudge()
DATA = Path(os.environ.get("CLAIMLEDGER_DATA") or Path(__file__).resolve().parents[2].parent / "shared" / "data")

#: evidence, a claim that follows from it
SOUND = [
    ("Treatment with the extract reduced larval weight by 32% in 40 colonies.",
     "The extract reduced larval weight by 32% in 40 colonies."),
    ("In greenhouse trials, yield was 5.2 t/ha under drip irrigation and 4.1 t/ha under furrow irrigation.",
     "In greenhouse trials, yield was higher under drip irrigation than under furrow irrigation."),
    ("On the Torvik benchmark, the graph parser reached an F1 of 81.4, while the chart parser reached 77.9.",
     "On the Torvik benchmark, the graph parser reached an F1 of 81.4."),
    ("Among 212 adults with asthma, inhaled drug K lowered the exacerbation rate from 2.4 to 1.6 per year.",
     "Among 212 adults with asthma, inhaled drug K lowered the exacerbation rate by a third."),
    ("The two-stage filter may remove most nitrate at low flow.",
     "The two-stage filter may remove most nitrate at low flow."),
    ("Sleep loss was associated with slower reaction times in shift workers.",
     "In shift workers, sleep loss was associated with slower reaction times."),
    ("Median survival was 14.2 months in arm A and 11.8 months in arm B (hazard ratio 0.81, 95% CI 0.68 to 0.97).",
     "Median survival was 14.2 months in arm A and 11.8 months in arm B."),
    ("The coated membrane did not increase permeability at 25 °C.",
     "At 25 °C, the coated membrane did not increase permeability."),
    ("Silencing of the receptor decreased glucose uptake in cultured myotubes.",
     "Silencing of the receptor decreased glucose uptake in cultured myotubes."),
    ("At 4 m/s, the flexible blade was quieter than the rigid blade by 3.1 dB.",
     "At 4 m/s, the flexible blade was quieter than the rigid blade by 3.1 dB."),
]  # fmt: skip
#: evidence, a claim that leaves out its hedge or its scope
TOO_WIDE = [
    ("The two-stage filter may remove most nitrate at low flow.", "The two-stage filter removes most nitrate at "
        "low flow."),
    ("The two-stage filter may remove most nitrate at low flow.", "The two-stage filter may remove all nitrate "
        "at low flow."),
    ("These findings suggest that the gene regulates flowering.", "The gene regulates flowering."),
    ("In greenhouse trials, drip irrigation increased yield.", "Drip irrigation increases yield."),
    ("Under low light, the alga produced more lipid.", "The alga produces more lipid."),
    ("In patients with severe asthma, drug K lowered the exacerbation rate.", "Drug K lowered the exacerbation rate."),
    ("Sleep loss was associated with slower reaction times.", "Sleep loss causes slower reaction times."),
    ("Some of the alloys cracked on cooling.", "The alloys cracked on cooling."),
    ("Most of the alloys cracked on cooling.", "All of the alloys cracked on cooling."),
    ("We aim to test whether drug K lowers the exacerbation rate.", "Drug K lowers the exacerbation rate."),
    ("Ito et al. reported that the layer is marine.", "The layer is marine."),
    ("The best of five runs reached 91% accuracy.", "The mean accuracy of five runs was 91%."),
]  # fmt: skip
_OPPOSITES = [
    ("increased", "decreased"), ("increase", "decrease"), ("reduced", "increased"), ("higher", "lower"), ("lowered",
    "raised"),
    ("lower", "higher"), ("slower", "faster"), ("decreased", "increased"), ("rise", "fall"), ("fell", "rose"),
    ("more", "less"),
    ("improve", "worsen"), ("worsened", "improved"), ("highest", "lowest"), ("outperformed", "underperformed"),
    ("resistant", "susceptible"), ("followed", "preceded"), ("raised", "lowered"), ("unchanged", "increased"),
]  # fmt: skip
_UNITS = [
    ("%", " percentage points"), ("kg", "g"), ("mm", "cm"), ("kcal/mol", "kJ/mol"), ("MPa", "GPa"), ("ms", "s"),
    ("months", "weeks"),
    ("t/ha", "kg/ha"), ("percentage points", "percent"), ("weeks", "days"), ("m/s", "km/s"), ("dB", "Hz"),
    ("million", "billion"),
]  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.^(])(?<!\w[-−–])\d+(?:\.\d+)?(?![\w^])(?!-\w)(?!\.\d)")
_LABEL = re.compile(r"\b(?:ligand|type|grade|phase|line|arm|group|table|figure)\s$", re.IGNORECASE)


def numbers_changed(claim: str) -> Iterator[str]:
    for match in _NUMBER.finditer(claim):
        if _LABEL.search(claim[: match.start()]) or claim[: match.start()].endswith("< "):
            continue
        printed = match.group()
        leading = str((int(printed[0]) + 3) % 9 + 1)
        yield claim[: match.start()] + leading + printed[1:] + claim[match.end() :]
        if printed not in ("0", "0.0"):
            tenfold = f"{float(printed) * 10:g}"
            yield claim[: match.start()] + tenfold + claim[match.end() :]


def units_changed(claim: str) -> Iterator[str]:
    for unit, other in _UNITS:
        for match in re.finditer(rf"(?<=\d)\s?{re.escape(unit)}(?!\w)(?! CI)", claim):
            yield claim[: match.start()] + (other if other.startswith(" ") else " " + other) + claim[match.end() :]


def directions_flipped(claim: str) -> Iterator[str]:
    for word, opposite in _OPPOSITES:
        for match in re.finditer(rf"\b{word}\b(?! than half)", claim):
            yield claim[: match.start()] + opposite + claim[match.end() :]


def negated(claim: str) -> Iterator[str]:
    """Only a main clause with one auxiliary: there "not" turns the sentence round for certain."""
    for match in re.finditer(r"\b(was|were|is|are|had|may|might|did)(?= (?!not\b))", claim):
        if match.group() not in ("had", "may", "might"):
            yield claim[: match.end()] + " not" + claim[match.end() :]
    if re.search(r"\bdid not\b", claim):
        yield re.sub(r"\bdid not (\w+?)e?\b", r"\1ed", claim, count=1)


def widened(claim: str) -> Iterator[str]:
    plain = claim.rstrip(".")
    yield f"{plain} for the first time."
    yield f"{plain} in all settings."
    yield f"{plain} in every population."


_SIDES = re.compile(
    r"^(?P<frame>(?:In|On|At|Under|Among) [^,]+, )?(?P<left>(?:(?!was )[\w\s-])+?) "
    r"(?P<verb>outperformed|was quieter than|followed|preceded|had a lower [\w ]+ than) "
    r"(?P<right>[\w\s-]+?)(?P<rest>(?: by| on| under|\.).*)$"
)


def sides_swapped(claim: str) -> Iterator[str]:
    if (match := _SIDES.match(claim)) and " was outperformed" not in claim:
        left, right = match["left"], match["right"]
        yield f"{match['frame'] or ''}{right} {match['verb']} {left}{match['rest']}"


def false_mutants(claim: str) -> Iterator[str]:
    for attack in (numbers_changed, units_changed, directions_flipped, negated, widened, sides_swapped):
        for mutant in attack(claim):
            if mutant != claim:
                yield mutant


def verdict(claim: str, evidence: str) -> str:
    return JUDGE.judge(claim, Evidence((evidence,))).verdict


def minimal_pairs() -> list[tuple[str, str]]:
    path = DATA / "pairs" / "minimal.jsonl"
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [(row["evidence"], row["claim"]) for row in rows if row["expected"] == "entailed"]


@pytest.mark.parametrize(("evidence", "claim"), SOUND)
def test_a_sound_claim_is_accepted(evidence: str, claim: str) -> None:
    assert verdict(claim, evidence) == "entailed"


@pytest.mark.parametrize(("evidence", "claim"), SOUND)
def test_no_false_mutant_of_a_sound_claim_is_accepted(evidence: str, claim: str) -> None:
    assert [mutant for mutant in false_mutants(claim) if verdict(mutant, evidence) == "entailed"] == []


@pytest.mark.parametrize(("evidence", "claim"), TOO_WIDE)
def test_a_claim_without_its_hedge_or_scope_is_not_accepted(evidence: str, claim: str) -> None:
    assert verdict(claim, evidence) != "entailed"


@pytest.mark.real
def test_no_false_mutant_of_an_accepted_minimal_pair_is_accepted() -> None:
    pairs = minimal_pairs()
    if not pairs:
        pytest.skip(f"no labelled pairs under {DATA}")
    accepted = [(evidence, claim) for evidence, claim in pairs if verdict(claim, evidence) == "entailed"]
    assert len(accepted) >= 29
    wrong = [(mutant, evidence) for evidence, claim in accepted for mutant in false_mutants(claim)
             if verdict(mutant, evidence) == "entailed"]  # fmt: skip
    assert wrong == []
