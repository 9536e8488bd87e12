"""Every kind of agent plays games of all kinds: dice, three and four seats, unequal sides, sowing."""

from __future__ import annotations

import pytest

import apts
from apts.agents.matches import play_match
from bench.agent_sweep import AGENTS

TURNS = 6
GAMES: list[tuple[str, dict[str, str]]] = [
    ("backgammon", {}),
    ("mail-coaches", {}),
    ("mail-coaches", {"players": "Three"}),
    ("mail-coaches", {"players": "Four"}),
    ("oware", {}),
    ("tablut", {}),
    ("trefoil", {}),
]


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_agent_plays_in_every_seat(name: str, options: dict[str, str], agent: str) -> None:
    game = apts.load(name, **options)
    match = play_match(game, [apts.agent(agent)] * game.players, 1, limit=TURNS)
    assert match.turns
    for turn in match.turns:
        if turn.decision.values is not None:
            assert sum(turn.decision.values) == pytest.approx(0, abs=1e-5)
