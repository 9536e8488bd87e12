"""``(intervene ..)``: capture of the two pieces between which the site lies."""

from __future__ import annotations

from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.captures import condition, hit, last_target, start_site
from apts.engine.lowering.sites.geometry_tables import ray_pairs
from apts.language.tree import Clause, Word


@ludeme(
    "(intervene [start<from>] [directions<AbsoluteDirection>] [between<between>] [to<to>] [then<then>])",
    result="moves",
    documentation="Hit enemies that stand on both sides of the site.",
)
def intervene(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Look at the two neighbours on each line through the site."""
    if clause.get("between") is not None:
        raise scope.kernel.unsupported(clause, "with a range")
    sink = with_then(sink, clause.get("then"))
    to, word = clause.get("to"), clause.get("directions")
    pairs = ray_pairs(scope.kernel, word.name if isinstance(word, Word) else "Adjacent")
    start = start_site(scope, clause.get("start"), last_target(scope))
    with scope.block(f"if 0 <= {start} < D[SITES]:"):
        ray = scope.fresh("ray")
        with scope.loop(f"for {ray} in range(D[{pairs} + {start}], D[{pairs} + {start} + 1] - 1, 2):"):
            with scope.block(f"if D[{ray} + 1] == D[{ray}] or D[{ray} + 2] == D[{ray} + 1]:"):
                scope.line("continue")
            sides = [scope.let("site", f"D[D[{ray} + {side}]]", valid=True) for side in (0, 1)]
            for site in sides:
                with scope.bound(to=site), scope.block(f"if not {condition(scope, to, site, enemy=True)}:"):
                    scope.line("continue")
            for site in reversed(sides):
                with scope.bound(to=site):
                    hit(scope, clause, to, "to", sink)
