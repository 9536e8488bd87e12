"""Effects that happen together, of which one reads what another changes: it reads the value from before all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from apts.engine.lints.lint import Lint, LintSource
from apts.language.printer import to_node, to_text
from apts.language.tree import Clause, Literal, Value, Word

Key = tuple[str, str]
"""What is written or read: its kind, and whose or where as it is written, if that matters."""

_WIDEST = 40
_DICE, _PIECES, _SITE = "dice", "pieces", "site"

_WRITTEN: Mapping[str, tuple[str, str | None, str | None]] = {
    "roll": (_DICE, None, None),
    "addScore": ("score", "who", None),
    "set Score": ("score", "who", "amount"),
    "set Var": ("variable", "name", "amount"),
    "set Counter": ("counter", None, "amount"),
    "set State": ("state", "at", "amount"),
    "set Count": ("count", "at", "amount"),
    "set Value": ("value", "at", "amount"),
    "set Pending": ("pending", None, None),
    "set NextPlayer": ("next player", None, None),
    "trigger": ("event", "event", None),
    "remember Value": ("remembered", "name", None),
    "forget Value": ("remembered", "name", None),
    "flip": ("state", "site", None),
    "add": (_PIECES, None, None),
    "remove": (_PIECES, None, None),
}
"""Effects by their names: the kind of thing that they change, the arguments that say which one, and to what."""

_READ: Mapping[str, tuple[str, str | None]] = {
    "count Pips": (_DICE, None),
    "face": (_DICE, None),
    "all DiceEqual": (_DICE, None),
    "is AnyDie": (_DICE, None),
    "score": ("score", "who"),
    "var": ("variable", "name"),
    "counter": ("counter", None),
    "state": ("state", "at"),
    "count": ("count", "at"),
    "value Piece": ("value", "at"),
    "value Player": ("player value", "who"),
    "is Pending": ("pending", None),
    "value Pending": ("pending", None),
    "sites Pending": ("pending", None),
    "next": ("next player", None),
    "is Next": ("next player", None),
    "is Triggered": ("event", "event"),
    "values Remembered": ("remembered", "name"),
    "is Empty": (_SITE, "site"),
    "is Occupied": (_SITE, "site"),
    "what": (_SITE, "at"),
    "who": (_SITE, "at"),
    "no Pieces": (_PIECES, None),
    "count Pieces": (_PIECES, None),
}
"""Numbers and conditions by their names: the kind of thing that they read, and which one."""

_WHERE: Mapping[str, str] = {"remove": "where", "add": "to"}
"""Effects that change what stands on a site, with the argument that says on which."""

_LOOPS = ("(site)", "(level)", "(value)", "(player)")
"""What has another value in every round of a loop, so that the same words in two parts may mean two things."""


@dataclass(frozen=True)
class EarlierValue:
    """A clause that reads what an earlier part of the same ``(and ..)`` changes, and the effect that changes it."""

    reader: Clause
    effect: Clause

    @property
    def kind(self) -> str:
        """The kind of thing that is read: ``dice``, ``score``, ``variable``, ``pieces`` ..."""
        return _READ[self.reader.name][0]


def earlier_values(group: Clause) -> Iterator[EarlierValue]:
    """What the parts of an ``(and ..)`` of effects read as it was before the parts in front of them.

    Two parts that exchange what each of them changes are meant so.
    """
    if group.name != "and" or group.signature.result != "moves":
        return
    changed: dict[Key, Clause] = {}
    for part in _parts(group):
        inside = list(_at_once(part))
        written = {key: clause for clause in inside for key in _written(clause)}
        for reader in inside:
            effect = next((changed[key] for key in _read(reader) if key in changed), None)
            if effect is not None and not any(written.keys() & _read(clause) for clause in _at_once(effect)):
                yield EarlierValue(reader, effect)
        changed = {**written, **changed}


def effects_of_one_moment(margin: LintSource, rules: Clause) -> Iterator[Lint]:
    """A doubt for each part of an ``(and ..)`` that reads what a part before it changes: a warning where dice are thrown."""
    for group in rules.clauses():
        for found in earlier_values(group):
            reader, effect = _short(found.reader), _short(found.effect)
            message = (
                f"{reader} is read as it is before {effect}, because the parts of an (and ..) happen together; "
                f"what follows {effect} belongs into its (then ..), or both into a (seq {{..}})"
            )
            grave = found.effect.name == "roll"  # of a number people may well mean the one from before
            yield margin.lint("earlier-value", found.reader.position, message, grave=grave)


def _parts(group: Clause) -> tuple[Value, ...]:
    listed = group.arguments.get("list")
    if isinstance(listed, tuple):
        return listed
    return tuple(group.arguments[slot] for slot in ("first", "second") if slot in group.arguments)


def _at_once(value: Value) -> Iterator[Clause]:
    """The clauses of a value, without those of consequences, which come later."""
    if isinstance(value, tuple):
        for item in value:
            yield from _at_once(item)
    elif isinstance(value, Clause):
        yield value
        for slot, argument in value.arguments.items():
            if slot != "then":
                yield from _at_once(argument)


def _written(effect: Clause) -> set[Key]:
    """What an effect changes, unless it sets a number that is written down: nobody would read that afterwards."""
    if effect.signature.result != "moves" or effect.name not in _WRITTEN:
        return set()
    kind, which, amount = _WRITTEN[effect.name]
    if amount is not None and isinstance(effect.arguments.get(amount), Literal):
        return set()
    if effect.name == "set Value" and "who" in effect.arguments:
        kind, which = "player value", "who"
    found = _key(effect, kind, which)
    if effect.name in _WHERE:
        found |= _key(effect, _SITE, _WHERE[effect.name])
    return found


def _read(reader: Clause) -> set[Key]:
    """What a number or a condition reads, if an effect can change it; pieces only where all of a player are counted."""
    if reader.signature.result == "moves" or reader.name not in _READ:
        return set()
    kind, which = _READ[reader.name]
    counts_some = kind == _PIECES and any(not isinstance(value, Word) for value in reader.arguments.values())
    return set() if counts_some else _key(reader, kind, which)


def _key(clause: Clause, kind: str, slot: str | None) -> set[Key]:
    value = None if slot is None else clause.arguments.get(slot)
    if isinstance(value, Clause) and value.name == "to":  # the (to ..) of a move around the place itself
        value = value.arguments.get("where", value)
    written = "" if value is None else to_text(to_node(value))
    return set() if any(word in written for word in _LOOPS) else {(kind, written)}


def _short(clause: Clause) -> str:
    text = " ".join(to_text(clause).split())
    return text if len(text) <= _WIDEST else f"({clause.name} ..)"
