"""What an export holds beside its rows and is made from them: RDF, bibliographies, dictionary, and the RO-Crate.

An import makes these files again and compares: their digests stand in the manifest alone, and no root vouches for them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib.resources import files as package_files
from pathlib import Path

from ...kb.exported.layout import LEAVES_FILE, TABLES, ExportedFile, ExportedState
from ...kb.formats.bibtex_writing import write_bibtex
from ...kb.formats.csl_writing import write_csl
from ...kb.output import writing
from ...kb.settings import Settings
from ...kb.view import View
from .bibliography import references
from .crate import FILE as CRATE
from .crate import crate_text
from .graph import SnapshotGraph
from .nquads import write_sorted
from .parquet import DICTIONARY, EXPORTED, write_dictionary

GRAPH, SHAPES, BIBTEX, CSL = "graph.nq", "shapes.ttl", "references.bib", "references.csl.json"
ROWS = (*(f"{TABLES}/{table.name}.parquet" for table in EXPORTED if table.name != "leaves"), LEAVES_FILE)
FILES: Mapping[str, tuple[str, ...]] = {
    "parquet": (*ROWS, DICTIONARY), "rdf": (GRAPH, SHAPES), "bibtex": (BIBTEX,), "csl": (CSL,), "ro-crate": (CRATE,),
}
"""By format: the files that it is made of."""

_DESCRIBED = {
    DICTIONARY: "what every table and column means",
    LEAVES_FILE: "leaves of the tree whose root is the snapshot's; stands for rows that are not here",
    **{f"{TABLES}/{table.name}.parquet": table.meaning for table in EXPORTED},
}


def write_derived(
    view: View, folder: Path, formats: Collection[str], without_text: Sequence[str], graph: SnapshotGraph,
    state: ExportedState,
) -> None:
    """Write all but rows and RO-Crate; text of the builds `without_text` is left out."""
    if "parquet" in formats:
        write_dictionary(folder / DICTIONARY)
    if "rdf" in formats:
        with writing(folder / GRAPH):
            write_sorted(folder / GRAPH, graph.lines(state))
        shapes = package_files(__package__).joinpath(SHAPES).read_bytes()
        with writing(folder / SHAPES):
            (folder / SHAPES).write_bytes(shapes)
    entries = references(view, without_text) if {"bibtex", "csl"} & set(formats) else []
    if "bibtex" in formats:
        with writing(folder / BIBTEX):
            (folder / BIBTEX).write_text(write_bibtex(entry.bibtex() for entry in entries), encoding="utf-8")
    if "csl" in formats:
        with writing(folder / CSL), open(folder / CSL, "w", encoding="utf-8") as file:
            file.writelines(write_csl(entry.item for entry in entries))


def write_crate(
    view: View, folder: Path, state: ExportedState, settings: Settings, files: Mapping[str, ExportedFile],
    without_text: int, base: str,
) -> None:
    """Write the RO-Crate that describes `files`; `without_text` is the number of works whose text is left out."""
    text = crate_text(view, state, settings, files, _DESCRIBED, without_text, base)
    with writing(folder / CRATE):
        (folder / CRATE).write_text(text, encoding="utf-8")
