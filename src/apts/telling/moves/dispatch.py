"""The way from a clause of moves to its outline; the files beside this one register how each kind is told."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.lints.earlier_values import EarlierValue, earlier_values
from apts.language.tree import Clause, Literal, Value, Word
from apts.telling.outline import Item, as_one, begins_with_if, followed, headed
from apts.telling.sites_of_moves import placed
from apts.telling.teller import Untold, as_code, describe, named_place, parts_of
from apts.telling.voice import called_now, calling, joined, wording

Telling = Callable[[Clause, bool], list[Item]]

TELLINGS: dict[str, Telling] = {}
"""How clauses are told, by name."""

SINGLE = ""
"""The name under which single moves and effects are told: all that have no telling of their own."""


def describe_moves(moves: Value, *, chosen: bool) -> list[Item]:
    """What moves are: with ``chosen`` one of them is chosen, else all of them happen. What has no words is given as code."""
    if not isinstance(moves, Clause):
        raise Untold(str(moves))
    telling = TELLINGS.get(moves.name) or TELLINGS[SINGLE]
    try:
        items = telling(moves, chosen)
    except Untold:
        return [Item(as_code(moves))]
    after = moves.arguments.get("then")
    if after is None:
        return items
    one = as_one(items)
    if one.inside and one.text.endswith(":"):  # what follows is none of the things in the list
        return [one, headed(word("then"), describe_then(after))]
    return [followed(one, word("then"), describe_then(after))]


def describe_then(then: Value) -> list[Item]:
    """What follows once a move has been made."""
    if not isinstance(then, Clause):
        raise Untold(str(then))
    return describe_moves(then.arguments["effect"], chosen=False)


def word(name: str) -> str:
    """A word of the structure of moves."""
    return str(wording()["structure"][name])


def describe_effects(clause: Clause) -> list[Item]:
    """What an ``(apply ..)`` does, under its condition."""
    effect = clause.arguments.get("effect")
    items = describe_moves(effect, chosen=False) if effect is not None else []
    if "condition" not in clause.arguments:
        return items
    return [headed(word("if").format(condition=describe(clause.arguments["condition"])), items)] if items else []


# ----------------------------------------------------------------------------------------------------------------
# Moves that are put together of others: one of several, all of them, for each of something, on a condition.


def _one_of(clause: Clause, chosen: bool) -> list[Item]:
    items: list[Item] = []
    for part in parts_of(clause):
        inner = describe_moves(part, chosen=chosen)
        same = isinstance(part, Clause) and part.name == clause.name == "or" and "then" not in part.arguments
        items += inner[0].inside if same and len(inner) == 1 and inner[0].inside else [as_one(inner)]
    if not chosen and clause.name == "or":
        return items  # as effects all of them happen
    return [Item(word(clause.name), tuple(items))]


def _all_of(clause: Clause, chosen: bool) -> list[Item]:
    return [item for part in parts_of(clause) for item in describe_moves(part, chosen=chosen)]


def _together(clause: Clause, chosen: bool) -> list[Item]:
    """All effects of one moment; where one asks for what another changes, it is said that it finds what was before."""
    items = _all_of(clause, chosen)
    before = list(dict.fromkeys(_asked_before(found) for found in earlier_values(clause)))
    return [Item(word("at once").format(what=joined(before)), tuple(items))] if before else items


def _asked_before(found: EarlierValue) -> str:
    words = wording()["earlier"]
    return str(words[found.kind]) if found.kind in words else describe(found.reader)


def _combined(clause: Clause, chosen: bool) -> list[Item]:
    items = _all_of(clause, chosen)
    return [Item(word("together"), tuple(items))] if chosen else items


def _inner(clause: Clause, chosen: bool) -> list[Item]:
    return describe_moves(clause.arguments["moves"], chosen=chosen)


def _appended(clause: Clause, chosen: bool) -> list[Item]:
    del chosen  # all of it together is one move
    return describe_moves(clause.arguments["moves"], chosen=False)


def _if(clause: Clause, chosen: bool) -> list[Item]:
    requested = clause.arguments["condition"]
    if (
        isinstance(requested, Clause)
        and requested.name == "can Move"
        and requested.arguments["moves"] == clause.arguments["yes"]
    ):
        choices = [clause.arguments[slot] for slot in ("yes", "no") if slot in clause.arguments]
        return [Item(word("priority"), tuple(as_one(describe_moves(one, chosen=chosen)) for one in choices))]
    condition = describe(requested)
    items = [headed(word("if").format(condition=condition), describe_moves(clause.arguments["yes"], chosen=chosen))]
    otherwise = clause.arguments.get("no")
    if otherwise is None:
        return items
    others = describe_moves(otherwise, chosen=chosen)
    if begins_with_if(others[0]) and isinstance(otherwise, Clause) and "then" not in otherwise.arguments:
        first = Item(word("otherwise if").format(first=others[0].text), others[0].inside)
        return [*items, first, *others[1:]]
    return [*items, headed(word("otherwise"), others)]


def _do(clause: Clause, chosen: bool) -> list[Item]:
    items = describe_moves(clause.arguments["prior"], chosen=chosen and "next" not in clause.arguments)
    if "next" in clause.arguments:
        following = describe_moves(clause.arguments["next"], chosen=chosen)
        items = [headed(word("first"), items), headed(word("next"), following)]
    condition = clause.arguments.get("condition")
    if condition is None:
        return items
    words, one = describe(condition), as_one(items)
    if not one.inside:
        return [Item(word("afterwards").format(act=one.text, condition=words))]
    return [Item(word("all afterwards").format(condition=words), tuple(items))]


def _best(clause: Clause, chosen: bool) -> list[Item]:
    if "withValue" in clause.arguments:
        raise Untold(clause.name)
    kind = "longest" if clause.name == "max Moves" else "most"
    return [headed(word(kind), _inner(clause, chosen), ":")]


def _while(clause: Clause, chosen: bool) -> list[Item]:
    return [headed(word("while").format(condition=describe(clause.arguments["condition"])), _inner(clause, chosen))]


def _each_piece(clause: Clause, chosen: bool) -> list[Item]:
    """Moves of one of the pieces; as an effect, of every one, for which there are no words."""
    known = {"name", "names", "moves", "who", "top", "then", "container"}
    if not chosen or not clause.arguments.keys() <= known:
        raise Untold(clause.name)
    names = clause.arguments.get("names", clause.arguments.get("name"))
    who = describe(clause.arguments.get("who", Word("Mover")))
    name = (
        ""
        if names is None
        else joined([describe(one) for one in names], "or")
        if isinstance(names, tuple)
        else describe(names)
    )
    kind = ("given" if "moves" in clause.arguments else "own") + (" named" if name else "")
    words = str(wording()["piece"][kind]).format(who=who, name=name)
    top = clause.arguments.get("top")
    words += str(wording()["piece"]["top"]) if isinstance(top, Literal) and top.value else ""
    if "moves" not in clause.arguments:
        return [Item(words)]
    with calling(from_=called_now("site of the piece")):
        return [headed(words, _inner(clause, chosen))]


def _each_site(clause: Clause, chosen: bool) -> list[Item]:
    region = placed(clause.arguments["where"], chosen=chosen)
    with calling(site=called_now("site"), to=called_now("site")):
        items = [headed(word("site" if chosen else "each site").format(region=region), _inner(clause, chosen))]
    if "otherwise" in clause.arguments:
        items.append(headed(word("no move yet"), describe_moves(clause.arguments["otherwise"], chosen=chosen)))
    return items


def _each_player(clause: Clause, chosen: bool) -> list[Item]:
    if "players" in clause.arguments:
        raise Untold(clause.name)
    with calling(player=called_now("player")):
        return [headed(word("each player"), _inner(clause, chosen))]


def _each_value(clause: Clause, chosen: bool) -> list[Item]:
    low, high = clause.arguments.get("min"), clause.arguments.get("max")
    if low is None or high is None or not chosen:
        raise Untold(clause.name)
    with calling(value=called_now("number")):
        return [headed(word("one value").format(low=describe(low), high=describe(high)), _inner(clause, chosen))]


def _each_level(clause: Clause, chosen: bool) -> list[Item]:
    if chosen:
        raise Untold(clause.name)
    site = describe(named_place(clause.arguments["where"]))
    with calling(level=called_now("level")):
        return [headed(word("each level").format(site=site), _inner(clause, chosen))]


def _each_die(clause: Clause, chosen: bool) -> list[Item]:
    if not chosen or "hand" in clause.arguments:
        raise Untold(clause.name)
    flags = {name for name, value in clause.arguments.items() if isinstance(value, Literal) and value.value is True}
    with calling(pips=called_now("pips")):
        condition = clause.arguments.get("condition")
        words = word("die combined" if "combined" in flags else "die")
        if condition is not None:
            words = word("die if").format(condition=describe(condition))
        item = headed(words, _inner(clause, chosen), ":")
    return [item, Item(word("double"))] if "replayDouble" in flags else [item]


TELLINGS |= {
    "or": _one_of,
    "priority": _one_of,
    "and": _together,
    "seq": _all_of,
    "append": _appended,
    "allCombinations": _combined,
    "if": _if,
    "apply": lambda clause, chosen: describe_effects(clause),
    "do": _do,
    "max Moves": _best,
    "max Captures": _best,
    "max Distance": _inner,
    "while": _while,
    "forEach Piece": _each_piece,
    "forEach Site": _each_site,
    "forEach Player": _each_player,
    "forEach": _each_player,
    "forEach Value": _each_value,
    "forEach Level": _each_level,
    "forEach Die": _each_die,
}
