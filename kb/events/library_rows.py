"""Tables of library rows (what settling makes of all builds), and the fold from `Settled` to them.

Library rows carry no text: they point to assertions, claims and references by id.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ..schema import Block, Column, Table, library_table, log_table
from .library import LibraryRow, Settled

WORKS = library_table(
    "works", "work", "one publication; its metadata point to assertions",
    Column("title", "text", "assertion id of the title that is shown"),
    Column("year", "text", "assertion id"),
    Column("venue", "text", "assertion id"),
    Column("doi", "text", "assertion id"),
    Column("arxiv", "text", "assertion id"),
    Column("pmid", "text", "assertion id"),
    Column("licence", "text", "assertion id"),
    Column("type", "text", "assertion id"),
    Column("authors_build", "text", "build whose authors are shown"),
    Column("reliability", "text", "peer-reviewed, preprint, retracted, unknown, internal-verified or -unverified"),
    Column("flags", "texts", "split, merged-file, metadata-conflict"),
)
WORK_BUILDS = library_table(
    "work_builds", "part", "builds of a work",
    Column("work", "text", "work id"),
    Column("build", "text", "build id"),
    Column("part", "text", "main or supplement"),
    Column("active", "bool", "the build that passages and pages come from"),
    Column("reason", "text", "what joined it to the work: doi, arxiv, pmid, attached, title, alone"),
)
RESOLUTIONS = library_table(
    "resolutions", "resolution", "reference entries resolved to works of the library",
    Column("reference", "text", "reference id"),
    Column("work", "text", "work id"),
    Column("method", "text", "doi, arxiv, pmid, title"),
)
NEAR_DUPLICATES = library_table(
    "near_duplicates", "near", "works that look alike and were not merged",
    Column("work_a", "text", "smaller work id"),
    Column("work_b", "text", "larger work id"),
    Column("reason", "text", "why they were kept apart"),
)
SUPPORT = library_table(
    "support", "support", "claims of author-disjoint works that bear on one comparison",
    Column("claim", "text", "claim id"),
    Column("other", "text", "claim id in another work"),
    Column("agrees", "bool", "same direction, or the opposite"),
)
PACKETS = library_table(
    "packets", "packet", "the content part of literature packets",
    Column("claim", "text", "claim id; null for a table"),
    Column("asset", "text", "asset id of a table; null for a claim"),
    Column("work", "text", "work id"),
    Column("artifact", "text", "literature or table"),
    Column("strength", "text", "unverified, indirect, pilot, protocol-valid, replicated, contradictory"),
    Column("risks", "texts", "retracted, preprint, single-source, self-citation, hidden-text, ocr, conflict"),
    Column("supporting", "texts", "claim ids that agree"),
    Column("contradicting", "texts", "claim ids that say the opposite"),
)

TABLES: tuple[Table, ...] = (WORKS, WORK_BUILDS, RESOLUTIONS, NEAR_DUPLICATES, SUPPORT, PACKETS)
BY_NAME = {table.name: table for table in TABLES}

RETRACTIONS = log_table(
    "retractions", "library rows that settling took back",
    Column("table_name", "text", "table of the row"),
    Column("id", "text", "row id"),
)


def fold(position: int, settled: Settled) -> Iterator[Block]:
    """Asserted rows, and the keys of retracted ones, one block a table."""
    asserted: dict[str, list[LibraryRow]] = defaultdict(list)
    for row in settled.asserted:
        asserted[row.table].append(row)
    for name, rows in asserted.items():
        yield _block(BY_NAME[name], position, rows)
    keys = settled.retracted
    yield Block(RETRACTIONS, position, {"table_name": [key.table for key in keys], "id": [key.id for key in keys]})


def _block(table: Table, position: int, rows: Sequence[LibraryRow]) -> Block:
    bodies = [row.body for row in rows]
    names = [column.name for column in table.own if column.name != "id"]
    for body in bodies:
        if len(body) != len(names):
            raise ValueError(f"a row of {table.name} has the columns {sorted(body)} instead of {sorted(names)}")
    columns: dict[str, list[object]] = {name: [body[name] for body in bodies] for name in names}
    return Block(table, position, {**columns, "id": [row.id for row in rows]})
