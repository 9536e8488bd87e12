"""``apts qlearn study``: what training gains against opponents."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from apts.cli.arguments import GAME, JSON, MOST_MATCHES, OPTIONS, PLUGINS, SEED, SETTINGS
from apts.cli.learning.learning_arguments import EPISODES, EXPLORE, METHOD, RATE, RESUME, TRACE, WALKS
from apts.cli.learning.qlearning import QOrder, announce_game, facts, new_file, sentence, trained
from apts.cli.settings import load_game, print_json, print_rounding
from apts.integers import round_up_to_multiple
from apts.playtest.matches.experiment_defaults import MATCHES

if TYPE_CHECKING:
    from apts.engine.play.game import Game
    from apts.learning.q.model_file import QFile

OPPONENTS = "random,greedy,alphabeta:depth=2,alphabeta:depth=3,level:club"
"""Who the study measures against: chance, one move ahead, minimax of growing depth, and a level."""

OPENING = 6
"""Random moves at the start of the study's matches: players without chance would else play the same few matches."""


def qlearn_study(
    game: GAME,
    opponents: Annotated[
        str | None, typer.Option("--opponents", metavar="A,B", help="The opponents of the study.")
    ] = None,
    matches: Annotated[
        int, typer.Option("--matches", min=2, max=MOST_MATCHES, help="Matches against each opponent.")
    ] = MATCHES,
    model: Annotated[
        str | None, typer.Option("--model", metavar="FILE", help="The file to keep values in; by default none.")
    ] = None,
    method: METHOD = "auto",
    episodes: EPISODES = None,
    resume: RESUME = False,
    seed: SEED = 1,
    rate: RATE = None,
    explore: EXPLORE = None,
    trace: TRACE = None,
    walks: WALKS = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Measure against opponents before and after training; with --resume, measure or train an existing file."""
    from rich.console import Console
    from rich.table import Table

    from apts.agents.agent_registry import separated
    from apts.learning.q.model_file import QFile
    from apts.playtest.experiments.arena_units import SEATINGS

    order = QOrder(model, method, episodes, seed, rate, explore, trace, walks, resume, json)
    learnt, specs = announce_game(load_game(game, option, set_)), separated(opponents or OPPONENTS)
    print_rounding(matches, SEATINGS)
    matches = round_up_to_multiple(matches, SEATINGS)
    with tempfile.TemporaryDirectory() as folder:
        before = new_file(Path(folder) / "before.q", game, learnt, order)
        if order.resume and order.model is not None:
            after = QFile(order.model)
            about = trained(after, learnt, replace(order, episodes=order.episodes or after.about.episodes))
        else:
            after = new_file(Path(order.model or Path(folder) / "after.q"), game, learnt, order)
            about = trained(after, learnt, order)
        rows: list[dict[str, Any]] = []
        with Console(markup=False, emoji=False, stderr=True).status("measuring") as status:
            for spec in specs:
                status.update(f"measuring against {spec}")
                results = [meeting(learnt, known, spec, matches, order.seed) for known in (before, after)]
                rows.append({"opponent": spec, "before": results[0], "after": results[1]})
        if order.json:
            print_json({**facts(after, about), "matches": matches, "rows": rows})
            return
    print(f"{sentence(about)}, {about.seconds:.0f} s; {matches} matches each\n")
    table = Table("opponent", "before: won, drawn, lost", "score", "after: won, drawn, lost", "score", "95 % interval",
                  box=None, pad_edge=False)  # fmt: skip
    for row in rows:
        then, now = row["before"], row["after"]
        shown = [f"{known['wins']}, {known['draws']}, {known['losses']}" for known in (then, now)]
        interval = f"{now['low']:.1%} to {now['high']:.1%}"
        table.add_row(row["opponent"], shown[0], f"{then['score']:.1%}", shown[1], f"{now['score']:.1%}", interval)
    Console(markup=False, emoji=False, highlight=False, width=120).print(table)


def meeting(game: Game, file: QFile, spec: str, matches: int, seed: int) -> dict[str, Any]:
    """Seat-swapped pairs of matches from random openings against one opponent."""
    from apts.agents.agent_registry import agent
    from apts.playtest.experiments.arena import Arena
    from apts.statistics.bounded import bounded_mean

    arena = Arena(game, [agent(f"q:{file.path}"), agent(spec)], matches, seed, OPENING, all_matches=True)
    arena.run()
    scores = [score for unit in arena.units for score in unit.scores]
    share = bounded_mean([sum(unit.scores) / len(unit.scores) for unit in arena.units])
    return {
        "score": share.value,
        "low": share.low,
        "high": share.high,
        "wins": sum(score > 0.5 for score in scores),
        "draws": sum(score == 0.5 for score in scores),
        "losses": sum(score < 0.5 for score in scores),
        "matches": len(scores),
    }
