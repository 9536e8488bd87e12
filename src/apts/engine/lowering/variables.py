"""Numbers that rules keep: variables by name, the unnamed one, and the number attached to each player.

All of them are -1 until a rule sets them. Reading and setting them is announced as ``variable``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope


def variable_place(kernel: Kernel, name: str | None) -> str:
    """Where a variable is in the state (code); without a name, the one that needs none."""
    if name is None:
        return "VARIABLE"
    return _unset_at_start(kernel, variable_field(name), "one", "1")


def variable_field(name: str) -> str:
    """The field of the position that has the variable of that name."""
    return f"variable {_letters(name)}"


def variable(scope: Scope, name: str | None) -> Expression:
    """The value of a variable."""
    scope.reads("variable")
    return Expression(f"{scope.state}[{variable_place(scope.kernel, name)}]")


def player_values(kernel: Kernel) -> str:
    """Where the numbers attached to players start in the state (code); index 0 is nobody's."""
    return _unset_at_start(kernel, "player value", "player", "D[PLAYERS] + 2")


def player_value(scope: Scope, player: Expression) -> Expression:
    """The number attached to a player."""
    scope.reads("variable")
    return Expression(f"{scope.state}[{player_values(scope.kernel)} + {player}]")


def _unset_at_start(kernel: Kernel, name: str, unit: str, size: str) -> str:
    known = name in kernel.data.fields
    place = kernel.field(name, unit)
    if not known:

        def unset(scope: Scope) -> None:
            with scope.block(f"for index in range({size}):"):
                scope.line(f"S[{place} + index] = -1")

        kernel.hook("start", unset)
    return place


def _letters(name: str) -> str:
    """A name of letters only; different names stay different."""
    return "".join(letter if letter.isalnum() and letter.isascii() else f"_{ord(letter)}_" for letter in name)
