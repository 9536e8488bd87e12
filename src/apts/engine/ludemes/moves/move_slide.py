"""Slides along a line: ``(move Slide ..)`` and the effect ``(slide ..)``."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.decisions import mentions
from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.between_block import Passage, each_passed, notes_passed
from apts.engine.lowering.move_blocks import Destination, Origin
from apts.engine.lowering.moving import carry, stack_needs
from apts.engine.lowering.sites.directions import directions
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.engine.lowering.tracks.track_rays import track_rays
from apts.language.tree import Clause, Text


@ludeme(
    "(move Slide [start<from>] [track<string>] [directions<direction|{direction}>] [between<between>] [to<to>] "
    "[stack:<bool>] [then<then>])",
    result="moves",
    documentation="Move a piece along a line over sites that meet a condition, by default empty ones.",
    needs=stack_needs,
)
@ludeme(
    "(slide [start<from>] [track<string>] [directions<direction|{direction}>] [between<between>] [to<to>] "
    "[stack:<bool>] [then<then>])",
    result="moves",
    documentation="Slide as an effect.",
    needs=stack_needs,
)
def slide(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Walk along each ray; a site that meets the condition of ``to`` ends it."""
    start = clause.get("start")
    if isinstance(start, Clause):
        geometry_kind(scope, start)
    track = clause.get("track")
    Origin(start).refuse_region(scope)
    with Origin(start).each(scope) as site:
        slider = _Slide(scope, clause, with_then(sink, clause.get("then")), site)
        if isinstance(track, Text):
            table = track_rays(scope.kernel, track.value)
            ray = scope.fresh("ray")
            with scope.loop(f"for {ray} in range(D[{table} + {site}], D[{table} + {site} + 1]):"):
                slider.track_ray(Expression(ray))
        else:
            if slider.over_empty_sites:
                scope.kernel.count_on_rays()
            directions(scope, clause.get("directions")).each_ray(scope, site, slider.ray)


class _Slide:
    """Writes the walk along one ray."""

    def __init__(self, scope: Scope, clause: Clause, sink: Sink, start: Expression):
        self.scope, self.clause, self.sink, self.start = scope, clause, sink, start
        self.passage, self.target = Passage(clause.get("between")), Destination(clause.get("to"))
        self.origin = Origin(clause.get("start"))
        self.target.disregard_place(scope)
        self.leaves_traces = self.passage.get("effect") is not None or self.passage.get("trail") is not None
        self.leaves_traces |= notes_passed(scope)
        self.low, self.high = self.passage.bounds(scope) if self.passage.limited else (UNSET, UNSET)
        effect = None if self.target.clause is None else self.target.clause.get("effect")
        self.between_matters = mentions(effect, "between")
        self.plain = not scope.flag(clause, "stack") and self.origin.level is None
        stop = None if self.target.clause is None else self.target.clause.get("condition")
        self.over_empty_sites = stop is None and self.passage.get("condition") is None and not self.passage.limited

    def ray(self, ray: Expression) -> None:
        """Step by step: the test that stops, then the test that lets it go on."""
        scope = self.scope
        step = Expression(scope.fresh("step"))
        end = f"D[{ray} + 1]"
        if self.passage.limited:
            end = f"min({end}, D[{ray}] + {self.high})"
        with scope.loop(f"for {step} in range(D[{ray}], {end}):"):
            site = scope.let("site", f"D[{step}]", valid=True)
            far_enough = f" and {step} - D[{ray}] + 1 >= {self.low}" if self.passage.limited else ""
            with scope.bound(to=site):
                stop = None if self.target.clause is None else self.target.clause.get("condition")
                if stop is not None:
                    passed = Expression(f"(D[{step} - 1] if {step} > D[{ray}] else {scope.register('between')})")
                    with scope.bound(between=passed), scope.block(f"if ({scope.boolean(stop)}){far_enough}:"):
                        self._emit((ray, step), site, passed, "stop")
                        scope.line("break")
                with scope.bound(between=site):
                    with scope.block(f"if not ({self._passable(site)}):"):
                        scope.line("break")
                    with scope.block(f"if {step} - D[{ray}] + 1 >= {self.low}:" if far_enough else "if True:"):
                        self._emit((ray, step), site, site, "stop" if self.plain else "go")

    def track_ray(self, ray: Expression) -> None:
        """Along a track: the first word of the ray says how many steps cannot be the last."""
        scope = self.scope
        if notes_passed(scope):
            raise scope.kernel.unsupported(self.clause, "along a track where (last Between) is asked")
        step = Expression(scope.fresh("step"))
        end = f"D[{ray} + 1]"
        if self.passage.limited:
            end = f"min({end}, D[{ray}] + 1 + {self.high})"
        with scope.loop(f"for {step} in range(D[{ray}] + 1, {end}):"):
            site = scope.let("site", f"D[{step}]", valid=True)
            far_enough = f"{step} - D[{ray}] > D[D[{ray}]]"
            if self.passage.limited:
                far_enough += f" and {step} - D[{ray}] >= {self.low}"
            with scope.bound(to=site):
                stop = None if self.target.clause is None else self.target.clause.get("condition")
                with scope.block(f"if {far_enough}:"):
                    if stop is not None:
                        with scope.block(f"if {scope.boolean(stop)}:"):
                            move = GeneratedMove(self.clause, "slide", self.start, site, self._act(True), key=("stop",))
                            self.sink.emit(scope, move)
                            scope.line("break")
                    quiet = GeneratedMove(self.clause, "slide", self.start, site, self._act(False), key=("go",))
                    with scope.block(f"if {self.target.effect_condition(scope)}:"):
                        self.sink.emit(scope, quiet)
                with scope.bound(between=site), scope.block(f"if not ({self._passable(site)}):"):
                    scope.line("break")

    def _passable(self, site: Expression) -> Expression:
        condition = self.passage.get("condition")
        if condition is None:
            return self.scope.kernel.storage.is_empty(self.scope, site)
        return self.scope.boolean(condition)

    def _emit(self, way: tuple[Expression, Expression], site: Expression, between: Expression, key: str) -> None:
        """Pass a move to the site on; ``way`` is the ray and the step on it, ``stop`` the kind with the effect."""
        scope, (ray, step) = self.scope, way
        traces = {"first": Expression(f"D[{ray}]"), "behind": step} if self.leaves_traces else {}
        act, passes = self._act(key == "stop"), each_passed if self.leaves_traces else None
        move = GeneratedMove(self.clause, "slide", self.start, site, act, key=(key,), passes=passes)
        with scope.bound(between=between if self.between_matters else site, **traces):
            if self.target.conditional_effect:
                with self.sink.if_wanted(scope, site), scope.block(f"if {self.target.effect_condition(scope)}:"):
                    self.sink.emit(scope, move)
            else:
                self.sink.emit(scope, move)

    def _act(self, with_effect: bool) -> Callable[[Scope], None]:
        def act(inner: Scope) -> None:
            first, behind = inner.register("first"), inner.register("behind")
            self.passage.apply(inner, first, behind)
            if with_effect:
                self.target.apply(inner)
            trail = self.passage.get("trail")
            left = inner.let("trail", inner.integer(trail)) if trail is not None else UNSET
            if self.origin.level is not None and not inner.flag(self.clause, "stack"):
                inner.act("move_level", inner.register("from"), inner.integer(self.origin.level), inner.register("to"))
            else:
                carry(inner, self.clause)
            if trail is not None:
                inner.act("add", inner.register("from"), left, "-1", "-1")
                index = inner.fresh("i")
                with inner.loop(f"for {index} in range({first}, {behind}):"):
                    inner.act("add", Expression(f"D[{index}]", valid=True), left, "-1", "-1")

        return act
