"""Cover pages: what a repository, a publisher or a reading site puts in front of a paper. They are no page of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .lines import Page

# Said by nobody but a cover.
_CERTAIN = re.compile(
    r"this is an open access document downloaded from|this provisional pdf corresponds to|"
    r"see discussions,? stats,? and author profiles for this publication|"
    r"hal is a multi-?\s?disciplinary open access archive|archive ouverte pluridisciplinaire|"
    r"your use of the jstor archive|jstor is a not-for-profit|"
    r"citation for (?:the )?(?:published|original published) (?:version|paper|article)|"
    r"citation \(published version\)|this (?:full text|pdf) is (?:a|an) .{0,60}(?:version|service)|"
    r"copyright and moral rights for the (?:publications|individual papers)|take ?-?down policy|"
    r"to link to this article:|full terms & conditions of access and use|"
    r"this is the peer[- ]reviewed version of the following article.{0,400}(?:general rights|enlighten|eprints)|"
    r"white rose research online|this version is available at|provided in cooperation with:|"
    r"please be advised that this information was generated on|downloaded from:? (?:\S+ )?(?:university|institutional)|"
    r"persönliche und wissenschaftliche nutzung|dieses dokument wird unter folgender|"
    r"for information about (?:publishing your research in|other .{2,40} publications)|"
    r"this document is made available (?:through|in accordance)", re.IGNORECASE)
# Said by covers, and by some papers.
_LIKELY = re.compile(
    r"general rights|document version|link to (?:publication|published version)|version of (?:record|the manuscript)|"
    r"publisher[’']?s? (?:page|statement|rights|pdf)|published version|accepted (?:version|manuscript)|"
    r"research portal|e-?prints?\b|institutional repository|digital (?:commons|repository)|"
    r"to cite this (?:version|article)|please cite the published|hal id|submitted on|stable url|downloaded from|"
    r"terms and conditions|this content downloaded|view related articles|view crossmark|article views|citing articles|"
    r"submission date|acceptance date|article url|peer reviewed version|deposited|self-archiv|"
    r"rights (?:and|/) permissions|changes made as a result of publishing processes|"
    r"for your own personal (?:use|study)|view the article online|journal homepage|submit your article", re.IGNORECASE)
_BODY = re.compile(r"^(?:\d\.?\s+)?(?:introduction|abstract|einleitung|background)$", re.IGNORECASE)
_MOST_WORDS = 900
_NEEDED = 3


def without_covers(pages: Sequence[Page]) -> list[Page]:
    """The pages with every line of a cover counted as furniture. A paper keeps at least one page."""
    out = list(pages)
    for at, page in enumerate(out[:2]):
        if at + 1 >= len(out) or not is_cover(page):
            break
        out[at] = replace(page, lines=(), furniture=(*page.furniture, *page.lines), cover=True)
    return out


def is_cover(page: Page) -> bool:
    """Whether the page says of itself that it stands in front of a paper."""
    lines = [line.text for line in (*page.lines, *page.furniture)]
    text = re.sub(r"\s+", " ", " ".join(lines))
    if not lines or len(text.split()) > _MOST_WORDS:
        return False
    certain = len({found.group().casefold() for found in _CERTAIN.finditer(text)})
    likely = len({found.group().casefold() for found in _LIKELY.finditer(text)})
    if certain and (certain + likely > 1 or not any(_BODY.match(line.strip(" .:")) for line in lines)):
        return True
    return likely >= _NEEDED and not any(re.match(r"(?:\d\.?\s+)?introduction$", line, re.IGNORECASE) for line in lines)
