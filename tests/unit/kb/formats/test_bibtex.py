from claimledger.kb.formats.bibtex import BibEntry, Person, normalise_doi, read_bibtex
from claimledger.kb.formats.bibtex_writing import write_bibtex

ENTRY = r"""
@article{adeyemi2019,
  author  = {Ad\'eyemi, Tola and van der Berg, A. B. and {Heat Pump Group} and others},
  title   = {Cold {START} of heat pumps: 50\% less},
  journal = {J. Heat \& Cold},
  year    = 2019,
  doi     = {https://doi.org/10.1234/ABC\_7.},
}
"""


def test_an_entry_is_read_with_decoded_text_and_a_bare_identifier():
    entry = read_bibtex(ENTRY).entries["adeyemi2019"]
    assert entry.title == "Cold START of heat pumps: 50% less"
    assert entry.venue == "J. Heat & Cold"
    assert entry.year == 2019
    assert entry.doi == "10.1234/abc_7"
    assert entry.line == 2


def test_names_are_split_and_a_corporate_author_stays_whole():
    people = read_bibtex(ENTRY).entries["adeyemi2019"].authors
    assert people == (Person("Adéyemi", "Tola"), Person("van der Berg", "A. B."), Person("Heat Pump Group"))


def test_a_missing_comma_is_mended_and_named():
    found = read_bibtex("@article{a, title = {T}, year = {2013} journal = {J}, volume = {4}}")
    assert (found.entries["a"].year, found.entries["a"].venue, found.entries["a"].volume) == (2013, "J", "4")
    assert "comma" in found.problems[0].message and "journal" in found.problems[0].message


def test_strings_and_concatenation_are_put_together():
    found = read_bibtex(
        '@string{jj = {Journal of Ice}}\n@article{a, title = "On " # jj # "!", journal = jj, year = 2001}'
    )
    assert found.entries["a"].title == "On Journal of Ice!"
    assert found.entries["a"].venue == "Journal of Ice"


def test_one_bad_entry_does_not_cost_the_others():
    found = read_bibtex(
        "@article{bad, title = {unclosed, year = 2014}\n@article{good, title = {Whole}, year = {2015}}\n"
    )
    assert found.entries["good"].title == "Whole"
    assert found.problems


def test_an_entry_without_a_key_and_a_key_that_stands_twice_are_reported():
    found = read_bibtex("@misc{, title={x}}\n@misc{a, title={first}, year=2000}\n@misc{a, title={second}, year=2001}")
    assert found.entries["a"].title == "first"
    messages = " / ".join(problem.message for problem in found.problems)
    assert "no key" in messages and "twice" in messages


def test_a_year_in_words_is_no_year():
    found = read_bibtex("@misc{a, title={x}, year={in press}}")
    assert found.entries["a"].year is None
    assert "in press" in found.problems[0].message


def test_an_arxiv_identifier_is_found_in_eprint_and_url_without_its_version():
    found = read_bibtex(
        "@misc{a, title={x}, eprint={2101.00001v2}, archivePrefix={arXiv}, year=2021}"
        "@misc{b, title={y}, url={https://arxiv.org/abs/1905.12345}, year=2019}"
    )
    assert (found.entries["a"].arxiv, found.entries["b"].arxiv) == ("2101.00001", "1905.12345")


def test_what_is_written_reads_back_equal():
    entry = BibEntry(
        key="okafor2020a",
        title="Dew & frost: 3_4 of all",
        authors=(Person("Okafor", "N."), Person("Ice Panel, The")),
        year=2020,
        venue="Cold",
        volume="3",
        pages="1--9",
        doi="10.1/x",
    )
    back = read_bibtex(write_bibtex([entry])).entries["okafor2020a"]
    assert (back.title, back.authors, back.year, back.venue) == (entry.title, entry.authors, 2020, "Cold")
    assert normalise_doi(back.fields["doi"]) is None and back.volume == "3"


def test_a_doi_is_bare_and_lower_case_whatever_stands_around_it():
    assert normalise_doi("doi:10.1234/AbC.5).") == "10.1234/abc.5"
    assert normalise_doi("no identifier") is None


def test_accents_in_names_are_kept_wherever_they_stand_and_with_or_without_braces():
    names = {
        r"\v{C}apek, Karel": Person("Čapek", "Karel"), r"{\v C}apek, Karel": Person("Čapek", "Karel"),
        r"\v{S}\'{\i}ma, J.": Person("Šíma", "J."), r"\'Alvarez, C.": Person("Álvarez", "C."),
        r"\.{I}nan, E.": Person("İnan", "E."), r"\r{u}x, G.": Person("ůx", "G."), r"\u{g}a, J.": Person("ğa", "J."),
        r"\b{d}oe, M.": Person("ḏoe", "M."), r"\d{s}ax, N.": Person("ṣax", "N."), r"\dj or, L.": Person("đor", "L."),
        r"N\~{u}\~nez, H.": Person("Nũñez", "H."), r"\'Emile \v{S}\'{\i}ma": Person("Šíma", "Émile"),
        r"{G\'eod\'esie and Co}": Person("Géodésie and Co"), r"Va{\v s}{\'\i}{\v c}ek, K.": Person("Vašíček", "K."),
    }
    found = read_bibtex("@book{a, title={T}, author={" + " and ".join(names) + "}}").entries["a"].authors
    assert found == tuple(names.values())


def test_each_of_several_missing_commas_is_mended_and_named():
    found = read_bibtex("@article{a,\n title={A b = c}\n author={Comma, M}\n year=2007\n volume = \"4\"\n}")
    entry = found.entries["a"]
    assert (entry.title, entry.authors, entry.year, entry.volume) == ("A b = c", (Person("Comma", "M"),), 2007, "4")
    assert [problem.message.split()[-1] for problem in found.problems] == ["author", "year", "volume"]


def test_what_looks_like_an_entry_and_gives_none_is_lost_with_its_line():
    found = read_bibtex("Notes of @mine, kept here\n@article nokey title={lost}}\n@article{b, title={Good}}\n"
                        "@comment{jabref-meta: grouping={x}}\n")
    assert list(found.entries) == ["b"]
    assert [(problem.line, problem.lost) for problem in found.problems] == [(2, True)]
