"""``apts playouts``: what random play comes to."""

from __future__ import annotations

import sys
from collections import deque
from typing import Annotated, Any

import typer

from apts.cli.arguments import ANY_SEED, GAME, JSON, LONGEST, MOST_PLAYOUTS, OPTIONS, PLUGINS, SETTINGS
from apts.cli.settings import load_game, print_json, tell_notice
from apts.engine.play.game import Game
from apts.engine.play.playouts.summary import Playouts
from apts.engine.playing_on import announcement


def playouts(
    game: GAME,
    matches: Annotated[int, typer.Option("--matches", min=1, max=MOST_PLAYOUTS, help="The number of matches.")] = 1000,
    seed: ANY_SEED = 1,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, max=LONGEST, help="Stop a match after so many moves.")
    ] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Play at random and show how often each seat wins, draws, and how long matches are."""
    played = load_game(game, option, set_)
    tell_notice(played)
    known: deque[Playouts] = deque(maxlen=1)
    interrupted = False
    try:
        played.playouts(matches, seed=seed, limit=limit, watch=known.append)
    except KeyboardInterrupt:
        interrupted = True
    if not known or not known[0].count:
        print("stopped before a match was finished; there is nothing to tell yet", file=sys.stderr)
        sys.exit(130)
    tell(played, known[0], seed, matches if interrupted else None, as_json=json)
    if interrupted:
        sys.exit(130)


def tell(game: Game, summary: Playouts, seed: int, wanted: int | None, *, as_json: bool) -> None:
    """Print the summary; ``wanted`` is the number of matches of a run that was stopped before."""
    if as_json:
        print_json({"game": game.name, "seed": seed, **described(summary), "interrupted": wanted is not None})
        return
    stopped = f", stopped before all {wanted:,} were played" if wanted is not None else ""
    print(f"{game.name}: {summary.count:,} random matches, seed {seed}{stopped}")
    called = [game.seat_called(seat, "player") for seat in range(1, game.players + 1)]
    width = max(len("moves a match"), *(len(name) + len(" shares") for name in called))
    for name, wins in zip(called, summary.wins, strict=True):
        print(f"  {name + ' wins':{width}} {share(wins, summary.count)}")
    for name, shared in zip(called, summary.shared, strict=True):
        if summary.ties:
            print(f"  {name + ' shares':{width}} {share(shared, summary.count)}  the first place")
    if summary.players > 1:
        print(f"  {'draws':{width}} {share(summary.draws, summary.count)}")
    if summary.unfinished:
        print(f"  {'stopped':{width}} {share(summary.unfinished, summary.count)}  at the limit, without a result")
    if (news := announcement(game)) is not None:
        print(f"  {news}")
    print(f"  {'moves a match':{width}} {summary.mean_length:.1f} on average, {summary.shortest} to {summary.longest}")
    print(f"  {'speed':{width}} {summary.per_second:,.0f} matches per processor-second")


def described(summary: Playouts) -> dict[str, Any]:
    """The summary as plain values."""
    return {
        "matches": summary.count,
        "wins": list(summary.wins),
        "win_intervals": [interval(wins, summary.count) for wins in summary.wins],
        "shared": list(summary.shared),
        "shared_intervals": [interval(shared, summary.count) for shared in summary.shared],
        "draws": summary.draws,
        "unfinished": summary.unfinished,
        "mean_utilities": list(summary.mean_utilities),
        "mean_length": summary.mean_length,
        "shortest": summary.shortest,
        "longest": summary.longest,
        "per_second": summary.per_second,
    }


def share(count: int, total: int) -> str:
    """A share of matches in percent, with the 95 % interval of Wilson (1927)."""
    low, high = interval(count, total)
    return f"{count / total:6.1%}  ({low:.1%} to {high:.1%})"


def interval(count: int, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a proportion."""
    z = 1.959963984540054
    middle = (count + z * z / 2) / (total + z * z)
    half = z / (total + z * z) * (count * (total - count) / total + z * z / 4) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)
