"""Where sentences of scientific prose begin and end, by rules.

General splitters fail on citation marks, species names, numbered headings and figure references; the rules here are few
and look at the word before a full stop and the character after it. Time is linear: each stop looks at bounded context.
"""

from __future__ import annotations

import re

from .abbreviations import DOTTED, LABELS, LETTERED, MAY_END, MONTHS, NEVER_END, OPENERS, TAKES_NUMBER, TAXA, UNITS

_STOP = re.compile(r"[.?!…]+|[。！？]")
_CLOSERS = re.compile(r"""[)\]"'”’»]*(?:[ \u00a0\u202f]»)?""")
_RAISED = re.compile(r"(?:\d{1,3}(?:[,–-]\d{1,3})*|[⁰¹²³⁴-⁹⁻,]+)(?=\s|$)")
_BRACKETED = re.compile(r"\s?\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\](?=\s|$)")
_WORD_BEFORE = re.compile(r"[^\W_](?:[^\W_]|\.(?=\w))*$")
_WORD = re.compile(r"[^\W\d_]+")
_ITEM = re.compile(r"\((?:[ivx]{1,4}|[a-z]|\d{1,2})\)\s")
_NUMBERING = re.compile(r"(?:[•▪‣●]\s*)?[(\[]?(?:\d{1,2}(?:\.\d{1,2})*|[A-Z](?:\.\d{1,2})+|[IVX]{1,5}|[A-Za-z])$")
_LABEL = re.compile(r"([^\W\d_]+)\.?\s+(?:[A-Z]?\d{1,3}(?:\.\d{1,2})?|[IVX]{1,4}|[A-Z])$")
_MIXED_CASE = re.compile(r"[a-z]{1,3}[A-Z]|[a-z]-[A-Za-z]|[\u03b1-\u03c9](?:-|\s|\d)")
_ABSTRACT_LABEL = re.compile(
    r"(?:Background|Introduction|Objectives?|Purpose|Aims?|Methods?|Materials and Methods|Design|Setting|Results?|"
    r"Findings|Conclusions?|Interpretation)\s?:",
    re.IGNORECASE,
)
_OPENING = "\"'“‘«„([¿¡"
_HARD_BREAK = re.compile(
    r"\n[^\S\n]*\n|(?<=\s)(?=[•▪‣●][^\S\n]+\S)"
    r"|(?<=[.:;?!])[^\S\n]*\n(?=\s*(?:[-–*]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s)"
)
_CONTEXT = 40
_BRACKET_REACH = 160


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences in code points, half open, trimmed; together they cover all text that is not space.

    A blank line or a list mark ends a sentence whatever stands before it. A citation mark right after the full stop
    belongs to the sentence that it follows.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for hard in [*(match.end() for match in _HARD_BREAK.finditer(text)), len(text)]:
        for end in _soft_ends(text, start, hard):
            _add(spans, text, start, end)
            start = end
    return spans


def _add(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    right = len(piece.rstrip())
    if left < right:
        spans.append((start + left, start + right))


def _soft_ends(text: str, start: int, hard: int) -> list[int]:
    """Ends of sentences within text[start:hard]; the last one is `hard`."""
    ends = []
    begin = start
    depth = 0
    seen = start
    for stop in _STOP.finditer(text, start, hard):
        if stop.start() < begin:
            continue
        depth = _depth(text, seen, stop.start(), depth)
        seen = stop.start()
        end = _end_at(text, begin, stop.start(), stop.end(), hard)
        if end and not (depth > 0 and _closes_soon(text, end, hard)):
            ends.append(end)
            begin = seen = end
            depth = 0
    return [*ends, hard]


def _depth(text: str, start: int, end: int, depth: int) -> int:
    for char in text[start:end]:
        if char in "([":
            depth += 1
        elif char in ")]" and depth:
            depth -= 1
    return depth


def _closes_soon(text: str, end: int, hard: int) -> bool:
    """Whether a bracket that is open at the stop is still open after it and closed a little later."""
    if text[end - 1] in ")]":
        return False
    for char in text[end : min(hard, end + _BRACKET_REACH)]:
        if char in "([":
            return False
        if char in ")]":
            return True
    return False


def _end_at(text: str, begin: int, at: int, after: int, hard: int) -> int:
    """End of the sentence whose stop is text[at:after], closing marks and citation marks included; 0 if it goes on."""
    if text[at] in "。！？":
        return _CLOSERS.match(text, after, hard).end()  # type: ignore[union-attr]
    word = _word_before(text, begin, at)
    end = _closing_end(text, at, after, hard, word)
    if end < hard and not text[end].isspace():
        return end if _glued(text, at, end, hard, word) else 0
    follow = end
    while follow < hard and text[follow].isspace():
        follow += 1
    if follow == hard:
        return 0
    if text[at] in "?!":
        return end if not text[follow].islower() and text[at - 1 : at] not in ("(", "[") else 0
    is_ellipsis = after - at > 1 or text[at] == "…"
    goes_on = _is_ellipsis_inside(text, begin, at, after) if is_ellipsis else _is_numbering(text, begin, at)
    return end if not goes_on and _starts(text, follow, word, text[max(begin, at - _CONTEXT) : at], hard) else 0


def _word_before(text: str, begin: int, at: int) -> str:
    left = max(begin, at - _CONTEXT)
    before = text[left:at].rstrip()
    match = _WORD_BEFORE.search(before)
    return match.group() if match else ""


def _closing_end(text: str, at: int, after: int, hard: int, word: str) -> int:
    end = _CLOSERS.match(text, after, hard).end()  # type: ignore[union-attr]
    raised = _RAISED.match(text, end, hard)
    if raised and not word[-1:].isdigit() and word.lower() not in NEVER_END and word.lower() not in TAKES_NUMBER:
        end = raised.end()
    bracketed = _BRACKETED.match(text, end, hard)
    if bracketed and word.lower() not in NEVER_END and word.lower() not in MAY_END:
        end = bracketed.end()
    return end


def _glued(text: str, at: int, end: int, hard: int, word: str) -> bool:
    """Whether a space was lost after the stop: "cells.The next"."""
    if _ABSTRACT_LABEL.match(text, end, hard):
        return True
    opener = _WORD.match(text, end, min(hard, end + _CONTEXT))
    return (
        opener is not None
        and text[at] == "."
        and len(word) > 2
        and word.islower()
        and word not in NEVER_END
        and opener.group() in OPENERS
        and text[opener.end() : opener.end() + 1].isspace()
    )


def _is_ellipsis_inside(text: str, begin: int, at: int, after: int) -> bool:
    before = text[max(begin, at - 3) : at].rstrip()[-1:]
    return before in ("[", "(", ",", "=", "+") or text[after : after + 1] in ("]", ")")


def _is_numbering(text: str, begin: int, at: int) -> bool:
    """Whether the stop ends the number of a heading or list item, or the label of a caption, at the sentence start."""
    if at - begin > _CONTEXT:
        return False
    head = text[begin:at].lstrip()
    if _NUMBERING.match(head):
        return True
    label = _LABEL.match(head)
    return label is not None and label.group(1).lower() in LABELS


def _starts(text: str, follow: int, word: str, before: str, hard: int) -> bool:
    """Whether a new sentence begins at `follow`, given the word before the full stop."""
    char = text[follow]
    if before.rstrip()[-1:] in ("<", ">", "=", "≤", "≥", "~", "±") or char in ",;:.?!)]}=<>≤≥±+×/&%|":
        return False
    lower = word.lower()
    if lower in NEVER_END:
        return False
    opens = follow
    while opens < hard and text[opens] in _OPENING:
        opens += 1
    first = text[opens : opens + 1]
    if first.isdigit():
        return _number_starts(text, follow, opens, lower, hard)
    if char in "([" and _ITEM.match(text, follow, hard) and lower not in MAY_END:
        return True
    if first.islower():
        return (
            _MIXED_CASE.match(text, opens) is not None
            and lower not in MAY_END
            and not (len(word) == 1 and word.isalpha())
        )
    opener = _WORD.match(text, opens, min(hard, opens + _CONTEXT))
    return _capital_starts(word, before, opener.group() if opener else "", text, opens)


def _number_starts(text: str, follow: int, opens: int, word: str, hard: int) -> bool:
    if opens > follow:
        return text[follow] in "([" and _ITEM.match(text, follow, hard) is not None and word not in MAY_END
    return not (word in TAKES_NUMBER or word in MAY_END or word in MONTHS or (len(word) == 1 and word.isalpha()))


def _capital_starts(word: str, before: str, opener: str, text: str, opens: int) -> bool:
    """Whether a capital letter (or a letter without case) after the word and its full stop begins a sentence."""
    lower = word.lower()
    if word.isdigit() and opener.lower() in MONTHS and before.rstrip().endswith(word) and len(word) < 3:
        return False
    if lower in UNITS and re.search(r"\d\s?$", before.rstrip()[: -len(word)]):
        return True
    if len(word) == 1 and word.isalpha():
        return _letter_ends(word, before, opener, text, opens)
    if lower in TAXA and len(opener) == 1:
        return False
    if lower in MAY_END or DOTTED.fullmatch(word):
        return opener in OPENERS
    return True


def _letter_ends(word: str, before: str, opener: str, text: str, opens: int) -> bool:
    """Whether a single letter ends its sentence ("vitamin C. The") and is no initial ("J. R. Smith")."""
    if word.islower():
        return not re.match(r"[^\W\d_]\.", text[opens : opens + 2])
    lettered = before.rstrip()[:-1].split()[-1:]
    if lettered and lettered[0].lower() in LETTERED:
        return True
    return opener in OPENERS and not text.startswith(".", opens + len(opener))
