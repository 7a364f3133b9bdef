"""What JATS says and the small paper of the contract does not: people, relations, tables, notes, markers."""

from __future__ import annotations

from claimledger.ingest.parser.jats_parser import JatsParser
from claimledger.kb.events.document import Asset, Author, Document, Link, PrintedDate, Related


def _parse(meta: str = "", body: str = "", back: str = "", kind: str = "research-article") -> Document:
    title = "" if "<title-group>" in meta else "<title-group><article-title>On seals</article-title></title-group>"
    return JatsParser().parse((
        f'<article article-type="{kind}" xmlns:xlink="http://www.w3.org/1999/xlink"><front><journal-meta>'
        "<journal-title-group><journal-title>Polar Journal</journal-title></journal-title-group><publisher>"
        f"<publisher-name>North</publisher-name></publisher></journal-meta><article-meta>{title}{meta}</article-meta>"
        f"</front><body>{body}</body><back>{back}</back></article>").encode())


def _texts(document: Document, title: str) -> list[str]:
    return [s.text for s in document.sentences if document.sections[s.section].title == title]


def test_people_have_their_affiliations_addresses_and_identifiers() -> None:
    document = _parse("""
        <contrib-group>
          <contrib contrib-type="author" corresp="yes"><contrib-id contrib-id-type="orcid">
            https://orcid.org/0000-0002-1825-009x</contrib-id><name><surname>Nansen</surname><given-names>Fridtjof</given-names>
            <suffix>Jr</suffix></name><xref ref-type="aff" rid="a1">1</xref><xref ref-type="aff" rid="a2">2</xref>
            <xref ref-type="corresp" rid="c1">*</xref></contrib>
          <contrib
        contrib-type="author"><name-alternatives><name><surname>Liv</surname><given-names>Eva</given-names></name>
            <string-name xml:lang="no">Liv, E.</string-name></name-alternatives><email>eva@sea.no</email>
            <xref ref-type="aff" rid="a2">2</xref></contrib>
          <contrib contrib-type="author"><collab>Seal Group<contrib-group><contrib contrib-type="author"><name>
            <surname>Hidden</surname></name></contrib></contrib-group></collab></contrib>
          <contrib contrib-type="editor"><name><surname>Editor</surname></name></contrib>
        </contrib-group>
        <aff id="a1"><label>1</label><institution-wrap><institution-id
        institution-id-type="ror">https://ror.org/01xtthb56
          </institution-id><institution>University of Oslo</institution></institution-wrap><city>Oslo</city>
          <country>Norway</country></aff>
        <aff id="a2"><sup>2</sup>Museum of the Sea, Bergen, Norway. E-mail: post@sea.no</aff>
        <author-notes><corresp id="c1">* Write to: <email>nansen@uio.no</email></corresp></author-notes>""")
    assert document.authors == (
        Author(name="Fridtjof Nansen Jr", given="Fridtjof", family="Nansen Jr", orcid="0000-0002-1825-009X",
               email="nansen@uio.no",
               affiliations=("University of Oslo, Oslo, Norway", "Museum of the Sea, Bergen, Norway"),
               rors=("https://ror.org/01xtthb56",)),
        Author(name="Eva Liv", given="Eva", family="Liv", email="eva@sea.no",
               affiliations=("Museum of the Sea, Bergen, Norway",)),
        Author(name="Seal Group"),
    )


def test_the_imprint_dates_licence_and_funding_are_read() -> None:
    document = _parse("""
        <article-id pub-id-type="doi">10.5555/1</article-id><article-id pub-id-type="pmid">123</article-id>
        <article-id pub-id-type="pmcid">PMC77</article-id>
        <title-group><article-title>On <italic>Phoca</italic><xref ref-type="fn" rid="f">*</xref></article-title>
        <subtitle>a survey</subtitle></title-group>
        <pub-date pub-type="epub"><day>9</day><month>11</month><year>2019</year></pub-date>
        <pub-date pub-type="collection"><year>2020</year></pub-date>
        <pub-date pub-type="pmc-release"><day>1</day><month>1</month><year>2021</year></pub-date>
        <volume>7</volume><issue>2</issue><fpage>10</fpage><lpage>19</lpage>
        <history><date date-type="received"><month>May</month><year>2019</year></date>
        <date date-type="rev-recd"><day>3</day><month>6</month><year>2019</year></date></history>
        <permissions><copyright-statement>© 2020</copyright-statement><license><license-p>Free under
        <ext-link xlink:href="https://creativecommons.org/licenses/by-nc/4.0/">CC
        BY-NC</ext-link>.</license-p></license>
        </permissions><kwd-group kwd-group-type="author"><kwd>seals</kwd><kwd>ice</kwd></kwd-group>
        <kwd-group kwd-group-type="abbreviations"><kwd>GPS</kwd></kwd-group>
        <funding-group><award-group><funding-source>Ice
        Fund</funding-source><award-id>A1</award-id><award-id>A2</award-id>
        </award-group><funding-statement>Nobody else paid.</funding-statement></funding-group>""")
    assert (document.title, document.doi) == ("On Phoca: a survey", "10.5555/1")
    assert (document.pmid, document.pmcid) == ("123", "PMC77")
    assert (document.venue, document.publisher, document.volume, document.issue, document.page_range) == (
        "Polar Journal", "North", "7", "2", "10–19")
    assert document.year == 2020
    assert document.dates == (
        PrintedDate(event="received", day="2019-05"), PrintedDate(event="revised", day="2019-06-03"),
        PrintedDate(event="published", day="2019-11-09"))
    assert document.licence == "https://creativecommons.org/licenses/by-nc/4.0/"
    assert document.keywords == ("seals", "ice")
    assert document.funding == ("Ice Fund: A1, A2", "Nobody else paid.")
    assert document.work_type == "research-article"


def test_corrections_and_retractions_name_their_paper() -> None:
    related = '<related-article related-article-type="{}" ext-link-type="doi" xlink:href="https://doi.org/10.5555/9"/>'
    correction = _parse(related.format("corrected-article"), kind="correction")
    retraction = _parse(related.format("retracted-article"), kind="retraction")
    assert correction.related == (Related(how="correction-of", doi="10.5555/9"),) and not correction.retracted
    assert retraction.related == (Related(how="retraction-of", doi="10.5555/9"),) and not retraction.retracted
    assert _parse(related.format("retraction-forward")).retracted
    assert _parse("<title-group><article-title>RETRACTED: On seals</article-title></title-group>").retracted
    assert not _parse(related.format("companion")).related


def test_the_parts_of_an_abstract_are_sections_in_it() -> None:
    document = _parse("""<abstract abstract-type="graphical"><p><fig><graphic/></fig></p></abstract>
        <abstract abstract-type="plain-language-summary"><p>Seals are nice.</p></abstract>
        <abstract><sec><title>Aim:</title><p>To
        count.</p></sec><sec><title>Results</title><p>Nine.</p></sec></abstract>""")
    assert [(section.title, section.level, section.role) for section in document.sections] == [
        ("Abstract", 1, "abstract"), ("Aim", 2, "abstract"), ("Results", 2, "abstract"),
        ("Plain language summary", 1, "other")]
    assert _texts(document, "Aim") == ["To count."]
    assert _texts(document, "Plain language summary") == ["Seals are nice."]


def test_paragraphs_are_divided_by_what_stands_in_them_and_floats_are_left_out() -> None:
    document = _parse(body="""<sec sec-type="methods"><title>How we counted</title><p>We counted
        <list><list-item><p>males,</p></list-item><list-item><p>females</p></list-item></list> each day<fig
        id="f"><caption>
        <p>Not text.</p></caption></fig>.</p><boxed-text><caption><title>Box
        1</title></caption><p>Inside.</p></boxed-text>
        <p>Area
        <inline-formula><alternatives><tex-math>\\documentclass{x}\\begin{document}$a^2$\\end{document}</tex-math>
        <math><msup><mi>a</mi><mn>2</mn></msup></math></alternatives></inline-formula> in km<sup>2</sup> (
        <italic>n</italic> ).</p></sec>""")
    assert [(s.text, s.paragraph) for s in document.sentences] == [
        ("We counted", 0), ("males,", 1), ("females", 2), ("each day.", 3), ("Box 1", 4), ("Inside.", 5),
        ("Area a2 in km2 (n).", 6)]
    assert document.sections[0].role == "methods"
    last = document.sentences[-1]
    assert [last.text[start:end] for start, end in last.superscripts] == ["2"]
    assert last.path == "/article/body/sec/p[2]"


def test_footnotes_come_last_and_belong_to_the_section_that_refers_to_them() -> None:
    document = _parse(body="""<sec><title>One</title><p>Text<xref ref-type="fn" rid="n1">a</xref> and
        more<fn id="n2"><p>Inline.</p></fn>.</p></sec><sec><title>Two</title><p>End.</p></sec>""",
                      back="""<fn-group><fn id="n1"><label>a</label><p>Note
        one.</p></fn></fn-group><ack><p>Thanks.</p></ack>""")
    assert [(document.sections[s.section].title, s.text, s.note) for s in document.sentences] == [
        ("One", "Texta and more.", False), ("Two", "End.", False), ("Acknowledgements", "Thanks.", False),
        ("One", "Inline.", True), ("One", "Note one.", True)]


def test_numbers_of_one_list_are_one_marker_and_a_range_means_all_between() -> None:
    references = "".join(f'<ref id="r{n}"><mixed-citation>Author {n}. Title number {n}. 2001.</mixed-citation></ref>'
                         for n in range(1, 8))
    document = _parse(body="""<sec><title>T</title><p>Known [<xref ref-type="bibr" rid="r1">1</xref>,
        <xref ref-type="bibr" rid="r3">3</xref>–<xref ref-type="bibr" rid="r6">6</xref>], raised<sup><xref
        ref-type="bibr"
        rid="r2">2</xref>,<xref ref-type="bibr" rid="r7">7</xref></sup> and by name (<xref ref-type="bibr" rid="r4">Roe,
        2001</xref>; <xref ref-type="bibr" rid="r5 r6">Doe, 2001a, b</xref>), as in <xref ref-type="fig" rid="f">Fig.
        1</xref>
        and <xref ref-type="bibr" rid="gone">8</xref>.</p></sec>""", back=f"<ref-list>{references}</ref-list>")
    text = document.sentences[0].text
    assert [(text[m.start:m.end], m.references) for m in document.markers or ()] == [
        ("[1, 3–6]", (0, 2, 3, 4, 5)), ("2,7", (1, 6)), ("Roe, 2001", (3,)), ("Doe, 2001a, b", (4, 5)), ("8", ())]


def test_references_keep_fields_and_get_a_text_where_they_have_none() -> None:
    document = _parse(back="""<ref-list><title>Literature</title>
        <ref id="a"><label>1.</label><element-citation publication-type="journal"><person-group
        person-group-type="author">
        <name><surname>Roe</surname><given-names>A B</given-names></name><collab>Seal Group</collab></person-group>
        <article-title>On tags.</article-title><source>Polar
        J</source><year>2001a</year><volume>3</volume><issue>2</issue>
        <fpage>4</fpage><lpage>9</lpage><pub-id pub-id-type="doi">https://doi.org/10.5555/T.1</pub-id>
        <pub-id pub-id-type="pmid">77</pub-id></element-citation></ref>
        <ref id="b"><mixed-citation
        publication-type="book"><string-name><surname>Doe</surname><given-names>C.</given-names>
        </string-name> (<year>1999</year>). <source>All seals</source>. <publisher-name>North</publisher-name>.
        </mixed-citation></ref>
        <ref id="c"><mixed-citation>Poe E. Ice and its ends. Polar J. 2005;8:1-5.
        arXiv:1234.56789</mixed-citation></ref>
        <ref id="d"><mixed-citation id="d1">Moe F. One. Polar J. 2006.</mixed-citation>
        <mixed-citation id="d2">Noe G. Two. Polar J. 2007.</mixed-citation></ref></ref-list>""",
                      body='<p>See <xref ref-type="bibr" rid="d">4</xref>,<xref rid="d2" ref-type="bibr">b</xref>.</p>')
    first, book, loose, *pair = document.references
    assert first.raw == "Roe A B, Seal Group. On tags. Polar J. 2001a;3(2):4–9. doi:10.5555/T.1"
    assert (first.label, first.title, first.authors, first.year, first.venue) == (
        "1", "On tags", ("Roe", "Seal Group"), 2001, "Polar J")
    assert (first.volume, first.pages, first.doi, first.pmid) == ("3", "4–9", "10.5555/T.1", "77")
    assert (book.title, book.authors, book.venue, book.raw) == (
        "All seals", ("Doe",), None, "Doe C. (1999). All seals. North.")
    assert (loose.title, loose.authors, loose.year, loose.arxiv) == ("Ice and its ends", ("Poe",), 2005, "1234.56789")
    assert [entry.raw[:3] for entry in pair] == ["Moe", "Noe"]
    assert [marker.references for marker in document.markers or ()] == [(3, 4), (4,)]


def test_cells_that_span_stand_in_each_place_that_they_cover() -> None:
    document = _parse(body="""<table-wrap id="t"><label>Table 1.</label><caption><title>Counts</title><p>By
        year.</p></caption>
        <table><thead><tr><th rowspan="2">Sex</th><th
        colspan="2">Year</th></tr><tr><th>2001</th><th>2002</th></tr></thead>
        <tbody><tr><td rowspan="2">all</td><td>1<break/>a</td><td>2</td></tr><tr><td
        colspan="2">3</td></tr></tbody></table>
        <table-wrap-foot><fn><p>a: at sea.</p></fn></table-wrap-foot></table-wrap><disp-formula
        id="e"><label>(1)</label>
        <tex-math>$$x = y$$</tex-math></disp-formula>""")
    assert document.assets == (
        Asset(kind="table", label="Table 1", caption="Counts By year.", header_rows=2, notes="a: at sea.", cells=(
            ("Sex", "Year", "Year"), ("Sex", "2001", "2002"), ("all", "1 a", "2"), ("all", "3", "3"))),
        Asset(kind="formula", label="(1)", caption="x = y"),
    )


def test_a_span_beyond_all_measure_costs_no_memory() -> None:
    cell = '<td colspan="99999999" rowspan="99999999">a</td>'
    document = _parse(body=f"<table-wrap><table><tr>{cell}</tr></table></table-wrap>")
    assert document.assets[0].cells == (("a",) * 1000,)


def test_decision_letters_and_responses_are_no_part_of_the_paper() -> None:
    content = (b"<article><front><article-meta><title-group><article-title>On seals</article-title></title-group>"
               b"</article-meta></front><body><p>Ours.</p></body><sub-article><front-stub><title-group><article-title>Letter"
               b"</article-title></title-group></front-stub><body><p>Theirs.</p><fig><label>Fig</label></fig></body>"
               b"</sub-article></article>")
    document = JatsParser().parse(content)
    assert [s.text for s in document.sentences] == ["Ours."] and document.assets == ()


def test_the_statement_of_availability_gives_links() -> None:
    document = _parse(back="""<sec sec-type="data-availability"><title>Data availability</title><p>Data are at
        <ext-link xlink:href="https://zenodo.org/record/1">https://zenodo.org/record/1</ext-link> and the code at
        https://github.com/seal/count.</p></sec>""")
    assert document.links == (Link(what="data", url="https://zenodo.org/record/1"),
                              Link(what="code", url="https://github.com/seal/count"))
    assert document.sections[0].role == "declarations"
