"""The commands `enrich` and `ingest` where the settings name a service: what they print, and their exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from claimledger.cli import run
from claimledger.kb.library import Library
from claimledger.kb.settings import FILE_NAME

TITLE = "Hearing bark beetles in logs of old spruce trees"
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    path = tmp_path / "papers.json"
    path.write_text(json.dumps([{
        "id": "a", "title": TITLE, "author": [{"family": "Brandt", "given": "Ada"}], "DOI": "10.5555/a",
        "issued": {"date-parts": [[2019]]},
    }]))
    return path


@pytest.fixture
def call(tmp_path: Path, service: Any, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs a command on a library whose settings name the service; returns code, standard output and error."""
    root = tmp_path / "library"
    Library.create(root, owner="tester", private=True).close()
    text = (root / FILE_NAME).read_text()
    for old, new in (
        ('provider = "none"', 'provider = "openalex"'), ("https://api.openalex.org", service.url),
        ("tries = 4", "tries = 1"), ('embedder = "minilm"', 'embedder = "none"'),
    ):
        assert old in text
        text = text.replace(old, new)
    (root / FILE_NAME).write_text(text)

    def called(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(["-L", str(root), *map(str, arguments)])
        out, error = capsys.readouterr()
        assert "Traceback" not in out + error
        return code, out, error

    return called


def test_ingest_asks_at_its_end_and_not_if_it_is_told_to_stay_offline(
    call: Call, service: Any, papers: Path
) -> None:
    service.add(1, TITLE, "10.5555/a", is_retracted=True)
    code, _, error = call("ingest", "--offline", papers)
    assert (code, service.asked, "enrichment" in error) == (0, [], False)
    code, out, error = call("ingest", "--json", papers)
    assert code == 0 and json.loads(out)["counts"]["unchanged"] == 1 and "enrichment: 1 found" in error
    (paper,) = json.loads(call("papers", "--json")[1])["papers"]
    assert (paper["reliability"], paper["venue"]) == ("retracted", "Trees")


def test_a_service_that_is_away_is_no_fault_of_the_files(call: Call, service: Any, papers: Path) -> None:
    service.refuse(503, {"Retry-After": "7200"})
    code, out, error = call("ingest", papers)
    assert code == 0 and "1 sealed" in out
    assert [line for line in error.splitlines() if line.startswith("warning")] == [
        "warning: the last question failed: status 503, and it wants a pause of 7200 s; "
        "1 papers are left for a later run of: claimledger enrich"]


def test_enrich_tells_of_every_paper_and_says_by_its_exit_code_whether_all_was_answered(
    call: Call, service: Any, papers: Path
) -> None:
    call("ingest", "--offline", papers)
    service.refuse(503)
    code, out, _ = call("enrich")
    assert code == 3 and "failed" in out and "status 503" in out and TITLE in out
    service.add(1, TITLE, "10.5555/a")
    code, out, _ = call("enrich", "--json")
    told = json.loads(out)
    assert code == 0 and told["counts"] == {"found": 1} and told["stopped"] is None
    (work,) = told["works"]
    assert (work["outcome"], work["asked_by"], work["openalex"]) == ("found", "doi", "W1")
    code, out, _ = call("show", work["work"])
    assert code == 0 and "openalex#W1" in out
    code, out, _ = call("enrich", work["work"])
    assert code == 0 and out.startswith("1 known")
    assert call("enrich", "work-nothing")[0] == 2


def test_enrich_without_a_service_names_the_setting(call: Call, service: Any, tmp_path: Path, papers: Path) -> None:
    settings = tmp_path / "library" / FILE_NAME
    settings.write_text(settings.read_text().replace('provider = "openalex"', 'provider = "none"'))
    assert call("ingest", papers)[0] == 0
    code, _, error = call("enrich")
    assert code == 2 and "[enrichment]" in error and FILE_NAME in error
    code, out, _ = call("enrich", "--offline")
    assert code == 0 and "1 left" in out and service.asked == []
