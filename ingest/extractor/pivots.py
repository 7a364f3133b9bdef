"""Patterns of the pivots around which a sentence compares: the comparative, the verb, the denial of a difference.

In named groups, `comp`, `win` or `change` is the word that gives the direction, and `middle` is what stands between it
and "than". They are searched in sentences without brackets.
"""

from __future__ import annotations

import re

from ...kb.text.lexicon import words

_ADVERBS = (
    r"(?:(?:[a-z]+ly|also|still|even|much|far|far more|well|in general|overall|on average|always|often|again|"
    r"therefore|thus|then|both|by far|"
    r"not|never|no|\d[\d.]*(?: ?%| ?[A-Za-zµ°/]+|x|-fold)?|two|three|several|many)\s+)*"
)
_THAN = (
    r"(?:than|(?:,? ?(?:as |when )?compared (?:with|to|against))|(?:,? ?in comparison (?:with|to))|"
    r"(?:,? ?relative to)|versus|vs\.?)"
)
_UP = (
    r"higher|greater|larger|more|longer|faster|stronger|heavier|taller|older|increased|elevated|bigger|deeper|wider|"
    r"warmer|earlier|later|slower|shorter|younger|cheaper|safer|lighter|weaker"
)
_DOWN = r"lower|smaller|less|fewer|reduced|decreased|diminished"
GOOD = r"better|superior|improved|enhanced|favou?rable"
_BAD = r"worse|inferior|poorer|impaired"
_COMPARATIVE = rf"(?P<comp>{_UP}|{_DOWN}|{GOOD}|{_BAD})"
_BE = (
    r"(?:(?:(?:is|are|was|were|been|be) )?(?:\w+ly )?(?:found|shown|observed|reported|noted|seen|considered) to be|"
    r"is|are|was|were|be|been|being|remains?|remained|appears? to be|appeared to be|became|seems? to be|tended to be|"
    r"proved)"
)
_HAVE = (
    r"(?:has|have|had|shows?|showed|shown|achiev(?:e|es|ed|ing)|reach(?:es|ed)?|obtain(?:s|ed)?|yield(?:s|ed|ing)?|"
    r"attain(?:s|ed)?|produc(?:es|ed)|"
    r"exhibit(?:s|ed)?|display(?:s|ed)?|gave|gives?|deliver(?:s|ed)?|demonstrat(?:es|ed)|experienced|received|"
    r"requir(?:es|ed)|needs?|needed|reported|"
    r"gained|lost|spent|contain(?:s|ed)|perform(?:s|ed)|led to|result(?:s|ed) in|offer(?:s|ed)?|provid(?:es|ed)|did|"
    r"does|do|consumed|made|makes?|uses?|used)"
)
_WIN = (
    r"(?P<win>outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|beat(?:s|en)?|out-?yield(?:s|ed)?|exceed(?:s|ed|ing)?|"
    r"underperform(?:s|ed)?|outscor(?:es|ed)|improv(?:es|ed) (?:up)?on|lag(?:s|ged) behind)"
)
_CHANGE = (
    r"(?P<change>increas(?:es|ed)|decreas(?:es|ed)|reduc(?:es|ed)|improv(?:es|ed)|lower(?:s|ed)|rais(?:es|ed)|"
    r"enhanc(?:es|ed)|rose|fell|elevat(?:es|ed)|worsen(?:s|ed)"
    r"|(?<=not )(?:increase|decrease|reduce|improve|lower|raise|enhance|worsen))"
)
_AUXILIARY = rf"(?:(?:{_BE}|did|does|do|can|could|may|might|will|would|has|have|had) )?"
DENIES = re.compile(r"\b(?:not(?! only)|never|no|cannot|fail(?:s|ed)? to|neither|nor)\b|n[’']t\b", re.IGNORECASE)

WON_BY = re.compile(rf"\b{_BE} {_ADVERBS}(?P<win>outperformed|surpassed|beaten|exceeded|outscored) {_ADVERBS}by\s")
WON = re.compile(rf"(?<=\s){_AUXILIARY}{_ADVERBS}{_WIN}\s{_ADVERBS}")
IS_COMPARED = re.compile(rf"(?<=\s){_BE} {_ADVERBS}{_COMPARATIVE}\b(?P<middle>[^.;:,]{{0,90}}?)\s?{_THAN}\s")
IS_TO = re.compile(
    rf"(?<=\s){_BE} {_ADVERBS}(?P<comp>superior|inferior|similar|comparable|equivalent|equal|"
    rf"identical) (?P<middle>)to\s"
)
HAS_COMPARED = re.compile(
    rf"(?<=\s)(?:{_HAVE}) {_ADVERBS}(?:(?:a|an|the|its|"
    rf"their)\s)?{_ADVERBS}{_COMPARATIVE}\b(?P<middle>[^.;:]{{0,80}}?)\s?{_THAN}\s"
)
CHANGED = re.compile(rf"(?<=\s){_AUXILIARY}{_ADVERBS}{_CHANGE}\b(?P<middle>[^.;:]{{0,80}}?)\s?{_THAN}\s")
HAS_CHANGE = re.compile(
    rf"(?<=\s)(?:{_HAVE}) {_ADVERBS}(?:an?\s+){_ADVERBS}(?:significant |marked |substantial |further |large |small |"
    rf"slight )?"
    rf"(?P<change>increase|decrease|reduction|improvement|decline|rise|drop) (?:in|"
    rf"of) (?P<middle>[^.;:]{{2,80}}?)\s?(?:{_THAN}|over)\s"
)
SEEN = re.compile(
    rf"^(?:(?:a|an|the|significantly|slightly|much|however|moreover),? )*{_COMPARATIVE} (?P<metric>[^,.;:]{{3,70}}?) "
    rf"(?:was|were|is|are) {_ADVERBS}(?:observed|found|seen|recorded|detected|noted|reported|obtained|measured) "
    rf"(?:in|for|with|at|on|among) (?P<a>[^,.;:]{{2,70}}?)\s?{_THAN}\s",
    re.IGNORECASE,
)
NO_DIFFERENCE = re.compile(
    r"\b(?:no|not (?:find |observe |detect |show |reveal )?(?:a |"
    r"any )?)\s?(?:\w+ly )?(?:\w+ )?differences?\b(?P<middle>[^.;:]{0,100}?)\bbetween\s",
    re.IGNORECASE,
)
NOT_DIFFERENT = re.compile(
    rf"(?<=\s)(?:(?:did|do|does) not {_ADVERBS}differ|{_BE} (?P<same>similar|comparable|equivalent|the same|"
    rf"not {_ADVERBS}different))\b"
    rf"(?P<middle>[^.;:]{{0,60}}?)\s(?:between|from|in|for|among)\s"
)
FRONTED = re.compile(
    r"^(?:(?:when )?compared (?:with|to)|relative to|in comparison (?:with|to)|"
    r"unlike)\s(?P<b>[^,;]{2,60}),\s(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
FRONTED_HAS = re.compile(
    rf"(?<=\s)(?:{_HAVE}|{_BE}) {_ADVERBS}(?:(?:a|an|the)\s)?{_ADVERBS}{_COMPARATIVE}\b(?P<middle>[^.;:,]{{0,60}})"
)
PLACE = re.compile(
    r"\s?(?:(?:more|less|further|[a-z]+ly)\s)*\b(?:in|for|with|of|on|among|at|by|when using|using|under|during|from)\s"
)
MAY_COMPARE = re.compile(
    r"than|[Cc]ompar|[Rr]elative to|versus|vs|differ|perform|surpass|beat|exceed|yield|outscor|lag|improv|superior|"
    r"inferior|similar|"
    r"equivalent|equal|identical|Unlike|unlike"
)
SIGNS = {**dict.fromkeys(_UP.split("|"), 1), **dict.fromkeys(_DOWN.split("|"), -1)}
CHANGES_DOWN = ("decreas", "reduc", "lower", "fell")
NAMES_ITS_METRIC = words("faster slower older younger heavier lighter cheaper taller safer")
NO_THING = re.compile(
    r"(?:those|that|than|to|be|as|including|especially|except|particularly|and|or|but|whereas|while|two|three|four|"
    r"five|six|"
    r"seven|eight|nine|ten|half|twice|one|expected|anticipated|predicted|previously|before|ever|usual|normal|zero)\b|"
    r"\d[\d().,-]*-?fold|"
    r"[\d.,<>≤≥~±-]+(?:\s|%|$|-?fold)",
    re.IGNORECASE,
)
POINTS_BACK = re.compile(
    r"(?:this|that|these|those|it|they|(?:our|these|this|the|such)\s(?:\w+\s)?(?:findings?|results?|data|values?|"
    r"observations?))$"
    r"|(?:in|on|at|for|with|by|from|among|during|after|under|over|of|to)(?:\s|$)",
    re.IGNORECASE,
)
MANNER = re.compile(r"\b(?:manner|fashion|way|extent|degree)\b|\beach other\b", re.IGNORECASE)
THAT_OF = re.compile(
    r"^(?:that|those|the one|the ones)\s(?:of|in|for|from|with|on|obtained (?:with|by|from|in))\s|^(?:in|for|with|of|"
    r"on|among|at|by|from|during|under|when using|using)\s"
)
