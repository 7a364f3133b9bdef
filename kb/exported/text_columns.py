"""Which columns carry the text of a work: what an export leaves out where no licence lets it be passed on.

Listed are the text columns that do not. A column that nobody thought of counts as text of the work, so that a new one
is left out rather than given away.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..events import build_rows
from ..schema import Table

WITHOUT_TEXT: Mapping[str, frozenset[str]] = {
    "assertions": frozenset({"field", "value", "source", "licence", "time"}),
    "authors": frozenset({"name", "given", "family", "orcid", "email", "affiliations", "rors"}),
    "sections": frozenset({"number", "role"}),
    "sentences": frozenset({"path"}),
    "assets": frozenset({"kind", "label"}),
    "reference_entries": frozenset({
        "label", "title", "authors", "venue", "volume", "pages", "doi", "arxiv", "pmid", "url", "openalex",
    }),
    "claims": frozenset({
        "kind", "polarity", "certainty", "causal", "direction", "scope", "missing", "extractor",
    }),
    "quantities": frozenset({"value", "unit", "kind", "comparator", "role"}),
    "hidden_text": frozenset({"why"}),
    "quality": frozenset({"grade", "reasons", "missing_fields", "language"}),
}
"""By table: metadata, facts, offsets and our own codes. Bibliographic fields are facts; entries as printed are not."""

_KEYS = frozenset({"id", "build"})
_TEXT = ("text", "texts")


def text_columns(table: Table) -> tuple[str, ...]:
    """The columns of a table of build rows that carry text of the work."""
    free = WITHOUT_TEXT.get(table.name, frozenset()) | _KEYS
    return tuple(column.name for column in table.columns if column.type in _TEXT and column.name not in free)


TABLES_WITH_TEXT: tuple[Table, ...] = tuple(table for table in build_rows.TABLES if text_columns(table))
