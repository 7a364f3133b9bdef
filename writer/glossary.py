"""What a paper says that its abbreviations stand for, and which other names its subjects have.

Everything is a piece of the paper's own text; nothing is guessed. Long forms are found as Schwartz and Hearst (2003)
describe; a common name and a species name in brackets after it are two names of one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from ..kb.text.lexicon import words

_SHORT = re.compile(r"\(\s?(?P<short>[A-Z][\w.\-]{1,11}|[a-z]{1,3}[A-Z][\w-]{0,9})\s?(?:[;,][^()]*)?\)")
_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
_FORMULA = re.compile(r"(?=.*[a-z0-9])(?:[A-Z][a-z]?\d*){2,6}")
_SUBSTANCE = re.compile(r"(?:[A-Za-z]+\s)?[a-z]+(?:ite|ate|ide|ine|one|ol|acid|oxide)\s*$")
_REACH = 140
_BINOMIAL = r"[A-Z](?:[a-z]{2,}|\.)\s(?:[a-z]{3,})(?:\s(?:L|Linn|Mill|Willd)\.?)?"
_COMMON = r"(?:[a-z]{3,}|[A-Z][a-z]{2,})(?:\s[a-z]{3,}){0,2}"
_COMMON_FIRST = re.compile(rf"(?P<common>{_COMMON})\s\((?P<species>{_BINOMIAL})[;,)]")
_SPECIES_FIRST = re.compile(rf"(?P<species>{_BINOMIAL})\s?\((?P<common>{_COMMON})\)")
_EPITHET = re.compile(r"(?:a|ae|ans|ens|es|i|ii|is|oides|on|or|os|um|us|x)$")
_NO_COMMON_NAME = re.compile(r"(?:aceae|idae|ales|inae|broth|agar|medium)$", re.IGNORECASE)
_ABBREVIATED = re.compile(r"(?<![\w.])([A-Z])\.\s?([a-z]{4,})(?![\w])")
_FULL = re.compile(r"(?<![\w])([A-Z][a-z]{3,})\s([a-z]{4,})(?![\w])")
_LEADING = words(
    """and or of the a an in with by for from to on as against using various different both such like than"""
)


def abbreviations(sentences: Iterable[str]) -> dict[str, str]:
    """Long forms by short form, as first defined; plural short forms count as their singular too."""
    found: dict[str, str] = {}
    for sentence in sentences:
        for match in _SHORT.finditer(sentence):
            short = match["short"]
            before = sentence[max(0, match.start() - _REACH) : match.start()]
            long_form = _long_form(short, before) or _chemical(short, before)
            if long_form:
                found.setdefault(short, long_form)
                if short.endswith("s") and short[:-1].isupper():
                    found.setdefault(short[:-1], long_form)
    return found


def other_names(sentences: Iterable[str]) -> dict[str, str]:
    """Species names by common name in lower case, where the paper gives both ("holy basil (Ocimum sanctum)")."""
    found: dict[str, str] = {}
    for sentence in sentences:
        for pattern in (_COMMON_FIRST, _SPECIES_FIRST):
            for match in pattern.finditer(sentence):
                words = match["common"].split()
                while words and (words[0].lower() in _LEADING or words[0].endswith("ed") or words[0].endswith("ing")):
                    words = words[1:]
                species = re.sub(r"\s(?:L|Linn|Mill|Willd)\.?$", "", match["species"])
                common = " ".join(words).lower()
                latin = species[1] != "." and _EPITHET.search(species) and species.split()[1] not in common
                if words and latin and not _NO_COMMON_NAME.search(common):
                    found.setdefault(common, species)
    return found


def genera(sentences: Iterable[str]) -> dict[str, str]:
    """Full species names by their abbreviated form, where the paper has both ("E. coli": "Escherichia coli")."""
    full: dict[str, set[str]] = {}
    short: set[str] = set()
    for sentence in sentences:
        for genus, epithet in _FULL.findall(sentence):
            full.setdefault(f"{genus[0]}. {epithet}", set()).add(f"{genus} {epithet}")
        short |= {f"{letter}. {epithet}" for letter, epithet in _ABBREVIATED.findall(sentence)}
    return {name: next(iter(full[name])) for name in sorted(short) if len(full.get(name, ())) == 1}


def with_genera(text: str, known: Mapping[str, str]) -> str:
    """The text with abbreviated species names written out."""
    return _ABBREVIATED.sub(lambda match: known.get(f"{match[1]}. {match[2]}", match.group()), text)


def with_species(text: str, names: Mapping[str, str]) -> str:
    """The text with common names replaced by the species that the paper says they are."""
    for common, species in names.items():
        if species.lower() not in text.lower():
            text = re.sub(rf"(?<![\w-]){re.escape(common)}(?![\w-])", species, text, flags=re.IGNORECASE)
    return text


def definitions_for(text: str, known: Mapping[str, str]) -> str:
    """One line that defines the abbreviations that a text uses: "zearalenone (ZEA). garlic powder (GP)."."""
    used = [short for short in known if re.search(rf"(?<![\w-]){re.escape(short)}(?![\w-])", text)]
    return " ".join(f"{known[short]} ({short})." for short in used)


def _long_form(short: str, before: str) -> str | None:
    """The shortest run of words before the brackets whose letters are the short form's, the first by its initial."""
    words = list(_WORD.finditer(before))
    letters = [char.lower() for char in short if char.isalnum()]
    if len(letters) > 2 and letters[-1] == "s" and short[-2].isupper():
        letters = letters[:-1]
    for count in range(1, min(len(words), len(letters) + 5) + 1):
        start = words[-count].start()
        candidate = before[start:].strip()
        if candidate[0].lower() == letters[0] and _spells(letters, candidate) and len(candidate) > len(short):
            return candidate
    return None


def _spells(letters: Sequence[str], text: str) -> bool:
    """Whether the letters stand in the text in order, and most of them at the beginning of a word or its part."""
    lower = text.lower()
    position = -1
    initial = 0
    for letter in letters:
        position = lower.find(letter, position + 1)
        if position < 0:
            return False
        initial += position == 0 or not lower[position - 1].isalnum()
    words = len(_WORD.findall(text))
    return initial >= min(len(letters), max(1, words - 1)) or words == 1


def _chemical(short: str, before: str) -> str | None:
    """`sodium hypochlorite (NaOCl)`: a formula stands for the name of a salt, acid or alcohol before it."""
    if not _FORMULA.fullmatch(short):
        return None
    name = _SUBSTANCE.search(before)
    return name.group().strip() if name else None
