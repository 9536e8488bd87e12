"""How two sets of rules differ, told rule by rule and not line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from apts.errors import AptsError
from apts.games.library import GameSource
from apts.language.tree import NOWHERE, Clause, Literal, Text, TextPlace, Value
from apts.locales import language_of
from apts.playtest.comparing.compare import RunComparison, SettingChange, chosen_changes, player_changes, text_lines
from apts.telling.voice import Voice, speaking
from apts.variants.authored_text import ClassOrigin, TextOrigin
from apts.variants.tree_changes import (
    ADDED,
    CHANGED,
    MOVED,
    REMOVED,
    Change,
    SlotPlace,
    changes,
    in_words,
    noun_for,
    phrase,
    quoted,
    written,
)
from apts.variants.tunables import ARGUMENT, OPTION, meaning_of
from apts.variants.variant import Variant, as_variant

_SHORT = 90
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: what kind (``changed``, ``added``, ``removed``, ``moved``, ``option``, ``argument``), in words, and
    the rule on each side with its place; None where a side has none. ``times`` says at how many places it holds."""

    kind: str
    words: str
    before: str | None = None
    after: str | None = None
    place_before: TextPlace | None = None
    place_after: TextPlace | None = None
    times: int = 1

    def lines(self, places: str = " (at {times} places)", where: str = "{file}, line {line}: ") -> list[str]:
        """The difference for a terminal: in words, then the rule on each side with its place.

        ``places`` and ``where`` are the patterns of another language.
        """
        lines = [f"* {self.words}" + (places.format(times=self.times) if self.times > 1 else "")]
        if self.kind in (OPTION, ARGUMENT):
            return lines
        for sign, text, place in (("-", self.before, self.place_before), ("+", self.after, self.place_after)):
            if text is not None:
                at = "" if place is None else where.format(file=place.file, line=place.line)
                lines.append(f"  {sign} {at}{text if len(text) <= _LONGEST else text[: _LONGEST - 2] + '..'}")
        return lines

    def as_data(self) -> dict[str, Any]:
        """The difference as plain values."""
        sides = (("before", self.before, self.place_before), ("after", self.after, self.place_after))
        data = {name: None if text is None else _side(text, place) for name, text, place in sides}
        return {"kind": self.kind, "words": self.words, "times": self.times, **data}


def _side(text: str, place: TextPlace | None) -> dict[str, Any]:
    where = {} if place is None else {"file": place.file, "line": place.line, "column": place.column}
    return {"rule": text, **where}


def difference(first: GameSource | Variant, second: GameSource | Variant) -> tuple[Difference, ...]:
    """What differs from the first game to the second, in the order of the rules; empty for rules that say the same."""
    a, b = as_variant(first), as_variant(second)
    if isinstance(a.origin, ClassOrigin) and isinstance(b.origin, ClassOrigin):
        return _of_arguments(a.origin, b.origin)
    for side in (a.origin, b.origin):
        if isinstance(side, ClassOrigin):
            raise AptsError(f"{side.game().name} is a Python class, which has no rules text to compare")
    return (*_of_options(a, b), *rules_difference(a.rules, b.rules))


def rules_difference(first: Clause, second: Clause) -> tuple[Difference, ...]:
    """The same of typed rules."""
    found: dict[object, Difference] = {}
    for change in changes(first, second):
        one = _difference(change)
        # What a define says at several places is one difference; two words that are added to one clause are two.
        values = tuple(None if value is None else written(value) for value in (change.before, change.after))
        key = (one.kind, one.before, one.after, one.place_before, one.place_after, values)
        found[key] = replace(found[key], times=found[key].times + 1) if key in found else one
    return tuple(found.values())


def differences_in(language: str, first: GameSource | Variant, second: GameSource | Variant) -> tuple[Difference, ...]:
    """The differences, told in a language."""
    with speaking(Voice(language=language_of(language))):
        return difference(first, second)


def edits_in(language: str, variant: Variant) -> tuple[str, ...]:
    """The edits of a variant in words of a language, one text for each: what differs from the variant before it."""
    if language_of(language) == Voice.language:
        return tuple(edit.words for edit in variant.edits)
    parts = []
    for number, edit in enumerate(variant.edits):
        before, after = (Variant(variant.parent, variant.edits[: number + more]) for more in (0, 1))
        try:
            words = "; ".join(one.words for one in differences_in(language, before, after))
        except AptsError:  # an option that is chosen later may take away what the edit is about
            words = ""
        parts.append(words or edit.words)
    return tuple(parts)


def _of_arguments(a: ClassOrigin, b: ClassOrigin) -> tuple[Difference, ...]:
    if a.made_of is not b.made_of and type(a.made_of) is not type(b.made_of):
        names = " and ".join(side.game().name for side in (a, b))
        raise AptsError(f"{names} are different Python classes, which have no rules text to compare")
    if a.made_of is not b.made_of:
        raise AptsError(f"{a.game().name} and {b.game().name} are Python classes, which have no rules text to compare")
    return tuple(
        Difference(
            ARGUMENT,
            phrase("becomes", name=name, before=str(a.defaults[name]), after=str(value)),
            repr(a.defaults[name]),
            repr(value),
        )
        for name, value in b.defaults.items()
        if a.defaults[name] != value
    )


def _of_options(a: Variant, b: Variant) -> list[Difference]:
    """Options that both offer with the same items, and that are chosen differently."""
    assert isinstance(a.origin, TextOrigin)
    assert isinstance(b.origin, TextOrigin)
    first = {option.heading: option for option in a.origin.options}
    found = []
    for option in b.origin.options:
        other, label = first.get(option.heading), option.default.label
        if other is not None and other.default.label != label in {item.label for item in other.items}:
            words = phrase("option_becomes", name=option.heading, before=other.default.label, after=label)
            found.append(Difference(OPTION, words, other.default.label, label))
    return found


def _difference(change: Change) -> Difference:
    before = None if change.before is None else _shown(change.before, change.around_before)
    after = None if change.after is None else _shown(change.after, change.around_after)
    return Difference(
        change.kind,
        _words(change),
        before,
        after,
        None if change.before is None else _place(change.before, change.around_before),
        None if change.after is None else _place(change.after, change.around_after),
    )


def _words(change: Change) -> str:
    owner = change.around_before[-1]
    if change.address == "name" and isinstance(change.before, Text) and isinstance(change.after, Text):
        return phrase("becomes", name=phrase("game_name"), before=change.before.value, after=change.after.value)
    if change.kind == CHANGED and isinstance(change.before, Literal) and isinstance(change.after, Literal):
        meaning = meaning_of(SlotPlace(change.address, change.before, change.around_before, change.slot, 0))
        return phrase("becomes", name=meaning.words, before=in_words(change.before), after=in_words(change.after))
    value = change.before if change.before is not None else change.after
    assert value is not None
    name = noun_for(value, owner, change.slot.name)
    if change.kind in (ADDED, REMOVED, MOVED):
        verb = {ADDED: "adds", REMOVED: "removes", MOVED: "moves"}[change.kind]
        return phrase(verb, name=name, value=in_words(value))
    assert change.after is not None
    return phrase("replaces", name=name, before=quoted(value), after=quoted(change.after))


def _shown(value: Value, around: Sequence[Clause]) -> str:
    """The rule that holds a value: for a number or a word the clause around it, where that is short."""
    if not isinstance(value, Clause) and len(written(around[-1])) <= _SHORT:
        return written(around[-1])
    return written(value)


def _place(value: Value, around: Sequence[Clause]) -> TextPlace | None:
    """Where a value stands; where it has no place of its own, the innermost clause around it that has one."""
    first = value[0] if isinstance(value, tuple) and value else value
    own = NOWHERE if isinstance(first, tuple) else first.position
    places = [own, *(clause.position for clause in reversed(around))]
    return next((place for place in places if place.line), None)


# ----------------------------------------------------------------------------------------------------------------
# What differs in the rules of two runs that are compared, told rule by rule where both have rules text.


@dataclass(frozen=True)
class ComparedRules:
    """What differs from A to B.

    ``differences`` are of rules, options and parameters. Where games cannot be read side by side, ``lines`` are those of
    their texts that differ, and options and parameters are among the ``settings``, with agents and seeds. ``text_only``
    tells that two texts say the same.
    """

    differences: tuple[Difference, ...] = ()
    lines: tuple[str, ...] = ()
    settings: tuple[SettingChange, ...] = ()
    text_only: bool = False

    @property
    def is_same(self) -> bool:
        """Whether nothing differs at all."""
        return not (self.differences or self.lines or self.settings or self.text_only)


def compared_rules(comparison: RunComparison, language: str = "en") -> ComparedRules:
    """How the rules of both sides differ, in words of a language, then agents and seeds."""
    a, b = comparison.a, comparison.b
    lines, players = text_lines(a.manifest, b.manifest), player_changes(a.manifest, b.manifest)
    chosen = chosen_changes(a.manifest, b.manifest)
    if not lines and not chosen:
        return ComparedRules(settings=players)
    if a.game is None or b.game is None:
        return ComparedRules(lines=lines, settings=(*chosen, *players))
    try:
        found = differences_in(language, a.game, b.game)
    except AptsError:  # classes have no rules to read side by side
        return ComparedRules(lines=lines, settings=(*chosen, *players))
    return ComparedRules(tuple(map(_by_letters, found)), settings=players, text_only=not found)


def _by_letters(one: Difference) -> Difference:
    """The places in the texts of A and B, whose files may be gone since a run was stored."""
    before, after = one.place_before, one.place_after
    return replace(
        one,
        place_before=None if before is None else before._replace(file="A"),
        place_after=None if after is None else after._replace(file="B"),
    )
