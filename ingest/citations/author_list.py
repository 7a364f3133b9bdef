"""The author list at the head of a reference: names before or after initials, full names, groups, "et al."."""

from __future__ import annotations

import re
from dataclasses import dataclass

_UPPER = "".join(c for c in map(chr, range(0x41, 0x530)) if c.isupper())
U = f"[{_UPPER}]"
_LETTER = r"[^\W\d_]"
_PARTICLE = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]os|[Dd]as|[Dd]u|[Ll]a|[Ll]e|[Tt]en|[Tt]er|"
    r"[Ee]l|[Aa]l|[Bb]in|[Ii]bn|[Zz]u|[Zz]ur|[Aa]f|[Ss]t\.|y|e|'t)\s+)"
)
# Accents that stand as characters of their own ("Guille´n") come from old fonts.
WORD = rf"(?:[dlDL]['’]|[Aa]l-|[Ee]l-|de|la|da|van)?{U}(?:{_LETTER}|[´`¨˜ˆ¸]|['’\u2010\u2011-](?={_LETTER}))*"
_FAMILY = rf"{_PARTICLE}*{WORD}(?:\s{_PARTICLE}*(?!{U}[\s,.]){WORD}){{0,2}}"
_DOTTED = rf"{U}{_LETTER}?\.(?:\s?[-\u2010\u2011]?(?:{U}|[a-z])\.)*(?:\s(?={U}\s))?"
_SUFFIX = r"(?:,?\s+(?:Jr|Sr|2nd|3rd|II|III|IV)\b\.?)?"
_ROLE = r"\s*,?\s*[\[(]?(?:[Ee]ds?|[Ee]ditors?|[Hh]rsg|[Cc]omp|[Tt]rans)\b\.?[\])]?"
_END = rf"(?=\s*(?:[,;:.(&“\"]|…|\band\b|\bund\b|\bet\b|$|\[?\d{{4}}|{_ROLE}))"

_BEHIND = r"(?:\s(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|el|al|zu)\b)*"
_FAMILY_FIRST = re.compile(
    rf"(?P<family>{_FAMILY}){_SUFFIX},\s*(?P<given>{_DOTTED}(?:\s?{_DOTTED})*{_BEHIND}){_SUFFIX}"
)
_INITIALS_LAST = re.compile(
    rf"(?P<family>{_FAMILY})\s(?P<given>{U}{{1,4}}(?:-{U}{{1,2}})?(?:\s{U}){{0,2}}){_SUFFIX}{_END}"
)
_DOTS_LAST = re.compile(rf"(?P<family>{_FAMILY})\s(?P<given>{_DOTTED}(?:\s?{_DOTTED})*){_SUFFIX}{_END}")
_INITIALS_FIRST = re.compile(rf"(?P<given>{_DOTTED}(?:\s?{_DOTTED})*)\s?(?P<family>{_FAMILY}){_SUFFIX}{_END}")
_FULL = re.compile(
    rf"(?P<given>{WORD}(?:\s(?:{_DOTTED}|{WORD}|{U}(?=\s))){{0,3}}?)\s(?P<family>{_PARTICLE}*(?!{U}[.,\s]){WORD}){_SUFFIX}"
    rf"(?=\s*(?:,|;|\.(?:\s|$)|\band\b|&|\bet\b|$))"
)
_FAMILY_THEN_FULL = re.compile(rf"(?P<family>{_FAMILY}),\s(?P<given>{WORD}(?:\s(?:{_DOTTED}|{WORD}|{U})){{0,3}}){_END}")
_SEPARATOR = re.compile(r"\s*(?:[,;]\s*(?:…\s*)?(?:(?:and|und|&)\s+)?|\s(?:and|und|&|y)\s+)")
_ET_AL = re.compile(r"\s*[,;.]?\s*(?:…|\bet\.?\s+al\b\.?|\b(?:and|&)\s+(?:others|colleagues|co-?workers)\b|\bothers\b)")
_ROLE_NOTE = re.compile(_ROLE)
_GROUP_WORD = re.compile(
    r"\b(?:organi[sz]ation|agency|ministry|institutes?|association|society|committee|commission|group|team|consortium|"
    r"collaboration|network|university|department|cent(?:er|re)s?|council|foundation|federation|government|community|"
    r"investigators|collaborators|office|bureau|board|corporation|company|inc|ltd|academy|service|union|college|press|"
    r"developers|contributors|program(?:me)?|initiative|who|oecd|fda|cdc|unicef|nice)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class AuthorList:
    """Family names (a group keeps its whole name), and where the list ends in the text."""

    families: tuple[str, ...]
    end: int


def read_authors(text: str) -> AuthorList:
    """The names that `text` begins with; none if it begins with something else."""
    for patterns in ((_FAMILY_FIRST, _INITIALS_LAST, _DOTS_LAST), (_INITIALS_FIRST,)):
        found = _read(text, patterns)
        if len(found.families) > 1:
            return found
        if found.families:
            # "Seth D. Axen, Mateusz Baran" begins like "Sundqvist G. Ecology of ..."; only the whole list tells.
            full = _read(text, (_INITIALS_FIRST, _FULL))
            return full if len(full.families) > 1 else found
    found = _read(text, (_INITIALS_FIRST, _FULL))
    if len(found.families) > 1 or (found.families and not _GROUP_WORD.search(text[: found.end])):
        return found
    return AuthorList((), 0)


def inverted_names(head: str) -> tuple[str, ...]:
    """The family names if `head` is nothing but "Family, Given" pairs, with given names in full or as initials."""
    found = _read(head, (_FAMILY_FIRST, _FAMILY_THEN_FULL))
    return found.families if found.families and found.end >= len(head.rstrip(" .,;:(")) else ()


def families_of(head: str) -> tuple[str, ...]:
    """The names in `head`, which is known to hold nothing but the authors (it ends where the year stands)."""
    head = head.strip(" ,;:(")
    if not head:
        return ()
    found = read_authors(head)
    if found.families and found.end >= len(head) - 1:
        return found.families
    if inverted := inverted_names(head):
        return inverted
    if len(found.families) > 1:
        return found.families
    et_al = _ET_AL.search(head)
    name = _ROLE_NOTE.sub("", head[: et_al.start()] if et_al else head).strip(" ,.;:(")
    pieces = [piece.strip() for piece in re.split(r"\s*,\s*(?:&|and)?\s*|\s+&\s+|\s+and\s+", name) if piece.strip()]
    if len(pieces) > 1 and all(re.fullmatch(_FAMILY, piece) for piece in pieces) and not _GROUP_WORD.search(name):
        return tuple(pieces)
    return (re.sub(r"\s*[\[(][^\])]*[\])]?$", "", name),)


def _read(text: str, patterns: tuple[re.Pattern[str], ...]) -> AuthorList:
    families: list[str] = []
    at = end = 0
    while True:
        if families and (more := _ET_AL.match(text, end)):
            end = more.end()
            separator = _SEPARATOR.match(text, end)
            last = _name_at(text, separator.end(), patterns) if separator and "…" in more[0] else None
            if last:
                families.append(last["family"])
                end = last.end()
            break
        name = _name_at(text, at, patterns)
        if not name:
            break
        families.append(re.sub(r"\s+", " ", name["family"]))
        end = name.end()
        separator = _SEPARATOR.match(text, end)
        if not separator:
            more = _ET_AL.match(text, end)
            end = more.end() if more else end
            break
        at = separator.end()
    role = _ROLE_NOTE.match(text, end) if families else None
    return AuthorList(tuple(families), role.end() if role else end)


def _name_at(text: str, at: int, patterns: tuple[re.Pattern[str], ...]) -> re.Match[str] | None:
    for pattern in patterns:
        if match := pattern.match(text, at):
            return match
    return None
