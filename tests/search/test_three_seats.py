"""Three and more seats: values of all, and proofs that hold if everybody plays for themselves."""

from __future__ import annotations

from typing import Any

import pytest

from apts.engine.play.machine import Machine
from apts.engine.play.outcome import utilities
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import MOVER, OVER
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.minimax.alphabeta import AlphaBetaSettings, alphabeta
from apts.search.results import Row, SearchResult, balanced_values, ranking
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings, search_uct
from tests.search.small_games import machine, random_match, records

LINES = """
(game "Lines" (players 3)
    (equipment { (board (rectangle 2 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2 Orthogonal) (result Mover Win))))
)"""


def points(players: int, cells: int) -> str:
    """Every cell is worth something else at every turn, so that all orders of the seats come up, ties too."""
    return f"""
(game "Points" (players {players})
    (equipment {{ (board (rectangle 1 {cells})) (piece "Mark" Each) }})
    (rules
        (play (move Add (to (sites Empty)) (then (addScore Mover (% (* (+ 1 (last To)) (count Moves)) 4)))))
        (end (if (= (count Moves) {cells}) (byScore)))
    ))"""


GAMES = {"lines": LINES, "points": points(3, 5), "four": points(4, 5)}
Vectors = frozenset[tuple[float, ...]]


class AllMaxn:
    """Everything that max^n can come to, whatever players choose among moves that are equally good for them."""

    def __init__(self, game: Machine):
        self.game = game
        self._seen: dict[bytes, Vectors] = {}

    def outcomes(self, state: Any) -> Vectors:
        """The results that a position can come to."""
        if state[OVER]:
            return frozenset({utilities(Position(self.game.compiled, state).ranks())})
        key = bytes(memoryview(state).cast("B"))
        if key not in self._seen:
            seat = int(state[MOVER]) - 1
            children = list(self.moves(state).values())
            safe = max(min(vector[seat] for vector in child) for child in children)
            self._seen[key] = frozenset(vector for child in children for vector in child if vector[seat] >= safe)
        return self._seen[key]

    def moves(self, state: Any) -> dict[tuple[int, ...], Vectors]:
        """The results that each move can come to."""
        found = {}
        for record in records(self.game, state):
            after = self.game.copy(state)
            self.game.play(after, record)
            found[record] = self.outcomes(after)
        return found


def check(truth: AllMaxn, state: Any, result: SearchResult) -> int:
    """Hold every proof of a result against the truth; gives how many there were."""
    seat, proofs = int(state[MOVER]) - 1, 0
    moves = truth.moves(state)
    for row in result.rows:
        if row.proven is not None:
            assert {round(vector[seat], 6) for vector in moves[row.record]} == {round(row.proven, 6)}
            proofs += 1
    if result.proven is not None:
        assert {round(vector[seat], 6) for vector in truth.outcomes(state)} == {round(result.proven, 6)}
        assert any(vector[seat] == pytest.approx(result.proven) for vector in moves[result.best]), "it is played, too"
        proofs += 1
    return proofs


SEARCHES = {
    "uct": lambda game, state: search_uct(game, state, iterations=4000, seed=1),
    "few": lambda game, state: search_uct(game, state, iterations=150, seed=2),
    "grave": lambda game, state: search_uct(game, state, iterations=2000, seed=1, settings=TreeSettings(grave=20, c=0.4)),
    "paranoid": lambda game, state: alphabeta(game, state, depth=8, every_move=True),
    "maxn": lambda game, state: alphabeta(game, state, depth=8, settings=AlphaBetaSettings(opponents="maxn")),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", SEARCHES)
def test_proofs_hold_if_everybody_plays_for_themselves(kind: str, name: str) -> None:
    game = machine(GAMES[name])
    truth, proofs = AllMaxn(game), 0
    for seed in range(9):
        state = random_match(game, seed, seed % 4)
        result = SEARCHES[kind](game, state)
        proofs += check(truth, state, result)
        assert result.values is not None
        assert sum(result.values) == pytest.approx(0.0, abs=1e-6)
        assert result.values[int(state[MOVER]) - 1] == pytest.approx(result.value)
    assert proofs > 0 or kind == "maxn" or (kind, name) == ("paranoid", "four")


@pytest.mark.parametrize("name", GAMES)
def test_values_of_all_seats_are_those_of_brute_force(name: str) -> None:
    game = machine(GAMES[name])
    truth, compared = AllMaxn(game), 0
    for seed in range(12):
        state = random_match(game, seed, seed % 4)
        outcomes = truth.outcomes(state)
        tree = search_uct(game, state, iterations=20_000, seed=1)
        ahead = alphabeta(game, state, depth=8, settings=AlphaBetaSettings(opponents="maxn"))
        assert ahead.values is not None
        assert any(ahead.values == pytest.approx(vector, abs=1e-5) for vector in outcomes)
        if len(outcomes) == 1:
            assert tree.values == pytest.approx(next(iter(outcomes)), abs=0.05)
            compared += 1
    assert compared


def test_every_node_keeps_the_mean_of_every_seat() -> None:
    game = machine(points(4, 8))
    search = TreeSearch(game, TreeSettings(solve=False), seed=4)
    search.start(game.start(0))
    search.run(3000)
    tree = search.tree
    for node in range(1, 200):
        if tree.visits(node):
            assert sum(tree.means(node)) == pytest.approx(0.0, abs=1e-9)
    node = max(tree.children(0), key=tree.visits)
    assert tree.means(node)[0] == pytest.approx(tree.mean(node)), "the first seat has chosen it"
    kept = tree.means(max(tree.children(node), key=tree.visits))
    record = tree.record(max(tree.children(node), key=tree.visits))
    search.advance(tree.record(node))
    search.advance(record)
    assert search.tree.means(0) == kept, "what is known stays known from turn to turn"


def test_judgements_of_three_seats_are_brought_to_a_sum_of_nothing() -> None:
    game = machine(points(3, 8))
    heuristic = Heuristic((Term("mobility", 5.0, others=0.0),))
    settings = TreeSettings(playout_limit=0, heuristic=heuristic)
    result = search_uct(game, game.start(0), iterations=400, seed=1, settings=settings)
    assert result.values is not None
    assert sum(result.values) == pytest.approx(0.0, abs=1e-9)


def test_second_place_that_is_proven_is_preferred_to_a_worse_one_with_more_visits() -> None:
    rows = [Row((1,), 50, -1 / 3, -1 / 3, ()), Row((2,), 10, 1 / 3, 1 / 3, ()), Row((3,), 5, 0.2, None, ())]
    assert [row.record for row in ranking(rows)] == [(2,), (3,), (1,)]


def test_values_are_balanced_within_their_bounds() -> None:
    assert balanced_values(1, 1.0, [0.0, 0.9, -0.9]) == pytest.approx((1.0, 0.0, -1.0), abs=1e-6)
    assert balanced_values(2, 0.5, [0.0, 0.0, 0.0]) == pytest.approx((-0.25, 0.5, -0.25))
    assert sum(balanced_values(3, -1.0, [1.0, 1.0, 1.0, -1.0])) == pytest.approx(0.0, abs=1e-9)
    assert balanced_values(1, 0.7, [0.2]) == (0.7,)
