"""What is promised of the agents, measured: a little of it in every run, all of it in the long tests."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import apts
from apts.agents.engines.ladder import FAR, NEAR, ladder_of, plain_ladder
from apts.agents.matches import opening, play_match
from apts.search.exact.solver import Solver

TRUTH = Path(__file__).parents[3] / "shared" / "truth" / "connect4"


def points(game: str, spec: str, opponent: str, matches: int, moves: int = 0) -> list[float]:
    """What an agent scores against another, seats changing from match to match."""
    rules, agents = apts.load(game), [apts.agent(spec), apts.agent(opponent)]
    found = []
    for number in range(matches):
        seated = agents[::-1] if number % 2 else agents
        match = play_match(rules, seated, number, start=opening(rules, moves, number // 2))
        found.append((match.outcome.utilities[number % 2] + 1) / 2)
    return found


@pytest.mark.parametrize("matches", [30, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("level", ["strong", "expert", "master"])
def test_tic_tac_toe_is_never_lost_above_club(level: str, matches: int) -> None:
    plain = plain_ladder(apts.load("tic-tac-toe")).step(level).agent
    assert min(points("tic-tac-toe", plain, "random", matches)) >= 0.5
    assert set(points("tic-tac-toe", plain, plain, matches)) == {0.5}


@pytest.mark.parametrize(("matches", "floor"), [(40, 0.9), pytest.param(1000, 0.97, marks=pytest.mark.long)])
def test_othello_is_won_against_random(matches: int, floor: float) -> None:
    scores = points("othello", "alphabeta:depth=3,heuristic=othello-combined", "random", matches)
    assert sum(score == 1.0 for score in scores) / matches >= floor


@pytest.mark.long
def test_alpha_beta_in_othello_gets_stronger_with_every_depth() -> None:
    for shallow, deep in pairwise(range(1, 7)):
        specs = [f"alphabeta:depth={depth},heuristic=othello-combined" for depth in (deep, shallow)]
        assert sum(points("othello", *specs, 60, moves=4)) > 33, deep


@pytest.mark.parametrize(
    ("file", "positions", "floor"),
    [
        ("Test_L3_R1", 100, 0.99),
        ("Test_L2_R1", 40, 0.93),
        pytest.param("Test_L3_R1", 1000, 0.99, marks=pytest.mark.long),
        pytest.param("Test_L2_R1", 1000, 0.93, marks=pytest.mark.long),
    ],
)
def test_tree_search_keeps_the_value_of_connect_four(file: str, positions: int, floor: float) -> None:
    if not TRUTH.exists():
        pytest.skip("the collection of solved positions is not there")
    game, agent = apts.load("connect-four"), apts.agent("uct:iterations=20000")
    solver = Solver(game.machine, 22)
    kept = 0
    for number, line in enumerate((TRUTH / f"{file}.txt").read_text(encoding="utf-8").splitlines()[:positions]):
        moves, score = line.split()
        state = game.start()
        for column in moves:
            state = state.play("abcdefg"[int(column) - 1])
        after = state.after(agent.choose(state, seed=number))
        if after.outcome is not None:
            value = int(after.outcome.utilities[state.mover - 1])
        else:
            found = solver.outcome(after.position).value
            assert found is not None
            value = -found
        kept += value == (int(score) > 0) - (int(score) < 0)
    assert kept / positions >= floor


@pytest.mark.parametrize("depth", [3, 4, 5, 6, 7])
def test_alpha_beta_answers_quickly_in_connect_four(depth: int) -> None:
    game = apts.load("connect-four")
    agents = [apts.agent(f"alphabeta:depth={depth},heuristic=connect-four"), apts.agent("uct:iterations=100")]
    times = []
    for number in range(4):
        match = play_match(game, agents, number, start=opening(game, 2, number))
        times += [turn.seconds for turn in match.turns if turn.seat == 1]
    assert sum(times) / len(times) < 0.1


@pytest.mark.long
@pytest.mark.parametrize("name", ["connect-four", "breakthrough", "kalah"])
def test_neighbouring_levels_meet_as_their_ladder_says(name: str) -> None:
    ladder = ladder_of(apts.load(name))
    for below, step in pairwise(ladder.steps):
        if step.score is not None:
            score = sum(points(name, step.agent, below.agent, 60, moves=2)) / 60
            assert NEAR - 0.15 < score < FAR + 0.12, step


@pytest.mark.long
@pytest.mark.parametrize("opponent", ["beginner", "casual", "club", "strong"])
def test_adaptive_player_keeps_matches_close(opponent: str) -> None:
    plain = plain_ladder(apts.load("connect-four"))
    weaker, expert = plain.step(opponent).agent, plain.step("expert").agent
    score = sum(points("connect-four", "adaptive", weaker, 80, moves=2)) / 80
    fixed = sum(points("connect-four", expert, weaker, 80, moves=2)) / 80
    assert 0.2 < score < 0.85
    assert score < fixed
