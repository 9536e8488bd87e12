"""Checks written into kernel source: an index that is not proven to be in range is compared with the room it has.

The pass works on the syntax tree of the functions, so that machine code and plain Python run the same checks. It adds
calls of functions of :mod:`apts.engine.runtime.kernel_functions`: ``within`` (an index and its bound), ``spend`` (work
done) and ``spent`` (work of a loop). Every check has a number; :class:`Guard` says what the number stands for. An array
is known by its name: ``D`` is the data, ``S`` and its copies are positions, ``W`` is scratch memory, ``M`` a list of
moves.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping

from apts.engine.native.checks.flow import Flow, Guard, GuardError
from apts.engine.native.checks.knowledge import FIELD, POSITION
from apts.engine.native.checks.proofs import FEWEST, READ_AHEAD, SITES, TABLE, with_offset
from apts.engine.native.sources import is_entry
from apts.engine.native.trees import bound_tree, copied, spelled

# Functions whose own accesses are covered by checks where they are called: (array, start of a set) by argument.
_SETS: dict[str, tuple[tuple[int, int], ...]] = {
    **dict.fromkeys(("has_site", "has_number", "put_site", "enter_site", "drop_site"), ((1, 2),)),
    **dict.fromkeys(("next_site", "first_site", "nth_site", "set_size", "clear_set"), ((0, 1),)),
    **dict.fromkeys(("no_site", "only_site", "member_number", "low_sites", "high_sites"), ((0, 1),)),
    **dict.fromkeys(("copy_set", "unite_set", "intersect_set", "subtract_set"), ((0, 1), (2, 3))),
    **dict.fromkeys(("same_set", "sets_meet", "common_size"), ((0, 1), (2, 3))),
}
# Functions that check by themselves, or whose arguments the compiler alone decides; so do entries.
_OWN = frozenset(
    (
        *("list_has", "list_item", "list_append", "list_drop", "list_clear", "frame_has", "frame_take", "hash_words"),
        *("random_below", "begin_work", "queue0", "queue1", "drop_record", "count_effect", "tally_match"),
        *("is_rising", "rising_steps", "falling_steps"),
        *(f"record{count}" for count in range(7)),
    )
)


def add_guards(
    functions: Iterable[ast.FunctionDef], capacities: Mapping[str, tuple[str, str]], constants: Mapping[str, int]
) -> list[Guard]:
    """Write the checks into the functions; gives what each number stands for."""
    guards: list[Guard] = []
    checked = [
        _FunctionGuards(function, capacities, constants, guards)
        for function in functions
        if function.name not in _OWN and function.name not in _SETS and not is_entry(function)
    ]
    pieces = not any(function.writes_anywhere() for function in checked)
    for function in checked:
        function.write(pieces=pieces)
    return guards


class _FunctionGuards(Flow):
    """Writes the checks of one function."""

    def __init__(
        self,
        function: ast.FunctionDef,
        capacities: Mapping[str, tuple[str, str]],
        constants: Mapping[str, int],
        guards: list[Guard],
    ):
        super().__init__(function, capacities, constants)
        self.guards = guards

    def write(self, *, pieces: bool) -> None:
        """Rewrite the body; ``pieces`` tells that whatever is read from the field of the pieces is one, or 0."""
        self._pieces = pieces
        self.function.body = self._block(self.function.body, self.function.lineno)

    # --- indices -------------------------------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        """Check the index of an access."""
        assert isinstance(node.value, ast.Name), ast.unparse(node)
        array, index = node.value.id, node.slice
        if self._constant(array, index):
            return node
        if array == "D":
            node.slice = self._data_index(index)
        elif POSITION.match(array):
            node.slice = self._field_index(index)
        elif array == "W":
            if self._is_frame_word(index):
                return node
            node.slice = self._checked(index, "D[WORK_WORDS]", Guard("memory", "scratch memory"))
        elif array == "M":
            node.slice = self._checked(index, "W[RECORDS_SIZE]", Guard("memory", "the list of moves"))
        else:
            raise GuardError(f"{ast.unparse(node)} in {self.function.name}")
        return node

    def _data_index(self, index: ast.expr) -> ast.expr:
        """Lists are walked within their own bounds; a table knows its length; anything else must be in the data."""
        start, rest = self._split(index, TABLE)
        if start is not None and rest is not None:
            return _sum(start, self._table_index(start.slice.id, rest))  # type: ignore[attr-defined]
        if start is not None:
            return index
        base, ahead = with_offset(index)
        if isinstance(base, ast.Name) and base.id in self.walks.depths and ahead <= READ_AHEAD:
            return index
        return self._checked(index, "D[DATA_SIZE]", Guard("memory", "the data"))

    def _table_index(self, table: str, rest: ast.expr) -> ast.expr:
        """A place in a table; one with an entry for each site or kind of piece can be asked for any of those."""
        unit, kind = self.capacities.get(table, ("", ""))
        place, ahead = with_offset(rest) if kind in ("lists", "rays") else (rest, 0)
        if unit == "site" and ahead <= 1:
            if not self._is_site(place):
                place = self._checked(place, SITES, Guard("site", table))
            return _sum(place, ast.Constant(1)) if ahead else place
        if unit == "faced" and ahead <= 1 and self._is_faced(place):
            return rest
        if unit == "piece" and self._is_piece(rest):
            return self.visit(copied(rest))  # type: ignore[no-any-return]
        return self._checked(rest, f"D[{table} + 1]", Guard("table", table))

    def _field_index(self, index: ast.expr) -> ast.expr:
        """An index into a field of the position is compared with the size of the field."""
        if self._is_set_word(index):
            return index
        start, rest = self._split(index, FIELD)
        if start is None:
            return self._checked(index, "D[STATE_SIZE]", Guard("memory", "the position"))
        name = start.slice.id  # type: ignore[attr-defined]
        unit, bound = self.capacities.get(name, ("", ""))
        if rest is None:
            return index
        if not bound:
            raise GuardError(f"the room of {name} is not known in {self.function.name}")
        number = self._number(rest)
        least = int(bound) if bound.isdigit() else FEWEST.get(bound, 0)
        if number is not None and 0 <= number < least:
            return index
        if unit == "level" and self._is_level(rest):
            return index
        return _sum(start, self._checked(rest, bound, Guard(unit, name)))

    def _checked(self, index: ast.expr, bound: str, guard: Guard) -> ast.expr:
        if "D" not in self.parameters and "D[" in bound:
            raise GuardError(f"{ast.unparse(index)} in {self.function.name}: its bound {bound} is not at hand")
        if isinstance(index, ast.Name) and self.facts.below(index.id, bound):
            return index
        inner = self.visit(copied(index))
        return self._within(inner, bound_tree(bound), guard)

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
            length = self._within(node.args[4], bound_tree("D[STATE_SIZE] + 1"), Guard("memory"))
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
        field, rest = self._split(start, FIELD)
        if field is not None and rest is None:
            return start
        if field is not None and rest is not None:
            name = field.slice.id  # type: ignore[attr-defined]
            unit, bound = self.capacities[name]
            if unit == "player set" and re.fullmatch(r"seat_or_nobody\(.*\) \* D\[SET_WORDS\]", spelled(rest)):
                return _sum(field, self.visit(copied(rest)))
            kind = {"player set": "player", "component set": "component"}.get(unit, "memory")
            return _sum(field, self._checked(rest, f"{bound} - D[SET_WORDS] + 1", Guard(f"{kind} set", name)))
        return self._checked(start, "D[STATE_SIZE] - D[SET_WORDS] + 1", Guard("memory", "the position"))


def _sum(start: ast.expr, rest: ast.expr) -> ast.BinOp:
    return ast.BinOp(start, ast.Add(), rest)
