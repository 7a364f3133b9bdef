"""Children outlive a run that ended well, for the next one, and no other."""

import pytest
from claimledger.ingest.parser.child import ReadingChild, Work
from claimledger.ingest.parser.pool import end_children, reading_pool
from claimledger.ingest.parser.port import Limits

LIMITS = Limits(seconds=60)


@pytest.fixture(autouse=True)
def nothing_left_behind() -> object:
    end_children()
    yield
    end_children()


def pid(child: ReadingChild) -> int:
    child.make(b"no pdf", Work("pymupdf"))
    assert child._process is not None
    return child._process.pid


def test_the_children_of_a_run_serve_the_next_one() -> None:
    with reading_pool(1, LIMITS) as pool:
        first = pool.submit(pid).result()
    with reading_pool(1, LIMITS) as pool:
        assert pool.submit(pid).result() == first


def test_a_run_with_other_limits_or_jobs_has_children_of_its_own() -> None:
    with reading_pool(1, LIMITS) as pool:
        before = pool
    with reading_pool(1, Limits(seconds=61)) as pool:
        assert pool is not before
        between = pool
    with reading_pool(2, Limits(seconds=61)) as pool:
        assert pool not in (before, between)


def test_two_runs_at_a_time_share_no_children() -> None:
    with reading_pool(1, LIMITS) as one, reading_pool(1, LIMITS) as other:
        assert one is not other


def test_a_run_that_ends_in_an_error_ends_its_children() -> None:
    with pytest.raises(KeyboardInterrupt), reading_pool(1, LIMITS) as pool:
        before = pool
        pool.submit(pid).result()
        raise KeyboardInterrupt
    assert all(child._process is None for child in before._children)
    with reading_pool(1, LIMITS) as pool:
        assert pool is not before
