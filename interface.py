"""The Python interface: a library with everything that the command line does to it, and the entailment check alone.

This is where the layers are put together for programs, as `cli.py` does for people. `docs/python.md` shows it at work.
Everything that is imported here is imported when it is first used.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from .kb.exported.layout import is_export
from .kb.library import Library as _Library

if TYPE_CHECKING:
    from .evidence.packets import Packet, Strength
    from .ingest.outcome import IngestReport
    from .kb.manifests import Manifest
    from .kb.retrieval import EvidenceSnapshot
    from .snapshots.verify import Verification
    from .writer.audit import AuditResult
    from .writer.draft import Draft
    from .writer.judge.port import Judgement

PathLike = str | os.PathLike[str]
At = str | int | None
"""A state: the id or name of a snapshot, `latest`, `@POSITION`, a position, or None for the head."""


class _Interface(_Library):
    """What the public library does beyond the memory itself."""

    def ingest(self, *paths: PathLike, jobs: int | None = None, password: str | None = None) -> IngestReport:
        """Take in PDF files, folders of them and CSL-JSON bibliographies; settles and indexes them.

        `jobs` files are parsed at a time (all processors without). A file that fails stops no other one: look at
        `report.outcomes`. Raises `UnreadableInput` for a path that is not there, and `ReadOnlyLibrary`.

            report = library.ingest("papers/")
            print(report.count("sealed"), "papers came in")
        """
        from .ingest.run import ingest
        from .kb.index.index import SearchIndex

        report = ingest(self, [Path(path) for path in paths], jobs=jobs or os.cpu_count() or 1, password=password)
        index = SearchIndex(self)
        try:
            index.update()
        finally:
            index.close()
        return report

    def search(
        self, question: str, *, k: int = 10, at: At = None, use: str | None = None, record: bool = True
    ) -> EvidenceSnapshot:
        """The `k` papers that answer a question best, each with its quote and page; recorded unless told not to.

        `use` says what the answer is for. Raises `UsageError` for an empty question and `UnknownId` for a snapshot that
        is not there.

            for hit in library.search("false alarm rate", k=3).hits:
                print(hit.title, hit.page, hit.quote)
        """
        from .kb.retrieval import search

        return search(self, question, k=k, at=at, use=use, record=record)

    def papers(self, at: At = None) -> list[dict[str, Any]]:
        """The papers, each with id, title, authors, year, venue, identifiers, and counts of its claims and chunks.

        Raises `UnknownId` for a snapshot that is not there.

            titles = [paper["title"] for paper in library.papers()]
        """
        from .kb.papers import list_papers

        with self.view(at) as view:
            return list_papers(view)

    def packets(self, at: At = None, *, strength: Strength | None = None) -> list[Packet]:
        """Evidence packets: what a claim may rest on, with its strength, quote and provenance.

        `strength` is one of unverified, indirect, pilot, protocol-valid, replicated, contradictory.

            strong = library.packets(strength="replicated")
        """
        from .evidence.packets import compile_packets

        with self.view(at) as view:
            return list(compile_packets(self, view, strength=strength))

    def freeze(self, name: str | None = None, *, publish: PathLike | None = None) -> Manifest:
        """Give the present state an id that anyone with the same sources computes. `publish`: a file for the head.

        Raises `UsageError` for a name that is taken, and `ReadOnlyLibrary`.

            snapshot = library.freeze("submission-1").frozen.snapshot
        """
        from .snapshots.freeze import freeze

        return freeze(self, name=name, publish=Path(publish) if publish is not None else None)

    def snapshots(self) -> list[Manifest]:
        """The frozen states, the oldest first.

        Each has its event as `frozen` (id, name, position, root, counts of rows), and the time and who froze it.

            names = [manifest.frozen.name for manifest in library.snapshots()]
        """
        from .kb.manifests import manifests

        return manifests(self)

    def verify(
        self, snapshot: str | None = None, *, published: PathLike | None = None, replay: bool = False
    ) -> Verification:
        """Check every stored byte of the library, or of one frozen state. `published`: a head that was kept elsewhere.

        `replay` also folds and settles again. Damage is listed, not raised. Raises `UnknownId` for a snapshot that is
        not there.

            assert not library.verify("submission-1").damages
        """
        from .kb.manifests import find_manifest
        from .snapshots.verify import verify_library, verify_snapshot

        head = Path(published) if published is not None else None
        if snapshot is None:
            return verify_library(self, published=head, replay=replay)
        return verify_snapshot(self, find_manifest(self, snapshot), published=head, replay=replay)

    def draft(self, topic: str, folder: PathLike, *, at: At = None) -> Draft:
        """Write a related-work section that packets bear sentence by sentence, and audit it.

        The folder gets draft.md, references.bib and the audit. Raises `NothingBears` where the library has nothing to
        say on the topic.

            draft = library.draft("bark beetle detectors", "draft/")
            print(draft.text, draft.audit.stands)
        """
        from .writer.draft import draft

        return draft(self, topic, Path(folder), at=at)

    def audit(
        self, manuscript: PathLike, folder: PathLike, *, bibliography: PathLike | None = None, at: At = None
    ) -> AuditResult:
        """Judge a Markdown manuscript, sentence by sentence. The folder gets audit.jsonl, summary.json and audit.html.

        Without a bibliography, the one that the manuscript's front matter names is read.

            result = library.audit("paper.md", "audit/", bibliography="references.bib")
            print(result.summary["dispositions"])
        """
        from .writer.audit import audit

        references = Path(bibliography) if bibliography is not None else None
        return audit(self, Path(manuscript), references, Path(folder), at)


class Library(_Interface):
    """A library of papers. Make one with `Library.create`, open one with `Library.open`, and use it in a `with`.

    Beside the methods here, `view(at)` gives all tables as of a state, for SQL:

        with Library.open("mylib") as library, library.view("latest") as view:
            rows = view.rows("SELECT kind, count(*) AS claims FROM claims GROUP BY kind")
    """

    @classmethod
    def open(cls, root: PathLike, *, read_only: bool = False) -> Self:
        """Open a library, or an export as if it were one; one that cannot be written is opened read-only.

        Raises `NotALibrary`, and `UsageError` for a ledger that would be written on a network drive.

            with Library.open("mylib") as library:
                print(len(library.papers()))
        """
        if is_export(Path(root)):
            return cast(Self, _open_export(Path(root)))
        return super().open(Path(root), read_only=read_only)


def check(claim: str, evidence: str | Iterable[str]) -> Judgement:
    """Whether a passage, or several, entail a claim; no library is needed.

    Only the verdict `entailed` lets the claim stand as it is; the others are `partial`, `not_entailed` and
    `contradicted`, with codes and a reason.

        judgement = check("Accuracy rose.", "Accuracy rose by 3 points on the test set.")
        print(judgement.verdict, judgement.reason)
    """
    from .writer.judge.port import Evidence
    from .writer.judge.rules import RulesJudge

    passages = (evidence,) if isinstance(evidence, str) else tuple(evidence)
    return RulesJudge().judge(claim, Evidence(passages=passages))


def _open_export(root: Path) -> _Interface:
    from .kb.exported.library import ImportedLibrary

    class ExportedLibrary(_Interface, ImportedLibrary):
        """An export with the methods of a library."""

    return ExportedLibrary.of(root)
