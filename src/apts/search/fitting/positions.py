"""Positions of matches that the search of a game plays against itself, with what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine
from apts.engine.play.outcome import utilities
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import OVER
from apts.search.evaluation.evaluation import term_values
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.fitting.work import SEARCH, TURN, Costs
from apts.search.minimax.alphabeta import AlphaBetaSearch, AlphaBetaSettings
from apts.search.minimax.maxn import Choice
from apts.search.results import player_of, seat_to_move

TABLE = 12
"""Size of the table of positions of these searches, as a power of 2: they are short."""

LIMIT = 240
"""Moves after which a match is given up; what it comes to is then what the search says."""

OPENING = 6
"""Up to so many random moves begin a match."""

FADING = 0.85
"""How much less what followed a position counts for it, turn by turn; what is left goes to what the search said."""

RANDOM_MOVES = 0.1
"""The share of random moves afterwards: without them all matches would go the same way."""


@dataclass(frozen=True)
class Sample:
    """A position as one player sees it: the figures of the features, and a value between what the match came to and what
    the search said in the positions that followed.
    """

    match: int
    figures: tuple[int, ...]
    target: float


def searching(machine: Machine, heuristic: Heuristic) -> AlphaBetaSearch:
    """A quick search by a heuristic."""
    return AlphaBetaSearch(machine, AlphaBetaSettings(heuristic, table_bits=TABLE))


def results(machine: Machine, state: Any) -> list[float]:
    """The utilities of all seats in a finished match."""
    worth = utilities(Position(machine.compiled, state).ranks())
    return [worth[player_of(state, seat) - 1] for seat in range(1, len(worth) + 1)]


class FigureReader:
    """Reads the figures of features off positions."""

    def __init__(self, machine: Machine, terms: Sequence[Term]):
        self._machine, self._count = machine, len(terms)
        self._terms, self._scratch = Heuristic(tuple(terms)).compiled_for(machine.compiled, apart=True)
        self._found = words(len(terms) + 1)

    def figures(self, state: Any, player: int) -> tuple[int, ...]:
        """The figures for a player of the rules, in hundredths."""
        machine = self._machine
        arrays = (machine.data, machine.copy(state), machine.work, machine.records, self._terms, self._scratch)
        with machine.working():
            term_values(*map(address, arrays), player, address(self._found), machine.kernel.moves)
        return tuple(int(figure) for figure in self._found[: self._count])


@dataclass(frozen=True)
class _Turn:
    """What was seen at a turn: figures as some seats see them, and what the search holds all seats' results to be."""

    seen: tuple[tuple[int, tuple[int, ...]], ...]
    values: tuple[float, ...]


class SelfPlay:
    """Matches of a search against itself; budgets are in steps of work."""

    def __init__(self, machine: Machine, terms: Sequence[Term], costs: Costs, seed: int):
        self.machine, self.costs, self.seed = machine, costs, seed
        self._reader = FigureReader(machine, terms)
        self.matches = 0

    def play(self, heuristic: Heuristic, nodes: int, work: float, *, judged: bool) -> list[Sample]:
        """Play matches until the work is done; where its points mean something, positions are ``judged`` by the search."""
        search, samples = searching(self.machine, heuristic), list[Sample]()
        node, done = self.costs.node(heuristic), 0.0
        while done < work:
            turns, ends, spent = self._match(search, nodes, node, work - done)
            samples += self._samples(turns, ends, FADING if judged else 1.0)
            done += SEARCH + spent
            self.matches += 1
        return samples

    def _samples(self, turns: list[_Turn], ends: Sequence[float], fading: float) -> list[Sample]:
        found: list[Sample] = []
        after = list(ends)
        for turn in reversed(turns):
            found += [Sample(self.matches, figures, after[seat - 1]) for seat, figures in turn.seen]
            after = [fading * old + (1.0 - fading) * value for old, value in zip(after, turn.values, strict=True)]
        return found

    def _match(
        self, search: AlphaBetaSearch, nodes: int, node: float, most: float
    ) -> tuple[list[_Turn], Sequence[float], float]:
        """One match: its turns, its end, and the work that it took; one that would take too much is left out."""
        machine = self.machine
        lot = Random(f"{self.seed} match {self.matches}")
        state = machine.start(lot.getrandbits(60))
        search.search.forget()
        turns: list[_Turn] = []
        opening, made, spent, decided = lot.randrange(OPENING + 1), 0, 0.0, False
        while not state[OVER] and made < LIMIT:
            count = machine.moves(state)
            wild = lot.random() < RANDOM_MOVES
            if made < opening or wild or count == 1:
                record = machine.record(lot.randrange(count))
            else:
                if spent > most:
                    return [], (), spent
                choice = search.choose(state, nodes, lot.getrandbits(60), expected=True)
                spent += SEARCH + choice.nodes * node
                if not (decided and choice.decided):  # once is enough
                    turns += self._seen(state, choice)
                record, decided = choice.record, choice.decided
            machine.play(state, record)
            spent += TURN
            made += 1
        if state[OVER]:
            return turns, results(machine, state), spent
        return turns, turns[-1].values if turns else (), spent

    def _seen(self, state: Any, choice: Choice) -> list[_Turn]:
        """The position that the search expects, which its value was read from, as those see it who are judged.

        Where the search saw the end, or chance comes between, it is the position itself.
        """
        machine = self.machine
        end = machine.copy(state)
        if not machine.compiled.facts.chance_later and not choice.decided:
            for record in choice.line:
                machine.play(end, record)
        if end[OVER]:
            return []
        seat, players = seat_to_move(state), machine.compiled.equipment.players
        others = -choice.value / max(players - 1, 1)
        values = choice.seats or tuple(choice.value if one == seat else others for one in range(1, players + 1))
        shown = [seat_to_move(end)] if players <= 2 else range(1, players + 1)
        figures = tuple((one, self._reader.figures(end, player_of(end, one))) for one in shown)
        return [_Turn(figures, values)]
