"""Cues of scientific prose: words that tell a finding from a plan, and the authors' own work from another's.

Each function looks at one sentence; what a section is for must be weighed by the caller. English only. An ambiguous cue
counts in its clause alone: a *pilot whale* is no pilot study. Certainty and cause are ladders of their own (`ladders`).
"""

from __future__ import annotations

import re
from typing import Literal


def _any(*patterns: str) -> re.Pattern[str]:
    # For text in lower case: without IGNORECASE the search skips to letters that a pattern can begin with.
    return re.compile(r"(?<![\w-])(?:" + "|".join(patterns) + r")(?![\w-])")


_STUDY = (
    r"(?:study|stud(?:y|ies)|work|paper|article|trial|review|analysis|survey|report|package|library|project|module|"
    r"thesis)"
)
_FINDINGS = r"(?:results?|findings?|data|observations?|experiments?|analys[ei]s|estimates?)"
_OTHERS = (
    r"(?:study|studies|investigations?|work|works|reports?|research|literature|authors|researchers|investigators|"
    r"trials?|findings|papers?)"
)
_REPORTED = (
    r"(?:found|show(?:n|ed)|report(?:ed)?|demonstrat(?:ed)?|observ(?:ed)?|describ(?:ed)?|propos(?:ed)?|suggest(?:ed)?"
    r"|argu(?:ed)?|conclud(?:ed)?|introduc(?:ed)?|identif(?:ied)?|establish(?:ed)?|document(?:ed)?|claim(?:ed)?|"
    r"implicated"
    r"|investigated|studied|linked|associated|developed|reviewed|characteri[sz]ed|used)"
)

_OWN = _any(
    r"we(?! (?:know|humans|all|live)\b)", "our", "ours", r"us(?! ?\$)",
    rf"(?:this|the (?:present|current)|present|current) {_STUDY}", "herein", "here,? we",
    rf"the present {_FINDINGS}", r"i (?:find|found|show|propose|present|argue|describe)",
)  # fmt: skip
_OWN_FINDINGS = _any(rf"these {_FINDINGS}", rf"this {_FINDINGS}", rf"the {_FINDINGS} (?:of|from) (?:this|"
rf"the (?:present|current))")
_OTHERS_WORK = _any(
    r"et al\.?", rf"(?:previous|prior|earlier|past|recent|other|several|many|numerous|some|most|existing|published|"
    rf"various)"
    rf"(?: [a-z-]+)? {_OTHERS}", rf"(?:previously|recently|originally|first) (?:been )?{_REPORTED}",
    rf"(?:has|have) (?:also |recently |previously |long |often |frequently |consistently |"
    rf"already )*been (?:\w+ly )?{_REPORTED}",
    rf"(?:was|were|is|are) (?:\w+ly )?{_REPORTED} (?:by|in|elsewhere)(?! (?:our|this|table|fig|section|the present|"
    rf"\d))",
    r"according to (?:the literature|previous|earlier|recent)", "in the literature", "it is (?:well |widely |"
    "generally )?"
    r"(?:known|established|documented|accepted|recogni[sz]ed)", r"others have", r"elsewhere(?= ?[\[(])",
)  # fmt: skip
_THEY = re.compile(
    rf"^(?:these|the|those) (?:\w+ )?(?:authors|researchers|investigators)\b|^they (?:also |further |"
    rf"then )*{_REPORTED}\b"
    r"|^their (?:stud(?:y|ies)|results?|findings?|work|approach|method|model|data)\b|^(?:he|she) (?:also |further )*"
    rf"{_REPORTED}\b|^(?:in|from) (?:that|their|those) (?:stud(?:y|ies)|work|trial)\b"
)
_AUTHOR_YEAR = re.compile(
    r"\b[A-Z][\w'’-]+(?: (?:and|&) [A-Z][\w'’-]+| et al\.?)?,? \(?(?:1[89]|20)\d\d[a-z]?\)|^[A-Z][\w'’-]+ (?:and|"
    r"&) [A-Z][\w'’-]+ \[\d"
    r"|\b[Aa]ccording to [A-Z][\w'’-]+(?: et al| and [A-Z]|,? [\[(])"
)

_RESULT = _any(
    r"(?:we|i) (?:also |further |then |therefore |thus |have |could |were able to )*(?:find|found|show|shown|showed|"
    r"demonstrate[sd]?|observe[d]?|report(?:ed)?|conclude[d]?|detect(?:ed)?|identif(?:y|ied)|obtain(?:ed)?|"
    r"confirm(?:ed)?|"
    r"reveal(?:ed)?|establish(?:ed)?|note[d]?|achieve[d]?|provide(?:d)? evidence)",
    rf"(?:{_FINDINGS}|{_STUDY}|approach|method|model|experiments|evidence|comparison|figure \w+|fig\. ?\w+|table \w+) "
    r"(?:\w+ly |also |further |clearly )*(?:show(?:s|ed|n)?|demonstrate[sd]?|indicate[sd]?|reveal(?:s|ed)?|"
    r"suggest(?:s|ed)?|"
    r"confirm(?:s|ed)?|support(?:s|ed)?|impl(?:y|ies|ied)|establish(?:es|ed)?|highlight(?:s|ed)?|provides? evidence)",
    r"(?:was|were|is|are) (?:\w+ly )?(?:higher|lower|greater|smaller|larger|faster|slower|better|worse|more|less|"
    r"fewer|similar|"
    r"comparable|different|reduced|increased|decreased|elevated|improved|associated|correlated|observed|found|detected|"
    r"obtained|identified|achieved|seen|noted|susceptible|resistant|superior|inferior|effective)",
    r"(?:showed|revealed|displayed|recorded|demonstrated|differed)(?! (?:in|by|elsewhere) \d)",
    r"(?:did|does|do) not (?:differ|change|improve|increase|decrease|affect|show|reduce|alter|correlate|reach|"
    r"outperform)",
    r"(?:outperform|surpass|exceed)(?:s|ed)?", r"achiev(?:es?|ed|ing)", r"significant(?:ly)?(?: \w+)? (?:difference|"
    r"increase|"
    r"decrease|reduction|effect|improvement|association|correlation|higher|lower|greater|more|less|better|reduced|"
    r"increased|"
    r"decreased|different|associated|correlated|improved)",
    r"(?:increased|decreased|rose|fell|dropped|declined|grew|improved|ranged|varied|peaked|doubled|halved) (?:from|"
    r"to|by|with|"
    r"between|after|over|during|up|in)", r"no (?:significant|evidence|difference|effect|association|correlation|"
    r"change)\w*",
    r"resulted in", r"exhibited", r"yielded", r"reached", r"accounted for", r"correlat(?:es?|ed) with", r"odds ratio",
    r"hazard ratio",
)  # fmt: skip
_STATISTIC = re.compile(r"\bp\s?[<=>≤≥]\s?0?\.\d|\b95\s?% (?:ci|confidence)|±\s?\d|\b(?:or|hr|rr|sd|sem)\s?[=:]\s?\d")

_METHOD = _any(
    r"(?:we|i) (?:also |then |first |therefore |next |further |additionally |thus |here |have |randomly |manually )*"
    r"(?:us(?:e|ed)|appl(?:y|ied)|propos(?:e|ed)|present(?:ed)?|introduc(?:e|ed)|develop(?:ed)?|implement(?:ed)?|"
    r"collect(?:ed)?|"
    r"train(?:ed)?|evaluat(?:e|ed)|measur(?:e|ed)|perform(?:ed)?|conduct(?:ed)?|compar(?:e|ed)|analy[sz](?:e|ed)|"
    r"calculat(?:e|ed)|comput(?:e|ed)|estimat(?:e|ed)|fit(?:ted)?|adopt(?:ed)?|design(?:ed)?|extract(?:ed)?|"
    r"select(?:ed)?|"
    r"test(?:ed)?|investigat(?:e|ed)|examin(?:e|ed)|assess(?:ed)?|stud(?:y|ied)|describe[d]?|recruit(?:ed)?|"
    r"includ(?:e|ed)|"
    r"exclud(?:e|ed)|defin(?:e|ed)|consider(?:ed)?|combin(?:e|ed)|construct(?:ed)?|built|build|creat(?:e|ed)|"
    r"follow(?:ed)?|"
    r"employ(?:ed)?|ran|run|set|split|sampl(?:e|ed)|review(?:ed)?|explor(?:e|ed)|aim(?:ed)?|sought|isolat(?:e|ed)|"
    r"generat(?:e|ed)|simulat(?:e|ed)|optimi[sz](?:e|ed)|normali[sz](?:e|ed)|sequenced|provide[d]?|offer|release[d]?|"
    r"focus(?:ed)?)",
    r"(?:was|were|is|are|been|being) (?:then |also |subsequently |further |first |randomly |independently |"
    r"thoroughly )*(?:used|"
    r"applied|performed|collected|calculated|computed|measured|recorded|carried out|conducted|prepared|implemented|"
    r"trained|"
    r"randomi[sz]ed|incubated|centrifuged|washed|dissolved|extracted|isolated|purified|purchased|obtained from|stored|"
    r"analy[sz]ed|assessed|evaluated|determined|estimated|added|diluted|inoculated|sequenced|amplified|stained|fixed|"
    r"recruited|enrolled|excluded|included|selected|screened|sampled|housed|fed|administered|injected|anesthetized|"
    r"written in|based on|designed|fitted|normali[sz]ed|defined as|set to|adjusted|modelled|modeled|tested|divided|"
    r"developed|constructed|built|provided|weighed|dried|mixed|kept|maintained|approved|followed)",
    rf"(?:this|the present|our) {_STUDY} (?:\w+ly )?(?:presents?|describes?|introduces?|proposes?|investigate[sd]?|"
    rf"examine[sd]?|"
    r"aim(?:s|ed)|evaluate[sd]?|explore[sd]?|provides?|assess(?:es|ed)?|compare[sd]?|uses?|used)",
    rf"the (?:\w+ )?(?:aims?|objectives?|goals?|purpose|scope)(?: of (?:this|the|our)(?: \w+)? {_STUDY})? (?:is|was|"
    rf"were|are) to",
    r"in order to (?:assess|test|determine|evaluate|investigate|measure)",
    r"(?:provides?|supports?|implements?|allows?|enables?|consists? of|comprises?|includes?|contains?|offers?) (?:a|"
    r"an|the|"
    r"users?|tools?|functions?|\w+s)",
)  # fmt: skip

_FUTURE = _any(
    r"future (?:\w+ )?(?:work|research|stud(?:y|ies)|directions?|investigations?|experiments?|trials?|versions?|"
    r"releases?|"
    r"developments?|plans?|efforts?|extensions?|improvements?)", r"in (?:the|a) (?:near )?future", r"next steps?",
    r"(?:further|additional|more|larger|longer|prospective|follow-up)(?: [\w-]+){0,3} (?:research|stud(?:y|ies)|work|"
    r"trials?|"
    r"investigations?|experiments?|validation|analys[ei]s|evaluation|testing|exploration|evidence)"
    r"(?: \w+){0,4} (?:is|are|will be|would be|may be|should be|seems?|must be|needed|required|warranted|necessary)"
    r"(?: \w+)? ?(?:needed|required|warranted|necessary|essential|performed|conducted|undertaken|done|carried out|"
    r"useful|of interest)?",
    r"warrants? (?:further|additional|more|future)", r"remain(?:s|ed)? to be (?:\w+ly )?\w+",
    r"(?:we|the authors) (?:also |further |currently |now )*(?:plan|intend|hope|expect|are planning|are going|"
    r"aim in the future) to",
    r"(?:should|could|needs? to|must) be (?:further |also |\w+ly )?(?:investigated|explored|studied|examined|"
    r"clarified|elucidated|confirmed)"
    r"(?! that)", r"(?:is|are) (?:planned|currently underway|under way|ongoing)", r"yet to be \w+",
)  # fmt: skip
_PLAN = _any(
    r"we will (?!see|show|discuss|describe|present|refer|denote|demonstrate|assume|focus|first|call|return|say|write|"
    r"argue|use)\w+",
    r"will (?:not )?(?:also |then |only )?be (?:\w+ly )?(?:\w+ed|undertaken|given|held|done|sought|drawn|taken|kept|"
    r"made|blind)",
    r"(?:participants?|patients?|subjects?|children|women|mothers|men|infants|sites?|investigators?|staff|"
    r"clinicians?|groups?) will",
    r"(?:trial|study|outcomes?|analys[ie]s|data|assessments?|sample) will",
)  # fmt: skip
_LIMITATION = _any(
    r"(?:main |major |important |potential |key |several |some )*limitations?", r"drawbacks?", r"shortcomings?",
    r"caveats?",
    r"weakness(?:es)?", r"(?:is|are|was|were|remains?) (?:\w+ly )?limited (?:by|to|in)", r"small(?:er)? (?:sample|"
    r"study) sizes?",
    r"(?:interpreted|interpretation|viewed|treated|used|taken)(?: \w+){0,3} (?:with|requires?) (?:\w+ )?caution",
    r"(?:cannot|could not|can not|may not|might not) be (?:generali[sz]ed|ruled out|excluded|extrapolated)",
    r"(?:may|might|does|do) not (?:be )?generali[sz]e(?:d|able)?",
    r"we (?:did not|do not|were unable to|were not able to|could not|cannot|can not|have not|lacked) (?:assess|"
    r"measure|test|"
    r"control|evaluate|account|determine|collect|include|examine|have|compare|adjust|rule out|exclude|consider|"
    r"perform|study|"
    r"verify|address|distinguish|investigate|explore|claim)\w*", r"(?:beyond|outside) the scope",
    r"not yet (?:been )?(?:supported|implemented|handled|available|tested|validated|evaluated)", r"lack of (?:data|"
    r"controls?|power|validation|"
    r"blinding|randomi[sz]ation|follow-up|information|statistical power|a control)", r"confounding", r"under-?powered",
    r"selection bias", r"recall bias",
)  # fmt: skip
_HYPOTHESIS = _any(
    r"(?<!previously )hypothesi[sz]e[sd]?", r"hypothes(?:is|es) (?:is|was|were|are) (?:that|based)", r"(?:we|"
    r"i) (?:also |would |therefore |thus )*"
    r"(?:expect|predict|conjecture|speculate|postulate|posit|assumed|anticipate|suspect)(?:ed)?(?= that| the| a|"
    r" [a-z]+s )",
    r"it (?:is|was|seems|appears) (?:\w+ly )?(?:(?:possible|plausible|conceivable) that|tempting to|"
    r"reasonable to (?:assume|expect|think))",
    r"(?:may|might|could|can) (?:be|have been|also be|thus be|therefore be|in part be|partly be|possibly be|"
    r"probably be)"
    r"(?: \w+ly)? (?:due|explained|attributed|attributable|because|a (?:result|consequence)|related|caused|"
    r"the (?:result|reason))",
    r"(?:possible|plausible|likely|alternative|another|potential|one) (?:\w+ )?explanations?", r"might reflect",
    r"may reflect",
    r"could reflect", r"could explain", r"may explain", r"might explain", r"speculat(?:e[sd]?|ive|ion)",
)  # fmt: skip
_BOILERPLATE = _any(
    r"(?:was|were|is|are|been) (?:\w+ly )?(?:funded|financed|sponsored) (?:in part |partially |partly )?by",
    r"(?:was|were|is|are|been) (?:\w+ly )?supported (?:in part |partially |partly )?by (?:[^.;]{0,80}\b)?(?:grants?|funds?|funding|"
    r"foundation|council|ministry|trust|agency|fellowship|academy|commission|institutes?|programme|nsf|nih|erc|dfg)",
    r"grant (?:no|number|agreement|from)\b\.?",
    r"competing (?:financial )?interests?", r"conflicts? of interests?", r"ethics (?:committee|board|approval)",
    r"(?:institutional|ethical) review board", r"informed consent (?:was|were|is|will|to)",
    r"(?:provided|gave|signed|obtained|obtaining|given) (?:\w+ ){0,3}informed consent", r"creative commons", r"open access article",
    r"all rights reserved",
    r"(?:is|are) distributed under the terms", r"licen[cs]ed under", r"(?:thank|grateful to|acknowledge) (?:the|all|"
    r"our|for|dr|prof|anonymous|"
    r"funding|support)\w*", r"authors? (?:read and )?(?:approved|contributed|declare[sd]?|have no|wrote|conceived)",
    r"conceived (?:and|the|of)", r"corresponding author",
    r"(?:data|code|materials) (?:are|is) available (?:from|upon|on request|at)", r"supplementary (?:materials?|"
    r"information) (?:is|are) available",
    r"publisher(?:'s|’s) note", r"received:? \d", r"trial registration", r"registered (?:at|with|"
    r"in) (?:clinicaltrials|isrctn)",
    r"copyright", r"peer[- ]review(?:ed)? (?:by|under)", r"this article was",
)  # fmt: skip
_PRELIMINARY = _any(
    r"preliminary (?:results?|findings?|evidence|data|stud(?:y|ies)|experiments?|analys[ei]s|reports?|observations?|"
    r"tests?|trial|estimates?)",
    r"pilot (?:stud(?:y|ies)|trials?|experiments?|runs?|tests?|phase|sample|data|project|randomi[sz]ed|feasibility|"
    r"work|results?|evaluation|cohort)",
    r"(?:in|as|from) (?:a|this|our|the|one) (?:single |small )?pilot", r"proof[- ]of[- ](?:concept|principle)",
    r"exploratory (?:stud(?:y|ies)|analys[ei]s|trial)",
    r"feasibility (?:study|trial)", r"case (?:report|series)", r"(?:results?|findings?|data|"
    r"evidence)(?: \w+){0,3} (?:is|are|were|remain) (?:still |only )?preliminary",
    r"single run", r"early results",
)  # fmt: skip

Cue = Literal["result", "statistic", "method", "future-work", "plan", "limitation", "hypothesis", "boilerplate",
"preliminary"]
_CUES: dict[Cue, re.Pattern[str]] = {
    "result": _RESULT, "statistic": _STATISTIC, "method": _METHOD, "future-work": _FUTURE, "plan": _PLAN,
    "limitation": _LIMITATION, "hypothesis": _HYPOTHESIS, "boilerplate": _BOILERPLATE, "preliminary": _PRELIMINARY,
}  # fmt: skip


def has_cue(cue: Cue, sentence: str) -> bool:
    """Whether the sentence holds a cue of this kind."""
    return _CUES[cue].search(sentence.lower()) is not None


def speaks_of_own(sentence: str) -> bool:
    """Whether the authors speak of themselves or of this study."""
    return _OWN.search(sentence.lower()) is not None


def speaks_of_own_findings(sentence: str) -> bool:
    """Whether the sentence points back to findings ("these results"), which are own unless the text before is not."""
    return _OWN_FINDINGS.search(sentence.lower()) is not None


def speaks_of_others(sentence: str) -> bool:
    """Whether the sentence reports somebody else's work, with or without a marker."""
    return _OTHERS_WORK.search(sentence.lower()) is not None or _AUTHOR_YEAR.search(sentence) is not None


def continues_others(sentence: str) -> bool:
    """Whether the sentence goes on about the work that the sentence before reported ("They found")."""
    return _THEY.search(sentence.lower()) is not None
