"""What TEI of GROBID and of others says and the small paper of the contract does not."""

from __future__ import annotations

from claimledger.ingest.parser.tei_parser import TeiParser
from claimledger.kb.events.document import Asset, Author, Box, Document, PrintedDate


def _parse(source: str = "", profile: str = "", body: str = "", back: str = "", statement: str = "") -> Document:
    return TeiParser().parse((
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader xml:lang="en"><fileDesc><titleStmt><title>On seals</title>'
        f"</titleStmt>{statement}<sourceDesc><biblStruct>{source}</biblStruct></sourceDesc></fileDesc>"
        f"<profileDesc>{profile}</profileDesc></teiHeader><text><body>{body}</body><back>{back}</back></text></TEI>"
    ).encode())


def test_the_header_gives_people_imprint_and_identifiers() -> None:
    document = _parse(
        """<analytic><author><persName><forename type="first">Fridtjof</forename><forename type="middle">W.</forename>
        <surname>Nansen</surname></persName><email>nansen@uio.no</email><idno type="ORCID">0000-0002-1825-0097</idno>
        <affiliation key="aff0"><note type="raw_affiliation"><label>1</label> Oslo</note>
        <orgName type="department">Zoology
        </orgName><orgName type="institution">University of Oslo</orgName><address><settlement>Oslo</settlement>
        <country key="NO">Norway</country></address></affiliation></author><author><affiliation><orgName>Lost</orgName>
        </affiliation></author><title level="a" type="main">On seals and ice</title></analytic><monogr>
        <title level="j" type="abbrev">Pol J</title><title level="j" type="main">Polar Journal</title><imprint>
        <biblScope unit="volume">7</biblScope><biblScope unit="issue">2</biblScope>
        <biblScope unit="page" from="10" to="19"/>
        <publisher>North</publisher><date type="published" when="2019-11-09"/></imprint></monogr>
        <idno type="MD5">00</idno><idno type="DOI">10.5555/1</idno><idno type="arXiv">arXiv:1901.00001v2[q-bio]</idno>
        <note type="submission">Received: 5 May 2019 Accepted: 24 June 2019</note>""",
        "<textClass><keywords><term>seals</term><term>ice</term></keywords></textClass>",
        statement='<publicationStmt><availability><licence target="https://creativecommons.org/licenses/by/4.0/"/>'
                  "</availability></publicationStmt>")
    assert document.title == "On seals and ice"
    assert document.authors == (
        Author(name="Fridtjof W. Nansen", given="Fridtjof W.", family="Nansen", orcid="0000-0002-1825-0097",
               email="nansen@uio.no", affiliations=("Zoology, University of Oslo, Oslo, Norway",)),)
    assert (document.venue, document.volume, document.issue, document.page_range, document.publisher) == (
        "Polar Journal", "7", "2", "10–19", "North")
    assert (document.doi, document.year, document.keywords) == ("10.5555/1", 2019, ("seals", "ice"))
    assert (document.arxiv or "").startswith("1901.00001")
    assert document.licence == "https://creativecommons.org/licenses/by/4.0/"
    assert document.dates == (
        PrintedDate(event="received", day="2019-05-05"), PrintedDate(event="accepted", day="2019-06-24"),
        PrintedDate(event="published", day="2019-11-09"))


def test_numbers_tell_the_levels_of_sections_that_stand_beside_each_other() -> None:
    document = _parse(body="""<div><head n="2">Methods</head><p>One.</p></div><div><head n="2.1">Seals</head>
        <p>Two.</p></div>
        <div><p>Three.</p></div>""", back='<div type="acknowledgement"><div><p>Thanks.</p></div></div>')
    assert [(s.level, s.number, s.title) for s in document.sections[:2]] == [(1, "2", "Methods"), (2, "2.1", "Seals")]
    assert [s.text for s in document.sentences] == ["One.", "Two.", "Three.", "Thanks."]


def test_sentences_that_grobid_tells_apart_keep_their_places() -> None:
    document = _parse(body="""<div><head n="1" coords="2,72.10,80.00,50.00,10.00">Aim</head><p>
        <s coords="2,72.00,100.00,200.00,10.00;2,72.00,112.005,80.50,10.00">We count, e.g. Seals. Always.</s>
        <ref type="bibr" target="#b0">[1]</ref> <s coords="garbage">No place.</s></p></div>""",
                      back='<div><listBibl><biblStruct xml:id="b0"><monogr><title level="m">Ice</title></monogr>'
                           "</biblStruct></listBibl></div>")
    first, second = document.sentences
    assert first.text == "We count, e.g. Seals. Always. [1]" and second.text == "No place."
    assert first.boxes == (Box(page=2, x0=7200, y0=10000, x1=27200, y1=11000),
                           Box(page=2, x0=7200, y0=11201, x1=15250, y1=12201))
    assert document.sections[0].page == 2 and second.boxes == ()
    assert [(m.sentence, first.text[m.start:m.end], m.references) for m in document.markers or ()] == [(0, "[1]", (0,))]


def test_figures_tables_and_formulas_have_labels_pages_and_cells() -> None:
    document = _parse(body="""<div><head>Results</head><p>See.</p><formula xml:id="formula_0" 
        coords="3,10.00,20.00,30.00,5.00">x = y<label>(1)</label></formula></div>
        <figure xml:id="fig_0" coords="4,10.00,20.00,100.00,50.00"><head>Fig. 2</head>
        <label>2</label><figDesc>Seals on ice.</figDesc></figure><figure type="table" xml:id="tab_0">
        <head>Table 1 :</head>
        <label>1</label><figDesc>Counts.</figDesc><table><row><cell role="label">Year</cell>
        <cell role="label">n</cell></row>
        <row><cell cols="2">2001</cell></row></table><note>At sea.</note></figure>""")
    assert document.assets == (
        Asset(kind="formula", label="(1)", caption="x = y", page=3,
              box=Box(page=3, x0=1000, y0=2000, x1=4000, y1=2500)),
        Asset(kind="figure", label="Fig. 2", caption="Seals on ice.", page=4,
              box=Box(page=4, x0=1000, y0=2000, x1=11000, y1=7000)),
        Asset(kind="table", label="Table 1", caption="Counts.", cells=(("Year", "n"), ("2001", "2001")), header_rows=1,
              notes="At sea."),
    )
    assert [s.text for s in document.sentences] == ["See."]


def test_notes_belong_to_the_section_that_refers_to_them() -> None:
    document = _parse(body="""<div><head>Aim</head><p>Ice<ref type="foot" target="#foot_0">1</ref> melts.</p></div>
        <div><head>End</head><p>So.</p></div><note place="foot" n="1" xml:id="foot_0">Not all of it.</note>
        <note place="foot">Lonely.</note>""")
    assert [(document.sections[s.section].title, s.text, s.note) for s in document.sentences] == [
        ("Aim", "Ice1 melts.", False), ("End", "So.", False), ("Aim", "Not all of it.", True),
        ("Footnotes", "Lonely.", True)]


def test_references_are_read_with_and_without_their_text() -> None:
    document = _parse(back="""<div type="references"><listBibl>
        <biblStruct xml:id="b0"><analytic><title level="a" type="main">On tags</title><author><persName>
        <forename>A</forename>
        <surname>Roe</surname></persName></author><idno type="DOI">10.5555/2</idno></analytic><monogr>
        <title level="j">Polar J
        </title><imprint><biblScope unit="volume">3</biblScope><biblScope unit="page">4</biblScope>
        <date when="2001"/></imprint>
        </monogr><note type="raw_reference">Roe A. On tags. Polar J 2001.</note></biblStruct>
        <biblStruct xml:id="b1"><monogr><title level="m">All seals</title><author><persName>
        <surname>Doe</surname></persName>
        </author><imprint><date when="1999"/></imprint></monogr></biblStruct>
        <bibl xml:id="b2">Poe E. Ice and its ends. Polar J. 2005;8:1-5.</bibl></listBibl></div>""")
    first, book, loose = document.references
    assert (first.raw, first.title, first.authors, first.venue) == (
        "Roe A. On tags. Polar J 2001.", "On tags", ("Roe",), "Polar J")
    assert (first.volume, first.pages, first.year, first.doi) == ("3", "4", 2001, "10.5555/2")
    assert (book.raw, book.title, book.authors, book.venue) == ("Doe. All seals. 1999.", "All seals", ("Doe",), None)
    assert (loose.title, loose.authors, loose.year) == ("Ice and its ends", ("Poe",), 2005)


def test_the_parts_of_an_abstract_are_sections_in_it() -> None:
    document = _parse(profile="<abstract><div><head>Aim</head><p>To count.</p></div><div><p>Nine.</p></div></abstract>")
    assert [(s.title, s.level, s.role) for s in document.sections] == [
        ("Abstract", 1, "abstract"), ("Aim", 2, "abstract")]
    assert [(s.text, s.section) for s in document.sentences] == [("To count.", 1), ("Nine.", 0)]
