"""The parser adapter for a GROBID server: a PDF goes there, and the TEI that comes back is read by the TEI adapter.

GROBID's own client sends the request (extra `grobid`). The server's version is known only from its answer, so it stands
in the document's stamp and not in the pipeline digest. Nothing is looked up elsewhere (no consolidation).
"""

from __future__ import annotations

import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ...kb.errors import ParserError, UsageError
from ...kb.events.document import Document
from .damage import open_pdf
from .port import Limits
from .tei_parser import VERSION, read_tei

if TYPE_CHECKING:
    from grobid_client.grobid_client import GrobidClient

_SERVICE = "processFulltextDocument"
_SHARE = 0.8
"""Of the time that a file may cost, what the server may take; the rest is for reading its answer."""
_FIRST_WAIT = 1.0
_LONGEST_WAIT = 30.0
_COORDINATES = ["s", "p", "head", "figure", "formula", "biblStruct", "note", "ref"]


class GrobidParser:
    """Sends PDF files to the server at `limits.grobid_url`. An answer without a paper is an error."""

    name = "grobid"
    version = f"{VERSION}.1"

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    def parse(self, content: bytes, *, password: str | None = None) -> Document:
        """The document that GROBID finds in the PDF.

        Raises `ParserError` as the PDF parser does for what is no PDF, and `not-set-up`, `unreachable`, `timeout`,
        `busy`, `server-error`, `refused`, `empty-answer` or `broken-answer`; each may go well another time.
        """
        try:
            check_grobid(self._limits.grobid_url)
        except UsageError as error:
            raise ParserError("not-set-up", error.message, remedy=error.remedy) from error
        content, pages = _sendable(content, password, self._limits.pages)
        answer = _ask(str(self._limits.grobid_url), content, _SHARE * self._limits.seconds)
        try:
            document = read_tei(answer, self.name, self.version)
        except ParserError as error:
            reason = "empty-answer" if error.reason == "empty" else "broken-answer"
            raise ParserError(reason, f"GROBID's answer is no TEI: {error.message}",
                              remedy="try it again later") from error
        if not document.sentences and not document.title:
            raise ParserError("empty-answer", "GROBID's answer holds neither title nor text",
                              remedy="try another parser")
        return document.model_copy(update={"pages": pages})


def check_grobid(url: str | None) -> None:
    """Raises `UsageError` if no server is named, its address is none, or the extra is missing."""
    if not url:
        raise UsageError("no GROBID server is named",
                         remedy="give --grobid-url, or set url under [grobid] in the library's settings")
    if not url.startswith(("http://", "https://")):
        raise UsageError(f"{url!r} is no address of a GROBID server", remedy="give one like http://localhost:8070")
    if find_spec("grobid_client") is None:
        raise UsageError("the client of GROBID is not installed", remedy="pip install 'claimledger[grobid]'")


def _sendable(content: bytes, password: str | None, most_pages: int) -> tuple[bytes, int]:
    """The bytes to send, without encryption, and the number of pages. Raises `ParserError`."""
    pdf, _ = open_pdf(content, password, most_pages)
    try:
        encrypted = bool(pdf.metadata and pdf.metadata.get("encryption")) or bool(pdf.needs_pass)
        return (pdf.tobytes(encryption=1, no_new_id=True) if encrypted else content), len(pdf)
    finally:
        pdf.close()


def _ask(url: str, content: bytes, seconds: float) -> bytes:
    """GROBID's answer to a PDF. Raises `ParserError`."""
    client, trouble = _client(url.rstrip("/"), time.monotonic() + seconds)
    _, status, text = client.process_pdf(
        _SERVICE, content, consolidate_header=False, include_raw_citations=True, include_raw_affiliations=True,
        tei_coordinates=True, segment_sentences=True,
    )
    if trouble:
        raise trouble[0]
    said = " ".join((text or "").split())[:200]
    if status == 204 or (status == 200 and not said):
        raise ParserError("empty-answer", "GROBID found nothing in the PDF", remedy="try another parser")
    if status != 200:
        reason = "server-error" if status >= 500 else "refused"
        raise ParserError(reason, f"GROBID answered {status}: {said or 'nothing'}", remedy="try it again later")
    return (text or "").encode("utf-8", "replace")


def _client(url: str, deadline: float) -> tuple[GrobidClient, list[ParserError]]:
    """The client, and a list that takes up what goes wrong on the way, which the client itself tells as a status."""
    from grobid_client.grobid_client import GrobidClient
    from requests import RequestException, Response, Timeout

    trouble: list[ParserError] = []

    class PatientClient(GrobidClient):
        """Waits longer each time the server is busy, and no longer than the deadline."""

        def call_api(self, *arguments: Any, **options: Any) -> tuple[Response, int]:
            wait = _FIRST_WAIT
            while True:
                left = deadline - time.monotonic()
                try:
                    if left <= 0:
                        raise Timeout
                    response, status = super().call_api(*arguments, **options | {"timeout": left})
                except RequestException as error:
                    trouble.append(_trouble(error, url))
                    raise
                if status != 503:
                    # By its content type alone, the client would take UTF-8 for Latin-1.
                    response.encoding = "utf-8"
                    return response, status
                pause = max(wait, _asked(response))
                if time.monotonic() + pause >= deadline:
                    trouble.append(ParserError("busy", f"GROBID at {url} is busy (503) and stays so",
                                               remedy="try it again later, or raise the time limit (seconds)"))
                    raise RequestException
                time.sleep(pause)
                wait = min(2 * wait, _LONGEST_WAIT)
                for _, stream, *_ in (options.get("files") or {}).values():
                    stream.seek(0)

    client = PatientClient(grobid_server=url, coordinates=_COORDINATES, check_server=False)
    client.logger.disabled = True
    return client, trouble


def _asked(response: Any) -> float:
    """Seconds that a busy server asks to wait."""
    text = str(response.headers.get("Retry-After", ""))
    return min(float(text), _LONGEST_WAIT) if text.isascii() and text.isdigit() and len(text) < 6 else 0.0


def _trouble(error: Exception, url: str) -> ParserError:
    from requests import Timeout

    if isinstance(error, Timeout):
        return ParserError("timeout", f"GROBID at {url} did not answer in time",
                           remedy="try it again later, or raise the time limit (seconds)")
    return ParserError("unreachable", f"GROBID at {url} cannot be reached ({type(error).__name__})",
                       remedy="start the server, or check --grobid-url")
