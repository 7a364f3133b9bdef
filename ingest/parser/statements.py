"""The fixed statements of a paper: who paid for it, and where its data and code lie."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...kb.events.document import Link, Section, Sentence
from .lines import Line, Page, Rect, follows

_FUNDING_TITLE = re.compile(
    r"(?:sources? of )?fund(?:ing|ers?)\b.*|financial (?:support|disclosures?)\b.*|grant (?:support|information)\b.*|"
    r"(?:role of the )?funding source.*|finanzierung|förderung|financement|financiaci[oó]n|финансирование|"
    r"基金项目|资助", re.IGNORECASE)
_THANKS_TITLE = re.compile(r"acknowledge?ments?\b.*|thanks|danksagung|remerciements|agradecimientos|благодарност.*|"
                           r"致谢|.*\band acknowledge?ments?|declarations?|additional information.*|footnotes?|notes?",
                           re.IGNORECASE)
_FUNDING_LABEL = re.compile(
    r"^\W{0,2}(?:sources? of )?(?:funding(?: (?:statement|information|sources?|support|acknowledge?ments?))?|"
    r"financial support|financial disclosure|grant (?:support|sponsors?|information)|sponsors?hip|"
    r"基金项目|资助项目|финансирование|förderung)\s*[:：.—–]\s*", re.IGNORECASE)
_NEXT_LABEL = re.compile(r"^\W{0,2}(?!fund|financ|grant)[A-Z][\w’' /&-]{3,45}(?:\s?:|\.\s)", re.IGNORECASE)
_PAID = re.compile(
    r"\b(?:funded|supported|sponsored|financed|subsidi[sz]ed)\s+(?:\w+\s+){0,3}?(?:by|through|from|with|under|in)\b|"
    r"\bgrants?\s+(?:from|of|no|number|agreement|#|[A-Z]*\d)|\bgrant\s?-?in-?\s?aid|"
    r"\b(?:financial(?:ly)?|funding)\s+support|\bsupport(?:ed)?\s+(?:of|from|by)\s+(?:the\s+)?(?:[\w’-]+\s+){0,6}?"
    r"(?:foundation|council|ministry|fund|agency|institutes? of|commission|programme?|union|grant|project)\b|"
    r"\b(?:received|no)\s+(?:\w+\s+){0,3}?funding\b|\bfunding (?:from|by|was|for|provided)\b|"
    r"\bunder (?:grant|contract|award)|\bfellowships? (?:from|of|by)|\bscholarships? (?:from|of|by)|"
    r"gefördert|unterstützt durch|finanziert|soutenu par|financé|financiad[oa]|при (?:финансовой )?поддержке|грант|"
    r"基金|资助", re.IGNORECASE)
_AVAILABLE_TITLE = re.compile(
    r".*\b(?:data|code|software|materials?)\b.*\b(?:availab|access|deposit|sharing)\w*.*|"
    r".*\b(?:availab|access)\w*\b.*\b(?:data|code|software|materials?)\b.*|availability|resource availability|"
    r"open (?:data|code|practices)|accession (?:numbers?|codes?)|code metadata|datenverfügbarkeit", re.IGNORECASE)
_AVAILABLE_LABEL = re.compile(r"\W{0,2}(?:data|code|software)[\w ]{0,20} (?:availability|accessibility)\b",
                              re.IGNORECASE)
_URL = re.compile(r"(?:https?://|www\.|(?<![\w/])(?=(?:github|gitlab|zenodo|osf|figshare|bitbucket|codeberg)\.\w{2,3}/))"
                  r"[^\s\"<>{}|\\^`\[\]]+|(?<![\w/.])10\.\d{4,9}/[^\s\"<>{}|\\^`\[\]]+", re.IGNORECASE)
_OWN = re.compile(
    r"\b(?:our|we|this (?:paper|work|study|article)|the (?:source |python |r )?(?:code|scripts?|implementation|"
    r"data(?: ?sets?)?|raw data|corpus|sequences)|(?:all|source|raw|supporting|underlying|sequence|code and|"
    r"data and) (?:the )?(?:code|data(?: ?sets?)?|scripts?))\b[^.]{0,200}?"
    r"\b(?:available|deposited|archived|released?|hosted|accessible|shared|found|published|provided|accessed|"
    r"open[- ]sourced?|made public|submitted to)\b|"
    r"\b(?:code|data(?: ?sets?)?)(?: and (?:code|data|models?))?(?: (?:are|is))?(?: \w+ly)? available\b", re.IGNORECASE)
_CODE_HOST = re.compile(r"github\.|gitlab\.|bitbucket\.|codeberg\.|cran\.r-project|pypi\.|softwareheritage|sourceforge|"
                        r"bioconductor|git\.|swh:", re.IGNORECASE)
_CODE_WORD = re.compile(r"\b(?:code|software|scripts?|source|package|implementation|program|tool|repository)\b",
                        re.IGNORECASE)
_DATA_WORD = re.compile(r"\b(?:data(?:sets?|base)?|datasets?|corpus|sequences?|accession|archive)\b", re.IGNORECASE)
_NO_PLACE = re.compile(r"creativecommons\.org|clinicaltrials\.gov|publicdomain|/licen[sc]e|orcid\.org|crossmark|"
                       r"doi\.org/10\.13039", re.IGNORECASE)
_SIDE_LABELS = re.compile(r"(?:software )?(?:repository|archive|source code|code)\b", re.IGNORECASE)
_OWN_WORK = re.compile(r"^\W{0,3}(?:\d\s)?(?:this|the|our|we|research|work|supported|funded|manuscript|part)\b",
                       re.IGNORECASE)
_MOST_FUNDING = 1500


def find_funding(sections: Sequence[Section], sentences: Sequence[Sentence], first: Sequence[Line]) -> tuple[str, ...]:
    """The sentences of the funding statement: its section, its labelled paragraph, or what the thanks and the title
    page (`first`) say about money."""
    titled = [s.text for s in sentences if _FUNDING_TITLE.fullmatch(sections[s.section].title.strip(" .:"))]
    labelled = titled or _labelled(sentences) or _labelled_lines(first)
    if labelled:
        return _within(labelled)
    thanked = [s.text for s in sentences if _PAID.search(s.text)
               and (_THANKS_TITLE.fullmatch(sections[s.section].title.strip(" .:")) or s.note)]
    return _within(thanked or _foot_notes(first))


def _within(texts: Sequence[str]) -> tuple[str, ...]:
    kept: list[str] = []
    for text in texts:
        if kept and sum(map(len, kept)) + len(text) > _MOST_FUNDING:
            break
        kept.append(_FUNDING_LABEL.sub("", text, count=1).strip())
    return tuple(dict.fromkeys(text for text in kept if text))


def _labelled(sentences: Sequence[Sentence]) -> list[str]:
    """From a sentence that begins with the label to the end of its paragraph, or the next label."""
    for at, sentence in enumerate(sentences):
        label = _FUNDING_LABEL.match(sentence.text)
        if label is None or (sentences[at - 1].paragraph == sentence.paragraph and at
                             and not label.group().rstrip().endswith((":", "："))):
            continue
        out = [sentence.text]
        for later in sentences[at + 1:]:
            bare = len(out) == 1 and not _FUNDING_LABEL.sub("", out[0])
            if (later.paragraph != sentence.paragraph and not bare) or later.section != sentence.section \
                    or _NEXT_LABEL.match(later.text):
                break
            out.append(later.text)
        return out
    return []


def _labelled_lines(first: Sequence[Line]) -> list[str]:
    for at, line in enumerate(first):
        if _FUNDING_LABEL.match(line.text):
            return [_block(first, at)]
    return []


def _foot_notes(first: Sequence[Line]) -> list[str]:
    """A note in small print on the title page that says who paid."""
    for at, line in enumerate(first):
        before = first[at - 1] if at else None
        if before is not None and not before.text.rstrip().endswith(".") and follows(before, line, 1.6) \
                and abs(before.size - line.size) < 0.5:
            continue
        text = _block(first, at)
        if _PAID.search(text) and line.y0 > 0.5 * line.frame.height and len(text) < 900 and \
                _OWN_WORK.match(text):
            return [text]
    return []


def _block(lines: Sequence[Line], at: int) -> str:
    out = [lines[at].text]
    for before, line in zip(lines[at:], lines[at + 1:at + 25], strict=False):
        if not follows(before, line, 1.7) or abs(before.size - line.size) > 0.5 or _NEXT_LABEL.match(line.text):
            break
        out.append(line.text)
    return re.sub(r"(?<=\w)- (?=[a-z])", "", " ".join(text.strip() for text in out))


def find_links(sections: Sequence[Section], sentences: Sequence[Sentence], pages: Sequence[Page]) -> tuple[Link, ...]:
    """Where data and code are said to lie: in the availability statement, in sentences about the paper's own data and
    code, and behind the labels `Repository` and `Archive` of the title page."""
    out: list[Link] = []
    for sentence in sentences:
        section = sections[sentence.section]
        if section.role == "references":
            continue
        stated = _AVAILABLE_TITLE.fullmatch(section.title.strip(" .:")) or \
            _AVAILABLE_LABEL.match(sentence.text)
        if not stated and not _OWN.search(sentence.text):
            continue
        for found in _URL.finditer(sentence.text):
            _add(out, _trimmed(found.group()), sentence.text[:found.start()])
    for page in pages[:2]:
        for rect, uri in page.links:
            if uri.startswith("http") and _has_side_label(page, rect):
                _add(out, uri, "software")
    return tuple(dict.fromkeys(out))


def _add(out: list[Link], url: str, before: str) -> None:
    if _NO_PLACE.search(url) or len(url) < 9:
        return
    code = [found.start() for found in _CODE_WORD.finditer(before)]
    facts = [found.start() for found in _DATA_WORD.finditer(before)]
    is_code = bool(_CODE_HOST.search(url)) or (max(code, default=-1) > max(facts, default=-1))
    url = f"https://doi.org/{url}" if url.startswith("10.") else url
    out.append(Link(what="code" if is_code else "data", url=url))


def _trimmed(url: str) -> str:
    url = url.rstrip(".,;:'’”»*†")
    while url.endswith(")") and url.count("(") < url.count(")"):
        url = url[:-1].rstrip(".,;")
    return url


def _has_side_label(page: Page, rect: Rect) -> bool:
    """Whether a link is one of `Repository`, `Archive` in a column of labels."""
    x0, y0, x1, y1 = rect
    for line in (*page.lines, *page.furniture):
        if line.y0 - 2 < (y0 + y1) / 2 < line.y1 + 2 and line.x0 - 12 <= x0 and x1 <= line.x1 + 30 \
                and len(line.text) < 30 and _SIDE_LABELS.match(line.text.strip(" •·-–")):
            return True
    return False
