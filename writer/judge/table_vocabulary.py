"""The words that sentences about tables are made of: framing, relations, and short forms in labels.

A word that is in none of these lists, and in no label or caption, is content that the table does not license.
"""

from __future__ import annotations

from ...kb.text.lexicon import words
from .table_words import word_key


def _keys(listed: frozenset[str]) -> frozenset[str]:
    return frozenset(word_key(word) for word in listed)


NEGATIVE_NAMES = words("no non not without w/o wo minus excluding except removing remove removed less")
"""Words that make a label a negative one (`No emoji`, `w/o attention`), as they are printed."""

FILLERS = words(
    """a an the this that these those its their our his her of in on at for to by with from as and or but than is
    are was were be been being has have had do does did it they we which who when where while if then so such
    both each all any some more most other others not no i"""
)
"""Words that never begin or end a name."""

GENERIC = _keys(
    words(
        """model models method methods approach approaches system systems framework frameworks algorithm
        algorithms technique architecture network networks classifier classifiers baseline baselines score
        scores value values result results dataset datasets data set sets corpus corpora task tasks setting
        settings setup setups experiment experiments feature features case cases variant variants version
        configuration group groups level levels rate rates metric metrics measure measures evaluation average
        number total strategy scheme condition conditions treatment treatments sample samples category
        categories type types class classes domain domains language languages point points percentage percent
        % run runs benchmark benchmarks subtask subtasks target targets input inputs example examples instance
        instances item items subset subsets split splits implementation implementations procedure procedures
        technique techniques relation relations pair pairs component components work works"""
    )
)
"""Class nouns: they may stand beside any name and name nothing alone."""

FRAMING = _keys(
    words(
        """show shows showed shown see seen observe observed observes note noted notice noticed find found
        finding findings report reported reports present presented presents display displayed displays give
        gives given gave list listed summarize summarised table tables column columns row rows figure clear
        clearly evident overall general generally interestingly moreover furthermore also additionally
        addition hand however finally again particular specifically indeed fact still yet especially namely
        e.g i.e respectively terms term regard regarding respect according accordingly achieve achieves
        achieved obtain obtains obtained get gets reach reaches reached yield yields yielded produce produces
        produced attain attains perform performs performed performing performance have has had exhibit
        exhibits exhibited use used using uses apply applied evaluate evaluated compare compared comparing
        comparison comparable consistent consistently across among between over under both either each every
        all any whole entire same can could one ones two three four five our we it they them its their us i
        there here this that these those which who what when where while whereas although though as than then
        but and or if went go goes chosen selected gap margin difference differences previous prior existing
        published earlier interesting fact striking noteworthy worth noting adding adds add added related
        range ranges vs versus more less take takes took need needs needed score scores scored reaching lies
        lie stands of in on at to for from by with within into onto upon about through per via during after
        before above below up down out off is are was were be been being am do does did done will would shall
        a an the such other others another very too quite rather even just almost nearly around approximately
        roughly trained tested training relative leads lead leading led make makes based derived containing
        contain contains require requires required including includes include predictive made considered
        considering due contrast contrary further similarly likewise remain remains remained become becomes
        became bring brings provide provides provided exact exactly simply actually actual best- performing
        performer instance instances averaged surprisingly expected expectedly empirically analyzing analysing
        looking importantly unfortunately intuition intuitive evidenced demonstrate illustrated illustrates
        depicted depicts kind kinds particularly respective attaining attained"""
    )
)
"""Words that carry no content of their own in a sentence about a table."""

BLOCKING = words(
    """because due since thus therefore hence so indicating indicates indicate suggesting suggests suggest
    implying implies imply demonstrating demonstrates confirming confirms proving proves reconfirm reconfirms
    explains explained reason reasons cause caused causes significantly significant significance statistically
    only may might could would possibly likely seems seem different appears appear unlike except despite
    without nor never"""
)
"""Words that claim what a table does not show: cause, explanation, significance, modality, exception."""

STRONG = words(
    """substantially considerably notably markedly remarkably much far greatly dramatically drastically clearly
    largely strongly well"""
)
"""Adverbs that make a difference a large one."""

SLIGHT = words("slightly marginally somewhat minimally barely")
"""Adverbs that make a difference a small one."""

DESCRIPTORS = words(
    "strong simple standard original vanilla basic proposed new novel full final traditional plain neural joint single"
)
"""Adjectives that may stand before a name without changing what it names."""

DEGREES = words("significantly significant statistically")
"""Words of degree that only more than a table could show, but that change nothing of a direction."""

EXCEPTIONS = words(
    "only except unlike without despite never may might could would possibly likely seem seems appear appears"
)
"""Words under which cells that say otherwise are no contradiction."""
