"""Manifests of segments: which files hold the rows of which positions.

Each manifest is a file of its own, `manifest-<number>.json`, written once and never changed; the one with the largest
number is in force. It states a digest over its content, so a changed byte shows.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..canon import canonical, digest, sha256
from ..errors import DamageFound
from ..events.fold import BY_NAME, TABLES
from ..schema import SCHEMA_VERSION
from ..swapping import swap_text

LAYOUT = 5
"""Number of the layout of manifests and segments, and of what folds put into rows; others are made anew."""
TABLES_DIGEST = digest([[table.name, [[column.name, column.type] for column in table.columns]] for table in TABLES])
"""Digest of the names and types of all columns: segments from before a table or a column came are made anew too."""
_NAME = re.compile(r"manifest-(\d{1,18})\.json")


@dataclass(frozen=True)
class Segment:
    """Rows of the events `first` to `last`: table name to file name. Tables without rows have no file.

    `head` is the hash of the event at `last`, `size` the bytes of the files.
    """

    first: int
    last: int
    head: str
    size: int
    files: dict[str, str]


@dataclass(frozen=True)
class Manifest:
    """The segments in force, which follow each other from position 1 on. `number` 0 is that of no file.

    `forgotten` is the position up to which events `Purged` have taken their rows out of the segments.
    """

    number: int = 0
    segments: tuple[Segment, ...] = ()
    forgotten: int = 0

    @property
    def through(self) -> int:
        """The last position that the segments cover."""
        return self.segments[-1].last if self.segments else 0

    @property
    def head(self) -> str:
        """The hash of the event there."""
        return self.segments[-1].head if self.segments else ""

    @property
    def files(self) -> set[str]:
        """The names of all files."""
        return {file for segment in self.segments for file in segment.files.values()}


NOTHING = Manifest()


def manifest_name(number: int) -> str:
    """The file name of a manifest."""
    return f"manifest-{number}.json"


def numbers_in(names: list[str]) -> list[int]:
    """The numbers of the manifests among file names, the largest first."""
    return sorted((int(found[1]) for name in names if (found := _NAME.fullmatch(name))), reverse=True)


def write_manifest(root: Path, manifest: Manifest) -> None:
    """Put a manifest in force; its number must be larger than all others."""
    body: dict[str, Any] = {
        "layout": LAYOUT, "schema": SCHEMA_VERSION, "tables": TABLES_DIGEST, "forgotten": manifest.forgotten,
        "segments": [asdict(segment) for segment in manifest.segments],
    }
    swap_text(root / manifest_name(manifest.number), _text(body))


def parse_manifest(number: int, text: str) -> Manifest:
    """The manifest in a file's text; an empty one if it is of another layout or schema. Raises `DamageFound`."""
    try:
        value = json.loads(text)
        body = value["manifest"]
        if _text(body) != text:
            raise ValueError("its bytes do not have its digest")
        if (body["layout"], body["schema"], body.get("tables")) != (LAYOUT, SCHEMA_VERSION, TABLES_DIGEST):
            return Manifest(number)
        segments = tuple(Segment(**segment) for segment in body["segments"])
        manifest = Manifest(number, segments, int(body["forgotten"]))
        _check(manifest)
    except (ValueError, KeyError, TypeError) as error:
        raise DamageFound(
            f"segments: {manifest_name(number)} is damaged: {error}", remedy="run: claimledger rebuild"
        ) from error
    return manifest


def _check(manifest: Manifest) -> None:
    last = 0
    for segment in manifest.segments:
        if segment.first != last + 1 or segment.last < segment.first or not segment.files.keys() <= BY_NAME.keys():
            raise ValueError(f"the segment from {segment.first} does not follow {last}")
        last = segment.last


def _text(body: dict[str, Any]) -> str:
    return json.dumps({"manifest": body, "sha256": sha256(canonical(body))}, sort_keys=True) + "\n"
