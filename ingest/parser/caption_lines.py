"""Which lines are captions, where each ends, and its label and text.

A caption differs from a sentence that begins with "Figure 1 shows" in its type (a label in bold or in another font, a
smaller size), or, where a document sets captions like its text, by the punctuation behind the number and the gap above.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from .capitals import capital_size
from .lines import Line, Page, Span, body_size, line_pitch
from .rules import Rules
from .spans import joined

_FIGURE_WORDS = (
    r"FIGURE|Figure|figure|FIG|Fig|SCHEME|Scheme|CHART|Chart|PLATE|Plate|EXHIBIT|Exhibit|ALGORITHM|Algorithm|"
    r"ABBILDUNG|Abbildung|ABB|Abb|Grafik|Diagramm|FIGURA|Figura|Gráfico|Schéma|РИСУНОК|Рисунок|РИС|Рис|Схема|График"
)
_TABLE_WORDS = (
    r"TABLEAU|Tableau|TABLE|Table|table|TABELLE|Tabelle|TABELA|Tabela|TABELLA|Tabella|TABLA|Tabla|TAB|Tab|"
    r"CUADRO|Cuadro|QUADRO|Quadro|ТАБЛИЦА|Таблица|ТАБЛ|Табл"
)
_SIGNS = r"[\u3040-\u9fff\uac00-\ud7af]"
_LABEL = re.compile(
    r"(?P<label>(?:(?:Supplement(?:ary|al)|Additional|Appendix|Extended\s+[Dd]ata|Online)\s+)?"
    rf"(?P<word>{_FIGURE_WORDS}|{_TABLE_WORDS}|(?:附|续)?[图圖図表]|그림|표)"
    r"\s?[.\-–]?\s?(?P<number>(?:[A-ZА-Я]{1,2}[.\-–]?)?\d{1,3}(?:[.\-–]\d{1,3})?[A-Za-z]?|[IVXL]{1,6})"
    rf"(?![^\W\u3040-\u9fff\uac00-\ud7af])"
    r"(?:\s?[—–-]{1,2}\s?(?:figure supplement|source data|Figure Supplement)\s\d{1,2})?)"
    rf"(?P<mark>\s*(?:[.:|：．、]|[—–]\s|\)\s)+|\s+(?={_SIGNS}))?\s*"
)
_CONTINUED = re.compile(r"^\W*(?:cont(?:inued|\.|d\.?|inuation)|\(cont)", re.IGNORECASE)
ASSET_DOI = re.compile(r"\s*(?:https?://(?:dx\.)?doi\.org/|doi:\s*)10\.\S+$", re.IGNORECASE)
_GAP = 1.4
_HEAD_LINES = 3
_FEW_WORDS = 4
_SIZE_STEP = 0.65
_LEAST_RULE = 60.0


@dataclass(frozen=True, eq=False)
class Caption:
    """A caption: its lines, and of each only the spans up to a wide gap (a table may stand beside its caption)."""

    kind: Literal["figure", "table"]
    label: str
    page: Page
    lines: tuple[Line, ...]
    texts: tuple[str, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    continued: bool
    beside: bool


def find_captions(pages: Sequence[Page], rules: Mapping[Page, Rules]) -> list[Caption]:
    """All captions in reading order, those that run sideways included."""
    body = body_size(pages)
    fonts = _body_fonts(pages, body)
    found: list[tuple[Page, int, bool, re.Match[str]]] = []
    for page in pages:
        for at, line in enumerate(page.lines):
            match = _LABEL.match(line.text)
            if match and match["label"]:
                found.append((page, at, _is_styled(line, match, body, fonts), match))
    captions = [_repeated(page, line) for page in pages for line in page.furniture if _is_repeated(line)]
    for page, at, styled, match in found:
        others = any(s for _, _, s, m in found if _series(m["word"]) == _series(match["word"]))
        if styled or _goes_on_overleaf(page, at, match) or (not others and _stands_apart(page, at, match)):
            captions.append(_caption(page, at, match, rules[page], body, styled))
    return sorted(captions, key=lambda caption: caption.page.number)


def _is_repeated(line: Line) -> bool:
    """Whether what looks like a running head is the head of a table that goes on ("Table 1: Continued")."""
    match = _LABEL.match(line.text)
    return match is not None and bool(_CONTINUED.match(line.text[match.end() :]))


def _repeated(page: Page, line: Line) -> Caption:
    match = _LABEL.match(line.text)
    word, label, end = (match["word"], match["label"], match.end()) if match else ("", "", 0)
    rect = (line.x0, line.y0, line.x1, line.y1)
    return Caption(kind_of(word), label.strip(), page, (line,), (line.text[end:],), *rect, continued=True, beside=False)


def kind_of(word: str) -> Literal["figure", "table"]:
    """Table, or figure for everything else that is numbered by itself."""
    return "table" if re.fullmatch(rf"{_TABLE_WORDS}|.?表|표", word) else "figure"


def _series(word: str) -> str:
    """What is numbered together: algorithms and schemes have numbers, and a style, of their own."""
    return word.lower() if word.lower() in ("algorithm", "scheme", "chart", "plate", "exhibit") else kind_of(word)


def _goes_on_overleaf(page: Page, at: int, match: re.Match[str]) -> bool:
    """Whether a line at the head of a page says that a table goes on there, and nothing else."""
    rest = page.lines[at].text[match.end() :]
    return at < _HEAD_LINES and len(rest.split()) < _FEW_WORDS and bool(_CONTINUED.match(rest))


def leading_spans(line: Line) -> tuple[Span, ...]:
    """The spans up to the first gap that is wider than words are set apart."""
    spans = [span for span in line.spans if span.text.strip()]
    for i, (a, b) in enumerate(pairwise(spans)):
        if b.x0 - a.x1 > _GAP * max(a.size, b.size):
            return tuple(spans[: i + 1])
    return tuple(spans)


def _is_styled(line: Line, match: re.Match[str], body: float, fonts: frozenset[str]) -> bool:
    """Whether the type of the label, or of the whole line, is not that of the text."""
    if match["word"][0].islower():
        return False
    spans = [span for span in line.spans if span.text.strip()]
    first = spans[0]
    if (first.bold and not all(span.bold for span in spans)) or (first.bold and match["mark"]):
        return True
    if first.bold and len(match[0].strip()) >= len(line.text.strip()) - 1:
        return True
    if first.size < body - 0.4 and (match["mark"] or first.font not in fonts):
        return True
    return first.font not in fonts and (
        len(match[0].strip()) >= len(line.text) - 1
        or bool(line.text[match.end() :][:1].isupper())
        or bool(match["mark"])
    )


def _stands_apart(page: Page, at: int, match: re.Match[str]) -> bool:
    line = page.lines[at]
    if match["word"][0].islower() or not (match["mark"] or len(match[0].strip()) >= len(line.text) - 1):
        return False
    before = page.lines[at - 1] if at else None
    return (
        before is None
        or before.column != line.column
        or line.y0 - before.y1 > 0.55 * line.size
        or before.block != line.block
    )


def _body_fonts(pages: Sequence[Page], body: float) -> frozenset[str]:
    """Fonts that set most of the running text."""
    weights: dict[str, int] = {}
    for page in pages:
        for line in page.lines:
            if abs(line.size - body) < 0.3:
                for span in line.spans:
                    weights[span.font] = weights.get(span.font, 0) + len(span.text.strip())
    total = sum(weights.values())
    return frozenset(font for font, weight in weights.items() if weight > 0.05 * total)


def _caption(page: Page, at: int, match: re.Match[str], rules: Rules, body: float, styled: bool) -> Caption:
    first = page.lines[at]
    kind = kind_of(match["word"])
    beside = kind == "table" and _table_beside(first, rules)
    lines = [first, *_rest_of_row(page, first, match)]
    pitch = line_pitch([line for line in page.lines if line.column == first.column])
    for line in page.lines[at + 1 :]:
        if line in lines:
            continue
        if not _goes_on(lines, line, kind, rules, pitch, beside, styled, body):
            break
        lines.append(line)
    if kind == "figure":
        lines += _second_column(page, lines, body)
    pieces = [leading_spans(line) if kind == "table" else line.spans for line in lines]
    texts = [joined(piece) for piece in pieces]
    head = _LABEL.match(texts[0])
    texts[0] = texts[0][head.end() :] if head else texts[0]
    x0, x1 = min(s.x0 for p in pieces for s in p), max(s.x1 for p in pieces for s in p)
    label = re.sub(r"\s+", " ", match["label"]).strip()
    return Caption(
        kind,
        label,
        page,
        tuple(lines),
        tuple(texts),
        x0,
        first.y0,
        x1,
        max(line.y1 for line in lines),
        bool(_CONTINUED.match(" ".join(texts))),
        beside,
    )


def _second_column(page: Page, lines: Sequence[Line], body: float) -> list[Line]:
    """The second half of a caption that is set in two columns below a wide figure."""
    first, last = lines[0], lines[-1]
    if abs(first.size - body) < 0.4 or last.text.rstrip().endswith("."):
        return []
    right = max(line.x1 for line in lines)
    beside = [
        line
        for line in page.lines
        if right < line.x0 and first.y0 - 1.5 < line.y0 and line.y1 < last.y1 + 1.5 and abs(line.size - last.size) < 0.2
    ]
    alike = all(line.spans[-1].font == last.spans[-1].font and not _LABEL.match(line.text) for line in beside)
    return beside if beside and alike and abs(beside[0].y0 - first.y0) < 1.5 else []


def _below(last: Line, line: Line, step: float) -> bool:
    """Whether a line in another column stands right below the last one, in the same type: the short end of a caption
    whose other lines run over both columns."""
    return (
        abs(line.x0 - last.x0) < 2
        and line.y1 - last.y1 <= step
        and abs(line.size - last.size) < 0.2
        and line.spans[0].font in {span.font for span in last.spans}
    )


def _rest_of_row(page: Page, first: Line, match: re.Match[str]) -> list[Line]:
    """What stands right of a line that holds nothing but the label, parted from it by the search for columns."""
    if len(match[0].strip()) < len(first.text) - 1:
        return []
    return [
        line
        for line in page.lines
        if 0 < line.x0 - first.x1 < 2.5 * first.size and abs(line.baseline - first.baseline) < 0.2 * first.size
    ][:1]


def _table_beside(first: Line, rules: Rules) -> bool:
    """Whether a table begins right of its caption: with a rule at the height of the label, or on the label's line."""
    right = leading_spans(first)[-1].x1
    top, bottom = first.y0 - first.size, first.y1 + 1.5 * first.size
    if any(a > right - 2 and b - a > _LEAST_RULE and top < y < bottom for a, b, y in rules.horizontal):
        return not rules.between(first.y1, first.y1 + 2.5 * first.size, first.x0, right)
    return False


def _goes_on(
    lines: Sequence[Line], line: Line, kind: str, rules: Rules, pitch: float, beside: bool, styled: bool, body: float
) -> bool:
    """Whether `line` is the next line of the caption that consists of `lines` so far."""
    first, last = lines[0], lines[-1]
    spans = leading_spans(line)
    step = line.y1 - last.y1
    steps = [b.y1 - a.y1 for a, b in pairwise(lines) if b.y1 - a.y1 > 0.3 * a.size]
    usual = steps[0] if steps else max(1.75 * last.size, 1.15 * pitch)
    whole_label = bool(re.fullmatch(_LABEL.pattern, last.text.strip()))
    if whole_label and len(lines) == 1 and line.page == last.page and _titles(first, line, body):
        return True
    if (other := _LABEL.match(line.text)) and (other.end() == len(line.text) or (other["mark"] and _ends(last))):
        return False
    if (
        line.page != last.page
        or (first.column == last.column != line.column and not _below(last, line, 1.1 * usual))
        or step < 0.3 * last.size
        or step > 1.3 * usual
    ):
        return False
    sizes = [first.size] if len(lines) == 1 else [last.size, first.size]
    own = (line.size, capital_size(line))
    if min(abs(a - b) for a in own for b in sizes) > _SIZE_STEP or (_LABEL.match(line.text) and spans[0].bold):
        return False
    right = max(leading_spans(item)[-1].x1 for item in lines)
    if spans[0].x0 > right or spans[-1].x1 < first.x0:
        return False
    if not whole_label and rules.between(last.y1 - 1.5, line.y0 + 1.5, first.x0, right):
        return False
    if line.bold and not last.bold and not whole_label:
        return False
    wide = len(spans) < len([span for span in line.spans if span.text.strip()])
    if kind == "table" and (wide and not beside):
        return False
    if kind == "table" and beside and spans[-1].x1 > right + 2 * first.size and len(lines) > 1:
        return False
    alike = abs(first.size - body) < 0.3 and first.spans[-1].font == line.spans[0].font
    closed = _ends(last) and last.x1 < max(right, line.x1) - 4 * last.size
    return not (closed and line.text[:1].isupper() and (not styled or alike) and step > 1.02 * usual)


def _ends(line: Line) -> bool:
    return line.text.rstrip().endswith((".", ")"))


def _titles(label: Line, line: Line, body: float) -> bool:
    """Whether the line below a label that stands alone is its title: over or under it, in capitals, italic or small, at
    most two lines lower."""
    step = line.y1 - label.y1
    over = line.x0 - 2 < label.x0 and label.x1 < line.x1 + 2
    apart = line.style.caps or line.italic or line.bold or line.size < body - 0.4
    whole = len(leading_spans(line)) == sum(bool(span.text.strip()) for span in line.spans)
    return 0.3 * label.size < step < 2.6 * label.size and over and apart and whole and not _LABEL.match(line.text)
