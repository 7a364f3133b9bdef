import pytest
from claimledger.writer.claim_kind import claim_kind
from claimledger.writer.manuscript import read_manuscript
from claimledger.writer.metadiscourse import is_about_the_text, tells_a_finding

ABOUT_THE_TEXT = """
The sections above are independent of each other and can be read in any order.
Sections 2 and 3 treat pumps and valves in turn.
Section 4 turns to frost, and Section 5 closes with open questions.
The first section describes pumps, the second valves.
The next two sections describe the pumps, and the last one looks at how they were tested.
What follows is not a complete account.
We first treat feed, then grain.
We first follow the pumps through a winter, then turn to valves.
The second part deals with valves.
Nothing is said here about prices.
Prices are another matter.
We leave prices to others.
The papers come from one open archive.
The papers were chosen because they can be read freely.
The choice of papers is ours.
The comments of two colleagues improved the text.
The help of two readers of the draft is gratefully acknowledged.
We have no stake in any of these companies.
None of us has worked for a sponsor of the trials.
No sponsor saw the text.
The makers of the pumps had no part in this text.
Both authors shared the reading and the writing.
We write GE for garlic extract.
In this text, a pup is a seal that has been weaned.
GE is short for garlic extract.
The rest of this note is organised by climate.
The order of the sections carries no weight.
We first describe the pumps, then turn to valves, and end with open questions.
We begin with pumps and then move on to valves.
In this section we look at how pumps were tested.
Below, we compare the two packages by topic.
This text walks through open teaching material for pump makers and through two packages.
This note collects what a handful of pump studies measured and what some planned trials intend to measure.
This review is about pumps, not about the people who run them.
This article does not give advice to buyers.
This short overview brings together work on pumps and on frost.
Our aim is to put the two lines of work side by side.
The aim of this review is to bring the two fields together.
We hope to make the literature easier to find.
We use *learner* for anyone who works through the material.
We use the term *cold start* for the first ten minutes of a run.
Here, *pup* means a seal that has been weaned.
Here, plant product stands for a powder, an extract or an oil made from one or more plants.
By frost we mean ice that forms on a fin.
Throughout, dose refers to milligrams per day.
In what follows, *early* refers to the first week.
GE denotes garlic extract.
We call such pumps *quiet*.
The packages were not run for this text.
No experiments were done for this review.
Nothing was measured for this note.
We did not run any of the packages.
The papers were chosen for their variety, not for their results.
Only open-access papers were considered.
Studies of humans were left out.
Papers in other languages are not considered here.
The studies were picked by hand.
We selected papers that were free to read.
Material in other languages is outside our scope.
Prices are beyond the scope of this review.
A comparison of costs is left to others.
How these lines of work might be joined is left to the reader.
Whether pumps save energy is not discussed here.
We make no recommendation.
The list of examples is not complete.
All numbers are given as printed in the sources.
Species names follow the sources.
Readers who know frost may skip the next section.
Which of these pumps deserve a trial is a question for others.
We thank the maintainers of all these projects.
We are grateful to two colleagues for their comments on a draft.
Our thanks go to the two anonymous readers.
Many thanks to our colleagues.
Special thanks to the reviewers of an earlier draft.
Ann Lee kindly read a draft.
This work was funded by the Frost Foundation.
This note was written without funding.
No funding was received for this work.
No external funding was received for writing this review.
The funders had no role in the choice of studies.
The work was done in our own spare time.
Neither author has contributed to any of them.
None of the authors is involved in any of the trials.
Both authors read and approved the final text.
The first author drafted the text, the second checked the numbers.
A.B. wrote the text and C.D. checked the references.
The authors declare no competing interests.
One of us is a maintainer of the second package.
Neither author has a commercial interest in these pumps.
All scripts are available from the first author.
No new data were generated.
Ethical approval was not needed.
""".strip().splitlines()

EMPIRICAL = """
The sections above the cut died within a week.
We first treat mice, then rats.
We first cover the fin, then heat the sample.
The second part of the pump covers the fin.
The first part froze.
Papers from Italy were left out because Italian honey contains lead.
The patients come from one hospital.
In this trial, a pup is a lighter seal.
Nothing is known of frost.
Prices are not part of life.
We leave the samples to dry.
We have no part of the brain that hears frost.
Sponsors paid for the drug.
Makers of pumps saw that the fins froze.
The help of nurses shortened the stay.
The comments of patients were kind.
The work was shared by two enzymes.
The choice of drug is what counts.
We keep to the left.
The sections were stained and read by two pathologists.
Liver sections of treated rats show less fat.
The first part of the trial failed.
This review shows that garlic halves mortality.
This text proves that pumps freeze.
This paper demonstrates a gain in output.
This study reports that frost is harmless.
Our study found less frost on copper.
We first heat the samples, then count the cells.
We treat mice with aspirin before surgery.
We collect soil in spring and sow it in autumn.
We use *Escherichia coli* for cloning.
We use heated fins for two hours a day.
Aspirin is used for pain.
Mortality is a matter of dose.
The best predictor of frost is the ratio of dew to wind.
The leading killer is the number of cigarettes.
Copper means less frost.
Frost stands in the way of pumps.
Here, frost means that the output is lower than before, which kills the pump.
GE stands for garlic extract, which cures colds.
We define frost as ice, and it halves the output.
The trials were funded by industry and their results were better.
The study was funded by the maker of the drug and found no harm.
Most trials were sponsored by industry.
Patients with diabetes were excluded.
Studies were selected for publication more often when they were positive; bias was higher.
Papers from industry were cited less often than others.
The pumps were not affected by frost.
The packages were not slower than before.
The samples were heated for this experiment.
No funding was cut because trials failed.
No patients were lost for this reason.
No pump was damaged in this trial.
We did not find frost on copper.
We did not observe any side effects.
Neither drug has contributed to survival.
Neither group had an effect.
Both authors found frost on copper.
The authors found frost on copper.
The authors agree that garlic is safe.
The sponsors had lower mortality.
The order of the doses changes the effect.
The purpose of sleep is to clear waste.
Readers of comics spell better.
We look at a drug that cures cancer.
We describe a pump that reliably starts at night.
We discuss why garlic lowers blood pressure, because it does.
We present a vaccine that prevents malaria.
We review evidence that frost is harmless.
We aim to lower frost, and copper halved it.
We hope to show that copper is safe.
We thank our patients, who showed that garlic is safe.
Data are available that copper prevents frost.
No conflict of interest was found, and copper was better.
Nobody paid for this drug because it is harmful.
Whether garlic works is left to the reader because it kills.
The numbers were taken from the sensors at noon.
Frost is outside the reach of copper, which prevents it.
Is it not clear that garlic cures colds?
Who would doubt that garlic cures colds?
Readers may find that copper is safe.
Names of drugs matter.
Pups were weaned.
Thanks to garlic, mortality fell.
Thanks to vaccines no child suffers.
Copper fins helped us lower frost.
We owe frost to wind.
We acknowledge that copper freezes.
Garlic gave us rest.
""".strip().splitlines()


def kind_of(text: str, section: str = "Body") -> str:
    (sentence,) = read_manuscript(f"# {section}\n\n{text}").sentences
    return claim_kind(sentence)


@pytest.mark.parametrize("text", ABOUT_THE_TEXT)
def test_a_sentence_about_the_text_or_its_authors_claims_nothing(text):
    assert kind_of(text) == "none"


@pytest.mark.parametrize("text", EMPIRICAL)
def test_an_empirical_sentence_that_looks_like_one_is_still_a_claim(text):
    assert kind_of(text) != "none"


@pytest.mark.parametrize("text", [text.rstrip(".") + ", which halves mortality." for text in ABOUT_THE_TEXT])
def test_a_finding_hung_on_a_sentence_about_the_text_makes_it_a_claim(text):
    assert kind_of(text) != "none"


@pytest.mark.parametrize("section", ["Funding", "Acknowledgements", "Data availability", "Abbreviations"])
def test_a_claim_does_not_hide_in_a_section_of_declarations(section):
    assert kind_of("Garlic cures colds.", section) != "none"
    assert kind_of("Garlic is safe for our patients.", section) != "none"
    assert kind_of("Garlic fights colds.", section) != "none"


def test_declarations_are_read_by_their_section():
    assert kind_of("The Frost Council (grant 12) gave the money.", "Funding") == "none"
    assert kind_of("LC50: lethal concentration.", "Abbreviations") == "none"


def test_a_citation_makes_every_sentence_but_thanks_and_questions_a_report():
    assert kind_of("The study was funded by its maker [@wu2018].") == "report"
    assert kind_of("Sections 2 and 3 treat frost [@wu2018].") == "report"
    assert kind_of("Does frost lower the output [@wu2018]?") == "none"
    assert kind_of("Does frost not lower the output [@wu2018]?") == "report"


def test_open_questions_are_no_findings_and_statements_are():
    assert not tells_a_finding("We ask whether garlic is safer than salt")
    assert tells_a_finding("Garlic is safer than salt")
    assert is_about_the_text("We ask whether garlic is safer than salt.", "We ask whether garlic is safer than salt.")
