"""A stack of pieces on every site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.storage.piece_storage import Storage, guarded

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope


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
        vacate = f"    {at.format('WHAT', 'height')} = 0\n" if "what" in levels else ""
        if local:
            vacate += "    if named == -1:\n"
            vacate += "".join(f"        {at.format(n.upper(), 'height')} = 0\n" for n in local)
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
                body = "    if outside(D, site):\n        return\n"
                body += "    if level == -1:\n"
                body += "        level = max(S[D[AT_HEIGHT] + site] - 1, 0)\n"
                body += "    if amount >= 0 and 0 <= level < max(S[D[AT_HEIGHT] + site], 1):\n"
                body += f"        {at.format(name.upper(), 'level')} = amount\n"
                top = f"    do_set_{name}_level(D, S, site, -1, amount)\n"
            setters += f"\n\n@compiled\ndef do_set_{name}_level(D, S, site, level, amount):\n{body}"
            setters += f"\n\n@compiled\ndef do_set_{name}(D, S, site, amount):\n{top}"
        left_over = ", ".join(
            f"S[D[AT_{n.upper()}] + target * D[LEVELS] + height]" if n in local else "-1" for n in ("state", "value")
        )
        return f"""
@compiled
def level_what(D, S, site, level):
    if outside(D, site):
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
    if outside(D, site):
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
    if outside(D, site) or unknown(D, what):
        return
    height = S[D[AT_HEIGHT] + site]
    if height >= D[LEVELS]:
        failed(STACK_FULL, height, D[LEVELS])
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
    if outside(D, site):
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
{shift_down}{vacate}    S[D[AT_HEIGHT] + site] = height
    retop(D, S, site, before)


@compiled
def do_remove(D, S, site):
    do_remove_level(D, S, site, -1)


@compiled
def do_move_between_levels(D, S, origin, level, target, into):
    if outside(D, origin) or outside(D, target):
        return
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
    if outside(D, origin):
        return
    level = S[D[AT_HEIGHT] + origin] - 1
    if level < 0:
        return
    what = S[D[AT_WHAT] + origin * D[LEVELS] + level]
{reads}    do_insert(D, S, target, -1, what, {passed})


@compiled
def do_move_top(D, S, origin, target, amount):
    if outside(D, origin) or outside(D, target):
        return
    height = S[D[AT_HEIGHT] + origin]
    amount = min(amount, height)
    for _ in range(amount):
        do_move_level(D, S, origin, height - amount, target)


@compiled
def do_move_stack(D, S, origin, target):
    if origin != target and not outside(D, origin):
        do_move_top(D, S, origin, target, S[D[AT_HEIGHT] + origin])


@compiled
def do_move_count(D, S, origin, target, amount):
    do_move_top(D, S, origin, target, amount)


@compiled
def do_promote_level(D, S, site, level, what):
    if outside(D, site) or unknown(D, what):
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
    while not outside(D, site) and S[D[AT_HEIGHT] + site] > amount and S[D[AT_HEIGHT] + site] > 0:
        do_remove(D, S, site)
{setters}
"""
