"""Optical character recognition of one page by rapidocr: from its picture to lines of text with their places.

The models lie in rapidocr's package (extra `ocr`), so nothing is fetched. Each engine works on one thread and sees one
page at a time: the same picture gives the same text on every machine with the same versions.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median
from threading import local
from typing import TYPE_CHECKING, Any

from .library import pymupdf
from .lines import Rect
from .port import OCR_LIBRARIES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

DPI = 200
"""Pixels an inch. At 150, words of small print run together and boxes are coarse; 300 is slower and no better."""
SURE = 0.6
"""Mean confidence below which a page is tried turned."""
_TALL = 1.5
_DARK = 128
_WORST = 0.5


@dataclass(frozen=True)
class SeenLine:
    """A line as it was read. The rectangle is in points of the upright page, `stroke` the mean thickness of its
    strokes in points."""

    text: str
    rect: Rect
    score: float
    stroke: float


@dataclass(frozen=True)
class SeenPage:
    """What was read on a page that was turned by `turn` quarters clockwise to be upright; width and height are those
    of the upright page in points."""

    width: float
    height: float
    turn: int
    lines: tuple[SeenLine, ...]

    @property
    def score(self) -> float:
        """Mean confidence, weighted by the length of the lines; 0 without any."""
        total = sum(len(line.text) for line in self.lines)
        return sum(line.score * len(line.text) for line in self.lines) / total if total else 0.0


def is_available() -> bool:
    """Whether the extra `ocr` is installed."""
    return find_spec("rapidocr") is not None


def library_versions() -> dict[str, str]:
    """Versions of the libraries that decide what is read."""
    return {name: version(name) for name in OCR_LIBRARIES}


def read_pictures(pages: Iterable[Any]) -> Iterator[SeenPage]:
    """What is read on each page, in order; several pages at a time, where there are processors."""
    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        # A page is rendered here: MuPDF is not for several threads.
        yield from pool.map(_read, ((picture_of(page), page.rect.width, page.rect.height) for page in pages))


def picture_of(page: Any) -> Picture:
    """The displayed page as rows of pixels, blue, green and red."""
    import numpy as np

    pixels = page.get_pixmap(dpi=DPI, alpha=False, colorspace=pymupdf().csRGB)
    rows = np.frombuffer(pixels.samples, dtype=np.uint8).reshape(pixels.height, pixels.stride)
    return np.ascontiguousarray(rows[:, :pixels.width * 3].reshape(pixels.height, pixels.width, 3)[:, :, ::-1])


def _read(task: tuple[Picture, float, float]) -> SeenPage:
    picture, width, height = task
    found = _read_upright(picture, width, height, 0)
    if found.score >= SURE and not _is_sideways(found):
        return found
    turns = (1, 3) if _is_sideways(found) else (2,)
    return max([found, *(_read_upright(picture, width, height, turn) for turn in turns)], key=_readable)


def _readable(page: SeenPage) -> tuple[bool, float]:
    return not _is_sideways(page), page.score


def _read_upright(picture: Picture, width: float, height: float, turn: int) -> SeenPage:
    import numpy as np

    turned = np.ascontiguousarray(np.rot90(picture, -turn))
    if turn % 2:
        width, height = height, width
    scale = width / turned.shape[1]
    result = _engine()(turned)
    lines = []
    for box, text, score in zip(
        result.boxes if result.boxes is not None else (), result.txts or (), result.scores or (), strict=True
    ):
        x0, y0, x1, y1 = box[:, 0].min(), box[:, 1].min(), box[:, 0].max(), box[:, 1].max()
        if text.strip() and score >= _WORST:
            rect = (float(x0) * scale, float(y0) * scale, float(x1) * scale, float(y1) * scale)
            stroke = _stroke(turned[int(y0):int(y1) + 1, int(x0):int(x1) + 1]) * scale
            lines.append(SeenLine(" ".join(text.split()), rect, float(score), stroke))
    return SeenPage(width, height, turn, tuple(lines))


def _is_sideways(page: SeenPage) -> bool:
    """Whether most lines stand upright on their short side."""
    tall = [line.rect[3] - line.rect[1] > _TALL * (line.rect[2] - line.rect[0]) for line in page.lines]
    return sum(tall) > len(tall) / 2


def _stroke(crop: Picture) -> float:
    """Twice the area of the ink by the length of its edges: the mean thickness of strokes, in pixels."""
    import numpy as np

    grey = crop.mean(axis=2)
    ink = grey < min(_DARK, (float(grey.min()) + float(median(grey.flat[::7].tolist() or [255.0]))) / 2)
    edges = int(np.count_nonzero(ink[:, 1:] != ink[:, :-1])) + int(np.count_nonzero(ink[1:] != ink[:-1]))
    return 2 * int(np.count_nonzero(ink)) / edges if edges else 0.0


_engines = local()


def _engine() -> Any:
    """The engine of the calling thread."""
    if not hasattr(_engines, "engine"):
        _engines.engine = _class()(params={
            "Global.log_level": "critical", "Global.use_cls": False, "Global.max_side_len": 4000,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1, "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        })
    return _engines.engine


@cache
def _class() -> Any:
    from rapidocr import RapidOCR

    return RapidOCR
