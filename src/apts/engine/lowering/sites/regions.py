"""Sets of sites in generated code.

A region can be walked through, asked for a member, counted, or laid out as a set of bits. Each kind does what it can
without laying itself out; the others fall back on that. Every region is walked in ascending order of sites.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from apts.engine.compiler.data import MOST_MASK_WORDS
from apts.engine.compiler.expression import Expression
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope
    from apts.language.tree import TextPlace

Place = tuple[str, str]


class Region(ABC):
    """A set of sites; ``fixed`` is its content when the rules text alone decides it."""

    fixed: frozenset[int] | None = None
    short = False
    """Whether the members are few and listed in the data, and sets so large that going over one is more."""
    lasting = False
    """Whether the data alone tells if a site is a member, without laying the region out: nothing that is done meanwhile
    changes it."""
    large = False
    """Whether laying it out goes over all sites of the board, where asking about one does not."""

    @abstractmethod
    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Open a loop over the members; returns the variable. The body may use ``continue`` but not ``break``."""

    @abstractmethod
    def stored(self, scope: Scope) -> Place:
        """Lay the region out as a set: the name of the array and where the set starts in it. It must not be changed."""

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Whether the site is a member."""
        array, base = self.stored(scope)
        return Expression(f"has_site(D, {array}, {base}, {site})")

    def size(self, scope: Scope) -> Expression:
        """The number of members."""
        array, base = self.stored(scope)
        return Expression(f"set_size({array}, {base}, D[SET_WORDS])")

    def is_empty(self, scope: Scope) -> Expression:
        """Whether it has no member."""
        array, base = self.stored(scope)
        return Expression(f"no_site({array}, {base}, D[SET_WORDS])")

    def first(self, scope: Scope) -> Expression:
        """The smallest member, or -1."""
        array, base = self.stored(scope)
        return Expression(f"first_site({array}, {base}, D[SET_WORDS])")

    def copied(self, scope: Scope) -> str:
        """Lay the region out in the frame, free to be changed; returns where the set starts in W."""
        array, base = self.stored(scope)
        target = scope.temporary_set()
        scope.line(f"copy_set(W, {target}, {array}, {base}, D[SET_WORDS])")
        return target


class NoSuchSite(AptsError):
    """A number in the rules text that is meant as a site and is none; ``position`` is that of the rule that asks for it."""

    def __init__(self, site: int, count: int, position: TextPlace):
        self.what, self.site = f"there is no site {site}; the game has sites 0 to {count - 1}", site
        self.position = position
        super().__init__(f"{position}: {self.what}")


class FixedRegion(Region):
    """A region known from the rules text alone."""

    lasting = True

    def __init__(self, kernel: Kernel, sites: Iterable[int]):
        self.fixed = frozenset(sites)
        count = kernel.equipment.all_sites
        for site in self.fixed:
            if not 0 <= site < count:
                raise NoSuchSite(site, count, kernel.here)
        self._kernel = kernel
        self._list: int | None = None
        self._set: int | None = None

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Walk through the list kept in the data."""
        assert self.fixed is not None
        if self._list is None:
            self._list = self._kernel.list_table(sorted(self.fixed))
        index = scope.fresh("i")
        with scope.loop(f"for {index} in range(D[{self._list}], D[{self._list + 1}]):"):
            yield scope.let("site", f"D[{index}]", valid=True)

    def stored(self, scope: Scope) -> Place:  # noqa: ARG002
        """The set kept in the data."""
        assert self.fixed is not None
        if self._set is None:
            self._set = self._kernel.set_table([self.fixed])
        return "D", f"D[{self._set}]"

    def size(self, scope: Scope) -> Expression:  # noqa: ARG002
        """A number of the data."""
        assert self.fixed is not None
        return self._kernel.number(len(self.fixed))

    def first(self, scope: Scope) -> Expression:  # noqa: ARG002
        """A number of the data."""
        assert self.fixed is not None
        number = self._kernel.number(min(self.fixed, default=-1))
        return Expression(number, fixed=number.fixed, valid=bool(self.fixed))


class SetRegion(Region):
    """A region that lies as a set in one of the arrays already."""

    def __init__(self, array: str, base: str, *reads: str):
        self.array, self.base, self.fields = array, base, reads
        self.lasting = array == "D" and "S[" not in base

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Walk through the bits, a word at a time."""
        word, index = scope.fresh("word"), scope.fresh("i")
        base = scope.let("base", self.base) if "[" in self.base or "+" in self.base else self.base
        with scope.loop(f"for {index} in range(D[SET_WORDS]):"):
            scope.reads(*self.fields)
            scope.line(f"{word} = {self.array}[{base} + {index}]")
            with scope.loop(f"while {word} != 0:"):
                site = scope.let("site", f"({index} << 5) + lowest_bit({word})", valid=True)
                scope.line(f"{word} &= {word} - 1")
                yield site

    def stored(self, scope: Scope) -> Place:
        """Where it is."""
        scope.reads(*self.fields)
        return self.array, self.base


class NumberSet(SetRegion):
    """A set that may hold numbers that are no sites, as what is pending does."""

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Whether the number is a member."""
        array, base = self.stored(scope)
        return Expression(f"has_number(D, {array}, {base}, {site})")


class SingleSite(Region):
    """A region of at most one site: none when the number is negative."""

    def __init__(self, site: Expression):
        self.site = site

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """At most one round; written as a loop so that ``continue`` may be used."""
        once = scope.fresh("once")
        with scope.block(f"for {once} in range(1 if {self.site} >= 0 else 0):"):
            yield Expression(self.site, valid=True)

    def stored(self, scope: Scope) -> Place:
        """A set with one bit."""
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        scope.line(f"put_site(D, W, {target}, {self.site})")
        return "W", target

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """One comparison."""
        site = scope.simple(site, "site")
        return Expression(f"({site} >= 0 and {site} == {self.site})")

    def size(self, scope: Scope) -> Expression:  # noqa: ARG002
        """One or none."""
        return Expression(f"(1 if {self.site} >= 0 else 0)")

    def first(self, scope: Scope) -> Expression:  # noqa: ARG002
        """The site."""
        return Expression(f"max({self.site}, -1)")


@contextmanager
def each_existing(scope: Scope, region: Region) -> Iterator[Expression]:
    """A loop over a region from which something is taken: from a number that is no site there is nothing to take."""
    with region.each(scope) as site:
        if isinstance(region, SingleSite):
            with scope.block(f"if {site} < D[ALL_SITES]:"):
                yield site
        else:
            yield site


class Listed(Region):
    """The few sites that the data lists for a site, each once and in ascending order; what is not on the board has none.

    ``lists`` is where the lists of all sites of the board are (code), with an empty one behind them.
    """

    lasting = True

    def __init__(self, scope: Scope, lists: str, origin: Expression):
        self.lists, self.origin = lists, Expression(scope.simple(origin, "origin"), valid=True)
        self.short = scope.kernel.equipment.set_words > MOST_MASK_WORDS

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Walk through the list."""
        index, start = scope.fresh("i"), f"D[{self.lists} + {self.origin}"
        with (
            scope.block(f"if 0 <= {self.origin} < D[SITES]:"),
            scope.loop(f"for {index} in range({start}], {start} + 1]):"),
        ):
            yield scope.let("site", f"D[{index}]", valid=True)

    def stored(self, scope: Scope) -> Place:
        """The same list as a set of the data where sets are small; else its sites are put into one."""
        kernel = scope.kernel
        table = self.lists.removeprefix("D[").removesuffix("]")
        sets = kernel.data.masks(table, kernel.board.count(), lambda: kernel.equipment.set_words)
        if sets is None:
            return _collected(scope, self)
        row = f"({self.origin} if 0 <= {self.origin} < D[SITES] else D[SITES])"
        return "D", scope.let("listed", f"D[{sets}] + {row} * D[SET_WORDS]")

    def size(self, scope: Scope) -> Expression:
        """Count while walking."""
        return _counted(scope, self)

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Compare with each of the list."""
        wanted, found = scope.simple(site, "wanted"), scope.let("found", "False")
        with self.each(scope) as member, scope.block(f"if {member} == {wanted}:"):
            scope.line(f"{found} = True")
        return found


def _collected(scope: Scope, region: Region) -> Place:
    """A set with all that a walk through the region meets."""
    target = scope.temporary_set()
    scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
    with region.each(scope) as site:
        scope.line(f"put_site(D, W, {target}, {site})")
    return "W", target


def _counted(scope: Scope, region: Region) -> Expression:
    """How many sites a walk through the region meets."""
    total = scope.let("total", "0")
    with region.each(scope):
        scope.line(f"{total} += 1")
    return total


class Walked(Region):
    """A region given by a loop that may meet a site more than once and in any order.

    ``walk(scope, visit)`` writes the loop and calls ``visit(site)`` where a site is found.
    """

    def __init__(self, walk: Callable[[Scope, Callable[[Expression], None]], None]):
        self.walk = walk

    def stored(self, scope: Scope) -> Place:
        """Collect the sites found."""
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        self.walk(scope, lambda site: scope.line(f"put_site(D, W, {target}, {site})"))
        return "W", target

    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Collect, then walk in ascending order."""
        array, base = self.stored(scope)
        return SetRegion(array, base).each(scope)


class Filtered(Region):
    """The members of another region for which a condition holds.

    ``test(scope, site)`` gives the code of the condition.
    """

    def __init__(self, source: Region, test: Callable[[Scope, Expression], Expression]):
        self.source, self.test = source, test

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Walk through the source and pass over the rest."""
        with self.source.each(scope) as site, scope.block(f"if {self.test(scope, site)}:"):
            yield site

    def stored(self, scope: Scope) -> Place:
        """Collect the members."""
        return _collected(scope, self)

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Ask the source first; only a member of it is put to the test."""
        site = scope.simple(site, "site")
        inside = scope.let("inside", self.source.contains(scope, site))
        with scope.block(f"if {inside}:"):
            scope.line(f"{inside} = {self.test(scope, Expression(site, valid=True))}")
        return inside

    def size(self, scope: Scope) -> Expression:
        """Count while walking."""
        return _counted(scope, self)


class Combined(Region):
    """Union, intersection or difference of regions; ``operation`` is the runtime function that does it."""

    def __init__(self, operation: str, parts: list[Region]):
        self.operation, self.parts = operation, parts
        self.lasting = all(part.lasting for part in parts)
        self._walked = self._few()
        self.short = self._walked is not None

    def _few(self) -> Region | None:
        """A part with few members, of which those that the other parts let through are all that there are."""
        parts = {"unite_set": [], "intersect_set": self.parts}.get(self.operation, self.parts[:1])
        return next((part for part in parts if part.short), None) if self.lasting else None

    def stored(self, scope: Scope) -> Place:
        """Combine the sets in the frame."""
        if self._walked is not None:
            return _collected(scope, self)
        target = self.parts[0].copied(scope)
        for part in self.parts[1:]:
            if self.operation == "intersect_set" and part.large:
                self._sift(scope, target, part)
                continue
            if self.operation == "subtract_set" and isinstance(part, SingleSite):
                scope.line(f"drop_site(D, W, {target}, {part.site})")
                continue
            array, base = part.stored(scope)
            scope.line(f"{self.operation}(W, {target}, {array}, {base}, D[SET_WORDS])")
        return "W", target

    @staticmethod
    def _sift(scope: Scope, target: str, part: Region) -> None:
        """Take out of a set what is not in a part that need not be laid out."""
        with SetRegion("W", target).each(scope) as site:
            inside = part.contains(scope, site)
            with scope.block(f"if not {inside}:"):
                scope.line(f"drop_site(D, W, {target}, {site})")

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Walk through a short part and ask the others; without one, combine and walk."""
        if self._walked is None:
            array, base = self.stored(scope)
            with SetRegion(array, base).each(scope) as site:
                yield site
            return
        with self._walked.each(scope) as site:
            answers = [part.contains(scope, site) for part in self.parts if part is not self._walked]
            tests = answers if self.operation == "intersect_set" else [f"not {answer}" for answer in answers]
            with scope.block(f"if {' and '.join(tests)}:"):
                yield site

    def size(self, scope: Scope) -> Expression:
        """Count while walking where that is short; what two sets have in common is counted without a third."""
        if self._walked is not None:
            return _counted(scope, self)
        if not self._of_two_sets:
            return super().size(scope)
        return Expression(f"common_size({self._two_sets(scope)}, D[SET_WORDS])")

    def is_empty(self, scope: Scope) -> Expression:
        """Whether two sets have nothing in common is told without a third."""
        if not self._of_two_sets:
            return super().is_empty(scope)
        return Expression(f"(not sets_meet({self._two_sets(scope)}, D[SET_WORDS]))")

    @property
    def _of_two_sets(self) -> bool:
        parts, alike = self.parts, self.operation == "intersect_set"
        return alike and len(parts) == 2 and self._walked is None and not any(part.large for part in parts)

    def _two_sets(self, scope: Scope) -> str:
        """Where both are (code)."""
        return ", ".join(word for part in self.parts for word in part.stored(scope))

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Ask the parts; those that need more than an expression are laid out."""
        site = scope.simple(site, "site")
        answers = [part.contains(scope, site) for part in self.parts]
        if self.operation == "unite_set":
            return Expression("(" + " or ".join(answers) + ")")
        if self.operation == "intersect_set":
            return Expression("(" + " and ".join(answers) + ")")
        return Expression("(" + " and not ".join(answers) + ")")


def combine(kernel: Kernel, operation: str, parts: list[Region]) -> Region:
    """A combined region, worked out at once when all parts are fixed."""
    if len(parts) == 1:
        return parts[0]
    if any(part.fixed is None for part in parts):
        return Combined(operation, parts)
    sites = set(parts[0].fixed or ())
    for part in parts[1:]:
        assert part.fixed is not None
        if operation == "unite_set":
            sites |= part.fixed
        elif operation == "intersect_set":
            sites &= part.fixed
        else:
            sites -= part.fixed
    return FixedRegion(kernel, sites)
