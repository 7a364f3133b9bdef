"""What kind of claim a sentence is and whose, from its cues and from the role of its section."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...kb.events.claims import ClaimKind
from ...kb.events.document import Role
from ...kb.text.cues import (
    continues_others,
    has_cue,
    speaks_of_others,
    speaks_of_own,
    speaks_of_own_findings,
    speaks_of_some_study,
)

_OWN_ROLES: frozenset[Role] = frozenset({"abstract", "methods", "results"})
"""Sections in which a marker names what was used and does not turn the sentence into a report."""
_LABEL = re.compile(
    r"^(?P<label>background|introduction|objectives?|aims?|purpose|methods?(?:/design| and (?:results|findings|"
    r"materials))?|materials? and methods?|design|setting|"
    r"participants|interventions?|results?|findings|conclusions?|interpretation|discussion|limitations?)\s?[:.–—-]\s",
    re.IGNORECASE,
)
_CAPITAL_LABEL = re.compile(r"^(?P<label>[A-Z]{4,}(?: AND [A-Z]+)?)\s(?=[A-Z\d])")
_LABEL_KINDS: dict[str, ClaimKind] = {
    "back": "background", "intr": "background", "obje": "method", "aim": "method", "aims": "method", "purp": "method",
    "meth": "method", "mate": "method", "desi": "method", "sett": "method", "part": "method", "inte": "method",
    "resu": "result", "find": "result", "conc": "result", "disc": "result", "limi": "limitation",
}  # fmt: skip
_WHETHER = re.compile(r"\b(?:whether|to (?:assess|test|determine|evaluate|investigate|examine|see|explore))\b[^,.;]*")
_PAST = re.compile(r"\b(?:was|were|had|did)\b")
_AS_BEFORE = re.compile(
    r"^(?:thus|therefore|hence|overall|in (?:summary|conclusion)|taken together|collectively|to conclude)\b",
    re.I,
)


@dataclass(frozen=True)
class Context:
    """What lies around a sentence: the role of its section, the label of its part of a structured abstract (or none),
    whether the sentence before in its paragraph reports others, whether it holds citation markers, and whether the
    abstract has come to what was done."""

    role: Role
    label: ClaimKind | None = None
    after_others: bool = False
    cites: bool = False
    begun: bool = False


def abstract_label(sentence: str) -> ClaimKind | None:
    """The kind that a label at the head of the sentence ("Methods: ...") announces."""
    match = _LABEL.match(sentence) or _CAPITAL_LABEL.match(sentence)
    if match is None:
        return None
    label = match["label"].casefold()
    return "result" if label.startswith("interpretation") else _LABEL_KINDS.get(label[:4].strip())


def tells_what_was_done(sentence: str) -> bool:
    """Whether a sentence of an abstract is past the background: it speaks of this study, methods or findings."""
    return speaks_of_own(sentence) or has_cue("method", sentence) or has_cue("result", sentence)


def is_own(sentence: str, context: Context) -> bool:
    """Whether the claim is the authors' own; "we" and "our" win over everything else."""
    if speaks_of_own(sentence):
        return True
    if context.after_others and continues_others(sentence):
        return False
    if speaks_of_others(sentence) or (context.role not in _OWN_ROLES and speaks_of_some_study(sentence)):
        return False
    if speaks_of_own_findings(sentence) and not context.after_others:
        return True
    return not context.cites or context.role in _OWN_ROLES


def kind_of(sentence: str, context: Context, *, own: bool, compares: bool) -> ClaimKind:
    """The kind of a sentence that asserts something. Plans come first: what is not done yet is no finding."""
    may_plan = context.role in ("methods", "abstract", "discussion")
    if own and (has_cue("future-work", sentence) or (may_plan and has_cue("plan", sentence))):
        return "future-work"
    if _is_limitation(sentence, context, own):
        return "limitation"
    if has_cue("hypothesis", sentence):
        return "hypothesis"
    finds = has_cue("result", _WHETHER.sub("", sentence)) or has_cue("statistic", sentence)
    if compares and (context.role not in ("introduction", "background", "methods") or finds):
        return "comparison"
    return _by_role(sentence, context, own, finds)


def _is_limitation(sentence: str, context: Context, own: bool) -> bool:
    if context.role == "limitations":
        return True
    cue = has_cue("limitation", sentence) or context.label == "limitation"
    # In an introduction others' limitations are the gap that the paper fills.
    return cue and own and (context.role not in ("introduction", "background", "methods") or speaks_of_own(sentence))


def _by_role(sentence: str, context: Context, own: bool, finds: bool) -> ClaimKind:
    does = has_cue("method", sentence)
    if context.label is not None and not (context.label == "method" and finds and not does):
        return "method" if context.label == "result" and does and not finds else context.label
    if context.role == "methods":
        return "result" if finds and not does and own else "method"
    if context.role == "results":
        return "method" if does and not finds else "result"
    if context.role in ("introduction", "background"):
        if own and speaks_of_own(sentence):
            return "result" if finds else "method" if does else "background"
        return "background"
    if context.role == "abstract":
        return "result" if finds else "method" if does else "result" if context.begun and own else "background"
    if context.role in ("discussion", "conclusion"):
        return _in_discussion(sentence, context, own, finds, does)
    return _elsewhere(own, finds, does)


def _in_discussion(sentence: str, context: Context, own: bool, finds: bool, does: bool) -> ClaimKind:
    if not own:
        return "result" if finds else "background"
    if finds or _AS_BEFORE.match(sentence) or (not context.cites and _PAST.search(sentence) and not does):
        return "result"
    if does and speaks_of_own(sentence):
        return "method"
    of_this = context.role == "conclusion" or speaks_of_own(sentence) or speaks_of_own_findings(sentence)
    return "result" if of_this else "background"


def _elsewhere(own: bool, finds: bool, does: bool) -> ClaimKind:
    if finds:
        return "result"
    return "method" if does and own else "background"
