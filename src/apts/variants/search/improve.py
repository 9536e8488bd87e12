"""``apts.improve``: a search for better rules as one call."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from apts.archive import Archive
from apts.games.library import GameSource
from apts.playtest.evidence.evidence import Goals
from apts.playtest.goals.goal_files import GoalsGiven, requested_goals
from apts.playtest.matches.playtest_request import DEFAULTS
from apts.request_fields import one_request
from apts.variants.search.improve_request import MOST, ImproveRequest
from apts.variants.search.improvement import Improvement
from apts.variants.search.improving import improved
from apts.variants.search.match_runner import Watch as MatchWatch
from apts.variants.search.search_state import Watch
from apts.variants.tunables import NO_LIMITS, Limits, check_limits
from apts.variants.variant import Variant, as_variant


def improve(
    game: GameSource,
    goals: GoalsGiven | Iterable[GoalsGiven] = (),
    agents: str | None = None,
    seed: int = DEFAULTS.seed,
    *,
    minutes: float | None = None,
    matches: int | None = None,
    method: str = "race",
    edits: str = "all",
    most: int = MOST,
    fresh: int | None = None,
    games: int = 1,
    limits: Limits = NO_LIMITS,
    archive: Archive | str | PathLike[str] | None = None,
    limit: int = DEFAULTS.limit,
    workers: int | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
    request: ImproveRequest | None = None,
) -> Improvement:
    """Search for the smallest edits of the rules that bring a game inside its goals.

    ``goals`` are texts, files or sets of the bank. The budget is ``minutes`` (10 where nothing is said) or ``matches``; of
    a variant that is looked at in full ``most`` matches are played; fresh ones confirm the result at three strengths,
    at most ``fresh`` at each where that is said, and else as many as it takes to be sure of the goals.
    ``edits`` says what may be changed: ``values``, ``clauses``, ``all``, or kinds such as ``number,option``; ``limits`` pins
    and bounds values. ``games`` is how many variants are to stand up to fresh matches. ``watch`` is told every step. Ctrl-C
    ends the search with what was found; with an ``archive`` the same call goes on where it ended. Matches are played by so
    many ``workers``, or on a ``cluster``. ``request`` is all of this but the archive and the watch as one value
    (:class:`apts.ImproveRequest`).

    >>> from apts import improve
    >>> found = improve("tic-tac-toe", "length at most 6", "random", matches=200, edits="number", most=24, fresh=20)
    >>> [edit.words for edit in found.chosen.edits]
    ['length of the line that wins: 3 becomes 2']
    """
    check_limits(limits)
    wanted = ImproveRequest(
        goals=goals,
        minutes=minutes,
        matches=matches,
        method=method,
        agents=agents,
        seed=seed,
        most=most,
        fresh=fresh,
        edits=edits,
        pins=sorted(limits.pins),
        bounds=[f"{path}={low}..{high}" for path, (low, high) in limits.bounds.items()],
        games=games,
        limit=limit,
        workers=workers,
        cluster=cluster,
    )
    return improve_by_request(as_variant(game), one_request(request, wanted), archive, watch)


def improve_by_request(
    parent: Variant,
    request: ImproveRequest,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Watch | None = None,
    match_watch: MatchWatch | None = None,
    spent: float = 0.0,
) -> Improvement:
    """The search that a request asks for; ``spent`` are minutes of its budget that an earlier part of it took."""
    goals = requested_goals(request.goals) or Goals()
    return improved(parent, goals, request.play(), request.settings(spent), archive, watch, match_watch)
