"""Pairs of our own, each kind of fault beside its sound twin."""

from __future__ import annotations

import pytest
from claimledger.writer.judge.codes import CODES
from claimledger.writer.judge.port import Evidence
from claimledger.writer.judge.rules import RulesJudge

JUDGE = RulesJudge()

#: evidence, claims that follow, claims that do not
PAIRS: list[tuple[str, list[str], list[str]]] = [
    ("The tuned model reached a mean accuracy of 93.47% on the held-out folds.",
     ["The tuned model reached a mean accuracy of 93.5% on the held-out folds."],
     ["The tuned model reached a mean accuracy of 93.4% on the held-out folds.",
      "The tuned model reached a mean accuracy of 93.472% on the held-out folds.",
      "The tuned model reached a best accuracy of 93.47% on the held-out folds."]),
    ("Unemployment rose from 4.0% to 5.0% between 2007 and 2009.",
     ["Unemployment rose by 1 percentage point between 2007 and 2009.", "Unemployment rose by 25% between 2007 "
         "and 2009."],
     ["Unemployment rose by 1% between 2007 and 2009.", "Unemployment fell by 1 percentage point between 2007 "
         "and 2009."]),
    ("A total of 1,204 records were screened and 86 studies were included.",
     ["86 studies were included.", "We found that 1,204 records were screened."],
     ["1,204 studies were included.", "204 records were screened.", "86 records were screened."]),
    ("Serum ferritin was 48 μg/L in treated women.",
     ["Serum ferritin was 48 ng/mL in treated women."],
     ["Serum ferritin was 48 mg/L in treated women.", "Serum ferritin was 48 μg/L in treated men."]),
    ("The probe detects concentrations as low as $3.2\\times10^{-9}$ mol/L.",
     ["The probe detects concentrations as low as 3.2 × 10⁻⁹ mol/L.", "The probe detects concentrations as low "
         "as 3.2 nmol/L."],
     ["The probe detects concentrations as low as 3.2 × 10⁻⁸ mol/L.", "The probe detects concentrations as low "
         "as 3.2 μmol/L."]),
    ("The treatment effect was not significant (p = 0.18).",
     ["The treatment effect was not statistically significant."],
     ["The treatment effect was significant.", "The treatment effect was significant (p < 0.05)."]),
    ("Model X had a word error rate of 5.1%, compared with 6.3% for model Y.",
     ["Model X had a lower word error rate than model Y.", "Model Y had a higher word error rate than model X."],
     ["Model Y had a lower word error rate than model X.", "Model X had a word error rate of 6.3%."]),
    ("Perplexity dropped from 24.1 to 21.7 after adding the cache.",
     ["Adding the cache improved perplexity.", "Perplexity decreased after adding the cache."],
     ["Adding the cache worsened perplexity.", "Perplexity increased after adding the cache."]),
    ("Yields were lower in the shaded plots than in the open plots.",
     ["Yields were higher in the open plots than in the shaded plots."],
     ["Yields were higher in the shaded plots than in the open plots."]),
    ("We found no evidence that the vaccine increased the risk of stroke.",
     ["There was no evidence of an increased risk of stroke with the vaccine."],
     ["The vaccine increased the risk of stroke."]),
    ("The coating is not only cheaper but also harder than chrome.",
     ["The coating is cheaper than chrome."],
     ["The coating is not cheaper than chrome."]),
    ("The compound was toxic to zebrafish embryos at 10 μM.",
     ["At 10 μM, the compound was toxic to zebrafish embryos."],
     ["The compound was not toxic to zebrafish embryos at 10 μM.", "The compound was safe for zebrafish embryos "
         "at 10 μM.",
      "The compound was toxic to mouse embryos at 10 μM."]),
    ("In patients older than 70 years, the drug reduced falls.",
     ["In patients older than 70 years, the drug reduced falls."],
     ["The drug reduces falls.", "In patients of all ages, the drug reduced falls."]),
    ("In mice, deletion of the channel abolished the startle response.",
     ["Deletion of the channel abolished the startle response in mice."],
     ["Deletion of the channel abolishes the startle response in humans.", "Deletion of the channel abolishes "
         "the startle response."]),
    ("Several of the sites showed elevated lead levels.",
     ["Several sites showed elevated lead levels."],
     ["All sites showed elevated lead levels.", "Most of the sites showed elevated lead levels.", "The sites "
         "showed elevated lead levels."]),
    ("Coffee intake was associated with a lower risk of gout.",
     ["Coffee intake was associated with a lower risk of gout."],
     ["Coffee intake lowers the risk of gout.", "Coffee intake prevents gout.", "Coffee intake was associated "
         "with a higher risk of gout."]),
    ("Our parser had the highest recall of the four parsers tested.",
     ["Of the four parsers tested, our parser had the highest recall."],
     ["Our parser has the highest recall.", "Our parser achieves state-of-the-art recall.",
      "Of the four parsers tested, our parser had the lowest recall."]),
    ("These results suggest that the lesion precedes the plaque.",
     ["The results suggest that the lesion precedes the plaque.", "The lesion may precede the plaque."],
     ["The lesion precedes the plaque.", "The results prove that the lesion precedes the plaque."]),
    ("We will test whether the sensor drifts at high humidity.",
     ["It will be tested whether the sensor drifts at high humidity."],
     ["The sensor drifts at high humidity."]),
    ("Chen and co-workers claimed that the alloy is superconducting; we could not reproduce this.",
     [], ["The alloy is superconducting."]),
    ("Random forests were outperformed by boosting on all nine data sets.",
     ["Boosting outperformed random forests on all nine data sets."],
     ["Random forests outperformed boosting on all nine data sets."]),
    ("Mean age was 54 and 61 years in the control and intervention groups, respectively.",
     ["Mean age was 61 years in the intervention group."],
     ["Mean age was 54 years in the intervention group."]),
    ("Precision was 0.77 and recall was 0.64.",
     ["Recall was 0.64.", "Precision was 0.77."],
     ["Recall was 0.77.", "F1 was 0.77.", "Specificity was 0.64."]),
    ("Glacier retreat preceded the expansion of the lake by a decade.",
     ["The expansion of the lake followed glacier retreat by a decade."],
     ["The expansion of the lake preceded glacier retreat by a decade."]),
    ("Of the women with anaemia, 40% were vegetarians.",
     ["40% of the women with anaemia were vegetarians."],
     ["40% of vegetarians were women with anaemia."]),
    ("Convolutional neural networks (CNNs) detected all fractures.",
     ["CNNs detected all fractures."],
     ["RNNs detected all fractures."]),
    ("The pilot involved a single site.", ["The pilot involved one site."], ["The study involved many sites."]),
    ("At least 30% of the samples were contaminated.",
     ["More than 25% of the samples were contaminated."],
     ["30% of the samples were contaminated.", "More than 40% of the samples were contaminated."]),
    ("Nearly 2,000 dives were logged.", ["About 2,000 dives were logged."], ["More than 2,000 dives were logged."]),
    ("Seven of ten reviewers agreed.", ["70% of the reviewers agreed.", "Most reviewers agreed."],
     ["All reviewers agreed.", "A minority of reviewers agreed."]),
    ("The kernel ran twice as fast as the baseline.", ["The kernel was two times as fast as the baseline."],
     ["The kernel ran three times as fast as the baseline.", "The kernel ran 2% faster than the baseline."]),
    ("Accuracy fell when the layer was removed.", ["Accuracy decreased when the layer was removed."],
     ["Accuracy rose when the layer was removed.", "Accuracy fell when the layer was added."]),
    ("Smokers had more cavities than non-smokers.", ["Non-smokers had fewer cavities than smokers."],
     ["Smokers had fewer cavities than non-smokers.", "Smoking causes cavities."]),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence"), [(claim, evidence) for evidence, sound, _ in PAIRS for claim in sound])
def test_a_claim_that_follows_is_entailed(claim: str, evidence: str) -> None:
    judgement = JUDGE.judge(claim, Evidence((evidence,)))
    assert judgement.verdict == "entailed", judgement.reason


@pytest.mark.parametrize(("claim", "evidence"), [(claim, evidence) for evidence, _, false in PAIRS for claim in false])
def test_a_claim_that_does_not_follow_is_not_entailed(claim: str, evidence: str) -> None:
    judgement = JUDGE.judge(claim, Evidence((evidence,)))
    assert judgement.verdict != "entailed"
    assert judgement.codes and set(judgement.codes) <= set(CODES)
    assert judgement.reason
