"""The exact value of a position: who wins under best play, how soon, and how."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
from apts.search.exact.bounds_table import ENDLESS
from apts.search.exact.margin import UNFINISHED_LINE, MarginSearch, Solution
from apts.search.exact.proof_search import OutOfTime, ProofSearch, longest_walk
from apts.search.exact.retrograde import MOST_POSITIONS, Decided, Retrograde, TooLarge, Watch
from apts.search.memory import FOLLOWING, head_words
from apts.search.minimax.maxn import shares_results
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
SHORT = 8
"""Up to so many moves wins are looked for, nearest first, before anything is asked about the game."""
CYCLES_FROM = 16
"""A depth at which lines that go on and on are taken for circles, if positions do come back."""
LONGER = (12, 16, 20, 24, 32, 48, 72, 104, 136, 200, MOST_PLIES)
"""The depths after that where a match may last long."""
LASTING = 40
"""Where no random match lasts longer, the whole match is asked for at once."""
SHARE = 0.75
"""How much of the time that is left may go into looking at all positions."""
ENUMERATED = 50
"""A position of an enumeration, which is made in Python, takes about as long as so many nodes of a search."""
LOOKS_BACK = "the rules compare positions with earlier ones of the match, so that each carries its whole past"


def goal_of_mover(state: Any) -> int:
    """The goal of the side to move: 1 that seat 1 wins, -1 that it loses."""
    return 1 if seat_to_move(state) == 1 else -1


@dataclass
class _Proof:
    """What is known of a position while it is being solved: its value for the mover, and in how many moves a win comes."""

    deadline: float | None
    nodes: int = 0
    value: int | None = None
    within: int = 0
    excluded: int = 0
    decided: Decided[Record] | None = None
    reason: str = ""
    most: int | None = None

    @property
    def left(self) -> int | None:
        """How many of the positions that may be looked at are left; None where nobody counts."""
        return None if self.most is None else max(0, self.most - self.nodes)


class Solver:
    """Solves positions of one game, each on its own, so that an answer does not depend on what was asked before.

    Where lines go round in circles every reachable position is looked at, as long as there are at most ``positions``.
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
        self.machine, self._bits, self._plies, self._most = machine, table_bits, plies, positions
        self._search: ProofSearch
        self._seconds: float | None = None
        self._watch = watch

    def outcome(self, state: Any, seconds: float | None = None, nodes: int | None = None) -> Solution:
        """Win, draw or loss only. With a number of ``nodes`` the answer and its work are the same on every machine.

        A position of an enumeration counts as many nodes as it takes the time of (:data:`ENUMERATED`).
        """
        began, proof = self._begin(state, seconds)
        proof.most = nodes
        with suppress(OutOfTime):
            self._sign(state, proof)
        return Solution(proof.value, None, (), proof.nodes, thread_time() - began, reason=proof.reason)

    def solve(self, state: Any, seconds: float | None = None, *, line: bool = True) -> Solution:
        """Win, draw or loss, how soon, and a line of play."""
        began, proof = self._begin(state, seconds)
        try:
            self._sign(state, proof)
            if proof.value and proof.decided is None:
                self._nearest(state, proof)
        except OutOfTime:
            proof.value = None
        if proof.decided is not None:
            found = proof.decided
            played = found.line if line else ()
            spent = thread_time() - began
            return Solution(found.value, found.moves, played, proof.nodes, spent, repeats=line and found.repeats)
        if proof.value is None:
            return Solution(None, None, (), proof.nodes, thread_time() - began, reason=proof.reason)
        played, repeats, whole = self._line(state, proof) if line else ((), False, True)
        reason = "" if whole else UNFINISHED_LINE
        moves = proof.within if proof.value else None
        return Solution(proof.value, moves, played, proof.nodes, thread_time() - began, repeats=repeats, reason=reason)

    def margin(self, state: Any, seconds: float | None = None) -> Solution:
        """The difference of scores for the mover when both play for it, with a line of play."""
        fields = self.machine.compiled.fields
        if "score" not in fields or self.machine.compiled.equipment.players != 2:
            raise AptsError("this game has no scores of two players; there is no margin to solve for")
        return MarginSearch(self.machine, fields["score"][0], self._plies, self._bits, self._watch).solve(
            state, seconds
        )

    def _begin(self, state: Any, seconds: float | None) -> tuple[float, _Proof]:
        began = thread_time()
        limited = self._moves_left(state) <= self._plies
        self._search = ProofSearch(self.machine, self._plies, self._bits, limited=limited, watch=self._watch)
        self._seconds = seconds
        return began, _Proof(None if seconds is None else began + seconds)

    # --- who wins ------------------------------------------------------------------------------------------------

    def _sign(self, state: Any, proof: _Proof) -> None:
        """Find who wins, with bounds of the distance.

        Short wins are looked for first, ever deeper. Then, where positions do not come back, the whole match is asked for;
        where they do, longer wins, and then all positions are looked at.
        """
        if self._decide(state, proof, 2, SHORT):
            return
        longest = longest_walk(self.machine, self._search.plan, state)
        if longest is None:
            if self._decide(state, proof, SHORT + 2, CYCLES_FROM) or self._all_positions(state, proof, self._most):
                return
            depths = [depth for depth in LONGER if depth > CYCLES_FROM]
        else:
            depths = list(LONGER) if longest > LASTING else [self._plies]
        for depth in depths:
            if self._decide(state, proof, depth, depth):
                return
        if proof.value is None and not proof.reason:
            self._all_positions(state, proof, self._most // 10)
        if proof.value is None:
            too_long = f"there are lines of more than {self._plies} moves"
            proof.reason = too_long + (f", and {proof.reason}" if proof.reason else "")

    def _decide(self, state: Any, proof: _Proof, depth: int, last: int) -> bool:
        """Look for wins of both sides from a depth to a last one; returns whether the value is known."""
        goal = goal_of_mover(state)
        with self._asking(proof):
            won, lost = self._search.decide(state, goal, depth, last, proof.deadline)
        if won[0] < ENDLESS:
            proof.value, (proof.within, proof.excluded) = 1, won
        elif lost[0] < ENDLESS:
            proof.value, (proof.within, proof.excluded) = -1, lost
        elif won[1] == lost[1] == ENDLESS:
            proof.value, proof.within = 0, last
        if proof.value is not None:
            proof.reason = ""
        return proof.value is not None

    @contextmanager
    def _asking(self, proof: _Proof) -> Iterator[None]:
        """Around a question: its nodes count, and where time runs out the reason is noted."""
        before = self._search.nodes
        self._search.most_nodes = None if proof.left is None else before + proof.left
        try:
            yield
        except OutOfTime:
            given = f"{self._seconds:g} seconds" if proof.most is None else f"{proof.most:,} positions"
            proof.reason = f"the {given} that were given did not suffice"
            raise
        finally:
            proof.nodes += self._search.nodes - before

    def _all_positions(self, state: Any, proof: _Proof, most: int) -> bool:
        """Look at all positions; returns whether there is a decision, and leaves the reason where there is none."""
        game = KernelPositions(self.machine, seat_to_move(state))
        left = None if proof.deadline is None else thread_time() + SHARE * (proof.deadline - thread_time())
        counted = 1 if proof.left is None else ENUMERATED
        most = most if proof.left is None else min(most, int(SHARE * proof.left) // ENUMERATED)
        try:
            found = Retrograde(game, game.early(state), most, left, self._looked_at)
        except TooLarge as problem:
            proof.nodes += 0 if proof.left is None else counted * most
            proof.reason = str(problem) + (f" ({LOOKS_BACK})" if game.looks_back else "")
            return False
        proof.nodes += counted * found.positions
        decided = found.decided()
        if (decided.moves or 0) > self._moves_left(state):
            proof.reason = f"the win takes {decided.moves} moves, and the match is stopped as a draw before"
            return False
        proof.decided, proof.value, proof.reason = decided, decided.value, ""
        return True

    def _moves_left(self, state: Any) -> int:
        """How many moves there are in any case until the limit of moves or turns ends the match."""
        data = self.machine.compiled.data
        return min(int(data[MOVE_LIMIT]) - int(state[MOVES]), int(data[TURN_LIMIT]) - int(state[TURN]))

    def _looked_at(self, positions: int) -> None:
        if self._watch is not None:
            self._watch(self._search.nodes + positions, None)

    # --- how soon, and how ---------------------------------------------------------------------------------------

    def _nearest(self, state: Any, proof: _Proof) -> None:
        """Find the shortest distance of a win that is known within some number of moves."""
        goal = goal_of_mover(state) * (proof.value or 0)
        while proof.excluded + 1 < proof.within:
            # The win that was found may be far from the nearest, and short ones are cheap to exclude.
            middle = min((proof.excluded + proof.within) // 2, proof.excluded + 4)
            with self._asking(proof):
                proven, distance = self._search.ask(state, goal, middle, proof.deadline)
            if proven:
                proof.within = distance
            else:
                proof.excluded = max(middle, distance)

    def _line(self, state: Any, proof: _Proof) -> tuple[tuple[Record, ...], bool, bool]:
        """Moves that keep the exact value to the end, or to the first position that comes back.

        Gives the moves, whether a position came back, and whether the line is whole. The value is proven by now, so the
        line may take as much time again as was given.
        """
        machine, state = self.machine, self.machine.copy(state)
        deadline = None if self._seconds is None else thread_time() + max(1.0, self._seconds)
        winning, left = goal_of_mover(state) * (proof.value or 0), proof.within
        moves: list[Record] = []
        seen: set[int] = set()
        while not state[OVER]:
            try:
                best = self._keeping(state, winning, left, deadline)
            except OutOfTime:
                return tuple(moves), False, False
            if not winning and self._search.root_key in seen:
                return tuple(moves), True, True
            seen.add(self._search.root_key)
            machine.play(state, best)
            moves.append(best)
            left -= 1 if winning else 0
        return tuple(moves), False, True

    def _keeping(self, state: Any, winning: int, left: int, deadline: float | None) -> Record:
        """A move that keeps a win within so many moves, or puts it off as long; without a winning goal a draw.

        A draw was proven at a depth of ``left``, and is kept by whoever is to move: the other side must not win.
        """
        mover, search = goal_of_mover(state), self._search
        if winning and winning != mover and left == 1:  # every move loses at once
            self.machine.moves(self.machine.copy(state))
            return self.machine.record(0)
        if winning:
            kept = search.ask(state, winning, left if winning == mover else left - 1, deadline)[0] == (winning == mover)
        else:
            kept = any(search.ask(state, -mover, depth, deadline)[1] == ENDLESS for depth in (left, self._plies))
        best = search.best
        if not kept or best is None:
            raise AptsError("the solver found no move that keeps the value it had proven; please report the position")
        return best


def solve(machine: Machine, state: Any, *, seconds: float | None = None, table_bits: int = 20) -> Solution:
    """Prove the value of a position for its mover, with the number of moves to the end and a line of play."""
    return Solver(machine, table_bits).solve(state, seconds)
