"""Rules to choose from on a page: options of the rules as menus, numbers as sliders.

Every combination is a game of its own in the file. Games that differ in numbers alone share one program, for numbers are
data of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.keywords import parameter_path
from apts.games.library import rules_game
from apts.language.options import chosen_items, keyword
from apts.variants.tunables import NUMBER, OPTION, tunable

MOST_VARIANTS = 24
"""Combinations of choices that one file has room for."""


@dataclass(frozen=True)
class RuleMenu:
    """Something to choose: its name for readers, what it is to the rules, its kind and its values; ``usual`` is a place."""

    name: str
    setting: str
    kind: str
    values: tuple[str | int, ...]
    usual: int


def menus_of_options(game: Game, fixed: Sequence[str] = ()) -> tuple[RuleMenu, ...]:
    """A menu for each option of the rules that has a choice, but not for those whose headings are named as fixed."""
    settled = {keyword(heading) for heading in fixed}
    return tuple(
        RuleMenu(option.heading, option.heading, OPTION, labels, labels.index(game.chosen[option.heading]))
        for option in game.options
        if option.keyword not in settled and len(labels := tuple(item.label for item in option.items)) > 1
    )


def menu_of_items(game: Game, setting: str, items: Sequence[str]) -> RuleMenu | None:
    """A menu of some items of an option; it begins at the one in force, or at the first. None where it is no option."""
    option = next((known for known in game.options if known.keyword == keyword(setting)), None)
    if option is None:
        return None
    heading = option.heading
    labels = tuple(dict.fromkeys(chosen_items([option], {heading: item})[heading].label for item in items))
    present = game.chosen[heading]
    return RuleMenu(heading, heading, OPTION, labels, labels.index(present) if present in labels else 0)


def number_menu(game: Game, setting: str, values: Sequence[int]) -> RuleMenu:
    """A slider for a number of the rules; it begins at the number in force, or at the first where that is left out."""
    path = parameter_path(
        setting, [known.path for known in game.parameters], [option.heading for option in game.options]
    )
    present = next(known.value for known in game.parameters if known.path == path)
    name = next((known.name for known in tunable(game) if path in (known.path, *known.paths)), setting)
    return RuleMenu(name, path, NUMBER, tuple(values), values.index(present) if present in values else 0)


def games_of(game: Game, menus: Sequence[RuleMenu]) -> list[tuple[tuple[int, ...], Game]]:
    """The game for each combination of choices, the usual one first; each with the places of its values in the menus."""
    count = prod(len(menu.values) for menu in menus)
    if count > MOST_VARIANTS:
        text = ", ".join(f"{menu.name} ({len(menu.values)})" for menu in menus)
        raise AptsError(
            f"{text} make {count} combinations, and a page has room for {MOST_VARIANTS}; "
            "choose some with --option, or publish several pages"
        )
    parts = tuple(menu.usual for menu in menus)
    others = [choice for choice in product(*(range(len(menu.values)) for menu in menus)) if choice != parts]
    return [(choice, _game_with(game, menus, choice)) for choice in (parts, *others)]


def _game_with(game: Game, menus: Sequence[RuleMenu], choice: tuple[int, ...]) -> Game:
    rules = game.from_rules
    if not menus or rules is None:
        return game
    wanted = {menu.setting: menu.values[place] for menu, place in zip(menus, choice, strict=True)}
    settings: Mapping[str, str | int] = {**game.chosen, **rules.values_set, **wanted}
    try:
        return rules_game(game.rules, rules.file, dict(settings))
    except AptsError as problem:
        text = ", ".join(f"{menu.name} {menu.values[place]}" for menu, place in zip(menus, choice, strict=True))
        raise AptsError(f"the choice of {text} is no game: {problem}") from None
