"""A function of the kernel while it is being written.

Ludemes are lowered inside a scope: they ask it for the code of their arguments, add lines, bind registers, read and
change the position. The position is reached only through the storage and the actions, so that the scope always knows
what has been read and written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apts.engine.compiler.coverage import CountingSink
from apts.engine.compiler.expression import EVERYTHING, UNSET, Expression, reads_member
from apts.engine.compiler.ludeme import Conflict
from apts.engine.compiler.origins import marked
from apts.engine.compiler.roles import one_player
from apts.engine.lowering.sites.locations import notes_of_places
from apts.language.tree import Clause, Literal, Value, Word

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.random_selection.sinks import Sink
    from apts.engine.lowering.sites.regions import Region

CONSTANTS = {"Off": -1, "Undefined": -1, "End": -2, "Infinity": 1_000_000_000}
MOST_QUEUED = 6  # words that one call queues; consequences inside many loops take more of them


@dataclass
class OpenLoop:
    """A loop whose body is being written: where its header stands, and the registers that were set before it."""

    lines: list[str]
    header: int
    depth: int
    registers: Mapping[str, Expression]


class Scope:
    """The body of one generated function."""

    def __init__(self, kernel: Kernel, name: str, parameters: tuple[str, ...], registers: Mapping[str, Expression]):
        self.kernel = kernel
        self.name = name
        self.parameters = parameters
        self.registers: dict[str, Expression] = dict(registers)
        self.lasting: dict[str, Expression] = {}  # the registers that consequences of effects find set
        self.state = "S"
        self.base_state: str | None = None
        self.lines: list[str] = []
        self.depth = 1
        self.sets = 0
        self.states = 0
        self.nested = False
        self.raw = False
        self.lazy = False
        self.queued = False
        self._grouped = False
        self._queued_operations: set[str] = set()
        self._queue_start = "0"
        self._names = 0
        self._reads: set[str] = set()
        self._writes: set[str] = set()
        self._loops: list[OpenLoop] = []  # those around the present line since the position last may have changed

    # --- writing lines -------------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        """Add one line of code at the present depth."""
        self.lines.append(marked("    " * self.depth + text, self.kernel.place))

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """Add a header such as ``if x:`` and indent what is written inside."""
        self.line(header)
        start = len(self.lines)
        self.depth += 1
        try:
            yield
        finally:
            if len(self.lines) == start:
                self.line("pass")
            self.depth -= 1

    @contextmanager
    def loop(self, header: str) -> Iterator[None]:
        """A block that is run several times: what it writes, its next round may not read."""
        reads, writes = self._reads, self._writes
        self._reads, self._writes = set(), set(writes)
        self._loops.append(OpenLoop(self.lines, len(self.lines), self.depth, self.registers))
        try:
            with self.block(header):
                yield
        finally:
            self._loops.pop()
        if not self.queued and self._reads & (self._writes - writes):
            raise Conflict
        self._reads |= reads

    def set_before_loops(self, hint: str, value: str, *free: str) -> Expression | None:
        """A new variable, set before the outermost of the loops around the present line in which all stays as it is.

        Inside such a loop the position and all registers but the ``free`` ones keep what they have when it begins. None
        where there is no such loop.
        """
        steady = None
        for loop in reversed(self._loops):
            names = {*loop.registers, *self.registers}.difference(free)
            if self.queued or any(loop.registers.get(name) != self.registers.get(name) for name in names):
                break
            steady = loop
        if steady is None:
            return None
        name = self.fresh(hint)
        steady.lines.insert(steady.header, marked("    " * steady.depth + f"{name} = {value}", self.kernel.place))
        for loop in self._loops:
            if loop.lines is steady.lines and loop.header >= steady.header:
                loop.header += 1
        return Expression(name)

    @contextmanager
    def _position_apart(self) -> Iterator[None]:
        """What is written inside may meet another position in every round of the loops outside."""
        outer, self._loops = self._loops, []
        try:
            yield
        finally:
            self._loops = outer

    @contextmanager
    def captured(self) -> Iterator[list[str]]:
        """Collect the lines written inside instead of adding them."""
        outer, self.lines = self.lines, []
        try:
            yield self.lines
        finally:
            self.lines = outer

    def fresh(self, hint: str) -> str:
        """A variable name not used in this function yet."""
        self._names += 1
        return f"{hint}{self._names}"

    def let(self, hint: str, expression: str, *, valid: bool = False) -> Expression:
        """Assign an expression to a new variable."""
        name = self.fresh(hint)
        sure = valid and reads_member(expression)
        self.line(f"{name} = sure({expression})" if sure else f"{name} = {expression}")
        return Expression(
            name, fixed=getattr(expression, "fixed", None), valid=valid or getattr(expression, "valid", False)
        )

    def simple(self, expression: Expression, hint: str = "value") -> Expression:
        """The expression itself when it is a name or number, else a variable that holds it."""
        text = str(expression)
        if text.isidentifier() or text.lstrip("-").isdigit():
            return expression
        return self.let(hint, expression)

    # --- registers -----------------------------------------------------------------------------------------------

    def register(self, name: str) -> Expression:
        """The value of a register (from, to, between, site, level, player ...); -1 when nothing has set it."""
        return self.registers.get(name, UNSET)

    @contextmanager
    def bound(self, **values: Expression) -> Iterator[None]:
        """Set registers for what is written inside. A trailing underscore is dropped (``from_``)."""
        outer = self.registers
        self.registers = {**outer, **{name.rstrip("_"): value for name, value in values.items()}}
        try:
            yield
        finally:
            self.registers = outer

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """The effects inside are carried out where they are found, so that their consequences find the registers set."""
        outer, self.lasting = self.lasting, dict(self.registers)
        try:
            yield
        finally:
            self.lasting = outer

    @contextmanager
    def in_state(self, name: str) -> Iterator[None]:
        """Read and change another position (a copy) in what is written inside."""
        outer, self.state = self.state, name
        saved = self._reads, self._writes, self.queued, self._grouped
        self._reads, self._writes, self.queued, self._grouped = set(), set(), False, False
        try:
            with self._position_apart():
                yield
        finally:
            self.state = outer
            self._reads, self._writes, self.queued, self._grouped = saved

    def copy_of_state(self) -> str:
        """Copy the present position into the frame; returns the name of the copy."""
        number = self.states
        self.states += 1
        base = f"sp + @SETS@ * D[SET_WORDS] + {number} * D[STATE_SIZE]"
        name = self.fresh("T")
        self.line(f"{name} = shifted(W, {base})")
        self.line(f"copy_words({name}, 0, {self.state}, 0, {self.state}[LENGTH])")
        if self.kernel.coverage is not None:
            self.line(f"{name}[COUNTED] = 0")
        return name

    def count_on(self, copy: str) -> None:
        """What is asked on this copy counts for the coverage as if it were asked on the present position."""
        if self.kernel.coverage is not None:
            self.line(f"{copy}[COUNTED] = {self.state}[COUNTED]")

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """What is asked inside is asked of the rules of play, which count where they are played, not here."""
        if self.kernel.coverage is None:
            yield
            return
        kept = self.let("counted", f"{self.state}[COUNTED]")
        self.line(f"{self.state}[COUNTED] = 0")
        yield
        self.line(f"{self.state}[COUNTED] = {kept}")

    def temporary_set(self) -> Expression:
        """Room for a set of sites in the frame; returns where it starts in W. It is not cleared."""
        number = self.sets
        self.sets += 1
        return Expression("sp" if number == 0 else f"sp + {number} * D[SET_WORDS]")

    # --- reads and writes ----------------------------------------------------------------------------------------

    def reads(self, *fields: str) -> None:
        """Note that the code written next reads these parts of the position."""
        self._reads.update(fields)
        if not self.queued and self._writes.intersection(fields):
            raise Conflict

    @property
    def fields_read(self) -> set[str]:
        """The parts of the position that the code written so far reads."""
        return set(self._reads)

    @property
    def fields_written(self) -> set[str]:
        """The parts of the position that the code written so far changes."""
        return set(self._writes)

    def writes(self, *fields: str) -> None:
        """Note that the code written next changes these parts of the position."""
        self._writes.update(fields)

    @contextmanager
    def epoch(self) -> Iterator[None]:
        """What is written inside is evaluated after all changes so far, and may read them."""
        saved = self._reads, self._writes, self.queued, self._grouped
        self._reads, self._writes, self.queued, self._grouped = set(), set(), False, False
        try:
            with self._position_apart():
                yield
        finally:
            written = self._writes
            self._reads, self._writes, self.queued, self._grouped = saved
            self._writes |= written

    @contextmanager
    def barrier(self) -> Iterator[None]:
        """Inside a group of effects: carry out what came before, then let the rest see it."""
        if self.queued:
            operations = frozenset(self._queued_operations)
            self.line(self.call(self.kernel.run_function(self, operations), self._queue_start))
        reads, writes = self._reads, self._writes
        self._reads, self._writes = set(), set()
        try:
            with self._position_apart():
                yield
        finally:
            self._reads, self._writes = reads | self._reads, writes | self._writes

    @contextmanager
    def aftermath(self, *fields: str) -> Iterator[None]:
        """What is written inside may read these fields although the lines just before have changed them."""
        self._writes.difference_update(fields)
        try:
            with self._position_apart():
                yield
        finally:
            self._writes.update(fields)

    # --- arguments -----------------------------------------------------------------------------------------------

    def integer(self, value: Value | None, default: str | Expression | None = None) -> Expression:
        """The code of an integer argument (a role counts as its player number)."""
        if value is None:
            assert default is not None
            return default if isinstance(default, Expression) else Expression(default)
        if isinstance(value, Literal):
            return self.kernel.number(int(value.value))
        if isinstance(value, Word):
            if value.name in CONSTANTS:
                return Expression(str(CONSTANTS[value.name]), fixed=CONSTANTS[value.name])
            return self.role(value.name)
        assert isinstance(value, Clause), value
        result = self.kernel.handler(value)(self, value)
        assert isinstance(result, str), (value.name, result)
        return result if isinstance(result, Expression) else Expression(result)

    def boolean(self, value: Value | None, default: str = "True") -> Expression:
        """The code of a condition."""
        if value is None:
            return Expression(default)
        if isinstance(value, Literal):
            return Expression("True" if value.value else "False", fixed=int(bool(value.value)))
        assert isinstance(value, Clause), value
        result = self.kernel.handler(value)(self, value)
        if self.kernel.coverage is not None:
            result = self.let("held", result)
            self.kernel.coverage.tried(self, value)
            with self.block(f"if {result}:"):
                self.kernel.coverage.effect(self, value)
        return result if isinstance(result, Expression) else Expression(result)

    def region(self, value: Value) -> Region:
        """The region that an argument stands for; a lone site counts as a region of one."""
        from apts.engine.lowering.sites.regions import FixedRegion, SingleSite

        if isinstance(value, Clause) and value.signature.result == "region":
            region: Region = self.kernel.handler(value)(self, value)
            return region
        site = self.integer(value)
        if site.fixed is not None:
            return FixedRegion(self.kernel, () if site.fixed < 0 else (site.fixed,))
        return SingleSite(self.simple(site, "site"))

    def moves(self, value: Value, sink: Sink) -> None:
        """Write the code that gives every move of the argument to the sink."""
        assert isinstance(value, Clause), value
        if self.kernel.coverage is not None:
            self.kernel.coverage.tried(self, value)
            sink = CountingSink(sink, value)
        self.kernel.handler(value)(self, value, sink)

    def role(self, name: str) -> Expression:
        """The number of the one player that a role stands for."""
        return one_player(self, name)

    def team(self, player: Expression) -> Expression:
        """The team of a player; without teams everybody is a team of one."""
        if not self.kernel.has("teams"):
            return player
        self.reads("team")
        return Expression(f"{self.state}[{self.kernel.field('team', 'player')} + {player}]")

    def flag(self, clause: Clause, slot: str, default: bool = False) -> bool:
        """A truth value that decides what code is written; it must be written as True or False."""
        value = clause.get(slot)
        if value is None:
            return default
        if isinstance(value, Literal):
            return bool(value.value)
        raise self.kernel.unsupported(clause, f"{slot}: with a condition")

    # --- effects -------------------------------------------------------------------------------------------------

    def act(self, operation: str, *arguments: str) -> None:
        """Change the position by one action, at once or, when effects must not see each other, queued."""
        kind = self.kernel.operation(operation)
        self.writes(*kind.writes)
        if self.queued:
            self.queue(operation, str(kind.number), *arguments)
        else:
            self.line(f"{kind.function}({', '.join(['D', self.state, *arguments])})")
            for note in notes_of_places(self.kernel, operation, self.state, arguments):
                self.line(note)

    def queue(self, operation: str, *values: str) -> None:
        """Queue an action for the end of the group."""
        self._queued_operations.add(operation)
        for start in range(0, len(values), MOST_QUEUED):
            part = values[start : start + MOST_QUEUED]
            self.line(f"queue{len(part) - 1}(W, {', '.join(part)})")

    def foreseen(self, mark: str) -> str:
        """A copy of the position on which the actions queued since a mark have been carried out; they stay queued."""
        copy = self.copy_of_state()
        top = self.let("top", "W[QUEUE_TOP]")
        run = self.kernel.run_function(self, frozenset(self._queued_operations))
        outer, self.state = self.state, copy
        self.line(self.call(run, mark))
        self.state = outer
        self.count_on(copy)
        self.line(f"W[QUEUE_TOP] = {top}")
        return copy

    def effects(self, write: Callable[[], None]) -> None:
        """Write a group of effects that are all evaluated on the position before any of them is carried out.

        They are written to act at once; if one would read what another has changed, they are written again to queue
        their actions and run the queue at the end.
        """
        if self._grouped:
            write()
            return
        saved = (list(self.lines), self._names, self.sets, self.states, self.depth)
        reads, writes = self._reads, self._writes
        self._grouped, self._reads, self._writes = True, set(), set()
        try:
            with self._position_apart():
                write()
        except Conflict:
            self.lines[:] = saved[0]
            self._names, self.sets, self.states, self.depth = saved[1:]
            self._reads, self._writes = set(), set()
            self._write_queued(write)
        finally:
            self._grouped = False
            self._reads, self._writes = reads | self._reads, writes | self._writes

    def _write_queued(self, write: Callable[[], None]) -> None:
        start = self.let("bottom", "W[QUEUE_TOP]")
        self._queue_start = start
        outer, self._queued_operations = self._queued_operations, set()
        self.queued = True
        try:
            with self._position_apart():
                write()
        finally:
            self.queued = False
            operations, self._queued_operations = self._queued_operations, outer
        self.line(self.call(self.kernel.run_function(self, frozenset(operations)), start))

    @property
    def top(self) -> str:
        """Where the frame of a called function starts."""
        return "@TOP@"

    def call(self, function: str, *arguments: str) -> Expression:
        """The code of a call of another generated function on the present position."""
        return Expression(f"{function}({', '.join(['D', self.state, 'W', 'M', self.top, *arguments])})")

    def ask(self, function: str, *arguments: str) -> Expression:
        """The code of a call of a generated question. What the function reads of the position is read here.

        A function that is still being written, because its question contains itself, may come to read everything.
        """
        self.reads(*self.kernel.function_reads.get(function, EVERYTHING))
        return self.call(function, *arguments)

    def source(self) -> str:
        """The finished function."""
        if self.sets or self.states:
            self.kernel.frame_sets += self.sets
            self.kernel.frame_states += self.states
        body = self.body()
        return f"@compiled\ndef {self.name}({', '.join(self.parameters)}):\n{body}\n"

    def body(self) -> str:
        """The lines of the function; where it has a frame, they make sure first that it fits."""
        parts = []
        if self.sets:
            parts.append(f"{self.sets} * D[SET_WORDS]")
        if self.states:
            parts.append(f"{self.states} * D[STATE_SIZE]")
        top = " + ".join(["sp", *parts])
        lines = list(self.lines)
        if parts:
            lines.insert(0, marked(f'    within({top}, D[WORK_WORDS] + 1, "frame")', self.kernel.place))
        body = "\n".join(lines) or "    pass"
        return body.replace("@TOP@", top).replace("@SETS@", str(self.sets))
