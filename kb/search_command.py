"""The command `search`: parses arguments, asks the library, prints the answer or writes a run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .console import open_library, print_json, progress_bar
from .errors import UsageError

if TYPE_CHECKING:
    from rich.text import Text

    from .library import Library
    from .retrieval import EvidenceHit, EvidenceSnapshot

_WORD = re.compile(r"\w[\w.,'’-]*\w|\w")
_INDENT = (0, 0, 0, 3)


@click.command("search", epilog="""\b
Examples:
  claimledger -L mylib search "does pruning improve accuracy"
  claimledger -L mylib search "p53 and apoptosis" -k 5 --snapshot latest --json
  claimledger -L mylib search --queries questions.jsonl --run out.trec -k 100
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
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_obj
def search_command(
    libraries: list[Path], query: tuple[str, ...], k: int, route: str, at: str | None, use: str | None, record: bool,
    queries: Path | None, run: Path | None, as_json: bool,
) -> None:
    """Find papers for a question. The answer is an evidence snapshot, recorded in the ledger."""
    if (queries is None) != (run is None):
        raise UsageError("--queries and --run go together", remedy="give both, or a question")
    if (queries is None) != bool(query):
        raise UsageError("a question or --queries is needed, and not both", remedy='ask: claimledger search "..."')
    with open_library(libraries) as library:
        if queries is not None and run is not None:
            _run_many(library, queries, run, k=k, route=route, at=at, use=use, record=record, as_json=as_json)
            return
        from .retrieval import search

        with progress_bar("index") as step:
            answer = search(
                library, " ".join(query), k=k, at=at, route=route, use=use, caller="cli", record=record, progress=step
            )
    _warn(answer)
    if as_json:
        print_json(answer.to_json())
    else:
        _print(answer)


def _run_many(
    library: Library, queries: Path, run: Path, *, k: int, route: str, at: str | None, use: str | None, record: bool,
    as_json: bool,
) -> None:
    from .retrieval import recorded, search_many
    from .retrieval.passages import source_ids
    from .retrieval.trec import read_questions, run_lines

    questions = read_questions(queries)
    if not run.resolve().parent.is_dir():
        raise UsageError(f"{run.parent} is no folder", remedy="make it, or write the run elsewhere")
    with progress_bar("index") as step:
        answers = search_many(
            library, [question.text for question in questions], k=k, at=at, route=route, use=use, caller="cli",
            record=False, quoted=False, progress=step,
        )
    with library.view(answers[0].position) as view:
        sources = source_ids(view, {hit.paper for answer in answers for hit in answer.hits})
    lines = list(run_lines(questions, answers, sources))
    if record:
        answers = recorded(library, answers)
    try:
        run.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{run} cannot be written: {error.strerror}", remedy="write the run elsewhere") from error
    _warn(answers[0])
    if as_json:
        first = answers[0]
        print_json({
            "run": str(run), "questions": len(answers), "lines": len(lines), "snapshot": first.snapshot,
            "position": first.position, "evidence_snapshots": [answer.evidence_snapshot for answer in answers],
        })
    else:
        click.echo(f"{len(answers)} questions, {len(lines)} lines in {run}, position {answers[0].position}", err=True)


def _warn(answer: EvidenceSnapshot) -> None:
    for warning in answer.warnings:
        click.echo(f"warning: {warning}", err=True)


def _print(answer: EvidenceSnapshot) -> None:
    from rich.console import Console
    from rich.padding import Padding

    from .index.analysis import analyse

    console = Console(highlight=False)
    terms = frozenset(analyse(answer.query))
    for hit in answer.hits:
        console.print(_heading(hit))
        if hit.quote:
            console.print(Padding(_quote(hit.quote, terms), _INDENT))
        console.print(Padding(_origin(hit), _INDENT))
        console.print()
    if not answer.hits:
        console.print("nothing found")
    state = answer.snapshot or "no snapshot"
    stored = f"recorded as {answer.evidence_snapshot}" if answer.recorded else "not recorded"
    console.print(f"{len(answer.hits)} papers at position {answer.position} ({state}); {stored}", markup=False)


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


def _origin(hit: EvidenceHit) -> Text:
    """Where the quote stands, its source and the scores."""
    from rich.text import Text

    place = [part for part in (hit.section, f"p. {hit.page}" if hit.page else None, hit.source.id) if part]
    scores = [f"score {hit.score:.3f}", *(f"{name} {value:.2f}" for name, value in _shown_scores(hit))]
    text = Text(" · ".join(place))
    text.append(f"  {', '.join(scores)}  {hit.chunk}", style="dim")
    return text


def _shown_scores(hit: EvidenceHit) -> Sequence[tuple[str, float]]:
    return [(name, value) for name, value in hit.scores.items() if value is not None and name != "fts"]
