"""The words around a number that say how it bounds (at least, about) and in which role it stands (mean, s.d., n)."""

from __future__ import annotations

import re

_BEFORE = (
    (">=", r"(?:at least|no fewer than|no less than|not less than|minimum of|≥)"),
    ("<=", r"(?:at most|no more than|not more than|not exceeding|within|≤)"),
    (">", r"(?:more than|greater than|larger than|higher than|older than|longer than|over|above|exceed(?:s|ed"
        r"|ing)?|beyond"
          r"|upwards? of|>)"),
    ("<", r"(?:less than|fewer than|lower than|smaller than|younger than|shorter than|under|below|<)"),
    ("about", r"(?:about|approximately|approx\.?|around|roughly|nearly|almost|some|circa|ca\.?|c\.|close to|~|≈"
        r"|on the order of"
              r"|an estimated|estimated at|just (?:over|under))"),
)  # fmt: skip
_COMPARATORS = tuple(
    (sign, re.compile(rf"(?:(?<=[\W])|^){words}\s?(?:the |a |an )?[$€£]?$", re.IGNORECASE)) for sign, words in _BEFORE
)
_AFTER = (
    (
        ">=",
        re.compile(r"\s?(?:(?:or|and)\s(?:more|greater|older|above|over|higher|longer)\b|\+(?!\s?/))", re.IGNORECASE),
    ),
    ("<=", re.compile(r"\s?(?:or|and)\s(?:less|fewer|younger|below|under|lower|shorter)\b", re.IGNORECASE)),
    ("about", re.compile(r"\sor so\b")),
)
#: "over 16 weeks", "over 36 seeds": a span that was covered, not a bound
_SPAN_UNITS = {"day", "week", "month", "year", "h", "min", "s", "decade", "century"}
_SPAN_NOUNS = re.compile(r"[\s-](?:random |independent |different )?(?:seeds?|runs?|trials?|folds?|splits?"
    r"|repeats?|repetitions|epochs?"
                         r"|generations?|cycles|sessions)\b")  # fmt: skip

_ROLES = (
    ("sd", r"\b(?:s\.?d\.?|standard deviations?|SDs?)\b\.?\)?\s?(?:of|was|is|were|=|:|,|\[|\()?\s?$"),
    (
        "se",
        r"\b(?:s\.?e\.?m?\.?|SEM?s?|S\.E\.(?:M\.)?|standard errors?(?: of the mean)?)\b"
        r"\.?\)?\s?(?:of|was|is|were|=|:|,|\[|\()?\s?$",
    ),
    ("n", r"(?<![A-Za-z])[nN]\s?[=:]\s?$"),
    ("df", r"\b(?:d\.?f\.?|degrees of freedom)\s?(?:of|=)?\s?$"),
    ("p", r"(?<![A-Za-z])[pP](?:[\s-]?values?)?\s?(?:of|[=<>≤≥]|less than)\s?$"),
)
_ROLES_BEFORE = tuple((role, re.compile(pattern)) for role, pattern in _ROLES)
_STATISTIC = re.compile(
    r"\b(?P<mean>means?|averages?|averaged|on average)\b|\b(?P<median>medians?)\b"
    r"|\b(?P<best>best|maximum|maximal|peak(?:s|ed|ing)?|highest|top)\b|\b(?P<min>minimum|minimal|lowest|worst)\b",
    re.IGNORECASE,
)
_BREAKS_STATISTIC = re.compile(r"(?<![A-Za-z\d])\d|\b(?:after|when|by|following|because|which|that|who|with|using)\b")
_INTERVAL = re.compile(
    r"\d\s?%\s?(?:CIs?|c\.i\.|confidence intervals?|credible intervals?|UI|uncertainty intervals?|CrI)\b[^.;)\]]{0,14}?"
    r"(?P<low>[-+]?[\d.]+\s?%?\s?(?:to|,|-|;|and)\s?)?$",
    re.IGNORECASE,
)


def comparator_of(before: str, after: str, kind: str, unit: str | None) -> str:
    """One of =, <, <=, >, >=, about; `before` and `after` are the text around the number."""
    for sign, pattern in _AFTER:
        if pattern.match(after):
            return sign
    for sign, pattern in _COMPARATORS:
        if pattern.search(before):
            return "=" if _is_span(before, after, unit, sign) else sign
    return "="


def _is_span(before: str, after: str, unit: str | None, sign: str) -> bool:
    over = re.search(r"\bover\s(?:the |a |an |all |all the )?$", before, re.IGNORECASE)
    return bool(over) and sign == ">" and (unit in _SPAN_UNITS or bool(_SPAN_NOUNS.match(after)))


def role_of(before: str, after: str, kind: str) -> str | None:
    """The statistical role of a number, or None where the text does not say."""
    if kind == "percent" and re.match(
        r"\s?(?:CIs?|c\.i\.|confidence|credible|UI|uncertainty|CrI)\b", after, re.IGNORECASE
    ):
        return "ci-level"
    if interval := _INTERVAL.search(before):
        return "ci-high" if interval["low"] else "ci-low"
    if re.search(r"\b(?:up to|as (?:much|many|high|large) as)\s(?:about\s)?[$€£]?$", before, re.IGNORECASE):
        return "max"
    if re.search(r"±\s?$", before):
        return _spread(after)
    for role, pattern in _ROLES_BEFORE:
        if pattern.search(before):
            return role
    if kind in ("count", "year", "ordinal", "p-value"):
        return None
    clause = re.split(r"[;:.]\s|,\s(?:and|but|while|whereas)\s|\)\s", before)[-1]
    statistics = list(_STATISTIC.finditer(clause))
    if statistics and not _BREAKS_STATISTIC.search(clause, statistics[-1].end()):
        return statistics[-1].lastgroup
    if kind != "year" and (end := _end_of_range(before, after)):
        return end
    if re.match(r"\s?to\s[-+]?[\d.]", after) and kind != "year":
        return "low"
    return "high" if re.search(r"\d\s?(?:%|[A-Za-zμ°]{1,4})?\sto\s$", before) and kind != "year" else None


def _end_of_range(before: str, after: str) -> str | None:
    """The ends of what "ranged from 0.8 to 12.4" or lay "between 3 and 5": extremes, and nothing else."""
    if re.search(
        r"\b(?:rang(?:ed|es|ing|e)|span(?:ned|s|ning)?|varied|varies)\s(?:\w+\s)?(?:from|between)\s$|\bbetween\s$",
        before,
    ):
        return "range-low" if re.match(r"[^;.]{0,12}?\s(?:to|and)\s[-+]?[\d.]", after) else None
    opened = re.search(
        r"\b(?:(?:rang(?:ed|es|ing|e)|span(?:ned|s|ning)?|varied|varies)\s(?:\w+\s)?(?:from|between)|between)\s[-+]?[\d.,]+[^;]{0,12}?"
        r"\s(?:to|and)\s$",
        before,
    )
    return "range-high" if opened else None


def _spread(after: str) -> str:
    """What stands after ±: s.d. or standard error where the text says so."""
    if re.search(r"^[^.;]{0,24}?\b(?:s\.?d\.?|standard deviation|SD)\b", after):
        return "sd"
    if re.search(r"^[^.;]{0,24}?\b(?:s\.?e\.?m?\.?|standard error|SEM?)\b", after):
        return "se"
    return "spread"
