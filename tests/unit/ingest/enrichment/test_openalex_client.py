"""The client of OpenAlex against a server that answers in its form, well and badly."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from claimledger.ingest.enrichment.openalex_client import OpenAlexClient, ServiceFailed
from claimledger.kb.errors import UsageError


@pytest.fixture
def client(service: Any) -> Iterator[OpenAlexClient]:
    opened = OpenAlexClient(service.settings().model_copy(update={"timeout_seconds": 0.4}))
    yield opened
    opened.close()


def failure(client: OpenAlexClient) -> ServiceFailed:
    with pytest.raises(ServiceFailed) as raised:
        client.by_identifiers("doi", ["10.5555/a"])
    return raised.value


def test_many_identifiers_are_one_question_and_unknown_ones_have_no_record(
    service: Any, client: OpenAlexClient
) -> None:
    service.add(1, "Hearing beetles", "10.5555/a")
    service.add(2, "Counting seals", "10.5555/b+c")
    records = client.by_identifiers("doi", ["10.5555/a", "10.5555/b+c", "10.5555/unknown"])
    assert [record["id"] for record in records] == ["https://openalex.org/W1", "https://openalex.org/W2"]
    assert len(service.asked) == 1
    assert "abstract_inverted_index" not in records[0]


def test_an_identifier_that_would_part_the_question_is_asked_for_alone(service: Any, client: OpenAlexClient) -> None:
    service.add(1, "Hearing beetles", "10.5555/a,b")
    assert [record["doi"] for record in client.by_identifiers("doi", ["10.5555/a,b", "10.5555/c"])] == [
        "https://doi.org/10.5555/a,b"]
    assert client.by_identifiers("doi", ["10.5555/x|y"]) == []


def test_pages_are_turned_until_all_is_there(service: Any, client: OpenAlexClient) -> None:
    for number in range(1, 61):
        service.add(number, "Hearing beetles", "10.5555/a")
    assert len(client.by_identifiers("doi", ["10.5555/a"])) == 60


def test_a_work_of_many_authors_is_fetched_with_all_of_them(service: Any, client: OpenAlexClient) -> None:
    one = service.add(1, "Hearing beetles", "10.5555/a")
    one["authorships"] = one["authorships"] * 130
    (record,) = client.by_identifiers("doi", ["10.5555/a"])
    assert len(record["authorships"]) == 130


def test_signs_and_operators_of_a_title_do_not_reach_the_service(service: Any, client: OpenAlexClient) -> None:
    service.add(1, "Beetles, moths OR not: a survey")
    assert len(client.by_title("Beetles, moths OR not | a survey")) == 1
    assert "title.search:beetles moths or not a survey&" in service.asked[0]


def test_who_asks_is_said_where_an_address_is_known(service: Any) -> None:
    client = OpenAlexClient(service.settings(mailto="ada@example.org"))
    client.by_title("x")
    client.close()
    assert service.senders[0]["From"] == "ada@example.org"
    assert "mailto:ada@example.org" in service.senders[0]["User-Agent"]


def test_an_address_in_the_environment_counts_and_must_be_one(service: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMLEDGER_MAILTO", "bo@example.org")
    client = OpenAlexClient(service.settings())
    client.by_title("x")
    client.close()
    assert service.senders[0]["From"] == "bo@example.org"
    monkeypatch.setenv("CLAIMLEDGER_MAILTO", "not an address\r\nX: y")
    with pytest.raises(UsageError):
        OpenAlexClient(service.settings())


def test_a_busy_service_is_asked_again_after_the_pause_that_it_wants(service: Any) -> None:
    service.add(1, "Hearing beetles", "10.5555/a")
    service.refuse(429, {"Retry-After": "1"})
    client = OpenAlexClient(service.settings(tries=2))
    assert len(client.by_identifiers("doi", ["10.5555/a"])) == 1
    client.close()
    first, second = service.times
    assert second - first >= 1


def test_what_may_pass_is_tried_again(service: Any) -> None:
    service.add(1, "Hearing beetles", "10.5555/a")
    service.refuse(503)
    client = OpenAlexClient(service.settings(tries=2))
    assert len(client.by_identifiers("doi", ["10.5555/a"])) == 1
    client.close()


def test_a_pause_may_be_a_date_and_one_that_is_neither_is_none(service: Any) -> None:
    service.add(1, "Hearing beetles", "10.5555/a")
    service.refuse(429, {"Retry-After": "soon"})
    client = OpenAlexClient(service.settings(tries=2))
    assert len(client.by_identifiers("doi", ["10.5555/a"])) == 1
    service.refuse(429, {"Retry-After": "Wed, 21 Oct 2099 07:28:00 GMT"})
    assert failure(client).resting
    client.close()


def test_a_pause_of_hours_is_not_waited_for(service: Any) -> None:
    service.refuse(429, {"Retry-After": "7200"})
    client = OpenAlexClient(service.settings(tries=4))
    since = time.monotonic()
    failed = failure(client)
    client.close()
    assert failed.resting and "7200" in failed.reason and time.monotonic() - since < 5 and len(service.asked) == 1


@pytest.mark.parametrize("code", [429, 500, 502, 503, 504])
def test_a_status_that_may_pass_is_no_refusal(service: Any, client: OpenAlexClient, code: int) -> None:
    service.refuse(code)
    failed = failure(client)
    assert not failed.refused and not failed.resting and failed.reason == f"status {code}"


def test_a_wrong_address_is_no_unknown_paper(service: Any, client: OpenAlexClient) -> None:
    service.refuse(404)
    assert failure(client).reason == "status 404"


@pytest.mark.parametrize("body", [
    b'{"meta": {"count": 1}, "results": [{"id": "https://openalex.org/W1", "ti', b"<html>Log in</html>", b"",
    b"[" * 50_000,
    b"null", b"[]", b'{"results": []}', b'{"meta": {"count": 1}, "results": ["W1"]}',
    b'{"meta": {"count": 1}, "results": [{"id": "https://openalex.org/A1"}]}', b'{"message": "hello"}',
])
def test_an_answer_of_another_form_says_nothing_about_papers(
    service: Any, client: OpenAlexClient, body: bytes
) -> None:
    service.say(body)
    reason = failure(client).reason
    assert "another form" in reason or "not JSON" in reason


def test_an_answer_that_breaks_off_is_a_failure(service: Any, client: OpenAlexClient) -> None:
    service.say(b'{"meta": {"count": 0}, "results": []}', promised=1000)
    assert "broke" in failure(client).reason


def test_a_silent_service_is_not_waited_for_longer_than_the_settings_say(
    service: Any, client: OpenAlexClient
) -> None:
    service.wait(0.7)
    assert failure(client).reason == "no answer in time"


def test_an_answer_that_comes_byte_by_byte_is_given_up_in_time(service: Any, client: OpenAlexClient) -> None:
    service.drip()
    since = time.monotonic()
    assert failure(client).reason == "no answer in time"
    assert time.monotonic() - since < 3


def test_a_service_that_is_not_there_is_told_at_once(service: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    client = OpenAlexClient(service.settings().model_copy(update={"url": f"http://127.0.0.1:{port}", "tries": 4}))
    since = time.monotonic()
    assert "cannot be reached" in failure(client).reason
    client.close()
    assert time.monotonic() - since < 3


def test_one_identifier_that_is_refused_costs_no_other_its_answer(service: Any, client: OpenAlexClient) -> None:
    service.add(1, "Hearing beetles", "10.5555/a")
    service.refuse(400)
    assert len(client.by_identifiers("doi", ["10.5555/a", "10.5555/b"])) == 1
    assert len(service.asked) == 3


def test_no_more_than_ten_questions_go_out_in_a_second(service: Any, client: OpenAlexClient) -> None:
    for _ in range(6):
        client.by_title("beetles")
    assert service.times[-1] - service.times[0] >= 0.45
