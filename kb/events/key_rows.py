"""Tables of the keys by which builds can touch (`kb/settle/keys.py`), and their fold from the events of builds.

They tell incremental settling where to look. They hold numbers made of the rows of builds and are part of no snapshot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..schema import Block, Column, Table, log_table
from ..settle.facts import first_value
from ..settle.keys import IDENTIFIERS, build_keys, comparison_number, identifier_keys, number, reference_keys
from ..settle.names import family_key
from ..settle.roles import own_identifiers, role_of
from .base import Payload
from .build import Cited, Described, SourceRegistered
from .claims import ClaimsExtracted

WORK_KEYS = log_table(
    "work_keys", "keys of what identifies a build, and under which references find it",
    Column("build", "text", "build id"),
    Column("key", "int", "number of the key"),
)
REFERENCE_KEYS = log_table(
    "reference_keys", "keys of what reference entries point to",
    Column("build", "text", "build id"),
    Column("entry", "int", "ordinal of the reference entry"),
    Column("key", "int", "number of the key"),
)
COMPARISON_KEYS = log_table(
    "comparison_keys", "keys of the comparisons that claims are about",
    Column("build", "text", "build id"),
    Column("claim", "int", "ordinal of the claim"),
    Column("key", "int", "number of the key"),
)

TABLES: tuple[Table, ...] = (WORK_KEYS, REFERENCE_KEYS, COMPARISON_KEYS)

Keys = Iterable[tuple[int, ...]]


def fold(build: str, position: int, payload: Payload) -> Iterator[Block]:
    """The keys in one event of a build. Kinds without keys give none."""
    folder = _FOLDS.get(type(payload))
    if folder is not None:
        table, make = folder
        rows = [(build, *row) for row in make(payload)]
        names = [column.name for column in table.columns if column.name != "position"]
        yield Block(table, position, {name: [row[at] for row in rows] for at, name in enumerate(names)})


def _registered(payload: SourceRegistered) -> Keys:
    return ((key,) for key in sorted(build_keys(payload.blob, None, None, None, {})))


def _described(payload: Described) -> Keys:
    title, year, *identifiers = (first_value(payload.assertions, name) for name in ("title", "year", *IDENTIFIERS))
    author = next(iter(payload.authors), None)
    first = family_key(author.family or author.name) if author else None
    role = role_of(payload.assertions)
    keys = build_keys(None, title, first, year, own_identifiers(identifier_keys(*identifiers), role))
    return ((key,) for key in sorted(keys | {number(*block) for block in role.blocks()}))


def _cited(payload: Cited) -> Keys:
    for ordinal, entry in enumerate(payload.references):
        identifiers = identifier_keys(entry.doi, entry.arxiv, entry.pmid, entry.openalex)
        for key in sorted(reference_keys(entry.title, entry.authors, entry.year, identifiers)):
            yield ordinal, key


def _claims(payload: ClaimsExtracted) -> Keys:
    for ordinal, claim in enumerate(payload.claims):
        found = claim.comparison
        if found:
            key = comparison_number(
                claim.claim_kind, claim.own, found.direction, found.a_key, found.b_key, found.metric_key
            )
            if key is not None:
                yield ordinal, key


_FOLDS: dict[type[Payload], tuple[Table, Callable[[Any], Keys]]] = {
    SourceRegistered: (WORK_KEYS, _registered), Described: (WORK_KEYS, _described),
    Cited: (REFERENCE_KEYS, _cited), ClaimsExtracted: (COMPARISON_KEYS, _claims),
}
