"""Clauses told in words, by the patterns of their ludemes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from apts.language.printer import to_node, to_text
from apts.language.tree import Clause, Literal, Text, Value, Word
from apts.telling.outline import pattern_of
from apts.telling.voice import (
    called_now,
    calling,
    code_at,
    coordinate,
    grammar,
    joined,
    many,
    one_piece,
    voice,
    wording,
    worked_out,
)

SITES = ("at", "site", "where", "start", "through", "from", "place")
"""Arguments that are sites."""

SITE_NAMES = frozenset(
    {"where", "last To", "last From", "site", "to", "from", "handSite", "mapEntry", "ahead", "coord"}
)
"""Ludemes that give the number of a site."""


TOGETHER = frozenset({"count Pieces", "no Pieces"})
"""Ludemes that ask of all players what all pieces together are, not those of each."""

_SIDES = frozenset({"Enemy", "NonMover", "Friend", "Ally"})
_OF_ALL = frozenset({"count Pieces", "is Line", "no Pieces", "size Territory", "sizes Group"})
_TO_EACH = frozenset({"addScore", "set Score", "set Value", "trigger"})
"""What a rule asks of all the players of a role at once, and what it does to each of them."""


class Untold(Exception):
    """A clause for which there are no words."""


def describe(value: Value) -> str:
    """A clause, a word, a number or a list in words, without a capital letter and a point; :class:`Untold` without any."""
    if isinstance(value, tuple):
        return _list(value)
    if isinstance(value, Literal):
        return _number(value)
    if isinstance(value, Word):
        return voice().seats.get(value.name) or _of(wording()["word"], value.name)
    if isinstance(value, Text):
        return voice().pieces.get(value.value, value.value)
    if not value.arguments and value.name in voice().present:
        return voice().present[value.name]
    special = SPECIAL.get((value.signature.result, value.name))
    try:
        return special(value) if special is not None else by_pattern(value)
    except Untold:
        if not voice().shows_code:
            raise
        return as_code(value)


def _list(values: Sequence[Value]) -> str:
    """The members of a list; of an empty one nothing can be said in the middle of a sentence."""
    if not values:
        raise Untold("an empty list")
    return joined([describe(item) for item in values])


def as_code(value: Clause | Literal | Word) -> str:
    """A clause or a word as it is written, marked as such, with its line."""
    written = " ".join(to_text(to_node(value)).split()).replace("`", "'")
    return code_at(written, value.position.line)


def describe_or_code(value: Value) -> str:
    """A part of the rules in words, or as it is written where there are none for it."""
    try:
        return describe(value)
    except Untold:
        if isinstance(value, Clause | Literal | Word):
            return as_code(value)
        raise


def plural(name: str, count: Value) -> str:
    """So many pieces of a name such as ``Pawn of player 1``: one of them, or several."""
    if isinstance(count, Literal) and count.value == 1:
        return one_piece(name)
    return f"{describe(count)} {grammar().many_owned(name)}"


def with_sides(clause: Clause, arguments: dict[str, Value]) -> None:
    """Put words for all the players of a role in its place, where it may mean several of them."""
    who = arguments.get("who")
    if not voice().has_sides or not isinstance(who, Word) or who.name not in _SIDES:
        return
    if clause.name in _OF_ALL:
        arguments["who"] = Word(f"all {who.name}")
    elif clause.name in _TO_EACH:
        arguments["who"] = Word(f"each {who.name}")


def by_pattern(clause: Clause, table: str | None = None) -> str:
    """The first pattern of the ludeme that has a place for every argument of the clause, filled in."""
    arguments = _with_elements(clause)
    who = arguments.get("who")
    if clause.name in TOGETHER and who == Word("All"):
        del arguments["who"]
    with_sides(clause, arguments)
    known = wording().get(table or clause.signature.result, {}).get(clause.name, ())
    patterns = [known] if isinstance(known, str) else known
    without = {name: value for name, value in arguments.items() if name != "on"}
    for given in (arguments, without) if "on" not in clause.arguments else (arguments,):
        for text in patterns:
            found = pattern_of(text).filled(_with_plural(text, given), describe)
            if found is not None:
                return found
    raise Untold(clause.name)


def _with_plural(text: str, arguments: Mapping[str, Value]) -> Mapping[str, Value]:
    """The arguments for a pattern; one that speaks of ``{names}`` has the plural of the name of a piece, too or alone."""
    if "{names}" not in text or "name" not in arguments:
        return arguments
    without = () if "{name}" in text else ("name",)
    names = Text(many(describe(arguments["name"])))
    return {slot: value for slot, value in {**arguments, "names": names}.items() if slot not in without}


def _with_elements(clause: Clause) -> dict[str, Value]:
    """The arguments of a clause; the kind of elements is among them only where a board has several."""
    arguments = {name: named_place(value) if name in SITES else value for name, value in clause.arguments.items()}
    elements = voice().elements
    if not elements:
        arguments.pop("on", None)
    elif clause.signature.result == "region" and any(slot.name == "on" for slot in clause.signature.slots):
        arguments.setdefault("on", Word(elements[0]))
    return arguments


def named_place(value: Value) -> Value:
    """The number of a site as its name; the number alone would say nothing to people."""
    value = worked_out(value) or value
    if not isinstance(value, Literal) or value.written is not None:
        return value
    places = voice().places
    if isinstance(value.value, bool) or not 0 <= value.value < len(places):
        raise Untold(str(value.value))
    return Text(places[int(value.value)])


def _of(table: Mapping[str, Any], name: str) -> str:
    if name not in table:
        raise Untold(name)
    return str(table[name])


def _number(literal: Literal) -> str:
    if literal.written is not None:
        return _of(wording()["word"], literal.written)
    if isinstance(literal.value, bool):
        raise Untold(str(literal.value))
    return grammar().number(literal.value)


def _line(clause: Clause) -> str:
    """A row or a column, which people count from 1."""
    index = clause.arguments["index"]
    if not isinstance(index, Literal) or isinstance(index.value, bool) or index.value < 0:
        raise Untold(clause.name)
    return str(wording()["line"][clause.name]).format(number=int(index.value) + 1)


def _result(clause: Clause) -> str:
    who, kind = clause.arguments["who"], clause.arguments["kind"]
    if isinstance(who, Word) and who.name.startswith("Team") and isinstance(kind, Word) and kind.name != "Win":
        raise Untold(clause.name)  # nothing comes of it, so "the team loses" would be false
    return _of(wording()["result"], kind.name if isinstance(kind, Word) else "").format(who=describe(who))


def _by_score(clause: Clause) -> str:
    fewest = clause.arguments.get("misere")
    return str(wording()["result"]["lowest" if isinstance(fewest, Literal) and fewest.value else "highest"])


# --- what is put together from its parts -----------------------------------------------------------------------------


def parts_of(clause: Clause) -> list[Value]:
    """The parts of a clause that joins two, or a list of them."""
    listed = clause.arguments.get("list")
    if isinstance(listed, tuple):
        return list(listed)
    return [clause.arguments[name] for name in ("a", "b", "first", "second") if name in clause.arguments]


def _joined_conditions(clause: Clause) -> str:
    """Conditions with "and" or "or" between them; a semicolon stands before it where the other word is inside."""
    items = parts_of(clause)
    if not items:
        raise Untold(clause.name)
    parts = [describe(item) for item in items]
    nested = any(isinstance(item, Clause) and item.name in ("and", "or") for item in items)
    bracketed = [isinstance(item, Clause) and item.name == "if" for item in items]
    parts = [f"({part})" if "; " in part and not known else part for part, known in zip(parts, bracketed, strict=True)]
    return f"; {wording()['joining'][clause.name]} ".join(parts) if nested else joined(parts, clause.name)


def _is_in(clause: Clause) -> str:
    """Where the last move ended, if that is what is asked."""
    site = clause.arguments.get("site")
    if isinstance(site, Clause) and site.name == "last To" and "region" in clause.arguments:
        return str(wording()["last"][clause.name]).format(region=describe(clause.arguments["region"]))
    return by_pattern(clause)


def _is_line(clause: Clause) -> str:
    """A line; that it may run in all directions goes without saying."""
    direction = clause.arguments.get("direction")
    if isinstance(direction, Word) and direction.name == "All":
        arguments = {name: value for name, value in clause.arguments.items() if name != "direction"}
        return by_pattern(replace(clause, arguments=arguments))
    return by_pattern(clause)


def _not(clause: Clause) -> str:
    """What a condition says when it does not hold; a comparison is turned over."""
    inner = clause.arguments["a"]
    if not isinstance(inner, Clause):
        raise Untold("not")
    if inner.name == "not":
        return describe(inner.arguments["a"])
    if inner.name in NEGATED:
        return NEGATED[inner.name](inner)
    if inner.name in ("is Enemy", "is Friend"):
        return _sided(inner, f"not {inner.name}")
    if inner.name in _OPPOSITE:
        return _compared(inner, _OPPOSITE[inner.name])
    if inner.name in ("and", "or"):
        return str(wording()["place"]["not all"]).format(condition=describe(inner))
    try:
        return by_pattern(inner, "not")
    except Untold:
        return by_pattern(clause)


_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED = {"=": "=", "!=": "!=", "<": ">", ">=": "<=", ">": "<", "<=": ">="}


def _comparison(clause: Clause) -> str:
    return _compared(clause, clause.name)


def _compared(clause: Clause, sign: str) -> str:
    """A comparison: of something that is counted in a sentence of its own, of other things side by side."""
    a, b = clause.arguments["a"], clause.arguments["b"]
    if (_counted(b) and not _counted(a)) or (_is_word(a) and not _is_word(b)):
        a, b, sign = b, a, _TURNED[sign]
    if isinstance(a, Clause) and _counted(a) and not _is_word(b):
        amount = str(wording()["amount"][sign]).format(number=describe(b))
        if isinstance(b, Literal) and (sign, b.value) in (("=", 0), ("<=", 0), ("<", 1)):
            return by_pattern(a, "uncounted")
        if isinstance(b, Literal) and (sign, b.value) in ((">", 0), ("!=", 0)):
            sign, b = ">=", Literal(1)
            amount = str(wording()["amount"][sign]).format(number=describe(b))
        words = by_pattern(a, "counted").replace("#", amount)
        return _with_endings(words, isinstance(b, Literal) and grammar().is_single(sign, b.value))
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Clause) and one.name == "who" and _is_player(other) and sign in ("=", "!="):
            return str(wording()["holds"][sign]).format(site=_place_of(one), who=describe(other))
    if all(isinstance(one, Clause) and one.signature.result == "region" for one in (a, b)):
        return str(wording()["regions"][sign]).format(a=describe(a), b=describe(b))
    if any(isinstance(one, Clause) and one.name in SITE_NAMES for one in (a, b)):
        a, b = named_place(a), named_place(b)
    words, other_words = describe(a), describe(b)
    if words == other_words and a != b:
        raise Untold(clause.name)  # two things with the same words, such as the sites of two loops
    return str(wording()["compared"][sign]).format(a=words, b=other_words)


def _counted(value: Value) -> bool:
    return isinstance(value, Clause) and value.name in wording()["counted"]


def _is_player(value: Value) -> bool:
    return isinstance(value, Word) or (isinstance(value, Clause) and value.name in ("mover", "next", "prev", "player"))


def _place_of(who: Clause) -> str:
    """The site whose owner is asked for; what is asked of a level of a stack has no words."""
    if "at" not in who.arguments or "level" in who.arguments:
        raise Untold(who.name)
    return describe(named_place(who.arguments["at"]))


def _side(clause: Clause) -> str:
    return _sided(clause, clause.name)


def _sided(clause: Clause, name: str) -> str:
    """Whether somebody is an enemy or a friend: mostly the owner of a piece."""
    player = clause.arguments["player"]
    if isinstance(player, Clause) and player.name == "who":
        return str(wording()["holds"][name]).format(site=_place_of(player))
    if isinstance(player, Clause) and player.name not in ("mover", "next", "prev", "player"):
        return str(wording()["numbered"][name]).format(number=describe(player))
    return by_pattern(clause, "not" if name.startswith("not ") else None)


def _previous(clause: Clause) -> str:
    """Who moved before; where it was the mover, this is not the first move of the turn."""
    player = clause.arguments["player"]
    if isinstance(player, Word) and player.name == "Mover":
        return str(wording()["again"]["is Prev"])
    return by_pattern(clause)


def _not_previous(clause: Clause) -> str:
    player = clause.arguments["player"]
    if isinstance(player, Word) and player.name == "Mover":
        return str(wording()["again"]["not is Prev"])
    return by_pattern(clause, "not")


def _mapped(clause: Clause) -> str:
    """An entry of a map; where maps only give every player a site, the place of that player."""
    if not voice().maps_are_places:
        return by_pattern(clause)
    patterns = wording()["place"]["player"]
    found = [pattern_of(text).filled(clause.arguments, describe) for text in patterns]
    return next(words for words in found if words is not None)


def _hand(clause: Clause) -> str:
    """A place of a hand, which people count from 1."""
    index = clause.arguments.get("index")
    if not isinstance(index, Literal) or isinstance(index.value, bool):
        return by_pattern(clause)
    return by_pattern(replace(clause, arguments={**clause.arguments, "index": Text(str(int(index.value) + 1))}))


def _topmost(clause: Clause) -> str:
    """A piece or its owner; that of the top level of a stack by a shorter word."""
    at, level = clause.arguments.get("at"), clause.arguments.get("level")
    if at is None or not isinstance(level, Clause) or level.name != "topLevel" or level.arguments.get("at") != at:
        return by_pattern(clause)
    return str(wording()["place"][f"top {clause.name}"]).format(at=describe(named_place(at)))


def _expanded(clause: Clause) -> str:
    """A region and what lies around it; one step away is next to it, which goes without a number."""
    arguments = {name: value for name, value in clause.arguments.items() if name != "steps" or value != Literal(1)}
    return by_pattern(replace(clause, arguments=arguments))


def _without(clause: Clause) -> str:
    """A region without another one, or without a single site."""
    arguments = {name: named_place(value) for name, value in clause.arguments.items()}
    return by_pattern(replace(clause, arguments=arguments))


def _filtered(clause: Clause) -> str:
    """The sites of a region that meet a condition."""
    region, condition = clause.arguments.get("region"), clause.arguments.get("condition")
    if region is None or condition is None:
        raise Untold(clause.name)
    words = describe(region)
    listed = words.startswith(tuple(wording()["grammar"]["filtered lists"]))
    pattern = wording()["place"]["filtered"] if listed else wording()["region"]["forEach"]
    return str(pattern).format(region=words, condition=describe(condition))


def _levels(clause: Clause) -> str:
    """The levels of a stack that meet a condition."""
    with calling(level=called_now("level")):
        return by_pattern(clause)


def _patterned(clause: Clause) -> str:
    """The sites of a walk, whose steps and turns are written as in the rules."""
    steps = clause.arguments["walk"]
    assert isinstance(steps, tuple)
    walk = Text(f"“{' '.join(step.name for step in steps if isinstance(step, Word))}”")
    return by_pattern(replace(clause, arguments={**clause.arguments, "walk": walk}))


def _shade(clause: Clause) -> str:
    """The sites of a colour class, by one of them."""
    index, shades = clause.arguments["index"], voice().shades
    if not isinstance(index, Literal) or not 0 <= index.value < len(shades) or "on" in clause.arguments:
        raise Untold(clause.name)
    return str(wording()["shade"]["shade"]).format(site=shades[int(index.value)])


def _listed_sites(clause: Clause) -> str:
    """Sites that are written one by one."""
    listed = clause.arguments.get("sites", clause.arguments.get("labels"))
    if isinstance(listed, tuple) and listed:
        places = [named_place(site) for site in listed]
        on = clause.arguments.get("on")
        kind = on.name if isinstance(on, Word) and voice().elements[:1] != (on.name,) else None
        return joined(
            [coordinate(place.value, kind) if isinstance(place, Text) else describe(place) for place in places]
        )
    name, on = clause.arguments.get("name"), clause.arguments.get("on")
    if isinstance(name, Text) and isinstance(on, Word) and f"{on.name} {name.value.lower()}" in voice().coordinates:
        return coordinate(name.value, on.name)
    return by_pattern(clause)


def _coordinate_clause(clause: Clause) -> str:
    """The site with a coordinate."""
    text = clause.arguments.get("coordinate")
    return coordinate(text.value) if isinstance(text, Text) else by_pattern(clause)


def _is_word(value: Value) -> bool:
    """Whether a number was written as a word, such as ``Off``."""
    return isinstance(value, Literal) and value.written is not None


_ENDINGS = re.compile(r"\((?:(\w+)/(\w+)|(s))\)")


def _with_endings(words: str, single: bool) -> str:
    """Words about an amount, with the ending of one or of many where they have ``(s)`` or ``(is/are)``."""
    return _ENDINGS.sub(lambda found: (found[1] or "") if single else found[2] or found[3], words)


def _calculated(clause: Clause) -> str:
    """A calculation, or what it comes to where all its numbers are written down."""
    known = worked_out(clause)
    return by_pattern(clause) if known is None else describe(known)


def _occupied(clause: Clause) -> str:
    """The sites where somebody's pieces stand; those of all are the sites of any of them."""
    by = clause.arguments.get("by")
    if isinstance(by, Word) and by.name == "All":
        clause = replace(clause, arguments={**clause.arguments, "by": Word("Anybody")})
    return by_pattern(clause)


def _identified(clause: Clause) -> str:
    """A kind of piece; whose it is goes without saying where its name has the number of the owner."""
    name, who = clause.arguments.get("name"), clause.arguments.get("who")
    seat = _PLAYER.fullmatch(who.name) if isinstance(who, Word) else None
    if isinstance(name, Text) and seat is not None and name.value.endswith(seat[1]) and name.value in voice().pieces:
        return by_pattern(replace(clause, arguments={"name": name}))
    return by_pattern(clause)


_PLAYER = re.compile("P([1-9][0-9]*)")

SPECIAL: dict[tuple[str, str], Callable[[Clause], str]] = {
    ("result", "result"): _result,
    ("result", "byScore"): _by_score,
    ("region", "sites Row"): _line,
    ("region", "sites Column"): _line,
    ("bool", "and"): _joined_conditions,
    ("bool", "or"): _joined_conditions,
    ("bool", "is In"): _is_in,
    ("bool", "is Line"): _is_line,
    ("bool", "not"): _not,
    ("bool", "is Enemy"): _side,
    ("bool", "is Friend"): _side,
    ("bool", "is Prev"): _previous,
    **{("int", sign): _calculated for sign in ("+", "-", "*", "/")},
    ("int", "id"): _identified,
    ("int", "mapEntry"): _mapped,
    ("int", "coord"): _coordinate_clause,
    ("int", "handSite"): _hand,
    ("int", "what"): _topmost,
    ("int", "who"): _topmost,
    ("region", "forEach"): _filtered,
    ("region", "sites Occupied"): _occupied,
    ("region", "expand"): _expanded,
    ("region", "difference"): _without,
    ("region", "forEach Level"): _levels,
    ("region", "sites Pattern"): _patterned,
    ("region", "sites Phase"): _shade,
    ("region", "sites"): _listed_sites,
    **{("bool", sign): _comparison for sign in _OPPOSITE},
}
"""Clauses that are told otherwise than by a pattern, by what they give and by their names."""

NEGATED: dict[str, Callable[[Clause], str]] = {"is Prev": _not_previous}
"""Conditions that are told otherwise than by a pattern where they do not hold."""
