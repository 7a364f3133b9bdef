from decimal import Decimal

from claimledger.writer.judge.port import Table
from claimledger.writer.judge.table_grid import read_grid


def names(lines: object) -> list[tuple[str, ...]]:
    return [line.names for line in lines]  # type: ignore[attr-defined]


def test_a_row_of_equal_cells_names_the_group_of_the_rows_below() -> None:
    grid = read_grid(Table("", ("Model", "F1"), (("Neural", "Neural"), ("MLP", "76.2"), ("LSTM", "77.0"))))
    assert names(grid.rows) == [("Neural", "MLP"), ("Neural", "LSTM")]


def test_a_row_with_nothing_but_a_label_is_a_group_too() -> None:
    grid = read_grid(Table("", ("Model", "F1", "AUC"), (("Linear", "[EMPTY]", "[EMPTY]"), ("LR", "78.0", "0.87"))))
    assert names(grid.rows) == [("Linear", "LR")]


def test_a_header_that_goes_on_in_the_first_row_is_joined() -> None:
    table = Table("", ("Language", "# Test", "P@1"), (("Language", "Samples", "P@1"), ("Czech", "94205", "95.84")))
    grid = read_grid(table)
    assert names(grid.columns) == [("# Test Samples",), ("P@1",)]
    assert len(grid.rows) == 1


def test_a_label_printed_once_holds_for_the_rows_below_it() -> None:
    rows = (("P", "EN", "0.19"), ("", "PT", "0.57"), ("R", "EN", "0.51"))
    grid = read_grid(Table("", ("", "Lang", "TF"), rows))
    assert names(grid.rows) == [("P", "EN"), ("P", "PT"), ("R", "EN")]
    assert grid.classes == ("Lang",)


def test_numbers_in_the_first_column_are_labels() -> None:
    grid = read_grid(Table("", ("Batch size", "Balanced"), (("1", "46.7"), ("10", "125.2"))))
    assert names(grid.rows) == [("1",), ("10",)]
    assert grid.cells[1][0].number == (Decimal("125.2"), Decimal("0.1"))


def test_a_group_name_over_the_middle_of_its_columns_reaches_all_of_them() -> None:
    columns = ("Model", "R", "MUC P", "F1", "R", "B3 P", "F1")
    grid = read_grid(Table("", columns, (("Joint", "77.6", "84.5", "80.9", "76.1", "85.1", "80.3"),)))
    assert names(grid.columns) == [("MUC", "R"), ("MUC", "P"), ("MUC", "F1"), ("B3", "R"), ("B3", "P"), ("B3", "F1")]


def test_a_second_table_printed_beside_the_first_is_left_out() -> None:
    columns = ("Complaints Feature", "Complaints r", "Others Feature", "Others r")
    grid = read_grid(Table("", columns, (("not", ".154", "love", ".064"), ("my", ".131", "great", ".058"))))
    assert names(grid.rows) == [("not",), ("my",)]
    assert names(grid.columns) == [("Complaints r",)]


def test_totals_and_means_are_known_as_aggregates() -> None:
    grid = read_grid(Table("", ("Class", "n"), (("Cars", "67"), ("Total", "1232"))))
    assert [line.aggregate for line in grid.rows] == [False, True]


def test_short_rows_and_an_empty_table_are_read_without_complaint() -> None:
    assert read_grid(Table("", ("A", "B", "C"), (("x", "1"),))).cells[0][1].empty
    assert read_grid(Table("", (), ())).rows == ()
