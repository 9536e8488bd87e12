"""``apts arena``: who is stronger, and by how much."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import typer

from apts.characters import signed
from apts.cli.arguments import GAME, JSON, KEPT, OPTIONS, PLUGINS, SETTINGS
from apts.cli.request_options import asks_for
from apts.cli.settings import load_game, print_json, print_notice, print_rounding, typed_command
from apts.playtest.experiments.experiment_requests import ArenaRequest

if TYPE_CHECKING:
    from apts.playtest.experiments.arena import Arena


@asks_for(ArenaRequest, "matches", "seed", "opening", "workers", "cluster", "all_matches")
def arena(
    game: GAME,
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="Two or more agents, separated by commas.")],
    request: ArenaRequest,
    archive: KEPT = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Rate agents in pairs of matches with swapped seats; stops when the ranking is clear."""
    from rich.console import Console

    from apts.agents.agent_registry import separated
    from apts.playtest.experiments.arena import held_arena
    from apts.playtest.experiments.arena_units import SEATINGS

    played = load_game(game, option, set_)
    print_notice(played, agents)
    print_rounding(request.matches, SEATINGS)
    meeting = tuple(spec for words in agents for spec in separated(words))
    wanted = replace(request, agents=meeting, command=typed_command())
    progress = Console(markup=False, emoji=False, stderr=True)
    with progress.status("playing") as status:
        held = held_arena(played, wanted, archive, lambda known: status.update(_state_of(known)))
    if not held.all_met:
        progress.print("stopped before every agent had met every other; there is nothing to tell yet")
    elif json:
        print_json(held.as_data())
    else:
        _print(held)
    if held.interrupted:
        sys.exit(130)


def _state_of(known: Arena) -> str:
    played = sum(len(unit.scores) for unit in known.units)
    open_pairs = sum(known.settled(pair) is None for pair in known.pairs)
    return f"{played} matches played, {open_pairs} of {len(known.pairs)} pairs undecided"


def _print(known: Arena) -> None:
    from rich.console import Console
    from rich.table import Table

    from apts.playtest.experiments.arena import format_milliseconds

    console = Console(markup=False, emoji=False, highlight=False)
    ratings, ranking = known.ratings, known.ranking
    played = sum(len(unit.scores) for unit in known.units)
    console.print(f"{known.game.name}: {played} matches, seed {known.seed}, {known.opening} random moves first\n")
    table = Table("agent", "rating", "95 % interval", "matches", "processor time a move", box=None, pad_edge=False)
    for index in ranking:
        rating = ratings.rating(known.agents[index].spec)
        interval = f"{signed(rating.low, '.0f')} to {signed(rating.high, '.0f')}"
        seconds = known.seconds_a_move(index)
        spent = f"{1000 * seconds:.1f} ms" if seconds else "-"
        table.add_row(
            known.agents[index].spec, signed(rating.value, ".0f"), interval, str(known.matches_of(index)), spent
        )
    console.print(table)
    console.print()
    meetings = Table(
        "agent", "against", "scores", "interval", "won, drawn, lost", "processor time a move", box=None, pad_edge=False
    )
    for entry in known.as_data()["pairs"]:
        results = f"{entry['wins']}, {entry['draws']}, {entry['losses']}"
        interval = f"{entry['low']:.0%} to {entry['high']:.0%}"
        spent = format_milliseconds(*entry["seconds_a_move"])
        meetings.add_row(entry["agent"], entry["opponent"], f"{entry['value']:.0%}", interval, results, spent)
    console.print(meetings)
    console.print(f"\n{verdict(known)}")


def verdict(known: Arena) -> str:
    """What the matches say, in a sentence."""
    names = [known.agents[index].spec for index in known.ranking]
    if known.clear:
        return "The order is clear: " + " > ".join(names)
    so_far = " ≥ ".join(names)
    open_pairs = [pair for pair in pairwise(known.ranking) if known.settled((min(pair), max(pair))) is None]
    ratings = [[known.ratings.rating(known.agents[index].spec) for index in pair] for pair in open_pairs]
    if open_pairs and all(not better.overlaps(worse) for better, worse in ratings):
        return (
            "The order is probable, but not sure: the intervals of the ratings are apart, but they are right for one look "
            f"only, and the arena looks again and again. More --matches would settle it. So far: {so_far}"
        )
    return f"The order is not clear yet; more --matches would tell more. So far: {so_far}"
