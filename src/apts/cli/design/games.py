"""``apts games``: the library at a glance."""

from __future__ import annotations

import re
import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from apts.cli.arguments import JSON, PLUGINS
from apts.cli.settings import print_json
from apts.games.shelf import library_files

_NAME = re.compile(r'\(game\s+"([^"]+)"')


def games(plugins: PLUGINS = None, json: JSON = False) -> None:
    """List the games of the library."""
    rows = [game_row(name) for name in library_files()]
    rows += [{"name": name, "title": name, "rules": "plug-in", "options": []} for name in _own_games()]
    if json:
        print_json(rows)
        return
    table = Table("game", "title", "rules", "options", box=None, pad_edge=False)
    for row in rows:
        table.add_row(str(row["name"]), str(row["title"]), str(row["rules"]), ", ".join(row["options"]))
    Console().print(table)


def _own_games() -> tuple[str, ...]:
    """The games of plug-ins; without plug-ins the library has not been needed, and there are none."""
    library = sys.modules.get("apts.games.library")
    return library.own_games() if library is not None else ()


def game_row(name: str) -> dict[str, Any]:
    """What can be said of a game without loading it."""
    from apts.language.reading import options_of

    path = library_files()[name]
    if path.suffix == ".py":
        return {"name": name, "title": name.replace("-", " ").title(), "rules": "class", "options": []}
    text = path.read_text(encoding="utf-8")
    title = _NAME.search(text)
    headings = [option.heading for option in options_of(text, file=path.name)]
    return {"name": name, "title": title[1] if title else name, "rules": "text", "options": headings}
