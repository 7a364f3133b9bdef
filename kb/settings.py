"""Settings of a library: `claimledger.toml`, written once by `init` and edited by people."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .canon import clean_text
from .errors import NotALibrary, UnreadableInput

FILE_NAME = "claimledger.toml"

TEMPLATE = """\
# Settings of this claimledger library. Text in quotes, one table a topic; unknown keys are errors.

[library]
id = "{id}"
owner = {owner}          # answers for the literature packets; no owner is no provenance
private = {private}

[ledger]
url = {url}              # "" for ledger.db in this folder, or postgresql://user@host/database

[chunks]
target_words = {target_words}           # chunks end at the sentence that reaches this many words

[limits]                   # what one file may cost
seconds = {seconds}              # wall clock, to read it and to make its rows
memory_mb = {memory_mb}           # address space of the process that reads it
pages = {pages}
file_mb = {file_mb}              # a larger file is not even copied

[ocr]
automatic = {ocr}         # with the extra `ocr`, pages that are pictures are read off them, some seconds a page

[grobid]
url = {grobid_url}                 # server for --parser grobid, such as "http://localhost:8070"; it gets the PDF files

[search]
embedder = "{embedder}"       # "minilm", or "none" for full text alone

[enrichment]
provider = "{provider}"         # "openalex": ask it about papers; it learns what you read. "none": ask nobody
mailto = {mailto}              # an address of yours, for OpenAlex's polite pool; or CLAIMLEDGER_MAILTO
url = {enrichment_url}
retry_days = {retry_days}         # a paper that was not found is asked about again after so many days
timeout_seconds = {timeout_seconds}      # of silence, a question
tries = {tries}                 # of one question, with pauses, before it is left for a later run

[claims]
independent_works = {independent_works}         # author-disjoint works that make a generalisation stand
"""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LibrarySettings(_Part):
    """Who the library belongs to."""

    id: str
    owner: str
    private: bool = False


class LedgerSettings(_Part):
    """Where the events are kept."""

    url: str = ""


class ChunkSettings(_Part):
    """Size of chunks. Changes the rows, so it is part of the pipeline digest."""

    target_words: int = Field(default=180, ge=1)


class LimitSettings(_Part):
    """What one file may cost."""

    seconds: int = Field(default=300, ge=1)
    memory_mb: int = Field(default=4096, ge=64)
    pages: int = Field(default=3000, ge=1)
    file_mb: int = Field(default=500, ge=1)


class OcrSettings(_Part):
    """Whether pages that are pictures are read, where that is installed."""

    automatic: bool = True


class GrobidSettings(_Part):
    """Which GROBID server reads PDF files, if one is asked to."""

    url: str = Field(default="", pattern=r"^(https?://[^\s/?#]+[^\s?#]*)?$")


class SearchSettings(_Part):
    """Which embedder the index uses."""

    embedder: Literal["minilm", "none"] = "minilm"


class ClaimSettings(_Part):
    """Thresholds of the claim rules."""

    independent_works: int = Field(default=2, ge=1)


class EnrichmentSettings(_Part):
    """Which service is asked about papers; nobody, unless it is named."""

    provider: Literal["none", "openalex"] = "none"
    mailto: str = Field(default="", pattern=r"^[^\s<>()]*$")
    url: str = Field(default="https://api.openalex.org", pattern=r"^https?://[^\s/?#]+[^\s?#]*$")
    retry_days: int = Field(default=30, ge=0)
    timeout_seconds: int = Field(default=30, ge=1)
    tries: int = Field(default=4, ge=1, le=10)


class Settings(_Part):
    """All settings."""

    library: LibrarySettings
    ledger: LedgerSettings = LedgerSettings()
    chunks: ChunkSettings = ChunkSettings()
    limits: LimitSettings = LimitSettings()
    ocr: OcrSettings = OcrSettings()
    grobid: GrobidSettings = GrobidSettings()
    search: SearchSettings = SearchSettings()
    claims: ClaimSettings = ClaimSettings()
    enrichment: EnrichmentSettings = EnrichmentSettings()


def read_settings(root: Path) -> Settings:
    """The settings of the library at `root`. Raises `NotALibrary` or, for a bad file, `UnreadableInput`."""
    path = root / FILE_NAME
    if root.is_file():
        raise NotALibrary(f"{root} is a file, not a claimledger library", remedy="give the folder of a library")
    if not path.is_file():
        raise NotALibrary(f"{root} is not a claimledger library", remedy=f"make one with: claimledger init {root}")
    try:
        return Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{path} is not TOML: {error}", remedy="mend the file") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UnreadableInput(f"{path}: {where}: {first['msg']}", remedy="mend the file") from error


def settings_text(settings: Settings) -> str:
    """The text of a settings file, with what each key means."""
    return TEMPLATE.format(
        id=settings.library.id, owner=_toml(settings.library.owner), private=str(settings.library.private).lower(),
        url=_toml(settings.ledger.url),
        target_words=settings.chunks.target_words, seconds=settings.limits.seconds,
        memory_mb=settings.limits.memory_mb, pages=settings.limits.pages, file_mb=settings.limits.file_mb,
        ocr=str(settings.ocr.automatic).lower(), grobid_url=_toml(settings.grobid.url),
        embedder=settings.search.embedder,
        independent_works=settings.claims.independent_works, provider=settings.enrichment.provider,
        mailto=_toml(settings.enrichment.mailto), enrichment_url=_toml(settings.enrichment.url),
        retry_days=settings.enrichment.retry_days, timeout_seconds=settings.enrichment.timeout_seconds,
        tries=settings.enrichment.tries,
    )


def _toml(text: str) -> str:
    """A TOML basic string. JSON's escapes are the same, but for DEL."""
    return json.dumps(clean_text(text)[0], ensure_ascii=False).replace("\x7f", "\\u007f")
