"""What a sentence of a manuscript is: a report, an own finding, a generalisation, or no claim at all.

A sentence counts as no claim only where a rule says so (thanks, declarations, aims, definitions, signposts, questions,
statements of scope); everything else is judged. A citation makes it a report, unless it is a question.
"""

from __future__ import annotations

import re
from typing import Literal

from .manuscript import ManuscriptSentence

Kind = Literal["report", "own-finding", "generalisation", "none"]

_PART = r"(?:paper|article|note|review|report|study|survey|manuscript|section|chapter|work|text|overview|essay)"
_SECTION = r"(?:sections?|§|chapters?|appendix|appendices)"
_TELLS = (
    r"(?:describes?|treats?|reviews?|discuss(?:es)?|presents?|covers?|summari[sz]es?|compares?|looks?|turns?|considers?"
    r"|examines?|asks?|gives?|lists?|explains?|introduces?|reports? on|deals?|concludes?|follows?"
    r"|surveys?|outlines?|sets?)"
)
_ALWAYS_NONE = re.compile(
    rf"""(?:\?["'”’)]*$)
    |^(?:(?:finally|last|also|lastly),?\s)?(?:we|i|the\sauthors?)\s(?:also\s|sincerely\s|warmly\s|gratefully\s)?(?:thank|acknowledge|are\s(?:very\s)?grateful|am\sgrateful|are\sindebted)\b
    |\b(?:is|are)\s(?:a\s)?(?:questions?|matters?)\s(?:for|of|to|that)\b
    |\b(?:no|neither|none|declares?|without|any|had|have|has)\b[^.]*\b(?:(?:competing|conflicting|commercial|financial|personal)\s(?:\w+\s)?interests?|conflicts?\sof\sinterests?)\b
    |\b(?:competing|conflicting)\s(?:financial\s)?interests?\b.*\b(?:none|declared|exist)
    |^(?:this|the)\s(?:work|research|study|project|authors?)\s(?:was|is|were)\s(?:(?:partly|partially)\s)?(?:funded|financed|supported\s(?:by|through)\s(?:a\s|the\s)?(?:grants?|funds?|\w+\s(?:foundation|council|ministry|fund)))
    |\b(?:(?:data|code|scripts?|materials?|software|notebooks?)\s)+(?:of\sthis\s{_PART}\s)?(?:is|are)\s(?:freely\s|openly\s|publicly\s)?available\b
    |^(?:this|the)\s(?:work|research|study|project)\sreceived\sno\b
    |^(?:both|all|the)\sauthors\s(?:read|wrote|contributed|approved|agree|declare)
    |^{_PART}\sis\sorgani[sz]ed\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SIGNPOST = re.compile(
    rf"""\b(?:(?:the|this|these|each|our)\s)?(?:(?:next|following|remaining|last|first|other|present)\s)?(?:(?:two|three|four|few)\s)?{_SECTION}\b(?:\s\S{{1,4}})?(?:\s(?:below|above))?,?\s(?:then\s|first\s|next\s|also\s)?{_TELLS}\b
    |^(?:in|the\srest\sof)\s(?:this|the\s(?:next|following|last|present))\s(?:{_PART})s?\b,?\s(?:we|is|gives)\b
    |\b(?:paper|article|review|note|manuscript|report|text|rest)\s(?:is|are)\s(?:organi[sz]ed|structured|arranged|laid\sout)\b
    |^(?:here|first|next|then|finally|below|now|in\sturn|after\sthat)?,?\s?(?:we|i)\s(?:first|then|next|now|also|finally|briefly|here|only)?\s?(?:describe|review|discuss|present|look\sat|look\sback|turn|consider|examine|ask|summari[sz]e|outline|begin|start|proceed|survey|treat|collect|bring\stogether|list|follow|leave|set\sout|confine|restrict|limit\sourselves|do\snot\s(?:treat|discuss|consider|cover|review))\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_AIM = re.compile(
    rf"""\b(?:we|i)\s(?:aim|want|wish|intend|hope|seek|set\sout|plan|attempt|try)\b(?:\sto\b)?
    |\b(?:aims?|goals?|purposes?|objectives?|intention)\s(?:of\s(?:this|our|the\spresent)\s\w+\s)?(?:is|was|are)\b
    |^(?:here,?\s)?this\s(?:short\s|brief\s|small\s)?{_PART}\s(?:is\s(?:about|on|concerned|a|an)\b|{_TELLS}|aims?|looks?|asks?|brings?|collects?)
    |\b(?:is|are|lies?|lie|falls?|remains?)\s(?:outside|beyond|not\swithin|out\sof)\s(?:the\s)?(?:scope|reach)\b
    |\b(?:is|are)\sleft\s(?:to|for|open)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DEFINITION = re.compile(
    r"""\b(?:stands?\sfor|denotes?|we\sdefine|we\s(?:use|take|reserve)\sthe\s(?:term|word|name|phrase|symbol|abbreviation)|(?:is|are)\sdefined\s(?:as|by|to)|we\smean|(?:is|are)\sused\s(?:here\s)?(?:for|to\smean|in\sthe\ssense)|hereafter|henceforth|(?:is|are)\s(?:written|abbreviated|called)\s(?:as\s)?["'“*A-Z]|abbreviated\s(?:as|to))
    |^(?:here|below|throughout|in\s(?:this|what|the)\s\w+(?:\sfollows)?)\b[^.]{0,40}\b(?:means?|refers?\sto|stands?\sfor|denotes?|is\staken)\b
    |^(?:by|with)\s\S+(?:\s\S+){0,4}\swe\s(?:mean|understand|denote)
    |^the\s(?:terms?|words?|names?)\s[^.]{1,60}\b(?:means?|refers?\sto|covers?)\b
    |^the\s(?:\w+\s){1,4}is\sthe\s(?:mean|root|ratio|sum|share|number|difference|proportion|fraction|median|percentage|average|absolute|square)\s
    """,
    re.IGNORECASE | re.VERBOSE,
)
_OWN = re.compile(
    r"""\b(?:we|our|ours|us|i|my)\b
    |\b(?:the\s|this\s|in\s(?:this|the)\s)(?:present|current)?\s?(?:study|work|experiments?|simulation|trial|analysis|paper)\b
    |\b(?:fig(?:ure)?s?|tables?)\.?\s(?:\d|\?|[A-Z]\d)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_OWN_SECTIONS = re.compile(
    r"\b(?:results?|findings|experiments?|methods?|evaluation|simulations?|measurements?)\b", re.I
)
_NONE_SECTIONS = re.compile(
    r"\b(?:acknowledge?ments?|funding|author contributions?|competing interests?|conflicts? of interest|declarations?"
    r"|data availability|code availability|ethics|abbreviations|references)\b",
    re.I,
)
_FINDING = re.compile(
    r"\d|\b(?:found|find|show(?:s|ed|n)?|outperform\w*|higher|lower|better|worse|increas\w+|decreas\w+|reduc\w+|improv\w+|caus\w+"
    r"|associat\w+|significan\w+|demonstrat\w+|reveal\w*|prove[sdn]?)\b",
    re.I,
)


def claim_kind(sentence: ManuscriptSentence) -> Kind:
    """The kind of one sentence. Where no rule says that it is no claim, it is one."""
    text = sentence.plain.strip()
    if _ALWAYS_NONE.search(text):
        return "none"
    if sentence.citations:
        return "report"
    if _is_no_claim(text, sentence.section):
        return "none"
    if _OWN.search(text) or _OWN_SECTIONS.search(sentence.section):
        return "own-finding"
    return "generalisation"


def _is_no_claim(text: str, section: str) -> bool:
    if not re.search(r"[^\W\d_]{2}", text):
        return True
    if _NONE_SECTIONS.search(section) and not re.search(r"\b(?:higher|lower|better|worse|outperform\w*)\b", text):
        return True
    if _DEFINITION.search(text):
        return True
    rest = _SIGNPOST.search(text) or _AIM.search(text)
    return bool(rest) and not _tells_a_finding(text)


def _tells_a_finding(text: str) -> bool:
    """A signpost that carries a result ("this section shows that X halves Y") is a claim all the same."""
    return bool(re.search(r"\b(?:that|because|since)\b", text) and _FINDING.search(text)) or bool(
        re.search(r"\d+(?:\.\d+)?\s?%|\bp\s?[<=]", text)
    )
