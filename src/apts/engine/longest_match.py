"""How many turns a match can have at most, where the rules themselves say so: boards that fill up, and limits of moves."""

from __future__ import annotations

from collections.abc import Sequence

from apts.engine.play.game import Game
from apts.language.tree import Clause, Literal, Text, Value, Word

_CHOICES = frozenset({"or", "priority", "if"})
"""Moves that are those of their parts."""

_LASTING = frozenset({"addScore", "and", "if", "moveAgain", "or", "roll", "seq", "set Var", "set Counter"})
"""Effects that take nothing off the board, and moves and effects that are made of such."""


def longest_match(game: Game) -> int | None:
    """The most turns that a match can have by the rules, forced passes not counted; None where nothing is known for sure."""
    rules = None if game.from_rules is None else game.from_rules.typed_rules
    frame = None if rules is None else rules.get("rules")
    if not isinstance(frame, Clause) or frame.get("phases") is not None:
        return None
    known = [bound for bound in (_sites_to_fill(game, frame), _move_limit(game, frame)) if bound is not None]
    return min(known, default=None)


# --- boards that fill up ---------------------------------------------------------------------------------------------


def _sites_to_fill(game: Game, frame: Clause) -> int | None:
    """The pieces that the board holds, where every turn adds one and nothing is ever taken off."""
    play = frame.get("play")
    moves = play.get("moves") if isinstance(play, Clause) else None
    meta = frame.get("meta")
    others = [] if not isinstance(meta, Clause) else [rule.name for rule in meta.clauses() if rule is not meta]
    if game.board is None or not game.site_names or set(others) - {"swap"}:
        return None
    height = _height(moves)
    return (
        len(game.site_names) * height + len(others) if height else None
    )  # changing sides is a turn that fills nothing


def _height(moves: Value | None) -> int:
    """The most pieces that a site has where each of these moves adds one for good; 0 where that is not known."""
    if isinstance(moves, tuple):
        return _highest(moves)
    if not isinstance(moves, Clause) or not _lasts(moves.get("then")):
        return 0
    if moves.name == "move Add":
        if moves.get("count") is not None or not _is_piece(moves.get("what")):
            return 0
        return 1 if _is_empty_site(moves.get("to")) else _stack_height(moves.get("to"))
    parts = _parts(moves)
    if moves.signature.head == "do":
        after = moves.get("next")
        if after is None and len(parts) == 1:
            return _height(parts[-1])
        return _height(after) if _lasts(parts[0]) else 0
    return _highest(parts) if moves.signature.head in _CHOICES else 0


def _highest(parts: Sequence[Value]) -> int:
    heights = [_height(part) for part in parts]
    return max(heights) if heights and all(heights) else 0


def _stack_height(to: Value | None) -> int:
    """The number in ``(to (forEach REGION if:(< (size Stack at:(site)) NUMBER)))``: sites whose stacks are lower; else 0."""
    if not isinstance(to, Clause) or any(to.get(name) is not None for name in ("on", "effect", "condition")):
        return 0
    region = to.get("where")
    if not isinstance(region, Clause) or region.signature.head != "forEach":
        return 0
    condition = region.get("condition")
    if not isinstance(condition, Clause) or condition.signature.head != "<":
        return 0
    size, limit = condition.get("a"), condition.get("b")
    if not isinstance(size, Clause) or size.name != "size Stack" or not isinstance(limit, Literal):
        return 0
    at = size.get("at")
    return int(limit.value) if isinstance(at, Clause) and at.name == "site" and not at.arguments else 0


def _parts(moves: Clause) -> list[Value]:
    """The moves that these are made of, without what follows from them."""
    return [
        part
        for name, value in moves.arguments.items()
        if name != "then"
        for part in (value if isinstance(value, tuple) else (value,))
        if isinstance(part, Clause) and part.signature.result == "moves"
    ]


def _lasts(effect: Value | None) -> bool:
    """Whether these effects, if any, leave all that stands on the board where it is."""
    if isinstance(effect, tuple):
        return all(_lasts(part) for part in effect)
    if not isinstance(effect, Clause):
        return True
    own = effect.name in _LASTING or effect.signature.head in _LASTING or effect.signature.head == "then"
    return own and all(_lasts(part) for part in effect.clauses() if part is not effect and _acts(part))


def _acts(clause: Clause) -> bool:
    return clause.signature.result in ("moves", "then")


def _is_piece(what: Value | None) -> bool:
    """Whether this is surely a piece of the equipment."""
    if what is None:
        return True
    index = what.get("index") if isinstance(what, Clause) else None
    return index is None or (isinstance(index, Clause) and index.signature.head == "id")


def _is_empty_site(to: Value | None) -> bool:
    """Whether a (to ..) names empty cells alone, or asks that the site is empty, and takes nothing off there."""
    if not isinstance(to, Clause) or to.get("on") is not None or to.get("effect") is not None:
        return False
    condition = to.get("condition")
    requested = isinstance(condition, Clause) and condition.name == "is Empty" and _is_to(condition)
    return requested or _is_empty_region(to.get("where"))


def _is_to(question: Clause) -> bool:
    values = [value for value in question.arguments.values() if isinstance(value, Clause)]
    return len(values) == 1 == len(question.arguments) and values[0].name == "to" and not values[0].arguments


def _is_empty_region(region: Value | None) -> bool:
    if not isinstance(region, Clause):
        return False
    if region.name == "sites Empty":
        return not any(isinstance(value, (Clause, Literal, Text)) for value in region.arguments.values())
    parts = [value for value in region.arguments.values() if isinstance(value, Clause)]
    if region.signature.head == "difference":
        return _is_empty_region(parts[0] if parts else None)
    return region.signature.head == "intersection" and any(_is_empty_region(part) for part in parts)


# --- limits of moves -------------------------------------------------------------------------------------------------


def _move_limit(game: Game, frame: Clause) -> int | None:
    """The moves after which an end rule ends every match for everybody."""
    end = frame.get("end")
    if not isinstance(end, Clause):
        return None
    values = end.arguments.values()
    rules = [rule for value in values for rule in (value if isinstance(value, tuple) else (value,))]
    limits = [_limit_of(rule, game.players) for rule in rules if isinstance(rule, Clause)]
    return min([limit for limit in limits if limit is not None], default=None)


def _limit_of(rule: Clause, players: int) -> int | None:
    condition, result = rule.get("condition"), rule.get("result")
    if not isinstance(condition, Clause) or not isinstance(result, Clause):
        return None
    counted, limit = condition.get("a"), condition.get("b")
    if not (isinstance(counted, Clause) and counted.name == "count Moves" and isinstance(limit, Literal)):
        return None
    kind = result.get("kind")
    for_all = result.signature.head == "byScore" or players <= 2 or (isinstance(kind, Word) and kind.name == "Draw")
    if not for_all or condition.signature.head not in (">=", "=", ">"):
        return None
    return int(limit.value) + (condition.signature.head == ">")
