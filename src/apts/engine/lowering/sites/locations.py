"""Where actions happen: the site of the last action of a move, its consequences included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from apts.engine.compiler.ludeme import feature

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope

LOCATIONS = {
    "add": 0,
    "remove": 0,
    "move": 1,
    "promote": 0,
    "set_state": 0,
    "set_value": 0,
    "set_rotation": 0,
    "set_count": 0,
    "move_count": 1,
    "copy_piece": 1,
    "remove_level": 0,
    "move_level": 2,
    "move_stack": 1,
    "move_top": 1,
    "insert": 0,
    "promote_level": 0,
    "set_state_level": 0,
    "set_value_level": 0,
    "flip": 0,
    "sow_seed": 1,
}
"""For every operation that has a place, which of its arguments it is."""


ORIGINS = {"move": 0, "move_count": 0, "copy_piece": 0, "move_level": 0, "move_stack": 0, "move_top": 0, "sow_seed": 0}
"""For every operation that moves something, which of its arguments is the site that it comes from."""


REMOVALS = frozenset(("remove", "remove_level", "clear_later"))
"""The operations that take pieces off, at once or when the turn is over."""


def notes_of_places(kernel: Kernel, operation: str, state: str, arguments: Sequence[str]) -> list[str]:
    """The lines that note where an operation happened, if the game asks for that and the operation has a place."""
    lines = []
    if operation in REMOVALS and kernel.has("captures"):
        lines.append(f"{state}[{kernel.field('captures', 'one', hashed=False)}] += 1")
    if operation not in LOCATIONS:
        return lines
    site = arguments[LOCATIONS[operation]]
    if kernel.has("last location"):
        lines.append(f"{state}[{kernel.field('location', 'one', hashed=False)}] = {site}")
    if kernel.has("last origin"):
        origin = arguments[ORIGINS[operation]] if operation in ORIGINS else site
        lines.append(f"{state}[{kernel.field('origin', 'one', hashed=False)}] = {origin}")
    if kernel.has("last places"):
        origin = arguments[ORIGINS[operation]] if operation in ORIGINS else site
        for way, place in (("from", origin), ("to", site)):
            lines.append(f"put_site(D, {state}, {kernel.field(f'last places {way}', 'set', hashed=False)}, {place})")
    return lines


@feature("last places")
def last_places(kernel: Kernel) -> None:
    """Actions note their sites until the next move begins."""
    places = [kernel.field(f"last places {way}", "set", hashed=False) for way in ("from", "to")]

    def begin(scope: Scope) -> None:
        for place in places:
            scope.line(f"clear_set(S, {place}, D[SET_WORDS])")

    kernel.hook("begin move", begin)


@feature("last between")
def last_between(kernel: Kernel) -> None:
    """The sites that the last move passed, until the next one begins."""
    place = kernel.field("last between", "set", hashed=False)
    kernel.hook("begin move", lambda scope: scope.line(f"clear_set(S, {place}, D[SET_WORDS])"))


@feature("last origin")
def last_origin(kernel: Kernel) -> None:
    """Actions note where they come from; of a move without any, it is where the move came from."""
    place = kernel.field("origin", "one", hashed=False)
    last = kernel.field("last origin", "one", hashed=False)
    kernel.hook("start", lambda scope: scope.line(f"S[{last}] = -1"))
    kernel.hook("begin move", lambda scope: scope.line(f"S[{place}] = -1"))
    kernel.hook("settle move", lambda scope: scope.line(f"S[{last}] = S[{place}] if S[{place}] >= 0 else S[LAST_FROM]"))


@feature("last location")
def last_location(kernel: Kernel) -> None:
    """Actions note their site; it becomes that of the last move when the consequences are over."""
    place = kernel.field("location", "one", hashed=False)

    def begin(scope: Scope) -> None:
        scope.line(f"S[{place}] = -1")

    def settle(scope: Scope) -> None:
        with scope.block(f"if S[{place}] >= 0:"):
            scope.line(f"S[LAST_LOCATION] = S[{place}]")

    kernel.hook("begin move", begin)
    kernel.hook("settle move", settle)
