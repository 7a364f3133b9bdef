"""The patterns of a draft: how a claim of a work becomes a sentence that reports it."""

from __future__ import annotations

import re

_LEANS = re.compile(
    r"^(?:it|its|this|that|these|those|they|their|he|she|such|however|moreover|furthermore|in addition|also|thus"
    r"|therefore|hence|then|but|and|or|so|yet|similar(?:ly)?|likewise|conversely|(?:in|by) contrast|on the other hand"
    r"|on the contrary|here|both|whereas|instead|nevertheless|nonetheless|consequently|accordingly|additionally"
    r"|finally|indeed|besides|again|next|first(?:ly)?|second(?:ly)?|third(?:ly)?|otherwise|alternatively|meanwhile"
    r"|subsequently|afterwards?|for (?:example|instance)|in (?:particular|fact|turn|other words)|as (?:a result|such"
    r"|expected|mentioned|described|stated|noted|shown|discussed|above|before)|to (?:date|interpret)|taken together"
    r"|the (?:former|latter|same|two|first|second|third|order|results?|others?|remaining|rest))\b",
    re.I,
)
_POINTS_BACK = re.compile(
    r"^(?:[\w-]+\s){1,3}(?:these|those|them|such|this(?!\s(?:[\w-]+\s)?(?:study|work|paper|article|trial|review|course"
    r"|package|survey|report|project)\b))\b",
    re.I,
)
"""A word in the first few that takes up what stands before: "Among these accessions", "One of them"."""
_ELSEWHERE = re.compile(
    r"\b(?:(?:data|results?)\s)?not\sshown\b|\b(?:described|reported|mentioned|discussed|noted|shown|published|defined)"
    r"\s(?:previously|above|below|earlier|elsewhere|before)\b|\b(?:previously|above)[\s-](?:described|reported|mentioned"
    r"|published|discussed|defined)\b|\baforementioned\b|\b(?:see|cf\.)\s(?:above|below|also)\b"
    r"|\bthe\s(?:former|latter)\b|\bsupplement(?:ary|al)\s(?:fig|table|material|information|data|file)\w*",
    re.I,
)
_LEAKED_HEADING = re.compile(
    r"^(?:\d[\d.]*\s)?(?:[A-Z][\w-]*(?:[\s/]\(?[\w-]+\)?){0,6}:\s(?=[A-Z])"
    r"|(?:(?i:background|introduction|methods?|results?|discussion|conclusions?|objectives?|purpose|aims?|findings"
    r"|importance|abstract|summary|interpretation|limitations?|highlights|setting|design|significance)\b"
    r"(?:\s(?:and|AND|&)\s\w+)?[:.\u2013\u2014-]?\s)(?=[A-Z][a-z]*\s))"
)
"""A heading that the parser left in front of its first sentence."""
_POINTS = re.compile(
    r"\b(?:fig(?:ure)?s?|tables?|eqs?|equations?|sections?|appendix)\.?\s?\d|\[\d|\(\d{4}\)|et al\b|[\ufffd\u200b@\\]",
    re.I,
)
_SHORTEST, _LONGEST = 6, 45
_NUMBER = r"\d+(?:\.\d+)?\s?%?"
_OPENING = r"^(?:(?P<frame>(?:On|In|For|At|With|Among)\s[^,()]+?)(?:\s\([^()]*\))?,\s)?"
_SCOPE = r"(?P<scope>\s(?:on|in)\s[^,;()]+?)?\.?$"
_COMPARISON = re.compile(
    rf"{_OPENING}(?P<a>(?:[A-Z]|the\s|a\s)[^,;()]+?)\s(?:had|has|reached|showed|gave|achieved|obtained)\sa"
    r"\s(?P<word>higher|lower|greater|smaller|larger|better|shorter|longer)\s(?P<metric>[^,;()]+?)\sthan\s(?P<b>[^,;()]+?)"
    rf"(?:\s\((?P<one>{_NUMBER})\s(?:versus|vs\.?|against|and|compared with|to)\s(?P<two>{_NUMBER})\))?\.?$"
)
_REACHED = re.compile(
    rf"{_OPENING}(?P<a>(?:[A-Z]|the\s)[^,;()]+?)\s(?:reached|had|achieved|gave|showed|obtained)\san?"
    rf"\s(?P<metric>[^,;()\d]{{2,40}}?)\sof\s(?P<one>{_NUMBER})"
    rf"(?:,\s(?:against|versus|compared with)\s(?P<two>{_NUMBER})\s(?:for|of|with)\s(?P<b>[^,;()]+?))?{_SCOPE}"
)
_WAS = re.compile(
    rf"{_OPENING}[Tt]he\s(?P<metric>[^,;()]{{2,40}}?)\sof\s(?P<a>[^,;()]+?)\swas\s(?P<one>{_NUMBER})"
    rf"(?:\s\((?:s\.?d\.?|SD)[^()]*\))?{_SCOPE}"
)

_IS_LIMITATION = re.compile(
    r"^(?:A|One|The|Another|The main|The first|A further|An important|Our)\s(?:\w+\s)?limitation\s"
    r"(?:of\s(?:this|our|the\spresent)\s\w+\s)?is\sthat\s(?=\w+\s)"
)


def speaks_for_itself(quote: str) -> bool:
    """Whether a sentence can be read alone: nothing points out of it, and it has a reasonable length."""
    words = quote.split()
    if not _SHORTEST <= len(words) <= _LONGEST or not quote[:1].isupper():
        return False
    if quote.count("(") != quote.count(")"):
        return False
    if any(pattern.search(quote) for pattern in (_LEANS, _POINTS_BACK, _ELSEWHERE, _LEAKED_HEADING, _POINTS)):
        return False
    return not quote.startswith(("We ", "Our "))


def own_words(quote: str) -> str | None:
    """A comparison or a measured value in our own words, with the scope of the source; None for other sentences."""
    plain = " ".join(quote.split())
    compared, reached, was = _COMPARISON.match(plain), _REACHED.match(plain), _WAS.match(plain)
    if compared:
        return _comparison(compared)
    if reached:
        against = f", against {reached['two']} for {reached['b']}" if reached["two"] else ""
        return f"{_frame(reached)}the {reached['metric']} of {_inside(reached['a'])} was {reached['one']}{against}"
    if was:
        article = (
            "an"
            if was["metric"][:1].lower() in "aeiou" or re.match(r"[FLMNRSX]\d|[FLMNRSX][A-Z]", was["metric"])
            else "a"
        )
        return f"{_frame(was)}{_inside(was['a'])} had {article} {was['metric']} of {was['one']}"
    return None


def _comparison(match: re.Match[str]) -> str:
    numbers = f", {match['one']} against {match['two']}" if match["one"] else ""
    return f"{_frame(match)}{_inside(match['a'])} had a {match['word']} {match['metric']} than {match['b']}{numbers}"


def _frame(match: re.Match[str]) -> str:
    """The scope in front: the opening frame of the source, or the place where its sentence ends."""
    frame = match["frame"] or (match.groupdict().get("scope") or "").strip()
    return f"{frame[:1].lower()}{frame[1:]}, " if frame else ""


def _inside(subject: str) -> str:
    """A subject as it stands inside a sentence."""
    return subject[:1].lower() + subject[1:] if subject.startswith(("The ", "A ", "An ")) else subject


def in_setting(clause: str, dataset: str | None) -> str:
    """The clause with the dataset that it holds on, in front unless a frame stands there."""
    if not dataset or re.search(rf"(?<![\w-]){re.escape(dataset)}(?![\w-])", clause):
        return clause
    where = (
        f"on the {dataset}" if re.search(r"\b(?:datasets?|corpus|benchmark)$", dataset) else f"on the {dataset} dataset"
    )
    framed = re.match(r"(?:on|in|for|at|with|among)\s[^,]+,\s", clause)
    return f"{clause} {where}" if framed else f"{where}, {clause}"


def quotation_clause(quote: str, key: str, authors: int = 2) -> str:
    """The work's words, marked as such."""
    return f"@{key} {report_verb('report', authors)}: “{_words(quote)}”."


def limitation_clause(quote: str, key: str, authors: int = 2) -> str:
    """A limitation in the work's words; that it is one is said once."""
    words = _words(quote)
    match = _IS_LIMITATION.match(words)
    if match:
        return f"@{key} {report_verb('name', authors)} as a limitation that “{words[match.end() :]}”."
    return f"As a limitation, @{key} {report_verb('state', authors)}: “{words}”."


def report_verb(verb: str, authors: int) -> str:
    """`report` or `reports`: one author reports, several report."""
    return f"{verb}s" if authors == 1 else verb


def _words(quote: str) -> str:
    return " ".join(quote.split()).rstrip(".")
