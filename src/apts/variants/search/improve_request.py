"""How a search for better rules goes where nobody says so, as values that help can show without the search itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from apts.errors import AptsError
from apts.input_checks import MOST_MATCHES, check_minutes
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest
from apts.request_fields import IN_A_TERMINAL, Request, facts_of, field_facts, request_fields

if TYPE_CHECKING:
    from apts.agents.agent import Agent
    from apts.variants.search.improve_settings import ImproveSettings

MINUTES = 10.0
"""The budget where none is named."""

FIRST = 12
"""Matches of the first round of a race, the least that a variant is looked at with."""

MOST = 400
"""Number of matches for a variant that is evaluated in full."""

FRESH = 400
"""Fresh matches of each run for goals of which no number can be planned, and the most of the game as it is."""

MOST_GAMES = 50
"""Variants that may be wanted at once."""

METHOD_NAMES = ("race", "tpe", "nsga2", "evolve")
"""The ways of searching for goals; :data:`apts.variants.search.improving.METHODS` has what each of them does."""

CLIMB = "climb"
"""The method that has no goals, and therefore a function of its own."""

STEPS = 40
"""Steps of a climb."""

AGGREGATES = ("ludi", "ludi-as-printed")
"""What a climb can make rise."""

DEFAULT_AXES = ("length", "drawishness")
"""The axes of a map of games where none are named."""


# ----------------------------------------------------------------------------------------------------------------
# What is asked of a search for better rules, as one value from a command, a page, a program or Python to the
# search.

_PLAYED = request_fields(PlaytestRequest)
"""Who plays, and how, is asked as it is of a play-test."""


DEFAULT_EDITS = ("all",)
"""What may be changed where nothing is said."""


def _same(name: str) -> Mapping[str, Any]:
    """What is known of a field that a play-test has, too."""
    return facts_of(_PLAYED[name])


def _names(given: Any) -> tuple[str, ...]:
    """Names as one text with commas, or one by one."""
    several = given.split(",") if isinstance(given, str) else given
    if not isinstance(several, Sequence) or not all(isinstance(word, str) for word in several):
        raise AptsError(f"kinds of edits or axes are names, such as 'values' or ['number', 'option'], not {given!r}")
    return tuple(word.strip() for word in several)


def _texts(given: Any) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence) or not all(isinstance(word, str) for word in given):
        raise AptsError(f"a list of texts is expected, such as ['length=3..6'], not {given!r}")
    return tuple(given)


@dataclass(frozen=True)
class ImproveRequest(Request):
    """What a game should be like, which edits may be made, and how long is searched, by whom the variants are played.

    As in :class:`~apts.playtest.matches.playtest_request.PlaytestRequest` this is the one table of all that can be asked:
    options, the schema of the API, defaults and checks are made of it.
    """

    goals: Any = field(default=DEFAULTS.goals, metadata=_same("goals"))
    minutes: float | None = field(
        default=None,
        metadata=field_facts(
            "number",
            called="the budget in minutes",
            about=f"The budget in minutes; {MINUTES:g} if no other budget is set.",
            shared_most=180,
            options=("--minutes",),
            check=check_minutes,
        ),
    )
    matches: int | None = field(
        default=None,
        metadata=field_facts(
            "whole",
            called="the number of matches of a search",
            about="The budget in matches, not counting the confirming ones.",
            low=1,
            high=MOST_MATCHES,
            options=("--matches",),
        ),
    )
    method: str = field(
        default="race",
        metadata=field_facts(
            "text",
            called="the method of a search",
            about="The search method.",
            options=("--method",),
            metavar="|".join([*METHOD_NAMES, CLIMB]),
        ),
    )
    agents: str | Agent | Sequence[str | Agent] | None = field(default=DEFAULTS.agents, metadata=_same("agents"))
    seed: int = field(default=DEFAULTS.seed, metadata=_same("seed"))
    most: int = field(
        default=MOST,
        metadata=field_facts(
            "whole",
            called="the number of matches of a variant that is looked at in full (most)",
            about="Number of matches for a variant that is evaluated in full.",
            low=FIRST,
            high=MOST_MATCHES,
            shared_most=100_000,
            options=("--most",),
        ),
    )
    fresh: int | None = field(
        default=None,
        metadata=field_facts(
            "whole",
            called="the number of fresh matches",
            about="Most fresh matches at each strength that confirm the result; as many as the goals need if not set.",
            low=1,
            high=MOST_MATCHES,
            shared_most=100_000,
            options=("--fresh",),
        ),
    )
    edits: str | Sequence[str] = field(
        default=DEFAULT_EDITS,
        metadata=field_facts(
            "list",
            called="the kinds of edits",
            about="What may be changed: values, clauses, or kinds of edits.",
            most_items=30,
            options=("--edits",),
            metavar="KIND,KIND",
            check=_names,
            examples=(["values"],),
        ),
    )
    pins: Sequence[str] = field(
        default=(),
        metadata=field_facts(
            "texts",
            called="the parameters that stay",
            about="Keep a parameter unchanged; may be repeated.",
            most_items=100,
            options=("--pin",),
            metavar="PATH",
            check=_texts,
        ),
    )
    bounds: Sequence[str] = field(
        default=(),
        metadata=field_facts(
            "texts",
            called="the bounds of parameters",
            about="The range a parameter may take; may be repeated.",
            most_items=100,
            options=("--bounds",),
            metavar="PATH=LOW..HIGH",
            check=_texts,
            examples=(["board.size=5..9"],),
        ),
    )
    axes: str | Sequence[str] = field(
        default=DEFAULT_AXES,
        metadata=field_facts(
            "list",
            called="the axes of the map",
            about="The two axes of the map of games that evolve keeps.",
            options=("--axes",),
            metavar="METRIC,METRIC",
            check=_names,
            places=IN_A_TERMINAL,
        ),
    )
    games: int = field(
        default=1,
        metadata=field_facts(
            "whole",
            called="the number of games that are wanted",
            about="How many variants to confirm with fresh matches.",
            low=1,
            high=MOST_GAMES,
            options=("--games",),
            places=IN_A_TERMINAL,
        ),
    )
    limit: int = field(default=DEFAULTS.limit, metadata=_same("limit"))
    workers: int | None = field(default=DEFAULTS.workers, metadata=_same("workers"))
    cluster: str | None = field(default=DEFAULTS.cluster, metadata=_same("cluster"))
    command: str = field(default=DEFAULTS.command, metadata=_same("command"))

    what = "a search"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.minutes is not None and self.matches is not None:
            raise AptsError("give either minutes or matches as the budget of the search, not both")

    def play(self) -> PlaytestRequest:
        """Who plays the variants, and how."""
        return PlaytestRequest(
            agents=self.agents,
            seed=self.seed,
            limit=self.limit,
            workers=self.workers,
            cluster=self.cluster,
            command=self.command,
        )

    def settings(self, spent: float = 0.0) -> ImproveSettings:
        """How the search is made; ``spent`` are minutes that an earlier part of it took."""
        from apts.variants.search.improve_settings import ImproveSettings
        from apts.variants.search.methods.game_map import check_axes
        from apts.variants.search.search_state import read_kinds
        from apts.variants.tunables import read_limits

        return ImproveSettings(
            minutes=self.minutes,
            matches=self.matches,
            method=self.method,
            kinds=read_kinds(",".join(self.edits)),
            most=self.most,
            fresh=self.fresh,
            limits=read_limits(self.pins, self.bounds),
            axes=check_axes(self.axes),
            games=self.games,
            spent=spent,
        )
