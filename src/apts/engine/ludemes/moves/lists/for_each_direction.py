"""``(forEach Direction ..)``: moves for the sites that lie in directions from a site."""

from __future__ import annotations

from apts.board.relations import COMPASS
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.between_block import Passage
from apts.engine.lowering.sites.directions import Directions, WordDirections, directions
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.language.tree import Clause, Value


@ludeme(
    "(forEach Direction [start<from>] [directions<direction|{direction}>] [between<between>] (to<to> | moves<moves>) "
    "[then<then>])",
    result="moves",
    documentation="For every site in these directions, at a distance in the range, these moves.",
)
def for_each_direction(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Relative directions follow the step from ``from`` to ``to`` if there is one, else the piece on ``from``."""
    start, target, passage = clause.get("start"), clause.get("to"), Passage(clause.get("between"))
    sink = with_then(sink, clause.get("then"))
    if isinstance(start, Clause):
        geometry_kind(scope, start)
    where = start.get("where") if isinstance(start, Clause) else None
    origin = scope.register("from") if where is None else scope.simple(scope.integer(where), "origin")
    piece = scope.kernel.storage.what(scope, scope.register("from"))
    low, high = passage.bounds(scope) if passage.limited else (Expression("1"), Expression("1"))
    moves = _moves(clause)

    def visit(ray: Expression) -> None:
        step = scope.fresh("step")
        with scope.loop(f"for {step} in range(D[{ray}], min(D[{ray} + 1], D[{ray}] + {high})):"):
            site = scope.let("site", f"D[{step}]", valid=True)
            condition = passage.get("condition")
            if condition is not None and passage.limited:
                with (
                    scope.block(f"if {step} - D[{ray}] + 1 < {low}:"),
                    scope.bound(between=site),
                    scope.block(f"if not ({scope.boolean(condition)}):"),
                ):
                    scope.line("break")
            with scope.bound(to=site):
                rule = target.get("condition") if isinstance(target, Clause) else None
                if rule is not None:
                    with scope.block(f"if not ({scope.boolean(rule)}):"):
                        scope.line("break")
                with scope.block(f"if {step} - D[{ray}] + 1 >= {low}:" if passage.limited else "if True:"):
                    scope.moves(moves, sink)

    with scope.block(f"if 0 <= {origin} < D[SITES] and {piece} != 0:"):
        ways = _turned(scope, directions(scope, clause.get("directions")))
        ways.each_ray(scope, Expression(origin, valid=True), visit)


def _moves(clause: Clause) -> Value:
    target, moves = clause.get("to"), clause.get("moves")
    if isinstance(target, Clause):
        effect = target.get("effect")
        moves = effect.get("effect") if isinstance(effect, Clause) else None
    assert moves is not None
    return moves


def _turned(scope: Scope, ways: Directions) -> Directions:
    if isinstance(ways, WordDirections) and ways.relative:
        return TurnedDirections(scope, ways)
    return ways


class TurnedDirections(WordDirections):
    """Words relative to a direction that is known only during play."""

    def __init__(self, scope: Scope, ways: WordDirections):
        super().__init__(scope.kernel, ways.words, ways.relation, by_site=ways.by_site)
        self.facing = self._facing(scope)

    @property
    def key(self) -> tuple[object, ...]:
        """Tables of their own, with every facing."""
        return "turned", *super().key

    def facings(self) -> list[str]:
        """All directions of the board, then those of the pieces."""
        pieces = (piece.facing for piece in self.kernel.equipment.components)
        return list(dict.fromkeys([*_compass(self.kernel), *pieces]))

    def place(self, scope: Scope, site: Expression) -> str:  # noqa: ARG002
        """The list of the site for the facing found before."""
        return f"{self.facing} * D[ALL_SITES] + {site}"

    def _facing(self, scope: Scope) -> Expression:
        kernel, facings = self.kernel, self.facings()
        origin, target = scope.register("from"), scope.register("to")
        pieces = kernel.equipment.components
        looks = kernel.table("turned facing", lambda: [0, *(facings.index(piece.facing) for piece in pieces)])
        facing = scope.let("facing", f"D[{looks} + {kernel.storage.what(scope, origin)}]")
        if target.fixed is not None:
            return facing

        def steps() -> list[list[int]]:
            board = kernel.board
            found = []
            for site in range(kernel.equipment.all_sites):
                names = _compass(kernel) if site < board.count() else []
                ends = {end: facings.index(name) for name in names for end in board.steps(name)[site]}
                found.append([number for pair in ends.items() for number in pair])
            return found

        table = kernel.lists("turned steps", steps)
        index = scope.fresh("i")
        with (
            scope.block(f"for {index} in range(D[{table} + {origin}], D[{table} + {origin} + 1], 2):"),
            scope.block(f"if D[{index}] == {target}:"),
        ):
            scope.line(f"{facing} = D[{index} + 1]")
        return facing


def _compass(kernel: Kernel) -> list[str]:
    return [name for name in kernel.board.directions("All") if name in COMPASS]
