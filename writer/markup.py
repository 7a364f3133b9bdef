"""Inline Markdown as plain text, with pandoc citations taken out and kept with their positions."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

_KEY = r"(?P<{}>[A-Za-z0-9_](?:[\w:.#$%&+?<>~/-]*[A-Za-z0-9_/])?)"
_BRACKETED = re.compile(r"\[(?=[^\[\]]*@)(?P<inside>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\](?!\()")
_ITEM = re.compile(r"(?P<prefix>[^@;]*?)(?P<suppress>-)?@\{?" + _KEY.format("key") + r"\}?(?P<suffix>[^;]*)")
_NARRATIVE = re.compile(
    r"(?<![\w.@])(?P<suppress>-)?@\{?" + _KEY.format("key") + r"\}?(?P<locator>\s?\[(?![^\]]*@)[^\]]*\])?"
)
_MARKUP: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"<!--.*?-->", re.S), ""),
    (re.compile(r"!\[[^\]]*\]\([^)]*\)(?:\{[^}]*\})?"), ""),
    (re.compile(r"\[\^[^\]]+\]|\^\[[^\]]*\]"), ""),
    (re.compile(r"\[([^\]]+)\](?:\([^)\s]*(?:\s\"[^\"]*\")?\)|\{[^}]*\})"), r"\1"),
    (re.compile(r"<(https?://[^>\s]+)>"), r"\1"),
    (re.compile(r"</?[A-Za-z][^<>]*>"), ""),
    (re.compile(r"(`+)(.+?)\1(?:\{[^}]*\})?"), r"\2"),
    (re.compile(r"(?<![\\\w*])(\*{1,3})(?=\S)(.+?)(?<=\S)\1(?!\*)"), r"\2"),
    (re.compile(r"(?<![\\\w])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"~~(.+?)~~"), r"\1"),
    (re.compile(r"(?<=\w)~([^~\s]{1,12})~"), r"\1"),
    (re.compile(r"\^([-+−]?[\w+−-]{1,8})\^"), r"^\1"),
    (re.compile(r"\\([!\"#%&'()*+,./:;<=>?@\[\]^_`{|}~-])"), r"\1"),
)
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[A-Za-z]+);")


@dataclass(frozen=True)
class Citation:
    """One cited key. `start` and `end` are offsets in the sentence's text, `at` the place in its plain text.

    `narrative` is true where the key is part of the sentence (`@key found ...`).
    """

    key: str
    start: int
    end: int
    at: int
    narrative: bool
    locator: str = ""


@dataclass(frozen=True)
class Plain:
    """Text without markup; `origins[i]` is where character i stands in the text as given."""

    text: str
    origins: tuple[int, ...]
    citations: tuple[Citation, ...]


def plain_text(text: str, *, mask: bool = False) -> Plain:
    """The text without markup and citations. A narrative citation stays as the name `@key`.

    With `mask`, bracketed citations become `[1]` and narrative ones a capitalised word: what a splitter reads.
    """
    tape = _Tape(text)
    found: list[tuple[int, int, re.Match[str], bool, str]] = []
    spans: list[tuple[int, int]] = []
    for group in _BRACKETED.finditer(text):
        items = list(_ITEM.finditer(group["inside"]))
        if not items:
            continue
        spans.append(group.span())
        for item in items:
            found.append((group.start(), group.end(), item, False, item["suffix"].strip(" ,")))
    for name in _NARRATIVE.finditer(text):
        if not any(a <= name.start() < b for a, b in spans):
            found.append((name.start(), name.end(), name, True, (name["locator"] or "").strip(" []")))
    narrative = [(start, end) for start, end, _, inline, _ in found if inline]
    tape.cut(spans, narrative, mask=mask)
    for pattern, replacement in _MARKUP:
        tape.replace(pattern, _expand(replacement))
    tape.replace(_ENTITY, lambda match: html.unescape(match.group()))
    tape.tidy()
    citations = tuple(
        Citation(match["key"], start, end, tape.place(start), inline, locator)
        for start, end, match, inline, locator in sorted(found, key=lambda item: (item[0], item[2].start()))
    )
    return Plain(tape.text, tuple(tape.origins), citations)


def _expand(template: str) -> Callable[[re.Match[str]], str]:
    return lambda match: match.expand(template)


class _Tape:
    """Text under replacement, each character remembering where it came from."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.origins = list(range(len(text)))

    def replace(self, pattern: re.Pattern[str], change: Callable[[re.Match[str]], str]) -> None:
        """Replace matches; characters that stay keep their origin, new ones get that of the match."""
        pieces: list[str] = []
        origins: list[int] = []
        last = 0
        for match in pattern.finditer(self.text):
            start, end = match.span()
            new = change(match)
            at = match.group().find(new) if new else -1
            pieces += [self.text[last:start], new]
            origins += self.origins[last:start]
            origins += self.origins[start + at : start + at + len(new)] if at >= 0 else [self.origins[start]] * len(new)
            last = end
        self.text = "".join([*pieces, self.text[last:]])
        self.origins = [*origins, *self.origins[last:]]

    def cut(self, groups: list[tuple[int, int]], narrative: list[tuple[int, int]], *, mask: bool) -> None:
        """Take bracketed citations out, and give narrative ones a form without markup."""
        pieces: list[str] = []
        origins: list[int] = []
        last = 0
        for start, end in sorted([*groups, *narrative]):
            group = (start, end) in groups
            stop = len(self.text[last:start].rstrip(" ")) + last if group and not mask else start
            pieces.append(self.text[last:stop])
            origins += self.origins[last:stop]
            new = (
                ("[1]" if mask else "")
                if group
                else ("Smith" if mask else self.text[start:end].split("[")[0].strip().lstrip("-"))
            )
            pieces.append(new)
            origins += [start] * (len(new) - 1) + [end - 1] * min(len(new), 1)
            last = end
        self.text = "".join([*pieces, self.text[last:]])
        self.origins = [*origins, *self.origins[last:]]

    def tidy(self) -> None:
        """One space between words, none before a closing mark, none at the ends."""
        self.replace(re.compile(r"\s+"), lambda match: " ")
        self.replace(re.compile(r"\s+(?=[.,;:?!)](?:\s|$))|,(?=[.;:?!]$)"), lambda match: "")
        lead = len(self.text) - len(self.text.lstrip())
        end = len(self.text.rstrip())
        self.text, self.origins = self.text[lead:end], self.origins[lead:end]

    def place(self, origin: int) -> int:
        """Where in the plain text the character stood that came from `origin`, or the next one after it."""
        return next((number for number, at in enumerate(self.origins) if at >= origin), len(self.text))
