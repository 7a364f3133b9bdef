"""How questions travel to a service: our own pace, its wishes for pauses, and limits on time and size of an answer."""

from __future__ import annotations

import time
from typing import Any, Self

import requests
from requests.adapters import HTTPAdapter
from urllib3 import BaseHTTPResponse
from urllib3.exceptions import HTTPError, InvalidHeader, MaxRetryError, ReadTimeoutError, ResponseError
from urllib3.util import Retry

PER_SECOND = 10
"""Questions a second at most; OpenAlex's polite pool asks for no more."""
LONGEST_PAUSE = 60.0
"""Seconds of a `Retry-After` that are waited for; a service that asks for more is left alone until a later run."""
CONNECT_SECONDS = 10.0
MOST_BYTES = 64 * 2**20
_PIECE = 2**16
TRANSIENT = (429, 500, 502, 503, 504)
"""Statuses that may pass."""


class Patience(Retry):
    """Tries again after what may pass, with longer and longer pauses, or those that the service asks for."""

    def increment(
        self, method: str | None = None, url: str | None = None, response: BaseHTTPResponse | None = None,
        error: Exception | None = None, _pool: Any = None, _stacktrace: Any = None,
    ) -> Self:
        """As in urllib3, but a pause that is asked for and too long is not waited for."""
        if response is not None and (self.get_retry_after(response) or 0) > LONGEST_PAUSE:
            raise MaxRetryError(_pool, url or "", ResponseError(f"asks for a pause of more than {LONGEST_PAUSE:g} s"))
        return super().increment(method, url, response, error, _pool, _stacktrace)

    def parse_retry_after(self, retry_after: str) -> float:
        """Seconds of a `Retry-After`, which may be a date; 0 for one that is neither."""
        try:
            return super().parse_retry_after(retry_after)
        except InvalidHeader:
            return 0.0


def open_session(*, seconds: float, tries: int, pause: float = 1.0) -> requests.Session:
    """A session that asks each question up to `tries` times; `seconds` is the time for one answer.

    `pause` is the first pause between tries, in seconds; it doubles each time. An answer that fails for good comes back
    with its status.
    """
    again = tries - 1
    patience = Patience(
        # Who cannot be reached at all is not waited for as one who is busy.
        total=again, connect=min(again, 1), read=min(again, 1), status=again, other=0, redirect=5, backoff_factor=pause,
        backoff_max=LONGEST_PAUSE, status_forcelist=TRANSIENT, allowed_methods={"GET"}, raise_on_status=False,
    )
    session = requests.Session()
    for scheme in ("https://", "http://"):
        session.mount(scheme, _Paced(patience, seconds))
    return session


class _Paced(HTTPAdapter):
    """Sends no more than `PER_SECOND` requests a second, and reads an answer whole before its time is up."""

    def __init__(self, patience: Retry, seconds: float) -> None:
        super().__init__(max_retries=patience)
        self._seconds = seconds
        self._free = 0.0

    def send(
        self, request: requests.PreparedRequest, stream: bool = False, timeout: Any = None, verify: bool | str = True,
        cert: Any = None, proxies: Any = None,
    ) -> requests.Response:
        """As in requests. Raises `requests.Timeout`, and `requests.RequestException` for an answer without end."""
        time.sleep(max(0.0, self._free - time.monotonic()))
        self._free = time.monotonic() + 1 / PER_SECOND
        limits = (min(CONNECT_SECONDS, self._seconds), self._seconds)
        response = super().send(request, True, limits, verify, cert, proxies)
        return _read(response, time.monotonic() + self._seconds)


def _read(response: requests.Response, deadline: float) -> requests.Response:
    """The answer with its body. Piece by piece, since a time limit of a connection is one on each piece alone."""
    try:
        # What requests itself puts there when it has read a body.
        response._content, response._content_consumed = _body(response, deadline), True
    except BaseException:
        response.close()
        raise
    return response


def _body(response: requests.Response, deadline: float) -> bytes:
    body = bytearray()
    try:
        while part := response.raw.read1(_PIECE, decode_content=True):
            body += part
            if len(body) > MOST_BYTES:
                raise requests.RequestException(f"the answer is larger than {MOST_BYTES // 2**20} MB")
            if time.monotonic() > deadline:
                raise requests.Timeout("the answer comes too slowly")
    except ReadTimeoutError as error:
        raise requests.Timeout(str(error)) from error
    except HTTPError as error:
        raise requests.ConnectionError(str(error)) from error
    return bytes(body)
