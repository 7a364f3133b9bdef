"""Direction and negation: which words point up or down, on which axis, and what a negation reaches.

Opposites are words of one axis with opposite signs. `amount` is the axis of more and less, of presence and absence;
`quality` that of better and worse, which becomes an amount only for a metric whose good direction is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from .lexicon import words
from .stems import stem

UP = words("""
    increase increases increased increasing raise raised rise rising elevate elevation enhance enhancement
    promote promotion stimulate stimulation accelerate acceleration upregulate upregulation up-regulate
    up-regulated augment amplify higher high greater more larger bigger expand expansion intensify strengthen
    stronger encourage facilitate activate activation favor overexpression overexpress longer prolong prolonged
    abundant exceed outnumber multiply surge heighten potentiate boost foster double triple excess excessive
    excessively drive accumulate accumulation induce induction induces trigger elicit produce generate
    cause causes causing lead leads leading mediate enable restore rescue provoke evoke upward highest largest
    maximal
""")
DOWN = words("""
    decrease decreases decreased decreasing reduce reduction lower low decline declining fall falling drop
    dropped diminish suppress suppression suppressor inhibit inhibition inhibitor block blockade prevent
    prevention impair impairment attenuate attenuation slow slowing downregulate downregulation
    down-regulate down-regulated lessen less fewer smaller deplete depletion abolish abolition eliminate
    elimination weaken weaker impede hinder disrupt disruption inactivate inactivation repress repression
    silence silencing antagonize antagonist shorten shorter mitigate alleviate ameliorate protect protects
    protection protective limit restrict minimize halve scarce knockdown knockout removal remove deletion delete
    ablation ablate loss lose lack lacking absence absent deficiency deficient null discourage counteract curb
    dampen avert abrogate abrogation degrade interrupt interfere interference downward lowest smallest minimal
    arrest terminate withdrawal breakdown dysfunction restrain constrain deactivate deactivation downmodulate
    downmodulation destabilize down-modulation diminution quench curtail counter
""")
ZERO = words("""
    unchanged unaffected unaltered unrelated stable steady constant similar similarly equivalent equal equally
    identical comparable comparably independent independently nonsignificant non-significant insignificant
    irrelevant uncorrelated dispensable unresponsive noninferior non-inferior
""")
CHANGE = words("""
    affect effect alter alteration change influence impact differ difference different correlate correlation
    associate association associated relate related relation relationship link linked predict predictive
    predictor regulate regulation modulate depend dependent determine determinant role involve involved
    implicate interact modify responsive associates shape vary variation
""")
#: other axes: the words of the plus side, a bar, the words of the minus side
_AXES = """
quality: improve improved improvement better best good benefit beneficial favorable superior advantageous
 useful | worsen worse worst degrade deteriorate deterioration hurt
 bad harm harmful detrimental deleterious adverse unfavorable inferior poorer poor
 useless
effective: effective effectively efficacious efficacy effectiveness successful | ineffective ineffectively
 inefficacious futile
resist: resistant resistance resist refractory tolerant | susceptible susceptibility sensitive sensitivity
 vulnerable vulnerability hypersensitive sensitize sensitise responsive
sign: positive positively direct | negative negatively inverse inversely
need: necessary required require requires requirement essential indispensable needed crucial | dispensable
 unnecessary redundant nonessential non-essential
accuracy: accurate accurately precise reliable reliably valid correct correctly | inaccurate inaccurately
 imprecise unreliable invalid incorrect incorrectly wrong
speed: faster quicker quickly rapid rapidly fast accelerate speed-up | slower slowly sluggish slow decelerate
safety: safe safely harmless benign nontoxic | unsafe toxic dangerous hazardous
win: outperform outperformed surpass beat out-yield exceed superior | underperform underperformed trail lag
 inferior
frequency: common commonly frequent frequently prevalent often usual | rare rarely uncommon infrequent
 infrequently unusual
order: precede preceded before prior antecede | follow followed after
importance: major important key critical central considerable substantial substantially markedly large | minor
 unimportant trivial negligible modest slight slightly small marginal
possible: possible feasible | impossible infeasible excluded
agree: agree consistent confirm corroborate concordant support supports supported | disagree inconsistent
 contradict refute discordant undermine reject
significance: significant significantly | nonsignificant insignificant non-significant
linear: homogeneous uniform | heterogeneous nonuniform variable
stiffness: stiff rigid | soft compliant
place: inside within intracellular internal | outside extracellular external
start: begin start initiate onset | stop end terminate cease
same: replicated reproduced replicate replication reproducible | single irreproducible unreplicated
sufficient: sufficient adequate enough | insufficient inadequate
symptoms: symptomatic | asymptomatic
heat: exothermic | endothermic
height: taller tallest | shorter shortest
mass: heavier heaviest | lighter lightest
hardness: harder hardest | softer softest
thickness: thicker thickest | thinner thinnest
width: wider widest broader broadest | narrower narrowest
depth: deeper deepest | shallower shallowest
warmth: warmer warmest hotter hottest | cooler coolest colder coldest
brightness: brighter brightest | dimmer dimmest darker darkest fainter faintest
noise: louder loudest noisier noisiest | quieter quietest
years: older oldest elder | younger youngest
density: denser densest | sparser sparsest
distance: farther farthest | nearer nearest closer closest
steepness: steeper steepest | flatter flattest
moisture: wetter wettest | drier driest
roughness: rougher roughest | smoother smoothest
ease: easier easiest | harder hardest
price: dearer costlier | cheaper cheapest
sharpness: sharper sharpest | blunter bluntest blurrier
wealth: rich | poor
"""

#: axes of which only comparatives and superlatives are directions: "in shallow water" says nothing of more or less
_DEGREES = words(
    "height mass hardness thickness width depth warmth brightness noise years density distance steepness moisture"
    " roughness ease price sharpness"
)

LOWER_IS_BETTER = words("""
    error errors loss rmse mae mse perplexity latency wer mortality mortal pain runtime time cost symptom
    symptoms severity death deaths incidence toxicity complication hazard relapse bias residual mape fid risk
    morbidity burden disease anxiety depression infection failure die readmission delay
    regret divergence overhead footprint rmsd ber eer ece nll bpc brier hallucination hallucinations distortion
    inception fréchet frechet false misclassification deviation discrepancy fatality
""")
HIGHER_IS_BETTER = words("""
    accuracy f1 auc auroc auprc precision recall sensitivity specificity bleu rouge survival efficacy yield
    quality throughput performance function adherence cognition memory fitness health efficiency r2 map ndcg
    psnr ssim speedup kappa correctness mrr roc goodput fps
    dice iou response recovery tolerance strength compliance longevity lifespan
""")


@dataclass(frozen=True)
class Polar:
    """A direction: `sign` is +1 or -1 on `axis`, 0 for no change, 2 for a change whose direction is not said."""

    axis: str
    sign: int


@lru_cache(maxsize=1)
def _polars() -> dict[str, tuple[Polar, ...]]:
    found: dict[str, list[Polar]] = {}

    def add(names: Iterable[str], polar: Polar) -> None:
        for word in names:
            if polar not in found.setdefault(stem(word), []):
                found[stem(word)].append(polar)

    for entry in re.findall(r"(\w+): ([^|]+)\|([^:]+?)(?=\w+:|\Z)", _AXES):
        axis, plus, minus = entry
        add(plus.split(), Polar(axis, 1))
        add(minus.split(), Polar(axis, -1))
    add(UP, Polar("amount", 1))
    add(DOWN, Polar("amount", -1))
    add(ZERO, Polar("amount", 0))
    add(CHANGE, Polar("amount", 2))
    return {key: tuple(polars) for key, polars in found.items()}


@lru_cache(maxsize=100_000)
def polars(word: str) -> tuple[Polar, ...]:
    """The directions of one word, none for most words."""
    key = stem(word)
    known = _polars().get(key)
    if known and not word.lower().endswith(("er", "est")):
        known = tuple(polar for polar in known if polar.axis not in _DEGREES)
    if known and word.lower().endswith("ness"):
        known = tuple(polar for polar in known if polar.axis != "wealth")  # species richness is a count
    if known is None and (prefix := re.match(r"(?:non-?|un|dis|de|dys)(?=\w{4})", word.lower())):
        plain = _polars().get(stem(word[prefix.end() :]), ())
        return tuple(Polar(polar.axis, -polar.sign) for polar in plain if polar.sign in (1, -1))
    return known or ()


@lru_cache(maxsize=4096)
def metric_direction(word: str) -> int | None:
    """+1 where more is better, -1 where less is better, None where it is not known."""
    key = stem(word)
    if key in _stems(LOWER_IS_BETTER):
        return -1
    return 1 if key in _stems(HIGHER_IS_BETTER) else None


#: what a metric is a metric of, besides being good or bad
_PACE = {-1: words("latency runtime duration time delay"), 1: words("throughput speed velocity pace fps")}
_CORRECTNESS = words("error errors mae rmse mse rmsd deviation misclassification residual residuals")


def on_metric(directions: tuple[Polar, ...], named: Iterable[str]) -> tuple[Polar, ...]:
    """What the directions of one word come to where it points at the words `named`.

    To degrade a protein is less of it, to degrade perplexity is worse: beside a metric whose good direction is known
    only the judgement is kept. Less latency is faster, less error more accurate.
    """
    stems = {stem(word) for word in named}
    known = any(metric_direction(word) is not None for word in stems)
    if known and any(polar.axis == "quality" for polar in directions):
        directions = tuple(polar for polar in directions if polar.axis != "amount")
    found = list(directions)
    for polar in directions:
        if polar.axis != "amount" or polar.sign not in (1, -1):
            continue
        found += [Polar("speed", polar.sign * sign) for sign, metrics in _PACE.items() if stems & _stems(metrics)]
        if stems & _stems(_CORRECTNESS):
            found.append(Polar("accuracy", -polar.sign))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=64)
def _stems(names: frozenset[str]) -> frozenset[str]:
    return frozenset(stem(name) for name in names)


_NOT_NEGATIONS = re.compile(
    r"\bnot only\b|\bno (?:more|less|fewer|later|earlier) than\b|\bwhether or not\b|\bif not\b|\bno doubt\b"
    r"|\bnot surprisingly\b"
    r"|\bnot unexpectedly\b|\bno\. ?\d|\bnothing but\b|\bnon-inferior",
    re.IGNORECASE,
)  # fmt: skip
_NEGATIONS = re.compile(
    r"\b(?:(?<!but )(?<!and )not|never|cannot|neither|nor|none|nobody|nothing|n't|unable to|inability to"
    r"|incapable of|fail(?:s|ed|ing|ure)? to"
    r"|rather than|instead of|unlikely to|insufficient to|no longer)\b|(?<=\w)n[’']t\b",
    re.IGNORECASE,
)
_SHORT_NEGATIONS = re.compile(r"\b(?:no|without|in the absence of|but not|and not)\b", re.IGNORECASE)
#: short asides such as "(p < 0.05)" do not end the reach of a negation
_ASIDE = re.compile(r"\([^()]{1,40}\)")
_END = re.compile(
    r"[;:()\[\]—]|,?\s(?:but|whereas|while|although|though|however|because|suggesting|indicating|unless|except"
    r"|despite|yet"
    r"|thereby|thus)\b|,\s(?:and|which|with|when|if|we|it|they|this|suggest\w+|indicat\w+)\b"
    r"|\sand\s(?:\w+ly\s)?(?:\w+ed|is|are|was|were|has|have|had|can|may|did|does)\b",
    re.IGNORECASE,
)


def negated_spans(text: str) -> list[tuple[int, int, int]]:
    """What negations reach in a sentence (normalised text): start of the cue, end of the cue, end of its clause."""
    masked = _ASIDE.sub(lambda match: "·" * len(match.group()), text)
    masked = _NOT_NEGATIONS.sub(lambda match: "·" * len(match.group()), masked)
    spans: list[tuple[int, int, int]] = []
    for cue in _NEGATIONS.finditer(masked):
        end = _END.search(masked, cue.end())
        spans.append((cue.start(), cue.end(), end.start() if end else len(text)))
    for cue in _SHORT_NEGATIONS.finditer(masked):
        ends = [
            match.start()
            for match in (_END.search(masked, cue.end()), re.compile(",").search(masked, cue.end()))
            if match
        ]
        spans.append((cue.start(), cue.end(), min([*ends, len(text)])))
    return spans
