"""A move that two rules offer is one move: what was found out about it in two places is told together."""

from __future__ import annotations

from apts.search.trees.monte_carlo import TreeSearch, TreeSettings
from tests.search.small_games import machine

TWICE = """
(game "Twice" (players 3)
  (equipment { (board (square 3)) (piece "Disc" Each) })
  (rules
    (play (forEach Value min:1 max:2 (move Add (to (sites Empty)))))
    (end (if (is Line 3) (result Mover Win)))))
"""


def test_visits_are_added_and_values_keep_their_sum() -> None:
    game = machine(TWICE)
    search = TreeSearch(game, TreeSettings(), seed=4)
    search.start(game.start(1))
    search.run(60)
    result = search.result()
    assert len(result.rows) == 9
    assert len(search.children(0)) == 18
    assert sum(row.visits for row in result.rows) == 60
    assert result.values is not None
    assert abs(sum(result.values)) < 1e-9
    corner = next(row for row in result.rows if row.record[2] == 0)
    parts = [search.row(child) for child in search.children(0) if search.tree.record(child) == corner.record]
    assert len(parts) == 2
    assert corner.visits == sum(part.visits for part in parts)
    assert abs(corner.value - sum(part.visits * part.value for part in parts) / corner.visits) < 1e-12
