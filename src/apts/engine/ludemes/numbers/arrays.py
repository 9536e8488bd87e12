"""Arrays of numbers and questions about them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.arrays import (
    FrameArray,
    IntArray,
    ListedArray,
    RegionArray,
    RememberedArray,
    WalkedArray,
    int_array,
)
from apts.engine.lowering.sites.owners import belongs_to
from apts.language.signatures.signature import enumeration
from apts.language.tree import Clause, Text, Word

enumeration("PlayersKind", "All Enemy Friend Ally NonMover " + " ".join(f"Team{team}" for team in range(1, 17)))


@ludeme("(array (region<region> | numbers<{int}>))", result="array", documentation="The sites of a region, or numbers.")
def listed(scope: Scope, clause: Clause) -> IntArray:
    """A region in ascending order, or the numbers as written."""
    region = clause.get("region")
    if region is not None:
        return RegionArray(scope.region(region))
    return ListedArray([scope.integer(number) for number in as_tuple(clause.get("numbers"))])


@ludeme("(values Remembered [name<string>])", result="array", documentation="The values remembered (under a name).")
def remembered(scope: Scope, clause: Clause) -> IntArray:  # noqa: ARG001
    """The list in the position."""
    name = clause.get("name")
    return RememberedArray(name.value if isinstance(name, Text) else None)


@ludeme(
    "(results from:<int|region> to:<int|region> value<int>)",
    result="array",
    documentation="A number worked out for every pair of an origin and a target.",
)
def results(scope: Scope, clause: Clause) -> IntArray:  # noqa: ARG001
    """Two loops with the registers set."""
    origins, targets = clause.get("from"), clause.get("to")
    assert origins is not None
    assert targets is not None

    @contextmanager
    def walk(inner: Scope) -> Iterator[Expression]:
        with inner.region(origins).each(inner) as origin, inner.bound(from_=origin):
            second = inner.region(targets)
            with second.each(inner) as target, inner.bound(to=target):
                yield inner.let("result", inner.integer(clause.get("value")))

    return WalkedArray(walk)


@ludeme(
    "(players kind<PlayersKind> [of:<int>] [if:condition<bool>])",
    result="array",
    documentation="The numbers of the players a word stands for; All includes 0 and one more than the players.",
)
def players(scope: Scope, clause: Clause) -> IntArray:
    """A loop over the owners."""
    kind = clause.get("kind")
    assert isinstance(kind, Word)
    if clause.get("of") is not None:
        raise scope.kernel.unsupported(clause, "with of:")

    @contextmanager
    def walk(inner: Scope) -> Iterator[Expression]:
        player = Expression(inner.fresh("player"))
        with inner.loop(f"for {player} in range(D[PLAYERS] + 2):"), inner.bound(player=player):
            member = belongs_to(inner, kind, player)
            with inner.block(f"if {member}:"), inner.block(f"if {inner.boolean(clause.get('condition'))}:"):
                yield player

    return WalkedArray(walk)


@ludeme(
    "(intersection a<array> b<array>)", result="array", documentation="The numbers of the first array in the second."
)
def intersection(scope: Scope, clause: Clause) -> IntArray:
    """The first array without what the second does not hold."""
    a, b = clause.get("a"), clause.get("b")
    assert a is not None
    assert b is not None
    first, second = int_array(scope, a), int_array(scope, b)

    @contextmanager
    def walk(inner: Scope) -> Iterator[Expression]:
        with first.each(inner) as number, inner.block(f"if {second.contains(inner, number)}:"):
            yield number

    return WalkedArray(walk)


@ludeme("(union a<array> b<array>)", result="array", documentation="The first array and what only the second has.")
@ludeme("(union list<{array}>)", result="array", documentation="The first array and what the others add.")
def union(scope: Scope, clause: Clause) -> IntArray:
    """The first array as it is, then every number of the others that is not there yet."""
    values = [value for slot in ("a", "b", "list") for value in as_tuple(clause.get(slot))]
    arrays = [int_array(scope, value) for value in values]

    @contextmanager
    def walk(inner: Scope) -> Iterator[Expression]:
        together = FrameArray.laid_out(inner, arrays[0])
        for array in arrays[1:]:
            with array.each(inner) as number:
                item = inner.simple(number, "item")
                with inner.block(f"if not {together.contains(inner, item)}:"):
                    together.append(inner, item)
        with together.each(inner) as number:
            yield number

    return WalkedArray(walk)


@ludeme("(difference a<array> b<array>)", result="array", documentation="The first array without the second.")
@ludeme("(difference a<array> number<int>)", result="array", documentation="The array without one number.")
def difference(scope: Scope, clause: Clause) -> IntArray:
    """Every number taken out takes out one like it."""
    a, b = clause.get("a"), clause.get("b")
    assert a is not None
    array = int_array(scope, a)
    less = ListedArray([scope.integer(clause.get("number"))]) if b is None else int_array(scope, b)

    @contextmanager
    def walk(inner: Scope) -> Iterator[Expression]:
        left_out = FrameArray.laid_out(inner, less)
        with array.each(inner) as number:
            item = inner.simple(number, "item")
            with inner.block(f"if not {left_out.taken(inner, item)}:"):
                yield item

    return WalkedArray(walk)


@ludeme(
    "(if condition<bool> yes<array> [no<array>])",
    result="array",
    documentation="One array where the condition holds, else the other.",
)
def choice(scope: Scope, clause: Clause) -> IntArray:  # noqa: ARG001
    """The array chosen, laid out."""
    yes, no = clause.get("yes"), clause.get("no")
    assert yes is not None

    @contextmanager
    def walk(inner: Scope) -> Iterator[Expression]:
        chosen = FrameArray.with_capacity(inner)
        with inner.block(f"if {inner.boolean(clause.get('condition'))}:"), int_array(inner, yes).each(inner) as number:
            chosen.append(inner, number)
        if no is not None:
            with inner.block("else:"), int_array(inner, no).each(inner) as number:
                chosen.append(inner, number)
        with chosen.each(inner) as number:
            yield number

    return WalkedArray(walk)


@ludeme("(size Array array<array>)", result="int", documentation="How many numbers an array has.")
def size(scope: Scope, clause: Clause) -> Expression:
    """The length."""
    array = clause.get("array")
    assert array is not None
    return int_array(scope, array).size(scope)


@ludeme(
    "(arrayValue array<array> index:<int>)",
    result="int",
    documentation="The number of an array with that index, from 0; -1 outside.",
)
def item(scope: Scope, clause: Clause) -> Expression:
    """Look it up, or count while walking."""
    array = clause.get("array")
    assert array is not None
    return int_array(scope, array).item(scope, scope.integer(clause.get("index")))


@ludeme("(count Value number<int> in:<array>)", result="int", documentation="How often a number occurs in an array.")
def occurrences(scope: Scope, clause: Clause) -> Expression:
    """Count while walking."""
    array = clause.get("in")
    assert array is not None
    number = scope.simple(scope.integer(clause.get("number")), "number")
    total = scope.let("total", "0")
    with int_array(scope, array).each(scope) as found, scope.block(f"if {found} == {number}:"):
        scope.line(f"{total} += 1")
    return total
