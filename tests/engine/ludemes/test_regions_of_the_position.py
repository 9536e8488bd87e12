"""Regions that depend on the pieces."""

from __future__ import annotations

import apts
from tests.engine.region_values import region_values
from tests.engine.small_match import SmallMatch, small_game


def test_sites_by_what_stands_on_them() -> None:
    found = region_values(
        {
            "mine": "(sites Occupied by:Mover)",
            "enemy": "(sites Occupied by:Enemy)",
            "everything": "(sites Occupied by:All)",
            "others": "(sites Occupied by:NonMover)",
            "friends": "(sites Occupied by:Friend)",
            "allies": "(sites Occupied by:Ally)",
            "numbered": "(sites Occupied by:(player 2))",
            "empty": "(intersection (sites Empty) (sites Bottom))",
            "group": "(sites Group at:0)",
            "free": "(sites Group at:4 if:(= 2 (who at:(to))))",
            "nobody": "(sites Group at:4 if:(is Empty (to)))",
            "seen": "(sites LineOfSight at:12)",
            "farthest": "(sites LineOfSight Farthest at:12 Orthogonal)",
            "open": "(sites LineOfSight Empty at:2 Orthogonal)",
        },
        start='(place "Disc1" {0 1}) (place "Disc2" 4) (place "Rock0" 20)',
        pieces='(piece "Disc" Each) (piece "Rock" Neutral)',
    )
    assert found == {
        "mine": [0, 1],
        "enemy": [4],
        "everything": [0, 1, 4, 20],
        "others": [4, 20],
        "friends": [0, 1],
        "allies": [],
        "numbered": [4],
        "empty": [2, 3],
        "group": [0, 1],
        "free": [4],
        "nobody": [],
        "seen": [0, 4, 20],
        "farthest": [2, 10, 14, 22],
        "open": [3, 7, 12, 17, 22],
    }


def test_hands_are_not_among_all_occupied_sites_of_a_board_of_vertices() -> None:
    def counted(use: str, who: str) -> int:
        game = apts.load(
            f'(game "T" (players 2) (equipment {{ (board (square 3) use:{use}) (hand Each) (piece "Ball" Each) }}) (rules '
            '(start (place "Ball" "Hand" count:3)) (play (move Add (to (sites Empty)) (then '
            f"(set Score Mover (count Sites in:(sites Occupied by:{who})))))) (end (if (is Line 3) (result Mover Win)))))"
        )
        scores = game.start().play("a1").scores
        assert scores is not None
        return scores[0]

    assert [counted(use, who) for use in ("Cell", "Vertex") for who in ("All", "Mover")] == [3, 2, 1, 2]


def test_hands_count_among_the_occupied_sites_unless_a_container_is_named() -> None:
    found = region_values(
        {
            "all": "(sites Occupied by:P1)",
            "board": '(sites Occupied by:P1 container:"Board")',
            "hand": "(sites Occupied by:P1 container:1)",
            "kind": '(sites Occupied by:P1 component:"King")',
            "hands": "(sites Hand Mover)",
            "shared": "(sites Hand Shared)",
            "free": "(sites Empty 2)",
        },
        pieces='(piece "Disc" Each) (piece "King" Each) (hand Each size:2)',
        start='(place "Disc1" 0) (place "King1" 3) (place "Disc1" 25) (place "Disc2" 28)',
    )
    assert found == {
        "all": [0, 3, 25],
        "board": [0, 3],
        "hand": [25],
        "kind": [3],
        "hands": [25, 26],
        "shared": [25, 26],
        "free": [27],
    }


def test_among_stacks_only_the_topmost_piece_counts_unless_told_otherwise() -> None:
    found = region_values(
        {"top": "(sites Occupied by:P1)", "any": "(sites Occupied by:P1 top:False)", "empty": "(sites Empty)"},
        board="(board (square 2))",
        start='(place Stack items:{"Disc1" "Disc2"} 0) (place Stack "Disc1" 2 count:2)',
    )
    assert found == {"top": [2], "any": [0, 2], "empty": [1, 3]}


def test_state_0_includes_empty_sites() -> None:
    found = region_values(
        {"none": "(sites State 0)", "one": "(sites State 1)"},
        board="(board (square 2))",
        start='(place "Disc1" 0) (place "Disc2" 1 state:1)',
    )
    assert found == {"none": [0, 2, 3], "one": [1]}


def test_regions_are_combined() -> None:
    found = region_values(
        {
            "union": "(union {(sites Bottom) (sites {24}) (sites Occupied by:P2)})",
            "difference": "(difference (sites Bottom) (sites Occupied by:P1))",
            "without": "(difference (sites Bottom) 2)",
            "nothing": "(difference (sites Bottom) -1)",
            "common": "(intersection (sites Left) (sites Bottom))",
            "chosen": "(if (is Empty 12) (sites Top) (sites Left))",
            "unmet": "(if (is Empty 0) (sites Top))",
            "kept": "(forEach (sites Bottom) if:(is Occupied (site)))",
            "spread": "(forEach of:(sites Occupied by:P1) (sites Around (site) N))",
            "array": "(sites (array {7 3 7}))",
        }
    )
    assert found == {
        "union": [0, 1, 2, 3, 4, 24],
        "difference": [2, 3, 4],
        "without": [0, 1, 3, 4],
        "nothing": [0, 1, 2, 3, 4],
        "common": [0],
        "chosen": [20, 21, 22, 23, 24],
        "unmet": [],
        "kept": [0, 1, 4],
        "spread": [5, 6],
        "array": [3, 7],
    }


def test_the_sites_of_a_track_and_of_a_part_of_it() -> None:
    found = region_values(
        {
            "all": "(sites Track)",
            "named": '(sites Track "Short")',
            "part": "(sites Track from:4 to:1)",
            "mine": '(sites Track Mover "Own")',
        },
        board='(mancalaBoard 2 3 store:None {(track "Long" "0,E,N,W" loop:True) (track "Short" {5 4}) '
        '(track "Own1" {0} P2) (track "Own2" {2 1} P1)})',
        pieces='(piece "Seed" Shared)',
        start="(set Count 2 to:(sites Track))",
    )
    assert found == {"all": [0, 1, 2, 3, 4, 5], "named": [4, 5], "part": [0, 1, 3, 4], "mine": [1, 2]}


def test_start_sites_stay_what_they_were() -> None:
    play = '(or (move (from 0) (to 1)) (move Add (to (sites Start (piece "Disc1")))))'
    match = SmallMatch(small_game(play, board="(board (rectangle 1 3))", start='(start (place "Disc1" 0))'))
    match.move(0, 1)
    assert match.what(1) == 1
    assert match.legal() == [(0, 0)]


def test_the_sites_where_moves_could_go() -> None:
    play = "(move Add (to (sites To (step (from 0) (to if:(is Empty (to)))))))"
    match = SmallMatch(small_game(play, board="(board (square 3))", start='(start (place "Disc1" {0 1}))'))
    assert match.legal() == [(3, 3), (4, 4)]


def test_a_boardless_game_grows_from_the_centre() -> None:
    play = "(move Add (to (sites Playable)))"
    match = SmallMatch(small_game(play, board="(boardless Hexagonal 5)"))
    assert match.legal() == [(30, 30)]
    match.play(30)
    assert len(match.legal()) == 6
    match.play(match.legal()[0][0])
    assert len(match.legal()) == 8


def test_sites_of_a_pattern_are_those_of_every_walk_that_fits() -> None:
    found = region_values(
        {
            "corner": "(sites Pattern {F R F} from:7 what:1)",
            "both": "(sites Pattern {F F} from:0 whats:{1 2})",
            "none": "(sites Pattern {F F F} from:0 what:1)",
            "other": "(sites Pattern {F} from:0 what:2)",
            "outside": "(sites Pattern {F} from:-1 what:1)",
        },
        start='(place "Disc1" {0 2 7 8 12 13 3}) (place "Disc2" {1 5})',
    )
    assert found == {"corner": [3, 7, 8, 12, 13], "both": [0, 1, 2], "none": [], "other": [], "outside": []}


def test_a_move_has_passed_what_it_hopped_over_or_slid_across() -> None:
    play = """(or {
        (move Hop (from 0) Orthogonal (between (range 1 2) if:(is Occupied (between))) (to if:(is Empty (to))) ASK)
        (move Slide (from 20) Orthogonal ASK)
        (move Add (to (sites {24})) ASK)
    })"""
    ask = '(then (forEach Site (last Between) (remember Value "passed" (site))))'
    start = '(start {(place "Disc1" {0 1 2 20})})'
    for move, passed in (((0, 3), [1, 2]), ((20, 23), [21, 22]), ((20, 21), []), ((24, 24), [])):
        match = SmallMatch(small_game(play.replace("ASK", ask), start=start))
        match.move(*move)
        count = match.position.field("remembered passed", 0)
        assert [match.position.field("remembered passed", 1 + index) for index in range(count)] == passed, move


def test_levels_of_a_stack_are_numbers_of_a_region() -> None:
    found = region_values(
        {
            "all": "(forEach Level at:6)",
            "mine": "(forEach Level at:6 if:(= 1 (who at:6 level:(level))))",
            "top": "(forEach Level at:6 FromTop startAt:1)",
            "bottom": "(forEach Level at:6 FromBottom startAt:1)",
            "both": "(union (forEach Level at:6 startAt:0) (sites {24}))",
            "none": "(forEach Level at:7)",
        },
        start='(place Stack items:{"Disc1" "Disc2" "Disc1"} 6)',
    )
    assert found == {"all": [0, 1, 2], "mine": [0, 2], "top": [0, 1], "bottom": [1, 2], "both": [0, 24], "none": []}


def test_steps_relative_to_a_piece_go_on_as_it_faces() -> None:
    step = "(step Forward (to if:True))"
    regions = {name: f"(sites Distance {step} from:{site} (range 1 2))" for name, site in (("up", 7), ("down", 17))}
    pieces = '(piece "Disc" P1 N) (piece "Disc" P2 S)'
    found = region_values(regions, pieces=pieces, start='(place "Disc1" {7}) (place "Disc2" {17 12})')
    assert found == {"up": [12, 17], "down": [7, 12]}
