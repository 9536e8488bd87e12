"""The blocks of a single move, ``(from ..)``, ``(between ..)``, ``(to ..)``, as arguments of its pattern."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from apts.language.tree import Clause, Literal, Text, Value, Word
from apts.telling.moves.dispatch import SINGLE, TELLINGS, describe_effects, describe_moves, word
from apts.telling.outline import Item, as_one, followed, headed, pattern_of
from apts.telling.sites_of_moves import placed, ways
from apts.telling.teller import NEGATED, SPECIAL, Untold, by_pattern, describe, named_place, with_sides
from apts.telling.voice import called_now, calling, joined, voice, wording

# ----------------------------------------------------------------------------------------------------------------
# Moves as conditions: that something can be done.


def possible(clause: Clause) -> str:
    """That a move is possible, as a condition says it."""
    return _possible(clause, "can do")


def impossible(clause: Clause) -> str:
    """That a move is not possible."""
    return _possible(clause, "cannot do")


def _possible(clause: Clause, kind: str) -> str:
    moves = clause.arguments["moves"]
    if isinstance(moves, Clause) and moves.name in wording()["moves"]:
        return by_pattern(clause, None if kind == "can do" else "not")
    item = as_one(describe_moves(_without_effects(moves), chosen=True))
    if item.inside:
        raise Untold(clause.name)
    return word(kind).format(act=item.text)


def _without_effects(value: Value) -> Value:
    """Moves without what follows them, on which it does not depend whether they are possible."""
    if isinstance(value, tuple):
        return tuple(_without_effects(one) for one in value)
    if not isinstance(value, Clause) or value.signature.result not in ("moves", "between", "to"):
        return value
    effect = value.arguments.get("effect")
    plain = isinstance(effect, Clause) and effect.signature.result == "apply" and "condition" not in effect.arguments
    dropped = {"then", "effect"} if plain else {"then"}
    kept = {name: _without_effects(one) for name, one in value.arguments.items() if name not in dropped}
    return replace(value, arguments=kept)


SPECIAL["bool", "can Move"] = possible
NEGATED["can Move"] = impossible


# ----------------------------------------------------------------------------------------------------------------
# Captures by how pieces stand: who is hit, from where, and what happens to it.


def _capture(clause: Clause, chosen: bool) -> list[Item]:
    """What is hit because of how pieces stand: every victim, and what happens to it."""
    del chosen
    words = wording()["capture"]
    between, to = clause.arguments.get("between"), clause.arguments.get("to")
    if {"numException", "with", "on", "except"} & clause.arguments.keys():
        raise Untold(clause.name)
    by_target = clause.name in ("directional", "intervene")
    victim, other = (to, None) if by_target else (between, to)
    parts: dict[str, Value] = {
        "victims": Text(_standing(victim, "enemies", "sites where", "to" if by_target else "between")),
        "start": Text(_start_of(clause)),
    }
    if clause.name == "custodial":
        parts["closing"] = Text(_standing(other, "friend", "site where", "to"))
    if clause.name == "surround":
        parts["friends"] = Text(_standing(other, "friends", "sites where", "to"))
    if isinstance(between, Clause) and "range" in between.arguments:
        parts["range"] = between.arguments["range"]
    direction = clause.arguments.get("directions", clause.arguments.get("relation"))
    if direction is not None:
        parts["way"] = Text(ways(direction))
    lead = pattern_of(str(words[clause.name])).filled(parts, describe)
    if lead is None:
        raise Untold(clause.name)
    effect = victim.arguments.get("effect") if isinstance(victim, Clause) else None
    with calling(**dict.fromkeys(("between", "to") if by_target else ("between",), called_now("site of the victim"))):
        items = describe_effects(effect) if isinstance(effect, Clause) else [Item(str(words["taken"]))]
    return [headed(lead, items)]


def _standing(block: Value | None, usual: str, where: str, name: str) -> str:
    """What stands on the sites that a block asks for; enemies or friends where it asks for nothing."""
    words = wording()["capture"]
    condition = block.arguments.get("condition") if isinstance(block, Clause) else None
    if condition is None or asks(condition, {"enemies": "is Enemy"}.get(usual, "is Friend"), name):
        return str(words[usual])
    with calling(**{name: called_now("it")}):
        return str(words[where]).format(condition=describe(condition))


def asks(condition: Value, question: str, name: str) -> bool:
    """Whether a condition is the plain question for an enemy or a friend on a site of that name."""
    if not isinstance(condition, Clause) or condition.name != question:
        return False
    who = condition.arguments["player"]
    at = who.arguments.get("at") if isinstance(who, Clause) and who.name == "who" and len(who.arguments) == 1 else None
    return isinstance(at, Clause) and at.name == name and not at.arguments


def _start_of(clause: Clause) -> str:
    start = clause.arguments.get("start")
    where = start.arguments.get("where") if isinstance(start, Clause) else None
    if where is not None:
        return describe(named_place(where))
    text = "own" if clause.name == "surround" else "last"
    return (
        voice().present.get("from", str(wording()["capture"][text]))
        if text == "own"
        else str(wording()["capture"][text])
    )


TELLINGS |= dict.fromkeys(("custodial", "enclose", "surround", "directional", "intervene"), _capture)


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


# ----------------------------------------------------------------------------------------------------------------
# Seeds dropped one by one.


def _sow(clause: Clause, chosen: bool) -> list[Item]:
    """Seeds dropped one by one, and what the last of them brings about."""
    del chosen
    words, arguments = wording()["sow"], clause.arguments
    known = {"start", "track", "condition", "effect", "includeSelf", "skipIf", "backtracking", "then"}
    back = arguments.get("backtracking")
    if not arguments.keys() <= known or not (back is None or (isinstance(back, Literal) and back.value is True)):
        raise Untold(clause.name)
    start = describe(named_place(arguments["start"])) if "start" in arguments else str(words["own last"])
    parts: dict[str, Value] = {"start": Text(start)} | ({"track": arguments["track"]} if "track" in arguments else {})
    item = Item(pattern_of(str(words["sow"])).filled(parts, describe) or "")
    more = []
    include = arguments.get("includeSelf")
    if isinstance(include, Literal) and include.value is False:
        more.append(Item(str(words["left out"])))
    with calling(to=str(words["seed"]), from_=start):
        if "skipIf" in arguments:
            more.append(Item(str(words["skip"]).format(condition=describe(arguments["skipIf"]))))
    with calling(to=str(words["last"]), from_=start):
        if "effect" in arguments:
            kind = "apply if" if "condition" in arguments else "apply"
            condition = describe(arguments["condition"]) if "condition" in arguments else ""
            lead = str(words[kind]).format(condition=condition)
            more.append(headed(lead, describe_moves(arguments["effect"], chosen=False)))
            if back is not None:
                more.append(Item(str(words["back"])))
    return [Item(item.text, tuple(more))]


TELLINGS["sow"] = _sow


# ----------------------------------------------------------------------------------------------------------------
# Single moves and effects by their patterns.


def _act(clause: Clause, chosen: bool) -> list[Item]:
    """One move or effect by its pattern, with its conditions and what it does to what it meets."""
    arguments = {name: value for name, value in clause.arguments.items() if name not in ("then", "on")}
    conditions: list[str] = []
    effects: list[tuple[str, list[Item]]] = []
    with_sides(clause, arguments)
    taken = taking(clause)
    take_start(arguments, conditions, chosen)
    take_passage(clause, arguments, effects)
    take_target(clause, arguments, conditions, effects, chosen)
    take_others(clause, arguments, chosen)
    for text in _patterns(clause.name):
        words = pattern_of(text).filled(arguments, describe)
        if words is not None:
            break
    else:
        raise Untold(clause.name)
    words = words.replace("(s)", "" if _is_one(arguments.get("count", arguments.get("amount"))) else "s")
    words += taken
    if conditions:
        words = word("if_suffix").format(act=words, condition=joined(conditions))
    item = Item(words)
    for label, items in effects:
        item = followed(item, label, items)
    return [item]


def _patterns(name: str) -> list[str]:
    found = wording()["act"].get(name, ())
    return [found] if isinstance(found, str) else list(found)


def _is_one(value: Value | None) -> bool:
    return isinstance(value, Literal) and value.value == 1


TELLINGS[SINGLE] = _act
