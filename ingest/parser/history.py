"""The days in the history of a paper that its pages print: received, revised, accepted, published."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from ...kb.events.document import PrintedDate
from .lines import Line

_Event = Literal["received", "revised", "accepted", "published"]
_MONTHS = (
    "january januar janvier enero gennaio janeiro января ianuarie stycznia",
    "february februar février fevrier febrero febbraio fevereiro февраля lutego",
    "march märz maerz mars marzo março марта marca",
    "april avril abril aprile апреля kwietnia",
    "may mai mayo maggio maio мая maja",
    "june juni juin junio giugno junho июня czerwca",
    "july juli juillet julio luglio julho июля lipca",
    "august août aout agosto августа sierpnia",
    "september septembre septiembre settembre setembro сентября sept września",
    "october oktober octobre octubre ottobre outubro октября października",
    "november novembre noviembre novembro ноября listopada",
    "december dezember décembre decembre diciembre dicembre dezembro декабря grudnia",
)
_NUMBERS = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_LABELS: tuple[tuple[_Event, str], ...] = (
    ("revised", r"(?:received\s+in\s+(?:its\s+)?(?:revised|final)(?:\s+form)?|revision\s+received|re-?submitted|"
                r"last\s+revised|revised|in\s+revised\s+form|überarbeitet|révisé|修回日期|修订日期|после доработки)"),
    ("received", r"(?:date\s+(?:received|of\s+submission)|submission\s+date|manuscript\s+received|received|submitted|"
                 r"eingegangen|eingereicht|reçu|soumis|recibido|recebido|ricevuto|поступила(?:\s+в\s+редакцию)?|"
                 r"收稿日期|投稿日期|受付)"),
    ("accepted", r"(?:date\s+(?:accepted|of\s+acceptance)|acceptance\s+date|accepted|angenommen|accepté|aceptado|"
                 r"aceito|accettato|принята(?:\s+к\s+(?:публикации|печати))?|录用日期|接受日期|受理)"),
    ("published", r"(?:(?:date\s+published|publication\s+date|date\s+of\s+publication|first\s+published|"
                  r"published(?:\s+online)?|available\s+online|online\s+publi(?:shed|ziert)|veröffentlicht|publié|"
                  r"publicado|pubblicato|опубликована|出版日期|发布日期)(?:\s+first)?)"),
)
_BETWEEN = (r"(?:\s*(?:online|in\s+(?:its\s+)?(?:revised|final)\s+form|for\s+publication|in\s+form|on|am|le|il|el|em|"
            r"date|by\s+\w+))*\s*[:：.—–-]?\s*")
_ORDINAL = r"(?:st|nd|rd|th|er|º|\.|\s+de)?"
_DATE = re.compile(
    rf"(?P<d>\d{{1,2}}){_ORDINAL}[\s.,/-]+(?P<m>[^\W\d_]{{3,12}})\.?(?:\s+de)?[\s.,/-]+(?P<y>(?:19|20)\d\d)|"
    rf"(?P<m2>[^\W\d_]{{3,12}})\.?\s+(?P<d2>\d{{1,2}}){_ORDINAL},?\s+(?P<y2>(?:19|20)\d\d)|"
    r"(?P<y3>(?:19|20)\d\d)\s?[-/.年]\s?(?P<m3>\d{1,2})\s?[-/.月]\s?(?P<d3>\d{1,2})(?!\d)|"
    r"(?P<a>\d{1,2})\s?(?P<s>[-/.])\s?(?P<b>\d{1,2})\s?(?P=s)\s?(?P<y4>(?:19|20)\d\d)|"
    r"(?P<m5>[^\W\d_]{3,12})\.?,?\s+(?P<y5>(?:19|20)\d\d)")
_LABELLED = re.compile("|".join(rf"(?P<{event}>(?<!\w){label})" for event, label in _LABELS), re.IGNORECASE)
_AFTER = re.compile(_BETWEEN, re.IGNORECASE)
_ORDER = ("received", "revised", "accepted", "published")
_HISTORY = re.compile(r"\W{0,2}(?:(?:manuscript )?(?:received|accepted|submitted|revised)\W|поступила|принята|"
                      r"收稿|录用|eingegangen|reçu|recibido)", re.IGNORECASE)


def find_dates(first: Sequence[Line], lines: Sequence[Line]) -> tuple[PrintedDate, ...]:
    """The days that the title page (`first`) prints, else those of lines like them elsewhere; one for each event.

    A day whose order of numbers cannot be known (03/04/2017) is given as its year.
    """
    texts = (_joined(first), " ".join(line.text for line in lines if _HISTORY.match(line.text)))
    for text in texts:
        found = _dates_in(text)
        if any(date.event in ("received", "accepted") for date in found) or (text is texts[0] and found):
            return found
    return ()


def _joined(lines: Sequence[Line]) -> str:
    return " ".join(line.text for line in lines)


def _dates_in(text: str) -> tuple[PrintedDate, ...]:
    out: dict[str, str] = {}
    day_first = {found["s"]: int(found["a"]) > 12 for found in _DATE.finditer(text)
                 if found["s"] and (int(found["a"]) > 12) != (int(found["b"]) > 12)}
    for label in _LABELLED.finditer(text):
        between = _AFTER.match(text, label.end())
        date = _DATE.match(text, between.end() if between else label.end())
        event = label.lastgroup
        day = _day(date, day_first) if date else None
        if day is not None and event is not None and event not in out:
            out[event] = day
    return tuple(PrintedDate.model_validate({"event": event, "day": out[event]}) for event in _ORDER if event in out)


def _day(found: re.Match[str], day_first: dict[str, bool]) -> str | None:
    """The day in ISO form; the year alone where it is not known which number is the month."""
    year = next(found[name] for name in ("y", "y2", "y3", "y4", "y5") if found[name])
    if found["s"]:
        a, b = int(found["a"]), int(found["b"])
        first = day_first.get(found["s"], True if found["s"] == "." or a == b else None)
        if first is None:
            return year
        return _iso(year, *((b, a) if first else (a, b)))
    if found["y3"]:
        return _iso(year, int(found["m3"]), int(found["d3"]))
    month = _month(found["m"] or found["m2"] or found["m5"])
    if month is None:
        return None
    day = found["d"] or found["d2"]
    return _iso(year, month, int(day)) if day else f"{year}-{month:02}"


def _month(name: str) -> int | None:
    plain = name.casefold()
    exact = _NUMBERS.get(plain)
    return exact or next((number for full, number in _NUMBERS.items() if full.startswith(plain)), None)


def _iso(year: str, month: int, day: int) -> str | None:
    return f"{year}-{month:02}-{day:02}" if 1 <= month <= 12 and 1 <= day <= 31 else None
