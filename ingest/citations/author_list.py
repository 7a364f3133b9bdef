"""The author list at the head of a reference: names before or after initials, full names, groups, "et al."."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

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
_DOTTED = rf"(?!St\.){U}{_LETTER}?\.(?:\s?[-\u2010\u2011]?(?:{U}|[a-z])\.)*(?:\s(?={U}\s))?"
_SUFFIX = r"(?:,?\s+(?:Jr|Sr|2nd|3rd|II|III|IV)\b\.?)?"
_ROLE = r"\s*,?\s*[\[(]?(?:[Ee]ds?|[Ee]ditors?|[Hh]rsg|[Cc]omp|[Tt]rans)\b\.?[\])]?"
_END = rf"(?=\s*(?:[,;:.(&/“\"«„]|…|\b(?:and|und|et|y|e|и)\b|\betal\b|\bu\.\s?a\.|$|\[?\d{{4}}|{_ROLE}))"

_BEHIND = r"(?:\s(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|el|al|zu)\b)*"
_FAMILY_FIRST = re.compile(
    rf"(?P<family>{_FAMILY}){_SUFFIX},\s*(?P<given>{_DOTTED}(?:\s?{_DOTTED})*(?:\s?-?{U}(?=,\s|\s&))?{_BEHIND}|"
    rf"{U}{{1,2}}(?=,\s(?:&\s)?{_PARTICLE}*{WORD}|\s(?:&|and)\s|\.?,?\s\(\d)){_SUFFIX}"
)
_INITIALS_LAST = re.compile(
    rf"(?P<family>{_FAMILY})\s(?P<given>{U}{{1,4}}(?:-{U}{{1,2}})?(?:\s{U}){{0,2}}){_SUFFIX}"
    rf"(?!\.\s?(?:[-,;&]|(?:and|und|et|y|e|и)\s|(?:{U}\.\s?)+(?:[,;]|et\s|и\s|{U}{_LETTER}))){_END}"
)
_DOTS_LAST = re.compile(rf"(?P<family>{_FAMILY})\s(?P<given>{_DOTTED}(?:\s?{_DOTTED})*){_SUFFIX}{_END}")
_INITIALS_FIRST = re.compile(rf"(?P<given>{_DOTTED}(?:\s?{_DOTTED})*)\s?(?P<family>{_FAMILY}){_SUFFIX}{_END}")
_FULL = re.compile(
    rf"(?P<given>{WORD}(?:\s(?:{_DOTTED}|{WORD}|{U}(?=\s))){{0,3}}?)\s(?P<family>{_PARTICLE}*(?!{U}[.,\s]){WORD}){_SUFFIX}"
    rf"(?=\s*(?:,|;|\.(?:\s|$)|[(“\"«„]|\band\b|\bund\b|&|\bet\b|\bu\.\s?a\.|$))"
)
_FAMILY_THEN_FULL = re.compile(rf"(?P<family>{_FAMILY}),\s(?P<given>{WORD}(?:\s(?:{_DOTTED}|{WORD}|{U})){{0,3}}){_END}")
_SEPARATOR = re.compile(r"\s+/\s+|\s*(?:[,;]\s*(?:…\s*)?(?:(?:and|und|et|&|y|e|и)\s+)?|\s(?:and|und|et|&|y|e|и)\s+)")
_ET_AL = re.compile(
    r"\s*[,;.]?\s*(?:…|\bet\.?\s*al\b\.?|\bu\.\s?a\.|\bи\s+др\.|等|\b(?:and|&)\s+(?:others|colleagues|co-?workers)\b|\bothers\b)"
)
_ROLE_NOTE = re.compile(_ROLE)
_SIGN = r"[\u3040-\u30ff\u4e00-\u9fff々\uac00-\ud7a3·]"
_CHINESE = re.compile(
    rf"(?P<names>{_SIGN}{{2,12}}(?:\s*[,，、・]\s*(?!等|他){_SIGN}{{2,6}})*)(?:\s*[,，]?\s*(?:等|他|ら))?\s*(?:[.．。](?=\s*\S)|(?=[(（]\d{{4}}))"
    rf"|(?P<few>{_SIGN}{{2,5}}(?:\s*[,，、・]\s*(?!等|他){_SIGN}{{2,5}})*)(?:\s*[,，]?\s*(?:等|他|ら))?\s*[:：](?=\s*\S)"
)
_TWO_LAST = re.compile(rf"(?P<family>{_FAMILY})\s(?P<given>{U}\.\s?{U}\.)(?=\s{U}{_LETTER})")
_FAMILIES_FIRST = (_FAMILY_FIRST, _INITIALS_LAST, _DOTS_LAST, _TWO_LAST)
_FAMILY_NEXT = re.compile(rf"\.?\s{_PARTICLE}*{WORD}(?:[.,]\s*[“\"«„]|\.\s+\(?\d{{4}}\b)")
_CLOSED = re.compile(r"\b(?:and|und|et|y|и)\b|&|\bal\b|\bu\.\s?a\.")
_ORDERS: dict[NameOrder, tuple[tuple[re.Pattern[str], ...], tuple[re.Pattern[str], ...]]] = {
    "given": ((_INITIALS_FIRST, _FULL), (_INITIALS_FIRST, _FULL)),
    "given and": ((_INITIALS_FIRST, _FULL), (_INITIALS_FIRST, _FULL)),
    "mixed": ((_FAMILY_FIRST, _FAMILY_THEN_FULL), (_INITIALS_FIRST, _FULL)),
    "inverted": ((_FAMILY_FIRST, _FAMILY_THEN_FULL), (_FAMILY_FIRST, _FAMILY_THEN_FULL)),
}
_STARTS_TITLE = re.compile(
    r"[\s.,:]*(?:The|An?(?!\s[A-Z]{1,3}\b)|On|In|Is|Are|What|Why|How|When|Where|Does|Do|Can|For|From|To|With)\s"
)
_GROUP_WORD = re.compile(
    r"\b(?:organi[sz]ation|agency|ministry|institutes?|association|society|committee|commission|group|team|consortium|"
    r"collaboration|network|university|department|cent(?:er|re)s?|council|foundation|federation|government|community|"
    r"investigators|collaborators|office|bureau|board|corporation|company|inc|ltd|academy|service|union|college|press|panel|authority|survey|bank|"
    r"minist[eé]r\w+|universi\w+|institut\w*|instituição|secretar[ií]a|departamento|organi[sz]a(?:ção|ción)|"
    r"developers|contributors|program(?:me)?|initiative|who|\w*(?:amt|ministerium|verband|gesellschaft)|oecd|fda|cdc|unicef|nice)\b",
    re.IGNORECASE,
)


NameOrder = Literal["given", "given and", "mixed", "inverted"]


@dataclass(frozen=True)
class AuthorList:
    """Family names (a group keeps its whole name), and where the list ends in the text."""

    families: tuple[str, ...]
    end: int


def name_order(heads: Iterable[str]) -> NameOrder | None:
    """How the entries of one list write names, if it is not "Family, I." or "Family I": given names first throughout
    (closed by "and" or not), the first author inverted and the others not, or family and given names in full.

    `heads` are beginnings of entries; only those with several names vote."""
    votes: Counter[NameOrder | None] = Counter()
    closed = 0
    for text in heads:
        plain = _read(text, _FAMILIES_FIRST)
        best = plain
        order: NameOrder | None = None
        for candidate, patterns in _ORDERS.items():
            found = _read(text, *patterns)
            if (
                candidate != "given and"
                and (len(found.families), found.end) > (len(best.families), best.end)
                and not _STARTS_TITLE.match(text)
            ):
                best, order = found, candidate
        if len(best.families) > 1:
            votes[order] += 1
            closed += order == "given" and bool(_CLOSED.search(text[: best.end]))
    winner: NameOrder | None = max(votes, key=lambda key: (votes[key], str(key)), default=None)
    if winner is None or votes[winner] < 3 or votes[winner] < 0.5 * votes.total():
        return None
    return "given and" if winner == "given" and closed > 0.6 * votes["given"] else winner


def read_authors(text: str, order: NameOrder | None = None) -> AuthorList:
    """The names that `text` begins with; none if it begins with something else. `order` is that of its list."""
    if chinese := _CHINESE.match(text):
        names = chinese["names"] or chinese["few"]
        return AuthorList(tuple(re.findall(rf"{_SIGN}{{2,}}", names)), chinese.end() - (chinese[0][-1] in ".．。:："))
    found = _read(text, *_ORDERS[order]) if order else AuthorList((), 0)
    if (
        not found.families
        or _STARTS_TITLE.match(text)
        or (len(found.families) == 1 and _GROUP_WORD.search(text[: found.end]))
    ):
        found = AuthorList((), 0)
    elif order == "given and" and len(found.families) > 1 and not _CLOSED.search(text[: found.end]):
        found = _read(text, *_ORDERS[order], most=1)
    plain = _plain(text)
    if not found.families or (len(plain.families) > len(found.families) > 0 and order != "given and"):
        return plain
    return found


def _plain(text: str) -> AuthorList:
    for patterns in (_FAMILIES_FIRST, (_INITIALS_FIRST,)):
        found = _read(text, patterns)
        mixed = _read(text, (_FAMILY_FIRST,), (_INITIALS_FIRST,))
        if len(mixed.families) > len(found.families) and mixed.end > found.end:
            return mixed
        if len(found.families) > 1:
            return found
        if found.families:
            # "Seth D. Axen, Mateusz Baran" begins like "Sundqvist G. Ecology of ..."; only the whole list tells.
            full = _read(text, (_INITIALS_FIRST, _FULL))
            several = len(full.families) > 1 and not _STARTS_TITLE.match(text, found.end)
            return full if several or _FAMILY_NEXT.match(text, found.end) else found
    found = _read(text, (_INITIALS_FIRST, _FULL))
    if len(found.families) > 1 or (found.families and not _GROUP_WORD.search(text[: found.end])):
        return found
    return AuthorList((), 0)


def names_group(name: str) -> bool:
    """Whether a name says by one of its words that it is not a person's."""
    return bool(_GROUP_WORD.search(name) or re.fullmatch(r"[A-Z]{3,8}", name))


def inverted_names(head: str) -> tuple[str, ...]:
    """The family names if `head` is nothing but "Family, Given" pairs, with given names in full or as initials."""
    found = _read(head, (_FAMILY_FIRST, _FAMILY_THEN_FULL))
    return found.families if found.families and found.end >= len(head.rstrip(" .,;:(")) else ()


def begins_inverted(text: str) -> bool:
    """Whether the text begins with a family name, a comma and given names in full."""
    found = _FAMILY_THEN_FULL.match(text)
    return found is not None and not _GROUP_WORD.search(found[0]) and not _STARTS_TITLE.match(text)


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
    first, _, others = head.partition(", ")
    if names_group(first) and (further := read_authors(others)).families and further.end >= len(others) - 1:
        return (first, *further.families)
    et_al = _ET_AL.search(head)
    name = _ROLE_NOTE.sub("", head[: et_al.start()] if et_al else head).strip(" ,.;:(")
    pieces = [piece.strip() for piece in re.split(r"\s*,\s*(?:&|and)?\s*|\s+&\s+|\s+and\s+", name) if piece.strip()]
    if len(pieces) > 1 and all(re.fullmatch(_FAMILY, piece) for piece in pieces) and not _GROUP_WORD.search(name):
        return tuple(pieces)
    return (re.sub(r"\s*[\[(][^\])]*[\])]?$", "", name),)


def _read(
    text: str, first: tuple[re.Pattern[str], ...], others: tuple[re.Pattern[str], ...] | None = None, *, most: int = 999
) -> AuthorList:
    families: list[str] = []
    at = end = 0
    patterns = first
    while True:
        if families and (more := _ET_AL.match(text, end)):
            end = more.end()
            separator = _SEPARATOR.match(text, end)
            last = _name_at(text, separator.end(), patterns) if separator and "…" in more[0] else None
            if last:
                families.append(last["family"])
                end = last.end()
            break
        name = None if families and _STARTS_TITLE.match(text, at) else _name_at(text, at, patterns)
        if not name:
            break
        # Initials promise initials: what looks like a full name behind "D. E. Knudsen," is a title or a publisher.
        if not families and name.re is _INITIALS_FIRST:
            patterns = (_INITIALS_FIRST,)
        elif not families:
            patterns = (
                (_INITIALS_FIRST,) if others and name.re is _FAMILY_FIRST and others is not first else others or first
            )
        families.append(re.sub(r"\s+", " ", name["family"]))
        end = name.end()
        separator = _SEPARATOR.match(text, end)
        if not separator or len(families) >= most:
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
