"""``apts export``: a run as a file for other programs, or for another archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from apts.archive import DamagedMatch
from apts.characters import shown
from apts.cli.arguments import ARCHIVE, DEFAULT_ARCHIVE, JSON, RUN
from apts.cli.data.archives_there import opened, report_damaged
from apts.cli.settings import print_json
from apts.errors import AptsError
from apts.file_names import file_of

FORMATS = {".json": "export_json", ".csv": "export_csv", ".parquet": "export_parquet"}
"""The endings of files, each with the function of the archive that writes it."""


def export(
    run: RUN,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="FILE", help="A .json, .csv or .parquet file; by default the run's name with .json."
        ),
    ] = None,
    turns: Annotated[bool, typer.Option("--turns", help="Write a row for each turn instead of each match.")] = False,
    archive: ARCHIVE = DEFAULT_ARCHIVE,
    json: JSON = False,
) -> None:
    """Export a run as JSON, which apts import reads, or its matches as a CSV or Parquet table."""
    import apts.archive as archives
    from apts.archive.run_names import named_run

    with opened(archive) as own:
        name = named_run(own, run)
        path = Path(out or file_of(name, ".json"))
        writer = FORMATS.get(path.suffix.lower())
        if writer is None:
            raise AptsError(f"--out {str(path)!r} must end in {', '.join(FORMATS)}, which says how to write it")
        tables: dict[str, Any] = {"table": "turns"} if turns else {}
        if turns and writer == "export_json":
            raise AptsError("--turns chooses a table of .csv and .parquet; .json has everything")
        damaged: list[DamagedMatch] = []
        getattr(archives, writer)(own, name, path, damaged=damaged, **tables)
    report_damaged(damaged)
    if json:
        print_json({"run": name, "file": str(path)})
    else:
        print(shown(f"{name} is in {path}"))
