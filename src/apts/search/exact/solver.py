"""The exact value of a position: who wins under best play, how soon, and how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import thread_time
from typing import Any

from apts.engine.play.machine import Machine
from apts.engine.play.outcome import utilities
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import (
    HISTORY,
    LENGTH,
    MOVE_LIMIT,
    MOVES,
    MOVES_THIS_TURN,
    OVER,
    STATE_SIZE,
    SWAPPED,
    TURN,
    TURN_LIMIT,
)
from apts.errors import AptsError
from apts.search.evaluation.heuristic import Heuristic
from apts.search.exact.retrograde import MOST_POSITIONS, Decided, Retrograde, TooLarge, Watch, comes_back
from apts.search.memory import FOLLOWING, head_words
from apts.search.minimax.alphabeta import RecordsTooFew, SideSearch
from apts.search.minimax.maxn import shares_results
from apts.search.minimax.search_block import DECIDED, ENDLESS, INFINITE, WIN
from apts.search.results import Record, seat_to_move

# ----------------------------------------------------------------------------------------------------------------
# Positions of a kernel for proofs: a key with every word that the rules can read, and moves played one at a time.


class KernelPositions:
    """A compiled game without chance as :class:`apts.search.exact.retrograde.Retrograde` takes it."""

    def __init__(self, machine: Machine, seat: int = 1):
        self.machine, self._seat, compiled = machine, seat, machine.compiled
        self._singles = [place for place in head_words(compiled) if place != MOVES_THIS_TURN]
        self._counts_turn = MOVES_THIS_TURN in head_words(compiled)
        self._levels, self._spans = [], []
        for name, (start, size) in compiled.fields.items():
            if name in FOLLOWING:
                continue
            if compiled.stacking and size == compiled.equipment.all_sites * compiled.equipment.levels:
                self._levels.append(start)
            else:
                self._spans.append((start, start + size))
        self._history = int(compiled.data[STATE_SIZE]) - int(compiled.data[HISTORY])

    @property
    def looks_back(self) -> bool:
        """Whether the rules compare positions with earlier ones of the match, so that each has its whole past in it."""
        return "history" in self.machine.compiled.fields

    def early(self, position: Any) -> Any:
        """The same position with hardly a move made, where rules do not ask, so that no limit of moves comes near."""
        copy = self.machine.copy(position)
        for place in (MOVES, TURN):
            if place not in self._singles:
                copy[place] = 1
        return copy

    def key(self, position: Any) -> bytes:
        """The words that matter, as bytes; of a history the set of what was there."""
        again = int(position[MOVES_THIS_TURN])
        head = [int(position[place]) for place in self._singles]
        parts = [repr((head, again if self._counts_turn else min(again, 1))).encode()]
        parts.extend(bytes(position[start:end]) for start, end in self._spans)
        if self._levels:
            height = self.machine.compiled.fields["height"][0]
            for site in range(self.machine.compiled.equipment.all_sites):
                levels = int(position[height + site])
                first = site * self.machine.compiled.equipment.levels
                parts.extend(bytes(position[start + first : start + first + levels]) for start in self._levels)
        if int(position[LENGTH]) > self._history:
            parts.append(repr(sorted({int(word) for word in position[self._history : int(position[LENGTH])]})).encode())
        return b"|".join(parts)

    def seat(self, position: Any) -> int:
        """The seat to move."""
        return seat_to_move(position)

    def moves(self, position: Any) -> list[Record]:
        """The legal moves; those with the same record are one."""
        machine = self.machine
        count = machine.moves(machine.copy(position))
        return list(dict.fromkeys(machine.record(index) for index in range(count)))

    def after(self, position: Any, move: Record) -> Any:
        """The position after a move."""
        copy = self.machine.copy(position)
        self.machine.play(copy, move)
        return copy

    def result(self, position: Any) -> int | None:
        """The result for seat 1; where both win or both lose, the opposite of that of the seat that the proof is for."""
        if not position[OVER]:
            return None
        ranks = Position(self.machine.compiled, position).ranks()
        player = 3 - self._seat if position[SWAPPED] else self._seat
        value = utilities(ranks)[player - 1]
        return ((value > 0) - (value < 0)) * (1 if self._seat == 1 else -1)


MOST_PLIES = 400
DEPTHS = (*range(2, 17, 2), 20, 24, 32, 40, 56, 72, 104, 136, 200, ENDLESS)
"""The depths to which lines are searched, one after the other."""


SHARE = 0.75
"""How much of the time that is left may go into looking at all positions."""
LOOKS_BACK = "the rules compare positions with earlier ones of the match, so that each carries its whole past"
CYCLES_FROM = 16
"""A depth at which lines that go on and on are taken for circles, if positions do come back."""


@dataclass(frozen=True)
class Solution:
    """The exact value for the mover: 1 win, 0 draw, -1 loss, or None when it could not be proven.

    ``moves`` is how many moves the match still takes when the winner hurries and the loser resists; None for draws and
    when it was not asked for. ``line`` is such a match; where ``repeats`` is set it is cut at the first position that
    comes back. ``margin`` is the difference of the scores under best play, where that was asked for. ``reason`` says
    which limit was met when there is no value.
    """

    value: int | None
    moves: int | None
    line: tuple[Record, ...]
    nodes: int
    seconds: float
    margin: int | None = None
    repeats: bool = False
    reason: str = ""


@dataclass
class _Proof:
    """What is known of a position while it is being solved."""

    deadline: float | None
    nodes: int = 0
    value: int | None = None
    decided: Decided[Record] | None = None
    reason: str = ""
    depth: int = ENDLESS
    walked: bool = False


class Solver:
    """Solves positions of one game, each on its own.

    Nothing is carried from one position to the next: a value of 0 in the table may come from a line that was cut, and only
    the search that cut it knows that. Where lines go round in circles every reachable position is looked at instead, as
    long as there are at most ``positions``.
    """

    def __init__(
        self,
        machine: Machine,
        table_bits: int = 20,
        plies: int = MOST_PLIES,
        positions: int = MOST_POSITIONS,
        watch: Watch | None = None,
    ):
        players = machine.compiled.equipment.players
        if players > 2:
            raise AptsError(f"the solver is for one or two players; this game has {players}")
        if shares_results(machine.compiled):
            raise AptsError(
                "the solver is for games in which one seat loses what the other one gains; here both may win or lose "
                "together"
            )
        if machine.compiled.facts.chance_later:
            raise AptsError("the solver is for games without chance")
        self.machine, self._bits, self._most = machine, table_bits, positions
        self.search = SideSearch(machine, Heuristic(), plies, table_bits, exact=True)
        self._seconds: float | None = None
        self._line_deadline: float | None = None
        self._watch, self._looked = watch, 0

    def outcome(self, state: Any, seconds: float | None = None) -> Solution:
        """Win, draw or loss only."""
        began, proof = self._begin(seconds)
        self._sign(state, proof)
        value = proof.value
        decided = None if value is None else (value > 0) - (value < 0)
        return Solution(decided, None, (), proof.nodes, thread_time() - began, reason=proof.reason)

    def solve(self, state: Any, seconds: float | None = None, *, line: bool = True) -> Solution:
        """Win, draw or loss, how soon, and a line of play."""
        began, proof = self._begin(seconds)
        self._exact(state, proof)
        if proof.decided is not None:
            found = proof.decided
            played = found.line if line else ()
            spent = thread_time() - began
            return Solution(found.value, found.moves, played, proof.nodes, spent, repeats=line and found.repeats)
        value = proof.value
        if value is None:
            return Solution(None, None, (), proof.nodes, thread_time() - began, reason=proof.reason)
        moves = None if abs(value) < DECIDED else WIN - abs(value)
        decided = (value > DECIDED) - (value < -DECIDED)
        played, repeats, whole = self._line(state, proof) if line else ((), False, True)
        reason = "" if whole else "the time did not suffice for the whole line"
        return Solution(decided, moves, played, proof.nodes, thread_time() - began, repeats=repeats, reason=reason)

    def margin(self, state: Any, seconds: float | None = None) -> Solution:
        """The difference of scores for the mover when both play for it, with a line of play."""
        fields = self.machine.compiled.fields
        if "score" not in fields or self.machine.compiled.equipment.players != 2:
            raise AptsError("this game has no scores of two players; there is no margin to solve for")
        began, proof = self._begin(seconds)
        scores, plies = fields["score"][0], self.search.plies
        search = SideSearch(self.machine, Heuristic(), plies, self._bits, exact=True, scores_at=scores)
        value = self._between(state, -INFINITE, INFINITE, ENDLESS, proof.deadline, search)
        if value is None or search.capped:
            reason = self._time_is_up(seconds) if value is None else self._too_long()
            return Solution(None, None, (), search.nodes, thread_time() - began, reason=reason)
        nodes, won = search.nodes, (value > 0) - (value < 0)
        line, repeats, whole = self._follow(state, value, lambda at, worth: self._step(at, worth, ENDLESS, search))
        reason = "" if whole else "the time did not suffice for the whole line"
        return Solution(won, None, line, nodes, thread_time() - began, value, repeats, reason)

    def _begin(self, seconds: float | None) -> tuple[float, _Proof]:
        self.search.forget()
        self._looked = 0
        began = thread_time()
        self._seconds = seconds
        return began, _Proof(None if seconds is None else began + seconds)

    def _time_is_up(self, seconds: float | None) -> str:
        return f"the {seconds:g} seconds that were given did not suffice"

    def _too_long(self) -> str:
        return f"there are lines of more than {self.search.plies} moves"

    def _sign(self, state: Any, proof: _Proof) -> None:
        """Find the sign of the value and a bound of its size.

        The depth grows, so that a short win is not missed for long lines; what is not over then counts as a draw, which
        leaves wins and losses proven. A draw is proven when nothing was cut, or by looking at all positions.
        """
        for depth in DEPTHS:
            if depth > CYCLES_FROM and not proof.walked:
                proof.walked = True
                self._all_positions(state, proof)
                if proof.decided is not None:
                    return
            value = self._between(state, -1, 1, depth, proof.deadline)
            proof.nodes += self.search.nodes
            if value is None:
                proof.reason = self._time_is_up(self._seconds)
                return
            if value != 0 or not self.search.capped:
                proof.value, proof.reason, proof.depth = value, "", depth
                return
        if not proof.reason:
            self._all_positions(state, proof, self._most // 10)
        if proof.decided is None:
            proof.reason = self._too_long() + (f", and {proof.reason}" if proof.reason else "")

    def _all_positions(self, state: Any, proof: _Proof, most: int | None = None) -> None:
        """Where positions come back, look at all of them; leaves a decision or the reason why there is none.

        With ``most`` so many are looked at even if none was seen to come back.
        """
        game = KernelPositions(self.machine, seat_to_move(state))
        if most is None and not comes_back(game, state):
            return
        left = None if proof.deadline is None else thread_time() + SHARE * (proof.deadline - thread_time())
        try:
            found = Retrograde(
                game, game.early(state), most or self._most, left, lambda count: self._report(count, None)
            )
        except TooLarge as problem:
            proof.reason = str(problem) + (f" ({LOOKS_BACK})" if game.looks_back else "")
            return
        proof.nodes += found.positions
        decided = found.decided()
        if (decided.moves or 0) > self._moves_left(state):
            proof.reason = f"the win takes {decided.moves} moves, and the match is stopped as a draw before"
            return
        proof.decided = decided
        proof.value = decided.value * (WIN - (decided.moves or 0)) if decided.value else 0

    def _moves_left(self, state: Any) -> int:
        """How many moves there are in any case until the limit of moves or turns ends the match."""
        data = self.machine.compiled.data
        return min(int(data[MOVE_LIMIT]) - int(state[MOVES]), int(data[TURN_LIMIT]) - int(state[TURN]))

    def _exact(self, state: Any, proof: _Proof) -> None:
        """The value with its distance: first the sign, then the shortest distance by null windows."""
        self._sign(state, proof)
        value = proof.value
        if proof.decided is not None or value is None or value == 0:
            return
        won = value > 0
        low, high = 1, WIN - abs(value)
        while low < high:
            middle = (low + high) // 2
            bound = WIN - middle
            window = (bound - 1, bound) if won else (-bound, -bound + 1)
            found = self._between(state, *window, middle, proof.deadline)
            proof.nodes += self.search.nodes
            if found is None:
                proof.value, proof.reason = None, self._time_is_up(self._seconds)
                return
            if abs(found) >= bound and (found > 0) == won:
                high = min(middle, WIN - abs(found))
            else:
                low = middle + 1
        proof.value = WIN - high if won else high - WIN

    def _between(
        self, state: Any, alpha: int, beta: int, depth: int, deadline: float | None, search: SideSearch | None = None
    ) -> int | None:
        """A bound of the value within a window, or None when time is up."""
        search = search or self.search
        while True:
            try:
                search.prepare(state)
                search.begin(alpha, beta, depth)
                while not search.go_on():
                    self._report(search.nodes, None if depth == ENDLESS else depth)
                    if deadline is not None and thread_time() > deadline:
                        return None
                self._looked += search.nodes
                return search.value
            except RecordsTooFew:
                search.widen()

    def _report(self, positions: int, depth: int | None) -> None:
        if self._watch is not None:
            self._watch(self._looked + positions, depth)

    def _line(self, state: Any, proof: _Proof) -> tuple[tuple[Record, ...], bool, bool]:
        """Best play from a proven position; see :meth:`_follow`."""
        assert proof.value is not None

        def keeping(at: Any, value: int) -> tuple[Record, int] | None:
            wanted = value + 1 if value > DECIDED else value - 1 if value < -DECIDED else 0
            # A win is as near as its value says; a draw was proven without a cut at its depth.
            return self._step(at, wanted, WIN - abs(wanted) if wanted else proof.depth, self.search)

        return self._follow(state, proof.value, keeping)

    def _follow(
        self, state: Any, value: int, step: Callable[[Any, int], tuple[Record, int] | None]
    ) -> tuple[tuple[Record, ...], bool, bool]:
        """Moves that keep the exact value to the end, or to the first position that comes back.

        Gives the moves, whether a position came back, and whether the line is whole. The value is proven by now, so the
        line may take as much time again as was given.
        """
        game = KernelPositions(self.machine)
        state = self.machine.copy(state)
        self._line_deadline = None if self._seconds is None else thread_time() + max(1.0, self._seconds)
        moves: list[Record] = []
        seen = {game.key(state)}
        while not state[OVER]:
            found = step(state, value)
            if found is None:
                return tuple(moves), False, False
            record, value = found
            self.machine.play(state, record)
            moves.append(record)
            key = game.key(state)
            if not state[OVER] and key in seen:
                return tuple(moves), True, True
            seen.add(key)
        return tuple(moves), False, True

    def _step(self, state: Any, wanted: int, depth: int, search: SideSearch) -> tuple[Record, int] | None:
        """The first move that is worth exactly that to who makes it, and what it is worth to the next; None out of time."""
        machine, seat = self.machine, seat_to_move(state)
        for record in [machine.record(index) for index in range(machine.moves(machine.copy(state)))]:
            after = machine.copy(state)
            machine.play(after, record)
            if after[OVER]:
                if self._final(after, seat, search) == wanted:
                    return record, wanted
                continue
            target = wanted if seat_to_move(after) == seat else -wanted
            bound = self._between(after, target - 1, target + 1, depth, self._line_deadline, search)
            if bound is None:
                return None
            if bound == target and not (wanted == 0 and search is self.search and search.capped):
                return record, target
        raise AptsError("the solver found no move that keeps the value it had proven; please report the position")

    def _final(self, state: Any, seat: int, search: SideSearch) -> int:
        """The value of a finished match for a seat: its result, or its margin where the search is for that."""
        if search is not self.search:
            player = 3 - seat if state[SWAPPED] else seat
            scores = Position(self.machine.compiled, state).per_player("score")
            return scores[player - 1] - scores[2 - player]
        ranks = Position(self.machine.compiled, state).ranks()
        player = 3 - seat if state[SWAPPED] else seat
        return round(WIN * utilities([ranks[player - 1], *ranks[1:]])[0])


def solve(machine: Machine, state: Any, *, seconds: float | None = None, table_bits: int = 20) -> Solution:
    """Prove the value of a position for its mover, with the number of moves to the end and a line of play."""
    return Solver(machine, table_bits).solve(state, seconds)
