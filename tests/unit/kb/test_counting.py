"""One thing is no things."""

from claimledger.kb.counting import counted


def test_a_noun_takes_an_s_unless_there_is_one() -> None:
    assert [counted(number, "paper") for number in (0, 1, 2)] == ["0 papers", "1 paper", "2 papers"]
