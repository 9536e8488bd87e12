"""Agents that think in node about published games, and the same agents in Python."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from apts.engine.play.game import Game
from apts.publish.description import describe
from apts.publish.opponents import OPPONENTS, opponents, page_agent, published_searches, published_sides
from apts.publish.program import wasm_module
from tests.publish.node_matches import in_node


def thought_in_node(folder: Path, game: Game, *tasks: dict[str, Any], specs: Sequence[str] = OPPONENTS) -> list[Any]:
    """What agents in node say to some tasks (see thinking.mjs)."""
    file = folder / "wanted.json"
    wanted = {"description": describe(game), "opponents": opponents(game, specs), "tasks": tasks}
    file.write_text(json.dumps(wanted), encoding="utf-8")
    sides = published_sides(game, specs)
    searches = published_searches(game, specs)
    module = wasm_module(game, sides=sides, searches=searches) if sides or searches else None
    told = in_node(folder, game, "thinking.mjs", {"file": str(file)}, module)
    return [json.loads(line) for line in told.splitlines()]


def match_in_python(game: Game, seats: Sequence[str], seed: int, turns: int) -> list[Any]:
    """Text, expected utilities and the rest of each decision of a match."""
    players = [page_agent(game, spec).player(seat, seed) for seat, spec in enumerate(seats, 1)]
    state, told = game.start(seed), []
    while state.outcome is None and len(told) < turns:
        decision = players[state.mover - 1].decide(state, len(told))
        assert decision.values is not None
        told.append([str(decision.move), decision.values[state.mover - 1], list(decision.values)])
        state = state.after(decision.move)
    return told
