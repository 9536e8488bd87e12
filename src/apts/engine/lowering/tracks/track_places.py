"""Where pieces are on tracks that come to a site twice.

On such a track a site does not say how far a piece has come. So in a game with such a track the position holds, for
each track that does not loop, each kind of piece and each place, how many of these pieces are there, and the operations
that move pieces keep it up to date. Other games have none of this.

The counts are kept as the reference keeps them, which is not what one would expect: pieces of the set-up are counted
twice, several pieces that come to a track together count as one, and a piece that is taken off is taken off every place
of its site, down to negative numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import feature
from apts.engine.lowering.tracks.tracks import Track, track_lists, tracks

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope

_COUNTS = """
@compiled
def track_moved(D, S, what, origin, target, amount):
    for track in range(D[{rows}]):
        row = D[{rows} + 1 + track]
        if row >= 0 and what > 0:
            first = D[{lists} + track]
            length = D[{lists} + track + 1] - first
            row += D[AT_ON_TRACK] + what * length
            beside = 1
            for place in range(length):
                if D[first + place] == origin:
                    beside = 0
                    if S[row + place] > 0:
                        S[row + place] -= amount
                        reached = track_place_from(D, first, length, target, place + 1)
                        if reached >= 0:
                            S[row + reached] += amount
                        break
            if beside != 0:
                reached = track_place_from(D, first, length, target, 0)
                if reached >= 0:
                    S[row + reached] += 1


@compiled
def track_place_from(D, first, length, site, place):
    for index in range(length):
        here = place + index
        if here >= length:
            here -= length
        if D[first + here] == site:
            return here
    return -1


@compiled
def track_left(D, S, what, site):
    for track in range(D[{rows}]):
        row = D[{rows} + 1 + track]
        if row >= 0 and what > 0:
            first = D[{lists} + track]
            length = D[{lists} + track + 1] - first
            row += D[AT_ON_TRACK] + what * length
            for place in range(length):
                if D[first + place] == site:
                    S[row + place] -= 1


@compiled
def track_place(D, S, track, what, site):
    first = D[{lists} + track]
    length = D[{lists} + track + 1] - first
    row = D[{rows} + 1 + track]
    if row < 0 or what == 0:
        return track_place_from(D, first, length, site, 0)
    row += D[AT_ON_TRACK] + what * length
    for place in range(length):
        if D[first + place] == site and S[row + place] > 0:
            return place
    return -1


@compiled
def tracked_add(D, S, site, what, state, value):
    do_add(D, S, site, what, state, value)
    track_moved(D, S, what, -1, site, 1)
"""

_FLAT = """
@compiled
def tracked_remove(D, S, site):
    if site >= 0:
        track_left(D, S, S[D[AT_WHAT] + site], site)
        do_remove(D, S, site)


@compiled
def tracked_move(D, S, origin, target):
    track_moved(D, S, S[D[AT_WHAT] + origin], origin, target, 1)
    do_move(D, S, origin, target)


@compiled
def tracked_move_count(D, S, origin, target, amount):
    track_moved(D, S, S[D[AT_WHAT] + origin], origin, target, amount)
    do_move_count(D, S, origin, target, amount)
"""

_STACKED = """
@compiled
def tracked_remove(D, S, site):
    track_left(D, S, top_what(D, S, site), site)
    do_remove(D, S, site)


@compiled
def tracked_remove_level(D, S, site, level):
    track_left(D, S, level_what(D, S, site, level), site)
    do_remove_level(D, S, site, level)


@compiled
def tracked_move(D, S, origin, target):
    track_moved(D, S, top_what(D, S, origin), origin, target, 1)
    do_move(D, S, origin, target)


@compiled
def tracked_move_level(D, S, origin, level, target):
    if origin != target:
        track_moved(D, S, level_what(D, S, origin, level), origin, target, 1)
    do_move_level(D, S, origin, level, target)


@compiled
def tracked_move_top(D, S, origin, target, amount):
    height = S[D[AT_HEIGHT] + origin]
    for level in range(max(0, height - amount), height):
        track_moved(D, S, level_what(D, S, origin, level), origin, target, 1)
    do_move_top(D, S, origin, target, amount)


@compiled
def tracked_move_stack(D, S, origin, target):
    tracked_move_top(D, S, origin, target, S[D[AT_HEIGHT] + origin])


@compiled
def tracked_move_count(D, S, origin, target, amount):
    tracked_move_top(D, S, origin, target, amount)


@compiled
def tracked_insert(D, S, site, level, what, state, value):
    do_insert(D, S, site, level, what, state, value)
    track_moved(D, S, what, -1, site, 1)
"""

_FLAT_NAMES = ("add", "remove", "move", "move_count")
_STACKED_NAMES = (*_FLAT_NAMES, "remove_level", "move_level", "move_top", "move_stack", "insert")


def _counted(track: Track) -> bool:
    """Whether places on the track are counted in such a game; on a track that loops the first place is taken."""
    return not track.loop


@feature("track places")
def track_places(kernel: Kernel) -> None:
    """Count the pieces on every place of the tracks that return to a site, if there are any."""
    known = tracks(kernel)
    if not any(track.returns for track in known):
        return
    kinds = len(kernel.equipment.components) + 1
    rows, size = [], 0
    for track in known:
        rows.append(size if _counted(track) else -1)
        size += kinds * len(track.sites) if _counted(track) else 0
    place = kernel.field("on track", "one", times=size, hashed=False)
    table = kernel.table("track rows", lambda: [len(rows), *rows])
    stacking = kernel.storage.stacking
    source = _COUNTS.format(rows=table, lists=track_lists(kernel)) + "\n" + (_STACKED if stacking else _FLAT)
    kernel.prelude["track places"] = source
    for name in _STACKED_NAMES if stacking else _FLAT_NAMES:
        kernel.redirect_operation(name, f"tracked_{name}")

    def count_again(scope: Scope) -> None:
        with scope.block(f"for index in range({kernel.number(size)}):"):
            scope.line(f"S[{place} + index] *= 2")

    kernel.hook("started", count_again)


def place_of_piece(scope: Scope, track: Expression, site: Expression) -> Expression | None:
    """The place of the piece on a site, -1 if it is not on the track; None where sites alone tell it."""
    if "on track" not in scope.kernel.data.fields:
        return None
    level = scope.registers.get("level") if scope.kernel.storage.stacking else None
    what = scope.kernel.storage.what(scope, site, level)
    return Expression(f"track_place(D, {scope.state}, {track}, {what}, {site})")
