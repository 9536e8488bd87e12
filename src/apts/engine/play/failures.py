"""What went wrong inside a kernel, as a sentence that names the rule."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from apts.engine.native.flow import Guard
from apts.engine.native.guards import add_guards
from apts.engine.native.kernel_files import kernel_file, kernel_syntax
from apts.engine.runtime import layout
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.engine.compiler.compiling import Compiled
    from apts.engine.runtime.kernel_functions import KernelFailure
    from apts.language.tree import TextPlace


class RuleFailure(AptsError):
    """A rule asked for something that does not exist, or for more than there is room or time for."""

    def __init__(self, what: str, position: TextPlace | None = None):
        super().__init__(what if position is None else f"{position}: {what}")
        self.what = what
        self.position = position


def failure_noted(compiled: Compiled, work: Any) -> BaseException:
    """The failure that machine code has noted in the scratch memory."""
    guard, line = int(work[layout.FAILURE]), int(work[layout.FAILED_LINE])
    return _failure(compiled, guard, line, int(work[layout.FAILED_VALUE]), int(work[layout.FAILED_BOUND]))


def failure_raised(compiled: Compiled, failure: KernelFailure | ArithmeticError) -> BaseException:
    """The failure of a kernel that runs as plain Python; the rule is that of the innermost function with a frame."""
    line, trace = 0, failure.__traceback__
    file = kernel_file(compiled.source)
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == file and "sp" in code.co_varnames[: code.co_argcount]:
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(failure, ArithmeticError):
        divided = isinstance(failure, ZeroDivisionError)
        return _failure(compiled, layout.DIVIDED_BY_ZERO if divided else layout.TOO_LARGE, line, 0, 0)
    return _failure(compiled, failure.guard, line, failure.value, failure.bound)


def _failure(compiled: Compiled, guard: int, line: int, value: int, bound: int) -> BaseException:
    if guard == layout.INTERRUPTED:
        return KeyboardInterrupt()
    return RuleFailure(_reason(compiled, guard, value, bound), compiled.origins.get(line))


def _reason(compiled: Compiled, guard: int, value: int, bound: int) -> str:
    equipment = compiled.equipment
    if guard == layout.OUT_OF_FUEL:
        return f"this rule has not come to an end after {layout.MOVE_FUEL:,} steps of one move"
    if guard == layout.QUEUE_FULL:
        return "this rule changes more at once than one move has room for"
    if guard == layout.LIST_FULL:
        return f"this rule remembers more than {bound - 1} values, for which there is no room"
    if guard == layout.STACK_FULL:
        return f"this rule makes a stack of more than {bound} pieces, for which there is no room"
    if guard == layout.DIVIDED_BY_ZERO:
        return "this rule divides by zero"
    if guard == layout.TOO_LARGE:
        return "a number of this rule is too large: numbers have 64 bits"
    check = _guards(compiled.source)[guard - 1]
    if check.kind == "site":
        return f"this rule asks for site {value}; the game has sites 0 to {equipment.all_sites - 1}"
    if check.kind == "player" and value == equipment.players + 2:
        return f"this rule asks for a player who is not in the game; it has players 1 to {equipment.players}"
    if check.kind == "player":
        return f"this rule asks for player {value}; the game has players 1 to {equipment.players}"
    if check.kind == "player set":
        player = value // max(equipment.set_words, 1)
        return f"this rule asks for player {player}; the game has players 1 to {equipment.players}"
    if check.kind == "component":
        return f"this rule asks for piece number {value}; there are {len(equipment.components)} kinds of pieces"
    if check.kind == "sequence":
        return "this rule looks for the longest sequence of moves, and one has no end or is too long"
    if check.kind == "pending":
        return f"this rule makes {value} pending; values up to {bound - 1} can be"
    if check.kind == "list":
        return "this rule looks at more moves than there is room for"
    if check.kind == "frame":
        return "the rules are nested too deeply"
    if check.kind == "level":
        return f"this rule asks for level {value % layout_levels(compiled)} of site {value // layout_levels(compiled)}"
    what = f" of {check.name}" if check.kind == "memory" and check.name else ""
    return f"this rule asks for number {value}{what}, which does not exist (there are {max(bound, 0)})"


def layout_levels(compiled: Compiled) -> int:
    """How many levels a site has in the memory of a position."""
    return max(int(compiled.data[layout.LEVELS]), 1)


@lru_cache(maxsize=16)
def _guards(source: str) -> list[Guard]:
    parts = kernel_syntax(source)
    return add_guards(parts.functions, parts.rooms, parts.constants)
