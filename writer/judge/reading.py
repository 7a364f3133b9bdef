"""A sentence read for judging: its content words with their keys, what negates and what hedges each of them.

There is no grammar here, only what rules can see for certain enough: words, clause boundaries, scopes of negation and
hedges, acronyms. Offsets are into the normalised sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...kb.text.ladders import STATED, hedges
from ...kb.text.lexicon import words
from ...kb.text.lexicon_synonyms import keys
from ...kb.text.normalise import normalise
from ...kb.text.polarity import negated_spans
from ...kb.text.quantities import Quantity, parse_quantities
from ...kb.text.stems import GREEK, GREEK_NAMES, stem
from .phrases import rewrite

STOP = words(
    """
    a an the of in on at to for by with from and or nor but is are was were be been being am that this these
    those it its itself their theirs they them his her he she we our ours us i you your who whom whose which
    what there here as than into onto upon within without between among amongst through throughout during after
    over under above below about against across along via per vs versus if then so such both either neither not
    no cannot do does did doing done has have had having will would shall should may might must could can when
    where while whereas although though however because since thus hence therefore also too very more most less
    least much many own same other another each every all any some few several only just even still yet again
    further once up down out off i.e e.g et al etc how why whether like unlike due rather instead respectively
    versus one two toward towards them themselves ones using used based including included according given often
    generally usually commonly mainly primarily largely mostly particularly especially specifically typically
    namely overall moreover furthermore additionally indeed interestingly importantly notably finally recently
    currently previously first second third significantly statistically fully highly strongly greatly relatively
    itself upon amid despite regardless together well s t relative compared compare comparison
"""
)
#: words that carry little of their own in scientific prose: nothing is claimed by them alone
LIGHT = words(
    """
    study studies result results finding findings data evidence role roles process processes level levels amount
    amounts type types kind kinds form forms way ways case cases example examples number numbers group groups
    part parts effect effects use state status set sets system systems rate rates presence event events activity
    function functions important key major main significant various different certain specific particular new
    novel known common multiple able ability approach method methods term terms condition conditions basis
    aspect aspects characteristic feature features show shows shown showed report reported reports find found
    suggest suggested suggests demonstrate demonstrated demonstrates observe observed reveal revealed reveals
    provide provides provided occur occurs occurred play plays played become becomes have make made several
    potential possible likely general typical overall additional author authors paper work literature researcher
    researchers research experiment experiments analysis model models include includes involve involves involved
    associated related mediated dependent induced subject subjects individual individuals patient patients
    people person treatment therapy cell cells protein proteins gene genes expression disease diseases time
    human humans population populations development response mechanism mechanisms production process factor
    factors high low increased decreased pathway pathways considered considerable well serve serves contain
    contains cause causes lead leads act acts receive received receiving undergo considered remain remains
    previous prior early late total average mean value values score scores measure measures measured due range
    current strong many following exhibit exhibits display displays whole entire among outcome outcomes change
    changes obtain obtained come comes arise contain contained mean total indicate indicates indicated identify
    identified report
"""
)
LIGHT_STEMS = frozenset(stem(word) for word in LIGHT)
_TOKEN = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*(?:-[^\W_]+(?:['’][^\W_]+)*)*[+]?|[;:,()\[\]—]")


@dataclass(frozen=True)
class Word:
    """One token; `keys` is empty for function words and punctuation.

    `negated` words follow a negation; `denied` ones stand anywhere in a clause whose verb is negated, or are negated.
    """

    index: int
    text: str
    start: int
    end: int
    keys: frozenset[str]
    negated: bool = False
    denied: bool = False
    certainty: int = STATED

    @property
    def content(self) -> bool:
        """Whether the word means something by itself."""
        return bool(self.keys)

    @property
    def light(self) -> bool:
        """Whether every paper uses the word, so that little hangs on it."""
        return stem(self.text) in LIGHT_STEMS

    @property
    def entity(self) -> bool:
        """A name: it holds a digit or an inner capital, or is one capital letter."""
        inner = self.text[1:]
        return (
            any(c.isdigit() for c in self.text)
            or any(c.isupper() for c in inner)
            or (not inner and self.text.isupper())
        )


@dataclass(frozen=True)
class Reading:
    """A sentence with its words and quantities; `given` is the text as it came, `text` what was read."""

    given: str
    text: str
    words: tuple[Word, ...]
    quantities: tuple[Quantity, ...]
    keys: frozenset[str]
    negations: tuple[tuple[int, int, int], ...] = ()

    def denies(self, position: int) -> bool:
        """Whether a negation stands right before this offset, with no content word between."""
        return any(
            cue_end <= position < end and not any(cue_end <= word.start < position for word in self.content)
            for _, cue_end, end in self.negations
        )

    @property
    def content(self) -> list[Word]:
        """The words that mean something by themselves."""
        return [word for word in self.words if word.content]


def read(sentence: str, acronyms: dict[str, frozenset[str]] | None = None) -> Reading:
    """Read one sentence; `acronyms` maps the stem of an acronym to the keys of the words it stands for."""
    text = rewrite(normalise(sentence).text)
    quantities = tuple(parse_quantities(text))
    amounts = [(q.start, q.end) for q in quantities if q.kind != "identifier"]
    negated = negated_spans(text)
    denied = [(_clause_start(text, a, b), end) for a, b, end in negated]
    doubts = [(_hedged_from(text, start, end), end, level) for start, end, level in hedges(text)]
    found: list[Word] = []
    for match in _TOKEN.finditer(text):
        for start, end in _parts(text, match.start(), match.end()):
            token = text[start:end]
            numeric = any(a <= start < b for a, b in amounts)
            function = not _carries_meaning(text, start, end) or any(a <= start < b for a, b, _ in negated)
            word_keys = frozenset[str]() if numeric or function else _keys(token)
            found.append(
                Word(
                    len(found), token, start, end, word_keys,
                    any(a <= start < b for a, _, b in negated) or bool(_NO_OBJECT.match(text, end)),
                    any(a <= start < b for a, b in denied),
                    min([level for a, _, level in doubts if a <= start], default=STATED),
                )
            )  # fmt: skip
    spelled = _long_forms(found, acronyms or {})
    all_keys = frozenset().union(*(word.keys for word in found)) | spelled
    return Reading(sentence, text, tuple(found), quantities, all_keys, tuple(negated))


#: "gained no weight", "was found in none": the verb is negated by what follows it
_NO_OBJECT = re.compile(
    r"\s(?:no|none|(?:by|in)\s(?:none|neither))\b(?!\s(?:longer|more|less|fewer|later|earlier|doubt)\b)"
)
#: negations of one phrase, which leave the verb as it is
_LOCAL = re.compile(r"(?:without|rather than|instead of|in the absence of|lacking)$", re.IGNORECASE)
_LOCAL_BEFORE = re.compile(r"(?:\bbut|\band|,|\bwith|^)\s?$", re.IGNORECASE)
_CLAUSE_FROM = re.compile(
    r"[;:()—]|\b(?:but|whereas|while|that|which|who|because|although|though|if|when|since)\b", re.IGNORECASE
)


def _clause_start(text: str, start: int, end: int) -> int:
    """Where the reach of a negation begins: at the subject if it negates the verb, else at itself."""
    cue = text[start:end].lower()
    if cue in ("but not", "and not") or _LOCAL.search(cue):
        return start
    if (cue == "not" and _LOCAL_BEFORE.search(text[:start])) or (cue == "no" and text[:start].endswith("with ")):
        return start
    openings = [match.end() for match in _CLAUSE_FROM.finditer(text, 0, start)]
    return max(openings, default=0)


#: hedges that are said of the subject before them: "the error would be", "a role is possible"
_OF_SUBJECT = re.compile(r"(?:may|might|could|would|appears?|appeared|seems?|seemed)$", re.IGNORECASE)
_BE_BEFORE = re.compile(r"\b(?:is|are|was|were|be|been|remains?|remained)\s(?:\w+ly\s)?$", re.IGNORECASE)
_SUBJECT_FROM = re.compile(
    r"[;:()—]|,|\b(?:and|but|or|that|which|who|because|whereas|while|although|since|if|when)\b", re.IGNORECASE
)


def _hedged_from(text: str, start: int, end: int) -> int:
    """Where the reach of a hedge begins: at itself, or at the subject of its clause."""
    if not (_OF_SUBJECT.match(text[start:end]) or _BE_BEFORE.search(text[:start])):
        return start
    openings = [match.end() for match in _SUBJECT_FROM.finditer(text, 0, start)]
    return max(openings, default=0)


_ORDINALS = frozenset({"first", "second", "third"})
#: "the first study" claims novelty and names no member of a series
_NOVEL = re.compile(r"\s(?:time|study|report|evidence|demonstration|work|method|to|of|and|line)\b")


def _carries_meaning(text: str, start: int, end: int) -> bool:
    """Function words, punctuation and single small letters do not; "group A" and "hepatitis B" name something."""
    token = text[start:end]
    if len(token) == 1 and token.isupper() and start > 0:
        return True
    if token.lower() in _ORDINALS and re.search(r"\bthe\s$", text[:start], re.IGNORECASE):
        return bool(re.match(r"\s[a-z]{3,}", text[end:])) and not _NOVEL.match(text[end:])
    return token[0].isalnum() and token.lower() not in STOP and not (len(token) == 1 and token.islower())


def _keys(token: str) -> frozenset[str]:
    folded = "".join(GREEK.get(c, c) for c in token)
    joined = re.sub(r"[-'’.+]", "", folded)
    return keys(token) | ({joined.lower()} if joined != token or any(c.isdigit() for c in token) else set())


def _parts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """`IL-6-induced` is IL-6 and induced, `temperature-sensitive` two words, `NF-kB` one; prefixes stay on."""
    token = text[start:end]
    if "-" not in token:
        return [(start, end)]
    parts: list[tuple[int, int]] = []
    begin = 0
    pieces = token.split("-")
    position = 0
    for i, piece in enumerate(pieces):
        position += len(piece)
        following = pieces[i + 1] if i + 1 < len(pieces) else ""
        if not following:
            break
        whole = (
            piece.isalpha() and len(piece) >= 4 and piece.lower() not in _PREFIXES and piece.lower() not in GREEK_NAMES
        )
        cut = (following.isalpha() and len(following) >= 4 and following.islower()) and piece.lower() not in _PREFIXES
        if cut or (whole and following.isalpha() and len(following) >= 4):
            parts.append((start + begin, start + position))
            begin = position + 1
        position += 1
    return [*parts, (start + begin, end)]


_PREFIXES = words(
    "anti non pre post co re un in sub super inter intra over under pro up down multi micro macro hyper hypo de mis out"
)


def _long_forms(found: list[Word], acronyms: dict[str, frozenset[str]]) -> frozenset[str]:
    """Keys that the acronyms of a sentence stand for, and acronyms whose long form stands in it."""
    present: frozenset[str] = frozenset().union(*(word.keys for word in found))
    stems = {stem(word.text) for word in found if word.content}
    extra: set[str] = set()
    for acronym, long_form in acronyms.items():
        if acronym in stems or acronym in present:
            extra |= long_form
        elif long_form and all(key in present for key in long_form if not key.startswith("#")):
            extra.add(acronym)
    return frozenset(extra)


_DEFINED = re.compile(r"\(\s?([A-Z][\w-]{1,9}|[a-z]{1,3}[A-Z][\w-]{0,8})\s?(?:[;,][^)]*)?\)")


def acronyms_in(text: str) -> dict[str, frozenset[str]]:
    """Acronyms that `text` defines as "long form (LF)": stem of the acronym to keys of its long form."""
    found: dict[str, frozenset[str]] = {}
    for match in _DEFINED.finditer(text):
        short = match.group(1)
        before = re.findall(r"[^\W_]+(?:[’'][^\W_]+)?", text[max(0, match.start() - 120) : match.start()])
        if long_form := _spelled_out(short, before):
            stems = frozenset(stem(word) for word in long_form if word.lower() not in STOP)
            found[stem(short.rstrip("s") if short[:-1].isupper() else short)] = stems
            found[stem(short)] = stems
    return found


def _spelled_out(short: str, before: list[str]) -> list[str]:
    """The words whose letters the acronym takes, the first word by its first letter (Schwartz and Hearst, 2003)."""
    letters = [c.lower() for c in short if c.isalnum()]
    if letters and letters[-1] == "s" and len(letters) > 2:
        letters = letters[:-1]
    for count in range(1, min(len(before), len(letters) + 5) + 1):
        candidate = before[-count:]
        if candidate[0][0].lower() != letters[0] or candidate[0].lower() in STOP:
            continue
        joined = "".join(word.lower() for word in candidate)
        initials = sum(word[0].lower() in letters for word in candidate if word.lower() not in STOP)
        position = 0
        for letter in letters:
            position = joined.find(letter, position) + 1
            if position == 0:
                break
        else:
            if initials >= min(len(letters), max(1, len(candidate) - 1)) or count == 1:
                return candidate
    return []
