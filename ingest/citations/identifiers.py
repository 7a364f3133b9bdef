"""Identifiers printed in a reference: DOI, arXiv id, PMID and URL, and the text that is left without them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

# A space after the slash or inside the prefix comes from a line break or justified type, never from the DOI itself.
_DOI = re.compile(
    r"(?:https?\s*:\s*//\s*(?:dx\.\s?)?doi\.\s?org\s*/\s*|\bdoi\s?:?\s*(?:org/)?)?\b(10\.\s?\d{4,9}(?:\.\d+)*\s?/\s?[^\s\"“”]+)",
    re.IGNORECASE,
)
_DOI_BEGINS = re.compile(r"\b10(?:\.| \. ?)\d{4,9}(?:\.\d+)*(?: ?/)")
_ESCAPED = re.compile(r"\b(10\.\d{4,9})%2F", re.IGNORECASE)
_SPREAD_URL = re.compile(r"https?\s:\s/\s?/\s?(?:[\w%~]+\s?[./_:-]\s?)+[\w%~]*/?")
_MARKS = r"[./_:;()<>-]+"
_ARXIV = re.compile(
    r"\barxiv\s*(?:preprint\s*)?(?:[:.]\s*|/(?:abs|pdf)/|,\s*abs/|\.org/(?:abs|pdf)/|\s+)(?:arxiv\s*:\s*)?"
    r"(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?)(?:\s*\[[\w.-]+\])?",
    re.IGNORECASE,
)
_PMID = re.compile(r"\[?\b(?:PMID|PubMed(?: ID)?)\s*[:.]?\s*(\d{4,9})\b\]?", re.IGNORECASE)
_PMCID = re.compile(r"\[?\b(?:PMCID\s*:?\s*)?PMC\s?\d{5,9}\b\]?")
_URL = re.compile(r"(?:https?\s?:\s?//|\bwww\.)[^\s<>\"“”]+", re.IGNORECASE)
_LEADS = re.compile(
    r"(?:\(?\b(?:available(?:\s+(?:at|from|online))?|retrieved\s+(?:\w+ \d+, \d{4},? )?from|url|doi|epub|"
    r"disponível em|disponible (?:en|sur)|verfügbar unter|режим доступа|"
    r"accessed\s+(?:on\s+)?"
    r"(?:\d{1,2}\s+\w+,?\s+\d{4}|\w+\s+\d{1,2},?\s+\d{4}|\d{4}-\d\d-\d\d))\b\s*[:.]?\s*)+[\s,.;)\]<]*$",
    re.IGNORECASE,
)
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


@dataclass(frozen=True)
class Identifiers:
    """What was found, and `rest`: the text with the identifiers and the words that announce them taken out."""

    rest: str
    doi: str | None = None
    arxiv: str | None = None
    pmid: str | None = None
    url: str | None = None


def find_identifiers(text: str) -> Identifiers:
    """The first identifier of each kind in `text`, which is one reference on one line."""
    text = _with_whole_dois(_ESCAPED.sub(r"\1/", text.translate(_INVISIBLE)))
    text = _SPREAD_URL.sub(lambda match: match[0].replace(" ", ""), text)
    doi, text = _take(_DOI, text, trim_doi)
    arxiv, text = _take(_ARXIV, text, str.strip)
    pmid, text = _take(_PMID, text, str.strip)
    _, text = _take(_PMCID, text, str.strip)
    url, text = _take(_URL, text, _trim_url)
    if doi and arxiv is None and (match := re.fullmatch(r"10\.48550/arxiv\.(.+)", doi, re.IGNORECASE)):
        arxiv = match[1]
    return Identifiers(text.strip(), doi, arxiv, pmid, url)


def _with_whole_dois(text: str) -> str:
    """The text with the white space taken out of its DOIs: justified lines spread them ("10 . 1016 / j . ress"), and a
    line may break behind a bracket of an old one ("(199702) 22:2<151::AID")."""
    out = ""
    at = 0
    for match in _DOI_BEGINS.finditer(text):
        if match.start() < at:
            continue
        pieces = text[match.start() :].split(" ")
        doi = pieces[0]
        taken = 1
        for before, piece in pairwise(pieces):
            if not piece or not _goes_on(doi, before, piece, spread=" " in match[0]):
                break
            doi += piece
            taken += 1
        out += text[at : match.start()] + doi
        at = match.start() + len(" ".join(pieces[:taken]))
    return out + text[at:]


def _goes_on(doi: str, before: str, piece: str, *, spread: bool) -> bool:
    """Whether a DOI as far as it is read goes on with `piece`, which a space parts from its last piece `before`."""
    if re.fullmatch(r"10\.?\d*(?:\.\d+)*/?", doi):
        return bool(re.match(r"[./\d]", piece)) or doi.endswith("/")
    if spread and (re.fullmatch(_MARKS, before) or (re.fullmatch(_MARKS, piece) and not doi.endswith("."))):
        return True
    if re.search(r">\d\.\d\.$", doi):
        return piece.upper().startswith("CO;2")
    if doi.endswith(".") and doi.count("(") == doi.count(")"):
        return False
    if re.match(r"\(\d\d\)\d|[.]\d|[)>][\d:]", piece):
        return True
    opened = doi.count("(") > doi.count(")")
    return (opened or doi.endswith((")", "(SICI)"))) and bool(re.match(r"\d+[-:.<)]\d|\d{4,}-\w|\d{5}", piece))


def trim_doi(doi: str) -> str:
    """A DOI in lower case without white space, closing punctuation, or words that ran into it."""
    doi = re.sub(r"\s+", "", doi).lower()
    doi = re.sub("[‐‑–—−]", "-", doi)
    doi = re.split(r"https?:|doi:|pmid:|epub$|\]?\[(?:crossref|pubmed|pmid|google)", doi, maxsplit=1)[0]
    return _trim_end(doi)


def _trim_url(url: str) -> str:
    return _trim_end(re.sub(r"\s+", "", url))


def _trim_end(text: str) -> str:
    """Closing punctuation belongs to the sentence; a bracket does only if it was opened outside."""
    while text:
        last = text[-1]
        if last in ".,;:'’\"”*" or (last in ")]}>" and text.count(last) > text.count(_OPENING[last])):
            text = text[:-1]
        else:
            break
    return text


_OPENING = {")": "(", "]": "[", "}": "{", ">": "<"}


def _take(pattern: re.Pattern[str], text: str, trim: Callable[[str], str]) -> tuple[str | None, str]:
    """The first match and the text without any match; what was trimmed off the end stays in the text."""
    found: str | None = None
    rest = ""
    at = 0
    for match in pattern.finditer(text):
        value = match[match.lastindex or 0]
        clean = trim(value)
        if not clean:
            continue
        found = found or clean
        tail = len(value) - len(value.rstrip(".,;:'’\"”)]}> "))
        end = match.end() - tail if match.end() == match.end(match.lastindex or 0) else match.end()
        rest = _rejoined(rest, _LEADS.sub("", text[at : match.start()]).rstrip("([ "))
        at = end
        while at < len(text) and text[at] in ")]}>":
            at += 1
    return found, _rejoined(rest, text[at:]) if found else text


def _rejoined(before: str, after: str) -> str:
    """Two pieces of text around a gap, without doubled punctuation."""
    after = after.lstrip()
    if before.endswith((".", ",", ";")):
        after = after.lstrip(".,; ")
    return before + after if after[:1] in (".", ",", ";", "") else f"{before} {after}".lstrip()
