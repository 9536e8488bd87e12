"""``apts rename``: another name for a run."""

from __future__ import annotations

from typing import Annotated

import typer

from apts.characters import shown
from apts.cli.arguments import ARCHIVE, DEFAULT_ARCHIVE, JSON, RUN
from apts.cli.data.archives_there import opened
from apts.cli.settings import check_run_name, print_json


def rename(
    run: RUN,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    archive: ARCHIVE = DEFAULT_ARCHIVE,
    json: JSON = False,
) -> None:
    """Rename a run."""
    from apts.archive.run_names import named_run

    check_run_name(name)
    with opened(archive) as own:
        before = named_run(own, run)
        own.rename(before, name)
    if json:
        print_json({"before": before, "run": name})
    else:
        print(shown(f"{before} is now called {name}"))
