"""The port `extractor`: from a document and its citations to claims."""

from __future__ import annotations

from typing import Protocol

from ...kb.events.build import Cited
from ...kb.events.claims import ClaimsExtracted
from ...kb.events.document import Document


class Extractor(Protocol):
    """Finds the claims of a document. Deterministic; every quote is a span of one sentence."""

    name: str
    version: str

    def extract(self, document: Document, cited: Cited) -> ClaimsExtracted:
        """All claims of the document, in reading order."""
        ...
