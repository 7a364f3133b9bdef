"""What a section is for, judged by its heading."""

from __future__ import annotations

import re

from ...kb.events.document import Role
from .foreign_roles import foreign_role

_NUMBER = re.compile(
    r"^\s*(?:section\s+|appendix\s+)?(?P<number>(?:\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,5}|[A-H](?:\.\d{1,2}){1,3}|[A-H]))"
    r"(?:[.):]?\s*[|]?\s+|[.)](?!\d)\s*)(?=\S)"
)
_SIGN_NUMBER = re.compile(r"^\s*(?:第\s?)?(?P<number>[一二三四五六七八九十]{1,3}|\d{1,2}(?:\.\d{1,2}){0,3})"
                          r"(?:、|章|节|節|\s*(?=[\u3040-\u9fff\uac00-\ud7af]))\s*(?=\S)")
_PATTERNS: tuple[tuple[Role, str], ...] = (
    ("references", r"references?( and notes| cited)?|bibliography|literature( cited)?|works cited"),
    ("abstract", r"abstract|synopsis|extended abstract"),
    ("supplement", r".*\b(supplement(ary|al)?|supporting) (information|materials?|data|files?)|additional files?|"
                   r"electronic supplementary material.*"),
    ("acknowledgements", r"acknowledge?ments?|acknowledge?ments? .*|thanks"),
    ("declarations", r"declarations?|conflicts? of interests?.*|declarations? of .*|disclosure .*|"
                     r"competing interests?.*|(financial )?disclosures?|funding( (?!acquisition).*)?|"
                     r"financial support.*|authors?.{0,3} ?.{0,3}(contributions?|details|information|declaration).*|"
                     r"ethic(s|al)\b.*|consent (for|to) .*|(availability of )?(data|code)( and materials?| and code)?"
                     r"( availability| accessibility)?( statement)?|data availability.*|availability of .*|"
                     r"patient consent.*|open access|publisher.{0,3}s note|copyright.*|licen[cs]e|"
                     r"abbreviations?( used)?|trial registration|trial status|author approval.*|"
                     r"additional information"),
    ("appendix", r"appendi(x|ces)\b.*"),
    ("limitations", r".*\blimitations?\b.*|threats to validity"),
    ("conclusion", r"(summary and |main )?(conclusions?|concluding remarks?)\b.*|.* and conclusions?|"
                   r"summary and outlook|final remarks|outlook"),
    ("introduction", r"introduction\b.*|statement of need|overview"),
    ("background", r"(.*\b)?background\b.*|related work.*|prior work|literature review|state of the art|motivation"),
    ("methods", r"(materials? (and|&) )?methods?\b.*|methodology|.*\bmaterials? (and|&) methods?|"
                r"methods? and materials?|experimental( (section|procedures?|setup|design))?|"
                r"patients and methods|subjects and methods|"
                r"study design.*|(statistical|data) anal(ysis|yses)|experiments|approach|materials?"),
    ("results", r"results?\b.*|findings|evaluation|(main )?results|experimental results"),
    ("discussion", r"(general )?discussion\b.*|.* and discussion"),
)
_COMPILED = tuple((role, re.compile(rf"(?:{pattern})", re.IGNORECASE)) for role, pattern in _PATTERNS)
_MAIN_ROLES = frozenset({"introduction", "methods", "results", "discussion", "conclusion"})
_MAIN = re.compile(
    r"introduction|background|(materials? (and|&) )?methods?( (and|&) materials?)?|methodology|"
    r"results?( and discussion)?|(general )?discussion( and conclusions?)?|(summary and )?conclusions?|"
    r"concluding remarks", re.IGNORECASE)
_STANDARD = re.compile(
    r"(patients|subjects|participants|animals|data|study area) and methods|methods and (patients|subjects|data)|"
    r"related works?|literature review|theoretical background|experiments|experimental (section|setup|results)|"
    r"evaluation|limitations|future work|statistical analys[ie]s|data analys[ie]s|"
    r"case (report|presentation|description)|"
    r"acknowledge?ments?|appendix|references?|references and notes|literature cited|bibliography|works cited|funding|"
    r"conflicts? of interests?|competing interests|authors?.? contributions?|data availability", re.IGNORECASE)
_STANDARD_ROLES = _MAIN_ROLES | {"references", "acknowledgements"}
_FEW_WORDS = 4


def split_number(heading: str) -> tuple[str, str]:
    """The section number as printed, without its closing point, and the title."""
    found = _NUMBER.match(heading) or _sign_number(heading)
    if found is None:
        return "", heading.strip()
    number = found.group("number")
    if number.isascii() and number.isalpha() and not re.match(r".{1,5}[.):]", heading.strip()):
        return "", heading.strip()
    return number, heading[found.end():].strip()


def _sign_number(heading: str) -> re.Match[str] | None:
    """The number before a Chinese, Japanese or Korean title; a sign for a small number alone may be a word's first."""
    found = _SIGN_NUMBER.match(heading)
    bare = found is not None and not found["number"].isascii() and found[0].strip() == found["number"]
    return None if bare else found


def role_of(title: str) -> Role:
    """The role that the title of a section announces; `other` if none."""
    plain = re.sub(r"\s+", " ", title).strip(" .:*").replace("’", "'")
    for role, pattern in _COMPILED:
        if pattern.fullmatch(plain):
            return role
    return foreign_role(plain)


def is_main_title(title: str) -> bool:
    """Whether a title is that of a main section of a paper, as Methods is and Statistical analysis is not."""
    plain = re.sub(r"\s+", " ", title).strip(" .:*")
    return bool(_MAIN.fullmatch(plain)) or foreign_role(plain) in _MAIN_ROLES


def is_standard_title(title: str) -> bool:
    """Whether a title is one that many papers have, and nothing more: References, but not Results of the survey."""
    plain = re.sub(r"\s+", " ", title).strip(" .:*")
    if _MAIN.fullmatch(plain) or _STANDARD.fullmatch(plain):
        return True
    return len(plain.split()) <= _FEW_WORDS and foreign_role(plain) in _STANDARD_ROLES
