from __future__ import annotations

from claimledger.ingest.parser.columns import gutters_of, in_reading_order, runs_across
from claimledger.ingest.parser.lines import Frame, Span
from claimledger.ingest.parser.spans import Fragment

FRAME = Frame(page=1, width=600, height=800)


def piece(text: str, x0: float, y: float, x1: float, size: float = 10.0) -> Fragment:
    return (Span(text, x0, y, x1, y + size, size, "Serif", False, False, False, 0, y + 0.8 * size),)


def stack(name: str, x0: float, x1: float, y: float, count: int) -> list[Fragment]:
    return [piece(f"{name}{at}", x0, y + 12 * at, x1) for at in range(count)]


def order(pieces: list[Fragment]) -> list[str]:
    return [line.text for line in in_reading_order(pieces, FRAME)]


def test_two_columns_are_read_one_after_the_other() -> None:
    left, right = stack("a", 50, 290, 100, 20), stack("b", 310, 550, 100, 20)
    mixed = [one for pair in zip(left, right, strict=True) for one in pair]
    assert order(mixed) == [f"a{i}" for i in range(20)] + [f"b{i}" for i in range(20)]


def test_a_line_across_both_columns_parts_what_is_above_from_what_is_below() -> None:
    pieces = [
        *stack("a", 50, 290, 100, 10), *stack("b", 310, 550, 100, 10), piece("across", 50, 230, 550),
        *stack("c", 50, 290, 250, 10), *stack("d", 310, 550, 250, 10),
    ]
    read = order(pieces)
    assert read.index("a9") < read.index("b0") < read.index("across") < read.index("c0") < read.index("d0")


def test_a_line_that_is_too_long_for_its_column_does_not_part_the_columns() -> None:
    left, right = stack("a", 50, 290, 100, 20), stack("b", 330, 550, 100, 20)
    left[7] = piece("a7", 50, 184, 312)
    assert order([*left, *right]) == [f"a{i}" for i in range(20)] + [f"b{i}" for i in range(20)]


def test_three_columns_are_read_from_left_to_right() -> None:
    pieces = [*stack("a", 50, 200, 100, 20), *stack("b", 215, 365, 100, 20), *stack("c", 380, 530, 100, 20)]
    assert order(pieces) == [f"{name}{i}" for name in "abc" for i in range(20)]


def test_the_cells_of_a_table_stay_on_their_rows() -> None:
    text = stack("t", 50, 550, 100, 10)
    cells = [piece(f"r{row}c{col}", 60 + 160 * col, 240 + 12 * row, 85 + 160 * col)
             for row in range(8) for col in range(3)]
    read = order([*text, *cells])
    assert read[10:] == [f"r{row}c0 r{row}c1 r{row}c2" for row in range(8)]


def test_a_note_in_the_margin_is_not_mixed_into_the_text() -> None:
    note = [piece("a short note", 50, 124, 180), piece("of two lines", 50, 136, 170)]
    read = order([*stack("t", 200, 550, 100, 12), *note])
    assert read == ["a short note", "of two lines", *(f"t{i}" for i in range(12))]


def test_a_large_initial_is_joined_to_its_word() -> None:
    pieces = [piece("O", 50, 100, 80, 30), piece("nce there was a seal", 82, 100, 290),
              piece("that swam", 82, 112, 290), piece("very far away", 50, 130, 290)]
    assert order(pieces)[0] == "Once there was a seal"


def test_two_last_lines_of_columns_are_read_by_the_gutter_of_other_pages() -> None:
    full = in_reading_order([*stack("a", 50, 290, 100, 20), *stack("b", 310, 550, 100, 20)], FRAME)
    gutters = gutters_of([full, full])
    assert gutters == [300.0]
    last = [*stack("c", 50, 290, 100, 2), *stack("d", 310, 550, 100, 2), *stack("e", 50, 550, 150, 8)]
    assert runs_across(in_reading_order(last, FRAME), gutters)
    read = [line.text for line in in_reading_order(last, FRAME, gutters)]
    assert read == ["c0", "c1", "d0", "d1", *(f"e{at}" for at in range(8))]


def test_a_heading_under_columns_and_over_text_of_full_width_belongs_to_the_text() -> None:
    pieces = [*stack("a", 50, 290, 100, 12), *stack("b", 310, 550, 100, 12), piece("2 Heading", 50, 270, 150, 14),
              *stack("c", 50, 550, 296, 8)]
    read = order(pieces)
    assert read[12:] == [*(f"b{at}" for at in range(12)), "2 Heading", *(f"c{at}" for at in range(8))]


def test_lines_that_are_set_far_apart_are_one_block() -> None:
    apart = [piece(f"t{at}", 50, 100 + 24 * at, 550) for at in range(12)]
    below = [piece(f"u{at}", 50, 450 + 24 * at, 550) for at in range(12)]
    assert {line.block for line in in_reading_order([*apart, *below], FRAME)} == {0, 1}


def test_names_beside_an_abstract_are_read_before_it_and_the_columns_below_by_themselves() -> None:
    pieces = [
        piece("Title", 50, 60, 500, 16), *stack("name", 50, 185, 100, 22), *stack("abstract", 195, 550, 103, 16),
        *stack("a", 50, 290, 390, 30), *stack("b", 310, 550, 382, 30),
    ]
    stacks = [("name", 22), ("abstract", 16), ("a", 30), ("b", 30)]
    assert order(pieces) == ["Title", *(f"{name}{at}" for name, count in stacks for at in range(count))]


def test_a_list_in_three_columns_below_two_columns_of_text_is_read_by_itself() -> None:
    pieces = [
        *stack("a", 50, 290, 100, 22), *stack("b", 310, 550, 100, 20), piece("References", 310, 352, 400, 14),
        *(piece(f"{name}{at}", x, 370 + 9 * at, x + 155, 8)
          for name, x in (("c", 50), ("d", 222), ("e", 394)) for at in range(20)),
    ]
    read = order(pieces)
    assert read[:43] == [*(f"a{at}" for at in range(22)), *(f"b{at}" for at in range(20)), "References"]
    assert read[43:] == [f"{name}{at}" for name in "cde" for at in range(20)]


def test_a_line_that_is_printed_over_the_next_column_parts_no_columns() -> None:
    left, right = stack("a", 50, 290, 100, 20), stack("b", 310, 550, 106, 20)
    left[7] = piece("a7", 50, 184, 340)
    assert order([*left, *right]) == [f"{name}{at}" for name in "ab" for at in range(20)]


def test_a_line_that_juts_out_where_the_next_column_has_a_gap_parts_no_columns() -> None:
    left = stack("a", 50, 290, 100, 20)
    left[7] = piece("a7", 50, 184, 380)
    right = [*stack("b", 310, 550, 100, 6), *(piece(f"b{at}", 310, 130 + 12 * at, 550) for at in range(6, 18))]
    assert order([*left, *right]) == [*(f"a{at}" for at in range(20)), *(f"b{at}" for at in range(18))]


def test_a_heading_below_short_blocks_stays_with_the_text_of_full_width_that_follows() -> None:
    pieces = [
        *stack("a", 50, 180, 100, 10), piece("Received", 50, 236, 120), piece("Accepted", 50, 248, 120),
        piece("Abstract", 50, 270, 90), *stack("b", 200, 550, 100, 10), *stack("c", 50, 550, 283, 8),
    ]
    assert order(pieces)[12:] == [*(f"b{at}" for at in range(10)), "Abstract", *(f"c{at}" for at in range(8))]


def test_a_line_between_two_of_its_column_parts_no_columns_however_long_it_is() -> None:
    left, right = stack("a", 50, 290, 100, 20), stack("b", 310, 550, 100, 10)
    left[15] = piece("a15", 50, 280, 545)
    assert order([*left, *right]) == [*(f"a{at}" for at in range(20)), *(f"b{at}" for at in range(10))]


def test_a_box_beside_the_abstract_is_read_before_the_three_columns_below_it() -> None:
    pieces = [
        *stack("abstract", 50, 375, 100, 7), piece("short", 50, 184, 150), *stack("box", 395, 540, 100, 7),
        *(piece(f"{name}{at}", x, 215 + 12 * at, x + 155)
          for name, x in (("a", 50), ("b", 222), ("c", 394)) for at in range(30)),
    ]
    read = order(pieces)
    assert read[:15] == [*(f"abstract{at}" for at in range(7)), "short", *(f"box{at}" for at in range(7))]
    assert read[15:] == [f"{name}{at}" for name in "abc" for at in range(30)]
