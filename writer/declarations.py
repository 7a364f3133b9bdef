"""Thanks and declarations: who paid, who wrote, who has an interest, what is available, what was approved."""

from __future__ import annotations

from .phrasing import STUDY, TEXT, THIS_SIZE, any_of

THANKS = any_of(
    r"^(?:(?:finally|last|also|lastly),?\s)?(?:we|i|(?:the|both|all)\sauthors?)\s(?:also\s|sincerely\s"
    r"|warmly\s|gratefully\s)*"
    r"(?:thank|wish\sto\sthank|would\slike\sto\sthank|acknowledge(?!\sthat)|are\s(?:very\s|deeply\s)?(?:grateful"
    r"|indebted)|am\s(?:very\s)?grateful|owe\s(?:(?:many\s)?thanks|a\sdebt|much\sto))\b",
    r"\bgratefully\sacknowledged\b",
    r"^(?:the\s)?(?:comments?|remarks?|suggestions?|advice|help|questions?)\s(?:of|from|by)\b[^,;]*\b(?:text"
    r"|draft|manuscript|paper|wording)\b",
    r"^(?:our\s)?(?:\w+\s)?thanks?\s(?:are\sdue\sto|go(?:es)?\sto)\b",
    r"^(?:(?:many|special|our|warm)\s)?thanks\sto\s(?:(?:the|our|all|two|three|both|several|many)\s)?(?:\w+\s)?(?:colleagues?|readers|reviewers"
    r"|referees|editors?|maintainers|librar\w+|friends|students)\b[^,;]*$",
    r"^(?:\w+\.?\s){1,6}(?:kindly\s(?:read|checked|gave|shared|lent|provided|commented|helped|sent|allowed)"
    r"|(?:read|commented\son)\s(?:(?:a|the|this|an\searlier|earlier)\s)?(?:drafts?|text|versions?|manuscript)"
    r"|helped\s(?:us\s)?with\sthe\s(?:text|search|wording|figures|references))\b",
)
_FUNDER = (
    r"(?:grants?|funds?|funding|foundation|council|ministry|universit\w+|institutes?|employers?|society|agency"
    r"|fellowships?"
    r"|programmes?|program|compan\w+|scholarships?|trust|academy|salar\w+|own\stime|spare\stime)"
)
_PEOPLE = (
    r"(?:(?:both|all|neither|either|none\sof|each|one\sof|two\sof|the\s(?:first|second|third|last|senior"
    r"|corresponding)|an?)"
    r"\s(?:the\s|us\b\s?|our\s)?(?:authors?|of\sus)?)"
)
DECLARATION = any_of(
    r"\b(?:no|neither|none|declares?|without|any|had|have|has)\b[^.]*\b(?:(?:competing|conflicting|commercial"
    r"|financial|personal)\s(?:\w+\s)?interests?"
    r"|conflicts?\sof\sinterests?)\b",
    r"^(?:competing|conflicting)\s(?:financial\s)?interests?\b.*\b(?:none|declared|exist)",
    rf"^(?:this|our|the\spresent)\s(?:{TEXT}|{STUDY})\s(?:was|is|were)\s(?:not\s|partly\s|partially\s|also\s"
    rf"|in\spart\s)*(?:funded|financed|sponsored|paid\sfor|made\spossible|commissioned)\b",
    rf"^(?:this|our|the\spresent|the)\s(?:{TEXT}|{STUDY})\s(?:was|is)\s(?:not\s|partly\s|partially\s"
    rf"|in\spart\s)*(?:supported|written|done|funded|financed)\s(?:by|through|from|with|in|during"
    rf"|without)\b.*\b{_FUNDER}\b",
    rf"^(?:this|our|the\spresent|the)\s(?:{TEXT}|{STUDY})\sreceived\sno\b",
    r"^(?:no|neither|nobody|none)\s(?:\w+\s){0,3}(?:funding|money|funders?|sponsors?|grants?"
    r"|financial\ssupport|payment|paid)\b[^.]*"
    r"\b(?:for|in|of|to)\s(?:writing\s)?(?:this|our|the)\b",
    r"^no\s(?:\w+\s){0,3}(?:funding|money|funders?|sponsors?|grants?|financial\ssupport|payment)\s(?:was|were"
    r"|is|had|took|has|paid|played)\b",
    r"^(?:the|our|all|any)\s(?:funders?|sponsors?|funding\s(?:bod(?:y|ies)|agenc(?:y|ies)"
    r"|sources?))\b[^.]*\b(?:had|have|has|played|took|take)\sno\b",
    r"^(?:our\s)?(?:funding|financial\ssupport|support)\s(?:came|was\s(?:received|provided|given)"
    r"|is\sacknowledged|for\sthis)\b",
    rf"^{_PEOPLE}\s?(?:\([^)]*\)\s)?(?:has\s|have\s|had\s|is\s|are\s|was\s|were\s)?(?:never\s|not\s|also\s"
    rf"|since\s|ever\s)*(?:read|wrote|written|contributed|approved?|agree[sd]?|declares?"
    r"|checked|drafted|revised|received|employed|affiliated|paid|a\smember|members|an?\sauthor|authors"
    r"|a\s(?:co-?author|maintainer|developer)|maintainers|works?\sfor|involved|taken\spart|took\spart|met"
    r"|holds?|owns?|related)\b",
    r"^(?:we|i|the\sauthors?|neither\sof\sus|none\sof\sus|nobody\samong\sus|both\sof\sus|one\sof\sus)\s(?:have"
    r"|has|had|own|owns|hold|holds)\s(?:no\s|not\s|a\s|an\s|shares?\b)?"
    r"(?:stake|shares?|ties?|links?|connections?|part\sin|involvement|relations?\w*|affiliations?|patents?"
    r"|worked\s(?:with|for)|taken\smoney)\b",
    rf"^(?:no|none|nobody|neither|not)\b[^.]*\b(?:funders?|sponsors?|makers?|manufacturers?|developers?"
    rf"|maintainers?|compan(?:y|ies)|nobody|authors?)\b[^.]*\b(?:this|our)\s{THIS_SIZE}{TEXT}\b",
    r"^(?:no|nobody|the)\s?(?:funders?|sponsors?|makers?|manufacturers?|compan(?:y|ies))\b[^.]*\b(?:saw|read"
    r"|asked\sfor|commissioned|reviewed|paid\sfor|knew\sof|influenced|in)\s(?:this|the)\s(?:text|manuscript"
    r"|draft|review|article)\b",
    r"^(?:both|all|the\s(?:first|second|two|three))\s(?:authors?|of\sus)\s(?:shared|split|divided|did\sthe)\b",
    r"^(?:the\s)?(?:writing|reading|checking|drafting)(?:\sand\s(?:the\s)?(?:writing|reading|checking"
    r"|drafting))?\s(?:was|were)\s(?:shared|divided)\b",
    r"^the\sauthors?\s(?:read\sand|wrote\s(?:the|this)\s(?:text|paper|manuscript)|contributed|approved"
    r"|agree\s(?:to|with)|declares?|receive[sd]?\sno|have\sno|has\sno"
    r"|are\s(?:members|employees|employed))\b",
    r"^(?-i:(?:[A-Z]\.\s?-?){1,3}(?:[A-Z]\w+)?(?:,?\s(?:and\s)?(?:[A-Z]\.\s?-?){1,3}(?:[A-Z]\w+)?)*)\s(?:wrote"
    r"|drafted|conceived|checked|read|revised|designed"
    r"|approved|contributed|prepared|edited|supervised|chose|acquired)\b",
    r"^(?:(?:all|the|our|raw|both)\s)*(?:(?:data|code|scripts?|materials?|software|notebooks?"
    r"|data\ssets?)(?:\sand\s|\s|,\s))+"
    rf"(?:(?:of|for|behind|used\sin)\sthis\s(?:{TEXT}|{STUDY})\s)?(?:is|are|can\sbe)\s(?:freely\s|openly\s"
    rf"|publicly\s)?(?:available|found|had)\b",
    r"^no\s(?:new\s)?(?:data|code)\s(?:was|were)\s(?:made|generated|collected|produced|created|used)\b",
    r"\b(?:ethics|ethical)\s(?:approval|review|clearance)\s(?:was|is)\s(?:not\s(?:needed|required|sought"
    r"|necessary)|waived)\b",
    rf"\b(?:in|for|during|while)\s(?:the\s)?(?:writing|preparing|preparation|drafting)(?:\sof)?\s(?:this|the"
    rf"|our)\s{TEXT}\b",
)
