"""One assessment as a line of `audit.jsonl`, in the shape that other programs rely on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..evidence.texts import SourceSentence, SourceTable
from ..kb.formats.bibtex import BibEntry
from ..kb.text.ladders import certainty
from .assess import VALIDATOR_VERSION, Assessment
from .attribution import with_names
from .support import Support
from .validators.verdict import PASS

_HEDGES = {1: "possible", 2: "suggested", 3: "stated", 4: "proven"}
_VALIDATORS = ("provenance", "citation", "entailment", "figure", "hedging", "numbers", "novelty")


def record_of(assessment: Assessment, entries: Mapping[str, BibEntry], owner: str) -> dict[str, Any]:
    """The line of one sentence; text as in the source, quotes as in the cited works."""
    sentence = assessment.sentence
    verdicts = assessment.verdicts or {}
    return {
        "id": sentence.id,
        "line": sentence.line,
        "section": sentence.section,
        "text": sentence.text,
        "plain": with_names(sentence.plain, entries),
        "block": sentence.block,
        "context": sentence.context,
        "is_claim": assessment.kind != "none",
        "citations": [
            {
                "key": check.key,
                "status": check.status,
                "field": check.field,
                "paper": check.work,
                "reason": check.reason,
            }
            for check in assessment.checks
        ],
        "numbers": [number.record() for number in assessment.numbers],
        "packets": packets_of(assessment),
        "evidence": _evidence(assessment),
        "validators": {name: verdicts.get(name, PASS).record() for name in _VALIDATORS},
        "kind": assessment.kind,
        "route": "passages and tables of the cited works" if assessment.supports else "none",
        "hedge": _HEDGES[certainty(sentence.plain)],
        "owner": owner,
        "validator_version": VALIDATOR_VERSION,
        "disposition": assessment.decision.disposition,
        "code": assessment.decision.code,
        "reason": assessment.reason,
        "rewrite": assessment.rewrite,
        "task": assessment.task,
        "adjudication": None,
    }


def packets_of(assessment: Assessment) -> list[dict[str, Any]]:
    """The packets that bear on the sentence, with the relevance of their passages."""
    found: dict[str, dict[str, Any]] = {}
    for support in (assessment.supports or {}).values():
        for sentence in support.sentences:
            for claim in sentence.claims:
                if claim.packet:
                    found[claim.packet] = _packet(claim.packet, support, claim.strength)
        for table in support.tables:
            if table.packet:
                found[table.packet] = _packet(table.packet, support, None)
    return list(found.values())


def _packet(packet: str, support: Support, strength: str | None) -> dict[str, Any]:
    return {"id": packet, "score": round(support.coverage, 2), "strength": strength}


def _evidence(assessment: Assessment) -> list[dict[str, Any]]:
    """The passages and tables that were asked, as a reader finds them on the page."""
    shown = []
    for key, support in (assessment.supports or {}).items():
        places = [*(_passage(sentence) for sentence in support.sentences), *(_table(table) for table in support.tables)]
        for place in places:
            shown.append({"key": key, "verdict": support.entailment, "formula": support.judgement.formula, **place})
        for lemma in support.lemmas:
            shown.append(
                {"key": key, "verdict": support.entailment, "formula": support.judgement.formula, **_lemma(lemma)}
            )
    return shown


def _passage(sentence: SourceSentence) -> dict[str, Any]:
    return {
        "kind": "passage",
        "row": sentence.id,
        "quote": sentence.text,
        "page": sentence.page,
        "section": sentence.section,
    }


def _table(table: SourceTable) -> dict[str, Any]:
    quote = f"{table.label} {table.caption}".strip()
    return {"kind": "table", "row": table.id, "quote": quote, "page": table.page, "section": "", "cells": table.rows}


def _lemma(text: str) -> dict[str, Any]:
    return {"kind": "sentence", "row": None, "quote": text, "page": None, "section": "this manuscript"}
