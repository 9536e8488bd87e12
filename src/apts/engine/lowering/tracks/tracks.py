"""Tracks: sites in an order in which pieces travel or seeds are sown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from apts.engine.compiler.constants import constant, fixed_truth
from apts.engine.compiler.equipment import MOST_PLAYERS, Equipment
from apts.engine.compiler.ludeme import ImpossibleRule, UnsupportedRule
from apts.language.tree import Clause, Text, Word

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel

END = -2
LONGEST_TRACK = 2_000  # from each of its sites the way to its end is laid out

_SITE = re.compile(r"[0-9]{1,9}")
_STEP = re.compile(r"([A-Z]+|In|Out)(\d*)")


@dataclass(frozen=True)
class Track:
    """One track. ``owner`` 0 means everybody.

    A site written several times in a row is one element; ``bumps`` has for each element how often it was repeated.
    After the last element of a ``loop`` comes the first. On a ``directed`` track only the last element has a way back.
    """

    name: str
    owner: int
    loop: bool
    directed: bool
    sites: tuple[int, ...]
    bumps: tuple[int, ...]

    @property
    def returns(self) -> bool:
        """Whether the track comes to a site for a second time (and has no repeated sites)."""
        return not any(self.bumps) and len(set(self.sites)) < len(self.sites)


_KNOWN: WeakKeyDictionary[Kernel, list[Track]] = WeakKeyDictionary()


def tracks(kernel: Kernel) -> list[Track]:
    """The tracks of the board in the order of the text."""
    if kernel not in _KNOWN:
        _KNOWN[kernel] = [_on_board(kernel.equipment, clause) for clause in kernel.equipment.tracks]
    return _KNOWN[kernel]


def _on_board(equipment: Equipment, clause: Clause) -> Track:
    """A track, if it keeps to sites that there are."""
    track = read_track(equipment, clause)
    beyond = next((site for site in track.sites if not END <= site < equipment.all_sites), None)
    if beyond is not None:
        what = f"a track over the site {beyond}; the board has the sites 0 to {equipment.all_sites - 1}"
        raise UnsupportedRule(what, clause.position)
    if len(track.sites) > LONGEST_TRACK:
        raise UnsupportedRule(f"a track of more than {LONGEST_TRACK:,} sites", clause.position)
    if not 0 <= track.owner <= MOST_PLAYERS:  # some options leave seats with tracks of their own empty
        what = f"a track of player {track.owner}; the game has players 1 to {equipment.players}"
        raise ImpossibleRule(what, clause.position)
    return track


def track_lists(kernel: Kernel) -> str:
    """Where the sites of the tracks start (code): those of track k are ``range(D[x + k], D[x + k + 1])``, in D."""
    return kernel.lists("tracks", lambda: [track.sites for track in tracks(kernel)])


def read_track(equipment: Equipment, clause: Clause) -> Track:
    """A track clause with its steps worked out on the board."""
    name, steps, sites = clause.get("name"), clause.get("steps"), clause.get("sites")
    assert isinstance(name, Text)
    if isinstance(sites, tuple):
        way = [constant(site) for site in sites]
    else:
        assert isinstance(steps, Text)
        way = _walked(equipment, clause, steps.value)
    kept: list[int] = []
    bumps: list[int] = []
    for place, site in enumerate(way):
        if place > 0 and way[place - 1] == site:
            bumps[-1] += 1
        else:
            kept.append(site)
            bumps.append(0)
    return Track(
        name.value,
        _owner(clause),
        fixed_truth(clause.get("loop")),
        fixed_truth(clause.get("directed")),
        tuple(kept),
        tuple(bumps),
    )


def _owner(clause: Clause) -> int:
    owner = clause.get("owner")
    if owner is None:
        return 0
    if isinstance(owner, Word):
        return int(owner.name[1:]) if re.fullmatch(r"P\d+", owner.name) else 0
    return constant(owner)


def _walked(equipment: Equipment, clause: Clause, text: str) -> list[int]:
    """Numbers are sites; a direction goes on to the end of its ray or for so many steps."""
    board = equipment.board
    way: list[int] = []
    for step in text.split(","):
        move = _STEP.fullmatch(step)
        if _SITE.fullmatch(step):
            way.append(int(step))
        elif step == "End":
            way.append(END)
        elif move is not None and way and 0 <= way[-1] < board.count() and move[1] in _supported(equipment):
            for ray in board.rays(move[1])[way[-1]][:1]:
                way.extend(ray[: int(move[2])] if move[2] else ray)
        else:
            known = ", ".join(_supported(equipment))
            what = f"the step {step!r} of a track; it may be a site, End, or one of {known} with a number of steps"
            raise UnsupportedRule(what, clause.position)
    return way


def _supported(equipment: Equipment) -> tuple[str, ...]:
    return equipment.board.directions("All")
