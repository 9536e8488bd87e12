"""Upper confidence bounds applied to trees (Kocsis and Szepesvári, 2006) with proven results (Winands et al., 2008)."""

from __future__ import annotations

from apts.engine.native.jit import pointer
from apts.search.memory import Entry, routine
from apts.search.trees.descent import (
    PLAYOUT_LIMIT,
    Columns,
    SearchMemory,
    begin_iteration,
    best_child,
    conclude,
    exploration_of,
    has_children,
    has_untried,
    is_abandoned,
    is_settled,
    step_to,
    try_child,
)
from apts.search.trees.tree import FIRST, PROVEN, SPAN, VISITS, column_of


@routine(13, "moves play play_on")
def uct(search: SearchMemory, count: int, moves: Entry, play: Entry, play_on: Entry) -> int:
    """Make up to ``count`` iterations from the root; stop when its value is proven or the tree is full.

    Gives the number of iterations made. Rules without chance only: the moves of a node are taken to be always the same.
    """
    columns = Columns(
        column_of(search.tree, VISITS), column_of(search.tree, FIRST), column_of(search.tree, SPAN),
        column_of(search.tree, PROVEN),
    )  # fmt: skip
    visits, proven = pointer(columns.visits), pointer(columns.proven)
    for iteration in range(count):
        if is_settled(search, columns):
            return iteration
        before = begin_iteration(search)
        node, depth, over = 0, 0, 0
        while over == 0 and has_children(search, columns, node, depth, moves):
            if has_untried(columns, node):
                child = try_child(search, node)
            else:
                child = best_child(search.tree, node, exploration_of(search, visits[node]))
            over = step_to(search, child, depth, play)
            node = child
            depth += 1
        if is_abandoned(search, before):
            return iteration
        ended = over
        if over == 0 and proven[node] == 0:
            limit = pointer(search.settings)[PLAYOUT_LIMIT]
            ended = play_on(search.data, search.state, search.work, search.records, search.stream, limit)
        conclude(search, columns, node, depth, over, ended, moves)
    return count
