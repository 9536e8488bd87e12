"""Matches in the compiled loop are, byte for byte, those that the players of the agents play."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import apts
from apts.agents.agent import Agent, Players
from apts.agents.agent_registry import agent
from apts.agents.kinds.uct_agent import UctAgent
from apts.agents.matches import course, sit_down
from apts.agents.searching.compiled_match import CompiledMatch
from apts.archive import MatchRecord
from apts.engine.play.playouts.slices import Interrupted
from apts.playtest.matches.match import appointment, recorded_match
from apts.search.results import Row
from apts.search.trees.monte_carlo import TreeSearch
from apts.search.trees.tree import Tree

GAMES = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "othello",
    "kalah",
    "english-draughts",
    "hex",
    "nine-mens-morris",
]


def is_whole(game: apts.Game, agents: list[Agent]) -> bool:
    """Whether a match is played in the compiled loop."""
    return [type(one) for one in sit_down(game, agents, 1, 30, timed=False).seated] == [CompiledMatch]


def both_ways(
    name: str, specs: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, limit: int = 30
) -> tuple[list[MatchRecord], list[MatchRecord]]:
    """Three matches in the loop, and the same ones by the players of the agents."""
    game = apts.load(name)
    agents: list[Agent] = [agent(spec) for spec in specs]
    assert is_whole(game, agents)
    compiled = [recorded_match(game, agents, appointment(specs, 3, number), limit=limit) for number in (1, 2, 3)]
    with monkeypatch.context() as patch:
        patch.setattr(UctAgent, "seated", Players)
        plain = [recorded_match(game, agents, appointment(specs, 3, number), limit=limit) for number in (1, 2, 3)]
    return compiled, plain


@pytest.mark.parametrize("name", GAMES)
def test_matches_are_those_of_the_players(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, plain = both_ways(name, ("uct:iterations=60", "uct:iterations=30,c=0.7"), monkeypatch)
    assert compiled == plain
    assert all(match.status != "failed" for match in compiled)


@pytest.mark.parametrize(
    "spec",
    [
        "uct:iterations=30,loss=0.25,breadth=4",
        "uct:iterations=400,loss=0.02,breadth=10",
        "uct:iterations=40,breadth=9",
        "uct:iterations=40,softening=0.3",
        "uct:iterations=40,choice=value",
        "uct:iterations=50,playout=6,heuristic=rules,expand=3",
        "uct:iterations=60,solve=false",
        "uct:iterations=40,rave=100,c=0.2",
        "uct:iterations=40,heuristic=rules,prior=3,playout=4",
        "uct:iterations=40,heuristic=rules,prior=2,rave=50,expand=2",
        "uct:iterations=3",
    ],
)
@pytest.mark.parametrize("name", ["connect-four", "breakthrough"])
def test_settings_of_a_search_mean_the_same(name: str, spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, plain = both_ways(name, (spec, "uct:iterations=25"), monkeypatch, limit=16)
    assert compiled == plain
    assert all(match.status != "failed" for match in compiled)


def test_trees_that_grow_and_trees_that_may_not_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    specs = ("uct:iterations=3000", "uct:iterations=200,nodes=150")
    sizes: list[int] = []
    grow = Tree.grow

    def watched(tree: Tree, capacity: int) -> None:
        sizes.append(capacity)
        grow(tree, capacity)

    monkeypatch.setattr(Tree, "grow", watched)
    compiled, plain = both_ways("breakthrough", specs, monkeypatch, limit=8)
    assert sizes, "no tree had to grow, so the test shows nothing"
    assert compiled == plain


def test_most_turns_need_no_python(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    follow = TreeSearch.follow

    def watched(search: TreeSearch, *arguments: object) -> bool:
        asked.append(1)
        return follow(search, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(TreeSearch, "follow", watched)
    game = apts.load("connect-four")
    specs = ("uct:iterations=200",) * 2
    match = recorded_match(game, [agent(spec) for spec in specs], appointment(specs, 1, 1))
    assert len(asked) <= match.length // 8


def test_match_in_the_loop_is_given_up_when_asked() -> None:
    specs = ("uct:iterations=30000",) * 2
    looks = []

    def stopping() -> bool:
        looks.append(1)
        return len(looks) > 3

    with pytest.raises(Interrupted):
        recorded_match(
            apts.load("connect-four"), [agent(spec) for spec in specs], appointment(specs, 1, 1), stopping=stopping
        )
    assert len(looks) == 4


def test_agents_and_games_that_the_loop_does_not_know_are_left_alone() -> None:
    game = apts.load("tic-tac-toe")
    for spec in ("random", "uct:seconds=0.1", "uct:grave=20", "uct:reuse=false", "alphabeta:depth=2"):
        assert not is_whole(game, [agent(spec), agent("uct")])
        assert not is_whole(game, [agent("uct"), agent(spec)])
    assert is_whole(game, [agent("uct:iterations=24000,breadth=32"), agent("uct")])


def test_class_derived_from_the_search_keeps_its_own_ways() -> None:
    class Stubborn(UctAgent):
        """Takes the move that the search holds for worst."""

        def picked(self, rows: Sequence[Row], seed: int) -> Row:
            return rows[-1]

    game, stubborn = apts.load("tic-tac-toe"), Stubborn(iterations=50)
    assert not is_whole(game, [stubborn, agent("uct")])
    first = next(course(game.start(), [stubborn, agent("uct")], 1)).decision.move
    assert first == stubborn.player(1, 1).decide(game.start()).move != agent("uct:iterations=50").choose(game.start())


def test_match_with_long_lists_of_moves_is_the_same_the_second_time() -> None:
    """The first match finds that its lists of moves are too long; the second has the room from the start."""
    game = apts.load(
        '(game "Wide" (players 2) (equipment { (board (square 34)) (piece "Stone" Each) }) '
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Win)))))"
    )
    agents: list[Agent] = [agent("uct:iterations=20,playout=2"), agent("uct:iterations=20,playout=2")]
    specs = tuple(each.spec for each in agents)
    first, second = (recorded_match(game, agents, appointment(specs, 3, 1), limit=4) for _ in range(2))
    assert first == second


def test_slices_of_a_search_do_not_change_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    game, specs = apts.load("connect-four"), ("uct:iterations=150", "uct:iterations=100")
    agents = [agent(spec) for spec in specs]
    whole = recorded_match(game, agents, appointment(specs, 2, 1))
    monkeypatch.setattr("apts.engine.play.playouts.slices.MOST_STEPS", 7)
    monkeypatch.setattr("apts.engine.play.playouts.slices.FIRST_STEPS", 7)
    again = apts.load("connect-four")  # a game of its own, so that slices start anew
    assert recorded_match(again, agents, appointment(specs, 2, 1)) == whole
