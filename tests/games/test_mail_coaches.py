"""Mail Coaches: the race for two, three and four."""

from __future__ import annotations

import random

import pytest

import apts

NUMBERS = {"Two": 2, "Three": 3, "Four": 4}


@pytest.mark.parametrize(("label", "seats"), NUMBERS.items())
def test_option_says_how_many_play(label: str, seats: int) -> None:
    game = apts.load("mail-coaches", players=label)
    assert game.players == seats
    played = game.playouts(400, seed=1)
    assert played.unfinished == 0
    assert all(wins > 400 / seats / 2 for wins in played.wins)


@pytest.mark.parametrize(("label", "seats"), NUMBERS.items())
def test_all_take_their_turn_and_every_place_is_won(label: str, seats: int) -> None:
    choose = random.Random(label)
    state = apts.load("mail-coaches", players=label).start(seed=7)
    movers = set()
    while state.outcome is None:
        movers.add(state.mover)
        state = state.after(choose.choice(state.moves()))
    assert movers == set(range(1, seats + 1))
    assert sorted(state.outcome.ranks) == list(range(1, seats + 1))


def with_two_thrown(board: str) -> apts.State:
    """A position of three seats in which one of the dice shows a two."""
    game = apts.load("mail-coaches", players="Three")
    states = (game.state(f"{board} 1 hand1=C(n2) hand2=c(n2) hand3=o(n3)", seed) for seed in range(50))
    return next(state for state in states if 2 in [die.value for die in state.dice])


def test_coach_that_is_met_goes_back_to_the_start() -> None:
    after = with_two_thrown("7/7/7/C1c4").play("a1xc1")
    assert "hand2=c(n3)" in str(after)
    assert str(after).startswith("7/7/7/2C4 2")


def test_coach_at_an_inn_is_safe_and_the_place_is_closed() -> None:
    texts = [move.text for move in with_two_thrown("7/7/7/4C1c").moves()]
    assert not [text for text in texts if text.endswith("g1")]
    assert [text for text in texts if text.startswith("b1")]


def test_own_coaches_do_not_meet() -> None:
    texts = [move.text for move in with_two_thrown("7/7/7/C1C4").moves()]
    assert not [text for text in texts if text.startswith("a1") and text.endswith("c1")]
