"""What is asked of a play-test, as one value from a command, a page, a program or Python to the manifest of the run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from apts.errors import AptsError
from apts.input_checks import MOST_MATCHES
from apts.request_fields import IN_A_TERMINAL, Request, changed_fields, field_facts

if TYPE_CHECKING:
    from apts.agents.agent import Agent

# ----------------------------------------------------------------------------------------------------------------
# When a run may end before all its matches are played, as a value and as a text.


@dataclass(frozen=True)
class Until:
    """What has to be known before a run may end early; where both are given the first one ends it.

    ``settled``: it is known that the score of a seat lies above or below a half. ``precision``: the interval of every
    seat's score reaches at most so far to each side. ``fewest`` matches are played in any case, for everything else that
    a run should tell.
    """

    settled: bool = False
    precision: float | None = None
    fewest: int = 0

    def __post_init__(self) -> None:
        if self.precision is not None and not 0.0 < self.precision < 0.5:
            raise AptsError(f"a precision lies between 0 and 0.5 (50 %), such as 0.03 (3 %); read {self.precision}")
        if self.fewest < 0:
            raise AptsError(f"the fewest matches of a run are 0 or more; read {self.fewest}")
        if not self.settled and self.precision is None:
            raise AptsError("it does not say when to stop: 'settled', 'precision=0.03' or both are expected")

    @classmethod
    def read(cls, text: str) -> Until:
        """From a text such as ``settled``, ``precision=0.03`` or ``settled,precision=0.03,fewest=400``."""
        settled, precision, fewest = False, None, 0
        for part in text.split(","):
            name, _, value = part.strip().partition("=")
            if name == "settled" and not value:
                settled = True
            elif name == "precision":
                try:
                    precision = float(value)
                except ValueError:
                    raise AptsError(
                        f"the precision {value!r} cannot be read: a number such as 0.03 is wanted"
                    ) from None
            elif name == "fewest" and value.isdecimal():
                fewest = int(value)
            else:
                raise AptsError(
                    f"a run stops when 'settled' or at a 'precision=0.03', after a 'fewest=400' if you like, "
                    f"not when {part.strip()!r}"
                )
        return cls(settled, precision, fewest)

    def __str__(self) -> str:
        parts = ["settled"] if self.settled else []
        parts += [f"precision={self.precision:g}"] if self.precision is not None else []
        return ",".join([*parts, f"fewest={self.fewest}"] if self.fewest else parts)


LARGEST_SEED = (1 << 64) - 1
"""The largest seed that a manifest keeps."""


def one_agent(given: Any) -> Any:
    """An agent as it is kept: by its spelling, which is read when a game is there, or as an object that has one."""
    if isinstance(given, str) or (isinstance(getattr(given, "spec", None), str) and not isinstance(given, type)):
        return given
    from apts.agents.spelling import no_agent  # not wanted for help

    raise no_agent(given)


def several_agents(given: Any) -> Any:
    """Agents as they are kept: a text, an agent, or several of them."""
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping):
        return tuple(one_agent(one) for one in given)
    return one_agent(given)


def split_levels(given: Any) -> tuple[str, ...] | str:
    """The levels that were named: as one text, or several."""
    several = given if isinstance(given, str) else list(given) if isinstance(given, Sequence) else [given]
    if not all(isinstance(word, str) for word in several):
        raise AptsError(f"levels are names such as 'casual,club' or a list of them, not {given!r}")
    return several if isinstance(several, str) else tuple(several)


def check_several(levels: Sequence[str]) -> None:
    """Refuse one level alone; ``all`` stands for several."""
    if len(levels) < 2 and "all" not in levels:
        raise AptsError(
            f"levels are compared with each other, so at least 2 are needed, not {''.join(levels) or 'none'!r}; "
            "for one strength name agents instead"
        )


def _until(given: Any) -> Until:
    if isinstance(given, str):
        return Until.read(given)
    if not isinstance(given, Until):
        raise AptsError(f"when a run may end is a text such as 'settled' or 'precision=0.03', not {given!r}")
    return given


def split_goals(given: Any) -> tuple[Any, ...]:
    """Goals as they were given, one by one; they are read when the metrics are there that they are about."""
    if given is None:
        return ()
    alone = isinstance(given, str | PathLike | Mapping) or is_dataclass(given) or not isinstance(given, Iterable)
    several = (given,) if alone else tuple(given)
    for one in several:
        if not (isinstance(one, str | PathLike | Mapping) or (hasattr(one, "wanted") or hasattr(one, "fits"))):
            raise AptsError(f"a goal is a text such as 'length between 20 and 40' or the path of a file, not {one!r}")
    return several


def _minutes(given: float) -> float:
    if not given > 0:
        raise AptsError(f"a network is trained for more than 0 minutes, not {given:g}")
    return given


def spelled(agent: Any) -> str:
    """An agent as it is spelled."""
    return agent if isinstance(agent, str) else str(agent.spec)


def goal_data(goal: Any) -> Any:
    """A goal as JSON values: its text, or what a file of goals would say of it."""
    if isinstance(goal, str):
        return goal
    if isinstance(goal, PathLike):
        return fspath(goal)
    if isinstance(goal, Mapping):
        return dict(goal)
    if hasattr(goal, "fits"):
        extra = {name: getattr(goal, name) for name in ("weight", "level", "name", "why")}
        return {"goal": str(goal), **{name: value for name, value in extra.items() if value not in (None, "")}}
    data = {
        known.name: getattr(goal, known.name) for known in fields(goal) if getattr(goal, known.name) != known.default
    }
    wanted = [goal_data(one) for one in data.pop("wanted", ())]
    return {
        **{name: list(value) if isinstance(value, tuple) else value for name, value in data.items()},
        "goals": wanted,
    }


@dataclass(frozen=True)
class PlaytestRequest(Request):
    """Who plays, how often, from which seed, how long, judged by whom, and what is wanted of the game.

    This is the one table of all that can be asked of a play-test: options of commands, fields of the API, inputs of forms,
    defaults and checks are made of it. What is left out follows from the game (:mod:`apts.playtest.matches.forecast`).
    The game itself, with its options and parameters, and the archive stand beside it. ``as_data`` writes a request as
    JSON values, ``from_data`` reads it; agents that are objects are written by their spellings, as in manifests.
    """

    agents: str | Agent | Sequence[str | Agent] | None = field(
        default=None,
        metadata=field_facts(
            "list",
            called="the agents",
            about="One agent for each seat, or one for all; the default fits the game.",
            most_items=16,
            options=("--agents",),
            metavar="A,B",
            check=several_agents,
            write=spelled,
            examples=(["level:club", "level:club"],),
        ),
    )
    matches: int | None = field(
        default=None,
        metadata=field_facts(
            "whole",
            called="the number of matches",
            about="The (maximum) number of matches; the default fits the game.",
            low=1,
            high=MOST_MATCHES,
            shared_most=1_000_000,
            options=("--matches",),
        ),
    )
    seed: int = field(
        default=1,
        metadata=field_facts(
            "whole",
            called="a seed",
            about="The random seed; the same seed gives the same matches.",
            low=0,
            high=LARGEST_SEED,
            shared_most=(1 << 63) - 1,
            options=("--seed",),
        ),
    )
    limit: int = field(
        default=1000,
        metadata=field_facts(
            "whole",
            called="the most turns of a match",
            about="Stop a match after this many turns.",
            low=1,
            shared_most=1_000_000,
            options=("--limit",),
        ),
    )
    until: Until | str | None = field(
        default=None,
        metadata=field_facts(
            "spelled",
            called="when a run may end",
            about="Stop when a seat's advantage is certain, or when all scores are known this precisely.",
            options=("--until",),
            metavar="settled,precision=0.03",
            check=_until,
            write=str,
            examples=("settled", "precision=0.03"),
        ),
    )
    quick: bool = field(
        default=False,
        metadata=field_facts(
            "switch",
            called="whether this is a first look (quick)",
            about="Take a quick look (about half a minute); repeat the command to continue.",
            options=("--quick",),
        ),
    )
    levels: str | Sequence[str] | None = field(
        default=None,
        metadata=field_facts(
            "list",
            called="the levels",
            about="Play at several strengths, such as casual,club,expert, or at all of them.",
            most_items=8,
            options=("--levels",),
            metavar="A,B,C",
            check=split_levels,
            examples=(["casual", "club"],),
        ),
    )
    train: float | None = field(
        default=None,
        metadata=field_facts(
            "number",
            called="the time of training in minutes",
            about="Train a network first and include it as a player.",
            options=("--train",),
            metavar="MINUTES",
            check=_minutes,
            places=IN_A_TERMINAL,
        ),
    )
    evaluate: str | Agent | None = field(
        default=None,
        metadata=field_facts(
            "spelled",
            called="the evaluating agent",
            about="The agent that estimates values for agents without any.",
            options=("--evaluate",),
            metavar="AGENT",
            check=one_agent,
            write=spelled,
        ),
    )
    evaluator: str | Agent | None = field(
        default=None,
        metadata=field_facts(
            "spelled",
            called="the evaluator",
            about="The agent that estimates the value of every turn.",
            options=("--evaluator",),
            metavar="AGENT",
            check=one_agent,
            write=spelled,
        ),
    )
    one_strength: bool = field(
        default=False,
        metadata=field_facts(
            "switch",
            called="whether one strength plays alone (one_strength)",
            about="Play at one strength, not at three with budgets four times apart.",
            options=("--one-strength",),
        ),
    )
    guard: bool = field(
        default=False,
        metadata=field_facts(
            "switch",
            called="whether half the strength is tried too (guard)",
            about="Repeat at half the strength and compare the findings.",
            options=("--guard",),
            places=IN_A_TERMINAL,
        ),
    )
    luck: int = field(
        default=50,
        metadata=field_facts(
            "whole",
            called="the number of matches to be played again",
            about="In games of chance, replay this many matches with the same dice.",
            low=0,
            shared_most=1000,
            options=("--luck",),
        ),
    )
    goals: Any = field(
        default=(),
        metadata=field_facts(
            "texts",
            called="the goals",
            about="A goal, such as 'length between 20 and 40'; may be repeated.",
            options=("--goal", "--goals"),
            metavar="GOAL|FILE|SET",
            check=split_goals,
            write=goal_data,
            examples=(["fair-seats", "length between 20 and 40"],),
        ),
    )
    resume: bool = field(
        default=False,
        metadata=field_facts(
            "switch",
            called="whether a run is gone on with (resume)",
            about="Continue an interrupted run, or extend a finished one.",
            options=("--resume",),
            places=IN_A_TERMINAL,
        ),
    )
    name: str | None = field(
        default=None,
        metadata=field_facts(
            "text",
            called="the name of a run",
            about="The name of the run in the archive.",
            options=("--name",),
            places=IN_A_TERMINAL,
        ),
    )
    workers: int | None = field(
        default=None,
        metadata=field_facts(
            "whole",
            called="the number of workers",
            about="Number of matches to play in parallel.",
            low=1,
            options=("--workers",),
            places=IN_A_TERMINAL,
        ),
    )
    cluster: str | None = field(
        default=None,
        metadata=field_facts(
            "text",
            called="the address of a cluster",
            about="Play on a Ray cluster: start one (local), or join the one at an address.",
            options=("--cluster",),
            metavar="local|ADDRESS",
            places=IN_A_TERMINAL,
        ),
    )
    command: str = field(
        default="",
        metadata=field_facts(
            "text",
            called="the command of a run",
            about="What the manifest says of how the run was asked for.",
            places=("python",),
        ),
    )

    what = "a play-test"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.evaluate and self.evaluator:
            raise AptsError("give either `evaluate` (for agents without values) or `evaluator` (for all), not both")
        if self.at_levels:
            if isinstance(self.levels, tuple) and self.train is None:
                check_several(self.levels)
            beside = changed_fields(self, ("agents", "until", "guard", "one_strength"))
            if beside:
                raise AptsError(
                    f"levels say who plays, and each is a run of its own: leave out {' and '.join(beside)}, or the levels"
                )

    @property
    def stop(self) -> Until | None:
        """When the run may end early; a text was read when the request was made."""
        assert not isinstance(self.until, str)
        return self.until

    @property
    def judge(self) -> str | Agent | None:
        """The agent that judges the turns of others, where one does."""
        return self.evaluator or self.evaluate

    @property
    def at_levels(self) -> bool:
        """Whether the game is played at several strengths."""
        return bool(self.levels) or self.train is not None


DEFAULTS = PlaytestRequest()
"""What is taken where nothing is said."""
