"""Groups of connected sites in generated code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.random_selection.pure_code import is_plain_question
from apts.engine.lowering.sites.directions import Directions
from apts.engine.lowering.sites.regions import Region

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope

Test = Callable[["Scope", Expression], Expression]
Border = Callable[[Expression], None]
Joined = Callable[["Scope", Expression, Expression], Expression]


def capacity_for_sites(scope: Scope) -> Expression:
    """Room in the frame for one word a site; returns where it starts in W."""
    place = scope.temporary_set()
    for _ in range(31):  # a set has a word for every 32 sites
        scope.temporary_set()
    return place


def cleared_set(scope: Scope) -> Expression:
    """Room in the frame for a set of sites, empty at first; returns where it starts in W."""
    place = scope.temporary_set()
    scope.line(f"clear_set(W, {place}, D[SET_WORDS])")
    return place


class Flood:
    """Collects the sites that can be reached from a start through sites that meet a test.

    ``seen`` is a set of sites in W: members are not entered again, and what is entered is added. ``joined`` tells which
    neighbours count as such.
    """

    def __init__(
        self,
        scope: Scope,
        directions: Directions,
        test: Test,
        seen: Expression | None = None,
        joined: Joined | None = None,
    ):
        self.scope, self.directions, self.test, self.joined = scope, directions, test, joined
        self.seen = cleared_set(scope) if seen is None else seen
        self._stack = capacity_for_sites(scope)

    def run(self, start: Expression, enter: Border | None = None, border: Border | None = None) -> None:
        """Write the loop: ``enter`` is called for every site of the group, ``border`` for every other neighbour of one.

        The start must be a site of the board and belongs to the group without being tested. A neighbour of several
        sites is met several times as border.
        """
        scope = self.scope
        scope.line(f"put_site(D, W, {self.seen}, {start})")
        scope.line(f"W[{self._stack}] = {start}")
        top = scope.let("top", "1")
        with scope.loop(f"while {top} > 0:"):
            scope.line(f"{top} -= 1")
            site = scope.let("site", f"W[{self._stack} + {top}]", valid=True)
            if enter is not None:
                enter(site)

            def visit(neighbour: Expression) -> None:
                if border is None and neighbour.valid and self._entered_at_once(neighbour, top):
                    return
                with scope.block(f"if not has_site(D, W, {self.seen}, {neighbour}):"):
                    test = self.test(scope, neighbour)
                    if self.joined is not None:
                        test = Expression(f"({self.joined(scope, site, neighbour)} and {test})")
                    with scope.block(f"if {test}:"):
                        scope.line(f"put_site(D, W, {self.seen}, {neighbour})")
                        scope.line(f"W[{self._stack} + {top}] = {neighbour}")
                        scope.line(f"{top} += 1")
                    if border is not None:
                        with scope.block("else:"):
                            border(neighbour)

            self.directions.each_step(scope, site, visit)

    def _entered_at_once(self, neighbour: Expression, top: str) -> bool:
        """Write without a jump how a neighbour is entered, if its test is a plain question; tells whether it was.

        Whether it was met before and belongs to the group is as good as random, and a jump that is guessed wrongly costs
        more than to put every neighbour on the stack and to count only some.
        """
        scope = self.scope
        with scope.captured() as lines:
            test = self.test(scope, neighbour)
        if lines or not is_plain_question(test):
            return False
        scope.line(f"W[{self._stack} + {top}] = {neighbour}")
        scope.line(f"{top} += enter_site(D, W, {self.seen}, {neighbour}, {test})")
        return True


class WordFlood:
    """Collects the members of a set that can be reached from one of them, on boards whose sets fit into two words.

    All neighbours of a site are entered at once: what they have in common with the members not yet seen. ``words`` is where
    the data has the neighbours of each site (see :meth:`apts.engine.lowering.sites.directions.WordDirections.step_words`).
    """

    def __init__(self, scope: Scope, words: tuple[str, str], members: Region):
        self.scope, self.words = scope, words
        array, base = members.stored(scope)
        self._left = [
            scope.let(f"left_{part}", f"{part}_sites({array}, {base}, D[SET_WORDS])") for part in ("low", "high")
        ]

    def run(self, start: Expression, enter: Border) -> None:
        """Write the loop: ``enter`` is called for every site of the group."""
        scope, left = self.scope, self._left
        todo = [scope.let("todo_low", "0"), scope.let("todo_high", "0")]
        with scope.block(f"if {start} < 62:"):
            scope.line(f"{todo[0]} = 1 << ({start} & 63)")
        with scope.block("else:"):
            scope.line(f"{todo[1]} = 1 << ({start} - 62 & 63)")
        for rest, first in zip(left, todo, strict=True):
            scope.line(f"{rest} &= ~{first}")
        with scope.loop(f"while {todo[0]} | {todo[1]} != 0:"):
            at = scope.let("at", "0")
            with scope.block(f"if {todo[0]} != 0:"):
                scope.line(f"{at} = lowest_bit({todo[0]})")
                scope.line(f"{todo[0]} &= {todo[0]} - 1")
            with scope.block("else:"):
                scope.line(f"{at} = 62 + lowest_bit({todo[1]})")
                scope.line(f"{todo[1]} &= {todo[1]} - 1")
            site = Expression(scope.fresh("site"), valid=True)
            scope.line(f"{site} = sure({at})")
            enter(site)
            for table, rest, more in zip(self.words, left, todo, strict=True):
                found = scope.let("found", f"D[{table} + {site}] & {rest}")
                scope.line(f"{rest} ^= {found}")
                scope.line(f"{more} |= {found}")


@contextmanager
def each_group(
    scope: Scope, sites: Region, directions: Directions, test: Test, joined: Joined | None = None
) -> Iterator[tuple[str, Expression]]:
    """Loop over the groups of the sites of a region that meet a test; returns where the group lies in W, and its size."""
    seen, group = cleared_set(scope), scope.temporary_set()
    flood = Flood(scope, directions, test, seen, joined)
    with sites.each(scope) as site:
        with scope.block(f"if has_site(D, W, {seen}, {site}):"):
            scope.line("continue")
        with scope.block(f"if {test(scope, site)}:"):
            scope.line(f"clear_set(W, {group}, D[SET_WORDS])")
            size = scope.let("size", "0")

            def enter(member: Expression) -> None:
                scope.line(f"put_site(D, W, {group}, {member})")
                scope.line(f"{size} += 1")

            flood.run(site, enter)
            yield group, size
