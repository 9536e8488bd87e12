"""``apts games``: the library at a glance."""

from __future__ import annotations

from dataclasses import asdict

from apts.cli.arguments import JSON, PLUGINS
from apts.cli.settings import print_json


def games(plugins: PLUGINS = None, json: JSON = False) -> None:
    """List the games of the library, with the number of players, the kind and a short description of each."""
    from rich.console import Console
    from rich.table import Table

    from apts.games.catalogue import catalogue, players_shown

    entries = catalogue()
    if json:
        print_json([asdict(entry) for entry in entries])
        return
    table = Table("game", "players", "kind", "", box=None, pad_edge=False)
    for entry in entries:
        table.add_row(entry.name, players_shown(entry.players), entry.kind, entry.description)
    Console(markup=False, emoji=False, highlight=False).print(table)
