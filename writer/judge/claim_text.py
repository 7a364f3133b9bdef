"""The claim behind a sentence: without citation markers, and without the frame that only says who says it."""

from __future__ import annotations

import re

_NAME = r"[A-Z][\w'’-]+(?: (?:and|&) [A-Z][\w'’-]+| et al\.?,?)?"
_MARKERS = re.compile(
    r"\s?\[(?:@[^\]]+|[\d,;\s–-]+)\]"
    r"|\s?\[[^\]]*other_cit[^\]]*\]|\s?\((?:[^()]*(?:other_cit|@\w)[^()]*)\)|<\|other_cit\|>"
    rf"|\s?\((?:(?:e\.g\.,? |see |cf\. )?{_NAME},? ?(?:\(?\d{{4}}[a-z]?\)?|\d{{1,3}})(?:[;,] ?)?)+\)"
    r"|\s?\((?:\d{1,3}(?:[,;–-]\s?)?)+\)(?=[\s.,;]|$)"
    r"|(?<=[a-z]{4})\d{1,2}(?:[,–-]\d{1,2})*(?=[.,;]?\s*$)|(?<=[a-z)\]][.,])\d{1,3}(?:[,–-]\d{1,3})*(?=\s|$)",
)
_VERB = (
    r"(?:found|find|finds|showed|shown|show|shows|reported?|reports|demonstrated?s?|observed|concluded?"
    r"|noted?|indicated?s?|revealed?s?|confirmed|established|described)"
)
_FRAME = re.compile(
    rf"^(?:(?:However|Moreover|Furthermore|Indeed|Also|In addition|Additionally|Interestingly|Recently|Similarly"
    rf"|For example|Thus|Therefore|Consequently"
    rf"|In particular|Notably|Importantly|More recently|Accordingly|Likewise|Finally|Hence|Of note|In fact),\s)?"
    rf"(?:(?:{_NAME}(?:\s?\(\d{{4}}[a-z]?\))?|(?:recent |previous |earlier |prior |several |many |some |other "
    rf"|numerous |these |those |two |our |the |a |one |this )*"
    rf"(?:studies|study|work|works|authors?|reports?|research|researchers|experiments|results?|findings|data"
    rf"|evidence|analyses|analysis|trials?|investigations?"
    rf"|meta-analys[ei]s|reviews?|literature|group|groups)(?: (?:in|of|from|on|by) [\w-]+(?: [\w-]+)?)?|we"
    rf"|they)\s(?:have |has |had |also |previously |recently )*{_VERB}\sthat"
    rf"|it (?:has|had|was|is)(?: now| also| been| recently| previously| well| widely)* (?:shown|reported"
    rf"|demonstrated|found|known|established|observed|recognized|documented|noted)"
    rf" that|there is (?:good |strong |clear )?evidence that)\s",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:however|moreover|furthermore|indeed|also|in addition|additionally|interestingly|recently|similarly"
    r"|for example|for instance|thus|therefore"
    r"|consequently|in particular|notably|importantly|accordingly|likewise|finally|hence|of note|in fact|besides"
    r"|in contrast|by contrast"
    r"|on the other hand|conversely|in this regard|specifically|overall|as expected|in summary|and|but|so),?\s",
    re.IGNORECASE,
)


def core(claim: str) -> str:
    """The claim without markers and reporting frame; hedged frames ("suggest that") stay, they are part of it."""
    text = re.sub(r"\s+", " ", _MARKERS.sub("", claim)).strip()
    text = re.sub(r"\s+([.,;])", r"\1", re.sub(r"\(\s*\)|\[\s*\]", "", text)).strip(" ,;")
    text = _FRAME.sub("", text, count=1)
    return _OPENING.sub("", text, count=1) or text
