"""Noun phrases beside a pivot, by the words where they stop. Spans are half open offsets into the text."""

from __future__ import annotations

import re

from ...kb.text.lexicon import words

Span = tuple[int, int]

_WORD = re.compile(r"\S+")
_STOPS_AFTER = words(
    "in on at for by over across when while whereas but which who whose because as during after before under within "
    "using "
    "is are was were be did do does had has have can could may might will would should since although though if unless "
    "than that where so suggesting indicating despite through via per into showing reaching achieving yielding both "
    "respectively significantly even however despite due until only also compared relative followed"
)
_STOPS_BEFORE = words(
    "that whereas while but because although though which who when where if since than suggests suggested show shows "
    "showed "
    "shown found find indicate indicated indicates revealed reveal demonstrate demonstrated demonstrates observed "
    "reported "
    "report noted conclude concluded confirm confirmed confirms and"
)
_LEADS = re.compile(
    r"^(?:(?:the|a|an|both|all|however|moreover|furthermore|thus|therefore|hence|overall|finally|"
    r"interestingly|notably|additionally|consequently|similarly|indeed|also|generally|in contrast|in addition|"
    r"in general|further|"
    r"specifically|importantly|background|results?:|conclusions?:|findings:|objectives?|methods?:|RESULTS?|"
    r"CONCLUSIONS?|FINDINGS|METHODS?|"
    r"conversely|surprisingly|here|then|again|first|second|secondly|any|of)[,\s]+)+",
    re.IGNORECASE,
)
_VERBAL = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|may|might|will|would|should|must|used|using|we|"
    r"I|it|they|"
    r"there|he|she|shows?|showed|found|compared|trained|evaluated|performed|measured)\b"
)
_CLAUSE = re.compile(
    r"\s(?:(?:\S+\s){0,4}?(?:is|are|was|were|has|have|had|did|does|can|could|may|might|will|would)\b"
    r"|(?:it|they|we|this|that|these|there|thus|therefore|hence|then)\b|[a-z]+(?:s|ed)\s(?:the|a|an|its|their|by|"
    r"from|to|[a-z]+ly)\b)"
)
_TRAILING = re.compile(
    r"(?:\s(?:also|still|often|always|usually|generally|both|then|[a-z]+ly|(?:tend|tended|appear|appeared|seem|"
    r"seemed) to))+$"
)
_RELATIVE = words("who which whose where")
_MOST_WORDS = 9


def shrink(text: str, span: Span) -> Span | None:
    """The span without space, articles, openers and punctuation around it; none if nothing is left."""
    start, end = span
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip(" ,;:–—-\"“‘'"))
    opener = _LEADS.match(piece[lead:].lstrip())
    if opener:
        lead += opener.end()
    piece = piece[lead:]
    inner = len(piece) - len(piece.lstrip())
    kept = piece.strip().rstrip(" ,;:.–—-\"”’'")
    start += lead + inner
    return (start, start + len(kept)) if kept else None


def phrase_after(text: str, start: int, end: int | None = None, *, joined: bool = False) -> Span | None:
    """The noun phrase that begins at `start`; `joined` takes "A and B" as one. None if it is empty or too long."""
    stop = start
    count = 0
    previous = ""
    for match in _WORD.finditer(text, start, len(text) if end is None else end):
        word = match.group()
        plain = word.strip(",;:.()\"“”").casefold()
        if count and (word[0] == "(" or _stops(text, match.end(), plain, joined)):
            break
        if plain[:1].isdigit() and count and previous in ("and", "of", "by", "to"):
            break
        stop = match.end()
        count += 1
        previous = plain
        if word[-1] in ",;:." and not (joined and word[-1] == "," and count < 2):
            break
    found = shrink(text, (start, stop))
    if found is None or count > _MOST_WORDS or _VERBAL.search(text, *found):
        return None
    return found


def phrase_before(text: str, end: int, start: int = 0) -> Span | None:
    """The noun phrase that ends at `end`, back to a clause border. None if it is empty, too long or holds a verb."""
    tokens = list(_WORD.finditer(text, start, end))
    begin = end
    for number, match in enumerate(reversed(tokens)):
        word = match.group()
        plain = word.strip("()\"“”").casefold()
        if number and word[-1] in ",;:":
            break
        if plain in _RELATIVE:
            return None
        if plain in _STOPS_BEFORE and (plain != "and" or _VERBAL.search(text, start, match.start())):
            break
        begin = match.start()
    found = shrink(text, (begin, end))
    if found and (trailing := _TRAILING.search(text, *found)):
        found = shrink(text, (found[0], trailing.start()))
    if found is None or len(text[slice(*found)].split()) > _MOST_WORDS or _VERBAL.search(text, *found):
        return None
    return found


def _stops(text: str, after: int, word: str, joined: bool) -> bool:
    if word in ("and", "or"):
        return not joined and _CLAUSE.match(text, after) is not None
    return word in _STOPS_AFTER or (word in ("with", "to", "from") and not _continues(text, after))


def _continues(text: str, start: int) -> bool:
    """Whether "with", "to" or "from" goes on inside the phrase ("patients with asthma") and not with an amount."""
    following = _WORD.search(text, start)
    word = following.group() if following else ""
    if word in ("a", "an"):
        noun = _WORD.search(text, following.end()) if following else None
        return noun is not None and noun.group()[0].islower() and noun.group() not in ("p", "mean", "median")
    return word[:1].islower() and word not in ("respect", "regard", "p")
