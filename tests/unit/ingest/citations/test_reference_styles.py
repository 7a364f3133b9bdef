"""Whole lists of invented references: what only the list tells about how its entries are written."""

from __future__ import annotations

import pytest
from claimledger.ingest.citations.parse_reference import parse_reference, parse_references

# Style: entries, and for each (authors, title, venue, year, volume, pages).
LISTS = {
    "given names first (BibTeX plain)": (
        [
            "Karin M. Abel and Tom Brook. Drift of small boats. Shore Studies, 12(3):101–117, 2001.",
            "Ada Okoro, Carl Lind, and Quan Ng. What stirs a bay? Tides, 14:1–9, 2011.",
            "Carl Lind and Ada Okoro. Buoys that sing. In Proceedings of the Harbour Conference, pages 44–51, 2003.",
            "Peter J. Wagner. On slender hulls. Shore Studies, 18:33–58, 1988.",
        ],
        [
            (("Abel", "Brook"), "Drift of small boats", "Shore Studies", 2001, "12", "101–117"),
            (("Okoro", "Lind", "Ng"), "What stirs a bay?", "Tides", 2011, "14", "1–9"),
            (("Lind", "Okoro"), "Buoys that sing", "Proceedings of the Harbour Conference", 2003, None, "44–51"),
            (("Wagner",), "On slender hulls", "Shore Studies", 1988, "18", "33–58"),
        ],
    ),
    "first author inverted (Chicago)": (
        [
            "Abel, Karin M., and Tom Brook. 2001. “Drift of Small Boats.” Shore Studies 12 (3): 101–17.",
            "Okoro, Ada, Carl Lind, and Quan Ng. 2011. “What Stirs a Bay?” Tides 14: 1–9.",
            "———. 2012. “Silt and Sand.” Tides 15: 20–28.",
            "Lind, Carl, and Ada Okoro. 2003. The Harbour Book. Leeds: Quay Press.",
        ],
        [
            (("Abel", "Brook"), "Drift of Small Boats", "Shore Studies", 2001, "12", "101–17"),
            (("Okoro", "Lind", "Ng"), "What Stirs a Bay", "Tides", 2011, "14", "1–9"),
            (("Okoro", "Lind", "Ng"), "Silt and Sand", "Tides", 2012, "15", "20–28"),
            (("Lind", "Okoro"), "The Harbour Book", "Leeds: Quay Press", 2003, None, None),
        ],
    ),
    "no titles (physics)": (
        [
            "[1] K. M. Abel and T. Brook, Phys. Rev. E 65, 056211 (2002).",
            "[2] A. Okoro, C. Lind, and Q. Ng, Shore Studies 12, 101 (2001).",
            "[3] C. Lind, The Harbour Book (Quay Press, Leeds, 1984).",
            "[4] P. J. Wagner, Tides 18, 33 (1988).",
        ],
        [
            (("Abel", "Brook"), None, "Phys. Rev. E", 2002, "65", "056211"),
            (("Okoro", "Lind", "Ng"), None, "Shore Studies", 2001, "12", "101"),
            (("Lind",), "The Harbour Book", "Quay Press, Leeds", 1984, None, None),
            (("Wagner",), None, "Tides", 1988, "18", "33"),
        ],
    ),
    "no titles, no commas (IOP)": (
        [
            "[1] Abel K M and Brook T 2002 Phys. Rev. E 65 056211",
            "[2] Okoro A, Lind C and Ng Q 2001 Shore Studies 12 101–117",
            "[3] Wagner P J 1988 Tides 18 33–58",
        ],
        [
            (("Abel", "Brook"), None, "Phys. Rev. E", 2002, "65", "056211"),
            (("Okoro", "Lind", "Ng"), None, "Shore Studies", 2001, "12", "101–117"),
            (("Wagner",), None, "Tides", 1988, "18", "33–58"),
        ],
    ),
    "commas part the fields (Elsevier, SIAM)": (
        [
            "K. M. Abel, T. Brook, Drift of small boats, Shore Studies 12 (3) (2001) 101–117.",
            "A. Okoro, Ports, people, and sand, Tides, 14 (2011), pp. 1–9.",
            "C. Lind, Buoys that sing, in: A. Okoro, Q. Ng (Eds.), The Sea, Quay Press, Leeds, 2003, pp. 44–51.",
            "D. E. Knudsen, Modern Tides, Quay Press, Leeds, 1984.",
        ],
        [
            (("Abel", "Brook"), "Drift of small boats", "Shore Studies", 2001, "12", "101–117"),
            (("Okoro",), "Ports, people, and sand", "Tides", 2011, "14", "1–9"),
            (("Lind",), "Buoys that sing", "The Sea", 2003, None, "44–51"),
            (("Knudsen",), "Modern Tides", "Quay Press, Leeds", 1984, None, None),
        ],
    ),
    "GB/T 7714": (
        [
            "[1] 张三, 李四. 港口水流的数值模拟[J]. 海洋学报, 2010, 32(3): 45-50.",
            "[2] OKORO A, LIND C. Silt and sand[J/OL]. Tides, 2011, 14: 1-9.",
        ],
        [
            (("张三", "李四"), "港口水流的数值模拟", "海洋学报", 2010, "32", "45–50"),
            (("OKORO", "LIND"), "Silt and sand", "Tides", 2011, "14", "1–9"),
        ],
    ),
    "GOST": (
        ["1. Иванов И. И., Петров П. П. Волны в заливе // Океанология. 2010. Т. 50, № 3. С. 345–352."],
        [(("Иванов", "Петров"), "Волны в заливе", "Океанология", 2010, "50", "345–352")],
    ),
    "German, names in full": (
        ["Lind, Carl; Okoro, Ada: Sand und Schlick. In: Die Küste 77 (2010), S. 12–34."],
        [(("Lind", "Okoro"), "Sand und Schlick", "Die Küste", 2010, "77", "12–34")],
    ),
    "ACM": (
        ["Okoro, A., and Lind, C. What stirs a bay. Tides 58, 6 (2011), 41–52."],
        [(("Okoro", "Lind"), "What stirs a bay", "Tides", 2011, "58", "41–52")],
    ),
}


@pytest.mark.parametrize("style", LISTS)
def test_a_list_is_read_in_its_own_style(style: str) -> None:
    raws, expected = LISTS[style]

    entries = parse_references((raw, "") for raw in raws)

    assert [
        (entry.authors, entry.title, entry.venue, entry.year, entry.volume, entry.pages) for entry in entries
    ] == expected


@pytest.mark.parametrize(
    ("raw", "title"),
    [
        ("Okoro A. Mixing in fjords. PhD thesis, University of Bergen, 2009.", "Mixing in fjords"),
        ("A. Okoro, Mixing in fjords, Ph.D. thesis, University of Bergen (2009).", "Mixing in fjords"),
        ("A. Okoro, Mixing in fjords, 3rd Edition, Quay Press, Leeds, 2009.", "Mixing in fjords"),
        ("A. Okoro, C. Lind, Genome of the cod, bioRxiv (2019).", "Genome of the cod"),
        ("Okoro, A. What is a light? In Lind, C. (ed.) Signals, 1–22 (Quay Press, Leeds, 1966).", "What is a light?"),
        ("Okoro, A. The Light (Quay Press, Leeds, 1966).", "The Light"),
    ],
)
def test_what_kind_of_work_it_is_is_no_part_of_the_title(raw: str, title: str) -> None:
    assert parse_reference(raw).title == title


def test_a_group_may_stand_where_authors_do() -> None:
    dotted = parse_reference("Port of Leeds Authority. 2018. Facts about the quays. Leeds.")
    comma = parse_reference("Harbour Survey Institute, Facts about the quays, Tides 8 (2003) 5–9.")

    assert (dotted.authors, dotted.title, dotted.year) == (("Port of Leeds Authority",), "Facts about the quays", 2018)
    assert (comma.authors, comma.title, comma.volume) == (("Harbour Survey Institute",), "Facts about the quays", "8")
