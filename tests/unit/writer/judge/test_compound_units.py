"""Compound units: one notation licenses another, and another prefix, power or denominator licenses nothing."""

from __future__ import annotations

import pytest
from claimledger.kb.text.units import parse_unit
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

UNLIKE = [
    ("S/cm", "S/m"), ("mS/cm", "S/cm"), ("W/m²", "W/cm²"), ("W/(m K)", "W/(cm K)"), ("V/cm", "V/m"), ("A/m²", "mA/cm²"),
    ("J/(kg K)", "J/(g K)"), ("mN/m", "N/m"), ("Wh/kg", "kWh/kg"), ("mAh/g", "Ah/g"), ("Ω·cm", "Ω·m"),
    ("cd/m²", "cd/cm²"), ("lx", "klx"), ("g/mol", "kg/mol"), ("mg/kg", "g/kg"), ("kg/m³", "g/m³"), ("CFU/mL", "CFU/L"),
    ("mg/dL", "mg/L"), ("U/L", "U/mL"), ("m/s²", "m/s"), ("GB/s", "Gbit/s"), ("°C/min", "°C/h"), ("kJ/mol", "kcal/mol"),
    ("μmol/L", "mmol/L"), ("N/mm²", "N/m²"), ("mm/day", "mm/h"), ("t/ha", "kg/ha"), ("L/min", "L/h"), ("MWh", "GWh"),
    ("km/h", "m/s"), ("cells/mL", "cells/μL"), ("Gbps", "Mbps"), ("Torr", "mbar"), ("psi", "kPa"), ("wt%", "mol%"),
    ("requests per second", "requests per minute"), ("tokens/s", "tokens/min"), ("eV/atom", "eV"),
    ("°C per decade", "°C per century"), ("mol m⁻² s⁻¹", "mol m⁻² h⁻¹"),
]  # fmt: skip
ALIKE = [
    ("S/cm", "S cm⁻¹"), ("S/cm", r"\mathrm{S\,cm^{-1}}"), ("W/(m K)", "W m⁻¹ K⁻¹"),
    ("W/m²", "W m^{-2}"), ("tokens/s", "tokens per second"), ("mAh/g", "mAh g⁻¹"),
]  # fmt: skip


def verdict(claimed: str, given: str) -> str:
    sentence = "The measured value for the sample was {}."
    return RulesJudge().judge(sentence.format(claimed), Evidence((sentence.format(given),))).verdict


@pytest.mark.parametrize(("unit", "other"), UNLIKE)
def test_a_value_in_another_compound_unit_is_not_accepted(unit: str, other: str) -> None:
    assert verdict(f"4.2 {unit}", f"4.2 {unit}") == "entailed"
    assert verdict(f"4.2 {other}", f"4.2 {unit}") != "entailed"
    assert verdict(f"4.2 {unit}", f"4.2 {other}") != "entailed"


@pytest.mark.parametrize(("unit", "other"), ALIKE)
def test_the_same_unit_in_another_notation_stands(unit: str, other: str) -> None:
    assert verdict(f"4.2 {unit}", f"4.2 {other}") == "entailed"
    assert verdict(f"4.2 {other}", f"4.2 {unit}") == "entailed"


def test_units_of_siunitx_are_read_as_they_are_printed() -> None:
    assert verdict("38 µg/cm²", r"\SI{38}{\micro\gram\per\square\centi\metre}") == "entailed"
    assert verdict("38 mg/cm²", r"\SI{38}{\micro\gram\per\square\centi\metre}") != "entailed"
    assert verdict("5 K", r"\qty{5}{\kelvin}") == "entailed"


def test_a_capital_s_alone_is_no_unit() -> None:
    assert parse_unit("S", 0) is None
    assert parse_unit("S/cm", 0) == ("S/cm", 4)
