"""E-mail addresses of the title page, and whose they are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_GROUP = re.compile(r"[{(\[]([\w.+%-]+(?:\s*[,;|]\s*[\w.+%-]+)+)[})\]]\s*@\s*([\w-]+(?:\.[\w-]+)+)")


def emails_in(text: str) -> list[str]:
    """The addresses in order; `{a, b}@x.org` is two of them."""
    found: list[tuple[int, str]] = []
    for group in _GROUP.finditer(text):
        found += [(group.start(), f"{name.strip()}@{group.group(2)}") for name in re.split(r"[,;|]", group.group(1))]
    found += [(mail.start(), mail.group().rstrip(".")) for mail in EMAIL.finditer(_GROUP.sub(
        lambda group: " " * len(group.group()), text))]
    return list(dict.fromkeys(mail for _, mail in sorted(found, key=lambda item: item[0])))


def owners(names: Sequence[tuple[str, str]], mails: Sequence[str]) -> dict[int, str]:
    """Address by ordinal of the author (given, family): the one that an address fits better than it fits the others.

    As many addresses as authors of which some fit are taken in order where none fits.
    """
    out: dict[int, str] = {}
    for mail in mails:
        fits = [_fit(given, family, mail.split("@")[0]) for given, family in names]
        best = max(fits, default=0)
        if best and fits.count(best) == 1 and fits.index(best) not in out:
            out[fits.index(best)] = mail
    if len(mails) == len(names) and out and all(mails[at] == mail for at, mail in out.items()):
        return dict(enumerate(mails))
    return out


def _fit(given: str, family: str, local: str) -> int:
    """How well the local part of an address fits a name; 0 if not at all."""
    local, first, last = _letters(local), _letters(given), _letters(family)
    words = [_letters(word) for word in re.split(r"[\s.-]+", given) if _letters(word)]
    initials = "".join(word[0] for word in words)
    if len(last) > 2 and last in local:
        rest = local.replace(last, "", 1)
        return 6 if rest and initials and (rest in (initials, first) or rest[0] == initials[0]) else 5
    if len(first) > 2 and words and (first == local or words[0] == local):
        return 4
    parts = [_letters(part) for part in family.split()]
    if parts and len(parts[-1]) > 3 and parts[-1] in local:
        return 4
    if len(local) > 1 and local == initials + "".join(part[0] for part in parts if part):
        return 3
    if words and len(words[0]) > 3 and words[0] in local:
        return 2
    return 2 if len(last) > 4 and local.startswith(last[:4]) else 0


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[^a-zа-я\u3400-\u9fff]", "", plain)
