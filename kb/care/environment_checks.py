"""What a doctor asks of the machine: versions and their known faults, and the embedder's weights."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from ..embedder.weights import INSTALL, WEIGHTS_SHA256, Weights, find_weights
from .findings import Finding, ok, problem, warning

WAL_FAULT = ((3, 7, 0), (3, 51, 2))
"""First and last SQLite version in which a checkpoint that meets another one, or a commit, in a second process can
corrupt a database in WAL mode (https://www.sqlite.org/wal.html, "WAL-reset bug")."""
SHOWN = ("duckdb", "lancedb", "pyarrow", "pymupdf", "onnxruntime", "PyStemmer")


def check_versions() -> Iterator[Finding]:
    """The package, Python, and the libraries that rows or answers depend on."""
    yield ok("package", f"claimledger {version('claimledger')}, Python {platform.python_version()}")
    yield check_sqlite(sqlite3.sqlite_version)
    for name in SHOWN:
        try:
            yield _check_library(name, version(name))
        except PackageNotFoundError:
            yield problem(name, "it is not installed", "install claimledger again: pip install claimledger")


def check_sqlite(number: str) -> Finding:
    """Whether this SQLite can corrupt a write-ahead log, and what stands between it and the ledger."""
    parts = tuple(int(part) for part in number.split("."))
    if WAL_FAULT[0] <= parts <= WAL_FAULT[1]:
        return warning(
            "sqlite", f"SQLite {number} can corrupt a write-ahead log when checkpoints of two processes meet (3.7.0 to "
            "3.51.2); claimledger checkpoints only under its append lock, so it is safe from itself",
            "let no other program open ledger.db for writing; a Python with SQLite 3.51.3 or newer has no such fault",
        )
    return ok("sqlite", f"SQLite {number}")


def check_weights() -> Iterator[Finding]:
    """Whether the default embedder's weights are there, and are the published ones."""
    weights = find_weights()
    if isinstance(weights, Weights):
        yield ok("embedder", f"all-MiniLM-L6-v2, SHA-256 {WEIGHTS_SHA256[:16]}...")
    else:
        yield warning("embedder", f"{weights.partition(' (')[0]}; search runs on text alone", f"run: {INSTALL}")


def _check_library(name: str, number: str) -> Finding:
    if name == "pymupdf" and int(number.split(".")[0]) >= 2:
        return problem(name, f"{name} {number} garbles the cells of tables", "run: pip install 'pymupdf<2'")
    return ok(name, f"{name} {number}")
