"""Whether a record is about a work: decided by the rules of settling, so that what is accepted also joins the work."""

from __future__ import annotations

from collections.abc import Sequence

from ...kb.canon import make_id, sha256
from ...kb.formats import openalex
from ...kb.settle.facts import AssertionFact, BuildFacts
from ...kb.settle.identity import compare_all, group_works
from ...kb.settle.profiles import profile
from ..describe import describe
from .openalex_client import Record


def record_facts(record: Record) -> BuildFacts:
    """What settling will see of a record."""
    content = openalex.entry_bytes(record)
    described = describe(openalex.parse_entry(content))
    blob = sha256(content)
    return BuildFacts(
        make_id("build", blob), blob, openalex.NAME, 0, 0, 0,
        tuple(AssertionFact(str(at), one.field, one.value, one.source) for at, one in enumerate(described.assertions)),
        tuple((author.family or author.name, author.given) for author in described.authors),
    )


def joins_work(builds: Sequence[BuildFacts], record: BuildFacts) -> bool:
    """Whether a record joins the work of these builds."""
    works, _ = group_works([*builds, record])
    return any(record.build in work.reasons for work in works)


def disagreement(builds: Sequence[BuildFacts], record: BuildFacts) -> str | None:
    """Why a record that looks like one of the work does not join it; None if it does not even look like one."""
    found = compare_all([profile(facts) for facts in (*builds, record)])
    return min((why for pair, why in found.vetoes.items() if record.build in pair), default=None)
