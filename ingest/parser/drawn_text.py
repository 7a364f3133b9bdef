"""The text that the contents of a page draw, as `page.get_text("dict")` gives it.

Notes and form fields lie above the page, and were written by its readers: their text is not the paper's. What a file
says that its characters mean (ActualText) is believed where it only spells them another way (ligatures, hyphens, signs
without a code), and not where it tells what nobody sees.
"""

from __future__ import annotations

import re
import unicodedata
import weakref
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from ...kb.events.document import Why
from .library import pymupdf

_IGNORE_ACTUAL_TEXT = 2048
_LIGATURES = 1
_KEEP_WHITESPACE = 2
_CLIP = 64
_LINK, _POPUP = 1, 16
_UNTOLD = 12
"""So many letters on a page may ActualText add to those that are drawn: an abbreviation, a sign told by its name."""
_PER_UNMAPPED = 4
_UNMAPPED = re.compile(r"[\x01-\x08\x0b-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]")
_COMMAND = re.compile(r"\\[A-Za-z]+")

Content = dict[str, Any]


def drawn_text(page: Any) -> tuple[Content, bool, list[tuple[str, Why]]]:
    """The text of a page within its clipping paths; whether ActualText was set aside for it; and what else the page
    holds: text that is clipped away, and ActualText that says more than what is drawn."""
    read = _reader(page)
    shown = read(_KEEP_WHITESPACE | _CLIP)
    everything = read(_KEEP_WHITESPACE | _IGNORE_ACTUAL_TEXT)
    if _keys(shown) == _keys(everything):
        return shown, False, []
    plain = read(_KEEP_WHITESPACE | _CLIP | _IGNORE_ACTUAL_TEXT)
    found: list[tuple[str, Why]] = [(gone, "clipped") for gone in _clipped(plain, everything)]
    untold = _untold(shown, plain)
    if untold:
        return plain, True, [*found, (untold, "invisible")]
    return shown, False, found


def drawn_words(page: Any) -> list[tuple[Any, ...]]:
    """The words of a page, hidden ones too, as `page.get_text("words")` gives them: with their ligatures."""
    read = _reader(page)
    words, plain = (read(_LIGATURES | _KEEP_WHITESPACE | _CLIP | more, "words") for more in (0, _IGNORE_ACTUAL_TEXT))
    said, letters = (_triples(_letters(" ".join(word[4] for word in some))) for some in (words, plain))
    return list(plain if sum((said - letters).values()) > _UNTOLD else words)


def _spans(content: Content) -> Iterable[dict[str, Any]]:
    """The spans of the content of a page."""
    return (span for block in content["blocks"] for line in block.get("lines", ()) for span in line["spans"])


def _reader(page: Any) -> Callable[..., Any]:
    """What reads the text of a page by flags, without notes and form fields where there are any."""
    if all(kind in (_LINK, _POPUP) for _, kind, _ in page.annot_xrefs()):
        return lambda flags, form="dict": page.get_text(form, flags=flags)
    rotation = page.rotation
    page.set_rotation(0)
    drawn = page.get_displaylist(annots=0)
    page.set_rotation(rotation)

    def read(flags: int, form: str = "dict") -> Any:
        text = pymupdf().TextPage(drawn.get_textpage(flags))
        text.parent = weakref.proxy(page)
        return page.get_text(form, flags=flags, textpage=text)

    return read


def _keys(content: Content) -> set[tuple[Any, str]]:
    return {(span["origin"], span["text"]) for span in _spans(content)}


def _clipped(shown: Content, everything: Content) -> list[str]:
    """Text that a clipping path cuts away: what the second extraction has more than the first."""
    seen = _keys(shown)
    starts = {span["origin"]: span["text"] for span in _spans(shown)}
    gone = []
    for span in _spans(everything):
        if (span["origin"], span["text"]) in seen:
            continue
        kept = starts.get(span["origin"], "")
        rest = span["text"].removeprefix(kept).strip()
        if rest:
            gone.append(rest)
    return gone


def _untold(shown: Content, plain: Content) -> str:
    """What ActualText says and the characters do not, if that is more than another spelling of them."""
    common = _keys(shown) & _keys(plain)
    told = [span["text"] for span in _spans(shown) if (span["origin"], span["text"]) not in common]
    drawn = "".join(span["text"] for span in _spans(plain) if (span["origin"], span["text"]) not in common)
    letters = _letters(drawn)
    said = _letters(" ".join(told))
    if len(said) <= _UNTOLD or said == letters:
        return ""
    more = sum((_triples(said) - _triples(letters)).values())
    if more <= _UNTOLD + _PER_UNMAPPED * len(_UNMAPPED.findall(drawn)):
        return ""
    return " ".join(text.strip() for text in told if _letters(text) not in letters)


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, unicodedata.normalize("NFKC", _COMMAND.sub("", text)))).casefold()


def _triples(text: str) -> Counter[str]:
    return Counter(text[at:at + 3] for at in range(len(text) - 2))
