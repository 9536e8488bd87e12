"""``(do ..)`` as an effect, and one inside another."""

from __future__ import annotations

from tests.engine.small_match import PLACING, SmallMatch, small_game


def test_the_second_effect_sees_the_first() -> None:
    then = "(then (do (set Var 4) next:(set Score Mover (var))))"
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(0)
    assert match.position.per_player("score") == [4, 0]


def test_nothing_happens_when_the_second_effect_offers_nothing() -> None:
    then = "(then (do (set Score Mover 4) next:(remove 24)))"
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(0)
    assert match.position.per_player("score") == [0, 0]


def test_effects_beside_it_see_neither() -> None:
    then = "(then (and (do (set Var 4) next:(set Score Mover (var))) (set Score Next (var))))"
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(0)
    assert match.position.per_player("score") == [4, -1]


def test_one_choice_inside_another_begins_with_both_effects() -> None:
    add = '(move Add (to (sites Empty) if:(= (to) (+ (var) (var "More")))))'
    play = f'(do (set Var 4) next:(do (set Var "More" 3) next:{add}))'
    match = SmallMatch(small_game(play))
    assert match.legal() == [(7, 7)]
    match.play(7)
    assert match.position.field("variable More", 0) == 3


def test_what_follows_the_first_part_of_a_choice_knows_where_it_was_found() -> None:
    play = """(forEach Piece
        (do (set Var "kept" 1 (then (set Var "origin" (from))))
            next:(move (from) (to (sites {24}) if:(= (var "origin") (from)))))
    )"""
    match = SmallMatch(small_game(play, start='(start (place "Disc1" {3 7}))'))
    assert match.legal() == [(3, 24), (7, 24)]
    match.move(7, 24)
    assert match.position.field("variable origin", 0) == 7


def test_consequences_of_effects_in_turn_know_the_loop_around_them() -> None:
    effect = """(forEach Site (sites {1 2}) (seq {
        (remember Value "first" (site) (then (remember Value "second" (site))))
    }))"""
    match = SmallMatch(small_game(f"(move Add (to (sites Empty)) (then {effect}))"))
    match.play(0)
    for name in ("first", "second"):
        assert [match.position.field(f"remembered {name}", index) for index in range(3)] == [2, 1, 2]


def test_consequences_that_are_queued_know_all_loops_around_them() -> None:
    names = ("site", "value", "player", "level", "from", "to")
    noted = " ".join(f'(set Var "{name}" ({name}))' for name in names)
    first = f'(set Var "kept" 1 (then (and {{ {noted} }})))'
    effect = f"""(forEach Site (sites {{3}}) (forEach Value min:5 max:5 (forEach Level (from) (forEach Player
        (do {first} next:(set Var "last" 1))
    ))))"""
    man = f'(piece "Disc" Each (move Step E (to if:(is Empty (to)) (apply {effect}))))'
    match = SmallMatch(small_game("(forEach Piece)", pieces=man, start='(start (place "Disc1" {6}))'))
    match.move(6, 7)
    assert [match.position.field(f"variable {name}", 0) for name in names] == [
        3,
        5,
        2,
        0,
        6,
        3,
    ]  # the site of a loop is its target too
