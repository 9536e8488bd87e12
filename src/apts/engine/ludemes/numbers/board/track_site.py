"""``(trackSite ..)``: sites reached along a track."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.registers_read import register_for_left_out
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.tracks.track_ways import Way, chosen_track
from apts.engine.lowering.tracks.tracks import Track
from apts.language.tree import Clause, Text, Value

_HEAD = "[who<role|seat>] [name<string>]"


def _track(scope: Scope, who: Value | None, name: Value | None) -> Expression:
    """By the name, of the player if possible; without a name the player's first track, else one of nobody."""
    text = name.value if isinstance(name, Text) else None
    player = scope.role("Mover") if who is None else player_number(scope, who)

    def named_own(track: Track, owner: int) -> bool:
        return text is not None and text in track.name and track.owner == owner

    def named(track: Track, owner: int) -> bool:  # noqa: ARG001
        return text is not None and text in track.name

    def own(track: Track, owner: int) -> bool:
        return text is None and track.owner == owner

    def anybody(track: Track, owner: int) -> bool:  # noqa: ARG001
        return text is None and track.owner == 0

    return chosen_track(scope, ("site", text), [named_own, named, own, anybody], player)


@ludeme(
    "(trackSite Move [from:<int>] [who<role|seat> | name<string>] steps:<int>)",
    result="int",
    documentation="The site a number of steps further on the track; Off beyond its end.",
    needs=["track places"],
)
def track_move(scope: Scope, clause: Clause) -> Expression:
    """Off when the track ends too soon. A site beside the track counts as one step before its start if it loops."""
    where = clause.get("from")
    start = scope.let("start", register_for_left_out(scope, clause, "from") if where is None else scope.integer(where))
    steps = scope.let("steps", f"max(0, {scope.integer(clause.get('steps'))})")
    track = _track(scope, clause.get("who"), clause.get("name"))
    reached = scope.let("reached", "-1")
    with scope.block(f"if {track} >= 0:"):
        way = Way(scope, track)
        place = scope.let("place", way.place_of_piece(start))
        with scope.block(f"if {place} < 0:"):
            scope.line(f"{place} = {way.length}")
        scope.line(f"{place} += {steps}")
        with scope.block(f"if {place} >= {way.length} and {way.loops()}:"):
            scope.line(f"{place} %= {way.length}")
        with scope.block(f"if {place} < {way.length}:"):
            scope.line(f"{reached} = {way.site(place)}")
    return reached


@ludeme(
    f"(trackSite FirstSite {_HEAD} [from:<int>] [if:condition<bool>])",
    result="int",
    documentation="The first site of the track, from a site on, that meets a condition.",
)
def first_site(scope: Scope, clause: Clause) -> Expression:
    """Go once around from the site given, or from the start of the track."""
    track = _track(scope, clause.get("who"), clause.get("name"))
    start = clause.get("from")
    reached = scope.let("reached", "-1")
    with scope.block(f"if {track} >= 0:"):
        way = Way(scope, track)
        place = scope.let("place", "0" if start is None else way.place_of(scope.integer(start)))
        with scope.block(f"if {place} >= 0:"), scope.loop(f"for _ in range({way.length}):"):
            site = scope.let("site", way.site(place))
            with scope.bound(to=site), scope.block(f"if {scope.boolean(clause.get('condition'))}:"):
                scope.line(f"{reached} = {site}")
                scope.line("break")
            scope.line(f"{place} += 1")
            with scope.block(f"if {place} >= {way.length}:"):
                scope.line(f"{place} = 0")
    return reached


@ludeme(f"(trackSite EndSite {_HEAD})", result="int", documentation="The last site of the track.")
def end_site(scope: Scope, clause: Clause) -> Expression:
    """Off when there is no such track."""
    track = _track(scope, clause.get("who"), clause.get("name"))
    reached = scope.let("reached", "-1")
    with scope.block(f"if {track} >= 0:"):
        way = Way(scope, track)
        scope.line(f"{reached} = {way.site(f'{way.length} - 1')}")
    return reached
