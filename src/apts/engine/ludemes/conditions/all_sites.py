"""Conditions on every member: all Sites, all Values."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.arrays import int_array
from apts.engine.lowering.sites.groups import cleared_set
from apts.language.tree import Clause


def _leave_unless(scope: Scope, clause: Clause) -> None:
    with scope.block(f"if not {scope.boolean(clause.get('condition'))}:"):
        scope.line("return False")


@ludeme(
    "(all Sites region<region> if:condition<bool>)",
    result="bool",
    documentation="Whether a condition on the site holds for every site of a region; it does for an empty one.",
)
def all_sites(scope: Scope, clause: Clause) -> Expression:
    """A function that leaves at the first site that fails."""
    region = clause.get("region")
    assert region is not None

    def write(inner: Scope) -> None:
        assert region is not None
        with inner.region(region).each(inner) as site, inner.bound(site=site):
            _leave_unless(inner, clause)
        inner.line("return True")

    return ask(scope, ("all sites", id(clause)), "every_site", write)


@ludeme(
    "(all Different region<region> if:condition<bool>)",
    result="bool",
    documentation="Whether a condition on the site holds for every site of a region, and no two of them hold the same "
    "kind of piece, or nothing.",
)
def all_different(scope: Scope, clause: Clause) -> Expression:
    """A function that leaves at the first site that fails, or that holds what another one holds."""
    region = clause.get("region")
    assert region is not None

    def write(inner: Scope) -> None:
        kernel = inner.kernel
        kernel.equipment.numbers_in_sets = max(kernel.equipment.numbers_in_sets, len(kernel.equipment.components) + 1)
        assert region is not None
        sites = inner.region(region)
        seen = cleared_set(inner)
        with sites.each(inner) as site, inner.bound(site=site):
            _leave_unless(inner, clause)
            what = inner.let("what", kernel.storage.what(inner, site))
            with inner.block(f"if has_number(D, W, {seen}, {what}):"):
                inner.line("return False")
            inner.line(f"W[{seen} + ({what} >> 5)] |= 1 << ({what} & 31)")
        inner.line("return True")

    return ask(scope, ("all different", id(clause)), "different", write)


@ludeme(
    "(all Values array<array> if:condition<bool>)",
    result="bool",
    documentation="Whether a condition on the value holds for every number of an array.",
)
def all_values(scope: Scope, clause: Clause) -> Expression:
    """A function that leaves at the first value that fails."""
    array = clause.get("array")
    assert array is not None

    def write(inner: Scope) -> None:
        assert array is not None
        with int_array(inner, array).each(inner) as value, inner.bound(value=value):
            _leave_unless(inner, clause)
        inner.line("return True")

    return ask(scope, ("all values", id(clause)), "every_value", write)
