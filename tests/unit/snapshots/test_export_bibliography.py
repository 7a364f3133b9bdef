import json
import re
from pathlib import Path

from bibtexparser.entrypoint import parse_string
from claimledger.ingest.run import ingest
from claimledger.kb.formats.bibtex import Person, read_bibtex
from claimledger.kb.formats.csl import entry_bytes, parse_entry, read_entries
from claimledger.kb.library import Library
from claimledger.snapshots.export.bibliography import references

TITLES = {
    "Acoustic detection of bark beetles in spruce logs with a convolutional network",
    "An independent test of acoustic beetle detectors on logs from the Vosges",
    "Random forests on cepstral features find bark beetles in stored spruce",
    "Frass on logs & Ips typographus", "Resin flow in June",
}


def test_the_bibtex_has_every_paper_and_reads_back_with_our_reader_and_another(exported: Path) -> None:
    text = (exported / "references.bib").read_text(encoding="utf-8")
    found = read_bibtex(text)
    assert not found.problems and {entry.title for entry in found.entries.values()} == TITLES
    brandt = next(entry for entry in found.entries.values() if entry.title.startswith("Acoustic"))
    assert brandt.authors == (Person("Brandt", "Ilse"), Person("Novak", "Tomas"))
    assert (brandt.year, brandt.venue, brandt.doi) == (2019, "Journal of Forest Sensing", "10.5555/jfs.2019.0101")
    frass = next(entry for entry in found.entries.values() if entry.title.startswith("Frass"))
    assert (frass.venue, frass.authors) == ("J. of 100% Bark", (Person("Öberg", "Åsa"),))
    others = parse_string(text, parse_stack=[])
    assert not others.failed_blocks and {entry.key for entry in others.entries} == set(found.entries)


def test_the_csl_json_has_the_same_papers_under_the_same_keys(exported: Path) -> None:
    content = (exported / "references.csl.json").read_bytes()
    documents = {entry["id"]: parse_entry(entry_bytes(entry)) for entry in read_entries(content, "test")}
    assert {document.title for document in documents.values()} == TITLES
    assert set(documents) == set(read_bibtex((exported / "references.bib").read_text(encoding="utf-8")).entries)
    kinds = {item["title"]: item["type"] for item in json.loads(content)}
    assert kinds["Resin flow in June"] == "paper-conference"


def test_abstracts_go_along_where_their_licence_lets_them(exported: Path) -> None:
    items = {item["title"]: item for item in json.loads((exported / "references.csl.json").read_text(encoding="utf-8"))}
    assert items["Frass on logs & Ips typographus"]["abstract"].startswith("Frass shows where beetles feed.")
    assert "abstract" not in items["Resin flow in June"]


def test_keys_are_plain_and_say_who_when_and_what(exported: Path) -> None:
    keys = sorted(read_bibtex((exported / "references.bib").read_text(encoding="utf-8")).entries)
    assert all(re.fullmatch(r"[a-z0-9]+-[a-z2-7]{4}", key) for key in keys)
    assert [key.partition("-")[0] for key in keys] == [
        "aubert2021independent", "brandt2019acoustic", "kowalczyk2020random", "oberg2018frass", "resinpanel2017resin",
    ]


def test_keys_stay_when_papers_that_look_alike_come(tmp_path: Path) -> None:
    def record(number: int) -> dict[str, object]:
        return {"id": str(number), "title": f"Same words about case {number}", "issued": {"date-parts": [[2020]]},
                "author": [{"family": "Same", "given": "A"}], "type": "article-journal"}

    def keys(library: Library) -> dict[str, str]:
        with library.view() as view:
            return {reference.item.title: reference.key for reference in references(view, [])}

    source = tmp_path / "records.json"
    with Library.create(tmp_path / "library") as library:
        source.write_text(json.dumps([record(1)]))
        ingest(library, [source])
        first = keys(library)
        source.write_text(json.dumps([record(number) for number in range(1, 12)]))
        ingest(library, [source])
        later = keys(library)
    assert len(later) == len(set(later.values())) == 11
    assert first.items() <= later.items()
