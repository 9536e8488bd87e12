"""Positions in one line of text, and back."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings, strategies

import apts
from apts.engine.play.game import PositionError
from tests.engine import small_games
from tests.engine.hostile_texts import ends, then
from tests.engine.hostile_texts import game as hostile_game

RULES = [text for name, text in vars(small_games).items() if name.isupper()]


def test_position_is_readable() -> None:
    state = apts.load(small_games.NOUGHTS).start().play("b2").play("c3")
    assert str(state) == "2c/1N1/3 1 moves=2 last=c3"


def test_stacks_and_hands_are_readable() -> None:
    columns = apts.load(small_games.COLUMNS).start().play("b").play("b").play("d")
    assert str(columns) == "1[XO]1X 2 moves=3 last=d"
    cups = apts.load(small_games.CUPS).start().play("large@b1")
    assert str(cups) == "2/1L 2 moves=1 last=hand1.2-b1 hand1=S1 hand2=sl"


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: re.findall(r'game "(\w+)"', rules)[0])
def test_every_position_of_random_matches_reads_back(rules: str) -> None:
    game = apts.load(rules)
    for seed in range(4):
        choose = random.Random(seed)
        state = game.start(seed)
        while True:
            again = game.state(str(state))
            assert again == state
            assert (again.moves(), again.outcome) == (state.moves(), state.outcome)
            if state.outcome is not None:
                break
            state = state.after(choose.choice(state.moves()))


def test_site_that_a_stack_has_left_is_as_it_was_before() -> None:
    game = apts.load(small_games.TOWERS)
    start = game.start()
    there = start.play("a1-b1").play("b2-a2")
    assert "b1-a1" in [move.text for move in there.moves()]  # and not as if something were taken there
    back = there.play("b1-a1").play("a2-b2")
    assert str(back).split()[0] == str(start).split()[0]
    assert back.position_hash == game.state(str(back)).position_hash


def test_position_can_be_made_up() -> None:
    state = apts.load(small_games.NOUGHTS).state("NN1/cc1/3 1")
    assert len(state.moves()) == 5
    outcome = state.play("c3").outcome
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "rows of the board and a player to move are expected"),
        ("3/3/3", "rows of the board and a player to move are expected"),
        ("3/3 1", "has 2 rows; the board has 3"),
        ("4/3/3 1", "4 sites; 3 are expected"),
        ("3/1Q1/3 1", r"'Q' in the row '1Q1' is not a piece \(pieces are N Nought1, c Cross2\)"),
        ("3/[NN]2/3 1", "2 pieces cannot stand on a2"),
        ("3/1!1/3 1", "not a piece"),
        ("3/1]1/3 1", "cannot stand there"),
        ("3/N(s2)2/3 1", "pieces of this game have no 'state'"),
        ("3/3/3 3", "a number from 1 to 2 is expected"),
        ("3/3/3 x", "a number from 1 to 2 is expected"),
        ("3/3/3 1 moves", "name=value is expected"),
        ("3/3/3 1 moves=1 moves=2", "each name once"),
        ("3/3/3 1 moves=many", "moves must be a whole number from 0 to 2147483648, not 'many'"),
        ("3/3/3 1 last=z9", "there is no site 'z9'"),
        ("3/3/3 1 score=1,2", "has no 'score'"),
        ("3/3/3 1 move=1", "did you mean moves?"),
        (f"3/3/3 1 moves={10**30}", "whole number"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(apts.PositionError, match=message):
        apts.load(small_games.NOUGHTS).state(text)


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(strategies.text("3/NcX[]().12 =moveslat,:-<>", max_size=40))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    game = apts.load(small_games.NOUGHTS)
    try:
        state = game.state(text)
    except apts.AptsError:
        return
    assert game.state(str(state)) == state


def test_what_an_empty_site_of_stacks_keeps_reads_back() -> None:
    marking = then("(forEach Site (sites Around (last To)) (set State at:(site) 2))")
    game = apts.load(hostile_game(marking, size=2, board="largeStack:True"))
    state = game.start().play("a1")
    assert str(state) == ".(s2).(s2)/S.(s2) 2 moves=1 last=a1"
    assert game.state(str(state)) == state
    with pytest.raises(PositionError, match="above an empty level"):
        game.state("[.(s2)S]1/2 2 moves=1 last=a1")


def test_what_a_level_above_a_stack_keeps_reads_back() -> None:
    piled = "(add (to (last To)) stack:True) (set State at:(last To) level:1 4)"
    game = apts.load(hostile_game(then(f"(seq {{{piled} (remove (last To) level:0)}})"), size=2))
    state = game.start().play("a1")
    assert str(state) == "2/[S(s4).(s4)]1 2 moves=1 last=a1"
    assert game.state(str(state)) == state


def test_board_without_sites_of_a_kind_that_the_rules_ask_for_reads_back() -> None:
    plain = hostile_game(end=ends("(= 5 (count Stack Cell at:0))"), size=2, board="use:Vertex")
    game = apts.load(plain.replace("(square 2)", "(graph vertices:{{0 0} {1 0} {2 0}} edges:{{0 1} {1 2}})"))
    state = game.start()
    assert game.state(str(state)) == state


@pytest.mark.parametrize("who", ["P1", "2", "3", "Neutral", "Shared"])
def test_marks_on_players_and_on_what_is_shared_read_back(who: str) -> None:
    game = apts.load(hostile_game(then(f'(trigger "go" {who})'), size=2))
    state = game.start().play("a1")
    assert game.state(str(state)) == state
