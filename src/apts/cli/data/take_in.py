"""``apts import``: a run from a file that ``apts export`` wrote."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from apts.archive import archive_given, import_json
from apts.cli.arguments import JSON, USUAL_ARCHIVE
from apts.cli.data.run_names import ARCHIVE
from apts.cli.settings import print_json


def take_in(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A .json file that apts export wrote.")],
    name: Annotated[str | None, typer.Option("--name", help="What the run is to be called; else as it was.")] = None,
    archive: ARCHIVE = USUAL_ARCHIVE,
    json: JSON = False,
) -> None:
    """Take in a run that apts export wrote; a file that is damaged anywhere changes nothing."""
    with archive_given(archive) as own:
        assert own is not None
        done = import_json(own, file, name)
    if json:
        print_json(asdict(done))
    else:
        there = f"; {done.present:,} were there before" if done.present else ""
        print(f"{done.run}: {done.added:,} new matches{there}")
