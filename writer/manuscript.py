"""A manuscript in Markdown as the sentences that an audit judges, each with its line, section and citations.

Headings, code, displayed formulas, images and cells of tables are no sentences. What a sentence *is* (claim or not) is
the business of `claim_kind`; this module only reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..kb.text.sentences import split_sentences
from .markup import Citation, Plain, plain_text

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:\s*")
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*$")
_NO_TEXT = re.compile(
    r"\s*(?:\$\$.*\$\$|\\begin\{(?:equation|align|gather|table|figure)\*?\}.*|:{3,}.*|!\[[^\]]*\]\([^)]*\)\S*)\s*", re.S
)


@dataclass(frozen=True)
class ManuscriptSentence:
    """One sentence. `text` is the source with line breaks as spaces; `plain` has neither markup nor citations.

    `start` and `end` are offsets (code points) into the manuscript, `line` is one-based. `block` tells which sentences
    stand in one paragraph or list item. `context` is paragraph, list, quote or footnote.
    """

    id: str
    line: int
    section: str
    text: str
    plain: str
    citations: tuple[Citation, ...]
    start: int
    end: int
    block: int
    context: str


@dataclass(frozen=True)
class Heading:
    """A heading; `line` is one-based."""

    line: int
    level: int
    text: str


@dataclass(frozen=True)
class Manuscript:
    """The source text, its front matter (flat, as text), its headings, and its sentences in order."""

    source: str
    front: dict[str, str]
    headings: tuple[Heading, ...]
    sentences: tuple[ManuscriptSentence, ...]


@dataclass(frozen=True)
class _Block:
    """Running text of one paragraph: `text` on one line, `offsets[i]` where character i stands in the source."""

    text: str
    offsets: tuple[int, ...]
    context: str
    section: str


def read_manuscript(source: str) -> Manuscript:
    """Read a Markdown manuscript; never raises on odd markup: what is not understood is running text."""
    from markdown_it import MarkdownIt

    source = source.replace("\r\n", "\n").replace("\r", "\n")
    front = _FRONT_MATTER.match(source)
    body = ("\n" * source[: front.end()].count("\n") + source[front.end() :]) if front else source
    tokens = MarkdownIt("commonmark").enable("table").parse(body)
    headings: list[Heading] = []
    sentences: list[ManuscriptSentence] = []
    for number, block in enumerate(_blocks(source, tokens, headings)):
        sentences += _sentences(source, block, number)
    numbered = tuple(replace(sentence, id=f"s-{number:04d}") for number, sentence in enumerate(sentences, start=1))
    return Manuscript(source, _front(front.group(1) if front else ""), tuple(headings), numbered)


def _front(text: str) -> dict[str, str]:
    import yaml

    try:
        read = yaml.safe_load(text)
    except yaml.YAMLError:
        return {}
    return {str(key): str(value) for key, value in read.items()} if isinstance(read, dict) else {}


def _blocks(source: str, tokens: Sequence[Any], headings: list[Heading]) -> Iterator[_Block]:
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    lines = source.split("\n")
    section = ""
    open_blocks: list[str] = []
    for position, token in enumerate(tokens):
        if token.nesting == 1:
            open_blocks.append(token.type)
        elif token.nesting == -1:
            open_blocks.pop()
        if token.type != "inline":
            continue
        parent = tokens[position - 1]
        if parent.type == "heading_open":
            section = plain_text(_ATTRIBUTES.sub("", token.content)).text
            headings.append(Heading(token.map[0] + 1, int(parent.tag[1:]), section))
        elif parent.type == "paragraph_open" and not _NO_TEXT.fullmatch(token.content):
            text, offsets = _joined(token.content.split("\n"), lines, starts, token.map[0])
            note = _FOOTNOTE.match(text)
            if note:
                text, offsets = text[note.end() :], offsets[note.end() :]
            yield _Block(text, offsets, "footnote" if note else _context(open_blocks), section)


def _context(open_blocks: Sequence[str]) -> str:
    if "blockquote_open" in open_blocks:
        return "quote"
    return "list" if "list_item_open" in open_blocks else "paragraph"


def _joined(
    content: Sequence[str], lines: Sequence[str], starts: Sequence[int], first: int
) -> tuple[str, tuple[int, ...]]:
    """The lines of a paragraph on one line, one space between them, and where each character stands in the source."""
    pieces: list[str] = []
    offsets: list[int] = []
    for number, piece in enumerate(content):
        piece = piece.strip()
        row = min(first + number, len(lines) - 1)
        column = max(lines[row].find(piece), 0)
        if pieces:
            pieces.append(" ")
            offsets.append(offsets[-1] + 1 if offsets else starts[row])
        pieces.append(piece)
        offsets += range(starts[row] + column, starts[row] + column + len(piece))
    return "".join(pieces), tuple(offsets)


def _sentences(source: str, block: _Block, number: int) -> Iterator[ManuscriptSentence]:
    """Sentences are found in the text without markup, where a citation stands as a bracketed number or a name."""
    whole = plain_text(block.text, mask=True)
    for start, end in split_sentences(whole.text):
        first, last = _outer(block.text, whole, start, end)
        text = block.text[first:last]
        plain = plain_text(text)
        if not plain.text.strip():
            continue
        begin = block.offsets[first]
        yield ManuscriptSentence(
            id="",
            line=source.count("\n", 0, begin) + 1,
            section=block.section,
            text=text,
            plain=plain.text,
            citations=plain.citations,
            start=begin,
            end=block.offsets[last - 1] + 1,
            block=number,
            context=block.context,
        )


def _outer(text: str, plain: Plain, start: int, end: int) -> tuple[int, int]:
    """The source span of a plain span, with the markup that opens right before it and closes right after it."""
    first = plain.origins[start]
    last = plain.origins[end - 1] + 1
    while first > 0 and text[first - 1] in "*_`[\"'(“‘":
        first -= 1
    while last < len(text) and not text[last].isspace():
        last += 1
    return first, last
