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
    "cycles": "Times to play and then train.",
    "minutes": "Stop after so much time, with a learning rate that follows the clock; 0: no limit.",
    "positions": "Positions played in a cycle.",
    "width": "Channels of the network.",
    "depth": "Residual blocks of the network.",
    "groups": "Groups of matches, each played by one thread.",
    "slots": "Matches of a group side by side.",
    "threads": "Threads of PyTorch, which results depend on.",
    "seed": "The random seed; the same seed gives the same matches.",
    "gate": "Most matches that a new network may need to prove better before it plays; 0: it always plays.",
    "simulations": "Simulations a move.",
    "formula": "How the search goes: gumbel or puct.",
    "considered": "Root moves that Gumbel search looks at.",
    "value_scale": "Weight of values in the improved policy.",
    "visit_scale": "Visits added before weighing.",
    "exploration": "Exploration of PUCT.",
    "noise_share": "Share of noise at the root of PUCT.",
    "noise_shape": "Shape of that Dirichlet noise; 0 chooses one.",
    "sampling": "Moves of a match that PUCT draws by visits.",
    "look_ahead": "Most moves of a node that sees at once which of them end the match.",
    "openings": "Share of matches with a random opening.",
    "opening_moves": "Most moves of a random opening; below 0: as many as a random match has.",
    "small": "Simulations of small searches, which teach the value only; 0: none.",
    "small_share": "Share of searches that are small, where there are such.",
    "match_limit": "Moves after which a match is a draw.",
    "resign": "Give up a match for two when the search expects less than minus this; 0: never.",
    "batch": "Positions of a training step.",
    "reuse": "Times that a position is trained on, about.",
    "rate": "Learning rate at the start.",
    "last_rate": "Learning rate at the end.",
    "decay": "Weight decay of AdamW.",
    "value_weight": "Weight of the value loss.",
    "search_share": "Share of the search's opinion in what the value learns.",
    "average": "Weight of the past in the averaged network that plays.",
    "validation": "Share of matches kept out of training.",
    "window": "Most positions of the replay window.",
    "first_window": "Fewest positions of the window.",
    "growth": "Share of all positions so far that the window holds.",
    "warm_up": "Steps until the full learning rate.",
    "clip": "Largest norm of a gradient.",
}
"""What each setting means, in the order of help."""

DEFAULTS: Mapping[str, Any] = LearnSettings().wishes()
"""The settings that a training has when nothing else is said."""


def with_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of the named settings, or of all; it gets those that were given as ``wishes``."""
    wanted = names or tuple(MEANINGS)

    def extended(command: Callable[..., None]) -> Callable[..., None]:
        def run(**given: Any) -> None:
            wishes = {name: given.pop(name) for name in wanted}
            command(**given, wishes={name: value for name, value in wishes.items() if value is not None})

        own = inspect.signature(command, eval_str=True).parameters
        parameters = [
            value.replace(kind=inspect.Parameter.KEYWORD_ONLY) for name, value in own.items() if name != "wishes"
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


def training_settings(wishes: Mapping[str, Any]) -> LearnSettings:
    """The settings of a training with the wishes in their places."""
    return LearnSettings().with_wishes(wishes)
