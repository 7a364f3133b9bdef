"""Plain forms: links and roundabout wordings go, what is stated stays."""

import pytest
from claimledger.writer.compose_plain import plain


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Iron, in contrast, stayed low.", "Iron stayed low."),
        ("However, the yield fell.", "The yield fell."),
        ("In all, 30 sessions were held.", "There were 30 sessions in total."),
        ("For courses held online, one tutor was enough.", "For courses online, one tutor was enough."),
        ("Mice on the diet had no tumours.", "No tumours were observed in mice on the diet."),
        ("The tool does not set out to replace editors.", "The objective of the tool is not to replace editors."),
        ("A pencil is all that pupils need.", "Pupils only need a pencil."),
    ],
)
def test_a_roundabout_wording_becomes_direct(sentence: str, expected: str) -> None:
    assert plain(sentence).lower() == expected.lower()


@pytest.mark.parametrize(
    "sentence",
    [
        "The drug had no effect on mice.",
        "The cells were held in culture for two days.",
        "Thus reducing the dose helped.",
        "Sales rose by 4%, thus doubling the profit.",
    ],
)
def test_a_sentence_without_scaffolding_keeps_its_statement(sentence: str) -> None:
    assert plain(sentence).rstrip(".").split()[-2:] == sentence.rstrip(".").split()[-2:]
    assert "not" not in plain(sentence)
