"""``(sow ..)``: seeds of a hole dropped one by one along a track, and what the last of them captures."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import EffectSink, GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.captures import last_target
from apts.engine.lowering.sites.site_types import sites_kind
from apts.engine.lowering.tracks.track_ways import Fits, Way, chosen_track
from apts.language.tree import Clause, Text, Value

# A hole keeps its own state when a seed is dropped into it.
_COUNTED = """
@compiled
def do_sow_seed(D, S, origin, target):
    what = S[D[AT_WHAT] + origin]
    if what == 0 or origin == target or target < 0:
        return
    if S[D[AT_WHAT] + target] == what:
        S[D[AT_COUNT] + target] += 1
    else:
        S[D[AT_COUNT] + target] = 1
        place(D, S, target, what)
    take_one(D, S, origin)
"""

_STACKED = """
@compiled
def do_sow_seed(D, S, origin, target):
    if target >= 0:
        do_move(D, S, origin, target)
"""


@ludeme(
    "(sow [on<SiteType>] [start<int>] [count:<int>] [numPerHole:<int>] [track<string>] [owner:<int>] "
    "[if:condition<bool>] [sowEffect:<moves>] [apply:effect<moves>] [includeSelf:<bool>] [origin:<bool>] "
    "[skipIf:<bool>] [backtracking:<bool> | forward:<bool>] [then<then>])",
    result="moves",
    documentation="Sow the pieces of a site along a track; the effect is then applied to the last site reached.",
    needs=["count"],
)
def sow(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move, if the start is on the track."""
    sites_kind(scope, clause)
    sink = with_then(sink, clause.get("then"))
    start = scope.let("start", scope.integer(clause.get("start"), last_target(scope)))
    track = _track(scope, clause)
    with scope.block(f"if {track} >= 0:"):
        place = scope.let("place", Way(scope, track).place_of(start))
        registers = {"sown_from": Expression(start, valid=True), "sown_on": track, "sown_place": place}
        with scope.block(f"if {place} >= 0:"), scope.bound(**registers):
            sink.emit(
                scope, GeneratedMove(clause, "effect", start, start, lambda inner: _Sowing(inner, clause).write())
            )


def _track(scope: Scope, clause: Clause) -> Expression:
    name, owner = clause.get("track"), clause.get("owner")
    text = name.value if isinstance(name, Text) else ""
    fits: Fits
    if owner is not None:
        fits = lambda track, player: text in track.name and track.owner == player  # noqa: E731
        return chosen_track(scope, ("sow", text), [fits], scope.simple(scope.integer(owner), "owner"))
    fits = lambda track, player: not text or track.name == text  # noqa: ARG005, E731
    return chosen_track(scope, ("sow", text), [fits], None)


class _Sowing:
    """Writes the actions of one sowing: the seeds, then the captures.

    Everything about the seeds is decided on the position before, everything about captures on the position after the
    last seed; captures do not see each other. Where the actions are queued, that position is a copy.
    """

    def __init__(self, scope: Scope, clause: Clause):
        self.scope, self.clause = scope, clause
        self.start = scope.register("sown_from")
        self.way = Way(scope, scope.register("sown_on"))
        self.place = scope.let("at", scope.register("sown_place"))
        self.jumped: Expression | None = None

    def write(self) -> None:
        """Write everything."""
        scope, effect = self.scope, self.clause.get("effect")
        if effect is not None and self.clause.get("includeSelf") is not None:
            self.jumped = scope.let("jumped", "0")
        mark = scope.let("mark", "W[QUEUE_TOP]") if scope.queued and effect is not None else None
        before = scope.fields_written
        self._seeds()
        if effect is None:
            return
        if mark is None:
            with scope.aftermath(*(scope.fields_written - before)):
                self._captures(effect)
            return
        outer, scope.state = scope.state, scope.foreseen(mark)
        self._captures(effect)
        scope.state = outer

    def _seeds(self) -> None:
        scope, clause = self.scope, self.clause
        count = clause.get("count")
        there = scope.kernel.storage.count(scope, self.start)
        left = Expression(scope.let("left", scope.integer(count, there)))
        with scope.bound(from_=self.start, to=self.start, value=left):
            keeps = scope.boolean(clause.get("origin"), "False")
            with scope.block(f"if {keeps}:"):
                scope.line(f"{left} -= {scope.integer(clause.get('numPerHole'), '1')}")
        with scope.loop(f"while {left} > 0:"):
            self._next_hole(left)
            with scope.block(f"if {self.place} < 0:"):
                scope.line("break")
            hole = scope.let("hole", self.way.site(self.place))
            with scope.bound(from_=self.start, to=hole, value=left):
                self._drop(hole, left)

    def _next_hole(self, left: Expression) -> None:
        """Go on to the next hole that may be sown, at most once around."""
        scope, clause = self.scope, self.clause
        skip, include = clause.get("skipIf"), clause.get("includeSelf")
        if skip is None and include is None:
            self.way.step(self.place)
            return
        if self.jumped is not None:
            scope.line(f"{self.jumped} = 0")
        with scope.loop(f"for _ in range({self.way.length} + 1):"):
            self.way.step(self.place)
            with scope.block(f"if {self.place} < 0:"):
                scope.line("break")
            hole = scope.let("hole", self.way.site(self.place))
            with scope.bound(from_=self.start, to=hole, value=left):
                with scope.block(f"if {hole} == {self.start} and not {scope.boolean(include)}:"):
                    if self.jumped is not None:
                        scope.line(f"{self.jumped} = 1")
                    scope.line("continue")
                if skip is not None:
                    with scope.block(f"if {scope.boolean(skip)}:"):
                        scope.line("continue")
            scope.line("break")

    def _drop(self, hole: Expression, left: Expression) -> None:
        scope, clause = self.scope, self.clause
        effect, amount = clause.get("sowEffect"), clause.get("numPerHole")
        if effect is not None:
            scope.moves(effect, EffectSink())
        if amount is None:
            self._seed(hole)
            scope.line(f"{left} -= 1")
        else:
            dropped = scope.let("dropped", f"min({left}, max(1, {scope.integer(amount)}))")
            with scope.loop(f"for _ in range({dropped}):"):
                self._seed(hole)
            scope.line(f"{left} -= {dropped}")

    def _seed(self, hole: Expression) -> None:
        source = _STACKED if self.scope.kernel.storage.stacking else _COUNTED
        self.scope.kernel.add_operation("sow_seed", 2, ("board",), source)
        self.scope.act("sow_seed", self.start, hole)

    def _captures(self, effect: Value) -> None:
        """Apply the effect to the last hole, and to those before or behind it as long as the conditions hold.

        When the last seed jumped over the start, the start is taken for the last hole, as the reference does.
        """
        scope, clause = self.scope, self.clause
        back, forth, condition = (clause.get(slot) for slot in ("backtracking", "forward", "condition"))
        with scope.block(f"if {self.place} >= 0:"):
            hole = scope.let("hole", self.way.site(self.place))
            if self.jumped is not None:
                with scope.block(f"if {self.jumped} != 0:"):
                    scope.line(f"{hole} = {self.start}")
            with scope.bound(from_=self.start, to=hole):
                if back is None and forth is None:
                    with scope.block(f"if {scope.boolean(condition)}:"):
                        scope.moves(effect, EffectSink())
                    return
                with scope.loop(f"for _ in range({self.way.length}):"):
                    with scope.block(f"if not {scope.boolean(condition)}:"):
                        scope.line("break")
                    scope.moves(effect, EffectSink())
                    more = scope.boolean(back if back is not None else forth)
                    with scope.block(f"if not {more}:"):
                        scope.line("break")
                    if back is not None:
                        self.way.step_back(self.place)
                    else:
                        self.way.step(self.place)
                    with scope.block(f"if {self.place} < 0:"):
                        scope.line("break")
                    scope.line(f"{hole} = {self.way.site(self.place)}")
                    if back is not None:
                        with scope.block(f"if {hole} == {self.start}:"):
                            scope.line("break")
                    more = scope.boolean(back if back is not None else forth)
                    with scope.block(f"if not {more}:"):
                        scope.line("break")
