"""The settings of a training as options of a command, one for each, whatever settings there are.

Names and defaults are those of :class:`apts.learning.training.training_settings.LearnSettings`, which does without PyTorch.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from apts.learning.training.training_settings import LearnSettings

MEANINGS: Mapping[str, str] = {
    "cycles": "Number of cycles of play and training.",
    "minutes": "Time limit, to which the learning rate is adapted; 0 for no limit.",
    "positions": "Positions played per cycle.",
    "width": "Number of channels of the network.",
    "depth": "Number of residual blocks of the network.",
    "groups": "Number of groups of matches; one thread plays each group.",
    "slots": "Matches that a group plays at the same time.",
    "threads": "Number of PyTorch threads; affects results.",
    "seed": "The random seed; the same seed gives the same matches.",
    "gate": "Maximum matches for a new network to prove that it is better before it is used; 0 to always use it.",
    "simulations": "Simulations per move.",
    "formula": "The search method: gumbel or puct.",
    "considered": "Root moves that Gumbel search considers.",
    "value_scale": "Weight of values in the improved policy.",
    "visit_scale": "Visits added to the largest count before values are weighted.",
    "exploration": "Exploration constant of PUCT.",
    "noise_share": "Share of Dirichlet noise at the root of PUCT.",
    "noise_shape": "Shape of the Dirichlet noise; 0 to choose it automatically.",
    "sampling": "First moves of a match that PUCT samples in proportion to visits.",
    "look_ahead": "Largest number of moves for which a node checks at once which moves end the match.",
    "openings": "Share of matches with a random opening.",
    "opening_moves": "Maximum moves of a random opening; negative for as many as a random match has.",
    "small": "Simulations of small searches, which train only the value; 0 for none.",
    "small_share": "Share of searches that are small, if there are any.",
    "match_limit": "Number of moves after which a match is a draw.",
    "resign": "Resign a two-player match when the expected value falls below minus this; 0 for never.",
    "batch": "Positions per training step.",
    "reuse": "Average number of times that a position is used in training.",
    "rate": "Learning rate at the start.",
    "last_rate": "Learning rate at the end.",
    "decay": "Weight decay of AdamW.",
    "value_weight": "Weight of the value loss.",
    "search_share": "Share of the search's value in the training target of the value.",
    "average": "Weight of earlier weights in the averaged network that plays.",
    "validation": "Share of matches held out for validation.",
    "window": "Maximum number of positions in the replay window.",
    "first_window": "Minimum number of positions in the window.",
    "growth": "Share of all positions so far that the window keeps.",
    "warm_up": "Number of steps until the full learning rate.",
    "clip": "Maximum norm of a gradient.",
}
"""What each setting means, in the order of help."""

DEFAULTS: Mapping[str, Any] = LearnSettings().options()
"""The settings that a training has when nothing else is said."""


def with_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of the named settings, or of all; it gets those that were given as ``training_options``."""
    wanted = names or tuple(MEANINGS)

    def extended(command: Callable[..., None]) -> Callable[..., None]:
        def run(**given: Any) -> None:
            options = {name: given.pop(name) for name in wanted}
            command(**given, training_options={name: value for name, value in options.items() if value is not None})

        own = inspect.signature(command, eval_str=True).parameters
        parameters = [
            value.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for name, value in own.items()
            if name != "training_options"
        ]
        parameters[-1:-1] = [_option(name) for name in wanted]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        return run

    return extended


def _option(name: str) -> inspect.Parameter:
    meaning, default = MEANINGS[name], DEFAULTS[name]
    words = meaning if isinstance(default, str) else f"{meaning} [default: {default:,}]"
    described = typer.Option(f"--{name.replace('_', '-')}", help=words, show_default=False)
    kind: Any = Annotated[type(default) | None, described]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)


def training_settings(options: Mapping[str, Any]) -> LearnSettings:
    """The settings of a training with these options."""
    return LearnSettings().with_options(options)
