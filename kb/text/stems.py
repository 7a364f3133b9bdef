"""Keys under which inflected, derived and differently spelled forms of one word meet.

A key is for comparison only; it need not be a word. British spellings fold into American ones, Greek letters into their
names, and Snowball stems are cut a little further, so that inhibit, inhibitor and inhibition are one key.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau",
    "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
GREEK_NAMES = frozenset(GREEK.values()) - {"mu", "nu", "pi", "eta", "xi", "chi", "phi"}
_SPELLING = (
    (re.compile(r"our(?=s?$|ed$|ing$|al|ful|able)"), "or"),
    (re.compile(r"(?<=[a-z]{3})is(?=(?:e|es|ed|ing|ation|ations|er|ers)$)"), "iz"),
    (re.compile(r"ys(?=(?:e|es|ed|ing)$)"), "yz"),
    (re.compile(r"(?<=[a-z])aem"), "em"), (re.compile(r"^haem"), "hem"), (re.compile(r"^oe(?=s|d)"), "e"),
    (re.compile(r"^anaem"), "anem"), (re.compile(r"paed"), "ped"), (re.compile(r"^leuk?aem"), "leukem"),
    (re.compile(r"^foet"), "fet"), (re.compile(r"gynaec"), "gynec"), (re.compile(r"diarrhoe"), "diarrhe"),
    (re.compile(r"tre(?=s?$)"), "ter"), (re.compile(r"ll(?=ed$|ing$|er$)"), "l"), (re.compile(r"sulph"), "sulf"),
    (re.compile(r"mme(?=s?$)"), "m"), (re.compile(r"ageing"), "aging"),
)  # fmt: skip
_IRREGULAR = {
    "rose": "rise", "risen": "rise", "fell": "fall", "fallen": "fall", "grew": "grow", "grown": "grow", "led": "lead",
    "mice": "mouse", "men": "man", "women": "woman", "children": "child", "shown": "show", "found": "find",
    "lost": "lose", "held": "hold", "better": "good", "bacteria": "bacterium", "criteria": "criterion",
    "analyses": "analyse", "analysis": "analyse", "analyzed": "analyse", "analyze": "analyse", "relapses": "relapse",
    "drove": "drive", "driven": "drive", "began": "begin", "begun": "begin", "bound": "bind",
    "became": "become", "gave": "give", "given": "give", "took": "take", "taken": "take", "kept": "keep",
    "slept": "sleep", "wrote": "write", "chosen": "choose", "chose": "choose", "sought": "seek", "made": "make",
    "spread": "spread", "underwent": "undergo", "arose": "arise", "arisen": "arise", "people": "person",
    "dying": "die", "died": "die", "dead": "die", "death": "die", "deaths": "die", "mortality": "mortal",
    "worse": "bad",
    "beaten": "beat", "frozen": "freeze", "froze": "freeze", "broke": "break", "broken": "break",
    "sank": "sink", "sunk": "sink", "swam": "swim", "swum": "swim", "flew": "fly", "flown": "fly", "shrank": "shrink",
    "shrunk": "shrink", "fed": "feed", "bred": "breed", "bled": "bleed", "shook": "shake", "shaken": "shake",
    "wore": "wear", "worn": "wear", "tore": "tear", "torn": "tear", "ran": "run", "ate": "eat", "eaten": "eat",
    "stole": "steal", "stolen": "steal", "won": "win", "built": "build", "taught": "teach",
    "thought": "think", "withdrew": "withdraw", "withdrawn": "withdraw", "hidden": "hide", "hid": "hide",
    "phenomena": "phenomenon", "hypotheses": "hypothesis", "diagnoses": "diagnosis", "diagnosed": "diagnosis",
    "diagnosing": "diagnosis", "diagnostic": "diagnosis", "mitochondrial": "mitochondria",
    "mitochondrion": "mitochondria",
    "bacterial": "bacterium", "viral": "virus", "viruses": "virus", "cellular": "cell", "tumoral": "tumor",
    "neuronal": "neuron", "neural": "neuron", "neurons": "neuron", "neurone": "neuron", "neurones": "neuron",
    "genetic": "gene", "genetically": "gene", "hepatic": "liver", "renal": "kidney", "pulmonary": "lung",
    "cardiac": "heart", "cerebral": "brain", "dietary": "diet", "metabolic": "metabolism", "nuclear": "nucleus",
    "nuclei": "nucleus", "embryos": "embryo", "embryonic": "embryo", "clinical": "clinic", "cancerous": "cancer",
    "muscular": "muscle", "vascular": "vessel", "murine": "mouse", "maternal": "mother",
    "hepatocellular": "hepatocellular",
    "thymic": "thymus", "arterial": "artery", "spinal": "spine", "epidemiological": "epidemiology", "obese": "obesity",
    "diabetic": "diabetes", "hypertensive": "hypertension", "septic": "sepsis", "apoptotic": "apoptosis",
    "metastatic": "metastasis", "metastases": "metastasis", "anaemic": "anemia", "anemic": "anemia",
    "pregnant": "pregnancy", "pregnancies": "pregnancy", "schizophrenic": "schizophrenia", "asthmatic": "asthma",
    "microbial": "microbe", "microbiome": "microbiota", "smokers": "smoke", "smoker": "smoke", "users": "use",
    "user": "use",
    "synaptic": "synapse", "fungal": "fungus", "fungi": "fungus", "larval": "larva", "larvae": "larva", "seeds": "seed",
}  # fmt: skip
#: words that Snowball would merge with a word of another meaning
_KEPT_APART = {
    "effective": "effectiv", "effectively": "effectiv", "effectiveness": "effectiv", "ineffective": "ineffectiv",
    "activity": "activity", "activities": "activity", "active": "active", "actively": "active", "general": "general",
    "generally": "generally", "responsive": "responsive", "comparable": "comparable", "comparably": "comparable",
    "comparative": "comparative",
    "identical": "identical", "identity": "identity", "identify": "identify", "identified": "identify",
    "identifies": "identify",
    "identification": "identify", "equal": "equal", "equally": "equal", "constant": "constant",
    "unresponsive": "unresponsive", "relative": "relative", "relatively": "relative", "responsible": "responsibl",
    "important": "important", "importance": "important", "universal": "universal", "organism": "organism",
    "organisms": "organism", "severe": "severe", "severely": "severe", "several": "several", "experience": "experience",
    "university": "university", "interest": "interest", "interesting": "interesting", "internal": "internal",
    "native": "native", "nation": "nation", "ration": "ration", "animal": "animal", "animals": "animal",
    "business": "business", "likely": "likely", "unlikely": "unlikely", "used": "use", "using": "use", "uses": "use",
    "sign": "sign", "signal": "signal", "signals": "signal", "signaling": "signal", "signalling": "signal",
    "significant": "significant", "significantly": "significant", "significance": "significant",
    "negative": "negative", "negatively": "negative", "positive": "positive", "positively": "positive",
    "frequency": "frequency", "frequencies": "frequency", "supplement": "supplement", "supplementation": "supplement",
    "individual": "individual", "individuals": "individual", "present": "present", "presence": "presence",
    "represent": "represent", "represents": "represent", "president": "president", "station": "station",
    "stationary": "stationary", "objective": "objective", "object": "object", "subjective": "subjective",
    "direction": "direction", "directed": "directed", "director": "director", "incident": "incident",
    "incidence": "incidence", "independent": "independent", "independently": "independent",
}  # fmt: skip
_DERIVED = re.compile(r"(?:ator|or|er|ment|ness|iti|ity|iv|abl|ibl|anc|enc|ant|ent|at|ic|al|ion)$")


@lru_cache(maxsize=1)
def _snowball() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The key of one word (letters, digits, inner hyphens), whatever its case."""
    lower = word.lower().replace("'s", "").replace("’s", "")
    lower = "".join(GREEK.get(letter, letter) for letter in lower)
    if not lower.isalpha() or not lower.isascii():
        return lower
    if lower in _KEPT_APART:
        return _KEPT_APART[lower]
    lower = _IRREGULAR.get(lower, lower)
    for pattern, american in _SPELLING:
        lower = pattern.sub(american, lower)
    lower = _IRREGULAR.get(lower, lower)
    key: str = _snowball().stemWord(lower)
    if len(key) >= 7:
        shorter = _DERIVED.sub("", key)
        if len(shorter) >= 5:
            return shorter
    return key
