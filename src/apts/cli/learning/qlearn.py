"""``apts qlearn``: learn the values of moves from self-play, and hold them against opponents and the exact solver."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from apts.atomic_files import file_stem
from apts.cli.arguments import GAME, JSON, OPTIONS, PLAYED_GAME, PLUGINS, SEED, SETTINGS
from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.learning.train import EPISODES, EXPLORE, METHOD, RATE, RESUME, TRACE, VALUES, WALKS
from apts.cli.settings import allowed_game, load_game, note_named, print_json, print_notice, print_rounding
from apts.errors import AptsError
from apts.input_checks import MOST_MATCHES, round_up_to_multiple
from apts.playtest.experiments.experiment_requests import MATCHES

if TYPE_CHECKING:
    from apts.agents.kinds.q_agent import QAgent
    from apts.engine.play.game import Game, State
    from apts.learning.q.learner import Proof
    from apts.learning.q.model_file import About, QFile

# ----------------------------------------------------------------------------------------------------------------
# What the commands of Q-learning share: an order to learn, the learning, and words about a file of values.


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


def announce_game(game: Game) -> Game:
    """The game, after what must be known of it was said."""
    print_notice(game)
    return game


# --- training ------------------------------------------------------------------------------------------------------


def new_file(path: str | Path, source: str, game: Game, order: QOrder) -> QFile:
    """A new file with the settings that were asked for, and the usual ones besides."""
    from apts.learning.q.learner import begin, method_for, settings_for

    method = method_for(game) if order.method == "auto" else order.method
    given = {"rate": order.rate, "explore": order.explore, "trace": order.trace, "walks": order.walks}
    return begin(path, game, source, method, settings_for(method, seed=order.seed, **given))


def trained(file: QFile, game: Game, order: QOrder) -> About:
    """The file after its training; ``--episodes`` counts what was played before."""
    from rich.console import Console

    from apts.learning.q.learner import EPISODES as DEFAULT_EPISODES
    from apts.learning.q.learner import QTraining

    console = Console(markup=False, emoji=False, stderr=True)
    with console.status("learning") as status:
        training = QTraining(game, file, lambda done, of: status.update(f"{done:,} of {of:,} episodes"))
        wanted = order.episodes
        if wanted is None:
            wanted = training.about.episodes + DEFAULT_EPISODES[training.about.method]
        try:
            return training.run(wanted)
        except KeyboardInterrupt:
            kept = file.about.episodes
            print(f"interrupted; {file.path} has {kept:,} episodes, --resume goes on from there", file=sys.stderr)
            sys.exit(INTERRUPTED)


def sentence(about: About) -> str:
    """What was learnt, in a few words."""
    how = "a table" if about.method == "table" else "n-tuples"
    return f"{about.game.name}: {how} after {about.episodes:,} episodes, seed {about.settings.seed}"


def describe_values(file: QFile, about: About) -> str:
    """How much a file holds."""
    size = f"{file.path.stat().st_size / 1024:,.0f} KB"
    if about.method == "table":
        return f"{file.positions():,} positions, {size}"
    assert about.shape is not None
    tuples = sum(len(images) for images in about.shape["tuples"])
    return f"{tuples} tuples in {len(about.shape['tuples'])} tables, {size}"


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


# ----------------------------------------------------------------------------------------------------------------
# ``apts qlearn train``: learn the values of moves from self-play.


def qlearn_train(
    game: GAME,
    model: Annotated[
        str | None, typer.Option("--model", metavar="FILE", help="The file of values; by default named after the game.")
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
    """Learn the values of moves from self-play and store them in a file."""
    from apts.learning.q.model_file import QFile

    order = QOrder(model, method, episodes, seed, rate, explore, trace, walks, resume, json)
    learnt = announce_game(load_game(game, option, set_))
    path = order.model or f"{file_stem(learnt.name)}.q"
    file = QFile(path) if order.resume else new_file(path, game, learnt, order)
    try:
        about = trained(file, learnt, order)
    except AptsError:
        if not order.resume and not file.about.episodes:  # nothing was learnt: leave no empty file behind
            file.path.unlink()
        raise
    if order.json:
        print_json(facts(file, about))
    else:
        print(f"{sentence(about)}, {about.seconds:.1f} s; in {path}: {describe_values(file, about)}")


# ----------------------------------------------------------------------------------------------------------------
# ``apts qlearn show``: what a file of values holds.


def qlearn_show(file: VALUES, json: JSON = False) -> None:
    """Show what a file contains and how it was trained."""
    from apts.learning.q.model_file import QFile

    held = QFile(file)
    about = held.about
    if json:
        print_json(facts(held, about))
        return
    settings = about.settings
    print(sentence(about))
    print(f"holds     {describe_values(held, about)}")
    if about.shape is not None:
        shared = "share weights" if about.shape["exchanged"] is not None else "have weights of their own"
        lengths = sorted({len(images[0]) for images in about.shape["tuples"]})
        print(f"tuples    of {lengths[0]} to {lengths[-1]} cells; the seats {shared}")
    extra = "" if about.method == "table" else f", trace {settings.trace:g}, walks {settings.walks}"
    print(f"settings  rate {settings.rate:g}, explore {settings.explore:g}{extra}")
    print(f"rules     {about.game.rules_hash[:16]} ({about.source})")
    print(f"values    {held.digest()[:16]}")


# ----------------------------------------------------------------------------------------------------------------
# ``apts qlearn prove``: a table held against the exact solver.

PLIES = 100
"""How far a proof looks ahead at most."""


def qlearn_prove(file: VALUES, game: PLAYED_GAME = None, plugins: PLUGINS = None, json: JSON = False) -> None:
    """Check a table against the exact solver for every reply of the opponents; exits with 1 on an error."""
    from apts.agents.kinds.q_agent import QAgent

    known = QAgent(file)
    learnt = announce_game(game_of(known.about, file, game))
    if known.about.method != "table":
        raise AptsError(f"{file} holds n-tuples of a large game; only a table can be proven")
    found = prove(learnt, known)
    if json:
        mistakes = [{"position": str(state), "move": str(move)} for state, move in found.mistakes]
        print_json({"game": learnt.name, "positions": found.positions, "value": found.value, "mistakes": mistakes})
    elif found.holds:
        print(f"{learnt.name}: proven; none of {found.positions:,} positions, against every reply, loses value")
    else:
        state, move = found.mistakes[0]
        text = (
            f"{len(found.mistakes):,} moves in {found.positions:,} positions lose value, for example {move} in {state}"
        )
        print(f"{learnt.name}: not proven; {text}; more episodes help")
    if not found.holds:
        sys.exit(1)


def game_of(about: About, file: str, named: str | None = None) -> Game:
    """The game that a file was learnt on, or the one that the user names for it."""
    from apts.games.library import load, rules_game

    if named is not None:
        game = load(named)
        note_named(named)
        return game
    if about.game.rules is not None:
        return rules_game(str(about.game.rules), file, {})
    return load(allowed_game(about.source, file, f"apts qlearn prove {file} --game {about.source}"))


def prove(game: Game, known: QAgent) -> Proof:
    """Follow an agent through its game; each position is solved anew, for its result alone."""

    from apts.agents.searching.reading import solve
    from apts.learning.q.learner import proof
    from apts.search.exact.solver import Solver

    def exact(state: State) -> int:
        if (known := state.from_rules) is not None:
            value = Solver(known.game.machine, 10, PLIES).outcome(known.position).value
        else:
            value = solve(state).value
        assert value is not None
        return value

    return proof(game, known.best_moves, exact, known.table(game).key_of)


# ----------------------------------------------------------------------------------------------------------------
# ``apts qlearn study``: what training gains against opponents.

OPPONENTS = "random,greedy,alphabeta:depth=2,alphabeta:depth=3,uct:iterations=400,loss=0.02,breadth=10"
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
    from apts.playtest.experiments.arena import SEATINGS

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
