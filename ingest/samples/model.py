"""What a sample paper is made of."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class SampleTable:
    """A table with its caption; the first row is the header."""

    label: str
    caption: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class SampleFigure:
    """A bar chart with its caption; bars are (name, value in percent)."""

    label: str
    caption: str
    bars: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class SampleSection:
    """A numbered section: heading and paragraphs."""

    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class SamplePaper:
    """One paper. `hidden` maps a kind of hiding to the sentence that is hidden so."""

    name: str
    title: str
    authors: tuple[str, ...]
    affiliation: str
    year: int
    volume: int
    pages: str
    doi: str
    columns: int
    abstract: str
    sections: tuple[SampleSection, ...]
    references: tuple[str, ...] = ()
    tables: tuple[SampleTable, ...] = ()
    figures: tuple[SampleFigure, ...] = ()
    hidden: dict[str, str] = field(default_factory=dict)

    def citation(self) -> str:
        """The paper as an entry of another paper's reference list."""
        people = " and ".join(self.authors) if len(self.authors) < 3 else ", ".join(self.authors)
        return (
            f"{people}. {self.title}. Journal of Forest Sensing, {self.volume}:{self.pages}, {self.year}. "
            f"doi:{self.doi}"
        )
