"""Snowball: the class, and its agreement with the rules text."""

from __future__ import annotations

import random

import pytest

import apts
from apts.engine.play.positions.position_contents import Position
from apts.games.shipped.snowball_class import Snowball


def points_after(*own: str) -> int:
    """The points of the first seat after its pieces were placed in this order, the enemy far away."""
    state = apts.load(Snowball, size=15).start()
    away = [f"{column}15" for column in "acegikmo"] + [f"{column}13" for column in "acegikmo"]
    for move, answer in zip(own, away, strict=False):
        state = state.play(move).play(answer)
    return int(str(state).partition("score=")[2].split(",")[0])


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ("a1 b1 c1 d1", 0),
        ("a1 b1 c1 d1 e1", 1),
        ("a1 a2 a3 a4 a5", 1),
        ("a1 b2 c3 d4 e5", 1),
        ("a5 b4 c3 d2 e1", 1),
        ("a1 b1 c1 d1 e1 f1", 2),
        ("a1 b1 c1 d1 f1 e1", 2),
        ("a1 b1 a2 b2", 1),
        ("a1 c1 a3 c3", 0),
        ("a1 b1 c1 a2 b2 c2", 2),
        ("a1 b1 c1 a2 c2 a3 b3 c3 b2", 5),
    ],
    ids=[
        "four in a row",
        "row of five",
        "column of five",
        "diagonal of five",
        "other diagonal of five",
        "row of six made longer at its end",
        "row of six closed inside",
        "small square",
        "corners of a large square",
        "two small squares",
        "large square with its four small ones",
    ],
)
def test_points_are_given_for_what_the_new_piece_completes(moves: str, points: int) -> None:
    assert points_after(*moves.split()) == points


def test_match_ends_at_the_goal() -> None:
    state = apts.load(Snowball, goal=1).start()
    for move in ("a1", "i9", "b1", "h9", "a2", "g9"):
        state = state.play(move)
    assert state.outcome is None
    outcome = state.play("b2").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1, "somebody has 1 points")


def test_match_ends_with_the_last_piece_and_may_be_drawn() -> None:
    state = apts.load(Snowball, pieces=2).start().play("a1").play("i9")
    assert state.outcome is not None
    assert state.outcome.draw
    assert state.outcome.reason == "2 pieces are on the board"


@pytest.mark.parametrize("seed", range(6))
def test_class_and_text_agree_move_for_move(seed: int) -> None:
    rules, written = apts.load("snowball"), apts.load("snowball-class")
    choose = random.Random(seed)
    text, shaped = rules.start(), written.start()
    while text.outcome is None:
        legal = [move.text for move in text.moves()]
        assert sorted(legal) == sorted(move.text for move in shaped.moves())
        assert text.mover == shaped.mover
        move = choose.choice(near_home(legal, text.mover) or legal)
        text, shaped = text.play(move), shaped.play(move)
        assert scores(text) == shaped.position.points  # type: ignore[attr-defined]
    assert shaped.outcome is not None
    assert shaped.outcome.ranks == text.outcome.ranks
    assert max(scores(text)) >= 5, "the match must have tested the points"


def near_home(legal: list[str], mover: int) -> list[str]:
    """Each seat in its own rows, so that lines and squares come about."""
    rows = "4567" if mover == 1 else "123"
    return [move for move in legal if move[1] in rows and move[0] in "abcdefg"]


def scores(state: apts.State) -> tuple[int, ...]:
    """The scores of a position of a game from rules text."""
    return tuple(Position(state.game.compiled, state.position).per_player("score"))  # type: ignore[attr-defined]
