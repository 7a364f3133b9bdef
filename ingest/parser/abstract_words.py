"""An abstract as found, and the words by which it is told from what stands around it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .lines import Line

LABEL = re.compile(
    r"^[\[【〔〈]?(?:structured\s+|extended\s+)?(abstract|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|summary|synopsis|"
    r"zusammenfassung|kurzfassung|résumé|resumen|resumo|riassunto|sommario|аннотация|реферат|streszczenie|"
    r"摘\s?要|内容提要|提\s?要|要\s?[旨約]|抄\s?録|概\s?要|(?:국문\s?)?초록|요\s?약)"
    r"(?:\s*[:：.。—–|\]】〕〉-]+\s*|\s+(?=[A-ZА-Я“\"‘])|\s*(?=[\u3040-\u9fff\uac00-\ud7af])|$)", re.IGNORECASE)
STRUCTURED = re.compile(
    r"^(?:(?:the\s+)?(?:background|introduction|context|purpose|aims?|objectives?|goals?|rationale|motivation|"
    r"methods?|methodology|materials?(?: and|/| &)? ?methods?|patients and methods|design|study design|"
    r"trial design|setting|participants|subjects|interventions?(?: and comparator)?|comparator|"
    r"main outcomes?(?: measures?)?|outcomes?|measurements?|results?|findings|"
    r"principal findings|main results|discussion|conclusions?|interpretation|significance|"
    r"conclusions?[ /]significance|methodology/principal findings|limitations|randomi[sz]ation|"
    r"blinding(?: \(masking\))?|"
    r"numbers to be randomi[sz]ed(?: \(sample size\))?|trial status|(?:clinical )?trials? registration(?: number)?|"
    r"full protocol|funding|registration|keywords|implications?|"
    r"(?:background|aims?|introduction)(?: and|/| &) (?:aims?|objectives?|purpose)|study selection|data sources?|"
    r"availability(?: and implementation)?|contact|supplementary information|hypothesis|approach|importance|"
    r"sample(?: size)?|main points|key points|clinical relevance|level of evidence|"
    r"hintergrund|einleitung|ziele?(?:setzung)?(?: der (?:arbeit|studie))?|fragestellung|methodik|methoden?|"
    r"(?:patienten|material) und methoden?|ergebnisse?|diskussion|schlussfolgerung(?:en)?|fazit|"
    r"introducci[óo]n|antecedentes|fundamentos?|objetivos?|m[ée]todos?|(?:materiale?s?|pacientes) y m[ée]todos?|"
    r"metodolog[íi]a|resultados?|discusi[óo]n|conclusi[óo]n(?:es)?|"
    r"introdução|contexto|justificativa|(?:materia(?:l|is)|pacientes) e métodos|discussão|conclus(?:ão|ões)|"
    r"contexte|objectifs?|buts?(?: de l[’']étude)?|méthodes?|(?:mat[ée]riels?|patients) et méthodes?|résultats?|"
    r"introduzione|premess[ae]|obiettiv[oi]|scop[oi]|metod[oi]|(?:materiali|pazienti) e metodi|risultat[oi]|"
    r"discussione|conclusion[ei]))\s*(?:[:.]|$)", re.IGNORECASE)
NOT_ABSTRACT = re.compile(
    r"^\W{0,2}(?:received|accepted|revised|published|correspond|copyright|©|\(c\)|e-?mail|edited by|"
    r"reviewed by|academic editor|permission to make digital|"
    r"citation|how to cite|doi\b|https?:|www\.|full list of author|this (?:article|is an open)|available online|"
    r"author details|open access|\(?continued (?:on|from)|#?\s?the author|tel\b|fax\b|editor\b|specialty section|"
    r"electronic supplementary material|communicated by|these authors|present address|article (?:info|history)|"
    r"data accessibility|\(?dated\b|收稿日期|基金项目|作者简介|поступила|принята|eingegangen|reçu le)",
    re.IGNORECASE)
EASTERN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
INTRODUCTION = re.compile(r"(?:general )?(?:introduction|background)", re.IGNORECASE)
CLASSES = re.compile(r"^\W{0,2}(?:abbreviations?\s*[:=]|ccs concepts|categories and subject|general terms|pacs\b|"
                      r"\d{4} mathematics|"
                      r"mathematics subject|jel class|highlights\b|graphical abstract|nomenclature$|УДК|中图分类号)",
                      re.IGNORECASE)


@dataclass(frozen=True)
class Abstract:
    """The lines of the abstract (its label cut off), and where the lines after it begin. `other` are the lines of an
    abstract in another language that follows."""

    lines: tuple[Line, ...]
    start: int
    end: int
    other: tuple[Line, ...] = ()


def is_abstract_word(line: Line) -> bool:
    """Whether a line is the bare label of an abstract."""
    found = LABEL.match(line.text)
    return found is not None and found.end() == len(line.text)


def is_aside(line: Line) -> bool:
    """Whether a line of the title page is matter about the article: dates, addresses, licence."""
    return bool(NOT_ABSTRACT.match(line.text))


def words_of(text: str) -> int:
    """The number of words; two signs of a script without blanks count as one."""
    return len(text.split()) + len(EASTERN.findall(text)) // 2
