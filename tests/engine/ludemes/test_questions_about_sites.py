"""Questions about sites, what stands there, and whose it is."""

from __future__ import annotations

from tests.engine.answers import numbers, truths
from tests.engine.small_match import SmallMatch, small_game

PIECES = '(piece "Disc" Each) (piece "King" Each) (piece "Stone" Neutral) (piece "Ball" Shared)'
START = '(place "Disc1" 0) (place "King2" 1) (place "Stone0" 2) (place "Ball" 3)'


def true(found: dict[str, bool]) -> list[str]:
    """The names of the conditions that held."""
    return [name for name, value in found.items() if value]


def test_who_and_what_stands_on_a_site() -> None:
    found = numbers(
        {
            "a": "(who at:0)",
            "b": "(who at:1)",
            "c": "(who at:2)",
            "d": "(who at:3)",
            "e": "(who at:9)",
            "f": "(who at:-1)",
            "g": "(what at:1)",
            "h": "(what at:2)",
            "i": "(what at:-1)",
            "j": '(id "King" Mover)',
            "k": '(id "King2")',
            "l": '(id "Stone" Neutral)',
            "m": "(id P2)",
            "n": '(id "Queen" P1)',
        },
        20,
        pieces=PIECES,
        start=START,
    )
    assert list(found.values()) == [1, 2, 0, 3, 0, 0, 4, 5, 0, 3, 4, 5, 2, -1]


def test_empty_and_occupied_are_both_false_off_the_board() -> None:
    found = truths(
        {
            "a": "(is Empty 0)",
            "b": "(is Empty 9)",
            "c": "(is Empty -1)",
            "d": "(is Occupied 0)",
            "e": "(is Occupied 9)",
            "f": "(is Occupied -1)",
            "g": "(is Empty 99)",
        },
        20,
        pieces=PIECES,
        start=START,
    )
    assert true(found) == ["b", "d"]


def test_everybody_but_nobody_and_the_mover_is_an_enemy() -> None:
    found = truths(
        {
            "own": "(is Enemy (who at:0))",
            "other": "(is Enemy (who at:1))",
            "neutral": "(is Enemy (who at:2))",
            "shared": "(is Enemy (who at:3))",
            "friend": "(is Friend (who at:0))",
            "foe": "(is Friend (who at:1))",
            "mover": "(is Mover P1)",
            "next": "(is Next P2)",
            "previous": "(is Prev Mover)",
            "active": "(is Active P2)",
        },
        20,
        pieces=PIECES,
        start=START,
    )
    assert true(found) == ["other", "shared", "friend", "mover", "next", "active"]


def test_membership_of_regions_and_arrays() -> None:
    found = truths(
        {
            "a": "(is In 3 (sites {1 3}))",
            "b": "(is In 2 (sites {1 3}))",
            "c": "(is In -1 (sites Board))",
            "d": "(is In 500 (sites Board))",
            "e": "(is In {1 3} (sites {1 2 3}))",
            "f": "(is In {1 4} (sites {1 2 3}))",
            "g": "(is In (last To) (sites Occupied by:Mover))",
            "h": "(is In (mover) (array {4 1}))",
            "i": "(is In (mover) (array {4 2}))",
            "j": "(is In 20 (forEach (sites Board) if:(is Occupied (site))))",
            "k": "(is In 21 (forEach (sites Board) if:(is Occupied (site))))",
        },
        20,
    )
    assert true(found) == ["a", "e", "g", "h", "j"]


def test_a_piece_within_a_region() -> None:
    found = truths(
        {
            "a": '(is Within (id "King2") in:(sites Bottom))',
            "b": '(is Within (id "King1") in:(sites Bottom))',
            "c": '(is Within (id "King2") at:1)',
            "d": "(is Within 1)",
            "e": "(is Full)",
            "f": "(is Even (last To))",
            "g": "(is Odd -3)",
        },
        20,
        pieces=PIECES,
        start=START,
    )
    assert true(found) == ["a", "c", "d", "f", "g"]


def test_what_reads_the_bottom_of_a_stack_and_who_the_top() -> None:
    found = numbers(
        {
            "bottom": "(what at:7)",
            "top": "(what at:7 level:-1)",
            "second": "(what at:7 level:1)",
            "owner": "(who at:7)",
            "first": "(who at:7 level:0)",
            "level": "(topLevel at:7)",
            "none": "(topLevel at:8)",
            "height": "(count at:7)",
            "where": '(where Level (id "Disc1") at:7)',
            "low": '(where Level (id "Disc1") at:7 fromTop:False)',
            "missing": '(where Level (id "Disc1") at:8)',
            "mine": "(count Stack at:7 if:(= (who at:(to) level:(level)) 1))",
            "all": "(count Pieces)",
            "his": "(count Pieces P2)",
        },
        *(7, 7, 7),
        play="(move Add (to (sites Board)) stack:True (then (and {{ {asked} }})))",
    )
    assert found == {
        "bottom": 1,
        "top": 1,
        "second": 2,
        "owner": 1,
        "first": 1,
        "level": 2,
        "none": 0,
        "height": 3,
        "where": 2,
        "low": 0,
        "missing": -1,
        "mine": 2,
        "all": 3,
        "his": 1,
    }


def test_sites_of_this_turn_are_visited_until_the_turn_passes_on() -> None:
    walk = "(forEach Piece (move Step (to if:(not (is Visited (to)))) (then (if (= (counter) -1) (moveAgain)))))"
    match = SmallMatch(small_game(walk, start='(start {(place "Disc1" 12) (place "Disc2" 0)})'))
    match.move(12, 13)
    assert (13, 12) not in match.legal()
    assert (13, 14) in match.legal()
    match.move(13, 14)
    match.move(0, 1)
    assert (14, 13) in match.legal()


def test_pending_values_last_for_one_move() -> None:
    pending = {"any": "(if (is Pending) 1 0)", "value": "(value Pending)"}
    asked = " ".join(f'(set Var "{name}" {question})' for name, question in pending.items())
    play = f"""(if (is Pending)
        (move Add (to (sites {{ (value Pending) }})) (then (and {{ {asked} }})))
        (move Add (to (sites Empty)) (then (if (= (counter) -1) (set Pending 9)))))"""
    match = SmallMatch(small_game(play))
    match.play(0)
    assert match.legal() == [(9, 9)]
    match.play(9)
    assert match.position.field("variable any", 0) == 0
    assert len(match.legal()) == 23


def test_sites_hold_different_things() -> None:
    asked = """(and (set Var "three" (toInt (all Different (sites {0 1 2}) if:(is Occupied (site)))))
        (set Var "two" (toInt (all Different (sites {0 1}) if:True))))"""
    pieces = '(piece "Disc" Each) (piece "Rock" Neutral)'
    start = '(start {(place "Disc1" 0) (place "Rock0" 2)})'
    match = SmallMatch(small_game(f"(move Add (to (sites Empty)) (then {asked}))", pieces=pieces, start=start))
    answers = []
    for site in (9, 1, 10):
        match.play(site)
        answers.append([match.position.field(f"variable {name}", 0) for name in ("three", "two")])
    assert answers == [[0, 1], [1, 1], [1, 1]]
    other = SmallMatch(small_game(f"(move Add (to (sites Empty)) (then {asked}))", pieces=pieces, start=start))
    other.play(9, 10, 1)  # two discs of one player
    assert [other.position.field(f"variable {name}", 0) for name in ("three", "two")] == [0, 0]


def test_where_the_last_action_of_a_move_came_from() -> None:
    play = "(move Slide (from 0) Orthogonal (then (fromTo (from 20) (to 24))))"
    text = small_game(play, start='(start {(place "Disc1" {0 20})})')
    match = SmallMatch(text.replace("(= 0 1)", "(= 20 (last From afterConsequence:True))"))
    match.move(0, 3)
    assert match.over


def test_freedom_is_an_empty_neighbour_on_the_ground_elsewhere() -> None:
    questions = {
        "free": "(is Freedom (sites {0 1}))",
        "taken": "(is Freedom (sites {0}) 1)",
        "enclosed": "(is Freedom (sites {0}))",
        "nothing": "(is Freedom (sites {}))",
    }
    assert truths(questions, 0, 5) == {"free": True, "taken": False, "enclosed": True, "nothing": False}
    assert truths(questions, 0, 5, 1) == {"free": True, "taken": False, "enclosed": False, "nothing": False}
