"""Search trees cut to a size that a person can read."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Generic, TypeVar

from apts.agents.analysis import TreeNode
from apts.engine.play.game import Move, State

Node = TypeVar("Node")

MOST_CHILDREN = 5
DEEPEST = 6


@dataclass(frozen=True)
class Reading(Generic[Node]):
    """What there is to read of a node: visits, value for the seat that chose it, proof for a seat, children."""

    visits: int
    value: float
    proven: Callable[[int], float | None]
    children: Sequence[tuple[Move, Node]]


@dataclass
class _Growing(Generic[Node]):
    node: Node
    move: str | None
    chooser: int | None
    state: State
    depth: int
    reading: Reading[Node]
    children: list[_Growing[Node]] = field(default_factory=list)

    def frozen(self) -> TreeNode:
        proven = None if self.chooser is None else self.reading.proven(self.chooser)
        mover = None if self.state.outcome is not None else self.state.mover
        hidden = len(self.reading.children) - len(self.children)
        kept = sorted(self.children, key=lambda child: (-child.reading.visits, child.move))
        below = tuple(child.frozen() for child in kept)
        return TreeNode(self.move, self.chooser, mover, self.reading.visits, self.reading.value, proven, below, hidden)


def cut_tree(state: State, root: Node, read: Callable[[Node, State], Reading[Node]], most: int) -> TreeNode:
    """The part of a tree that was visited most: up to ``most`` nodes, few children a node, a few moves deep."""
    top = _Growing(root, None, None, state, 0, read(root, state))
    order = count()
    waiting: list[tuple[int, int, _Growing[Node]]] = []

    def offer(parent: _Growing[Node]) -> None:
        if parent.depth >= DEEPEST or parent.state.outcome is not None:
            return
        below = []
        for move, child in parent.reading.children:
            after = parent.state.after(move)
            below.append(_Growing(child, str(move), parent.state.mover, after, parent.depth + 1, read(child, after)))
        below.sort(key=lambda growing: -growing.reading.visits)
        for growing in below[:MOST_CHILDREN]:
            heapq.heappush(waiting, (-growing.reading.visits, next(order), growing))
            parents[id(growing)] = parent

    parents: dict[int, _Growing[Node]] = {}
    offer(top)
    kept = 1
    while waiting and kept < most:
        _, _, chosen = heapq.heappop(waiting)
        parents[id(chosen)].children.append(chosen)
        kept += 1
        offer(chosen)
    return top.frozen()
