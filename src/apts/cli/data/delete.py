"""``apts delete``: runs that are no longer wanted."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from apts.characters import shown
from apts.cli.arguments import ARCHIVE, DEFAULT_ARCHIVE, JSON
from apts.cli.data.archives_there import opened
from apts.cli.settings import print_json
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.archive import Archive


def delete(
    run: Annotated[
        list[str], typer.Argument(metavar="RUN...", help="Names of runs, the beginnings of names, or 'last'.")
    ],
    match: Annotated[
        list[int] | None,
        typer.Option("--match", metavar="N", help="Delete only this match; apts playtest --resume plays it again."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    archive: ARCHIVE = DEFAULT_ARCHIVE,
    json: JSON = False,
) -> None:
    """Delete runs, or single matches of a run, after asking for confirmation; this cannot be undone."""
    from apts.archive.run_names import named_run

    with opened(archive) as own:
        names = list(dict.fromkeys(named_run(own, word) for word in run))
        if match:
            _discard(own, names, match, yes, json)
            return
        counts = {known.name: known.matches for known in own.runs()}
        matches = sum(counts[name] for name in names)
        if not yes and not _agreed(f"delete {', '.join(names)} with {matches:,} matches? [y/N] "):
            raise AptsError("nothing was deleted; --yes deletes without a question")
        for name in names:
            own.remove(name)
    if json:
        print_json({"deleted": names, "matches": matches})
    else:
        print(shown(f"deleted: {', '.join(names)}"))


def _discard(archive: Archive, names: list[str], numbers: list[int], yes: bool, json: bool) -> None:
    """Take matches out of a run, whether they can be read or not."""
    if len(names) > 1:
        raise AptsError(f"--match takes matches out of one run; {len(names)} were named")
    there, wanted = set(archive.numbers(names[0])), sorted(set(numbers))
    absent = [number for number in wanted if number not in there]
    if absent:
        raise AptsError(f"run {names[0]!r} has no match {absent[0]}; nothing was deleted")
    text = ", ".join(str(number) for number in wanted)
    if not yes and not _agreed(f"delete match {text} of {names[0]}? [y/N] "):
        raise AptsError("nothing was deleted; --yes deletes without a question")
    gone = archive.discard(names[0], wanted)
    if json:
        print_json({"run": names[0], "deleted": wanted, "matches": gone})
    else:
        print(shown(f"deleted: match {text} of {names[0]}"))


def _agreed(question: str) -> bool:
    """Whether somebody at a terminal says yes; nobody there means no."""
    if not sys.stdin.isatty():
        return False
    print(shown(question, lines=True), end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
