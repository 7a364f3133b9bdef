"""Drafts over a mixed library: the sample papers, and records that have nothing to do with them."""

import json
import re
from pathlib import Path

import pytest
from claimledger.cli import run
from claimledger.ingest.run import ingest
from claimledger.ingest.samples.typeset import write_papers
from claimledger.kb.errors import UsageError
from claimledger.kb.library import Library
from claimledger.writer.bearing import TopicTerms, bearing_sentences
from claimledger.writer.draft import NothingBears, draft

RECORDS = [
    {
        "id": "kiln2017",
        "type": "article-journal",
        "title": "Glaze hardness of stoneware fired in wood kilns",
        "author": [{"family": "Okafor", "given": "Ada"}],
        "issued": {"date-parts": [[2017]]},
        "abstract": "We fired 60 stoneware bowls in a wood kiln. Ash glazes had a higher hardness than feldspar glazes "
        "(6.4 versus 5.9). The hardness of glazes rose with the firing temperature in the wood kiln.",
    },
    {
        "id": "ferry2016",
        "type": "article-journal",
        "title": "Punctuality of ferries in a northern archipelago",
        "author": [{"family": "Lund", "given": "Per"}],
        "issued": {"date-parts": [[2016]]},
        "abstract": "We timed 900 crossings. Electric ferries had a lower delay than diesel ferries (3.1 versus 4.7). "
        "In heavy rain, the delay of electric ferries rose.",
    },
]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    root = tmp_path_factory.mktemp("mixed")
    papers = write_papers(root / "papers")
    records = root / "records.json"
    records.write_text(json.dumps(RECORDS), encoding="utf-8")
    with Library.create(root / "library", owner="R. Example") as made:
        ingest(made, [*papers, records])
        yield made


def written(library: Library, topic: str, folder: Path) -> str:
    draft(library, topic, folder)
    return (folder / "draft.md").read_text(encoding="utf-8")


def cited(text: str) -> set[str]:
    return set(re.findall(r"@(\w+\d{4})", text))


def test_a_draft_on_one_topic_cites_no_work_of_another(mixed, tmp_path):
    assert cited(written(mixed, "hardness of stoneware glazes", tmp_path / "kiln")) == {"okafor2017"}
    assert cited(written(mixed, "delay of electric ferries", tmp_path / "ferry")) == {"lund2016"}
    beetles = cited(written(mixed, "false alarms of acoustic bark beetle detectors", tmp_path / "beetle"))
    assert len(beetles) >= 2 and not beetles & {"okafor2017", "lund2016"}


def test_a_topic_that_no_work_is_on_ends_with_one_and_writes_nothing(mixed, tmp_path):
    for topic in ("quantum chromodynamics", "hardness of teeth in otters", "wood pellets for heating"):
        with pytest.raises(NothingBears, match="nothing in the library bears on") as raised:
            draft(mixed, topic, tmp_path / "none")
        assert raised.value.exit_code == 1
    assert not (tmp_path / "none").exists()


def test_a_topic_without_a_content_word_is_wrong_use(mixed, tmp_path):
    for topic in ("?!", "of the", "..."):
        with pytest.raises(UsageError, match="no content word"):
            draft(mixed, topic, tmp_path / "none")


def test_the_command_tells_nothing_found_in_one_line_and_code_one(mixed, tmp_path, capsys):
    code = run(["-L", str(mixed.root), "draft", "quantum chromodynamics", "--out", str(tmp_path / "none")])
    assert code == 1 and capsys.readouterr().err.count("\n") == 1
    assert run(["-L", str(mixed.root), "draft", "?!", "--out", str(tmp_path / "none")]) == 2


def test_sentences_that_report_another_work_do_not_bear(mixed):
    with mixed.view(None) as view:
        bearing = bearing_sentences(mixed, view, "acoustic detection of bark beetles")
        ids = [sentence for scores in bearing.values() for sentence in scores]
        texts = [
            str(row["text"])
            for row in view.rows("SELECT text FROM sentences WHERE id IN (SELECT unnest(?::VARCHAR[]))", [ids])
        ]
    assert any("LogForest reached a higher F1" in text for text in texts)
    assert not any(re.search(r"\breported that\b|It has been reported", text) for text in texts)


def test_a_measured_value_keeps_the_dataset_of_its_paper(mixed, tmp_path):
    text = written(mixed, "false alarm rate of acoustic beetle detectors", tmp_path / "alarm")
    valued = [line for line in text.splitlines() if "12.5%" in line or "recall of 0.91" in line]
    assert valued and all("Vosges-18" in line or "Harz-24" in line for line in valued)


def test_the_rarer_half_of_a_topic_weighs_more():
    terms = TopicTerms({"hard": 1.0, "otter": 3.0})
    assert terms.covered("Otters swim.") == 0.75
    assert terms.covered("A hard glaze.") == 0.25
    assert terms.covered("A ferry.") == 0.0
