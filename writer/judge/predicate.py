"""What a claim says of what: its predicate and the heads of its subject and object, each of which needs a licence.

A claim may leave a word or two of its own unlicensed where it only wraps up what the evidence says; the verb, what is
said with "is", who does it and what it is done to are never such words.
"""

from __future__ import annotations

from collections.abc import Collection

from ...kb.text.lexicon import words
from ...kb.text.stems import stem
from .reading import Reading, Word
from .verbs import AUXILIARIES, BE, OPENERS, PREPOSITIONS, Verb, form, verbs

#: verbs that say little more than that something is so, beside the light ones
_SLIGHT = frozenset(
    stem(word)
    for word in words(
        """
        remain become seem appear prove turn tend stay keep give take get go undergo yield achieve reach attain exhibit
        possess represent constitute comprise consist belong exist perform carry conduct apply enable allow help
        require need hold held name call confer contribute account result follow characterize characterise describe
        conclude note state argue confirm establish estimate detect record document illustrate differ correspond
        concern serve
        """
    )
)
_PRONOUNS = words("it they this these those both he she we which who that one ones each")
_RELATIVES = frozenset({"which", "that", "who"})
_JOINTS = frozenset({"and", "or", ","})


def unlicensed(claim: Reading, evidence: Reading, context: frozenset[str], directed: Collection[int]) -> Word | None:
    """The first head of the claim without a licence; `directed` words are licensed by direction or by numbers."""
    for word in _predicates(claim):
        if not _licensed(word, evidence, directed):
            return word
    for word, theirs in _arguments(claim, evidence):
        if _licensed(word, evidence, directed):
            continue
        rivals = [other for other in theirs if other.text.lower() in _PRONOUNS or not other.keys & claim.keys]
        if not word.keys & context or (rivals and not any(r.text.lower() in _PRONOUNS for r in rivals)):
            return word
    return None


def displaced(claim: Reading, evidence: Reading) -> Word | None:
    """A subject of the claim that the evidence has, but not as the subject of the same verb, which is another there."""
    theirs = verbs(evidence)
    for verb in verbs(claim):
        mine = [word for word in subjects(claim, verb) if not word.light]
        same = [other for other in theirs if other.word.keys & verb.word.keys and other.passive == verb.passive]
        if verb.word.light or not mine or not same or _describes(claim, verb):
            continue
        same = [other for other in same if subjects(evidence, other)]
        if same and all(_another(mine, verb, other, claim, evidence) for other in same):
            return mine[0]
    return None


def generalised(claim: Reading, borne: Collection[int]) -> Word | None:
    """A verb that says in the present what something does to another, where only two numbers of a sample bear it."""
    for verb in verbs(claim):
        present = not form(verb.word.text.lower()).startswith("past")
        if present and verb.word.index in borne and subjects(claim, verb) and objects(claim, verb):
            return verb.word
    return None


def _another(mine: list[Word], verb: Verb, other: Verb, claim: Reading, evidence: Reading) -> bool:
    """Whether the subject of `other` is something that the claim does not name."""
    theirs = subjects(evidence, other)
    theirs_too = [*theirs, *_means(evidence, other)]
    if any(word.keys & head.keys for word in mine for head in theirs_too):
        return False
    if bool(objects(claim, verb)) != bool(objects(evidence, other)):
        return False
    named = [head for head in theirs if head.content and not head.light]
    first = min(each.word.index for each in verbs(evidence) if each.start == other.start)
    hanging = [word for word in evidence.content if other.start <= word.index < first]
    if named and any(word.keys & mine[0].keys for word in hanging):
        return True
    return bool(named) and not any(head.keys & claim.keys for head in theirs)


def _means(reading: Reading, verb: Verb) -> list[Word]:
    """What stands behind "via", "through" or "by": it does what is done by its means."""
    found: list[Word] = []
    inside = False
    for token in reading.words[verb.word.index + 1 : verb.end]:
        if token.text.lower() in PREPOSITIONS:
            inside = token.text.lower() in ("via", "through", "by")
        elif inside and token.content:
            found.append(token)
    return found


def _licensed(word: Word, evidence: Reading, directed: Collection[int]) -> bool:
    return word.light or word.index in directed or bool(word.keys & evidence.keys)


def _predicates(claim: Reading) -> list[Word]:
    """The full verbs and what stands after a form of "be", without those that say little."""
    taken = verbs(claim)
    heads = {verb.word.index for verb in taken}
    taken = [verb for verb in taken if not _describes(claim, verb)]
    found = [verb.word for verb in taken if verb.word.content and stem(verb.word.text) not in _SLIGHT]
    for start, end in _predicatives(claim, heads):
        found += [word for word in _heads(claim.words, start, end) if word.content and stem(word.text) not in _SLIGHT]
    return found


def _describes(claim: Reading, verb: Verb) -> bool:
    """Whether a participle only describes the noun after it, or the one before it: "activate labelled cells"."""
    if not form(verb.word.text.lower()).startswith("past"):
        return False
    before = claim.words[verb.word.index - 1] if verb.word.index else None
    after = claim.words[verb.word.index + 1] if verb.word.index + 1 < len(claim.words) else None
    if before is None or before.text.lower() in AUXILIARIES:
        return False
    closed = after is not None and after.text == ","
    return closed or (form(before.text.lower()).startswith("base") and before.content)


def _predicatives(claim: Reading, heads: set[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for token in claim.words:
        if token.text.lower() not in BE or token.text.lower() in ("be", "being"):
            continue
        end = next((w.index for w in claim.words[token.index + 1 :] if _stops(w)), len(claim.words))
        if not any(token.index < index < end for index in heads):
            found.append((token.index + 1, end))
    return found


def _stops(word: Word) -> bool:
    lower = word.text.lower()
    return lower in PREPOSITIONS | OPENERS or word.text in ";:()"


def _arguments(claim: Reading, evidence: Reading) -> list[tuple[Word, list[Word]]]:
    """Heads of subjects and objects of the claim, each with the words that fill the same place in the evidence."""
    found: list[tuple[Word, list[Word]]] = []
    theirs = verbs(evidence)
    for verb in verbs(claim):
        same = [other for other in theirs if other.word.keys & verb.word.keys] or theirs
        filled = [word for other in same for word in subjects(evidence, other)]
        found += [(word, filled) for word in subjects(claim, verb) if word.content]
        received = [word for other in same for word in objects(evidence, other)]
        found += [(word, received) for word in objects(claim, verb)]
    return found


def subjects(reading: Reading, verb: Verb) -> list[Word]:
    """The heads of what stands before a verb, pronouns included; what hangs on a preposition is no head."""
    tokens = reading.words
    stop = next(
        (i for i in range(verb.start, verb.word.index) if tokens[i].text.lower() in AUXILIARIES), verb.word.index
    )
    start = verb.start
    if start < stop and tokens[start].text.lower() in PREPOSITIONS | {"to"}:
        start = next((i + 1 for i in range(start, stop) if tokens[i].text == ","), stop)
    if start and tokens[start - 1].text.lower() in _RELATIVES:
        return _heads(tokens, start, stop) or _antecedents(tokens, start - 1)
    return _heads(tokens, start, stop)


def _antecedents(tokens: tuple[Word, ...], relative: int) -> list[Word]:
    """What "which" may stand for: the content words before it, back to a verb or the last comma but one."""
    found: list[Word] = []
    for token in reversed(tokens[:relative]):
        if token.text == "," and not found:
            continue
        if token.text in ",;:()" or token.text.lower() in AUXILIARIES or form(token.text.lower()) == "past":
            break
        found += [token] if token.content else []
    return found


def objects(reading: Reading, verb: Verb) -> list[Word]:
    """The heads of what stands right after a verb that is not passive."""
    if verb.passive:
        return []
    tokens = reading.words
    end = next((i for i in range(verb.word.index + 1, min(verb.end, len(tokens))) if _stops(tokens[i])), verb.end)
    return [word for word in _heads(tokens, verb.word.index + 1, end) if word.text.lower() not in _PRONOUNS]


def _heads(tokens: tuple[Word, ...], start: int, end: int) -> list[Word]:
    """The last word of each coordinated phrase before its own complement."""
    found: list[Word] = []
    current: Word | None = None
    inside = False
    for token in tokens[start : min(end, len(tokens))]:
        lower = token.text.lower()
        if lower in _JOINTS or token.text in "()":
            found += [current] if current else []
            current, inside = None, False
        elif lower in PREPOSITIONS or (current and form(lower) == "past"):
            inside = True
        elif not inside and (token.content or lower in _PRONOUNS):
            current = token
    return [*found, current] if current else found
