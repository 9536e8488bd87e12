"""``apts check``: is a rules file in order?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import ANY_SEED, CHECKED_MATCHES, JSON, OPTIONS, PLUGINS, RANDOM_MATCHES, RULES_FILE, SETTINGS
from apts.cli.error_boundary import INTERNAL_ERROR
from apts.cli.settings import counted, keywords_of, print_json, print_out_of_range
from apts.errors import AptsError, InternalError

if TYPE_CHECKING:
    from apts.engine.lints.random_course import RandomCourse
    from apts.games.checking import Checked

_MOST_NOTES = 5


def check(
    file: RULES_FILE,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with status 1 if there is any warning.")] = False,
    matches: RANDOM_MATCHES = CHECKED_MATCHES,
    seed: ANY_SEED = 0,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Check a rules file: report every mistake with its place, and warn about rules that are probably not intended."""
    from apts.games.checked_data import checked_data, mistakes_data
    from apts.games.checking import check as checked_game

    try:
        found = checked_game(Path(file), keywords_of(option, set_), matches=matches, seed=seed)
    except AptsError as error:
        if not json:
            raise
        print_json({"ok": False, "message": str(error), "problems": mistakes_data(error)})
        sys.exit(INTERNAL_ERROR if isinstance(error, InternalError) else 1)
    if set_:
        print_out_of_range(found.game)
    if json:
        print_json({"ok": True, **checked_data(found)})
    else:
        print("\n".join(check_lines(found)))
    if strict and found.warnings:
        sys.exit(1)


def check_lines(found: Checked) -> Iterator[str]:
    """What people read of a game without mistakes."""
    from apts.engine.play_continues import announcement
    from apts.games.class_arguments import count_of_parameters

    game = found.game
    counts = {
        "player": game.players,
        "first move": len(game.start().moves()),
        "parameter": count_of_parameters(game),
        "option": len(game.options),
    }
    yield f"ok: {game.name}, {', '.join(counted(count, word) for word, count in counts.items())}"
    if game.chosen:
        yield f"checked with {', '.join(f'{heading}/{label}' for heading, label in game.chosen.items())}"
    if (plays_on := announcement(game)) is not None:
        yield plays_on
    if game.notice is not None:
        yield f"Note: {game.notice}"
    yield from map(str, found.warnings)
    yield from map(str, found.notes[:_MOST_NOTES])
    if (more := len(found.notes) - _MOST_NOTES) > 0:
        yield f"... and {counted(more, 'more note')}; apts check --json has all"
    yield _describe_matches(found.lints.course)
    if found.warnings:
        yield counted(len(found.warnings), "warning")


def _describe_matches(course: RandomCourse) -> str:
    played = course.playouts.count
    if not played and course.left_at:
        return f"looked at the first {counted(course.left_at, 'move')} of a random match: the game is slow"
    text = f"looked at {played:,} random {'match' if played == 1 else 'matches'}"
    if played >= course.wanted or course.failure is not None:
        return text
    why = "the game is slow" if course.hurried else "they are long"
    return f"{text}, fewer than {course.wanted:,}: {why}"
