"""Text with one notation for numbers, signs and units, and the way back to the text as given.

Superscripts become `^n` before compatibility folding, which would otherwise turn 10⁻⁴ into 10-4; LaTeX markup gives way
to the characters it stands for; a dash between two numbers becomes "to". Nothing else about the wording changes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Delta": "Δ", "Omega": "Ω", "Sigma": "Σ",
}  # fmt: skip
_COMMANDS = {
    "times": "×", "pm": "±", "mp": "∓", "cdot": "·", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "lt": "<", "gt": ">",
    "approx": "≈", "sim": "≈", "simeq": "≈", "degree": "°", "circ": "°", "rightarrow": "→", "to": "→", "infty": "∞",
    "quad": " ", "qquad": " ", "neq": "≠", "ll": "≪", "gg": "≫", "percent": "%", "textmu": "μ", "angstrom": "Å",
    "textbar": "|", "ldots": "...", "dots": "...", "prime": "'", "ell": "l",
} | _GREEK  # fmt: skip
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&nbsp;": " ", "&#8211;": "–", "&plusmn;": "±", "&times;": "×"}
_THIN_SPACES = "\u00a0\u2007\u2008\u2009\u200a\u202f"
_NUMBER = r"\d+(?:[.,]\d+)*"


@dataclass(frozen=True)
class Normalised:
    """Normalised `text`; `origins[i]` is the half-open span of the given text that character i stands for."""

    text: str
    origins: tuple[tuple[int, int], ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the given text that `text[start:end]` stands for."""
        if self.origins is None or start >= end:
            return start, end
        return self.origins[start][0], self.origins[end - 1][1]


@lru_cache(maxsize=4096)
def normalise(text: str) -> Normalised:
    """Normalise `text`; never raises, and an already plain text comes back as it is."""
    tape = _Tape(text)
    if "&" in text:
        tape.replace(r"&(?:lt|gt|amp|nbsp|plusmn|times|#8211);", lambda m: _ENTITIES[m.group()])
    if "\\" in text or "$" in text:
        _unpack_latex(tape)
    tape.replace(r"(?<=\^)\{(?=-?\d\})|(?<=\^\d)\}|(?<=\^-\d)\}|(?<=\^\{\d)\}|(?<=\^\{-\d)\}", lambda m: "")
    if not text.isascii():
        _fold_characters(tape)
    tape.replace(r"\+\s?/\s?-", lambda m: "±")
    tape.replace(r"<\s?(?:or\s?)?=|=<", lambda m: "≤")
    tape.replace(r">\s?(?:or\s?)?=", lambda m: "≥")
    tape.replace(r"(?<=\d)['’](?=\d{3}(?!\d))", lambda m: "")
    tape.replace(r"(?<=[×x*]\s10)-(?=\d)|(?<=[×x*]10)-(?=\d)", lambda m: "^-")
    _dashes_between_numbers(tape)
    return tape.done()


class _Tape:
    """Text under replacement, each character remembering where it came from."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.origins: list[tuple[int, int]] | None = None

    def replace(self, pattern: str, change: Callable[[re.Match[str]], str]) -> None:
        matches = list(re.finditer(pattern, self.text))
        if not matches:
            return
        origins = self.origins or [(i, i + 1) for i in range(len(self.text))]
        pieces: list[str] = []
        kept: list[tuple[int, int]] = []
        last = 0
        for match in matches:
            start, end = match.span()
            new = change(match)
            pieces += [self.text[last:start], new]
            kept += origins[last:start]
            if start < end:
                kept += [(origins[start][0], origins[end - 1][1])] * len(new)
            last = end
        self.text = "".join([*pieces, self.text[last:]])
        self.origins = kept + origins[last:]

    def done(self) -> Normalised:
        return Normalised(self.text, None if self.origins is None else tuple(self.origins))


#: siunitx: prefixes and units whose macro is not the name that they are read by
_PREFIXES = {"kilo": "k", "mega": "M", "giga": "G", "tera": "T", "centi": "c", "milli": "m", "micro": "μ", "nano": "n",
             "pico": "p", "femto": "f", "deci": "d", "hecto": "h"}  # fmt: skip
_SYMBOLS = {
    "metre": "m", "meter": "m", "gram": "g", "second": "s", "ampere": "A", "kelvin": "K", "mole": "mol",
    "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W", "coulomb": "C",
    "volt": "V", "farad": "F", "ohm": "Ω", "siemens": "S", "tesla": "T", "lumen": "lm", "lux": "lx",
    "becquerel": "Bq", "gray": "Gy", "sievert": "Sv", "litre": "L", "liter": "L", "tonne": "t", "electronvolt": "eV",
    "bar": "bar", "minute": "min", "hour": "h", "day": "d",
    "degreeCelsius": "°C", "celsius": "°C", "percent": "%", "hectare": "ha", "bit": "bit", "byte": "B", "dalton": "Da",
    "decibel": "dB", "angstrom": "Å", "radian": "rad", "degree": "°",
}  # fmt: skip


def _siunitx(match: re.Match[str]) -> str:
    return f"{match['value']} {_siunitx_unit(match['unit'])}" if match["unit"] else match["value"]


def _siunitx_unit(macros: str) -> str:
    r"""The unit that `\micro\gram\per\square\centi\metre` spells, as it is printed: μg/cm^2."""
    printed, prefix, power, divides = "", "", "", False
    for name in re.findall(r"\\([A-Za-z]+)", macros):
        if name in _PREFIXES:
            prefix = _PREFIXES[name]
        elif name in ("square", "cubic"):
            power = "^2" if name == "square" else "^3"
        elif name in ("squared", "cubed"):
            printed += "^2" if name == "squared" else "^3"
        elif name == "per":
            divides = True
        else:
            joined = "/" if divides else "·" if printed else ""
            printed += joined + prefix + _SYMBOLS.get(name, name) + power
            prefix, power, divides = "", "", False
    return printed if printed else macros


def _unpack_latex(tape: _Tape) -> None:
    tape.replace(r"\\(?:SI|qty)(?:\[[^\]]*\])?\{(?P<value>[^{}]*)\}\s?\{(?P<unit>[^{}]*)\}", _siunitx)
    tape.replace(r"\\(?:si|unit)\{(?P<unit>[^{}]*)\}", lambda m: _siunitx_unit(m["unit"]))
    tape.replace(r"\\%", lambda m: "%")
    tape.replace(r"\\[,;:! ]|(?<=\S)~(?=\S)", lambda m: " ")
    tape.replace(r"\{,\}", lambda m: ",")
    tape.replace(r"\^\{\\(?:circ|degree)\}|\^\\circ", lambda m: "°")
    _drop_math_delimiters(tape)
    tape.replace(r"\\([A-Za-z]+)\s?(?=\{)", lambda m: _COMMANDS.get(m.group(1), ""))
    tape.replace(r"\\([A-Za-z]+)", lambda m: _COMMANDS.get(m.group(1), ""))
    tape.replace(r"[{}]", lambda m: "")
    tape.replace(r"\\(?=[$&_#])", lambda m: "")


def _drop_math_delimiters(tape: _Tape) -> None:
    pairs = re.finditer(r"(?<!\\)\$(?=\S)[^$]{1,160}?(?<=\S)\$(?!\d)", tape.text)
    delimiters = {position for pair in pairs for position in (pair.start(), pair.end() - 1)}
    tape.replace(r"\$", lambda m: "" if m.start() in delimiters else "$")


def _fold_characters(tape: _Tape) -> None:
    tape.replace(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+", lambda m: "^" + m.group().translate(_SUPERSCRIPTS))
    tape.replace(rf"(?<=\d)[{_THIN_SPACES}](?=\d{{3}}(?!\d))", lambda m: "")
    tape.replace(r"(?<=\d)[·∙](?=\d)", lambda m: ".")
    tape.replace(r"[−‐‑‒]", lambda m: "-")
    tape.replace(r"[—―]", lambda m: "—")
    tape.replace(r"[⩽≦]", lambda m: "≤")
    tape.replace(r"[⩾≧]", lambda m: "≥")
    tape.replace(r"[∼～]", lambda m: "~")
    tape.replace("[\u00ad\u200b\u200c\u200d\ufeff]", lambda m: "")
    tape.replace(r"[^\x00-\x7f]", _compatible)


def _compatible(match: re.Match[str]) -> str:
    folded = unicodedata.normalize("NFKC", match.group())
    return folded.replace("⁄", "/") if folded.strip() or match.group() in _THIN_SPACES else " "


def _dashes_between_numbers(tape: _Tape) -> None:
    tape.replace(rf"(?<=[\d%])\s?–\s?(?=[-+]?(?:{_NUMBER}|\.\d))", lambda m: " to ")
    tape.replace(rf"(?<=[\d%])-(?={_NUMBER}(?![\d-]))", _to_unless_in_a_name)


def _to_unless_in_a_name(dash: re.Match[str]) -> str:
    before = dash.string[max(0, dash.start() - 24) : dash.start()]
    return " to " if re.search(rf"(?<![\w.\-/^+])(?:{_NUMBER}|\.\d+)\s?%?$", before) else "-"
