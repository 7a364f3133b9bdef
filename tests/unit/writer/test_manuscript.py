import re

from claimledger.writer.manuscript import read_manuscript

TEXT = """---
title: "Heat pumps in the cold"
bibliography: refs.bib
---
# Start {#start}

Pumps *froze* at 3 °C [@okafor2020; see @diaz2019, p. 4].
As *P. glauca* grew (Fig. 2), frost
came back. [@wu2018] @reyes2021 found 4% less.

> Quoted words stand [-@okafor2020].

- first item [@diaz2019]
- second item
  goes on.

| a | b |
|---|---|
| 1 | 2 |

$$ x = 1 $$

```
code. Not a sentence.
```

<!-- packet: packet-1 -->
After it. <!-- packet: packet-2 --> Water is H~2~O.[^n]

[^n]: A note with a [link](http://x.org).
"""


def test_sentences_carry_line_section_and_text_as_in_the_source():
    read = read_manuscript(TEXT)
    assert [sentence.line for sentence in read.sentences] == [7, 8, 9, 11, 13, 14, 28, 28, 30]
    assert {sentence.section for sentence in read.sentences} == {"Start"}
    assert read.sentences[1].text == "As *P. glauca* grew (Fig. 2), frost came back. [@wu2018]"
    assert read.front["bibliography"] == "refs.bib"


def test_offsets_point_into_the_manuscript():
    for sentence in read_manuscript(TEXT).sentences:
        assert re.sub(r"\s+", " ", TEXT[sentence.start : sentence.end]) == sentence.text


def test_plain_text_has_neither_markup_nor_citations():
    plain = [sentence.plain for sentence in read_manuscript(TEXT).sentences]
    assert plain[0] == "Pumps froze at 3 °C."
    assert plain[2] == "@reyes2021 found 4% less."
    assert plain[7] == "Water is H2O."
    assert plain[8] == "A note with a link."


def test_citations_are_found_in_every_pandoc_form():
    cited = [
        [(c.key, c.narrative, c.locator) for c in sentence.citations] for sentence in read_manuscript(TEXT).sentences
    ]
    assert cited[0] == [("okafor2020", False, ""), ("diaz2019", False, "p. 4")]
    assert cited[1] == [("wu2018", False, "")]
    assert cited[2] == [("reyes2021", True, "")]
    assert cited[3] == [("okafor2020", False, "")]


def test_code_formulas_and_cells_are_no_sentences():
    text = " ".join(sentence.text for sentence in read_manuscript(TEXT).sentences)
    assert "code" not in text and "x = 1" not in text and "| 1" not in text


def test_lists_quotes_and_footnotes_are_told_apart():
    contexts = [sentence.context for sentence in read_manuscript(TEXT).sentences]
    assert contexts == ["paragraph"] * 3 + ["quote", "list", "list", "paragraph", "paragraph", "footnote"]


def test_a_citation_inside_a_sentence_keeps_its_place():
    (sentence,) = read_manuscript("Dew fell [@a] and frost rose [@b].").sentences
    assert [sentence.plain[: c.at] for c in sentence.citations] == ["Dew fell", "Dew fell and frost rose"]


def test_an_address_is_no_citation_and_an_empty_manuscript_has_no_sentences():
    assert read_manuscript("Write to ann@example.org now.").sentences[0].citations == ()
    assert read_manuscript("").sentences == ()
