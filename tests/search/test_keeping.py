"""A tree that keeps what lies below a node in place goes on as one whose nodes were copied."""

from __future__ import annotations

import pytest

import apts
from apts.engine.native.jit import address
from apts.engine.runtime.kernel_functions import JIT
from apts.search.trees.keeping import keep_in_place
from apts.search.trees.monte_carlo import TreeSearch
from apts.search.trees.tree import USED

pytestmark = pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")


def grown(name: str, iterations: int) -> TreeSearch:
    """A tree at the start position of a game."""
    rules = apts.load(name).from_rules
    assert rules is not None
    search = TreeSearch(rules.machine, seed=3)
    search.start(rules.machine.start(0))
    search.run(iterations)
    return search


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "trefoil"])
def test_tree_kept_in_place_goes_on_as_one_that_was_copied(name: str) -> None:
    copied, kept = grown(name, 3000), grown(name, 3000)
    for _ in range(3):
        best = copied.best()
        node = kept.child(0, best)
        assert node is not None
        copied.advance(best)
        kept.machine.play(kept.root, best)
        tree = kept.tree
        settings = address(kept.memory()[4])
        used = keep_in_place(address(tree.block), address(tree.arena), settings, tree.record_size, node)
        assert used == tree.block[USED] == copied.tree.block[USED]
        kept.iterations = tree.visits(0)
        assert kept.result() == copied.result()
        for search in (copied, kept):
            search.run(500)
        assert kept.result() == copied.result()
