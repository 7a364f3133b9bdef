"""Composing: every unit must be borne, together or near where the sentence binds them."""

from claimledger.evidence.texts import SourceSentence
from claimledger.kb.text.quantities import parse_quantities
from claimledger.writer.compose import Borne, composed
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

SPRING = "Seed yield was 20 kg in spring."
AUTUMN = "Seed yield was 25 kg in autumn."


def _ask_of(*texts: str, paragraphs: tuple[int, ...] = ()):  # type: ignore[no-untyped-def]
    judge = RulesJudge()
    places = paragraphs or tuple(range(len(texts)))
    sentences = [
        SourceSentence(f"s{n}", n, text, "Results", "results", 1, place)
        for n, (text, place) in enumerate(zip(texts, places, strict=True))
    ]

    def ask(statement: str) -> Borne | None:
        for sentence in sentences:
            judged = judge.judge(statement, Evidence(passages=(sentence.text,)))
            if judged.verdict == "entailed":
                return Borne(judged, (sentence,), ())
        return None

    return ask


def test_two_sentences_bear_two_units_and_the_change_between_them() -> None:
    borne = composed("Seed yield was 20 kg in spring and 25 kg in autumn, an increase of 25%.", _ask_of(SPRING, AUTUMN))
    assert borne is not None
    assert [sentence.text for sentence in borne.sentences] == [SPRING, AUTUMN]
    assert borne.judgement.formula == "(25 kg - 20 kg) / 20 kg = 25%"


def test_a_unit_that_nothing_bears_fails_the_whole() -> None:
    assert (
        composed("Seed yield was 20 kg in spring and 26 kg in autumn, an increase of 30%.", _ask_of(SPRING, AUTUMN))
        is None
    )


def test_values_of_other_seasons_do_not_compose() -> None:
    assert (
        composed("Seed yield was 25 kg in spring and 20 kg in autumn, a decrease of 20%.", _ask_of(SPRING, AUTUMN))
        is None
    )


def test_a_cause_is_not_composed_from_two_sentences() -> None:
    ask = _ask_of("No sample was frozen.", "The freezer had failed.")
    assert composed("No sample was frozen, since the freezer had failed.", ask) is None


def test_units_of_one_setting_must_stand_in_one_paragraph() -> None:
    claim = "The course was taught online twice, always with three tutors present."
    texts = ("The course was taught online twice.", "Three tutors were always present.")
    assert composed(claim, _ask_of(*texts, paragraphs=(1, 1))) is not None
    assert composed(claim, _ask_of(*texts, paragraphs=(1, 7))) is None


def test_an_open_value_must_stand_in_the_work_and_fit() -> None:
    texts = ("The yield of rye was 30 kg.", "The yield of oats was 20 kg.")
    offered = [value for text in texts for value in parse_quantities(text)]
    claim = "The yield of rye was 30 kg, {} times that of oats."
    borne = composed(claim.format("1.5"), _ask_of(*texts), lambda _: offered)
    assert borne is not None
    assert borne.judgement.formula == "30 kg / 20 kg = 1.5 times"
    assert composed(claim.format("1.7"), _ask_of(*texts), lambda _: offered) is None


def test_a_part_that_points_back_must_stand_beside_what_it_points_to() -> None:
    claim = "Yield was 20 kg in spring, but the difference was not significant."
    texts = ("Yield was 20 kg in spring.", "The difference was not significant.")
    assert composed(claim, _ask_of(*texts, paragraphs=(1, 9))) is None
