"""`claimledger parse`: the parser alone, nothing stored."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...kb.errors import ParserError, UnreadableInput, UsageError
from ..bibliographies import kind_of
from ..limit_options import chosen_limits, limit_options
from ..second_reading import parse_whole
from ..xml_files import LOOK, kind_of_xml, may_be_xml
from .child import DEFAULT_PARSER, PARSERS, check_regular, parse_file, parser_help
from .port import Limits

if TYPE_CHECKING:
    from ...kb.events.document import Document


@click.command("parse")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as JSON.")
@click.option("--parser", "parser_name", type=click.Choice(sorted(PARSERS)), default=None,
              help="What reads the file [default: by its content]." + parser_help())
@click.option("--password", "passwords", multiple=True,
              help="Password of an encrypted PDF; given several times, each is tried.")
@limit_options
def parse_command(file: Path, as_json: bool, parser_name: str | None, passwords: tuple[str, ...]) -> None:
    """Show what the parser finds in FILE. Nothing is stored."""
    from ..citations.cite import cite
    from .render import parse_json

    try:
        limits = chosen_limits(Limits())
        if parser_name:
            document = parse_file(file, parser_name, limits, passwords)
        else:
            document = parse_whole(file, _parser_of(file), limits, passwords)
    except ParserError as error:
        # One file is all that was asked for: nothing is partly done.
        raise UnreadableInput(f"{file}: {error.message}", remedy=error.remedy) from error
    result = parse_json(document, cite(document), hashlib.sha256(file.read_bytes()).hexdigest())
    if as_json:
        click.echo(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        _show(document, result)


def _parser_of(file: Path) -> str:
    """The parser of the kind of file that the content shows; what shows none is read as a PDF, and then told apart."""
    check_regular(file)
    try:
        with open(file, "rb") as stream:
            start = stream.read(LOOK)
    except OSError as error:
        raise UsageError(f"{file} cannot be read ({error.strerror})", remedy="check its permissions") from error
    if b"%PDF-" not in start[:1024] and (bibliography := kind_of(file, start)):
        raise UsageError(f"{file} is a bibliography ({bibliography}), and parse reads one paper",
                         remedy="its entries go in with: claimledger ingest")
    kind = kind_of_xml(start)[0] if may_be_xml(file, start) and b"%PDF-" not in start[:1024] else None
    return kind or DEFAULT_PARSER


def _show(document: Document, result: dict[str, Any]) -> None:
    """A page for a reader: front matter, outline with sizes, assets, counts, what was hidden, warnings."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False)
    console.print(f"[bold]{escape(result['title'] or '(no title found)')}[/bold]")
    console.print(escape(", ".join(author["name"] for author in result["authors"]) or "(no authors found)"))
    console.print(escape(" · ".join([*_facts(result), f"{document.pages} pages"])), style="dim")
    for line in _statements(result):
        console.print(escape(line), style="dim")
    if result["abstract"]:
        console.print()
        console.print(escape(result["abstract"]))
    outline = Table("section", "page", "role", "words", box=None, pad_edge=False, header_style="dim")
    for section in result["sections"]:
        title = f"{section['number']} {section['title']}".strip() or "(untitled)"
        outline.add_row(escape("  " * (section["level"] - 1) + title), str(section["page"] or ""), section["role"],
                        str(len(section["text"].split())))
    console.print()
    console.print(outline)
    console.print()
    for asset in result["assets"]:
        rows = f", {len(asset['cells'])} rows" if asset["cells"] else ""
        name = asset["label"] or asset["kind"]
        console.print(escape(f"{name} (page {asset['page']}{rows}): {asset['caption'][:100]}"))
    linked = sum(bool(citation["refs"]) for citation in result["citations"])
    console.print(f"{len(result['references'])} references, {len(result['citations'])} citation markers, "
                  f"{linked} of them linked")
    for item in result["hidden_text"]:
        console.print(escape(f"hidden on page {item['page']} ({item['why']}): {item['text'][:160]}"), style="yellow")
    for warning in result["warnings"]:
        console.print(escape(f"warning: {warning}"), style="yellow")


def _facts(result: dict[str, Any]) -> list[str]:
    """Where the paper stands, and its identifiers, for one line."""
    place = " ".join([result["volume"] or "", f"({result['issue']})" if result["issue"] else ""]).strip()
    pages = f"pages {result['pages_in_volume']}" if result["pages_in_volume"] else ""
    named = [f"{name} {result[key]}" for name, key in (("PMID", "pmid"), ("arXiv", "arxiv")) if result[key]]
    plain = [str(result[key]) for key in ("publisher", "year", "doi", "pmcid", "licence", "language") if result[key]]
    retracted = ["retracted"] if result["retracted"] else []
    return [fact for fact in (result["venue"], place, pages, *plain, *named, *retracted) if fact]


def _statements(result: dict[str, Any]) -> list[str]:
    """Keywords, dates, funding, links and related publications, a line each."""
    days = ", ".join(f"{event} {day}" for event, day in result["dates"].items())
    return [
        *(["keywords: " + ", ".join(result["keywords"])] if result["keywords"] else []),
        *([days] if days else []),
        *(["funding: " + " ".join(result["funding"])] if result["funding"] else []),
        *(f"{link['what']}: {link['url']}" for link in result["links"]),
        *(f"{related['how'].replace('-', ' ')} {related['doi']}" for related in result["related"]),
    ]
