"""What went wrong inside a kernel, as a sentence that names the rule."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from apts.engine.native.kernel_files import kernel_file, kernel_syntax
from apts.engine.runtime import layout
from apts.errors import AptsError
from apts.language.signatures.signature import LARGEST_INTEGER

if TYPE_CHECKING:
    from apts.engine.compiler.compiling import Compiled
    from apts.engine.native.checks.flow import Guard
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


def failure_raised(compiled: Compiled, failure: KernelFailure | ArithmeticError | ValueError) -> BaseException:
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
    if isinstance(failure, ValueError):  # Python's word for a negative distance to shift by
        return _failure(compiled, layout.NO_MARK, line, 0, 0)
    return _failure(compiled, failure.guard, line, failure.value, failure.bound)


def _failure(compiled: Compiled, guard: int, line: int, value: int, bound: int) -> BaseException:
    if guard == layout.INTERRUPTED:
        return KeyboardInterrupt()
    return RuleFailure(_reason(compiled, guard, value, bound), compiled.origins.get(line))


@dataclass(frozen=True)
class FailureText:
    """The sentence of a check, with places for numbers: ``value`` and ``bound`` as the kernel noted them and what follows.

    ``below`` is one less than the bound, ``there`` the bound or 0, ``quotient`` and ``rest`` come from dividing the value
    by the ``divisor``. A value that means something else has a sentence of its own in ``special``.
    """

    pattern: str
    divisor: int = 1
    special: tuple[int, str] | None = None

    def describe(self, value: int, bound: int) -> str:
        """The sentence for a failure."""
        if self.special is not None and value == self.special[0]:
            return self.special[1]
        quotient, rest = divmod(value, self.divisor)
        return self.pattern.format(
            value=value, bound=bound, below=bound - 1, there=max(bound, 0), quotient=quotient, rest=rest
        )


_WITHOUT_INDEX = {
    layout.OUT_OF_FUEL: f"this rule has not come to an end after {layout.MOVE_FUEL:,} steps of one move",
    layout.QUEUE_FULL: "this rule changes more at once than one move has room for",
    layout.LIST_FULL: "this rule remembers more than {below} values, for which there is no room",
    layout.STACK_FULL: "this rule makes a stack of more than {bound} pieces, for which there is no room",
    layout.DIVIDED_BY_ZERO: "this rule divides by zero",
    layout.NO_MARK: "this rule asks for a player who is not in the game, or not known in this place",
    layout.TOO_LARGE: f"a number of this rule is too large: numbers go up to {LARGEST_INTEGER:,}",
}


def failure_texts(compiled: Compiled) -> dict[int, FailureText]:
    """The sentence for every number of a check that can fail."""
    found = {number: FailureText(pattern) for number, pattern in _WITHOUT_INDEX.items()}
    return found | {number: _text(compiled, check) for number, check in enumerate(_guards(compiled.source), 1)}


def _reason(compiled: Compiled, guard: int, value: int, bound: int) -> str:
    if guard in _WITHOUT_INDEX:
        return FailureText(_WITHOUT_INDEX[guard]).describe(value, bound)
    return _text(compiled, _guards(compiled.source)[guard - 1]).describe(value, bound)


def _text(compiled: Compiled, check: Guard) -> FailureText:
    """The sentence of a check of an index."""
    equipment = compiled.equipment
    seats = f"has players 1 to {equipment.players}"
    if check.kind == "site":
        there = f"the game has sites 0 to {equipment.all_sites - 1}"
        nowhere = f"this rule asks for a site where there is none: nothing sets it, or nothing was found; {there}"
        return FailureText(f"this rule asks for site {{value}}; {there}", special=(-1, nowhere))
    if check.kind == "player":
        nobody = f"this rule asks for a player who is not in the game; it {seats}"
        pattern = f"this rule asks for player {{value}}; the game {seats}"
        return FailureText(pattern, special=(equipment.players + 2, nobody))
    if check.kind == "player set":
        return FailureText(f"this rule asks for player {{quotient}}; the game {seats}", max(equipment.set_words, 1))
    if check.kind == "component":
        kinds = len(equipment.components)
        return FailureText(f"this rule asks for piece number {{value}}; there are {kinds} kinds of pieces")
    if check.kind == "level":
        return FailureText("this rule asks for level {rest} of site {quotient}", layout_levels(compiled))
    if check.kind in _PATTERNS:
        return FailureText(_PATTERNS[check.kind])
    name = f" of {check.name}" if check.kind == "memory" and check.name else ""
    what = name.replace("{", "{{").replace("}", "}}")
    return FailureText(f"this rule asks for number {{value}}{what}, which does not exist (there are {{there}})")


_PATTERNS = {
    "sequence": "this rule looks for the longest sequence of moves, and one has no end or is too long",
    "pending": "this rule makes {value} pending; values up to {below} can be",
    "list": "this rule looks at more moves than there is room for",
    "die": "this rule asks for the face of a die on a site where no die lies",
    "frame": "the rules are nested too deeply",
    "rounds": "this rule has not come to an end after {bound} rounds: its condition still holds",
}


def layout_levels(compiled: Compiled) -> int:
    """How many levels a site has in the memory of a position."""
    return max(int(compiled.data[layout.LEVELS]), 1)


@lru_cache(maxsize=16)
def _guards(source: str) -> list[Guard]:
    from apts.engine.native.checks.guards import add_guards  # hardly any match fails

    parts = kernel_syntax(source)
    return add_guards(parts.functions, parts.capacities, parts.constants)
