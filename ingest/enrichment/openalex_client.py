"""OpenAlex through pyalex: questions by identifiers, many at a time, and by title.

pyalex builds the questions and reads the answers; what it leaves open is set here: where the service is, how fast and
how long it is asked.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any, Literal

import pyalex
import requests
from urllib3.exceptions import ReadTimeoutError

from ...kb.errors import UsageError
from ...kb.formats.openalex import FIELDS, is_work, work_id
from ...kb.settings import EnrichmentSettings
from .transport import LONGEST_PAUSE, TRANSIENT, Patience, open_session

Record = dict[str, Any]
Identifier = Literal["doi", "pmid"]

NAME: Literal["openalex"] = "openalex"
PER_QUESTION = 25
"""Identifiers in one question."""
_PER_PAGE = 50
_MOST_PAGES = 20
_CANDIDATES = 10
"""Records that are looked at for one title."""
_WHOLE_LIST = 100
"""A list of works names no more authors than this of each; the work itself names all."""
_WORDS = 40
"""Words of a title that are sent."""
_HOME = "https://api.openalex.org"
_SEPARATORS = re.compile("[,|]")
"""They part values in a question; an identifier that holds one is asked for alone."""
_MAILTO = re.compile(r"[^\s<>()]+@[^\s<>()]+")


class ServiceFailed(Exception):
    """A question that got no answer. It says nothing about what the service knows; `resting` if it wants to be left
    alone for long."""

    def __init__(self, reason: str, *, refused: bool = False, resting: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.refused = refused
        self.resting = resting


class OpenAlexClient:
    """Asks OpenAlex. Every method raises `ServiceFailed`."""

    def __init__(self, settings: EnrichmentSettings) -> None:
        mailto = settings.mailto or os.environ.get("CLAIMLEDGER_MAILTO", "")
        if mailto and not _MAILTO.fullmatch(mailto):
            raise UsageError(f"{mailto!r} is no e-mail address", remedy="mend mailto or CLAIMLEDGER_MAILTO")
        pyalex.config.email = mailto or None
        pyalex.config.api_key = os.environ.get("CLAIMLEDGER_OPENALEX_KEY") or None
        pyalex.config.user_agent = f"claimledger/{version('claimledger')}" + (f" (mailto:{mailto})" if mailto else "")
        self._url = settings.url.rstrip("/")
        self._session = open_session(seconds=settings.timeout_seconds, tries=settings.tries)

    def by_identifiers(self, name: Identifier, values: Sequence[str]) -> list[Record]:
        """The records with one of these identifiers, at most `PER_QUESTION` of them; the unknown ones are not there."""
        listed = [value for value in values if not _SEPARATORS.search(value)]
        records: list[Record] = []
        if listed:
            try:
                records += self._listed(name, listed)
            except ServiceFailed as error:
                # One that it does not understand must not cost the others their answer.
                if not error.refused or len(listed) == 1:
                    raise
                for value in listed:
                    records += self._listed(name, [value])
        for value in values:
            if value not in listed:
                records += self._alone(f"{name}:{value}")
        return [self._whole(record) for record in records]

    def by_title(self, title: str) -> list[Record]:
        """Records with a title like this one, the best first."""
        # Signs have a meaning in a question, and so have capital OR and NOT.
        words = " ".join(re.findall(r"[^\W_]+", title)[:_WORDS]).lower()
        works = self._works().search_filter(title=words).select(list(FIELDS))
        return [self._whole(record) for record in _checked(_answer(lambda: works.get(per_page=_CANDIDATES)))]

    def close(self) -> None:
        """Let connections go."""
        self._session.close()

    def _works(self) -> pyalex.Works:
        return Works(self._session, self._url)

    def _listed(self, name: Identifier, values: Sequence[str]) -> Iterator[Record]:
        """Page by page, until as many came as it says that there are."""
        found: list[Record] = []
        for page in range(1, _MOST_PAGES + 1):
            works = self._works().filter_or(**{name: list(values)}).select(list(FIELDS))
            answer = _answer(lambda: works.get(page=page, per_page=_PER_PAGE))  # noqa: B023
            records = _checked(answer)
            found += records
            count = (answer.meta or {}).get("count")
            if not records or not isinstance(count, int) or len(found) >= count:
                break
        return iter(found)

    def _alone(self, name: str) -> list[Record]:
        works = self._works()
        try:
            return _checked([_answer(lambda: works[name])])
        except _Absent:
            return []

    def _whole(self, record: Record) -> Record:
        """The record with all its authors."""
        authors = record.get("authorships")
        if not isinstance(authors, list) or len(authors) < _WHOLE_LIST:
            return record
        whole = self._alone(work_id(record["id"]) or "")
        return whole[0] if whole else record


class Works(pyalex.Works):  # type: ignore[misc]
    """pyalex's works, asked at another address, through a session of ours. pyalex takes the path from the name."""

    def __init__(self, session: requests.Session, url: str) -> None:
        super().__init__()
        self._session = session
        self._home = url

    def _get_from_url(self, url: str, session: object = None) -> Any:
        return super()._get_from_url(self._home + url.removeprefix(_HOME), self._session)


class _Absent(ServiceFailed):
    """The service says that there is no such record."""


def _answer(ask: Any) -> Any:
    """What a question of pyalex comes to. Raises `ServiceFailed` for everything that is no answer."""
    try:
        return ask()
    except requests.HTTPError as error:
        if error.response is None:
            raise ServiceFailed("no answer") from error
        raise _status(error.response) from error
    except requests.Timeout as error:
        raise ServiceFailed("no answer in time") from error
    except requests.exceptions.JSONDecodeError as error:
        raise ServiceFailed("an answer that is not JSON, or not all of it") from error
    except requests.ConnectionError as error:
        silent = isinstance(getattr(error.args[0] if error.args else None, "reason", None), ReadTimeoutError)
        reason = "no answer in time" if silent else "it cannot be reached, or the connection broke"
        raise ServiceFailed(reason) from error
    except requests.RequestException as error:
        raise ServiceFailed(f"no answer: {type(error).__name__}") from error
    except pyalex.api.QueryError as error:
        raise ServiceFailed("it does not understand the question", refused=True) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        # This is how pyalex meets JSON of another form than it expects.
        raise ServiceFailed("an answer of another form than OpenAlex's") from error


def _status(response: requests.Response) -> ServiceFailed:
    status = response.status_code
    if status == 404:
        return _Absent("status 404")
    pause = math.ceil(Patience().parse_retry_after(response.headers.get("Retry-After", "")))
    wants = f", and it wants a pause of {pause} s" if pause else ""
    refused = 400 <= status < 500 and status not in TRANSIENT
    return ServiceFailed(f"status {status}{wants}", refused=refused, resting=pause > LONGEST_PAUSE)


def _checked(records: Sequence[Any]) -> list[Record]:
    if not all(map(is_work, records)):
        raise ServiceFailed("an answer of another form than OpenAlex's")
    return [dict(record) for record in records]
