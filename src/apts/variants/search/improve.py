"""``apts.improve``: a search for better rules as one call."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from apts.archive import Archive
from apts.games.library import GameSource
from apts.playtest.goals import read_goals
from apts.playtest.goals.goal_files import GoalsGiven
from apts.playtest.matches.play_settings import USUAL, PlaySettings
from apts.variants.search.edit_kinds import read_kinds
from apts.variants.search.improve_settings import ImproveSettings
from apts.variants.search.improvement import Improvement
from apts.variants.search.improving import improved
from apts.variants.search.usual_search import FRESH, MOST
from apts.variants.search.workbench import Watch
from apts.variants.tunables import NO_LIMITS, Limits
from apts.variants.variant import as_variant


def improve(
    game: GameSource,
    goals: GoalsGiven | Iterable[GoalsGiven],
    agents: str | None = None,
    seed: int = USUAL.seed,
    *,
    minutes: float | None = None,
    matches: int | None = None,
    method: str = "race",
    edits: str = "all",
    most: int = MOST,
    fresh: int = FRESH,
    games: int = 1,
    limits: Limits = NO_LIMITS,
    archive: Archive | str | PathLike[str] | None = None,
    limit: int = USUAL.limit,
    workers: int | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
) -> Improvement:
    """Search for the smallest edits of the rules that bring a game inside its goals.

    ``goals`` are texts, files or sets of the bank. The budget is ``minutes`` (10 where nothing is said) or ``matches``; of
    a variant that is looked at in full ``most`` matches are played, and ``fresh`` ones confirm the result at two strengths.
    ``edits`` says what may be changed: ``values``, ``clauses``, ``all``, or kinds such as ``number,option``; ``limits`` pins
    and bounds values. ``games`` is how many variants are to stand up to fresh matches. ``watch`` is told every step. Ctrl-C
    ends the search with what was found; with an ``archive`` the same call goes on where it ended. Matches are played by so
    many ``workers``, or on a ``cluster``.

    >>> from apts import improve
    >>> found = improve("tic-tac-toe", "length at most 6", "random", matches=200, edits="number", most=24, fresh=20)
    >>> [edit.words for edit in found.chosen.edits]
    ['length of the line that wins: 3 becomes 2']
    """
    play = PlaySettings(agents, seed=seed, limit=limit, workers=workers, cluster=cluster)
    settings = ImproveSettings(
        minutes, matches, method, read_kinds(edits), most=most, fresh=fresh, limits=limits, games=games
    )
    return improved(as_variant(game), read_goals(goals), play, settings, archive, watch)
