"""What a training is asked to do: how often, how large, how it searches, plays and learns. Nothing here needs PyTorch.

:class:`TrainRequest` is what a command, a page, a program or Python asks for, :class:`LearnSettings` what follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.input_checks import MOST_MATCHES
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
    TRAINING_SIZES,
    WIDTH,
    training_size,
)
from apts.request_fields import (
    EVERYWHERE,
    IN_A_TERMINAL,
    Kind,
    Place,
    Request,
    described,
    field_facts,
    request_fields,
    settings_of,
)
from apts.search.least_iterations import least_iterations
from apts.similar_names import did_you_mean

if TYPE_CHECKING:
    from apts.learning.networks.shape import NetworkShape


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
    """How a network is trained.

    Every new position is used about ``reuse`` times in batches of ``batch``; the learning rate falls from ``rate`` to
    ``last_rate`` along a cosine over the whole training, after a short warm-up. The value learns the result of the match
    mixed with a share ``search_share`` of what the search thought. ``average`` is the weight of the past in the running
    mean of the weights, which is what plays. A share ``validation`` of the matches is kept out of training.
    """

    batch: int = described(512, "Positions in a training batch.")
    reuse: float = described(4.0, "About how often each position is trained on.")
    rate: float = described(2e-3, "Learning rate at the start.")
    last_rate: float = described(1e-4, "Learning rate at the end.")
    decay: float = described(1e-4, "Weight decay of AdamW.")
    value_weight: float = described(1.0, "Weight of the value loss.")
    search_share: float = described(0.5, "Share of the search's value, beside the result, in the value target.")
    average: float = described(0.99, "Weight of earlier steps in the averaged network that plays.")
    validation: float = described(0.02, "Share of matches kept out of training.")
    window: int = described(300_000, "Largest size of the replay window, in positions.")
    first_window: int = described(20_000, "Smallest size of the replay window, in positions.")
    growth: float = described(0.6, "Share of all positions so far that the replay window holds.")
    warm_up: int = described(100, "Training steps until the full learning rate is reached.")
    clip: float = described(5.0, "Largest norm of a gradient.")

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

    cycles: int = described(40, "Number of cycles; each plays matches and then trains.")
    minutes: float = described(
        0.0, "Stop after this many minutes, with a learning rate that follows the clock; 0: no limit."
    )
    positions: int = described(POSITIONS, "Number of positions to play in each cycle.")
    width: int = described(WIDTH, "Channels of the network.")
    depth: int = described(DEPTH, "Residual blocks of the network.")
    groups: int = described(2, "Number of groups of matches; one thread plays each.")
    slots: int = described(128, "Number of matches that a group plays at the same time.")
    threads: int = described(2, "Threads of PyTorch; they influence the results.")
    seed: int = described(1, "The random seed; the same seed gives the same matches.")
    gate: int = described(0, "Matches in which a new network must prove better before it plays; 0: it always plays.")
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

_SETTINGS = settings_of(LearnSettings, *_PARTS.values())
_KINDS: Mapping[type[Any], Kind] = {int: "whole", float: "number", str: "text"}
_SHAPE = ("width", "depth")
"""What a network that is trained on keeps, whatever the size of the training."""


def _setting(name: str, places: tuple[Place, ...] = IN_A_TERMINAL, **other: Any) -> Any:
    """A setting as a field of a request: None is what the size says, or the default."""
    default, about = _SETTINGS[name]
    facts = {
        "called": name.replace("_", " "),
        "about": about if isinstance(default, str) else f"{about} [default: {default:,}]",
        "options": (f"--{name.replace('_', '-')}",),
    }
    return field(default=None, metadata=field_facts(_KINDS[type(default)], places=places, **{**facts, **other}))


def _path(given: Any) -> str:
    if not isinstance(given, str | PathLike):
        raise AptsError(f"the model that a training begins with is a file, not {given!r}")
    return fspath(given)


def _known_size(name: str) -> str:
    training_size(name)
    return name


@dataclass(frozen=True)
class TrainRequest(Request):
    """How a network is trained, from which weights, and how its strength is measured on the way.

    As in :class:`apts.PlaytestRequest` this is the one table of all that can be asked: options, the schema of the API,
    defaults and checks are made of it. A setting that is named goes before that of the ``size``. The game and the folder
    stand beside it. In a studio ``start`` is the training whose network is trained on.
    """

    start: str | PathLike[str] | None = field(
        default=None,
        metadata=field_facts(
            "spelled",
            called="the model that a training begins with",
            about="Start from the weights of a model of a similar game.",
            options=("--from",),
            metavar="MODEL",
            check=_path,
        ),
    )
    size: str | None = field(
        default=None,
        metadata=field_facts(
            "text",
            called="the size of a training",
            about="A preset of width, depth, positions, simulations and slots.",
            options=("--size",),
            metavar="|".join(TRAINING_SIZES),
            choices=tuple(TRAINING_SIZES),
            check=_known_size,
        ),
    )
    resume: bool = field(
        default=False,
        metadata=field_facts(
            "switch",
            called="whether a training is gone on with (resume)",
            about="Continue the training in the folder.",
            options=("--resume",),
            places=IN_A_TERMINAL,
        ),
    )
    measure: int = field(
        default=MEASURED_EVERY,
        metadata=field_facts(
            "whole",
            called="the number of cycles between measurements (measure)",
            about="Cycles between Elo measurements; 0 for none.",
            low=0,
            options=("--measure",),
            places=IN_A_TERMINAL,
        ),
    )
    matches: int = field(
        default=MEASURED_MATCHES,
        metadata=field_facts(
            "whole",
            called="the number of matches of a measurement",
            about="Matches of each Elo measurement.",
            low=2,
            high=MOST_MATCHES,
            options=("--matches",),
            places=IN_A_TERMINAL,
        ),
    )
    iterations: int | None = field(
        default=None,
        metadata=field_facts(
            "whole",
            called="the number of iterations of the tree search that a network meets",
            about="Iterations of the UCT opponent; by default 200, or 4 for each legal move.",
            low=1,
            options=("--iterations",),
            places=IN_A_TERMINAL,
        ),
    )
    workers: int | None = field(
        default=None,
        metadata=field_facts(
            "whole",
            called="the number of workers",
            about="Number of threads for self-play; results do not depend on it.",
            low=1,
            options=("--workers",),
            places=IN_A_TERMINAL,
        ),
    )
    device: str | None = field(
        default=None,
        metadata=field_facts(
            "text",
            called="the device",
            about="The device to train on; by default CUDA if there is one.",
            options=("--device",),
            metavar="cpu|cuda",
            places=IN_A_TERMINAL,
        ),
    )
    cycles: int | None = _setting("cycles")
    minutes: float | None = _setting("minutes", EVERYWHERE, shared_most=240)
    positions: int | None = _setting("positions")
    width: int | None = _setting("width")
    depth: int | None = _setting("depth")
    groups: int | None = _setting("groups")
    slots: int | None = _setting("slots")
    threads: int | None = _setting("threads")
    seed: int | None = _setting("seed")
    gate: int | None = _setting("gate")
    simulations: int | None = _setting("simulations")
    formula: str | None = _setting("formula")
    considered: int | None = _setting("considered")
    value_scale: float | None = _setting("value_scale")
    visit_scale: float | None = _setting("visit_scale")
    exploration: float | None = _setting("exploration")
    noise_share: float | None = _setting("noise_share")
    noise_shape: float | None = _setting("noise_shape")
    sampling: int | None = _setting("sampling")
    look_ahead: int | None = _setting("look_ahead")
    openings: float | None = _setting("openings")
    opening_moves: int | None = _setting("opening_moves")
    small: int | None = _setting("small")
    small_share: float | None = _setting("small_share")
    match_limit: int | None = _setting("match_limit")
    resign: float | None = _setting("resign")
    batch: int | None = _setting("batch")
    reuse: float | None = _setting("reuse")
    rate: float | None = _setting("rate")
    last_rate: float | None = _setting("last_rate")
    decay: float | None = _setting("decay")
    value_weight: float | None = _setting("value_weight")
    search_share: float | None = _setting("search_share")
    average: float | None = _setting("average")
    validation: float | None = _setting("validation")
    window: int | None = _setting("window")
    first_window: int | None = _setting("first_window")
    growth: float | None = _setting("growth")
    warm_up: int | None = _setting("warm_up")
    clip: float | None = _setting("clip")
    command: str = field(
        default="",
        metadata=field_facts(
            "text",
            called="the command of a training",
            about="What the folder says of how the training was asked for.",
            places=("python",),
        ),
    )

    what = "a training"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.settings()

    def named(self, *, shaped: bool = False) -> dict[str, Any]:
        """The settings that are asked for, those of the size too; of a network that is ``shaped`` already not its shape."""
        sized = training_size(self.size) if self.size is not None else {}
        of_size = {name: value for name, value in sized.items() if not (shaped and name in _SHAPE)}
        return of_size | {name: getattr(self, name) for name in SETTINGS if getattr(self, name) is not None}

    def settings(self, shape: NetworkShape | None = None) -> LearnSettings:
        """What the training is asked to do; ``shape`` is that of the network that it begins with."""
        of_network = {} if shape is None else {name: getattr(shape, name) for name in _SHAPE}
        return LearnSettings().with_options(of_network | self.named(shaped=shape is not None))

    @property
    def measured(self) -> MeasureSettings:
        """How strength is measured on the way."""
        return MeasureSettings(self.measure, self.matches, self.iterations)


SETTINGS = tuple(name for name in request_fields(TrainRequest) if name in _SETTINGS)
"""The settings that a request can name, in the order of help."""

DEFAULTS = TrainRequest()
"""What is taken where nothing is said."""
