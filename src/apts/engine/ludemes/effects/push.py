"""``(push ..)`` and ``(attract ..)``: rows of pieces that are shifted."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.captures import last_target, start_site
from apts.engine.lowering.sites.directions import directions
from apts.language.tree import Clause

_PUSH = """
@compiled
def do_push(D, S, site, ray):
    carried = S[D[AT_WHAT] + site]
    do_remove(D, S, site)
    for index in range(D[ray], D[ray + 1]):
        place = D[index]
        found = S[D[AT_WHAT] + place]
        do_remove(D, S, place)
        do_add(D, S, place, carried, -1, -1)
        if found == 0:
            return
        carried = found
"""

_ATTRACT = """
@compiled
def do_attract(D, S, ray):
    gap = D[ray]
    for index in range(D[ray], D[ray + 1]):
        if S[D[AT_WHAT] + D[index]] != 0:
            if index > gap:
                do_move(D, S, D[index], D[gap])
            gap += 1
"""


def _noted(kernel: Kernel) -> str:
    """The source of a push; every site on its way counts as one that the move went to, where rules ask for that."""
    if not kernel.has("last places"):
        return _PUSH
    notes = [f"put_site(D, S, {kernel.field(f'last places {way}', 'set', hashed=False)}, " for way in ("from", "to")]
    text = _PUSH
    for line, site in (("    do_remove(D, S, site)\n", "site"), ("        do_remove(D, S, place)\n", "place")):
        indent = line[: len(line) - len(line.lstrip())]
        text = text.replace(line, line + "".join(f"{indent}{note}{site})\n" for note in notes))
    return text


@ludeme(
    "(push [start<from>] directions<direction> [then<then>])",
    result="moves",
    documentation="Shift the row of pieces that begins on the site by one step, up to the first gap or off the board.",
)
def push(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Only the first direction counts; pieces that are shifted lose their states."""
    if scope.kernel.storage.stacking:
        raise scope.kernel.unsupported(clause, "of stacks")

    def act(inner: Scope) -> None:
        inner.kernel.add_operation("push", 2, ("board",), _noted(inner.kernel))
        start = Expression(start_site(inner, clause.get("start"), last_target(inner)), valid=True)
        first = inner.let("first", "-1")

        def note_first(ray: Expression) -> None:
            with inner.block(f"if {first} < 0:"):
                inner.line(f"{first} = {ray}")

        with inner.block(f"if 0 <= {start} < D[SITES]:"):
            directions(inner, clause.get("directions")).each_ray(inner, start, note_first)
            with inner.block(f"if {first} >= 0:"):
                inner.act("push", start, first)

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))


@ludeme(
    "(attract [start<from>] [directions<direction>] [then<then>])",
    result="moves",
    documentation="Slide all pieces in these directions towards the site.",
)
def attract(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Close the gaps on every ray."""
    if scope.kernel.storage.stacking:
        raise scope.kernel.unsupported(clause, "of stacks")

    def act(inner: Scope) -> None:
        inner.kernel.add_operation("attract", 1, ("board",), _ATTRACT)
        start = Expression(start_site(inner, clause.get("start"), last_target(inner)), valid=True)
        with inner.block(f"if 0 <= {start} < D[SITES]:"):
            ways = directions(inner, clause.get("directions"))
            ways.each_ray(inner, start, lambda ray: inner.act("attract", ray))

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
