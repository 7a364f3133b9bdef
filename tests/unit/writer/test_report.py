import pytest
from claimledger.kb.formats.bibtex import Bibliography
from claimledger.writer.report import render_report

SUMMARY = {
    "verdict": "does-not-stand",
    "snapshot": None,
    "position": 3,
    "inputs": {"m.md": "0" * 64},
    "sentences": 1,
    "claims": 1,
    "dispositions": {"backlog": 1},
    "codes": {},
    "citations": {"verified": 1},
    "numbers": {"grounded": 0, "total": 0},
    "versions": {"schema": 1, "validators": "1", "judge": "rules 1"},
}
QUOTE = "Frost fell on every copper fin that was looked at during the long winter of the year."


def page(text: str, plain: str, key: str = "wu2018", task: str | None = None) -> str:
    row = {
        "id": "s-0001", "line": 3, "section": "Frost", "text": text, "plain": plain,
        "block": 0, "context": "paragraph",
        "is_claim": True,
        "citations": [{"key": key, "status": "verified", "field": None, "paper": "w", "reason": None}],
        "numbers": [], "packets": [], "validators": {}, "kind": "report", "disposition": "backlog",
        "code": "not-licensed",
        "reason": "a passage was found", "rewrite": None, "task": task,
        "evidence": [{"key": key, "verdict": "unlicensed", "formula": None, "kind": "passage", "row": "r",
                      "quote": QUOTE, "page": 2, "section": "Results"}],
    }  # fmt: skip
    return render_report("Frost", [row], SUMMARY, Bibliography({}))


@pytest.mark.parametrize(
    ("text", "plain", "read"),
    [
        ("Frost fell [@wu2018].", "Frost fell.", ">Frost fell [wu2018].<"),
        ("@wu2018 saw frost.", "Wu (2018) saw frost.", ">Wu (2018) saw frost.<"),
    ],
)
def test_citations_stand_before_the_full_stop_and_only_once(text, plain, read):
    assert read in page(text, plain)


def test_a_task_points_to_the_passage_that_is_shown_below_it():
    shown = page("Frost fell [@wu2018].", "Frost fell.", task=f"compare with wu2018: “{QUOTE}” (page 2).")
    assert "compare with wu2018: the passage below (page 2)." in shown


def test_nothing_of_a_manuscript_is_taken_for_markup():
    shown = page("<b>Frost</b> [@wu2018].", "<script>alert(1)</script>.")
    assert "<script>alert" not in shown and "&lt;script&gt;alert(1)" in shown
