"""Scope slots of a claim: where, in whom, on what, how many, when, against what, by which metric.

A slot is taken from the claim's own sentence, or from the abstract or methods where the whole document knows only one
answer. A slot that is not found stays out; the strength says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...kb.events.claims import Comparison, ScopeSlot, Slot
from ...kb.events.document import Document, Role
from ...kb.text.quantities import Quantity, parse_quantities
from .metrics import find_metric
from .phrases import phrase_after, shrink

_DATASET_NOUN = (
    r"(?:data ?sets?|corpus|corpora|benchmarks?|test (?:sets?|collections?)|development set|dev set|validation set|"
    r"leaderboard)"
)
_NAME_WORD = r"(?:[A-Z][\w./+’'-]*|\d[\w.-]*)"
_DATASET = re.compile(rf"\b(?P<name>{_NAME_WORD}(?: {_NAME_WORD}){{0,4}})\s(?:[a-z-]+\s)?{_DATASET_NOUN}\b")
_ON_NAME = re.compile(
    r"\b(?:on|from) (?:the )?(?P<name>(?=[\w-]*\d|[A-Za-z]+[A-Z])[A-Z][A-Za-z]+(?:-?\d+\w*|[A-Z]\w*)(?:-\w+)*)(?![\w-])"
    r"(?!\s(?:cells?|cell lines?|mice|rats|strains?|proteins?|genes?|receptors?|human|mouse)\b)"
)
_NO_DATASET = re.compile(
    r"^(?:Table|Fig|Figure|Section|Eq|Day|Week|The|This|These|Our|In|On|For|All|We|A|An|Each|Both|One)\b"
)
_PEOPLE = (
    r"(?:patients?|participants?|children|adults?|women|men|mice|rats?|infants?|subjects?|individuals|volunteers?|"
    r"smokers|"
    r"students|pupils|teachers|broilers?|birds|chicks|hens|larvae|mosquitoes|seals|pups|pigs|piglets|dogs|cats|cows|"
    r"calves|sheep|rabbits|adolescents|"
    r"workers|mothers|neonates|newborns|households|respondents|survivors|monkeys|zebrafish|embryos|cell lines?|"
    r"isolates|"
    r"strains|seedlings|plants|accessions|cultivars|kernels|donors|athletes|veterans|nurses|physicians|villagers|"
    r"farmers|"
    r"toddlers|preterm infants|healthy controls|outpatients|inpatients)"
)
_NO_ADJECTIVE = (
    r"(?:the|of|in|and|or|for|with|to|were|was|from|all|these|both|among|by|on|as|that|which|than|between|at|had|"
    r"have|has|"
    r"is|are|no|not|who|our|so|but|because|when|while|if|after|before|during|per|some|many|most|such|other|into|only|"
    r"including|where|whose|their|its|his|her|each|any|this|we|"
    r"(?!aged|infected|affected|untreated|treated|hospitali[sz]ed|diagnosed|vaccinated|unvaccinated)\w+ed)\b"
)
_POPULATION = re.compile(
    rf"\b(?:(?!{_NO_ADJECTIVE})(?:[a-z]|[A-Z]{{2}})[\w-]*\s){{0,3}}{_PEOPLE}\b"
    r"(?:\s(?:with|without|aged|undergoing|receiving|infected with|suffering from)\s[\w-]+(?:\s[\w-]+){0,3}?"
    r"(?=[^\w\s-]|\s(?:were|was|is|are|in|and|who|had|have|has|than|showed|at|on|by|from)\b|$))?"
)
_ANY_PEOPLE = re.compile(_PEOPLE)
_SETTING = re.compile(
    r"\b(?:in vitro|in vivo|ex vivo|in silico|in the (?:laboratory|field|wild|clinic|greenhouse|glasshouse|community|"
    r"hospital|home|classroom)|"
    r"under (?:(?:[a-z-]+ ){0,2}(?:conditions|stress|light|pressure|irrigation|load)|drought|anesthesia)|"
    r"at room temperature|"
    r"at (?:the )?(?:single )?(?:tested )?setting\b[^.;]{0,40}|"
    r"(?:randomi[sz]ed|double-blind|placebo-controlled|crossover|multicent(?:re|er)|"
    r"open-label)(?:,? (?:[a-z-]+,? ){0,4}?trials?)|"
    r"(?:cross-sectional|cohort|case-control|longitudinal|retrospective|prospective)(?: [a-z-]+)? (?:study|survey|"
    r"analysis)|"
    r"(?:in|across|from) (?:rural|urban|northern|southern|eastern|western|central|primary care|secondary) ?[A-Z]?\w*)",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:(?:after|for|over|within|during|at|until|by|following|every) (?:(?:the|a|an|about|approximately|first|"
    r"last|each|up to) ){0,2}"
    r"(?:\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen)(?: ?(?:–|-|to) ?\d+)?[ -]?"
    r"(?:hours?|days?|weeks?|months?|years?|min(?:utes)?|seconds?|h|d|wk|s)\b(?: of (?:incubation|follow-up|"
    r"treatment|age|storage|exposure))?|"
    r"\d+[- ](?:week|month|year|day)(?= (?:follow-up|trial|study|period|intervention|survival|mortality))|"
    r"(?:from|between) (?:[A-Z][a-z]+ )?(?:19|20)\d\d (?:to|until|and|through) (?:[A-Z][a-z]+ )?(?:19|20)\d\d|"
    r"(?:on|at|from|by) (?:day|week|month)s? \d+(?: ?(?:–|-|to|and) ?\d+)?|(?:in|since|during) (?:19|20)\d\d)"
)
_COUNTED = re.compile(
    rf"\s(?:[a-z-]+\s){{0,2}}?(?:{_PEOPLE}|seeds|replicates|images|specimens|samples|articles|documents|abstracts|"
    rf"sentences|runs|"
    rf"cases|"
    r"queries|languages|genomes|questionnaires|records|datasets|cohorts|observations|measurements|sites|schools|"
    r"hospitals|plots)\b",
    re.IGNORECASE,
)
_COMPARED_WITH = re.compile(r"\b(?:compared (?:with|to)|relative to|in comparison (?:with|to)|versus|vs\.?)\s")
_SUBJECT_METRIC = re.compile(
    r"^(?:(?:the|a|an|however|overall|moreover|furthermore|"
    r"similarly),?\s)*(?P<metric>(?!when|if|while|although|because|higher|lower|greater|more|less|increased|decreased|"
    r"reduced)(?:[\w-]+\s){0,4}?(?:concentrations?|levels?|rates?|weights?|counts?|"
    r"scores?|values?|ratios?|index|activity|expression|intensity|diameters?|lengths?|size|times?|duration|frequency|"
    r"density|volumes?|area|yields?|"
    r"contents?|incidence|prevalence|risk|percentages?|proportions?|temperatures?|pressure|pH|strength|distance|"
    r"height|width|speed|velocity|doses?|"
    r"energy|efficiency|coefficients?|variance|gain|intake|reduction|loss|thickness|amplitude|latency|half-life|"
    r"capacity|conductivity|power))"
    r"(?= (?:of|in|for|among|at|on|with|was|were|is|are|ranged|averaged|reached|rose|fell|increased|decreased|"
    r"declined|improved|varied)\b)",
    re.IGNORECASE,
)
_MEASURED = frozenset({"percent", "percentage-points", "fold", "share", "measure", "number"})
_VAGUE = re.compile(r"(?:individuals?|subjects?|isolates|strains|participants?|plants|samples)", re.IGNORECASE)
_LEAST_N = 4


@dataclass(frozen=True)
class DocumentScope:
    """What the whole document leaves no doubt about: at most one answer a slot, and the dataset names it uses."""

    slots: tuple[ScopeSlot, ...] = ()
    datasets: frozenset[str] = frozenset()

    def missing_from(self, found: Iterable[ScopeSlot]) -> list[ScopeSlot]:
        """The document's slots that `found` lacks."""
        present = {slot.slot for slot in found}
        return [slot for slot in self.slots if slot.slot not in present]


def read_scope(document: Document, roles: list[Role]) -> DocumentScope:
    """Slots that the document leaves no doubt about, and names that it calls datasets.

    A dataset counts if no other is named anywhere; n if abstract and methods know one, in digits; population and
    setting if the abstract knows one.
    """
    values: dict[Slot, dict[str, ScopeSlot]] = {"n": {}, "population": {}, "setting": {}, "dataset": {}}
    datasets: set[str] = set()
    for ordinal, sentence in enumerate(document.sentences):
        text, role = sentence.text, roles[sentence.section]
        named = [match for match in _DATASET.finditer(text) if not _NO_DATASET.match(match["name"])]
        datasets.update(match["name"] for match in named)
        stated: list[tuple[Slot, tuple[int, int]]] = [("dataset", match.span("name")) for match in named]
        if role in ("abstract", "methods"):
            stated += [found for found in _stated(text, parse_quantities(text)) if _is_safe(*found, text, role)]
        for slot, (start, end) in stated:
            value = _value(slot, text[start:end])
            values[slot].setdefault(value, ScopeSlot(slot=slot, sentence=ordinal, start=start, end=end))
    only = tuple(next(iter(known.values())) for known in values.values() if len(known) == 1)
    return DocumentScope(only, frozenset(datasets))


def _is_safe(slot: Slot, span: tuple[int, int], text: str, role: Role) -> bool:
    """Whether a slot in the abstract or methods may hold for the whole document if it is the only one."""
    value = text[slice(*span)]
    if slot == "n":
        return value.replace(",", "").isdigit() and int(value.replace(",", "")) >= _LEAST_N
    if role != "abstract":
        return False
    return (slot == "population" and not _VAGUE.fullmatch(value)) or slot == "setting"


def sentence_slots(
    ordinal: int, text: str, quantities: list[Quantity], comparison: Comparison | None, datasets: frozenset[str]
) -> list[ScopeSlot]:
    """Slots that the sentence itself states, at most one of a kind, in the order of the text."""
    found: dict[Slot, tuple[int, int]] = {}
    dataset = _dataset(text, datasets)
    if dataset:
        found["dataset"] = dataset
    for slot, span in _stated(text, quantities):
        found.setdefault(slot, span)
    metric = comparison.metric if comparison else None
    metric = metric or find_metric(text) or _subject_metric(text, quantities)
    if metric:
        found["metric"] = metric
    comparator = comparison.b if comparison else _comparator(text)
    if comparator:
        found["comparator"] = comparator
    slots = [ScopeSlot(slot=slot, sentence=ordinal, start=start, end=end) for slot, (start, end) in found.items()]
    return sorted(slots, key=lambda slot: (slot.start, slot.end, slot.slot))


def _stated(text: str, quantities: list[Quantity]) -> Iterator[tuple[Slot, tuple[int, int]]]:
    # The noun is looked for first: most sentences have none, and the adjectives before it are slow to try everywhere.
    for match in _POPULATION.finditer(text) if _ANY_PEOPLE.search(text) else ():
        span = shrink(text, match.span())
        if span:
            yield "population", span
    for match in _SETTING.finditer(text):
        yield "setting", (match.start(), match.start() + len(match.group().rstrip()))
    for match in _TIME.finditer(text):
        yield "time", match.span()
    for quantity in quantities:
        if quantity.role == "n" or _counts(text, quantity):
            yield "n", (quantity.start, quantity.end)


def _dataset(text: str, datasets: frozenset[str]) -> tuple[int, int] | None:
    for match in _DATASET.finditer(text):
        if not _NO_DATASET.match(match["name"]):
            return match.span("name")
    match_on = _ON_NAME.search(text)
    if match_on:
        return match_on.span("name")
    for name in sorted(datasets, key=lambda name: (-len(name), name)):
        at = text.find(name)
        end = at + len(name)
        if at >= 0 and not text[max(0, at - 1) : at].isalnum() and not text[end : end + 1].isalnum():
            return at, end
    return None


def _counts(text: str, quantity: Quantity) -> bool:
    """Whether the quantity counts the units of the study, not parts of them ("7 of 9 patients" counts 9)."""
    if quantity.kind != "count" or quantity.value < _LEAST_N or quantity.comparator != "=":
        return False
    return _COUNTED.match(text, quantity.end) is not None


def _value(slot: Slot, text: str) -> str:
    """The form in which two mentions of one value are equal."""
    plain = " ".join(text.casefold().split())
    if slot == "n":
        return re.sub(r"[^\d]", "", plain) or plain
    return plain.removesuffix("s") if slot == "population" else plain


def _comparator(text: str) -> tuple[int, int] | None:
    match = _COMPARED_WITH.search(text)
    return phrase_after(text, match.end()) if match else None


def _subject_metric(text: str, quantities: list[Quantity]) -> tuple[int, int] | None:
    """The measure that is the sentence's subject, if the sentence gives an amount."""
    if not any(quantity.kind in _MEASURED for quantity in quantities):
        return None
    match = _SUBJECT_METRIC.match(text)
    return match.span("metric") if match else None
