"""``apts runs``: what has been played."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
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
    PACE,
    PLAY,
    PLAYED_GAME,
    PLUGINS,
    RUN,
    TURNS,
)
from apts.cli.playing.match_table import Replay, ShownMatch
from apts.cli.playtesting.playtest import goals_of
from apts.cli.settings import print_json, print_notice
from apts.hidden_passwords import without_passwords
from apts.input_checks import shown

if TYPE_CHECKING:
    from apts.archive import Archive, RunSummary
    from apts.cli.progress import Column
    from apts.playtest.run import Run

# ----------------------------------------------------------------------------------------------------------------
# Archives that are there already, and what cannot be read in them any more.


@contextmanager
def opened(place: str) -> Iterator[Archive]:
    """An archive that is there; none is made."""
    from apts.archive import open_archive

    with open_archive(place, create=False) as archive:
        yield archive


def report_damaged(damaged: Iterable[object]) -> None:
    """Say on the error stream which matches were left out because nobody can read them any more."""
    for problem in damaged:
        print(f"Note: left out. {problem}", file=sys.stderr)


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
    from apts.report.texts import words
    from apts.report.writing import check_target

    words(lang)
    goals = read_goals([*(goal or ()), goals_of(turns, bands, pace)])
    with opened(archive) as own:
        name = _last_of_agents(own) if run == LAST else named_run(own, run)
        target = out or file_of(name, ".html")
        check_target(target)
        found = stored_run(own, name, game, goals)
        path = found.report(target, lang=lang, play=play)
    report_damaged(found.damaged)
    if found.without_game is not None:
        print(
            f"Note: written from the records alone, without boards: {shown(found.without_game, lines=True)}.",
            file=sys.stderr,
        )
    if json:
        print_json({"run": name, "report": str(path)})
    else:
        print(f"report: {shown(str(path))}")


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
