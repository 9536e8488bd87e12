"""What is asked of games and positions is answered by both makes of games, alike where they are the same game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import apts
from apts.engine.class_checks import BrokenGame
from apts.engine.python_game import PythonGame
from apts.engine.rules_game import RulesGame
from tests.agents.small_games import PILE
from tests.engine import small_games

PLAYED_ON = """(game "Played On" (players 3)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""


class Row(PythonGame[tuple[int, ...]]):
    """Three cells; who fills the last one wins."""

    name = "Row"

    def start(self) -> tuple[int, ...]:
        return (0, 0, 0)

    def mover(self, position: tuple[int, ...]) -> int:
        return 1 + sum(map(bool, position)) % 2

    def moves(self, position: tuple[int, ...]) -> Iterable[str]:
        return [f"c{site}" for site, owner in enumerate(position) if not owner]

    def play(self, position: tuple[int, ...], move: str) -> tuple[int, ...]:
        cells = list(position)
        cells[int(move[1:])] = self.mover(position)
        return tuple(cells)

    def outcome(self, position: tuple[int, ...]) -> apts.Outcome | None:
        return apts.Outcome.won_by(1, 2, "full") if all(position) else None

    def write(self, position: tuple[int, ...]) -> str:
        return "".join(map(str, position))

    def read(self, text: str) -> tuple[int, ...]:
        return tuple(map(int, text))


class Named(Row):
    """The same with sites and pieces."""

    def site_names(self) -> Iterable[str]:
        return ["c0", "c1", "c2"]

    def piece_names(self) -> Iterable[str]:
        return ["Stone"]

    def standing(self, position: tuple[int, ...]) -> Mapping[str, str]:
        return {f"c{site}": f"Stone{owner}" for site, owner in enumerate(position) if owner}

    def move_sites(self, move: str) -> tuple[str | None, str | None]:
        return None, move

    def symmetries(self) -> Iterable[Mapping[str, str]]:
        return [{"c0": "c2", "c1": "c1", "c2": "c0"}]

    def estimate(self, position: tuple[int, ...], seat: int) -> float:
        return 7.0 if seat == 1 else -7.0


def test_both_snowballs_give_the_same_answers() -> None:
    text, written = apts.load("snowball"), apts.load("snowball-class")
    assert (text.from_rules is text, written.from_rules) == (True, None)
    assert (text.definition, type(written.definition).__name__) == (None, "Snowball")
    assert text.site_names == written.site_names
    assert text.has_chance is written.has_chance is False
    assert text.hidden_by == written.hidden_by == ()
    assert set(text.symmetries) == set(written.symmetries)
    assert len(set(text.symmetries)) == 8
    one, other, choose = text.start(), written.start(), random.Random(3)
    for _ in range(30):
        move = choose.choice(one.moves()).text
        assert one.find_move(move).target == other.find_move(move).target
        one, other = one.play(move), other.play(move)
        assert set(one.standing) == set(other.standing)
        assert {site: piece[-1] for site, piece in one.standing.items()} == {
            site: piece[-1] for site, piece in other.standing.items()
        }
        assert one.reply_counts(3) == other.reply_counts(3)


def test_class_that_says_nothing_of_sites_says_that_it_does_not_know() -> None:
    game = apts.load(Row)
    state = game.start().play("c1")
    assert (game.site_names, game.piece_names, game.move_kinds, game.end_rules, game.symmetries) == ((), (), (), (), ())
    assert (game.board, state.standing, state.site_contents) == (None, {}, ())
    assert state.piece_moved(state.moves()[0]) is None
    assert state.estimate(1) is None
    assert state.observation(2) == state.content == (0, 1, 0)


def test_class_that_names_its_sites_is_asked_about_them() -> None:
    game = apts.load(Named)
    state = game.start().play("c1")
    assert state.standing == {1: "Stone1"}
    assert state.site_contents == (None, "Stone1", None)
    assert [move.target for move in state.moves()] == [0, 2]
    assert state.piece_moved(state.moves()[0]) == "Stone2"
    assert game.symmetries == ((2, 1, 0),)
    assert (state.estimate(1), state.estimate(2)) == (1.0, -1.0)
    run = apts.playtest(Named, "random", matches=20, workers=1)
    assert run.metrics["board-use"].value == 1.0
    assert {row["name"] for row in run.metrics["piece-use"].details["rows"]} >= {"Stone1", "Stone2"}
    opened = run.metrics["openings"].details["rows"]
    assert {row["name"] for row in opened} <= {"c0", "c1"}


@pytest.mark.parametrize(
    ("method", "answer", "told"),
    [
        ("site_names", ["a", "a"], "site_names is wrong at the start: it gives a name twice"),
        ("site_names", ["a\n"], "texts of one line are expected"),
        ("standing", {"z9": "Stone"}, "'z9' is none of its site_names"),
        ("move_sites", ("c0", "z9"), r"it gives \('c0', 'z9'\) for 'c0'"),
        ("symmetries", [{"c0": "c0"}], "does not take every site"),
    ],
)
def test_class_that_contradicts_itself_is_told_where(method: str, answer: Any, told: str) -> None:
    wrong = type("Wrong", (Named,), {method: lambda self, *given: answer})
    with pytest.raises(BrokenGame, match=told):
        _ask_everything(apts.load(wrong))


def _ask_everything(game: apts.Game) -> None:
    state = game.start()
    for question in (state.moves, lambda: state.standing, lambda: game.symmetries):
        question()


def test_tiles_are_pieces_and_dice_are_not() -> None:
    assert apts.load("bravalath").piece_names == ("Hex",)
    assert apts.load("backgammon").piece_names == ("Man",)


def test_rules_tell_kinds_pieces_places_and_ends() -> None:
    game = apts.load(small_games.PAWNS)
    state = game.start()
    assert game.piece_names == ("Pawn",)
    assert "step" in game.move_kinds
    assert game.end_rules
    assert all(rule.line in rule.lines and place in rule.inside for place, rule in enumerate(game.end_rules))
    step = state.find_move("a1-a2")
    assert state.piece_moved(step) == "Pawn"
    assert state.standing[game.site_names.index("a1")] == "Pawn1"
    assert state.after(step).standing.get(game.site_names.index("a1")) is None


def test_seats_that_left_a_match_have_their_rank() -> None:
    game = apts.load(PLAYED_ON)
    assert game.leaving == {"Win"}
    assert apts.load(PILE).leaving == {"Win"}
    assert apts.load("tic-tac-toe").leaving == frozenset()
    state = game.start()
    for move in ("a1", "a3", "c3", "b1"):
        assert not state.decided
        state = state.play(move)
    assert state.outcome is None
    assert (state.decided, state.places_won) == ({1: 1.0}, 1)


def test_luck_of_dice_can_be_changed_and_nothing_else() -> None:
    game = apts.load(DICE)
    assert game.has_chance
    state = game.start(1)
    reached = {state.with_luck(seed).after(state.moves()[0]).content for seed in range(40)}
    assert len(reached) > 1
    assert isinstance(game.from_rules, RulesGame)


DICE = """(game "Throws" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) (dice num:1) })
    (rules (play (do (roll) next:(move Add (to (sites Empty))))) (end (if (is Line 3) (result Mover Win)))))"""


def test_the_answer_about_the_next_player_is_kept_for_who_moves_again() -> None:
    text = (
        '(game "Fill" (players 2) (equipment { (board (rectangle 1 3)) (piece "Disc" Each) }) (rules '
        "(play (move Add (to (sites Empty)) (then (moveAgain (then %s))))) "
        "(end (if (no Moves Mover) (result Mover Loss)))))"
    )
    asking = apts.load(text % "(if (no Moves Next) (addScore Mover 1))").start()
    silent = apts.load(text % "(addScore Mover 1)").start()
    for move in ("a", "b", "c"):
        assert asking.outcome is None
        asking, silent = asking.play(move), silent.play(move)
    assert asking.outcome is not None
    assert asking.outcome.winner == 2
    assert silent.outcome is None
    assert silent.play("pass").outcome is not None
