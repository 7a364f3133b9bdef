"""How a cited work bears on a sentence: the passages and tables that were asked, and the judge's verdict.

A sentence is asked whole, then without its opening frame where the study as such licenses that, then clause by clause.
The judge alone decides; this module chooses what to put before it, and which of its verdicts are about the right
passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..evidence.texts import SourceSentence, SourceTable, WorkText
from ..kb.text.quantities import Quantity
from .clauses import clauses_of
from .compose import Borne, composed
from .compose_names import numbered_parts, of_the_work, speaks_of_itself, with_labels, with_part_names
from .compose_units import points_back
from .derivation import derive_from
from .disposition import Entailment
from .frames import framed, licensed_by_study
from .glossary import abbreviations, definitions_for, genera, other_names, with_genera, with_species
from .guards import guarded, new_population, rival_setting, unheard, wrong_arm
from .judge.port import Evidence, Judge, Judgement, Table
from .passages import Passages, Ranked, RankedTable, amounts, prose_cells
from .quotation import find_quotation, quoted

FOUND = 0.38
"""From this share of the sentence on, the passages that bear on it count as found."""
ABOUT = 0.7
"""A passage contradicts only if it is at least this relevant, measured against the best one, ..."""
SAME_WORDS = 0.75
"""... and a table only if its labels have this share of the sentence's words, numbers aside."""
_WINDOWS = 5
_STUDY_ROLES = ("abstract", "methods")
_WITH_AND_WITHOUT = re.compile(r"\bwith (?:and|or) without\b|\bwithout (?:and|or) with\b|\bwith/without\b", re.I)
_STRONG = frozenset(
    [
        "number-mismatch",
        "unit-mismatch",
        "direction-flipped",
        "negation-flipped",
        "arguments-swapped",
        "binding-mismatch",
        "comparison-target",
        "quantifier-mismatch",
        "denominator-swapped",
        "significance",
    ]
)
_JOINED = re.compile(
    r"\b(on|e|multi|semi|micro|re|pre|co)-(line|mail|variate|use[ds]?|centre|center|operat\w+|treatment|processing)\b",
    re.I,
)
_EXTREME = re.compile(
    r"\b(?:highest|lowest|largest|smallest|greatest|widest|longest|shortest|best|worst|most|least)\b", re.I
)
_NO_DIFFERENCE = re.compile(
    r"\b(?:did|do|does|was|were|is|are) not (?:\w+ly )?(?:differ\w*|significant\w*|affect\w*|influence\w*|chang\w+)"
    r"|\bno (?:\w+ly )?(?:significant |statistical\w* |marked |clear )*"
    r"(?:\([^()]*\) )?(?:difference|effect|change|influence|variation)"
    r"|\bnon-?significant|\bremained (?:unchanged|unaffected|similar)|\bunaffected\b",
    re.I,
)
_ORDER: tuple[Entailment, ...] = ("entailed", "partial", "unlicensed", "not_entailed", "contradicted")


@dataclass(frozen=True)
class Support:
    """What one work says to one sentence. `sentences` and `tables` bear the verdict, the deciding one first.

    `coverage` is the share of the sentence that the best passages cover together; `clause` is the part that the verdict
    is about; `lemmas` are sentences of the manuscript that were needed, `frame` what licenses its opening frame.
    """

    work: str
    build: str
    entailment: Entailment
    judgement: Judgement
    coverage: float
    sentences: tuple[SourceSentence, ...] = ()
    tables: tuple[SourceTable, ...] = ()
    clause: str = ""
    lemmas: tuple[str, ...] = ()
    frame: tuple[SourceSentence, ...] = ()


@dataclass(frozen=True)
class _Answer:
    judgement: Judgement
    relevance: float
    same_subject: bool = False
    sentence: SourceSentence | None = None
    table: SourceTable | None = None
    lemma: bool = False


class WorkEvidence:
    """One work, ready to be asked. `names` are species by common name, from this and other works."""

    def __init__(self, text: WorkText, title: str, names: Mapping[str, str] | None = None) -> None:
        self.text = text
        plain = [title, *(sentence.text for sentence in text.sentences)]
        self.names = {**(names or {}), **other_names(plain)}
        self.known = abbreviations(plain)
        self._genera = genera(plain)
        self.parts = numbered_parts(plain)
        self.title = self.read(title)
        self.passages = Passages(
            text, self.read, {short: self.read(long_form) for short, long_form in self.known.items()}
        )
        studied = [one.text for one in text.sentences if one.role in _STUDY_ROLES]
        self.study = self.read(" ".join([title, *studied]))
        spelled = [*self.known.values(), *self.names, *self.names.values()]
        self.all_text = self.read(" ".join([*plain, *spelled, *(_labels(table) for table in text.tables)]))
        self._definitions: dict[str, dict[str, str]] = {}

    def read(self, text: str) -> str:
        """The text with species named in one way."""
        return with_species(with_genera(_JOINED.sub(r"\1\2", with_part_names(text)), self._genera), self.names)

    def definitions(self, table: SourceTable) -> dict[str, str]:
        """What the paper says that the labels of a table stand for."""
        from .judge.table_definitions import find_definitions

        if table.id not in self._definitions:
            heads = [cell for row in table.rows[: max(table.header_rows, 1)] for cell in row]
            labels = [*heads, *(row[0] for row in table.rows if row)]
            sources = [table.caption, table.notes, *(sentence.text for sentence in self.text.sentences)]
            self._definitions[table.id] = find_definitions(labels, sources)
        return self._definitions[table.id]


def support_of(judge: Judge, claim: str, work: WorkEvidence, lemmas: Sequence[str] = ()) -> Support:
    """What the work says to the claim; `lemmas` are sentences of the manuscript that the same work bears already."""
    words = quoted(claim)
    if words:
        return _quotation(claim, words, work)
    claim = work.read(claim)
    whole = _clauses(judge, claim, work, lemmas)
    if whole.entailment == "entailed":
        return whole
    return _composed(judge, claim, work, lemmas, whole) or whole


def _clauses(judge: Judge, claim: str, work: WorkEvidence, lemmas: Sequence[str]) -> Support:
    """The claim whole, then clause by clause."""
    whole = _statement(judge, claim, work, lemmas)
    parts = clauses_of(claim)
    if len(parts) < 2:
        return whole
    asked = [_statement(judge, part, work, lemmas) for part in parts]
    worst = max(asked, key=lambda part: _ORDER.index(part.entailment))
    if whole.entailment == "entailed":
        return replace(worst, entailment="unlicensed") if worst.entailment == "contradicted" else whole
    if worst.entailment == "contradicted" or (worst.entailment != "entailed" and whole.entailment != "contradicted"):
        return worst if worst.entailment == "contradicted" else whole
    if any(points_back(part) for part in parts[1:]) and not _side_by_side(asked):
        return whole
    sentences = tuple(dict.fromkeys(sentence for part in asked for sentence in part.sentences))
    tables = tuple(dict.fromkeys(table for part in asked for table in part.tables))
    used = tuple(dict.fromkeys(lemma for part in asked for lemma in part.lemmas))
    return replace(worst, coverage=whole.coverage, sentences=sentences, tables=tables, lemmas=used)


def _side_by_side(parts: Sequence[Support]) -> bool:
    """Whether one paragraph or one table bears all the parts."""
    places = {
        (part.sentences[0].paragraph if part.sentences else None, part.tables[0].id if part.tables else None)
        for part in parts
    }
    return len(places) == 1


def _composed(judge: Judge, claim: str, work: WorkEvidence, lemmas: Sequence[str], whole: Support) -> Support | None:
    """The claim in its plain form or unit by unit; None where a part of it is not borne.

    A contradiction is only lifted where the sentence that seemed to contradict is one that bears a unit.
    """

    def ask(statement: str) -> Borne | None:
        found = _clauses(judge, with_part_names(with_labels(statement, work.parts)), work, lemmas)
        if found.entailment != "entailed":
            cut = of_the_work(statement, work.title)
            found = _clauses(judge, cut, work, lemmas) if cut else found
            if found.entailment != "entailed" or not all(speaks_of_itself(one.text) for one in found.sentences[:1]):
                return None
        return Borne(found.judgement, found.sentences, found.tables, found.frame, found.lemmas)

    def values(statement: str) -> list[Quantity]:
        near = [work.passages.shown(found.sentence) for found in work.passages.rank(statement)]
        return [value for text in near for value in amounts(text)]

    borne = composed(claim, ask, values)
    if borne is None:
        return None
    if whole.entailment == "contradicted" and not (
        {*whole.sentences, *whole.tables} & {*borne.sentences, *borne.tables}
    ):
        return None
    return Support(
        work=work.text.work,
        build=work.text.build,
        entailment="entailed",
        judgement=borne.judgement,
        coverage=max(whole.coverage, FOUND),
        sentences=borne.sentences,
        tables=borne.tables,
        clause=claim,
        lemmas=borne.lemmas,
        frame=borne.frame,
    )


def _quotation(claim: str, words: Sequence[str], work: WorkEvidence) -> Support:
    """A sentence that only quotes: the words are in the work as they are, or they are not."""
    found = [find_quotation(quote, work.text) for quote in words]
    sentences = tuple(sentence for sentence in found if sentence is not None)
    if len(sentences) == len(words):
        judgement = Judgement("entailed", (), "The work has these words.")
        return Support(work.text.work, work.text.build, "entailed", judgement, 1.0, sentences, clause=claim)
    judgement = Judgement("not_entailed", ("misquoted",), "The work does not have these words.")
    return Support(work.text.work, work.text.build, "not_entailed", judgement, 0.0, clause=claim)


def _statement(judge: Judge, claim: str, work: WorkEvidence, lemmas: Sequence[str]) -> Support:
    """One statement, whole and without its opening frame."""
    whole = _ask(judge, claim, work, lemmas)
    cut = framed(claim)
    if whole.entailment == "entailed" or cut is None:
        return whole
    rest = _ask(judge, cut.rest, work, lemmas)
    if rest.entailment != "entailed":
        return whole
    window = " ".join(work.passages.shown(sentence) for sentence in rest.sentences)
    tables = " ".join(f"{table.caption} {table.notes}" for table in rest.tables)
    near = f"{window} {tables} {' '.join(rest.lemmas)}"
    licensing = licensed_by_study(cut, work.title, near, work.text.sentences)
    if licensing is None or rival_setting(cut.frame, window) or wrong_arm(cut.frame, window):
        return whole
    return replace(rest, coverage=max(whole.coverage, rest.coverage), clause=claim, frame=licensing)


def _ask(judge: Judge, claim: str, work: WorkEvidence, lemmas: Sequence[str]) -> Support:
    ranked = work.passages.rank(claim)
    top = max((found.relevance for found in ranked), default=0.0)
    tables = work.passages.rank_tables(claim)
    coverage = max(
        work.passages.coverage(claim, [found.sentence for found in ranked[:3]], [work.read(lemma) for lemma in lemmas]),
        max((found.relevance for found in tables), default=0.0),
    )
    answers = list(_answers(judge, claim, work, ranked, lemmas))
    best = _deciding(answers, max(top, max((found.relevance for found in tables), default=0.0)))
    if best is None:
        nothing = Judgement("not_entailed", ("no-passage",), "Nothing in the cited work bears on the sentence.")
        return Support(work.text.work, work.text.build, "not_entailed", nothing, coverage, clause=claim)
    verdict: Entailment = best.judgement.verdict
    if verdict == "not_entailed" and coverage >= FOUND:
        verdict = "unlicensed"
    return Support(
        work=work.text.work,
        build=work.text.build,
        entailment=verdict,
        judgement=best.judgement,
        coverage=coverage,
        sentences=(best.sentence,) if best.sentence else (),
        tables=(best.table,) if best.table else (),
        clause=claim,
        lemmas=tuple(lemmas) if best.lemma else (),
    )


def _deciding(answers: Sequence[_Answer], top: float) -> _Answer | None:
    """The answer that counts: an entailing one, unless a passage that bears more on the sentence contradicts it."""
    entailing = [answer for answer in answers if answer.judgement.verdict == "entailed"]
    against = [
        answer
        for answer in answers
        if answer.judgement.verdict == "contradicted" and answer.same_subject and answer.relevance >= ABOUT * top
    ]
    if entailing:
        best = max(entailing, key=lambda answer: answer.relevance)
        stronger = [answer for answer in against if answer.relevance > best.relevance and not best.lemma]
        return stronger[0] if stronger else best
    if against:
        return max(against, key=lambda answer: answer.relevance)
    partial = [
        answer for answer in answers if answer.judgement.verdict == "partial" and answer.relevance >= ABOUT * top
    ]
    if partial:
        return partial[0]
    open_answers = [_as_open(answer) for answer in answers]
    return max(open_answers, key=lambda answer: answer.relevance, default=None)


def _may_agree(claim: str, passage: str, judgement: Judgement) -> bool:
    """Whether a contradiction may be one of wording only.

    Two sentences that find no difference, a sentence about a thing with and without another, and two that name the same
    extreme do not contradict each other, however a judge reads their denials and directions; nor do two that give one
    number in another role.
    """
    if _NO_DIFFERENCE.search(claim) and _NO_DIFFERENCE.search(passage):
        return True
    if "negation-flipped" in judgement.codes and _WITH_AND_WITHOUT.search(claim):
        return True
    if _STRONG.isdisjoint(judgement.codes):
        return True
    extremes = {match.lower() for match in _EXTREME.findall(claim)}
    return "direction-flipped" in judgement.codes and bool(
        extremes & {word.lower() for word in _EXTREME.findall(passage)}
    )


def _as_open(answer: _Answer) -> _Answer:
    """A passage about something else contradicts nothing, and supports nothing in part."""
    if answer.judgement.verdict == "not_entailed":
        return answer
    return replace(answer, judgement=replace(answer.judgement, verdict="not_entailed"))


def _answers(
    judge: Judge, claim: str, work: WorkEvidence, ranked: Sequence[Ranked], lemmas: Sequence[str]
) -> Iterator[_Answer]:
    """Verdicts of the judge: with the sentences before, on each passage, on each table."""
    if lemmas:
        judgement = _ask_lemmas(judge, claim, [work.read(lemma) for lemma in lemmas])
        if judgement.verdict == "entailed":
            yield _Answer(judgement, 1.0, True, ranked[0].sentence if ranked else None, lemma=True)
            return
    for found in ranked[:_WINDOWS]:
        window = work.passages.neighbours(found.sentence)
        shown = [work.passages.shown(sentence) for sentence in window]
        text = " ".join(shown)
        glossary = definitions_for(text, work.known)
        passages = (text, work.read(glossary)) if glossary else (text,)
        judgement = judge.judge(claim, Evidence(passages=passages))
        spoken = _spoken(judgement, window, shown) or found.sentence
        judgement = guarded(claim, judgement, work.passages.shown(spoken), work.study, work.all_text)
        if judgement.verdict == "entailed" and (word := unheard(claim, f"{' '.join(passages)} {work.study}")):
            judgement = Judgement("not_entailed", ("not-covered",), f"The evidence does not speak of “{word}”.")
        same = work.passages.speaks_of_the_same(claim, spoken) and not _may_agree(claim, spoken.text, judgement)
        yield _Answer(judgement, found.relevance, same, spoken)
    for table in work.passages.rank_tables(claim):
        same = table.words >= SAME_WORDS
        yield from _told_in_cells(judge, claim, work, table)
        judgement = _ask_table(claim, work, table.table, work.read(lemmas[-1]) if lemmas else None)
        if judgement.verdict == "entailed" and (
            population := new_population(claim, f"{work.study} {_labels(table.table)}")
        ):
            judgement = Judgement("not_entailed", ("scope-widened",), f"The evidence does not speak of {population}.")
        yield _Answer(judgement, table.relevance, same, table=table.table)


def _told_in_cells(judge: Judge, claim: str, work: WorkEvidence, table: RankedTable) -> Iterator[_Answer]:
    """What the sentences that stand in cells of a table entail; a cell that says otherwise is no contradiction."""
    for label, cell in prose_cells(table.table):
        told = work.read(cell)
        context = work.read(f"{label}. {table.table.caption}")
        judgement = guarded(
            claim, judge.judge(claim, Evidence(passages=(told, context))), told, work.study, work.all_text
        )
        if judgement.verdict == "entailed" and not unheard(claim, f"{told} {context} {work.study}"):
            yield _Answer(judgement, table.relevance, True, table=table.table)


def _ask_lemmas(judge: Judge, claim: str, lemmas: Sequence[str]) -> Judgement:
    """The sentences before, as evidence: what follows from them by arithmetic, or by the judge."""
    derived = derive_from(claim, lemmas)
    if derived is not None:
        return Judgement("entailed", (), f"It follows from: “{derived[1]}”", formula=derived[0].formula)
    if amounts(claim):
        return Judgement("not_entailed", ("number-unsupported",), "It does not follow from the sentences before.")
    text = " ".join(lemmas)
    return guarded(claim, judge.judge(claim, Evidence(passages=(text,))), text, text, text)


def _spoken(judgement: Judgement, window: Sequence[SourceSentence], shown: Sequence[str]) -> SourceSentence | None:
    """The sentence of the window in which the judge's evidence span begins."""
    for passage, start, _ in judgement.evidence_spans:
        position = 0
        for sentence, text in zip(window, shown, strict=True):
            position += len(text) + 1
            if passage == 0 and start < position:
                return sentence
    return None


def _ask_table(claim: str, work: WorkEvidence, table: SourceTable, before: str | None) -> Judgement:
    from .judge.table import judge_table

    shown = as_evidence(table)
    definitions = {label: work.read(text) for label, text in work.definitions(table).items()}
    return judge_table(claim, replace(shown, caption=work.read(shown.caption)), definitions, before)


def _labels(table: SourceTable) -> str:
    return " ".join([table.caption, table.notes, *(cell for row in table.rows for cell in row)])


def as_evidence(table: SourceTable) -> Table:
    """The table as the judge's port wants it: one header text a column, body rows."""
    heads = table.rows[: table.header_rows] or table.rows[:1]
    body = table.rows[len(heads) :]
    columns = tuple(" ".join(dict.fromkeys(cell for cell in column if cell)) for column in zip(*heads, strict=True))
    return Table(caption=f"{table.label} {table.caption}".strip(), columns=columns, rows=body, id=table.id)
