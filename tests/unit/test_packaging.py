import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
ALLOWED = {
    "pyproject.toml", "README.md", "LICENSE", "cli.py", "kb", "ingest", "evidence", "writer", "snapshots", "tests",
    "__init__.py", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "py.typed",
    "interface.py",
}


def settings() -> dict[str, object]:
    return tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_is_listed_and_tests_are_not() -> None:
    listed = set(settings()["tool"]["setuptools"]["packages"])  # type: ignore[index]
    found = {
        ".".join(["claimledger", *path.parent.relative_to(REPOSITORY).parts])
        for top in ("kb", "ingest", "evidence", "writer", "snapshots")
        for path in (REPOSITORY / top).rglob("__init__.py")
    }
    assert listed == found | {"claimledger"}


def test_the_top_level_holds_only_what_is_agreed() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=REPOSITORY, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    top = {name.split("/")[0] for name in tracked.stdout.splitlines()}
    assert {name for name in top if not name.startswith(".")} <= ALLOWED


HEAVY = ("pymupdf", "duckdb", "lancedb", "pyarrow", "numpy", "onnxruntime", "sqlalchemy", "rich")


@pytest.mark.parametrize("heavy", HEAVY)
def test_help_imports_nothing_heavy(heavy: str) -> None:
    code = (
        "import sys\nfrom claimledger.cli import run\nassert run(['--help']) == 0\n"
        f"assert {heavy!r} not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
