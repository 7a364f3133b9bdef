"""Where the family name stands in a printed name, judged alone and by the other names of its list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

PARTICLES = frozenset((
    "van", "von", "vom", "der", "den", "de", "del", "della", "dello", "delle", "degli", "dei", "dal", "dalla", "di",
    "da", "das", "dos", "do", "du", "des", "la", "le", "lo", "las", "los", "el", "al", "bin", "binti", "bint", "ben",
    "ibn", "abu", "ould", "ter", "ten", "te", "tot", "op", "zu", "zum", "zur", "af", "av", "e", "y", "i", "d'", "d’",
    "'t", "’t", "st", "st.", "san", "santa", "mac", "aan", "ait", "aït", "ap", "bar", "binte", "bte", "dela", "delos",
    "het", "ole", "thi", "ud", "ul", "ur", "us", "uz", "wa",
))
_LOWER_ONLY = frozenset(("e", "y", "i", "op", "do", "lo", "st", "aan", "ap", "bar", "het", "ole", "thi", "ud", "ul",
                         "ur", "us", "uz", "wa"))
"""Particles that are initials or names of their own where they are printed with a capital."""
_INSIDE_GIVEN = frozenset(("e", "i", "y", "thi", "ud", "ul", "ur", "us", "uz"))
"""Particles that may join the parts of a given name: Noor ul Ain Siddiqui."""
_GIVEN_BEFORE = frozenset(("maria", "mª", "ma.", "abd", "abdul", "abdel", "abu", "abou"))
"""Words that make one given name with the particle and the word behind them: Maria del Carmen, Abd el Rahman."""
_SERVANT = frozenset(("abd", "abu", "abou"))
_JOINING = frozenset(("e", "y", "i"))
"""Words between the two surnames of one person: Silva e Souza, Ortega y Gasset, Gaudí i Cornet."""
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))
HAN = r"[\u3005\u3007\u3400-\u9fff\uf900-\ufaff]"
KANA = r"[\u3040-\u30ff]"
HANGUL = r"[\uac00-\ud7af]"
_SIGNS = rf"(?:{HAN}|{KANA}|{HANGUL})"
_DOUBLE_FAMILIES = (
    "欧阳", "歐陽", "司马", "司馬", "上官", "诸葛", "諸葛", "东方", "夏侯", "皇甫", "尉迟", "公孙", "慕容", "令狐",
    "宇文", "长孙", "司徒", "端木", "남궁", "황보", "제갈", "선우", "독고",
)
_INITIALS = re.compile(r"(?:[^\W\d_a-zа-яё]\.?-?){1,3}")
_TWO_LETTERS = "BI DO DU FU GU HA HE HO HU KO LE LI LU MA NG OH QI SU WU XI XU YI YU"
_SHORT_SURNAMES = frozenset(_TWO_LETTERS.split())
"""Family names of two letters, which are no initials behind a given name."""
_SPANISH = (
    "acevedo acosta aguilar aguirre alvarez arias arroyo avila barrera benavides benitez bermudez bravo "
    "bustamante caballero cabrera calderon campos cano cardenas cardona carmona carrasco carrillo castillo castro "
    "cervantes chavez contreras cordero cordova correa cortes cuevas davila delgado diaz dominguez duran escobar "
    "espinosa espinoza esquivel estrada fernandez ferrer figueroa flores fuentes gallardo gallegos galvan garcia "
    "gimenez giraldo gomez gonzalez guerra guerrero gutierrez guzman henriquez hernandez herrera herrero hidalgo "
    "ibanez ibarra iglesias jaramillo jimenez juarez lopez lozano macias maldonado marquez martinez medina mejia "
    "mendez mendoza merino meza molina montero mora morales moreno munoz murillo navarro nunez ochoa orozco "
    "ortega ortiz pacheco padilla padron palacios paredes patino pena perez pineda ponce prieto quintana quintero "
    "quiroga ramirez ramos rangel redondo rincon rivas rivera robles rodriguez rojas romero rosales ruiz saez "
    "salas salazar salinas sanchez sandoval sanz serrano solis sosa soto suarez tapia torres trujillo uribe "
    "urrutia valdez valencia valenzuela vargas vasquez vazquez vega velasco velazquez velez villanueva villarreal "
    "zamora zapata zuniga"
)
_PERSIAN = (
    "ahmadi akbari bagheri ebrahimi fallahi ghasemi gholami habibi hashemi heidari heydari hosseini hoseini jafari "
    "kazemi khosravi mohammadi mohseni moradi mousavi moosavi mirzaei norouzi rahimi rahmani rezaei rezaee rostami "
    "sadeghi salehi shahbazi soleimani soltani yousefi zamani"
)
_FIRST_SURNAMES = frozenset((*_SPANISH.split(), *_PERSIAN.split()))
"""The most frequent Spanish and Persian surnames that are no given names: before a last word they are the first of two
surnames."""


def split_names(names: Sequence[str]) -> list[tuple[str, str]]:
    """Given and family name of each name of one list. Where some names begin with their family name in capitals, or
    most end in initials, those that look the same do too."""
    capitals = [_leading_capitals(name.split()) for name in names]
    behind = [_leading_family(name.split()) for name in names]
    several = sum(map(bool, behind)) * 2 > len(names) and (len(names) > 1 or _are_many(names[0]))
    if several:
        behind = [_leading_family(name.split(), ()) for name in names]
    loose = any(capitals) and all(_begins_in_capitals(name) for name in names)
    out = []
    for name, count, before_initials in zip(names, capitals, behind, strict=True):
        words = name.split()
        first = count or (before_initials if several else 0) or (1 if loose and len(words) > 1 else 0)
        out.append((" ".join(words[first:]), " ".join(words[:first])) if first else split_name(name))
    return out


def split_name(name: str) -> tuple[str, str]:
    """Given and family name of a printed name in the order given - family, or with the family name in capitals."""
    if "," in name:
        family, _, given = name.partition(",")
        return given.strip(), family.strip()
    if re.fullmatch(rf"{_SIGNS}+(?: {_SIGNS}+)*", name):
        return _split_signs(name)
    words = name.split()
    if len(words) < 2:
        return "", name
    count = _leading_capitals(words)
    if count:
        return " ".join(words[count:]), " ".join(words[:count])
    at = _family_at(words)
    return " ".join(words[:at]), " ".join(words[at:])


def _family_at(words: Sequence[str]) -> int:
    """Where the family name begins among words that begin with a given name."""
    capital = [_is_capital(word) for word in words]
    at = len(words) - 1
    if words[at].rstrip(".").casefold() in _SUFFIXES and at > 1:
        at -= 1
    at = _behind_given(words, _with_particles(words, at))
    while at > 1 and capital[at] and capital[at - 1] and not capital[0]:
        at = _with_particles(words, at - 1)
    if at > 1 and (words[at] in _JOINING or _folded(words[at - 1]) in _FIRST_SURNAMES):
        at = _with_particles(words, at - 1)
    return at


def _behind_given(words: Sequence[str], at: int) -> int:
    """Where a family name of two words begins that a particle in small letters opens: Marta de la Fuente Ortega."""
    if at > 1 and _folded(words[at - 1]) in _SERVANT and words[at].islower():
        return at - 1
    opens = _with_particles(words, at - 1) if at > 2 else at
    particles = words[opens:at - 1]
    own = opens < at - 1 and all(word.islower() and word not in _INSIDE_GIVEN for word in particles)
    given = _folded(words[opens - 1]) in _GIVEN_BEFORE or _folded(words[at - 1]) == "jesus"
    return opens if own and words[at - 1][0].isupper() and not given else at


def _with_particles(words: Sequence[str], at: int) -> int:
    while at > 1 and words[at - 1].casefold() in PARTICLES \
            and (words[at - 1].islower() or words[at - 1].casefold() not in _LOWER_ONLY):
        at -= 1
    return at


def _split_signs(name: str) -> tuple[str, str]:
    """A name in Chinese, Japanese or Korean signs: the family name comes first."""
    first, _, rest = name.partition(" ")
    if rest and len(first) > 1:
        return rest.replace(" ", ""), first
    whole = name.replace(" ", "")
    if rest:
        cut = 1
    elif whole[:2] in _DOUBLE_FAMILIES and len(whole) > 2:
        cut = 2
    elif whole[1:2] == "々":
        cut = 3
    else:
        cut = 2 if len(whole) > 3 and not re.match(HANGUL, whole) else 1
    return whole[cut:], whole[:cut]


def _leading_capitals(words: Sequence[str]) -> int:
    """How many words in capitals a name begins with that is no longer printed in capitals behind them."""
    count = 0
    while count < len(words) and (_is_capital(words[count]) or (words[count].isupper() and "." not in words[count]
                                                                and len(words[count]) > 1)):
        count += 1
    rest = words[count:]
    if not rest or not any(map(_is_capital, words[:count])) or any(map(_is_capital, rest)):
        return 0
    return count if any(len(word.strip(".")) > 1 and not word.isupper() for word in rest) else 0


def _leading_family(words: Sequence[str], apart: Collection[str] = _SHORT_SURNAMES) -> int:
    """How many words stand before initials that a name ends with; 0 if it does not end with any. What is `apart` is no
    set of initials."""
    count = len(words)
    while count and _INITIALS.fullmatch(words[count - 1]) and words[count - 1] not in apart:
        count -= 1
    return count if 0 < count < len(words) and not any(map(_INITIALS.fullmatch, words[:count])) else 0


def _are_many(name: str) -> bool:
    """Whether a name ends with more than one initial."""
    return sum(char.isalpha() for word in name.split()[1:] for char in word if char.isupper()) > 1


def _begins_in_capitals(name: str) -> bool:
    first, _, rest = name.partition(" ")
    return len(first) > 1 and first.isupper() and "." not in first and any(char.islower() for char in rest)


def _is_capital(word: str) -> bool:
    """Whether a word of at least three letters is in capitals, and no set of initials."""
    letters = [char for char in word if char.isalpha()]
    return len(letters) > 2 and "." not in word and all(char.isupper() for char in letters)


def _folded(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))
