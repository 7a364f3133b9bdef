"""Projections depend on the events alone: not on where replay was split, when segments were flushed, or what died."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from claimledger.kb.events.base import Payload
from claimledger.kb.events.build import (
    Assertion,
    BuildSealed,
    Chunk,
    Chunked,
    Cited,
    Described,
    QualityAssessed,
    SourceRegistered,
    StageFailed,
)
from claimledger.kb.events.claims import Claim, ClaimQuantity, ClaimsExtracted, Comparison, ScopeSlot
from claimledger.kb.events.document import (
    Asset,
    Author,
    Box,
    Document,
    HiddenText,
    Marker,
    ParserStamp,
    ReferenceEntry,
    Section,
    Sentence,
)
from claimledger.kb.events.fold import TABLES
from claimledger.kb.events.library import LibraryRow, RowKey, Settled
from claimledger.kb.events.standing import Purged, PurgedBuild, StandingChanged
from claimledger.kb.ledger.port import Append, NewEvent
from claimledger.kb.library import Library
from claimledger.kb.projection import Projection
from claimledger.kb.segments import files, folding, tiers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

BUILDS = ("build-a", "build-b", "build-c")
text = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
small = st.integers(0, 3)
some = st.integers(-(2**53) + 1, 2**53 - 1)
optional = st.none() | text


def tuples(values: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(values, max_size=3).map(tuple)


boxes = st.builds(Box, page=small, x0=some, y0=some, x1=some, y1=some)
documents = st.builds(
    Document, parser=st.just(ParserStamp(name="p", version="1")), title=text,
    sections=tuples(st.builds(Section, level=small, number=text, title=text, page=st.none() | small)),
    sentences=tuples(st.builds(
        Sentence, text=text, section=small, paragraph=small, boxes=tuples(boxes), path=optional, ocr=st.booleans())),
    assets=tuples(st.builds(
        Asset, kind=st.sampled_from(["figure", "table"]), caption=text, box=st.none() | boxes, header_rows=small,
        cells=st.none() | tuples(tuples(text)))),
    hidden=tuples(st.builds(HiddenText, page=small, text=text, why=st.just("white"))),
)
described = st.builds(
    Described,
    assertions=tuples(st.builds(
        Assertion, field=st.sampled_from(["title", "doi"]), value=text, source=st.just("page"), licence=optional,
        time=optional)),
    authors=tuples(st.builds(Author, name=text, orcid=optional, affiliations=tuples(text))),
)
cited = st.builds(
    Cited, references=tuples(st.builds(ReferenceEntry, raw=text, authors=tuples(text), year=st.none() | some)),
    markers=tuples(st.builds(Marker, sentence=small, start=small, end=small, references=tuples(small))),
)
claims = st.builds(
    ClaimsExtracted, extractor=text, version=text,
    claims=tuples(st.builds(
        Claim, sentence=small, start=small, end=small, claim_kind=st.sampled_from(["result", "comparison", "method"]),
        polarity=st.just("positive"), certainty=st.just("reported"), causal=st.just("none"), own=st.booleans(),
        markers=tuples(small),
        quantities=tuples(st.builds(ClaimQuantity, start=small, end=small, value=text, kind=text)),
        comparison=st.none() | st.builds(
            Comparison, relation=st.just("higher"), direction=st.just("higher"), a=st.just((0, 1)), a_key=text,
            b_key=text, metric_key=text),
        scope=tuples(st.builds(
            ScopeSlot, slot=st.sampled_from(["n", "dataset"]), sentence=small, start=small, end=small)))),
)
quality = st.builds(
    QualityAssessed, grade=st.just("A"), quarantined=st.booleans(), reasons=tuples(text),
    missing_fields=tuples(text), sentences=small, unresolved_markers=small, markers=small,
    suspicious_characters=small, hidden_passages=small,
)


def of_build(build: str) -> st.SearchStrategy[Payload]:
    return st.one_of(
        documents, described, cited, claims, quality,
        st.builds(Chunked, chunks=tuples(st.builds(Chunk, section=small, first=small, last=small))),
        st.builds(SourceRegistered, build=st.just(build), blob=text, size=some, source_kind=st.just("pdf"), name=text,
                  pipeline=text),
        st.builds(StageFailed, build=st.just(build), stage=text, reason=text, message=text, attempt=small),
        st.builds(BuildSealed, build=st.just(build), blob=text, pipeline=text),
    )


ids = st.sampled_from(["work-1", "work-2", "near-1"])
rows = st.builds(
    LibraryRow, table=st.just("near_duplicates"), id=ids,
    body=st.fixed_dictionaries({"work_a": text, "work_b": text, "reason": optional}),
)
appends = st.one_of(
    st.sampled_from(BUILDS).flatmap(lambda build: st.tuples(st.just(f"build:{build}"), of_build(build))),
    st.sampled_from(BUILDS).flatmap(lambda build: st.tuples(st.just(f"standing:{build}"), st.builds(
        StandingChanged, build=st.just(build), standing=st.sampled_from(["released", "withdrawn"]), reason=text))),
    st.tuples(st.just("library"), st.builds(
        Settled, settle_version=st.just(1), through=small, asserted=tuples(rows),
        retracted=tuples(st.builds(RowKey, table=st.just("near_duplicates"), id=ids)))),
)
histories = st.lists(appends, min_size=1, max_size=12)
"""(stream, payload) of each event."""


@contextmanager
def library() -> Iterator[Library]:
    """A new library in memory's file system, if there is one."""
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as folder, Library.create(f"{folder}/lib", owner="x") as made:
        yield made


def append(library: Library, *history: tuple[str, Payload]) -> None:
    library.append([Append(stream, [NewEvent(payload)]) for stream, payload in history])


def all_rows(library: Library, position: int | None = None) -> dict[str, list[str]]:
    with library.view(position) as view:
        return {
            name: sorted(str(sorted(row.items())) for row in view.rows(f"SELECT * FROM {name}"))
            for name in (*(table.name for table in TABLES), "visible_builds", "chunk_texts")
        }


def forget(library: Library, build: str) -> list[int]:
    """Record a purge of the build, and take its rows out of the segments."""
    streams = (f"build:{build}", f"standing:{build}")
    positions = [event.position for event in library.ledger.read() if event.stream in streams]
    purged = PurgedBuild(build=build, blob="0" * 64, work=None, leaf=None)
    append(library, ("library", Purged(builds=(purged,), positions=tuple(positions), blobs=(), rows=(), reason="r")))
    assert library.projection.forget([build])
    return positions


class Died(BaseException):
    """Stands for a process that was killed: nothing of it is caught."""


SETTINGS = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


@SETTINGS
@given(histories, st.data())
def test_replay_that_is_split_anywhere_equals_one_pass(history: list[tuple[str, Payload]], data: st.DataObject) -> None:
    with library() as made:
        append(made, *history)
        head = made.ledger.head().position
        whole = made.projection.digests()
        ends = [0, *sorted(data.draw(st.sets(st.integers(1, head), max_size=5)) | {head})]
        split = Projection(made.root / "split", made.ledger)
        with pytest.MonkeyPatch.context() as patch:
            ranges = [folding.Range(start, end) for start, end in pairwise(ends)]
            patch.setattr("claimledger.kb.projection.cut_span", lambda *_: ranges)
            assert len(split.rebuild().segments) == len(ends) - 1
        assert split.digests() == whole


@SETTINGS
@given(histories, st.data())
def test_flushes_merges_purges_and_deaths_at_any_moment_give_the_digests_of_one_rebuild(
    history: list[tuple[str, Payload]], data: st.DataObject
) -> None:
    steps = st.sampled_from(["append", "append", "flush", "flush without merging", "die", "forget"])
    with library() as made, pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiers, "FAN", 2)
        patch.setattr("claimledger.kb.projection.MOST", 3)
        positions: list[int] = []
        for event in history:
            append(made, event)
            step = data.draw(steps)
            if step.startswith("flush"):
                made.projection.flush(merge=step == "flush")
            elif step == "die":
                die_while_flushing(made, data.draw(st.integers(0, 40)))
            elif step == "forget":
                positions += forget(made, data.draw(st.sampled_from(BUILDS)))
            assert len(made.projection.manifest().segments) <= 3
        digests = made.projection.digests()
        if positions:
            made.ledger.purge(positions)
        again = Projection(made.root / "again", made.ledger)
        again.rebuild()
        assert again.digests() == digests
        assert made.projection.damages() == []
        made.projection.flush()
        assert made.projection.sweep()


def die_while_flushing(library: Library, at: int) -> None:
    """Flush, and die at the `at`-th change of the folder, with what was written so far left as it is."""
    left = at

    def counted(real: Any) -> Any:
        def change(*args: Any, **options: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise Died
            return real(*args, **options)
        return change

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", counted(os.replace))
        patch.setattr(Path, "unlink", counted(Path.unlink))
        patch.setattr(files.SegmentWriter, "discard", lambda _: None)
        with suppress(Died):
            library.projection.flush()


@settings(SETTINGS, max_examples=8)
@given(histories, histories, st.data())
def test_a_view_at_a_position_says_the_same_before_and_after_further_events(
    history: list[tuple[str, Payload]], more: list[tuple[str, Payload]], data: st.DataObject
) -> None:
    with library() as made:
        append(made, *history)
        if data.draw(st.booleans()):
            made.projection.flush()
        position = data.draw(st.integers(1, made.ledger.head().position))
        before = all_rows(made, position)
        for event in more:
            append(made, event)
            if data.draw(st.booleans()):
                made.projection.flush()
        assert all_rows(made, position) == before
        shutil.rmtree(made.root / "segments", ignore_errors=True)
        assert all_rows(made, position) == before
        made.projection.rebuild()
        assert all_rows(made, position) == before
