"""Care of a library as a user types it: backup, restore, merge, reprocess, doctor, private and read-only libraries."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from claimledger.ingest.samples.manuscript import write_manuscript

NOBODY = 65534
PROGRAM = [sys.executable, "-B", "-c", """
import json, sys
from claimledger.cli import run
for command in json.loads(sys.argv[1]):
    code = run(command)
    assert code == (1 if command[0] == "audit" else 0), (command, code)
"""]
"""Runs commands one after the other in a process of its own."""

Call = Callable[..., tuple[int, str, str]]


def as_json(call: Call, *arguments: object, code: int = 0) -> Any:
    found, out, _ = call(*arguments, "--json")
    assert found == code
    return json.loads(out)


def frozen(call: Call, root: Path) -> str:
    return str(as_json(call, "-L", root, "snapshot", "freeze")["snapshot"])


def test_a_library_goes_into_a_backup_and_comes_back(call: Call, sample_library: Path, tmp_path: Path) -> None:
    before = frozen(call, sample_library)
    code, out, error = call("-L", sample_library, "backup", tmp_path / "b")
    assert (code, error) == (0, "") and "5 of them new" in out
    assert as_json(call, "-L", sample_library, "backup", tmp_path / "b")["copied"] == 0
    code, out, error = call("restore", tmp_path / "b", tmp_path / "again")
    assert (code, error) == (0, "") and f"next: claimledger -L {tmp_path / 'again'} rebuild" in out
    assert call("-L", tmp_path / "again", "rebuild")[0] == 0
    assert frozen(call, tmp_path / "again") == before
    assert call("restore", tmp_path / "b", tmp_path / "again")[0] == 2
    assert call("restore", tmp_path / "nothing", tmp_path / "new")[0] == 2
    assert call("-L", tmp_path / "b", "papers")[0] == 2


def test_a_backup_of_a_library_that_lacks_a_blob_ends_with_one(
    call: Call, sample_library: Path, tmp_path: Path
) -> None:
    lost = next(path for path in sorted((sample_library / "blobs").glob("??/*")) if path.parent.name != "incoming")
    lost.unlink()
    code, out, _ = call("-L", sample_library, "backup", tmp_path / "b")
    assert code == 1 and f"damage: blob {lost.parent.name}{lost.name}" in out
    assert as_json(call, "-L", sample_library, "doctor", code=1)["counts"]["problem"] == 1


def test_two_libraries_are_merged(call: Call, tmp_path: Path, sample_papers: Path) -> None:
    for half, papers in (("a", ("marek2023", "aubert2021")), ("b", ("aubert2021", "brandt2019"))):
        call("init", tmp_path / half)
        call("-L", tmp_path / half, "ingest", *(sample_papers / f"{name}.pdf" for name in papers))
    code, out, error = call("-L", tmp_path / "a", "merge", tmp_path / "b")
    assert (code, error) == (0, "") and out.startswith("1 builds taken from lib-") and "1 were here" in out
    found = as_json(call, "-L", tmp_path / "a", "merge", tmp_path / "b")
    assert (found["taken"], found["present"], found["not_taken"]) == (0, 2, [])
    assert len(as_json(call, "-L", tmp_path / "a", "papers")["papers"]) == 3
    assert call("-L", tmp_path / "a", "merge", tmp_path / "a")[0] == 2
    assert call("-L", tmp_path / "a", "merge", tmp_path / "nothing")[0] == 2


def test_builds_are_made_again_after_a_change_of_settings(call: Call, sample_library: Path) -> None:
    lib = ["-L", sample_library]
    settings = sample_library / "claimledger.toml"
    settings.write_text(re.sub(r"target_words = \d+", "target_words = 90", settings.read_text()))
    assert as_json(call, *lib, "stats")["builds_of_older_pipelines"] == "5 of 5"
    assert len(as_json(call, *lib, "reprocess", "--pipeline", "--dry-run")["old"]) == 5
    papers = as_json(call, *lib, "papers")["papers"]
    assert [paper["older_pipeline"] for paper in papers] == [True] * 5
    code, out, error = call(*lib, "reprocess", papers[0]["id"])
    assert (code, error) == (0, "") and out.splitlines()[-1].startswith("1 replaced; 0 failed; the ledger stands at")
    assert as_json(call, *lib, "stats")["builds_of_older_pipelines"] == "4 of 5"
    assert as_json(call, *lib, "reprocess", "--pipeline")["counts"] == {"replaced": 4, "failed": 0}
    assert as_json(call, *lib, "stats")["builds_of_older_pipelines"] == "0 of 5"
    assert call(*lib, "reprocess", "--pipeline")[1].startswith("0 replaced")
    for wrong in (["reprocess"], ["reprocess", "--pipeline", "work-x"], ["reprocess", "work-x"]):
        assert call(*lib, *wrong)[0] == 2


def test_the_doctor_is_asked_with_and_without_a_library(call: Call, sample_library: Path) -> None:
    code, out, error = call("doctor")
    assert (code, error) == (0, "") and "sqlite" in out
    shutil.rmtree(sample_library / "index")
    found = as_json(call, "-L", sample_library, "doctor")
    [index] = [finding for finding in found["findings"] if finding["check"] == "index"]
    assert (index["level"], index["mendable"], index["mended"]) == ("warning", True, False)
    code, out, _ = call("-L", sample_library, "doctor", "--mend")
    assert code == 0 and any(line.split()[:2] == ["index", "mended"] for line in out.splitlines())


def test_no_library_is_made_on_a_network_drive(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mountinfo = tmp_path / "mountinfo"
    mountinfo.write_text(f"30 27 0:50 / {tmp_path.resolve()} rw - nfs4 server:/x rw\n")
    monkeypatch.setattr("claimledger.kb.care.places.MOUNTS", mountinfo)
    code, out, error = call("init", tmp_path / "lib")
    assert (code, out) == (2, "") and "network drive" in error and "PostgreSQL" in error and error.count("\n") == 1


# private


JOBS = (
    ["ingest", "{papers}"], ["search", "false alarm rate of BarkNet"], ["snapshot", "freeze", "--name", "one"],
    ["snapshot", "verify"], ["audit", "{manuscript}", "--bib", "{references}", "--out", "{out}/audit"],
    ["draft", "bark beetle detectors", "--out", "{out}/draft"], ["rebuild"], ["doctor"],
)


@pytest.fixture
def work(tmp_path: Path, sample_papers: Path) -> dict[str, str]:
    """Words for `JOBS`; `out` is where the user asks for results."""
    manuscript, references = write_manuscript(tmp_path)
    (tmp_path / "out").mkdir()
    return {"papers": str(sample_papers), "manuscript": str(manuscript), "references": str(references),
            "out": str(tmp_path / "out")}


def filled(words: dict[str, str], jobs: tuple[list[str], ...] = JOBS) -> list[list[str]]:
    return [[word.format(**words) for word in job] for job in jobs]


def test_a_private_library_makes_nothing_outside_of_itself(tmp_path: Path, work: dict[str, str]) -> None:
    places = {name: tmp_path / name for name in ("tmp", "home", "cwd", "cache")}
    for place in places.values():
        place.mkdir()
    environment = {
        **os.environ, "TMPDIR": str(places["tmp"]), "HOME": str(places["home"]), "XDG_CACHE_HOME": str(places["cache"]),
        "CLAIMLEDGER_LIBRARY": str(tmp_path / "lib"),
    }
    # The time of a folder changes whenever something in it comes or goes, also for a moment.
    before = {name: place.stat().st_mtime_ns for name, place in places.items()}
    commands = [["init", str(tmp_path / "lib"), "--private"], *filled(work)]
    subprocess.run([*PROGRAM, json.dumps(commands)], env=environment, cwd=places["cwd"], check=True)
    for name, place in places.items():
        assert list(place.iterdir()) == [] and place.stat().st_mtime_ns == before[name], name
    for path in [tmp_path / "lib", *(tmp_path / "lib").rglob("*")]:
        assert path.stat().st_mode & 0o077 == 0, path
    assert list((tmp_path / "lib" / "tmp").iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
def test_the_system_sees_nothing_of_a_private_library_made_outside(tmp_path: Path, work: dict[str, str]) -> None:
    trace = ["strace", "-f", "-qq", "-s", "4096", "-e", "trace=openat,open,creat,mkdir,mkdirat,symlink,symlinkat",
             "-o", str(tmp_path / "trace")]
    commands = [["init", str(tmp_path / "lib"), "--private"], *filled(work)]
    environment = {**os.environ, "CLAIMLEDGER_LIBRARY": str(tmp_path / "lib")}
    subprocess.run([*trace, *PROGRAM, json.dumps(commands)], env=environment, check=True)
    made = set()
    for line in (tmp_path / "trace").read_text().splitlines():
        match = re.search(r'"(/[^"]*)"', line)
        if match and re.search(r"O_CREAT|O_TMPFILE|creat\(|mkdir|symlink", line) and " = -1 " not in line:
            made.add(match[1])
    inside = {path for path in made if path.startswith(str(tmp_path / "lib"))}
    allowed = (str(tmp_path / "lib"), work["out"], "/dev/", "/proc/")
    assert len(inside) > 20 and {path for path in made if not path.startswith(allowed)} == set()


# read-only


READING = (
    ["papers"], ["stats"], ["show", "1"], ["log"], ["search", "false alarm rate of BarkNet", "-k", "2"], ["packets"],
    ["snapshot", "list"], ["snapshot", "show"], ["verify"], ["snapshot", "verify"], ["doctor"],
    ["audit", "{manuscript}", "--bib", "{references}", "--out", "{out}/audit"],
    ["draft", "bark beetle detectors", "--out", "{out}/draft"],
)


@contextmanager
def nobody() -> Iterator[None]:
    """Without the rights of the superuser, who may write everywhere."""
    if os.geteuid():
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.fixture
def locked(sample_library: Path, call: Call) -> Iterator[Path]:
    """A folder that everybody may read, with `lib`, which nobody but the superuser may write."""
    call("-L", sample_library, "snapshot", "freeze", "--name", "one")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        shutil.copytree(sample_library, folder / "lib")
        for path in [folder / "lib", *(folder / "lib").rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        write_manuscript(folder)
        (folder / "out").mkdir()
        yield folder
        for path in [folder / "lib", *(folder / "lib").rglob("*")]:
            path.chmod(0o755)


def test_a_library_without_write_permission_answers_every_reading_command_and_records_nothing(
    locked: Path, sample_library: Path, call: Call
) -> None:
    words = {"manuscript": str(locked / "manuscript.md"), "references": str(locked / "references.bib"),
             "out": str(locked / "out")}
    # Once in a library of our own, so that all modules are loaded: a user without rights may not see them.
    for job in filled(words, READING):
        call("-L", sample_library, *job)
    shutil.rmtree(locked / "out")
    files = {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in (locked / "lib").rglob("*")}
    with nobody():
        (locked / "out").mkdir()
        for job in filled(words, READING):
            code, out, error = call("-L", locked / "lib", *job)
            assert code == (1 if job[0] == "audit" else 0) and out, (job, out, error)
            warnings = [line for line in error.splitlines() if "cannot be written" in line]
            assert len(warnings) == (job[0] in ("search", "audit", "draft")), (job, error)
        for job in (["ingest", words["manuscript"]], ["snapshot", "freeze"], ["rebuild"], ["reprocess", "--pipeline"],
                    ["merge", str(locked)]):
            code, out, error = call("-L", locked / "lib", *job)
            assert (code, out) == (2, "") and error.startswith("error: "), (job, error)
    assert {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in (locked / "lib").rglob("*")} == files
