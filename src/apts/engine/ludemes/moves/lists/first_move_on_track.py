"""Choices by the place on a track: ``(firstMoveOnTrack ..)`` and ``(max Distance ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import NotingSink, Sink
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.tracks.track_ways import Fits, Way, chosen_track
from apts.engine.lowering.tracks.tracks import Track
from apts.language.tree import Clause, Text


@ludeme(
    "(firstMoveOnTrack [track<string>] [who<role>] moves<moves> [then<then>])",
    result="moves",
    documentation="The moves of the first site of the track that has any.",
    idle="then",
)
def first_move_on_track(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Go along the track with ``site`` set until something is found; a consequence of its own is not carried out."""
    name, who, moves = clause.get("track"), clause.get("who"), clause.get("moves")
    assert moves is not None
    text = name.value if isinstance(name, Text) else ""

    def own(track: Track, owner: int) -> bool:
        return text in track.name and track.owner == owner

    def named(track: Track, owner: int) -> bool:  # noqa: ARG001
        return text in track.name

    choices: list[Fits] = [own, named] if who is not None else [named]
    player = None if who is None else player_number(scope, who)
    track = chosen_track(scope, ("first move", text, who is not None), choices, player)
    found = scope.let("found", "0")
    lazy, scope.lazy = scope.lazy, False
    with scope.block(f"if {track} >= 0:"):
        way = Way(scope, track)
        place = scope.fresh("place")
        with scope.loop(f"for {place} in range({way.length}):"):
            site = scope.let("site", way.site(place))
            with scope.block(f"if {found} == 0 and {site} >= 0:"), scope.bound(site=Expression(site, valid=True)):
                scope.moves(moves, NotingSink(sink, found))
    scope.lazy = lazy


@ludeme(
    "(max Distance [track<string>] [who<role>] moves<moves> [then<then>])",
    result="moves",
    documentation="These moves; that only the longest should count has no effect in this language.",
    idle="track who then",
)
def max_distance(scope: Scope, clause: Clause, sink: Sink) -> None:
    """All moves, and no consequence of its own."""
    moves = clause.get("moves")
    assert moves is not None
    scope.moves(moves, sink)
