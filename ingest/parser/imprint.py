"""Where a paper stands in its journal: volume, issue, pages, publisher, as the heads and the citation line print it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .identifiers import citing_texts, in_margin
from .lines import Line, Page

_DASH = r"\s?[-–—‐−]\s?"
_PAGES = rf"(?:[A-Z]{{0,3}}\d{{1,6}}{_DASH}[A-Z]{{0,3}}\d{{1,6}}|e\d{{2,7}}(?:{_DASH}e?\d{{2,7}})?)"
_YEAR = r"(?:19|20)\d\d"
_FORMS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in (
    rf"\b(?P<v>\d{{1,4}})\s?\((?P<i>[\d–/-]{{1,9}}|Suppl\.?\s?\d*)\)\s?[:,;]\s*(?:pp?\.\s?)?(?P<p>{_PAGES})",
    rf"\b{_YEAR}(?:\s\w{{3,9}}(?:\s\d{{1,2}})?)?;\s?(?P<v>\d{{1,4}})\s?(?:\((?P<i>[\d–/-]{{1,9}}|Suppl\.?\s?\d*)\))?\s?"
    rf"(?::\s?(?P<p>{_PAGES}))?",
    rf"\({_YEAR}\)\s?(?:vol\.?\s?)?(?P<v>\d{{1,4}})\s?(?:\((?P<i>\d{{1,4}}(?:[–-]\d+)?)\))?\s?[:,]\s?(?P<p>{_PAGES})",
    rf"\b{_YEAR},\s(?P<v>\d{{1,4}})(?:\((?P<i>\d{{1,4}})\))?,\s(?P<p>{_PAGES})",
    rf"(?<![\d.])(?P<v>\d{{1,4}})\s\({_YEAR}\)\s(?P<p>{_PAGES})",
    rf"\b{_YEAR},\s(?P<v>\d{{1,3}})(?:,\s|:\s?)\d{{1,5}}\b(?![\d.–-])",
    rf"\b(?:vol(?:ume|\.)?|bd\.?|band|t\.|tome|том|т\.)\s*(?P<v>\d{{1,4}})\b"
    rf"(?:[\s,.;|()•·]*(?:no\.?|number|issue|iss\.?|n°|nº|№|heft|nr\.?|вып\.?)\s*(?P<i>\d{{1,4}}(?:[–/-]\d{{1,3}})?))?"
    rf"(?:.{{0,60}}?(?:\bpp?\.?|pages|\bs\.|\bс\.|seiten)\s?:?\s*(?P<p>{_PAGES}))?",
    rf"\({_YEAR}\)\s?(?P<v>\d{{1,4}})(?:\((?P<i>\d{{1,4}})\))?:\s?\d{{1,6}}\b",
    rf"\({_YEAR}\)[^:]{{0,300}}?[^\W\d_]\.?\s(?P<v>\d{{1,3}}):\s?\d{{2,7}}\b",
    r"(?<![\d.:])(?P<v>\d{1,3}):\s?\d{5,7}\b",
    r"第\s?(?P<v>\d{1,4})\s?卷\s*(?:第\s?(?P<i>\d{1,4})\s?期)?",
    rf"\b(?P<v>\d{{1,4}})\s?\((?P<i>\d{{1,4}}(?:[–-]\d+)?)\)(?=\s*(?:[:,;.|]|{_YEAR}|$))",
    rf"\b(?P<v>\d{{1,4}}):(?P<p>[A-Z]?\d{{1,6}}{_DASH}[A-Z]?\d{{1,6}})\b",
))
_ISSUE = re.compile(r"\b(?:issue|number|no\.|nr\.|heft|№)\s?:?\s?(\d{1,4}(?:[–/-]\d{1,3})?)\b", re.IGNORECASE)
_IMPRINT = re.compile(r"©|\(c\)|copyright|publish|licen[cs]ee|verlag|\bpress\b|imprint|hosting by", re.IGNORECASE)
_BY = re.compile(r"\b(?:[Pp]ublished by|[Pp]ublisher:|[Ll]icensee|[Pp]ublishing services by|"
                 r"[Pp]roduction and hosting by|[Hh]osting by|[Hh]erausgegeben von)\s+(?:[Tt]he\s)?"
                 r"([A-Z][\w&.’'-]*(?: (?:[A-Z&][\w&.’'-]*|(?:of|for|and|the|und|de)\b))*)")
_PUBLISHERS = re.compile(
    r"\b(Hindawi(?: Publishing Corporation| Limited)?|Elsevier(?: \w{2,6}\.?)?|Springer[- ](?:Verlag|Nature|Science)"
    r"[\w+&-]*|Springer|BioMed Central|MDPI|Public Library of Science|John Wiley & Sons|Wiley(?:-VCH|-Blackwell)?|"
    r"Blackwell|Taylor & Francis|Informa UK|SAGE Publications|Oxford University Press|Cambridge University Press|"
    r"Wolters Kluwer(?: Health)?|Lippincott Williams & Wilkins|IEEE|Association for Computing Machinery|ACM|"
    r"Frontiers Media|The Royal Society(?: Publishing)?|American Chemical Society|American Physical Society|"
    r"IOP Publishing|Copernicus Publications|[Dd]e Gruyter|Karger|Thieme|BMJ Publishing Group|Nature Publishing Group|"
    r"Macmillan Publishers|PeerJ|Dove Medical Press|Medknow|Association for Computational Linguistics|"
    r"American Society for Microbiology|National Academy of Sciences|World Scientific|Open Journals|"
    r"Biomedical Informatics|eLife Sciences)\b")
_NOT_PUBLISHERS = re.compile(r"^(?:the )?authors?\b|^(?:in|on|online)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Imprint:
    """Volume, issue, page range and publisher; null what is not printed."""

    volume: str | None
    issue: str | None
    pages: str | None
    publisher: str | None


def read_imprint(pages: Sequence[Page], first: Sequence[Line]) -> Imprint:
    """What the running heads, the margins of the title page and its citation line print. `first` are the lines of the
    title page, running heads first."""
    votes: dict[str, Counter[str]] = {"v": Counter(), "i": Counter(), "p": Counter()}
    heads = [line.text for page in pages for line in (*page.furniture, *page.sideways)]
    for weight, text in ((1, text) for text in [*heads, *citing_texts(first)]):
        _vote(votes, text, weight)
    volume = _best(votes["v"])
    issue = _best(votes["i"]) or (_issue_beside(heads, first) if volume else None)
    return Imprint(volume, issue, _best(votes["p"]), _publisher(first))


def _vote(votes: dict[str, Counter[str]], text: str, weight: int) -> None:
    for form in _FORMS:
        found = form.search(text)
        if found is None:
            continue
        groups = found.groupdict()
        for name in votes:
            if groups.get(name):
                votes[name][re.sub(r"\s?[-–—‐−]\s?", "–", groups[name]) if name == "p" else groups[name]] += weight
        return


def _best(votes: Counter[str]) -> str | None:
    return max(votes, key=lambda value: votes[value]) if votes else None


def _issue_beside(heads: Sequence[str], first: Sequence[Line]) -> str | None:
    texts = [*heads, *(line.text for line in first if in_margin(line))]
    return next((found.group(1) for text in texts if (found := _ISSUE.search(text))), None)


def _publisher(first: Sequence[Line]) -> str | None:
    for at, line in enumerate(first):
        text = line.text + (" " + first[at + 1].text if at + 1 < len(first) else "")
        named = _BY.search(text)
        if named and named.start() <= len(line.text) and not _NOT_PUBLISHERS.match(named.group(1)):
            name = re.split(r"\.(?= |$)|, (?:Inc|Ltd)", named.group(1).strip(" ,."))[0]
            return re.sub(r"\s(?:This|All|on|Open|under)\b.*$|(?:\s(?:of|for|and|the|und|de))+$", "", name).strip(" ,.")
    for line in first:
        known = _PUBLISHERS.search(line.text)
        if known and (_IMPRINT.search(line.text) or known.group() == line.text.strip()):
            return known.group()
    return None
