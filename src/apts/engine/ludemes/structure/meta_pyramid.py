"""Rules about pyramids: pieces that carry others are pinned, what loses its support drops, and nothing climbs itself."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, structure
from apts.engine.compiler.scope import Scope
from apts.language.signatures.signature import enumeration

_STAYING = ("add", "append", "claim", "effect", "pass", "promote", "remove", "select", "set", "shoot", "swap", "turn")
"""Kinds of moves in which no piece leaves a site for another."""

enumeration("GravityKind", "PyramidalDrop")
enumeration("PinKind", "SupportMultiple")
enumeration("NoStackOnKind", "Fallen")
structure(
    "(gravity [kind<GravityKind>])",
    result="metarule",
    documentation="After every move, a piece above an empty site drops onto it, until none can.",
    needs=["gravity"],
    idle="kind",
)
structure(
    "(pin kind<PinKind>)",
    result="metarule",
    documentation="A piece that carries more than one piece may not move or be removed.",
    needs=["pin"],
    idle="kind",
)
structure(
    "(noStackOn kind<NoStackOnKind>)",
    result="metarule",
    documentation="A piece may not move along a line that rises from its site: it would come to lie on what drops there.",
    needs=["no stack on fallen"],
    idle="kind",
)


@feature("gravity")
def drop_pieces(kernel: Kernel) -> None:
    """The piece with the lowest number that can drop does, to the first site below that is empty; then again."""

    def settle(scope: Scope) -> None:
        storage = kernel.storage
        below = kernel.lists("below", lambda: [list(sites) for sites in kernel.board.neighbours("Downward")])
        scope.line("dropped = 1")
        with scope.block("while dropped != 0:"):
            scope.line("dropped = 0")
            with scope.block("for site in range(D[SITES]):"):
                site = Expression("site", valid=True)
                with (
                    scope.block(f"if dropped == 0 and not {storage.is_empty(scope, site)}:"),
                    scope.block(f"for index in range(D[{below} + site], D[{below} + site + 1]):"),
                ):
                    target = scope.let("target", "D[index]", valid=True)
                    with scope.block(f"if dropped == 0 and {storage.is_empty(scope, target)}:"):
                        scope.line(f"{kernel.operation('move').function}(D, S, site, {target})")
                        scope.line("dropped = 1")

    kernel.hook("settle move", settle)


@feature("pin")
def pin_pieces(kernel: Kernel) -> None:
    """The piece that a move takes from its site is looked at before the move."""

    def legal(scope: Scope) -> None:
        above = kernel.lists("above", lambda: [list(sites) for sites in kernel.board.neighbours("Upward")])
        scope.line("left = -1")
        for decision in kernel.decisions.all:
            if decision.kind == "remove" or decision.kind not in _STAYING:
                place = 2 if decision.kind == "remove" else 1
                with scope.block(f"if decision == {decision.number}:"):
                    scope.line(f"left = M[base + {place}]")
        with scope.in_state("S"), scope.block("if 0 <= left < D[SITES]:"):
            carried = scope.let("carried", "0")
            with scope.loop(f"for index in range(D[{above} + left], D[{above} + left + 1]):"):
                piece = scope.let("piece", "D[index]", valid=True)
                with scope.block(f"if not {kernel.storage.is_empty(scope, piece)}:"):
                    scope.line(f"{carried} += 1")
            with scope.block(f"if {carried} > 1:"):
                scope.line("return 0")

    kernel.hook("legal", legal)


@feature("no stack on fallen")
def climb_nowhere(kernel: Kernel) -> None:
    """The sites on lines that rise from a site, and on those lines downward, are no targets from there."""

    def legal(scope: Scope) -> None:
        lines = kernel.set_table(_rising(kernel))
        for decision in kernel.decisions.all:
            if decision.kind not in _STAYING:
                with scope.block(f"if decision == {decision.number} and 0 <= M[base + 1] < D[SITES]:"):
                    base = scope.let("line", f"D[{lines}] + M[base + 1] * D[SET_WORDS]")
                    with scope.block(f"if has_site(D, D, {base}, M[base + 2]):"):
                        scope.line("return 0")

    kernel.hook("legal", legal)


def _rising(kernel: Kernel) -> list[set[int]]:
    board = kernel.board
    found: list[set[int]] = []
    for site, pairs in enumerate(board.ray_pairs("All")):
        up = set(board.neighbours("Upward")[site])
        rising = [pair for pair in pairs if any(ray and ray[0] in up for ray in pair)]
        found.append({other for pair in rising for ray in pair for other in ray})
    return found
