"""Keys for comparing titles, people and identifiers. For comparison only; what is stored stays as printed."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_ROMAN = re.compile(r"^(?:i{1,3}|iv|v|vi{0,3}|ix|x)$")
_NEGATION = {"no", "not", "without", "non", "never", "lack", "absence"}
_POPULATION = {
    "children", "adults", "adolescents", "women", "men", "mice", "mouse", "rats", "rat", "humans", "human", "infants",
    "elderly", "neonates", "pigs", "cattle", "broilers", "zebrafish",
}
_ARTICLES = {"the", "and", "of"}
_SPELLINGS = (
    ("isation", "ization"), ("ise", "ize"), ("ising", "izing"), ("our", "or"), ("aem", "em"), ("paed", "ped"),
    ("oed", "ed"), ("yse", "yze"), ("tre", "ter"), ("gray", "grey"), ("aging", "ageing"),
)
_NOTICE = {"correction", "erratum", "corrigendum", "retraction", "reply", "comment", "response", "retracted"}
_MARKS = {"negation": _NEGATION, "population": _POPULATION, "notice": _NOTICE}
DIFFERENCES = ("number", *_MARKS)
"""In what two titles may differ that are of two works, however alike they are."""
_SET_ASIDE = frozenset().union({"with"}, *_MARKS.values())
"""Words by which titles may differ and have one subject; "with" since "without" is among them."""
_WORDS_OF_A_SUBJECT = 3


def title_key(title: str) -> str:
    """Words of a title: NFKD without accents, lower case, letters and digits only."""
    text = unicodedata.normalize("NFKD", title).casefold()
    text = "".join(char for char in text if not unicodedata.combining(char))
    return " ".join(re.findall(r"[^\W_]+", text))


@lru_cache(maxsize=65_536)
def family_key(family: str) -> str:
    """A family name without accents, case, hyphens and particles."""
    words = [word for word in title_key(family).split() if word not in {"de", "van", "der", "den", "von", "da", "di"}]
    return "".join(words)


def person_key(family: str, given: str) -> str:
    """Family name and first initial."""
    return f"{family_key(family)} {title_key(given)[:1]}".strip()


def doi_key(doi: str) -> str:
    """A DOI in lower case, without resolver and version suffix of an arXiv DOI."""
    text = re.sub(r"^(?:https?://)?(?:dx\.)?doi\.org/|^doi:\s*", "", doi.strip().lower())
    return re.sub(r"^(10\.48550/arxiv\.\d{4}\.\d{4,5})v\d+$", r"\1", text)


def arxiv_key(arxiv: str) -> str:
    """An arXiv id without its version."""
    return re.sub(r"v\d+$", "", re.sub(r"^arxiv:\s*", "", arxiv.strip().lower()))


def year_number(year: str | None) -> int | None:
    """The year as a number; None where none is stated or what is stated is no number."""
    try:
        return int(year) if year else None
    except ValueError:
        return None


def titles_differ(one: str, other: str) -> str | None:
    """Why two alike titles are not of one work (a veto), or None. Fuzzy scores alone put part I and part II at 98."""
    a, b = title_key(one).split(), title_key(other).split()
    if _numbers(a) != _numbers(b):
        return "number"
    for name, marks in _MARKS.items():
        if set(a) & marks != set(b) & marks:
            return name
    return None


@lru_cache(maxsize=65_536)
def unmarked_key(title: str) -> str:
    """The words of a title without those by which `titles_differ` tells two works apart: what titles share that differ
    in nothing else, however short they are. Empty where too few words are left to say what the work is about."""
    words = [word for word in title_key(title).split() if word not in _SET_ASIDE and not _is_number(word)]
    return " ".join(words) if len(words) >= _WORDS_OF_A_SUBJECT else ""


def same_but_for_marks(one: str, other: str) -> bool:
    """Whether two titles have the same words but for numbers, negations, populations and what names a notice."""
    return unmarked_key(one) != "" and unmarked_key(one) == unmarked_key(other)


def same_words(one: str, other: str) -> bool:
    """Whether two titles have the same words; how words are parted, articles, a plural and the spelling of two
    countries aside. One letter makes another paper of it (hyperthyroidism, hypothyroidism; vitamin A, vitamin D)."""
    return bare_key(one) == bare_key(other)


@lru_cache(maxsize=65_536)
def bare_key(title: str) -> str:
    """The letters of a title that two spellings of it have in common."""
    words = (word for word in title_key(title).split() if word not in _ARTICLES)
    return "".join(map(_plain_word, words))


def _plain_word(word: str) -> str:
    for british, american in _SPELLINGS:
        word = word.replace(british, american)
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _numbers(words: list[str]) -> list[str]:
    return sorted(word for word in words if _is_number(word))


def _is_number(word: str) -> bool:
    return any(char.isdigit() for char in word) or _ROMAN.match(word) is not None
