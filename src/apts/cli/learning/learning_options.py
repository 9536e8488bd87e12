"""The settings of a training as options of a command, one for each, whatever settings there are.

The options are made from names and defaults alone, so that help does not have to import PyTorch; a test holds that they
are those of :class:`apts.learning.teaching.learn_settings.LearnSettings`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

import typer


class Wish(NamedTuple):
    """One setting: the part of the settings it belongs to, its default, and what it means."""

    part: str
    default: Any
    meaning: str


SETTINGS: Mapping[str, Wish] = {
    "cycles": Wish("", 40, "Times to play and then train."),
    "minutes": Wish("", 0.0, "Stop after so much time, with a learning rate that follows the clock; 0: no limit."),
    "positions": Wish("", 8192, "Positions played in a cycle."),
    "width": Wish("", 48, "Channels of the network."),
    "depth": Wish("", 4, "Residual blocks of the network."),
    "groups": Wish("", 2, "Groups of matches, each played by one thread."),
    "slots": Wish("", 128, "Matches of a group side by side."),
    "threads": Wish("", 2, "Threads of PyTorch, which results depend on."),
    "seed": Wish("", 1, "Decides all chance."),
    "gate": Wish(
        "", 0, "Most matches that a new network may need to prove better before it plays; 0: it always plays."
    ),
    "simulations": Wish("search", 32, "Simulations a move."),
    "formula": Wish("search", "gumbel", "How the search goes: gumbel or puct."),
    "considered": Wish("search", 16, "Root moves that Gumbel search looks at."),
    "value_scale": Wish("search", 0.25, "Weight of values in the improved policy."),
    "visit_scale": Wish("search", 40.0, "Visits added before weighing."),
    "exploration": Wish("search", 1.5, "Exploration of PUCT."),
    "noise_share": Wish("search", 0.25, "Share of noise at the root of PUCT."),
    "noise_shape": Wish("search", 0.0, "Shape of that Dirichlet noise; 0 chooses one."),
    "sampling": Wish("search", 12, "Moves of a match that PUCT draws by visits."),
    "look_ahead": Wish("search", 64, "Most moves of a node that sees at once which of them end the match."),
    "openings": Wish("play", 0.75, "Share of matches with a random opening."),
    "opening_moves": Wish("play", -1, "Most moves of a random opening; below 0: as many as a random match has."),
    "small": Wish("play", 0, "Simulations of small searches, which teach the value only; 0: none."),
    "small_share": Wish("play", 0.75, "Share of searches that are small, where there are such."),
    "match_limit": Wish("play", 1000, "Moves after which a match is a draw."),
    "resign": Wish("play", 0.0, "Give up a match for two when the search expects less than minus this; 0: never."),
    "batch": Wish("training", 512, "Positions of a training step."),
    "reuse": Wish("training", 4.0, "Times that a position is trained on, about."),
    "rate": Wish("training", 2e-3, "Learning rate at the start."),
    "last_rate": Wish("training", 1e-4, "Learning rate at the end."),
    "decay": Wish("training", 1e-4, "Weight decay of AdamW."),
    "value_weight": Wish("training", 1.0, "Weight of the value loss."),
    "search_share": Wish("training", 0.5, "Share of the search's opinion in what the value learns."),
    "average": Wish("training", 0.99, "Weight of the past in the averaged network that plays."),
    "validation": Wish("training", 0.02, "Share of matches kept out of training."),
    "window": Wish("training", 300_000, "Most positions of the replay window."),
    "first_window": Wish("training", 20_000, "Fewest positions of the window."),
    "growth": Wish("training", 0.6, "Share of all positions so far that the window holds."),
    "warm_up": Wish("training", 100, "Steps until the full learning rate."),
    "clip": Wish("training", 5.0, "Largest norm of a gradient."),
}


def with_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of the named settings, or of all; it gets those that were given as ``wishes``."""
    wanted = names or tuple(SETTINGS)

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
    wish = SETTINGS[name]
    words = f"{wish.meaning} [default: {wish.default:,}]" if wish.default != "gumbel" else wish.meaning
    described = typer.Option(f"--{name.replace('_', '-')}", help=words, show_default=False)
    kind: Any = Annotated[type(wish.default) | None, described]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)


def learn_settings(wishes: Mapping[str, Any]) -> Any:
    """The settings of a training with the wishes in their places."""
    from apts.learning.teaching.learn_settings import LearnSettings

    return LearnSettings().with_wishes(wishes)
