"""Taking pieces off: ``(move Remove ..)`` and the effect ``(remove ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.regions import SetRegion, each_existing
from apts.engine.lowering.sites.site_types import sites_kind, written_region
from apts.language.signatures.signature import enumeration
from apts.language.tree import Clause, Word

enumeration("Moment", "StartOfTurn EndOfTurn")


def _needs(clause: Clause) -> list[str]:
    needs = [] if clause.get("at") is None else ["to clear"]
    return needs if clause.get("level") is None else [*needs, "stacking"]


@ludeme(
    "(move Remove [on<SiteType>] where<int|region> [level:<int>] [at:<Moment>] [count:<int>] [then<then>])",
    result="moves",
    documentation="Take what stands on one of the sites off: of a stack the top, of pieces that are counted all.",
    needs=_needs,
)
@ludeme(
    "(remove [on<SiteType>] where<int|region> [level:<int>] [at:<Moment>] [count:<int>] [then<then>])",
    result="moves",
    documentation="Take what stands on every one of the sites off: of a stack the top, of pieces that are counted all; "
    "with at:EndOfTurn it stays until the turn is over.",
    needs=_needs,
)
def remove(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each site that is not empty; of a stack the topmost piece goes unless a level is given."""
    kind = sites_kind(scope, clause)
    where = clause.get("where")
    assert where is not None
    sink = with_then(sink, clause.get("then"))
    moment = clause.get("at")
    later = isinstance(moment, Word) and moment.name == "EndOfTurn"
    storage = scope.kernel.storage

    def act(inner: Scope) -> None:
        site = inner.register("removed")
        if later:
            inner.act("clear_later", site)
            return
        level = clause.get("level")
        arguments: tuple[str, Expression | str] | tuple[str, Expression, Expression] = ("remove", site)
        if level is not None and storage.stacking:
            height = storage.height(inner, site)
            wanted = inner.let("level", f"max({inner.integer(level)}, 0)")
            arguments = ("remove_level", site, inner.let("level", f"-1 if {wanted} == {height} - 1 else {wanted}"))
        repeats = clause.get("count")
        if repeats is None:
            inner.act(*arguments)
        else:
            times = inner.simple(inner.integer(repeats), "times")
            with inner.loop(f"for _ in range(max({times}, 1)):"):
                inner.act(*arguments)

    with (
        each_existing(scope, written_region(scope, kind, where)) as site,
        scope.block(f"if not {storage.is_empty(scope, site)}:"),
        scope.bound(removed=site),
    ):
        sink.emit(scope, GeneratedMove(clause, "remove", site, site, act))


@feature("to clear")
def clear_after_turn(kernel: Kernel) -> None:
    """Sites marked during a turn are cleared once a move does not decide itself who moves next."""
    field = kernel.field("clear", "set")
    kernel.add_operation(
        "clear_later",
        1,
        ("clear",),
        f"@compiled\ndef do_clear_later(D, S, site):\n    put_site(D, S, {field}, site)\n",
    )

    def settle(scope: Scope) -> None:
        with scope.block("if S[TURN_SET] == 0:"):
            with SetRegion("S", field).each(scope) as site:
                scope.act("remove", site)
            scope.line(f"clear_set(S, {field}, D[SET_WORDS])")

    kernel.hook("settle move", settle)
