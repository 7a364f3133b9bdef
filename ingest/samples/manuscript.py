"""A sample manuscript over the sample papers: sound sentences, and three planted faults."""

from __future__ import annotations

from pathlib import Path

from .papers import PAPERS

MANUSCRIPT = """\
---
title: "Can a microphone find bark beetles? A short review"
author: "R. Example"
---

# Introduction

This review looks at detectors that listen for bark beetles in spruce.

# Logs

On the Harz-24 dataset, BarkNet had a lower false alarm rate than the energy threshold detector
[@brandt2019]. On Harz-24, the F1 of BarkNet was about 0.9 [@brandt2019]. On the Vosges-18 dataset,
BarkNet again had a lower false alarm rate than the energy threshold detector, 5.2% against 11.4%
[@aubert2021]. The false alarm rate of BarkNet on the Vosges-18 dataset was thus 6.2 percentage points
lower than that of the energy threshold detector [@aubert2021]. On the Tatra-30 dataset, the F1 of
BarkNet was 0.93 [@lindqvist2022]. Trained dogs find infested logs within a minute [@holm2018].

# Standing trees

In a pilot study, BarkNet detected feeding sounds in 7 of 12 spruces [@marek2023]. Wind noise caused a
higher false alarm rate [@marek2023].
"""
"""The faults: 0.93 (the source says 0.88), `holm2018` (no such key), and "caused" (the source says associated)."""

FAULTS = ("0.93", "holm2018", "Wind noise caused")
"""A piece of each sentence with a planted fault."""


def bibliography() -> str:
    """BibTeX of the sample papers."""
    return "\n".join(
        f"@article{{{paper.name},\n"
        f"  author  = {{{' and '.join(_turned(name) for name in paper.authors)}}},\n"
        f"  title   = {{{paper.title}}},\n"
        f"  journal = {{Journal of Forest Sensing}},\n"
        f"  year    = {{{paper.year}}},\n"
        f"  volume  = {{{paper.volume}}},\n"
        f"  pages   = {{{paper.pages.replace('-', '--')}}},\n"
        f"  doi     = {{{paper.doi}}}\n}}\n"
        for paper in PAPERS
    )


def write_manuscript(folder: Path) -> tuple[Path, Path]:
    """Write manuscript and bibliography into a folder; returns both paths."""
    folder.mkdir(parents=True, exist_ok=True)
    manuscript, references = folder / "manuscript.md", folder / "references.bib"
    manuscript.write_text(MANUSCRIPT, encoding="utf-8")
    references.write_text(bibliography(), encoding="utf-8")
    return manuscript, references


def _turned(name: str) -> str:
    given, _, family = name.rpartition(" ")
    return f"{family}, {given}"
