"""``apts qlearn``: learn the values of moves from self-play, look into a file of them, prove it, and measure it."""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from apts.agents.agent_registry import agent, separated
from apts.agents.kinds.q_agent import QAgent
from apts.agents.searching.solving import solve
from apts.cli.settings import load_game, print_json, tell_notice
from apts.engine.play.game import Game, State
from apts.errors import AptsError
from apts.games.library import load
from apts.learning.q.learner import EPISODES, Training, begin, method_for, settings_for
from apts.learning.q.model_file import About, QFile
from apts.learning.q.optimality import Proof, proof
from apts.playtest.experiments.arena import Arena
from apts.search.exact.solver import Solver
from apts.statistics.bounded import bounded_mean

OPPONENTS = "random,greedy,alphabeta:depth=2,alphabeta:depth=3,level:club"
"""Who the study measures against: chance, one move ahead, minimax of growing depth, and a level."""

OPENING = 6
"""Random moves at the start of the study's matches: players without chance would else play the same few matches."""

PLIES = 100
"""How far a proof looks ahead at most."""


@dataclass(frozen=True)
class QOrder:
    """How a person wants to learn, and where the values go."""

    model: str | None
    method: str
    episodes: int | None
    seed: int
    rate: float | None
    explore: float | None
    trace: float | None
    walks: int | None
    resume: bool
    json: bool


def _told(game: Game) -> Game:
    """The game, after what must be known of it was said."""
    tell_notice(game)
    return game


# --- training ------------------------------------------------------------------------------------------------------


def train(source: str, options: list[str], settings: list[str], order: QOrder) -> None:
    """Learn, and say what was learnt; Ctrl-C leaves what was saved last."""
    game = _told(load_game(source, options, settings))
    path = order.model or f"{re.sub(r'[^a-z0-9]+', '-', game.name.lower()).strip('-')}.q"
    file = QFile(path) if order.resume else new_file(path, source, game, order)
    try:
        about = trained(file, game, order)
    except AptsError:
        if not order.resume and not file.about.episodes:  # nothing was learnt: leave no empty file behind
            file.path.unlink()
        raise
    if order.json:
        print_json(facts(file, about))
    else:
        print(f"{sentence(about)}, {about.seconds:.1f} s; in {path}: {told_values(file, about)}")


def new_file(path: str | Path, source: str, game: Game, order: QOrder) -> QFile:
    """A new file with the settings that were asked for, and the usual ones besides."""
    method = method_for(game) if order.method == "auto" else order.method
    given = {"rate": order.rate, "explore": order.explore, "trace": order.trace, "walks": order.walks}
    return begin(path, game, source, method, settings_for(method, seed=order.seed, **given))


def trained(file: QFile, game: Game, order: QOrder) -> About:
    """The file after its training; ``--episodes`` counts what was played before."""
    console = Console(stderr=True)
    with console.status("learning") as status:
        training = Training(game, file, lambda done, of: status.update(f"{done:,} of {of:,} episodes"))
        wanted = order.episodes
        if wanted is None:
            wanted = training.about.episodes + EPISODES[training.about.method]
        try:
            return training.run(wanted)
        except KeyboardInterrupt:
            kept = file.about.episodes
            print(f"interrupted; {file.path} has {kept:,} episodes, --resume goes on from there", file=sys.stderr)
            sys.exit(130)


def sentence(about: About) -> str:
    """What was learnt, in a few words."""
    how = "a table" if about.method == "table" else "n-tuples"
    return f"{about.game.name}: {how} after {about.episodes:,} episodes, seed {about.settings.seed}"


def told_values(file: QFile, about: About) -> str:
    """How much a file holds."""
    size = f"{file.path.stat().st_size / 1024:,.0f} KB"
    if about.method == "table":
        return f"{file.positions():,} positions, {size}"
    assert about.shape is not None
    tuples = sum(len(images) for images in about.shape["tuples"])
    return f"{tuples} tuples in {len(about.shape['tuples'])} tables, {size}"


# --- looking -------------------------------------------------------------------------------------------------------


def facts(file: QFile, about: About) -> dict[str, Any]:
    """Everything a file says about itself, for programs."""
    data = about.as_data()
    data["game"].pop("rules")
    shape = data.pop("shape")
    if shape is not None:
        data["tuples"] = sum(len(images) for images in shape["tuples"])
        data["seats_share"] = shape["exchanged"] is not None
    else:
        data["positions"] = file.positions()
    return {**data, "file": str(file.path), "bytes": file.path.stat().st_size, "values": file.digest()}


def show_file(path: str, *, as_json: bool) -> None:
    """Print what a file holds and how it was made."""
    file = QFile(path)
    about = file.about
    if as_json:
        print_json(facts(file, about))
        return
    settings = about.settings
    print(sentence(about))
    print(f"holds     {told_values(file, about)}")
    if about.shape is not None:
        shared = "share weights" if about.shape["exchanged"] is not None else "have weights of their own"
        lengths = sorted({len(images[0]) for images in about.shape["tuples"]})
        print(f"tuples    of {lengths[0]} to {lengths[-1]} cells; the seats {shared}")
    extra = "" if about.method == "table" else f", trace {settings.trace:g}, walks {settings.walks}"
    print(f"settings  rate {settings.rate:g}, explore {settings.explore:g}{extra}")
    print(f"rules     {about.game.rules_hash[:16]} ({about.source})")
    print(f"values    {file.digest()[:16]}")


def game_of(about: About) -> Game:
    """The game that a file was learnt on."""
    return load(about.game.rules if about.game.rules is not None else about.source)


def prove_file(path: str, *, as_json: bool) -> None:
    """Hold a table against the exact solver in every position that it can get into; ends with 1 when it errs."""
    known = QAgent(path)
    game = _told(game_of(known.about))
    if known.about.method != "table":
        raise AptsError(f"{path} holds n-tuples of a large game; only a table can be proven")
    found = prove(game, known)
    if as_json:
        mistakes = [{"position": str(state), "move": str(move)} for state, move in found.mistakes]
        print_json({"game": game.name, "positions": found.positions, "value": found.value, "mistakes": mistakes})
    elif found.holds:
        print(f"{game.name}: proven; none of {found.positions:,} positions, against every reply, loses value")
    else:
        state, move = found.mistakes[0]
        told = (
            f"{len(found.mistakes):,} moves in {found.positions:,} positions lose value, for example {move} in {state}"
        )
        print(f"{game.name}: not proven; {told}; more episodes help")
    if not found.holds:
        sys.exit(1)


def prove(game: Game, known: QAgent) -> Proof:
    """Follow an agent through its game; each position is solved anew, for its result alone."""

    def exact(state: State) -> int:
        if (known := state.from_rules) is not None:
            value = Solver(known.game.machine, 10, PLIES).outcome(known.position).value
        else:
            value = solve(state).value
        assert value is not None
        return value

    return proof(game, known.best_moves, exact, known.table(game).key_of)


# --- the study -----------------------------------------------------------------------------------------------------


def study(
    source: str, options: list[str], settings: list[str], order: QOrder, *, opponents: str | None, matches: int
) -> None:
    """Train, and print a table of matches before and after; without ``--model`` nothing is kept.

    With ``--resume`` the file is measured as it is, or trained further if more episodes are asked for.
    """
    game, specs = _told(load_game(source, options, settings)), separated(opponents or OPPONENTS)
    with tempfile.TemporaryDirectory() as folder:
        before = new_file(Path(folder) / "before.q", source, game, order)
        if order.resume and order.model is not None:
            after = QFile(order.model)
            about = trained(after, game, replace(order, episodes=order.episodes or after.about.episodes))
        else:
            after = new_file(Path(order.model or Path(folder) / "after.q"), source, game, order)
            about = trained(after, game, order)
        rows: list[dict[str, Any]] = []
        with Console(stderr=True).status("measuring") as status:
            for spec in specs:
                status.update(f"measuring against {spec}")
                results = [meeting(game, known, spec, matches, order.seed) for known in (before, after)]
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
    Console(highlight=False, width=120).print(table)


def meeting(game: Game, file: QFile, spec: str, matches: int, seed: int) -> dict[str, Any]:
    """Seat-swapped pairs of matches from random openings against one opponent."""
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
