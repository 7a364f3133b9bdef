"""A draft without a model: bounded, attributed sentences from packets, each let through by the validators of an audit.

A sentence reports one claim of one work: a comparison in our own words from its parts, or the work's words as a marked
quotation. Contradicting works are always named together. What no validator accepts is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..evidence.packets import Packet, compile_packets
from ..evidence.records import read_records
from ..kb.canon import make_id
from ..kb.errors import ClaimLedgerError, UnreadableInput, UsageError
from ..kb.events.activity import DraftWritten
from ..kb.formats.bibtex import BibEntry, Bibliography
from ..kb.formats.bibtex_writing import write_bibtex
from ..kb.ledger.port import Append, NewEvent
from ..kb.unrecorded import unrecorded
from .assess import Assessor
from .audit import AuditResult, audit, refuse_export
from .bearing import bearing_sentences
from .both_sides import sides_joined
from .entries import entries_of
from .manuscript import read_manuscript
from .markup import plain_text
from .passages import content_stems
from .sentences import in_setting, limitation_clause, own_words, quotation_clause, speaks_for_itself

if TYPE_CHECKING:
    from ..kb.library import Library
    from ..kb.view import View
    from .judge.port import Judge

SECTIONS = ("related-work",)
_SENTENCES_A_WORK = 3
_TRIED_A_WORK = 24
_STANDING_STRENGTHS = ("indirect", "pilot", "protocol-valid", "replicated", "contradictory")
_KIND_ORDER = ("comparison", "result", "limitation")
_DESCRIBING = ("method", "background")
"""Kinds of claim that are reported of a work without a finding on the topic: a course, a protocol, a tool."""


class NothingBears(ClaimLedgerError):
    """The library holds nothing that can be said about the topic: an answer, not a wrong use."""

    exit_code = 1


@dataclass(frozen=True)
class Draft:
    """What was written, and what its own audit says of it."""

    id: str
    text: str
    packets: tuple[str, ...]
    works: tuple[str, ...]
    audit: AuditResult
    unrecorded: str | None = None
    """Why the ledger has no event of the draft or of its audit, in words, where that is so."""


@dataclass(frozen=True)
class _Sentence:
    """A sentence with citations, the packets behind it, and the part of the draft that it belongs to."""

    text: str
    packets: tuple[str, ...]
    part: str


def draft(
    library: Library, topic: str, folder: Path, section: str = "related-work", at: str | int | None = None
) -> Draft:
    """Write `draft.md`, `references.bib` and the audit of both into a folder.

    Raises `UsageError` for an unknown section, a topic without a content word or an export, and `NothingBears` where
    the library holds nothing that can be said about it; nothing is written then.
    """
    if section not in SECTIONS:
        raise UsageError(f"there is no section {section!r} yet", remedy=f"use one of: {', '.join(SECTIONS)}")
    if not topic.strip():
        raise UsageError("the topic is empty", remedy='say what the draft is about: claimledger draft "heat pumps"')
    if not content_stems(topic):
        raise UsageError(
            f"the topic {topic.strip()!r} has no content word", remedy='name what the draft is about: "heat pumps"'
        )
    refuse_export(library)
    with library.view(at) as view:
        records = read_records(view)
        bearing = bearing_sentences(library, view, topic)
        packets = _chosen(library, view, topic, bearing)
        entries = entries_of([records.works[packet.source] for packet in packets])
        sentences = _written(library, view, packets, entries)
        position = view.position
    if not sentences:
        raise _nothing(topic.strip(), len(bearing))
    cited = {citation.key for sentence in sentences for citation in plain_text(sentence.text).citations}
    used = [entry for entry in sorted(entries.values(), key=lambda entry: entry.key) if entry.key in cited]
    text = _page(topic, sentences)
    _save(folder, text, write_bibtex(used))
    result = audit(library, folder / "draft.md", folder / "references.bib", folder, position, own=True)
    return _remember(library, topic, section, text, sentences, used, entries, result)


def _nothing(topic: str, works: int) -> NothingBears:
    if works:
        return NothingBears(
            f"nothing that the library has on {topic!r} ({works} works) can be reported by itself",
            remedy=f'read it with: claimledger search "{topic}"',
        )
    return NothingBears(f"nothing in the library bears on {topic!r}", remedy="ingest papers on it, or ask more widely")


def _chosen(library: Library, view: View, topic: str, bearing: Mapping[str, Mapping[str, float]]) -> list[Packet]:
    """Packets that may be reported, by work in the order found, the most telling first; no quote twice.

    `bearing` has for each work the relevance of those of its sentences that bear on the topic, by sentence id.
    """
    wanted = set(content_stems(topic))
    chosen: list[Packet] = []
    for work, relevance in bearing.items():
        on_topic = [
            packet
            for packet in compile_packets(library, view, works=[work])
            if packet.provenance.row in relevance and _is_usable(packet)
        ]
        findings = [packet for packet in on_topic if packet.claim.kind in _KIND_ORDER]
        usable = findings or [packet for packet in on_topic if wanted & set(content_stems(packet.claim.quote))]
        usable.sort(key=lambda packet: _rank(packet, wanted, relevance[packet.provenance.row]))
        by_quote = {" ".join(packet.claim.quote.split()): packet for packet in reversed(usable[:_TRIED_A_WORK])}
        chosen += reversed(by_quote.values())
    return [*chosen, *_other_sides(library, view, chosen)]


def _other_sides(library: Library, view: View, chosen: Sequence[Packet]) -> list[Packet]:
    """What contradicts the chosen packets and is not among them: it bears on the topic whatever its words."""
    against = {claim for packet in chosen for claim in packet.contradicting} - {packet.claim.row for packet in chosen}
    rows = view.rows(
        "SELECT DISTINCT work FROM packets WHERE claim IN (SELECT unnest(?::VARCHAR[]))", [sorted(against)]
    )
    works = sorted(str(row["work"]) for row in rows)
    found = compile_packets(library, view, works=works, strength="contradictory")
    return [packet for packet in found if packet.claim.row in against and _is_usable(packet)]


def _is_usable(packet: Packet) -> bool:
    return (
        packet.artifact == "literature"
        and packet.strength in _STANDING_STRENGTHS
        and packet.claim.kind in (*_KIND_ORDER, *_DESCRIBING)
        and packet.reliability != "retracted"
        and "ocr" not in packet.risks
        and speaks_for_itself(packet.claim.quote)
    )


def _rank(packet: Packet, wanted: set[str], relevance: float) -> tuple[bool, bool, bool, int, float, str]:
    shares = bool(wanted & set(content_stems(packet.claim.quote)))
    return (
        packet.strength != "contradictory",
        own_words(packet.claim.quote) is None,
        not shares,
        (*_KIND_ORDER, *_DESCRIBING).index(packet.claim.kind) if shares else 0,
        -relevance,
        packet.id,
    )


def _written(
    library: Library, view: View, packets: Sequence[Packet], entries: Mapping[str, BibEntry]
) -> list[_Sentence]:
    """Sentences that the validators accept, mixed evidence first, then work by work, limitations last."""
    bibliography = Bibliography({entry.key: entry for entry in entries.values()})
    assessor = Assessor(library, view, read_manuscript(""), bibliography, _rules())
    accepted: list[_Sentence] = []
    counts: dict[str, int] = {}
    spent: set[str] = set()
    for candidate, works in _candidates(packets, entries):
        if any(packet in spent for packet in candidate.packets):
            continue
        if any(counts.get(work, 0) >= _SENTENCES_A_WORK for work in works):
            continue
        if not _passes(assessor, candidate.text):
            continue
        accepted.append(candidate)
        spent |= set(candidate.packets)
        for work in works:
            counts[work] = counts.get(work, 0) + 1
    return accepted


def _candidates(
    packets: Sequence[Packet], entries: Mapping[str, BibEntry]
) -> Iterator[tuple[_Sentence, tuple[str, ...]]]:
    """Proposals with the works that they report; a packet may be proposed in more than one wording."""
    for packet in packets:
        if packet.strength != "contradictory":
            continue
        for other in packets:
            if other.source != packet.source and packet.id < other.id and _oppose(packet, other):
                for text in _both_sides(packet, other, entries):
                    yield _Sentence(text, (packet.id, other.id), "mixed"), (packet.source, other.source)
    for packet in packets:
        if packet.strength == "contradictory":
            continue
        part = "limits" if packet.claim.kind == "limitation" else "works"
        for text in _one_work(packet, entries[packet.source]):
            yield _Sentence(text, (packet.id,), part), (packet.source,)


def _oppose(packet: Packet, other: Packet) -> bool:
    """Whether the two packets contradict each other, each naming the other's claim."""
    return bool(set(packet.contradicting) & {other.claim.row}) or bool(set(other.contradicting) & {packet.claim.row})


def _both_sides(one: Packet, other: Packet, entries: Mapping[str, BibEntry]) -> Iterator[str]:
    first, second = _own_words(one), _own_words(other)
    one_key, other_key = entries[one.source].key, entries[other.source].key
    if first and second:
        yield sides_joined(first, [one_key], second, [other_key])
    said = [
        quotation_clause(packet.claim.quote, entry.key, len(entry.authors)).replace(":", "", 1).rstrip(".")
        for packet, entry in ((one, entries[one.source]), (other, entries[other.source]))
    ]
    yield f"Evidence is mixed: {said[0]}, whereas {said[1]}."


def _own_words(packet: Packet) -> str | None:
    """The packet's claim in our own words, with the dataset that it holds on."""
    clause = own_words(packet.claim.quote)
    return in_setting(clause, packet.claim.scope.get("dataset")) if clause else None


def _one_work(packet: Packet, entry: BibEntry) -> Iterator[str]:
    clause = _own_words(packet)
    if clause:
        yield f"{clause[:1].upper()}{clause[1:]} [@{entry.key}]."
    if packet.claim.kind == "limitation":
        yield limitation_clause(packet.claim.quote, entry.key, len(entry.authors))
    yield quotation_clause(packet.claim.quote, entry.key, len(entry.authors))


def _passes(assessor: Assessor, text: str) -> bool:
    assessor.forget()
    return all(
        assessor.assess(sentence).decision.disposition == "accept" for sentence in read_manuscript(text).sentences
    )


def _rules() -> Judge:
    from .judge.rules import RulesJudge

    return RulesJudge()


def _page(topic: str, sentences: Sequence[_Sentence]) -> str:
    """The draft as Markdown, packet ids in comments, one paragraph a part."""
    blocks = [
        "---",
        f'title: "Related work: {topic.strip().replace(chr(34), chr(39))}"',
        "bibliography: references.bib",
        "---",
        "",
    ]
    for part, heading in (("works", "Findings"), ("mixed", "Where works disagree"), ("limits", "Limitations")):
        inside = [sentence for sentence in sentences if sentence.part == part]
        if inside:
            blocks += [f"# {heading}", ""]
            blocks += [f"{sentence.text} <!-- packets: {', '.join(sentence.packets)} -->" for sentence in inside]
            blocks.append("")
    return "\n".join(blocks)


def _save(folder: Path, text: str, references: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "draft.md").write_text(text, encoding="utf-8")
        (folder / "references.bib").write_text(references, encoding="utf-8")
    except OSError as error:
        raise UnreadableInput(
            f"{folder} cannot be written: {error.strerror}", remedy="choose another folder"
        ) from error


def _remember(
    library: Library,
    topic: str,
    section: str,
    text: str,
    sentences: Sequence[_Sentence],
    used: Sequence[BibEntry],
    entries: Mapping[str, BibEntry],
    result: AuditResult,
) -> Draft:
    packets = tuple(dict.fromkeys(packet for sentence in sentences for packet in sentence.packets))
    works = tuple(work for work, entry in entries.items() if entry in used)
    position = int(result.summary["position"])
    name = make_id("draft", topic, section, position, *packets)

    def remember() -> None:
        blobs = library.blobs.put_many([topic.encode(), text.encode()])
        event = DraftWritten(
            draft=name,
            topic=blobs[0],
            text=blobs[1],
            section=section,
            snapshot=result.summary["snapshot"],
            position=position,
            packets=packets,
        )
        library.append([Append(f"draft:{name}", [NewEvent(event, key=blobs[1])])])

    return Draft(name, text, packets, works, result, result.unrecorded or unrecorded(library, remember))
