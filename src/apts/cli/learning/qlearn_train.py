"""``apts qlearn train``: learn the values of moves from self-play."""

from __future__ import annotations

from typing import Annotated

import typer

from apts.cli.arguments import GAME, JSON, OPTIONS, PLUGINS, SEED, SETTINGS
from apts.cli.learning.learning_arguments import EPISODES, EXPLORE, METHOD, RATE, RESUME, TRACE, WALKS
from apts.cli.learning.qlearning import QOrder, announce_game, describe_values, facts, new_file, sentence, trained
from apts.cli.settings import load_game, print_json
from apts.errors import AptsError
from apts.file_names import file_stem


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
