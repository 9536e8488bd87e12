"""``apts runs``: what has been played."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from apts.atomic_files import file_of
from apts.cli.arguments import (
    ARCHIVE,
    BANDS,
    DEFAULT_ARCHIVE,
    DEFAULT_PACE,
    GOAL,
    JSON,
    LANGUAGE,
    OPTIONS,
    PACE,
    PLAY,
    PLAYED_GAME,
    PLUGINS,
    RUN,
    SETTINGS,
    TURNS,
)
from apts.cli.playing.match_table import Replay, ShownMatch
from apts.cli.playtesting.playtest import goals_of
from apts.cli.settings import check_run_name, load_game, print_json, print_notice
from apts.cli.terminal_texts import terminal_texts
from apts.errors import AptsError
from apts.hidden_passwords import without_passwords
from apts.input_checks import shown
from apts.locales import ENGLISH

if TYPE_CHECKING:
    from apts.archive import Archive, DamagedMatch, MatchRecord, RunManifest, RunSummary
    from apts.cli.progress import Column
    from apts.playtest.run import Run
    from apts.publish.people.match_import import ImportedPeople

# ----------------------------------------------------------------------------------------------------------------
# Archives that are there already, and what cannot be read in them any more.


@contextmanager
def opened(place: str) -> Iterator[Archive]:
    """An archive that is there; none is made."""
    from apts.archive import open_archive

    with open_archive(place, create=False) as archive:
        yield archive


def report_damaged(damaged: Iterable[object], lang: str = ENGLISH) -> None:
    """Say on the error stream which matches were left out because nobody can read them any more."""
    texts = terminal_texts(lang)
    for problem in damaged:
        print(texts("runs.damaged", problem=problem), file=sys.stderr)


def runs(archive: ARCHIVE = DEFAULT_ARCHIVE, json: JSON = False) -> None:
    """List the runs in an archive, oldest first, with game, agents, matches and starting time."""
    from rich.console import Console

    from apts.cli.progress import print_wide

    with opened(archive) as own:
        rows = [run_row(own, known) for known in own.runs()]
    if json:
        print_json(rows)
    elif not rows:
        print(f"{without_passwords(str(archive))} has no runs yet; apts playtest GAME makes one")
    else:
        first, *others = _columns(rows)
        print_wide(Console(markup=False, emoji=False, highlight=False), first, others)


def run_row(archive: Archive, known: RunSummary) -> dict[str, Any]:
    """What the list tells of a run."""
    from apts.playtest.experiments.side_runs import QUESTION

    manifest = archive.readable_manifest(known.name)
    if manifest is None:
        return {**asdict(known), "agents": [], "seed": None, "settings": [], "purpose": "damaged"}
    changed = [f"{name}={value}" for name, value in {**manifest.options, **manifest.parameters}.items()]
    question = manifest.settings.get(QUESTION)
    return {
        **asdict(known),
        "agents": list(manifest.agents),
        "seed": manifest.seed,
        "settings": changed,
        "purpose": "play-test" if question is None else str(question["kind"]),
    }


def _columns(rows: list[dict[str, Any]]) -> list[Column]:
    """The columns of the list, each with its heading."""
    from apts.playtest.experiments.side_runs import KIND

    lines = [("run", "game", "for", "agents", "seed", "matches", "begun")]
    for row in rows:
        whole = row["matches"] >= row["wanted"]
        played = f"{row['matches']:,}" if whole else f"{row['matches']:,} of {row['wanted']:,}"
        agents = "people" if row["purpose"] == KIND else " against ".join(dict.fromkeys(row["agents"]))
        begun = row["created"].replace("T", " ").removesuffix("+00:00")[:16]
        lines.append(
            (
                row["name"],
                row["game"],
                row["purpose"],
                agents,
                "" if row["seed"] is None else str(row["seed"]),
                played,
                begun,
            )
        )
    return list(zip(*lines, strict=True))


# ----------------------------------------------------------------------------------------------------------------
# ``apts report``: the report of a run that was played before.


def report(
    run: RUN,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="The file to write; by default named after the run.")
    ] = None,
    lang: LANGUAGE = "en",
    play: PLAY = False,
    goal: GOAL = None,
    turns: TURNS = None,
    bands: BANDS = None,
    pace: PACE = DEFAULT_PACE,
    game: PLAYED_GAME = None,
    archive: ARCHIVE = DEFAULT_ARCHIVE,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Write the report of a run as an HTML file, without playing any matches."""
    from apts.archive.archive import LAST, named_run
    from apts.playtest.goals import read_goals
    from apts.playtest.run import stored_run
    from apts.report.writing import check_target

    texts = terminal_texts(lang)
    goals = read_goals([*(goal or ()), goals_of(turns, bands, pace)])
    with opened(archive) as own:
        name = _last_of_agents(own) if run == LAST else named_run(own, run)
        target = out or file_of(name, ".html")
        check_target(target)
        found = stored_run(own, name, game, goals)
        path = found.report(target, lang=lang, play=play)
    report_damaged(found.damaged, lang)
    if found.without_game is not None:
        print(texts("runs.without-game", reason=shown(found.without_game, lines=True)), file=sys.stderr)
    if json:
        print_json({"run": name, "report": str(path)})
    else:
        print(texts("word.report", file=shown(str(path))))


def _last_of_agents(archive: Archive) -> str:
    """The run that was begun last; matches of people are shown beside those of agents, where there are any."""
    from apts.archive.archive import LAST, latest, named_run, of_their_own
    from apts.playtest.experiments.side_runs import is_of_people

    runs = of_their_own(archive, archive.runs())
    manifests = [(known, archive.readable_manifest(known.name)) for known in runs]
    played = [known for known, manifest in manifests if manifest is not None and not is_of_people(manifest)]
    return latest(played).name if played else named_run(archive, LAST)


# ----------------------------------------------------------------------------------------------------------------
# ``apts replay``: a match of a run, move by move.


def replay(
    run: RUN,
    number: Annotated[int, typer.Argument(metavar="MATCH", help="The number of the match, from 1.")] = 1,
    game: PLAYED_GAME = None,
    archive: ARCHIVE = DEFAULT_ARCHIVE,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Step through a match of a run: the board, each move, and how the agents rated the position."""
    from rich.console import Console

    from apts.archive.archive import named_run
    from apts.playtest.matches.game_source import game_of
    from apts.playtest.run import Run

    with opened(archive) as own:
        name = named_run(own, run)
        manifest = own.manifest(name)
        # The one match alone is read: damage in others is no reason to refuse it.
        known = game_of(manifest, game)
        found = Run(manifest, [own.match(name, number)], known.game, name=name, without_game=known.missing)
    steps = shown_match(found, number)
    if json:
        print_json({"run": name, **described(found, number, steps)})
        return
    assert found.game is not None
    print_notice(found.game)
    Replay(steps, Console(markup=False, emoji=False, highlight=False)).run()


def shown_match(run: Run, number: int) -> ShownMatch:
    """The positions and values of a match of a run."""
    from apts.playtest.evidence.evidence import without_last_passes

    record, states = without_last_passes(run.match(number)), run.replay(number)
    agents = [run.manifest.agents[index] for index in record.seats]
    title = f"{run.manifest.game}, match {number} of {run.name}: " + ", ".join(
        f"{run.game.seat_called(seat, 'player') if run.game else f'player {seat}'} is {spec}"
        for seat, spec in enumerate(agents, 1)
    )
    ending = "stopped at the turn limit" if record.status == "stopped" else None
    if record.status == "failed":
        ending = f"the match broke off: {record.facts.get('error', 'no reason is known')}"
    elif record.outcome is not None and ending is None:
        ending = record.outcome.describe(run.game.seat_names if run.game else ())
    values = [turn.values for turn in record.turns]
    return ShownMatch(
        shown(title), list(states), list(record.moves), shown(ending or "the match was not finished"), values
    )


def described(run: Run, number: int, steps: ShownMatch) -> dict[str, object]:
    """The match as plain values."""
    record = run.match(number)
    return {
        "game": run.manifest.game,
        "match": number,
        "agents": [run.manifest.agents[index] for index in record.seats],
        "status": record.status,
        "ending": steps.ending,
        "turns": [
            {"mover": turn.mover, "move": turn.move, "values": None if turn.values is None else list(turn.values)}
            for turn in record.turns
        ],
        "positions": [str(state) for state in steps.states],
    }


# ----------------------------------------------------------------------------------------------------------------
# ``apts export``, ``import``, ``rename`` and ``delete``: runs taken elsewhere, taken in, renamed and deleted.

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
        raise AptsError(f"{file} does not hold matches that people sent from a page; a game is named only for those")
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

    from apts.playtest.playtest_run import check_replays, rules_of

    game = rules_of(manifest)
    if game is None and manifest.settings.get("source") is None and not _is_class(manifest.rules):
        raise AptsError("its rules cannot be read: they are neither a text that begins with (game nor a Python class")
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
            raise AptsError("nothing was deleted; --yes deletes without asking")
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
        raise AptsError("nothing was deleted; --yes deletes without asking")
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
