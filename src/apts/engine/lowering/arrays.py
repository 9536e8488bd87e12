"""Arrays of numbers in generated code, and the lists of remembered values.

Unlike a region an array keeps its order and may hold a number twice. Arrays are walked through, never laid out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.language.tree import Clause, Value

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope
    from apts.engine.lowering.sites.regions import Region

CAPACITY_PER_SITE = 4  # words of a list of remembered values for each site of the game


class IntArray(ABC):
    """Numbers in an order."""

    @abstractmethod
    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Open a loop over the numbers; returns the code of each. Its body may use ``continue`` but not ``break``."""

    def size(self, scope: Scope) -> Expression:
        """How many numbers there are."""
        total = scope.let("total", "0")
        with self.each(scope):
            scope.line(f"{total} += 1")
        return total

    def contains(self, scope: Scope, number: Expression) -> Expression:
        """Whether the number is among them."""
        number = scope.simple(number, "number")
        found = scope.let("found", "False")
        with self.each(scope) as item, scope.block(f"if {item} == {number}:"):
            scope.line(f"{found} = True")
        return found

    def item(self, scope: Scope, index: Expression) -> Expression:
        """The number at an index from 0; -1 outside."""
        index = scope.simple(index, "index")
        count, found = scope.let("count", "0"), scope.let("item", "-1")
        with self.each(scope) as item:
            with scope.block(f"if {count} == {index}:"):
                scope.line(f"{found} = {item}")
            scope.line(f"{count} += 1")
        return found


class ListedArray(IntArray):
    """Numbers written one by one."""

    def __init__(self, items: Sequence[Expression]):
        self.items = items

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """A list of the data when all are fixed, else a choice by index."""
        index = scope.fresh("i")
        if self.items and all(item.fixed is not None for item in self.items):
            table = scope.kernel.list_table([item.fixed for item in self.items if item.fixed is not None])
            with scope.loop(f"for {index} in range(D[{table}], D[{table + 1}]):"):
                yield scope.let("item", f"D[{index}]")
            return
        values = [scope.let("item", item) for item in self.items]
        with scope.loop(f"for {index} in range({len(values)}):"):
            number = scope.let("item", "-1")
            for position, value in enumerate(values):
                with scope.block(f"{'if' if position == 0 else 'elif'} {index} == {position}:"):
                    scope.line(f"{number} = {value}")
            yield number


class RegionArray(IntArray):
    """The sites of a region in ascending order."""

    def __init__(self, region: Region):
        self.region = region

    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Walk through the region."""
        return self.region.each(scope)

    def size(self, scope: Scope) -> Expression:
        """The size of the region."""
        return self.region.size(scope)


class RememberedArray(IntArray):
    """A list of remembered values."""

    def __init__(self, name: str | None):
        self.name = name

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Walk through the list as it is when the loop begins."""
        scope.reads("remembered")
        start = remembered_place(scope.kernel, self.name)
        index = scope.fresh("i")
        state = scope.state
        with scope.loop(f"for {index} in range({start} + 1, {start} + 1 + {state}[{start}]):"):
            scope.reads("remembered")
            yield scope.let("item", f"{state}[{index}]")

    def size(self, scope: Scope) -> Expression:
        """The length of the list."""
        scope.reads("remembered")
        return Expression(f"{scope.state}[{remembered_place(scope.kernel, self.name)}]")

    def contains(self, scope: Scope, number: Expression) -> Expression:
        """Search the list."""
        scope.reads("remembered")
        return Expression(f"list_has({scope.state}, {remembered_place(scope.kernel, self.name)}, {number})")

    def item(self, scope: Scope, index: Expression) -> Expression:
        """A word of the list."""
        scope.reads("remembered")
        return Expression(f"list_item({scope.state}, {remembered_place(scope.kernel, self.name)}, {index})")


class WalkedArray(IntArray):
    """Numbers found by a loop: ``walk(scope)`` opens it and gives the code of the number."""

    def __init__(self, walk: Callable[[Scope], AbstractContextManager[Expression]]):
        self.walk = walk

    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Open the loop."""
        return self.walk(scope)


class FrameArray(IntArray):
    """Numbers that were laid out in the frame: ``count`` of them from ``start`` in W."""

    def __init__(self, start: str, count: Expression):
        self.start, self.count = start, count

    @classmethod
    def with_capacity(cls, scope: Scope) -> FrameArray:
        """An empty array with room for as many numbers as a list of remembered values can hold."""
        start = scope.temporary_set()
        for _ in range(32 * CAPACITY_PER_SITE - 1):  # a set has a word for every 32 sites
            scope.temporary_set()
        return cls(start, scope.let("count", "0"))

    @classmethod
    def laid_out(cls, scope: Scope, array: IntArray) -> FrameArray:
        """A copy of another array."""
        copy = cls.with_capacity(scope)
        with array.each(scope) as number:
            copy.append(scope, number)
        return copy

    def append(self, scope: Scope, number: Expression) -> None:
        """Write the code that adds a number at the end."""
        with scope.block(f"if {self.count} < {CAPACITY_PER_SITE} * D[ALL_SITES]:"):
            scope.line(f"W[{self.start} + {self.count}] = {number}")
            scope.line(f"{self.count} += 1")

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Walk through the words."""
        index = scope.fresh("i")
        with scope.loop(f"for {index} in range({self.count}):"):
            yield scope.let("item", f"W[{self.start} + {index}]")

    def size(self, scope: Scope) -> Expression:  # noqa: ARG002
        """Their number."""
        return self.count

    def contains(self, scope: Scope, number: Expression) -> Expression:  # noqa: ARG002
        """Search the words."""
        return Expression(f"frame_has(W, {self.start}, {self.count}, {number})")

    def taken(self, scope: Scope, number: Expression) -> Expression:  # noqa: ARG002
        """Whether the number was there; it is taken out by the question."""
        return Expression(f"frame_take(W, {self.start}, {self.count}, {number})")


def int_array(scope: Scope, value: Value) -> IntArray:
    """The array that an argument stands for: an array clause, numbers in braces, or a region."""
    if isinstance(value, tuple):
        return ListedArray([scope.integer(item) for item in value])
    if isinstance(value, Clause) and value.signature.result == "region":
        return RegionArray(scope.region(value))
    assert isinstance(value, Clause), value
    array: IntArray = scope.kernel.handler(value)(scope, value)
    return array


def remembered_place(kernel: Kernel, name: str | None) -> str:
    """Where a list of remembered values starts in the state (code); without a name, the one that needs none."""
    letters = "".join(letter if letter.isalnum() and letter.isascii() else f"_{ord(letter)}_" for letter in name or "")
    return kernel.field(f"remembered {letters}".strip(), "site", hashed=False, times=CAPACITY_PER_SITE)


def remember_operations(kernel: Kernel) -> None:
    """Make the changes of remembered lists known: the first argument of each is the place of the list.

    ``remember`` (list, number, 1 to skip a number that is there already), ``forget`` (list, number) and
    ``forget_all`` (list).
    """
    writes = ("remembered",)
    kernel.add_operation(
        "remember",
        3,
        writes,
        f"""@compiled
def do_remember(D, S, start, number, unique):
    if unique == 0 or not list_has(S, start, number):
        list_append(S, start, {CAPACITY_PER_SITE} * D[ALL_SITES], number)
""",
    )
    kernel.add_operation(
        "forget", 2, writes, "@compiled\ndef do_forget(D, S, start, number):\n    list_drop(S, start, number)\n"
    )
    kernel.add_operation(
        "forget_all", 1, writes, "@compiled\ndef do_forget_all(D, S, start):\n    list_clear(S, start)\n"
    )
