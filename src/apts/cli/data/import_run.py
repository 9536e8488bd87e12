"""``apts import``: a run from a file that ``apts export`` wrote, or what people played on a published page."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from apts.characters import shown
from apts.cli.arguments import ARCHIVE, DEFAULT_ARCHIVE, JSON, OPTIONS, SETTINGS
from apts.cli.settings import load_game, print_json
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.archive import Archive, MatchRecord, RunManifest
    from apts.publish.people.match_import import ImportedPeople


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
    from apts.publish.people.sent_text import read_sent

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
