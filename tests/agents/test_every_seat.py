"""Every kind of agent in games for one, two, three, four and six, with chance of every kind: no match may break off."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

import apts
from apts.agents.matches import play_match
from apts.engine.play.game import Game
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame
from tests.search.small_games import rhombus

AGENTS = [
    "random",
    "greedy",
    "uct:iterations=40",
    "uct:iterations=40,grave=10",
    "uct:iterations=40,reuse=false,choice=value,softening=0.2",
    "uct:iterations=40,playout=2,heuristic=rules",
    "alphabeta:depth=2",
    "alphabeta:depth=2,opponents=maxn",
    "uct:iterations=30,loss=0.25,breadth=4",
    "adaptive:level=casual",
]
CLASS_AGENTS = [spec for spec in AGENTS if "grave" not in spec and "heuristic" not in spec]


def race(players: int, throw: str = "do (roll) next:") -> str:
    """Runners on one road, as many as there are seats; the issue's own game has three."""
    names = ["Runner"] if players == 1 else [f"Runner{seat}" for seat in range(1, players + 1)]
    places = " ".join(f'(place "{name}" {site})' for site, name in enumerate(names))
    return f"""
(game "Race" (players {players})
    (equipment {{ (board (rectangle 1 20) (track "Road" "0,E")) (dice d:6 num:1) (piece "Runner" Each) }})
    (rules
        (start {{ {places} }})
        (play ({throw}(forEach Piece (move
            (from (from)) (to (trackSite Move from:(from) "Road" steps:(count Pips)) if:(is Empty (to)))
        ))))
        (end (if (> (last To) 15) (result Mover Win)))
    ))"""


def later(players: int) -> str:
    """Chance in ``then``: after a stone is placed the dice decide whether the mover may go on; passing is allowed."""
    return f"""
(game "Later" (players {players})
    (equipment {{ (board (square 4)) (dice d:2 num:1) (piece "Stone" Each) }})
    (rules
        (play (or (move Add (to (sites Empty)) (then (and (roll) (if (= (count Pips) 1) (moveAgain))))) (move Pass)))
        (end (if (is Line 3) (result Mover Win)))
    ))"""


def dealt(players: int) -> str:
    """Chance at the start alone."""
    return f"""
(game "Dealt" (players {players})
    (equipment {{ (board (square 4)) (piece "Stone" Each) (piece "Rock" Neutral) }})
    (rules
        (start (place Random {{ "Rock0" }}))
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    ))"""


GAMES: dict[str, str] = {
    **{f"race for {players}": race(players) for players in (1, 2, 3, 4, 6)},
    **{f"later for {players}": later(players) for players in (1, 2, 3, 6)},
    **{f"dealt for {players}": dealt(players) for players in (1, 2, 3)},
    "swap": rhombus(3, "(meta (swap))"),
}


class Thrown(PythonGame[tuple[int, ...]]):
    """A class with dice: whoever moves adds the throw or passes; who has most at the end wins."""

    name = "Thrown"

    def __init__(self, players: int):
        self.players = players

    def start(self) -> tuple[int, ...]:
        return (0, 0, *[0] * self.players)

    def mover(self, position: tuple[int, ...]) -> int:
        return position[0] % self.players + 1

    def moves(self, position: tuple[int, ...]) -> Iterable[str]:
        return ["add", "pass"]

    def play(self, position: tuple[int, ...], move: str) -> tuple[int, ...]:
        scores = list(position[2:])
        if move == "add":
            scores[self.mover(position) - 1] += position[1] - 1
        return (position[0] + 1, -1, *scores)

    def chance(self, position: tuple[int, ...], dice: random.Random) -> tuple[int, ...]:
        return (position[0], dice.randrange(3), *position[2:]) if position[1] <= 0 else position

    def outcome(self, position: tuple[int, ...]) -> Outcome | None:
        if position[0] < 2 * self.players:
            return None
        scores = position[2:]
        ranks = [1 + sum(o > s for o in scores) + (sum(o == s for o in scores) - 1) / 2 for s in scores]
        return Outcome.ranked(ranks, "all have moved twice")

    def write(self, position: tuple[int, ...]) -> str:
        return " ".join(map(str, position))

    def read(self, text: str) -> tuple[int, ...]:
        return tuple(map(int, text.split()))


def hold(game: Game, spec: str) -> None:
    """Play a match and hold what was thought at its turns."""
    agents = [apts.agent(spec)] * game.players
    for seed in (1, 2):
        match = play_match(game, agents, seed, limit=12)
        state = match.start
        for turn in match.turns:
            assert turn.decision.move in state.moves()
            state = state.after(turn.decision.move)
            values = turn.decision.values
            if values is not None:
                assert len(values) == game.players
                assert game.players == 1 or sum(values) == pytest.approx(0.0, abs=1e-6)
        again = play_match(game, agents, seed, limit=12)
        assert again.moves == match.moves
        assert [turn.decision for turn in again.turns] == [turn.decision for turn in match.turns]


@pytest.mark.parametrize("spec", AGENTS)
@pytest.mark.parametrize("name", GAMES)
def test_no_match_breaks_off(name: str, spec: str) -> None:
    hold(apts.load(GAMES[name]), spec)


@pytest.mark.parametrize("spec", CLASS_AGENTS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_no_match_of_a_class_breaks_off(players: int, spec: str) -> None:
    hold(apts.load(Thrown(players)), spec)


def test_play_test_of_a_dice_game_for_three_is_finished_and_its_values_sum_to_nothing() -> None:
    run = apts.playtest(apts.load(race(3)), agents=["uct:iterations=60"] * 3, matches=6, seed=1)
    assert {match.status for match in run.matches} == {"finished"}
    for match in run.matches:
        for turn in match.turns:
            assert turn.values is not None
            assert sum(turn.values) == pytest.approx(0.0, abs=1e-5), "the archive keeps six places"


def test_tree_of_a_class_with_dice_converges() -> None:
    """One throw, one choice: adding a throw of 0 loses a point, so the best players pass then."""
    game = apts.load(Thrown(2))

    def exact(position: tuple[int, ...], *, settled: bool) -> tuple[float, ...]:
        definition = game.definition  # type: ignore[attr-defined]
        outcome = definition.outcome(position)
        if outcome is not None:
            return outcome.utilities  # type: ignore[no-any-return]
        if not settled:
            thrown = [exact((position[0], number, *position[2:]), settled=True) for number in range(3)]
            return tuple(sum(values) / 3 for values in zip(*thrown, strict=True))
        seat = definition.mover(position) - 1
        after = [exact(definition.play(position, move), settled=False) for move in definition.moves(position)]
        return max(after, key=lambda values: values[seat])

    state = game.start(4)
    expected = exact(state.position, settled=True)  # type: ignore[attr-defined]
    analysis = apts.agent("uct:iterations=12000").analyze(state)
    assert analysis.value == pytest.approx(expected[0], abs=0.05)
    ahead = apts.agent("alphabeta:depth=4,samples=60").analyze(state)
    assert ahead.value == pytest.approx(expected[0], abs=0.15)
    assert sum(ahead.values) == pytest.approx(0.0)
