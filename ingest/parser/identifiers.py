"""What the pages print about the publication itself: DOI, arXiv number, year, venue, volume, licence, keywords."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

from .lines import Line, Page, follows
from .relations import belongs

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`\[\]]+")
_OTHERS_DOI = re.compile(r"10\.(?:5281/zenodo|5061/dryad|6084/m9|17632|7910/dvn|1594/pangaea|13039/)", re.IGNORECASE)
_OTHERS = re.compile(
    r"(?:supplement\w*|supporting (?:information|material)|data ?sets?|data|code|software|appendix|figures?)\b"
    r"[^.]{0,80}\b(?:available|deposited|found|archived|accessed|accessible)\b[^.]{0,60}$|"
    r"\b(?:cited|original|related|companion|commented|parent) (?:article|paper)s?\b[^.]{0,80}$|"
    r"\b(?:comment|commentary|reply|response|rebuttal) (?:on|to)\b[^.]{0,160}$|\bsee (?:also|the)\b[^.]{0,60}$|"
    r"\bthis (?:paper|article|letter|note|commentary|comment|reply|response|editorial|viewpoint|correspondence|"
    r"insight)\s(?:\w+\s){0,3}?(?:comments? (?:on|upon)|commentary on|refers? to|relates? to|responds? to|response to|"
    r"repl(?:y|ies) to|concerns|discusses|accompanies|is about)\b(?:(?!\bdoi\b).){0,200}(?:\bdoi\W{0,3})?$",
    re.IGNORECASE)
_COMPONENT = re.compile(
    r"(10\.7554/elife\.\d{5,6})\.\d{3}|(10\.1371/journal\.\w{4}\.\d{7})\.[gtse]\d{3}|"
    r"(10\.7717/peerj(?:-\w+)?\.\d+)/(?:fig|table|supp)-?\d+|(10\.3389/\w+\.\d{4}\.\d{5})\.s\d{3}|"
    r"(10\.5194/\S+)-(?:supplement|corrigendum)", re.IGNORECASE)
"""DOIs of an abstract, a figure, a table or a supplement, which begin with that of their article."""
_RESOLVER = re.compile(r"(?:https?://)?(?:dx\.)?doi\.org/$", re.IGNORECASE)
_BEFORE = 200
_CITE_LABEL = re.compile(r"^\W{0,2}(?:citation|how to cite|to cite|cite (?:this|as)|please cite|zitierweise)",
                         re.IGNORECASE)
_CITED_LINES = 8
_CITED_AS = re.compile(r"^\W{0,2}(?:citation|cite|how to cite|doi)\b|\bdoi\W{0,3}$", re.IGNORECASE)
_DOI_LABEL = re.compile(r"doi", re.IGNORECASE)
_ARXIV = re.compile(r"arXiv:\s?(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?)", re.IGNORECASE)
_PMID = re.compile(r"\bPMID:?\s*(\d{5,9})\b")
_PMCID = re.compile(r"\bPMCID:?\s*PMC\s?(\d{4,8})\b|(?<=articles/)PMC(\d{4,8})\b")
_YEAR = r"(19[5-9]\d|20\d\d)"
_CITED_YEAR = re.compile(rf"\({_YEAR}\)|\b{_YEAR};\s?\d+|\b{_YEAR},\s?(?:pages |\d+\s?[(:,])|"
                         rf"Vol\S*\s.{{0,40}}?\b{_YEAR}\b|\b{_YEAR}\s*\|")
_PUBLISHED = re.compile(
    rf"(?:\bP(?:ublished|UBLISHED|ublication|UBLICATION)|(?:^|[;|•·,]\s?|\bfirst |\bonline |\be-?)publi(?:shed|cation))"
    rf"(?!\s(?:data|work|stud|results|reports?|literature|evidence|by))\b[^.;]{{0,40}}?\b{_YEAR}\b")
_COPYRIGHT = re.compile(rf"(?:©|\(c\)|c⃝|copyright)\D{{0,60}}?\b{_YEAR}\b|\b{_YEAR}\s+The Authors?", re.IGNORECASE)
_DATED = re.compile(rf"(?:accepted|received|submitted)[^.;]{{0,40}}?\b{_YEAR}\b", re.IGNORECASE)
_ANY_YEAR = re.compile(rf"\b{_YEAR}\b")
_LICENCE_URL = re.compile(
    r"(?:(?<![^\s(\[<,;:])|(?<=//))(?:www\.)?creativecommons\.org/"
    r"(licenses/(by(?:-nc)?(?:-sa|-nd)?)/(\d\.\d)|publicdomain/zero)", re.IGNORECASE)
# A statement that is about a part of the work, or takes something back, says nothing of the work.
_LICENCE_LIMIT = re.compile(
    r"\b(?:figures?|tables?|images?|photo\w*|icons?|illustrations?|data|datasets?|code|software|supplement\w*|appendi\w+|"
    r"except\w*|unless|formerly|previous\w*|earlier|preprints?|only|not|neither|without|third[- ]part\w+)\b",
    re.IGNORECASE)
# A label in the margin begins a statement too, and has no stop before it.
_STATEMENT_END = re.compile(
    r"\.\s+(?=[A-Z])|\.(?=[A-Z][a-z])|;\s|\bLicen[cs]e:?\s+(?=Authors?\b|This (?:article|paper|work)\b|©|Copyright\b)")
_LICENCE_SHORT = re.compile(r"\bCC[ -](BY(?:-NC)?(?:-SA|-ND)?|0)\b[ -]?(\d\.\d)?", re.IGNORECASE)
_LICENCE_LONG = re.compile(
    r"Creative\s+Commons\s+Attribution((?:[-\s]*(?:Non[-\s]?Commercial|Share[-\s]?Alike|No[-\s]?Deriv\w*))*)"
    r"(?:\s+(\d\.\d))?", re.IGNORECASE)
_KEYWORDS = re.compile(
    r"^(?:(?:additional\s+)?key\s?-?\s?words?(?: and phrases)?|index terms|schlüssel(?:wörter|begriffe)|schlagwörter|"
    r"stichwörter|mots[- ]cl[ée]s?|palabras clave|palavras[- ]chave|parole chiave|ключевые слова|słowa kluczowe|"
    r"关键词|關鍵詞|キーワード|키워드)\s*(?:[:：.—–-]|(?=\s)|(?=[\u3400-\u9fff])|$)\s*", re.IGNORECASE)


def first_matter(pages: Sequence[Page]) -> list[Line]:
    """The lines of the title page, running heads first."""
    own = [page for page in pages if not page.cover]
    return [line for page in own[:1] for line in (*page.furniture, *page.sideways, *page.lines)]


def cover_matter(pages: Sequence[Page]) -> list[Line]:
    """The lines of the cover pages."""
    return [line for page in pages if page.cover for line in page.furniture]


def find_doi(pages: Sequence[Page], apart: Collection[Line] = ()) -> str | None:
    """The DOI that the title page or the running heads print for the paper itself, lower case.

    Never one out of the reference list (`apart`), of a publication that the paper corrects or supplements, of data, or
    of a funder; in running text a DOI counts for nothing. A cover page is asked last.
    """
    weights: Counter[str] = Counter()
    first = [line for line in first_matter(pages) if line not in apart]
    heads = [line for page in pages if not page.cover for line in (*page.furniture, *page.sideways)]
    for weight, lines in ((2, first), (1, heads)):
        for doi, labelled in _dois(lines):
            weights[doi] += weight + (2 if labelled else 0)
    if not weights:
        weights.update(doi for doi, _ in _dois(cover_matter(pages)))
    if not weights:
        return None
    best = max(weights, key=lambda doi: weights[doi])
    longer = [doi for doi in weights if doi.startswith(best) and doi != best]
    return max(longer, key=lambda doi: (weights[doi], len(doi))) if longer else best


def article_doi(doi: str) -> str:
    """The DOI of the article, where one of a part of it (abstract, figure, table, supplement) is given."""
    part = _COMPONENT.fullmatch(doi)
    return next(group for group in part.groups() if group) if part else doi


def find_arxiv(lines: Sequence[Line]) -> str | None:
    """The arXiv number printed on the title page, without `arXiv:`."""
    found = _ARXIV.search(" ".join(line.text for line in lines))
    return found.group(1) if found else None


def find_pmid(lines: Sequence[Line]) -> str | None:
    """The PubMed number printed on the title page."""
    found = _PMID.search(" ".join(line.text for line in lines))
    return found.group(1) if found else None


def find_pmcid(lines: Sequence[Line]) -> str | None:
    """The PubMed Central number printed on the title page, with its `PMC`."""
    found = _PMCID.search(" ".join(line.text for line in lines))
    return f"PMC{found.group(1) or found.group(2)}" if found else None


def find_year(lines: Sequence[Line]) -> int | None:
    """The year of publication as printed: citation line, then publication, copyright, acceptance."""
    whole, cited = " ".join(line.text for line in lines), " ".join(citing_texts(lines))
    for pattern, text in ((_PUBLISHED, whole), (_CITED_YEAR, cited), (_COPYRIGHT, whole), (_DATED, whole)):
        years = [int(group) for match in pattern.finditer(text) for group in match.groups() if group]
        if years:
            return max(years) if pattern is _DATED else Counter(years).most_common(1)[0][0]
    notes = _foot_notes(lines)
    margins = [line for line in lines if line not in notes
               and (line.y1 < 0.12 * line.frame.height or line.y0 > 0.88 * line.frame.height)]
    years = [int(year) for year in _ANY_YEAR.findall(" ".join(line.text for line in margins))]
    return years[0] if years else None


def citing_texts(first: Sequence[Line]) -> list[str]:
    """The margins of the title page, and the citation line with the lines that it goes on in: where a page says how it
    is cited."""
    notes = _foot_notes(first)
    margins = [line for line in first if in_margin(line) and line not in notes]
    out = [line.text for line in margins]
    out += [f"{a.text} {b.text}" for a, b in pairwise(first) if a in margins and b in margins]
    for at, line in enumerate(first):
        if _CITE_LABEL.match(line.text):
            out.append(" ".join(item.text for item in first[at:at + _CITED_LINES] if item.size == line.size))
    return out


def _foot_notes(lines: Sequence[Line]) -> set[Line]:
    """Notes at the foot of the page, from a raised number to where the type changes: they cite other papers."""
    notes: set[Line] = set()
    for before, line in pairwise(lines):
        lead = line.spans[0]
        begins = lead.superscript and lead.text.strip().isdigit() and line.y0 > 0.5 * line.frame.height
        if begins or (before in notes and follows(before, line, 1.6) and abs(line.size - before.size) < 0.3):
            notes.add(line)
    return notes


def in_margin(line: Line) -> bool:
    """Whether a line stands at the head or the foot of its page."""
    return line.y1 < 0.2 * line.frame.height or line.y0 > 0.88 * line.frame.height


def find_licence(lines: Sequence[Line]) -> str | None:
    """The licence as `CC BY 4.0`, from a statement about the work as a whole."""
    spaced = " ".join(line.text for line in lines)
    text = re.sub(r"(?<=[/.])\s+(?=\w)", "", spaced)
    if found := _stated(_LICENCE_URL, text):
        return "CC0" if not found.group(2) else f"CC {found.group(2).upper()} {found.group(3)}"
    if found := _stated(_LICENCE_SHORT, text):
        return "CC0" if found.group(1) == "0" else " ".join(part for part in ("CC", found.group(1).upper(),
                                                                             found.group(2)) if part)
    if found := _stated(_LICENCE_LONG, spaced):
        terms = re.sub(r"[-\s]", "", found.group(1)).lower()
        parts = ["BY", *(short for word, short in (("noncommercial", "NC"), ("sharealike", "SA"), ("noderiv", "ND"))
                         if word in terms)]
        return " ".join(part for part in ("CC", "-".join(parts), found.group(2)) if part)
    return None


def _stated(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first licence of this form in a statement without limits."""
    ends = [0, *(end.end() for end in _STATEMENT_END.finditer(text)), len(text)]
    for found in pattern.finditer(text):
        start = max(end for end in ends if end <= found.start())
        end = min(end for end in ends if end >= found.end())
        if not _LICENCE_LIMIT.search(text, start, end):
            return found
    return None


def keyword_line(line: Line) -> bool:
    """Whether the line begins the list of keywords."""
    return bool(_KEYWORDS.match(line.text)) and len(line.text.split()) < 40


def read_keywords(text: str) -> tuple[str, ...]:
    """The keywords of a joined keyword paragraph that begins with its label."""
    rest = re.sub(r"\.\s+[A-Z]\w*(?:\s+[\w’'-]+){6,}.*$", "", _KEYWORDS.sub("", text, count=1))
    parts = re.split(r"[;；、•·|‧∙]|\s[-–—]{1,3}\s", rest)
    if len(parts) == 1:
        parts = re.split("[,，]", rest)
    return tuple(part.strip(" .,。") for part in parts if part.strip(" .,。"))


def _dois(lines: Sequence[Line]) -> list[tuple[str, bool]]:
    """The DOIs that may be the paper's own, each with whether a label stands before it."""
    out = []
    for at, line in enumerate(lines):
        for found in _DOI.finditer(line.text):
            doi = found.group()
            if found.end() == len(line.text) and at + 1 < len(lines) and _below(line, lines[at + 1]):
                doi = _continued(doi, lines[at + 1].text)
            labelled = bool(_DOI_LABEL.search(line.text[max(0, found.start() - 16):found.start()]))
            if not (_OTHERS_DOI.match(doi) or _in_prose(line, found) or _of_another(lines, at, found.start())):
                out.append((article_doi(_trimmed(doi)), labelled))
    return out


def _in_prose(line: Line, found: re.Match[str]) -> bool:
    """Whether the DOI stands inside a sentence in the middle of the page, without a label at the start of the line."""
    if line.y0 < 0.25 * line.frame.height or line.y1 > 0.85 * line.frame.height:
        return False
    return found.start() > 0.3 * len(line.text) and len(found.group()) < 0.4 * len(line.text) \
        and not _CITED_AS.search(line.text[:found.start()])


def _of_another(lines: Sequence[Line], at: int, start: int) -> bool:
    """Whether the words before a DOI give it to another publication, or to data."""
    line = lines[at]
    above = [other.text for other in lines[max(0, at - 3):at] if other.page == line.page
             and -1 < line.y0 - other.y0 < 6 * line.size and abs(other.size - line.size) < 0.6]
    before = " ".join([*above, _RESOLVER.sub("", line.text[:start])])[-_BEFORE:]
    return belongs(before) is not None or bool(_OTHERS.search(before))


def _below(line: Line, following: Line) -> bool:
    return line.page == following.page and 0 < following.y0 - line.y0 < 2.5 * line.size and following.x0 <= line.x1


def _continued(doi: str, following: str) -> str:
    """A DOI broken at the end of a line with its rest: it breaks after a point, hyphen, slash, or inside a number."""
    head = following.split(" ")[0]
    if doi[-1] in "./-_" and len(head) > 3 and re.fullmatch(r"[\w./()-]*\d[\w./()-]*\.?", head):
        return doi + head
    if doi[-1].isalnum() and re.fullmatch(r"\d[\d.]*\.?", head) and len(doi) < 26 and not re.search(r"\d{4}$", doi):
        return doi + head
    return doi


def _trimmed(doi: str) -> str:
    doi = doi.rstrip(".,;:'’”*†")
    while doi.endswith(")") and doi.count("(") < doi.count(")"):
        doi = doi[:-1].rstrip(".,;")
    return doi.lower()
