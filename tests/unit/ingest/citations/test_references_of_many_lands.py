"""Invented references in the styles of other lands: ABNT, GOST, GB/T 7714, and visits dated in many languages."""

from __future__ import annotations

import pytest
from claimledger.ingest.citations.parse_reference import parse_reference, parse_references
from claimledger.ingest.citations.reference_text import join_reference


@pytest.mark.parametrize(
    "visit",
    ["Acesso em: 3 mar. 2021.", "Consultado el 3 de marzo de 2021.", "(consulté le 12/04/2021)", "Accessed March 2021.",
     "Zugriff am 03.03.2021", "(abgerufen am 3. März 2021).", "(дата обращения: 03.03.2021).", "[2021-03-03]."],
)  # fmt: skip
def test_the_day_of_a_visit_is_not_the_year_of_the_work(visit: str) -> None:
    entry = parse_reference(f"Lima C. Tides of the bay. Sea Letters, 12(3), 5–9, 2010. https://x.org/bay. {visit}")

    assert (entry.title, entry.year, entry.url) == ("Tides of the bay", 2010, "https://x.org/bay")


def test_abnt_writes_volume_number_and_pages_with_letters() -> None:
    entries = parse_references([
        ("MOURA, A. B.; LIMA, C. D. da. Marés da baía. Revista do Mar, v. 3, n. 2, p. 1-9, 2010.", ""),
        ("PORTUGAL. Ministério do Mar. Manual de marés. Lisboa: Mar, 2006. 120 p.", ""),
        ("ROCHA, G. Estuários. 3. ed. Lisboa: Mar, 2009.", ""),
    ])  # fmt: skip

    first, second, third = entries
    assert (first.authors, first.title, first.venue) == (("MOURA", "LIMA"), "Marés da baía", "Revista do Mar")
    assert (first.volume, first.pages) == ("3", "1–9")
    assert (second.authors, second.title) == (("PORTUGAL",), "Manual de marés")
    assert (third.title, third.year) == ("Estuários", 2009)


def test_gost_names_the_responsible_behind_the_title() -> None:
    book = parse_reference("Лисов, В. П. Воды залива / В. П. Лисов, А. И. Орлов. – М. : Море, 2009. – 210 с.")
    article = parse_reference("Lisov A. V. et al. Waters of the gulf // Sea Letters. 2015. V. 48. P. 5–14.")

    assert (book.authors, book.title, book.year) == (("Лисов",), "Воды залива", 2009)
    assert (article.authors, article.title, article.volume) == (("Lisov",), "Waters of the gulf", "48")


def test_names_may_be_joined_by_the_and_of_their_language() -> None:
    french = parse_reference("Lefort J. et Marin A., 2012. Étude des baies. La Mer, 19, 5-12.")
    portuguese = parse_reference("Lima J. e Moura A. (2013). Marés da baía. O Mar, 19, 5-12.")

    assert (french.authors, french.title) == (("Lefort", "Marin"), "Étude des baies")
    assert (portuguese.authors, portuguese.title) == (("Lima", "Moura"), "Marés da baía")


@pytest.mark.parametrize(
    ("raw", "authors", "title", "volume", "pages"),
    [("［1］海伟，山明．海湾潮汐：以某湾为例［J］．海洋学报，2010，29（3）：501－506．",
      ("海伟", "山明"), "海湾潮汐：以某湾为例", "29", "501–506"),
     ("〔2〕海芳，等．海湾（浅湾）潮汐［J］．海洋学报，2010，49（1）：1－9．",
      ("海芳",), "海湾（浅湾）潮汐", "49", "1–9"),
     ("1）海太郎，山一郎：湾の潮汐．海洋学会誌，78（3），201－206，2010．",
      ("海太郎", "山一郎"), "湾の潮汐", "78", "201–206"),
     ("海花子（2010）湾の潮汐. 海洋学会誌 35, 12-20.", ("海花子",), "湾の潮汐", "35", "12–20")],
)  # fmt: skip
def test_chinese_and_japanese_entries_may_be_set_in_full_width(
    raw: str, authors: tuple[str, ...], title: str, volume: str, pages: str
) -> None:
    entry = parse_reference(raw)

    assert (entry.authors, entry.title, entry.year) == (authors, title, 2010)
    assert (entry.volume, entry.pages) == (volume, pages)


def test_lines_of_chinese_are_joined_without_a_space() -> None:
    assert (
        join_reference(["海伟. 海湾的", "潮汐[J]. Sea", "Letters"], lambda a, b: True)
        == "海伟. 海湾的潮汐[J]. Sea Letters"
    )


def test_german_entries_part_authors_with_strokes() -> None:
    entry = parse_reference(
        "Lind, C.D. / Moe, A. / de Ruiter, P. u. a. (1998): Die Gezeiten. In: Meer 12, Heft 1, S. 5–9."
    )
    two = parse_reference("Lind C / Moe A (1998): Die Gezeiten. In: Meer 12, Heft 1, S. 5–9.")

    assert (entry.authors, entry.title, entry.year) == (("Lind", "Moe", "de Ruiter"), "Die Gezeiten", 1998)
    assert two.authors == ("Lind", "Moe")
