"""The set-up told in sentences: what is put where before the first turn."""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from functools import lru_cache

from apts.engine.play.game import Game
from apts.language.tree import Clause, Literal, Text, Value, Word
from apts.locales import language_of
from apts.telling import moves as _moves  # noqa: F401 - tells what can be moved
from apts.telling.outline import Item
from apts.telling.sites_of_moves import placed
from apts.telling.teller import Untold, as_code, describe, named_place, plural
from apts.telling.voice import Voice, coordinate, grammar, joined, seat_in_words, sentence, speaking, voice, wording

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
            roles = rule.arguments.get("roles")
            if isinstance(roles, tuple) and len(roles) == 1:
                pattern = "set Team of one"
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


# ----------------------------------------------------------------------------------------------------------------
# The end rules of a game as sentences: what must come about, and who wins then.


def _voice_of_ends(game: Game, language: str, mover: str) -> Voice:
    """How the ends of a game are told outside of its rules: seats by their names, where they have some."""
    language = language_of(language)
    with speaking(Voice(language=language)):
        called = {f"P{seat}": seat_in_words(game, seat) for seat in range(1, game.players + 1)}
    return Voice(
        language=language,
        seats=called | ({"Mover": mover} if mover else {}),
        has_sides=game.players > 2 or bool(game.teams),
    )


@lru_cache(maxsize=8)
def end_sentences(game: Game, language: str = "en", mover: str = "") -> Mapping[str, str]:
    """For each end rule, by the text that outcomes give as their reason, the sentence; what has no words is left out.

    ``mover`` is what to call who has just moved, as in the rules where it is empty.
    """
    clauses = [rule.rule for rule in game.end_rules]
    with speaking(_voice_of_ends(game, language, mover)):
        found = {rule.text: end_sentence(rule.rule, clauses) for rule in game.end_rules}
    return {text: words for text, words in found.items() if words is not None}


@lru_cache(maxsize=8)
def end_conditions(game: Game, language: str = "en", mover: str = "") -> Mapping[str, str]:
    """For each end rule what must come about, as it stands after ``because``; what has no words is left out.

    Where a rule does not itself say who wins, as where scores decide, that is told behind it; and so it is where two rules
    would read alike.
    """
    clauses = [rule.rule for rule in game.end_rules]
    found: dict[str, str] = {}
    with speaking(_voice_of_ends(game, language, mover)):
        for rule in game.end_rules:
            parts = _condition_and_result(rule.rule, clauses)
            if parts is not None:
                result = rule.rule.arguments.get("result")
                says_who = result is None or (isinstance(result, Clause) and result.name == "result")
                alike = says_who and grammar().smoothed(parts[0]) in found.values()
                found[rule.text] = grammar().smoothed("; ".join(parts) if alike or not says_who else parts[0])
    return found


def end_sentence(rule: Clause, rules: Sequence[Clause] = ()) -> str | None:
    """An end rule in words; ``rules`` are those that it may stand inside of, whose conditions must hold too."""
    parts = _condition_and_result(rule, rules)
    if parts is None:
        return None
    words = str(wording()["endrule"]["told"]).format(condition=parts[0], result=parts[1])
    return sentence(grammar().smoothed(words))


def _condition_and_result(rule: Clause, rules: Sequence[Clause]) -> tuple[str, str] | None:
    """What must come about, and what follows from it; None where a part has no words."""
    around = [outer for outer in rules if outer is not rule and any(part is rule for part in outer.clauses())]
    result = rule.arguments.get("result")
    try:
        conditions = [_condition(part) for part in (*around, rule)]
        ending = describe(result) if result is not None else str(wording()["endrule"]["over"])
    except Untold:
        return None
    return str(wording()["joining"]["besides"]).join(conditions), ending


def _condition(rule: Clause) -> str:
    """What must come about; of a rule about all players, for one of them."""
    words = describe(rule.arguments["condition"])
    if rule.name != "forEach":
        return words
    who = rule.arguments.get("who")
    others = isinstance(who, Word) and who.name == "NonMover"
    names = wording()["word"]
    return words.replace(str(names["Player"]), str(names["NonMover" if others else "a Player"]), 1)


def place_of_mover(rule: Clause) -> typing.Literal["first", "last"] | None:
    """The place that an end rule gives to who has just moved, where it gives one of these."""
    result = rule.arguments.get("result")
    if not isinstance(result, Clause) or result.name != "result":
        return None
    who, kind = result.arguments["who"], result.arguments["kind"]
    if not isinstance(who, Word) or not isinstance(kind, Word) or who.name != "Mover":
        return None
    return "first" if kind.name == "Win" else "last" if kind.name == "Loss" else None
