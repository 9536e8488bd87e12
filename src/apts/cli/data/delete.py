"""``apts delete``: runs that are no longer wanted."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from apts.cli.arguments import JSON, USUAL_ARCHIVE
from apts.cli.data.run_names import ARCHIVE, named_run, opened
from apts.cli.settings import print_json
from apts.errors import AptsError


def delete(
    run: Annotated[list[str], typer.Argument(metavar="RUN...", help="Names of runs, how they begin, or 'last'.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    archive: ARCHIVE = USUAL_ARCHIVE,
    json: JSON = False,
) -> None:
    """Delete runs with all their matches, after a question; they cannot be brought back."""
    with opened(archive) as own:
        names = list(dict.fromkeys(named_run(own, word) for word in run))
        counts = {known.name: known.matches for known in own.runs()}
        matches = sum(counts[name] for name in names)
        if not yes and not _agreed(f"delete {', '.join(names)} with {matches:,} matches? [y/N] "):
            raise AptsError("nothing was deleted; --yes deletes without a question")
        for name in names:
            own.remove(name)
    if json:
        print_json({"deleted": names, "matches": matches})
    else:
        print(f"deleted: {', '.join(names)}")


def _agreed(question: str) -> bool:
    """Whether somebody at a terminal says yes; nobody there means no."""
    if not sys.stdin.isatty():
        return False
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
