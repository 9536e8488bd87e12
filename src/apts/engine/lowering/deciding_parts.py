"""What of a position makes an end rule apply, as far as its text tells: a line, a group, a piece that arrived.

A part is described by numbers of the kernel's own data, so that whoever reads a position finds the very line or group that
the kernel found. Rules that say it in another way have no parts; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apts.engine.compiler.match_functions import as_tuple
from apts.language.tree import Clause, Literal, Text, Value, Word

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel

ANY_OWNER, MOVER_OWNS = 0, -1


@dataclass(frozen=True)
class DecidingLine:
    """So many pieces in a row through the site of the last move.

    ``rays`` is where the kernel's data has the lines through each site. ``owner`` says whose pieces they are (a player,
    :data:`ANY_OWNER` or :data:`MOVER_OWNS`); where it is None they are all of one kind. ``levels`` is ``top`` where the
    topmost pieces count (without stacks there are no others) and ``each`` where lines run at and across levels.
    """

    rays: int
    length: int
    exact: bool
    owner: int | None
    levels: str = "top"
    kind: str = "line"


@dataclass(frozen=True)
class DecidingGroup:
    """The pieces of one owner around the site of the last move, which touch enough regions.

    ``steps``, ``touching`` and ``counts`` are where the kernel's data has the neighbours of each site, the regions it
    belongs to as bits, and how many there are; the last two for each owner in turn if ``by_owner``. ``needed`` is how
    many must be touched, all of them where it is None.
    """

    steps: int
    touching: int
    counts: int
    by_owner: bool
    owner: int
    needed: int | None
    kind: str = "group"


@dataclass(frozen=True)
class DecidingArrival:
    """A piece in a region: that of the last move, or the first one of these ``pieces``."""

    pieces: tuple[int, ...] | None = None
    kind: str = "arrival"


DecidingPart = DecidingLine | DecidingGroup | DecidingArrival


def deciding_parts(kernel: Kernel, rule: Clause) -> tuple[DecidingPart, ...]:
    """What an end rule asks of the position, with the slots of the tables that its code reads."""
    condition = rule.get("condition")
    found = [_part(kernel, requested, sure) for requested, sure in _asked(condition, sure=True)]
    return tuple(part for part in found if part is not None)


def _asked(condition: Value | None, *, sure: bool) -> Iterator[tuple[Clause, bool]]:
    """The questions of a condition, and whether each has been answered with yes when the condition holds."""
    if not isinstance(condition, Clause):
        return
    if condition.name in ("and", "or"):
        for slot in ("a", "b", "list"):
            for part in as_tuple(condition.get(slot)):
                yield from _asked(part, sure=sure and condition.name == "and")
    else:
        yield condition, sure


def _part(kernel: Kernel, asked: Clause, sure: bool) -> DecidingPart | None:
    if asked.name == "is Line":
        return _line(kernel, asked)
    if asked.name == "is Connected":
        return _group(kernel, asked)
    return _arrival(kernel, asked) if asked.name == "is In" and sure else None


def _line(kernel: Kernel, asked: Clause) -> DecidingLine | None:
    length, direction = asked.get("length"), asked.get("direction")
    if any(asked.get(slot) is not None for slot in ("throughAny", "what", "whats", "condition")):
        return None
    if not isinstance(length, Literal) or not _at_last_move(asked.get("through")):
        return None
    flags = {slot: _flag(asked, slot, default) for slot, default in _LINE_FLAGS.items()}
    who = asked.get("who")
    owner = None if who is None else _owner(who)
    rays = kernel.data.slot_of(("pairs", direction.name if isinstance(direction, Word) else "Adjacent"))
    if None in flags.values() or (who is not None and owner is None) or rays is None:
        return None
    levels = "top"
    if kernel.storage.stacking:
        if flags["byLevel"]:
            levels = "each"
        elif not flags["top"]:
            return None
        if flags["exact"]:
            return None
    elif not flags["contiguous"] or not flags["useOpposites"]:
        return None
    return DecidingLine(rays, int(length.value), bool(flags["exact"]), owner, levels)


_LINE_FLAGS = {"exact": False, "contiguous": True, "useOpposites": True, "byLevel": False, "top": False}


def _group(kernel: Kernel, asked: Clause) -> DecidingGroup | None:
    who, number, ways = asked.get("who"), asked.get("number"), asked.get("directions")
    owner = ANY_OWNER if who is None else _owner(who)
    if owner is None or not _at_last_move(asked.get("at")):
        return None
    if not isinstance(number, Literal | None) or not isinstance(ways, Word | None):
        return None
    steps = kernel.data.slot_of(("steps", ("Adjacent" if ways is None else ways.name,), "Adjacent", False))
    touching, counts = (kernel.data.slot_of(("touch", id(asked), *more)) for more in ((), ("counts",)))
    if steps is None or touching is None or counts is None:
        return None
    needed = None if number is None else int(number.value)
    return DecidingGroup(steps, touching, counts, who is not None, owner, needed)


def _arrival(kernel: Kernel, asked: Clause) -> DecidingArrival | None:
    site = asked.get("site")
    if asked.get("region") is None or not isinstance(site, Clause):
        return None
    if _at_last_move(site):
        return DecidingArrival()
    name, who = site.get("name"), site.get("who")
    owner = _owner(who) if isinstance(who, Word) else None
    if site.name != "where" or not isinstance(name, Text) or not owner or owner < 0 or site.get("state") is not None:
        return None
    pieces = [piece for piece in kernel.equipment.components if name.value in piece.name and piece.owner == owner]
    return DecidingArrival(tuple(piece.index for piece in pieces)) if pieces else None


def _at_last_move(site: Value | None) -> bool:
    """Whether a site is left out, or said to be that of the last move."""
    return site is None or (isinstance(site, Clause) and site.name == "last To" and not site.arguments)


def _owner(who: Value) -> int | None:
    """Whose pieces a role names, where that is the same for whoever looks at the position afterwards."""
    if not isinstance(who, Word):
        return None
    if who.name in ("Mover", "Player"):
        return MOVER_OWNS if who.name == "Mover" else ANY_OWNER
    return int(who.name[1:]) if who.name[0] == "P" and who.name[1:].isdigit() else None


def _flag(asked: Clause, slot: str, usual: bool) -> bool | None:
    """A truth value of the text; None where the position decides it."""
    value = asked.get(slot)
    if value is None:
        return usual
    return bool(value.value) if isinstance(value, Literal) else None
