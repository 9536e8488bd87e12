"""Search trees for people: cut to a size that can be read, and drawn."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import count
from typing import Generic, TypeVar

from apts.agents.analysis import TreeNode
from apts.engine.play.game import Move, State
from apts.input_checks import signed

# ----------------------------------------------------------------------------------------------------------------
# Search trees cut to a size that a person can read.

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


# ----------------------------------------------------------------------------------------------------------------
# Search trees as pictures: a layout, and two ways to write it down (SVG for browsers, DOT for graph programs).

COLUMN = 210.0
ROW = 46.0
BOX_WIDTH = 160.0
BOX_HEIGHT = 36.0
MARGIN = 20.0
HEADING = 40.0


@dataclass(frozen=True)
class NodePlace:
    """Where a node is drawn: the middle of its left side, its node, and the place of its parent."""

    x: float
    y: float
    node: TreeNode
    parent: int | None


def tree_layout(root: TreeNode) -> list[NodePlace]:
    """Places for all nodes: time runs to the right, leaves stand in rows, parents in the middle of their children."""
    places: list[NodePlace] = []
    _lay(root, 0, 0, None, places)
    return places


def _lay(node: TreeNode, depth: int, row: int, parent: int | None, places: list[NodePlace]) -> int:
    """Place a node and everything below it from a row on; returns the next free row."""
    index = len(places)
    places.append(NodePlace(depth * COLUMN, 0.0, node, parent))
    rows = []
    following = row
    for child in node.children:
        child_index = len(places)
        following = _lay(child, depth + 1, following, index, places)
        rows.append(places[child_index].y)
    following = max(following, row + 1)
    middle = (rows[0] + rows[-1]) / 2 if rows else row * ROW
    places[index] = NodePlace(depth * COLUMN, middle, node, parent)
    return following


def tree_svg(root: TreeNode, title: str = "") -> str:
    """The tree as an SVG document that any browser shows."""
    places = tree_layout(root)
    width = max(place.x for place in places) + BOX_WIDTH + 2 * MARGIN
    height = max(place.y for place in places) + BOX_HEIGHT + 2 * MARGIN + HEADING
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        f'<text x="{MARGIN:.0f}" y="{MARGIN + 6:.0f}" font-size="15" font-weight="bold" fill="#222">'
        f"{escape(title or 'Search tree')}</text>",
        f'<text x="{MARGIN:.0f}" y="{MARGIN + 24:.0f}" fill="#666">move, visits, and how good it is for the seat that '
        "plays it (green good, red bad)</text>",
    ]
    total = max(1, root.visits)
    parts += [_edge(place, places[place.parent], total) for place in places if place.parent is not None]
    parts += [_box(place) for place in places]
    return "\n".join([*parts, "</svg>\n"])


def _edge(place: NodePlace, parent: NodePlace, total: int) -> str:
    x1, y1 = MARGIN + parent.x + BOX_WIDTH, HEADING + MARGIN + parent.y + BOX_HEIGHT / 2
    x2, y2 = MARGIN + place.x, HEADING + MARGIN + place.y + BOX_HEIGHT / 2
    bend = (x1 + x2) / 2
    stroke = 1.0 + 7.0 * (place.node.visits / total) ** 0.5
    return (
        f'<path d="M{x1:.1f} {y1:.1f} C{bend:.1f} {y1:.1f} {bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}" fill="none" '
        f'stroke="#b8bec8" stroke-width="{stroke:.1f}"/>'
    )


def _box(place: NodePlace) -> str:
    node = place.node
    x, y = MARGIN + place.x, HEADING + MARGIN + place.y
    first, second = labels(node)
    border = "#222222" if node.proven is not None else "#8a93a3"
    return (
        f"<g><title>{escape(f'{first}; {second}')}</title>"
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{BOX_WIDTH:.0f}" height="{BOX_HEIGHT:.0f}" rx="6" '
        f'fill="{value_colour(node)}" stroke="{border}" stroke-width="{2 if node.proven is not None else 1}"/>'
        f'<text x="{x + 8:.1f}" y="{y + 15:.1f}" font-weight="bold" fill="#111">{escape(_short(first, 21))}</text>'
        f'<text x="{x + 8:.1f}" y="{y + 29:.1f}" font-size="11" fill="#333">{escape(_short(second, 27))}</text></g>'
    )


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def labels(node: TreeNode) -> tuple[str, str]:
    """The two lines of a node: who moved where, and what it is worth."""
    if node.move is None:
        first = f"player {node.mover} to move" if node.mover is not None else "start"
    else:
        first = f"{node.chooser}: {node.move}"
    worth = signed(node.value, ".2f") if node.proven is None else _proof(node.proven)
    more = f", {node.hidden} hidden" if node.hidden and node.children else ""
    return first, f"{node.visits:,} · {worth}{more}"


def _proof(proven: float) -> str:
    return {1.0: "proven win", 0.0: "proven draw", -1.0: "proven loss"}.get(proven, f"proven {signed(proven, '.2f')}")


def value_colour(node: TreeNode) -> str:
    """From red over white to green: how good the node is for the seat that chose it."""
    if node.move is None:
        return "#eef1f6"
    value = max(-1.0, min(1.0, node.value if node.proven is None else node.proven))
    end = (94, 176, 116) if value > 0 else (222, 105, 98)
    share = abs(value) * 0.85
    red, green, blue = (round(255 + (channel - 255) * share) for channel in end)
    return f"#{red:02x}{green:02x}{blue:02x}"


def tree_dot(root: TreeNode, title: str = "") -> str:
    """The tree in the DOT language."""
    places = tree_layout(root)
    lines = [f'digraph "{_quoted(title or "search tree")}" {{', '  rankdir="LR"; node [shape="box", style="filled"];']
    for index, place in enumerate(places):
        first, second = labels(place.node)
        text = f"{_quoted(first)}\\n{_quoted(second)}"
        lines.append(f'  n{index} [label="{text}", fillcolor="{value_colour(place.node)}"];')
    lines += [f"  n{place.parent} -> n{index};" for index, place in enumerate(places) if place.parent is not None]
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
