import json
from pathlib import Path

import pytest
from claimledger.kb.errors import UnreadableInput, UsageError
from claimledger.writer.judge.command import check_command
from click.testing import CliRunner, Result


def check(*arguments: str) -> Result:
    return CliRunner().invoke(check_command, list(arguments), standalone_mode=False)


def test_an_entailed_claim_exits_0() -> None:
    result = check("--claim", "Yield fell by 3%.", "--evidence", "Yield fell by 3%.", "--json")
    assert result.return_value == 0
    assert json.loads(result.stdout)["verdict"] == "entailed"


def test_a_claim_that_may_not_stand_exits_1_with_code_and_reason() -> None:
    result = check("--claim", "Yield rose by 3%.", "--evidence", "Yield fell by 3%.", "--json")
    row = json.loads(result.stdout)
    assert result.return_value == 1
    assert row["verdict"] == "contradicted"
    assert row["codes"][0] == "direction-flipped"
    assert "rose" in row["reason"] and "fell" in row["reason"]


def test_without_json_a_line_for_people_is_printed() -> None:
    result = check("--claim", "Yield rose by 3%.", "--evidence", "Yield fell by 3%.")
    assert result.stdout.startswith("claim: contradicted [direction-flipped")


def test_pairs_come_back_in_order_with_their_ids(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text(
        '{"id": "b", "claim": "Yield fell by 3%.", "evidence": "Yield fell by 3%."}\n\n'
        '{"id": 7, "claim": "Yield fell by 4%.", "evidence": "Yield fell by 3%.", "expected": "contradicted"}\n',
        encoding="utf-8",
    )
    result = check("--pairs", str(pairs), "--json")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["id"], row["verdict"]) for row in rows] == [("b", "entailed"), ("7", "contradicted")]
    assert result.return_value == 1


def test_a_table_may_stand_in_place_of_evidence(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    rows = [["Graph", "81.4"], ["Chart", "77.9"]]
    table = {"caption": "Accuracy of the parsers.", "columns": ["Parser", "Accuracy"], "rows": rows}
    row = {"id": "t", "claim": "The graph parser reached an accuracy of 77.9.", "table": table}
    pairs.write_text(json.dumps(row) + "\n", encoding="utf-8")
    result = check("--pairs", str(pairs), "--json")
    assert json.loads(result.stdout)["verdict"] != "entailed"


@pytest.mark.parametrize(
    "line",
    ["{", "[]", '{"id": "a"}', '{"claim": "x", "evidence": "y"}', '{"id": "a", "claim": "x"}',
     '{"id": "a", "claim": "x", "table": {"rows": 3}}', '{"id": true, "claim": "x", "evidence": "y"}'],
)  # fmt: skip
def test_a_bad_line_is_an_error_that_names_it(tmp_path: Path, line: str) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text('{"id": "b", "claim": "c", "evidence": "d"}\n' + line + "\n", encoding="utf-8")
    result = check("--pairs", str(pairs), "--json")
    assert isinstance(result.exception, UnreadableInput)
    assert "line 2" in str(result.exception)
    assert result.exception.exit_code == 2
    assert result.stdout == ""


def test_a_missing_file_is_unreadable_input(tmp_path: Path) -> None:
    assert isinstance(check("--pairs", str(tmp_path / "none.jsonl")).exception, UnreadableInput)


@pytest.mark.parametrize("arguments", [[], ["--claim", "x"], ["--claim", "x", "--pairs", "f"]])
def test_half_a_question_is_wrong_use(arguments: list[str]) -> None:
    assert isinstance(check(*arguments).exception, UsageError)
