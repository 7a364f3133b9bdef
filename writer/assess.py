"""One sentence of a manuscript through all validators: what it cites, what bears it, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from ..evidence.records import Records, read_records
from ..evidence.texts import read_text
from ..kb.formats.bibtex import BibEntry, Bibliography
from .attribution import statement_of
from .both_sides import both_sides
from .claim_kind import Kind, claim_kind
from .combine import CitedPart, Combined, cited_parts, combine, combine_parts
from .contradictions import Opposing, opposing_claims
from .disposition import Decision, Entailment, Findings, decide
from .entries import entries_of
from .findings import (
    cells_of,
    entailment_verdict,
    formula_of,
    may_be_narrowed,
    reported_by_others,
    strength_of,
    with_citations,
)
from .floats import read_floats
from .generalise import WORKS_ASKED, bearing, joint_strength
from .judge.port import Judge
from .manuscript import Manuscript, ManuscriptSentence, read_manuscript
from .reasons import entry_task, found_in, reason_of, task_of, told_by, uncited_reason
from .rewrite import rewrites
from .support import Support, WorkEvidence, support_of
from .validators.citation import CitationCheck, CitationRecords, citation_verdict
from .validators.figure import check_floats
from .validators.hedging import check_report, check_strength
from .validators.novelty import check_novelty
from .validators.numbers import TracedNumber, numbers_verdict, trace_numbers
from .validators.provenance import Provenance
from .validators.verdict import PASS, Verdict

if TYPE_CHECKING:
    from ..kb.library import Library
    from ..kb.view import View

_REWRITES = 10
_CLEARLY_NEARER = 0.3
"""By how much another work must cover more of a sentence before it is taken for the source that was meant."""
VALIDATOR_VERSION = "1"


@dataclass(frozen=True)
class Assessment:
    """Everything that an audit says of one sentence. `reason` is one sentence for the author."""

    sentence: ManuscriptSentence
    kind: Kind
    decision: Decision
    reason: str
    checks: tuple[CitationCheck, ...] = ()
    supports: Mapping[str, Support] | None = None
    numbers: tuple[TracedNumber, ...] = ()
    verdicts: Mapping[str, Verdict] | None = None
    rewrite: str | None = None
    task: str | None = None


class Assessor:
    """Assesses the sentences of a manuscript in order; later ones may rest on earlier ones of their paragraph."""

    def __init__(
        self, library: Library, view: View, manuscript: Manuscript, bibliography: Bibliography, judge: Judge
    ) -> None:
        self._library = library
        self._view = view
        self._manuscript = manuscript
        self._bibliography = bibliography
        self._judge = judge
        self._records: Records = read_records(view)
        self._citations = CitationRecords(bibliography, self._records)
        self._provenance = Provenance(library, view)
        self._floats = read_floats(manuscript.source)
        self._works: dict[str, WorkEvidence | None] = {}
        self._standing: list[tuple[ManuscriptSentence, str]] = []

    def assess(self, sentence: ManuscriptSentence) -> Assessment:
        """The assessment of the next sentence."""
        kind = claim_kind(sentence)
        if kind == "none":
            return Assessment(sentence, kind, decide(Findings("none")), "no claim is made")
        found = self._report(sentence) if kind == "report" else self._uncited(sentence, kind)
        if found.decision.disposition == "accept":
            self._standing.append((sentence, statement_of(sentence.plain)))
        return found

    def forget(self) -> None:
        """Let no earlier sentence bear the next one: what follows is another text."""
        self._standing.clear()

    # reports

    def _report(self, sentence: ManuscriptSentence, records: CitationRecords | None = None) -> Assessment:
        """`records` replace those of the bibliography, where a rewrite cites a work that it lacks."""
        statement = statement_of(sentence.plain)
        keys = list(dict.fromkeys(citation.key for citation in sentence.citations))
        checks = {key: (records or self._citations).check(key) for key in keys}
        works = {key: work for key in keys if (work := self._evidence(checks[key].work)) is not None}
        parts = cited_parts(sentence.plain, sentence.citations) if len(keys) > 1 else []
        combined = self._held(statement, works, self._lemmas(sentence), parts)
        checks = {key: self._with_support(check, combined, statement, works) for key, check in checks.items()}
        verdicts, numbers = self._verdicts(sentence, statement, checks, combined)
        cited = {work.text.work for work in works.values()}
        opposing = opposing_claims(self._view, sentence.plain, combined.supports.values(), cited)
        findings = Findings(
            kind="report",
            citations=tuple(check.status for check in checks.values()),
            entailment=combined.entailment if works else None,
            strength=strength_of(combined.supports.values()),
            levels={name: verdict.verdict for name, verdict in verdicts.items()},
            secondary=any(check.secondary for check in checks.values()),
            one_sided=bool(opposing) and combined.entailment == "entailed",
        )
        decision = decide(findings)
        rewrite, entry = None, None
        if decision.code == "both-sides":
            rewrite, entry = self._told_whole(statement, keys, opposing)
            decision = decide(replace(findings, rewrite_passes=rewrite is not None))
        elif works and not parts and decision.disposition != "accept" and may_be_narrowed(findings):
            narrowed = self._rewrite(statement, works, combined)
            if narrowed is not None:
                rewrite = with_citations(narrowed, keys)
                decision = decide(replace(findings, entailment="partial", rewrite_passes=True))
        return Assessment(
            sentence,
            "report",
            decision,
            reason_of(decision, verdicts, combined, opposing),
            tuple(checks.values()),
            combined.supports,
            tuple(numbers),
            verdicts,
            rewrite,
            entry_task(entry) if entry else task_of(decision, checks, combined),
        )

    def _held(
        self,
        statement: str,
        works: Mapping[str, WorkEvidence],
        lemmas: Mapping[str, tuple[str, ...]],
        parts: Sequence[CitedPart] = (),
    ) -> Combined:
        def ask(text: str, key: str) -> Support:
            return support_of(self._judge, text, works[key], lemmas.get(key, ()))

        return combine_parts(parts, works, ask) if parts else combine(statement, list(works), ask)

    def _verdicts(
        self,
        sentence: ManuscriptSentence,
        statement: str,
        checks: Mapping[str, CitationCheck],
        combined: Combined,
    ) -> tuple[dict[str, Verdict], list[TracedNumber]]:
        supports = list(combined.supports.values())
        passages = [source.text for support in supports for source in support.sentences]
        lemmas = [lemma for support in supports for lemma in support.lemmas]
        numbers = trace_numbers(statement, self._number_sources(supports), formula_of(supports), cells_of(supports))
        labels = [label for support in supports if (work := self._evidence(support.work)) for label in work.text.labels]
        verdicts = {
            "provenance": self._provenance.check(sorted({support.build for support in supports})) if supports else PASS,
            "citation": citation_verdict(checks),
            "entailment": entailment_verdict(combined) if supports else PASS,
            "figure": check_floats(sentence.plain, sentence.citations, self._floats, labels),
            "hedging": check_report(statement, [*passages, *lemmas]) if combined.entailment == "entailed" else PASS,
            "numbers": numbers_verdict(statement, numbers) if combined.entailment == "entailed" else PASS,
            "novelty": check_novelty(statement, [*passages, *self._near(combined)]),
        }
        return verdicts, numbers

    def _near(self, combined: Combined) -> list[str]:
        """Passages near a sentence that no passage bears: it waits then, and is not refused for a word of theirs."""
        if combined.entailment == "entailed":
            return []
        works = {support.work: support.clause for support in combined.supports.values()}
        found = [(self._evidence(work), clause) for work, clause in works.items()]
        return [
            ranked.sentence.text for work, clause in found if work is not None for ranked in work.passages.rank(clause)
        ]

    def _number_sources(self, supports: Sequence[Support]) -> list[tuple[str, str]]:
        sources: list[tuple[str, str]] = []
        for support in supports:
            work = self._evidence(support.work)
            for sentence in support.sentences:
                packet = next((claim.packet for claim in sentence.claims if claim.packet), None)
                sources.append((packet or sentence.id, sentence.text))
            for table in support.tables:
                sources.append((table.packet or table.id, f"{table.caption} ; {table.notes}"))
                if work is not None:
                    sources.append((table.packet or table.id, " ; ".join(work.definitions(table).values())))
            for lemma in support.lemmas:
                sources.append(("the sentence before", lemma))
            if work is not None and support.entailment == "entailed":
                sources += [
                    (near.id, near.text)
                    for sentence in support.sentences
                    for near in work.passages.neighbours(sentence)
                ]
                sources += [(sentence.id, sentence.text) for sentence in support.frame]
        return sources

    def _with_support(
        self, check: CitationCheck, combined: Combined, statement: str, works: Mapping[str, WorkEvidence]
    ) -> CitationCheck:
        support = combined.supports.get(check.key)
        if support is None or check.status != "verified":
            return check
        if reported_by_others(support, works[check.key]):
            return replace(
                check,
                status="misattributed",
                secondary=True,
                reason=f"it only reports this from elsewhere: {found_in(support)}",
            )
        if support.entailment == "contradicted":
            return replace(check, status="contradicted", reason=told_by(support))
        if support.entailment in ("not_entailed", "unlicensed") and len(works) == 1:
            other = self._said_elsewhere(statement, support)
            if other is not None:
                return replace(check, status="misattributed", reason=f"{other} says this, and the cited work does not")
        if support.entailment == "not_entailed":
            return replace(check, status="unsupported", reason=told_by(support))
        if support.entailment in ("unlicensed", "partial"):
            return replace(check, reason="the passage was found; it does not license all that the sentence says")
        return check

    def _said_elsewhere(self, statement: str, cited: Support) -> str | None:
        """The key of another entry whose work says what the cited one does not, or all but says it."""
        for key in self._bibliography.entries:
            check = self._citations.check(key)
            evidence = self._evidence(check.work) if check.status == "verified" and check.work != cited.work else None
            if (
                evidence is None
                or evidence.passages.nearest(evidence.read(statement)) < cited.coverage + _CLEARLY_NEARER
            ):
                continue
            support = support_of(self._judge, statement, evidence)
            if support.entailment == "entailed" or (support.entailment == "unlicensed" and support.coverage >= 0.75):
                return key
        return None

    def _lemmas(self, sentence: ManuscriptSentence) -> dict[str, tuple[str, ...]]:
        """Accepted sentences right before this one in its paragraph, by the keys that they cite alone."""
        found: dict[str, list[str]] = {}
        for earlier, statement in self._standing[-2:]:
            keys = {citation.key for citation in earlier.citations}
            if earlier.block == sentence.block and len(keys) == 1:
                found.setdefault(keys.pop(), []).append(statement)
        return {key: tuple(statements) for key, statements in found.items()}

    def _told_whole(
        self, statement: str, keys: Sequence[str], opposing: Sequence[Opposing]
    ) -> tuple[str | None, BibEntry | None]:
        """A sentence with the other side that every validator lets stand, and the entry that it needs; or None."""
        for other in opposing:
            entry = self._entry_for(other.work)
            records, added = self._citations, None
            if entry.key not in self._bibliography.entries:
                wider = Bibliography({**self._bibliography.entries, entry.key: entry})
                records, added = CitationRecords(wider, self._records), entry
            for proposal in both_sides(statement, keys, other.quote, entry):
                (sentence, *more) = read_manuscript(proposal).sentences
                if not more and self._report(sentence, records).decision.disposition == "accept":
                    return proposal, added
        return None, None

    def _entry_for(self, work: str) -> BibEntry:
        """The manuscript's own entry for a work, or one made from its record."""
        for key, entry in self._bibliography.entries.items():
            check = self._citations.check(key)
            if check.work == work and check.status == "verified":
                return entry
        return entries_of([self._records.works[work]], self._bibliography.entries)[work]

    def _rewrite(self, statement: str, works: Mapping[str, WorkEvidence], combined: Combined) -> str | None:
        """A narrower or weaker wording that passes every validator, or None."""
        worst = combined.worst
        passage = worst.sentences[0].text if worst.sentences else ""
        proposals = rewrites(statement, passage, (), worst.judgement.codes)
        for proposal in islice(proposals, _REWRITES):
            held = self._held(proposal, works, {})
            found = list(held.supports.values())
            if held.entailment != "entailed" or any(
                reported_by_others(support, works[key]) for key, support in held.supports.items()
            ):
                continue
            passages = [source.text for support in found for source in support.sentences]
            numbers = trace_numbers(proposal, self._number_sources(found), formula_of(found), cells_of(found))
            checks = (
                check_report(proposal, passages),
                check_novelty(proposal, passages),
                numbers_verdict(proposal, numbers),
            )
            if all(check.verdict != "block" for check in checks):
                return proposal
        return None

    # sentences without a citation

    def _uncited(self, sentence: ManuscriptSentence, kind: Kind) -> Assessment:
        supports = self._bearing(sentence.plain) if kind == "generalisation" else {}
        wanted = self._library.settings.claims.independent_works
        strength = joint_strength(supports, self._records.works, wanted)
        found = list(supports.values())
        numbers = trace_numbers(sentence.plain, self._number_sources(found), formula_of(found), cells_of(found))
        verdicts = {
            "provenance": self._provenance.check(sorted({support.build for support in found})) if found else PASS,
            "citation": PASS,
            "entailment": PASS,
            "figure": check_floats(sentence.plain, (), self._floats, ()),
            "hedging": check_strength(sentence.plain, strength),
            "numbers": numbers_verdict(sentence.plain, numbers) if strength == "replicated" else PASS,
            "novelty": check_novelty(sentence.plain, ()),
        }
        levels = {name: verdict.verdict for name, verdict in verdicts.items()}
        entailment: Entailment | None = "entailed" if strength is not None else None
        decision = decide(Findings(kind, entailment=entailment, strength=strength, levels=levels))
        reason = next((verdict.reason for verdict in verdicts.values() if verdict.verdict == "block"), None)
        return Assessment(
            sentence,
            kind,
            decision,
            reason or uncited_reason(strength),
            (),
            supports,
            tuple(numbers),
            verdicts,
            None,
            task_of(decision, {}, None),
        )

    def _bearing(self, statement: str) -> dict[str, Support]:
        from ..kb.retrieval import search

        answer = search(
            self._library, statement, k=WORKS_ASKED, at=self._view.position, record=False, use="audit", caller="audit"
        )
        return bearing(self._judge, statement, [hit.paper for hit in answer.hits], self._evidence)

    # works

    def _evidence(self, work: str | None) -> WorkEvidence | None:
        if work is None:
            return None
        if work not in self._works:
            text = read_text(self._view, work)
            has_text = text is not None and (text.sentences or text.tables)
            self._works[work] = (
                WorkEvidence(text, self._records.works[work].title, self._names) if text and has_text else None
            )
        return self._works[work]

    @cached_property
    def _names(self) -> dict[str, str]:
        """Species by common name, as the cited works give them."""
        from .glossary import other_names

        names: dict[str, str] = {}
        for key in self._bibliography.entries:
            work = self._citations.check(key).work
            text = read_text(self._view, work) if work else None
            if text is not None:
                title = self._records.works[text.work].title
                for common, species in other_names([title, *(one.text for one in text.sentences)]).items():
                    names.setdefault(common, species)
        return names
