"""Texts in rules that name nothing: a region, a piece or a coordinate that the game does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apts.board.mixed_board import label_ranges, sites_by_coordinate
from apts.engine.lints.lint import Lint, LintSource
from apts.engine.lints.named_things import NamedThings
from apts.language.tree import Clause, Text, Word
from apts.similar_names import nearest_names

_COORDINATE = re.compile("[A-Za-z]{1,2}-?[0-9]{1,3}")
_MOST_LISTED = 8
_SOME_PLAYER = ("Mover", "Next", "Prev", "Player", "Enemy", "NonMover")


@dataclass(frozen=True)
class Naming:
    """What a text in a slot names: things of one of some sorts, by their names or ``in_part`` by a part of them.

    ``without`` says what becomes of a text that names nothing; where it is None the rules are refused.
    """

    sorts: tuple[str, ...]
    without: str | None = None
    in_part: bool = False

    @property
    def word(self) -> str:
        """What people call such a thing."""
        return " or ".join(dict.fromkeys("piece" if sort == "kind of piece" else sort for sort in self.sorts))

    def fits(self, text: str, things: NamedThings) -> bool:
        """Whether a text names something."""
        for sort in self.sorts:
            if sort == "coordinate":
                if text.lower() in sites_by_coordinate(things.equipment.board):
                    return True
            elif any(text in name if self.in_part else text == name for name in things.of(sort)):
                return True
        return False


_NO_PIECE = "so no piece is meant"
_NO_SITE = "so no site is meant"
_NO_TRACK = "so no track is meant"
_PIECE = Naming(("piece",))
_BARE = Naming(("kind of piece",), _NO_PIECE)
_PART_OF_PIECE = Naming(("piece",), _NO_PIECE, in_part=True)
_SITE = Naming(("coordinate",), _NO_SITE)
_TRACK = Naming(("track",), _NO_TRACK)
_PART_OF_TRACK = Naming(("track",), _NO_TRACK, in_part=True)
_CONTAINER = Naming(("container",))
_HAND = Naming(("hand or container",))
_PROPOSAL = Naming(("proposal",), "so nobody can propose it")
_LIST = Naming(("list",), "so the list is always empty")
_PAIR = Naming(("coordinate", "piece"), "so the entry is left out")

NAMINGS = {
    "place.item": _PIECE,
    "place.container": _HAND,
    "place.coord": Naming(("coordinate",)),
    "place.coords": _SITE,
    "place Stack.item": _PIECE,
    "place Stack.items": _PIECE,
    "place Stack.container": _HAND,
    "place Stack.coord": Naming(("coordinate",)),
    "place Stack.coords": _SITE,
    "place Random.items": _PIECE,
    "count.name": _PIECE,
    "set.coord": _SITE,
    "set.coords": _SITE,
    "piece.name": _PIECE,
    "piece.names": _PIECE,
    "forEach Piece.name": _BARE,
    "forEach Piece.names": _BARE,
    "forEach Piece.container": _CONTAINER,
    "sites Occupied.component": _BARE,
    "sites Occupied.components": _BARE,
    "sites Occupied.container": _HAND,
    "count Pieces.name": _PART_OF_PIECE,
    "no Pieces.name": _PART_OF_PIECE,
    "where.name": _PART_OF_PIECE,
    "where Level.name": _PART_OF_PIECE,
    "id.name": Naming(("container", "piece"), "so its number is -1"),
    "count Sites.name": _CONTAINER,
    "expand.container": _CONTAINER,
    "sites.labels": _SITE,
    "sites.name": Naming(("region", "coordinate"), _NO_SITE),
    "coord.coordinate": _SITE,
    "pair.key": _PAIR,
    "pair.value": _PAIR,
    "sow.track": _TRACK,
    "move Slide.track": _TRACK,
    "slide.track": _TRACK,
    "firstMoveOnTrack.track": _PART_OF_TRACK,
    "max Distance.track": _PART_OF_TRACK,
    "sites Track.name": _PART_OF_TRACK,
    "trackSite Move.name": _PART_OF_TRACK,
    "trackSite FirstSite.name": _PART_OF_TRACK,
    "trackSite EndSite.name": _PART_OF_TRACK,
    "mapEntry.name": Naming(("map",), "so every number stands for itself"),
    "nextPhase.name": Naming(("phase",)),
    "var.name": Naming(("variable",), "so its value is always -1"),
    "values Remembered.name": _LIST,
    "forget Value.name": _LIST,
    "is Proposed.text": _PROPOSAL,
    "is Decided.text": _PROPOSAL,
}
"""What the texts in the slots of ludemes name."""

GIVEN = frozenset(
    {
        *("game.name", "phase.name", "map.name", "track.name", "track.steps", "regions.name", "regions.label"),
        *("tile.name", "set Var.name", "remember Value.name", "set RememberValue.name", "note.message"),
        *("move Propose.text", "propose.text", "move Vote.text", "vote.text", "trigger.event", "is Triggered.event"),
    }
)
"""Slots whose texts give a name, or are only shown."""


def unknown_names(margin: LintSource, things: NamedThings) -> Iterator[Lint]:
    """A doubt for each text of the rules that names nothing."""
    clauses = list(things.rules.clauses())
    owned = {id(clause.arguments["what"]) for clause in clauses if {"what", "who"} <= set(clause.arguments)}
    for clause in clauses:
        if clause.signature.result == "item":
            continue
        for slot, value in clause.arguments.items():
            naming = _naming(clause, slot, owned=id(clause) in owned)
            if naming is None:
                continue
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, Text) and not naming.fits(text.value, things):
                    yield _doubt(margin, naming, text, things)


def _naming(clause: Clause, slot: str, *, owned: bool) -> Naming | None:
    """What a slot names in this clause; where an owner is given too, a part of a name is often enough."""
    given = clause.arguments
    if clause.name in ("id", "piece") and (owned or not given.keys().isdisjoint(("who", "role"))):
        return _PART_OF_PIECE if slot in ("name", "names") else None
    if clause.name == "sites" and "who" in given:
        return Naming(("region",), _NO_SITE, in_part=True) if slot == "name" else None
    if clause.name == "sow" and slot == "track" and "owner" in given:
        return _PART_OF_TRACK
    if f"{clause.name}.{slot}" == "place.item" and given.get("container") == Text("Hand"):
        return Naming(("kind of piece", "piece"))
    return None if given[slot] == Text("AllTracks") else NAMINGS.get(f"{clause.name}.{slot}")


def _doubt(margin: LintSource, naming: Naming, text: Text, things: NamedThings) -> Lint:
    listed = [name for sort in naming.sorts if sort != "coordinate" for name in things.of(sort)]
    what = f'no {naming.word} is called "{text.value}"'
    message = what if naming.without is None else f"{what}, {naming.without}"
    near = nearest_names(text.value, listed)
    expected = [] if near or len(listed) > _MOST_LISTED else listed
    if "coordinate" in naming.sorts and (_COORDINATE.fullmatch(text.value) or not listed):
        labels = things.of("coordinate")
        expected, near = label_ranges(labels) if labels else [], ()
    return margin.lint("unknown-name", text.position, message, expected, near, refused=naming.without is None)


def unowned_regions(margin: LintSource, things: NamedThings) -> Iterator[Lint]:
    """A doubt for each ``(sites P1 ..)`` of a player who owns no such region."""
    regions = things.equipment.regions
    for clause in things.rules.clauses():
        who, name = clause.arguments.get("who"), clause.arguments.get("name")
        if clause.name != "sites" or not isinstance(who, Word):
            continue
        part = name.value if isinstance(name, Text) else ""
        owners = {region.owner for region in regions if part in region.name}
        if not part and who.name in _SOME_PLAYER and owners.isdisjoint(range(1, things.equipment.players + 1)):
            yield margin.lint("unknown-name", who.position, f"no player owns a region, {_NO_SITE}")
        if not re.fullmatch("P[1-9][0-9]*", who.name):
            continue
        if int(who.name[1:]) in owners or (part and not owners) or int(who.name[1:]) > things.equipment.players:
            continue
        called = f' called "{part}"' if part else ""
        yield margin.lint("unknown-name", who.position, f"{who.name} owns no region{called}, {_NO_SITE}")
