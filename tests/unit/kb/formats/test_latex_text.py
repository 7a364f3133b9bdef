"""LaTeX in fields of bibliographies: nothing of a title is lost but what only styles it."""

import pytest
from claimledger.kb.formats.bibtex import read_bibtex
from claimledger.kb.formats.latex_text import decoded, latex_text


@pytest.mark.parametrize(("written", "read"), [
    (r"\LaTeX{} and \TeX: a {\LaTeX} primer in \textsc{Bib\TeX}", "LaTeX and TeX: a LaTeX primer in BibTeX"),
    ("A ``quoted'' title", "A “quoted” title"),
    (r"\enquote{Quoted} titles", "“Quoted” titles"),
    (r"\mbox{p53}, \texttt{foo_bar} and \ensuremath{\beta}-catenin", "p53, foo_bar and β-catenin"),
    (r"H$_2$O, CO$_{2}$ and $10^{-3}$", "H2O, CO2 and 10-3"),
    (r"\href{https://example.org/x}{The text}\footnote{Not this} of \url{https://example.org}",
     "The text of https://example.org"),
    (r"{\em Drosophila} and \foreignlanguage{german}{Wort}", "Drosophila and Wort"),
    (r"Wine \& cheese &amp; \&lt; 5\,\%", "Wine & cheese & < 5 %"),
    (r"\date{May} by \Mathematica{} \copyright{} 2010", "May by Mathematica © 2010"),
    (r'Of \"uber\" and M{\"u}ller', 'Of über" and Müller'),
])
def test_macros_logos_quotes_and_formulas_become_the_text_that_is_printed(written: str, read: str) -> None:
    assert decoded(written) == read


def test_what_the_reader_stumbles_over_loses_its_commands_alone() -> None:
    assert latex_text(r"\frac and \emph{more}").split()[-1] == "more"


def test_one_odd_macro_costs_no_other_entry_and_an_address_stays_as_it_is() -> None:
    found = read_bibtex(
        r"@misc{a, title={\href{x}}, url={https://example.org/~me/a\_b--c%20d}}" "\n@misc{b, title={Owls}}"
    )
    assert list(found.entries) == ["a", "b"]
    assert found.entries["a"].url == "https://example.org/~me/a_b--c%20d"
