"""Audits and drafts over a library of the sample papers, typeset and ingested once."""

import json
from pathlib import Path

import pytest
from claimledger.evidence.packets import compile_packets, find_packet
from claimledger.evidence.records import read_records
from claimledger.ingest.run import ingest
from claimledger.ingest.samples.manuscript import bibliography
from claimledger.ingest.samples.typeset import write_papers
from claimledger.kb.errors import UnreadableInput, UsageError
from claimledger.kb.library import Library
from claimledger.writer.audit import audit
from claimledger.writer.codes import all_codes
from claimledger.writer.draft import draft

SOUND = (
    "On the Harz-24 dataset, BarkNet had a lower false alarm rate than the energy threshold detector [@brandt2019]. "
    "On the Vosges-18 dataset, BarkNet had a lower false alarm rate than the energy threshold detector, 5.2% against "
    "11.4% [@aubert2021]. The false alarm rate of BarkNet on the Vosges-18 dataset was thus 6.2 percentage points "
    "lower than that of the energy threshold detector [@aubert2021]."
)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    root = tmp_path_factory.mktemp("samples")
    papers = write_papers(root / "papers")
    with Library.create(root / "library", owner="R. Example") as made:
        ingest(made, papers)
        yield made


def audited(library: Library, tmp_path: Path, text: str, references: str | None = None):
    manuscript, bib = tmp_path / "paper.md", tmp_path / "refs.bib"
    manuscript.write_text(text, encoding="utf-8")
    bib.write_text(bibliography() if references is None else references, encoding="utf-8")
    return audit(library, manuscript, bib, tmp_path / "out")


def dispositions(result):
    return [(row["disposition"], row["code"]) for row in result.rows]


def test_sound_sentences_stand_and_carry_their_evidence(library, tmp_path):
    result = audited(library, tmp_path, SOUND)
    assert [row["disposition"] for row in result.rows] == ["accept"] * 3
    assert result.stands and result.summary["verdict"] == "stands"
    first = result.rows[0]
    assert first["packets"] and first["citations"][0]["status"] == "verified"
    assert first["evidence"][0]["page"] == 1
    assert all(number["grounded"] for row in result.rows for number in row["numbers"])


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("On the Tatra-30 dataset, the F1 of BarkNet was 0.93 [@lindqvist2022].", ("reject", "contradicted")),
        ("Dogs find infested logs within a minute [@holm2018].", ("reject", "absent")),
        ("Wind noise caused a higher false alarm rate [@marek2023].", ("downgrade", "narrowed")),
        ("We found 4% fewer beetles.", ("backlog", "needs-experiment")),
        ("Spruce logs weigh 4 tonnes.", ("backlog", "needs-replication")),
        ("BarkNet has a lower false alarm rate than the energy threshold detector.", ("accept", "supported")),
        ("The next sections treat logs and trees in this order.", ("none", "not-a-claim")),
    ],
)
def test_each_kind_of_sentence_gets_its_disposition(library, tmp_path, sentence, expected):
    assert dispositions(audited(library, tmp_path, sentence)) == [expected]


def test_a_rewrite_says_what_the_source_says(library, tmp_path):
    (row,) = audited(library, tmp_path, "Wind noise caused a higher false alarm rate [@marek2023].").rows
    assert "associated with" in row["rewrite"] and row["rewrite"].endswith("[@marek2023].")


@pytest.mark.parametrize(
    "one_sided",
    [
        "On the Tatra-30 dataset, LogForest had a higher F1 than BarkNet [@kowalczyk2020].",
        "@kowalczyk2020 found that LogForest had a higher F1 than BarkNet on the Tatra-30 dataset.",
    ],
)
def test_a_report_that_hides_the_opposite_result_is_turned_into_both_sides_and_these_stand(
    library, tmp_path, one_sided
):
    (row,) = audited(library, tmp_path, one_sided).rows
    assert (row["disposition"], row["code"], row["task"]) == ("downgrade", "both-sides", None)
    assert row["rewrite"].startswith("Evidence is mixed: on the Tatra-30 dataset, LogForest")
    assert row["rewrite"].count("Tatra-30") == 1 and "[@lindqvist2022]." in row["rewrite"]
    assert dispositions(audited(library, tmp_path, row["rewrite"])) == [("accept", "supported")]
    turned = row["rewrite"].replace("kowalczyk2020", "x").replace("lindqvist2022", "kowalczyk2020")
    assert dispositions(audited(library, tmp_path, turned.replace("@x", "@lindqvist2022")))[0][0] == "reject"


def test_the_entry_of_the_other_side_is_given_where_the_bibliography_lacks_it(library, tmp_path):
    entries = [f"@{entry}" for entry in bibliography().split("@") if entry.strip() and "lindqvist2022" not in entry]
    one_sided = "On the Tatra-30 dataset, LogForest had a higher F1 than BarkNet [@kowalczyk2020]."
    (row,) = audited(library, tmp_path, one_sided, "".join(entries)).rows
    assert row["disposition"] == "downgrade" and "@article{lindqvist2022," in row["task"]


def test_a_wrong_year_names_the_field_and_waits(library, tmp_path):
    references = bibliography().replace("year    = {2019}", "year    = {2014}")
    (row,) = audited(library, tmp_path, SOUND.split(". ")[0] + ".", references).rows
    assert (row["citations"][0]["status"], row["citations"][0]["field"]) == ("metadata-mismatch", "year")
    assert row["disposition"] == "backlog" and "year" in row["task"]


def test_files_hold_what_the_contract_names(library, tmp_path):
    audited(library, tmp_path, SOUND)
    rows = [json.loads(line) for line in (tmp_path / "out" / "audit.jsonl").read_text(encoding="utf-8").splitlines()]
    named = (
        "id line section text is_claim citations numbers packets validators kind route hedge owner validator_version "
        "disposition code rewrite task adjudication"
    )
    assert set(named.split()) <= set(rows[0])
    assert set(rows[0]["validators"]["provenance"]) == {"verdict", "code", "reason", "cure", "spans"}
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    always = "verdict snapshot position inputs sentences claims dispositions codes citations numbers versions"
    assert set(always.split()) <= set(summary)


def test_the_page_escapes_the_manuscript_and_needs_no_network(library, tmp_path):
    audited(library, tmp_path, "Logs are <b onclick='x()'>wet</b> & 4% <script>alert(1)</script> cold [@brandt2019].")
    page = (tmp_path / "out" / "audit.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page and "onclick='x()'" not in page
    assert "http://" not in page.replace("http://www.w3.org", "") and "https://" not in page


def test_an_audit_is_recorded_once_and_its_packets_know_it(library, tmp_path):
    before = library.ledger.head().position
    result = audited(library, tmp_path, SOUND)
    packet = result.rows[0]["packets"][0]["id"]
    with library.view() as view:
        found = find_packet(library, view, packet)
        assert result.audit in {seen.audit for seen in found.validators}
        assert found.disposition == "accept" and found.owner == "R. Example"
    assert library.ledger.head().position >= before


def test_every_code_that_was_given_is_documented(library, tmp_path):
    text = SOUND + " Trained dogs find them [@holm2018]. BarkNet is the first detector [@brandt2019]."
    known = set(all_codes())
    for row in audited(library, tmp_path, text).rows:
        given = {row["code"], *(verdict["code"] for verdict in row["validators"].values())} - {None}
        assert given <= known


def test_packets_are_whole_tuples_and_can_be_filtered(library):
    with library.view() as view:
        packets = list(compile_packets(library, view))
        contradictory = list(compile_packets(library, view, strength="contradictory"))
        assert read_records(view).works.keys() == {packet.source for packet in packets}
    assert {packet.strength for packet in packets} >= {
        "unverified",
        "indirect",
        "pilot",
        "protocol-valid",
        "replicated",
    }
    assert contradictory and all(packet.contradicting for packet in contradictory)
    first = next(packet for packet in packets if packet.artifact == "literature")
    assert first.claim.quote in first.payload.context
    assert len(first.provenance.checksum) == 64 and first.provenance.page == 1
    assert first.citation.title and first.citation.authors


def test_a_draft_cites_several_papers_gives_both_sides_and_passes_its_own_audit(library, tmp_path):
    made = draft(library, "acoustic detection of bark beetles", tmp_path / "draft")
    assert made.audit.stands
    assert len(made.works) >= 3
    text = (tmp_path / "draft" / "draft.md").read_text(encoding="utf-8")
    assert "Evidence is mixed: " in text and "@kowalczyk2020" in text and "@lindqvist2022" in text
    assert all(packet in text for packet in made.packets)


def test_unreadable_input_and_an_empty_topic_are_refused_by_name(library, tmp_path):
    with pytest.raises(UnreadableInput, match="missing"):
        audit(library, tmp_path / "missing.md", None, tmp_path / "out")
    (tmp_path / "latin.md").write_bytes("Käse [@a].".encode("latin-1"))
    with pytest.raises(UnreadableInput, match="UTF-8"):
        audit(library, tmp_path / "latin.md", None, tmp_path / "out")
    with pytest.raises(UsageError, match="empty"):
        draft(library, "  ", tmp_path / "draft")
