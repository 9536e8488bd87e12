"""Ends that need more pieces than there ever are: no rule of the game makes any."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from apts.engine.compiler.equipment import Component
from apts.engine.lints.lint import Lint, LintSource
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.language.printer import to_text
from apts.language.tree import Clause, Literal, Text, Value, Word

_MAKES_NONE = frozenset(
    {"and", "apply", "do", "forEach", "if", "or", "priority", "seq"}
    | {"fromTo", "hop", "leap", "move", "pass", "remove", "select", "slide", "step"}
    | {"custodial", "directional", "enclose", "intervene", "surround"}
    | {"addScore", "moveAgain", "note", "roll", "trigger"}
)
"""The first words of moves and effects that leave every piece what it is, or take it away."""

_SETS_NO_PIECE = frozenset(
    {"set Score", "set Var", "set Counter", "set NextPlayer", "set Pending", "set Team", "set Pot"}
)
_MOVES_PIECES = frozenset({"move", "fromTo"})
_OTHER_MOVES = frozenset({"Add", "Claim", "Promote", "Shoot", "Set", "Swap", "Bet"})
_STARTS = frozenset({"place", "set Score", "set Team"})
_MEANT = frozenset({"All", "Each", "Mover", "Next", "Prev"})
"""Roles besides those of single players of which it is known whose pieces can be meant: anybody's, or one player's."""


class Wanted(NamedTuple):
    """A condition that holds only while so many pieces are there."""

    condition: Clause
    counted: Clause
    least: int


def too_few_pieces(margin: LintSource, rules: Clause, game: RulesGame) -> Iterator[Lint]:
    """A doubt for each end that needs more pieces than stand there at the start, where no rule makes any."""
    wanted = [one for rule in game.compiled.end_rules for one in _wanted(rule.get("condition"))]
    if not wanted or not _keeps_pieces(rules, game):
        return
    pieces = {piece.name: piece for piece in game.compiled.equipment.components}
    try:
        standing = [pieces[name] for name in game.start().standing.values() if name in pieces]
    except AptsError:  # a start that breaks off is told elsewhere
        return
    for condition, counted, least in wanted:
        most = _most(counted, standing, game.players)
        if most is not None and most < least:
            message = (
                f"this end can never hold: {_shown(condition)} asks for more of these pieces than there are at the start "
                f"({most}), and no rule makes any"
            )
            yield margin.lint("too-few-pieces", condition.position, message)


def _wanted(condition: object) -> Iterator[Wanted]:
    """The parts of a condition, all of which have to hold, that ask for a number of pieces."""
    if not isinstance(condition, Clause):
        return
    if condition.name == "and":
        for value in condition.arguments.values():
            for part in value if isinstance(value, tuple) else (value,):
                yield from _wanted(part)
        return
    first, second = condition.arguments.get("a"), condition.arguments.get("b")
    turned = {"<": ">", "<=": ">=", "lt": "gt", "le": "ge"}
    for one, other, name in ((first, second, condition.name), (second, first, turned.get(condition.name, ""))):
        if condition.name in ("=", "equals"):
            name = "="
        elif one is second and name == "":
            continue
        if not isinstance(one, Clause) or one.name != "count Pieces" or not isinstance(other, Literal):
            continue
        if name in ("=", ">=", "ge"):
            yield Wanted(condition, one, int(other.value))
        elif name in (">", "gt"):
            yield Wanted(condition, one, int(other.value) + 1)


def _keeps_pieces(rules: Clause, game: RulesGame) -> bool:
    """Whether it is certain that no piece is made, copied, counted more than once, or changed into another one."""
    if game.compiled.stacking:
        return False
    for clause in rules.clauses():
        kind = clause.signature.result
        if kind == "startrule" and (
            clause.name not in _STARTS or not clause.arguments.keys().isdisjoint(("count", "counts"))
        ):
            return False
        if kind == "metarule" or (kind == "moves" and not _makes_none(clause)):
            return False
    return True


def _makes_none(clause: Clause) -> bool:
    head, _, more = clause.name.partition(" ")
    if clause.name in _SETS_NO_PIECE:
        return True
    if head not in _MAKES_NONE or more in _OTHER_MOVES:
        return False
    return clause.name not in _MOVES_PIECES or "copy" not in clause.arguments


def _most(count: Clause, standing: list[Component], players: int) -> int | None:
    """The most pieces that a count can come to; None where it is not certain whose pieces are meant."""
    owner = count.arguments.get("who")
    seats = _seats(owner, players)
    name = count.arguments.get("name")
    if seats is None or "of" in count.arguments or not (name is None or isinstance(name, Text)):
        return None
    called = [piece for piece in standing if name is None or name.value in piece.name]
    if not seats:
        return len(called)
    return max(sum(piece.owner == seat for piece in called) for seat in seats)


def _seats(owner: Value | None, players: int) -> tuple[int, ...] | None:
    """The players one of whom is meant; none of them where the pieces of all are."""
    if owner is None:
        return ()
    if not isinstance(owner, Word):
        return None
    if owner.name in ("All", "Each"):
        return ()
    if owner.name in _MEANT:
        return tuple(range(1, players + 1))
    number = owner.name.removeprefix("P")
    return (int(number),) if owner.name.startswith("P") and number.isdigit() else None


def _shown(condition: Clause) -> str:
    return " ".join(to_text(condition).split())
