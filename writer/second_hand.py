"""Whether a passage says a thing of its own, or only reports it from elsewhere.

A reference in the sentence is not enough: it must govern the clause that bears the claim. It does so through a verb of
reporting ("Smith et al. found that", "it is pointed out in [5] that", "was reported as 4 % [21]"), or by standing at
the end of a clause that speaks of no work of the authors' own.
"""

from __future__ import annotations

import re

from ..evidence.texts import SourceSentence
from .passages import content_stems

_OWN = re.compile(
    r"\b(?:we|our|ours|us|herein|here,)\b|\b(?:this|the present|present|the current"
    r"|current)\s(?:\w+\s)?(?:study|work|paper|article|trial|survey|review"
    r"|package|course|module|workshop|curriculum|lesson|results?|findings?|data)\b",
    re.I,
)
_INTERPRETS = re.compile(
    r"^(?:however,\s|thus,\s|therefore,\s|hence,\s)?(?:this|these|it|which|our|such)\b[^,;]{0,60}?\b(?:may"
    r"|might|could|would|seems?\sto|appears?\sto)?\s?"
    r"(?:indicates?|suggests?|implies|imply|means?|points?\sto)\b"
    r"|\b(?:one|another|a|possible|likely|alternative)\s(?:\w+\s)?explanations?\b|^alternatively,|^perhaps\b"
    r"|\b(?:may|might|could)\shave\b",
    re.I,
)
_METHOD = re.compile(
    r"\b(?:carried\sout|performed|conducted|prepared|calculated|measured|determined|assessed|evaluated"
    r"|done)\b[^;]*"
    r"\b(?:as|according\sto|following|methods?\sof|procedures?\sof|protocols?\sof|using)\b",
    re.I,
)
_VERB = (
    r"(?:found|find|finds|show(?:n|ed|s)?|report(?:ed|s)?|demonstrat(?:ed|es)?|observ(?:ed|es)?|describ(?:ed"
    r"|es)?|propos(?:ed|es)"
    r"|suggest(?:ed|s)?|argu(?:ed|es)|conclud(?:ed|es)|establish(?:ed)?|document(?:ed)?|claim(?:ed|s)?"
    r"|point(?:ed|s)?\sout|noted?|notes"
    r"|estimat(?:ed|es)|measured|identified|reveal(?:ed|s)?|stat(?:ed|es)|indicat(?:ed|es)|recorded|detected"
    r"|confirm(?:ed|s)?|isolated)"
)
_STUDIES = r"(?:stud(?:y|ies)|works?|authors|researchers|workers|investigators|reports|trials|surveys|literature)"
_ACTIVE = rf"(?<!\bwere\s)(?<!\bwas\s)(?<!\bbe\s)\b{_VERB}"
_NAME = r"(?-i:[A-Z][\w'’-]+)"
_REPORTING = re.compile(
    rf"\b{_NAME}(?:\s{_NAME})?(?:\set\sal\.?|(?:,\s{_NAME})*,?\s(?:and"
    rf"|&)\s{_NAME}(?:\s{_NAME})?(?:\set\sal\.?)?)?,?\s"
    rf"(?:\(?(?:19|20)\d\d[a-z]?(?:,\s(?:19|20)\d\d[a-z]?)*\)?"
    rf"|\[[\d,–\s-]+\])(?:\s[^.;]{{0,80}}?)?\s?(?:\w+ly\s)?{_VERB}\b"
    rf"|\bet\sal\.?[^.;]{{0,60}}?\b{_VERB}\b"
    rf"|\bwho\s(?:\w+\s)?{_VERB}\b"
    r"|\baccording\sto\s(?!our|the\spresent|this|table|fig|these|the\smanufacturer)"
    rf"|\b(?:previous|earlier|prior|other|recent|past|existing)\s(?:[\w-]+\s)?{_STUDIES}\b[^.;]*?{_ACTIVE}\b"
    rf"|\bothers\s(?:have\s)?{_VERB}\b|\bin\sthe\sliterature\b|\b(?:previously"
    rf"|elsewhere)\s(?:been\s)?{_VERB}\b",
    re.I,
)
_LOOSELY = re.compile(
    rf"\bit\s(?:is|has\sbeen|had\sbeen)\s(?:\w+ly\s|well\s|long\s|often\s|also\s)?(?:known|accepted"
    rf"|recogni[sz]ed|thought|believed|{_VERB})\b"
    rf"|\b(?:has|have|had)\s(?:also\s|recently\s|long\s|often\s|already\s"
    rf"|repeatedly\s)*been\s(?:\w+ly\s)?{_VERB}\b"
    rf"|\b(?:several|many|numerous|some|various|most)\s(?:[\w-]+\s)?{_STUDIES}\b[^.;]*?{_ACTIVE}\b"
    rf"|\b(?:another|one|a)\s(?:[\w-]+\s){{0,3}}(?:study|trial|report|survey|review"
    rf"|meta-analysis)\b[^.;]*?{_ACTIVE}\b",
    re.I,
)
"""Said of one's own work too: counts only beside a reference, or where a paper speaks of what others did."""
_PASSIVE = re.compile(
    r"\b(?:was|were|is|are)\s(?:also\s|first\s|recently\s|\w+ly\s)*(?:reported|shown|found|described"
    r"|documented|estimated|pointed\sout|known|demonstrated)\b",
    re.I,
)
_BREAK = re.compile(
    r";\s|,\s(?:and|but|while|whereas|although|though|yet|as(?!\swell)|since|because|where|which|so)\s"
    r"|\s(?:whereas|while)\s|\s\((?=\w+\s\w+\s\w+\s)|:\s"
)
_NO_VERB = r"(?:(?!(?:is|are|was|were|has|have|had|can|may|found|showed|gave|\w+ed)\s)[^\s,;]+\s)"
_TOOL = re.compile(
    r"\b(?:lessons?|library|package|software|tools?|toolbox|framework|material|paper|course|workshop)"
    rf"\s{_NO_VERB}{{0,7}}$",
    re.I,
)
"""The reference is for a thing that is named: "the Git lesson [3]"."""
_ASIDE = re.compile(
    rf"\b(?:such\sas|e\.?g\.?,?|like|using|with|called|named|via)\s{_NO_VERB}{{0,4}}$|\bamong\sothers\b[^;]*$", re.I
)
"""The reference is for an example or a means. In an introduction it is not told from one for the whole sentence."""
_OTHERS_ROLES = frozenset(["introduction", "background"])
_OWN_ROLES = frozenset(["abstract", "results", "methods", "conclusion"])


def is_second_hand(claim: str, source: SourceSentence, title: str = "") -> bool:
    """Whether the clause of the passage that bears the claim reports another work. `title` is that of the source."""
    text = source.text
    begin, end = _bearing_clause(claim, text)
    clause = text[begin:end]
    own = max((match.end() for match in _OWN.finditer(text, 0, end)), default=-1)
    told = _told(source, end)
    governed = told >= 0 and not _closed(text[told:begin])
    if governed and told > own:
        return not _METHOD.search(clause)
    if own >= begin or _is_own_reading(clause, source, title):
        return False
    marked = [span for span in source.marks if begin <= span[0] and _ends_clause(text, span[1], end)]
    if not marked:
        return False
    if _PASSIVE.search(clause):
        return not _METHOD.search(clause) or source.role in _OTHERS_ROLES
    if source.role in _OWN_ROLES or any(mark.own for mark in source.claims):
        return False
    before = clause[: marked[0][0] - begin].rstrip(" ([") + " "
    return not (_TOOL.search(before) or (source.role not in _OTHERS_ROLES and _ASIDE.search(before)))


def _told(source: SourceSentence, end: int) -> int:
    """Where the last phrase ends that gives the word to somebody else; -1 without one."""
    patterns = [_REPORTING] if source.role in _OWN_ROLES and not source.marks else [_REPORTING, _LOOSELY]
    found = [match for pattern in patterns for match in pattern.finditer(source.text, 0, end)]
    return max((match.end() for match in found if not _OWN.search(match.group())), default=-1)


def _is_own_reading(clause: str, source: SourceSentence, title: str) -> bool:
    """What the authors make of it, or what they say of the thing that their paper is about."""
    if source.role not in _OTHERS_ROLES and _INTERPRETS.search(clause.strip()):
        return True
    subject = " ".join(clause.split()[:4])
    names = re.findall(r"\b(?:[A-Z]{2,}\w*|[A-Z][a-z]+[A-Z]\w*)\b", subject)
    return any(re.search(rf"\b{re.escape(name)}\b", title) for name in names)


def _bearing_clause(claim: str, text: str) -> tuple[int, int]:
    """The span of the clause that shares most with the claim."""
    starts = [0, *(match.end() for match in _BREAK.finditer(text))]
    ends = [*(match.start() for match in _BREAK.finditer(text)), len(text)]
    wanted = set(content_stems(claim))
    spans = list(zip(starts, ends, strict=True))
    return max(spans, key=lambda span: len(wanted & set(content_stems(text[span[0] : span[1]]))))


def _closed(between: str) -> bool:
    """A semicolon, or a change to the authors' own work, ends what was reported."""
    return ";" in between or bool(re.search(r",\s(?:but|while|whereas|although)\s", between))


def _ends_clause(text: str, after: int, end: int) -> bool:
    """Whether nothing but closing marks and other references stands between a marker and the end of its clause."""
    rest = re.sub(r"\[[^\]]*\]|\([^)]*(?:19|20)\d\d[^)]*\)", "", text[after:end])
    return not re.search(r"\w", rest)
