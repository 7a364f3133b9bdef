"""What is painted on a page besides text, in paint order: areas, rules and images."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .library import pymupdf
from .lines import Drawing, Frame, Rect

_MANY_PATHS = 5000
_OPAQUE = 0.95
_COVERS = ("fill-path", "fill-image", "fill-imgmask", "fill-shade")
_BROAD = 4.0
_NESTED = 3
_MANY_FORMS = 30


@dataclass(frozen=True)
class Graphics:
    """Rectangles in PyMuPDF's coordinates of the unrotated page. Keys are places in the paint order: `covers` are areas
    and images that may lie over or under text, `fills` the colours of areas, `texts` the runs of text."""

    paths: tuple[tuple[Rect, bool, bool, int | None], ...]
    images: tuple[Rect, ...]
    covers: tuple[tuple[int, Rect], ...]
    fills: dict[int, int]
    texts: tuple[tuple[int, Rect], ...]

    def covering(self, rect: Rect) -> Sequence[int]:
        """Places in the paint order of the areas and images that contain the middle of the rectangle."""
        x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
        return [at for at, (x0, y0, x1, y1) in self.covers if x0 <= x <= x1 and y0 <= y <= y1]

    def drawings(self, frame: Frame) -> tuple[Drawing, ...]:
        """The paths in the upright frame."""
        return tuple(Drawing(*frame.from_pdf(rect), filled, stroked, fill)
                     for rect, filled, stroked, fill in self.paths)


def page_graphics(page: Any) -> Graphics:
    """The graphics of one page. On a page with thousands of paths their colours are not looked up."""
    log = [(kind, rect) for kind, rect in page.get_bboxlog()]
    covers = tuple((at, rect) for at, (kind, rect) in enumerate(log) if kind in _COVERS and _has_area(rect))
    images = tuple(rect for kind, rect in log if kind in ("fill-image", "fill-imgmask", "fill-shade"))
    texts = tuple((at, rect) for at, (kind, rect) in enumerate(log) if kind.endswith("text"))
    painted = [(kind, rect) for kind, rect in log if kind in ("fill-path", "stroke-path")]
    if len(painted) > _MANY_PATHS:
        paths = tuple((rect, kind == "fill-path", kind == "stroke-path", None) for kind, rect in painted)
        return Graphics(paths, images, covers, {}, texts)
    drawn = page.get_cdrawings() if painted else []
    fills = {d["seqno"]: _rgb(d["fill"]) for d in drawn if d.get("fill") is not None}
    clear = {d["seqno"] for d in drawn if (d.get("fill_opacity") or 1.0) < _OPAQUE}
    broad = {d["seqno"] for d in drawn if d["type"] == "s" and (d.get("width") or 0.0) >= _BROAD}
    covers = tuple((at, rect) for at, (kind, rect) in enumerate(log)
                   if at not in clear and (at in broad or kind in _COVERS) and _has_area(rect))
    coloured = tuple(
        (tuple(d["rect"]), "f" in d["type"], "s" in d["type"], _rgb(d["fill"]) if d.get("fill") is not None else None)
        for d in drawn
    )
    return Graphics(coloured, images, covers, fills, texts)


def has_soft_mask(page: Any) -> bool:
    """Whether something on the page is painted through a soft mask, which may let nothing through."""
    mupdf = pymupdf().mupdf
    return _is_masked(mupdf, mupdf.pdf_page_resources(mupdf.pdf_page_from_fz_page(page.this)), _NESTED)


def _is_masked(mupdf: Any, resources: Any, levels: int) -> bool:
    states = mupdf.pdf_dict_gets(resources, "ExtGState")
    for at in range(mupdf.pdf_dict_len(states)):
        mask = mupdf.pdf_dict_gets(mupdf.pdf_dict_get_val(states, at), "SMask")
        if mupdf.pdf_is_dict(mask):
            return True
    forms = mupdf.pdf_dict_gets(resources, "XObject")
    if mupdf.pdf_dict_len(forms) > _MANY_FORMS:
        return True  # it takes less time to look at the picture
    return levels > 0 and any(
        _is_masked(mupdf, mupdf.pdf_dict_gets(mupdf.pdf_dict_get_val(forms, at), "Resources"), levels - 1)
        for at in range(mupdf.pdf_dict_len(forms)))


def _has_area(rect: Rect) -> bool:
    return rect[2] - rect[0] > 2 and rect[3] - rect[1] > 2


def _rgb(color: Sequence[float]) -> int:
    red, green, blue = (round(255 * part) for part in color)
    return (red << 16) | (green << 8) | blue
