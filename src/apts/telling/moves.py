"""Moves and effects told as outlines: what a player does, on what condition, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from apts.language.tree import Clause, Literal, Text, Value, Word
from apts.telling.outline import Item, as_one, followed, headed
from apts.telling.patterns import pattern_of
from apts.telling.sites_of_moves import placed, ways
from apts.telling.teller import (
    NEGATED,
    SPECIAL,
    Untold,
    as_code,
    by_pattern,
    english,
    joined,
    named_place,
    parts_of,
    told,
)
from apts.telling.voice import calling, voice

Telling = Callable[[Clause, bool], list[Item]]


def told_moves(moves: Value, *, chosen: bool) -> list[Item]:
    """What moves are: with ``chosen`` one of them is chosen, else all of them happen. What has no words is given as code."""
    if not isinstance(moves, Clause):
        raise Untold(str(moves))
    structure = _STRUCTURES.get(moves.name)
    try:
        items = structure(moves, chosen) if structure is not None else [_act(moves, chosen)]
    except Untold:
        return [Item(as_code(moves))]
    after = moves.arguments.get("then")
    if after is None:
        return items
    one = as_one(items)
    if one.inside and one.text.endswith(":"):  # what follows is none of the things in the list
        return [one, headed(word("then"), told_then(after))]
    return [followed(one, word("then"), told_then(after))]


def told_then(then: Value) -> list[Item]:
    """What follows once a move has been made."""
    if not isinstance(then, Clause):
        raise Untold(str(then))
    return told_moves(then.arguments["effect"], chosen=False)


def word(name: str) -> str:
    """A word of the structure of moves."""
    return str(english()["structure"][name])


# --- what is put together --------------------------------------------------------------------------------------------


def _one_of(clause: Clause, chosen: bool) -> list[Item]:
    items: list[Item] = []
    for part in parts_of(clause):
        inner = told_moves(part, chosen=chosen)
        same = isinstance(part, Clause) and part.name == clause.name == "or" and "then" not in part.arguments
        items += inner[0].inside if same and len(inner) == 1 and inner[0].inside else [as_one(inner)]
    if not chosen and clause.name == "or":
        return items  # as effects all of them happen
    return [Item(word(clause.name), tuple(items))]


def _all_of(clause: Clause, chosen: bool) -> list[Item]:
    return [item for part in parts_of(clause) for item in told_moves(part, chosen=chosen)]


def _combined(clause: Clause, chosen: bool) -> list[Item]:
    items = _all_of(clause, chosen)
    return [Item(word("together"), tuple(items))] if chosen else items


def _inner(clause: Clause, chosen: bool) -> list[Item]:
    return told_moves(clause.arguments["moves"], chosen=chosen)


def _appended(clause: Clause, chosen: bool) -> list[Item]:
    del chosen  # all of it together is one move
    return told_moves(clause.arguments["moves"], chosen=False)


def _if(clause: Clause, chosen: bool) -> list[Item]:
    asked = clause.arguments["condition"]
    if isinstance(asked, Clause) and asked.name == "can Move" and asked.arguments["moves"] == clause.arguments["yes"]:
        choices = [clause.arguments[slot] for slot in ("yes", "no") if slot in clause.arguments]
        return [Item(word("priority"), tuple(as_one(told_moves(one, chosen=chosen)) for one in choices))]
    condition = told(asked)
    items = [headed(word("if").format(condition=condition), told_moves(clause.arguments["yes"], chosen=chosen))]
    otherwise = clause.arguments.get("no")
    if otherwise is None:
        return items
    others = told_moves(otherwise, chosen=chosen)
    if others[0].text.startswith("if ") and isinstance(otherwise, Clause) and "then" not in otherwise.arguments:
        first = Item(word("otherwise if").format(first=others[0].text), others[0].inside)
        return [*items, first, *others[1:]]
    return [*items, headed(word("otherwise"), others)]


def _apply(clause: Clause, chosen: bool) -> list[Item]:
    del chosen
    effect = clause.arguments.get("effect")
    items = told_moves(effect, chosen=False) if effect is not None else []
    if "condition" not in clause.arguments:
        return items
    return [headed(word("if").format(condition=told(clause.arguments["condition"])), items)] if items else []


def _do(clause: Clause, chosen: bool) -> list[Item]:
    items = told_moves(clause.arguments["prior"], chosen=chosen and "next" not in clause.arguments)
    if "next" in clause.arguments:
        following = told_moves(clause.arguments["next"], chosen=chosen)
        items = [headed(word("first"), items), headed(word("next"), following)]
    condition = clause.arguments.get("condition")
    if condition is None:
        return items
    words, one = told(condition), as_one(items)
    if not one.inside:
        return [Item(word("afterwards").format(act=one.text, condition=words))]
    return [Item(word("all afterwards").format(condition=words), tuple(items))]


def _longest(clause: Clause, chosen: bool) -> list[Item]:
    if "withValue" in clause.arguments:
        raise Untold(clause.name)
    return [headed(word("longest"), _inner(clause, chosen), ":")]


def _while(clause: Clause, chosen: bool) -> list[Item]:
    return [headed(word("while").format(condition=told(clause.arguments["condition"])), _inner(clause, chosen))]


def _each_piece(clause: Clause, chosen: bool) -> list[Item]:
    """Moves of one of the pieces; as an effect, of every one, for which there are no words."""
    known = {"name", "names", "moves", "who", "top", "then", "container"}
    if not chosen or not clause.arguments.keys() <= known:
        raise Untold(clause.name)
    names = clause.arguments.get("names", clause.arguments.get("name"))
    who = told(clause.arguments.get("who", Word("Mover")))
    name = (
        "" if names is None else joined([told(one) for one in names], "or") if isinstance(names, tuple) else told(names)
    )
    kind = ("given" if "moves" in clause.arguments else "own") + (" named" if name else "")
    words = str(english()["piece"][kind]).format(who=who, name=name)
    top = clause.arguments.get("top")
    words += str(english()["piece"]["top"]) if isinstance(top, Literal) and top.value else ""
    if "moves" not in clause.arguments:
        return [Item(words)]
    with calling(from_="the site of that piece"):
        return [headed(words, _inner(clause, chosen))]


def _each_site(clause: Clause, chosen: bool) -> list[Item]:
    region = placed(clause.arguments["where"], chosen=chosen)
    with calling(site="that site", to="that site"):
        items = [headed(word("site" if chosen else "each site").format(region=region), _inner(clause, chosen))]
    if "otherwise" in clause.arguments:
        items.append(headed(word("no move yet"), told_moves(clause.arguments["otherwise"], chosen=chosen)))
    return items


def _each_player(clause: Clause, chosen: bool) -> list[Item]:
    if "players" in clause.arguments:
        raise Untold(clause.name)
    with calling(player="that player"):
        return [headed(word("each player"), _inner(clause, chosen))]


def _each_value(clause: Clause, chosen: bool) -> list[Item]:
    low, high = clause.arguments.get("min"), clause.arguments.get("max")
    if low is None or high is None or not chosen:
        raise Untold(clause.name)
    with calling(value="that number"):
        return [headed(word("one value").format(low=told(low), high=told(high)), _inner(clause, chosen))]


def _each_level(clause: Clause, chosen: bool) -> list[Item]:
    if chosen:
        raise Untold(clause.name)
    site = told(named_place(clause.arguments["where"]))
    with calling(level="its level"):
        return [headed(word("each level").format(site=site), _inner(clause, chosen))]


def _each_die(clause: Clause, chosen: bool) -> list[Item]:
    if not chosen or "hand" in clause.arguments:
        raise Untold(clause.name)
    flags = {name for name, value in clause.arguments.items() if isinstance(value, Literal) and value.value is True}
    with calling(pips="its number"):
        condition = clause.arguments.get("condition")
        words = word("die combined" if "combined" in flags else "die")
        if condition is not None:
            words = word("die if").format(condition=told(condition))
        item = headed(words, _inner(clause, chosen), ":")
    return [item, Item(word("double"))] if "replayDouble" in flags else [item]


# --- captures --------------------------------------------------------------------------------------------------------


def _capture(clause: Clause, chosen: bool) -> list[Item]:
    """What is hit because of how pieces stand: every victim, and what happens to it."""
    del chosen
    words = english()["capture"]
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
    lead = pattern_of(str(words[clause.name])).filled(parts, told)
    if lead is None:
        raise Untold(clause.name)
    effect = victim.arguments.get("effect") if isinstance(victim, Clause) else None
    with calling(between="its site", **({"to": "its site"} if by_target else {})):
        items = _apply(effect, False) if isinstance(effect, Clause) else [Item(str(words["taken"]))]
    return [headed(lead, items)]


def _standing(block: Value | None, usual: str, where: str, name: str) -> str:
    """What stands on the sites that a block asks for; enemies or friends where it asks for nothing."""
    words = english()["capture"]
    condition = block.arguments.get("condition") if isinstance(block, Clause) else None
    if condition is None or _asks(condition, {"enemies": "is Enemy"}.get(usual, "is Friend"), name):
        return str(words[usual])
    with calling(**{name: "it"}):
        return str(words[where]).format(condition=told(condition))


def _asks(condition: Value, question: str, name: str) -> bool:
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
        return told(named_place(where))
    usual = "own" if clause.name == "surround" else "last"
    return (
        voice().present.get("from", str(english()["capture"][usual]))
        if usual == "own"
        else str(english()["capture"][usual])
    )


# --- sowing ----------------------------------------------------------------------------------------------------------


def _sow(clause: Clause, chosen: bool) -> list[Item]:
    """Seeds dropped one by one, and what the last of them brings about."""
    del chosen
    words, arguments = english()["sow"], clause.arguments
    known = {"start", "track", "condition", "effect", "includeSelf", "skipIf", "backtracking", "then"}
    back = arguments.get("backtracking")
    if not arguments.keys() <= known or not (back is None or (isinstance(back, Literal) and back.value is True)):
        raise Untold(clause.name)
    start = told(named_place(arguments["start"])) if "start" in arguments else str(words["own last"])
    parts: dict[str, Value] = {"start": Text(start)} | ({"track": arguments["track"]} if "track" in arguments else {})
    item = Item(pattern_of(str(words["sow"])).filled(parts, told) or "")
    more = []
    include = arguments.get("includeSelf")
    if isinstance(include, Literal) and include.value is False:
        more.append(Item(str(words["left out"])))
    with calling(to=str(words["seed"]), from_=start):
        if "skipIf" in arguments:
            more.append(Item(str(words["skip"]).format(condition=told(arguments["skipIf"]))))
    with calling(to=str(words["last"]), from_=start):
        if "effect" in arguments:
            kind = "apply if" if "condition" in arguments else "apply"
            condition = told(arguments["condition"]) if "condition" in arguments else ""
            lead = str(words[kind]).format(condition=condition)
            more.append(headed(lead, told_moves(arguments["effect"], chosen=False)))
            if back is not None:
                more.append(Item(str(words["back"])))
    return [Item(item.text, tuple(more))]


# --- single moves ----------------------------------------------------------------------------------------------------


def _act(clause: Clause, chosen: bool) -> Item:
    """One move or effect by its pattern, with its conditions and what it does to what it meets."""
    arguments = {name: value for name, value in clause.arguments.items() if name not in ("then", "on")}
    conditions: list[str] = []
    effects: list[tuple[str, list[Item]]] = []
    taken = _taking(clause)
    _take_start(arguments, conditions, chosen)
    _take_passage(clause, arguments, effects)
    _take_target(clause, arguments, conditions, effects, chosen)
    _take_others(clause, arguments, chosen)
    for text in _patterns(clause.name):
        words = pattern_of(text).filled(arguments, told)
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
    return item


def _taking(clause: Clause) -> str:
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


def _patterns(name: str) -> list[str]:
    found = english()["act"].get(name, ())
    return [found] if isinstance(found, str) else list(found)


def _is_one(value: Value | None) -> bool:
    return isinstance(value, Literal) and value.value == 1


def _take_start(arguments: dict[str, Value], conditions: list[str], chosen: bool) -> None:
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
        with calling(from_=str(english()["passage"]["it"])):
            conditions.append(told(start.arguments["condition"]))


def _take_passage(clause: Clause, arguments: dict[str, Value], effects: list[tuple[str, list[Item]]]) -> None:
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
    words, condition = english()["passage"], inner.get("condition")
    if hops:
        arguments["hurdle"] = Text(_hurdle(condition))
        arguments |= {name: inner[name] for name in ("before", "after") if name in inner}
    else:
        arguments["passed"] = Text(str(words["empty"]))
        if condition is not None:
            with calling(between="it"):
                arguments["passed"] = Text(str(words["where"]).format(condition=told(condition)))
    effect = inner.get("effect")
    if isinstance(effect, Clause) and not (hops and _removal(between, "between") is not None):
        with calling(between="it" if hops else str(words["it"])):
            effects.append((word("crossed" if hops else "crossing"), _apply(effect, False)))


def _hurdle(condition: Value | None) -> str:
    words = english()["passage"]
    if condition is None:
        return str(words["any"])
    for question, name in (("is Enemy", "enemy"), ("is Friend", "friend")):
        if _asks(condition, question, "between"):
            return str(words[name])
    with calling(between="it"):
        return str(words["hurdle"]).format(condition=told(condition))


def _take_target(
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
    condition, words = to.arguments.get("condition"), english()["passage"]
    if condition is not None:
        if clause.name in ("move Slide", "slide"):
            passed = arguments["passed"]
            with calling(to="it"):
                text = str(words["on"]).format(passed=told(passed), condition=told(condition))
            arguments["passed"] = Text(text)
        elif (
            isinstance(condition, Clause) and condition.name == "is Empty" and clause.name.split()[-1].lower() in _BARE
        ):
            arguments["empty"] = Literal(True)
        else:
            with calling(to=str(words["it"])):
                conditions.append(told(condition))
    effect = to.arguments.get("effect")
    if isinstance(effect, Clause) and not _taking(clause).endswith(word("taken there")):
        if "condition" in effect.arguments and clause.name.split()[-1].lower() in ("slide", "hop"):
            raise Untold(clause.name)  # there the condition decides whether there is a move at all
        with calling(to="the target"):
            effects.append((word("arrival"), _apply(effect, False)))


_BARE = ("step", "hop", "leap")
"""Ways of moving that say with their target whether it is empty."""


def _is_region(value: Value) -> bool:
    return isinstance(value, Clause) and value.signature.result == "region"


def _take_others(clause: Clause, arguments: dict[str, Value], chosen: bool) -> None:
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
        arguments["what"] = Text(f"a {voice().own_piece}")
    if "walks" in arguments:
        arguments["walks"] = Text(_walks(clause))
        if "forward" in arguments or "rotations" in arguments:
            raise Untold(clause.name)
    at = arguments.get("at")
    if clause.name in ("remove", "move Remove") and isinstance(at, Word):
        del arguments["at"]
        if at.name == "EndOfTurn":
            arguments["where"] = Text(f"{told(arguments['where'])}, when the turn is over,")
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
    return f"the walk {named} in any direction (F is a step forward, L and R are turns)"


def _step(step: Value) -> str:
    if not isinstance(step, Word):
        raise Untold("walk")
    return step.name


# --- as conditions ---------------------------------------------------------------------------------------------------


def possible(clause: Clause) -> str:
    """That a move is possible, as a condition says it."""
    return _possible(clause, "can do")


def impossible(clause: Clause) -> str:
    """That a move is not possible."""
    return _possible(clause, "cannot do")


def _possible(clause: Clause, kind: str) -> str:
    moves = clause.arguments["moves"]
    if isinstance(moves, Clause) and moves.name in english()["moves"]:
        return by_pattern(clause, None if kind == "can do" else "not")
    item = as_one(told_moves(_without_effects(moves), chosen=True))
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

_STRUCTURES: dict[str, Telling] = {
    "or": _one_of,
    "priority": _one_of,
    "and": _all_of,
    "seq": _all_of,
    "append": _appended,
    "allCombinations": _combined,
    "if": _if,
    "apply": _apply,
    "do": _do,
    "max Moves": _longest,
    "max Distance": _inner,
    "while": _while,
    "forEach Piece": _each_piece,
    "forEach Site": _each_site,
    "forEach Player": _each_player,
    "forEach": _each_player,
    "forEach Value": _each_value,
    "forEach Level": _each_level,
    "forEach Die": _each_die,
    "custodial": _capture,
    "enclose": _capture,
    "surround": _capture,
    "directional": _capture,
    "intervene": _capture,
    "sow": _sow,
}
