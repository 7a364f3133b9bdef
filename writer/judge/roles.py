"""Who does what to whom, whatever the verb: the places of a claim's words around a verb that the evidence has too.

A closed list of directed verbs fails open for every verb that is not on it, so here any verb counts, also one that only
this paper uses. A word that stands before the verb in the claim and after it in the evidence has changed its place,
unless a passive, a noun of the verb ("displacement of B by A") or a symmetric verb explains it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...kb.text.lexicon import words
from ...kb.text.stems import stem
from .reading import Reading, Word
from .verbs import OPENERS, PREPOSITIONS, Verb, verbs

AGENT, PATIENT, SOLE = "agent", "patient", "sole"
_SOURCES = {"from"}
_GOALS = words("to into onto toward towards")
_SYMMETRIC = frozenset(
    stem(word)
    for word in words(
        "interact associate correlate coincide differ relate link compare resemble match meet converge diverge"
        " coexist co-occur cluster combine mix couple pair equal alternate overlap intersect cooperate compete"
        " is was reveal show find observe report have suggest indicate use"
    )
)
#: relations that cannot hold both ways at once, so that an exchange of sides is a contradiction
_ONE_WAY = frozenset(
    stem(word)
    for word in words(
        "displace replace outcompete outperform surpass precede follow exceed contain include cut overlie underlie"
        " supervise outnumber outweigh beat defeat dominate derive transfer flow supply supersede overtake outlive"
        " succeed postdate predate outlast outrank eclipse orbit acquire enclose"
    )
)


@dataclass(frozen=True)
class _Place:
    """Where a word stands around a verb: agent, patient, sole argument or the preposition before it."""

    word: Word
    role: str


@dataclass(frozen=True)
class _Frame:
    """A verb, or a noun made from it, with the places of the words around it."""

    verb: Word
    places: tuple[_Place, ...]

    def roles(self, word: Word) -> frozenset[str]:
        """The places of all words that license `word`."""
        return frozenset(place.role for place in self.places if place.word.keys & word.keys)


def swapped(claim: Reading, evidence: Reading) -> Word | None:
    """A verb of the claim around which two words have exchanged their places wherever the evidence has that verb."""
    given = frames(evidence)
    for wanted in frames(claim):
        if stem(wanted.verb.text) in _SYMMETRIC:
            continue
        same = [frame for frame in given if _same_verb(frame.verb, wanted.verb)]
        same = [frame for frame in same if frame.verb.denied == wanted.verb.denied] or same
        outcomes = [_disagrees(wanted, frame) for frame in same]
        decided = [outcome for outcome in outcomes if outcome is not None]
        if decided and all(decided):
            return wanted.verb
        if same and all(_substituted(wanted, frame, claim, evidence) for frame in same):
            return wanted.verb
    return None


def _substituted(wanted: _Frame, given: _Frame, claim: Reading, evidence: Reading) -> bool:
    """Whether the subject of the claim is another one that the evidence names in another place."""
    mine, theirs = _subjects(wanted), _subjects(given)
    before = evidence.words[given.verb.index - 1].text.lower() if given.verb.index else ""
    if not mine or not theirs or before == "to":
        return False
    there = frozenset[str]().union(*(word.keys for word in theirs))
    around = frozenset[str]().union(*(place.word.keys for place in given.places))
    strange = [word for word in mine if not word.keys & around and word.keys & evidence.keys and not word.light]
    left_out = [word for word in theirs if not word.keys & claim.keys and not word.light]
    return bool(strange) and bool(left_out) and not any(word.keys & there for word in mine if not word.light)


def _subjects(frame: _Frame) -> list[Word]:
    return [place.word for place in frame.places if place.role in (AGENT, SOLE)]


def one_way(verb: Word) -> bool:
    """Whether an exchange of sides contradicts, as it does for "displaced" and does not for "imitated"."""
    return stem(verb.text.rsplit("-", 1)[-1]) in _ONE_WAY


def frames(reading: Reading) -> list[_Frame]:
    """All verbs of a sentence with their places, and nouns followed by "of" as frames of the verb they are made of."""
    found: list[_Frame] = []
    all_verbs = verbs(reading)
    for verb in all_verbs:
        limits = [other.word.index for other in all_verbs if other.start == verb.start]
        found.append(_frame(reading.words, verb, limits))
    return found + _nouns(reading, {verb.word.index for verb in all_verbs})


def _same_verb(given: Word, wanted: Word) -> bool:
    return bool(given.keys & wanted.keys) or stem(given.text) == stem(wanted.text)


def _frame(tokens: tuple[Word, ...], verb: Verb, limits: list[int]) -> _Frame:
    first = min(limits)
    after = min([i for i in limits if i > verb.word.index], default=verb.end)
    before = _phrases(tokens, verb.start, first if first < verb.word.index else verb.word.index, AGENT)
    behind = _phrases(tokens, verb.word.index + 1, after, PATIENT)
    objects = any(role == PATIENT for _, role in behind)
    if verb.passive:
        before = [(word, PATIENT if role == AGENT else role) for word, role in before]
        behind = [(word, AGENT if role == "by" else "second" if role == PATIENT else role) for word, role in behind]
    elif not objects:
        before = [(word, SOLE if role == AGENT else role) for word, role in before]
    return _Frame(verb.word, tuple(_Place(word, role) for word, role in [*before, *behind]))


def _phrases(tokens: tuple[Word, ...], start: int, end: int, role: str) -> list[tuple[Word, str]]:
    """Content words with the preposition that governs them; "of" belongs to the phrase before it."""
    found: list[tuple[Word, str]] = []
    own, current = role, role
    for token in tokens[start:end]:
        lower = token.text.lower()
        if lower == "," and role == AGENT:
            current = own
        elif lower in OPENERS:
            break
        elif lower in PREPOSITIONS and lower != "of":
            current = lower
        elif token.content:
            found.append((token, current))
        elif token.text.isdigit() and token.index and tokens[token.index - 1].content:
            found.append((replace(token, keys=frozenset({token.text})), current))
    return found


def _nouns(reading: Reading, taken: set[int]) -> list[_Frame]:
    """ "Displacement of B by A": what follows "of" is acted on, what follows "by" acts."""
    found: list[_Frame] = []
    tokens = reading.words
    for i, token in enumerate(tokens[:-1]):
        complemented = tokens[i + 1].text.lower() in ("of", "from", "by", "to")
        means = tokens[i + 1].text.lower() == "by" and i + 2 < len(tokens) and tokens[i + 2].text.endswith("ing")
        if means or token.index in taken or len(token.text) < 5 or not token.content or not complemented:
            continue
        end = next((j for j in range(i + 1, len(tokens)) if j in taken or tokens[j].text in ";:,()"), len(tokens))
        inside = _phrases(tokens, i + 1, end, "of")
        acted = any(role == "by" for _, role in inside)
        named = {"of": PATIENT if acted else SOLE, "by": AGENT}
        found.append(_Frame(token, tuple(_Place(word, named.get(role, role)) for word, role in inside)))
    return found


def _disagrees(wanted: _Frame, given: _Frame) -> bool | None:
    """True where words changed places, False where two keep theirs, None where nothing can be told."""
    moved: list[tuple[str, frozenset[str]]] = []
    kept = 0
    for place in _telling(wanted):
        if any(place.word.keys & other.word.keys and other.role != place.role for other in wanted.places):
            continue
        theirs = given.roles(place.word)
        if not theirs:
            continue
        if any(_compatible(place.role, role) for role in theirs):
            kept += 1
        else:
            moved.append((place.role, theirs))
    if any(a != b and b in theirs_a and a in theirs_b for a, theirs_a in moved for b, theirs_b in moved):
        return True
    if any(_opposite(role, other) for role, theirs in moved for other in theirs) and not kept:
        return True
    return False if kept > 1 else None


def _telling(frame: _Frame) -> list[_Place]:
    return [place for place in frame.places if place.word.index != frame.verb.index]


def _compatible(ours: str, theirs: str) -> bool:
    return ours == theirs or (SOLE in (ours, theirs) and {ours, theirs} <= {AGENT, PATIENT, SOLE})


def _opposite(ours: str, theirs: str) -> bool:
    """Places that exclude each other even where only one word has moved."""
    pair = {ours, theirs}
    return pair == {AGENT, PATIENT} or (bool(pair & _SOURCES) and bool(pair & _GOALS))
