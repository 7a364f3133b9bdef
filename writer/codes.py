"""Every code that a validator or a disposition gives: what it means, and what would cure it.

Codes of the entailment judge are listed by the judge; `all_codes` puts both lists together.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Code:
    """One code: who gives it, what it means, what to do about it."""

    code: str
    validator: str
    meaning: str
    cure: str


_OWN = (
    Code(
        "no-owner", "provenance", "nobody answers for the packets of the library", "name an owner in claimledger.toml"
    ),
    Code("blob-missing", "provenance", "the file of the source is not in the blob store", "ingest the file again"),
    Code(
        "blob-damaged",
        "provenance",
        "the stored bytes of the source are not what was ingested",
        "restore the blob from a backup, then: claimledger verify",
    ),
    Code("no-version", "provenance", "the build of the source has no pipeline digest", "ingest the file again"),
    Code(
        "absent",
        "citation",
        "the key stands in no entry of the bibliography",
        "add the entry, or take the citation out",
    ),
    Code("unknown", "citation", "the cited work is not in the library", "ingest the work, then audit again"),
    Code("no-bibliography", "citation", "the manuscript cites, and no bibliography was given", "give one with --bib"),
    Code(
        "metadata-mismatch",
        "citation",
        "title, first author, year or identifier of the entry disagree with the record",
        "correct the field that is named",
    ),
    Code(
        "misattributed",
        "citation",
        "the identifier, or what the sentence says, belongs to another work",
        "cite the work that is named",
    ),
    Code("secondary", "citation", "the cited work only reports this from elsewhere", "cite the original"),
    Code(
        "retracted", "citation", "the cited work was retracted", "take the citation out, or say that it was retracted"
    ),
    Code(
        "unsupported", "citation", "the cited work does not say this", "cite a work that does, or change the sentence"
    ),
    Code("contradicted", "citation", "the cited work says otherwise", "correct the sentence"),
    Code("no-passage", "entailment", "nothing in the cited work bears on the sentence", "cite a work that says this"),
    Code("misquoted", "entailment", "the cited work does not have these words", "quote the words as they are printed"),
    Code("no-text", "entailment", "the library holds no text of the cited work", "ingest its full text"),
    Code(
        "not-licensed",
        "entailment",
        "the passage that bears on the sentence was found, but a part of it could not be licensed",
        "say it in the words of the passage that is quoted, or cite the work that says it",
    ),
    Code(
        "ungrounded-number",
        "numbers",
        "a number of the sentence stands nowhere in the evidence",
        "correct it, or give its source",
    ),
    Code(
        "missing-float",
        "figure",
        "the manuscript has no figure or table with this label",
        "correct the label, or add it",
    ),
    Code(
        "table-text-mismatch",
        "figure",
        "the number is not in the table that the sentence names",
        "correct the number or the table",
    ),
    Code("hedge-removed", "hedging", "the sentence is more certain than the passage", "keep the hedge of the source"),
    Code(
        "cause-overstated",
        "hedging",
        "the sentence claims a cause where the passage does not",
        "write: is associated with",
    ),
    Code(
        "forbidden-word",
        "hedging",
        "a word that no evidence bears (prove, undoubtedly, groundbreaking)",
        "take the word out",
    ),
    Code(
        "universal-scope",
        "hedging",
        "the sentence speaks of all settings, and no evidence does",
        "name the settings tested",
    ),
    Code(
        "above-strength",
        "hedging",
        "the force of the sentence is above what the strength of its packets allows",
        "weaken the verb, or add evidence",
    ),
    Code(
        "novelty",
        "novelty",
        "first, novel, unprecedented, state of the art or no prior work, without a source for it",
        "take the word out, or name the compared set",
    ),
    Code("not-a-claim", "disposition", "the sentence claims nothing", "nothing to do"),
    Code("supported", "disposition", "every validator lets the sentence stand", "nothing to do"),
    Code("narrowed", "disposition", "a narrower or weaker wording stands", "use the rewrite"),
    Code("both-sides", "disposition", "the library holds the opposite result too", "give both sides"),
    Code(
        "no-rewrite",
        "disposition",
        "the sentence says more than its source and no rewrite passes",
        "narrow the sentence by hand",
    ),
    Code(
        "needs-experiment",
        "disposition",
        "an own finding without an experiment packet",
        "cite the work that found it, or leave it out until experiments can be recorded",
    ),
    Code(
        "needs-replication",
        "disposition",
        "a generalisation without enough author-disjoint works",
        "cite the works that bear it, or narrow it to one",
    ),
    Code(
        "unverified",
        "disposition",
        "nothing that is verified bears the sentence",
        "move it to limitations or future work",
    ),
    Code("undecided", "disposition", "no rule lets the sentence stand", "check the sentence by hand"),
)


def cure_of(code: str) -> str:
    """What would cure a code of this list."""
    return next(entry.cure for entry in _OWN if entry.code == code)


def all_codes() -> dict[str, Code]:
    """All codes by name: those of this module first, then those of the judge."""
    from .judge.codes import CODES as JUDGE_CODES

    merged = {code.code: code for code in _OWN}
    for name, meaning in JUDGE_CODES.items():
        merged.setdefault(name, Code(name, "entailment", str(meaning), "say it as the source says it"))
    return merged
