"""Hops over a hurdle: ``(move Hop ..)`` and the effect ``(hop ..)``."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.between_block import Passage, notes_passed
from apts.engine.lowering.move_blocks import Destination, Origin, apply_effect
from apts.engine.lowering.moving import carry, stack_needs
from apts.engine.lowering.sites.directions import directions
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.language.tree import Clause


@ludeme(
    "(move Hop [start<from>] [directions<direction|{direction}>] [between<between>] to<to> [stack:<bool>] "
    "[then<then>])",
    result="moves",
    documentation="Move a piece over a hurdle to a site behind it.",
    needs=stack_needs,
)
@ludeme(
    "(hop [start<from>] [directions<direction|{direction}>] [between<between>] to<to> [stack:<bool>] [then<then>])",
    result="moves",
    documentation="Hop as an effect.",
    needs=stack_needs,
)
def hop(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Along each ray: an approach, the first hurdle, and the landing sites behind it."""
    start = clause.get("start")
    if isinstance(start, Clause):
        geometry_kind(scope, start)
    outer = scope.register("from")  # directions are worked out before the origin becomes ``from``
    Origin(start).refuse_region(scope)
    with Origin(start).each(scope) as site:
        hopper = _Hop(scope, clause, with_then(sink, clause.get("then")), site)
        with scope.bound(from_=outer):
            ways = directions(scope, clause.get("directions"))
        if hopper.passage.limited:
            with scope.block(f"if {hopper.low} == 0:"):
                ways.each_step(scope, site, hopper.step)
        if hopper.passage.clause is None or hopper.passage.get("condition") is not None:
            with scope.block(f"if {hopper.high} > 0:" if hopper.passage.limited else "if True:"):
                ways.each_ray(scope, site, hopper.ray)


class _Hop:
    """Writes the search along one ray."""

    def __init__(self, scope: Scope, clause: Clause, sink: Sink, start: Expression):
        self.scope, self.clause, self.sink, self.start = scope, clause, sink, start
        self.passage, self.target = Passage(clause.get("between")), Destination(clause.get("to"))
        self.low, self.high = self.passage.bounds(scope) if self.passage.limited else (UNSET, UNSET)
        before, after = self.passage.get("before"), self.passage.get("after")
        self.before = None if before is None else scope.simple(scope.integer(before), "before")
        self.after = None if after is None else scope.simple(scope.integer(after), "after")
        assert self.target.clause is not None
        self.target.disregard_place(scope)
        self.landing = self.target.clause.get("condition")

    def step(self, site: Expression) -> None:
        """A hurdle of no site at all: a step."""

        def act(inner: Scope) -> None:
            apply_effect(inner, self.passage.get("effect"))
            carry(inner, self.clause)

        with self.scope.bound(to=site), self.target.allowed(self.scope):
            self.sink.emit(self.scope, GeneratedMove(self.clause, "hop", self.start, site, act, key=("step",)))

    def ray(self, ray: Expression) -> None:
        """Look for the first hurdle; without ``before:`` it must be the first site."""
        scope = self.scope
        index = Expression(scope.fresh("hurdle"))
        last = f"D[{ray} + 1]" if self.passage.limited else f"D[{ray} + 1] - 1"
        approach = f"D[{ray}] + 1" if self.before is None else f"D[{ray}] + 1 + {self.before}"
        with scope.loop(f"for {index} in range(D[{ray}], min({last}, {approach})):"):
            site = scope.let("site", f"D[{index}]", valid=True)
            with scope.bound(between=site), scope.block(f"if {self._is_hurdle()}:"):
                if self.passage.limited:
                    self._long_hurdle(ray, index)
                else:
                    self._landings(ray, index, Expression(f"{index} + 1"))
                scope.line("break")
            if self.before is not None:
                with scope.bound(to=site), scope.block(f"if not ({scope.boolean(self.landing)}):"):
                    scope.line("break")

    def _is_hurdle(self) -> Expression:
        return self.scope.boolean(self.passage.get("condition"))

    def _long_hurdle(self, ray: Expression, index: Expression) -> None:
        """A hurdle of several sites: the piece may come down inside it when the range leaves that open."""
        scope = self.scope
        behind = scope.let("behind", f"{index} + 1")
        further = scope.fresh("i")
        with scope.loop(f"for {further} in range({index} + 1, min(D[{ray} + 1], {index} + {self.high})):"):
            site = scope.let("site", f"D[{further}]", valid=True)
            with scope.bound(between=site), scope.block(f"if not ({self._is_hurdle()}):"):
                scope.line("break")
            scope.line(f"{behind} = {further} + 1")
        with scope.block(f"if {behind} - {index} < {self.low}:"):
            scope.line("break")
        left = scope.fresh("left")
        noted = {"hurdle": behind} if notes_passed(scope) else {}
        with scope.bound(**noted), scope.loop(f"for {left} in range({behind} - {index} - {self.low}, -1, -1):"):
            self._landings(ray, index, scope.let("landing", f"{behind} - {left}"))

    def _landings(self, ray: Expression, index: Expression, first: Expression) -> None:
        """The sites from ``first`` on, as many as ``after:`` allows."""
        scope = self.scope
        if self.after is None and not self.passage.limited:
            self._landing(ray, index, first, first, once=True)
            return
        count = "1" if self.after is None else f"1 + {self.after}"
        at = Expression(scope.fresh("at"))
        with scope.loop(f"for {at} in range({first}, min(D[{ray} + 1], {first} + {count})):"):
            self._landing(ray, index, first, at, once=False)

    def _landing(self, ray: Expression, index: Expression, first: Expression, at: Expression, *, once: bool) -> None:
        scope = self.scope
        place = f"D[{at}]"
        if self.passage.limited:  # a range that starts below 0 comes back to the origin
            place = f"(D[{at}] if {at} >= D[{ray}] else {self.start})"
        site = scope.let("site", place, valid=True)
        registers = {"between": scope.register("between")}
        if self.passage.limited:
            registers = {"between": Expression(f"D[{index}]", valid=True), "first": index, "behind": first}
        with scope.bound(to=site, **registers):
            landing = scope.boolean(self.landing)
            if self.target.conditional_effect:
                with scope.block(f"if not ({landing}):"):
                    with scope.block(f"if {self.target.effect_condition(scope)}:"):
                        self._emit(site, self._stop, "stop")
                    if not once:
                        scope.line("break")
            elif once:
                with scope.block(f"if {landing}:"):
                    self._emit(site, self._hop, "hop")
            else:
                with scope.block(f"if not ({landing}):"):
                    scope.line("break")
                self._emit(site, self._hop, "hop")

    def _emit(self, site: Expression, act: Callable[[Scope], None], key: str) -> None:
        move = GeneratedMove(self.clause, "hop", self.start, site, act, key=(key,), passes=self._hurdle)
        self.sink.emit(self.scope, move)

    def _hurdle(self, inner: Scope, visit: Callable[[Expression], None]) -> None:
        """All sites of the hurdle, also those behind a landing inside it."""
        if not self.passage.limited:
            visit(inner.register("between"))
            return
        index = inner.fresh("i")
        with inner.loop(f"for {index} in range({inner.register('first')}, {inner.register('hurdle')}):"):
            visit(inner.let("site", f"D[{index}]", valid=True))

    def _hop(self, inner: Scope) -> None:
        if self.passage.limited:
            self.passage.apply(inner, inner.register("first"), inner.register("behind"))
        else:
            apply_effect(inner, self.passage.get("effect"))
        self.target.apply(inner)
        carry(inner, self.clause)

    def _stop(self, inner: Scope) -> None:
        self.target.apply(inner)
        carry(inner, self.clause)
