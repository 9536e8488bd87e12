"""Checks written into kernel source: an index that is not proven to be in range is compared with the room it has.

The pass works on the syntax tree of the functions, so that machine code and plain Python run the same checks. It adds
calls of functions of :mod:`apts.engine.runtime.kernel_functions`: ``within`` (an index and its bound), ``spend`` (work
done) and ``spent`` (work of a loop). Every check has a number; :class:`Guard` says what the number stands for. An array
is known by its name: ``D`` is the data, ``S`` and its copies are positions, ``W`` is scratch memory, ``M`` a list of
moves.
"""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from apts.engine.native.sources import constant_number, is_entry
from apts.engine.runtime.layout import STATE_HEAD, WORK_HEAD

_POSITION = re.compile(r"^(S|B|T\d*)$")
_FIELD = re.compile(r"^(AT_\w+|RANK_AT)$")
_NUMBER = re.compile(r"^N\d+$")  # numbers of the rules text
_TABLE = re.compile(r"^TABLE\d+$")

# Functions whose own accesses are covered by checks where they are called: (array, start of a set) by argument.
_SETS: dict[str, tuple[tuple[int, int], ...]] = {
    **dict.fromkeys(("has_site", "put_site", "drop_site"), ((1, 2),)),
    **dict.fromkeys(("next_site", "first_site", "nth_site", "set_size", "clear_set"), ((0, 1),)),
    **dict.fromkeys(("no_site", "only_site", "member_number"), ((0, 1),)),
    **dict.fromkeys(("copy_set", "unite_set", "intersect_set", "subtract_set"), ((0, 1), (2, 3))),
    **dict.fromkeys(("same_set", "sets_meet"), ((0, 1), (2, 3))),
}
# Functions that check by themselves, or whose arguments the compiler alone decides; so do entries.
_OWN = frozenset(
    (
        *("list_has", "list_item", "list_append", "list_drop", "list_clear", "frame_has", "frame_take", "hash_words"),
        *("random_below", "begin_work", "queue0", "queue1", "drop_record", "count_effect", "tally_match"),
        *(f"record{count}" for count in range(7)),
    )
)


@dataclass(frozen=True)
class Guard:
    """One check: what is counted (``site``, ``player`` ...), and the field or table that is asked."""

    kind: str
    name: str = ""


class GuardError(Exception):
    """Kernel source with an index that can be neither proven nor checked; a mistake of the compiler."""


def add_guards(
    functions: Iterable[ast.FunctionDef], rooms: Mapping[str, tuple[str, str]], constants: Mapping[str, int]
) -> list[Guard]:
    """Write the checks into the functions; gives what each number stands for."""
    guards: list[Guard] = []
    for function in functions:
        if function.name in _OWN or function.name in _SETS or is_entry(function):
            continue
        _FunctionGuards(function, rooms, constants, guards).write()
        ast.fix_missing_locations(function)
    return guards


class _FunctionGuards(ast.NodeTransformer):
    """Writes the checks of one function."""

    def __init__(
        self,
        function: ast.FunctionDef,
        rooms: Mapping[str, tuple[str, str]],
        constants: Mapping[str, int],
        guards: list[Guard],
    ):
        self.function, self.rooms, self.constants, self.guards = function, rooms, constants, guards
        self.parameters = {argument.arg for argument in function.args.args}
        self._definitions: dict[str, ast.expr] = {}
        self._walked: set[str] = set()
        self._sites: set[str] = set()
        self._learn()

    def write(self) -> None:
        """Rewrite the body."""
        self.function.body = [part for node in self.function.body for part in self._parts(node)]

    def _parts(self, node: ast.stmt) -> list[ast.stmt]:
        result = self.visit(node)
        return result if isinstance(result, list) else [result]

    # --- what is known of variables ------------------------------------------------------------------------------

    def _learn(self) -> None:
        """Variables that are set once, those that walk through a list of the data, and those that are sure sites."""
        times: Counter[str] = Counter(self.parameters)
        values: dict[str, list[ast.expr]] = {}
        loops: dict[str, ast.expr] = {}
        for node in ast.walk(self.function):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    for part in ast.walk(target):
                        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                            times[part.id] += 1
                            values.setdefault(part.id, []).append(node.value)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                times[node.target.id] += 2
                values.setdefault(node.target.id, []).append(ast.Constant(None))
            elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                times[node.target.id] += 1
                loops[node.target.id] = node.iter
                values.setdefault(node.target.id, []).append(ast.Constant(None))
        self._assigned = set(times)
        self._definitions = {name: found[0] for name, found in values.items() if times[name] == 1}
        self._sites = {
            name
            for name, found in values.items()
            if name not in self.parameters and all(_is_call(value, "sure") for value in found)
        }
        for name, iterable in loops.items():
            bounds = iterable.args if isinstance(iterable, ast.Call) else []
            if times[name] == 1 and len(bounds) == 2 and all(self._from_data(bound) for bound in bounds):
                self._walked.add(name)

    def _from_data(self, node: ast.expr) -> bool:
        """Whether a bound of a loop was read from a list of lists in the data (the compiler's own numbers)."""
        if isinstance(node, ast.Name) and node.id in self._definitions:
            node = self._definitions[node.id]
        if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "D"):
            return False
        return not (isinstance(node.slice, ast.Name) and _NUMBER.match(node.slice.id))

    def _number(self, node: ast.expr) -> int | None:
        """The value of a constant expression."""
        if any(isinstance(part, ast.Name) and part.id in self._assigned for part in ast.walk(node)):
            return None
        return constant_number(node, self.constants)

    # --- indices -------------------------------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        """Check the index of an access."""
        assert isinstance(node.value, ast.Name), ast.unparse(node)
        array, index = node.value.id, node.slice
        if self._constant(array, index):
            return node
        if array == "D":
            node.slice = self._data_index(index)
        elif _POSITION.match(array):
            node.slice = self._field_index(index)
        elif array == "W":
            node.slice = self._checked(index, "D[WORK_WORDS]", Guard("memory", "scratch memory"))
        elif array == "M":
            node.slice = self._checked(index, "W[RECORDS_SIZE]", Guard("memory", "the list of moves"))
        else:
            raise GuardError(f"{ast.unparse(node)} in {self.function.name}")
        return node

    def _constant(self, array: str, index: ast.expr) -> bool:
        number = self._number(index)
        if number is None or number < 0:
            return False
        if array == "D":
            return isinstance(index, ast.Name) or number < self.constants["DATA_SLOTS"]
        if _POSITION.match(array):
            return number < STATE_HEAD
        return array == "W" and number < WORK_HEAD

    def _data_index(self, index: ast.expr) -> ast.expr:
        """Lists are walked within their own bounds; a table knows its length; anything else must be in the data."""
        start, rest = self._split(index, _TABLE)
        if start is not None and rest is not None:
            size = f"D[{start.slice.id} + 1]"  # type: ignore[attr-defined]
            return _sum(start, self._checked(rest, size, Guard("table", start.slice.id)))  # type: ignore[attr-defined]
        if start is not None:
            return index
        base = index.left if isinstance(index, ast.BinOp) and self._number(index.right) in (0, 1) else index
        if isinstance(base, ast.Name) and base.id in self._walked:
            return index
        return self._checked(index, "D[DATA_SIZE]", Guard("memory", "the data"))

    def _field_index(self, index: ast.expr) -> ast.expr:
        """An index into a field of the position is compared with the size of the field."""
        start, rest = self._split(index, _FIELD)
        if start is None:
            return self._checked(index, "D[STATE_SIZE]", Guard("memory", "the position"))
        name = start.slice.id  # type: ignore[attr-defined]
        unit, bound = self.rooms.get(name, ("", ""))
        if rest is None:
            return index
        if not bound:
            raise GuardError(f"the room of {name} is not known in {self.function.name}")
        number = self._number(rest)
        if number is not None and bound.isdigit() and 0 <= number < int(bound):
            return index
        if unit == "site" and isinstance(rest, ast.Name) and rest.id in self._sites:
            return index
        return _sum(start, self._checked(rest, bound, Guard(unit, name)))

    def _split(self, index: ast.expr, names: re.Pattern[str]) -> tuple[ast.Subscript | None, ast.expr | None]:
        """An index as the start of a field or table and the rest, if it has that form."""
        if isinstance(index, ast.Name) and index.id in self._definitions:
            definition = self._definitions[index.id]
            start, rest = self._split(definition, names)
            return (start, rest) if start is not None and _steady(definition) else (None, None)
        if (
            isinstance(index, ast.Subscript)
            and isinstance(index.value, ast.Name)
            and index.value.id == "D"
            and isinstance(index.slice, ast.Name)
            and names.match(index.slice.id)
        ):
            return copy.deepcopy(index), None
        if isinstance(index, ast.BinOp) and isinstance(index.op, (ast.Add, ast.Sub)):
            start, rest = self._split(index.left, names)
            if start is None:
                return None, None
            if rest is None and isinstance(index.op, ast.Add):
                return start, index.right
            return start, ast.BinOp(rest or ast.Constant(0), index.op, index.right)
        return None, None

    def _checked(self, index: ast.expr, bound: str, guard: Guard) -> ast.expr:
        if "D" not in self.parameters and "D[" in bound:
            raise GuardError(f"{ast.unparse(index)} in {self.function.name}: its bound {bound} is not at hand")
        inner = self.visit(copy.deepcopy(index))
        return self._within(inner, ast.parse(bound, mode="eval").body, guard)

    def _within(self, index: ast.expr, bound: ast.expr, guard: Guard) -> ast.Call:
        self.guards.append(guard)
        number = ast.Constant(len(self.guards))
        return ast.Call(ast.Name("within", ast.Load()), [index, bound, number], [])

    # --- calls ---------------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Number the checks that the source asks for, and check the sets that are handed over."""
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name == "within":
            kind = node.args[2].value if len(node.args) > 2 and isinstance(node.args[2], ast.Constant) else "memory"
            bound = node.args[1]
            return self._within(self.visit(node.args[0]), bound, Guard(str(kind)))
        spans = {base: array for array, base in _SETS.get(name, ())}
        arguments = []
        for position, argument in enumerate(node.args):
            if position in spans:
                arguments.append(self._set_start(node.args[spans[position]], argument))
            else:
                arguments.append(self.visit(argument))
        node.args = arguments
        if name == "copy_words":
            length = self._within(node.args[4], ast.parse("D[STATE_SIZE] + 1", mode="eval").body, Guard("memory"))
            node.args[4] = length
        return node

    def _set_start(self, array: ast.expr, start: ast.expr) -> ast.expr:
        """A set that is handed over must lie within its array with all its words."""
        assert isinstance(array, ast.Name), ast.unparse(array)
        if array.id == "W":
            if self._in_frame(start):
                return start
            return self._checked(start, "D[WORK_WORDS] - D[SET_WORDS]", Guard("memory", "scratch memory"))
        if array.id == "D":
            if self._number(start) is not None or (
                isinstance(start, ast.Subscript) and self._constant("D", start.slice)
            ):
                return start
            return self._checked(start, "D[DATA_SIZE] - D[SET_WORDS] + 1", Guard("memory", "the data"))
        field, rest = self._split(start, _FIELD)
        if field is not None and rest is None:
            return start
        if field is not None and rest is not None:
            name = field.slice.id  # type: ignore[attr-defined]
            unit, bound = self.rooms[name]
            kind = {"player set": "player", "component set": "component"}.get(unit, "memory")
            return _sum(field, self._checked(rest, f"{bound} - D[SET_WORDS] + 1", Guard(f"{kind} set", name)))
        return self._checked(start, "D[STATE_SIZE] - D[SET_WORDS] + 1", Guard("memory", "the position"))

    def _in_frame(self, node: ast.expr) -> bool:
        """Whether an index is the start of a set in the frame, for which the function has made sure that it fits."""
        if isinstance(node, ast.Name) and node.id in self._definitions:
            return self._in_frame(self._definitions[node.id])
        if isinstance(node, ast.Name):
            return node.id == "sp"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return (
                self._in_frame(node.left)
                and re.fullmatch(r"\d+ \* D\[SET_WORDS\]", ast.unparse(node.right)) is not None
            )
        return False

    # --- work ----------------------------------------------------------------------------------------------------

    def visit_For(self, node: ast.For) -> ast.For:
        """Count the rounds of a loop before it begins, unless they are few in every game."""
        assert isinstance(node.iter, ast.Call)
        few = self._few(node.iter) or self._short(node)
        node.iter = self.visit(node.iter)
        if not few:
            node.iter = ast.Call(ast.Name("spent", ast.Load()), [node.iter], [])
        node.body = [part for inner in node.body for part in self._parts(inner)]
        return node

    def _walk(self, node: ast.While) -> ast.expr | None:
        """How often a loop that counts a variable up to another one can go round at most; None for other loops."""
        test = (
            node.test.values[0]
            if isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And)
            else node.test
        )
        if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Lt):
            return None
        left, right = test.left, test.comparators[0]
        if not isinstance(left, ast.Name) or not isinstance(right, ast.Name):
            return None
        changed = [
            ast.unparse(part) for inner in node.body for part in ast.walk(inner) if isinstance(part, ast.AugAssign)
        ]
        steps = [inner for inner in node.body if ast.unparse(inner) == f"{left.id} += 1"]
        stored = [
            part.id
            for inner in node.body
            for part in ast.walk(inner)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        ]
        leaves = any(isinstance(part, ast.Continue) for inner in node.body for part in ast.walk(inner))
        if leaves or len(steps) != 1 or stored.count(left.id) != 1 or right.id in stored or not changed:
            return None
        return ast.parse(f"max({right.id} - {left.id}, 0)", mode="eval").body

    def visit_While(self, node: ast.While) -> ast.While | list[ast.stmt]:
        """Count each round, unless the loop takes the bits of one word."""
        walk = self._walk(node)
        if walk is not None:
            node.test = self.visit(node.test)
            node.body = [part for inner in node.body for part in self._parts(inner)]
            call = ast.Call(ast.Name("spend", ast.Load()), [walk], [])
            return [ast.Expr(call), node]
        bits = isinstance(node.test, ast.Compare) and any(
            isinstance(part, ast.AugAssign)
            and isinstance(part.op, ast.BitAnd)
            and ast.unparse(part.target) == ast.unparse(node.test.left)
            for part in node.body
        )
        node.test = self.visit(node.test)
        node.body = [part for inner in node.body for part in self._parts(inner)]
        if not bits:
            node.body.insert(0, ast.Expr(ast.Call(ast.Name("spend", ast.Load()), [ast.Constant(1)], [])))
        return node

    def visit_If(self, node: ast.If) -> ast.If:
        """Both sides."""
        node.test = self.visit(node.test)
        node.body = [part for inner in node.body for part in self._parts(inner)]
        node.orelse = [part for inner in node.orelse for part in self._parts(inner)]
        return node

    def _short(self, node: ast.For) -> bool:
        """Whether a loop walks through one of several lists (neighbours, a ray) and has no loop or rule inside.

        The loop around it is counted; what is inside costs no more than a board is wide.
        """
        assert isinstance(node.iter, ast.Call)
        bounds = [ast.unparse(bound) for bound in node.iter.args]
        listed = len(bounds) == 2 and re.fullmatch(r"D\[(D\[TABLE\d+\] \+ )?\w+\]", bounds[0]) is not None
        if not listed or bounds[0].startswith("D[L") or bounds[0][2:-1].isdigit():
            return False
        return not any(
            isinstance(part, (ast.For, ast.While))
            or (
                isinstance(part, ast.Call) and any(isinstance(name, ast.Name) and name.id == "sp" for name in part.args)
            )
            for inner in node.body
            for part in ast.walk(inner)
        )

    def _few(self, loop: ast.Call) -> bool:
        bound = ast.unparse(loop.args[-1] if len(loop.args) < 3 else loop.args[1])
        if re.fullmatch(r"\d+|D\[(SET_WORDS|PLAYERS|RECORD)\]( [+-] \d)?", bound):
            return len(loop.args) == 1 or self._number(loop.args[0]) is not None
        return bound.startswith("1 if ")


def _sum(start: ast.expr, rest: ast.expr) -> ast.BinOp:
    return ast.BinOp(start, ast.Add(), rest)


def _is_call(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _steady(node: ast.expr) -> bool:
    """Whether an expression can be written again later in the function with the same meaning."""
    return all(
        not isinstance(part, (ast.Call, ast.IfExp, ast.Compare))
        and not (isinstance(part, ast.Subscript) and not (isinstance(part.value, ast.Name) and part.value.id == "D"))
        for part in ast.walk(node)
    ) and all(
        part.id == "D" or part.id.isupper() or part.id == "sp" for part in ast.walk(node) if isinstance(part, ast.Name)
    )
