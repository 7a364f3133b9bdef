"""The command line: names the commands, loads the one that is asked for, and turns errors into one line and a code."""

from __future__ import annotations

import importlib
import io
import os
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .kb.care.pipelines import OLD_BUILDS
from .kb.errors import ClaimLedgerError, UsageError

if TYPE_CHECKING:
    from .kb.library import Library
    from .kb.view import View

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("cli:demo_command", "Make a small library from sample papers, and audit a manuscript with it."),
    "init": ("kb.commands:init_command", "Make a library."),
    "ingest": ("ingest.commands:ingest_command", "Take in papers: PDF, JATS, TEI, folders, bibliographies."),
    "metadata": ("kb.metadata_command:metadata_command", "Choose which value of a paper's field is shown."),
    "enrich": ("ingest.enrichment.command:enrich_command", "Ask OpenAlex about papers."),
    "reprocess": ("ingest.reprocess_command:reprocess_command", "Make builds of older pipelines again."),
    "papers": ("kb.reading_commands:papers_command", "List the papers of a library."),
    "show": ("kb.reading_commands:show_command", "Show anything that has an id, with its provenance."),
    "search": ("kb.search_command:search_command", "Search; the answer is an evidence snapshot."),
    "packets": ("evidence.packets_command:packets_command", "List evidence packets."),
    "draft": ("writer.draft_command:draft_command", "Write an evidence-bounded draft on a topic."),
    "audit": ("writer.audit_command:audit_command", "Judge a manuscript, sentence by sentence."),
    "check": ("writer.judge.command:check_command", "Hold a claim against evidence, without a library."),
    "parse": ("ingest.parser.command:parse_command", "Parse one file, without a library."),
    "snapshot": ("snapshots.commands:snapshot_group", "Freeze, list, show and verify states of a library."),
    "stats": ("kb.stats_command:stats_command", "Statistics, with their denominators."),
    "log": ("kb.reading_commands:log_command", "Print the events of the ledger."),
    "verify": ("snapshots.verify_command:verify_command", "Check every stored byte of the library."),
    "prove": ("snapshots.prove_commands:prove_command", "Prove that a row lies in a snapshot."),
    "check-proof": ("snapshots.prove_commands:check_proof_command", "Check such a proof, without a library."),
    "withdraw": ("kb.forgetting.commands:withdraw_command", "Take papers out of view: they are no evidence any more."),
    "quarantine": ("kb.forgetting.commands:quarantine_command", "Take papers out of view until they are looked at."),
    "release": ("kb.forgetting.commands:release_command", "Put papers back into view."),
    "purge": ("kb.forgetting.purge_command:purge_command", "Forget papers for good, in every file of the library."),
    "rebuild": ("kb.commands:rebuild_command", "Make projections and index again from the ledger."),
    "doctor": ("kb.care.commands:doctor_command", "Look for what is wrong, name the cure, mend what is derived."),
    "backup": ("kb.care.commands:backup_command", "Back up ledger, blobs and settings."),
    "restore": ("kb.care.commands:restore_command", "Make a library again from a backup."),
    "merge": ("kb.care.commands:merge_command", "Take in the papers and decisions of another library."),
}

EPILOG = """\b
Examples:
  claimledger demo
  claimledger init mylib
  claimledger -L mylib ingest papers/
  claimledger -L mylib search "does pruning improve accuracy"
  claimledger -L mylib audit paper.md --bib refs.bib --out audit/
"""


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(f".{module}", __package__), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the table of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("-L", "--library", "libraries", multiple=True, type=click.Path(path_type=str), metavar="DIR",
              help="The library; CLAIMLEDGER_LIBRARY is used without it. Commands that read take several.")
@click.version_option(package_name="claimledger")
@click.pass_context
def cli(ctx: click.Context, libraries: tuple[str, ...]) -> None:
    """Keep what a group has read, found and claimed in one ledger, and let no unsupported sentence pass."""
    named = os.environ.get("CLAIMLEDGER_LIBRARY")
    ctx.obj = [Path(library) for library in libraries] or ([Path(named)] if named else [])
    ctx.meta[OLD_BUILDS] = _old_builds


def _old_builds(library: Library, view: View) -> set[str]:
    from .ingest.reprocess import old_builds

    return {old.build for old in old_builds(library, view)}


@click.command("demo")
@click.argument("folder", type=click.Path(path_type=Path), default=Path("claimledger-demo"), metavar="[DIR]")
def demo_command(folder: Path) -> int:
    """Typeset five sample papers into DIR, ingest, search, freeze, draft and audit, as a user would type it.

    DIR must be new or empty [default: claimledger-demo]. Nothing is downloaded.
    """
    from .ingest.samples.manuscript import write_manuscript
    from .ingest.samples.typeset import write_papers

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is not empty", remedy="name another folder: claimledger demo DIR")
    papers, library = folder / "papers", folder / "library"
    write_papers(papers)
    manuscript, references = write_manuscript(folder)
    here = ["-L", str(library)]
    steps: list[tuple[str, list[str], int]] = [
        ("A library for five sample papers", ["init", str(library), "--owner", "demo"], 0),
        ("Take the papers in", [*here, "ingest", str(papers)], 0),
        ("Ask a question", [*here, "search", "false alarm rate of BarkNet", "-k", "3"], 0),
        ("Freeze this state; the id is the same on every machine", [*here, "snapshot", "freeze", "--name", "demo"], 0),
        ("Write a draft that the papers bear out",
         [*here, "draft", "bark beetle detectors", "--out", str(folder / "draft")], 0),
        ("Audit a manuscript with three planted faults",
         [*here, "audit", str(manuscript), "--bib", str(references), "--out", str(folder / "audit")], 1),
    ]
    for title, arguments, expected in steps:
        click.secho(f"\n{title}", bold=True)
        click.secho(f"$ claimledger {shlex.join(arguments)}", fg="cyan")
        code = run(arguments)
        if code != expected:
            raise ClaimLedgerError(f"the demo stopped: exit code {code}", remedy="report this with the output above")
    click.secho("\nWhere to look", bold=True)
    for what, path in (
        ("the papers", papers), ("the draft", folder / "draft" / "draft.md"),
        ("the manuscript", manuscript), ("its audit, for a browser", folder / "audit" / "audit.html"),
    ):
        click.echo(f"  {what}: {path}")
    return 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; errors become one line on standard error and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        words = list(sys.argv[1:] if arguments is None else arguments)
        _refuse_empty(words)
        result: Any = cli.main(args=words, prog_name="claimledger", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except ClaimLedgerError as error:
        click.echo(f"error: {error}", err=True)
        return error.exit_code
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        click.echo(_usage(error), err=True)
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted; what is done is kept, run the same command again to continue", err=True)
        return 130
    except (BrokenPipeError, SystemExit) as error:
        # The reader of our output went away (for example `| head`); nothing is wrong with the library. Rich ends the
        # program with code 1 then, which would mean that the answer is no; and so does click, which wraps the stream.
        piped = isinstance(error.__context__, BrokenPipeError) or hasattr(sys.stdout, "wrapped")
        if isinstance(error, SystemExit) and not piped:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"error: {where}{error.strerror or error}; check the path, its permissions and the disk", err=True)
        return 2
    except Exception as error:
        if os.environ.get("CLAIMLEDGER_TRACEBACK"):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())[:500]
        click.echo(f"error: a fault of claimledger ({what}); what is stored is safe; report it with what the command "
                   "prints under CLAIMLEDGER_TRACEBACK=1", err=True)
        return 3


def _refuse_empty(words: Sequence[str]) -> None:
    """An empty shell variable must not count as an option that was not given, nor as the folder that we are in."""
    options_end = words.index("--") if "--" in words else len(words)
    for at, word in enumerate(words):
        assigned = at < options_end and re.fullmatch(r"(--[\w-]+)=", word)
        if assigned or not word:
            # Only an option is repeated: what else stands there may be a password.
            before = assigned[1] if assigned else words[at - 1] if at else ""
            after = f" after {before}" if before.startswith("-") else ""
            raise UsageError(f"a word is missing{after}: it is empty", remedy="give it, or leave it out")


def _usage(error: click.ClickException) -> str:
    """One line, or the help page that click raises as an error where a command is missing."""
    if type(error).__name__ == "NoArgsIsHelpError":
        return error.format_message()
    message = f"error: {' '.join(error.format_message().split())}"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{message.rstrip('.')}; see: {error.ctx.command_path} --help"
    return message


if __name__ == "__main__":
    main()
