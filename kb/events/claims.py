"""Claims as rows of a build, and the one table of slots that a kind of claim needs.

Offsets are code points into the text of the claim's sentence.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from .base import Payload, Value

ClaimKind = Literal["result", "comparison", "method", "background", "limitation", "future-work", "hypothesis"]
Polarity = Literal["positive", "negative"]
Certainty = Literal["speculated", "suggested", "reported", "asserted"]
Causal = Literal["none", "associated", "conditional", "causes"]
Relation = Literal["higher", "lower", "better", "worse", "equal", "no-difference"]
Direction = Literal["higher", "lower", "none"]
Slot = Literal["dataset", "population", "setting", "comparator", "n", "time", "metric"]

REQUIRED_SLOTS: dict[str, tuple[Slot, ...]] = {
    "result": ("metric", "n", "setting"),
    "comparison": ("metric", "comparator", "n", "setting"),
    "method": (),
    "background": (),
    "limitation": (),
    "future-work": (),
    "hypothesis": (),
}
"""Kind by slots. A claim that lacks one of its slots is at most `pilot`; dataset and population meet `setting`."""


class ScopeSlot(Value):
    """A slot of the claim's scope. `sentence` is an ordinal: the slot may stand in another sentence of the source."""

    slot: Slot
    sentence: int
    start: int
    end: int


class Comparison(Value):
    """A, relation, B, metric. The spans lie in the claim's sentence; the keys are normalised for matching across works.

    `direction` is the relation in terms of the metric's value, so that "better" and "lower error" agree.
    """

    relation: Relation
    direction: Direction
    a: tuple[int, int]
    b: tuple[int, int] | None = None
    metric: tuple[int, int] | None = None
    a_key: str
    b_key: str
    metric_key: str


class ClaimQuantity(Value):
    """A typed quantity in the claim's span. Reals are decimal strings; `unit` is canonical."""

    start: int
    end: int
    value: str
    unit: str | None = None
    kind: str
    comparator: str = "="
    role: str | None = None


class Claim(Value):
    """One asserted sentence (or a clause of it). The quote is the sentence's text from `start` to `end`.

    `markers` are ordinals into the markers of `Cited`; `own` is false where the sentence reports another work.
    `preliminary` is true where the authors call the finding so.
    """

    sentence: int
    start: int
    end: int
    claim_kind: ClaimKind
    polarity: Polarity
    certainty: Certainty
    causal: Causal
    own: bool
    preliminary: bool = False
    markers: tuple[int, ...] = ()
    quantities: tuple[ClaimQuantity, ...] = ()
    comparison: Comparison | None = None
    scope: tuple[ScopeSlot, ...] = ()


class RefusedClaim(Value):
    """A row that an extractor returned and that the text does not bear out; kept and counted."""

    sentence: int
    reason: str


class ClaimsExtracted(Payload):
    """The claims of one source, by one extractor."""

    kind: ClassVar[str] = "ClaimsExtracted"
    extractor: str
    version: str
    claims: tuple[Claim, ...]
    refused: tuple[RefusedClaim, ...] = ()


def missing_slots(claim_kind: str, present: set[str]) -> tuple[str, ...]:
    """Slots of the kind that are not there. Dataset and population count as setting."""
    if present & {"dataset", "population"}:
        present = present | {"setting"}
    return tuple(slot for slot in REQUIRED_SLOTS[claim_kind] if slot not in present)
