from importlib.metadata import version

import pytest
from claimledger.ingest import pipeline as module
from claimledger.ingest.pipeline import later_stages, open_pipeline
from claimledger.kb.events.build import STAGES, Chunked, QualityAssessed
from claimledger.kb.events.document import Document, ParserStamp, Section, Sentence
from claimledger.kb.settings import ChunkSettings, LibrarySettings, LimitSettings, SearchSettings, Settings

BLOB = "a" * 64


def settings(**parts: object) -> Settings:
    return Settings.model_validate({"library": LibrarySettings(id="lib-a", owner="x"), **parts})


def test_what_changes_no_row_does_not_change_the_digest() -> None:
    plain = open_pipeline("pdf", settings()).digest
    assert len(plain) == 64
    for other in (
        settings(library=LibrarySettings(id="lib-b", owner="y", private=True)),
        settings(limits=LimitSettings(seconds=1, memory_mb=100, pages=2)),
        settings(search=SearchSettings(embedder="none")),
    ):
        assert open_pipeline("pdf", other).digest == plain


def test_what_changes_rows_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {open_pipeline("pdf", settings()).digest, open_pipeline("csl", settings()).digest}
    digests.add(open_pipeline("pdf", settings(chunks=ChunkSettings(target_words=90))).digest)
    monkeypatch.setitem(module.STAGE_VERSIONS, "claims", 99)
    digests.add(open_pipeline("pdf", settings()).digest)
    monkeypatch.setattr(module, "version", lambda name: "0" if name == "pymupdf" else version(name))
    digests.add(open_pipeline("pdf", settings()).digest)
    assert len(digests) == 5


def test_bibliographies_do_not_depend_on_the_version_of_pymupdf(monkeypatch: pytest.MonkeyPatch) -> None:
    before = open_pipeline("csl", settings()).digest
    monkeypatch.setattr(module, "version", lambda name: "0" if name == "pymupdf" else version(name))
    assert open_pipeline("csl", settings()).digest == before


def test_a_build_is_one_blob_through_one_pipeline() -> None:
    pdf, csl = open_pipeline("pdf", settings()), open_pipeline("csl", settings())
    assert pdf.build_id(BLOB) == open_pipeline("pdf", settings()).build_id(BLOB)
    assert len({pdf.build_id(BLOB), csl.build_id(BLOB), pdf.build_id("b" * 64)}) == 3
    assert pdf.build_id(BLOB).startswith("build-")


def test_later_stages_are_those_of_the_design_in_its_order() -> None:
    later = list(later_stages(open_pipeline("pdf", settings())))
    assert ("registered", "parsed", *later, "sealed") == STAGES


def test_stages_build_on_each_other_and_give_the_same_twice() -> None:
    document = Document(
        parser=ParserStamp(name="p", version="1"), title="On logs", pages=1, sections=(Section(level=1, title="Logs"),),
        sentences=tuple(Sentence(text=f"Log {n} was sound.", section=0, paragraph=n) for n in range(30)),
    )
    pipeline = open_pipeline("pdf", settings(chunks=ChunkSettings(target_words=40)))
    runs = []
    for _ in range(2):
        made: dict[str, object] = {}
        for stage, make in later_stages(pipeline).items():
            made[stage] = make(document, made)  # type: ignore[arg-type]
        runs.append(made)
    assert runs[0] == runs[1]
    chunked, audited = runs[0]["chunked"], runs[0]["audited"]
    assert isinstance(chunked, Chunked) and isinstance(audited, QualityAssessed)
    assert [chunk.first for chunk in chunked.chunks] == [0, 10, 20]
    assert audited.sentences == 30
