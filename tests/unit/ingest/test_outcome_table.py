import pytest
from claimledger.ingest.commands import print_outcomes
from claimledger.ingest.outcome import IngestReport, Outcome


def test_an_odd_name_is_one_line_of_the_table_and_widens_it_little(capsys: pytest.CaptureFixture[str]) -> None:
    names = ["a\nb\tc.pdf", "x" * 250 + ".pdf", "owls.pdf"]
    print_outcomes(IngestReport([Outcome(f"papers/{name}", "sealed") for name in names], position=9), as_json=False)
    head, broken, long, plain, counts = capsys.readouterr().out.splitlines()
    assert (broken.split("sealed")[0].rstrip(), plain.split()[0]) == ("a b c.pdf", "owls.pdf")
    assert long.startswith("xxx") and "…" in long and ".pdf " in long
    assert max(map(len, (head, broken, long))) < 140
    assert counts == "3 sealed; the ledger stands at position 9"
