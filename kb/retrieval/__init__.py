"""Retrieval: a question to one library or several, and the answer as a recorded evidence snapshot."""

from .answering import ROUTES, recorded, search, search_many
from .evidence import EvidenceHit, EvidenceSnapshot, Source
from .replay import Replay, replay
from .together import JoinedAnswer, search_together

__all__ = [
    "ROUTES", "EvidenceHit", "EvidenceSnapshot", "JoinedAnswer", "Replay", "Source", "recorded", "replay", "search",
    "search_many", "search_together",
]
