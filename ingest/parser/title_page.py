"""What a title page holds besides title, authors, abstract and text: matter about the article (addresses, dates,
licences), which other modules read and which is no text; and everything else, which a reader must not miss."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...kb.events.document import Author
from .abstract_words import EASTERN, is_aside, words_of
from .affiliations import is_place
from .identifiers import keyword_line
from .lines import Line
from .style import Style

_ABOUT = re.compile(
    r"creative\s+commons|copyright|©|\(c\)\s*(?:19|20)\d\d|licen[sc]ee?\b|all rights reserved|open[- ]access|"
    r"\b(?:received|accepted|published|submitted|revised|available online)(?: on| online)?:?\s+(?:\d|[A-Z][a-z]+ \d)|"
    r"correspond(?:ing|ence)|\bcorrespondance\b|\bkorrespond|academic editor|\breview(?:ed|ing editor|ers?\s*:)|"
    r"\b(?:hand|manag)\w+ editor|how to cite|cite this|reference format|permission|full list of author|"
    r"author (?:details|information)|\bISS?BN\b|\bISSN\b|publisher[’'s]* note|check for updates|\btel(?:ephone)?[.:]|"
    r"\bfax\b|\bORCID\b|supplementary (?:material|information)|subject (?:category|areas?)|"
    r"\bto (?:view|see) a copy of this|crossmark|e-?mail\b|\boriginal (?:work|authors?)\b|article (?:ID|number)\b|"
    r"\bvol(?:ume|\.)\s*\d+|第\s*\d+\s*[卷期]|\bCC[ -]BY\b|\bpublished (?:under|by|in)\b",
    re.IGNORECASE)
_DOI = re.compile(r"\b10\.\d{4,9}/\S")
_SENTENCE_WORDS = re.compile(
    r"\b(?:we|is|are|was|were|be|been|has|have|had|that|which|this|these|to|can|may|by|with|our|not|they|declare\w*|"
    r"wird|werden|wurde|wurden|sind|ist|nous|est|sont|se|fue|son|это|были)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_MARK = re.compile(r"[*∗†‡§¶#]{1,3}\s?\S|\d{1,2}[.)]?\s?[A-Z]")
_THEY = re.compile(r"\W{0,2}(?:these authors|the authors?\b)", re.IGNORECASE)
_GAP = 1.6
_LEAST, _FEW, _MANY = 2, 5, 12
_LONG = 60


@dataclass(frozen=True)
class Known:
    """What has been read off the title page: `words` of title and keywords, in lower case, and full `names`."""

    words: frozenset[str]
    names: tuple[str, ...]

    @classmethod
    def of(cls, title: str, keywords: Iterable[str], authors: Iterable[Author]) -> Known:
        """The words and names of a paper."""
        text = " ".join([title, *keywords]).lower()
        return cls(frozenset(_WORD.findall(text)), tuple(author.name for author in authors if author.name))

    def holds(self, text: str) -> bool:
        """Whether a paragraph repeats them: the paper's own citation, its keywords, or an author with an address."""
        words = _WORD.findall(text.lower())
        again = sum(word in self.words for word in words)
        return again > 0.5 * len(words) or (not _SENTENCE_WORDS.search(text) and any(n in text for n in self.names))


def about_article(lines: Iterable[Line], around: Sequence[Line], body: Style, known: Known) -> set[Line]:
    """Those of some lines of a title page that are matter about the article. What stands among text (`around`, the
    lines after the front matter) is so only if its words say it; elsewhere so is what is too short for a statement."""
    some = list(lines)
    texts = [line for line in around if abs(line.size - body.size) < 0.3 and len(line.text.split()) >= _FEW]
    return set(some) - set(_kept(some, texts, known))


def statements(lines: Iterable[Line], known: Known) -> list[Line]:
    """Those of some lines before the text of a paper that say something in sentences, with the labels above them."""
    return _kept(lines, (), known)


def _kept(lines: Iterable[Line], texts: Sequence[Line], known: Known) -> list[Line]:
    groups = paragraphs_of(lines)
    kept = [(_is_statement(group) or _is_among(group, texts)) and not _says_so(group) and not known.holds(_text(group))
            for group in groups]
    for at in range(len(groups) - 2, -1, -1):
        kept[at] |= kept[at + 1] and _is_label(groups[at]) and _is_below(groups[at][-1], groups[at + 1][0])
    return [line for group, keep in zip(groups, kept, strict=True) if keep for line in group]


def paragraphs_of(lines: Iterable[Line]) -> list[list[Line]]:
    """Lines of small print by paragraph: a gap, another type, a label of matter about the article or the line after one
    that ends a sentence short begins one."""
    out: list[list[Line]] = []
    for line in lines:
        if out and not _begins(out[-1], line):
            out[-1].append(line)
        else:
            out.append([line])
    return out


def _begins(group: Sequence[Line], line: Line) -> bool:
    before = group[-1]
    if (before.page, before.column) != (line.page, line.column) or abs(before.size - line.size) > 0.5 \
            or before.bold != line.bold:
        return True
    step = line.baseline - before.baseline
    if not -1 < step < _GAP * line.size or is_aside(line):
        return True
    if before.text.rstrip().endswith(".") and _MARK.match(line.text):
        return True
    short = before.x1 < max(other.x1 for other in (*group, line)) - 2 * line.size
    return before.text.rstrip().endswith(".") and line.text[:1].isupper() and (short or len(group) == 1)


def _says_so(group: Sequence[Line]) -> bool:
    """Whether a paragraph is about the article by its words, or is an address."""
    text = _text(group)
    words = words_of(text)
    if (is_aside(group[0]) and not _THEY.match(text)) or keyword_line(group[0]) or _ABOUT.search(text) \
            or ("@" in text and words < _LONG) or (_DOI.search(text) and words < _LONG and not _MARK.match(text)):
        return True
    verbs = len(_SENTENCE_WORDS.findall(text))
    places = sum(is_place(line.text) for line in group)
    return places > 0.3 * len(group) and verbs < max(2, words // _MANY)


def _is_statement(group: Sequence[Line]) -> bool:
    text = _text(group)
    words = words_of(text)
    said = bool(_SENTENCE_WORDS.search(text) or EASTERN.search(text))
    marked = bool(_MARK.match(text)) and text.rstrip().endswith(".")
    letters = len(_WORD.findall(text))
    return letters >= _MANY or (words >= _FEW and said) or (letters > _FEW and marked)


def _is_among(group: Sequence[Line], texts: Sequence[Line]) -> bool:
    """Whether lines of running text stand above and below a paragraph in its column."""
    if len(_WORD.findall(_text(group))) < _LEAST:
        return False
    own = [line for line in texts if (line.page, line.column) == (group[0].page, group[0].column)]
    return any(line.baseline < group[0].baseline for line in own) and \
        any(line.baseline > group[-1].baseline for line in own)


def _is_label(group: Sequence[Line]) -> bool:
    return len(group) == 1 and words_of(group[0].text) < _FEW and not _says_so(group)


def _is_below(before: Line, line: Line) -> bool:
    return line.page == before.page and 0 < line.baseline - before.baseline < 2.5 * line.size \
        and min(before.x1, line.x1) > max(before.x0, line.x0)


def _text(group: Sequence[Line]) -> str:
    return " ".join(line.text for line in group)
