"""Lean players decide and are recorded exactly as the agents' own."""

from __future__ import annotations

import random

import pytest

import apts
from apts.agents.agent import Agent, Players
from apts.agents.agent_registry import agent
from apts.agents.kinds.uct_agent import UctAgent
from apts.agents.matches import LONGEST, sit_down
from apts.agents.searching.compiled_tree import FastPathPlayer, drawn_by_lot, ends_of, quick_move
from apts.engine.rules_state import RulesState
from apts.playtest.matches.match import appointment, recorded_match


def is_lean(game: apts.Game, spec: str) -> bool:
    """Whether an agent has a lean player in a match whose turns are timed."""
    (seated, _) = sit_down(game, [agent(spec), agent("human")], 1, LONGEST, timed=True).seated
    assert isinstance(seated, Players)
    return all(isinstance(player, FastPathPlayer) for player in seated)


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "breakthrough", "othello", "kalah"])
def test_matches_are_the_same_as_with_the_players_of_the_agent(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = apts.load(name)
    specs = ("uct:iterations=60", "uct:iterations=30")
    agents: list[Agent] = [agent(spec) for spec in specs]
    assert is_lean(game, specs[0])
    monkeypatch.setattr(UctAgent, "fits_loop", False)  # not ahead, turn by turn
    lean = [recorded_match(game, agents, appointment(specs, 3, number), limit=30) for number in (1, 2, 3)]
    monkeypatch.setattr(UctAgent, "seated", Players)
    plain = [recorded_match(game, agents, appointment(specs, 3, number), limit=30) for number in (1, 2, 3)]
    assert lean == plain


@pytest.mark.parametrize("name", [known for known in apts.library_names() if "class" not in known])
def test_quick_moves_are_those_of_the_list(name: str) -> None:
    state = apts.load(name).start(1)
    dice = random.Random(4)
    for _ in range(25):
        if state.outcome is not None:
            break
        assert isinstance(state, RulesState)
        moves = state.moves()
        machine = state.game.machine
        count = machine.moves(machine.copy(state.position))
        pairs = ends_of(machine.records, 0, count, machine.compiled.record_size)
        if pairs is not None:
            assert len(pairs) == len(moves)
            for move in moves[:8]:
                assert quick_move(state, move.action, pairs, state.after(move).position) == move
        state = state.after(dice.choice(moves))


@pytest.mark.parametrize("name", [known for known in apts.library_names() if "class" not in known])
def test_moves_by_lot_are_drawn_from_the_list(name: str) -> None:
    state = apts.load(name).start(2)
    for seed in range(40):
        if state.outcome is not None:
            break
        assert isinstance(state, RulesState)
        drawn, moves = drawn_by_lot(state, seed), state.moves()
        chosen = random.Random(seed).choice(moves)
        after = state.after(chosen)
        if drawn is not None:
            assert (drawn.move, drawn.legal_moves, drawn.after) == (chosen, len(moves), after)
        state = after


def test_agents_that_choose_otherwise_keep_their_own_players() -> None:
    game = apts.load("tic-tac-toe")
    for spec in (
        "random",
        "uct:iterations=20,softening=0.5",
        "uct:iterations=20,choice=value",
        "uct:reuse=false",
        "uct:grave=20",
    ):
        assert not is_lean(game, spec)
    for spec in ("uct", "uct:iterations=20,c=1", "uct:seconds=0.1"):
        assert is_lean(game, spec)
