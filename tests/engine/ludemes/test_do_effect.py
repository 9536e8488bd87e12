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
