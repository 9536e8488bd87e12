"""Upper confidence bounds applied to trees (Kocsis and Szepesvári, 2006) with proven results (Winands et al., 2008)."""

from __future__ import annotations

from apts.engine.native.jit import pointer
from apts.search.memory import Entry, inner, routine
from apts.search.trees.conclusions import conclude
from apts.search.trees.descent import (
    LOGGED,
    ORDERED,
    RAVE,
    Columns,
    SearchMemory,
    begin_iteration,
    best_child,
    exploration_of,
    has_children,
    has_untried,
    is_abandoned,
    is_settled,
    step_to,
    try_child,
)
from apts.search.trees.ordering import is_unprepared, prepare_children, promising_child, share_playout
from apts.search.trees.playout import play_out
from apts.search.trees.tree import FIRST, PROVEN, SPAN, VISITS, column_of


@inner
def chosen_child(search: SearchMemory, columns: Columns, node: int, depth: int, moves: Entry, play: Entry) -> int:
    """The child to go to."""
    exploration = exploration_of(search, pointer(columns.visits)[node])
    if pointer(search.settings)[ORDERED] != 0:
        if is_unprepared(search, node):
            prepare_children(search, node, depth, moves, play)
        return promising_child(search, node, exploration)
    if has_untried(columns, node):
        return try_child(search, node)
    return best_child(search.tree, node, exploration)


@routine(13, "moves choose play play_on")
def uct(search: SearchMemory, count: int, moves: Entry, choose: Entry, play: Entry, play_on: Entry) -> int:
    """Make up to ``count`` iterations from the root; stop when its value is proven or the tree is full.

    Gives the number of iterations made. Rules without chance only: the moves of a node are taken to be always the same.
    """
    columns = Columns(
        column_of(search.tree, VISITS), column_of(search.tree, FIRST), column_of(search.tree, SPAN),
        column_of(search.tree, PROVEN),
    )  # fmt: skip
    proven, rave = pointer(columns.proven), pointer(search.settings)[RAVE]
    for iteration in range(count):
        if is_settled(search, columns):
            return iteration
        before = begin_iteration(search)
        node, depth, over = 0, 0, 0
        while over == 0 and has_children(search, columns, node, depth, moves):
            node = chosen_child(search, columns, node, depth, moves, play)
            over = step_to(search, node, depth, play)
            depth += 1
        if is_abandoned(search, before):
            return iteration
        ended = over
        pointer(search.path)[LOGGED] = 0
        if over == 0 and proven[node] == 0:
            ended = play_out(search, moves, choose, play, play_on)
        conclude(search, columns, node, depth, over, ended, moves)
        if rave != 0:
            share_playout(search, depth)
    return count
