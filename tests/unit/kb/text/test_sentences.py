"""Sentences of scientific prose; a bar in a case marks where a new sentence begins."""

from __future__ import annotations

import time

import pytest
from claimledger.kb.text.sentences import split_sentences

ABBREVIATIONS = [
    "Smith et al. [14] found this. |We agree.",
    "Smith et al. (2010) found this. |We agree.",
    "It was seen by Smith et al. |However, it did not last.",
    "As shown in Eq. (3), it holds. |See Fig. 2. |Then Figs. 2 and 3 follow.",
    "See Figs. S1 and S2. |The rest is in Suppl. Table 4.",
    "Some tools, e.g. Python, i.e. CPython, work. |Cats vs. Dogs is a set. |Cf. Table 2.",
    "It takes approx. 5 hours. |Dr. Brown left. |J. R. Smith stayed.",
    "He went to St. Louis. |Bacillus sp. strain 5 grew. |Others (Bacillus spp.) did not.",
    "Sample No. 5 failed. |The answer is no. |We stop.",
    "We grew E. coli overnight. |S. typhimurium died.",
    "This happened in the U.S. |The other did not. |The U.S. Department did it.",
    "We ran tests etc. |Results vary.",
    "We waited 5 min. |The cells died. |We then waited 10 min. |Samples froze.",
    "It starved of vitamin C. |Rats died. |Groups A and B. |In panel B. |Smith wept.",
    "Jan. 5 was cold. |In Dec. 2010 it snowed.",
]
NUMBERS = [
    "It was p < .05 in both. |The rest was not.",
    "The accuracy was 0.87. |In 2010. |Others follow.",
    "It differed (P < 0.05; Fig. 3A). |Cells died.",
    "It was 37 °C. |All died. |It holds for n = 5. |p-values fell.",
    "Use version 3.5. |It works. |Python 3.12 The",
    "x1, . . . , xn are given. |The end.",
    "Let i = 1, 2, ... N be an index. |It counts.",
    "2.1. Methods we used. |3 mice died.",
    "Table 1. Characteristics of patients. |Next.",
    "We go: (a) one; (b) two. |1. First thing. |2. Second thing.",
]
MARKS = [
    "It lives in cells.12 |The second one.",
    "It lives in cells.12,13 |The second one.",
    "It lives in cells.¹² |The second one.",
    "It lives in cells [3]. |The second.",
    "It lives in cells.[3] |The second.",
    "It lives in cells. [3, 4] |The second.",
    "It lives in cells. |[The second was lost.] |A third.",
    'He said "stop." |She went on.',
    "We did it. |(It was late.) |Then we left.",
    "We met (as in Smith et al. The case is odd) and left. |Then it ended.",
    "Well ... this goes on. |It ended... |Then it began. |They wrote “we [...] The end” there.",
    "Is it true? |Yes! |It is. |“Why?” he asked.",
    "See https://a.b/c.d?e=f. |It is there. |See doi:10.1000/x.y. |The rest.",
    "A space is lost.The next is here.".replace(".The", ".|The"),
    "qPCR was run. |mRNA was read. |α-synuclein was not.",
]
LANGUAGES = [
    "Wir tun z. B. dies. |Äpfel sind rot. |Am 3. Mai kam er.",
    "« Il est là. » |Elle part. |Énorme.",
    "Это верно. |Мы знаем (см. рис. 2). |В 2010 г. было так. |Конец.",
    "这是一句。|那是另一句。|真的？|是。",
    "Some tools work. |Ångström wrote it. |Čapek did not.",
]


@pytest.mark.parametrize("marked", ABBREVIATIONS + NUMBERS + MARKS + LANGUAGES)
def test_sentences_begin_where_a_reader_puts_them(marked: str) -> None:
    text = marked.replace("|", "")
    expected = [piece.strip() for piece in marked.split("|")]
    assert [text[start:end] for start, end in split_sentences(text)] == expected


def test_a_blank_line_and_a_bullet_end_a_sentence_without_a_stop() -> None:
    text = "Heading\n\nA sentence that\nruns on. It lists: \n• one thing\n• another thing"
    found = [text[start:end] for start, end in split_sentences(text)]
    assert found == ["Heading", "A sentence that\nruns on.", "It lists:", "• one thing", "• another thing"]


def test_a_numbered_list_on_lines_of_its_own_is_split_but_a_wrapped_number_is_not() -> None:
    text = "We did:\n1) washing,\nas in Section\n2. The end."
    found = [text[start:end] for start, end in split_sentences(text)]
    assert found == ["We did:", "1) washing,\nas in Section\n2.", "The end."]


@pytest.mark.parametrize("text", ["", "  \n\t ", "\n\n\n"])
def test_space_alone_has_no_sentence(text: str) -> None:
    assert split_sentences(text) == []


@pytest.mark.parametrize("piece", ["a. b. ", "(", "... ", "\n\n", ". . ", "[1] ", "1. ", "A. "])
def test_time_grows_with_length_and_not_faster(piece: str) -> None:
    def seconds(count: int) -> float:
        started = time.process_time()
        split_sentences(piece * count)
        return time.process_time() - started

    seconds(1000)
    assert seconds(40_000) < 40 * max(seconds(4_000), 0.002)
