"""Degrees, titles and memberships that are printed beside names."""

from __future__ import annotations

import re

_DEGREES = re.compile(
    r"(?<![\w.])(?:Ph\.?\s?D\.?|M\.?\s?D\.?|M\.?\s?Sc\.?|B\.?\s?Sc\.?|M\.?P\.?H\.?|M\.?A\.|M\.?B\.?A\.?|"
    r"M\.?V\.?Sc\.?|Dr\.?\s?(?:rer|med|phil)\.?\s?(?:nat)?\.?|D\.?Sc\.?|M\.?B\.?B\.?S\.?|R\.?N\.?|F\.?R\.?C\.?[SP]\.?|"
    r"Pharm\.?\s?D\.?|D\.?D\.?S\.?|D\.?M\.?D\.?|D\.?V\.?M\.?|B\.?V\.?Sc\.?|B\.?D\.?S\.?|M\.?D\.?S\.?|"
    r"Dr\.?\s?P\.?H\.?|MHS|MSPH|MSN|BSN|DNP|Ed\.?D\.?|Sc\.?D\.?|D\.?\s?Phil\.?|M\.?\s?Phil\.?|"
    r"(?!IJ)[A-Z]{2,}[a-z]{1,5}(?:[A-Z][a-z]*)*|BEng|"
    r"Eng\.?|Prof\.?|Professor|Dr\.?|Mrs?\.|Ing\.|MUDr\.|MVDr\.|RNDr\.|CSc\.?|"
    r"FRCPC?|FRCS|FRCOG|FRACP|FRACS|FCPS|FESC|FACC|FAHA|FACP|FACS|FACOG|MRCP|MRCS|MRCOG|CRNA|"
    r"\(?Hons\.?\)?|MS|BS|BA|MStat|LLM|Esq\.?)(?=[\s,;.\x1e]|$)")
_MEMBERSHIPS = re.compile(
    r"\b(?:(?:Graduate\s+|Life\s+|Senior\s+|Student\s+|Associate\s+)*(?:Member|Fellow)\b,?\s*"
    r"(?:IEEE|ACM|OSA|SIAM|AIAA|ASME|IET|SPIE|AAAI)?|IEEE|OSA)\b|\(?\s?Corresponding author\)?", re.IGNORECASE)


def plain_part(text: str) -> str:
    """The text without degrees and titles."""
    return _DEGREES.sub(" ", text)


def without_memberships(text: str) -> str:
    """The text without memberships of societies and the words for the corresponding author."""
    return _MEMBERSHIPS.sub(" ", text)
