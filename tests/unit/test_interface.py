"""The Python interface: its names, signatures and documentation are promises, and the documented examples run."""

import inspect
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import claimledger
import pytest
from claimledger import ClaimLedgerError, Library, check
from claimledger.ingest.samples.manuscript import write_manuscript
from claimledger.kb.errors import NotALibrary, UnknownId, UsageError

GUIDE = Path(__file__).parents[2] / "docs" / "python.md"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
SIGNATURES = {
    "create": "(root, *, owner=None, private=False, ledger_url='')",
    "open": "(root, *, read_only=False)",
    "close": "(self)",
    "ingest": "(self, *paths, jobs=None, password=None)",
    "search": "(self, question, *, k=10, at=None, use=None, record=True)",
    "papers": "(self, at=None)",
    "packets": "(self, at=None, *, strength=None)",
    "view": "(self, at=None)",
    "freeze": "(self, name=None, *, publish=None)",
    "snapshots": "(self)",
    "verify": "(self, snapshot=None, *, published=None, replay=False)",
    "draft": "(self, topic, folder, *, at=None)",
    "audit": "(self, manuscript, folder, *, bibliography=None, at=None)",
}
"""What programs rely on: names may be added, and none of these may change."""


def shape(function: Any) -> str:
    """A signature without annotations."""
    signature = inspect.signature(function)
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def examples(docstring: str) -> Iterator[str]:
    """The code in a docstring: what is indented deeper than the text."""
    yield from re.findall(r"(?:^    .+\n?)+", inspect.cleandoc(docstring), re.MULTILINE)


def test_the_public_names_are_what_all_says() -> None:
    assert claimledger.__all__ == ["ClaimLedgerError", "Library", "__version__", "check"]
    assert dir(claimledger) == claimledger.__all__
    assert all(getattr(claimledger, name) for name in claimledger.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        claimledger.nothing  # noqa: B018


def test_importing_the_package_loads_nothing_else() -> None:
    code = (
        "import sys\nbefore = set(sys.modules)\nimport claimledger\n"
        "loaded = {name for name in set(sys.modules) - before if name.split('.')[0] not in sys.stdlib_module_names}\n"
        "print(sorted(loaded))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['claimledger']"


@pytest.mark.parametrize("name", sorted(SIGNATURES))
def test_a_method_keeps_its_signature_and_says_what_it_does(name: str) -> None:
    method = getattr(Library, name)
    assert shape(method) == SIGNATURES[name]
    assert inspect.getdoc(method)


def test_every_documented_method_has_an_example_that_is_python() -> None:
    for name in ("open", "ingest", "search", "papers", "packets", "freeze", "snapshots", "verify", "draft", "audit"):
        found = list(examples(getattr(Library, name).__doc__))
        assert found, name
        for code in found:
            compile(textwrap.dedent(code), name, "exec")
    assert list(examples(check.__doc__ or "")) and list(examples(Library.__doc__ or ""))


def test_the_guide_names_every_method() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert {name for name in SIGNATURES if not re.search(rf"\b{name}\b", text)} == set()


def test_the_examples_of_the_guide_run(
    tmp_path: Path, sample_papers: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(sample_papers, tmp_path / "papers")
    write_manuscript(tmp_path)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    blocks = BLOCK.findall(GUIDE.read_text(encoding="utf-8"))
    for code in blocks:
        exec(compile(code, str(GUIDE), "exec"), names)
    printed = capsys.readouterr().out
    assert len(blocks) >= 7
    for expected in ("5 papers came in, 0 failed", "cl1-", "submission-1", "comparison", "number-mismatch",
                     "make one with: claimledger init"):
        assert expected in printed, expected
    assert (tmp_path / "draft" / "draft.md").exists() and (tmp_path / "audit" / "audit.html").exists()


def test_the_examples_in_docstrings_run(
    sample_library: Path, sample_papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(sample_library, tmp_path / "mylib")
    shutil.copytree(sample_papers, tmp_path / "papers")
    (manuscript, _) = write_manuscript(tmp_path)
    manuscript.rename(tmp_path / "paper.md")
    monkeypatch.chdir(tmp_path)
    with Library.open("mylib") as library:
        names: dict[str, Any] = {"library": library, "Library": Library, "check": check}
        for documented in (Library.freeze, Library.ingest, Library.search, Library.papers, Library.packets,
                           Library.snapshots, Library.verify, Library.draft, Library.audit, Library, check):
            for code in examples(documented.__doc__ or ""):
                exec(textwrap.dedent(code), names)
    assert names["snapshot"].startswith("cl1-") and names["report"].count("unchanged") == 5
    assert names["judgement"].verdict == "entailed"


def test_errors_have_one_root_and_a_cure(tmp_path: Path) -> None:
    with pytest.raises(ClaimLedgerError, match="make one with") as caught:
        Library.open(tmp_path)
    assert isinstance(caught.value, NotALibrary) and caught.value.remedy


def test_a_position_that_is_none_is_refused_wherever_a_state_may_be_named(tmp_path: Path) -> None:
    with Library.create(tmp_path / "lib") as library:
        asked: list[Callable[[Any], Any]] = [
            library.papers, library.packets, library.view, lambda at: library.search("oaks", at=at),
            lambda at: library.draft("oaks", tmp_path / "draft", at=at),
            lambda at: library.audit(tmp_path / "paper.md", tmp_path / "audit", at=at),
        ]
        (tmp_path / "paper.md").write_text("Oaks grow.\n")
        for ask in asked:
            for at in (-1, -3, "@-1"):
                with pytest.raises(UsageError, match="is no position; write @ and a number"):
                    ask(at)
            with pytest.raises(UnknownId, match="beyond the head"):
                ask(99)


def test_a_closed_library_answers_nothing_and_may_be_closed_again(tmp_path: Path) -> None:
    library = Library.create(tmp_path / "lib")
    library.close()
    library.close()
    (tmp_path / "paper.md").write_text("Oaks grow.\n")
    (tmp_path / "refs.json").write_text('[{"id": "a", "title": "On oaks"}]')
    asked: list[Callable[[], Any]] = [
        library.papers, library.packets, library.view, library.freeze, library.snapshots, library.verify,
        lambda: library.search("oaks"), lambda: library.ingest(tmp_path / "refs.json"),
        lambda: library.draft("oaks", tmp_path / "draft"), lambda: library.audit(tmp_path / "paper.md", tmp_path / "a"),
        lambda: library.verify("latest"), lambda: library.papers(at="latest"), lambda: library.append([]),
    ]
    for ask in asked:
        with pytest.raises(UsageError, match="is closed; open it again"):
            ask()
