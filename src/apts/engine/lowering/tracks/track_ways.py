"""Ways along tracks in generated code: which track is meant, where a site is on it, what comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.lowering.tracks.track_places import place_of_piece
from apts.engine.lowering.tracks.tracks import Track, track_lists, tracks

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope

Fits = Callable[[Track, int], bool]
"""Whether a track is the one meant for a player."""


def chosen_track(scope: Scope, key: object, choices: list[Fits], player: Expression | None) -> Expression:
    """The number of the track meant: the first one that fits the first choice, else the second, and so on; -1 if none.

    ``key`` names the choices; equal choices must have equal keys.
    """
    known = tracks(scope.kernel)

    def choose(owner: int) -> int:
        for fits in choices:
            for number, track in enumerate(known):
                if fits(track, owner):
                    return number
        return -1

    if player is None or player.fixed is not None:
        return scope.simple(scope.kernel.number(choose(-1 if player is None else int(player.fixed or 0))), "track")
    players = scope.kernel.equipment.players + 2
    table = scope.kernel.table(("track for", key), lambda: [choose(owner) for owner in range(players)])
    return scope.let("track", f"D[{table} + max({player}, 0)]")


class Way:
    """One track while code is written for it. Places on it are counted from 0."""

    def __init__(self, scope: Scope, track: Expression):
        self.scope, self.track = scope, track
        self.kernel: Kernel = scope.kernel
        lists = track_lists(scope.kernel)
        self.first = scope.let("first", f"D[{lists} + {track}]")
        self.length = scope.let("length", f"D[{lists} + {track} + 1] - {self.first}")

    def site(self, place: str) -> Expression:
        """The site at a place: a site, or -2 for the end of the track."""
        return Expression(f"D[{self.first} + {place}]")

    def place_of(self, site: Expression) -> Expression:
        """The first place of a site; -1 when it is not on the track."""
        kernel = self.kernel
        site = self.scope.simple(site, "site")

        def places() -> list[int]:
            count = kernel.equipment.all_sites
            return [
                track.sites.index(number) if number in track.sites else -1
                for track in tracks(kernel)
                for number in range(count)
            ]

        table = kernel.table("track places", places)
        where = f"D[{table} + {self.track} * D[ALL_SITES] + {site}]"
        return Expression(f"({where} if 0 <= {site} < D[ALL_SITES] else -1)")

    def place_of_piece(self, site: Expression) -> Expression:
        """The place of the piece on a site; -1 when it is not on the track."""
        site = self.scope.simple(site, "site")
        return place_of_piece(self.scope, self.track, site) or self.place_of(site)

    def loops(self) -> str:
        """Whether the first place follows the last (code)."""
        kernel = self.kernel
        table = kernel.table("track loops", lambda: [int(track.loop) for track in tracks(kernel)])
        return f"D[{table} + {self.track}] != 0"

    def goes_back(self) -> str:
        """Whether the places between the ends have a way back (code)."""
        kernel = self.kernel
        table = kernel.table("track back", lambda: [int(not track.directed) for track in tracks(kernel)])
        return f"D[{table} + {self.track}] != 0"

    def step(self, place: str) -> None:
        """Go on by one place; beyond the end of a track that does not loop the place is -1."""
        scope = self.scope
        scope.line(f"{place} += 1")
        with scope.block(f"if {place} >= {self.length}:"):
            scope.line(f"{place} = 0 if {self.loops()} else -1")

    def step_back(self, place: str) -> None:
        """Go back by one place; -1 where there is no way back."""
        scope = self.scope
        with scope.block(f"if {self.goes_back()} or {place} == {self.length} - 1:"):
            scope.line(f"{place} -= 1")
            with scope.block(f"if {place} < 0 and {self.loops()}:"):
                scope.line(f"{place} = {self.length} - 1")
        with scope.block("else:"):
            scope.line(f"{place} = -1")
