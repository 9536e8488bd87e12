"""Shapes of claimed edges: ``(is Tree ..)`` and its like, ``(is RegularGraph ..)`` and ``(is Path ..)``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.move_blocks import range_bounds
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.groups import capacity_for_sites
from apts.engine.lowering.sites.site_types import need_kind, sites_of_kind
from apts.language.tree import Clause, Value, Word

Visit = Callable[[Expression, Expression, Expression], None]


class _Graph:
    """The edges that a shape is made of, and words for each vertex in the frame."""

    def __init__(self, scope: Scope, belongs: Callable[[Expression], str]):
        self.scope, self.belongs = scope, belongs
        kernel = scope.kernel
        vertices = kernel.board.count("Vertex")
        kernel.equipment.numbers_in_sets = max(kernel.equipment.numbers_in_sets, vertices)
        self.vertices = kernel.number(vertices)

    def ends(self, edge: Expression) -> tuple[Expression, Expression]:
        """The two vertices of an edge."""
        kernel = self.scope.kernel
        edges = kernel.board.numbers("Edge")

        def table(end: int) -> list[int]:
            found = [0] * kernel.equipment.all_sites
            for number, site in enumerate(edges):
                found[site] = kernel.board.edge_vertices(number)[end]
            return found

        tables = [kernel.table(("end of edge", end), partial(table, end), per="site") for end in (0, 1)]
        first, second = (self.scope.let("vertex", f"D[{place} + {edge}]") for place in tables)
        return first, second

    def words(self, start: str) -> Expression:
        """A word for each vertex, with a first value written in terms of ``vertex``."""
        place = capacity_for_sites(self.scope)
        with self.scope.block(f"for vertex in range({self.vertices}):"):
            self.scope.line(f"W[{place} + vertex] = {start}")
        return place

    def each(self, visit: Visit) -> None:
        """Visit every edge of the shape with its two ends."""
        scope = self.scope
        with sites_of_kind(scope, "Edge").each(scope) as edge, scope.block(f"if {self.belongs(edge)}:"):
            visit(edge, *self.ends(edge))

    def spread(self, marks: Expression, skipped: Expression) -> None:
        """Mark every vertex that edges join with a marked one, without using one of them."""
        scope = self.scope
        changed = scope.let("changed", "1")
        with scope.loop(f"while {changed} != 0:"):
            scope.line(f"{changed} = 0")

            def visit(edge: Expression, a: Expression, b: Expression) -> None:
                with scope.block(f"if {edge} != {skipped} and W[{marks} + {a}] != W[{marks} + {b}]:"):
                    scope.line(f"W[{marks} + {a}] = 1")
                    scope.line(f"W[{marks} + {b}] = 1")
                    scope.line(f"{changed} = 1")

            self.each(visit)

    def total(self, words: Expression) -> Expression:
        """The sum of the words of all vertices."""
        total = self.scope.let("total", "0")
        with self.scope.block(f"for vertex in range({self.vertices}):"):
            self.scope.line(f"{total} += W[{words} + vertex]")
        return total


def _edge(scope: Scope, given: Value | None = None) -> Expression:
    """An edge, usually that of the last move; where it is none the question is answered with no."""
    edge = scope.let("edge", scope.integer(given, f"{scope.state}[LAST_TO]"))
    numbers = scope.kernel.board.numbers("Edge")
    first, last = scope.kernel.number(numbers.start), scope.kernel.number(numbers.stop)
    with scope.block(f"if {edge} < {first} or {edge} >= {last}:"):
        scope.line("return False")
    return Expression(edge, valid=True)


def _of_piece(scope: Scope, who: Value) -> _Graph:
    """The edges with the piece whose number is the player's; for nobody, with the piece that was placed last, or the
    first piece."""
    storage = scope.kernel.storage
    edge = _edge(scope)
    wanted = scope.let("wanted", player_number(scope, who))
    with scope.block(f"if {wanted} == 0:"):
        scope.line(f"{wanted} = {storage.what(scope, edge)}")
        with scope.block(f"if {wanted} == 0:"):
            scope.line(f"{wanted} = 1")
    return _Graph(scope, lambda site: f"{storage.what(scope, site)} == {wanted}")


def _who(clause: Clause) -> Value:
    who = clause.get("who")
    assert who is not None
    return who


@ludeme(
    "(is Tree who<role|seat>)",
    result="bool",
    documentation="Whether the edges of a player's piece make no ring; asked after a move on an edge.",
)
@ludeme(
    "(is SpanningTree who<role|seat>)",
    result="bool",
    documentation="Whether the edges of a player's piece make a tree that joins all vertices.",
)
def is_tree(scope: Scope, clause: Clause) -> Expression:
    """Join the two ends of each edge; ends that are joined already make a ring."""
    need_kind(scope, clause, "Edge")

    def write(inner: Scope) -> None:
        graph = _of_piece(inner, _who(clause))
        _leave_at_ring(inner, graph)
        count = inner.let("count", "0")
        graph.each(lambda *_: inner.line(f"{count} += 1"))
        inner.line(
            f"return {count} == {graph.vertices} - 1" if clause.signature.mode == "SpanningTree" else "return True"
        )

    return ask(scope, ("tree", id(clause)), "tree", write)


@ludeme(
    "(is TreeCentre who<role|seat>)",
    result="bool",
    documentation="Whether the vertex of the last move is the centre of its tree of a player's edges: no edge there has "
    "more than half of the vertices on its other side. Of two in the middle both are, if the ways down from them are as "
    "long.",
)
def is_tree_centre(scope: Scope, clause: Clause) -> Expression:
    """Walk from the first vertex of the tree to the side with more than half of it, as long as there is one."""
    need_kind(scope, clause, "Edge")
    need_kind(scope, clause, "Vertex")

    def write(inner: Scope) -> None:
        storage, numbers = inner.kernel.storage, inner.kernel.board.numbers("Vertex")
        player = inner.let("player", player_number(inner, _who(clause)))
        here = inner.let("here", f"{inner.state}[LAST_TO] - {inner.kernel.number(numbers.start)}")

        def belongs(site: Expression) -> str:
            owned = f"{player} <= D[PLAYERS] and {storage.who(inner, site)} == {player}"
            return f"(({owned}) or ({player} == D[PLAYERS] + 1 and {storage.what(inner, site)} != 0))"

        graph = _Graph(inner, belongs)
        with inner.block(f"if {here} < 0 or {here} >= {graph.vertices}:"):
            inner.line("return False")
        _leave_at_ring(inner, graph)
        degrees = graph.words("0")

        def count(_: Expression, a: Expression, b: Expression) -> None:
            inner.line(f"W[{degrees} + {a}] += 1")
            inner.line(f"W[{degrees} + {b}] += 1")

        graph.each(count)
        tree, side = graph.words("0"), graph.words("0")
        inner.line(f"W[{tree} + {here}] = 1")
        graph.spread(tree, Expression("-1"))
        half = inner.let("half", f"{graph.total(tree)} // 2")
        centre = inner.let("centre", "0")
        with inner.block(f"if W[{degrees} + {here}] > 0:"):
            with inner.loop(f"while W[{tree} + {centre}] == 0:"):
                inner.line(f"{centre} += 1")
            moved = inner.let("moved", "1")
            with inner.loop(f"while {moved} != 0:"):
                inner.line(f"{moved} = 0")
                heavy = inner.let("heavy", "-1")

                def weigh(edge: Expression, a: Expression, b: Expression) -> None:
                    other = inner.let("other", f"{b} if {a} == {centre} else {a}")
                    with inner.block(f"if {heavy} < 0 and ({a} == {centre} or {b} == {centre}):"):
                        with inner.block(f"for vertex in range({graph.vertices}):"):
                            inner.line(f"W[{side} + vertex] = 0")
                        inner.line(f"W[{side} + {other}] = 1")
                        graph.spread(side, edge)
                        with inner.block(f"if {graph.total(side)} > {half}:"):
                            inner.line(f"{heavy} = {other}")

                graph.each(weigh)
                with inner.block(f"if {heavy} >= 0:"):
                    inner.line(f"{centre} = {heavy}")
                    inner.line(f"{moved} = 1")
        with inner.block(f"if {here} == {centre}:"):
            inner.line("return True")
        with inner.block(f"if W[{degrees} + {here}] == 1 and W[{degrees} + {centre}] == 1:"):
            inner.line("return True")
        joined = inner.let("joined", "0")

        def meets(_: Expression, a: Expression, b: Expression) -> None:
            with inner.block(f"if ({a} == {here} and {b} == {centre}) or ({b} == {here} and {a} == {centre}):"):
                inner.line(f"{joined} = 1")

        graph.each(meets)
        with inner.block(f"if {joined} == 0:"):
            inner.line("return False")
        inner.line(f"return {_way_down(inner, graph, here)} == {_way_down(inner, graph, centre)}")

    return ask(scope, ("centre", id(clause)), "centre", write)


def _leave_at_ring(scope: Scope, graph: _Graph) -> None:
    """Answer with no where edges make a ring."""
    parents = graph.words("vertex")

    def visit(_: Expression, a: Expression, b: Expression) -> None:
        for end in (a, b):
            with scope.loop(f"while W[{parents} + {end}] != {end}:"):
                scope.line(f"{end} = W[{parents} + {end}]")
        with scope.block(f"if {a} == {b}:"):
            scope.line("return False")
        scope.line(f"W[{parents} + {a}] = {b}")

    graph.each(visit)


def _way_down(scope: Scope, graph: _Graph, start: Expression) -> Expression:
    """The vertices of the way from one that always goes on to the neighbour of the least number that is new."""
    passed = graph.words("0")
    at, length = scope.let("at", start), scope.let("length", "1")
    scope.line(f"W[{passed} + {at}] = 1")
    going = scope.let("going", "1")
    with scope.loop(f"while {going} != 0:"):
        least = scope.let("least", str(graph.vertices))

        def visit(_: Expression, a: Expression, b: Expression) -> None:
            for near, far in ((a, b), (b, a)):
                with scope.block(f"if {near} == {at} and {far} < {least} and W[{passed} + {far}] == 0:"):
                    scope.line(f"{least} = {far}")

        graph.each(visit)
        scope.line(f"{going} = 0")
        with scope.block(f"if {least} < {graph.vertices}:"):
            scope.line(f"{at} = {least}")
            scope.line(f"W[{passed} + {at}] = 1")
            scope.line(f"{length} += 1")
            scope.line(f"{going} = 1")
    return length


@ludeme(
    "(is RegularGraph who<role|seat> [k:<int> | odd:<bool> | even:<bool>])",
    result="bool",
    documentation="Whether every vertex has as many edges of a player's piece as any other; so many with k:.",
)
def is_regular(scope: Scope, clause: Clause) -> Expression:
    """Count the edges of each vertex."""
    need_kind(scope, clause, "Edge")

    def write(inner: Scope) -> None:
        graph = _of_piece(inner, _who(clause))
        degrees = graph.words("0")

        def visit(_: Expression, a: Expression, b: Expression) -> None:
            inner.line(f"W[{degrees} + {a}] += 1")
            inner.line(f"W[{degrees} + {b}] += 1")

        graph.each(visit)
        degree = inner.let("degree", inner.integer(clause.get("k"), "0"))
        with inner.block(f"for vertex in range({graph.vertices}):"), inner.block(f"if {degree} == 0:"):
            inner.line(f"{degree} = W[{degrees} + vertex]")
        with (
            inner.block(f"for vertex in range({graph.vertices}):"),
            inner.block(f"if W[{degrees} + vertex] != {degree}:"),
        ):
            inner.line("return False")
        for slot, rest in (("odd", 1), ("even", 0)):
            if clause.get(slot) is not None:
                with inner.block(f"if {inner.boolean(clause.get(slot))}:"):
                    inner.line(f"return {degree} % 2 == {rest}")
        inner.line("return True")

    return ask(scope, ("regular", id(clause)), "regular", write)


@ludeme(
    "(is Path on<SiteType> [from:<int>] who<role|seat> length:<range> [closed:<bool>])",
    result="bool",
    documentation="Whether the edges of a player that hang together with the last one are a path of so many edges; with "
    "closed: whether the last edge closes a ring of that length.",
)
def is_path(scope: Scope, clause: Clause) -> Expression:
    """Follow the edges from the two ends of the last one."""
    word = clause.get("on")
    if not isinstance(word, Word) or word.name != "Edge":
        raise scope.kernel.unsupported(clause, "of other sites than edges")
    need_kind(scope, clause, "Edge")

    def write(inner: Scope) -> None:
        storage = inner.kernel.storage
        edge = _edge(inner, clause.get("from"))
        player = inner.let("player", player_number(inner, _who(clause)))
        low, high = range_bounds(inner, clause.get("length"), "0", "1000000000")
        graph = _Graph(inner, lambda site: f"({site} == {edge} or {storage.who(inner, site)} == {player})")
        one, other = graph.ends(edge)
        marks = graph.words("0")
        inner.line(f"W[{marks} + {one}] = 1")
        graph.spread(marks, edge)
        around = inner.let("around", f"W[{marks} + {other}]")
        with inner.block(f"if {inner.boolean(clause.get('closed'), 'False')}:"):
            with inner.block(f"if {around} == 0:"):
                inner.line("return False")
            _write_ring(inner, graph, edge, low, high)
        with inner.block(f"if {around} != 0:"):
            inner.line("return False")
        _write_path(inner, graph, edge, marks, low, high)

    return ask(scope, ("path", id(clause)), "path", write)


def _write_path(
    scope: Scope, graph: _Graph, edge: Expression, marks: Expression, low: Expression, high: Expression
) -> None:
    """All edges that hang together with one must be a single line: no vertex has three, and there is no ring."""
    _, other = graph.ends(edge)
    scope.line(f"W[{marks} + {other}] = 1")
    graph.spread(marks, Expression("-1"))
    degrees = graph.words("0")
    count = scope.let("count", "0")

    def visit(_: Expression, a: Expression, b: Expression) -> None:
        with scope.block(f"if W[{marks} + {a}] != 0:"):
            scope.line(f"{count} += 1")
            for end in (a, b):
                scope.line(f"W[{degrees} + {end}] += 1")
                with scope.block(f"if W[{degrees} + {end}] > 2:"):
                    scope.line("return False")

    graph.each(visit)
    with scope.block(f"if {graph.total(marks)} != {count} + 1:"):
        scope.line("return False")
    scope.line(f"return {count} == {low} if {low} == {high} else ({low} < {high} and {count} <= {high})")


def _write_ring(scope: Scope, graph: _Graph, edge: Expression, low: Expression, high: Expression) -> None:
    """The vertices that no single edge parts from the last one; they are a ring if they have as many edges.

    With more edges than that, the shortest ring through the last edge counts, and it may be shorter than asked for.
    """
    one, other = graph.ends(edge)
    core = graph.words("1")
    tried = graph.words("0")

    def without(skipped: Expression, a: Expression, b: Expression) -> None:  # noqa: ARG001
        with scope.block(f"for vertex in range({graph.vertices}):"):
            scope.line(f"W[{tried} + vertex] = 0")
        scope.line(f"W[{tried} + {one}] = 1")
        graph.spread(tried, skipped)
        with scope.block(f"for vertex in range({graph.vertices}):"):
            scope.line(f"W[{core} + vertex] *= W[{tried} + vertex]")

    graph.each(without)
    size = graph.total(core)
    count = scope.let("count", "0")

    def visit(_: Expression, a: Expression, b: Expression) -> None:
        with scope.block(f"if W[{core} + {a}] != 0 and W[{core} + {b}] != 0:"):
            scope.line(f"{count} += 1")

    graph.each(visit)
    with scope.block(f"if {size} == {count}:"):
        with scope.block(f"if {low} == {high}:"):
            scope.line(f"return {size} == {low}")
        scope.line(f"return {high} > 2 and 2 < {size} <= {high}")
    steps = graph.words("0")
    scope.line(f"W[{steps} + {one}] = 1")
    length = scope.let("length", "1")
    with scope.loop(f"while W[{steps} + {other}] == 0 and {length} <= {graph.vertices}:"):
        scope.line(f"{length} += 1")

        def reach(found: Expression, a: Expression, b: Expression) -> None:
            for start, end in ((a, b), (b, a)):
                near = f"0 < W[{steps} + {start}] < {length} and W[{steps} + {end}] == 0"
                with scope.block(f"if {found} != {edge} and {near}:"):
                    scope.line(f"W[{steps} + {end}] = {length}")

        graph.each(reach)
    scope.line(f"return ({low} == {high} and {length} == {low}) or ({high} > 2 and {length} <= {high})")
