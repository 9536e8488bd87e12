"""A compiled game at work: positions as flat arrays, moves as records. Everything above talks to games through this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.coverage import COUNTERS
from apts.engine.native.kernel_files import load_kernel
from apts.engine.native.stopping import stop_address, stop_count, watch_for_stop
from apts.engine.play.failures import failure_noted, failure_raised
from apts.engine.runtime.kernel_functions import JIT, KernelFailure, address, fuel_left, words
from apts.engine.runtime.layout import (
    ASKED,
    FAILURE,
    FIRST_FRAME,
    FUEL,
    MOVE_FUEL,
    OVERFLOW,
    QUEUE_AT,
    QUEUE_END,
    QUEUE_TOP,
    RECORD_HEAD,
    RECORDS_SIZE,
    SEEKING,
    STOP_AT,
    STOP_SEEN,
    WORK_HEAD,
    WORK_WORDS,
)
from apts.errors import AptsError

FIRST_MOVES = 1024
MOST_MOVE_WORDS = 1 << 24  # of a list of moves: 128 MB
MOST_LISTED = 100_000  # moves of a position that are put into words: some seconds and some hundred MB


def too_many_moves(most: int) -> AptsError:
    """The error for a position that nobody could choose in; to be raised."""
    return AptsError(f"a position has more than {most:,} moves to choose from, which is more than can be listed")


def plain_record(compiled: Compiled, content: Iterable[int]) -> tuple[int, ...]:
    """The words of a record, with 0 in those that its decision has no use for; kernels leave these as they were."""
    record = tuple(content)
    known = 0 <= record[0] < len(compiled.decisions)
    used = RECORD_HEAD + (len(compiled.decisions[record[0]].registers) if known else 0)
    return record[:used] + (0,) * (len(record) - used)


class Machine:
    """The kernel of a game with its data and scratch memory. Not to be shared between threads; see :meth:`twin`."""

    def __init__(self, compiled: Compiled):
        self.compiled = compiled
        self.kernel = load_kernel(compiled.source)
        self.data = compiled.data
        self.work = words(int(compiled.data[WORK_WORDS]))
        self.work[QUEUE_TOP] = compiled.data[QUEUE_AT]
        self.work[QUEUE_END] = compiled.data[FIRST_FRAME]
        self.work[STOP_AT] = stop_address()
        self.work[STOP_SEEN] = stop_count()  # what was interrupted before is no matter of this machine
        self.records = words(FIRST_MOVES * compiled.record_size)
        self.work[RECORDS_SIZE] = len(self.records)

    def twin(self) -> Machine:
        """The same game with scratch memory of its own, for another thread."""
        return Machine(self.compiled)

    @contextmanager
    def working(self) -> Iterator[None]:
        """Around every call of the kernel or of compiled code that calls it: what fails inside becomes a sentence.

        Compiled code goes on after a failure until it finds all its matches over; its results mean nothing then.
        """
        work = self.work
        work[FAILURE] = 0
        work[QUEUE_TOP] = self.data[QUEUE_AT]
        work[RECORDS_SIZE] = len(self.records)
        work[ASKED] = work[SEEKING] = 0  # a failure leaves them as they were
        if JIT:
            watch_for_stop()
            work[STOP_SEEN] = stop_count()
        try:
            yield
        except (KernelFailure, ArithmeticError, ValueError) as failure:
            if isinstance(failure, ValueError) and "shift" not in str(failure):
                raise  # not of a rule
            raise failure_raised(self.compiled, failure) from None
        if work[FAILURE]:
            raise failure_noted(self.compiled, work)

    def enlarge_records(self) -> None:
        """Give room for four times as many moves, up to a limit."""
        if 4 * len(self.records) > MOST_MOVE_WORDS:
            most = len(self.records) // self.compiled.record_size
            raise too_many_moves(most)
        self.records = words(4 * len(self.records))
        self.work[RECORDS_SIZE] = len(self.records)

    def addresses(self, state: Any) -> tuple[Any, Any, Any, Any]:
        """Data, state, work and records as the entries of a kernel take them."""
        return address(self.data), address(state), address(self.work), address(self.records)

    def new_state(self) -> Any:
        """Memory for a position."""
        return words(self.compiled.state_size)

    def start(self, seed: int = 0) -> Any:
        """The start position; the seed decides chance."""
        state = self.new_state()
        with self.working():
            self.kernel.start(*self.addresses(state), seed)
        return state

    def copy(self, state: Any) -> Any:
        """A position of its own with the same content."""
        copy = self.new_state()
        copy[:] = state
        return copy

    def moves(self, state: Any) -> int:
        """Fill :attr:`records` with the legal moves; returns their number."""
        while True:
            self.work[OVERFLOW] = 0
            with self.working():
                count = int(self.kernel.moves(*self.addresses(state)))
            if not self.work[OVERFLOW]:
                return count
            self.enlarge_records()

    def rule_counts(self) -> list[tuple[int, int]]:
        """How often each rule of a counted kernel was tried and took effect so far, in the order of its coverage."""
        starts = range(WORK_HEAD, WORK_HEAD + COUNTERS * len(self.compiled.coverage), COUNTERS)
        return [(int(self.work[start]), int(self.work[start + 1])) for start in starts]

    def record(self, index: int) -> tuple[int, ...]:
        """Record ``index`` of :attr:`records`."""
        size = self.compiled.record_size
        return plain_record(self.compiled, map(int, self.records[index * size : (index + 1) * size]))

    def listed(self, count: int, records: Any = None) -> list[tuple[int, ...]]:
        """The first so many of records, of :attr:`records` unless others are given."""
        if count > MOST_LISTED:
            raise too_many_moves(MOST_LISTED)
        size = self.compiled.record_size
        content = (self.records if records is None else records)[: count * size].tolist()
        return [plain_record(self.compiled, content[at : at + size]) for at in range(0, count * size, size)]

    def play_each(self, state: Any, records: Sequence[tuple[int, ...]], table: Any) -> None:
        """Play each of the moves, given as records, on its own row of a table, which holds the position in every row."""
        if not JIT:
            for row, record in zip(table, records, strict=False):
                after = self.copy(state)
                self.play(after, record)
                row[:] = after
            return
        data, first, work, list_of_moves = self.addresses(table)
        with self.working():
            for place, record in enumerate(records):
                self.records[: len(record)] = record
                self.kernel.play(data, first + place * table.strides[0], work, list_of_moves, 0)
                if self.work[FAILURE]:
                    break

    @property
    def effort(self) -> int:
        """The steps of the last move, as its account of work has them: the same on every machine."""
        return MOVE_FUEL - (int(self.work[FUEL]) if JIT else fuel_left())

    def play(self, state: Any, record: tuple[int, ...]) -> None:
        """Play a move, given as its record, on the position."""
        for index, word in enumerate(record):
            self.records[index] = word
        with self.working():
            self.kernel.play(*self.addresses(state), 0)
