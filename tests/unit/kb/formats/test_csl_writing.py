import json

from claimledger.kb.formats.bibtex import Person
from claimledger.kb.formats.csl import entry_bytes, parse_entry, read_entries
from claimledger.kb.formats.csl_writing import CslItem, write_csl
from hypothesis import example, given
from hypothesis import strategies as st

TEXT = st.text(alphabet="aZé <>/&;#=\"'bi5suplt()[]", max_size=25).map(lambda text: " ".join(text.split()))


def back(item: CslItem):
    entries = read_entries("".join(write_csl([item])).encode(), "test")
    assert len(entries) == 1
    return parse_entry(entry_bytes(entries[0]))


@given(TEXT, TEXT)
@example("n<a and b>c in <i>E. coli</i>", "AT&amp;T & co &lt; 10<sup>5</sup>")
def test_any_text_reads_back_as_it_was(title: str, venue: str) -> None:
    document = back(CslItem("a", title=title, venue=venue))
    assert (document.title, document.venue or "") == (title, venue)


def test_all_fields_read_back_as_they_were() -> None:
    item = CslItem(
        "brandt2019", "article-journal", "Bark & beetles", (Person("Brandt", "Ilse"), Person("Beetle Panel")), 2019,
        "J. of Bark", "12", "10.5555/x.1", "2101.00001", "123", "en", "CC BY 4.0", "We listened. We heard them.",
    )
    document = back(item)
    assert [(author.family, author.given) for author in document.authors] == [("Brandt", "Ilse"), ("Beetle Panel", "")]
    assert (document.source_id, document.work_type, document.title) == ("brandt2019", "article-journal", item.title)
    assert (document.year, document.venue, document.volume) == (2019, item.venue, "12")
    assert (document.doi, document.arxiv, document.pmid) == (item.doi, item.arxiv, item.pmid)
    assert (document.language, document.licence) == ("en", "CC BY 4.0")
    assert [sentence.text for sentence in document.sentences] == ["We listened.", "We heard them."]


def test_fields_without_a_value_are_left_out_and_no_item_is_an_empty_list() -> None:
    assert json.loads("".join(write_csl([CslItem("a")]))) == [{"id": "a", "type": "document"}]
    assert json.loads("".join(write_csl([]))) == []


def test_several_items_stand_one_a_line() -> None:
    lines = "".join(write_csl([CslItem("a"), CslItem("b")])).splitlines()
    assert [line.rstrip(",") for line in lines] == [
        "[", '{"id": "a", "type": "document"}', '{"id": "b", "type": "document"}', "]"
    ]
