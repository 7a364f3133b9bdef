"""What is indexed and embedded: chunks as text, and builds without text by their titles."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from .analysis import analyse
from .chunk_table import IndexedChunk

if TYPE_CHECKING:
    from ..view import View

_BUILDS_AT_ONCE = 1000
_TEXTS_AT_ONCE = 256

CHUNKS_OF_BUILDS = """
WITH wanted AS (SELECT unnest(?::VARCHAR[]) AS build), titles AS (
    SELECT build, first(value ORDER BY ordinal) AS title FROM assertions WHERE field = 'title' GROUP BY build
)
SELECT c.id, c.build, concat_ws(' ', t.title, c.text) AS text
FROM chunk_texts c SEMI JOIN wanted USING (build) LEFT JOIN titles t ON t.build = c.build
UNION ALL SELECT build, build, title FROM titles SEMI JOIN wanted USING (build) ANTI JOIN chunks USING (build)
ORDER BY 1
"""
"""What is indexed and embedded for a chunk: the title of its paper goes before the text."""


def chunks_of(view: View, builds: Mapping[str, int]) -> list[IndexedChunk]:
    """The chunks of builds, which are given with the positions at which they were sealed."""
    return [
        IndexedChunk(row["id"], row["build"], builds[row["build"]], tuple(analyse(row["text"])), text_key(row["text"]))
        for row in view.rows(CHUNKS_OF_BUILDS, [list(builds)])
    ]


def texts_of(view: View, missing: dict[str, str]) -> Iterator[tuple[int, Sequence[str]]]:
    """The texts of keys, in batches, each with the number of texts up to its end.

    `missing` names a build for each key, and shrinks.
    """
    done = 0
    builds = sorted(set(missing.values()))
    for start in range(0, len(builds), _BUILDS_AT_ONCE):
        rows = view.rows(CHUNKS_OF_BUILDS, [builds[start : start + _BUILDS_AT_ONCE]])
        texts = {text_key(row["text"]): row["text"] for row in rows}
        # Texts of like length go together, so that little of a batch is padding.
        ordered = sorted((text for key, text in texts.items() if key in missing), key=lambda one: (len(one), one))
        for first in range(0, len(ordered), _TEXTS_AT_ONCE):
            part = ordered[first : first + _TEXTS_AT_ONCE]
            done += len(part)
            yield done, part
        for key in texts:
            missing.pop(key, None)


def text_key(text: str) -> str:
    """The digest under which a text's vector is kept."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
