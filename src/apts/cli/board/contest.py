"""``apts arena``: who is stronger, and by how much."""

from __future__ import annotations

import os
import sys
from itertools import pairwise

from rich.console import Console
from rich.table import Table

from apts.agents.agent_registry import agent, separated
from apts.cli.settings import load_game, print_json, tell_notice
from apts.playtest.experiments.arena import Arena
from apts.signs import signed


def hold_arena(
    name: str,
    specs: list[str],
    options: list[str],
    settings: list[str],
    *,
    matches: int,
    seed: int,
    opening: int,
    threads: int | None,
    all_matches: bool,
    as_json: bool,
) -> None:
    """Let agents meet and print their ratings; Ctrl-C prints what is known so far."""
    game = load_game(name, options, settings)
    tell_notice(game)
    agents = [agent(spec) for words in specs for spec in separated(words)]
    arena = Arena(game, agents, matches, seed, opening, all_matches)
    progress = Console(stderr=True)
    interrupted = False
    with progress.status("playing") as status:
        try:
            arena.run(threads or os.cpu_count() or 1, lambda known: status.update(_state_of(known)))
        except KeyboardInterrupt:
            interrupted = True
    if len({unit.agents for unit in arena.units}) < len(arena.pairs):
        progress.print("stopped before every agent had met every other; there is nothing to tell yet")
    elif as_json:
        print_json({**arena.as_data(), "interrupted": interrupted})
    else:
        _print(arena)
    if interrupted:
        sys.exit(130)


def _state_of(arena: Arena) -> str:
    played = sum(len(unit.scores) for unit in arena.units)
    open_pairs = sum(arena.settled(pair) is None for pair in arena.pairs)
    return f"{played} matches played, {open_pairs} of {len(arena.pairs)} pairs undecided"


def _print(arena: Arena) -> None:
    console = Console(highlight=False)
    ratings, ranking = arena.ratings, arena.ranking
    played = sum(len(unit.scores) for unit in arena.units)
    console.print(f"{arena.game.name}: {played} matches, seed {arena.seed}, {arena.opening} random moves first\n")
    table = Table("agent", "rating", "95 % interval", "matches", "a move", box=None, pad_edge=False)
    for index in ranking:
        rating = ratings.rating(arena.agents[index].spec)
        interval = f"{signed(rating.low, '.0f')} to {signed(rating.high, '.0f')}"
        spent = f"{1000 * arena.seconds_a_move(index):.1f} ms"
        table.add_row(
            arena.agents[index].spec, signed(rating.value, ".0f"), interval, str(arena.matches_of(index)), spent
        )
    console.print(table)
    console.print()
    meetings = Table("agent", "against", "scores", "interval", "won, drawn, lost", box=None, pad_edge=False)
    for entry in arena.as_data()["pairs"]:
        results = f"{entry['wins']}, {entry['draws']}, {entry['losses']}"
        interval = f"{entry['low']:.0%} to {entry['high']:.0%}"
        meetings.add_row(entry["agent"], entry["opponent"], f"{entry['value']:.0%}", interval, results)
    console.print(meetings)
    console.print(f"\n{verdict(arena)}")


def verdict(arena: Arena) -> str:
    """What the matches say, in a sentence."""
    names = [arena.agents[index].spec for index in arena.ranking]
    if arena.clear:
        return "The order is clear: " + " > ".join(names)
    so_far = " ≥ ".join(names)
    open_pairs = [pair for pair in pairwise(arena.ranking) if arena.settled((min(pair), max(pair))) is None]
    ratings = [[arena.ratings.rating(arena.agents[index].spec) for index in pair] for pair in open_pairs]
    if open_pairs and all(not better.overlaps(worse) for better, worse in ratings):
        return (
            "The order is probable, but not sure: the intervals of the ratings are apart, but they are right for one look "
            f"only, and the arena looks again and again. More --matches would settle it. So far: {so_far}"
        )
    return f"The order is not clear yet; more --matches would tell more. So far: {so_far}"
