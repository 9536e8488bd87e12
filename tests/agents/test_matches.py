"""Matches between agents, and matches in files."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

import apts
from apts.agents.agent import Agent, Decision
from apts.agents.analysis import Analysis
from apts.agents.matches import course, opening, play_match
from apts.agents.saved_match import SavedMatch, resignation
from apts.cli.playing.match_table import MatchTable
from apts.engine.game_contract import refusal
from apts.engine.play.game import State
from tests.wording.golden import Wording


def test_match_has_a_turn_for_every_move() -> None:
    game = apts.load("tic-tac-toe")
    match = play_match(game, [apts.agent("random"), apts.agent("uct:iterations=50")], seed=3)
    state = match.start
    for turn in match.turns:
        assert turn.seat == state.mover
        state = state.play(turn.decision.move)
    assert state.outcome == match.outcome


class _Waiting(Agent):
    """Waits before it plays, which takes no processor."""

    def decide(self, state: State, seed: int = 1) -> Decision:
        time.sleep(0.03)
        return Decision(state.moves()[0])

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        raise NotImplementedError


def test_time_of_a_turn_is_that_of_the_processor() -> None:
    match = play_match(apts.load("tic-tac-toe"), [_Waiting(), apts.agent("uct:iterations=500")])
    for turn in match.turns:
        assert turn.seconds is not None
        assert 0 < turn.seconds < 0.03
    assert sum(turn.seconds or 0.0 for turn in match.turns if turn.seat == 1) < 0.03


def test_number_of_agents_must_be_that_of_the_seats() -> None:
    with pytest.raises(apts.AptsError, match="has 2 seats, and 1 agents were given"):
        play_match(apts.load("tic-tac-toe"), [apts.agent("random")])


def test_long_match_is_stopped_and_drawn() -> None:
    game = apts.load("connect-four")
    match = play_match(game, [apts.agent("random")] * 2, seed=1, limit=3)
    assert len(match.turns) == 3
    assert match.outcome.winner is None
    assert "stopped after 3 moves" in match.outcome.reason


def test_opening_never_ends_the_match() -> None:
    game = apts.load("tic-tac-toe")
    for seed in range(20):
        assert opening(game, 30, seed).outcome is None
    assert str(opening(game, 2, 4)) == str(opening(game, 2, 4))


@pytest.mark.parametrize(
    "spec",
    ["uct:iterations=40", "uct:iterations=400,loss=0.02,breadth=10", "uct:iterations=40,softening=0.5", "random"],
)
def test_turns_are_the_same_whether_their_time_is_wanted_or_not(spec: str) -> None:
    start = apts.load("tic-tac-toe").start()
    agents = [apts.agent(spec), apts.agent("uct:iterations=25")]
    timed, quick = (list(course(start, agents, 5, timed=timed)) for timed in (True, False))
    assert [turn.decision.move for turn in timed] == [turn.decision.move for turn in quick]
    for one, other in zip(timed, quick, strict=True):
        assert (one.decision.values is None) == (other.decision.values is None)
        assert one.decision.values is None or one.decision.values == pytest.approx(other.decision.values, abs=1e-9)
    assert all(turn.seconds is not None for turn in course(start, agents, 5, timed=True))


def test_saved_match_comes_back(tmp_path: Path) -> None:
    match = SavedMatch("connect-four", ("human", "level:club"), ("d", "d"), 7, position=None, resigned=2)
    match.write(tmp_path / "match.json")
    again = SavedMatch.read(tmp_path / "match.json")
    assert again == match
    assert len(again.states(apts.load("connect-four"))) == 3


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[1, 2]", "'format' must be"),
        ("no json", "it is not JSON"),
        ("[" * 200_000, "it is not JSON"),
        ("9" * 10_000, "it is not JSON"),
    ],
)
def test_file_that_is_no_match_is_refused(tmp_path: Path, text: str, part: str) -> None:
    (tmp_path / "match.json").write_text(text, encoding="utf-8")
    assert part in refusal(lambda name: SavedMatch.read(tmp_path / name), "match.json")


def test_saved_match_that_was_changed_is_refused(tmp_path: Path) -> None:
    file, whole = tmp_path / "match.json", SavedMatch("connect-four", ("human", "human"), ("d",), 7).as_data()

    def told(data: dict[str, Any]) -> str:
        file.write_text(json.dumps(data), encoding="utf-8")
        return refusal(lambda name: SavedMatch.read(tmp_path / name), file.name)

    assert "moves, game cannot be read" in told({**whole, "game": 5, "moves": "abc"})
    assert "players cannot be read" in told({**whole, "players": []})
    for name in ("game", "options", "settings", "players", "seed", "position", "moves", "resigned"):
        assert f"is damaged: {name} is missing" in told({key: value for key, value in whole.items() if key != name})
    assert "players, moves are missing" in told({key: whole[key] for key in whole if key not in ("players", "moves")})


def test_saved_match_with_an_illegal_move_says_which() -> None:
    match = SavedMatch("connect-four", ("human", "human"), ("d", "z"))
    assert "move 2" in refusal(lambda name: match.states(apts.load(name)), "connect-four")


PODIUM = """(game "Podium" (players {players})
  (equipment { (board (square 4)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (= (last To) {site}) (result Mover {result})))))"""


def podium(players: int, result: str = "Win", site: int = 0) -> apts.Game:
    """The stone on a given site wins, or loses; the others play on."""
    text = PODIUM.replace("{players}", str(players)).replace("{result}", result).replace("{site}", str(site))
    return apts.load(text)


def test_resignation_puts_a_seat_last(wording: Wording) -> None:
    assert resignation(1, podium(2).start()).winner == 2
    assert resignation(1, podium(1).start()).ranks == (0.0,)
    given_up = resignation(2, podium(3).start())
    assert given_up.ranks == (1.5, 3.0, 1.5)
    wording(str(given_up))
    assert resignation(6, podium(6).start()).ranks == (3.0, 3.0, 3.0, 3.0, 3.0, 6.0)


@pytest.mark.parametrize(
    ("players", "result", "ranks", "winner"),
    [
        (3, "Win", (1.0, 3.0, 2.0), 1),
        (3, "Loss", (3.0, 2.0, 1.0), 3),
        (6, "Win", (1.0, 6.0, 3.5, 3.5, 3.5, 3.5), 1),
        (6, "Loss", (6.0, 5.0, 2.5, 2.5, 2.5, 2.5), None),
    ],
)
def test_who_has_a_place_keeps_it_when_another_resigns(
    players: int, result: str, ranks: tuple[float, ...], winner: int | None
) -> None:
    given_up = resignation(2, podium(players, result).start().play("a1"))
    assert (given_up.ranks, given_up.winner) == (ranks, winner)


def test_seat_that_cannot_have_resigned_is_a_damaged_file() -> None:
    for seat in (0, 3, -1, 99):
        saved = SavedMatch("tic-tac-toe", ("human", "human"), ("b2",), resigned=seat)
        with pytest.raises(apts.AptsError, match="damaged: seat"):
            MatchTable(saved)
