"""Sentences about the text itself, its authors or its making: signposts, scope, definitions, thanks, declarations.

A sentence is one only if its subject and its verb both say so, and if it tells no finding beside it. Every rule is
narrow on purpose: what is taken for no claim escapes the audit, so a doubtful sentence stays a claim.
"""

from __future__ import annotations

import re

from .declarations import DECLARATION, THANKS
from .phrasing import STUDY, TEXT, THIS_SIZE, any_of

_THIS = rf"(?:this|our|the\s(?:present|following|current))\s{THIS_SIZE}"
_SECTIONS = (
    r"(?:(?:the|these|this|each|all|both|our)\s)?(?:(?:next|following|remaining|last|first|second|third|final"
    r"|other"
    r"|present|two|three|four|five|few|main)\s)*(?:sections?|chapters?|appendix|appendices|paragraphs?|§)"
    r"(?:\s(?:[A-Z]?\d+(?:\.\d+)?|[IVX]+|[A-D])(?:(?:,|\sand|,\sand)\s(?:[A-Z]?\d+(?:\.\d+)?|[IVX]+|[A-D]))*)?"
    r"(?:\s(?:above|below|before|after|that\sfollows?))?"
)
_WORKS = (
    r"(?:papers?|studies|articles?|works?|sources?|publications?|reports?|trials?|reviews?|packages?|courses?"
    r"|lessons?"
    r"|materials?|examples?|literature|preprints?|abstracts?|theses|references|languages?|projects?|products?"
    r"|topics?)"
)
_SAY = (
    r"(?:describes?|treats?|reviews?|discuss(?:es)?|presents?|covers?|summari[sz]es?|compares?|looks?|turns?"
    r"|considers?"
    r"|examines?|asks?|lists?|explains?|introduces?|deals?|follows?|surveys?|outlines?|sets?\sout|walks?|goes"
    r"|go|moves?"
    r"|collects?|gathers?|brings?|focus(?:es)?|concentrates?|addresses|touch(?:es)?|closes?|opens?|begins?"
    r"|starts?|ends?"
    r"|gives?\s(?:an?|the|some)\s(?:\w+\s)?(?:overview|account|list|summary|outline|background|introduction"
    r"|details?)"
    r"|tells?|takes?\sup|returns?|leaves?|quotes?|cites?|draws?\son|groups?|sketch(?:es)?"
    r"|concludes?(?!\sthat)|report on)"
)
_TEXT_IS = (
    r"(?:is\s(?:about|on|concerned|a|an|not|meant|written|intended|limited|restricted|confined|organi[sz]ed"
    r"|structured"
    r"|arranged|laid\sout|divided|based\son)\b|was\s(?:written|prepared|first|meant)\b|does\snot\b|makes\sno\b"
    r"|has\sno\b"
    r"|aims?\b|seeks?\b|tries\b|attempts?\b|hopes?\b|grew\sout\b|serves?\b|assumes\b)"
)
_BRIEFLY = (
    r"(?:(?:then|first|next|also|finally|briefly|only|now|here|in\sturn|therefore|do\snot|will|shall"
    r"|have)\s)*"
)
_WE_SAY = (
    r"(?:describe|review|discuss|present|look\s(?:at|back|into)|turn\s(?:to|back)|summari[sz]e|outline|sketch"
    r"|touch\son"
    r"|walk\sthrough|go\sthrough|run\sthrough|bring\stogether|set\sout|confine|restrict\sourselves"
    r"|limit\sourselves"
    r"|consider|survey|recall|return\sto|deal\swith|point\sto|comment\son|ask\b(?!\s(?:patients|participants"
    r"|people))"
    r"|close\swith|end\swith|begin\s(?:with|by)|start\s(?:with|by)|conclude\swith|move\son|leave\s(?:aside|out"
    r"|open|it))"
)
_WE_SAY_OF_WORKS = (
    r"(?:treat|collect|examine|follow|list|compare|group|order|cover|choose|chose|select(?:ed)?|picked|read"
    r"|searched"
    r"|cite|quote|include|exclude|left\sout|leave|took|take|checked|considered|restricted|limited|looked"
    r"|gathered)"
)
_HERE = rf"(?:here|below|above|{_THIS}{TEXT}|{_WORKS}|in\sturn|questions?|this\s(?:text|order))"
_START = (
    r"^(?:(?:here|first|second|next|then|finally|last|below|now|in\sturn|after\sthat|lastly|also"
    r"|to\s\w+),?\s)?"
)

_LIVING = (
    r"(?:the\s|all\s|our\s)?(?:\w+\s)?(?:mice|rats|patients|animals|pigs|cells|samples|plants|people"
    r"|women|men|children|infants|birds|fish)\b"
)
_SIGNPOST = any_of(
    rf"{_START}(?:(?:in|by)\s)?{_SECTIONS},?\s(?:then\s|first\s|next\s|also\s|only\s)?{_SAY}\b",
    rf"\band\s{_SECTIONS}\s{_SAY}\b",
    rf"^{_SECTIONS}\s(?:are|is)\s(?:independent\sof\s(?:each\sother|one\sanother)|self-contained|kept\sshort"
    rf"|meant\b"
    r"|written\b|ordered\b|arranged\b)",
    rf"^{_SECTIONS}\s(?:can|may|need\snot|should)\sbe\s(?:read|skipped|taken)\b.*\b(?:order|own|alone|first"
    rf"|last|by\sreaders)\b",
    rf"^(?:here,?\s)?{_THIS}{TEXT}s?\s(?:then\s|only\s|also\s)?(?:{_SAY}\b|{_TEXT_IS})",
    rf"^(?:here,?\s)?{_THIS}{STUDY}\s(?:{_SAY}\b|is\s(?:about|on|concerned)\b|aims?\b|seeks?\b|attempts?\b)",
    rf"^(?:the\s)?(?:text|manuscript|{TEXT})\sis\s(?:organi[sz]ed|structured|arranged|laid\sout|divided)\b",
    rf"^(?:the\s(?:rest|remainder)\sof\s|what\sfollows\b)(?:{_THIS}|the\s)?(?:{TEXT})?\s?(?:is|are|{_SAY}"
    rf"|{_TEXT_IS})",
    rf"^in\s(?:this|the\s(?:next|following|last|present|rest))\s(?:of\s(?:this"
    rf"|the)\s)?(?:{TEXT})s?\b,?\swe\s{_BRIEFLY}"
    rf"(?:{_WE_SAY}|{_WE_SAY_OF_WORKS})\b",
    rf"{_START}(?:we|i)\s{_BRIEFLY}{_WE_SAY}\b",
    rf"{_START}(?:we|i)\s(?:\w+\s){{0,2}}?{_WE_SAY_OF_WORKS}\b.*\b{_HERE}\b",
    rf"{_START}(?:we|i)\s(?:first|begin|start)\b[^.]*\b(?:then|before|after\sthat|finally"
    rf"|and\send)\s(?:{_WE_SAY}|on\sto\b)",
    rf"{_START}(?:we|i)\sfirst\s(?:take\sup|cover|treat"
    rf"|go\sover)\s(?!{_LIVING})[^,]+,\s(?:and\s)?then\s(?!{_LIVING})(?:\S+\s)?\S+$",
    r"^(?:the|each|every|both|these)\s(?:\w+\s)?parts?\s(?:describes?|treats?|discuss(?:es)?|reviews?"
    r"|deals?\swith|asks?|turns?\sto|summari[sz]es?"
    r"|(?:is|are)\s(?:about|devoted|on)|(?:can|may)\sbe\sread)\b",
    r"^the\sorder(?:\sof\s(?:the\s)?(?:sections|chapters|topics|presentation))?\s(?:is|follows|has\sno"
    r"|does\snot|carries)\b",
    r"^readers?\b[^.]*\b(?:may|can|should|might|are\sadvised\sto|are\sreferred|will)\s(?:skip|turn|go|find"
    r"|start|consult|jump|begin|to)\b",
    r"^the\s(?:list|selection|choice|overview|bibliography)\b[^.]*\b(?:not|no|neither|incomplete|ours"
    r"|arbitrary)\b",
)
_SCOPE = any_of(
    r"\b(?:is|are|lies?|lie|falls?|fall|remains?)\s(?:(?:far|well|clearly)\s)?(?:outside|beyond|not\swithin"
    r"|out\sof)\s"
    r"(?:the\s|our\s|its\s)?(?:\w+\s)?(?:scope|reach|remit)\b",
    r"\b(?:is|are)\sleft\s(?:to|for)\s(?:the\s)?(?:readers?|others|future|later|another|specialists|further)\b",
    r"\b(?:is|are)\sleft\s(?:open|aside)\b",
    r"\b(?:is|are)\s(?:a\s)?(?:questions?|matters?)\sfor\s(?:others|another|future|later|specialists"
    r"|the\s(?:reader|future)|further)\b",
    rf"\b(?:is|are|was|were)\s(?:not|only|no\slonger)\s(?:treated|discussed|covered|considered|dealt\swith"
    rf"|reviewed|taken\sup)"
    rf"\s(?:here|further|below|in\s{_THIS}{TEXT})\b",
    rf"^(?:the\s|all\s|only\s|no\s|these\s|most\s|both\s"
    rf"|other\s)?(?:[\w-]+\s){{0,3}}{_WORKS}\s(?:[\w-]+\s){{0,4}}(?:was|were|is|are|have\sbeen)"
    rf"\s(?:not\s|only\s|all\s)*(?:chosen|selected|picked|left\sout|left\saside|omitted|considered|covered"
    rf"|searched|read|listed|ordered"
    r"|arranged|excluded|included|cited)\b(?!\sby\s(?:industry|sponsors|companies"
    r"|manufacturers))(?!\sto\sbe\b)(?!\sas\b)",
    rf"\b(?:was|were|is|are|has\sbeen|have\sbeen)\s(?:not|never)\s(?:\w+\s){{1,4}}(?:for|in)\s(?:this"
    rf"|our)\s{THIS_SIZE}{TEXT}\b",
    rf"^(?:no|nothing|none)\b[^,;]*\b(?:was|were|is|are|has\sbeen)\s(?:\w+\s){{1,3}}(?:for|in)\s(?:this"
    rf"|our)\s{THIS_SIZE}{TEXT}\b",
    rf"^(?:the\s|all\s|only\s)?(?:[\w-]+\s){{0,3}}{_WORKS}\s(?:was|were)\s(?:\w+\s){{1,3}}for\s(?:this"
    rf"|our)\s{THIS_SIZE}{TEXT}\b",
    rf"^we\sdid\snot\s(?:run|install|test|try|contact|repeat|search|rerun|re-?analy[sz]e|write\sto"
    rf"|check)\b[^.]*\b{_WORKS}\b",
    r"^(?:we|i)\s(?:make|take|offer|draw|give|express)\sno\s(?:\w+\s)?(?:attempt|claims?|recommendations?"
    r"|judge?ments?|sides?|position"
    r"|stand|advice|comparisons?|view|conclusions?)\b",
    rf"^(?:the\s|all\s|these\s|both\s|our\s)?(?:[\w-]+\s){{0,2}}{_WORKS}\s(?:all\s|mostly\s)?(?:come|came|stem"
    rf"|stems|comes)\sfrom\s(?:an?|the|one|two|three|a\sfew|our)\s(?:[\w-]+\s){{0,3}}"
    r"(?:journals?|archives?|collections?|librar(?:y|ies)|repositor(?:y|ies)|databases?|proceedings"
    r"|publishers?|bibliograph(?:y|ies))\b",
    rf"^(?:nothing|little|no\sword)\sis\ssaid\s(?:here|in\s{_THIS}{TEXT}|of\b|about\b|on\b)",
    r"\b(?:is|are)\s(?:not\s(?:our|the)\s(?:subject|topic|concern|theme)|another\s(?:story|matter)"
    r"|not\spart\sof\s(?:this|our)\b|no\spart\sof\sthis\b)",
    r"\b(?:will|does|do|need)\snot\sconcern\sus\b",
    r"^(?:we|i)\s(?:leave\s(?:[\w-]+\s){1,6}(?:to\s(?:others|specialists|the\sreader)|aside|out)|say\snothing"
    r"|have\snothing\sto\ssay|exclude[sd]?\s(?:all\s)?(?:reviews|preprints|theses|papers|studies))\b",
    r"^(?:the|our)\s(?:choice|selection|list|set)\sof\s(?:[\w-]+\s){0,2}(?:papers?|studies|works?|trials?"
    r"|sources?|packages?|topics?|examples?|courses?)\b[^.]*\b(?:is|was|follows|reflects|does|makes|rests)\b",
    r"^no\s(?:attempt|claim|recommendation|judge?ment|position|side|comparison)\b[^.]*\b(?:is|was)\s(?:made"
    r"|taken|given|intended|attempted)\b",
    r"^(?:all|the)\s(?:numbers|figures|values|quotations|names|units|years|dates)\s(?:are"
    r"|were)\s(?:\w+\s)?(?:given\sas|quoted|copied|as\sprinted"
    r"|taken\sfrom\s(?:the\s)?(?:published|cited|original|papers|sources|abstracts))\b",
    r"^(?:species\s|common\s)?(?:names|units|spellings?|abbreviations|terms|quotations)\s(?:follow"
    r"|are\sthose\sof|are\sas\sin)\b",
)
_AIM = any_of(
    r"^(?:\w+,\s)?(?:we|i)\s(?:aim|want|wish|intend|hope|seek|set\sout|plan|attempt|try)\sto\b",
    rf"\b(?:aims?|goals?|purposes?|objectives?|intention)\s(?:of\s{_THIS}(?:{TEXT}|{STUDY}|trial)\s)(?:is"
    rf"|was|are|were)\b",
    r"^our\s(?:\w+\s)?(?:aims?|goals?|purposes?|objectives?|intention)\s(?:is|was|are)\b",
    r"^the\s(?:aims?|goals?|purposes?|objectives?)\s(?:is|was|are|here)\b",
)
_DEFINITION = any_of(
    r"^(?:here|below|throughout|in\s(?:this|what|the)\s\w+(?:\sfollows)?)\b[^.;]{0,60}?\b(?:means?|refers?\sto"
    r"|stands?\sfor|denotes?|is\staken\s(?:as|to))\b",
    r"^(?:\w+,\s)?(?:we|i)\s(?:\w+\s)?(?:define\b|(?:use|take|reserve)\s(?:the\s)?(?:term|word|name|phrase"
    r"|symbol|abbreviation)s?\b|mean\b|call\s(?:this|these|such|a|an|it)\b)",
    r"\bwe\smean\b|\bis\sabbreviated\s(?:as|to)\b|\b(?:is|are)\sdefined\sas\b",
    r"^(?:by|with)\s\S+(?:\s\S+){0,4}\swe\s(?:mean|understand|denote)\b",
    r"^the\s(?:terms?|words?|names?|symbols?|abbreviations?)\s[^.]{1,60}\b(?:means?|refers?\sto|covers?"
    r"|is\sused|are\sused|stands?\sfor|denotes?)\b",
    r"^[^\s,;]+(?:\s[^\s,;]+){0,2}\s(?:stands?\sfor|denotes?)\s",
    r"^the\s(?:\w+\s){0,3}(?:error|loss|score|rate|index|accuracy|coverage|bias|gain|measure|metric|ratio"
    r"|distance|efficiency|recall|precision)"
    r"\sis\sthe\s(?:\w+\s)?(?:mean|root|ratio|sum|share|number|difference|proportion|fraction|median"
    r"|percentage|average|absolute|square)\s",
    rf"^in\sthis\s{TEXT},\s(?:an?\s|the\s)?[^,;]{{1,40}}?\s(?:is|are)\s(?:an?|any|anyone|every|the|what|those"
    rf"|all)\b",
    r"\b(?:is|are)\sshort\sfor\b|,\sfor\sshort\b|^(?:from\s(?:here|now)\son|for\sbrevity|for\sshort|hereafter"
    r"|henceforth),\s",
    r"^(?:we|i)\s(?:write|say)\s\S+(?:\s\S+){0,2}\s(?:for|to\smean|instead\sof)\b|^(?:we|i)\sspeak\sof\s",
    r"\b(?:is|are)\s(?:called|written|named)\s[^.;]{1,40}\s(?:below|here|hereafter|throughout|for\sshort"
    r"|in\swhat\sfollows)\b",
    r"\b(?:is|are)\sused\shere\s(?:for|to\smean|in\sthe\ssense)\b",
)
_MARKED_TERM = re.compile(
    r"^(?:\w+,\s)?(?:[Ww]e|I)\s(?:also\s)?(?:use|say|write|speak\sof|call)\s(?P<mark>\*{1,2}|_{1,2}|\"|“|'|‘"
    r"|\\emph\{|``)"
    r"(?:(?P<word>[a-z][\w -]{0,40}?)|[A-Z][\w -]{0,40}?(?=[\"”]))(?:\*{1,2}|_{1,2}|\"|”|'|’|\}|'')"
    r"\s(?:here\s)?(?:for|to\smean|when|if|in\sthe\ssense|of\s|as\sshort)"
)
_OPEN = re.compile(
    r"\b(?:whether|if)\b(?:(?!\b(?:because|since|and|but)\b)[^,;])*|\b(?:asks?|examines?|discuss(?:es)?"
    r"|considers?|compares?|see)\s(?:which|what|how\s\w+|who)\b[^,;]*",
    re.I,
)
_EVIDENTIAL = (
    r"(?:show\w*|found|finds?|demonstrat\w+|prove\w*|reveal\w*|confirm\w*|conclud\w+|report\w*|suggest\w*"
    r"|indicat\w+|establish\w*|know"
    r"|argue\w*|note\w*|explain\w*|see|say|state\w*|observe\w*|believe|hold|claim|evidence|fact|idea|recall"
    r"|consider|remark|proof|news|describes?)"
)
_FINDING = any_of(
    rf"\b{_EVIDENTIAL}\s(?:\w+ly\s)?that\b",
    r"(?<!\bto\s)\b(?:finds?|found|observed|saw(?!\s(?:the|this)\s(?:text|draft|manuscript))|detected|proves?"
    r"|proved|demonstrates?|demonstrated|confirms?|confirmed|reveals?|revealed)\b(?!\sin\b)",
    r"\d\s?%|\bper\s?cent\b|\bp\s?[<=>]|\d\.\d|\d\s?(?:mg|kg|g|ml|mm|cm|km|ppm|°|fold)\b|\bfold\b|\b(?:half"
    r"|twice|double|triple)\b",
    r"\bbecause\b(?!\s(?:they|it|we)\b)",
    r"\b(?:than|owing\sto|due\sto|thanks\sto)\b",
    r"\b(?:higher|lower|better|worse|faster|slower|superior|inferior|stronger|weaker|safer|cheaper"
    r"|outperform\w*|best|worst|highest|lowest|unmatched|unrivalled)\b",
    r"\b(?:cur(?:e|es|ed)|kill(?:s|ed)?|heal(?:s|ed)?|prevent(?:s|ed)?|halv(?:e|es|ed)|doubl(?:e|es|ed)"
    r"|tripl(?:e|es|ed)|beats?|rais(?:es|ed)|lower(?:s|ed)"
    r"|reduc(?:es|ed)|increas(?:es|ed)|decreas(?:es|ed)|improv(?:es|ed)|caus(?:es|ed)|leads?\sto|led\sto"
    r"|result(?:s|ed)\sin|protect(?:s|ed)?|eradicat(?:es|ed)"
    r"|eliminat(?:es|ed)|inhibit(?:s|ed)?|suppress(?:es|ed)|worsen(?:s|ed)?|outlast(?:s|ed)?|exceed(?:s|ed)?"
    r"|surpass(?:es|ed)|enhanc(?:es|ed)|accelerat(?:es|ed)"
    r"|boost(?:s|ed)?|induc(?:es|ed)|trigger(?:s|ed)?|promot(?:es|ed)|reliev(?:es|ed)|shorten(?:s|ed)?"
    r"|correlat(?:es|ed)|die[sd]?|surviv(?:es|ed)|fail(?:s|ed)?"
    r"|rose|fell|grew|dropped|declined|failed|succeed(?:s|ed)?|differ(?:s|ed)?|affect(?:s|ed)?|works\s(?:in|on"
    r"|for|well|best))\b",
    r"\b(?:safe|effective|ineffective|toxic|harmful|harmless|efficacious|significant\w*|resistant|carcinogenic"
    r"|contagious|associated\swith|responsible\sfor|sufficient\sto)\b",
    r"\b(?:that|which|who)\s(?:reliably|always|never|consistently|clearly|rapidly|does|do|did|will|can|could"
    r"|cannot)\b",
)
_RESULT = re.compile(rf"\b{_EVIDENTIAL}\sthat\b|\bp\s?[<=]", re.I)
_SECOND_PART = re.compile(r";\s|,\s(?:which|who|and|but|so|yet|where|as)\b|\s(?:and|but)\s(?:it|they|this|these)\s")


def is_thanks(text: str) -> bool:
    """Whether the sentence thanks somebody, and does nothing else."""
    return bool(THANKS.search(text)) and not _adds_a_finding(text)


def is_about_the_text(text: str, source: str) -> bool:
    """Whether a sentence speaks of the text, its authors or its making, or defines a word, and tells no finding.

    `text` is plain, `source` has the markup: a word that is defined is set off by it.
    """
    if is_thanks(text):
        return True
    if _DEFINITION.search(text) or _MARKED_TERM.search(source):
        return not _adds_a_finding(text)
    about = any(rule.search(text) for rule in (_SIGNPOST, _SCOPE, _AIM, DECLARATION))
    return about and not tells_a_finding(text)


def tells_a_finding(text: str) -> bool:
    """Whether a sentence says something of the world beside what it says of the text; open questions aside."""
    return bool(_FINDING.search(_OPEN.sub(" ", text)))


def _adds_a_finding(text: str) -> bool:
    """The same for thanks and definitions, whose first part may hold any word: only what is hung on it counts."""
    rest = _SECOND_PART.split(text, maxsplit=1)[1:]
    return bool(_RESULT.search(text)) or any(tells_a_finding(part) for part in rest)
