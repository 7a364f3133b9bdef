"""From one source to the payloads of its stages, and the digest of the pipeline that makes them.

The list of stages is data (`kb.events.build.STAGES`); what each makes is a pure function of the source's bytes, the
library's settings and the versions in the pipeline digest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from ..kb.canon import digest, make_id
from ..kb.events.base import Payload
from ..kb.events.build import Chunked, Cited, Described, SourceKind
from ..kb.events.document import Document
from ..kb.formats.xml_source import XML_KINDS
from ..kb.settings import Settings
from .chunks import chunk
from .citations.cite import cite
from .describe import describe
from .extractor.port import Extractor
from .extractor.rules import RulesExtractor
from .parser.child import DEFAULT_PARSER, find_parser
from .parser.port import OCR_LIBRARIES, OCR_PARSER, Limits
from .quality import assess
from .record_formats import RECORD_FORMATS

STAGE_VERSIONS = {"described": 2, "chunked": 2, "cited": 2, "claims": 1, "audited": 3}
"""Raised by hand whenever a stage gives other rows for the same document."""

ROW_LIBRARIES: dict[str, tuple[str, ...]] = {"pymupdf": ("pymupdf",), OCR_PARSER: ("pymupdf", *OCR_LIBRARIES)}
"""Libraries whose version changes rows, by parser."""


@dataclass(frozen=True)
class Pipeline:
    """What a kind of source is taken through. `digest` names it; it holds every version that changes rows."""

    source_kind: SourceKind
    parser: str
    target_words: int
    extractor: Extractor
    digest: str

    def build_id(self, blob: str, *, again: int = 0) -> str:
        """Id of the build of one blob through this pipeline; `again` is how often the blob was purged before."""
        return make_id("build", blob, self.digest, *([again] if again else []))


def open_pipeline(source_kind: SourceKind, settings: Settings, parser: str = DEFAULT_PARSER) -> Pipeline:
    """The pipeline of a kind of source under a library's settings; `parser` is the one for PDF files.

    Raises `UsageError` for an unknown parser.
    """
    stamp = _parser(source_kind, parser)
    extractor = RulesExtractor()
    target_words = settings.chunks.target_words
    content: dict[str, Any] = {
        "stages": STAGE_VERSIONS,
        "parser": stamp,
        "extractor": [extractor.name, extractor.version],
        "settings": {"target_words": target_words},
        "libraries": {name: _version(name) for name in (*ROW_LIBRARIES.get(stamp[0], ()), "PyStemmer")},
    }
    return Pipeline(source_kind, stamp[0], target_words, extractor, digest(content))


def _version(library: str) -> str:
    """The version of a library; `none` of one that is not installed and that its parser then says it needs."""
    try:
        return version(library)
    except PackageNotFoundError:
        return "none"


def _parser(source_kind: SourceKind, name: str) -> list[str]:
    """Name and version of the parser. Files in XML are read by the parser that is named after their kind."""
    if source_kind in RECORD_FORMATS:
        form = RECORD_FORMATS[source_kind]
        return [form.NAME, form.VERSION]
    if source_kind != "pdf":
        name = source_kind
    elif name in XML_KINDS:
        # Asked for are files in XML; PDF files beside them are read as ever.
        name = DEFAULT_PARSER
    parser = find_parser(name)(Limits())
    return [parser.name, parser.version]


def later_stages(pipeline: Pipeline) -> dict[str, Callable[[Document, dict[str, Payload]], Payload]]:
    """Stages after `parsed`, in order: each a function of the document and the payloads made before it."""

    def cited(made: dict[str, Payload]) -> Cited:
        payload = made["cited"]
        assert isinstance(payload, Cited)
        return payload

    def described(made: dict[str, Payload]) -> Described:
        payload = made["described"]
        assert isinstance(payload, Described)
        return payload

    def chunked(made: dict[str, Payload]) -> Chunked:
        payload = made["chunked"]
        assert isinstance(payload, Chunked)
        return payload

    return {
        "described": lambda document, made: describe(document),
        "chunked": lambda document, made: chunk(document, target_words=pipeline.target_words),
        "cited": lambda document, made: cite(document),
        "claims": lambda document, made: pipeline.extractor.extract(document, cited(made)),
        "audited": lambda document, made: assess(document, described(made), cited(made), chunked(made)),
    }
