"""What a training is asked to do: how often, how large, how it searches, plays and learns. Nothing here needs PyTorch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.learning.guided.guided_settings import (
    LARGE,
    MANY,
    MOST_GROUPS,
    MOST_SLOTS,
    GuidedSettings,
    SelfPlaySettings,
    within,
)
from apts.learning.training_defaults import (
    DEPTH,
    MEASURED_EVERY,
    MEASURED_ITERATIONS,
    MEASURED_MATCHES,
    POSITIONS,
    WIDTH,
)
from apts.search.least_iterations import least_iterations
from apts.similar_names import did_you_mean


@dataclass(frozen=True)
class MeasureSettings:
    """How strength is measured on the way: every ``every`` cycles (0: never) in ``matches``, rounded up
    so that each side sits everywhere, against the network of the last measure, and as many against tree search with
    ``iterations``; None is what is usual, and never fewer than four for each legal move of the game.
    """

    every: int = MEASURED_EVERY
    matches: int = MEASURED_MATCHES
    iterations: int | None = None

    def fitting(self, game: Game) -> MeasureSettings:
        """The same for a game: with as many iterations as it needs, where nobody said how many."""
        if self.iterations is not None:
            return self
        least = least_iterations(game) if self.every else 0
        return replace(self, iterations=max(MEASURED_ITERATIONS, least))


@dataclass(frozen=True)
class TrainingSettings:
    """How a network is taught.

    Every new position is used about ``reuse`` times in batches of ``batch``; the learning rate falls from ``rate`` to
    ``last_rate`` along a cosine over the whole training, after a short warm-up. The value learns the result of the match
    mixed with a share ``search_share`` of what the search thought. ``average`` is the weight of the past in the running
    mean of the weights, which is what plays. A share ``validation`` of the matches is kept out of training.
    """

    batch: int = 512
    reuse: float = 4.0
    rate: float = 2e-3
    last_rate: float = 1e-4
    decay: float = 1e-4
    value_weight: float = 1.0
    search_share: float = 0.5
    average: float = 0.99
    validation: float = 0.02
    window: int = 300_000
    first_window: int = 20_000
    growth: float = 0.6
    warm_up: int = 100
    clip: float = 5.0

    def __post_init__(self) -> None:
        """Refuses what no training can do."""
        within(self, "a training", 1, 1 << 20, "batch")
        within(self, "a training", 1, MANY, "window", "first_window", "warm_up")
        within(self, "a training", 1e-9, LARGE, "reuse", "clip")
        within(self, "a training", 1e-9, 1, "rate")
        within(self, "a training", 0, 1, "last_rate", "decay")
        within(self, "a training", 0, LARGE, "value_weight")
        within(self, "a training", 0, 1, "search_share", "average", "growth")
        within(self, "a training", 0, 0.5, "validation")


@dataclass(frozen=True)
class LearnSettings:
    """What a training is asked to do.

    ``cycles`` times: play about ``positions`` positions with ``groups`` x ``slots`` matches side by side, then train.
    ``threads`` is the number of threads that PyTorch uses, which its results depend on. With ``minutes`` above 0 the
    training also ends after so much time, and its learning rate follows the clock: then it cannot be made again exactly.
    With a ``gate`` above 0 a new network plays only after it has proven better, in at most so many matches, than the
    one that plays.
    """

    cycles: int = 40
    minutes: float = 0.0
    positions: int = POSITIONS
    width: int = WIDTH
    depth: int = DEPTH
    groups: int = 2
    slots: int = 128
    threads: int = 2
    seed: int = 1
    gate: int = 0
    search: GuidedSettings = field(default_factory=GuidedSettings)
    play: SelfPlaySettings = field(default_factory=SelfPlaySettings)
    training: TrainingSettings = field(default_factory=TrainingSettings)

    def __post_init__(self) -> None:
        """Refuses what no training can do."""
        within(self, "a training", 0, MANY, "minutes", "gate")
        within(self, "a training", 1, MANY, "cycles", "positions")
        within(self, "a training", 1, MOST_GROUPS, "groups", "threads")
        within(self, "a training", 1, MOST_SLOTS, "slots")

    def facts(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)

    @classmethod
    def read(cls, facts: dict[str, Any]) -> LearnSettings:
        """What :meth:`facts` wrote."""
        given = dict(facts)
        for name, kind in _PARTS.items():
            given[name] = kind(**given[name])
        return cls(**given)

    def options(self) -> dict[str, Any]:
        """All settings by name, those of the parts among them."""
        facts = self.facts()
        parts = [facts.pop(name) for name in _PARTS]
        return {name: value for part in (facts, *parts) for name, value in part.items()}

    def with_options(self, options: Mapping[str, Any]) -> LearnSettings:
        """The same with some settings changed, each under its own name whichever part it belongs to."""
        facts, known = self.facts(), self.options()
        for name, value in options.items():
            if name not in known:
                raise AptsError(f"a training has no setting {name!r}{did_you_mean(name, list(known))}")
            next(part for part in (facts, *map(facts.__getitem__, _PARTS)) if name in part)[name] = value
        return LearnSettings.read(facts)


_PARTS = {"search": GuidedSettings, "play": SelfPlaySettings, "training": TrainingSettings}
