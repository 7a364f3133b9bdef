"""A library in which one paper has no licence and one is a record, and exports of it."""

from __future__ import annotations

import json
from pathlib import Path

import pymupdf
import pytest

RECORDS = [
    {
        "id": "open", "type": "article-journal", "title": "Frass on logs & <i>Ips typographus</i>",
        "license": "CC0 1.0",
        "author": [{"family": "Öberg", "given": "Åsa"}], "issued": {"date-parts": [[2018]]},
        "container-title": "J. of 100% Bark", "abstract": "Frass shows where beetles feed. We weighed it on 40 logs.",
    },
    {
        "id": "closed", "type": "paper-conference", "title": "Resin flow in June", "license": "All rights reserved",
        "author": [{"literal": "Resin Panel"}], "issued": {"date-parts": [[2017]]},
        "container-title": "Proc. Resin", "abstract": "Resin flows in June. The panel measured nine trees.",
    },
]


@pytest.fixture(scope="session")
def mixed_papers(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> Path:
    """Brandt's and Aubert's papers under CC BY, Kowalczyk's without its licence, and two records with abstracts."""
    folder = tmp_path_factory.mktemp("mixed")
    for name in ("brandt2019.pdf", "aubert2021.pdf"):
        (folder / name).write_bytes((sample_papers / name).read_bytes())
    with pymupdf.open(sample_papers / "kowalczyk2020.pdf") as pdf:
        page = pdf[0]
        for box in page.search_for("Published under CC BY 4.0."):
            page.add_redact_annot(box)
        page.apply_redactions()
        pdf.save(folder / "kowalczyk2020.pdf")
    (folder / "records.json").write_text(json.dumps(RECORDS), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def mixed_library(tmp_path_factory: pytest.TempPathFactory, mixed_papers: Path) -> Path:
    """A library of the mixed papers, frozen as `one`. Not to be changed."""
    from claimledger.ingest.run import ingest
    from claimledger.kb.library import Library
    from claimledger.snapshots.freeze import freeze

    root = tmp_path_factory.mktemp("mixed-library") / "library"
    with Library.create(root, owner="Ada Keeper") as library:
        ingest(library, [mixed_papers])
        freeze(library, name="one")
    return root


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory, mixed_library: Path) -> Path:
    """The snapshot `one` in all formats, without the text of closed works. Not to be changed."""
    from claimledger.kb.library import Library
    from claimledger.snapshots.export.export import export

    folder = tmp_path_factory.mktemp("exported") / "one"
    with Library.open(mixed_library, read_only=True) as library:
        export(library, folder, at="one")
    return folder
