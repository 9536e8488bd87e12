"""``apts replay``: a match of a run, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from apts.characters import shown
from apts.cli.arguments import ARCHIVE, DEFAULT_ARCHIVE, JSON, PLAYED_GAME, PLUGINS, RUN
from apts.cli.data.archives_there import opened
from apts.cli.playing.replaying import Replay, ShownMatch
from apts.cli.settings import print_json, print_notice

if TYPE_CHECKING:
    from apts.playtest.run import Run


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

    from apts.archive.run_names import named_run
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
