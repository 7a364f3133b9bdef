"""Labels of several rows, set in the middle of them or beside the first."""

from __future__ import annotations

from collections.abc import Callable

from claimledger.kb.events.document import Asset

XS = (60.0, 130.0, 190.0)
RULES = ((60, 255, 156), (60, 255, 170), (60, 255, 246))
HEAD = ("Crop", "Year", "Yield")
VALUES = (("2019", "3.76"), ("2020", "5.20"), ("2021", "4.41"), ("2019", "7.38"), ("2020", "1.29"), ("2021", "2.02"))


def cells(labels: dict[int, str]) -> list[tuple[float, float, str]]:
    head = [(x, 166.0, text) for x, text in zip(XS, HEAD, strict=True)]
    values = [(x, 180.0 + 12 * n, text) for n, row in enumerate(VALUES) for x, text in zip(XS[1:], row, strict=True)]
    return [*head, *values, *((60.0, 180.0 + 12 * n, text) for n, text in labels.items())]


def rows(labels: dict[int, str]) -> tuple[tuple[str, ...], ...]:
    return (HEAD, *((labels.get(n, ""), *row) for n, row in enumerate(VALUES)))


def test_a_label_in_the_middle_of_its_rows_goes_to_the_first(typeset_table: Callable[..., Asset]) -> None:
    table = typeset_table(cells({1: "Wheat", 4: "Maize"}), RULES)

    assert table.cells == rows({0: "Wheat", 3: "Maize"})


def test_a_label_beside_the_first_of_its_rows_stays(typeset_table: Callable[..., Asset]) -> None:
    table = typeset_table(cells({0: "Wheat", 2: "Maize", 4: "Rye"}), RULES)

    assert table.cells == rows({0: "Wheat", 2: "Maize", 4: "Rye"})
