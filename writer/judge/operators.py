"""Words of direction in a sentence and what each of them points at: "reduced" in "reduced tumour growth".

Without a grammar the object is guessed from word order: what follows a transitive verb or an attribute, what follows
"of" or "in" after a noun, else the subject before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ...kb.text.lexicon import words
from ...kb.text.polarity import Polar, metric_direction, on_metric, polars
from ...kb.text.stems import stem
from .reading import Reading, Word

_PREPOSITIONS = words(
    "in on at by with from to for after during among between than as into within through throughout under over across"
    " against via per versus vs when while whereas if because since that which who compared relative and or but despite"
)
_AUXILIARIES = words(
    "is are was were be been being has have had do does did may might can could will would not also then to"
)
_ENDS_PHRASE = (_PREPOSITIONS - {"and", "or", "as"}) | _AUXILIARIES
_DETERMINERS = words("a an the its their his her our this these that those both all each some any such")
_NOUNS = words(
    """
    increase rise reduction decrease decline fall drop inhibition suppression activation loss lack absence
    deficiency knockdown knockout deletion depletion ablation silencing removal promotion enhancement
    improvement impairment effect effects impact influence association correlation difference change changes
    role risk inhibitor inhibitors suppressor induction prevention protection elevation gain growth accumulation
    formation increases decreases reductions relationship link regulation efficacy effectiveness resistance
    sensitivity susceptibility blockade disruption inactivation stability
"""
)
_PAST_VERBS = words("rose fell grew lost led drove had has were was is are")
_CLAUSE_OPENERS = words(
    "that but whereas while because when if after before where which who since although though upon unless"
)
#: verbs whose object follows a particle
_PARTICLES = {stem(verb): words(particles) for verb, particles in (("lead", "to"), ("protect", "against from"),
    ("protection", "against from"),
              ("contribute", "to"), ("result", "in"), ("interfere", "with"), ("associate", "with to"), ("correlate",
              "with to"),
              ("relate", "to"), ("prior", "to"), ("link", "to with"), ("resist", "to"), ("resistant", "to"),
              ("susceptible", "to"), ("sensitive", "to"))}  # fmt: skip
#: axes of adjectives and adverbs that take "more" and "less"
_GRADED = {"accuracy", "effective", "speed", "safety", "frequency", "resist", "importance"}
_OBJECTIVES = words("training train validation test dev entropy cross-entropy log hinge contrastive reconstruction"
                    " focal ranking adversarial auxiliary regression classification perceptual evaluation")  # fmt: skip
_COMPARATIVES = words("more less fewer greater higher lower larger smaller longer shorter faster slower better worse")


@dataclass(frozen=True)
class Operator:
    """A direction with its word, whether it is negated, the words it points at, and whether it stands as a verb."""

    word: Word
    polar: Polar
    negated: bool
    arguments: tuple[Word, ...]
    verb: bool

    @property
    def sign(self) -> int:
        """1 up, -1 down, 0 no change, 2 some change."""
        return self.polar.sign

    @property
    def argument_keys(self) -> frozenset[str]:
        """The keys of all words that it points at."""
        return frozenset().union(*(word.keys for word in self.arguments))


def operators(reading: Reading) -> list[Operator]:
    """All words of direction of a sentence, in order; a word may stand on several axes."""
    found: list[Operator] = []
    for word in reading.words:
        if not word.text[0].isalpha() or (
            not word.content and word.text.lower() not in _COMPARATIVES | {"most", "least", "often"}
        ):
            continue
        directions = _graded(reading, word, polars(word.text)) or _degree(reading, word)
        if not directions or _bounds_a_number(reading, word) or _is_objective(reading, word):
            continue
        arguments, verb = _arguments(reading, word)
        directions = on_metric(directions, [argument.text for argument in arguments])
        found += [_as_amount(Operator(word, polar, word.negated, arguments, verb)) for polar in directions]
    return found


def _graded(reading: Reading, word: Word, directions: tuple[Polar, ...]) -> tuple[Polar, ...]:
    """ "More accurate" is one direction, not two, and "less accurate" is the other one."""
    lower = word.text.lower()
    following = reading.words[word.index + 1] if word.index + 1 < len(reading.words) else None
    if lower in ("more", "less", "most", "least") and following and _is_graded(following):
        return ()
    previous = reading.words[word.index - 1].text.lower() if word.index else ""
    if previous in ("less", "least") and _is_graded(word):
        return tuple(replace(polar, sign=-polar.sign if polar.sign in (1, -1) else polar.sign) for polar in directions)
    return directions


def _is_graded(word: Word) -> bool:
    return any(polar.axis in _GRADED and polar.sign in (1, -1) for polar in polars(word.text))


def _degree(reading: Reading, word: Word) -> tuple[Polar, ...]:
    """Any other comparative ("quieter than", "more stable than") is an axis of its own."""
    than = any(token.text.lower() == "than" for token in reading.words[word.index + 1 : word.index + 7])
    after_more = word.index > 0 and reading.words[word.index - 1].text.lower() in ("more", "less")
    if any(token.text.lower() in _COMPARATIVES for token in reading.words[max(0, word.index - 6) : word.index - 1]):
        return ()
    if than and word.content and (word.text.lower().endswith("er") or (after_more and not word.text.endswith("s"))):
        return (Polar(f"degree of {stem(word.text)}", 1),)
    return ()


def _is_objective(reading: Reading, word: Word) -> bool:
    """A validation loss is what is minimised, and nothing that is lost."""
    before = reading.words[word.index - 1].text.lower() if word.index else ""
    return word.text.lower() in ("loss", "losses") and before in _OBJECTIVES


def _bounds_a_number(reading: Reading, word: Word) -> bool:
    """ "More than half", "less than 5 mg": a comparator of the number, not a direction."""
    after = re.match(r"\sthan\s(?:the |a |an )?", reading.text[word.end :])
    return bool(after) and any(
        q.start == word.end + after.end() for q in reading.quantities if after and q.kind != "identifier"
    )


def _as_amount(operator: Operator) -> Operator:
    """Better and worse are more and less of a metric whose good direction is known."""
    if operator.polar.axis != "quality":
        return operator
    goods = {metric_direction(word.text) for word in operator.arguments} - {None}
    if len(goods) != 1:
        return operator
    return replace(operator, polar=Polar("amount", operator.sign * int(goods.pop() or 0)))


def _arguments(reading: Reading, word: Word) -> tuple[tuple[Word, ...], bool]:
    tokens = reading.words
    i = word.index + 1
    while i < len(tokens) and (tokens[i].text.lower().endswith("ly") or tokens[i].text.lower() in ("not", "also")):
        i += 1
    following = tokens[i].text.lower() if i < len(tokens) else "."
    if following in _PARTICLES.get(stem(word.text), ()):
        return _phrase_after(tokens, i + 1), True
    previous = tokens[word.index - 1].text.lower() if word.index else ""
    object_follows = i < len(tokens) and (tokens[i].content or following in _DETERMINERS)
    if _is_noun(word, previous, following, object_follows):
        if following in ("of", "in", "on", "between", "with", "for"):
            return (*_compound_before(tokens, word.index), *_phrase_after(tokens, i + 1)), False
        if before := _compound_before(tokens, word.index):
            return before, False
        return (_phrase_after(tokens, i) if object_follows else ()), False
    if object_follows:
        attribute = word.index == 0 or previous in _DETERMINERS | _PREPOSITIONS | {
            "of",
            "had",
            "has",
            "have",
            "with",
            ",",
            "(",
        }
        verb = not (attribute and not word.text.endswith("s")) and word.text.lower() not in _COMPARATIVES
        return _phrase_after(tokens, i), verb and not word.text.endswith("ing")
    return _subject(tokens, word.index), previous not in _AUXILIARIES


def _is_noun(word: Word, previous: str, following: str, object_follows: bool) -> bool:
    """Whether a word that may be noun or verb is a noun here: "the increase in", but not "increases the"."""
    lower = word.text.lower()
    if re.search(r"(?:ion|ions|ment|ency|ance|ence|ity|ness|ors?|down|knockout|loss)$", lower):
        return True
    if lower not in _NOUNS or previous in _AUXILIARIES | {"to", "which", "that", "not"}:
        return False
    if object_follows:
        return not (lower.endswith("s") or following in _DETERMINERS) and previous not in _PREPOSITIONS
    return (
        following in ("of", "in", "on", "between", "with", "for", "to")
        or previous in _DETERMINERS
        or not lower.endswith("s")
    )


def _phrase_after(tokens: tuple[Word, ...], start: int) -> tuple[Word, ...]:
    """Content words up to the end of the noun phrase; "of", "and" and commas of a list go on."""
    found: list[Word] = []
    for token in tokens[start:]:
        lower = token.text.lower()
        if (
            found
            and token.content
            and lower.endswith("ed")
            and polars(token.text)
            and found[-1].index == token.index - 1
        ):
            break
        if token.content:
            found.append(token)
        elif found and (
            lower in _ENDS_PHRASE or re.fullmatch(r"[;:()\[\]—]", token.text) or _closes_frame(tokens, token.index)
        ):
            break
        if len(found) >= 7:
            break
    return tuple(found)


def _closes_frame(tokens: tuple[Word, ...], comma: int) -> bool:
    """Whether a comma ends a circumstance that opens the sentence ("At low light, ..."), and no list goes on."""
    opens = tokens[0].text.lower() in _PREPOSITIONS and tokens[comma].text == ","
    return opens and all(token.text != "," for token in tokens[:comma])


def _compound_before(tokens: tuple[Word, ...], index: int) -> tuple[Word, ...]:
    found: list[Word] = []
    for token in reversed(tokens[:index]):
        if not token.content or len(found) >= 3:
            break
        found.append(token)
    return tuple(reversed(found))


def _subject(tokens: tuple[Word, ...], index: int) -> tuple[Word, ...]:
    """Content words before a predicate, back to the start of its clause."""
    found: list[Word] = []
    for token in reversed(tokens[:index]):
        if re.fullmatch(r"[;:—]", token.text) or token.text.lower() in _CLAUSE_OPENERS:
            break
        if found and token.text.endswith("ed") and polars(token.text):
            break
        if found and token.text.lower() in _PAST_VERBS:
            break
        if token.content:
            found.append(token)
        if len(found) >= 8:
            break
    return tuple(reversed(found))
