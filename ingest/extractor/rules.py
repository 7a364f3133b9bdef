"""The default extractor: claims by rules, offline, the same for the same document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...kb.events.build import Cited
from ...kb.events.claims import Claim, ClaimKind, ClaimQuantity, ClaimsExtracted
from ...kb.events.document import Document, Marker, Role
from ...kb.text.cues import has_cue
from ...kb.text.quantities import Quantity, parse_quantities
from .assertions import asserting, effective_roles
from .comparisons import find_comparison
from .force import causal_of, certainty_of, polarity_of
from .kinds import Context, abstract_label, is_own, kind_of, tells_what_was_done
from .names import Names, read_names
from .scope import DocumentScope, read_scope, sentence_slots

_FINDINGS: tuple[ClaimKind, ...] = ("result", "comparison")
_NO_FORCE: tuple[ClaimKind, ...] = ("method", "future-work")


class RulesExtractor:
    """Every sentence that asserts something is one claim, whole; the quote is the sentence by construction."""

    name = "rules"
    version = "1"

    def extract(self, document: Document, cited: Cited) -> ClaimsExtracted:
        """All claims of the document, in reading order."""
        return ClaimsExtracted(extractor=self.name, version=self.version, claims=tuple(_claims(document, cited)))


def _claims(document: Document, cited: Cited) -> Iterator[Claim]:
    roles = effective_roles(document)
    names = read_names(document)
    scope = read_scope(document, roles)
    markers: dict[int, list[int]] = defaultdict(list)
    for number, marker in enumerate(cited.markers):
        markers[marker.sentence].append(number)
    by_sentence = {ordinal: [cited.markers[number] for number in numbers] for ordinal, numbers in markers.items()}
    contexts = _contexts(document, roles, by_sentence)
    piloted = has_cue("preliminary", document.title)
    for ordinal in asserting(document):
        yield _claim(ordinal, document, contexts[ordinal], tuple(markers[ordinal]), names, scope, piloted)


def _contexts(document: Document, roles: list[Role], markers: dict[int, list[Marker]]) -> list[Context]:
    """The context of each sentence. Whether the sentence before reports others is carried on while it is continued."""
    contexts: list[Context] = []
    label: ClaimKind | None = None
    place = (-1, -1)
    others = begun = False
    for ordinal, sentence in enumerate(document.sentences):
        if sentence.section != place[0]:
            label, begun = None, False
        if (sentence.section, sentence.paragraph) != place:
            others = False
        place = (sentence.section, sentence.paragraph)
        role = roles[sentence.section]
        if role == "abstract":
            label = abstract_label(sentence.text) or label
        context = Context(role, label, others, _cites(sentence.text, role, markers.get(ordinal, [])), begun)
        contexts.append(context)
        others = not is_own(sentence.text, context)
        begun = begun or (role == "abstract" and not others and tells_what_was_done(sentence.text))
    return contexts


def _cites(text: str, role: Role, markers: list[Marker]) -> bool:
    """Whether markers bear the statement; under a heading of the paper's own, one inside a sentence names a tool."""
    if role == "other":
        return any(not text[marker.end :].strip(" .)]") for marker in markers)
    return bool(markers)


def _claim(
    ordinal: int,
    document: Document,
    context: Context,
    markers: tuple[int, ...],
    names: Names,
    scope: DocumentScope,
    piloted: bool,
) -> Claim:
    text = document.sentences[ordinal].text
    quantities = parse_quantities(text)
    own = is_own(text, context)
    comparison = find_comparison(text, names)
    kind = kind_of(text, context, own=own, compares=comparison is not None)
    slots = sentence_slots(ordinal, text, quantities, comparison, scope.datasets)
    if own and kind in _FINDINGS:
        slots += scope.missing_from(slots)
    denied = comparison is not None and comparison.relation == "no-difference"
    return Claim(
        sentence=ordinal,
        start=0,
        end=len(text),
        claim_kind=kind,
        polarity="negative" if denied else polarity_of(text),
        certainty=certainty_of(text),
        causal="none" if kind in _NO_FORCE else causal_of(text),
        own=own,
        preliminary=own and kind in _FINDINGS and (piloted or has_cue("preliminary", text)),
        markers=markers,
        quantities=tuple(_quantity(quantity) for quantity in quantities if quantity.kind != "identifier"),
        comparison=comparison if kind in _FINDINGS else None,
        scope=tuple(slots),
    )


def _quantity(quantity: Quantity) -> ClaimQuantity:
    return ClaimQuantity(
        start=quantity.start,
        end=quantity.end,
        value=format(quantity.value, "f"),
        unit=quantity.unit,
        kind=quantity.kind,
        comparator=quantity.comparator,
        role=quantity.role,
    )
