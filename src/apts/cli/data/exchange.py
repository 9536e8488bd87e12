"""``apts export``, ``import``, ``rename`` and ``delete``: runs taken elsewhere, taken in, renamed and deleted."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from apts.atomic_files import file_of
from apts.cli.arguments import ARCHIVE, DEFAULT_ARCHIVE, JSON, OPTIONS, RUN, SETTINGS
from apts.cli.data.runs import opened, report_damaged
from apts.cli.settings import check_run_name, load_game, print_json
from apts.errors import AptsError
from apts.input_checks import shown

if TYPE_CHECKING:
    from apts.archive import Archive, DamagedMatch, MatchRecord, RunManifest
    from apts.publish.people.match_import import ImportedPeople

# ----------------------------------------------------------------------------------------------------------------
# ``apts export``: a run as a file for other programs, or for another archive.

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
    from apts.archive.archive import named_run

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


# ----------------------------------------------------------------------------------------------------------------
# ``apts import``: a run from a file that ``apts export`` wrote, or what people played on a published page.


def import_run(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A file from apts export, or a file or text sent from a published page; use - to paste it.",
        ),
    ],
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The published game, if the archive does not have it.")
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", help="The name of the run; by default the original one.")
    ] = None,
    keep_good: Annotated[
        bool, typer.Option("--keep-good", help="Import the undamaged matches of people even if some are damaged.")
    ] = False,
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Do not replay the matches of a run to check that they are legal.")
    ] = False,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    archive: ARCHIVE = DEFAULT_ARCHIVE,
    json: JSON = False,
) -> None:
    """Import a run from apts export, or matches that people played on a page; damaged files are refused."""
    from apts.archive import archive_to_fill
    from apts.publish.people.match_import import import_people
    from apts.publish.people.sent_matches import read_sent

    document = read_sent(file)
    with archive_to_fill(archive) as own:
        if document is None:
            _import_agents_run(own, file, game, name, checked=not unchecked, as_json=json)
            return
        if name is not None:
            raise AptsError("--name is for runs of apts export; people's matches of a game are one run of their own")
        played = None if game is None else load_game(game, option, set_)
        done = import_people(own, document, played, keep_good=keep_good)
    if json:
        print_json(asdict(done))
    else:
        _print_people(done)


def _import_agents_run(
    archive: Archive, file: str, game: str | None, name: str | None, *, checked: bool, as_json: bool
) -> None:
    from apts.archive import import_json

    if game is not None:
        raise AptsError(
            f"{file} is no file or text of matches that people sent from a page; a game is named for those alone"
        )
    done = import_json(archive, file, name, _check if checked else None)
    if as_json:
        print_json(asdict(done))
    else:
        there = f"; {done.present:,} were there before" if done.present else ""
        nothing = "" if done.added or done.present else "; there are none in the file"
        print(shown(f"{done.run}: {done.added:,} new matches{there}{nothing}"))


def _check(manifest: RunManifest, matches: list[MatchRecord]) -> None:
    """Play the matches again; where that cannot be done, say so."""
    from rich.console import Console

    from apts.playtest.replay_check import check_replays, rules_of

    game = rules_of(manifest)
    if game is None and manifest.settings.get("source") is None and not _is_class(manifest.rules):
        raise AptsError("its rules are no rules: they are neither a text that begins with (game nor a Python class")
    if game is None:
        print(
            f"Note: {shown(manifest.game)} is a Python class, so that its matches are taken in unchecked.",
            file=sys.stderr,
        )
        return
    with Console(markup=False, emoji=False, stderr=True).status(f"playing {len(matches):,} matches again"):
        check_replays(game, manifest, matches)


def _is_class(rules: str) -> bool:
    """Whether the rules of a run are the source of a Python class, or what such a class says of itself."""
    return rules.lstrip().startswith(("class ", "@", '"""')) or "class " in rules


def _print_people(done: ImportedPeople) -> None:
    for sentence in done.left_out:
        print(f"left out: {sentence}")
    if done.run is None:
        print(f"Nothing was imported: there are no {'other ' if done.left_out else ''}matches of {done.game} in it.")
        return
    there = f"; {done.present:,} were there before" if done.present else ""
    print(f"{done.run}: {done.added:,} new {'match' if done.added == 1 else 'matches'} of people{there}")
    chosen = "".join(f" {_typed(name, value)}" for name, value in done.settings.items())
    print(f"The next report of {done.game}{chosen and f' with{chosen}'} shows them beside those of the agents.")


def _typed(name: str, value: str | int) -> str:
    """A choice of the players as a command takes it."""
    return f'--option "{name}/{value}"' if isinstance(value, str) else f'--set "{name}={value}"'


# ----------------------------------------------------------------------------------------------------------------
# ``apts rename``: another name for a run.


def rename(
    run: RUN,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    archive: ARCHIVE = DEFAULT_ARCHIVE,
    json: JSON = False,
) -> None:
    """Rename a run."""
    from apts.archive.archive import named_run

    check_run_name(name)
    with opened(archive) as own:
        before = named_run(own, run)
        own.rename(before, name)
    if json:
        print_json({"before": before, "run": name})
    else:
        print(shown(f"{before} is now called {name}"))


# ----------------------------------------------------------------------------------------------------------------
# ``apts delete``: runs that are no longer wanted.


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
    from apts.archive.archive import named_run

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
