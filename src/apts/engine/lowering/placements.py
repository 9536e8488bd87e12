"""Putting pieces on sites before the match begins; every placement counts as a move for ``(last To)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.board.mixed_board import sites_by_coordinate
from apts.engine.compiler.equipment import Component, Container
from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.ludeme import Impossible, ImpossibleRule
from apts.language.tree import Clause, Text, Value

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope


def piece_of(scope: Scope, clause: Clause, name: str) -> Component:
    """The component of exactly that name."""
    component = scope.kernel.equipment.component(name)
    if component is None:
        known = ", ".join(piece.name for piece in scope.kernel.equipment.components)
        raise ImpossibleRule(f"({clause.name}) {name!r}: there is no such piece (there are {known})", clause.position)
    return component


def container_named(scope: Scope, clause: Clause, name: str) -> Container:
    """The container of exactly that name."""
    boxes = scope.kernel.equipment.containers
    box = next((box for box in boxes if box.name == name), None)
    if box is None:
        known = ", ".join(box.name for box in boxes)
        text = f"({clause.name}) {name!r}: there is no such container (there are {known})"
        raise ImpossibleRule(text, clause.position)
    return box


def use_local_field(kernel: Kernel, field: str) -> None:
    """Reserve the local state, value or rotation of pieces."""
    kernel.field(field, "level" if kernel.storage.stacking else "site")


def note_placement(scope: Scope, site: str) -> None:
    """What was done last, as later rules read it."""
    for place in ("LAST_FROM", "LAST_TO", "LAST_LOCATION"):
        scope.line(f"{scope.state}[{place}] = {site}")


class Placement:
    """The count, state, rotation and value that a start rule gives to the pieces it places."""

    def __init__(self, scope: Scope, clause: Clause):
        for field in ("state", "value", "rotation"):
            if clause.get(field) is not None:
                use_local_field(scope.kernel, field)
        self.state = scope.simple(scope.integer(clause.get("state"), UNSET), "state")
        self.value = scope.simple(scope.integer(clause.get("value"), UNSET), "value")
        rotation = clause.get("rotation")
        self.rotation = None if rotation is None else scope.simple(scope.integer(rotation), "rotation")

    def put(self, scope: Scope, site: Expression, component: str, count: str | None = None) -> None:
        """Place so many pieces on the site (one when no count is given)."""
        if count is None:
            self._add(scope, site, component)
        else:
            with scope.loop(f"for {scope.fresh('copy')} in range({count}):"):
                self._add(scope, site, component)
        note_placement(scope, site)

    def _add(self, scope: Scope, site: Expression, component: str) -> None:
        scope.act("add", site, component, self.state, self.value)
        if self.rotation is not None:
            scope.act("set_rotation", site, self.rotation)


def put_at(
    scope: Scope, placement: Placement, number: Expression, component: Expression, amount: Expression | None = None
) -> None:
    """A piece on a site that the rules work out; off the board nothing is placed, elsewhere the site must exist."""
    site = scope.let("site", number)
    with scope.block(f"if outside(D, {site}):"):
        scope.line(f"missing(D, {site})")
    with scope.block("else:"):
        placement.put(scope, Expression(site, valid=True), component, amount)


def known_coordinate(scope: Scope, value: Value, kind: str | None = None) -> int:
    """The site of a kind with a coordinate; one that the board does not have is refused."""
    assert isinstance(value, Text)
    board = scope.kernel.board
    site = sites_by_coordinate(board, kind if kind in board.kinds else None).get(value.value.lower())
    if site is None:
        raise Impossible(f"with the coordinate {value.value!r}, which the board does not have")
    return site
