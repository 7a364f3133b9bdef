"""The description of an export as an RO-Crate 1.2: its files, the snapshot, the software, licences and people."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from ...kb.exported.layout import MANIFEST, ExportedFile, ExportedState
from ...kb.settings import Settings
from ...kb.view import View
from .licences import open_licence

FILE = "ro-crate-metadata.json"
SPECIFICATION = "https://w3id.org/ro/crate/1.2"
AGPL = "https://spdx.org/licenses/AGPL-3.0-or-later"

Entity = dict[str, Any]

_TYPES = {
    ".parquet": ("application/vnd.apache.parquet", "rows"), ".nq": ("application/n-quads", "statements in RDF"),
    ".ttl": ("text/turtle", "SHACL shapes"), ".bib": ("application/x-bibtex", "papers as BibTeX"),
    ".csl.json": ("application/vnd.citationstyles.csl+json", "papers as CSL-JSON"), ".json": ("application/json", ""),
}
_OTHERS = "#licences-of-the-works"


def crate_text(
    view: View, state: ExportedState, settings: Settings, files: Mapping[str, ExportedFile],
    described: Mapping[str, str], without_text: int, base: str,
) -> str:
    """The text of `ro-crate-metadata.json`. `described` says what each of the files is; `without_text`
    is the number of works whose text is left out."""
    papers = view.rows("SELECT licence FROM papers")
    licences = Counter(row["licence"] for row in papers if row["licence"])
    snapshot = f"{base}{state.snapshot}"
    owner: Entity = {"@id": "#owner", "@type": "Person", "name": settings.library.owner}
    contents = [*(_file(name, file, described) for name, file in sorted(files.items())), _manifest()]
    graph = [
        {
            "@id": FILE, "@type": "CreativeWork", "about": _id("./"), "conformsTo": _id(SPECIFICATION),
        },
        _root(state, snapshot, len(papers), without_text, contents),
        *contents,
        _snapshot(state, snapshot),
        owner,
        *_licences(licences, len(papers)),
        *_software(state),
        *_actions(state, snapshot, contents),
    ]
    value = {"@context": f"{SPECIFICATION}/context", "@graph": graph}
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _root(
    state: ExportedState, snapshot: str, papers: int, without_text: int, contents: Sequence[Entity]
) -> Entity:
    missing = f" The text of {without_text} of them, which have no open licence, is left out." if without_text else ""
    return {
        "@id": "./", "@type": "Dataset", "name": state.name or state.snapshot,
        "description": f"Snapshot {state.snapshot} of a claimledger library: {papers} papers, their claims, and the "
                       f"evidence packets that claims may rest on.{missing}",
        "datePublished": state.time, "identifier": state.snapshot, "license": _id(_OTHERS), "author": _id("#owner"),
        "mainEntity": _id(snapshot), "hasPart": [_id(part["@id"]) for part in contents],
        "mentions": [_id("#freeze"), _id("#export")],
    }


def _snapshot(state: ExportedState, snapshot: str) -> Entity:
    return {
        "@id": snapshot, "@type": "CreativeWork", "name": f"snapshot {state.name or state.snapshot}",
        "identifier": state.snapshot, "version": f"position {state.position}", "dateCreated": state.time,
        "description": f"Root over all rows (RFC 6962): {state.root}; head of the ledger: {state.head_hash}",
    }


def _file(name: str, file: ExportedFile, described: Mapping[str, str]) -> Entity:
    kind = next((kind for ending, kind in _TYPES.items() if name.endswith(ending)), ("application/octet-stream", ""))
    return {
        "@id": name, "@type": "File", "name": name, "description": described.get(name) or kind[1],
        "encodingFormat": kind[0], "contentSize": str(file.bytes), "sha256": file.sha256,
    }


def _manifest() -> Entity:
    return {
        "@id": MANIFEST, "@type": "File", "name": MANIFEST, "encodingFormat": "application/json",
        "description": "what this is an export of, the SHA-256 of every file, and works whose text is left out",
    }


def _licences(printed: Mapping[str, int], papers: int) -> list[Entity]:
    """One entity for the whole, which has no licence of its own, and one for each licence that a work prints."""
    without = papers - sum(printed.values())
    entities: dict[str, Entity] = {}
    for text, number in sorted(printed.items()):
        licence = open_licence(text)
        name = licence.url if licence and licence.url else f"#licence-{len(entities) + 1}"
        known = entities.setdefault(name, {
            "@id": name, "@type": "CreativeWork", "name": licence.name if licence else text, "description": "",
        })
        known["description"] += f"{'; ' if known['description'] else ''}printed as “{text}” by {number} of {papers}"
    whole = {
        "@id": _OTHERS, "@type": "CreativeWork", "name": "Each work under its own licence",
        "description": "This collection has no licence of its own. What it quotes of a work is under the licence that "
                       f"the work's page or record prints; {without} of {papers} print none.",
        "hasPart": [_id(name) for name in entities],
    }
    return [whole, *entities.values()]


def _software(state: ExportedState) -> list[Entity]:
    program = {
        "@id": "#claimledger", "@type": "SoftwareApplication", "name": "claimledger", "version": version("claimledger"),
        "license": _id(AGPL),
        "description": f"row schema {state.schema_version}, settling {state.settle_version}; "
                       f"search with the embedder {state.embedder}",
    }
    licence = {"@id": AGPL, "@type": "CreativeWork", "name": "GNU Affero General Public License v3.0 or later"}
    pipelines = [
        {
            "@id": f"#pipeline-{pipeline}", "@type": "SoftwareApplication", "name": f"pipeline {pipeline[:16]}",
            "identifier": pipeline, "isPartOf": _id("#claimledger"),
            "description": "stages and versions that made the rows; for sources of kind "
                           + ", ".join(name.partition(":")[0] for name in state.parsers if name.endswith(pipeline)),
        }
        for pipeline in state.pipelines
    ]
    return [program, licence, *pipelines]


def _actions(state: ExportedState, snapshot: str, contents: Sequence[Entity]) -> list[Entity]:
    by = {"instrument": _id("#claimledger"), "agent": _id("#owner")}
    return [
        {
            "@id": "#freeze", "@type": "CreateAction", "name": "the state of the library", "endTime": state.time, **by,
            "result": _id(snapshot),
        },
        {
            "@id": "#export", "@type": "CreateAction", "name": f"export of {state.snapshot}", **by,
            "object": _id(snapshot), "result": [_id(part["@id"]) for part in contents],
        },
    ]


def _id(name: str) -> Entity:
    return {"@id": name}
