"""Zones: a number for every site, as a player sees the board: how near the centre it is, how far ahead, whether at home."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

from apts.board.graph import BoardError
from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.owned_regions import player_regions
from apts.engine.lowering.tracks.tracks import Track, read_track
from apts.errors import AptsError
from apts.language.tree import Clause, Word
from apts.search.evaluation.rules_read import progress

CENTRE = 10
"""What the middle of the board counts for; the sites farthest from it count 0."""

_COMPASS = {
    "N": (0.0, 1.0), "S": (0.0, -1.0), "E": (1.0, 0.0), "W": (-1.0, 0.0),
    "NE": (1.0, 1.0), "NW": (-1.0, 1.0), "SE": (1.0, -1.0), "SW": (-1.0, -1.0),
}  # fmt: skip

Numbers = list[int]


def zone_numbers(compiled: Compiled, zone: str, player: int) -> Numbers:
    """The number of every site of all containers in a zone, as a player of the rules sees it."""
    name, _, place = zone.partition(" ")
    if name in CLASSES and place.isdigit():
        steps = CLASSES[name](compiled, player)
        return _padded(compiled, [int(step == int(place)) for step in steps])
    if zone not in ZONES:
        raise AptsError(f"there is no zone {zone!r}; there are {', '.join(zone_names())}")
    return _padded(compiled, ZONES[zone](compiled, player))


def zone_names() -> list[str]:
    """How zones are written."""
    return [*ZONES, *(f"{name} NUMBER" for name in CLASSES)]


def differs_by_player(zone: str) -> bool:
    """Whether players see the zone differently, so that even a piece of nobody counts for one of them."""
    return zone in ("home", "abroad", "store", "track", "hand", "advance") or zone.startswith("row ")


def _padded(compiled: Compiled, numbers: Numbers) -> Numbers:
    return [*numbers, *[0] * compiled.equipment.all_sites][: compiled.equipment.all_sites]


# ----------------------------------------------------------------------------------------------------------------
# One function for each zone.


def _all(compiled: Compiled, player: int) -> Numbers:
    thrown = compiled.equipment.thrown_sites
    return [int(site not in thrown) for site in range(compiled.equipment.all_sites)]


def _board(compiled: Compiled, player: int) -> Numbers:
    return [1] * compiled.equipment.sites


def _hand(compiled: Compiled, player: int) -> Numbers:
    found = [0] * compiled.equipment.all_sites
    for box in compiled.equipment.containers[1:]:
        if box.owner == player and not box.name.startswith("Dice"):
            found[box.first : box.first + box.size] = [1] * box.size
    return found


def _from_centre(compiled: Compiled) -> list[float]:
    """The square of the distance of each site from the middle of the board."""
    points = compiled.equipment.board.xy()
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*((x, y) for x, y in points), strict=True)]
    return [round((x - middle[0]) ** 2 + (y - middle[1]) ** 2, 4) for x, y in points]


def _centre(compiled: Compiled, player: int) -> Numbers:
    squares = _from_centre(compiled)
    farthest = math.sqrt(max(squares)) or 1.0
    return [round(CENTRE * (1.0 - math.sqrt(square) / farthest)) for square in squares]


def _named(name: str) -> Callable[[Compiled, int], Numbers]:
    def numbers(compiled: Compiled, player: int) -> Numbers:
        try:
            members = set(compiled.equipment.board.sites(name))
        except BoardError:
            members = set()
        return [int(site in members) for site in range(compiled.equipment.sites)]

    return numbers


def home_sites(compiled: Compiled, player: int) -> frozenset[int]:
    """The sites that belong to a player."""
    used = [region.sites for region in compiled.owned if region.owner == player]
    return frozenset().union(*(used or player_regions(compiled.equipment, player)))


def _home(compiled: Compiled, player: int) -> Numbers:
    own = home_sites(compiled, player)
    return [int(site in own) for site in range(compiled.equipment.all_sites)]


def _abroad(compiled: Compiled, player: int) -> Numbers:
    others = [home_sites(compiled, other) for other in range(1, compiled.equipment.players + 1) if other != player]
    foreign = frozenset().union(*others)
    return [int(site in foreign) for site in range(compiled.equipment.all_sites)]


_LANDMARKS = {"FirstSite": 0, "LastSite": -1}


def store_site(compiled: Compiled, player: int) -> int | None:
    """The site that a map of the rules gives a player, such as the store of a mancala game."""
    for _, clause in compiled.equipment.maps:
        given = clause.get("pairs")
        pairs = given if isinstance(given, tuple) else (given,)
        for pair in (one for one in pairs if isinstance(one, Clause)):
            key, value = pair.get("key"), pair.get("value")
            if isinstance(key, Word) and key.name == f"P{player}" and isinstance(value, Word):
                site = _LANDMARKS.get(value.name)
                return None if site is None else site % compiled.equipment.sites
    return None


def _store(compiled: Compiled, player: int) -> Numbers:
    site = store_site(compiled, player)
    return [int(site == other) for other in range(compiled.equipment.sites)]


def tracks_of(compiled: Compiled, player: int) -> Iterator[Track]:
    """The tracks that a player's pieces travel on and that come to an end."""
    for clause in compiled.equipment.tracks:
        track = read_track(compiled.equipment, clause)
        if track.owner in (0, player) and not track.loop:
            yield track


def _track(compiled: Compiled, player: int) -> Numbers:
    """How far along the track a site is, counted from 1."""
    found = [0] * compiled.equipment.all_sites
    own = sorted(tracks_of(compiled, player), key=lambda track: track.owner == 0)
    for place, site in enumerate(own[0].sites if own else (), 1):
        if 0 <= site < len(found):
            found[site] = place
    return found


@lru_cache(maxsize=64)
def _forward(xy: tuple[tuple[float, float], ...], facing: str) -> tuple[int, ...]:
    x_step, y_step = _COMPASS[facing]
    heights = [round(x * x_step + y * y_step, 3) for x, y in xy]
    rows = {height: row for row, height in enumerate(sorted(set(heights)))}
    return tuple(rows[height] for height in heights)


def _advance(compiled: Compiled, player: int) -> Numbers:
    """Steps towards the player's goal, or rows in the direction that the player faces."""
    steps = progress(compiled, player)
    facing = compiled.equipment.facings[player]
    if not any(steps) and facing in _COMPASS:
        return list(_forward(tuple((x, y) for x, y in compiled.equipment.board.xy()), facing))
    return steps


def rings(compiled: Compiled, player: int = 1) -> Numbers:
    """The class of each site: those as far from the middle that have as many neighbours, the inmost first."""
    near = compiled.equipment.board.neighbours("Adjacent")
    keys = [(square, -len(near[site])) for site, square in enumerate(_from_centre(compiled))]
    order = {key: number for number, key in enumerate(sorted(set(keys)), 1)}
    return [order[key] for key in keys]


ZONES: dict[str, Callable[[Compiled, int], Numbers]] = {
    "all": _all,
    "board": _board,
    "hand": _hand,
    "centre": _centre,
    "advance": _advance,
    "edge": _named("outer"),
    "corners": _named("corners"),
    "home": _home,
    "abroad": _abroad,
    "store": _store,
    "track": _track,
}
CLASSES: dict[str, Callable[[Compiled, int], Numbers]] = {"row": _advance, "ring": rings}
