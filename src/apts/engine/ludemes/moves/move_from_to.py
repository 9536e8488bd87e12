"""Moving from anywhere to anywhere: ``(move (from ..) (to ..))`` and the effect ``(fromTo ..)``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import Destination
from apts.engine.lowering.moving import stack_needs
from apts.engine.lowering.sites.regions import SingleSite, each_existing
from apts.engine.lowering.sites.site_types import sites_kind, written_region
from apts.language.tree import Clause, Value


def _needs(clause: Clause) -> list[str]:
    return [*stack_needs(clause), *(["count"] if clause.get("count") is not None else [])]


@ludeme(
    "(move start<from> to<to> [count:<int>] [copy:<bool>] [stack:<bool>] [who<role>] [then<then>])",
    result="moves",
    documentation="Move a piece from one of the first sites to one of the others.",
    needs=_needs,
)
@ludeme(
    "(fromTo start<from> to<to> [count:<int>] [copy:<bool>] [stack:<bool>] [who<role>] [then<then>])",
    result="moves",
    documentation="Every piece of the first sites goes to the others.",
    needs=_needs,
)
def from_to(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each occupied origin and each target that meet the conditions."""
    start, target = clause.get("start"), Destination(clause.get("to"))
    assert isinstance(start, Clause)
    assert target.clause is not None
    for block in (start, target.clause):
        sites_kind(scope, block)
    if target.clause.get("rotations") is not None:
        raise scope.kernel.unsupported(target.clause, "with rotations")
    sink = with_then(sink, clause.get("then"))
    transfer = _transfer(scope, clause, start, target.clause)

    def act(inner: Scope) -> None:
        target.apply(inner)
        transfer(inner)

    with _origins(scope, start) as origin:
        amounts = {
            name: scope.simple(scope.integer(value), name)
            for name, value in (
                ("amount", clause.get("count")),
                ("level_from", start.get("level")),
                ("level_to", target.clause.get("level")),
            )
            if value is not None
        }
        with (
            target.each(scope) as place,
            _existing(scope, place) as site,
            scope.bound(to=site, **amounts),
            target.allowed(scope, sink),
        ):
            sink.emit(scope, GeneratedMove(clause, "move", origin, site, act))


@contextmanager
def _origins(scope: Scope, start: Clause) -> Iterator[Expression]:
    """Loop over the origins that hold a piece and meet the condition, with ``from`` set."""
    where, condition = start.get("where"), start.get("condition")
    region = (
        SingleSite(scope.register("from")) if where is None else written_region(scope, sites_kind(scope, start), where)
    )
    with (
        each_existing(scope, region) as site,
        scope.block(f"if {scope.kernel.storage.what(scope, site)} != 0:"),
        scope.bound(from_=site),
        scope.block(f"if {scope.boolean(condition)}:" if condition is not None else "if True:"),
    ):
        yield site


@contextmanager
def _existing(scope: Scope, site: Expression) -> Iterator[Expression]:
    """Pass over a site that is none."""
    if site.valid:
        yield site
    else:
        with scope.block(f"if {site} >= 0:"):
            yield Expression(site, valid=True)


class _transfer:
    """Writes how the piece or pieces go over, from the registers."""

    def __init__(self, scope: Scope, clause: Clause, start: Clause, target: Clause):
        self.stacking = scope.kernel.storage.stacking
        self.stack = scope.flag(clause, "stack")
        self.copy = scope.flag(clause, "copy")
        self.counted = clause.get("count") is not None
        self.level: Value | None = start.get("level")
        self.level_to: Value | None = target.get("level")

    def __call__(self, inner: Scope) -> None:
        start, end = inner.register("from"), inner.register("to")
        if self.stacking and self.level_to is not None:
            if self.stack:
                inner.act("move_stack", start, end)
                return
            level = inner.register("level_from") if self.level is not None else "-1"
            inner.act("move_between_levels", start, level, end, inner.register("level_to"))
        elif self.stacking and self.level is not None:
            inner.act("move_level", start, inner.register("level_from"), end)
        elif self.counted:
            inner.act("move_count", start, end, inner.register("amount"))
        elif self.copy:
            inner.act("copy_piece", start, end)
        else:
            inner.act("move_stack" if self.stack else "move", start, end)
