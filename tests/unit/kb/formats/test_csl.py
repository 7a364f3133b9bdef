import json
from pathlib import Path
from typing import Any

import pytest
from claimledger.kb.canon import canonical
from claimledger.kb.errors import UnreadableInput
from claimledger.kb.events.document import Document
from claimledger.kb.formats.csl import (
    entry_bytes,
    entry_name,
    holds_entries,
    looks_like_json,
    parse_entry,
    read_entries,
)


def parsed(**fields: Any) -> Document:
    content = json.dumps([{"id": "a", **fields}]).encode()
    return parse_entry(entry_bytes(read_entries(content, "refs.json")[0]))


def abstract_of(text: str) -> str:
    return " ".join(sentence.text for sentence in parsed(abstract=text).sentences)


def test_an_entry_becomes_a_document_with_the_abstract_as_its_only_section() -> None:
    document = parsed(
        type="article-journal", title="On <i>Ips</i>", abstract="We count beetles. There are 12.", DOI="10.1000/x",
        PMID=123, volume=4, language="en", keyword="beetles; bark, spruce",
        author=[
            {"given": "Ada", "family": "Berg", "non-dropping-particle": "van den"}, {"literal": "The Beetle Group"},
        ],
        issued={"date-parts": [[2015, 3, 1]]}, **{"container-title": "Journal of Bark"},
    )
    assert (document.title, document.doi, document.pmid, document.year) == ("On Ips", "10.1000/x", "123", 2015)
    assert (document.venue, document.volume, document.source_id) == ("Journal of Bark", "4", "a")
    assert [(a.name, a.family) for a in document.authors] == [
        ("Ada van den Berg", "van den Berg"), ("The Beetle Group", "The Beetle Group")]
    assert document.keywords == ("beetles", "bark", "spruce")
    assert [(s.text, s.path) for s in document.sentences] == [
        ("We count beetles.", "abstract"), ("There are 12.", "abstract")]
    assert [section.role for section in document.sections] == ["abstract"]


def test_an_entry_with_nothing_but_an_id_is_a_document_without_text() -> None:
    document = parsed()
    assert (document.title, document.authors, document.sections, document.year) == ("", (), (), None)


@pytest.mark.parametrize(
    ("issued", "year"),
    [
        ({"date-parts": [[2015]]}, 2015),
        ({"date-parts": [["2015", "03"]]}, 2015),
        ({"date-parts": [2015]}, 2015),
        ({"date-parts": []}, None),
        ({"date-parts": [[]]}, None),
        ({"date-parts": [[None]], "raw": "March 2015"}, 2015),
        ({"date-parts": {"a": 1}}, None),
        ({"raw": "2015/2016"}, 2015),
        ({"literal": "in press"}, None),
        ("2015-03-01", 2015),
        (2015, 2015),
        ([2015], None),
        (None, None),
        ({"date-parts": [[20155]]}, None),
    ],
)
def test_the_year_is_found_in_every_form_of_a_date(issued: Any, year: int | None) -> None:
    assert parsed(issued=issued).year == year


def test_the_first_date_that_has_a_year_counts() -> None:
    assert parsed(issued={"raw": "soon"}, **{"published-online": {"date-parts": [[2017]]}}).year == 2017


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("<jats:p>We found <jats:italic>Ips</jats:italic>.</jats:p>", "We found Ips."),
        ("<jats:title>Abstract</jats:title><jats:p>We ran.</jats:p>", "We ran."),
        ("<jats:sec><jats:title>Results</jats:title><jats:p>It ran.</jats:p></jats:sec>", "Results: It ran."),
        ("Fast.<p>Slow.</p>", "Fast. Slow."),
        ("CO<sub>2</sub> rose.", "CO2 rose."),
        ("There were 10<sup>5</sup> cells.", "There were 10⁵ cells."),
        ("At 10<sup>-3</sup> M.", "At 10⁻³ M."),
        ("p &lt; 0.05 &amp; n &gt; 9.", "p < 0.05 & n > 9."),
        ("Grains of 80 &mgr;m and TGF-&bgr;.", "Grains of 80 μm and TGF-β."),
        ("See <a href=\"https://x.org/?a=1\">here</a>.", "See here."),
        ("Pressure was low (</=60 mm Hg).", "Pressure was low (</=60 mm Hg)."),
        ("Where x <b and c> 3 it holds.", "Where x <b and c> 3 it holds."),
        ("If n<a and m>b it holds.", "If n<a and m>b it holds."),
        ("R&D and AT&T paid.", "R&D and AT&T paid."),
        ("Two\n  lines\there.", "Two lines here."),
    ],
)
def test_markup_goes_and_everything_else_stays(printed: str, read: str) -> None:
    assert abstract_of(printed) == read


def test_fields_of_another_shape_are_left_out() -> None:
    document = parsed(
        title={"a": 1}, DOI=["10.1000/x", "10.1000/y"], volume=True, keyword=["one", {"two": 2}], author="A. Berg",
        abstract=["First of a list.", "Second."], license=[{"URL": "https://creativecommons.org/licenses/by/4.0/"}],
        **{"container-title": [], "language": 5.0},
    )
    assert (document.title, document.doi, document.volume, document.venue) == ("", "10.1000/x", None, None)
    assert (document.keywords, document.authors, document.language) == (("one",), (), None)
    assert document.licence == "https://creativecommons.org/licenses/by/4.0/"
    assert [sentence.text for sentence in document.sentences] == ["First of a list."]


BY = "https://creativecommons.org/licenses/by/4.0/"
ELSEVIER = "https://www.elsevier.com/tdm/userlicense/1.0/"


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"license": ["CC BY 4.0", "All rights reserved"]}, "CC BY 4.0; All rights reserved"),
        ({"license": [["CC BY 4.0"], [["All rights reserved"]]]}, "CC BY 4.0; All rights reserved"),
        (
            {"license": [{"URL": BY, "content-version": "tdm"}, {"URL": ELSEVIER, "content-version": "vor"}]},
            f"{BY}; {ELSEVIER}",
        ),
        ({"license": [{"URL": BY, "content-version": "tdm"}, {"URL": BY, "content-version": "vor"}]}, BY),
        ({"license": ["CC BY 4.0", "", None, "CC BY 4.0"]}, "CC BY 4.0"),
        ({"license": ["CC BY 4.0", {"name": "Elsevier"}]}, "CC BY 4.0; Elsevier"),
        ({"license": {"URL": [BY, ELSEVIER]}}, f"{BY}; {ELSEVIER}"),
        ({"license": {"URL": BY, "name": "All rights reserved"}}, f"{BY}; All rights reserved"),
        ({"license": "CC BY 4.0", "rights": "© 2020 Ek. ALL RIGHTS\n RESERVED."},
         "CC BY 4.0; © 2020 Ek. ALL RIGHTS RESERVED."),
        ({"license": "CC BY 4.0", "copyright": [{"statement": "all rights reserved"}]},
         "CC BY 4.0; all rights reserved"),
        ({"license": "CC BY 4.0", "rights": "© 2020 Ek"}, "CC BY 4.0"),
        ({"rights": "All rights reserved"}, None),
        ({"license": []}, None),
    ],
)
def test_everything_that_an_entry_says_of_its_licence_is_kept(fields: dict[str, Any], licence: str | None) -> None:
    assert parsed(**fields).licence == licence


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"start": {"date-parts": [[2099, 1, 1]]}}, " from 2099-01-01"),
        ({"start": {"date-parts": [[2009, 1]]}, "delay-in-days": 365}, " from 2009-01 after 365 days"),
        ({"start": {"date-time": "2099-01-01T00:00:00Z"}}, " from 2099-01-01T00:00:00Z"),
        ({"start": "2099-01-01"}, " from 2099-01-01"),
        ({"start": {"date-parts": [[None]]}}, " from a day that is not said"),
        ({"delay-in-days": 3650}, " after 3650 days"),
        ({"delay-in-days": "3650"}, " after 3650 days"),
        ({"start": {"date-parts": [[2099, 1, 1]]}, "delay-in-days": 0}, ""),
        ({"delay-in-days": 0}, ""),
    ],
)
def test_a_licence_that_begins_later_is_not_the_plain_one(limits: dict[str, Any], said: str) -> None:
    assert parsed(license=[{"URL": BY, **limits}]).licence == BY + said


def test_authors_without_a_name_are_no_authors() -> None:
    document = parsed(author=[{}, {"given": None, "family": ""}, {"family": "Berg", "ORCID": "0000-0001"}, "x", 7])
    assert [(a.name, a.given, a.orcid) for a in document.authors] == [("Berg", "", "0000-0001")]


def test_nul_and_lone_surrogates_become_replacement_characters() -> None:
    entry = read_entries(b'[{"id": "a\\u0000b\\ud800", "title": "T\\u0000", "abstract": "x &#0; &#xD800; y."}]', "f")[0]
    document = parse_entry(entry_bytes(entry))
    assert entry_name(entry) == document.source_id == "a\ufffdb\ufffd"
    assert document.title == "T\ufffd"
    canonical(document.model_dump(mode="json"))


def test_numbers_without_a_canonical_form_are_kept_as_they_are_printed() -> None:
    digits = "9" * 5000
    source = f'[{{"id": 1, "a": 0.10, "b": {digits}, "c": 1e999999999999, "d": NaN, "e": -9007199254740992, "f": 7}}]'
    assert json.loads(entry_bytes(read_entries(source.encode(), "f")[0])) == {
        "id": 1, "a": "0.10", "b": digits, "c": "1e999999999999", "d": "NaN", "e": "-9007199254740992", "f": 7,
    }


def test_keys_that_are_not_ascii_are_left_out_of_the_blob() -> None:
    assert entry_bytes({"id": "a", "größe": 1, "b": {"ü": 2, "c": []}}) == b'{"b":{"c":[]},"id":"a"}'


def test_the_order_of_keys_does_not_change_the_blob() -> None:
    one, two = b'[{"id": "a", "title": "T"}]', b'\xef\xbb\xbf{"items": [{"title": "T", "id": "a"}]}'
    assert entry_bytes(read_entries(one, "f")[0]) == entry_bytes(read_entries(two, "f")[0])


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"[{", "refs.json is not JSON"),
        (b"\xff\xfe[", "refs.json is not JSON"),
        (b"[" * 100_000, "refs.json is not JSON"),
        (b'{"name": "x"}', "refs.json holds no list of entries"),
        (b'{"items": {}}', "refs.json holds no list of entries"),
        (b"3", "refs.json holds no list of entries"),
        (b'[{"id": "a"}, {"title": "no id"}]', "refs.json: entry 2 has no id"),
        (b'[{"id": " "}]', "refs.json: entry 1 has no id"),
        (b'[{"id": null}]', "refs.json: entry 1 has no id"),
        (b'[{"id": {}}]', "refs.json: entry 1 has no id"),
        (b'[{"id": true}]', "refs.json: entry 1 has no id"),
        (b"[[1]]", "refs.json: entry 1 has no id"),
        (b'[{"id": "a", "x": ' + b"[" * 40 + b"]" * 40 + b"}]", "refs.json: entry 1 is nested more than 32 levels"),
    ],
)
def test_what_is_no_bibliography_is_refused_with_the_place(content: bytes, problem: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        read_entries(content, "refs.json")
    assert str(caught.value).startswith(problem)
    assert caught.value.remedy


def test_zero_is_an_id() -> None:
    assert entry_name(read_entries(b'[{"id": 0}]', "f")[0]) == "0"


def test_a_file_holds_entries_if_one_of_them_is_good() -> None:
    assert holds_entries(b'[{"title": "no id"}, {"id": "a", "title": "T"}]')
    assert holds_entries(b'{"items": [{"id": "a", "type": "book"}]}')
    for content in (b"[{", b"[1, 2]", b'{"id": "a", "title": "T"}', b'[{"id": "a", "name": "b"}]', b"[]", b"null"):
        assert not holds_entries(content)


def test_json_is_told_by_its_beginning() -> None:
    assert looks_like_json(b"\xef\xbb\xbf \n[")
    assert looks_like_json(b"  {")
    assert not looks_like_json(b'"text"') and not looks_like_json(b"")


@pytest.mark.real
def test_every_entry_of_a_real_bibliography_is_read(data: Path) -> None:
    path = data / "search" / "scifact.csl.json"
    entries = read_entries(path.read_bytes(), path.name)
    assert len(entries) == len(json.loads(path.read_text(encoding="utf-8")))
    for entry in entries[:200]:
        document = parse_entry(entry_bytes(entry))
        assert document.source_id == str(entry["id"]) and document.title and document.sentences
