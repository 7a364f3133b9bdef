import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from claimledger.ingest.run import ingest
from claimledger.ingest.samples.manuscript import write_manuscript
from claimledger.kb.errors import UnknownId
from claimledger.kb.events.standing import Standing, StandingChanged
from claimledger.kb.forgetting.purge import purge
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.settings import ChunkSettings
from claimledger.kb.settle.run import settle_library
from claimledger.snapshots.diff import Section, diff
from claimledger.snapshots.diff_text import diff_lines
from claimledger.snapshots.freeze import freeze
from claimledger.writer.audit import audit

SECTIONS = [
    "papers", "builds", "claims", "resolutions", "near_duplicates", "support", "packets", "dispositions",
]


@pytest.fixture(scope="module")
def frozen_twice(tmp_path_factory: pytest.TempPathFactory, sample_papers: Path) -> Path:
    root = tmp_path_factory.mktemp("diff") / "library"
    with Library.create(root, owner="tester") as library:
        ingest(library, [sample_papers / "brandt2019.pdf"])
        freeze(library, name="one")
        ingest(library, [sample_papers / "aubert2021.pdf"])
        freeze(library, name="two")
    return root


@pytest.fixture
def grown(tmp_path: Path, frozen_twice: Path) -> Iterator[Library]:
    """A library frozen as `one` with Brandt's paper, and as `two` after Aubert's, which repeats its comparison."""
    shutil.copytree(frozen_twice, tmp_path / "grown")
    with Library.open(tmp_path / "grown") as library:
        yield library


def stand(library: Library, build: str, standing: Standing, by: str | None = None) -> None:
    changed = StandingChanged(build=build, standing=standing, reason="a test", by=by)
    library.append([Append(f"standing:{build}", [NewEvent(changed)])])
    settle_library(library)


def build_of(library: Library, name: str) -> str:
    with library.view() as view:
        rows = view.rows("SELECT b.build FROM visible_builds b JOIN sources s ON s.build = b.build WHERE name = ?",
                         [name])
    assert len(rows) == 1
    return str(rows[0]["build"])


def titles(rows: list[dict[str, object]]) -> list[object]:
    return [row["title"] for row in rows]


BRANDT = "Acoustic detection of bark beetles in spruce logs with a convolutional network"
AUBERT = "An independent test of acoustic beetle detectors on logs from the Vosges"
COMPARISON = (
    "On the Harz-24 dataset (n = 240 logs), BarkNet had a lower false alarm rate than the energy threshold detector"
)


def test_a_paper_that_came_brings_its_claims_and_lifts_what_it_repeats(grown: Library) -> None:
    found = diff(grown, "one", "two").sections
    assert titles(found["papers"].came) == [AUBERT] and not found["papers"].went and not found["papers"].changed
    assert [row["name"] for row in found["builds"].came] == ["aubert2021.pdf"]
    assert {row["title_of_paper"] for row in found["claims"].came} == {AUBERT}
    lifted = [row for row in found["packets"].changed if row["quote"].startswith(COMPARISON)]
    assert lifted
    for row in lifted:
        assert row["fields"]["strength"] == {"from": "protocol-valid", "to": "replicated"}
        assert row["fields"]["risks"] == {"from": ["single-source"], "to": []}
    assert any(row["agrees"] and row["claim_quote"].startswith(COMPARISON) for row in found["support"].came)
    assert [row["title_of_paper"] for row in found["resolutions"].came] == [BRANDT]


def test_the_other_way_round_what_came_went(grown: Library) -> None:
    forth, back = diff(grown, "one", "two").sections, diff(grown, "two", "one").sections
    for name in SECTIONS:
        assert [row["id"] for row in forth[name].came] == [row["id"] for row in back[name].went], name
        assert [row["id"] for row in forth[name].went] == [row["id"] for row in back[name].came], name
        turned = [
            {key: {"from": value["to"], "to": value["from"]} for key, value in row["fields"].items()}
            for row in back[name].changed
        ]
        assert [row["fields"] for row in forth[name].changed] == turned, name
    assert len(back["papers"].went) == 1 and back["packets"].changed


def test_a_state_does_not_differ_from_itself(grown: Library) -> None:
    assert list(diff(grown, "two", "two").sections) == SECTIONS
    for start, end in (("one", "one"), ("two", None), ("latest", "two"), ("@0", "@0")):
        assert not any(diff(grown, start, end).sections.values())


def test_the_states_are_named_and_the_head_is_the_second_one(grown: Library) -> None:
    value = json.loads(json.dumps(diff(grown, "one").to_json()))
    with grown.view("one") as view:
        assert value["from"]["position"] == view.position
    assert value["from"]["name"] == "one" and value["from"]["snapshot"].startswith("cl1-")
    assert value["to"] == {"snapshot": None, "name": None, "position": grown.ledger.head().position}
    assert list(value) == ["from", "to", *SECTIONS]
    assert set(value["claims"]) == {"came", "went", "changed"}
    with pytest.raises(UnknownId):
        diff(grown, "one", "three")


def test_a_withdrawn_paper_goes_with_the_reason(grown: Library) -> None:
    stand(grown, build_of(grown, "aubert2021.pdf"), "withdrawn")
    found = diff(grown, "two").sections
    assert titles(found["papers"].went) == [AUBERT]
    assert [(row["standing"], row["reason"]) for row in found["builds"].went] == [("withdrawn", "a test")]
    weaker = [row for row in found["packets"].changed if row["quote"].startswith(COMPARISON)]
    assert weaker and all(row["fields"]["strength"]["to"] == "protocol-valid" for row in weaker)
    assert not any(diff(grown, "one").sections.values())


def test_a_new_pipeline_alone_is_no_news_of_claims(grown: Library, sample_papers: Path) -> None:
    old = build_of(grown, "brandt2019.pdf")
    chunks = ChunkSettings(target_words=40)
    grown.settings = grown.settings.model_copy(update={"chunks": chunks})
    ingest(grown, [sample_papers / "brandt2019.pdf"])
    with grown.view() as view:
        new = view.rows("SELECT build FROM sealed ORDER BY position DESC LIMIT 1")[0]["build"]
    assert new != old
    stand(grown, old, "retired", by=new)
    found = diff(grown, "two").sections
    assert [(row["was"], row["id"], list(row["fields"])) for row in found["builds"].changed] == [
        (old, new, ["pipeline"])
    ]
    others = {name: section for name, section in found.items() if name != "builds"}
    assert not any(others.values()), {name: section for name, section in others.items() if section}


def test_a_manuscript_audited_at_both_states_shows_the_sentences_judged_otherwise(
    grown: Library, tmp_path: Path
) -> None:
    text = "# Results\n\nBarkNet had a lower false alarm rate than the energy threshold detector [@aubert2021].\n"
    manuscript = tmp_path / "paper.md"
    manuscript.write_text(text)
    _, references = write_manuscript(tmp_path / "sample")
    for name in ("one", "two"):
        audit(grown, manuscript, references, tmp_path / name, at=name)
    changed = diff(grown, "one", "two").sections["dispositions"].changed
    assert len(changed) == 1
    assert changed[0]["text"].startswith("BarkNet had a lower false alarm rate") and changed[0]["line"] == 3
    assert changed[0]["fields"]["disposition"]["from"] == "backlog"
    assert changed[0]["fields"]["disposition"]["to"] != "backlog"


def test_an_audit_of_one_state_alone_shows_no_dispositions(grown: Library, tmp_path: Path) -> None:
    manuscript, references = write_manuscript(tmp_path / "sample")
    audit(grown, manuscript, references, tmp_path / "out", at="two")
    assert diff(grown, "one", "two").sections["dispositions"] == Section()


def test_the_text_names_what_differs_and_says_when_nothing_does(grown: Library) -> None:
    text = "\n".join(diff_lines(diff(grown, "one", "two"), shown=3))
    assert "papers: 1 came" in text and "Claire Aubert et al. (2021): An independent test" in text
    assert "strength: protocol-valid → replicated" in text
    assert "… and" in text and "--json has all" in text
    assert list(diff_lines(diff(grown, "one", "one")))[-1] == "nothing differs"


@pytest.fixture
def purged(grown: Library) -> tuple[Library, dict[str, set[str]], dict[str, object]]:
    """Aubert's paper is purged; what of it `two` showed that `one` did not; and what is said of each such row."""
    came = {name: {row["id"] for row in section.came} for name, section in diff(grown, "one", "two").sections.items()}
    event = purge(grown, [build_of(grown, "aubert2021.pdf")], "asked by the author").event
    at = next(one.position for one in grown.ledger.read() if one.event_id == event)
    said = {"standing": "purged", "reason": "asked by the author", "event": event, "position": at}
    return grown, came, said


def test_what_was_purged_went_and_the_purge_is_named(
    purged: tuple[Library, dict[str, set[str]], dict[str, object]]
) -> None:
    library, came, said = purged
    sections = diff(library, "two").sections
    assert len(came["papers"]) == len(came["builds"]) == 1 and came["claims"] and came["packets"] and came["support"]
    for name in ("papers", "builds", "claims", "packets", "support", "resolutions"):
        assert {row["id"] for row in sections[name].went} == came[name], name
        assert all(row == {"id": row["id"], **said} for row in sections[name].went), name
        assert not sections[name].came, name
    lowered = [row for row in sections["packets"].changed if row["quote"].startswith(COMPARISON)]
    assert {row["fields"]["strength"]["to"] for row in lowered} == {"protocol-valid"}
    text = "\n".join(diff_lines(diff(library, "two")))
    assert f"(purged by {said['event']}: asked by the author)" in text and "nothing differs" not in text


def test_two_states_from_before_a_purge_differ_by_what_it_took(
    purged: tuple[Library, dict[str, set[str]], dict[str, object]]
) -> None:
    library, came, said = purged
    forth, back = diff(library, "one", "two").sections, diff(library, "two", "one").sections
    for name in ("papers", "builds", "claims"):
        assert {row["id"] for row in forth[name].came} == came[name] == {row["id"] for row in back[name].went}, name
        assert all(row == {"id": row["id"], **said} for row in forth[name].came), name
    for name in ("one", "two", "@0"):
        assert not any(diff(library, name, name).sections.values())


def test_a_paper_that_comes_back_after_a_purge_neither_came_nor_went_but_its_builds_are_others(
    purged: tuple[Library, dict[str, set[str]], dict[str, object]], sample_papers: Path
) -> None:
    library, came, _ = purged
    ingest(library, [sample_papers / "aubert2021.pdf"], again=True)
    forth, back = diff(library, "two").sections, diff(library, None, "two").sections
    assert not forth["papers"] and not back["papers"]
    for name in ("builds", "claims", "packets"):
        went, new = {row["id"] for row in forth[name].went}, {row["id"] for row in forth[name].came}
        assert went == came[name] and new and not went & new, name
        assert {row["id"] for row in back[name].came} == went and {row["id"] for row in back[name].went} == new, name
