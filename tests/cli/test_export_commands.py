"""`snapshot diff`, `export` and `import` as a user types them."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from claimledger.cli import run

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> Path:
    """A library frozen as `one` with one paper and as `two` with two, and the export of `two` beside it."""
    folder = tmp_path_factory.mktemp("cli-export")
    library = folder / "library"
    for arguments in (
        ["init", library, "--owner", "tester"],
        ["-L", library, "ingest", sample_papers / "brandt2019.pdf"],
        ["-L", library, "snapshot", "freeze", "--name", "one"],
        ["-L", library, "ingest", sample_papers / "aubert2021.pdf"],
        ["-L", library, "snapshot", "freeze", "--name", "two", "--publish", folder / "head.json"],
        ["init", folder / "another", "--owner", "tester"],
        ["-L", library, "snapshot", "export", "--to", folder / "two", "--snapshot", "two"],
    ):
        assert run([str(argument) for argument in arguments]) == 0
    return folder


def as_json(call: Call, *arguments: object) -> Any:
    code, out, error = call(*arguments, "--json")
    assert (code, error) == (0, "")
    return json.loads(out)


def refused(call: Call, *arguments: object) -> str:
    code, out, error = call(*arguments)
    assert (code, out) == (2, "") and error.startswith("error: ") and error.count("\n") == 1 and "; " in error
    return error


def test_diff_prints_what_came_in_words_and_as_json(call: Call, frozen: Path) -> None:
    lib = ["-L", frozen / "library", "snapshot", "diff"]
    code, out, error = call(*lib, "one", "two")
    assert (code, error) == (0, "")
    assert "papers: 1 came" in out and "strength: protocol-valid → replicated" in out
    value = as_json(call, *lib, "one")
    assert len(value["papers"]["came"]) == 1 and value["from"]["name"] == "one"
    assert call(*lib, "two", "two")[1].splitlines()[-1] == "nothing differs"
    assert call(*lib, "two", "@0")[0] == 0


def test_diff_of_a_state_that_is_none_is_refused_in_one_line(call: Call, frozen: Path) -> None:
    for start in ("three", "@x", "@99999", "cl1-zzzz"):
        refused(call, "-L", frozen / "library", "snapshot", "diff", start)


def test_export_says_what_it_wrote_and_import_that_it_is_whole(call: Call, frozen: Path, tmp_path: Path) -> None:
    export = ["-L", frozen / "library", "snapshot", "export", "--to", tmp_path / "out", "--snapshot", "one"]
    code, out, error = call(*export)
    assert (code, error) == (0, "") and out.startswith("cl1-") and "files" in out and "left out" not in out
    code, out, error = call("snapshot", "import", tmp_path / "out")
    assert (code, error) == (0, "")
    assert out.endswith(": root checked from the rows; not checked against a ledger\n")
    value = as_json(call, "snapshot", "import", tmp_path / "out", "--to", tmp_path / "copy")
    assert value["damages"] == [] and (tmp_path / "copy" / "claimledger-export.json").is_file()


def test_export_prints_its_manifest_and_takes_the_formats_that_are_named(
    call: Call, frozen: Path, tmp_path: Path
) -> None:
    export = ["-L", frozen / "library", "snapshot", "export", "--to", tmp_path / "o"]
    value = as_json(call, *export, "--format", "bibtex, csl")
    assert value["formats"] == ["bibtex", "csl"] and set(value["files"]) == {"references.bib", "references.csl.json"}
    assert value["recorded"] is True


def test_bad_use_of_export_and_import_is_refused_in_one_line(call: Call, frozen: Path, tmp_path: Path) -> None:
    library = frozen / "library"
    export = ["-L", library, "snapshot", "export", "--to"]
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "a").write_text("")
    refused(call, *export, tmp_path / "used")
    refused(call, *export, library / "exports")
    refused(call, *export, tmp_path / "o", "--format", "pdf")
    refused(call, *export, tmp_path / "o", "--snapshot", "never")
    refused(call, *export, tmp_path / "o", "--base", "no iri")
    refused(call, "snapshot", "import", tmp_path / "used")
    refused(call, "snapshot", "import", library)
    refused(call, "-L", frozen / "two", "papers", "--snapshot", "one")
    assert not (tmp_path / "o").exists()


def test_an_export_is_read_like_a_library(call: Call, frozen: Path) -> None:
    two = ["-L", frozen / "two"]
    papers = as_json(call, *two, "papers")["papers"]
    assert len(papers) == 2
    assert as_json(call, *two, "show", papers[0]["id"])["title"] == papers[0]["title"]
    assert len(as_json(call, *two, "packets", "--strength", "replicated")) > 0
    code, out, _ = call(*two, "search", "false alarm rate", "-k", "1", "--json")
    assert code == 0 and len(json.loads(out)["hits"]) == 1
    assert "nothing differs" in call(*two, "snapshot", "diff", "two")[1]
    assert "two" in call(*two, "snapshot", "list")[1]
    assert as_json(call, *two, "stats")["papers"] == 2


def test_verify_recomputes_the_root_of_an_export_and_names_what_was_tampered_with(
    call: Call, frozen: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(frozen / "two", copy)
    for command in (["verify"], ["snapshot", "verify"]):
        code, out, _ = call("-L", copy, *command)
        assert code == 0 and out.endswith(": root checked from the rows; not checked against a ledger\n")
    path = copy / "tables" / "claims.parquet"
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    for command in (["-L", copy, "verify"], ["-L", copy, "snapshot", "verify"], ["snapshot", "import", copy]):
        code, out, _ = call(*command)
        assert code == 1 and "damage: tables/claims.parquet is not what was exported" in out


@pytest.mark.parametrize("command", [
    ["ingest", "."], ["snapshot", "freeze"], ["rebuild"],
    ["snapshot", "export", "--to", "{}", "--snapshot", "one"],
])
def test_what_an_export_cannot_do_is_refused_in_one_line(
    call: Call, frozen: Path, tmp_path: Path, command: list[str]
) -> None:
    before = sorted(path for path in (frozen / "two").rglob("*"))
    refused(call, "-L", frozen / "two", *(part.format(tmp_path / "out") for part in command))
    assert sorted(path for path in (frozen / "two").rglob("*")) == before


CHECKS = (["-L", "{}", "verify"], ["-L", "{}", "snapshot", "verify"], ["snapshot", "import", "{}"])


def checks(folder: Path) -> list[list[str]]:
    return [[part.format(folder) for part in command] for command in CHECKS]


def test_an_export_is_held_against_a_published_head(call: Call, frozen: Path, tmp_path: Path) -> None:
    head, other = frozen / "head.json", tmp_path / "head.json"
    stated = json.loads(head.read_text())
    for number, command in enumerate(checks(frozen / "two")):
        code, out, _ = call(*command, "--published", head)
        assert code == 0 and out.endswith(": root checked from the rows; anchored by the published head\n")
        # What is compared is compared in one place; that the others come there is seen from one field.
        for field, value in [("snapshot", stated["snapshot"])] if number else stated.items():
            changed = value + 1 if field == "position" else value[:-1] + ("0" if value[-1] != "0" else "1")
            other.write_text(json.dumps(stated | {field: changed}))
            code, out, _ = call(*command, "--published", other)
            if field == "position":
                # It may have been frozen there as well: what the export says of its own freezing is not borne out.
                assert code == 0 and "position, head hash and time were not compared" in out
                continue
            assert code == 1 and f"states another {field.replace('_', ' ')}" in out and out.endswith(": damaged\n")
        signed = ["--published", head, "--allowed-signers", other, "--identity", "ada@example.org"]
        code, out, _ = call(*command, *signed)
        assert code == 1 and "there is no signature" in out
        refused(call, *command, "--published", head, "--identity", "ada@example.org")
        other.write_text("[]")
        refused(call, *command, "--published", other)
    copy = ["snapshot", "import", frozen / "two", "--to", tmp_path / "copy", "--published"]
    other.write_text(json.dumps(stated | {"library": "lib-another"}))
    assert call(*copy, other)[0] == 1 and not (tmp_path / "copy").exists()
    assert call(*copy, head)[0] == 0 and (tmp_path / "copy").exists()


def test_an_export_of_one_freezing_and_the_head_of_another_are_of_one_state(
    call: Call, sample_library: Path, tmp_path: Path
) -> None:
    here = ["-L", sample_library, "snapshot"]
    call(*here, "freeze", "--name", "demo")
    call(*here, "freeze", "--name", "submitted", "--publish", tmp_path / "head.json")
    call(*here, "export", "--snapshot", "demo", "--to", tmp_path / "out")
    code, out, _ = call("snapshot", "import", tmp_path / "out", "--published", tmp_path / "head.json")
    assert code == 0 and out.endswith("anchored by the published head\n")
    assert "not compared" in out and "the manifest alone says: " in out
    code, out, _ = call(*here, "verify", "demo", "--published", tmp_path / "head.json")
    assert code == 0 and out.endswith(": anchored\n")
    stated = json.loads((tmp_path / "head.json").read_text())
    for field in ("root", "snapshot", "library"):
        changed = "y" if stated[field].endswith("x") else "x"
        (tmp_path / "other.json").write_text(json.dumps(stated | {field: stated[field][:-1] + changed}))
        for command in (["snapshot", "import", tmp_path / "out"], [*here, "verify", "demo"]):
            assert call(*command, "--published", tmp_path / "other.json")[0] == 1, field


def test_a_replay_of_an_export_and_a_snapshot_that_it_is_not_are_refused(call: Call, frozen: Path) -> None:
    for command in checks(frozen / "two")[:2]:
        assert "no events to replay" in refused(call, *command, "--replay")
    refused(call, "-L", frozen / "two", "snapshot", "verify", "one")
    assert call("-L", frozen / "two", "snapshot", "verify", "two")[0] == 0


def test_a_state_that_was_frozen_after_its_export_is_anchored_and_the_rest_is_said(
    call: Call, sample_library: Path, tmp_path: Path
) -> None:
    here = ["-L", sample_library, "snapshot"]
    call(*here, "export", "--to", tmp_path / "out", "--format", "parquet")
    call(*here, "freeze", "--publish", tmp_path / "head.json")
    code, out, _ = call("snapshot", "import", tmp_path / "out", "--published", tmp_path / "head.json")
    assert code == 0 and "time were not compared" in out and out.endswith("anchored by the published head\n")


def test_what_needs_events_or_sources_is_refused_for_an_export_with_the_reason(
    call: Call, frozen: Path, sample_library: Path, tmp_path: Path
) -> None:
    two, manuscript = frozen / "two", tmp_path / "paper.md"
    manuscript.write_text("Sound tells of bark beetles.\n")
    ledger = (sample_library / "ledger.db").read_bytes()
    assert "an export has no events; merge the library itself" in refused(call, "-L", sample_library, "merge", two)
    assert (sample_library / "ledger.db").read_bytes() == ledger
    assert "an export has no events" in refused(call, "-L", two, "log")
    assert "an export has no events" in refused(call, "-L", sample_library, "-L", two, "log")
    for command in (["audit", manuscript], ["draft", "bark", "beetles"]):
        said = refused(call, "-L", two, *command, "--out", tmp_path / "out")
        assert "an export has no sources; audit in the library" in said
    assert not (tmp_path / "out").exists()


def test_the_doctor_says_that_it_is_an_export_and_names_no_cure(call: Call, frozen: Path) -> None:
    for mend in ([], ["--mend"]):
        found = as_json(call, "-L", frozen / "two", "doctor", *mend)
        [said] = [one for one in found["findings"] if one["check"] == "export"]
        assert said["level"] == "ok" and "is an export, read-only" in said["what"]
        assert {one["check"] for one in found["findings"]}.isdisjoint({"ledger", "blobs", "segments", "index"})
        assert not any("doctor --mend" in one["cure"] for one in found["findings"])


def test_a_library_that_lacks_the_snapshot_is_named(call: Call, frozen: Path) -> None:
    for command in (["papers"], ["log"], ["search", "bark beetles"], ["packets"]):
        said = refused(call, "-L", frozen / "library", "-L", frozen / "another", *command, "--snapshot", "one")
        assert f"{frozen / 'another'}: no snapshot 'one'" in said
