"""``apts new``, ``check``, ``watch``, ``diff`` and ``parameters``: what is asked while rules are written."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from apts.cli.arguments import (
    ANY_SEED,
    CHECKED_MATCHES,
    GAME,
    JSON,
    OPTION_A,
    OPTION_B,
    OPTIONS,
    PLUGINS,
    RANDOM_MATCHES,
    RULES_FILE,
    SET_A,
    SET_B,
    SETTINGS,
)
from apts.cli.error_boundary import INTERNAL_ERROR
from apts.cli.settings import counted, keywords_of, load_variant, notes_of_far_values, print_json, print_out_of_range
from apts.errors import AptsError, InternalError
from apts.games.catalogue import DEFAULT_TEMPLATE
from apts.input_checks import shown

if TYPE_CHECKING:
    from apts.engine.lints.random_course import RandomCourse
    from apts.games.checking import Checked
    from apts.games.rules_file import Wait
    from apts.variants.tunables import Tunable

# ----------------------------------------------------------------------------------------------------------------
# ``apts new``: a game of one's own to begin with.


def new(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The file to write; .lud is added if it is missing.")
    ] = None,
    template: Annotated[
        str, typer.Option("--template", metavar="NAME", help="The kind of game; see --list.")
    ] = DEFAULT_TEMPLATE,
    list_: Annotated[bool, typer.Option("--list", help="List the templates without writing a file.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    json: JSON = False,
) -> None:
    """Write a playable, commented template to turn into your own game."""
    from apts.games.catalogue import write_draft

    if list_:
        _list_templates(as_json=json)
        return
    if file is None:
        raise AptsError("where should the game be written? For example: apts new my-game.lud")
    path = write_draft(file, template, force=force)
    named = shlex.quote(str(path))
    commands = [f"apts check {named}", f"apts play {named}", f"apts playtest {named}"]
    if json:
        print_json({"file": str(path), "template": template.strip().lower(), "commands": commands})
        return
    print(f"{path} is written. Read it, change it, and try:")
    for command in commands:
        print(f"  {command}")


def _list_templates(*, as_json: bool) -> None:
    from apts.games.catalogue import templates

    found = templates()
    if as_json:
        print_json([{"template": name, "description": line} for name, line in found.items()])
        return
    width = max(map(len, found))
    for name, line in found.items():
        print(f"{name:<{width}}  {line}")


# ----------------------------------------------------------------------------------------------------------------
# ``apts check``: is a rules file in order?

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
    from apts.games.checking import check as checked_game
    from apts.games.checking import checked_data, mistakes_data

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
    from apts.games.python_file import count_of_parameters

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


# ----------------------------------------------------------------------------------------------------------------
# ``apts watch``: check a rules file whenever it is saved.

BETWEEN_LOOKS = 0.2
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
_RULE = "-" * 40


def watch(
    file: RULES_FILE,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    matches: RANDOM_MATCHES = CHECKED_MATCHES,
    seed: ANY_SEED = 0,
    plugins: PLUGINS = None,
) -> None:
    """Check a rules file and show its board, now and after every save; press Ctrl-C to stop."""
    before = _CLEAR if sys.stdout.isatty() else ""
    settings = keywords_of(option, set_)
    try:
        for block in blocks(Path(file), settings, lambda: time.sleep(BETWEEN_LOOKS), matches=matches, seed=seed):
            print(f"{before}{block}\n", flush=True)
            before = before or f"{_RULE}\n"
    except KeyboardInterrupt:
        print()


def blocks(path: Path, settings: dict[str, Any], wait: Wait, *, matches: int, seed: int) -> Iterator[str]:
    """What is shown after each change of a file: the check, and the board of the first position."""
    from apts.games.rules_file import versions

    for is_there in versions(path, wait):
        yield _block(path, settings, matches, seed) if is_there else f"{str(path)!r} is not there"


def _block(path: Path, settings: dict[str, Any], matches: int, seed: int) -> str:
    from apts.games.checking import check as checked_game

    try:
        found = checked_game(path, settings, matches=matches, seed=seed)
        notes = notes_of_far_values(found.game) if settings else []
        return "\n".join([*notes, *check_lines(found), "", found.game.start(seed).board_text()])
    except AptsError as error:
        return shown(str(error), lines=True)


# ----------------------------------------------------------------------------------------------------------------
# ``apts diff``: how the rules of two games differ.

_FIRST = Annotated[str, typer.Argument(metavar="A", help="A name of the library, or the path of a rules file.")]
_SECOND = Annotated[
    str,
    typer.Argument(metavar="B", help="The game to compare with A: a name of the library, or the path of a rules file."),
]


def diff(
    a: _FIRST,
    b: _SECOND,
    option_a: OPTION_A = None,
    option_b: OPTION_B = None,
    set_a: SET_A = None,
    set_b: SET_B = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show in words how the rules of two games differ: rule by rule, not line by line."""
    from apts.variants.difference import difference

    first = load_variant(a, option_a, set_a, "-a")
    second = load_variant(b, option_b, set_b, "-b")
    found = difference(first, second)
    if json:
        print_json([one.as_data() for one in found])
    elif not found:
        print("The rules are the same.")
    else:
        print(f"{counted(len(found), 'difference')} from A to B:\n")
        print("\n".join(line for one in found for line in one.lines()))


# ----------------------------------------------------------------------------------------------------------------
# ``apts parameters``: what can be turned in a game.


def parameters(
    game: GAME,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    pin: Annotated[
        list[str] | None, typer.Option("--pin", metavar="PATH", help="Keep a parameter unchanged; may be repeated.")
    ] = None,
    bounds: Annotated[
        list[str] | None,
        typer.Option("--bounds", metavar="PATH=LOW..HIGH", help="The range a parameter may take; may be repeated."),
    ] = None,
    show_all: Annotated[
        bool, typer.Option("--all", help="Include parameters that cannot sensibly be changed, and why.")
    ] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """List what can be changed in a game: numbers, truth values, options, arguments of a class."""
    from apts.variants.authored_text import origin_of
    from apts.variants.tunables import read_limits, tunables_of

    limits = read_limits(pin or (), bounds or ())
    origin = origin_of(game, keywords_of(option, set_))
    print_out_of_range(origin)
    found = tunables_of(origin, limits=limits)
    shown = [one for one in found if show_all or one.fixed is None]
    if json:
        print_json([one.as_data() for one in shown])
    else:
        paths = [path for one in found for path in (one.paths or (one.path,))]
        _print(shown, paths, len(found) - len(shown))


def _print(shown: Sequence[Tunable], paths: Sequence[str], hidden: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from apts.games.library import short_path

    console = Console(markup=False, emoji=False, highlight=False)
    if shown:
        table = Table("name", "value", "can be", "place", box=None, pad_edge=False)
        table.add_column("path, shortened", overflow="fold")
        for one in shown:
            place = "" if one.place is None else f"{one.place.line}:{one.place.column}"
            table.add_row(one.name, _format_value(one.value), one.can_be, place, short_path(one.path, paths))
        console.print(table)
    else:
        console.print("Nothing can be turned in this game.")
    if hidden:
        verb = "is" if hidden == 1 else "are"
        console.print(f"\n{counted(hidden, 'more value')} {verb} fixed; --all shows them and says why.")


def _format_value(value: int | bool | str) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
