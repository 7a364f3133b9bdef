"""Freezing, verifying and proving as typed: what is printed, and the exit codes."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from claimledger.cli import run
from claimledger.kb.library import Library

Capture = pytest.CaptureFixture[str]


def typed(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def as_json(capsys: Capture, *arguments: str) -> tuple[int, Any]:
    code, out, err = typed(capsys, *arguments, "--json")
    assert not err
    return code, json.loads(out)


@pytest.fixture
def here(sample_library: Path) -> list[str]:
    return ["-L", str(sample_library)]


def packet_of(library: str) -> str:
    with Library.open(library) as opened, opened.view() as view:
        return str(view.rows("SELECT id FROM packets ORDER BY id LIMIT 1")[0]["id"])


def test_freezing_publishing_and_verifying(here: list[str], tmp_path: Path, capsys: Capture) -> None:
    head = str(tmp_path / "head.json")
    code, frozen = as_json(capsys, *here, "snapshot", "freeze", "--name", "one", "--publish", head)
    assert code == 0 and json.loads(Path(head).read_text()) == {
        name: frozen[name] for name in ("snapshot", "position", "head_hash", "root", "library", "time")
    }
    assert typed(capsys, *here, "verify")[1].startswith("self-consistent, not anchored; ")
    assert typed(capsys, *here, "verify", "--published", head)[1].startswith("anchored; ")
    code, out, _ = typed(capsys, *here, "snapshot", "verify", "one", "--published", head, "--replay")
    assert code == 0 and f"{frozen['snapshot']}: anchored\n" in out and "folded again and settled again" in out
    code, checked = as_json(capsys, *here, "verify", "--published", head, "--replay")
    assert (code, checked["verdict"], checked["damages"], checked["anchored"]) == (0, "anchored", [], True)
    with Library.open(here[1]) as library:
        assert checked["position"] == library.ledger.head().position
    Path(head).write_text(Path(head).read_text().replace(frozen["head_hash"], "0" * 64))
    code, out, _ = typed(capsys, *here, "verify", "--published", head)
    assert code == 1 and out.startswith("damage: published head: ") and out.endswith("damaged\n")


def test_options_that_do_not_go_together_are_wrong_use(here: list[str], tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "file"
    file.write_text("{}")
    for arguments in (
        ["snapshot", "freeze", "--sign", str(file)], ["verify", "--allowed-signers", str(file)],
        ["verify", "--published", str(file), "--identity", "ada"],
        ["verify", "--allowed-signers", str(file), "--identity", "ada"], ["verify", "--published", str(file)],
    ):
        code, out, err = typed(capsys, *here, *arguments)
        assert (code, out, err.count("\n")) == (2, "", 1), arguments


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is not installed (package openssh-client)")
def test_a_head_is_signed_and_its_signature_checked(here: list[str], tmp_path: Path, capsys: Capture) -> None:
    head, key, signers = (str(tmp_path / name) for name in ("head.json", "key", "signers"))
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    Path(signers).write_text(f"ada@example.org {Path(key + '.pub').read_text()}")
    assert typed(capsys, *here, "snapshot", "freeze", "--publish", head, "--sign", key)[0] == 0
    signed = ["--published", head, "--allowed-signers", signers, "--identity", "ada@example.org"]
    assert typed(capsys, *here, "verify", *signed)[1].startswith("anchored; ")
    code, out, _ = typed(capsys, *here, "verify", *signed[:-1], "bob@example.org")
    assert code == 1 and "no signature of bob@example.org" in out
    assert "note: the published head is signed" in typed(capsys, *here, "verify", "--published", head)[1]
    proof = str(tmp_path / "proof.json")
    typed(capsys, *here, "prove", packet_of(here[1]), "--out", proof)
    assert typed(capsys, "check-proof", proof, *signed)[0] == 0
    assert "note: the published head is signed" in typed(capsys, "check-proof", proof, "--published", head)[1]
    code, out, _ = typed(capsys, "check-proof", proof, *signed[:-1], "bob@example.org")
    assert code == 1 and "no signature of bob@example.org" in out


def test_a_proof_is_made_and_checked_without_the_library(here: list[str], tmp_path: Path, capsys: Capture) -> None:
    head, file = str(tmp_path / "head.json"), str(tmp_path / "proof.json")
    _, frozen = as_json(capsys, *here, "snapshot", "freeze", "--publish", head)
    packet = packet_of(here[1])
    code, out, _ = typed(capsys, *here, "prove", packet, "--out", file)
    assert code == 0 and out == f"{packet} lies in {frozen['snapshot']}; proof: {file}\n"
    shutil.rmtree(here[1])
    code, out, _ = typed(capsys, "check-proof", file)
    assert code == 0 and out.startswith(f"{packet} of packets lies in {frozen['snapshot']}\nnote: ")
    for option in (["--snapshot", frozen["snapshot"]], ["--published", head]):
        code, out, _ = typed(capsys, "check-proof", file, *option)
        assert (code, out) == (0, f"{packet} of packets lies in {frozen['snapshot']}\n")
    code, checked = as_json(capsys, "check-proof", file, "--published", head)
    assert (checked["holds"], checked["row"]["id"], checked["compared"]) == (True, packet, True)
    other = frozen["snapshot"][:-1] + ("a" if frozen["snapshot"][-1] != "a" else "b")
    assert typed(capsys, "check-proof", file, "--snapshot", other)[:2] == (
        1, f"{file}: it leads to {frozen['snapshot']}\n")
    stated = json.loads(Path(head).read_text())
    for field, value in (("root", "0" * 64), ("snapshot", other)):
        Path(head).write_text(json.dumps(stated | {field: value}))
        assert typed(capsys, "check-proof", file, "--published", head)[:2] == (
            1, f"{file}: it leads to the {field} {stated[field]}, and {head} states {value}\n")
    Path(file).write_text(Path(file).read_text().replace(packet, packet[:-1] + "7"))
    code, checked = as_json(capsys, "check-proof", file)
    assert (code, checked["holds"], checked["row"]) == (1, False, None)
    code, out, err = typed(capsys, "check-proof", head)
    assert (code, out) == (2, "") and "no proof" in err


def test_a_proof_without_a_file_is_printed(here: list[str], tmp_path: Path, capsys: Capture) -> None:
    typed(capsys, *here, "snapshot", "freeze", "--name", "one")
    code, out, _ = typed(capsys, *here, "prove", packet_of(here[1]), "--snapshot", "one")
    (tmp_path / "proof.json").write_text(out)
    assert code == 0 and typed(capsys, "check-proof", str(tmp_path / "proof.json"))[0] == 0
    code, _, err = typed(capsys, *here, "prove", "packet-nobody")
    assert code == 2 and err.startswith("error: no row of packets in cl1-")


def test_the_newest_snapshots_are_listed_and_shown(here: list[str], capsys: Capture) -> None:
    assert "no snapshots yet" in typed(capsys, *here, "snapshot", "list")[1]
    for name in ("one", "two", "three"):
        typed(capsys, *here, "snapshot", "freeze", "--name", name)
    assert [one["name"] for one in as_json(capsys, *here, "snapshot", "list", "-n", "2")[1]] == ["two", "three"]
    assert as_json(capsys, *here, "snapshot", "show", "two")[1]["redactions"] == []


def test_a_purge_shows_in_verify_list_and_show(here: list[str], capsys: Capture) -> None:
    typed(capsys, *here, "snapshot", "freeze", "--name", "one")
    with Library.open(here[1]) as library, library.view() as view:
        build = view.rows("SELECT build FROM visible_builds ORDER BY build LIMIT 1")[0]["build"]
    from claimledger.kb.forgetting.purge import purge

    with Library.open(here[1]) as library:
        event = purge(library, [build], "asked for").event
    code, out, _ = typed(capsys, *here, "snapshot", "verify", "one")
    assert code == 0 and f"redacted: 1 leaves, purged by {event} at position" in out and "asked for" in out
    assert "redacted; what is left is self-consistent, not anchored" in out
    [listed] = as_json(capsys, *here, "snapshot", "list")[1]
    assert [one["build"] for one in listed["redactions"]] == [build]
    assert f"redacted: {build}" in typed(capsys, *here, "snapshot", "show", "one")[1]
    assert typed(capsys, *here, "verify")[0] == 0


def test_rebuild_writes_the_manifests_again(here: list[str], capsys: Capture) -> None:
    _, frozen = as_json(capsys, *here, "snapshot", "freeze", "--name", "one")
    folder = Path(here[1]) / "snapshots"
    [file] = folder.glob("*.json")
    before = file.read_bytes()
    shutil.rmtree(folder)
    assert typed(capsys, *here, "rebuild")[0] == 0
    assert file.read_bytes() == before and json.loads(before)["snapshot"] == frozen["snapshot"]
    assert typed(capsys, *here, "snapshot", "verify", "one")[0] == 0


def test_an_empty_value_is_refused_and_never_counts_as_an_option_not_given(
    here: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, file = str(tmp_path / "head.json"), str(tmp_path / "proof.json")
    typed(capsys, *here, "snapshot", "freeze", "--publish", head)
    typed(capsys, *here, "prove", packet_of(here[1]), "--out", file)
    monkeypatch.chdir(tmp_path)
    for arguments in (
        ["check-proof", file, "--snapshot", ""], ["check-proof", file, "--published", ""],
        [*here, "snapshot", "freeze", "--publish", ""], [*here, "snapshot", "freeze", "--name", ""],
        [*here, "snapshot", "verify", ""], [*here, "verify", "--published", ""],
        [*here, "verify", "--published", head, "--allowed-signers", head, "--identity", ""],
        [*here, "prove", "packet-a", "--snapshot", ""], [*here, "prove", "packet-a", "--out", ""],
        [*here, "snapshot", "export", "--to", ""], [*here, "snapshot", "export", "--to", "x", "--snapshot", ""],
        ["snapshot", "import", ""], [*here, "backup", ""], [*here, "merge", ""],
    ):
        code, out, err = typed(capsys, *arguments)
        assert (code, out) == (2, "") and "it is empty" in err and err.count("\n") == 1, arguments


def test_a_position_means_the_state_that_was_frozen_there(here: list[str], capsys: Capture) -> None:
    packet = packet_of(here[1])
    for arguments in (["prove", packet, "--snapshot", "@44"], ["snapshot", "show", "@30"]):
        code, out, err = typed(capsys, *here, *arguments)
        assert (code, out) == (2, "") and "no snapshot was frozen at position" in err and "snapshot freeze" in err
    _, frozen = as_json(capsys, *here, "snapshot", "freeze")
    at = f"@{frozen['position']}"
    assert as_json(capsys, *here, "snapshot", "show", at)[1]["snapshot"] == frozen["snapshot"]
    assert as_json(capsys, *here, "snapshot", "verify", at)[1]["snapshot"] == frozen["snapshot"]
    assert as_json(capsys, *here, "prove", packet, "--snapshot", at)[1]["snapshot"] == frozen["snapshot"]
    assert f"the nearest: {frozen['snapshot']} at {at}" in typed(capsys, *here, "snapshot", "show", "@30")[2]


def test_a_head_that_cannot_be_written_once_its_state_is_frozen_is_partly_done(
    here: list[str], capsys: Capture
) -> None:
    code, out, err = typed(capsys, *here, "snapshot", "freeze", "--name", "one", "--publish", "/dev/full")
    assert (code, out) == (3, "") and "/dev/full cannot be written: the disk is full" in err and "is safe" in err
    code, out, err = typed(capsys, *here, "snapshot", "freeze", "--name", "one", "--publish", "/dev/full")
    assert code == 2 and "is safe" not in err



def test_freezing_again_under_a_name_says_that_nothing_new_was_frozen(here: list[str], capsys: Capture) -> None:
    freeze = [*here, "snapshot", "freeze", "--name", "one"]
    assert "nothing new" not in typed(capsys, *freeze)[1]
    code, out, _ = typed(capsys, *freeze)
    assert code == 0 and "nothing new was frozen: this state was frozen as one at 2" in out
    assert as_json(capsys, *freeze)[1]["new"] is False
    assert as_json(capsys, *freeze[:-1], "two")[1]["new"] is True
