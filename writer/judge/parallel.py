"""Parallel parts of a sentence: coordinated clauses and predicates, ellipsis, contrast.

"Viscosity increased with glycerol and decreased with temperature" says two things; a claim may rest on either of them,
never on the predicate of one and the argument of the other. `units` writes every part out as a sentence of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .reading import Reading, Word, read
from .verbs import AUXILIARIES, BE, HAVE, OPENERS, PREPOSITIONS, form, verbs

_STRONG = frozenset({";", "whereas", "while", "but", "although", "though", "yet"})
_CLAUSAL = frozenset({";", "whereas", "while"})
_UNLIKE = re.compile(
    r"(?:^|,\s)(?:unlike|in contrast (?:to|with)|as opposed to|contrary to)\s(?P<other>[^,]+),\s", re.IGNORECASE
)
_CONCESSION = re.compile(r"^(?:although|though|while|whereas)\s(?P<first>[^,]+),\s(?P<second>.+)$", re.IGNORECASE)
_FRAME = re.compile(
    r"^(?:of|in|on|at|under|among|within|during|for|after|before|across|over|with|without)\s[^,;]{2,60},\s",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"^(?:it|they)\b", re.IGNORECASE)
_POSSESSIVE = re.compile(r"^(?:its|their)\b", re.IGNORECASE)
_SUBORDINATE = re.compile(r"^(?:when|if|unless|because|since|as|once|until|after|before|where)\b", re.IGNORECASE)
_COMPARATIVE = re.compile(r"^(?:\w+er|more|less|worse)\b", re.IGNORECASE)
_NUMBER = re.compile(r"^(?:about |only |nearly )?(?:[-−]?\d[\d.,]*(?:\s?%)?|none|half)$", re.IGNORECASE)
_OPPOSITES = {"after": "before", "without": "with"}
_LEADS = frozenset({"then", "also", "even", "only", "therefore", "thus", "still"})


@dataclass(frozen=True)
class _Phrase:
    """A phrase inside a part: its preposition, or none for what comes first, and where its words stand."""

    preposition: str
    start: int
    end: int


def units(reading: Reading) -> list[str]:
    """The parallel parts of a sentence, each as a sentence; empty where it has no more than one."""
    text = reading.text.strip().rstrip(".")
    if match := _UNLIKE.search(text):
        rest = (text[: match.start()] + " " + text[match.end() :]).strip()
        return [rest]
    if match := _CONCESSION.match(text):
        return [match["first"], match["second"]]
    found = _split(reading, text)
    return found if len(found) > 1 else []


def contrasted(reading: Reading) -> str:
    """What a sentence sets its subject against ("unlike the Atlantic population"), or nothing."""
    match = _UNLIKE.search(reading.text)
    return match["other"] if match else ""


def _split(reading: Reading, text: str) -> list[str]:
    tokens = reading.words
    heads = {verb.word.index for verb in verbs(reading)}
    joints = [token for token in tokens if token.text in ",;" or token.text.lower() in _STRONG | {"and", "or"}]
    parts: list[str] = []
    begin, full = 0, ""
    for number, joint in enumerate(joints):
        if number + 1 < len(joints) and _adjoin(text, joint, joints[number + 1]):
            continue
        stop = _next_joint(joints, number, text, heads, tokens)
        left, right = text[begin : joint.start].strip(" ,"), text[joint.end : stop].strip(" ,")
        if joint.text == "," and _SUBORDINATE.match(left) and "," not in left:
            continue
        made = _written_out(full or left, right, joint, tokens, heads, stop)
        if made is None and joint.text.lower() in _CLAUSAL and _says_something(right):
            made = right
        if made is None:
            continue
        parts.append(_with_tail(full or left, made, joint))
        full, begin = _with_noun(full or left, made), joint.end
    if not parts:
        return []
    return [*parts, full]


def _says_something(right: str) -> bool:
    """Whether what follows a semicolon has a predicate, so that it is a sentence though its form is not known."""
    return not right.lower().startswith("not ") and _predicate_start(right) is not None


def _adjoin(text: str, joint: Word, following: Word) -> bool:
    """A comma right before its conjunction is one joint with it."""
    return joint.text == "," and not text[joint.end : following.start].strip()


def _next_joint(joints: list[Word], number: int, text: str, heads: set[int], tokens: tuple[Word, ...]) -> int:
    """Where the part after a joint ends: before the next joint that could open a part."""
    for other in joints[number + 1 :]:
        if other.text == ";" or other.text.lower() in _STRONG:
            return other.start
        after = [token for token in tokens if token.start >= other.end][:1]
        if after and (after[0].text.lower() in PREPOSITIONS | AUXILIARIES or after[0].index in heads):
            return other.start
        if other.text == "," and _SUBORDINATE.match(text[joints[number].end : other.start].strip()):
            continue
        if other.text.lower() in ("and", ","):
            return other.start
    return len(text)


def _written_out(full: str, right: str, joint: Word, tokens: tuple[Word, ...], heads: set[int],
                 stop: int) -> str | None:  # fmt: skip
    """The part after a joint as a sentence of its own, or None where it only goes on with a list."""
    inside = [token for token in tokens if joint.end <= token.start < stop and token.text not in ",;"]
    while inside and inside[0].text.lower() in _LEADS:
        inside = inside[1:]
    cut = _predicate_start(full)
    if not inside or cut is None or right.lower().startswith(("not ", "also ")):
        return None
    finite = [t for t in inside if t.index in heads or t.text.lower() in AUXILIARIES]
    first = inside[0]
    words_from = right[max(0, right.find(first.text)) :]
    if (finite and finite[0] is first) or _verb_after_joint(full[cut:], first, joint):
        return _shared_subject(full, words_from, first)
    if (
        joint.text == ","
        and finite
        and (first.text.lower() in OPENERS or not any(t.start >= stop and t.text.lower() == "and" for t in tokens))
    ):
        return None
    if finite and not any(t.text.lower() in OPENERS | PREPOSITIONS for t in inside[: inside.index(finite[0])][:1]):
        return _own_subject(full, words_from)
    if finite:
        return _own_subject(full, words_from) if joint.text.lower() in _STRONG else None
    return _gapped(full, words_from, joint)


def _verb_after_joint(predicate: str, first: Word, joint: Word) -> bool:
    """Whether "fell" in "but fell in" opens a predicate; "increased weight and reduced fat" is a list of objects."""
    shape = form(first.text.lower())
    if not shape.startswith("past") or joint.text == ",":
        return False
    if joint.text.lower() in _STRONG:
        return True
    own = [form(word.lower()) for word in re.findall(r"[\w-]+", predicate)[:4]]
    passive = predicate.split(" ")[0].lower() in BE | HAVE
    attribute = not passive and any(shape.startswith("past") for shape in own[1:3])
    return shape in ("past", "past?") and own[0].startswith("past") and not attribute


@lru_cache(maxsize=2_000)
def _predicate_start(full: str) -> int | None:
    """Where the predicate of a part begins: at its first auxiliary or verb after an opening phrase."""
    frame = _FRAME.match(full)
    skipped = frame.end() if frame else 0
    reading = read(full)
    heads = {verb.word.index for verb in verbs(reading)}
    found = [t for t in reading.words if t.index in heads or t.text.lower() in AUXILIARIES]
    return min((t.start for t in found if t.start >= skipped), default=None)


def _shared_subject(full: str, right: str, first: Word) -> str | None:
    cut = _predicate_start(full)
    if not cut:
        return None
    head = full[:cut]
    auxiliary = re.match(r"((?:\w+\s)(?:not\s)?)", full[cut:])
    lower = first.text.lower()
    if auxiliary:
        name = auxiliary.group(1).split()[0].lower()
        participle = name in BE | HAVE and form(lower).startswith("past") and lower not in AUXILIARIES
        infinitive = name in AUXILIARIES - BE - HAVE and form(lower) == "base?"
        if participle or infinitive:
            head = full[:cut] + auxiliary.group(1)
    return f"{head.strip()} {right}"


def _own_subject(full: str, right: str) -> str:
    frame = _FRAME.match(full)
    plain = full[frame.end() :] if frame else full
    cut = _predicate_start(plain)
    if cut and (pronoun := _PRONOUN.match(right)):
        right = plain[:cut].strip() + right[pronoun.end() :]
    elif cut and (pronoun := _POSSESSIVE.match(right)):
        right = plain[:cut].strip() + " " + right[pronoun.end() :].strip()
    if frame and not _FRAME.match(right) and not re.match(r"(?:in|on|at|under|when|if)\b", right, re.IGNORECASE):
        return frame.group() + right
    return right


def _phrases(text: str) -> Iterator[_Phrase]:
    """The phrases of a text without a verb, cut before each preposition but "of"."""
    start, preposition = 0, ""
    for match in re.finditer(r"[\w%.’'+-]+", text):
        if match.group().lower() in PREPOSITIONS - {"of"}:
            if text[start : match.start()].strip(" ,"):
                yield _Phrase(preposition, start, match.start())
            start, preposition = match.end(), match.group().lower()
    if text[start:].strip(" ,"):
        yield _Phrase(preposition, start, len(text))


def _slot(preposition: str) -> str:
    return _OPPOSITES.get(preposition, preposition)


def _gapped(full: str, right: str, joint: Word) -> str | None:
    """ "To gentamicin in 12%" after "resistance to penicillin was found in 71%": what is left out is filled in."""
    cut = _predicate_start(full)
    if not cut:
        return None
    given = list(_phrases(right))
    lead = right[given[0].start : given[0].end].strip(" ,") if given and not given[0].preposition else ""
    complements = [phrase for phrase in given if phrase.preposition]
    strong = joint.text.lower() in _STRONG
    if lead and not complements and strong and re.match(r"(?:was|were|is|are)\b", full[cut:]):
        return None
    theirs = [phrase for phrase in _phrases(full) if phrase.preposition]
    slots = [_slot(phrase.preposition) for phrase in theirs]
    aligned = [phrase for phrase in complements if _slot(phrase.preposition) in slots]
    if not aligned:
        return None
    copula = re.match(r"(?:was|were|is|are|remained)\s(?=\w+\s(?:in|for|at|on|with|than|under)\b)", full[cut:])
    if copula and lead and not _NUMBER.match(lead) and (strong or _COMPARATIVE.match(lead)):
        return full[:cut] + copula.group() + right
    if lead and not strong and not _NUMBER.match(lead) and not _same_head(full[:cut], lead):
        after_comma = joint.text.lower() == "and" and len(complements) == 1 and not _modifies(full, lead)
        if not after_comma:
            return None
    if not lead and len(complements) < 2 and not strong:
        return None
    return _filled(full, right, lead, complements, cut)


def _same_head(subject: str, lead: str) -> bool:
    """Whether "reaction B" names a thing of the kind that "Reaction A" names."""
    mine, theirs = re.findall(r"\w{3,}", lead.lower()), re.findall(r"\w{3,}", subject.lower())
    return bool(set(mine) & set(theirs))


def _modifies(full: str, lead: str) -> bool:
    """A bare noun after "and" goes on with a list: "in mice and rats in Sweden"."""
    return len(lead.split()) < 2


def _filled(full: str, right: str, lead: str, complements: list[_Phrase], cut: int) -> str:
    text = full
    used: set[str] = set()
    extra: list[str] = []
    for phrase in complements:
        content = right[phrase.start : phrase.end].strip(" ,")
        slot = _slot(phrase.preposition)
        target = next((p for p in _phrases(text) if _slot(p.preposition) == slot and slot not in used), None)
        used.add(slot)
        if target is None:
            extra.append(f"{phrase.preposition} {content}")
            continue
        old = text[target.start : target.end]
        kept = re.search(r"\sof\s.*$", old) if _NUMBER.match(content) else None
        tail = kept.group() if kept else _predicate_inside(old)
        begin = text.lower().rindex(target.preposition, 0, target.start) if target.preposition else target.start
        text = text[:begin] + f"{phrase.preposition} {content}{tail} " + text[target.end :].lstrip()
    if lead and _NUMBER.match(lead):
        text = re.sub(r"[-−]?\d[\d.,]*\s?%?(?=\s)", lead, text, count=1)
    elif lead:
        subject = re.match(r"(?:(?:in|on|at|under)\s[^,]+,\s)?", full, re.IGNORECASE)
        start = subject.end() if subject else 0
        end = _subject_end(text, start)
        text = text[:start] + lead + " " + text[end:].lstrip()
    return " ".join([text.strip(), *extra])


def _predicate_inside(old: str) -> str:
    """A phrase of the subject runs on into the predicate ("to penicillin was found"), which must stay."""
    cut = _predicate_start(f"This thing {old}")
    return " " + f"This thing {old}"[cut:].strip() if cut else ""


def _subject_end(text: str, start: int) -> int:
    cut = _predicate_start(text) or len(text)
    preposition = next((p.start for p in _phrases(text[start:cut]) if p.preposition), None)
    if preposition is None:
        return cut
    before = text[start : start + preposition].rstrip().rsplit(" ", 1)
    return start + len(before[0]) if len(before) > 1 else cut


def _with_noun(left: str, right: str) -> str:
    """ "The old ones": the noun that is not said again, taken from the same place of the part before."""
    gap = re.search(r"\bones?\b", right)
    if not gap:
        return right
    place = next((p for p in _phrases(right) if p.start <= gap.start() < p.end), None)
    same = [p for p in _phrases(left) if place and _slot(p.preposition) == _slot(place.preposition)]
    noun = left[same[-1].start : same[-1].end].strip(" ,.").split(" ")[-1] if same else ""
    return right[: gap.start()] + noun + right[gap.end() :] if noun else right


def _with_tail(left: str, right: str, joint: Word) -> str:
    """ "X raised A and lowered B in mice": what closes the last of several objects holds for all of them."""
    if joint.text.lower() != "and":
        return left
    last = verbs(read(right))
    cut = _predicate_start(left)
    if not last or not cut or any(p.preposition for p in _phrases(left[cut:])):
        return left
    behind = right[last[-1].word.end :]
    phrases = list(_phrases(behind))
    if not phrases or phrases[0].preposition or len(phrases) < 2 or not right.startswith(left[:cut].strip()):
        return left
    return f"{left} {behind[phrases[0].end :].strip()}"
