"""The vocabularies of the RDF export. What none of them says is said in our own terms, under `urn:claimledger:vocab:`.

DCTERMS, FOAF, PROV-O, Web Annotation (OA), SPAR (FaBiO, CiTO, BiRO, DoCO), BIBO, PRISM, Micropublications (MP).
"""

from __future__ import annotations

from .nquads import iri

OURS = "urn:claimledger:vocab:"


class Namespace:
    """Terms of one vocabulary: `DCTERMS("title")`."""

    def __init__(self, base: str) -> None:
        self._base = base

    def __call__(self, name: str) -> str:
        """The term as it stands in N-Quads."""
        return iri(self._base + name)


RDF = Namespace("http://www.w3.org/1999/02/22-rdf-syntax-ns#")
RDFS = Namespace("http://www.w3.org/2000/01/rdf-schema#")
DCTERMS = Namespace("http://purl.org/dc/terms/")
DCAT = Namespace("http://www.w3.org/ns/dcat#")
FOAF = Namespace("http://xmlns.com/foaf/0.1/")
PROV = Namespace("http://www.w3.org/ns/prov#")
OA = Namespace("http://www.w3.org/ns/oa#")
FABIO = Namespace("http://purl.org/spar/fabio/")
CITO = Namespace("http://purl.org/spar/cito/")
BIRO = Namespace("http://purl.org/spar/biro/")
DOCO = Namespace("http://purl.org/spar/doco/")
BIBO = Namespace("http://purl.org/ontology/bibo/")
PRISM = Namespace("http://prismstandard.org/namespaces/basic/2.0/")
MP = Namespace("http://purl.org/mp/")
CL = Namespace(OURS)
A = RDF("type")
