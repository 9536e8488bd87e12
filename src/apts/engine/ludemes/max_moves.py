"""``(max Moves ..)``: only the moves that begin the longest sequence of moves by the same player."""

from __future__ import annotations

from apts.engine.ludeme import ludeme
from apts.engine.scope import Scope
from apts.engine.sinks import RecordSink, Sink, Wrapper
from apts.language.tree import Clause

_LONGEST = """
@compiled
def longest_sequence(D, S, W, M, sp, base, after):
    # Plays the record on a copy; the moves that may follow are written behind the record number `after`.
    T = shifted(W, sp)
    if sp + 2 * D[STATE_SIZE] > W[WORK_SIZE]:
        W[OVERFLOW] = 1
        return 1
    copy_words(T, 0, S, 0, S[LENGTH])
    T[COUNTED] = 0
    @PLAY@(D, T, W, M, sp + D[STATE_SIZE], base)
    if T[OVER] != 0 or T[MOVER] != T[PREVIOUS]:
        return 1
    best = 0
    end = @CANDIDATES@(D, T, W, M, sp + D[STATE_SIZE], after)
    for index in range(after, end):
        length = longest_sequence(D, T, W, M, sp + D[STATE_SIZE], index * D[RECORD], end)
        best = max(best, length)
    return 1 + max(best, 1)


@compiled
def keep_longest(D, S, W, M, sp, first, end):
    # Keeps, of the records from `first` to `end`, those that begin a longest sequence; gives the new end.
    count = end - first
    if count <= 1:
        return end
    lengths = end * D[RECORD]
    after = end + count // D[RECORD] + 1
    if after * D[RECORD] > W[RECORDS_SIZE]:
        W[OVERFLOW] = 1
        return end
    best = 0
    for index in range(count):
        length = longest_sequence(D, S, W, M, sp, (first + index) * D[RECORD], after)
        M[lengths + index] = length
        best = max(best, length)
    kept = first
    for index in range(count):
        if M[lengths + index] == best:
            for offset in range(D[RECORD]):
                M[kept * D[RECORD] + offset] = M[(first + index) * D[RECORD] + offset]
            kept += 1
    return kept
"""


@ludeme(
    "(max Moves [withValue:<bool>] moves<moves>)",
    result="moves",
    documentation="Only the moves that begin the longest sequence of moves by the same player.",
)
def max_moves(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Write all records, then drop those that begin a shorter sequence."""
    if scope.flag(clause, "withValue"):
        raise scope.kernel.unsupported(clause, "with values")
    moves = clause.get("moves")
    assert moves is not None
    if scope.raw or not _records(sink):
        scope.moves(moves, sink)
        return
    kernel = scope.kernel
    first = scope.let("first", "n")
    lazy, scope.lazy = scope.lazy, False
    scope.moves(moves, sink)
    scope.lazy = lazy
    kernel.late["longest"] = _finish
    scope.line(f"n = keep_longest(D, {scope.state}, W, M, {scope.top}, {first}, n)")


def _records(sink: Sink) -> bool:
    while isinstance(sink, Wrapper):
        sink = sink.inner
    return isinstance(sink, RecordSink)


def _finish(kernel: object) -> str:
    """Written last, when playing a record is known."""
    from apts.engine.kernel import Kernel

    assert isinstance(kernel, Kernel)
    candidates = kernel.function("raw candidates", "raw_candidates", _raw_candidates, parameters=("n",), raw=True)
    play = kernel.course.play_name
    return _LONGEST.replace("@PLAY@", play).replace("@CANDIDATES@", candidates)


def _raw_candidates(scope: Scope) -> None:
    scope.kernel.course.all_moves(scope, RecordSink())
    scope.line("return n")
