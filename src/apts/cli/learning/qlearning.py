"""What the commands of Q-learning share: an order to learn, the learning, and words about a file of values."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apts.cli.interrupt_signals import INTERRUPTED
from apts.cli.settings import print_notice

if TYPE_CHECKING:
    from apts.engine.play.game import Game
    from apts.learning.q.model_file import About, QFile


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
