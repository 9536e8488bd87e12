"""Where actions happen: the site of the last action of a move, its consequences included."""

from __future__ import annotations

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
