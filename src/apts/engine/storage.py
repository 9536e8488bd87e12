"""How the pieces on the sites are kept: one kind of piece a site, or stacks.

A storage gives the code that reads sites and, as text, the functions of the prelude that change them. The choice is made
once for a game; ludemes never see the difference unless they ask.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from apts.engine.expression import Expression
from apts.engine.regions import SetRegion

if TYPE_CHECKING:
    from apts.engine.kernel import Kernel
    from apts.engine.scope import Scope


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

    @abstractmethod
    def what(self, scope: Scope, site: Expression, level: Expression | None = None) -> Expression:
        """The component on the site (in a stack: on top, or at the level); 0 for none."""

    def who(self, scope: Scope, site: Expression, level: Expression | None = None) -> Expression:
        """The owner of that component; 0 for none."""
        return self.owner(self.what(scope, site, level))

    def owner(self, component: Expression) -> Expression:
        """The owner of a component."""
        kernel = self.kernel
        owners = kernel.table("owner", lambda: [0, *(piece.owner for piece in kernel.equipment.components)])
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
                "        put_site(S, D[AT_EMPTY], site)",
                "    else:",
                "        drop_site(S, D[AT_EMPTY], site)",
            ]
        if "owned" in fields:
            owner = self.owner(Expression("{}"))
            lines += [
                f"if {before} != 0:",
                f"    drop_site(S, D[AT_OWNED] + {owner.format(before)} * D[SET_WORDS], site)",
                f"if {after} != 0:",
                f"    put_site(S, D[AT_OWNED] + {owner.format(after)} * D[SET_WORDS], site)",
            ]
        return "".join(f"{indent}{line}\n" for line in lines)


def guarded(site: Expression, code: str, otherwise: str = "0") -> Expression:
    """Code that uses a site as an index, with a guard unless the site is known to exist."""
    if site.valid:
        return Expression(code)
    return Expression(f"({code} if 0 <= {site} < D[ALL_SITES] else {otherwise})")


class FlatStorage(Storage):
    """One component a site, with a count where the game counts."""

    def __init__(self, *, counted: bool):
        super().__init__()
        self.counted = counted

    def prepare(self, kernel: Kernel) -> None:
        """Reserve what stands on each site."""
        super().prepare(kernel)
        kernel.field("what", "site")
        if self.counted:
            kernel.field("count", "site")

    def what(self, scope: Scope, site: Expression, level: Expression | None = None) -> Expression:  # noqa: ARG002
        """The component on the site."""
        scope.reads("board")
        site = scope.simple(site, "site")
        return guarded(site, f"{scope.state}[D[AT_WHAT] + {site}]")

    def local(self, scope: Scope, field: str, site: Expression, level: Expression | None = None) -> Expression:  # noqa: ARG002
        """A word of the site's own field."""
        scope.reads("board")
        site = scope.simple(site, "site")
        return guarded(site, f"{scope.state}[{self.kernel.field(field, 'site')} + {site}]")

    def count(self, scope: Scope, site: Expression) -> Expression:
        """The count, or 1 for a piece where the game does not count."""
        site = scope.simple(site, "site")
        if self.counted:
            scope.reads("board")
            return guarded(site, f"{scope.state}[D[AT_COUNT] + {site}]")
        return Expression(f"(1 if {self.what(scope, site)} != 0 else 0)")

    def height(self, scope: Scope, site: Expression) -> Expression:
        """One for a piece."""
        return Expression(f"(1 if {self.what(scope, site)} != 0 else 0)")

    def is_empty(self, scope: Scope, site: Expression) -> Expression:
        """No component there."""
        scope.reads("board")
        site = scope.simple(site, "site")
        if site.valid:
            return Expression(f"({scope.state}[D[AT_WHAT] + {site}] == 0)")
        return Expression(f"(0 <= {site} < D[ALL_SITES] and {scope.state}[D[AT_WHAT] + {site}] == 0)")

    def prelude(self) -> str:
        """The functions that change sites."""
        fields = self.kernel.data.fields
        local = [name for name in ("state", "value", "rotation") if name in fields]
        reset = "".join(f"    S[D[AT_{name.upper()}] + site] = 0\n" for name in local)
        carry = "".join(f"    {name} = S[D[AT_{name.upper()}] + origin]\n" for name in local)
        drop = "".join(f"    S[D[AT_{name.upper()}] + target] = {name}\n" for name in local)
        text = "@compiled\ndef place(D, S, site, what):\n"
        text += "    before = S[D[AT_WHAT] + site]\n    S[D[AT_WHAT] + site] = what\n"
        text += self._sets_lines("before", "what", "    ")
        text += "\n\n@compiled\ndef do_add(D, S, site, what, state, value):\n"
        text += "    if site < 0 or what <= 0:\n        return\n"
        text += "    if S[D[AT_WHAT] + site] == 0:\n        place(D, S, site, what)\n"
        if self.counted:
            text += "    S[D[AT_COUNT] + site] += 1\n"
        if "state" in fields:
            text += "    if state >= 0:\n        S[D[AT_STATE] + site] = state\n"
        if "value" in fields:
            text += "    if value >= 0:\n        S[D[AT_VALUE] + site] = value\n"
        text += "\n\n@compiled\ndef do_remove(D, S, site):\n"
        text += "    if site < 0 or S[D[AT_WHAT] + site] == 0:\n        return\n"
        if self.counted:
            text += "    S[D[AT_COUNT] + site] = 0\n"
        text += "    place(D, S, site, 0)\n" + reset
        text += "\n\n@compiled\ndef take_one(D, S, site):\n"
        if self.counted:
            text += "    if S[D[AT_COUNT] + site] > 1:\n        S[D[AT_COUNT] + site] -= 1\n        return\n"
        text += "    do_remove(D, S, site)\n"
        text += "\n\n@compiled\ndef do_move(D, S, origin, target):\n"
        text += "    what = S[D[AT_WHAT] + origin]\n    if what == 0 or origin == target:\n        return\n" + carry
        if self.counted:
            text += "    if S[D[AT_COUNT] + target] > 0 and S[D[AT_WHAT] + target] == what:\n"
            text += "        S[D[AT_COUNT] + target] += 1\n        take_one(D, S, origin)\n        return\n"
            text += "    S[D[AT_COUNT] + target] = 1\n"
        text += "    take_one(D, S, origin)\n    place(D, S, target, what)\n" + drop
        text += "\n\n@compiled\ndef do_copy_piece(D, S, origin, target):\n"
        text += "    what = S[D[AT_WHAT] + origin]\n    if what == 0 or origin == target:\n        return\n" + carry
        if self.counted:
            text += "    if S[D[AT_COUNT] + target] > 0 and S[D[AT_WHAT] + target] == what:\n"
            text += "        S[D[AT_COUNT] + target] += 1\n        return\n    S[D[AT_COUNT] + target] = 1\n"
        text += "    place(D, S, target, what)\n" + drop
        text += "\n\n@compiled\ndef do_promote(D, S, site, what):\n"
        text += (
            "    if site < 0 or what <= 0 or S[D[AT_WHAT] + site] == 0:\n        return\n    place(D, S, site, what)\n"
            + reset
        )
        for name in ("state", "value", "rotation"):
            text += f"\n\n@compiled\ndef do_set_{name}(D, S, site, amount):\n"
            if name in fields:
                text += f"    if site >= 0 and amount >= 0:\n        S[D[AT_{name.upper()}] + site] = amount\n"
            else:
                text += "    pass\n"
        text += "\n\n@compiled\ndef do_set_count(D, S, site, amount):\n"
        if self.counted:
            text += "    if site < 0 or amount < 0:\n        return\n    S[D[AT_COUNT] + site] = amount\n"
            text += "    if amount == 0 and S[D[AT_WHAT] + site] != 0:\n        place(D, S, site, 0)\n" + reset.replace(
                "    S", "        S"
            )
        else:
            text += "    pass\n"
        text += "\n\n@compiled\ndef do_move_count(D, S, origin, target, amount):\n"
        if self.counted:
            text += (
                "    what = S[D[AT_WHAT] + origin]\n"
                "    if what == 0 or amount <= 0 or origin == target:\n        return\n"
                "    left = S[D[AT_COUNT] + origin] - amount\n"
                "    if left > 0:\n        S[D[AT_COUNT] + origin] = left\n"
                "    else:\n        do_remove(D, S, origin)\n"
                "    if S[D[AT_WHAT] + target] == 0:\n        place(D, S, target, what)\n"
                "        S[D[AT_COUNT] + target] = amount\n"
                "    elif S[D[AT_WHAT] + target] == what:\n        S[D[AT_COUNT] + target] += amount\n"
            )
        else:
            text += "    do_move(D, S, origin, target)\n"
        return text + "\n"


class StackStorage(Storage):
    """A stack on every site, level 0 at the bottom."""

    stacking = True

    def prepare(self, kernel: Kernel) -> None:
        """Reserve the heights and the levels."""
        super().prepare(kernel)
        kernel.field("height", "site")
        kernel.field("what", "level")
        board = ("board",)
        for name, arity in (
            ("remove_level", 2),  # site, level
            ("move_level", 3),  # from, level, to
            ("move_stack", 2),  # from, to
            ("move_between_levels", 4),  # from, level, to, level
            ("move_top", 3),  # from, to, how many
            ("insert", 5),  # site, level, component, state, value
            ("promote_level", 3),  # site, level, component
            ("set_state_level", 3),
            ("set_value_level", 3),
        ):
            kernel.add_operation(name, arity, board)

    def what(self, scope: Scope, site: Expression, level: Expression | None = None) -> Expression:
        """The component on top or at the level."""
        scope.reads("board")
        if level is None:
            return Expression(f"top_what(D, {scope.state}, {site})")
        return Expression(f"level_what(D, {scope.state}, {site}, {level})")

    def local(self, scope: Scope, field: str, site: Expression, level: Expression | None = None) -> Expression:
        """The field of the topmost piece or of the one at the level."""
        scope.reads("board")
        start = self.kernel.field(field, "level")
        return Expression(f"level_field(D, {scope.state}, {start}, {site}, {-1 if level is None else level})")

    def count(self, scope: Scope, site: Expression) -> Expression:
        """The height."""
        return self.height(scope, site)

    def height(self, scope: Scope, site: Expression) -> Expression:
        """The height of the stack."""
        scope.reads("board")
        site = scope.simple(site, "site")
        return guarded(site, f"{scope.state}[D[AT_HEIGHT] + {site}]")

    def is_empty(self, scope: Scope, site: Expression) -> Expression:
        """Height 0."""
        scope.reads("board")
        site = scope.simple(site, "site")
        if site.valid:
            return Expression(f"({scope.state}[D[AT_HEIGHT] + {site}] == 0)")
        return Expression(f"(0 <= {site} < D[ALL_SITES] and {scope.state}[D[AT_HEIGHT] + {site}] == 0)")

    def prelude(self) -> str:
        """The functions that change stacks."""
        fields = self.kernel.data.fields
        levels = [name for name in ("what", "state", "value", "rotation") if name in fields]
        local = [name for name in levels if name != "what"]
        at = "S[D[AT_{}] + site * D[LEVELS] + {}]"
        shift_down = "".join(f"        {at.format(n.upper(), 'k')} = {at.format(n.upper(), 'k + 1')}\n" for n in levels)
        shift_up = "".join(f"        {at.format(n.upper(), 'k')} = {at.format(n.upper(), 'k - 1')}\n" for n in levels)
        clear_top = "".join(f"        {at.format(n.upper(), 'height')} = 0\n" for n in levels)
        reads = "".join(f"    {n} = S[D[AT_{n.upper()}] + origin * D[LEVELS] + level]\n" for n in local)
        passed = ", ".join(n if n in local else "-1" for n in ("state", "value"))
        writes = ""
        if "state" in fields:
            writes += f"    {at.format('STATE', 'level')} = max(state, 0)\n"
        if "value" in fields:
            writes += f"    {at.format('VALUE', 'level')} = max(value, 0)\n"
        setters = ""
        for name in ("state", "value", "rotation"):
            body = "    pass\n"
            top = "    pass\n"
            if name in fields:
                body = "    if site >= 0 and amount >= 0 and level < max(S[D[AT_HEIGHT] + site], 1):\n"
                body += f"        {at.format(name.upper(), 'level')} = amount\n"
                level = "max(S[D[AT_HEIGHT] + site] - 1, 0)"
                top = f"    if site >= 0:\n        do_set_{name}_level(D, S, site, {level}, amount)\n"
            setters += f"\n\n@compiled\ndef do_set_{name}_level(D, S, site, level, amount):\n{body}"
            setters += f"\n\n@compiled\ndef do_set_{name}(D, S, site, amount):\n{top}"
        left_over = ", ".join(
            f"S[D[AT_{n.upper()}] + target * D[LEVELS] + height]" if n in local else "-1" for n in ("state", "value")
        )
        return f"""
@compiled
def level_what(D, S, site, level):
    if site < 0 or site >= D[ALL_SITES]:
        return 0
    height = S[D[AT_HEIGHT] + site]
    if level == -1:
        level = height - 1
    if level < 0 or level >= height:
        return 0
    return S[D[AT_WHAT] + site * D[LEVELS] + level]


@compiled
def top_what(D, S, site):
    return level_what(D, S, site, -1)


@compiled
def level_field(D, S, start, site, level):
    if site < 0 or site >= D[ALL_SITES]:
        return 0
    height = S[D[AT_HEIGHT] + site]
    if level == -1:
        level = height - 1
    if level < 0 or level >= height:
        return 0
    return S[start + site * D[LEVELS] + level]


@compiled
def retop(D, S, site, before):
    after = top_what(D, S, site)
{self._sets_lines("before", "after", "    ")}    return


@compiled
def do_insert(D, S, site, level, what, state, value):
    if site < 0 or what <= 0:
        return
    height = S[D[AT_HEIGHT] + site]
    if height >= D[LEVELS]:
        return
    before = top_what(D, S, site)
    if level < 0 or level > height:
        level = height
    for k in range(height, level, -1):
{shift_up}    {at.format("WHAT", "level")} = what
{writes}    S[D[AT_HEIGHT] + site] = height + 1
    retop(D, S, site, before)


@compiled
def do_add(D, S, site, what, state, value):
    do_insert(D, S, site, -1, what, state, value)


@compiled
def do_remove_level(D, S, site, level):
    if site < 0:
        return
    height = S[D[AT_HEIGHT] + site]
    named = level
    if level == -1:
        level = height - 1
    if level < 0 or level >= height:
        return
    before = top_what(D, S, site)
    height -= 1
    for k in range(level, height):
{shift_down}    if named == -1:
{clear_top}    S[D[AT_HEIGHT] + site] = height
    retop(D, S, site, before)


@compiled
def do_remove(D, S, site):
    do_remove_level(D, S, site, -1)


@compiled
def do_move_between_levels(D, S, origin, level, target, into):
    height = S[D[AT_HEIGHT] + origin]
    if level < 0:
        level = height - 1
    if level < 0 or level >= height:
        return
    what = S[D[AT_WHAT] + origin * D[LEVELS] + level]
{reads}    do_remove_level(D, S, origin, level)
    do_insert(D, S, target, into, what, {passed})


@compiled
def do_move_level(D, S, origin, level, target):
    if origin != target:
        do_move_between_levels(D, S, origin, level, target, -1)


@compiled
def do_move(D, S, origin, target):
    # A piece that is moved without naming its level arrives without its state and value. It gets what the last piece
    # taken out by its level has left there, as in the reference.
    what = top_what(D, S, origin)
    if origin != target and what != 0:
        do_remove_level(D, S, origin, -1)
        height = S[D[AT_HEIGHT] + target]
        do_insert(D, S, target, -1, what, {left_over})


@compiled
def do_copy_piece(D, S, origin, target):
    level = S[D[AT_HEIGHT] + origin] - 1
    if level < 0:
        return
    what = S[D[AT_WHAT] + origin * D[LEVELS] + level]
{reads}    do_insert(D, S, target, -1, what, {passed})


@compiled
def do_move_top(D, S, origin, target, amount):
    height = S[D[AT_HEIGHT] + origin]
    amount = min(amount, height)
    for _ in range(amount):
        do_move_level(D, S, origin, height - amount, target)


@compiled
def do_move_stack(D, S, origin, target):
    if origin != target:
        do_move_top(D, S, origin, target, S[D[AT_HEIGHT] + origin])


@compiled
def do_move_count(D, S, origin, target, amount):
    do_move_top(D, S, origin, target, amount)


@compiled
def do_promote_level(D, S, site, level, what):
    if site < 0 or what <= 0:
        return
    height = S[D[AT_HEIGHT] + site]
    if level == -1:
        level = height - 1
    if level < 0 or level >= height:
        return
    before = top_what(D, S, site)
    {at.format("WHAT", "level")} = what
    retop(D, S, site, before)


@compiled
def do_promote(D, S, site, what):
    do_promote_level(D, S, site, -1, what)


@compiled
def do_set_count(D, S, site, amount):
    while site >= 0 and S[D[AT_HEIGHT] + site] > amount and S[D[AT_HEIGHT] + site] > 0:
        do_remove(D, S, site)
{setters}
"""
