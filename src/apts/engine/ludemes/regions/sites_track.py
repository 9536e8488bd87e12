"""``(sites Track ..)``: the sites of a track or of a part of it."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.regions import Region, Walked
from apts.engine.lowering.tracks.tracks import track_lists, tracks
from apts.engine.ludemes.regions.sites_static import indexed
from apts.language.tree import Clause, Text

Visit = Callable[[Expression], None]


@ludeme(
    "(sites Track [who<role|seat>] [name<string>] [from:<int>] [to:<int>])",
    result="region",
    documentation="The sites of a track; with from: or to:, those on the way from one site to another.",
)
def on_track(scope: Scope, clause: Clause) -> Region:
    """The first track that the name fits exactly, or in part if it belongs to the player or to everybody."""
    name, who = clause.get("name"), clause.get("who")
    text = name.value if isinstance(name, Text) else ""
    known = tracks(scope.kernel)

    def chosen(player: int) -> int:
        for number, track in enumerate(known):
            if track.name == text or (text in track.name and track.owner in (player, 0)):
                return number
        return len(known)

    if "track" in scope.registers:
        number = scope.register("track")
    elif who is None:
        number = scope.kernel.number(chosen(0))
    else:
        player = player_number(scope, who)
        if player.fixed is not None:
            number = scope.kernel.number(chosen(player.fixed))
        else:
            players = scope.kernel.equipment.players + 2
            table = scope.kernel.table(("track of", text), lambda: [chosen(p) for p in range(players)])
            number = scope.let("track", f"D[{table} + max({player}, 0)]")
    if clause.get("from") is None and clause.get("to") is None:
        return indexed(scope, [sorted({site for site in track.sites if site >= 0}) for track in known], number)
    return Walked(_Part(scope, clause, scope.simple(number, "track"), len(known)))


class _Part:
    """The way along a track from one site to another, on past the end of the track if need be."""

    def __init__(self, scope: Scope, clause: Clause, number: Expression, count: int):
        self.number, self.count = number, scope.kernel.number(count)
        self.start = scope.simple(scope.integer(clause.get("from"), "-1"), "start")
        self.end = scope.simple(scope.integer(clause.get("to"), "-1"), "end")

    def __call__(self, scope: Scope, visit: Visit) -> None:
        lists = track_lists(scope.kernel)
        with scope.block(f"if 0 <= {self.number} < {self.count}:"):
            first = scope.let("first", f"D[{lists} + {self.number}]")
            length = scope.let("length", f"D[{lists} + {self.number} + 1] - {first}")
            begin = scope.let("begin", f"0 if {self.start} == -1 else -1")
            index = scope.fresh("i")
            with scope.block(f"for {index} in range({length} if {begin} < 0 else 0):"):
                found = f"if {begin} < 0 and D[{first} + {index}] == {self.start}:"
                with scope.block(found):
                    scope.line(f"{begin} = {index}")
            with scope.block(f"if {begin} >= 0:"), scope.loop(f"for {index} in range({length}):"):
                site = scope.let("site", f"D[{first} + ({begin} + {index}) % {length}]")
                with scope.block(f"if {site} >= 0:"):
                    visit(Expression(site, valid=True))
                with scope.block(f"if {site} == {self.end}:"):
                    scope.line("break")
