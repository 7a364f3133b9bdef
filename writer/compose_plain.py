"""The plain form of a sentence: what only links it to its neighbours is left out, and roundabout wordings made direct.

Every rule keeps what is stated, word for word or by a fixed equivalence of English; none is about a field or a paper.
The plain form is for comparison only, and is asked beside the sentence as it stands, never instead of a closer reading.
"""

from __future__ import annotations

import re

_LINKS = (
    r"in contrast|by contrast|however|moreover|furthermore|therefore|thus|in turn|in addition|additionally"
    r"|by comparison"
    r"|on the other hand|for (?:its|their) part|as a result|consequently|meanwhile|that is to say|likewise|similarly"
)
_INNER_LINK = re.compile(rf",\s(?:{_LINKS}),", re.I)
_FIRST_LINK = re.compile(rf"^(?:{_LINKS}),?\s", re.I)
_BARE_LINK = re.compile(
    r"(?<=[a-z])\s(?:therefore|thus|consequently|accordingly)(?=\s(?!(?:to|by|with|reduc\w+|\w+ing)\b))"
)
_TOTAL = re.compile(
    r"^(?:in all|all told|altogether|in total|overall),\s(?P<rest>(?=\d|[a-z-]+\s)[^,]+)(?P<more>,.*)?$", re.I
)
_HELD = re.compile(
    r"\b(?P<noun>(?!(?:was|is|has)\b)[a-z]{3,}s)\s(?:held|conducted|performed|carried out|undertaken|given)\s"
    r"(?=(?:in|on|at|by|with|online|remotely|during|from|among|between|after|before)\b)"
)
_TOOK_PLACE = re.compile(r"\s(?:were|was)\s(?:held|conducted|performed|carried out|run|undertaken)(?=[.,]|$)")
_HAD_NO = re.compile(
    r"^(?P<who>(?:(?!\b(?:and|but|while|whereas|if|when|that|who|which)\b)[^,;])+?)\s(?:had|showed|developed|experienced)"
    r"\sno\s(?P<what>(?:[\w-]+\s)?[a-z]+s)\.?$"
)
_ALL_NEEDED = re.compile(
    r"^(?P<what>[^,;]+?)\s(?:is|are|was|were)\sall\s(?:that\s)?(?P<who>(?:the\s)?[a-z]+s)\s"
    r"(?:have to bring|must bring|needs?|needed|require[sd]?)\.?$",
    re.I,
)
_NO_AIM = re.compile(r"^(?P<who>[^,;]+?)\s(?P<aux>does|do|did) not (?:set out|aim|intend|seek) to\s(?P<what>[^;]+)$")
_SAME = re.compile(
    r"^(?P<what>[^,;]+?)\s(?:did|do|does)\snot\sdiffer\ssignificantly\s(?P<between>between|among)\s(?P<groups>[^,;]+?)\.?$"
)
_PHRASES = tuple(
    (re.compile(rf"\b{pattern}\b", re.I), plain)
    for pattern, plain in (
        (
            r"(?P<be>is|are|was|were) non-(?P<what>[a-z]{4,})(?= (?:in|to|for|at|with|on|under)\b|[,.;]|$)",
            r"\g<be> not \g<what>",
        ),
        (r"(?:has|have) been tried (?=(?:both )?(?:as|in|on|for|against)\b)", "was used "),
        (r"sets out to", "aims to"),
        (r"set out to", "aimed to"),
        (r"(?:does|do|did) presume", "assume"),
        (r"presumes", "assumes"),
        (r"presume", "assume"),
        (r"holds (?=\d)", "contains "),
        (r"hold (?=\d)", "contain "),
        (r"(?P<when>before|after|while) (?:one|you|they) (?P<verb>[a-z]{3,}[^s\W])s", r"\g<when> \g<verb>ing"),
        (r"(?:its|the|their) authors (?:advise|recommend)", "we recommend"),
        (r"we recommend (?:taking|using|doing) it", "we recommend it"),
        (r"(?<!,\sin\s)(?<!^In\s)particular (?=[a-z])", "specific "),
        (r"looks after", "manages"),
        (r"look after", "manage"),
        (r"by (?:itself|themselves)", "automatically"),
        (r"for instance", "for example"),
        (r"by means of", "by"),
        (r"brought about by", "due to"),
        (r"(?:is|are) meant for", r"is intended for"),
        (r"was found to be|were found to be", "was"),
        (r"turned out to be", "proved to be"),
        (r"after the (?P<noun>[a-z]+s) (?:was|were) born", "after birth"),
        (r"in (?P<count>two|three|four|five|\d+) instances", r"\g<count> times"),
        (r"in the course of", "during"),
        (r"a majority of", "most"),
        (r"the vast majority of", "most"),
        (r"is able to", "can"),
        (r"are able to", "can"),
    )
)


def plain(sentence: str) -> str:
    """The sentence in its plain form; unchanged where no rule applies."""
    text = sentence.strip()
    text = _INNER_LINK.sub("", text)
    text = _FIRST_LINK.sub("", text)
    text = _BARE_LINK.sub("", text)
    text = _TOOK_PLACE.sub(" were there", text) if _TOTAL.match(text) else text
    text = _TOTAL.sub(_in_total, text)
    text = _HELD.sub(lambda match: f"{match['noun']} ", text)
    text = _NO_AIM.sub(
        lambda m: f"The objective of {_lower(m['who'])} {'was' if m['aux'] == 'did' else 'is'} not to {m['what']}", text
    )
    for pattern, direct in _PHRASES:
        text = pattern.sub(direct, text)
    text = _HAD_NO.sub(lambda match: f"No {match['what']} were observed in {_lower(match['who'])}.", text)
    text = _SAME.sub(
        lambda m: f"No significant difference in {_lower(m['what'])} was observed {m['between']} {m['groups']}.", text
    )
    text = _ALL_NEEDED.sub(lambda match: f"{match['who']} only need {_lower(match['what'])}.", text)
    return text[:1].upper() + text[1:]


def _in_total(match: re.Match[str]) -> str:
    """`In all, 48 trials were held` counts the whole: `There were 48 trials in total`."""
    rest = match["rest"].rstrip(".")
    counted = re.match(r"(?P<what>.+?)\swere there$", rest)
    said = f"There were {counted['what']} in total" if counted else f"In total, {rest}"
    return f"{said}{match['more'] or '.'}"


def _lower(text: str) -> str:
    """A first word in lower case, unless it is a name or stands for one."""
    first = text.split(maxsplit=1)[0] if text else ""
    return text[:1].lower() + text[1:] if first[1:2].islower() or first == "A" else text
