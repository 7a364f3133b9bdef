"""The RDF of an export: read and questioned by rdflib, held against the shapes by pyshacl."""

import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from claimledger.kb.errors import UsageError
from claimledger.kb.library import Library
from claimledger.snapshots.export.export import export
from pyshacl import validate
from rdflib import BNode, Dataset, Graph, Literal, URIRef
from rdflib.namespace import DCTERMS, PROV, RDF

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

CL = "urn:claimledger:vocab:"
MP = "http://purl.org/mp/"
SHAPES = files("claimledger.snapshots.export").joinpath("shapes.ttl").read_text(encoding="utf-8")
BRANDT = "Acoustic detection of bark beetles in spruce logs with a convolutional network"
AUBERT = "An independent test of acoustic beetle detectors on logs from the Vosges"


@pytest.fixture(scope="module")
def dataset(exported: Path) -> Dataset:
    found = Dataset(default_union=True)
    found.parse(exported / "graph.nq", format="nquads")
    return found


@pytest.fixture
def graph(exported: Path) -> Graph:
    """All statements in one graph, free to be broken."""
    found = Dataset()
    found.parse(exported / "graph.nq", format="nquads")
    flat = Graph()
    for subject, predicate, value, _ in found.quads():
        flat.add((subject, predicate, value))
    return flat


def ask(dataset: Dataset, question: str) -> list[tuple[str, ...]]:
    prefixes = (
        f"PREFIX cl: <{CL}> PREFIX mp: <{MP}> PREFIX dcterms: <http://purl.org/dc/terms/> "
        "PREFIX cito: <http://purl.org/spar/cito/> PREFIX prov: <http://www.w3.org/ns/prov#> "
        "PREFIX oa: <http://www.w3.org/ns/oa#> PREFIX foaf: <http://xmlns.com/foaf/0.1/> "
        "PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> "
    )
    return [tuple(str(value) for value in row) for row in dataset.query(prefixes + question)]


def faults(graph: Graph) -> str:
    conforms, _, text = validate(graph, shacl_graph=SHAPES, shacl_graph_format="turtle", advanced=False)
    return "" if conforms else str(text)


def test_the_file_is_sorted_without_repeats_and_without_blank_nodes(exported: Path, dataset: Dataset) -> None:
    lines = (exported / "graph.nq").read_bytes().splitlines(keepends=True)
    assert lines == sorted(set(lines)) and len(lines) > 1000
    assert not any(isinstance(term, BNode) for quad in dataset.quads() for term in quad)


def test_it_answers_who_wrote_what_and_cites_whom(dataset: Dataset) -> None:
    first = f'SELECT ?n {{ ?w dcterms:title "{BRANDT}" ; dcterms:creator ?a . ?a foaf:name ?n ; cl:place 1 }}'
    assert ask(dataset, first) == [("Ilse Brandt",)]
    cited = "SELECT ?a ?b { ?x cito:cites ?y . ?x dcterms:title ?a . ?y dcterms:title ?b }"
    assert (AUBERT, BRANDT) in ask(dataset, cited)


def test_it_answers_what_supports_a_claim_and_where_the_claim_stands(dataset: Dataset) -> None:
    rows = ask(dataset, """SELECT ?said ?place ?sha { ?one mp:supports ?other ; mp:statement ?said ; oa:hasTarget ?t .
        ?t oa:hasSelector ?p ; oa:hasSource ?source . ?p rdf:value ?place . ?source cl:sha256 ?sha }""")
    assert rows and all("lower false alarm rate" in said for said, _, _ in rows)
    assert all(place.startswith("page=1&viewrect=") and len(sha) == 64 for _, place, sha in rows)


def test_it_leads_from_a_packet_to_the_bytes_it_rests_on(dataset: Dataset, exported: Path) -> None:
    rows = ask(dataset, """SELECT DISTINCT ?packet ?sha { ?packet a cl:Packet ; prov:wasDerivedFrom ?what .
        ?what dcterms:isPartOf ?build . ?build prov:wasDerivedFrom ?source ; prov:wasGeneratedBy ?run .
        ?run prov:used ?source ; prov:wasAssociatedWith ?pipeline . ?source cl:sha256 ?sha }""")
    packets = ask(dataset, "SELECT ?p { ?p a cl:Packet }")
    assert len(packets) > 50 and {row[0] for row in rows} == {row[0] for row in packets}


def test_what_a_build_says_stands_in_its_own_graph(dataset: Dataset) -> None:
    rows = ask(dataset, "SELECT ?g ?b { GRAPH ?g { ?c a mp:Claim ; dcterms:isPartOf ?b } }")
    assert rows and all(graph == build for graph, build in rows)


def test_the_export_fits_its_shapes(graph: Graph, exported: Path) -> None:
    assert (exported / "shapes.ttl").read_text(encoding="utf-8") == SHAPES
    assert faults(graph) == ""


def without(graph: Graph, predicate: URIRef, kind: str) -> None:
    subject = next(graph.subjects(RDF.type, URIRef(kind)))
    graph.remove((subject, predicate, None))


def with_other(graph: Graph, predicate: URIRef, value: Literal | URIRef) -> None:
    subject = next(graph.subjects(predicate))
    graph.set((subject, predicate, value))


def _breaks() -> Iterator[tuple[str, object]]:
    yield "no claim or asset", lambda graph: without(graph, PROV.wasDerivedFrom, f"{CL}Packet")
    yield "no source", lambda graph: without(graph, PROV.wasDerivedFrom, f"{CL}Build")
    yield "no run", lambda graph: without(graph, PROV.wasGeneratedBy, f"{CL}Build")
    yield "no place", lambda graph: without(graph, URIRef("http://www.w3.org/ns/oa#hasTarget"), f"{MP}Claim")
    yield "no build of a claim", lambda graph: without(graph, DCTERMS.isPartOf, f"{MP}Claim")
    yield "no root", lambda graph: without(graph, URIRef(f"{CL}root"), f"{CL}Snapshot")
    yield "strength made up", lambda graph: with_other(graph, URIRef(f"{CL}strength"), Literal("proven"))
    yield "kind made up", lambda graph: with_other(graph, URIRef(f"{CL}kind"), Literal("truth"))
    yield "a digest that is none", lambda graph: with_other(graph, URIRef(f"{CL}sha256"), Literal("00"))
    yield "a citation of nothing", lambda graph: with_other(
        graph, URIRef("http://purl.org/spar/cito/cites"), URIRef("urn:claimledger:work-none"))
    yield "an empty quote", lambda graph: with_other(
        graph, URIRef("http://www.w3.org/ns/oa#exact"), Literal(""))
    yield "replicated by nothing", lambda graph: graph.remove((None, URIRef(f"{CL}supportedBy"), None))


@pytest.mark.parametrize("name, spoil", list(_breaks()), ids=[name for name, _ in _breaks()])
def test_broken_statements_do_not_fit_the_shapes(graph: Graph, name: str, spoil: object) -> None:
    before = len(graph)
    spoil(graph)  # type: ignore[operator]
    assert len(graph) < before or faults(graph), "nothing was broken"
    assert faults(graph)


def test_another_base_names_everything_that_has_an_id(tmp_path: Path, mixed_library: Path) -> None:
    base = "https://example.org/kb/"
    with Library.open(mixed_library, read_only=True) as library:
        export(library, tmp_path / "out", formats=["rdf"], base=base)
        for bad in ("kb", "https://example.org/kb", "https://exa mple.org/", "<https://example.org/>"):
            with pytest.raises(UsageError, match="IRI"):
                export(library, tmp_path / "bad", base=bad)
    text = (tmp_path / "out" / "graph.nq").read_text(encoding="utf-8")
    assert f"<{base}claim-" in text and "<urn:claimledger:claim-" not in text and "<urn:claimledger:vocab:kind>" in text


def test_an_empty_library_has_a_graph_that_fits(tmp_path: Path) -> None:
    with Library.create(tmp_path / "library") as library:
        export(library, tmp_path / "out")
    found = Graph()
    found.parse(tmp_path / "out" / "graph.nq", format="nt")
    assert faults(found) == "" and len(found) == 7
    shutil.rmtree(tmp_path / "out")
