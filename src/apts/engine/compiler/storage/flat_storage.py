"""One kind of piece a site, with a count where the game counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.storage.piece_storage import PIECES_KEY, Storage, guarded

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope


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

    def keep_key(self) -> None:
        """One word; :func:`apts.engine.play.positions.position_contents.pieces_key` tells what is in it."""
        self.kernel.field(PIECES_KEY, "one", hashed=False)

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
        if PIECES_KEY in fields:
            for what in ("before", "what"):
                text += f"    if {what} != 0:\n        S[D[AT_PIECES_KEY]] ^= mix({what}, site)\n"
        text += "\n\n@compiled\ndef do_add(D, S, site, what, state, value):\n"
        text += "    if outside(D, site) or unknown(D, what):\n        return\n"
        text += "    if S[D[AT_WHAT] + site] == 0:\n        place(D, S, site, what)\n"
        if self.counted:
            text += "    S[D[AT_COUNT] + site] += 1\n"
        if "state" in fields:
            text += "    if state >= 0:\n        S[D[AT_STATE] + site] = state\n"
        if "value" in fields:
            text += "    if value >= 0:\n        S[D[AT_VALUE] + site] = value\n"
        text += "\n\n@compiled\ndef do_remove(D, S, site):\n"
        text += "    if outside(D, site) or S[D[AT_WHAT] + site] == 0:\n        return\n"
        if self.counted:
            text += "    S[D[AT_COUNT] + site] = 0\n"
        text += "    place(D, S, site, 0)\n" + reset
        text += "\n\n@compiled\ndef take_one(D, S, site):\n"
        if self.counted:
            text += "    if outside(D, site):\n        return\n"
            text += "    if S[D[AT_COUNT] + site] > 1:\n        S[D[AT_COUNT] + site] -= 1\n        return\n"
        text += "    do_remove(D, S, site)\n"
        text += "\n\n@compiled\ndef do_move(D, S, origin, target):\n"
        text += "    if outside(D, origin) or outside(D, target):\n        return\n"
        text += "    what = S[D[AT_WHAT] + origin]\n    if what == 0 or origin == target:\n        return\n" + carry
        if self.counted:
            text += "    if S[D[AT_COUNT] + target] > 0 and S[D[AT_WHAT] + target] == what:\n"
            text += "        S[D[AT_COUNT] + target] += 1\n        take_one(D, S, origin)\n"
            text += (
                drop.replace("    S", "        S") + "        return\n"
            )  # those that were there are like the newcomer
            text += "    S[D[AT_COUNT] + target] = 1\n"
        text += "    take_one(D, S, origin)\n    place(D, S, target, what)\n" + drop
        text += "\n\n@compiled\ndef do_copy_piece(D, S, origin, target):\n"
        text += "    if outside(D, origin) or outside(D, target):\n        return\n"
        text += "    what = S[D[AT_WHAT] + origin]\n    if what == 0 or origin == target:\n        return\n" + carry
        if self.counted:
            text += "    if S[D[AT_COUNT] + target] > 0 and S[D[AT_WHAT] + target] == what:\n"
            text += "        S[D[AT_COUNT] + target] += 1\n        return\n    S[D[AT_COUNT] + target] = 1\n"
        text += "    place(D, S, target, what)\n" + drop
        text += "\n\n@compiled\ndef do_promote(D, S, site, what):\n"
        text += (
            "    if outside(D, site) or unknown(D, what) or S[D[AT_WHAT] + site] == 0:\n        return\n"
            "    place(D, S, site, what)\n" + reset
        )
        for name in ("state", "value", "rotation"):
            text += f"\n\n@compiled\ndef do_set_{name}(D, S, site, amount):\n"
            if name in fields:
                text += (
                    "    if outside(D, site):\n        return\n"
                    f"    if amount >= 0:\n        S[D[AT_{name.upper()}] + site] = amount\n"
                )
            else:
                text += "    pass\n"
        text += "\n\n@compiled\ndef do_set_count(D, S, site, amount):\n"
        if self.counted:
            text += "    if outside(D, site):\n        return\n    if amount < 0:\n        return\n"
            text += "    S[D[AT_COUNT] + site] = amount\n"
            text += "    if amount == 0 and S[D[AT_WHAT] + site] != 0:\n        place(D, S, site, 0)\n" + reset.replace(
                "    S", "        S"
            )
        else:
            text += "    pass\n"
        text += "\n\n@compiled\ndef do_move_count(D, S, origin, target, amount):\n"
        if self.counted:
            text += (
                "    if outside(D, origin) or outside(D, target):\n        return\n"
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
