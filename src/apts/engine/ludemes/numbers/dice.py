"""Dice and what rules ask about them."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme, structure
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.dice import DiceTables, die_count, die_value, shown_value
from apts.language.tree import Clause

structure(
    "(dice [d:<int>] [faces:<{int}> | facesByDie:<{{int}}> | from:<int>] [role<role>] num:<int> [biased:<{int}>])",
    result="item",
    documentation="Dice with a number of faces each, or with the values of the faces written out.",
    idle="biased",
    needs=["dice", "no pass draw"],
)


@ludeme("(is AnyDie value<int>)", result="bool", documentation="Whether a die that is not used has that value.")
def is_any_die(scope: Scope, clause: Clause) -> Expression:
    """Look at every die."""
    value = scope.let("value", scope.integer(clause.get("value")))
    found = scope.let("found", "False")
    die = scope.fresh("die")
    with scope.loop(f"for {die} in range({die_count(scope.kernel)}):"):
        scope.line(f"{found} = {found} or {die_value(scope, die)} == {value}")
    return found


@ludeme("(all DiceUsed)", result="bool", documentation="Whether every die has been used.")
def all_used(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """Look at every die."""
    used = scope.let("used", "True")
    die = scope.fresh("die")
    with scope.loop(f"for {die} in range({die_count(scope.kernel)}):"):
        scope.line(f"{used} = {used} and {die_value(scope, die)} == 0")
    return used


@ludeme("(all DiceEqual)", result="bool", documentation="Whether all dice showed the same face when they were rolled.")
def all_equal(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """The flag that a roll leaves."""
    DiceTables(scope.kernel)
    scope.reads("dice")
    return Expression(f"({scope.state}[D[AT_DICE_EQUAL]] == 1)")


@ludeme(
    "(count Pips [who<role> | of:<int>])",
    result="int",
    documentation="The sum of the faces that the dice show, whether used or not.",
)
def count_pips(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """Add up the faces."""
    tables = DiceTables(scope.kernel)
    total = scope.let("total", "0")
    die = scope.fresh("die")
    with scope.loop(f"for {die} in range({die_count(scope.kernel)}):"):
        site = scope.let("site", f"D[{tables.first}] + {die}", valid=True)
        scope.line(f"{total} += {shown_value(scope, site)}")
    return total


@ludeme("(face site<int>)", result="int", documentation="The value that the die on the site shows.")
def face(scope: Scope, clause: Clause) -> Expression:
    """The value of the face; the site must be one of the dice."""
    site = scope.simple(scope.integer(clause.get("site")), "site")
    first = DiceTables(scope.kernel).first
    scope.line(f'within({site} - D[{first}], {die_count(scope.kernel)}, "die")')
    return shown_value(scope, site)
