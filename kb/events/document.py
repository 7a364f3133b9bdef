"""A parsed document: what a parser returns, and the payload of `Parsed`. The one home of a source's text.

Positions on a page are hundredths of a point, origin top left, as displayed. Offsets are code points into the text of
one sentence, half open. Ordinals are zero-based indices into the lists of the document.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from .base import Payload, Value

Role = Literal[
    "abstract", "introduction", "background", "methods", "results", "discussion", "conclusion", "limitations",
    "references", "appendix", "acknowledgements", "declarations", "supplement", "other",
]
Why = Literal["white", "tiny", "off-page", "clipped", "invisible", "behind-image"]


class Box(Value):
    """A rectangle on a page; `page` is one-based, the rest in 1/100 pt."""

    page: int
    x0: int
    y0: int
    x1: int
    y1: int


class Author(Value):
    """One author as printed. `rors` are the ROR ids of the affiliations, where a record gives them."""

    name: str
    given: str = ""
    family: str = ""
    orcid: str | None = None
    email: str | None = None
    affiliations: tuple[str, ...] = ()
    rors: tuple[str, ...] = ()


class Section(Value):
    """A heading and the sentences that refer to it. `page` is null for sources without pages."""

    level: int
    number: str = ""
    title: str = ""
    page: int | None = None
    role: Role = "other"


class Sentence(Value):
    """One sentence of running text. `superscripts` are the spans printed raised (they may be citation markers); `note`
    is true in a footnote, which stands apart from the text that it belongs to."""

    text: str
    section: int
    paragraph: int
    boxes: tuple[Box, ...] = ()
    path: str | None = None
    superscripts: tuple[tuple[int, int], ...] = ()
    ocr: bool = False
    note: bool = False


class Asset(Value):
    """A figure, table or displayed formula with its caption. `cells` holds the rows of a table, header rows first.

    `ocr`, here and in the other rows: it was read off a picture by optical character recognition.
    """

    kind: Literal["figure", "table", "formula"]
    label: str = ""
    caption: str = ""
    page: int | None = None
    box: Box | None = None
    cells: tuple[tuple[str, ...], ...] | None = None
    header_rows: int = 0
    notes: str = ""
    ocr: bool = False


class ReferenceEntry(Value):
    """One entry of the reference list: the raw text, and the fields if the parser's source gives them."""

    raw: str
    label: str = ""
    boxes: tuple[Box, ...] = ()
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    volume: str | None = None
    pages: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    pmid: str | None = None
    url: str | None = None
    openalex: str | None = None
    ocr: bool = False


class Marker(Value):
    """A citation marker in a sentence and the reference entries (ordinals) that it points to."""

    sentence: int
    start: int
    end: int
    references: tuple[int, ...] = ()


class PrintedDate(Value):
    """A day in the history of a paper, as the source prints it: `day` is YYYY, YYYY-MM or YYYY-MM-DD."""

    event: Literal["received", "revised", "accepted", "published"]
    day: str


class Link(Value):
    """Where data or code of the paper are said to lie."""

    what: Literal["data", "code"]
    url: str


class Related(Value):
    """Another publication that the source says it belongs to: `doi` is as printed."""

    how: Literal["supplement-of", "preprint-of", "correction-of", "retraction-of"]
    doi: str


class HiddenText(Value):
    """Text that a reader of the page does not see, kept out of the sentences and reported."""

    page: int
    text: str
    why: Why


class ParserStamp(Value):
    """Which parser, in which exact version, with the versions of the libraries that change its output."""

    name: str
    version: str
    libraries: dict[str, str] = Field(default_factory=dict)


class Document(Payload):
    """Everything that a parser found in one source.

    `markers` is null unless the source itself links its markers (TEI, JATS); the stage `cited` finds them otherwise.
    The abstract is a section with role `abstract`. `info` is the file's own metadata dictionary, which is never trusted
    over the page. `page_range` is that of the paper in its volume. `characters` counts the visible characters on all
    pages (no white space), and `furniture_characters` those of them in running heads, page numbers, line numbers,
    stamps and cover pages. Pages in `ocr_pages` were read by optical character recognition, those in `needs_ocr_pages`
    are pictures that were not read, those in `lost_pages` could not be read at all. Numbers of pages are one-based.
    """

    kind: ClassVar[str] = "Parsed"
    schema_number: ClassVar[int] = 2

    parser: ParserStamp
    pages: int = 0
    title: str = ""
    authors: tuple[Author, ...] = ()
    doi: str | None = None
    arxiv: str | None = None
    pmid: str | None = None
    year: int | None = None
    venue: str | None = None
    volume: str | None = None
    issue: str | None = None
    page_range: str | None = None
    publisher: str | None = None
    pmcid: str | None = None
    openalex: str | None = None
    retracted: bool = False
    dates: tuple[PrintedDate, ...] = ()
    funding: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    related: tuple[Related, ...] = ()
    licence: str | None = None
    work_type: str | None = None
    source_id: str | None = None
    language: str | None = None
    keywords: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    assets: tuple[Asset, ...] = ()
    references: tuple[ReferenceEntry, ...] = ()
    markers: tuple[Marker, ...] | None = None
    hidden: tuple[HiddenText, ...] = ()
    warnings: tuple[str, ...] = ()
    info: dict[str, str] = Field(default_factory=dict)
    replaced_characters: int = 0
    needs_ocr_pages: tuple[int, ...] = ()
    ocr_pages: tuple[int, ...] = ()
    lost_pages: tuple[int, ...] = ()
    characters: int = 0
    furniture_characters: int = 0
