"""What holds for the sentences of any text."""

from __future__ import annotations

from claimledger.kb.text.sentences import split_sentences
from hypothesis import example, given
from hypothesis import strategies as st

_PIECES = st.sampled_from(
    ["The", "cells", "et al.", "Fig.", "2", "3.5", ".", "?", "!", "...", "[1]", "(", ")", "“", "”", " ", "\n", "\n\n",
     "E.", "coli", "U.S.", "•", "。", "µ", "12", "i.e.", "\u00a0", "\u2028", "-", "α-"]
)  # fmt: skip
_TEXTS = st.one_of(st.text(max_size=200), st.lists(_PIECES, max_size=40).map("".join))


@given(_TEXTS)
def test_spans_are_ordered_trimmed_and_leave_out_only_space(text: str) -> None:
    at = 0
    for start, end in split_sentences(text):
        assert at <= start < end
        assert text[at:start].strip() == ""
        assert text[start:end] == text[start:end].strip()
        at = end
    assert text[at:].strip() == ""


@given(_TEXTS, st.sampled_from([" ", "\n", "\t ", "\u00a0"]))
def test_space_around_a_text_moves_its_sentences_and_changes_none(text: str, space: str) -> None:
    moved = [(start + len(space), end + len(space)) for start, end in split_sentences(text.strip())]
    assert split_sentences(space + text.strip() + space) == moved


@given(st.lists(_TEXTS, max_size=4))
@example(["0 •", ""])
def test_blank_lines_keep_paragraphs_apart(paragraphs: list[str]) -> None:
    paragraphs = [paragraph.strip() for paragraph in paragraphs]
    apart = [text[a:b] for text in paragraphs for a, b in split_sentences(text)]
    joined = "\n\n".join(paragraphs)
    assert [joined[a:b] for a, b in split_sentences(joined)] == apart
