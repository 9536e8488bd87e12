"""``apts model new``: a model that knows nothing yet."""

from __future__ import annotations

from typing import Annotated

import typer

from apts.cli.arguments import GAME, JSON, OPTIONS, PLUGINS, SETTINGS
from apts.cli.learning.learning_arguments import FILE
from apts.cli.learning.model_show import show_model
from apts.cli.settings import load_game, print_notice
from apts.learning.training_defaults import DEPTH, WIDTH


def model_new(
    game: GAME,
    out: FILE,
    width: Annotated[int, typer.Option("--width", min=1, help="Number of channels of the network.")] = WIDTH,
    depth: Annotated[int, typer.Option("--depth", min=1, help="Number of residual blocks of the network.")] = DEPTH,
    seed: Annotated[int, typer.Option("--seed", help="The random seed of the first weights.")] = 1,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Create an untrained model for a game."""
    from apts.learning.encodings.encoding import encoding_of, learnable
    from apts.learning.extra import need_torch
    from apts.learning.networks.model_file import model_facts
    from apts.learning.networks.shape import NetworkShape
    from apts.report.writing import check_target, write_bytes

    need_torch()
    from apts.learning.networks.exporting import export
    from apts.learning.networks.network import Network

    check_target(out)
    learnt = learnable(load_game(game, option, set_))
    print_notice(learnt)
    encoding = encoding_of(learnt)
    network = Network(NetworkShape.of(encoding, width=width, depth=depth), seed=seed)
    write_bytes(out, export(network, model_facts(learnt, encoding)))
    show_model(out, as_json=json)
