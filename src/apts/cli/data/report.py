"""``apts report``: the report of a run that was played before."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from apts.characters import shown
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
from apts.cli.data.archives_there import opened, report_damaged
from apts.cli.playtesting.playtest import goals_of
from apts.cli.settings import print_json
from apts.file_names import file_of

if TYPE_CHECKING:
    from apts.archive import Archive


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
    from apts.archive.run_names import LAST, named_run
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
    from apts.archive.run_names import LAST, latest, named_run, of_their_own
    from apts.playtest.experiments.people_matches import is_of_people

    runs = of_their_own(archive, archive.runs())
    manifests = [(known, archive.readable_manifest(known.name)) for known in runs]
    played = [known for known, manifest in manifests if manifest is not None and not is_of_people(manifest)]
    return latest(played).name if played else named_run(archive, LAST)
