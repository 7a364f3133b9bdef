"""In which versions of everything a build was made: its bytes, the schemas of its events, parser, pipeline, index."""

from __future__ import annotations

from typing import Any

from .events.document import Document
from .library import Library
from .schema import SCHEMA_VERSION
from .view import View

INDEXED = """
SELECT i.index_version AS version, i.embedder, i.position
FROM indexings i JOIN (SELECT max(position) AS position FROM sealed WHERE build = ?) s ON i.through >= s.position
ORDER BY i.position LIMIT 1
"""


def versions_of(library: Library, view: View, build: str, blob: str | None, pipeline: str | None) -> dict[str, Any]:
    """Data (SHA-256), schema of the tables and of each event, parser with its libraries, pipeline, and index.

    The index is the first one that held the build, with the position of the event that says so; null where none is
    recorded. An export has no events, so it names neither schemas of events nor the parser.
    """
    schemas: dict[str, int] = {}
    parser: dict[str, Any] | None = None
    for event in library.ledger.read(stream=f"build:{build}", until=view.position):
        schemas[event.kind] = event.schema
        if event.kind == Document.kind and event.content is not None:
            document = event.payload()
            assert isinstance(document, Document)
            parser = document.parser.model_dump()
    indexed = view.rows(INDEXED, [build])
    return {
        "data": blob, "schema": SCHEMA_VERSION, "event_schemas": schemas, "parser": parser, "pipeline": pipeline,
        "index": indexed[0] if indexed else None,
    }
