"""Where generated moves go.

A moves ludeme is lowered once, as loops that find moves; what is done with each is up to the sink: write a record for
the list of legal moves, carry the effect out, stop at the first one, compare its target. Wrappers change or filter what
passes through them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.language.tree import Clause, Value

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope


@dataclass(frozen=True)
class GeneratedMove:
    """One alternative, as seen by the code that finds it.

    ``act`` writes the actions. It is called in another function than the one that finds the move, so it may use only the
    registers of the scope it is given, never variables of the finding code; what it needs beyond the registers is bound
    as one. ``consequences`` are the effects of ``then``, innermost first. ``key`` tells moves of different clauses or
    wrappers apart. ``rules`` are the clauses that gave the move, innermost first, where rules are counted. ``passes`` writes
    what it gives to a function for each site that the move passes, like ``act`` in terms of registers. ``said`` is what
    people call a move that has no sites, and ``number`` the register of a number that belongs to what they say.
    """

    clause: Clause
    kind: str
    origin: Expression
    target: Expression
    act: Callable[[Scope], None]
    consequences: tuple[Value, ...] = ()
    key: tuple[object, ...] = ()
    rules: tuple[Clause, ...] = ()
    passes: Callable[[Scope, Callable[[Expression], None]], None] | None = None
    said: str = ""
    number: str = ""

    def followed_by(self, consequence: Value | None) -> GeneratedMove:
        """The same move with one more consequence."""
        if consequence is None:
            return self
        return replace(self, consequences=(*self.consequences, consequence), key=(*self.key, "then", id(consequence)))


class Sink(ABC):
    """Takes the moves that lowered code finds."""

    key: tuple[object, ...] = ()
    lazy = False  # whether tests of a move may be put off until it is chosen
    separate = True  # whether moves may be found in a function of their own
    counts = False  # whether such a function gives back a larger n when it has found any move

    @abstractmethod
    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Write the code for one move found."""

    def call(self, scope: Scope, function: str, arguments: list[str]) -> None:
        """Write the call of a function that gives moves to this sink."""
        scope.line(f"n = {scope.call(function, 'n', *arguments)}")

    def close(self, scope: Scope) -> None:
        """Write the end of such a function."""
        scope.line("return n")

    def wanted(self, scope: Scope, target: Expression) -> str | None:  # noqa: ARG002
        """The code that tells whether a move to the target can matter at all; None where every move can."""
        return None

    @contextmanager
    def if_wanted(self, scope: Scope, target: Expression) -> Iterator[None]:
        """What is written inside, something costly, runs for targets that can matter; where rules are counted, for all."""
        wanted = None if scope.kernel.coverage is not None else self.wanted(scope, target)
        with nullcontext() if wanted is None else scope.block(f"if {wanted}:"):
            yield


class RecordSink(Sink):
    """Writes a record for every move into the list M, of which n are there."""

    counts = True

    def __init__(self, *, lazy: bool = False):
        self.lazy = lazy
        self.key = ("record", lazy)

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Write the record."""
        decision = scope.kernel.decisions.find(scope, move)
        if scope.kernel.coverage is not None:
            scope.kernel.coverage.offered(decision.number, move)
        values = [str(decision.number), move.origin, move.target, *decision.captured(scope)]
        scope.line(f"n = record{len(values) - 3}(D, W, M, n, {', '.join(values)})")


class EffectSink(Sink):
    """Carries out every move on the spot, one after the other, each with its consequences."""

    key = ("effect",)
    separate = False

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Write the actions and the consequences."""
        count_effects(scope, move)
        scope.kernel.readings.make(move.clause)
        move.act(scope)
        for consequence in move.consequences:
            scope.kernel.decisions.consequence(scope, consequence)


class ExistsSink(Sink):
    """Answers whether there is any move: the function returns 1 at the first."""

    key = ("exists",)

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Leave the function."""
        count_effects(scope, move)
        scope.kernel.readings.ask(move.clause)
        scope.line("return 1")

    def call(self, scope: Scope, function: str, arguments: list[str]) -> None:
        """Leave with the function that is called."""
        with scope.block(f"if {scope.call(function, 'n', *arguments)} != 0:"):
            scope.line("return 1")

    def close(self, scope: Scope) -> None:
        """Nothing was found."""
        scope.line("return 0")


class TargetSink(ExistsSink):
    """Answers whether any move ends on the site in the register ``aim``."""

    key = ("target",)

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Leave the function when the target is met."""
        with scope.block(f"if {self.wanted(scope, move.target)}:"):
            super().emit(scope, move)

    def wanted(self, scope: Scope, target: Expression) -> str:
        """Only those that end there."""
        return f"{target} == {scope.register('aim')}"


class CollectSink(Sink):
    """Adds the origin or target of every move to a set in W; the register ``collected`` says where it is."""

    def __init__(self, part: str):
        self.part = part
        self.key = ("collect", part)

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Add the site."""
        count_effects(scope, move)
        scope.kernel.readings.ask(move.clause)
        site = move.origin if self.part == "from" else move.target
        scope.line(f"put_site(D, W, {scope.register('collected')}, {site})")


class Wrapper(Sink):
    """A sink in front of another one."""

    def __init__(self, inner: Sink, *key: object):
        self.inner = inner
        self.key = (*key, *inner.key)
        self.separate = inner.separate

    def call(self, scope: Scope, function: str, arguments: list[str]) -> None:
        """As the inner sink does it."""
        self.inner.call(scope, function, arguments)

    def close(self, scope: Scope) -> None:
        """As the inner sink does it."""
        self.inner.close(scope)

    def wanted(self, scope: Scope, target: Expression) -> str | None:
        """As the inner sink does it."""
        return self.inner.wanted(scope, target)


class ThenSink(Wrapper):
    """Gives every move one more consequence."""

    def __init__(self, inner: Sink, consequence: Value):
        super().__init__(inner, "then", id(consequence))
        self.consequence = consequence
        self.lazy = inner.lazy
        self.counts = inner.counts

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Pass the longer move on."""
        self.inner.emit(scope, move.followed_by(self.consequence))


class NotingSink(Wrapper):
    """Sets the register-like variable to 1 when a move passes (used by ``priority`` and the like)."""

    def __init__(self, inner: Sink, variable: str):
        super().__init__(inner, "noting", variable)
        self.variable = variable
        self.counts = inner.counts
        self.separate = inner.separate and inner.counts

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Note it and pass it on."""
        scope.line(f"{self.variable} = 1")
        self.inner.emit(scope, move)

    def wanted(self, scope: Scope, target: Expression) -> None:
        """A move is noted wherever it ends."""

    def call(self, scope: Scope, function: str, arguments: list[str]) -> None:
        """A function that is called sets only its own variable, so its result tells whether a move was found."""
        before = scope.let("before", "n")
        self.inner.call(scope, function, arguments)
        with scope.block(f"if n != {before}:"):
            scope.line(f"{self.variable} = 1")


def count_effects(scope: Scope, move: GeneratedMove) -> None:
    """Where rules are counted: those that gave a move have taken effect."""
    if scope.kernel.coverage is not None:
        scope.kernel.coverage.effect(scope, *move.rules)


def innermost(sink: Sink) -> Sink:
    """The sink behind all wrappers."""
    while isinstance(sink, Wrapper):
        sink = sink.inner
    return sink


def with_then(sink: Sink, consequence: Value | None) -> Sink:
    """The sink itself, or with a consequence added to every move."""
    return sink if consequence is None else ThenSink(sink, consequence)
