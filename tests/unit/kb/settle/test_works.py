from dataclasses import replace

from claimledger.kb.settle.facts import AssertionFact, BuildFacts
from claimledger.kb.settle.identity import WorkGroup
from claimledger.kb.settle.works import active_build, reliability, work_body


def build(blob: str, kind: str, body: int = 8, **fields: str) -> BuildFacts:
    assertions = tuple(AssertionFact(f"{blob}:{name}", name, value, "page") for name, value in fields.items())
    return BuildFacts(f"build-{blob}", blob, kind, 10, body, 0, assertions, (("Brandt", "Ilse"),))


def group(*builds: BuildFacts) -> WorkGroup:
    return WorkGroup(builds, {facts.build: "doi" for facts in builds})


def test_passages_come_from_the_pdf_and_metadata_from_jats() -> None:
    both = group(build("a", "jats", title="One"), build("b", "pdf", title="Two"))
    assert active_build(both).blob == "b"
    assert work_body(both)["title"] == "a:title"


def test_full_text_is_active_before_an_abstract() -> None:
    assert active_build(group(build("a", "csl", body=0), build("b", "pdf"))).blob == "b"
    assert active_build(group(build("a", "pdf", body=0), build("b", "jats"))).blob == "b"


def test_the_publishers_version_is_active_before_a_preprint() -> None:
    preprint, published = build("a", "pdf", doi="10.1101/1"), build("b", "pdf", doi="10.5555/1")
    assert active_build(group(preprint, published)).blob == "b"


def test_the_files_own_dictionary_is_never_shown() -> None:
    facts = build("a", "pdf")
    facts = replace(facts, assertions=(AssertionFact("a:info", "title", "Microsoft Word - draft3.doc", "info"),))
    assert work_body(group(facts))["title"] is None


def test_reliability_tells_journal_preprint_and_retracted_apart() -> None:
    assert reliability(group(build("a", "pdf", doi="10.5555/1"))) == "peer-reviewed"
    assert reliability(group(build("a", "pdf", arxiv="1801.00001"))) == "preprint"
    assert reliability(group(build("a", "pdf", doi="10.5555/1", title="RETRACTED: One"))) == "retracted"
    assert reliability(group(build("a", "pdf", doi="10.5555/1", title="{WITHDRAWN}: One"))) == "retracted"
    assert reliability(group(build("a", "pdf", doi="10.5555/1", title="Withdrawn patients"))) == "peer-reviewed"


def test_years_that_disagree_are_flagged() -> None:
    body = work_body(group(build("a", "pdf", year="2018"), build("b", "csl", year="2019")))
    assert body["flags"] == ("metadata-conflict",)


def test_a_file_with_a_second_paper_in_it_is_active_only_where_no_clean_one_is() -> None:
    merged = replace(build("a", "pdf", year="2020"), flags=("merged-file",))
    assert active_build(group(merged, build("b", "pdf", year="2019"))).blob == "b"
    assert active_build(group(merged, build("b", "pdf", body=0))).blob == "a"


def test_where_no_source_says_where_a_work_appeared_its_reliability_is_unknown() -> None:
    assert reliability(group(build("a", "pdf", title="One", year="2019"))) == "unknown"
    for said in ({"doi": "10.1101/1"}, {"venue": "bioRxiv"}, {"type": "preprint"}):
        assert reliability(group(build("a", "pdf", **said))) == "preprint"
