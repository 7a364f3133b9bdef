"""Words that bear on whether a full stop ends a sentence: abbreviations, units, labels, and words that open sentences.

All are lower case without the last stop, except `OPENERS`, which are as they stand at the head of a sentence.
"""

from __future__ import annotations

import re

from .lexicon import words

NEVER_END = words(
    "e.g eg i.e ie cf vs viz approx ca w.r.t a.k.a dr drs mr mrs ms prof mme fig figs figure eq eqs eqn eqns ref refs "
    "chap chaps sect suppl supp tab univ dept inst proc natl acad sci int conf trans lett phys chem biol med soc assoc "
    "rev symp adv ann appl bull environ exp mol nat theor std incl excl resp abb abs bzw vgl z.b d.h u.a p.ex env "
    "рис табл см ср напр т.е т.к vols edn repr gen.nov rep lt col gov sen capt hon"
)
"""Something always follows these within the sentence."""

MAY_END = words(
    "al etc inc ltd co corp jr sr st sp spp ssp subsp var cv aff gen nov ed eds dev ph.d m.sc b.sc m.d usw др т.д т.п "
    "г гг ave blvd bros dist"
)
"""These end a sentence only before a word that opens sentences."""

TAXA = words("sp spp ssp subsp var cv aff")
"""After these a single letter names the taxon ("Limnonectes sp. A")."""

TAKES_NUMBER = words(
    "no nos nr p pp vol art sec ch par para app ser ver v iss line n ex def thm lem prop cor alg arab § стр с"
)
"""These are abbreviations only before a number."""

UNITS = words(
    "min mins h hr hrs s sec secs ms d wk wks mo mos yr yrs mm cm m km in ft mi g kg mg oz lb lbs ml l °c k hz a.m p.m "
    "wt vol г гг"
)
"""After a number these are units, and the stop is the sentence's own if a capital follows."""

MONTHS = words(
    "jan feb mar apr jun jul aug sep sept oct nov dec januar februar märz april mai juni juli august september oktober "
    "november dezember"
)

LABELS = words(
    "table tables figure fig box scheme algorithm listing chart plate appendix theorem lemma proposition corollary "
    "definition example remark step case equation section chapter part supplementary tabelle abbildung tableau "
    "hypothesis experiment study"
)
"""With a number, at the head of a sentence, these label what follows."""

LETTERED = words(
    "type group vitamin hepatitis panel class model phase condition site cohort arm dataset set protein gene version "
    "plan case variant strain serotype influenza factor category part treatment scenario"
)
"""A single capital letter after these is a name of its own and no initial."""

OPENERS = words(
    "The This These Those That There Then Thus Therefore They Their A An We Our It Its In On At As For From To By With "
    "Within Without When Where While Whereas Which What Why How However Hence Here He She His Her I If Is Are Although "
    "Additionally After All Also Among Another Any Based Because Before Between Both But Compared Consequently "
    "Despite Due During Each Even Every Finally First Firstly Following Further Furthermore Given Indeed Instead "
    "Interestingly Lastly Like Many More Moreover Most Nevertheless Next No Note Notably Of One Only Other "
    "Out Over Overall Per Prior Recently Results Second Secondly Several Similarly Since So Some Specifically Still "
    "Subsequently Such Surprisingly Third Through Throughout "
    "Together Two Three Under Unlike Until Using Was Were Not Upon Via "
    "Der Die Das Den Dem Ein Eine Einer Wir Es Im Bei Für Mit Nach Diese Dieser Dieses Sie Er Auch Als "
    "Le La Les Un Une Des Nous Il Elle Ils Ce Cette Ces Dans En Pour Avec "
    "В Мы Это Эти Этот На При Для Он Она Они Так Как По С И Но "
    "El Los Las Una Se Este Esta"
)
"""Words that open a sentence far more often than they go on after an abbreviation."""

DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]{1,2}")
"""Letters with stops between them, such as U.S or a.m."""
