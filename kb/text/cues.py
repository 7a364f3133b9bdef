"""Cues of scientific prose: words that tell a finding from a plan, and the authors' own work from another's.

Each function looks at one sentence; what a section is for must be weighed by the caller. English only. An ambiguous cue
counts in its clause alone: a *pilot whale* is no pilot study. Certainty and cause are ladders of their own (`ladders`).
"""

from __future__ import annotations

import re
from typing import Literal


def _any(patterns: str) -> re.Pattern[str]:
    """One pattern out of alternatives, one a line, for text in lower case; a line that is indented deeper goes on.

    Without IGNORECASE the search skips to the letters that an alternative can begin with.
    """
    lines = re.sub(r"\n {8,}", "", patterns).splitlines()
    return re.compile(r"(?<![\w-])(?:" + "|".join(line.strip() for line in lines if line.strip()) + r")(?![\w-])")


_STUDY = r"(?:study|studies|work|paper|article|trial|review|analysis|survey|report|package|library|project|thesis)"
_FINDINGS = r"(?:results?|findings?|data|observations?|experiments?|analys[ei]s|estimates?)"
_OTHERS = r"(?:studies|works|reports|authors|researchers|investigators|investigations|trials|findings|papers)"
_PRIOR = r"(?:previous|prior|earlier|past|recent)"
_REPORTED = (
    r"(?:found|show(?:n|ed)|report(?:ed)?|demonstrat(?:ed)?|observ(?:ed)?|describ(?:ed)?|propos(?:ed)?|suggest(?:ed)?"
    r"|argu(?:ed)?|conclud(?:ed)?|introduc(?:ed)?|identif(?:ied)?|establish(?:ed)?|document(?:ed)?|claim(?:ed)?"
    r"|implicated|investigated|studied|linked|associated|developed|reviewed|characteri[sz]ed|used)"
)

_AGREES = re.compile(
    r"(?:in (?:agreement|accordance|accord|line) with|(?:consistent|consonant|agrees?|agreed) with|"
    r"supports?|similar to|contrary to|in contrast (?:to|with)|unlike) our (?:\w+ )?(?:results?|findings?|data|"
    r"observations?)"
)
_OWN = _any(rf"""
    we(?! (?:know|humans|all|live)\b)
    our|ours|herein|here,? we
    us(?! ?\$)
    (?:this|the (?:present|current)|present|current) {_STUDY}
    the present {_FINDINGS}
    i (?:find|found|show|propose|present|argue|describe)
""")
_OWN_FINDINGS = _any(rf"""
    (?:these|this) {_FINDINGS}
    the {_FINDINGS} (?:of|from) (?:this|the (?:present|current))
""")
_OTHERS_WORK = _any(rf"""
    et al\.?
    (?:{_PRIOR}|other|several|many|numerous|some|most|existing|published|various)(?: [a-z-]+)? {_OTHERS}
    {_PRIOR}(?: [a-z-]+)? (?:study|work|report|research|literature|investigation|trial|paper)
    (?:previously|recently|originally|first) (?:been )?{_REPORTED}
    (?:has|have) (?:(?:also|recently|previously|long|often|frequently|consistently|
        already) )*been (?:\w+ly )?{_REPORTED}
    (?:was|were|is|are) (?:\w+ly )?(?:reported|proposed|suggested|introduced|demonstrated) (?:by|elsewhere)(?! (?:our|
        this|the present))
    (?:was|were|is|are) (?:\w+ly )?{_REPORTED} in (?:the literature|{_PRIOR}|other|rats|mice|humans) ?[\[(]
    according to (?:the literature|previous|earlier|recent)
    in the literature|others have
    it is (?:(?:well|widely|generally) )?(?:known|established|documented|accepted|recogni[sz]ed)
    elsewhere(?= ?[\[(])
""")
_SOME_STUDY = re.compile(
    r"^(?:however, |moreover, |in addition, |similarly, )?(?:a|an|one|another|two|three) (?:[a-z-]+ ){0,4}?"
    r"(?:study|studies|trials?|meta-analysis|meta-analyses|survey|review)\b[^.;]*?"
    r"\b(?:found|showed|shown|reported|suggested|revealed|demonstrated|concluded|observed|indicated)\b"
)
_THEY = re.compile(
    rf"^(?:these|the|those) (?:\w+ )?(?:authors|researchers|investigators)\b|^(?:they|he|she) (?:(?:also|further|"
    rf"then) )*{_REPORTED}\b"
    r"|^their (?:stud(?:y|ies)|results?|findings?|work|approach|method|model|data)\b"
    r"|^(?:in|from) (?:that|their|those|these) (?:stud(?:y|ies)|works?|trials?)\b"
)
_AUTHOR_YEAR = re.compile(
    r"\b[A-Z][\w'’-]+(?: (?:and|&) [A-Z][\w'’-]+| et al\.?)?,? \(?(?:1[89]|20)\d\d[a-z]?\)"
    r"|^[A-Z][\w'’-]+ (?:and|&) [A-Z][\w'’-]+ \[\d|\b[Aa]ccording to [A-Z][\w'’-]+(?: et al| and [A-Z]|,? [\[(])"
)

_FOUND = (
    r"(?:find|found|show|shown|showed|demonstrate[sd]?|observe[d]?|report(?:ed)?|conclude[d]?|detect(?:ed)?|"
    r"identif(?:y|ied)|"
    r"obtain(?:ed)?|confirm(?:ed)?|reveal(?:ed)?|establish(?:ed)?|note[d]?|achieve[d]?|provide(?:d)? evidence)"
)
_SHOWS = (
    r"(?:show(?:s|ed|n)?|demonstrate[sd]?|indicate[sd]?|reveal(?:s|ed)?|suggest(?:s|ed)?|confirm(?:s|ed)?|"
    r"support(?:s|ed)?|"
    r"impl(?:y|ies|ied)|establish(?:es|ed)?|highlight(?:s|ed)?|provides? evidence)"
)
_OUTCOME = (
    r"(?:higher|lower|greater|smaller|larger|faster|slower|better|worse|more|less|fewer|similar|comparable|different|"
    r"reduced|"
    r"increased|decreased|elevated|improved|associated|correlated|observed|found|detected|obtained|identified|"
    r"achieved|seen|"
    r"noted|susceptible|resistant|superior|inferior|effective)"
)
_RESULT = _any(rf"""
    (?:we|i) (?:(?:also|further|then|therefore|thus|have|could|were able to) )*{_FOUND}
    (?:{_FINDINGS}|{_STUDY}|approach|method|model|evidence|comparison) (?:(?:\w+ly|also|further) )*{_SHOWS}
    (?:figure|fig\.|table) ?\w+ (?:(?:\w+ly|also|further) )*{_SHOWS}
    (?:was|were|is|are) (?:\w+ly )?{_OUTCOME}
    (?:showed|revealed|displayed|recorded|demonstrated|differed)
    (?:did|does|do) not (?:differ|change|improve|increase|decrease|affect|show|reduce|alter|correlate|reach|
        outperform)
    (?:outperform|surpass|exceed)(?:s|ed)?
    achiev(?:es?|ed|ing)
    significant(?:ly)?(?: \w+)? (?:difference|increase|decrease|reduction|effect|improvement|association|correlation|
        change)s?
    significantly (?:\w+ )?(?:higher|lower|greater|more|less|better|reduced|increased|decreased|different|associated|
        improved)
    (?:increased|decreased|rose|fell|dropped|declined|grew|improved|ranged|varied|peaked) (?:from|to|by|with|between|
        after|over|during|up|in)
    (?:doubled|halved|resulted in|exhibited|yielded|reached|accounted for)
    no (?:significant|evidence|difference|effect|association|correlation|change)\w*
    correlat(?:es?|ed) with|odds ratio|hazard ratio
""")
_STATISTIC = re.compile(
    r"\bp\s?[<=>≤≥]\s?0?\.\d|\b95\s?%\s?(?:ci|confidence)|±\s?\d|\b(?:or|hr|rr|sd|sem)\s?[=:]\s?\d"
)

_DO = (
    r"(?:us(?:e|ed)|appl(?:y|ied)|propos(?:e|ed)|present(?:ed)?|introduc(?:e|ed)|develop(?:ed)?|implement(?:ed)?|"
    r"collect(?:ed)?|"
    r"train(?:ed)?|evaluat(?:e|ed)|measur(?:e|ed)|perform(?:ed)?|conduct(?:ed)?|compar(?:e|ed)|analy[sz](?:e|ed)|"
    r"quantif(?:y|ied)|"
    r"calculat(?:e|ed)|comput(?:e|ed)|estimat(?:e|ed)|fit(?:ted)?|adopt(?:ed)?|design(?:ed)?|extract(?:ed)?|"
    r"select(?:ed)?|"
    r"test(?:ed)?|investigat(?:e|ed)|examin(?:e|ed)|assess(?:ed)?|stud(?:y|ied)|describe[d]?|recruit(?:ed)?|"
    r"includ(?:e|ed)|"
    r"exclud(?:e|ed)|defin(?:e|ed)|consider(?:ed)?|combin(?:e|ed)|construct(?:ed)?|buil[td]|creat(?:e|ed)|"
    r"follow(?:ed)?|"
    r"employ(?:ed)?|ran|run|set|split|sampl(?:e|ed)|review(?:ed)?|explor(?:e|ed)|aim(?:ed)?|sought|isolat(?:e|ed)|"
    r"restrict(?:ed)?|"
    r"generat(?:e|ed)|simulat(?:e|ed)|optimi[sz](?:e|ed)|normali[sz](?:e|ed)|sequenced|provide[d]?|offer|release[d]?|"
    r"focus(?:ed)?|"
    r"carr(?:y|ied) out|classif(?:y|ied)|categori[sz](?:e|ed)|model(?:l?ed)?|monitor(?:ed)?|repeat(?:ed)?|"
    r"adjust(?:ed)?)"
)
_DONE = (
    r"(?:used|applied|performed|collected|calculated|computed|measured|recorded|carried out|conducted|prepared|"
    r"implemented|trained|"
    r"randomi[sz]ed|incubated|centrifuged|washed|dissolved|extracted|isolated|purified|purchased|obtained from|"
    r"stored|considered|"
    r"analy[sz]ed|assessed|evaluated|determined|estimated|added|diluted|inoculated|sequenced|amplified|stained|fixed|"
    r"recruited|"
    r"enrolled|excluded|included|selected|screened|sampled|housed|fed|administered|injected|anesthetized|written in|"
    r"based on|"
    r"designed|fitted|normali[sz]ed|defined as|set to|adjusted|modell?ed|tested|divided|developed|constructed|built|"
    r"provided|"
    r"weighed|dried|mixed|kept|maintained|approved|followed|quantified|categori[sz]ed|classified|examined|monitored)"
)
_METHOD = _any(rf"""
    (?:we|i) (?:(?:also|then|first|therefore|next|further|additionally|thus|here|have|randomly|manually|
        incrementally) )*{_DO}
    (?:was|were|is|are|been|being) (?:(?:then|also|subsequently|further|first|randomly|independently|
        thoroughly) )*{_DONE}
    (?:this|the present|our) {_STUDY} (?:\w+ly )?(?:presents?|describes?|introduces?|proposes?|provides?|uses?|used)
    (?:this|the present|our) {_STUDY} (?:\w+ly )?(?:investigate[sd]?|examine[sd]?|aim(?:s|ed)|evaluate[sd]?|
        explore[sd]?|assess(?:es|ed)?)
    the (?:\w+ )?(?:aims?|objectives?|goals?|purpose|scope)(?: of (?:this|the|our)(?: \w+)? {_STUDY})? (?:is|was|were|
        are) to
    our (?:\w+ )?(?:aims?|objectives?|goals?|purpose) (?:is|was|were|are) to
    in order to (?:assess|test|determine|evaluate|investigate|measure)
    (?:provides?|supports?|implements?|allows?|enables?|consists? of|comprises?|includes?|contains?|offers?) (?:a|an|
        the|users?|\w+s)
""")

_FUTURE = _any(r"""
    future (?:\w+ )?(?:work|research|stud(?:y|ies)|directions?|investigations?|experiments?|trials?|versions?|
        releases?)
    future (?:\w+ )?(?:developments?|plans?|efforts?|extensions?|improvements?)
    in (?:the|a) (?:near )?future|next steps?|yet to be \w+|remain(?:s|ed)? to be (?:\w+ly )?\w+
    (?:further|additional|more|larger|longer|prospective|follow-up)(?: [\w-]+){0,3} (?:research|stud(?:y|ies)|work|
        trials?|investigations?|experiments?|validation|analys[ei]s|evaluation|testing|exploration|
        evidence)(?: \w+){0,4} (?:needed|required|warranted|necessary|essential|performed|conducted|undertaken|done|
        carried out)
    warrants? (?:further|additional|more|future)
    (?:we|the authors) (?:(?:also|further|currently|now) )*(?:plan|intend|hope|expect|are planning|are going) to
    (?:should|could|needs? to|must) be (?:(?:further|also|\w+ly) )?(?:investigated|explored|studied|examined|
        clarified|elucidated|confirmed)(?! that)
    (?:is|are) (?:planned|currently underway)
""")
_PLAN = _any(r"""
    we will (?!see|show|discuss|describe|present|refer|denote|demonstrate|assume|focus|first|call|return|say|write|
        argue|use)\w+
    will (?:not )?(?:(?:also|then|only) )?be (?:\w+ly )?(?:\w+ed|undertaken|given|held|done|sought|drawn|taken|kept|
        made|blind)
    (?:participants?|patients?|subjects?|children|women|mothers|men|infants|sites?|investigators?|staff|clinicians?|
        groups?) will
    (?:trial|study|outcomes?|analys[ie]s|data|assessments?|sample) will
""")
_LIMITATION = _any(r"""
    limitations?|drawbacks?|shortcomings?|caveats?|weakness(?:es)?
    (?:is|are|was|were|remains?) (?:\w+ly )?limited (?:by|to|in)|limited (?:statistical )?power|under-?powered
    small(?:er)? (?:sample|study) sizes?|small number of (?:patients|participants|women|men|subjects|cases|samples|
        sites|studies)
    (?:interpreted|interpretation|viewed|treated|used|taken)(?: \w+){0,3} (?:with|requires?) (?:\w+ )?caution
    (?:cannot|could not|can not|may not|might not) be (?:generali[sz]ed|ruled out|excluded|extrapolated)
    (?:may|might|does|do) not (?:be )?generali[sz]e(?:d|able)?
    we (?:did not|do not|were unable to|were not able to|could not|cannot|can not|have not|lacked) (?:assess|measure|
        test|control|evaluate|account|determine|collect|include|examine|have|compare|adjust|rule out|exclude|consider|
        perform|study|verify|address|distinguish|investigate|explore|claim)\w*
    (?:beyond|outside) the scope
    not yet (?:been )?(?:supported|implemented|handled|available|tested|validated|evaluated)
    lack of (?:data|controls?|power|validation|blinding|randomi[sz]ation|follow-up|information|statistical power|
        a control)
    confounding|selection bias|recall bias
""")
_HYPOTHESIS = _any(r"""
    (?<!previously )hypothesi[sz]e[sd]?
    hypothes(?:is|es) (?:is|was|were|are) (?:that|based)
    (?:we|i) (?:(?:also|would|therefore|thus) )*(?:expect|predict|conjecture|speculate|postulate|posit|assumed|
        anticipate|suspect)(?:ed)?(?= that| the| a| [a-z]+s )
    it (?:is|was|seems|appears) (?:\w+ly )?(?:(?:possible|plausible|conceivable) that|tempting to|
        reasonable to (?:assume|expect|think))
    (?:may|might|could|can) (?:(?:also|thus|therefore|in part|partly|possibly|probably) )?(?:be|
        have been)(?: \w+ly)? (?:due|explained|attributed|attributable|because|a (?:result|consequence)|related|
        caused|the (?:result|reason))
    (?:possible|plausible|likely|alternative|another|potential|one) (?:\w+ )?explanations?
    (?:might|may|could) (?:reflect|explain)
    speculat(?:e[sd]?|ive|ion)
""")
_BOILERPLATE = _any(r"""
    (?:was|were|is|are|been) (?:\w+ly )?(?:funded|financed|sponsored) (?:(?:in part|partially|partly) )?by
    (?:was|were|is|are|been) (?:\w+ly )?supported (?:(?:in part|partially|partly) )?by (?:[^.;]{0,80}\b)?(?:grants?|
        funds?|funding|foundation|council|ministry|trust|agency|fellowship|academy|commission|institutes?|programme|
        nsf|nih|erc|dfg)
    grant (?:no|number|agreement|from)\b\.?
    competing (?:financial )?interests?|conflicts? of interests?
    ethics (?:committee|board|approval)|(?:institutional|ethical) review board
    informed consent (?:was|were|is|will|to)|(?:provided|gave|signed|obtained|obtaining|
        given) (?:\w+ ){0,3}informed consent
    creative commons|open access article|all rights reserved|copyright|licen[cs]ed under|copy of this licen[cs]e
    (?:is|are) distributed under the terms
    (?:thank|grateful to|acknowledge) (?:the|all|our|for|dr|prof|anonymous|funding|support)\w*
    authors? (?:read and )?(?:approved|contributed|declare[sd]?|have no|wrote|conceived)
    conceived (?:and|the|of)|(?:prepared|wrote|drafted|revised) the (?:\w+ )?(?:draft|manuscript)|
        revision of the (?:\w+ )?manuscript
    corresponding author
    (?:data|code|materials) (?:are|is) available (?:from|upon|on request|at)|supplementary (?:materials?|
        information) (?:is|are) available
    publisher(?:'s|’s) note|received:? \d|trial registration|registered (?:at|with|in) (?:clinicaltrials|isrctn)
    peer[- ]review(?:ed)? (?:by|under)|this article was
""")
_PRELIMINARY = _any(r"""
    preliminary (?:results?|findings?|evidence|data|stud(?:y|ies)|experiments?|analys[ei]s|reports?|observations?|
        tests?|trial|estimates?)
    pilot (?:stud(?:y|ies)|trials?|experiments?|runs?|tests?|phase|sample|data|project|randomi[sz]ed|feasibility|work|
        results?|evaluation|cohort)
    (?:in|as|from) (?:a|this|our|the|one) (?:(?:single|small) )?pilot
    proof[- ]of[- ](?:concept|principle)|exploratory (?:stud(?:y|ies)|analys[ei]s|trial)|feasibility (?:study|trial)
    case (?:report|series)|single run|early results
    (?:results?|findings?|data|evidence)(?: \w+){0,3} (?:is|are|were|remain) (?:(?:still|only) )?preliminary
""")

Cue = Literal[
    "result", "statistic", "method", "future-work", "plan", "limitation", "hypothesis", "boilerplate", "preliminary"
]  # fmt: skip
_CUES: dict[Cue, re.Pattern[str]] = {
    "result": _RESULT, "statistic": _STATISTIC, "method": _METHOD, "future-work": _FUTURE, "plan": _PLAN,
    "limitation": _LIMITATION, "hypothesis": _HYPOTHESIS, "boilerplate": _BOILERPLATE, "preliminary": _PRELIMINARY,
}  # fmt: skip


def has_cue(cue: Cue, sentence: str) -> bool:
    """Whether the sentence holds a cue of this kind."""
    return _CUES[cue].search(sentence.lower()) is not None


def speaks_of_own(sentence: str) -> bool:
    """Whether the authors speak of themselves or of this study; agreeing with "our results" is not enough."""
    return _OWN.search(_AGREES.sub("", sentence.lower())) is not None


def speaks_of_own_findings(sentence: str) -> bool:
    """Whether the sentence points back to findings ("these results"), which are own unless the text before is not."""
    return _OWN_FINDINGS.search(sentence.lower()) is not None


def speaks_of_others(sentence: str) -> bool:
    """Whether the sentence reports somebody else's work, with or without a marker."""
    return _OTHERS_WORK.search(sentence.lower()) is not None or _AUTHOR_YEAR.search(sentence) is not None


def speaks_of_some_study(sentence: str) -> bool:
    """Whether the sentence reports "a trial" or "one study", which is another's in an introduction or discussion."""
    return _SOME_STUDY.match(sentence.lower()) is not None


def continues_others(sentence: str) -> bool:
    """Whether the sentence goes on about the work that the sentence before reported ("They found")."""
    return _THEY.search(sentence.lower()) is not None
