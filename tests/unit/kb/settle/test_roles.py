"""Supplements, notices, preprints, and DOIs of other papers: what a source is to the work that it is about."""

from collections.abc import Sequence
from typing import Any

import pytest
from claimledger.kb.settle.disagreement import differ
from claimledger.kb.settle.facts import AssertionFact, BuildFacts
from claimledger.kb.settle.identity import WorkGroup, group_works
from claimledger.kb.settle.roles import role_of
from claimledger.kb.settle.settle import settle
from claimledger.kb.settle.works import active_build, part_rows, reliability, work_body, work_id

TITLE = "Hearing bark beetles in spruce logs"


def build(blob: str, *, kind: str = "pdf", authors: tuple[str, ...] = ("Brandt",), **fields: str) -> BuildFacts:
    assertions = tuple(
        AssertionFact(f"{blob}-{name}", name.replace("_", "-"), value, "page") for name, value in fields.items()
    )
    return BuildFacts(
        f"build-{blob}", blob, kind, sentences=10, body_sentences=8, hidden=0, assertions=assertions,
        authors=tuple((name, "A") for name in authors),
    )


PAPER = build("m", title=TITLE, doi="10.5555/x.1", year="2019")


def groups(*builds: BuildFacts) -> list[list[str]]:
    return [[facts.blob for facts in group.builds] for group in group_works(builds)[0]]


def parts(group: WorkGroup) -> dict[str, tuple[object, object]]:
    return {str(body["build"]): (body["part"], body["active"]) for body in part_rows(group).values()}


@pytest.mark.parametrize("title", [
    f"Supplementary Material for: {TITLE}", f"Supporting Information for “{TITLE}”", f"Additional file 1: {TITLE}",
    f"Supplementary Information to the paper: {TITLE}", f"Electronic supplementary material — {TITLE}",
    f"Online appendix for {TITLE}", f"Supplemental data: {TITLE}",
])
def test_a_supplement_that_names_its_paper_is_a_part_of_it_and_never_its_text(title: str) -> None:
    """Also where its bytes come first."""
    [group], near = group_works((build("a", title=title, authors=()), PAPER))
    assert parts(group) == {"build-m": ("main", True), "build-a": ("supplement", True)}
    assert active_build(group).blob == "m" and work_id(group) == work_id(WorkGroup((PAPER,), {}))
    assert work_body(group)["title"] == "m-title" and group.reasons["build-a"] == "supplement"
    assert near == []


def test_a_supplement_is_found_by_the_doi_that_it_names_or_prints() -> None:
    assert groups(PAPER, build("s", title="Tables of all recordings", supplement_of="10.5555/X.1")) == [["m", "s"]]
    assert groups(PAPER, build("s", title="Supporting Information", doi="10.5555/x.1", authors=())) == [["m", "s"]]
    assert groups(PAPER, build("s", title="Additional file 2", doi="10.5555/x.1", authors=())) == [["m", "s"]]


def test_a_supplement_of_another_paper_or_of_none_stays_a_work_and_says_so() -> None:
    for other in (
        build("s", title="Supporting Information", doi="10.5555/x.2"), build("s", title="Supporting Information"),
        build("s", title="Supplementary material for: Yields of winter wheat after drought", doi="10.5555/x.1"),
        build("s", title=f"Supplementary material for: {TITLE}", authors=("Novak",)),
        build("s", title=f"Supplementary material for: {TITLE}: part II"),
    ):
        [_, alone] = group_works((PAPER, other))[0]
        assert parts(alone) == {"build-s": ("main", True)} and work_body(alone)["flags"] == ("supplement",)


def test_two_supplements_of_one_paper_are_two_parts_and_none_without_it() -> None:
    one = build("s", title="Additional file 1", doi="10.5555/x.1", authors=())
    two = build("t", title="Additional file 2", doi="10.5555/x.1", authors=())
    [group], _ = group_works((one, two, PAPER))
    assert parts(group)["build-s"] == parts(group)["build-t"] == ("supplement", True)
    assert groups(one, two) == [["s"], ["t"]]


@pytest.mark.parametrize("title", [
    "Supplementary feeding of roe deer in winter", "Supplemental oxygen for premature infants", "Supporting teachers",
    "Additional evidence for cold fusion", "Corrections officers and stress", "Retracting rotor blades in flight",
    "Errant beetles",
])
def test_papers_about_supplements_and_corrections_are_papers(title: str) -> None:
    assert role_of([AssertionFact("x", "title", title, "page")]).name == "paper"


@pytest.mark.parametrize("title", [
    f"Correction to: {TITLE}", f"Corrigendum: {TITLE}", f"Erratum to “{TITLE}”", "Erratum",
    f"Author Correction: {TITLE}",
    f"Retraction note to: {TITLE}", f"RETRACTION: {TITLE}", f"Expression of concern: {TITLE}", f"[Retraction] {TITLE}",
])
def test_a_notice_is_a_work_of_its_own_even_with_the_doi_of_the_paper(title: str) -> None:
    assert groups(PAPER, build("n", title=title, doi="10.5555/x.1", year="2019")) == [["m"], ["n"]]


def test_what_calls_itself_a_notice_by_type_or_relation_is_one() -> None:
    for notice in (
        build("n", title=TITLE, doi="10.5555/x.1", type="correction"),
        build("n", title=TITLE, doi="10.5555/x.1", correction_of="10.5555/x.1"),
    ):
        assert groups(PAPER, notice) == [["m"], ["n"]]


def test_a_retraction_notice_marks_the_paper_that_it_names_by_doi_and_not_itself() -> None:
    notice = build("n", title=f"Retraction note to: {TITLE}", doi="10.5555/x.9", retraction_of="10.5555/X.1")
    found, near = group_works((PAPER, notice))
    assert [reliability(group) for group in found] == ["retracted", "peer-reviewed"]
    assert [pair.reason for pair in near] == ["a notice about the other"]
    correction = build("n", title=f"Correction to: {TITLE}", doi="10.5555/x.9", correction_of="10.5555/x.1")
    assert [reliability(group) for group in group_works((PAPER, correction))[0]] == ["peer-reviewed"] * 2


def test_a_retraction_that_names_a_paper_by_title_alone_marks_nothing() -> None:
    notice = build("n", title=f"Retraction: {TITLE}", doi="10.5555/x.9")
    assert [reliability(group) for group in group_works((PAPER, notice))[0]] == ["peer-reviewed"] * 2


def test_packets_of_a_retracted_paper_say_so_once_the_notice_is_there() -> None:
    notice = build("n", title="Retraction note", doi="10.5555/x.9", retraction_of="10.5555/x.1")
    work = settle((PAPER, notice)).rows["works", work_id(WorkGroup((PAPER,), {}))]
    assert work["reliability"] == "retracted" and work["flags"] == ()


def flags(builds: Sequence[BuildFacts]) -> dict[str, Any]:
    return {group.builds[0].blob: work_body(group)["flags"] for group in group_works(builds)[0]}


def test_a_page_with_the_doi_of_another_paper_is_kept_apart_and_flagged_and_the_better_source_is_not() -> None:
    wrong = build("w", title="Yields of winter wheat after drought", doi="10.5555/x.1")
    record = build("r", kind="csl", title=TITLE, doi="10.5555/x.1")
    assert flags((wrong, record)) == {"r": (), "w": ("doi-disagrees",)}
    assert flags((wrong, PAPER)) == {"m": ("doi-disagrees",), "w": ("doi-disagrees",)}
    # A record of a service makes no work, and still knows whose DOI it is.
    assert flags((wrong, build("o", kind="openalex", title=TITLE, doi="10.5555/x.1"))) == {"w": ("doi-disagrees",)}


def test_a_preprint_joins_the_version_that_it_names_though_its_title_changed_a_little() -> None:
    preprint = build("p", title="Hearing beetles in spruce", year="2017", arxiv="1701.00001", preprint_of="10.5555/X.1")
    [group], _ = group_works((preprint, PAPER))
    assert active_build(group).blob == "m"
    assert work_body(group)["year"] == "m-year" and work_body(group)["flags"] == ("metadata-conflict",)


def test_of_two_versions_of_a_preprint_the_later_is_read() -> None:
    versions = [
        build(blob, title=TITLE, year="2018", arxiv="1801.00001", version=number)
        for blob, number in (("a", "1"), ("b", "3"), ("c", "2"))
    ]
    [group], _ = group_works(versions)
    assert active_build(group).blob == "b" and work_body(group)["flags"] == ()


def test_a_preprint_s_own_doi_and_year_are_no_conflict_and_the_publisher_s_are_shown() -> None:
    preprint = build("p", kind="jats", title=TITLE, year="2018", doi="10.1101/2018.1", venue="bioRxiv")
    [group], _ = group_works((preprint, build("m", title=TITLE, doi="10.5555/x.1", year="2019", venue="Trees")))
    body = work_body(group)
    assert body["flags"] == () and body["title"] == "p-title"
    assert [body[name] for name in ("doi", "year", "venue")] == ["m-doi", "m-year", "m-venue"]


@pytest.mark.parametrize(("field", "one", "other", "really"), [
    ("title", "On Frost—nets", "on frost nets", False), ("title", "On frost: part I", "On frost: part II", True),
    ("title", "On frost nets", "Yields of wheat", True), ("doi", "https://doi.org/10.1/A", "10.1/a", False),
    ("doi", "10.1/a", "10.1/b", True), ("arxiv", "arXiv:1801.00001v2", "1801.00001", False),
    ("venue", "J. Ice", "Journal of Ice", True), ("venue", "PLoS ONE", "PLOS One", False),
    ("year", "2019", "2020", True), ("title", "？", "！", True),
])
def test_values_differ_by_their_normal_form(field: str, one: str, other: str, really: bool) -> None:
    assert differ(field, one, other) is differ(field, other, one) is really
