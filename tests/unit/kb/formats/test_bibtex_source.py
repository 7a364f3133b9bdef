"""BibTeX entries as sources: what is part of one, and what it becomes."""

import json

import pytest
from claimledger.kb.errors import UnreadableInput
from claimledger.kb.events.document import Document
from claimledger.kb.formats import bibtex_source as source
from claimledger.kb.formats.record import language_code, published

OAKS = r"""
@string{jf = "Journal of Forests"}
@article{oaks, title={The {DNA} of {\"O}land oaks}, subtitle={A survey}, journal=jf, year=2020, month=mar, number={3},
  author={M{\"u}ller, J{\"o}rg and {The Oak Group} and de la Cruz, Ana}, doi={https://doi.org/10.1000/ABC.},
  abstract={Oaks are tall. We measured 12.}, keywords={oak; DNA}, language={english}, pages={1--9}, publisher={Forest},
  file={Full:files/1/x.pdf:application/pdf}, timestamp={2020-01-01}, bdsk-file-1={YnBsaXN0}, note={read this}}
"""


def only(text: str) -> Document:
    [entry] = source.read_entries(text.encode(), "x.bib")
    return source.parse_entry(source.entry_bytes(entry))


def test_an_entry_becomes_a_document_with_an_abstract() -> None:
    found = only(OAKS)
    assert found.title == "The DNA of Öland oaks: A survey"
    assert [(a.family, a.given) for a in found.authors] == [("Müller", "Jörg"), ("The Oak Group", ""),
                                                           ("de la Cruz", "Ana")]
    assert (found.doi, found.venue, found.issue, found.page_range) == ("10.1000/abc", "Journal of Forests", "3", "1–9")
    assert (found.year, found.work_type, found.language, found.publisher) == (2020, "article-journal", "en", "Forest")
    assert found.keywords == ("oak", "DNA") and [date.day for date in found.dates] == ["2020-03"]
    assert [s.text for s in found.sentences] == ["Oaks are tall.", "We measured 12."]


def test_what_a_reference_manager_keeps_for_itself_is_no_part_of_the_source() -> None:
    [entry] = source.read_entries(OAKS.encode(), "x.bib")
    moved = OAKS.replace("files/1", "files/2").replace("2020-01-01", "2021-01-01").replace("YnBsaXN0", "AAAA")
    [again] = source.read_entries(moved.encode(), "y.bib")
    assert source.entry_bytes(entry) == source.entry_bytes(again)
    assert not {"file", "timestamp", "bdsk-file-1"} & set(json.loads(source.entry_bytes(entry))["fields"])


def test_a_broken_entry_costs_itself_alone_and_is_named() -> None:
    text = "@article{a, title={One}, year=2001}\n@article{a, title={Two}}\n@misc{, title={No key}}\n@book{b, title={B}}"
    entries, lost = source.read_file(text.encode(), "x.bib")
    assert [(entry["key"], entry["fields"]["title"]) for entry in entries] == [("a", "One"), ("a", "Two"), ("b", "B")]
    assert [(one.name, one.why) for one in lost] == [("line 3", "an entry has no key; nothing can cite it")]


def test_an_entry_takes_from_its_collection_what_it_lacks() -> None:
    text = ("@inproceedings{c, title={Oaks}, author={Falk, B.}, crossref={P}, doi={10.1000/c}}\n"
            "@proceedings{P, title={Proc. of Oaks}, year=2003, publisher={Forest}, doi={10.1000/p}, author={Ed, A.}}")
    child, parent = (source.parse_entry(source.entry_bytes(e)) for e in source.read_entries(text.encode(), "x.bib"))
    assert (child.venue, child.year, child.publisher, child.doi) == ("Proc. of Oaks", 2003, "Forest", "10.1000/c")
    assert [author.family for author in child.authors] == ["Falk"] and parent.title == "Proc. of Oaks"


def test_arxiv_and_a_full_date_are_read() -> None:
    found = only("@misc{p, title={Pre}, eprint={2001.00001v2}, archivePrefix={arXiv}, date={2020-01-05}}")
    assert (found.arxiv, [date.day for date in found.dates]) == ("2001.00001", ["2020-01-05"])


def test_text_without_entries_is_refused() -> None:
    with pytest.raises(UnreadableInput, match=r"x\.bib holds no BibTeX entries"):
        source.read_entries(b"hello", "x.bib")


@pytest.mark.parametrize(("text", "code"), [
    ("English", "en"), ("de-DE", "de"), ("rus", "ru"), ("ngerman", "de"), ("Klingon", None), ("", None),
])
def test_languages_have_their_codes(text: str, code: str | None) -> None:
    assert language_code(text) == code


@pytest.mark.parametrize(("text", "day"), [
    ("2020/01/05/", "2020-01-05"), ("2020 Jan 5", "2020-01-05"), ("2020 Jan-Feb", "2020-01"), ("2020-13-01", None),
    ("2020//", None), ("2020", None),
])
def test_days_are_read_as_far_as_they_are_told(text: str, day: str | None) -> None:
    assert [date.day for date in published(text)] == ([day] if day else [])
