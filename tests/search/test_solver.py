"""The exact solver against known values."""

from __future__ import annotations

from statistics import median
from time import process_time, sleep
from typing import Any

import pytest

import apts
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import OVER
from apts.errors import AptsError
from apts.search.exact.solver import Solution, Solver, solve
from tests.search.small_games import (
    DICE,
    NOUGHTS,
    SHARED,
    TRIO,
    columns,
    drop,
    machine,
    random_match,
    rhombus,
    truth,
)

needs_truth = pytest.mark.skipif(
    not (SHARED / "truth" / "connect4").is_dir(), reason="the published positions are not beside the repository"
)

COUNTED = """
(game "Counted" (players 2)
    (equipment { (board (rectangle 1 5)) (piece "Mark" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then (addScore Mover (last To)))))
        (end (if (is Full) (byScore)))
    )
)"""


def score(played: str, solution: Solution) -> int:
    """The score of a solution as the published positions count it: 22 less the disc with which the winner wins."""
    assert solution.value is not None
    if solution.value == 0:
        return 0
    assert solution.moves is not None
    return solution.value * (22 - (len(played) + solution.moves + 1) // 2)


def test_noughts_is_a_draw() -> None:
    game = machine(NOUGHTS)
    solution = solve(game, game.start(0))
    assert solution.value == 0
    assert solution.moves is None


def test_win_comes_with_its_distance_and_a_line_that_gets_there() -> None:
    game = machine(columns(7, 6))
    state = drop(game, "4455")
    solution = solve(game, state)
    assert (solution.value, solution.moves) == (1, 3)
    assert len(solution.line) == 3
    for record in solution.line:
        game.play(state, record)
    assert state[OVER]
    assert Position(game.compiled, state).ranks() == [1.0, 2.0]


def test_loss_is_put_off_as_long_as_possible() -> None:
    game = machine(columns(7, 6))
    state = drop(game, "44553")
    solution = solve(game, state)
    assert (solution.value, solution.moves) == (-1, 2)
    for record in solution.line:
        game.play(state, record)
    assert state[OVER]


@pytest.mark.parametrize(
    ("width", "height", "value"),
    [
        (4, 4, 0),
        (5, 4, 0),
        pytest.param(6, 4, -1, marks=pytest.mark.long),
        (4, 5, 0),
        pytest.param(5, 5, 0, marks=pytest.mark.long),
    ],
)
def test_small_upright_grids_have_their_published_values(width: int, height: int, value: int) -> None:
    game = machine(columns(width, height))
    assert Solver(game).outcome(game.start(0)).value == value


@pytest.mark.parametrize("side", [2, 3, 4])
def test_first_player_wins_on_every_rhombus(side: int) -> None:
    game = machine(rhombus(side))
    assert Solver(game).outcome(game.start(0)).value == 1


def test_swap_gives_the_win_to_the_second_seat() -> None:
    game = machine(rhombus(3, "(meta (swap))"))
    assert Solver(game).outcome(game.start(0)).value == -1


def test_margin_is_solved_where_there_are_scores() -> None:
    game = machine(COUNTED)
    solution = Solver(game).margin(game.start(0))
    assert solution.margin == 4 - 3 + 2 - 1 + 0
    assert len(solution.line) == 5
    with pytest.raises(AptsError, match="no scores"):
        Solver(machine(NOUGHTS)).margin(machine(NOUGHTS).start(0))


def test_budget_that_does_not_suffice_gives_no_value() -> None:
    game = machine(columns(7, 6))
    solution = Solver(game).outcome(game.start(0), seconds=0.05)
    assert solution.value is None
    assert solution.seconds < 1.0


def test_time_that_the_machine_spends_on_something_else_does_not_count() -> None:
    """The limit is one of the processor's time: a proof of some hundredths of a second is not given up for waiting."""
    game = machine(columns(4, 5))
    waited: list[int] = []

    def wait(positions: int, depth: int | None) -> None:
        if not waited:
            waited.append(positions)
            sleep(1.2)

    solution = Solver(game, watch=wait).solve(game.start(0), seconds=1.0)
    assert waited
    assert solution.value == 0
    assert solution.seconds < 1.0


@pytest.mark.long
def test_lines_that_are_too_long_give_no_value() -> None:
    game = machine(columns(5, 4))
    assert Solver(game, plies=10).outcome(game.start(0)).value is None


def test_games_that_cannot_be_solved_are_refused() -> None:
    with pytest.raises(AptsError, match="one or two players; this game has 3"):
        Solver(machine(TRIO))
    with pytest.raises(AptsError, match="without chance"):
        Solver(machine(DICE))


@needs_truth
def test_published_late_positions_have_their_exact_scores() -> None:
    game = machine(columns(7, 6))
    solver = Solver(game)
    for played, expected in truth("Test_L3_R1.txt")[::20]:
        assert score(played, solver.solve(drop(game, played), line=False)) == expected


@needs_truth
def test_published_middle_positions_are_scored_with_few_nodes() -> None:
    game = machine(columns(7, 6))
    nodes = []
    for played, expected in truth("Test_L2_R1.txt")[:40]:
        solution = Solver(game).solve(drop(game, played))
        assert score(played, solution) == expected
        assert len(solution.line) == solution.moves or not expected
        nodes.append(solution.nodes)
    assert median(nodes) < 83  # a plain solver that knows the game needs 65 to 83, the one before took 226
    assert sum(nodes) < 35_000


def test_table_of_the_smallest_size_changes_no_answer() -> None:
    game = machine(columns(4, 4))
    for seed in range(12):
        state = random_match(game, seed, 6)
        small, large = Solver(game, 1).solve(state), Solver(game).solve(state)
        assert (small.value, small.moves) == (large.value, large.moves)
        assert Solver(game, 1).solve(state).line == small.line


@needs_truth
@pytest.mark.long
def test_all_late_positions_are_scored_within_50_milliseconds_each() -> None:
    game = machine(columns(7, 6))
    solver = Solver(game)
    positions = [(played, drop(game, played), expected) for played, expected in truth("Test_L3_R1.txt")]
    began = process_time()
    for played, state, expected in positions:
        assert score(played, solver.solve(state, line=False)) == expected
    assert (process_time() - began) / len(positions) < 0.05


@needs_truth
@pytest.mark.long
def test_all_middle_positions_are_decided_within_five_seconds_each() -> None:
    game = machine(columns(7, 6))
    solver = Solver(game)
    positions = [(drop(game, played), expected) for played, expected in truth("Test_L2_R1.txt")]
    began = process_time()
    for state, expected in positions:
        assert solver.outcome(state).value == (expected > 0) - (expected < 0)
    assert (process_time() - began) / len(positions) < 5.0


@needs_truth
@pytest.mark.long
def test_tree_search_keeps_the_value_of_published_positions() -> None:
    from apts.search.trees.monte_carlo import search_uct

    game = machine(columns(7, 6))
    solver = Solver(game)

    def keeps(played: str, expected: int) -> bool:
        state = drop(game, played)
        child = game.copy(state)
        game.play(child, search_uct(game, state, iterations=20_000, seed=1).best)
        if child[OVER]:
            return expected > 0 or (Position(game.compiled, child).ranks() == [1.5, 1.5] and expected == 0)
        value = solver.outcome(child).value
        assert value is not None
        return -value == (expected > 0) - (expected < 0)

    for name, share in (("Test_L3_R1.txt", 0.99), ("Test_L2_R1.txt", 0.93)):
        positions = truth(name)
        assert sum(keeps(*position) for position in positions) >= share * len(positions)


def _empties(state: Any, compiled: Any) -> int:
    start, size = compiled.fields["what"]
    return sum(1 for word in state[start : start + size] if word == 0)


@pytest.mark.long
def test_othello_endgames_with_twelve_empties_are_solved_within_a_second() -> None:
    import apts

    game = apts.load("othello").machine  # type: ignore[attr-defined]
    began, solved = process_time(), 0
    for seed in range(40):
        state = random_match(game, seed, 48)
        if _empties(state, game.compiled) != 12:
            continue
        solution = Solver(game).margin(state)
        assert solution.margin is not None
        assert (solution.margin > 0) - (solution.margin < 0) == Solver(game).outcome(state).value
        solved += 1
        if solved == 5:
            break
    assert solved == 5
    assert (process_time() - began) / solved < 1.0


@pytest.mark.long
def test_a_solver_that_is_asked_again_says_what_a_fresh_one_says() -> None:
    game = apts.load("tic-tac-toe")
    known: dict[str, Any] = {}
    level = [game.start()]
    while level:
        following = {str(after): after for state in level for after in map(state.after, state.moves())}
        level = [state for state in following.values() if state.outcome is None]
        known |= {text: state for text, state in following.items() if state.outcome is None}
    asked = Solver(game.machine, 16)
    for state in list(known.values())[::9]:
        fresh = Solver(game.machine, 16).outcome(state.position).value
        assert asked.outcome(state.position).value == fresh, str(state)
