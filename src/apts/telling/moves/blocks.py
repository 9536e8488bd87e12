"""The blocks of a single move, ``(from ..)``, ``(between ..)``, ``(to ..)``, as arguments of its pattern."""

from __future__ import annotations

from collections.abc import Mapping

from apts.language.tree import Clause, Literal, Text, Value, Word
from apts.telling.languages import called_now, wording
from apts.telling.moves.captures import asks
from apts.telling.moves.dispatch import describe_effects, word
from apts.telling.outline import Item
from apts.telling.sites_of_moves import placed, ways
from apts.telling.teller import Untold, describe, joined, named_place
from apts.telling.voice import calling, voice


def taking(clause: Clause) -> str:
    """That a move takes what it jumps over or what it comes to, where that is all it does to it."""
    for slot, name, kind in (("between", "between", "taken"), ("to", "to", "taken there")):
        removal = _removal(clause.arguments.get(slot), name)
        if removal is None or clause.name not in (
            "move Hop",
            "hop",
            "move Step",
            "step",
            "move Leap",
            "move",
            "move Slide",
        ):
            continue
        if "at" not in removal.arguments:
            return word(kind)
        if kind == "taken":
            return word("taken at the end")
    return ""


def _removal(block: Value | None, name: str) -> Clause | None:
    """The clause that removes the site of a block, if it is the only effect of the block, on no condition."""
    effect = block.arguments.get("effect") if isinstance(block, Clause) else None
    inner = effect.arguments.get("effect") if isinstance(effect, Clause) and len(effect.arguments) == 1 else None
    if not isinstance(inner, Clause) or inner.name != "remove" or not inner.arguments.keys() <= {"where", "at"}:
        return None
    where, at = inner.arguments["where"], inner.arguments.get("at")
    fits = at is None or (isinstance(at, Word) and at.name == "EndOfTurn")
    return inner if fits and isinstance(where, Clause) and where.name == name and not where.arguments else None


def take_start(arguments: dict[str, Value], conditions: list[str], chosen: bool) -> None:
    """Put the place of the ``(from ..)`` block among the arguments; the site of the loop around goes without saying."""
    start = arguments.pop("start", None)
    if not isinstance(start, Clause):
        return
    if "level" in start.arguments:
        raise Untold("from")
    where = start.arguments.get("where")
    if where is not None and not (isinstance(where, Clause) and where.name == "from"):
        arguments["from"] = Text(placed(where, chosen=chosen))
    if "condition" in start.arguments:
        # with a target, "that site" would be understood of the target
        with calling(from_=str(wording()["passage"]["start" if "to" in arguments else "it"])):
            conditions.append(describe(start.arguments["condition"]))


def take_passage(clause: Clause, arguments: dict[str, Value], effects: list[tuple[str, list[Item]]]) -> None:
    """Put what lies between among the arguments: the hurdle of a hop, the sites that a slide passes."""
    between, hops = arguments.pop("between", None), clause.name in ("move Hop", "hop")
    slides = clause.name in ("move Slide", "slide")
    inner: Mapping[str, Value] = between.arguments if isinstance(between, Clause) else {}
    if not (hops or slides):
        if inner:
            raise Untold(clause.name)
        return
    if {"range", "trail"} & inner.keys():
        raise Untold(clause.name)
    words, condition = wording()["passage"], inner.get("condition")
    if hops:
        arguments["hurdle"] = Text(_hurdle(condition))
        arguments |= {name: inner[name] for name in ("before", "after") if name in inner}
    else:
        arguments["passed"] = Text(str(words["empty"]))
        if condition is not None:
            with calling(between=called_now("it")):
                arguments["passed"] = Text(str(words["where"]).format(condition=describe(condition)))
    effect = inner.get("effect")
    if isinstance(effect, Clause) and not (hops and _removal(between, "between") is not None):
        with calling(between=called_now("it") if hops else str(words["it"])):
            effects.append((word("crossed" if hops else "crossing"), describe_effects(effect)))


def _hurdle(condition: Value | None) -> str:
    words = wording()["passage"]
    if condition is None:
        return str(words["any"])
    for question, name in (("is Enemy", "enemy"), ("is Friend", "friend")):
        if asks(condition, question, "between"):
            return str(words[name])
    with calling(between=called_now("it")):
        return str(words["hurdle"]).format(condition=describe(condition))


def take_target(
    clause: Clause,
    arguments: dict[str, Value],
    conditions: list[str],
    effects: list[tuple[str, list[Item]]],
    chosen: bool,
) -> None:
    """Put the place of the ``(to ..)`` block among the arguments, and its condition among the conditions."""
    to = arguments.get("to")
    if not isinstance(to, Clause) or to.signature.result != "to":
        if to is not None:
            arguments["to"] = Text(placed(to, chosen=chosen))
        return
    del arguments["to"]
    if {"level", "rotations"} & to.arguments.keys():
        raise Untold(clause.name)
    if "where" in to.arguments:
        where = to.arguments["where"]
        arguments["to"] = Text(placed(where, chosen=chosen or not _is_region(where)))
    condition, words = to.arguments.get("condition"), wording()["passage"]
    if condition is not None:
        if clause.name in ("move Slide", "slide"):
            passed = arguments["passed"]
            with calling(to=called_now("it")):
                text = str(words["on"]).format(passed=describe(passed), condition=describe(condition))
            arguments["passed"] = Text(text)
        elif (
            isinstance(condition, Clause) and condition.name == "is Empty" and clause.name.split()[-1].lower() in _BARE
        ):
            arguments["empty"] = Literal(True)
        else:
            with calling(to=str(words["it"])):
                conditions.append(describe(condition))
    effect = to.arguments.get("effect")
    if isinstance(effect, Clause) and not taking(clause).endswith(word("taken there")):
        if "condition" in effect.arguments and clause.name.split()[-1].lower() in ("slide", "hop"):
            raise Untold(clause.name)  # there the condition decides whether there is a move at all
        with calling(to=called_now("target")):
            effects.append((word("arrival"), describe_effects(effect)))


_BARE = ("step", "hop", "leap")
"""Ways of moving that say with their target whether it is empty."""


def _is_region(value: Value) -> bool:
    return isinstance(value, Clause) and value.signature.result == "region"


def take_others(clause: Clause, arguments: dict[str, Value], chosen: bool) -> None:
    """Directions as ways, sites by their names, a piece where none is named, flags that say nothing."""
    if "directions" in arguments:
        way = ways(arguments.pop("directions"))
        if way:
            arguments["way"] = Text(way)
    if "where" in arguments:
        arguments["where"] = Text(placed(arguments["where"], chosen=chosen))
    for name in ("at", "site", "first", "second"):
        if name in arguments and not isinstance(arguments[name], Word):
            arguments[name] = named_place(arguments[name])
    count, origin = clause.arguments.get("count"), clause.arguments.get("start")
    counts = isinstance(count, Clause) and count.name == "count" and isinstance(origin, Clause)
    if counts and count.arguments.get("at") == origin.arguments.get("where"):  # type: ignore[union-attr]
        arguments["everything"] = arguments.pop("count")
    if clause.name in ("move Add", "add") and "what" not in arguments:
        arguments["what"] = Text(voice().own_piece)
    if "walks" in arguments:
        arguments["walks"] = Text(_walks(clause))
        if "forward" in arguments or "rotations" in arguments:
            raise Untold(clause.name)
    at = arguments.get("at")
    if clause.name in ("remove", "move Remove") and isinstance(at, Word):
        del arguments["at"]
        if at.name == "EndOfTurn":
            arguments["where"] = Text(word("when the turn is over").format(where=describe(arguments["where"])))
        else:
            raise Untold(clause.name)
    for name in [name for name, value in arguments.items() if isinstance(value, Literal) and value.value is False]:
        if isinstance(arguments[name], Literal):
            del arguments[name]


def _walks(clause: Clause) -> str:
    """Walks of steps and turns, as the rules write them."""
    walks = clause.arguments["walks"]
    listed = walks if isinstance(walks, tuple) else (walks,)
    found = [" ".join(_step(step) for step in walk) for walk in listed if isinstance(walk, tuple)]
    if not found:
        raise Untold(clause.name)
    named = joined([f"“{walk}”" for walk in found], "or")
    return word("walk").format(walks=named)


def _step(step: Value) -> str:
    if not isinstance(step, Word):
        raise Untold("walk")
    return step.name
