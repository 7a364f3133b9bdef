from claimledger.evidence.texts import SourceSentence
from claimledger.writer.frames import framed, licensed_by_study

TITLE = "Frost on heat pumps"


def sentence(text: str, role: str = "methods") -> SourceSentence:
    return SourceSentence(id="s", ordinal=0, text=text, section="", role=role, page=1, paragraph=0)


def test_an_opening_frame_is_cut_off_and_an_arm_of_the_study_is_not():
    cut = framed("In cold attics, frost fell by 4%.")
    assert cut is not None and (cut.frame, cut.rest) == ("In cold attics", "Frost fell by 4%.")
    assert framed("In the treatment group, frost fell by 4%.") is None


def test_a_frame_is_licensed_by_the_methods_and_not_by_a_plan():
    cut = framed("In cold attics, frost fell by 4%.")
    assert cut is not None
    assert licensed_by_study(cut, TITLE, "Frost fell by 4%.", [sentence("Pumps stood in cold attics.")]) is not None
    plan = [sentence("Future work will test cold attics.")]
    assert licensed_by_study(cut, TITLE, "Frost fell by 4%.", plan) is None


def test_a_name_with_digits_must_be_the_same():
    cut = framed("On the Attic-34 dataset, frost fell by 4%.")
    assert cut is not None
    assert licensed_by_study(cut, TITLE, "On the Attic-24 dataset, frost fell.", []) is None


def test_the_whole_of_a_share_needs_a_sentence_that_counts_it():
    cut = framed("Of 50 wet pumps, 84% froze.")
    assert cut is not None and cut.whole
    assert licensed_by_study(cut, TITLE, "50 wet pumps", [sentence("A total of 50 wet pumps were tested.")]) is not None
    assert licensed_by_study(cut, TITLE, "50 wet pumps", [sentence("A total of 80 wet pumps were tested.")]) is None
