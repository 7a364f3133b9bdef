"""An audit: every sentence of a manuscript judged, written down for programs and for readers, and recorded.

DIR gets `audit.jsonl` (one line a sentence), `summary.json` and `audit.html`. The ledger gets one event with ids, codes
and offsets; the texts are blobs.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..kb.asked import check_input
from ..kb.canon import make_id, sha256
from ..kb.errors import UnreadableInput, UsageError
from ..kb.events.activity import AuditedSentence, ManuscriptAudited
from ..kb.formats.bibtex import Bibliography, read_bibtex
from ..kb.ledger.port import Append, NewEvent
from ..kb.schema import SCHEMA_VERSION
from ..kb.unrecorded import unrecorded
from .assess import VALIDATOR_VERSION, Assessment, Assessor
from .judge.port import Judge
from .manuscript import read_manuscript
from .record import packets_of, record_of

if TYPE_CHECKING:
    from ..kb.console import Progress
    from ..kb.library import Library

STANDING = ("accept", "none")


@dataclass(frozen=True)
class AuditResult:
    """What an audit found. `summary` and `rows` are what was written; `stands` is true where every claim may stay."""

    audit: str
    summary: dict[str, Any]
    rows: tuple[dict[str, Any], ...]
    folder: Path
    unrecorded: str | None = None
    """Why the ledger has no event of it, in words, where the library or its disk took none."""

    @property
    def stands(self) -> bool:
        """Whether every sentence was accepted or claims nothing."""
        return all(row["disposition"] in STANDING for row in self.rows)


def audit(
    library: Library,
    manuscript: Path,
    bibliography: Path | None,
    folder: Path,
    at: str | int | None = None,
    *,
    judge: Judge | None = None,
    progress: Progress | None = None,
    own: bool = False,
) -> AuditResult:
    """Audit a Markdown manuscript. Without a bibliography, the one that its front matter names is read.

    The texts are recorded, so they come from where `ingest` takes files too, unless they are the library's `own`.
    Raises `UnreadableInput` for a file that is no text, `UnknownId` for an unknown snapshot, and `UsageError` for an
    export, in which nothing can be traced to its source, and for a file that may not be taken in.
    """
    refuse_export(library)
    if not own:
        check_input(manuscript, [library])
    text = read_text_file(manuscript)
    read = read_manuscript(text)
    bibliography = bibliography or _named(manuscript, read.front.get("bibliography"))
    if bibliography and not own:
        check_input(bibliography, [library])
    bib_text = read_text_file(bibliography) if bibliography else ""
    entries = read_bibtex(bib_text) if bibliography else Bibliography({})
    with library.view(at) as view:
        judge = judge or _rules()
        assessor = Assessor(library, view, read, entries, judge)
        found: list[Assessment] = []
        for number, sentence in enumerate(read.sentences, start=1):
            found.append(assessor.assess(sentence))
            if progress is not None:
                progress(number, len(read.sentences), sentence.plain)
        position = view.position
    rows = tuple(record_of(assessment, entries.entries, library.settings.library.owner) for assessment in found)
    inputs = {str(manuscript): sha256(text.encode())}
    if bibliography:
        inputs[str(bibliography)] = sha256(bib_text.encode())
    summary = _summary(library, rows, position, inputs, f"{judge.name} {judge.version}")
    name = make_id("audit", *sorted(inputs.values()), position, VALIDATOR_VERSION)
    _write(folder, rows, summary, read.front.get("title") or manuscript.name, entries)
    why = unrecorded(library, lambda: _remember(library, name, text, bib_text, rows, found, summary))
    return AuditResult(name, summary, rows, folder, why)


def refuse_export(library: Library) -> None:
    """Raises `UsageError` for an export: a judgement traces what papers say to their bytes, and those are not in it."""
    if library.imported:
        raise UsageError(f"{library.root} is an export, and an export has no sources", remedy="audit in the library")


def read_text_file(path: Path) -> str:
    """The text of a file, UTF-8. Raises `UnreadableInput`."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be read: {error.strerror}", remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"{path} is no UTF-8 text", remedy="save it as UTF-8") from error


def _named(manuscript: Path, name: str | None) -> Path | None:
    path = manuscript.parent / name if name else None
    return path if path is not None and path.is_file() else None


def _rules() -> Judge:
    from .judge.rules import RulesJudge

    return RulesJudge()


def _summary(
    library: Library, rows: tuple[dict[str, Any], ...], position: int, inputs: dict[str, str], judge: str
) -> dict[str, Any]:
    numbers = [number for row in rows if row["is_claim"] for number in row["numbers"]]
    stands = all(row["disposition"] in STANDING for row in rows)
    return {
        "verdict": "stands" if stands else "does-not-stand",
        "snapshot": library.snapshot_at(position),
        "position": position,
        "inputs": inputs,
        "sentences": len(rows),
        "claims": sum(row["is_claim"] for row in rows),
        "dispositions": dict(sorted(Counter(row["disposition"] for row in rows).items())),
        "codes": dict(sorted(Counter(row["code"] for row in rows if row["is_claim"]).items())),
        "citations": dict(sorted(Counter(citation["status"] for row in rows for citation in row["citations"]).items())),
        "numbers": {"grounded": sum(number["grounded"] for number in numbers), "total": len(numbers)},
        "versions": {
            "schema": SCHEMA_VERSION,
            "validators": VALIDATOR_VERSION,
            "judge": judge,
        },
    }


def _write(
    folder: Path, rows: tuple[dict[str, Any], ...], summary: dict[str, Any], title: str, entries: Bibliography
) -> None:
    from .report import render_report

    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "audit.jsonl").write_text(_lines(rows), encoding="utf-8")
        (folder / "summary.json").write_text(json.dumps(summary, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        (folder / "audit.html").write_text(render_report(title, rows, summary, entries), encoding="utf-8")
    except OSError as error:
        raise UnreadableInput(
            f"{folder} cannot be written: {error.strerror}", remedy="choose another folder"
        ) from error


def _lines(rows: tuple[dict[str, Any], ...]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _remember(
    library: Library,
    name: str,
    text: str,
    bib_text: str,
    rows: tuple[dict[str, Any], ...],
    found: list[Assessment],
    summary: dict[str, Any],
) -> None:
    """One event; an audit of the same texts at the same position by the same validators is done already."""
    blobs = library.blobs.put_many([text.encode(), bib_text.encode(), _lines(rows).encode()])
    event = ManuscriptAudited(
        audit=name,
        manuscript=blobs[0],
        bibliography=blobs[1] if bib_text else None,
        report=blobs[2],
        snapshot=summary["snapshot"],
        position=summary["position"],
        validator_version=VALIDATOR_VERSION,
        sentences=tuple(
            AuditedSentence(
                sentence=assessment.sentence.id,
                start=assessment.sentence.start,
                end=assessment.sentence.end,
                claim=assessment.kind != "none",
                disposition=assessment.decision.disposition,
                code=assessment.decision.code,
                packets=tuple(packet["id"] for packet in packets_of(assessment)),
            )
            for assessment in found
        ),
    )
    library.append([Append(f"audit:{name}", [NewEvent(event, key=blobs[2])])])
