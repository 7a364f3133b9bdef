"""Fields of invented references in the styles that journals use."""

from __future__ import annotations

import pytest
from claimledger.ingest.citations.parse_reference import parse_reference

STYLES = {
    "Vancouver": (
        "1. Okoro AB, Lind C, et al. Tidal mixing in shallow bays: a field study. J Coast Res. 2011;14(3):120–8.",
        ("Okoro", "Lind"), "Tidal mixing in shallow bays: a field study", 2011, "J Coast Res", "14", "120–8",
    ),
    "Springer author-year": (
        "Okoro AB, Lind C (2011) Tidal mixing in shallow bays. J Coast Res 14:120–128",
        ("Okoro", "Lind"), "Tidal mixing in shallow bays", 2011, "J Coast Res", "14", "120–128",
    ),
    "APA": (
        "Okoro, A. B., van den Lind, C., & Rossell Hayes, D. (2011a). What stirs a bay? Shore Studies, 14(3), 120–128.",
        ("Okoro", "van den Lind", "Rossell Hayes"), "What stirs a bay?", 2011, "Shore Studies", "14", "120–128",
    ),
    "APA with given names": (
        "Okoro, Ada B., Lind, Carl, & Ng, Q. (2011). Tidal mixing (Version 2.0). Zenodo.",
        ("Okoro", "Lind", "Ng"), "Tidal mixing", 2011, "Zenodo", None, None,
    ),
    "IEEE": (
        "[4] A. B. Okoro and C. Lind, “Tidal mixing in shallow bays,” Shore Studies, vol. 14, no. 3, pp. 120–28, 2011.",
        ("Okoro", "Lind"), "Tidal mixing in shallow bays", 2011, "Shore Studies", "14", "120–28",
    ),
    "MDPI": (
        "Okoro, A.B.; Lind, C. Tidal mixing in shallow bays. J. Coast. Res. 2011, 14, 120–128.",
        ("Okoro", "Lind"), "Tidal mixing in shallow bays", 2011, "J. Coast. Res", "14", "120–128",
    ),
    "MDPI book": (
        "Okoro, A.B. Tidal mixing; Harbour Press: Leeds, UK, 2000; pp. 25–37.",
        ("Okoro",), "Tidal mixing", 2000, "Harbour Press: Leeds, UK", None, "25–37",
    ),
    "Royal Society": (
        "Okoro AB, Lind C. 2011 Tidal mixing in shallow bays. J. Coast. Res. 14, 120–128.",
        ("Okoro", "Lind"), "Tidal mixing in shallow bays", 2011, "J. Coast. Res", "14", "120–128",
    ),
    "Nature": (
        "Okoro, A. B., Lind, C. & Ng, Q. Tidal mixing in shallow bays. Nature 14, 120–128 (2011).",
        ("Okoro", "Lind", "Ng"), "Tidal mixing in shallow bays", 2011, "Nature", "14", "120–128",
    ),
    "Elsevier numbered": (
        "A.B. Okoro, C. Lind, Tidal mixing in shallow bays, J. Coast. Res. 14 (2011) 120–128.",
        ("Okoro", "Lind"), "Tidal mixing in shallow bays", 2011, "J. Coast. Res", "14", "120–128",
    ),
    "ACL": (
        "Ada B. Okoro, Carl Lind, and Quy Ng. 2011. Tidal mixing in shallow bays. In Proceedings of the Bay Meeting.",
        ("Okoro", "Lind", "Ng"), "Tidal mixing in shallow bays", 2011, "Proceedings of the Bay Meeting", None, None,
    ),
    "plain BibTeX": (
        "[12] Ada B. Okoro and Carl Lind. Tidal mixing in shallow bays. Coastal Research, 14(3):120–128, 2011.",
        ("Okoro", "Lind"), "Tidal mixing in shallow bays", 2011, "Coastal Research", "14", "120–128",
    ),
    "a group": (
        "Harbour Survey Organisation (2014) Sea level and bays.",
        ("Harbour Survey Organisation",), "Sea level and bays", 2014, None, None, None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
def test_fields_are_read_whatever_the_style(style: str) -> None:
    raw, authors, title, year, venue, volume, pages = STYLES[style]

    entry = parse_reference(raw)

    assert (entry.authors, entry.title, entry.year) == (authors, title, year)
    assert (entry.venue, entry.volume, entry.pages) == (venue, volume, pages)


def test_raw_text_and_label_are_kept() -> None:
    entry = parse_reference("[7] Lind C. On bays. Tides. 2001;3:1.", "[7]")

    assert entry.raw == "[7] Lind C. On bays. Tides. 2001;3:1."
    assert entry.label == "[7]"
    assert entry.title == "On bays"


def test_a_species_name_does_not_end_a_title() -> None:
    entry = parse_reference("Lind C. Growth of E. coli and Ulva sp. in bays. Tides. 2001;3:1.")

    assert entry.title == "Growth of E. coli and Ulva sp. in bays"


def test_a_question_may_be_followed_by_the_rest_of_the_title() -> None:
    entry = parse_reference("Lind C (2002) Do bays stir? A study of nine harbours. J Tides 3:1–9")

    assert entry.title == "Do bays stir? A study of nine harbours"


def test_a_numbered_part_belongs_to_the_title() -> None:
    entry = parse_reference("Lind, C. (2002). Stirring of bays. IV. The western harbours. Tides, 3, 1–9.")

    assert entry.title == "Stirring of bays. IV. The western harbours"


def test_a_quoted_word_in_a_title_is_not_the_title() -> None:
    entry = parse_reference("Lind C. The “silent” bay: a history of nine harbours. Tides. 2001;3:1.")

    assert entry.title == "The “silent” bay: a history of nine harbours"


def test_the_date_of_access_is_not_the_year() -> None:
    entry = parse_reference("Lind C. Bay atlas. Available: http://example.org/bays. Accessed October 13, 2014. 2009.")

    assert entry.year == 2009
    assert entry.url == "http://example.org/bays"


def test_a_reference_without_author_begins_with_its_title() -> None:
    entry = parse_reference("The smallest known harbour wall. (2008). In Coastal Letters. Shore Press.")

    assert entry.authors == ()
    assert entry.title == "The smallest known harbour wall"


def test_a_part_with_a_number_and_its_own_name_belongs_to_the_title() -> None:
    entry = parse_reference("Lind C. Tides of the bay. Part II: Observations. Tides. 2005;4(2):10-19.")

    assert (entry.title, entry.venue) == ("Tides of the bay. Part II: Observations", "Tides")


def test_a_second_sentence_before_the_journal_belongs_to_the_title() -> None:
    entry = parse_reference("Lind C. TideAn 6.5: tides in tables. Free software for teaching. Tides. 2012;28:25–9.")
    other = parse_reference("Lind C. On bays and their tides. Annals of marine science. 2012;28:25–9.")

    assert (entry.title, entry.venue) == ("TideAn 6.5: tides in tables. Free software for teaching", "Tides")
    assert (other.title, other.venue) == ("On bays and their tides", "Annals of marine science")


@pytest.mark.parametrize(
    ("names", "families"),
    [
        ("Lima- Pinto T, De- Deus G. On bays and tides. Tides. 2001;3:1.", ("Lima-Pinto", "De-Deus")),
        ("LindC,BarileD,NgQ.2001On bays and tides. Tides 3, 1–9.", ("Lind", "Barile", "Ng")),
        (
            "C. Lind, D. Barile., and Q. Ng, “On bays and tides,” Tides, vol. 3, p. 1, 2001.",
            ("Lind", "Barile", "Ng"),
        ),
    ],
)
def test_spaces_and_stops_that_type_adds_or_takes_leave_the_names_whole(names: str, families: tuple[str, ...]) -> None:
    entry = parse_reference(names)

    assert (entry.authors, entry.title, entry.year) == (families, "On bays and tides", 2001)
