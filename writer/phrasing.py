"""Words for the text itself, and patterns out of alternatives, as the rules for sentences about the text need them."""

from __future__ import annotations

import re


def any_of(*alternatives: str) -> re.Pattern[str]:
    """One pattern out of alternatives, whatever their case."""
    return re.compile("|".join(f"(?:{alternative})" for alternative in alternatives), re.IGNORECASE)


TEXT = r"(?:paper|article|note|review|report|survey|manuscript|chapter|text|overview|essay|section|appendix|preprint)"
STUDY = r"(?:study|work|research|project|analysis)"
THIS_SIZE = r"(?:(?:short|brief|small|little|narrative|informal|first|last|next|following|present|whole)\s)*"
