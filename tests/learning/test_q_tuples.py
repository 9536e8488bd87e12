"""Q-learning with n-tuples: what shares weights, what is learnt, and that it can be had again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

import apts
from apts.agents.matches import opening, play_match
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.layout import OVER
from apts.learning.q.learner import BATCH, QTraining, settings_for, tuple_values
from apts.learning.q.model_file import QSettings
from apts.learning.q.tuple_values import TupleValues, shape_for
from apts.learning.q.tuples import UNROLLED, SiteMap, cells_of, codes_of, sharing
from tests.agents.small_games import PILE
from tests.learning.q_files import learnt

STEEP = """
(game "Steep" (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is In (last To) (sites Top)) (result Mover Loss)))))
"""
BIASED = """
(game "Biased" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (and (is Mover P1) (is Line 2)) (result P1 Win)))))
"""
DICED = """
(game "Diced" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each) (dice d:2 num:1)})
    (rules
        (play (do (roll) next:(move Add (to (sites Empty)))))
        (end (if (is Line 3) (result Mover Win)))))
"""


def rules_game(source: str, **settings: str) -> RulesGame:
    game = apts.load(source, **settings)
    assert isinstance(game, RulesGame)
    return game


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "maps", "exchanged"),
    [("tic-tac-toe", 8, True), ("connect-four", 2, True), ("othello", 8, True), ("kalah", 1, True),
     (STEEP, 2, True), (BIASED, 8, False)],
)  # fmt: skip
def test_only_what_the_rules_allow_is_shared(source: str, maps: int, exchanged: bool) -> None:
    kept, crossed = sharing(rules_game(source).machine)
    assert len(kept) == maps
    assert (crossed is not None) == exchanged
    assert kept[0].tolist() == list(range(len(kept[0])))


@pytest.mark.long
def test_breakthrough_is_seen_from_the_other_end_by_the_second_player() -> None:
    kept, crossed = sharing(rules_game("breakthrough").machine)
    assert len(kept) == 2
    assert crossed is not None
    assert {int(site) // 8 for site in crossed[:8]} == {7}


@pytest.mark.parametrize("name", ["othello", "connect-four", "breakthrough"])
@pytest.mark.long
def test_mapped_positions_have_the_same_value(name: str) -> None:
    game = rules_game(name)
    machine = game.machine
    values = TupleValues(machine, shape_for(machine, 4), QSettings(walks=4))
    values.learn(0, 30)
    kept, crossed = sharing(machine)
    assert crossed is not None
    maps = [SiteMap(machine.compiled, crossed, exchange=True)]
    dice, state = Random(3), machine.start(0)
    for _ in range(9):
        machine.play(state, machine.record(dice.randrange(machine.moves(state))))
    assert not state[OVER]
    known = sorted(value for _, value, _ in values.move_values(state))
    for mapping in maps:
        mapped = mapping.position(state, machine)
        assert sorted(value for _, value, _ in values.move_values(mapped)) == pytest.approx(known)
    assert len(set(known)) > 1
    assert len(kept) >= 2


def test_connect_four_is_seen_as_an_upright_grid() -> None:
    compiled = rules_game("connect-four").compiled
    cells = cells_of(compiled)
    assert cells.kind == UNROLLED
    assert len(cells.sites) == 42
    assert codes_of(compiled, cells.kind).count == 4  # nothing, own, other, the next place
    assert max(len(line) for line in cells.lines) == 7
    assert sum(len(line) == 6 for line in cells.lines) >= 7


@pytest.mark.long
def test_othello_has_discs_of_two_sides_and_tuples_as_long_as_its_edges() -> None:
    game = rules_game("othello")
    cells = cells_of(game.compiled)
    codes = codes_of(game.compiled, cells.kind)
    assert codes.count == 3
    assert codes.tables == ((0, 0, 0, 0, 1, 2), (0, 0, 0, 0, 2, 1))
    edge = next(known for known in shape_for(game.machine, 0).sets if set(known.images[0]) == set(range(8)))
    assert len(edge.images) == 4


@pytest.mark.long
def test_same_seed_gives_the_same_values_in_one_go_or_in_parts(tmp_path: Path) -> None:
    game = rules_game("connect-four")
    whole = learnt(tmp_path / "whole.q", game, "tuples", 2 * BATCH, walks=4)
    parts = learnt(tmp_path / "parts.q", game, "tuples", BATCH, walks=4)
    QTraining(game, parts).run(2 * BATCH)
    assert parts.digest() == whole.digest()
    other = learnt(tmp_path / "other.q", game, "tuples", BATCH, walks=4, seed=2)
    assert other.digest() != parts.digest()


@pytest.mark.long
def test_file_gives_back_what_was_learnt(tmp_path: Path) -> None:
    game = rules_game("tic-tac-toe")
    file = learnt(tmp_path / "t.q", game, "tuples", 500)
    training = QTraining(game, file)
    before = tuple_values(game, file, training.about).numbers()
    assert np.count_nonzero(before[0]) > 100
    training.run(1000)
    assert not np.array_equal(before, tuple_values(game, file, training.about).numbers())


def score(game: apts.Game, spec: str, opponent: str, matches: int) -> float:
    """The share of the points against an opponent, in alternating seats."""
    agents, total = [apts.agent(spec), apts.agent(opponent)], 0.0
    for number in range(matches):
        seats = [agents[(seat + number) % 2 if seat < 2 else 1] for seat in range(game.players)]
        match = play_match(game, seats, number, start=opening(game, 2, number // 2))
        total += (match.outcome.utilities[number % 2] + 1) / 2
    return total / matches


@pytest.mark.long
def test_connect_four_is_won_against_random_after_seconds(tmp_path: Path) -> None:
    game = apts.load("connect-four")
    learnt(tmp_path / "four.q", game, "tuples", 5000)
    assert score(game, f"q:{tmp_path / 'four.q'}", "random", 60) >= 0.9


@pytest.mark.long
def test_othello_is_won_against_random_and_at_times_against_club(tmp_path: Path) -> None:
    game = apts.load("othello")
    learnt(tmp_path / "othello.q", game, "tuples", 10_000)
    assert score(game, f"q:{tmp_path / 'othello.q'}", "random", 100) >= 0.9
    assert score(game, f"q:{tmp_path / 'othello.q'}", "level:club", 20) >= 0.2


@pytest.mark.long
@pytest.mark.parametrize(
    "source", ["breakthrough", "kalah", "gobblet-gobblers", "nine-mens-morris", PILE, DICED, BIASED]
)
def test_games_of_every_make_are_learnt(source: str, tmp_path: Path) -> None:
    game = rules_game(source)
    file = learnt(tmp_path / "some.q", game, "tuples", 20, walks=4)
    state = game.start(1)
    player = apts.agent(f"q:{file.path}")
    while state.outcome is None and len(state.moves()) > 1:
        last, state = state, state.after(player.choose(state))
    state = last
    assert isinstance(state, RulesState)
    values = tuple_values(game, file, file.about).move_values(state.position)
    assert values
    assert all(-1.0 <= value <= 1.0 for _, value, _ in values)


@pytest.mark.long
def test_game_for_three_is_played_better_than_at_random(tmp_path: Path) -> None:
    game = apts.load(PILE)
    learnt(tmp_path / "pile.q", game, "tuples", 3000)
    matches = 200
    assert score(game, f"q:{tmp_path / 'pile.q'}", "random", matches) > score(game, "random", "random", matches) + 0.05


@pytest.mark.long
def test_winning_move_is_taken_though_nothing_was_learnt() -> None:
    game = rules_game("tic-tac-toe")
    values = TupleValues(game.machine, shape_for(game.machine, 0), settings_for("tuples", walks=0))
    state = game.start()
    for move in ("a1", "b1", "a2", "b2"):
        state = state.play(move)
    assert isinstance(state, RulesState)
    best = max(values.move_values(state.position), key=lambda row: row[1])
    assert best[1:] == (1.0, True)


@pytest.mark.long
def test_plain_python_learns_the_same_as_compiled_code() -> None:
    program = (
        "import apts; from apts.learning.q.tuple_values import *; from apts.learning.q.model_file import QSettings\n"
        "machine = apts.load('tic-tac-toe').machine\n"
        "values = TupleValues(machine, shape_for(machine, 3), QSettings(walks=3)); values.learn(0, 8)\n"
        "print(values.numbers().tobytes().hex())"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "APTS_JIT": jit},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for jit in ("0", "1")
    ]
    assert printed[0] == printed[1]
    assert len(printed[0]) > 1000
