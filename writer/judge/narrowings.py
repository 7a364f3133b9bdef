"""What narrows a finding, and must stay with it: whom it was found in, at which setting, when, and in how many of them.

"In male rats" is not "in rats", "at a pH of 6.5" not "across the pH range", "between 1990 and 2005" not "since 1990",
"most of the 46 teachers" not "teachers", and "to our knowledge the first" not "the first". Each of these phrases must
be in the claim with all its words and numbers; a claim that leaves one out, or opens it, says more than its evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...kb.text import ladders
from ...kb.text.lexicon import words
from ...kb.text.polarity import metric_direction
from ...kb.text.quantities import Quantity
from ...kb.text.quantity_match import licenses
from ...kb.text.stems import stem
from .conditions import SETTINGS
from .reading import Reading, Word
from .verbs import AUXILIARIES, OPENERS, verbs

#: a circumstance that opens a clause and ends at its comma
_FRAME = re.compile(
    r"(?:^|(?<=[;:]\s))(?:In|On|At|With|Over|During|Within|Between|From|Under|For|Among|Amongst|Across|Throughout"
    r"|Until|Before"
    r"|After|Since|Following|By)\s(?P<inside>[^,;:()]{1,90})(?=,\s)",
    re.IGNORECASE,
)
_POPULATION = re.compile(r"\b(?:in|among|amongst)\s", re.IGNORECASE)
_PERIOD = re.compile(
    r"\b(?:over|during|within|between|from|until|throughout|for|in|since|by)\s(?:the\s)?(?:first|last|past|next"
    r"|final|initial)?"
    r"\s?(?:about\s)?$",
    re.IGNORECASE,
)
_TIMES = frozenset({"s", "min", "h", "day", "week", "month", "year", "decade", "century"})
#: frames that say where in the text, or from which study, and narrow nothing
_OF_THE_TEXT = re.compile(
    r"(?:the |our |this |these |that |a |an |all |both |each )?(?:present |current |first |second |previous "
    r"|prior |recent )?"
    r"(?:study|studies|paper|work|report|review|analys[ie]s|trial|experiments?|section|article|addition|contrast"
    r"|conclusion"
    r"|summary|particular|turn|fact|general|total|other words|example|instance|the first time|comparison|average|basis"
    r"|other hand|contrary|same time|least|present|time|result|line with|agreement|order to|detail|brief|short"
    r"|tables?|figures?|fig|all|both)\b",
    re.IGNORECASE,
)
#: words that say that there was a sample, and not which
_SAMPLE = frozenset(
    stem(word)
    for word in words(
        "study studied sample sampled samples survey surveyed tested included analysed analyzed examined total"
        " present current"
        " observed different several various two three four five six both number cases case group groups arm arms"
        " series cohort cohorts set our these those"
    )
)
_LIVING = frozenset(
    stem(word)
    for word in words(
        "women men boys girls children infants adolescents teenagers adults patients people individuals participants"
        " volunteers students pupils teachers nurses workers employees drivers users smokers athletes veterans"
        " residents"
        " households families mothers fathers rats mice dogs cats pigs rabbits monkeys birds fish larvae calves"
        " cows sheep"
    )
)
#: words for whoever was studied, whom the rest of the phrase tells
_ANYONE = frozenset(stem(word) for word in words("patients participants subjects individuals people persons cases"))
#: what narrows a noun from behind
_TAILS = words(
    "with without who whose that aged over under living working taking receiving from younger older below above"
)
#: a participle right behind a noun that a preposition governs
_PARTICIPLE = re.compile(
    r"(?:fed|treated|given|exposed|infected|diagnosed|born|raised|kept|grown|housed|assigned|randomi[sz]ed"
    r"|injected|enrolled"
    r"|recruited|trained|admitted|referred|[a-z]{3,}ing)\b"
)
_UP_TO = re.compile(r"\b(?:until|till|before|by|within|prior to|up to)\s(?:the\s)?(?:first\s)?$", re.IGNORECASE)
_FROM_ON = re.compile(r"\b(?:after|since|following|beyond)\s(?:the\s)?(?:first\s)?$", re.IGNORECASE)
_RESULT = re.compile(
    r"\W*(?:\d|half|most|many|some|few|all|both|none|one|two|three|four|five|six|seven|eight|nine|ten)\b"
)
_SETTING = re.compile(r"\b(?:at|under|with|using|for)\s(?:an?\s|the\s)?(?P<of>(?:[\w-]+\s){1,3})of\s$", re.IGNORECASE)
_RESULTS = words(
    "mean average median total sd rate ratio odds score value values deviation error interval range maximum"
    " minimum peak increase decrease reduction difference gain factor confidence level p number share proportion"
)
#: what stands at a value that was found, and not at one that was set
_REACHED = re.compile(
    r"\b(?:was|were|is|are|stood|stands|peak\w*|remain\w*|stay\w*|estimat\w+|averag\w+|set|reach\w*|saturat\w+|melt\w*"
    r"|boil\w*|occur\w*|resonat\w+|centred|centered|fixed)\s(?:\w+\s)?at\s$",
    re.IGNORECASE,
)
_SINCE = re.compile(r"\bsince\b|\bever after\b|\bonwards?\b", re.IGNORECASE)
_ALL_OF_IT = re.compile(
    r"\b(?:across|over|throughout|at|for|in) (?:the |all |any |every |the (?:whole|full|entire) )?(?:\w+ ){0,2}?"
    r"(?:range|ranges|values|spectrum|sizes|lengths|temperatures|doses|levels|concentrations|settings|pressures"
    r"|depths)\b",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"\b(?:most|many|some|few|half|several|majority|minority|subset|fraction|proportion|handful) of\b"
    r"|\b(?:in|for|by|on|among|at|with) (?:most|many|some|few|several) \w+"
    r"|\b(?:most|many|some|few|several) (?:\w+(?:ed|ing) )?(?=[a-z]+s\b)",
    re.IGNORECASE,
)
_OF_THEM = re.compile(
    r"(?:Of|Among|Out of) (?:the |our |these |all )?[\d,]+ (?P<of>[^,;]{3,60}), (?:only |just )?\w+ ", re.IGNORECASE
)
_KNOWLEDGE = re.compile(
    r"\bto (?:the best of )?(?:our|my|the authors['’]|their) knowledge\b|\bas far as (?:we|i) (?:know|are aware)\b"
    r"|\bwe (?:are|were) (?:not aware|unaware) of\b|\bso far as is known\b",
    re.IGNORECASE,
)
_REPORTED_KNOWLEDGE = re.compile(r"\bknowledge\b|\bknown\b|\baware\b|\bapparently\b|\breported(?:ly)?\b|\bappears?\b",
                                 re.IGNORECASE)  # fmt: skip


def dropped_narrowing(claim: Reading, evidence: Reading) -> str | None:
    """The first phrase that narrows the finding and is not, or not wholly, in the claim."""
    phrases = list(_phrases(evidence))
    kept = [span for span in phrases if _kept(claim, evidence, *span)]
    for start, end in phrases:
        if (start, end) not in kept and not _rivalled(claim, evidence, (start, end), kept):
            return evidence.text[start:end].strip()
    for quantity in (*_dated(evidence), *_set_at(evidence)):
        if not _same_value(quantity, claim) or _other_side(quantity, claim, evidence):
            return quantity.text
    opened = _SINCE.search(claim.text)
    return opened.group() if opened and not _SINCE.search(evidence.text) else None


def dropped_share(claim: Reading, evidence: Reading) -> str | None:
    """ "Most of the", "in some cases": a part of a sample, where the claim speaks of no part and no count."""
    part = _counted_part(claim, evidence)
    share = part or _SHARE.search(evidence.text)
    if not share or ladders.quantifiers(claim.text) or _SHARE.search(claim.text):
        return None
    if any(q.kind in ("share", "percent", "count", "fold") or q.noun for q in claim.quantities):
        return None
    counted = [word for word in evidence.content if share.end() <= word.start < share.end() + 60]
    plural = [word for word in counted if word.text.lower().endswith(("s", "n", "ice", "ople"))]
    if part:
        return part.group().strip()
    if not plural or re.search(r"\b(?:one|single|an?)\b", claim.text[:4], re.IGNORECASE):
        return None
    return share.group().strip()


def _counted_part(claim: Reading, evidence: Reading) -> re.Match[str] | None:
    """ "Nine of the 12 colonies", "two thirds of the shops", where the claim has the colonies or the shops."""
    for quantity in evidence.quantities:
        if quantity.kind in ("share", "percent") and quantity.role is None:
            part = re.compile(r"(?:\sof)?\s(?:the |all |these |our )?").match(evidence.text, quantity.end)
            begin = part.end() if part else quantity.end
            behind = [word for word in evidence.content if begin <= word.start < begin + 24]
            of = quantity.kind == "share" or evidence.text[quantity.end :].startswith(" of")
            if behind and of and _in(behind[0], claim):
                return re.compile(re.escape(quantity.text)).search(evidence.text, quantity.start)
    opened = _OF_THEM.match(evidence.text)
    whole = [word for word in evidence.content if opened and opened.start("of") <= word.start < opened.end("of")]
    return opened if whole and all(_in(word, claim) for word in whole) else None


def dropped_knowledge(claim: Reading, evidence: Reading) -> str | None:
    """ "To our knowledge", where the claim states flatly what the evidence only knows nothing against."""
    found = _KNOWLEDGE.search(evidence.text)
    return found.group() if found and not _REPORTED_KNOWLEDGE.search(claim.text) else None


def _phrases(evidence: Reading) -> Iterator[tuple[int, int]]:
    """Frames that open a clause, and populations anywhere, up to where their noun phrase or its tail ends."""
    framed: list[tuple[int, int]] = []
    for frame in _FRAME.finditer(evidence.text):
        if not _OF_THE_TEXT.match(frame["inside"]) and not re.match(r"(?:about )?[\d.,]+\s?%", frame["inside"]):
            framed.append(frame.span("inside"))
    yield from framed
    heads = {verb.word.start for verb in verbs(evidence)} | {
        word.start for word in evidence.words if word.text.lower() in AUXILIARIES
    }
    for match in _POPULATION.finditer(evidence.text):
        if any(start <= match.start() < end or match.end() == start for start, end in framed):
            continue
        end = _phrase_end(evidence, match.end(), heads)
        if reduced := _PARTICIPLE.match(evidence.text, end):
            end = _phrase_end(evidence, reduced.start(), heads, relative=True)
        inside = evidence.text[match.end() : end]
        named = any(match.end() <= word.start < end for word in evidence.content)
        if named and not _OF_THE_TEXT.match(inside) and not _RESULT.match(inside):
            yield match.end(), end
    yield from _groups(evidence, heads)


def _groups(evidence: Reading, heads: set[int]) -> Iterator[tuple[int, int]]:
    """Nouns of people and animals with what stands before and behind them: "older women with hip fractures"."""
    for word in evidence.content:
        if stem(word.text) in _LIVING and word.text.lower().endswith(("s", "n", "e")):
            first = word.index
            while first and evidence.words[first - 1].content and evidence.words[first - 1].start not in heads:
                first -= 1
            follows = evidence.words[word.index + 1].text.lower() if word.index + 1 < len(evidence.words) else ""
            relative = follows in ("who", "whose", "that")
            end = _phrase_end(evidence, word.end, heads, relative) if follows in _TAILS else word.end
            yield evidence.words[first].start, end


def _set_at(evidence: Reading) -> Iterator[Quantity]:
    """The numbers of a setting: "with a batch size of 64", "at 300 K"; those of a result are none."""
    for quantity in evidence.quantities:
        named = _SETTING.search(evidence.text[: quantity.start])
        if named and not any(metric_direction(w) or w.lower() in _RESULTS for w in named["of"].split()):
            yield quantity
        before = evidence.text[: quantity.start]
        if quantity.unit in SETTINGS and re.search(r"\bat\s$", before, re.IGNORECASE) and not _REACHED.search(before):
            yield quantity


def _phrase_end(evidence: Reading, start: int, heads: set[int], relative: bool = False) -> int:
    """Where a noun phrase ends: at punctuation, a clause opener, a finite verb or another circumstance.

    The verb of a relative clause that opens at `start` belongs to the phrase.
    """
    after = [word for word in evidence.words if word.start >= start]
    own = next((i for i, word in enumerate(after) if word.start in heads), -1) if relative else -1
    for word in after[own + 1 :]:
        lower = word.text.lower()
        if lower in ",;:()[]—" or word.start in heads or lower in OPENERS or lower in _ENDS:
            return word.start
    return len(evidence.text)


_ENDS = words(
    "in on at by during after before from to into than compared but while whereas versus via through using as and or"
)


def _kept(claim: Reading, evidence: Reading, start: int, end: int) -> bool:
    inside = [word for word in evidence.content if start <= word.start < end and stem(word.text) not in _SAMPLE]
    numbers = [
        q for q in evidence.quantities if start <= q.start < end and q.kind != "identifier" and not _of_sample(q)
    ]
    missing = [word for word in inside if not _in(word, claim) and stem(word.text) not in _ANYONE]
    if not any(_in(word, claim) for word in inside) and inside:
        return not _opens(evidence, start) or all(word.light for word in inside)
    return not missing and all(_same_value(q, claim) for q in numbers)


def _rivalled(claim: Reading, evidence: Reading, dropped: tuple[int, int], kept: list[tuple[int, int]]) -> bool:
    """Whether the claim is about another of several: all it has of this phrase stands in one that it keeps too."""
    shared = [w for w in evidence.content if dropped[0] <= w.start < dropped[1] and _in(w, claim)]
    for start, end in kept:
        inside = [word for word in evidence.content if start <= word.start < end]
        own = any(_in(word, claim) and not any(word.keys & w.keys for w in shared) for word in inside)
        if shared and own and all(any(word.keys & w.keys for w in inside) for word in shared):
            return True
    return False


def _in(word: Word, claim: Reading) -> bool:
    return bool(word.keys & claim.keys)


def _opens(evidence: Reading, start: int) -> bool:
    return not evidence.text[:start].strip().count(" ")


def _of_sample(quantity: Quantity) -> bool:
    """A count of those studied: a claim may leave it out."""
    return quantity.kind in ("count", "p-value", "identifier") and quantity.comparator == "="


def _dated(evidence: Reading) -> Iterator[Quantity]:
    """The numbers of a period that bounds the finding: "between 1990 and 2005", "within 30 days"."""
    timed = [q for q in evidence.quantities if q.kind == "year" or q.unit in _TIMES]
    found = [(q, before) for q in timed if (before := _PERIOD.search(evidence.text[: q.start]))]
    listed = [q for q, before in found if before.group().lower().startswith("in")]
    for quantity, _ in found:
        if quantity not in listed or len(listed) == 1:
            yield quantity


def _other_side(quantity: Quantity, claim: Reading, evidence: Reading) -> bool:
    """ "Until 2012" is not "after 2012"."""
    mine = [_side(claim, other) for other in claim.quantities if other.value == quantity.value]
    return {_side(evidence, quantity), *mine} >= {"before", "after"} and len(mine) == 1


def _side(reading: Reading, quantity: Quantity) -> str | None:
    before = reading.text[: quantity.start]
    if _UP_TO.search(before):
        return "before"
    return "after" if _FROM_ON.search(before) else None


def _same_value(quantity: Quantity, claim: Reading) -> bool:
    return (
        any(licenses(quantity, q) or q.value == quantity.value for q in claim.quantities) or quantity.text in claim.text
    )
