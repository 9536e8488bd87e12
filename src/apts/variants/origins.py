"""What variants start from: a rules text with the options chosen in it, or a class with its arguments."""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.class_inputs import arguments_of, values_in_force
from apts.games.library import GameSource, game_class, load, sorted_keywords
from apts.games.library_files import library_files, library_name
from apts.games.rules_file import is_text_of_rules, rules_text
from apts.language.builder import build
from apts.language.options import Option, chosen_items
from apts.language.parameters import with_parameters
from apts.language.reading import BYTE_ORDER_MARK, options_of, rulesets_of
from apts.language.tree import Clause
from apts.variants.authored_text import with_defaults


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
