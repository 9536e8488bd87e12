"""``(max Moves ..)``: only the moves that begin the longest sequence of moves; ``(max Captures ..)``: that take the most."""

from __future__ import annotations

from functools import partial

from apts.engine.compiler.coverage import CountingSink
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.origins import marked
from apts.engine.compiler.random_selection.sinks import (
    CollectSink,
    ExistsSink,
    GeneratedMove,
    NotingSink,
    RecordSink,
    Sink,
    TargetSink,
    ThenSink,
    Wrapper,
    innermost,
)
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.placements import use_local_field
from apts.engine.ludemes.moves.lists.do import AfterwardsSink
from apts.language.tree import Clause, Value

_SHARE = 8
"""The part of the scratch memory that a list takes which is only looked at. What is looked for in a sequence may hold such a
list again, and so on: each takes this part of what is left, so it must be small for sequences to have room."""

_BEST_KEPT = """\
    kept = first
    for index in range(count):
        if M[measured + index] == best:
            for offset in range(D[RECORD]):
                M[kept * D[RECORD] + offset] = M[(first + index) * D[RECORD] + offset]
            kept += 1
    return kept
"""
"""The end of functions that have measured records: those that are as good as the best one take the places of all."""

_LONGEST = (
    """
@compiled
def longest_sequence@KIND@(D, S, W, M, sp, base, after):
    # Plays the record on a copy; the moves that may follow are written behind the record number `after`.
    within(sp + 2 * D[STATE_SIZE], D[WORK_WORDS] + 1, "sequence")
    T = shifted(W, sp)
    copy_words(T, 0, S, 0, S[LENGTH])
    T[COUNTED] = 0
    @PLAY@(D, T, W, M, sp + D[STATE_SIZE], base)
    own = @OWN@
    if T[OVER] != 0 or T[MOVER] != T[PREVIOUS]:
        return own
    best = 0
    end = @CANDIDATES@(D, T, W, M, sp + D[STATE_SIZE], after)
    for index in range(after, end):
        length = longest_sequence@KIND@(D, T, W, M, sp + D[STATE_SIZE], index * D[RECORD], end)
        best = max(best, length)
    return own + max(best, @LEAST@)


@compiled
def keep_longest@KIND@(D, S, W, M, sp, first, end):
    # Keeps, of the records from `first` to `end`, those that begin a longest sequence; gives the new end.
    count = end - first
    if count <= 1:
        return end
    measured = end * D[RECORD]
    after = end + count // D[RECORD] + 1
    if after * D[RECORD] > W[RECORDS_SIZE]:
        W[OVERFLOW] = 1
        return end
    best = 0
    seeking = W[SEEKING]
    W[SEEKING] = 1
    for index in range(count):
        length = longest_sequence@KIND@(D, S, W, M, sp, (first + index) * D[RECORD], after)
        M[measured + index] = length
        best = max(best, length)
    W[SEEKING] = seeking
"""
    + _BEST_KEPT
)


_MOST = (
    """
@compiled
def keep_most(D, S, W, M, sp, first, end):
    # Keeps, of the records from `first` to `end`, those that take off the most pieces; gives the new end.
    within(sp + D[STATE_SIZE], D[WORK_WORDS] + 1, "frame")
    count = end - first
    if count <= 1:
        return end
    measured = end * D[RECORD]
    if (end + count // D[RECORD] + 1) * D[RECORD] > W[RECORDS_SIZE]:
        W[OVERFLOW] = 1
        return end
    T = shifted(W, sp)
    best = 0
    for index in range(count):
        copy_words(T, 0, S, 0, S[LENGTH])
        T[COUNTED] = 0
        @MAKE@(D, T, W, M, sp + D[STATE_SIZE], (first + index) * D[RECORD])
        M[measured + index] = T[D[AT_CAPTURES]]
        best = max(best, T[D[AT_CAPTURES]])
"""
    + _BEST_KEPT
)


_VALUE_TAKEN = """
@compiled
def value_taken(D, S, T, origin):
    # The values of the pieces that a move has taken, or marked to be taken when the turn is over.
    total = 0
    for site in range(D[SITES]):
        what = S[D[AT_WHAT] + site]
        if what != 0 and site != origin and not @MARKED_BEFORE@:
            if @MARKED_AFTER@ or T[D[AT_WHAT] + site] != what:
                total += S[D[AT_VALUE] + site]
    return total


"""


@ludeme(
    "(max Moves [withValue:<bool>] moves<moves>)",
    result="moves",
    documentation="Only the moves that begin the longest sequence of moves by the same player; with values, the sequence "
    "that takes pieces of the highest value.",
)
def max_moves(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Write all records, then drop those that begin a shorter sequence."""
    valued = scope.flag(clause, "withValue")
    if valued and scope.kernel.storage.stacking:
        raise scope.kernel.unsupported(clause, "with values of pieces in stacks")
    if valued:
        use_local_field(scope.kernel, "value")
    moves = clause.get("moves")
    assert moves is not None
    last = innermost(sink)
    if _tested(sink):
        raise scope.kernel.unsupported(clause, "of which only those count that meet a condition afterwards")
    if scope.raw or (isinstance(last, ExistsSink) and not isinstance(last, TargetSink)):
        scope.moves(moves, sink)  # any of them tells that there is a longest one
        return
    if not isinstance(last, RecordSink):
        _look_at_longest(scope, clause, moves, sink)
        return
    kernel = scope.kernel
    first = scope.let("first", "n")
    lazy, scope.lazy = scope.lazy, False
    scope.moves(moves, sink)
    scope.lazy = lazy
    kernel.late[f"longest{_kind(valued)}"] = partial(_finish, valued, kernel.place)
    state = scope.base_state or scope.state  # the records begin with what was done before the moves were looked for
    scope.line(f"n = keep_longest{_kind(valued)}(D, {state}, W, M, {scope.top}, {first}, n)")


@ludeme(
    "(max Captures [withValue:<bool>] moves<moves> [then<then>])",
    result="moves",
    documentation="Only the moves that take off the most pieces, their consequences included.",
    idle="then",
    needs=["captures"],
)
def max_captures(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Write all records, then drop those that take off fewer."""
    if scope.flag(clause, "withValue"):
        raise scope.kernel.unsupported(clause, "with values of pieces")
    moves, last = clause.get("moves"), innermost(sink)
    assert moves is not None
    if _tested(sink):
        raise scope.kernel.unsupported(clause, "of which only those count that meet a condition afterwards")
    if isinstance(last, ExistsSink) and not isinstance(last, TargetSink):
        scope.moves(moves, sink)  # any of them tells that there is one that takes the most
        return
    if not isinstance(last, RecordSink):
        raise scope.kernel.unsupported(clause, "in this place")
    first = scope.let("first", "n")
    lazy, scope.lazy = scope.lazy, False
    scope.moves(moves, sink)
    scope.lazy = lazy
    place = scope.kernel.place
    scope.kernel.late["most captures"] = lambda kernel: _written(_MOST, {"MAKE": kernel.course.make()}, place)
    state = scope.base_state or scope.state
    scope.line(f"n = keep_most(D, {state}, W, M, {scope.top}, {first}, n)")


@feature("captures")
def captures(kernel: Kernel) -> None:
    """How many pieces the present move has taken off."""
    place = kernel.field("captures", "one", hashed=False)
    kernel.hook("begin move", lambda scope: scope.line(f"S[{place}] = 0"))


def _look_at_longest(scope: Scope, clause: Clause, moves: Value, sink: Sink) -> None:
    """Where moves are only looked at: write them into a list of its own in the frame, and look at those that are kept.

    Inside a sequence whose length is looked for all are kept, as in the lists of the moves that may follow there: a longest
    sequence for each step of each sequence would take time without end.
    """
    if not isinstance(innermost(sink), CollectSink) or _filters(sink):  # a threat would ask for itself without end
        raise scope.kernel.unsupported(clause, "in this place")
    kernel, valued = scope.kernel, scope.flag(clause, "withValue")
    kernel.late[f"longest{_kind(valued)}"] = partial(_finish, valued, kernel.place)
    registers = dict(scope.registers)

    def write(inner: Scope) -> None:
        inner.moves(moves, RecordSink())
        inner.line("return n")

    found = kernel.function((id(clause), "longest list"), "longest", write, registers, ("n",), nested=scope.nested)
    start = scope.let("start", scope.top)
    capacity = scope.let("room", f"(D[WORK_WORDS] - {start}) // {_SHARE}")
    kept_capacity, kept_mark = scope.let("kept_room", "W[RECORDS_SIZE]"), scope.let("kept_mark", "W[OVERFLOW]")
    scope.line(f"W[RECORDS_SIZE] = {capacity}")
    scope.line("W[OVERFLOW] = 0")
    own, top = f"shifted(W, {start})", f"{start} + {capacity}"
    arguments = ", ".join(["0", *registers.values()])
    count = scope.let("count", f"{found}(D, {scope.state}, W, {own}, {top}, {arguments})")
    with scope.block("if W[SEEKING] == 0:"):
        scope.line(f"{count} = keep_longest{_kind(valued)}(D, {scope.state}, W, {own}, {top}, 0, {count})")
    overflow = scope.let("overflow", "W[OVERFLOW]")
    scope.line(f"W[RECORDS_SIZE] = {kept_capacity}")
    scope.line(f"W[OVERFLOW] = {kept_mark}")
    scope.line(f'within({overflow}, 1, "list")')
    index = scope.fresh("index")
    with scope.block(f"for {index} in range({count}):"):
        origin = scope.let("origin", f"W[{start} + {index} * D[RECORD] + 1]")
        target = scope.let("target", f"W[{start} + {index} * D[RECORD] + 2]")
        sink.emit(scope, GeneratedMove(clause, "longest", origin, target, _only_seen))


def _only_seen(scope: Scope) -> None:
    raise AssertionError("a move that is only looked at has no actions")


def _tested(sink: Sink) -> bool:
    """Whether a condition is tested on the position after each move; that belongs after the choice of the longest."""
    while isinstance(sink, Wrapper):
        if isinstance(sink, AfterwardsSink):
            return True
        sink = sink.inner
    return False


def _filters(sink: Sink) -> bool:
    """Whether something in front of the last sink wants to play the moves."""
    while isinstance(sink, Wrapper):
        if not isinstance(sink, ThenSink | NotingSink | CountingSink):
            return True
        sink = sink.inner
    return False


def _kind(valued: bool) -> str:
    """How the functions that measure sequences by value are told from those that count moves."""
    return "_by_value" if valued else ""


def _finish(valued: bool, place: int, kernel: Kernel) -> str:
    """Written last, when playing a record is known; its lines are those of the rule at a place."""
    candidates = kernel.function("raw candidates", "raw_candidates", _raw_candidates, parameters=("n",), raw=True)
    play = kernel.course.play_name
    own, least = ("value_taken(D, S, T, M[base + 1])", "0") if valued else ("1", "1")
    places = {"PLAY": play, "CANDIDATES": candidates, "KIND": _kind(valued), "OWN": own, "LEAST": least}
    text = _VALUE_TAKEN + _LONGEST if valued else _LONGEST
    for state, moment in (("S", "BEFORE"), ("T", "AFTER")):
        taken = f"has_site(D, {state}, D[AT_CLEAR], site)" if "clear" in kernel.data.fields else "False"
        places[f"MARKED_{moment}"] = taken
    return _written(text, places, place)


def _written(text: str, places: dict[str, str], place: int) -> str:
    """A function with its places filled; its lines are those of the rule at a place."""
    for name, code in places.items():
        text = text.replace(f"@{name}@", code)
    return "\n".join(marked(line, place) if line else line for line in text.split("\n"))


def _raw_candidates(scope: Scope) -> None:
    scope.kernel.course.all_moves(scope, RecordSink())
    scope.line("return n")
