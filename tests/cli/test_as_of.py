"""Every command that reads takes `--snapshot`, answers from that state, and says which state it answered from."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest
from claimledger.cli import COMMANDS, cli, run
from claimledger.ingest.run import ingest
from claimledger.kb.library import Library

NOT_READING = {
    "demo", "init", "ingest", "restore",  # they make or fill a library
    "check", "parse", "check-proof",  # they need none
    "rebuild", "reprocess", "enrich", "merge", "withdraw", "quarantine", "release", "purge",  # they change its head
    "metadata",
    "verify", "doctor", "backup", "snapshot freeze", "snapshot list",  # they are about all states
    "import", "snapshot import",  # what they read is no library yet
    "snapshot diff",  # it is about two states, which are its arguments
}
"""Commands that do not answer from one state of a library, and why. All others must take a snapshot."""


def leaves(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """All commands with their names, those of groups too."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from leaves(inner, f"{path} {name}".strip())
    else:
        yield path, command


def test_every_command_that_reads_takes_a_snapshot() -> None:
    lacking = [
        name for name, command in leaves(cli)
        if name not in NOT_READING and not any(
            "--snapshot" in parameter.opts or (parameter.name or "").startswith("snapshot")
            for parameter in command.params
        )
    ]
    assert lacking == []


def test_the_walk_meets_every_command() -> None:
    names = {name for name, _ in leaves(cli)}
    assert {name.split()[0] for name in names} == set(COMMANDS) and "snapshot freeze" in names


# answers


@dataclass(frozen=True)
class States:
    """A library with a frozen state, in which a paper was missing that the head has."""

    root: Path
    snapshot: str
    position: int
    head: int
    folder: Path


@pytest.fixture(scope="module")
def _states(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> States:
    folder = tmp_path_factory.mktemp("states")
    papers = sorted(sample_papers.glob("*.pdf"))
    with Library.create(folder / "library", owner="tester") as library:
        ingest(library, papers[:3])
        before = library.ledger.head().position
        assert run(["-L", str(folder / "library"), "snapshot", "freeze", "--name", "early"]) == 0
        ingest(library, papers[3:])
        head = library.ledger.head().position
        [event] = library.ledger.read(kinds=["SnapshotFrozen"])
    (folder / "paper.md").write_text("We found that beetles chew [@x].\n")
    (folder / "questions.jsonl").write_text('{"id": "q1", "text": "false alarm rate of BarkNet"}\n')
    snapshot = json.loads(event.content or b"")["snapshot"]
    return States(folder / "library", snapshot, before, head, folder)


@pytest.fixture
def states(_states: States, tmp_path: Path) -> States:
    """A copy of its own, since an answer is recorded."""
    shutil.copytree(_states.folder, tmp_path / "states")
    return States(
        tmp_path / "states" / "library", _states.snapshot, _states.position, _states.head, tmp_path / "states"
    )


Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(states: States, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    monkeypatch.chdir(states.folder)

    def asked(command: str, *more: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(["-L", "library", *command.split(), *more])
        out, error = capsys.readouterr()
        assert "Traceback" not in out + error
        return code, out, error

    return asked


READING = [
    "papers", "papers --quarantined", "show 3", "stats", "log", "search false-alarms", "packets",
    "draft detectors --out draft", "audit paper.md --out audit",
    "search --queries questions.jsonl --run out.trec",
]
"""Every command that answers from one state, with all that it needs."""


def test_no_command_that_reads_is_left_out_of_these_tests() -> None:
    asked = {command.split()[0] for command in READING}
    reading = {name for name, command in leaves(cli) if any("--snapshot" in option.opts for option in command.params)}
    # Those on one row or one snapshot have tests of their own.
    assert {name for name in reading - NOT_READING if not name.startswith(("snapshot ", "prove"))} == asked


def named(command: str, out: str) -> Any:
    """What an answer says of its state: library, snapshot and position."""
    if command == "log":
        return {"position": max(json.loads(line)["position"] for line in out.splitlines()), "snapshot": None}
    value = json.loads(out)
    value = value.get("as_of", value)
    return {"position": value["position"], "snapshot": value["snapshot"]}


@pytest.mark.parametrize("command", READING)
def test_a_state_may_be_named_in_every_way_and_the_answer_says_which_it_is(
    ask: Ask, states: States, command: str
) -> None:
    expected = {"position": states.position, "snapshot": None if command == "log" else states.snapshot}
    answers = []
    ways = [states.snapshot, f"@{states.position}", states.snapshot[:12], "early", "latest"]
    # All of them find the state in the same place, so two ways will do for what takes long.
    for at in ways[:2] if command.startswith(("draft", "audit", "search")) else ways:
        code, out, _ = ask(command, "--snapshot", at, "--json")
        assert code in (0, 1), at
        assert named(command, out) == expected, at
        answers.append(out)
    if command.startswith(("papers", "show", "stats", "log", "packets")):
        assert len(set(answers)) == 1


@pytest.mark.parametrize("command", READING)
def test_without_a_snapshot_the_head_answers_and_is_named(ask: Ask, states: States, command: str) -> None:
    code, out, _ = ask(command, "--json")
    found = named(command, out)
    assert code in (0, 1) and found["snapshot"] is None
    # Searching brings the index up to date first, and a draft records the search that it began with.
    assert states.head <= found["position"] <= states.head + 3


BAD = ("@abc", "@99999", "@", "@²", "@-1", "nobody", "", "cl1-", "cl1-zzzz", "LATEST")


@pytest.mark.parametrize("command", READING)
def test_a_state_that_is_none_is_refused_in_one_line(ask: Ask, states: States, command: str) -> None:
    # A second snapshot, so that the beginning that all ids share is ambiguous.
    assert ask("snapshot freeze --name late")[0] == 0
    for at in BAD:
        code, out, error = ask(command, "--snapshot", at)
        assert (code, out) == (2, ""), at
        assert error.startswith("error: ") and error.count("\n") == 1 and "; " in error, at
    assert not (states.folder / "draft").exists() and not (states.folder / "audit").exists()


def test_lists_and_figures_are_those_of_the_state(ask: Ask, states: States) -> None:
    def papers(*more: str) -> list[str]:
        return [paper["year"] for paper in json.loads(ask("papers --json", *more)[1])["papers"]]

    assert len(papers()) == 5 and len(papers("--snapshot", "early")) == 3 and papers("--snapshot", "@1") == []
    assert json.loads(ask("stats --snapshot early --json")[1])["papers"] == 3
    works = {packet["source"] for packet in json.loads(ask("packets --snapshot early --json")[1])["packets"]}
    assert len(works) == 3
    hits = json.loads(ask("search beetles --snapshot early --json")[1])["hits"]
    assert {hit["paper"] for hit in hits} == works


def test_what_came_later_is_unknown_to_show_at_an_earlier_state(ask: Ask, states: States) -> None:
    early = {paper["id"] for paper in json.loads(ask("papers --snapshot early --json")[1])["papers"]}
    later = [paper for paper in json.loads(ask("papers --json")[1])["papers"] if paper["id"] not in early]
    assert len(later) == 2
    for name in (later[0]["id"], later[0]["build"], str(states.position + 1)):
        assert ask("show", name)[0] == 0
        assert ask("show", name, "--snapshot", "early")[0] == 2
    assert ask("show", str(states.position), "--snapshot", "early")[0] == 0


def test_what_people_read_names_the_position_too(ask: Ask, states: States) -> None:
    for command in READING:
        if command in ("log", "show 3"):
            continue
        _, out, error = ask(command, "--snapshot", "early")
        assert str(states.position) in out + error and states.snapshot in out + error, command


# replay


def test_a_recorded_answer_asked_again_is_the_same(ask: Ask) -> None:
    answer = json.loads(ask("search false alarm rate of BarkNet --json")[1])
    code, out, _ = ask("search --replay", answer["evidence_snapshot"], "--json")
    found = json.loads(out)
    assert (code, found["same"], found["differences"]) == (0, True, [])
    assert found["now"]["hits"] == answer["hits"] and found["position"] == answer["position"]
    assert ask("search --replay", answer["evidence_snapshot"][:10])[0] == 0


def test_asking_again_records_nothing(ask: Ask, states: States) -> None:
    answer = json.loads(ask("search beetles --json")[1])
    with Library.open(states.root) as library:
        before = library.ledger.head()
    ask("search --replay", answer["evidence_snapshot"])
    with Library.open(states.root) as library:
        assert library.ledger.head() == before


def test_an_answer_of_which_something_was_lost_differs_and_says_so(ask: Ask, states: States) -> None:
    settings = states.root / "claimledger.toml"
    settings.write_text(settings.read_text().replace('embedder = "minilm"', 'embedder = "none"'))
    answer = json.loads(ask("search false alarm rate of BarkNet --json")[1])
    # Forgotten since: no position shows it any more.
    best = answer["hits"][0]
    assert ask(f"purge {best['paper']} --reason asked --yes")[0] == 0
    code, out, _ = ask("search --replay", answer["evidence_snapshot"])
    assert code == 1
    assert f"differs: rank 1: {best['chunk']} is not among the hits any more" in out.splitlines()


@pytest.mark.parametrize("name", ["es-zzzz", "nobody", "", "es-"])
def test_an_answer_that_was_never_given_cannot_be_asked_again(ask: Ask, name: str) -> None:
    ask("search beetles")
    ask("search larvae")
    code, out, error = ask("search --replay", name)
    assert (code, out) == (2, "") and error.count("\n") == 1


def test_a_snapshot_and_a_question_do_not_go_with_asking_again(ask: Ask) -> None:
    assert ask("search --replay es-a --snapshot early")[0] == 2
    assert ask("search --replay es-a beetles")[0] == 2
