"""Withdraw, quarantine, release and purge as a user types them."""

import json
from pathlib import Path
from typing import Any

import pytest
from claimledger.cli import run

BARKNET = "Acoustic detection of bark beetles in spruce logs with a convolutional network"


class Typed:
    """Types commands on one library; no traceback may ever appear."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root, self._capsys = root, capsys

    def __call__(self, *arguments: object, code: int = 0) -> tuple[str, str]:
        self._capsys.readouterr()
        found = run(["-L", str(self.root), *map(str, arguments)])
        out, error = self._capsys.readouterr()
        assert "Traceback" not in out + error
        assert found == code, out + error
        return out, error

    def json(self, *arguments: object, code: int = 0) -> Any:
        out, error = self(*arguments, "--json", code=code)
        assert error == ""
        return json.loads(out)

    def paper(self, title: str = BARKNET) -> dict[str, Any]:
        papers: list[dict[str, Any]] = self.json("papers")["papers"]
        return next(paper for paper in papers if paper["title"] == title)


@pytest.fixture
def typed(sample_library: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    monkeypatch.delenv("CLAIMLEDGER_LIBRARY", raising=False)
    return Typed(sample_library, capsys)


def test_withdraw_and_release_say_what_they_did_and_papers_lists_who_and_why(typed: Typed) -> None:
    paper = typed.paper()
    out, _ = typed("withdraw", paper["id"][:14], "--reason", "retracted by the journal")
    assert f"{paper['build']}" in out and "1 of 1 builds withdrawn" in out
    assert paper["title"] not in typed("papers")[0]
    (row,) = typed.json("papers", "--quarantined")["papers"]
    assert (row["name"], row["standing"], row["reasons"]) == (
        "brandt2019.pdf", "withdrawn", ["retracted by the journal"])
    assert row["who"].startswith("human:")
    assert "retracted by the journal" in typed("papers", "--quarantined")[0]
    out, _ = typed("release", paper["id"], "--reason", "it was another paper")
    assert "released (was withdrawn)" in out
    out, _ = typed("release", paper["id"], "--reason", "it was another paper")
    assert "is in view already" in out and "0 of 1 builds released" in out
    assert typed.json("quarantine", paper["build"], "--reason", "x")["builds"][0]["changed"] is True


def test_a_decision_without_a_reason_or_about_nothing_known_is_refused(typed: Typed) -> None:
    paper = typed.paper()
    for arguments in (
        ("withdraw", paper["id"]), ("withdraw", "--reason", "x"), ("withdraw", paper["id"], "--reason", " "),
        ("quarantine", "work-none", "--reason", "x"), ("release", "build-", "--reason", "x"),
    ):
        out, error = typed(*arguments, code=2)
        assert out == "" and error.startswith("error: ") and error.count("\n") == 1
