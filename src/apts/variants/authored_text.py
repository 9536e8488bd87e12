"""What variants start from: a rules text with the options chosen in it, or a class with its arguments."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.catalogue import library_files, library_name
from apts.games.library import GameSource, game_class, load, sorted_keywords
from apts.games.python_file import arguments_of, values_in_force
from apts.games.rules_file import is_text_of_rules, rules_text
from apts.language.lexemes import (
    ATOM,
    CLOSERS,
    COLON,
    LEFT_BRACE,
    OPEN,
    STRING,
    Lexeme,
    cut_clauses,
    lexemes_of,
    matching,
)
from apts.language.options import Option, chosen_items
from apts.language.parameters import with_parameters
from apts.language.printer import to_node, to_text
from apts.language.reading import BYTE_ORDER_MARK, build, options_of, rulesets_of
from apts.language.tree import NOWHERE, Clause, TextPlace, Value
from apts.variants.tree_changes import ADDED, REMOVED, Change, changes, same_rules


@dataclass(frozen=True)
class TextOrigin:
    """A rules text in which the chosen items of its options are the defaults, and parameters that were set."""

    text: str
    file: str = "<rules>"
    values: Mapping[str, int | bool] = field(default_factory=dict)

    @cached_property
    def written(self) -> Clause:
        """The typed rules as the text has them."""
        return build(self.text, file=self.file)

    @cached_property
    def rules(self) -> Clause:
        """The typed rules with the values that were set."""
        return with_parameters(self.written, self.values) if self.values else self.written

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options of the text; the default of each is the item in force."""
        return options_of(self.text, file=self.file)

    def with_choice(self, heading: str, label: str) -> TextOrigin:
        """The same with another item of an option."""
        return TextOrigin(with_defaults(self.text, {heading: label}), self.file, self.values)


@dataclass(frozen=True)
class ClassOrigin:
    """A game from a class, and the arguments that its constructor gets; or a game that is made already."""

    made_of: Any
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def game(self) -> Game:
        """The game itself."""
        return load(self.made_of, **self.arguments)

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """What can be set, with the values in force; empty for an object of which nobody knows how it was made."""
        if not inspect.isclass(self.made_of):
            return {}
        return values_in_force(self.made_of, self.arguments)


Origin = TextOrigin | ClassOrigin


def origin_of(source: GameSource, settings: Mapping[str, Any] | None = None) -> Origin:
    """What a game is made of, with options and parameters by keyword as ``load`` takes them."""
    keywords = dict(settings or {})
    if isinstance(source, Game):
        return _origin_of_game(source, keywords)
    if not isinstance(source, str | os.PathLike):
        return _class_origin(source, keywords)
    if isinstance(source, str) and is_text_of_rules(source):
        return text_origin(source, "<rules>", keywords)
    path = _path_of(source)
    if path is None:
        return _class_origin(game_class(source), keywords)
    if path.suffix == ".py":
        return _class_origin(game_class(path), keywords)
    return text_origin(rules_text(path), path.name, keywords)


def text_origin(text: str, file: str, settings: Mapping[str, Any]) -> TextOrigin:
    """A rules text with options, ruleset and parameters by keyword."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    choice, ruleset, values = sorted_keywords(text, file, dict(settings))
    options = options_of(text, file=file)
    items = chosen_items(options, choice, rulesets_of(text, file=file), ruleset)
    changed = {
        option.heading: items[option.heading].label
        for option in options
        if items[option.heading].label != option.default.label
    }
    return TextOrigin(with_defaults(text, changed), file, values)


def _path_of(source: str | os.PathLike[str]) -> Path | None:
    """The file of a game; None for a name that a plug-in brought."""
    path = Path(source)
    if path.suffix in (".lud", ".py") or not isinstance(source, str) or os.sep in source:
        return path
    return library_files().get(library_name(source))


def _class_origin(made_of: Any, settings: dict[str, Any]) -> Origin:
    if not inspect.isclass(made_of):
        return _origin_of_game(load(made_of, **settings), {})
    origin = ClassOrigin(made_of, settings)
    origin.game()  # a wrong argument is told at once
    return origin


def _origin_of_game(game: Game, settings: dict[str, Any]) -> Origin:
    if settings:
        raise AptsError(f"{', '.join(settings)} cannot be set: {game.name} was loaded already")
    rules = game.from_rules
    if rules is not None:
        return text_origin(rules.rules, rules.file, {**rules.chosen, **rules.values_set})
    arguments = arguments_of(game)
    return ClassOrigin(game) if arguments is None else ClassOrigin(type(game.definition), arguments)


# ----------------------------------------------------------------------------------------------------------------
# Changed rules in the words of their author: the text is kept, with its comments and layout, and changed in its
# places.
#
# A number is exchanged where it stands, a clause from bracket to bracket. Where that cannot be said in the text
# as it is, because a define is used at several places of which one changes, the rules are printed without defines
# and options.

# ----------------------------------------------------------------------------------------------------------------
# Pieces of a text by their offsets, and texts with some pieces replaced.


@dataclass(frozen=True, slots=True, order=True)
class Replacement:
    """A piece of a text, from one offset up to another, and what stands there instead."""

    start: int
    end: int
    text: str


@lru_cache(maxsize=8)
def lexemes_in(text: str) -> tuple[Lexeme, ...]:
    """The lexemes of a text, kept while many edits of one text are made."""
    return tuple(lexemes_of(text, ""))


class TextLines:
    """Offsets in a text from lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        for index, sign in enumerate(text):
            if sign == "\n":
                self._starts.append(index + 1)

    def offset(self, place: TextPlace) -> int:
        """The offset of a place; lines and columns count from 1."""
        return self._starts[place.line - 1] + place.column - 1

    def start(self, lexeme: Lexeme) -> int:
        """Where a lexeme begins."""
        return self.offset(lexeme.position)

    def end(self, lexeme: Lexeme) -> int:
        """Where a lexeme is over."""
        return self.start(lexeme) + len(lexeme.text)


def replaced(text: str, changes: Iterable[Replacement]) -> str:
    """The text with its pieces replaced; equal changes count once, those that overlap raise a ValueError."""
    parts: list[str] = []
    index = 0
    for change in sorted(dict.fromkeys(changes)):
        if change.start < index:
            raise ValueError("two changes of a text overlap")
        parts.append(text[index : change.start])
        parts.append(change.text)
        index = change.end
    parts.append(text[index:])
    return "".join(parts)


# ----------------------------------------------------------------------------------------------------------------
# Options where they stand in a text: which item has the star, and items that are added.


@dataclass(frozen=True, slots=True)
class ItemPlace:
    """An item of an option in its text: from its bracket to the end of its stars.

    The offsets of a description that it does not have are both those of its closing bracket.
    """

    heading: str
    label: str
    start: int
    body_end: int
    end: int
    label_start: int
    label_end: int
    description_start: int
    description_end: int


def item_places(text: str) -> list[ItemPlace]:
    """All items of all options of a text whose brackets balance."""
    lexemes = lexemes_in(text)
    lines = TextLines(text)
    found: list[ItemPlace] = []
    for index in _clauses(lexemes, "option"):
        heading = lexemes[index + 2].text[1:-1]
        end = matching(lexemes, index)
        found.extend(
            _item_place(heading, lexemes, inner, lines) for inner in _clauses(lexemes, "item") if index < inner < end
        )
    return found


def with_defaults(text: str, labels: Mapping[str, str]) -> str:
    """The text with the star at these labels, by heading."""
    changes: list[Replacement] = []
    for place in item_places(text):
        if place.heading in labels:
            star = "*" if place.label == labels[place.heading] else ""
            changes.append(Replacement(place.body_end, place.end, star))
    return replaced(text, changes)


def _clauses(lexemes: Sequence[Lexeme], head: str) -> list[int]:
    """Where the clauses of a head begin that have a text as first argument."""
    return [
        index
        for index in range(len(lexemes) - 2)
        if lexemes[index].kind == OPEN
        and (lexemes[index + 1].kind, lexemes[index + 1].text) == (ATOM, head)
        and lexemes[index + 2].kind == STRING
    ]


def _item_place(heading: str, lexemes: Sequence[Lexeme], index: int, lines: TextLines) -> ItemPlace:
    label = lexemes[index + 2]
    last = matching(lexemes, index)
    body_end = lines.end(lexemes[last])
    described = lexemes[last - 1].kind == STRING and last - 1 > index + 2
    after = last
    while after + 1 < len(lexemes) and lexemes[after + 1].kind == ATOM and set(lexemes[after + 1].text) == {"*"}:
        after += 1
    return ItemPlace(
        heading,
        label.text[1:-1],
        lines.start(lexemes[index]),
        body_end,
        lines.end(lexemes[after]),
        lines.start(label),
        lines.end(label),
        lines.start(lexemes[last - 1]) if described else body_end - 1,
        lines.end(lexemes[last - 1]) if described else body_end - 1,
    )


_WIDTH = 100

_DESCRIBING = ("description", "rules")
"""The parts of metadata that say in words how a game goes."""


class NotInTheText(Exception):
    """A change that has no place in the text as it is written."""


def text_with(text: str, written: Clause, wanted: Clause) -> str:
    """The text changed so that it reads as the wanted rules; ``written`` is what it reads as now."""
    if same_rules(written, wanted):
        return text
    try:
        kept = _Author(text).changed(changes(written, wanted, in_text=True))
        if same_rules(build(kept), wanted):
            return kept
    except (NotInTheText, ValueError, AptsError):
        pass
    return printed(text, wanted)


def printed(text: str, rules: Clause) -> str:
    """The rules without defines and options, below the comment that the text begins with and above its metadata."""
    lexemes = lexemes_in(text)
    lines = TextLines(text)
    comment = text[: lines.start(lexemes[0])].strip()
    metadata = [text[lines.start(found[0]) : lines.end(found[-1])] for found in cut_clauses(lexemes, "metadata")[1]]
    return "\n\n".join(part for part in (comment, to_text(rules, _WIDTH), *metadata) if part) + "\n"


def without_description(text: str) -> str:
    """The text with what its metadata say of the game turned into comments, which say that they are of the original."""
    lexemes, lines = lexemes_in(text), TextLines(text)
    edits = []
    for metadata in cut_clauses(lexemes, "metadata")[1]:
        for head in _DESCRIBING:
            for clause in cut_clauses(metadata, head)[1]:
                start, end = lines.start(clause[0]), lines.end(clause[-1])
                line = text[text.rfind("\n", 0, start) + 1 : start]
                indent = line[: len(line) - len(line.lstrip())]
                sentence = " ".join(one.text[1:-1] for one in clause if one.kind == STRING)
                following = f"\n{indent}" if text[end:].partition("\n")[0].strip() else ""
                edits.append(Replacement(start, end, f"// {head} of the original: {sentence}{following}"))
    return replaced(text, edits)


class _Author:
    """Finds the places of changes in a text and makes them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = TextLines(text)
        self._lexemes = lexemes_in(text)
        self._index = {(one.position.line, one.position.column): number for number, one in enumerate(self._lexemes)}

    def changed(self, found: Iterable[Change]) -> str:
        """The text with all changes made; NotInTheText where one has no place."""
        edits = [edit for change in found for edit in self._edits(change)]
        return replaced(self._text, self._beside_items(dict.fromkeys(edits)))

    def _edits(self, change: Change) -> list[Replacement]:
        if change.kind == ADDED and change.after is not None:
            return [self._insertion(change, change.after)]
        if change.before is None:
            raise NotInTheText
        start, end = self._span(change.before)
        if change.kind == REMOVED:
            return [self._cut(self._before_label(start, change), end)]
        assert change.after is not None
        return [Replacement(start, end, self._layout(change.after, start))]

    def _insertion(self, change: Change, value: Value) -> Replacement:
        label = f"{change.slot.label}:" if change.slot.label and not change.in_collection else ""
        if change.in_collection and change.after_member is not None:
            end = self._span(change.after_member)[1]
            return Replacement(end, end, self._beside(change.after_member, value))
        if change.in_collection and change.before_member is not None:
            start = self._span(change.before_member)[0]
            return Replacement(start, start, self._layout(value, start) + self._gap(start))
        owner = change.around_before[-1]
        following = self._following(owner, change.slot.name)
        if following is not None:
            start = self._before_label_of(self._span(following)[0])
            return Replacement(start, start, f"{label}{self._layout(value, start)} ")
        end = self._span(owner)[1] - 1
        kept = len(self._text[:end].rstrip())
        return Replacement(kept, kept, f" {label}{self._layout(value, kept)}")

    def _beside(self, member: Value, value: Value) -> str:
        """A new member after another one: on a line of its own where that one has one."""
        start = self._span(member)[0]
        return self._gap(start) + self._layout(value, start)

    def _gap(self, start: int) -> str:
        line_start = self._text.rfind("\n", 0, start) + 1
        before = self._text[line_start:start]
        return "\n" + before if before.strip() == "" and line_start > 0 else " "

    @staticmethod
    def _following(owner: Clause, slot: str) -> Value | None:
        """The argument that is written after a slot that is empty."""
        names = list(dict.fromkeys(known.name for known in owner.signature.slots))
        later = [owner.arguments[name] for name in names[names.index(slot) + 1 :] if name in owner.arguments]
        return later[0] if later else None

    def _span(self, value: Value) -> tuple[int, int]:
        """From where to where a value is written."""
        number = self._number(value)
        if isinstance(value, tuple):
            number -= 1
            if number < 0 or self._lexemes[number].kind != LEFT_BRACE:
                raise NotInTheText
        lexeme = self._lexemes[number]
        if isinstance(value, Clause | tuple):
            if lexeme.kind not in CLOSERS:
                raise NotInTheText
            return self._lines.start(lexeme), self._lines.end(self._lexemes[matching(self._lexemes, number)])
        following = self._lexemes[number + 1] if number + 1 < len(self._lexemes) else None
        if lexeme.kind in CLOSERS or (lexeme.kind == ATOM and following is not None and _touches(following)):
            raise NotInTheText
        if to_text(to_node(value)).casefold() != lexeme.text.casefold():
            raise NotInTheText  # a part of a range, or a word put together from several
        return self._lines.start(lexeme), self._lines.end(lexeme)

    def _number(self, value: Value) -> int:
        """The number of the lexeme with which a value begins; of a collection that of its first member."""
        if isinstance(value, tuple):
            if not value or isinstance(value[0], tuple):
                raise NotInTheText
            return self._number(value[0])
        place = value.position
        if place == NOWHERE or (place.line, place.column) not in self._index:
            raise NotInTheText
        return self._index[place.line, place.column]

    def _before_label(self, start: int, change: Change) -> int:
        return start if change.in_collection or change.slot.label is None else self._before_label_of(start)

    def _before_label_of(self, start: int) -> int:
        """Where the label of the argument begins that stands at an offset; the offset itself where there is none."""
        before = self._text[:start]
        if not before.endswith(":"):
            return start
        word = before[:-1]
        while word and (word[-1].isalnum() or word[-1] in "_-"):
            word = word[:-1]
        return len(word)

    def _cut(self, start: int, end: int) -> Replacement:
        """Take a piece out with the blanks before it."""
        return Replacement(len(self._text[:start].rstrip(" \t\n")), end, "")

    def _layout(self, value: Value, start: int) -> str:
        """A value as text, indented as the line on which it stands."""
        line_start = self._text.rfind("\n", 0, start) + 1
        line = self._text[line_start:start]
        indent = len(line) - len(line.lstrip())
        lines = to_text(to_node(value), max(40, _WIDTH - indent)).splitlines()
        return ("\n" + " " * indent).join(lines)

    def _beside_items(self, edits: Iterable[Replacement]) -> list[Replacement]:
        """Edits inside an item of an option are made in a new item beside it, which becomes the default."""
        result: list[Replacement] = []
        inside: dict[ItemPlace, list[Replacement]] = {}
        places = item_places(self._text)
        for edit in edits:
            item = next((one for one in places if one.start <= edit.start and edit.end <= one.body_end), None)
            if item is None:
                result.append(edit)
            else:
                inside.setdefault(item, []).append(edit)
        for item, within in inside.items():
            result.extend(self._new_item(item, within, places))
        return result

    def _new_item(
        self, item: ItemPlace, within: Sequence[Replacement], places: Sequence[ItemPlace]
    ) -> Iterable[Replacement]:
        known = {place.label for place in places if place.heading == item.heading}
        label = next(name for number in range(1, 1000) if (name := _changed_label(item.label, number)) not in known)
        shifted = [Replacement(one.start - item.start, one.end - item.start, one.text) for one in within]
        naming = [Replacement(item.label_start - item.start, item.label_end - item.start, f'"{label}"')]
        if item.description_end > item.description_start:
            text = f'"As {item.label}, changed."'
            naming.append(Replacement(item.description_start - item.start, item.description_end - item.start, text))
        body = replaced(self._text[item.start : item.body_end], [*shifted, *naming])
        for place in places:
            if place.heading == item.heading and place != item and place.end > place.body_end:
                yield Replacement(place.body_end, place.end, "")
        yield Replacement(item.body_end, item.end, self._gap(item.start) + body + "*")


def _changed_label(label: str, number: int) -> str:
    return f"{label} changed" if number == 1 else f"{label} changed {number}"


def _touches(lexeme: Lexeme) -> bool:
    return lexeme.glued and lexeme.kind in (ATOM, COLON)
