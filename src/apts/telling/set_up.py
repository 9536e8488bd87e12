"""The set-up told in sentences: what is put where before the first turn."""

from __future__ import annotations

from apts.language.tree import Clause, Literal, Text, Value
from apts.telling.languages import wording
from apts.telling.outline import Item
from apts.telling.sites_of_moves import placed
from apts.telling.teller import Untold, as_code, coordinate, describe, joined, named_place, plural
from apts.telling.voice import voice

_KNOWN = {"item", "items", "container", "site", "sites", "region", "coord", "coords", "count", "state", "on", "value"}


def describe_start(rule: Clause) -> Item:
    """A rule of the set-up; what has no words is given as code."""
    try:
        if rule.name in ("place", "place Stack"):
            return Item(_placed(rule))
        if rule.name == "place Random":
            return Item(_by_chance(rule))
        if rule.name == "set Count" and voice().last_piece:
            number, where = rule.arguments["number"], rule.arguments.get("to", rule.arguments.get("at"))
            assert where is not None
            item = plural(voice().last_piece, number)
            return Item(_words("put").format(item=item, where=placed(where, chosen=False)))
        if rule.name in ("set Score", "set Team", "set Amount"):
            pattern = "set Amounts" if rule.name == "set Amount" and "who" not in rule.arguments else rule.name
            return Item(_words(pattern).format(**{name: describe(value) for name, value in rule.arguments.items()}))
    except Untold:
        pass
    return Item(as_code(rule))


def _words(name: str) -> str:
    return str(wording()["startrule"][name])


def _placed(rule: Clause) -> str:
    """Pieces on one site, on several, or in hands."""
    arguments = rule.arguments
    if not arguments.keys() <= _KNOWN or {"on", "value"} & arguments.keys():
        raise Untold(rule.name)
    count = arguments.get("count", Literal(1))
    listed = arguments.get("items")
    if isinstance(listed, tuple) and listed:
        item = _words("pile").format(items=joined([describe(one) for one in listed]))
    elif isinstance(arguments.get("item"), Text):
        item = plural(describe(arguments["item"]), count)
    else:
        raise Untold(rule.name)
    if rule.name == "place Stack" and isinstance(count, Literal) and count.value != 1 and listed is None:
        item = _words("stack").format(item=item)
    if "state" in arguments:
        item = _words("state").format(item=item, state=describe(arguments["state"]))
    return _words("put").format(item=item, where=_where(arguments.get("container"), rule))


def _by_chance(rule: Clause) -> str:
    """Pieces of one kind on empty sites of the board that chance chooses."""
    items, count = rule.arguments.get("items"), rule.arguments.get("count", Literal(1))
    item = items[0] if isinstance(items, tuple) and len(items) == 1 else items
    if not rule.arguments.keys() <= {"items", "count"} or not isinstance(item, Text) or isinstance(count, tuple):
        raise Untold(rule.name)
    one = isinstance(count, Literal) and count.value == 1
    return _words("one by chance" if one else "by chance").format(item=plural(describe(item), count))


def _where(container: Value | None, rule: Clause) -> str:
    arguments = rule.arguments
    if isinstance(container, Text):
        if container.value != "Hand" or {"site", "sites", "region", "coord", "coords"} & arguments.keys():
            raise Untold(rule.name)
        return _words("hands")
    for name in ("coord", "site", "region"):
        if name in arguments:
            value = arguments[name]
            return coordinate(value.value) if isinstance(value, Text) else placed(value, chosen=False)
    several = arguments.get("coords", arguments.get("sites"))
    if isinstance(several, tuple) and several:
        names = [coordinate(one.value) if isinstance(one, Text) else describe(named_place(one)) for one in several]
        return names[0] if len(names) == 1 else _words("each").format(sites=joined(names))
    raise Untold(rule.name)
