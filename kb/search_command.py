"""The command `search`: parses arguments, asks the library, prints the answer or writes a run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .asked import check_input, check_outside
from .console import Progress, open_libraries, print_json, progress_bar, say_what_is_safe
from .counting import counted
from .errors import UnknownId, UsageError
from .output import check_output, write_output

if TYPE_CHECKING:
    from rich.text import Text

    from .library import Library
    from .retrieval import EvidenceHit, EvidenceSnapshot, JoinedAnswer

_WORD = re.compile(r"\w[\w.,'’-]*\w|\w")
_INDENT = (0, 0, 0, 3)


@click.command("search", epilog="""\b
Examples:
  claimledger -L mylib search "does pruning improve accuracy"
  claimledger -L mylib search "p53 and apoptosis" -k 5 --snapshot latest --json
  claimledger -L mylib -L private search "bark beetles"
  claimledger -L mylib search --queries questions.jsonl --run out.trec -k 100
  claimledger -L mylib search --replay es-abcd
""")
@click.argument("query", nargs=-1)
@click.option("-k", "k", type=click.IntRange(1), default=10, show_default=True, help="Papers to show.")
@click.option("--route", default="profile", show_default=True, help="How to search; profile: words and meaning.")
@click.option("--snapshot", "at", metavar="S", help="Snapshot id, name, `latest` or @POSITION [default: head].")
@click.option("--use", metavar="TEXT", help="What the answer is for; recorded with it.")
@click.option("--no-record", "record", flag_value=False, default=True, help="Do not record the answer.")
@click.option("--queries", "queries", type=click.Path(path_type=Path, dir_okay=False), metavar="F.jsonl",
              help='Ask many questions, one {"id", "text"} a line.')
@click.option("--run", "run", type=click.Path(path_type=Path, dir_okay=False), metavar="OUT.trec",
              help="With --queries: where the TREC run goes.")
@click.option("--replay", "again", metavar="ID",
              help="Ask the question of a recorded answer again. Exit code 1: the answer differs.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def search_command(
    libraries: list[Path], query: tuple[str, ...], k: int, route: str, at: str | None, use: str | None, record: bool,
    queries: Path | None, run: Path | None, again: str | None, as_json: bool,
) -> int:
    """Find papers for a question. The answer is an evidence snapshot, recorded in the ledger.

    Several libraries (-L may be repeated) are ranked together, each hit with its library; each records its own hits,
    and if one of them is private, the others record nothing.
    """
    if (queries is None) != (run is None):
        raise UsageError("--queries and --run go together", remedy="give both, or a question")
    given = [bool(query), queries is not None, again is not None].count(True)
    if given != 1:
        what = "one of a question, --queries and --replay is needed" if not given else (
            "only one of a question, --queries and --replay can be asked")
        raise UsageError(what, remedy='ask: claimledger search "..."')
    with open_libraries(libraries) as opened:
        if again is not None:
            return _replay(opened, again, at, as_json)
        asking = _Asking(opened, k, route, at, use)
        if queries is not None and run is not None:
            return _run_many(asking, queries, run, record=record, as_json=as_json)
        with progress_bar("index") as step:
            [answer] = asking.answers([" ".join(query)], step, record=record)
    _warn(answer)
    if as_json:
        print_json(answer.to_json())
    else:
        _print(answer, {library.id: str(library.root) for library in opened} if len(opened) > 1 else {})
    return 0


@dataclass(frozen=True)
class _Asking:
    """What is the same for all questions of a command."""

    libraries: list[Library]
    k: int
    route: str
    at: str | None
    use: str | None

    def answers(
        self, questions: Sequence[str], step: Progress, *, record: bool, quoted: bool = True
    ) -> Sequence[EvidenceSnapshot | JoinedAnswer]:
        """One answer a question: of the one library, or of several together."""
        from .retrieval import search_many, search_together

        if len(self.libraries) > 1:
            return search_together(
                self.libraries, questions, k=self.k, at=self.at, route=self.route, use=self.use, caller="cli",
                record=record, quoted=quoted, progress=step,
            )
        return search_many(
            self.libraries[0], questions, k=self.k, at=self.at, route=self.route, use=self.use, caller="cli",
            record=record, quoted=quoted, progress=step,
        )


def _run_many(asking: _Asking, queries: Path, run: Path, *, record: bool, as_json: bool) -> int:
    from .retrieval.trec import read_questions, run_lines

    check_input(queries, asking.libraries)
    questions = read_questions(queries)
    check_output(run)
    check_outside(run, asking.libraries)
    with progress_bar("index") as step:
        answers = asking.answers([question.text for question in questions], step, record=False, quoted=False)
    parts = {one.library[0]: one for one in _parts(answers[0])}
    lines = list(run_lines(questions, answers, _sources(asking.libraries, answers)))
    if record:
        answers = _recorded(asking.libraries, answers)
    try:
        write_output(run, "".join(lines))
    except UsageError as error:
        if not any(library.appended for library in asking.libraries):
            raise
        say_what_is_safe(error)
        return 3
    _warn(answers[0])
    if as_json:
        one = next(iter(parts.values())) if len(parts) == 1 else None
        print_json({
            "run": str(run), "questions": len(answers), "lines": len(lines), "library": list(parts),
            "snapshot": one.snapshot if one else None, "position": one.position if one else None,
            "libraries": [
                {"library": name, "snapshot": part.snapshot, "position": part.position} for name, part in parts.items()
            ],
            "evidence_snapshots": [part.evidence_snapshot for answer in answers for part in _parts(answer)],
        })
    else:
        click.echo(f"{len(answers)} questions, {len(lines)} lines in {run}, {_state(answers[0])}", err=True)
    return 0


def _recorded(
    libraries: Sequence[Library], answers: Sequence[EvidenceSnapshot | JoinedAnswer]
) -> Sequence[EvidenceSnapshot | JoinedAnswer]:
    from .retrieval import JoinedAnswer, recorded
    from .retrieval.together import recorded_together

    joined = [answer for answer in answers if isinstance(answer, JoinedAnswer)]
    if joined:
        return recorded_together(libraries, joined)
    return recorded(libraries[0], [answer for answer in answers if not isinstance(answer, JoinedAnswer)])


def _sources(
    libraries: Sequence[Library], answers: Sequence[EvidenceSnapshot | JoinedAnswer]
) -> dict[tuple[str, str], list[str]]:
    """The source ids of every work that was found, by library and work."""
    from .retrieval.passages import source_ids

    positions = {part.library[0]: part.position for part in _parts(answers[0])}
    found: dict[tuple[str, str], list[str]] = {}
    for library in libraries:
        works = {hit.paper for answer in answers for hit in answer.hits if hit.library == library.id}
        with library.view(positions[library.id]) as view:
            found.update({(library.id, work): ids for work, ids in source_ids(view, works).items()})
    return found


def _replay(libraries: Sequence[Library], name: str, at: str | None, as_json: bool) -> int:
    from .retrieval import replay

    if at is not None:
        raise UsageError("an answer is asked again at its own position", remedy="leave out --snapshot")
    for number, library in enumerate(libraries, 1):
        try:
            with progress_bar("index") as step:
                found = replay(library, name, progress=step)
            break
        except UnknownId:
            if number == len(libraries):
                raise
    _warn(found.answer)
    if as_json:
        print_json(found.to_json())
        return 0 if found.same else 1
    for difference in found.differences:
        click.echo(f"differs: {difference}")
    for note in found.notes:
        click.echo(f"note: {note}")
    verdict = "the same answer" if found.same else counted(len(found.differences), "difference")
    if found.lacked and not found.same:
        verdict += f", since it was given without {found.lacked}, which are indexed by now"
    click.echo(f"{found.evidence_snapshot} at {_state(found.answer)}: {verdict}")
    return 0 if found.same else 1


def _parts(answer: EvidenceSnapshot | JoinedAnswer) -> Sequence[EvidenceSnapshot]:
    """The answer of each library."""
    from .retrieval import JoinedAnswer

    return answer.answers if isinstance(answer, JoinedAnswer) else (answer,)


def _state(answer: EvidenceSnapshot | JoinedAnswer) -> str:
    """The positions that were asked."""
    parts = _parts(answer)
    states = [
        f"position {part.position}" + (f" ({part.snapshot})" if part.snapshot else "")
        + (f" in {part.library[0]}" if len(parts) > 1 else "")
        for part in parts
    ]
    return ", ".join(states)


def _warn(answer: EvidenceSnapshot | JoinedAnswer) -> None:
    for warning in answer.warnings:
        click.echo(f"warning: {warning}", err=True)


def _print(answer: EvidenceSnapshot | JoinedAnswer, folders: dict[str, str]) -> None:
    """Hits for people; `folders` names the library of each where there are several."""
    from rich.console import Console
    from rich.padding import Padding

    from .index.analysis import analyse

    console = Console(highlight=False)
    terms = frozenset(analyse(answer.query))
    for hit in answer.hits:
        console.print(_heading(hit))
        if hit.quote:
            console.print(Padding(_quote(hit.quote, terms), _INDENT))
        console.print(Padding(_origin(hit, folders.get(hit.library)), _INDENT))
        console.print()
    if not answer.hits:
        console.print("nothing found")
    stored = [part.evidence_snapshot for part in _parts(answer) if part.recorded]
    recorded = f"recorded as {', '.join(stored)}" if stored else "not recorded"
    console.print(f"{counted(len(answer.hits), 'paper')} at {_state(answer)}; {recorded}", markup=False)


def _heading(hit: EvidenceHit) -> Text:
    from rich.text import Text

    year = f" ({hit.year})" if hit.year else ""
    text = Text(f"{hit.rank}. ")
    text.append(f"{hit.title or hit.source.id}{year}", style="bold")
    for label in hit.source.labels:
        text.append(f"  {label}", style="bold red" if label == "retracted" else "yellow")
    return text


def _quote(quote: str, terms: frozenset[str]) -> Text:
    """The quote with the words of the question in bold."""
    from rich.text import Text

    from .index.analysis import analyse

    text = Text("“" + quote + "”")
    for word in _WORD.finditer(quote):
        if terms.intersection(analyse(word.group())):
            text.stylize("bold green", word.start() + 1, word.end() + 1)
    return text


def _origin(hit: EvidenceHit, folder: str | None) -> Text:
    """Where the quote stands, its source with the licence, its library (where there are several) and the scores."""
    from rich.text import Text

    page = f"p. {hit.page}" if hit.page else None
    licence = hit.source.licence or "no licence known"
    place = [part for part in (hit.section, page, hit.source.id, licence, folder) if part]
    scores = [f"score {hit.score:.3f}", *(f"{name} {value:.2f}" for name, value in _shown_scores(hit))]
    text = Text(" · ".join(place))
    text.append(f"  {', '.join(scores)}  {hit.chunk}", style="dim")
    return text


def _shown_scores(hit: EvidenceHit) -> Sequence[tuple[str, float]]:
    return [(name, value) for name, value in hit.scores.items() if value is not None and name != "fts"]
