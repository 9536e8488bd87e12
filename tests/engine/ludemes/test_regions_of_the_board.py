"""Regions that the shape of the board decides."""

from __future__ import annotations

from tests.engine.region_values import region_values


def test_edges_corners_and_rows_of_a_square() -> None:
    found = region_values(
        {
            "bottom": "(sites Bottom)",
            "top": "(sites Top)",
            "left": "(sites Left)",
            "right": "(sites Right)",
            "corners": "(sites Corners)",
            "centre": "(sites Centre)",
            "inner": "(sites Inner)",
            "row": "(sites Row 1)",
            "column": "(sites Column 4)",
            "phase": "(sites Phase 1)",
            "north": "(sites Side N)",
        }
    )
    assert found == {
        "bottom": [0, 1, 2, 3, 4],
        "top": [20, 21, 22, 23, 24],
        "left": [0, 5, 10, 15, 20],
        "right": [4, 9, 14, 19, 24],
        "corners": [0, 4, 20, 24],
        "centre": [12],
        "inner": [6, 7, 8, 11, 12, 13, 16, 17, 18],
        "row": [5, 6, 7, 8, 9],
        "column": [4, 9, 14, 19, 24],
        "phase": list(range(1, 25, 2)),
        "north": [20, 21, 22, 23, 24],
    }


def test_a_row_or_column_beyond_the_board_has_no_sites() -> None:
    found = region_values({"row": "(sites Row 5)", "negative": "(sites Row -1)", "phase": "(sites Phase 7)"})
    assert found == {"row": [], "negative": [], "phase": []}


def test_rows_by_a_number_of_the_position() -> None:
    found = region_values(
        {"row": "(sites Row (who at:0))", "beyond": "(sites Row (+ 4 (who at:0)))", "empty": "(sites Row (who at:9))"}
    )
    assert found == {"row": [5, 6, 7, 8, 9], "beyond": [], "empty": [0, 1, 2, 3, 4]}


def test_left_of_a_hexagonal_board_is_one_cell() -> None:
    found = region_values(
        {"left": "(sites Left)", "side": "(sites Side SE)", "column": "(sites Column 2)"},
        board="(board (hex 3))",
        start="",
    )
    assert found == {"left": [7], "side": [2, 6, 11], "column": [2, 5, 9, 13, 16]}


def test_sites_by_number_label_and_walk() -> None:
    found = region_values(
        {
            "numbers": "(sites {3 1 -1 0 99})",
            "labels": '(sites {"A1" "C3" "Z9"})',
            "label": '(sites "B2")',
            "knight": "(sites 12 {{F F R F} {F F L F}})",
            "read": "(sites {(count Sites in:(sites {0 1})) 4})",
        }
    )
    assert found == {
        "numbers": [0, 1, 3],
        "labels": [0, 12],
        "label": [6],
        "knight": [1, 3, 5, 9, 15, 19, 21, 23],
        "read": [2, 4],
    }


def test_neighbourhoods_along_rays() -> None:
    found = region_values(
        {
            "around": "(sites Around 12)",
            "far": "(sites Around 12 distance:2)",
            "many": "(sites Around (sites {0 1}))",
            "empty": "(sites Around 0 Empty)",
            "self": "(sites Around 12 Orthogonal includeSelf:True)",
            "filtered": "(sites Around 12 if:(> (to) (from)))",
            "north": "(sites Direction from:12 N)",
            "all": "(sites Direction from:12)",
            "near": "(sites Direction from:12 Orthogonal included:True distance:1)",
            "stopped": "(sites Direction from:2 Orthogonal stop:(is Occupied (to)) stopIncluded:True)",
            "between": "(sites Between from:10 to:14)",
            "ends": "(sites Between from:10 fromIncluded:True to:12 toIncluded:True)",
        }
    )
    rays = [0, 2, 4, 6, 7, 8, 10, 11, 13, 14, 16, 17, 18, 20, 22, 24]
    assert found == {
        "around": [6, 7, 8, 11, 13, 16, 17, 18],
        "far": [0, 2, 4, 10, 14, 20, 22, 24],
        "many": [2, 5, 6, 7],
        "empty": [5, 6],
        "self": [7, 11, 12, 13, 17],
        "filtered": [13, 16, 17, 18],
        "north": [17, 22],
        "all": rays,
        "near": [7, 11, 12, 13, 17],
        "stopped": [1, 3, 4, 7, 12, 17, 22],
        "between": [11, 12, 13],
        "ends": [10, 11, 12],
    }


def test_expanding_and_distances() -> None:
    found = region_values(
        {
            "once": "(expand (sites {12}))",
            "twice": "(expand origin:12 steps:2 Orthogonal)",
            "none": "(expand origin:12 steps:0)",
            "read": "(expand (sites Occupied by:P2) steps:(count Sites in:(sites {0 1})) W)",
            "far": "(expand (sites Occupied by:P2) steps:2000000000)",  # no more than there are sites
            "exact": "(sites Distance from:12 (exact 2))",
            "ring": "(sites Distance from:0 (range 1 1))",
            "neighbours": "(sites Incident Cell of:Cell at:0)",
        }
    )
    outer = [site for site in range(25) if site not in (6, 7, 8, 11, 12, 13, 16, 17, 18)]
    assert found == {
        "once": [6, 7, 8, 11, 12, 13, 16, 17, 18],
        "twice": [2, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 22],
        "none": [12],
        "read": [2, 3, 4],
        "far": list(range(25)),
        "exact": outer,
        "ring": [1, 5, 6],
        "neighbours": [1, 5],
    }


def test_the_regions_of_the_equipment_by_owner_and_name() -> None:
    regions = (
        '(piece "Disc" Each) (regions "Home" P1 (sites Bottom)) (regions "HomeExtra" P1 {12}) '
        '(regions "Home" P2 (sites Top)) (regions "Held" (sites Occupied by:P2))'
    )
    found = region_values(
        {
            "mine": '(sites Mover "Home")',
            "all": "(sites P1)",
            "named": '(sites "Home")',
            "theirs": "(sites Next)",
            "held": '(sites "Held")',
        },
        pieces=regions,
    )
    assert found == {
        "mine": [0, 1, 2, 3, 4, 12],
        "all": [0, 1, 2, 3, 4, 12],
        "named": [0, 1, 2, 3, 4, 20, 21, 22, 23, 24],
        "theirs": [20, 21, 22, 23, 24],
        "held": [4],
    }
