from claimledger.kb.canon import make_id
from claimledger.kb.segments.ids import row_ids
from hypothesis import given
from hypothesis import strategies as st


def test_no_runs_give_no_ids() -> None:
    assert row_ids("claim", []).to_pylist() == []


@given(st.sampled_from(["claim", "sentence", "x"]), st.lists(st.tuples(st.text(), st.integers(0, 13)), max_size=4))
def test_ids_of_many_rows_are_the_ids_of_each(prefix: str, runs: list[tuple[str, int]]) -> None:
    runs = [(build.encode("utf-8", "replace").decode(), count) for build, count in runs]
    expected = [make_id(prefix, build, ordinal) for build, count in runs for ordinal in range(count)]
    assert row_ids(prefix, runs).to_pylist() == expected
