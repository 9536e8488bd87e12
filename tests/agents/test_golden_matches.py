"""Matches of every kind of agent are, move for move and value for value, those that were kept when this file was written.

A change that is meant to play otherwise raises the ``version`` of the kind and puts in the digests that failed tests show.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import apts
from apts.agents.agent_registry import agent
from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.playtest.matches.match import appointment, recorded_match
from tests.agents.small_games import PILE, Race
from tests.agents.test_every_seat import Thrown, race
from tests.learning.q_files import STRIP, learnt

TEAMS = """
(game "Teams" (players 4)
    (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules
        (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) })
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"""

GAMES = {
    "connect-four": "connect-four",
    "breakthrough": "breakthrough",
    "race of three": race(3),
    "pile of three": PILE,
    "teams": TEAMS,
    "class": Race(13),
    "class with dice": Thrown(3),
    "strip": STRIP,
}

GOLDEN: dict[tuple[str, str], str] = {
    ("connect-four", "random"): "283d50c52bcb7227",
    ("connect-four", "greedy"): "e8bc6dc653f8a26d",
    ("connect-four", "uct:iterations=80"): "eca4a616ed576d5a",
    ("connect-four", "uct:iterations=40,grave=10"): "a473961128e7816b",
    ("connect-four", "uct:iterations=30,breadth=9,softening=0.3"): "f566f11f7671c692",
    ("connect-four", "uct:iterations=40,reuse=false,playout=3,heuristic=rules"): "691acaddfb9b4164",
    ("connect-four", "alphabeta:depth=2"): "7ab5c0280991129d",
    ("connect-four", "uct:iterations=30,loss=0.25,breadth=4"): "819256ca75de36a5",
    ("connect-four", "adaptive:level=casual"): "5d95f92ea9a33df7",
    ("connect-four", "model:connect-four,simulations=8"): "299f15450ca553e8",
    ("breakthrough", "uct:iterations=60"): "45a69ac8153687bf",
    ("breakthrough", "uct:iterations=30,loss=0.1"): "25f8639c8d07e200",
    ("race of three", "random"): "993cd1e0ee4b25d5",
    ("race of three", "uct:iterations=40"): "ca094065182a84e2",
    ("race of three", "alphabeta:depth=2"): "a17c2e6a1843a269",
    ("pile of three", "uct:iterations=60"): "7948f13a18bc6dbc",
    ("pile of three", "alphabeta:depth=2,opponents=maxn"): "c9d05ec3139d51d4",
    ("teams", "uct:iterations=40"): "c3103e5f8d27c4c5",
    ("teams", "greedy"): "84bd5c0218d13f05",
    ("class", "random"): "f490ed21ecab60bc",
    ("class", "uct:iterations=30"): "ffc9c955fa0113e3",
    ("class", "alphabeta:depth=2"): "c046ff50e2806e3d",
    ("class with dice", "uct:iterations=20"): "72d7222c82cf0cd4",
    ("strip", "q:strip.q"): "1dc3ea8d1f1d5811",
    ("strip", "uct:iterations=50"): "203f6004d58d6a9d",
}


def told(match: MatchRecord) -> str:
    """What a match is made of, values and entropies to six places."""
    turns = [
        (turn.mover, turn.move, turn.legal_moves, _rounded(turn.values), _rounded((turn.entropy or 0.0,)))
        for turn in match.turns
    ]
    return repr((match.status, turns, match.outcome and match.outcome.ranks))


def _rounded(values: tuple[float, ...] | None) -> list[str] | None:
    return None if values is None else [f"{value + 0.0:.6f}" for value in values]


def digest(game: Game, spec: str) -> str:
    """A short digest of two matches: of an agent with another one, and of the agent alone."""
    others = [agent("uct:iterations=25"), agent("random"), agent(spec)]
    found = ""
    for number, agents in enumerate(([agent(spec), *others][: game.players], [agent(spec)] * game.players), 1):
        specs = tuple(each.spec for each in agents)
        found += told(recorded_match(game, agents, appointment(specs, 3, number), limit=14))
    return hashlib.sha256(found.encode()).hexdigest()[:16]


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the file of values that one agent plays by."""
    learnt(tmp_path / "strip.q", apts.load(STRIP), "table", 100)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize(("name", "spec"), GOLDEN)
def test_matches_are_those_of_before(name: str, spec: str) -> None:
    assert digest(apts.load(GAMES[name]), spec) == GOLDEN[name, spec]
