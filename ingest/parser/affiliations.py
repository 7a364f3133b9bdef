"""Affiliations: the institutions printed below the authors, at the foot of the title page, or behind the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .lines import Line

_PLACES = re.compile(
    r"universit|\bdepartment|\bdept\b|institut|\bschool\b|\bcollege\b|\bfacult|\bhospital|\bcent(?:er|re)\b|laborator|"
    r"\bdivision\b|\bacadem|\bclinic|\bcompany\b|\binc\b|\bltd\b|\bgmbh\b|\bfoundation\b|\bagency\b|\bunit\b|\bstreet\b|"
    r"\broad\b|\bavenue\b|\bbox\b|\bresearch\b|\bministry\b|\bcouncil\b|\bsection of\b|\bprogram|\bgroup\b|\bcampus\b|"
    r"\bmuseum\b|\bcorporation\b|\blab\b|\bsociety\b|\bsurvey\b|\bservices?\b|\bhealth\b|\bsciences?\b|\btechnolog|"
    r"\busa\b|\bu\.s\.a|united (?:states|kingdom)|\bchina\b|\bindia\b|\bgermany\b|\bfrance\b|\bjapan\b|\bcanada\b|"
    r"大学|学院|研究所|研究院|实验室|医院|公司|中心|институт|университет|академи|лаборатори|кафедра|факультет|"
    r"universid|[üu]niversit|uniwersytet|yliopisto|egyetem|departament|département|dipartimento|faculdade|fakült|fakultet|"
    r"wydział|katedra|ústav|instytut|\bcentro\b|zentrum|ospedale|hôpital|krankenhaus|akademi|politechni|"
    r"lehrstuhl|hochschule|fakultät|klinik|école|faculté|politecnico|polytech|facultad|escuela|escola|"
    r"\baustralia\b|\bspain\b|\bitaly\b|\bbrazil\b|\biran\b", re.IGNORECASE)
_NO_PLACE = re.compile(r"^\W*(?:received|accepted|published|correspond|e-?mail|copyright|©|academic editor|edited by|"
                       r"reviewed by|full list of|these authors|abstract\b|key\s?words?\b|"
                       r"(?:original\s|review\s|short\s)?research (?:article|paper)\b|open access\b)", re.IGNORECASE)
_LONGEST_PLACE = 400
_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_ADDRESS = re.compile(r"(?:e-?mails?:?\s*)?(?:[{(][\w.+%,;\s-]*[})]?|[\w.+%-]*)@[\w.-]+|"
                      r"\{[\w.+%-]+(?:,\s*[\w.+%-]+)+\}?", re.IGNORECASE)
_LEAD_MARK = re.compile(r"^(?:[\d]{1,2}|[a-z]|[*†‡§¶#∥⁎∗]{1,2})(?=[\s.):]|[A-Z])")

_ROMAN = re.compile(r"[IVX]{1,4}")


def read_affiliations(lines: Sequence[Line]) -> dict[str, str]:
    """Affiliation text by its leading mark; the mark is empty where none is printed."""
    out: dict[str, str] = {}
    mark: str | None = None
    before: Line | None = None
    for line in lines:
        if before is not None and not _runs_on(before, line):
            mark = None
        before = line
        if (_EMAIL.search(line.text) and not is_place(line.text)) or _NO_PLACE.match(line.text):
            mark = None
            continue
        for lead, text in _by_mark(line):
            if lead is not None:
                mark = lead if lead not in out else None
                if mark is not None:
                    out[mark] = ""
            elif mark is None and is_place(text):
                mark = ""
                out.setdefault("", "")
            if mark is not None and len(out[mark]) < _LONGEST_PLACE:
                out[mark] = f"{out[mark]} {text}".strip()
    cleaned = {key: re.sub(r"\s+", " ", _ADDRESS.sub(" ", value)).strip(" ,;.") for key, value in out.items()}
    return {key: value for key, value in cleaned.items()
            if len(value) < _LONGEST_PLACE and (is_place(value) or (len(value) > 15 and "," in value))}


def _runs_on(before: Line, line: Line) -> bool:
    """Whether a line may go on with the affiliation of the line before."""
    step = line.baseline - before.baseline
    return line.page == before.page and abs(line.size - before.size) < 0.6 and line.bold == before.bold \
        and -1 < step < 2.4 * line.size


def _by_mark(line: Line) -> list[tuple[str | None, str]]:
    """A line cut where an affiliation mark stands."""
    out: list[tuple[str | None, str]] = []
    bold_numbers = any(span.bold and span.text.strip().isdigit() for span in line.spans)
    for at, span in enumerate(line.spans):
        text = span.text.strip()
        opens = at == 0 or (out and out[-1][1].rstrip().endswith((".", ";", ",", "")))
        is_mark = (0 < len(text) <= 2 and bool(_LEAD_MARK.match(text + " "))) \
            or (span.superscript and bool(_ROMAN.fullmatch(text)))
        if is_mark and opens and (span.superscript or at == 0 or (bold_numbers and span.bold)):
            out.append((text.rstrip(".):"), ""))
        elif out:
            out[-1] = (out[-1][0], out[-1][1] + span.text)
        else:
            found = _LEAD_MARK.match(text)
            if found and not found.group().isalpha():
                out.append((found.group(), text[found.end():].lstrip(" .):") + span.text[len(span.text.rstrip()):]))
            else:
                out.append((None, span.text))
    return out


def is_place(text: str) -> bool:
    """Whether the text names an institution or a country, as affiliations do."""
    return bool(_PLACES.search(text))
