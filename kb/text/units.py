"""Units of measure: how they are written, their canonical names, and conversion.

Recognition is a table of aliases; nothing outside it is a unit. pint converts between canonical names and is loaded
only when two different names meet. It never parses running text: it would read bp, kb, AU and pH as something else.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import Any

#: alias as printed -> canonical name; names are those of pint where pint knows the unit.
_ALIASES: dict[str, str] = {}


def _add(canonical: str, *aliases: str) -> None:
    for alias in (canonical, *aliases):
        _ALIASES[alias] = canonical


for _prefix, _word in (("", ""), ("k", "kilo"), ("c", "centi"), ("m", "milli"), ("μ", "micro"), ("n", "nano"),
                       ("p", "pico"), ("M", "mega"), ("G", "giga"), ("T", "tera"), ("d", "deci"), ("f",
                       "femto")):  # fmt: skip
    _ascii = "u" if _prefix == "μ" else _prefix
    for _unit, _spelled, _prefixes in (
        ("m", ("metre", "meter"), "kcmμnp"), ("g", ("gram", "gramme"), "kmμnp"), ("L", ("litre", "liter"), "mμncd"),
        ("s", ("second",), "mμnpf"), ("mol", ("mole",), "mμnp"), ("M", ("molar",), "mμnp"), ("Pa", ("pascal",), "kMG"),
        ("J", ("joule",), "kMm"), ("cal", ("calorie",), "k"), ("eV", ("electronvolt",), "kMGTm"), ("Hz", ("hertz",),
        "kMG"),
        ("V", ("volt",), "mkμ"), ("A", ("ampere", "amp"), "mμn"), ("W", ("watt",), "kmMGμ"), ("Da", ("dalton",), "kM"),
        ("N", ("newton",), "kmμnp"), ("T", ("tesla",), "mμ"), ("F", ("farad",), "μnp"), ("Gy", ("gray",), "cm"),
        ("Sv", ("sievert",), "mμ"), ("Bq", ("becquerel",), "kM"), ("C", ("coulomb",), "m"), ("B", ("byte",), "kMGT"),
        ("S", ("siemens",), "mμn"), ("Wh", (), "kMGT"), ("Ah", (), "m"), ("lx", ("lux",), "k"),
        ("cd", ("candela",), ""),
        ("lm", ("lumen",), "k"), ("rad", ("radian",), "m"), ("bit", ("bit",), "kMG"), ("bps", (), "kMG"),
        ("Torr", ("torr",), "m"), ("psi", (), ""), ("mph", (), ""), ("Oe", ("oersted",), "k"), 
        ("kA", ("kiloampere",), ""),
    ):  # fmt: skip
        if _prefix in _prefixes or not _prefix:
            _names_all = [_word + name + plural for name in _spelled for plural in ("", "s")]
            _add(_prefix + _unit, _ascii + _unit, *_names_all)
for _printed, *_others in (
    ("L", "l", "Liter", "Litre"), ("mL", "ml"), ("μL", "μl", "ul"), ("dL", "dl"), ("nL", "nl"), ("cc",),
    ("min", "mins", "minute", "minutes"), ("h", "hr", "hrs", "hour", "hours"), ("s", "sec", "secs"), ("ms", "msec"),
    ("day", "days", "d"), ("week", "weeks", "wk", "wks"), ("month", "months", "mo"),
    ("year", "years", "yr", "yrs", "y"), ("decade", "decades"), ("century", "centuries"),
    ("degC", "°C", "° C", "celsius", "degrees Celsius", "degree Celsius"), ("K", "kelvin", "kelvins"),
    ("degF", "°F", "degrees Fahrenheit"), ("deg", "°", "degree", "degrees"), ("Å", "angstrom", "angstroms", "Å"),
    ("mmHg", "mm Hg"), ("bar", "bars"), ("mbar",), ("atm",), ("dB", "decibel", "decibels"), ("rpm",), ("ppm",),
    ("ppb",),
    ("ha", "hectare", "hectares"), ("t", "tonne", "tonnes", "ton", "tons"), ("Mt", "megatonnes"), ("Gt", "gigatonnes"),
    ("bp", "base pairs", "base pair"), ("kb", "kilobases", "kilobase", "kbp"), ("Mb", "megabases", "megabase", "Mbp"),
    ("nt", "nucleotides"), ("IU", "international units"), ("U",), ("CFU", "cfu"), ("PFU", "pfu"),
    ("mile", "miles"), ("ft", "feet"), ("lb", "lbs", "pounds"), ("oz",), ("inch", "inches"), ("mg%",),
    ("USD", "dollars", "US dollars"), ("EUR", "euros", "€"), ("GBP", "£"), ("ly",), ("pc", "parsec", "parsecs"),
    ("kpc",), ("Mpc",), ("log10",), ("SD", "SDs"), ("mEq",), ("Ω", "ohm", "ohms"), ("kΩ",), ("MΩ",), ("FLOPs", "FLOPS"),
):  # fmt: skip
    _add(_printed, *_others)
_SQUARED = {"square": 2, "squared": 2, "cubic": 3, "cubed": 3}
#: canonical names that pint spells otherwise
_PINT = {
    "μm": "micrometer", "μg": "microgram", "μL": "microliter", "μs": "microsecond", "μmol": "micromole",
    "μM": "micromolar",
    "μV": "microvolt", "μA": "microampere", "μW": "microwatt", "μN": "micronewton", "μT": "microtesla",
    "μF": "microfarad",
    "μSv": "microsievert", "Å": "angstrom", "deg": "degree", "t": "metric_ton", "Mt": "megametric_ton",
    "Gt": "gigametric_ton", "kcal": "kilocalorie", "cal": "calorie", "h": "hour", "min": "minute",
    "cc": "centimeter**3",
    "Da": "dalton", "kDa": "kilodalton", "MDa": "megadalton", "ha": "hectare", "mmHg": "mmHg", "degC": "degC",
    "degF": "degF", "Ω": "ohm", "kΩ": "kiloohm",
    "MΩ": "megaohm", "pc": "parsec", "kpc": "kiloparsec", "Mpc": "megaparsec", "ppm": "ppm", "ft": "foot",
    "lb": "pound",
    "d": "day", "B": "byte", "kB": "kilobyte", "MB": "megabyte", "GB": "gigabyte", "TB": "terabyte", "M": "molar",
    "S": "siemens", "mS": "millisiemens", "μS": "microsiemens", "nS": "nanosiemens", "mAh": "mA*h", "Ah": "A*h",
    "bps": "bit/s", "kbps": "kbit/s", "Mbps": "Mbit/s", "Gbps": "Gbit/s",
    "mM": "millimolar", "nM": "nanomolar", "pM": "picomolar", "N": "newton", "F": "farad",
}  # fmt: skip
_UNKNOWN_TO_PINT = {"IU", "U", "CFU", "PFU", "USD", "EUR", "GBP", "log10", "SD", "mEq", "ppb", "mg%", "rpm", "dB",
    "FLOPs",
                    "bp", "kb", "Mb", "nt", "Oe", "kOe"}  # fmt: skip
#: capital letters that name a unit only in a compound: 16S is a ribosomal subunit and no conductance
_ONLY_IN_COMPOUNDS = {"S"}
#: powers of ten over one base pair; pint takes kb and Mb for something else
_BASES = {"bp": 0, "nt": 0, "kb": 3, "Mb": 6}
_NAMES_BY_LENGTH = sorted(_ALIASES, key=len, reverse=True)
_ATOM = re.compile(
    r"(?:(?P<power>square|cubic)\s)?(?P<name>"
    + "|".join(re.escape(name) for name in _NAMES_BY_LENGTH)
    + r")(?![A-Za-zα-ωΑ-Ω])"
    r"(?:(?P<exponent>\^[1-9]|\^?-[1-9]|[23])(?!\d|\.\d)|\^(?P<raised>-?\d)|\s(?P<after>squared|cubed))?"
)
_BRACKET = re.compile(r"\s?/\s?\(\s?(?P<inside>[^()\d]{1,24})\s?\)")
_JOIN = re.compile(r"\s?/\s?|\sper\s|\s?[·*]\s?|(?<=\S)-(?=[A-Za-zμ])|\s")


def parse_unit(text: str, position: int) -> tuple[str, int] | None:
    """The canonical unit that starts at `position` of normalised text, and where it ends; None if there is none."""
    atom = _ATOM.match(text, position)
    if not atom:
        return None
    powers = {_ALIASES[atom["name"]]: _power(atom)}
    end = atom.end()
    while join := _JOIN.match(text, end):
        following = _ATOM.match(text, join.end())
        divides = "/" in join.group() or "per" in join.group()
        if not following or (join.group().isspace() and not _multiplies(following)):
            break
        if join.group() == "-" and not _multiplies(following):
            break
        name = _ALIASES[following["name"]]
        powers[name] = powers.get(name, 0) + (-_power(following) if divides else _power(following))
        end = following.end()
    end = _divide_by_bracket(text, end, powers)
    return None if set(powers) <= _ONLY_IN_COMPOUNDS else (_canonical(powers), end)


def _divide_by_bracket(text: str, end: int, powers: dict[str, int]) -> int:
    """Take in a bracketed denominator, as in "W/(m K)", and return where the unit ends."""
    bracket = _BRACKET.match(text, end)
    if not bracket:
        return end
    names = [_ALIASES.get(part) for part in re.split(r"[\s·*]+", bracket["inside"].strip())]
    if not all(names):
        return end
    for name in names:
        powers[str(name)] = powers.get(str(name), 0) - 1
    return bracket.end()


def _power(atom: re.Match[str]) -> int:
    if atom["power"] or atom["after"]:
        return _SQUARED[atom["power"] or atom["after"]]
    return int((atom["exponent"] or atom["raised"] or "1").lstrip("^"))


def _multiplies(atom: re.Match[str]) -> bool:
    """After white space only a negative power continues a unit: `kcal mol-1`, but not `5 g day 3`."""
    return _power(atom) < 0


def _canonical(powers: dict[str, int]) -> str:
    above = [name if power == 1 else f"{name}^{power}" for name, power in sorted(powers.items()) if power > 0]
    below = [name if power == -1 else f"{name}^{-power}" for name, power in sorted(powers.items()) if power < 0]
    return "/".join(["·".join(above) or "1", *below])


@lru_cache(maxsize=1024)
def conversion(source: str, target: str) -> Decimal | None:
    """The factor that takes a value in `source` to `target`; None where they do not measure the same thing."""
    if source == target:
        return Decimal(1)
    if source in _BASES and target in _BASES:
        return Decimal(1).scaleb(_BASES[source] - _BASES[target])
    if any(name in _UNKNOWN_TO_PINT or name in ("degC", "degF") for name in (*_names(source), *_names(target))):
        return None
    import pint

    try:
        quantity = _registry().Quantity(1, _pint_name(source)).to(_pint_name(target))
    except (pint.PintError, AttributeError, ValueError, TypeError):
        return None
    return Decimal(f"{float(quantity.magnitude):.12g}")


@lru_cache(maxsize=1)
def _registry() -> Any:
    import pint

    return pint.UnitRegistry()


def _names(unit: str) -> list[str]:
    return [part.split("^")[0] for part in re.split(r"[·/]", unit)]


def _pint_name(unit: str) -> str:
    above, *below = unit.split("/")
    spelled = "*".join(_spell(part) for part in above.split("·"))
    return "/".join([spelled, *(f"({_spell(part)})" for part in below)])


def _spell(part: str) -> str:
    name, _, power = part.partition("^")
    spelled = _PINT.get(name, name)
    return f"({spelled})**{power}" if power else spelled
