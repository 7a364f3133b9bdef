"""Retrieval: a question to a library, and the answer as a recorded evidence snapshot."""

from .answering import ROUTES, recorded, search, search_many
from .evidence import EvidenceHit, EvidenceSnapshot, Source

__all__ = ["ROUTES", "EvidenceHit", "EvidenceSnapshot", "Source", "recorded", "search", "search_many"]
