"""Where GROBID says that elements of a TEI file stand on the pages of the PDF."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from ..events.document import Box

_NUMBER = r"(-?\d{1,6}(?:\.\d{1,6})?)"
_PLACE = re.compile(rf"\s*(\d{{1,6}}),{_NUMBER},{_NUMBER},{_NUMBER},{_NUMBER}\s*")


def boxes_of(node: Element) -> tuple[Box, ...]:
    """The boxes in `coords`: "page,x,y,width,height;..." in points, origin top left. What has another form is none."""
    found: list[Box] = []
    for text in (node.get("coords") or "").split(";"):
        if place := _PLACE.fullmatch(text):
            page = int(place[1])
            x, y, width, height = (_hundredths(place[at]) for at in range(2, 6))
            if page > 0 and width >= 0 and height >= 0:
                found.append(Box(page=page, x0=x, y0=y, x1=x + width, y1=y + height))
    return tuple(found)


def page_of(node: Element) -> int | None:
    """The page on which an element begins."""
    boxes = boxes_of(node)
    return boxes[0].page if boxes else None


def _hundredths(text: str) -> int:
    """Points times 100, rounded half up without floats."""
    sign = -1 if text.startswith("-") else 1
    whole, _, fraction = text.lstrip("-").partition(".")
    digits = (fraction + "000")[:3]
    return sign * (int(whole) * 100 + (int(digits) + 5) // 10)
