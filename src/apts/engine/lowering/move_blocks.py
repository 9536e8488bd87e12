"""Reading the blocks that moves are made of: from, to, apply, piece, range."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.random_selection.sinks import EffectSink, Sink
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.placements import piece_of
from apts.engine.lowering.sites.site_types import geometry_kind, sites_kind, written_region
from apts.language.tree import Clause, Text, Value, Word


class Destination:
    """A ``(to ..)`` block."""

    def __init__(self, value: Value | None):
        assert value is None or isinstance(value, Clause)
        self.clause = value

    def _get(self, slot: str) -> Value | None:
        return None if self.clause is None else self.clause.get(slot)

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Loop over the sites written in the block; without any, the ``to`` register is the only one."""
        where = self._get("where")
        if where is None:
            yield scope.register("to")
            return
        assert self.clause is not None
        with written_region(scope, sites_kind(scope, self.clause), where).each(scope) as site:
            yield site

    def disregard_place(self, scope: Scope) -> None:
        """Where the way of moving gives the sites, those written in the block make no difference."""
        if self.clause is not None:
            geometry_kind(scope, self.clause)
        scope.kernel.readings.disregard(self._get("where"))

    @contextmanager
    def allowed(self, scope: Scope, sink: Sink | None = None) -> Iterator[None]:
        """What is written inside runs only if the condition holds for the ``to`` register.

        Where moves to that site go to a ``sink``, the condition is asked only if they can matter there.
        """
        condition = self._get("condition")
        if condition is None:
            yield
            return
        matters = nullcontext() if sink is None else sink.if_wanted(scope, scope.register("to"))
        with matters, scope.block(f"if {scope.boolean(condition)}:"):
            yield

    @property
    def conditional_effect(self) -> bool:
        """Whether the effect has a condition of its own."""
        effect = self._get("effect")
        return isinstance(effect, Clause) and effect.get("condition") is not None

    def effect_condition(self, scope: Scope) -> Expression:
        """The condition of the effect; true when it has none."""
        effect = self._get("effect")
        return scope.boolean(effect.get("condition") if isinstance(effect, Clause) else None)

    def apply(self, scope: Scope) -> None:
        """Write the effect; one whose condition fails is skipped."""
        apply_effect(scope, self._get("effect"))


def apply_effect(scope: Scope, effect: Value | None) -> None:
    """Write the effect of an ``(apply ..)`` block, if there is one."""
    if not isinstance(effect, Clause):
        return
    moves = effect.get("effect")
    if moves is None:
        return
    condition = effect.get("condition")
    if condition is None:
        scope.moves(moves, EffectSink())
        return
    with scope.block(f"if {scope.boolean(condition)}:"):
        scope.moves(moves, EffectSink())


class Origin:
    """A ``(from ..)`` block."""

    def __init__(self, value: Value | None):
        assert value is None or isinstance(value, Clause)
        self.clause = value

    def refuse_region(self, scope: Scope) -> None:
        """Refuse a block that names a region, for a move that the language lets start from a single site only."""
        where = None if self.clause is None else self.clause.get("where")
        if isinstance(where, Clause) and where.signature.result == "region":
            raise scope.kernel.unsupported(where, "as the origin: this move starts from one site, as in (from (site))")

    @property
    def level(self) -> Value | None:
        """The level written in the block."""
        return None if self.clause is None else self.clause.get("level")

    @contextmanager
    def each(self, scope: Scope, default: Expression | None = None) -> Iterator[Expression]:
        """Loop over the origins; without any written, the ``from`` register (or the default) is the only one.

        The condition of the block is tested with ``from`` set.
        """
        where = None if self.clause is None else self.clause.get("where")
        condition = None if self.clause is None else self.clause.get("condition")
        if where is None:
            site = scope.register("from") if default is None else default
            with scope.bound(from_=site):
                if site.valid and condition is None:
                    yield site
                    return
                tests = [] if site.valid else [f"{site} >= 0"]
                with (
                    scope.block(f"if {' and '.join(tests) or 'True'}:"),
                    scope.bound(from_=Expression(site, valid=True)),
                ):
                    if condition is None:
                        yield Expression(site, valid=True)
                    else:
                        with scope.block(f"if {scope.boolean(condition)}:"):
                            yield Expression(site, valid=True)
            return
        assert self.clause is not None
        kind = sites_kind(scope, self.clause)
        with written_region(scope, kind, where).each(scope) as site, scope.bound(from_=site):
            if condition is None:
                yield site
            else:
                with scope.block(f"if {scope.boolean(condition)}:"):
                    yield site


@dataclass(frozen=True)
class Piece:
    """A component to be put on the board, with the state and value it gets (-1: none given)."""

    component: Expression
    state: Expression
    value: Expression


def component_choices(scope: Scope, value: Value | None) -> list[Piece]:
    """The components that a ``(piece ..)`` block names; without one, the component with the mover's number."""
    if value is None:
        return [Piece(scope.role("Mover"), UNSET, UNSET)]
    assert isinstance(value, Clause)
    state = scope.integer(value.get("state"), UNSET)
    number = scope.integer(value.get("value"), UNSET)
    index = value.get("index")
    if index is not None:
        return [Piece(scope.integer(index), state, number)]
    role = value.get("role")
    name = value.get("name")
    if isinstance(role, Word) and isinstance(name, Text):
        return [Piece(named_component(scope, value, name.value, scope.role(role.name)), state, number)]
    names = value.get("names")
    texts = names if isinstance(names, tuple) else (name,)
    found = []
    for text in texts:
        assert isinstance(text, Text)
        found.append(Piece(scope.kernel.number(piece_of(scope, value, text.value).index), state, number))
    return found


def named_component(scope: Scope, clause: Clause, name: str, owner: Expression) -> Expression:
    """The first component whose name contains the given one and that belongs to the owner; -1 if there is none."""
    equipment = scope.kernel.equipment

    def numbers() -> list[int]:
        found = []
        for player in range(equipment.players + 2):
            matching = (piece.index for piece in equipment.components if name in piece.name and piece.owner == player)
            found.append(next(matching, -1))
        return found

    if owner.fixed is not None:
        listed = numbers()
        return scope.kernel.number(listed[owner.fixed] if 0 <= owner.fixed < len(listed) else -1)
    table = scope.kernel.table(("named", name), numbers)
    return Expression(f"D[{table} + {owner}]")


def range_bounds(scope: Scope, value: Value | None, low: str, high: str) -> tuple[Expression, Expression]:
    """The lowest and highest number of a range; the given ones where it is silent."""
    if value is None:
        return Expression(low), Expression(high)
    assert isinstance(value, Clause)
    if value.name == "exact":
        count = scope.simple(scope.integer(value.get("count")), "count")
        return count, count
    if value.name == "range":
        first = scope.simple(scope.integer(value.get("low")), "low")
        last = value.get("high")
        return first, first if last is None else scope.simple(scope.integer(last), "high")
    if value.name == "min":
        return scope.simple(scope.integer(value.get("low")), "low"), Expression("1000000000")
    return Expression("-1"), scope.simple(scope.integer(value.get("high")), "high")
