"""Withdraw, quarantine, release and purge as a user types them."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from claimledger.cli import run
from claimledger.kb.library import Library

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


# purge


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Lets the test answer at a terminal."""

    def answer(text: str) -> None:
        stream = io.StringIO(text)
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
        monkeypatch.setattr("sys.stdin", stream)

    yield answer


def test_purge_shows_what_goes_and_asks(typed: Typed, terminal: Callable[[str], None]) -> None:
    paper = typed.paper()
    typed("search", BARKNET, "-k", "1")
    before = typed.json("papers")
    terminal("n\n")
    out, error = typed("purge", paper["id"], "--reason", "asked to", code=130)
    assert paper["build"] in out and "brandt2019.pdf" in out and "question" in out and "Forget these for good?" in error
    assert "4 entries of reference lists, since other papers carry them too" in out
    assert typed.json("papers") == before
    terminal("y\n")
    out, _ = typed("purge", paper["id"], "--reason", "asked to")
    assert "1 builds, 8 payloads and 2 blobs are gone" in out and "Not reached from here:" in out and "backups" in out
    assert paper["title"] not in typed("papers")[0]
    assert typed("verify")[0].startswith("self-consistent")


def test_purge_where_nobody_can_be_asked_needs_yes(typed: Typed) -> None:
    paper = typed.paper()
    _, error = typed("purge", paper["id"], "--reason", "asked to", code=2)
    assert "--yes" in error and typed.paper() == paper
    found = typed.json("purge", paper["id"], "--reason", "asked to", "--yes")
    assert [one["build"] for one in found["builds"]] == [paper["build"]] and found["pending"] == []
    assert BARKNET not in typed("log", "--json")[0]
    again = typed.json("purge", paper["id"], "--reason", "asked to", "--yes")
    assert list(again["purged_before"]) == [paper["id"]] and again["builds"] == []
    assert "was purged at" in typed("purge", paper["id"], "--reason", "asked to", "--yes")[0]


def test_purge_takes_ids_from_a_file(typed: Typed, tmp_path: Path) -> None:
    papers = typed.json("papers")["papers"]
    listed = tmp_path / "ids.txt"
    listed.write_text(f"# asked to\n{papers[0]['id']}\n\n{papers[1]['build']}  # this one too\n")
    found = typed.json("purge", "--from", listed, "--reason", "asked to", "--yes")
    assert {one["work"] for one in found["builds"]} == {papers[0]["id"], papers[1]["id"]}
    assert len(typed.json("papers")["papers"]) == len(papers) - 2
    listed.write_text("# nothing\n")
    for arguments in (("--from", listed), ("--from", tmp_path / "none.txt"), (), ("--resume", papers[2]["id"]),
                      ("work-none",), (papers[0]["id"][:8], "work-")):
        out, error = typed("purge", *arguments, "--reason", "x", "--yes", code=2)
        assert out == "" and error.startswith("error: ") and error.count("\n") == 1
    assert "--reason" in typed("purge", papers[2]["id"], "--yes", code=2)[1]


def test_a_purge_takes_whole_ids_only_and_names_those_that_begin_so(typed: Typed, tmp_path: Path) -> None:
    before = typed.json("papers")
    paper = typed.paper()
    listed = tmp_path / "ids.txt"
    for whole in (paper["id"], paper["build"]):
        for beginning in (whole[:7], whole[:-1]):
            out, error = typed("purge", beginning, "--reason", "x", "--yes", code=2)
            assert out == "" and repr(beginning) in error and "no whole id" in error and whole in error
            listed.write_text(f"# asked to\n{beginning}\n")
            out, error = typed("purge", "--from", listed, "--reason", "x", "--yes", code=2)
            assert out == "" and f"line 2 of {listed}" in error and whole in error
    assert "quarantined" in typed("quarantine", paper["build"][:-1], "--reason", "x")[0]
    assert typed.json("papers")["papers"] == [one for one in before["papers"] if one != paper]


def test_a_wrong_list_of_ids_is_not_printed(typed: Typed, tmp_path: Path) -> None:
    listed = tmp_path / "id_ed25519"
    for secret in ("c2VjcmV0IGtleQ==", "build-c2vjcmv0", "work-c2vjcmv0", typed.paper()["id"] + "c2vjcmv0"):
        listed.write_text(f"{typed.paper()['id']}\n\n{secret}\n")
        out, error = typed("purge", "--from", listed, "--reason", "x", "--yes", code=2)
        assert out == "" and f"line 3 of {listed}" in error and "c2" not in error.lower()


def test_names_of_snapshots_that_point_at_the_paper_stay_and_are_listed(
    typed: Typed, terminal: Callable[[str], None]
) -> None:
    paper = typed.paper()
    assert any("Brandt" in author for author in paper["authors"])
    for name in ("ilse-brandt", "brandt2019", "bark-beetles", "submitted"):
        typed("snapshot", "freeze", "--name", name)
    terminal("n\n")
    assert "'brandt2019' of a snapshot" in typed("purge", paper["id"], "--reason", "asked to", code=130)[0]
    out, _ = typed("purge", paper["id"], "--reason", "asked to", "--yes")
    stays = out.partition("Stays:")[2]
    for name in ("ilse-brandt", "brandt2019", "bark-beetles"):
        assert f"the name '{name}' of a snapshot at position" in stays
    assert "'submitted'" not in out and "the chain holds it for ever" in stays
    assert "brandt2019" in typed("snapshot", "list")[0]


def test_what_only_may_mean_the_paper_is_listed_with_the_command_that_erases_it(typed: Typed, tmp_path: Path) -> None:
    paper = typed.paper()
    typed("search", "what Brandt 2019 heard", "-k", "1")
    out, _ = typed("purge", paper["id"], "--reason", "asked to", "--yes")
    (line,) = (line for line in out.splitlines() if "question of es-" in line)
    assert "a surname of its authors with initials or its year" in line
    blob = line.partition("to forget it: claimledger purge ")[2].partition(" ")[0]
    (tmp_path / "ids.txt").write_text(f"{blob}\n")
    out, _ = typed("purge", "--from", tmp_path / "ids.txt", "--reason", "asked to", "--yes")
    assert "1 of kind question" in out
    assert f"{blob} was purged at " in typed("purge", blob, "--reason", "asked to", "--yes")[0]
    typed("show", blob, code=2)


def test_a_purge_that_a_reader_keeps_open_is_pending_until_it_is_resumed(typed: Typed) -> None:
    paper = typed.paper()
    with Library.open(typed.root) as reader:
        view = reader.view()
        view.rows("SELECT count(*) FROM sentences")
        out, _ = typed("purge", paper["id"], "--reason", "asked to", "--yes", code=3)
        assert "pending: segments" in out and "purge --resume" in out
        assert "not completed yet" in typed("purge", "--resume", code=3)[0]
        view.close()
    assert "completed what earlier purges of 1 builds had left" in typed("purge", "--resume")[0]
    assert typed("purge", "--resume")[0] == "nothing is left to be forgotten\n"


def test_show_of_what_was_purged_and_of_a_question_about_it_is_no_fault(typed: Typed) -> None:
    paper = typed.paper()
    answer = typed.json("search", BARKNET, "-k", "1")["evidence_snapshot"]
    (claim, *_) = claims_of(typed, paper["build"])
    typed("snapshot", "freeze", "--name", "before")
    typed("purge", paper["id"], "--reason", "asked to", "--yes")
    event = typed.json("log", "--kind", "Purged", "-n", "1")
    said = f"was purged by {event['event_id']} at position {event['position']}: asked to"
    for name in (paper["id"], paper["id"][:15], paper["build"], claim):
        assert f"error: {name} {said}" in typed("show", name, code=2)[1]
        assert said in typed("show", name, "--snapshot", "before", code=2)[1]
    assert "error: " in typed("show", paper["blob"], code=2)[1]
    for name in ("work-none", "build-", "claim-none"):
        assert "purged" not in typed("show", name, code=2)[1]
    assert typed.json("log", "--kind", "Purged", "-n", "1")["kind"] == "Purged"
    typed("show", answer)


def test_show_of_what_is_out_of_view_says_by_whose_decision(typed: Typed) -> None:
    paper = typed.paper()
    (claim, *_) = claims_of(typed, paper["build"])
    typed("withdraw", paper["id"], "--reason", "retracted by the journal")
    event = typed.json("log", "--kind", "StandingChanged", "-n", "1")
    said = f"was withdrawn by {event['event_id']} at position {event['position']}: retracted by the journal"
    for name in (paper["id"], claim):
        assert f"error: {name} {said}; see: claimledger show {paper['build']}" in typed("show", name, code=2)[1]
    assert typed.json("show", paper["build"])["standings"][0]["standing"] == "withdrawn"
    typed("quarantine", paper["id"], "--reason", "look again")
    assert "was quarantined by event-" in typed("show", paper["id"], code=2)[1]
    typed("release", paper["id"], "--reason", "all is well")
    assert typed.json("show", paper["id"])["type"] == "work"


def claims_of(typed: Typed, build: str) -> list[str]:
    with Library.open(typed.root, read_only=True) as library, library.view() as view:
        return [row["id"] for row in view.rows("SELECT id FROM claims WHERE build = ? ORDER BY ordinal", [build])]


def test_a_choice_of_what_is_shown_is_typed_and_told(typed: Typed) -> None:
    paper = typed.json("papers")["papers"][0]
    out, _ = typed("metadata", paper["id"], "--set", f"year={paper['year']}", "--reason", "I looked at the print")
    assert "year" in out and str(paper["year"]) in out
    year = next(one for one in typed.json("show", paper["id"])["metadata"] if one["field"] == "year")
    assert year["decided"]["reason"] == "I looked at the print"
    assert "I looked at the print" in typed("show", paper["id"])[0]
