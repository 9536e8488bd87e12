"""Edits: one change of a game, as plain values that can be kept and made again."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.games.library import GameSource
from apts.language.lexemes import Collection, Form, Named, Node
from apts.language.parameters import parameters, with_parameters
from apts.language.printer import to_node
from apts.language.reading import build, read
from apts.language.signatures.matching import Matcher
from apts.language.signatures.signature import LUDEMES, Slot, SlotType
from apts.language.tree import NOWHERE, Clause, Value
from apts.variants.authored_text import ClassOrigin, Origin, TextOrigin, origin_of, text_with, without_description
from apts.variants.tree_changes import format_value, phrase, slot_called, value_at, with_inserted, with_value, written
from apts.variants.tunables import (
    ARGUMENT,
    NO_LIMITS,
    NUMBER,
    OPTION,
    TRUTH,
    Limits,
    Tunable,
    tunables_of,
    turned_by_path,
)

REMOVE, ADD, SWAP, CROSS = "remove", "add", "swap", "crossover"
VALUE_KINDS = (NUMBER, TRUTH, OPTION, ARGUMENT)
STRUCTURAL_KINDS = (REMOVE, ADD, SWAP, CROSS)


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: what kind, where, what stood there, what stands there now, and the same in words for people.

    Of ``number``, ``truth`` and ``argument`` the path is that of the parameter; of ``option`` it is the heading. Of
    structural edits it is the address of a clause (:mod:`apts.variants.tree_changes`), and before and after are rules text;
    None stands for nothing.
    """

    kind: str
    path: str
    before: int | bool | str | None
    after: int | bool | str | None
    words: str = ""

    def as_data(self) -> dict[str, Any]:
        """The edit as plain values."""
        return asdict(self)

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Edit:
        """The edit that such values stand for."""
        return Edit(data["kind"], data["path"], data["before"], data["after"], data.get("words", ""))


# ----------------------------------------------------------------------------------------------------------------
# Clauses put into typed rules, taken out and exchanged, as structural edits say it.


class DoesNotFit(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """An edit that the types of the rules do not allow."""


def with_edit(rules: Clause, edit: Edit) -> Clause:
    """The rules after a structural edit: without an ``after`` something goes, without a ``before`` something comes.

    The address of the edit is one of the rules before it.
    """
    if edit.after is None:
        value_at(rules, edit.path)  # what is not there cannot go
        return with_value(rules, edit.path, None)
    owner, slot, depth = _goal(rules, edit.path)
    value = typed_value(str(edit.after), slot, depth)
    if value is None:
        raise DoesNotFit(f"{edit.after} cannot stand at {edit.path!r} in ({owner.name})")
    if edit.before is None and depth:
        return with_inserted(rules, edit.path, value)
    return with_value(rules, edit.path, value)


def typed_value(text: str, slot: Slot, depth: int = 0) -> Value | None:
    """What a text says where a slot, or a member of its collection, wants it; None where it does not fit.

    It has no place in any text.
    """
    nodes = read(text).nodes
    if len(nodes) != 1:
        return None
    matcher = Matcher(LUDEMES)
    if not _matched(nodes[0], matcher):
        return None
    for wanted in slot.types:
        if wanted.depth >= depth:
            value = matcher.fit(nodes[0], SlotType(wanted.name, wanted.depth - depth))
            if value is not None:
                return placeless(value)
    return None


def placeless(value: Value) -> Value:
    """A value without its places in a text."""
    if isinstance(value, tuple):
        return tuple(placeless(item) for item in value)
    if isinstance(value, Clause):
        inner = {name: placeless(argument) for name, argument in value.arguments.items()}
        return replace(value, arguments=inner, position=NOWHERE)
    return replace(value, position=NOWHERE)


def _goal(rules: Clause, path: str) -> tuple[Clause, Slot, int]:
    """The clause, the slot and how deep in its collections an address leads."""
    outer, _, last = path.rpartition(".")
    owner = value_at(rules, outer) if outer else rules
    name, _, indices = last.partition("[")
    if not isinstance(owner, Clause) or name not in {slot.name for slot in owner.signature.slots}:
        raise DoesNotFit(f"there is no place {path!r} in the rules")
    return owner, slot_called(owner, name), indices.count("[") + 1 if indices else 0


def _matched(node: Node, matcher: Matcher) -> bool:
    """Decide all clauses from the inside out; False where one follows no signature."""
    if isinstance(node, Named):
        return _matched(node.value, matcher)
    if isinstance(node, Form | Collection) and not all(_matched(item, matcher) for item in node.items):
        return False
    return not isinstance(node, Form) or (node.head is not None and matcher.match(node))


# ----------------------------------------------------------------------------------------------------------------
# A variant: a game with edits, as typed rules, as text, and ready to be played.


@dataclass(frozen=True)
class Variant:
    """A game and the edits that were made to it, first ones first. Two variants with the same rules have the same key.

    Nothing is compiled before :meth:`game` is asked for. An edit that does not fit the rules raises an
    :class:`~apts.errors.AptsError` when the rules are asked for.
    """

    parent: Origin
    edits: tuple[Edit, ...] = ()

    @property
    def size(self) -> int:
        """The number of edits."""
        return len(self.edits)

    @cached_property
    def origin(self) -> Origin:
        """The parent with the options and arguments of the edits."""
        origin = self.parent
        for edit in self.edits:
            if edit.kind == OPTION and isinstance(origin, TextOrigin):
                origin = origin.with_choice(edit.path, str(edit.after))
            elif edit.kind == ARGUMENT and isinstance(origin, ClassOrigin):
                origin = ClassOrigin(origin.made_of, {**origin.arguments, edit.path: edit.after})
            elif (edit.kind == ARGUMENT) is not isinstance(origin, ClassOrigin):
                raise AptsError(f"an edit of the kind {edit.kind!r} cannot be made to this game")
        return origin

    @cached_property
    def rules(self) -> Clause:
        """The typed rules after all edits; a game from a class has none."""
        origin = self.origin
        if isinstance(origin, ClassOrigin):
            raise AptsError("a game from a class has no rules text")
        rules = origin.rules
        for edit in self.edits:
            if edit.kind != OPTION:
                rules = edited(rules, edit)
        return rules

    @cached_property
    def fits(self) -> bool:
        """Whether all edits can be made: another option can take away what an earlier edit has changed."""
        try:
            return isinstance(self.origin, ClassOrigin) or bool(self.rules.name)
        except AptsError:
            return False

    @cached_property
    def _text(self) -> str:
        rules, origin = self.rules, self.origin
        assert isinstance(origin, TextOrigin)
        return text_with(origin.text, origin.written, rules)

    def text(self) -> str:
        """The rules text with the edits in it, in the author's words and layout where the edits have a place there."""
        return self._text

    def own_text(self) -> str:
        """The text for a file or a version of its own: the author's description of the original becomes a comment.

        A line such as "four in a row win" would be wrong beside rules that were changed. Texts that are only played keep it.
        """
        origin = self.origin
        same = not self.edits and (isinstance(origin, ClassOrigin) or not origin.values)
        return self._text if same else without_description(self._text)

    def game(self) -> Game:
        """The game, ready to be played; rules that cannot be compiled raise an AptsError."""
        if isinstance(self.origin, ClassOrigin):
            return self.origin.game()
        return RulesGame(self.text(), file=self.origin.file)

    @cached_property
    def key(self) -> str:
        """The same for all variants with the same rules, however they came about."""
        if isinstance(self.origin, ClassOrigin):
            content = f"{self.origin.made_of!r} {sorted(self.origin.defaults.items())!r}"
        else:
            content = written(self.rules)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def tunables(self, limits: Limits = NO_LIMITS) -> tuple[Tunable, ...]:
        """What can be turned in it."""
        origin = self.origin
        rules = None if isinstance(origin, ClassOrigin) else self.rules
        return tunables_of(origin, rules, limits, edited=bool(self.edits))

    def edited(self, *edits: Edit) -> Variant:
        """The variant with further edits."""
        return replace(self, edits=(*self.edits, *edits))

    def lean(self) -> Variant:
        """The same rules by as few of the edits as bring them about: a later one can overwrite what an earlier one did."""
        for place in range(self.size - 1):
            fewer = replace(self, edits=self.edits[:place] + self.edits[place + 1 :])
            if fewer.fits and fewer.key == self.key:
                return fewer.lean()
        return self


def as_variant(
    source: GameSource | Variant, settings: Mapping[str, Any] | None = None, edits: Iterable[Edit] = ()
) -> Variant:
    """A game as a variant, with options and parameters by keyword as ``load`` takes them, and edits."""
    if isinstance(source, Variant):
        return source.edited(*edits)
    return Variant(origin_of(source, settings), tuple(edits))


def edited(rules: Clause, edit: Edit) -> Clause:
    """Typed rules after an edit of a number, of a truth value or of clauses."""
    if edit.kind in (NUMBER, TRUTH):
        if not isinstance(edit.after, int):
            raise AptsError(f"the parameter {edit.path!r} cannot become {edit.after!r}")
        return with_parameters(rules, dict.fromkeys(_together(rules, edit.path), edit.after))
    changed = with_edit(rules, edit)
    return build(to_node(changed))


def _together(rules: Clause, path: str) -> list[str]:
    """The paths of all parameters that the same place of the text stands for with the same value."""
    known = parameters(rules)
    own = next((one for one in known if one.path == path), None)
    if own is None or not own.position.line:
        return [path]
    return [one.path for one in known if (one.position, one.value) == (own.position, own.value)]


# ----------------------------------------------------------------------------------------------------------------
# Edits of one value: a number, a truth value, an option, or an argument of a class.

_MOST_VALUES = 24


def number_edits(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """Every number turned to every other value of its range; of long ranges to values spread over them."""
    return _edits(variant, NUMBER, limits)


def truth_edits(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """Every truth value turned over."""
    return _edits(variant, TRUTH, limits)


def option_edits(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """Every option with each of its other items."""
    return _edits(variant, OPTION, limits)


def argument_edits(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """Every argument of a class with other values."""
    return _edits(variant, ARGUMENT, limits)


def value_edits(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """All edits of one value."""
    return tuple(edit for one in variant.tunables(limits) for edit in edits_of(one))


def _edits(variant: Variant, kind: str, limits: Limits) -> tuple[Edit, ...]:
    return tuple(edit for edit in value_edits(variant, limits) if edit.kind == kind)


def random_value_edit(variant: Variant, rng: Random, kinds: frozenset[str], limits: Limits = NO_LIMITS) -> Edit | None:
    """An edit of one value: first what is turned, each with the same chance, then to what; None where nothing can be."""
    found = [one for one in variant.tunables(limits) if one.kind in kinds and one.fixed is None]
    able = [edits for one in found if (edits := list(edits_of(one)))]
    return rng.choice(rng.choice(able)) if able else None


def edits_of(one: Tunable) -> Iterator[Edit]:
    """All edits of one thing that can be turned; none where it is fixed."""
    if one.fixed is not None:
        return
    for value in other_values(one):
        yield turned(one, value)


def turned(one: Tunable, value: int | bool | str) -> Edit:
    """The edit that turns it to a value."""
    words = phrase("becomes", name=one.name, before=format_value(one.value), after=format_value(value))
    return Edit(one.kind, one.path, one.value, value, words)


def other_values(one: Tunable) -> list[int | bool | str]:
    """What it could be instead, in ascending order."""
    if one.kind == OPTION:
        return [label for label in one.labels if label != one.value]
    if isinstance(one.value, bool):
        return [not one.value]
    if one.low is None or one.high is None or isinstance(one.value, str):
        return []
    values = range(one.low, one.high + 1)
    if len(values) > _MOST_VALUES:
        steps = [round(one.low + (one.high - one.low) * number / (_MOST_VALUES - 1)) for number in range(_MOST_VALUES)]
        near = [value for value in (one.value - 1, one.value + 1) if one.low <= value <= one.high]
        return sorted({*steps, *near} - {one.value})
    return [value for value in values if value != one.value]


def study_range(value: int) -> tuple[int, int]:
    """The range of the published study for a number: from 0.2 to 1.8 times its value, in whole numbers."""
    ends = sorted((0.2 * value, 1.8 * value))
    return math.ceil(ends[0]), math.floor(ends[1])


# ----------------------------------------------------------------------------------------------------------------
# Numbers that were set beyond the range that is shown for them: possible, and perhaps not what was meant.


@dataclass(frozen=True, slots=True)
class FarValue:
    """A number that was set, and what it was set in place of."""

    path: str
    value: int
    usual: Tunable

    def __str__(self) -> str:
        words = self.usual.name
        named = f"{self.path} ({words})" if words not in (self.path, self.path.rpartition(".")[2]) else self.path
        return f"{named} is set to {self.value}, outside of the range that is shown for it, {self.usual.can_be}"


def far_values(origin: Origin) -> tuple[FarValue, ...]:
    """The numbers that were set outside of what can be, as it is shown of the game before anything is set in it.

    Numbers that are shown as fixed have no range.
    """
    if isinstance(origin, ClassOrigin):
        shown, values = tunables_of(ClassOrigin(origin.made_of)), origin.arguments
    else:
        shown, values = tunables_of(origin, origin.written), origin.values
    given = ((one, path, values.get(path)) for one in shown for path in one.paths or (one.path,))
    return tuple(
        FarValue(path, value, one) for one, path, value in given if isinstance(value, int) and _is_far(one, value)
    )


def far_among(game: Game, path: str, values: Iterable[int]) -> tuple[FarValue, ...]:
    """The same of values that a parameter of a loaded game could be set to."""
    one = turned_by_path(game)[path]
    return tuple(FarValue(path, value, one) for value in values if _is_far(one, value))


def _is_far(one: Tunable, value: int) -> bool:
    if one.low is None or one.high is None or one.fixed is not None:
        return False
    return not one.low <= value <= one.high and value != one.value
