"""How the pieces on the sites are kept: one kind of piece a site, or stacks.

A storage gives the code that reads sites and, as text, the functions of the prelude that change them. The choice is made
once for a game; ludemes never see the difference unless they ask.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.lowering.sites.regions import SetRegion

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope

PIECES_KEY = "pieces key"
"""A field that follows from what stands on the sites."""


class Storage(ABC):
    """Reads and changes what stands on the sites. All reads give 0 for a site that does not exist."""

    stacking = False

    def __init__(self) -> None:
        self.kernel: Kernel

    def prepare(self, kernel: Kernel) -> None:
        """Reserve the fields that every game has and make the changes of sites known."""
        self.kernel = kernel
        board = ("board",)
        for name, arity in (
            ("add", 4),  # site, component, state or -1, value or -1
            ("remove", 1),  # site
            ("move", 2),  # from, to
            ("promote", 2),  # site, component
            ("set_state", 2),  # site, state
            ("set_value", 2),
            ("set_rotation", 2),
            ("set_count", 2),
            ("move_count", 3),  # from, to, how many
            ("copy_piece", 2),  # from, to
        ):
            kernel.add_operation(name, arity, board)

    def keep_key(self) -> None:  # noqa: B027 - stacks have none
        """Carry a key of what stands on the sites along, for rules that compare positions in every turn."""

    @abstractmethod
    def what(self, scope: Scope, site: Expression, level: Expression | None = None) -> Expression:
        """The component on the site (in a stack: on top, or at the level); 0 for none."""

    def who(self, scope: Scope, site: Expression, level: Expression | None = None) -> Expression:
        """The owner of that component; 0 for none."""
        return self.owner(self.what(scope, site, level))

    def owner(self, component: Expression) -> Expression:
        """The owner of a component."""
        kernel = self.kernel
        owners = kernel.table(
            "owner", lambda: [0, *(piece.owner for piece in kernel.equipment.components)], per="piece"
        )
        return Expression(f"D[{owners} + {component}]")

    @abstractmethod
    def local(self, scope: Scope, field: str, site: Expression, level: Expression | None = None) -> Expression:
        """The local ``state``, ``value`` or ``rotation`` of the piece on the site."""

    @abstractmethod
    def count(self, scope: Scope, site: Expression) -> Expression:
        """How many pieces are on the site."""

    @abstractmethod
    def height(self, scope: Scope, site: Expression) -> Expression:
        """The height of the stack; without stacks 1 or 0."""

    @abstractmethod
    def is_empty(self, scope: Scope, site: Expression) -> Expression:
        """Whether nothing stands on a site that exists."""

    def empty(self, scope: Scope) -> SetRegion:
        """The empty sites of the board."""
        return SetRegion(scope.state, self.kernel.field("empty", "set", hashed=False), "board")

    def owned(self, scope: Scope, player: Expression) -> SetRegion:
        """The sites, hands included, whose (topmost) piece the player owns."""
        start = self.kernel.field("owned", "player set", hashed=False)
        if not str(player).endswith(("[MOVER]", "[NEXT]")) and player.fixed is None:
            player = Expression(f"seat_or_nobody(D, {player})")
        return SetRegion(scope.state, f"{start} + {player} * D[SET_WORDS]", "board")

    @abstractmethod
    def prelude(self) -> str:
        """The functions that change sites, written for the fields that the game uses."""

    def _sets_lines(self, before: str, after: str, indent: str) -> str:
        """Lines that keep the sets in step when the topmost component of ``site`` changes."""
        lines = []
        fields = self.kernel.data.fields
        if "empty" in fields:
            lines += [
                f"if ({before} == 0) != ({after} == 0) and site < D[SITES]:",
                f"    if {after} == 0:",
                "        put_site(D, S, D[AT_EMPTY], site)",
                "    else:",
                "        drop_site(D, S, D[AT_EMPTY], site)",
            ]
        if "owned" in fields:
            owner = self.owner(Expression("{}"))
            lines += [
                f"if {before} != 0:",
                f"    drop_site(D, S, D[AT_OWNED] + {owner.format(before)} * D[SET_WORDS], site)",
                f"if {after} != 0:",
                f"    put_site(D, S, D[AT_OWNED] + {owner.format(after)} * D[SET_WORDS], site)",
            ]
        return "".join(f"{indent}{line}\n" for line in lines)


MISSING = """
@compiled
def missing(D, site):
    if site >= 0 or site < -2:
        within(site, D[ALL_SITES], "site")


@compiled
def missing_piece(D, what):
    if what > D[COMPONENTS] or what < -1:
        within(what, D[COMPONENTS] + 1, "component")


@compiled
def missing_player(D, player):
    if player > D[PLAYERS] or player < 0:
        within(player, D[PLAYERS] + 1, "player")
"""
_TURNED_AWAY = re.compile(r"^    if ((?:outside|unknown)\(D, .*):\n        return\n", re.MULTILINE)
_ASKED = re.compile(r"\b(outside|unknown)\(D, (\w+)\)")


def with_missing(functions: str) -> str:
    """Functions that change sites, with the note of a site or piece that does not exist wherever they turn back for it.

    Off the board (-1), the end of a track (-2) and no piece (0, -1) are no mistakes: nothing is changed then.
    """

    def noted(match: re.Match[str]) -> str:
        names = {"outside": "missing", "unknown": "missing_piece"}
        notes = [f"        {names[kind]}(D, {name})\n" for kind, name in _ASKED.findall(match.group(1))]
        return match.group(0).replace("        return\n", "".join(notes) + "        return\n")

    return MISSING + "\n\n" + _TURNED_AWAY.sub(noted, functions).lstrip("\n")


def guarded(site: Expression, code: str, otherwise: str = "0") -> Expression:
    """Code that uses a site as an index, with a guard unless the site is known to exist."""
    if site.valid:
        return Expression(code)
    return Expression(f"({code} if 0 <= {site} < D[ALL_SITES] else {otherwise})")
