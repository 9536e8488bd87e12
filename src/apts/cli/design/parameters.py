"""``apts parameters``: what can be turned in a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import GAME, JSON, OPTIONS, PLUGINS, SETTINGS
from apts.cli.settings import counted, keywords_of, print_json, print_out_of_range

if TYPE_CHECKING:
    from apts.variants.tunables import Tunable


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
    from apts.variants.origins import origin_of
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

    from apts.games.keywords import short_path

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
