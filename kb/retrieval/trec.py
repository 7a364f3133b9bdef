"""Runs over many questions: the file of questions, and the answers in the form of TREC.

A line of a run is `question Q0 document rank score tag`, separated by spaces, so no id may hold white space. Documents
are source ids: every id of a work that was found, since a collection may hold one work under several.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import UnreadableInput, UsageError
from .evidence import EvidenceSnapshot
from .together import JoinedAnswer

_REMEDY = 'write one {"id": "...", "text": "..."} a line'


@dataclass(frozen=True)
class Question:
    """One question of a run."""

    id: str
    text: str


def read_questions(path: Path) -> list[Question]:
    """The questions of a JSON-lines file, blank lines left out. Raises `UnreadableInput` with the line number."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise UnreadableInput(f"{path} cannot be read: {error.strerror}", remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"{path} is not UTF-8", remedy="save it as UTF-8") from error
    questions: dict[str, Question] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        question = _question(line, f"{path}, line {number}")
        if question.id in questions:
            raise UnreadableInput(f"{path}, line {number}: id {question.id!r} was used before", remedy="use it once")
        questions[question.id] = question
    if not questions:
        raise UnreadableInput(f"{path} holds no question", remedy=_REMEDY)
    return list(questions.values())


def run_lines(
    questions: Sequence[Question], answers: Sequence[EvidenceSnapshot | JoinedAnswer],
    sources: Mapping[tuple[str, str], Sequence[str]],
) -> Iterator[str]:
    """The lines of a run; `sources` has the source ids of each work, by library and work.

    Raises `UsageError` for an id with white space.
    """
    for question, answer in zip(questions, answers, strict=True):
        seen: set[str] = set()
        for hit in answer.hits:
            # The build that was quoted comes first, then the other sources of the work.
            for document in (hit.source.id, *sources.get((hit.library, hit.paper), ())):
                if document in seen:
                    continue
                seen.add(document)
                _refuse_white_space(document, f"source id {document!r}")
                yield f"{question.id} Q0 {document} {len(seen)} {hit.score:.6f} claimledger-{answer.route}\n"


def _question(line: str, where: str) -> Question:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise UnreadableInput(f"{where} is not JSON: {error.msg}", remedy=_REMEDY) from error
    name, text = (value.get("id"), value.get("text")) if isinstance(value, dict) else (None, None)
    if isinstance(name, int) and not isinstance(name, bool):
        name = str(name)
    if not isinstance(name, str) or not name.strip():
        raise UnreadableInput(f"{where} has no id", remedy=_REMEDY)
    if not isinstance(text, str) or not text.strip():
        raise UnreadableInput(f"{where} has no text", remedy=_REMEDY)
    _refuse_white_space(name, f"{where}: id {name!r}")
    return Question(name, text)


def _refuse_white_space(name: str, what: str) -> None:
    if any(char.isspace() for char in name):
        raise UsageError(f"{what} has white space, which a TREC run cannot hold", remedy="rename it")
