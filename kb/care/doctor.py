"""The doctor: what is wrong with a library or this machine, what cures it, and the cure where it is only derived.

It reads no contents: whether every byte is what it was is for `verify`. What it mends are segments, index, settling,
files of manifests, temporary files and modes of a private library; nothing that a person has put in or decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..errors import ClaimLedgerError
from ..library import Library
from .environment_checks import check_versions, check_weights
from .findings import Finding, ok, problem
from .library_checks import CHECKS, Check


def examine(library: Library | None, *, mend: bool = False) -> Iterator[Finding]:
    """Findings about this machine, and about a library if there is one. `mend` cures what is derived, and looks again.

    Raises `ReadOnlyLibrary` if there is something to mend in a library that cannot be written.
    """
    yield from check_versions()
    if library is None or library.settings.search.embedder == "minilm":
        yield from check_weights()
    if library is None:
        return
    if library.imported:
        yield exported(library)
        return
    if library.lost:
        what = f"{library.lost.message}; nothing that needs the ledger was looked at"
        yield problem("ledger", what, library.lost.remedy)
    for check in CHECKS:
        findings = _run(check, library)
        mends = [finding.mend for finding in findings if finding.mend]
        if not (mend and mends):
            yield from findings
            continue
        library.check_writable()
        for cure in mends:
            cure()
        yield from _after(findings, _run(check, library))


def exported(library: Library) -> Finding:
    """What an export is. It has no ledger, segments, sources or index that anything could be wrong with."""
    what = f"{library.root} is an export, read-only, of a snapshot of {library.id}: nothing in it is there to be mended"
    return ok("export", f"{what}; to check its rows: claimledger snapshot import {library.root}")


def _run(check: Check, library: Library) -> list[Finding]:
    """The findings of one check; what it cannot do is one."""
    name = check.__name__.removeprefix("check_")
    try:
        return list(check(library))
    except ClaimLedgerError as error:
        return [] if error is library.lost else [problem(name, error.message, error.remedy)]
    except OSError as error:
        return [problem(name, f"{error.filename or library.root}: {error.strerror}", "check its permissions")]


def _after(before: list[Finding], now: list[Finding]) -> Iterator[Finding]:
    """What is left, and what was mended."""
    left = {finding.what for finding in now if finding.level != "ok"}
    for finding in before:
        if finding.mend and finding.what not in left:
            yield replace(finding, level="ok", mended=True, cure="", mend=None)
    yield from (finding for finding in now if finding.level != "ok" or finding.what not in {f.what for f in before})
