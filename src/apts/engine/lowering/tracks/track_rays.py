"""Ways along tracks as rays, for pieces that slide on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.lowering.tracks.tracks import Track, tracks

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel

ALL = "AllTracks"


def track_rays(kernel: Kernel, name: str) -> str:
    """Where the rays start (code): one for every time that a track of the name (or any track) comes to a site.

    The first word of a ray is the number of steps before the track has turned a corner, when all tracks are meant.
    """

    def rays() -> list[list[list[int]]]:
        found: list[list[list[int]]] = [[] for _ in range(kernel.equipment.all_sites)]
        for track in tracks(kernel):
            if name in (ALL, track.name):
                for place, site in enumerate(track.sites):
                    if site >= 0:
                        found[site].append(_ray(track, place, corners=name == ALL))
        return found

    return kernel.lists_of_lists(("track rays", name), rays)


def _ray(track: Track, place: int, *, corners: bool) -> list[int]:
    """The sites that follow, at most once around, after the number of steps that do not count."""
    count = len(track.sites)
    following = [(place + step) % count for step in range(1, count)]
    if not track.loop:
        following = following[: count - 1 - place]
    straight, turned = 0, track.bumps[place]
    for at in following:
        if turned == 0:
            straight += 1
        turned += track.bumps[at]
    sites = [track.sites[at] for at in following]
    if -1 in sites or -2 in sites:
        sites = sites[: next(index for index, site in enumerate(sites) if site < 0)]
    return [straight if corners else 0, *sites]
