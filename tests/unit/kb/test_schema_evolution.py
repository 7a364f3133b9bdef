"""A ledger that was written once must be read for ever: by today's models, or by upcasters to them."""

import json
import re
import runpy
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from claimledger.kb.errors import FoldFailed, UnknownEvent
from claimledger.kb.events import registry
from claimledger.kb.events.base import Payload
from claimledger.kb.events.build import StageFailed
from claimledger.kb.events.fold import fold
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.ledger.sqlite import SqliteLedger

FIXTURES = Path(__file__).parents[2] / "fixtures"
WRITER = runpy.run_path(str(FIXTURES / "write_fixtures.py"))
schema_of: Callable[[type[Payload]], dict[str, Any]] = WRITER["schema_of"]
rows_of: Callable[[Path], dict[str, list[dict[str, Any]]]] = WRITER["rows_of"]
RUN = "run: python tests/fixtures/write_fixtures.py"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A copy of the ledger that is kept in the repository."""
    return Path(shutil.copy(FIXTURES / "ledger.db", tmp_path))


def changed(kinds: dict[str, type[Payload]], folder: Path = FIXTURES / "schemas") -> list[str]:
    """What is wrong with the payloads, held against the schemas that were released, and what to do about it."""
    wrong = []
    for kind, model in kinds.items():
        path = folder / f"{kind}-{model.schema_number}.json"
        if not path.exists():
            wrong.append(f"{kind} has no schema {model.schema_number} yet; {RUN}")
        elif json.loads(path.read_text(encoding="utf-8")) != schema_of(model):
            wrong.append(f"{kind} changed: raise its schema_number, write an upcaster in kb/events/registry.py, {RUN}")
    for path in folder.iterdir():
        kind, _, number = path.stem.rpartition("-")
        if kind not in kinds or int(number) > kinds[kind].schema_number:
            wrong.append(f"{path.stem} was released and is not read any more; put it back")
    return wrong


def test_no_payload_changed_without_a_new_schema_number() -> None:
    assert changed(registry.KINDS) == []


def test_the_fixture_ledger_holds_every_schema_that_was_ever_released(kept: Path) -> None:
    ledger = SqliteLedger(kept, read_only=True)
    there = {f"{event.kind}-{event.schema}" for event in ledger.read()}
    ledger.close()
    released = {path.stem for path in (FIXTURES / "schemas").iterdir()}
    assert there == released, f"add an example of each new kind or schema to EXAMPLES and {RUN}"
    assert set(registry.KINDS) == {name.rpartition("-")[0] for name in there}


def test_the_fixture_ledger_still_verifies(kept: Path) -> None:
    ledger = SqliteLedger(kept)
    head = ledger.verify()
    [last] = ledger.read(after=head.position - 1)
    ledger.close()
    assert head.hash == last.hash
    assert (last.recorded_at, last.actor) == ("2026-01-02T03:04:05.678Z", "program:fixture")


def test_the_fixture_ledger_gives_the_rows_that_it_gave(kept: Path) -> None:
    expected = json.loads((FIXTURES / "rows.json").read_text(encoding="utf-8"))
    found = rows_of(kept)
    for table in sorted({*expected, *found}):
        assert found.get(table) == expected.get(table), f"if that is meant, look at what changes when you {RUN}"
    # Read by a person, so that a fixture of nothing would not pass.
    assert [row["text"] for row in expected["cells"]] == ["time", "calls", "dusk", "30"] * 2  # of schemas 1 and 2
    assert expected["claims"][0]["missing"] == ["metric", "comparator", "n"]
    assert [row["value"] for row in expected["quantities"]] == ["1.5"]


def test_what_was_written_years_ago_can_be_continued(kept: Path) -> None:
    ledger = SqliteLedger(kept)
    before = ledger.head()
    failed = StageFailed(build="build-c", stage="parsed", reason="x", message="y", attempt=1)
    ledger.append([Append("build:build-c", [NewEvent(failed)])], actor="tester")
    assert ledger.verify().position == before.position + 1
    ledger.close()


class Failed(Payload):
    """What `StageFailed` might become: two steps later it says who saw it, and calls the message `said`."""

    kind: ClassVar[str] = "StageFailed"
    schema_number: ClassVar[int] = 3
    build: str
    stage: str
    reason: str
    said: str
    attempt: int
    seen_by: str


def test_a_changed_payload_is_noticed_until_its_number_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {**registry.KINDS, "StageFailed": Failed}
    monkeypatch.setattr(Failed, "schema_number", 1)
    assert changed(kinds) == [f"StageFailed changed: raise its schema_number, write an upcaster in "
                              f"kb/events/registry.py, {RUN}"]
    monkeypatch.setattr(Failed, "schema_number", 3)
    assert changed(kinds) == [f"StageFailed has no schema 3 yet; {RUN}"]


def test_a_kind_that_is_dropped_is_noticed() -> None:
    kinds = {kind: model for kind, model in registry.KINDS.items() if kind != "Purged"}
    assert changed(kinds) == ["Purged-1 was released and is not read any more; put it back"]


def test_an_old_ledger_is_folded_through_a_chain_of_upcasters(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.KINDS, "StageFailed", Failed)
    with pytest.raises(UnknownEvent, match="no upcaster for StageFailed from schema 1"):
        registry.check()
    monkeypatch.setitem(registry.UPCASTERS, ("StageFailed", 1), _renamed)
    with pytest.raises(UnknownEvent, match="no upcaster for StageFailed from schema 2"):
        registry.check()
    monkeypatch.setitem(registry.UPCASTERS, ("StageFailed", 2), lambda content: content | {"seen_by": "nobody"})
    registry.check()
    ledger = SqliteLedger(kept, read_only=True)
    [event] = [event.payload() for event in ledger.read(kinds=["StageFailed"])]
    ledger.close()
    assert event == Failed(build="build-aaaaaaaaaaaaaaaaaaaa", stage="parsed", reason="timeout", said="too slow",
                           attempt=1, seen_by="nobody")


def _renamed(content: dict[str, Any]) -> dict[str, Any]:
    return {"said" if key == "message" else key: value for key, value in content.items()}


@pytest.mark.parametrize("schema", [0, 2, 99])
def test_a_step_back_to_a_number_that_the_chain_has_passed_is_refused(
    schema: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Steps lead from a number to the next one, so a circle could only be closed by a step beyond the last number.
    monkeypatch.setitem(registry.UPCASTERS, ("StageFailed", schema), dict)
    with pytest.raises(UnknownEvent, match=f"StageFailed schema {schema} leads nowhere"):
        registry.check()


@pytest.mark.parametrize(("kind", "number", "says"), [
    ("Teleported", 1, "event kind 'Teleported' is unknown"), ("StageFailed", 2, "StageFailed has schema 2"),
])
def test_what_a_newer_version_wrote_stops_the_reader_with_its_position(
    kept: Path, monkeypatch: pytest.MonkeyPatch, kind: str, number: int, says: str
) -> None:
    class Newer(StageFailed):
        schema_number: ClassVar[int] = number

    Newer.kind = kind
    ledger = SqliteLedger(kept)
    newer = Newer(build="build-c", stage="parsed", reason="x", message="y", attempt=1)
    [stored] = ledger.append([Append("build:build-c", [NewEvent(newer)])], actor="tester")
    with pytest.raises(FoldFailed, match=re.escape(f"event {stored.position} ({kind}) cannot be applied: {says}")):
        list(fold(ledger.read()))
    assert ledger.verify().position == stored.position
    ledger.close()
