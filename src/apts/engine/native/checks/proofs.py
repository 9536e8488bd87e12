"""What is known of the numbers in a kernel function, so that an index which is surely in range needs no check.

Two kinds of knowledge. :class:`Facts` follows the course of the code: a number that was compared with a bound is below it
where the comparison held, until it is set again. :class:`Walks` holds for a whole function: a variable that goes from the
start of a list of the data to its end is an index into the data, wherever it stands. Lists and tables are laid out by the
compiler, never change (see data.py), and the source says what they have an entry for (``ROOM_TABLE5 = "site: lists"``).
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apts.engine.native.trees import spelled

NUMBER = re.compile(r"^N\d+$")  # numbers of the rules text
TABLE = re.compile(r"^TABLE\d+$")
AT_LEAST_0 = ">= 0"
SITES = "D[ALL_SITES]"
BOARD_SITES = "D[SITES]"
PIECES = "D[COMPONENTS] + 1"  # a kind of piece, or 0
FACED = "facing and site"  # an entry of a table with one for each facing of pieces and site
SET_START = "start of a set"  # where a set begins in the position
FEWEST = {"D[PLAYERS] + 2": 3, "D[ALL_SITES]": 1}  # what bounds are at least, in every game
_IMPLIED = {BOARD_SITES: (SITES,), "D[PLAYERS] + 1": ("D[PLAYERS] + 2",)}
_GIVE_PIECES = ("top_what", "level_what")  # functions that give what they read from the field of the pieces, or 0
READ_AHEAD = 2  # how far a step or an offset may go behind the end of a list

Learned = list[tuple[str, str]]


class Facts:
    """Which variables are at least 0, and below which bounds, at one place of the code."""

    def __init__(self, known: Mapping[str, frozenset[str]] | None = None):
        self._known = dict(known or {})

    def copy(self) -> Facts:
        """The same knowledge, to be added to elsewhere."""
        return Facts(self._known)

    def below(self, name: str, bound: str) -> bool:
        """Whether a variable is from 0 to below the bound."""
        known = self._known.get(name, frozenset())
        return AT_LEAST_0 in known and bound in known

    def forget(self, names: Iterable[str]) -> None:
        """These variables were set to something else."""
        for name in names:
            self._known.pop(name, None)

    def add(self, learned: Learned) -> None:
        """Take what a comparison has shown."""
        for name, fact in learned:
            self._known[name] = self._known.get(name, frozenset()) | {fact, *_IMPLIED.get(fact, ())}

    def set(self, name: str, known: Learned, other: str = "") -> None:
        """A variable is set: what is known of it, or that it is the same as another."""
        facts = self._known.get(other, frozenset())
        self.forget([name])
        if facts:
            self._known[name] = facts
        self.add(known)

    def meet(self, other: Facts) -> None:
        """Keep only what is known on both of two ways."""
        self._known = {name: facts & other._known.get(name, frozenset()) for name, facts in self._known.items()}


def learned(test: ast.expr, *, holds: bool) -> Learned:
    """What a condition shows about variables where it holds, or where it does not."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return learned(test.operand, holds=not holds)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And if holds else ast.Or):
        return [fact for part in test.values for fact in learned(part, holds=holds)]
    if is_call(test, "outside") and not holds:
        site = test.args[1]  # type: ignore[attr-defined]
        return [(site.id, AT_LEAST_0), (site.id, SITES)] if isinstance(site, ast.Name) else []
    if isinstance(test, ast.Compare):
        return _compared(test, holds=holds)
    return []


_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}


def _compared(test: ast.Compare, *, holds: bool) -> Learned:
    sides = [test.left, *test.comparators]
    if not holds and len(test.ops) > 1:
        return []
    found: Learned = []
    for left, operator, right in zip(sides, test.ops, sides[1:], strict=False):
        kind = type(operator) if holds else _TURNED.get(type(operator))
        if isinstance(left, ast.Name) and kind in (ast.GtE, ast.Gt) and _whole(right) is not None:
            found.append((left.id, AT_LEAST_0))
        elif isinstance(left, ast.Name) and kind in (ast.Lt, ast.LtE) and lasting(right):
            found.append((left.id, spelled(right) + (" + 1" if kind is ast.LtE else "")))
        elif isinstance(right, ast.Name) and kind is ast.LtE and _whole(left) is not None:
            found.append((right.id, AT_LEAST_0))
    return found


def rounds(loop: ast.expr) -> Learned:
    """What is known of the variable of a loop over a range; the name is left open."""
    if not is_call(loop, "range"):
        return []
    bounds = loop.args  # type: ignore[attr-defined]
    first = bounds[0].value if len(bounds) == 2 and isinstance(bounds[0], ast.Constant) else -1
    if len(bounds) == 1 or (len(bounds) == 2 and isinstance(first, int) and first >= 0):
        return [("", AT_LEAST_0), *([("", spelled(bounds[-1]))] if lasting(bounds[-1]) else [])]
    return []


def lasting(node: ast.expr) -> bool:
    """Whether an expression reads only the data and constants, and so is the same wherever it stands."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Name):
        return node.id.isupper()
    return all(
        not isinstance(part, ast.Call)
        and not (isinstance(part, ast.Subscript) and spelled(part.value) != "D")
        and not (isinstance(part, ast.Name) and not part.id.isupper())
        for part in ast.walk(node)
    )


def is_call(node: ast.expr, name: str) -> bool:
    """Whether an expression is a call of this function."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def makes_piece(node: ast.expr) -> bool:
    """Whether an expression is a call of a function that gives a kind of piece."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _GIVE_PIECES


def stored(nodes: Iterable[ast.stmt]) -> set[str]:
    """The variables that statements set; those inside them count, expressions set none."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Assign):
            targets = [part for target in node.targets for part in getattr(target, "elts", (target,))]
            found.update(target.id for target in targets if isinstance(target, ast.Name))
        elif isinstance(node, (ast.AugAssign, ast.For)) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        if isinstance(node, (ast.For, ast.While, ast.If)):
            waiting += node.body
            waiting += node.orelse
    return found


@dataclass(frozen=True)
class _Edge:
    """Where a list of the data starts or ends."""

    of: str  # the table that has it, or the variable that walks through the table's lists
    depth: int  # 1: the list has numbers; 2: it has lists


class Walks:
    """The variables of a function that walk through lists of the data, from the start of a list to the end of one.

    Starts and ends are words of the data that only the compiler has written, so whatever lies between is in the data.
    """

    def __init__(
        self,
        function: ast.FunctionDef,
        nodes: Sequence[ast.AST],
        tables: Mapping[str, tuple[str, str]],
        constants: Mapping[str, int],
    ):
        self._tables, self._constants = tables, constants
        self._times: Counter[str] = Counter(argument.arg for argument in function.args.args)
        self._values: dict[str, list[ast.expr]] = {}
        self.depths: dict[str, int] = {}
        self.lists: dict[str, str] = {}  # the list a variable walks through: that of a table, or a variable that has it
        self._count(nodes)
        self._loops: dict[str, list[ast.For | ast.While]] = {}
        for node in nodes:
            if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                self._loops.setdefault(node.target.id, []).append(node)
            elif isinstance(node, ast.While):
                counted = counted_up(node)
                self._loops.setdefault(counted[0] if counted else "", []).append(node)
        before = -1
        while before != len(self.depths):  # a walk may begin where another one has come to
            before = len(self.depths)
            for name, loops in self._loops.items():
                self._learn(name, loops)

    def _count(self, nodes: Sequence[ast.AST]) -> None:
        for node in nodes:
            if isinstance(node, ast.Assign):
                for name in stored([node]):
                    self._times[name] += 1
                    self._values.setdefault(name, []).append(node.value)
            elif isinstance(node, (ast.AugAssign, ast.For)) and isinstance(node.target, ast.Name):
                self._times[node.target.id] += 1

    def _learn(self, name: str, loops: list[ast.For | ast.While]) -> None:
        """A variable walks if all its loops do, and nothing else sets it."""
        edges = [self._edges(name, loop) for loop in loops]
        sets = sum(1 if isinstance(loop, ast.For) else 2 for loop in loops)
        if self._times[name] != sets or any(first is None or last is None for first, last in edges):
            return
        found = [edge for pair in edges for edge in pair if edge is not None]
        if len({edge.depth for edge in found}) == 1:
            self.depths[name] = found[0].depth
            self.lists[name] = found[0].of if len({edge.of for edge in found}) == 1 else ""

    def _edges(self, name: str, loop: ast.For | ast.While) -> tuple[_Edge | None, _Edge | None]:
        if isinstance(loop, ast.For):
            bounds = loop.iter.args if isinstance(loop.iter, ast.Call) else []
            return (self._first(bounds[0]), self._last(bounds[1])) if len(bounds) == 2 else (None, None)
        counted, values = counted_up(loop), self._values.get(name, [])
        if counted is None or len(values) != 1:
            return None, None
        return self._first(values[0]), self._last(counted[1])

    def _first(self, node: ast.expr) -> _Edge | None:
        """The start of a list, or further on."""
        base, ahead = with_offset(node)
        if 0 < ahead <= READ_AHEAD:
            return self._first(base)
        if isinstance(node, ast.Name) and node.id in self.depths:
            return _Edge(self.lists[node.id], self.depths[node.id])
        return self._edge(node)

    def _last(self, node: ast.expr) -> _Edge | None:
        """The end of a list, or before."""
        if is_call(node, "min"):
            found = [self._last(part) for part in node.args]  # type: ignore[attr-defined]
            return next((edge for edge in found if edge is not None), None)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _whole(node.right) is not None:
            return self._last(node.left)
        if isinstance(node, ast.Name) and self._times[node.id] == 1 and len(self._values.get(node.id, ())) == 1:
            return self._last(self._values[node.id][0])
        if isinstance(node, ast.Name) and node.id in self.depths:
            return _Edge(self.lists[node.id], self.depths[node.id])
        return self._edge(node)

    def _edge(self, node: ast.expr) -> _Edge | None:
        if isinstance(node, ast.Name) and self._times[node.id] == 1 and len(self._values.get(node.id, ())) == 1:
            node = self._values[node.id][0]
        if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "D"):
            return None
        base, number = with_offset(node.slice)
        if isinstance(base, ast.Constant):
            return _Edge("", 1) if f"L{base.value!s}" in self._constants else None
        if isinstance(base, ast.Name) and self.depths.get(base.id) == 2 and number <= READ_AHEAD:
            return _Edge(base.id, 1)
        if isinstance(base, ast.Name) and self._times[base.id] == 1 and len(self._values.get(base.id, ())) == 1:
            base = self._values[base.id][0]
        table = table_of(base)
        kind = self._tables.get(table, ("", ""))[1]
        return _Edge(table, 2 if kind == "rays" else 1) if kind in ("lists", "rays") else None


def counted_up(loop: ast.While) -> tuple[str, ast.expr, int] | None:
    """The variable that a loop ``while x < end: .. x += step`` counts up, its end, and the step; None for other loops."""
    conjunction = isinstance(loop.test, ast.BoolOp) and isinstance(loop.test.op, ast.And)
    test = loop.test.values[0] if conjunction else loop.test  # type: ignore[attr-defined]
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Lt):
        return None
    steps = [
        (node.target.id, _whole(node.value))
        for node in loop.body
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name)
    ]
    if not isinstance(test.left, ast.Name):
        return None
    own = [step for name, step in steps if name == test.left.id]
    if len(own) != 1 or own[0] is None or not 1 <= own[0] <= READ_AHEAD:
        return None
    return test.left.id, test.comparators[0], own[0]


def with_offset(node: ast.expr) -> tuple[ast.expr, int]:
    """An expression without the whole number that is added last, and that number."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        number = _whole(node.right)
        if number is not None:
            base, more = with_offset(node.left)
            return base, more + number
    return node, 0


def _whole(node: ast.expr) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and 0 <= node.value < 1 << 30:
        return node.value
    return None


def table_of(node: ast.expr) -> str:
    """The table that an index ``D[TABLE5] + ..`` begins with."""
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        node = node.left
    if (
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == "D"
        and isinstance(node.slice, ast.Name)
        and TABLE.match(node.slice.id)
    ):
        return node.slice.id
    return ""
