"""Names of what a paper compares and measures, as keys that meet across papers.

A key is lower case, stemmed, without articles and generic nouns; acronyms that its document defines are written out.
It is empty where a phrase names nothing by itself ("our method", "it", "other patients"): an empty key matches none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...kb.events.document import Document
from ...kb.text.lexicon import words
from ...kb.text.stems import stem

_TOKEN = re.compile(r"[^\W_]+(?:[-.+/’'][^\W_]+)*(?:\+\+|[+#*](?!\w))?|\([+-](?:/[+-])?\)")
_LETTER_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_DROPPED = words(
    "a an the our their its his her this these that those such same both all each any some other another own proposed "
    "novel new present current corresponding respective existing previous conventional respectively significantly "
    "slightly "
    "substantially considerably markedly much even also only just very more most however and or with in on of for to "
    "from by "
    "at as using used based than either respective entire whole two three four five"
)
_GENERIC = words(
    "method methods model models approach approaches algorithm algorithms system systems classifier classifiers "
    "technique "
    "techniques framework frameworks strategy strategies tool tools procedure procedures group groups arm arms "
    "condition "
    "conditions variant variants version versions one ones counterpart counterparts treatment treatments dataset "
    "datasets "
    "sample samples value values score scores alternative alternatives architecture architectures network networks "
    "solution"
)
_NAMELESS = _GENERIC | words(
    "baseline baselines it they them we us he she he’s which who what there here others result results finding "
    "findings study "
    "studies state art competitor competitors competing rest former latter first second third work works data case "
    "cases "
    "time times number numbers use effect effects former analysis difference differences set sets level levels"
)
_OURS = re.compile(
    r"(?:[Ww]e|[Uu]s|[Oo]urs|(?:[Oo]ur|[Tt]he proposed|[Tt]his|[Tt]he present|[Tt]he new) (?:[a-z-]+ ){0,2}(?:method|"
    r"model|approach|"
    r"system|algorithm|framework|network|classifier|architecture|technique|tool|package|library|software|pipeline|"
    r"solution))"
)
_UNNAMED = re.compile(
    r"^(?:the )?(?:other|others|another|some|any|all|most|many|previous|existing|prior|several|various|competing|"
    r"traditional|conventional|remaining|state-of-the-art)\b",
    re.IGNORECASE,
)
_DEFINED = re.compile(r"\(\s?([A-Z][A-Za-z0-9+/-]{1,9}?)s?\s?(?:[;,][^()]*)?\)")
_NAMED_TITLE = re.compile(r"^([A-Za-z][\w.+-]*(?: \d+)?)\s?:\s")
_INTRODUCED = re.compile(
    r"\b[Ww]e (?:here |therefore |now )?(?:propose|present|introduce|describe|develop(?:ed)?|call(?: it| this \w+|"
    r" our \w+)?),? (?:a |an |the |our )?"
    r"(?:(?:new|novel|simple|\w+-\w+) (?:method|model|system|approach|framework|tool)s?,? (?:called |named |"
    r"termed )?)?([A-Z][\w.+-]*[A-Z\d][\w.+-]*)"
)


@dataclass(frozen=True)
class Names:
    """What a document calls things: acronyms it defines (short form in lower case to long form), and its own system."""

    acronyms: dict[str, str] = field(default_factory=dict)
    system: str = ""

    def key(self, phrase: str) -> str:
        """Key of a thing compared: a method, a group, a treatment, a place."""
        plain = " ".join(unicodedata.normalize("NFKC", phrase).split())
        if _OURS.fullmatch(plain):
            return self.key(self.system) if self.system else ""
        if _UNNAMED.match(plain):
            return ""
        tokens = self.tokens(plain)
        named = [token for token in tokens if token not in _GENERIC]
        return "" if all(token in _NAMELESS for token in tokens) else " ".join(map(stem, named))

    def tokens(self, phrase: str) -> list[str]:
        """Lower-case words of a phrase that carry meaning, acronyms written out."""
        found: list[str] = []
        for match in _TOKEN.finditer(_LETTER_HYPHEN.sub(" ", phrase)):
            token = match.group().casefold().removesuffix("'s").removesuffix("’s")
            long_form = self.acronyms.get(token) or self.acronyms.get(token.removesuffix("s"))
            found += _split(long_form) if long_form else [token]
        return [token for token in found if token not in _DROPPED]


def read_names(document: Document) -> Names:
    """Acronyms with their definitions, and the name of what the paper presents, if it is told apart."""
    return Names(_acronyms(sentence.text for sentence in document.sentences), _system(document))


def _split(phrase: str) -> list[str]:
    return [match.group().casefold() for match in _TOKEN.finditer(_LETTER_HYPHEN.sub(" ", phrase))]


def _acronyms(texts: Iterable[str]) -> dict[str, str]:
    """Short forms whose letters begin the words before their brackets; the first definition holds."""
    found: dict[str, str] = {}
    for text in texts:
        if "(" not in text:
            continue
        for match in _DEFINED.finditer(text):
            short = match.group(1)
            if sum(map(str.isupper, short)) < 2 or short.casefold() in found:
                continue
            long_form = _long_form(short, text[max(0, match.start() - 90) : match.start()])
            if long_form:
                found[short.casefold()] = long_form
    return found


def _long_form(short: str, before: str) -> str:
    letters = [char.casefold() for char in short if char.isalnum()]
    tokens = [match.group().casefold() for match in _TOKEN.finditer(_LETTER_HYPHEN.sub(" ", before))]
    for count in range(len(letters), len(letters) + 3):
        taken = tokens[-count:]
        if len(taken) < count:
            break
        if taken[0][0] == letters[0] and _initials(taken) == letters:
            return " ".join(taken)
    return ""


def _initials(tokens: list[str]) -> list[str]:
    return [token[0] for token in tokens if token not in ("of", "the", "and", "for", "in", "a", "on", "to", "with")]


def _system(document: Document) -> str:
    """The name before the colon of the title, or the one name that the authors say they propose."""
    titled = _NAMED_TITLE.match(document.title)
    if titled and any(char.isupper() or char.isdigit() for char in titled.group(1)[1:]):
        return titled.group(1)
    introduced = {match.group(1) for sentence in document.sentences for match in _INTRODUCED.finditer(sentence.text)}
    return introduced.pop() if len(introduced) == 1 else ""
