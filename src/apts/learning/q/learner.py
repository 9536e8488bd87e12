"""Training: a game and settings in, a file of values out, batch by batch, so that it can be cut off and gone on with."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from random import Random
from time import monotonic, perf_counter
from typing import Any

import numpy as np

from apts.atomic_files import hindrance
from apts.engine.native.jit import address
from apts.engine.play.game import Game, Move, State
from apts.engine.play.playouts.random_streams import stream_seed
from apts.engine.runtime.layout import CHANCE
from apts.errors import AptsError
from apts.learning.q.model_file import METHODS, About, MoveRow, QFile, QSettings, identity_of

# ----------------------------------------------------------------------------------------------------------------
# The proof that a table plays best: every position that it can get into, against every reply, by an exact solver.


@dataclass(frozen=True)
class Proof:
    """What was looked at: positions in which the player had to move, and those in which it gave value away."""

    positions: int
    value: int
    mistakes: tuple[tuple[State, Move], ...]

    @property
    def holds(self) -> bool:
        """Whether no move gave anything away."""
        return not self.mistakes


def proof(
    game: Game,
    best_moves: Callable[[State], Sequence[Move]],
    exact: Callable[[State], int],
    key_of: Callable[[State], Hashable],
) -> Proof:
    """Follow a player through a game for two without chance, in both seats, against all replies.

    ``best_moves`` are the moves it may choose, all of which are followed; ``exact`` is the value of a position for its
    mover: 1, 0 or -1; positions with the same key are the same.
    """
    known: dict[Hashable, int] = {}

    def worth(state: State, seat: int) -> int:
        if state.outcome is not None:
            return round(state.outcome.utilities[seat - 1])
        key = key_of(state)
        if key not in known:
            known[key] = exact(state)
        return known[key] if state.mover == seat else -known[key]

    start = game.start()
    positions, mistakes = 0, []
    for seat in range(1, game.players + 1):
        waiting, seen = [start], {key_of(start)}
        while waiting:
            state = waiting.pop()
            own = state.mover == seat
            moves = best_moves(state) if own else state.moves()
            positions += own
            for move in moves:
                after = state.after(move)
                if own and worth(after, seat) < worth(state, seat):
                    mistakes.append((state, move))
                if after.outcome is None and key_of(after) not in seen:
                    seen.add(key_of(after))
                    waiting.append(after)
    return Proof(positions, worth(start, start.mover), tuple(mistakes))


# ----------------------------------------------------------------------------------------------------------------
# Q-learning with a table: a value for each move of each position, for small games of any make.
#
# With two players the value of a move is what it leaves the opponent, turned around (minimax-Q: Littman, 1994),
# so that the table tends to best play whatever the exploration; with more, each seat learns from its own next
# turn.

MOST_POSITIONS = 100_000
"""A game that shows more positions than this is too large for a table."""

LONGEST_MATCH = 1000
DECAY = 0.6
"""How fast the rate falls with the visits where chance makes results differ."""


@dataclass(eq=False)
class Node:
    """A position: the seat to move, its moves with values for that seat and visits, or the utilities of the end."""

    key: str
    state: State
    mover: int
    utilities: tuple[float, ...] | None
    moves: tuple[Move, ...] = ()
    values: list[float] = field(default_factory=list)
    visits: list[int] = field(default_factory=list)
    after: list[Node | None] = field(default_factory=list)


class PositionTable:
    """The table of one game: learns, and says what moves are worth."""

    def __init__(self, game: Game, settings: QSettings, most: int | None = None):
        self.game, self.settings, self.most = game, settings, most or MOST_POSITIONS
        self.chance = game.has_chance
        self._nodes: dict[str, Node] = {}
        self._known: dict[str, dict[str, tuple[float, int]]] = {}
        self._changed: set[str] = set()

    # --- what is kept --------------------------------------------------------------------------------------------

    def take(self, rows: Iterator[MoveRow]) -> None:
        """Take over values that were learnt before."""
        for position, move, value, visits in rows:
            self._known.setdefault(position, {})[move] = (value, visits)

    def changed_rows(self) -> Iterator[MoveRow]:
        """The values that have changed since the last call."""
        for key in sorted(self._changed):
            node = self._nodes[key]
            for move, value, visits in zip(node.moves, node.values, node.visits, strict=True):
                if visits:
                    yield key, move.text, value, visits
        self._changed.clear()

    def __len__(self) -> int:
        return len(self._nodes.keys() | self._known.keys())

    # --- positions -----------------------------------------------------------------------------------------------

    @cached_property
    def _plan(self) -> Any:
        from apts.search.memory import key_plan

        assert self.game.from_rules is not None
        return key_plan(self.game.from_rules.compiled)

    def key_of(self, state: State) -> str:
        """What positions are told apart by: everything that decides how play goes on, but no dice not thrown yet."""
        if (rules := state.from_rules) is not None:
            from apts.search.memory import key_of_position

            machine = rules.game.machine
            copy = machine.copy(rules.position)
            machine.moves(copy)
            copy[CHANCE] = 0
            return f"{int(key_of_position(address(machine.data), address(copy), address(self._plan), 0)):016x}"
        written = state.game.definition
        return str(state) if written is None else written.write(state.content)

    def node_of(self, state: State) -> Node:
        """The node of a position; a new one takes over what was learnt of it before."""
        key = self.key_of(state)
        node = self._nodes.get(key)
        if node is None:
            if len(self._nodes) >= self.most:
                raise AptsError(too_large(self.game, self.most))
            ended = state.outcome
            node = Node(key, state, state.mover, None if ended is None else ended.utilities)
            if ended is None:
                node.moves = state.moves()
                known = self._known.get(key, {})
                node.values = [known.get(move.text, (0.0, 0))[0] for move in node.moves]
                node.visits = [known.get(move.text, (0.0, 0))[1] for move in node.moves]
                node.after = [None] * len(node.moves)
            self._nodes[key] = node
        return node

    def _follow(self, node: Node, index: int, state: State) -> tuple[Node, State]:
        """The position after a move; without chance it is worked out once."""
        if self.chance:
            after = state.after(self._same_move(node, index, state))
            return self.node_of(after), after
        known = node.after[index]
        if known is None:
            known = node.after[index] = self.node_of(node.state.after(node.moves[index]))
        return known, known.state

    @staticmethod
    def _same_move(node: Node, index: int, state: State) -> Move:
        return state.find_move(node.moves[index].text)

    # --- learning ------------------------------------------------------------------------------------------------

    def learn(self, first: int, count: int) -> None:
        """Play the episodes ``first`` to ``first + count - 1``, each with random numbers of its own, and learn."""
        for number in range(first, first + count):
            seed = stream_seed(self.settings.seed, number)
            self._episode(self.game.start(seed if self.chance else 0), Random(seed))

    def _episode(self, state: State, dice: Random) -> None:
        node = self.node_of(state)
        path: list[tuple[Node, int, Node]] = []
        while node.utilities is None and len(path) < LONGEST_MATCH:
            index = self._choice(node, dice)
            after, state = self._follow(node, index, state)
            path.append((node, index, after))
            node = after
        last = node.utilities or (0.0,) * self.game.players
        coming = list(last)
        for node, index, after in reversed(path):
            self._update(node, index, self._target(node, after, coming))
            coming[node.mover - 1] = max(node.values)

    def _choice(self, node: Node, dice: Random) -> int:
        """The best move; at times, and while there are moves that were never tried, one that was tried least."""
        least = min(node.visits)
        if least == 0 or dice.random() < self.settings.explore:
            return dice.choice([index for index, visits in enumerate(node.visits) if visits == least])
        best = max(node.values)
        return dice.choice([index for index, value in enumerate(node.values) if value == best])

    def _target(self, node: Node, after: Node, coming: list[float]) -> float:
        """What a move is worth by what is known now of the position after it."""
        if after.utilities is not None:
            return after.utilities[node.mover - 1]
        if self.game.players != 2:
            return coming[node.mover - 1]
        best = max(after.values)
        return best if after.mover == node.mover else -best

    def _update(self, node: Node, index: int, target: float) -> None:
        rate = self.settings.rate
        if self.chance:
            rate *= (1 + node.visits[index]) ** -DECAY
        node.visits[index] += 1
        node.values[index] += min(1.0, rate) * (target - node.values[index])
        self._changed.add(node.key)

    # --- asking --------------------------------------------------------------------------------------------------

    def move_values(self, state: State) -> list[tuple[Move, float, int]]:
        """Each move of a position with its value for the mover and its visits; what was never seen is worth 0."""
        known = self._known.get(self.key_of(state), {})
        return [(move, *known.get(move.text, (0.0, 0))) for move in state.moves()]


def too_large(game: Game, most: int) -> str:
    """Why a game does not go into a table, and what to do."""
    text = f"{game.name} is too large for a table: it has more than {most:,} positions"
    if game.from_rules is not None:
        return f"{text}; learn it with n-tuples (--method tuples)"
    return f"{text}, and n-tuples are for games from rules text"


def fits_table(game: Game, most: int) -> bool:
    """Whether a game has at most so many positions, as far as going through them from the start tells."""
    if game.has_chance:
        return False
    table = PositionTable(game, QSettings(), most)
    waiting = [table.node_of(game.start())]
    try:
        while waiting:
            node = waiting.pop(0)
            for index in range(len(node.moves)):
                before = len(table._nodes)
                after, _ = table._follow(node, index, node.state)
                if len(table._nodes) > before:
                    waiting.append(after)
    except AptsError:
        return False
    return True


BATCH = 1000
"""Episodes between two looks; n-tuple numbers are rounded there, so that a file holds exactly what is learnt on."""

SAVE_SECONDS = 20.0
SMALL = 10_000
"""Positions up to which a table is chosen when no method is asked for."""

EPISODES = {"table": 50_000, "tuples": 100_000}
TABLE_RATE, TABLE_EXPLORE = 1.0, 0.5

Watch = Callable[[int, int], None]


def method_for(game: Game) -> str:
    """A table for small games and for games without rules text, n-tuples for all others."""
    return "table" if game.from_rules is None or fits_table(game, SMALL) else "tuples"


def settings_for(method: str, **given: Any) -> QSettings:
    """The settings that suit a method, those that are given instead."""
    data = {"rate": TABLE_RATE, "explore": TABLE_EXPLORE} if method == "table" else {}
    return QSettings(**{**data, **{name: value for name, value in given.items() if value is not None}})


def begin(path: str | Path, game: Game, source: str, method: str, settings: QSettings) -> QFile:
    """A new file for a game; one that exists is not written over."""
    if method not in METHODS:
        raise AptsError(f"values are learnt by {' or '.join(METHODS)}, not by {method!r}")
    if method == "tuples" and game.from_rules is None:
        raise AptsError(f"{game.name} is a Python class; n-tuples are for games from rules text (use --method table)")
    file = QFile(path)
    if file.path.exists():
        raise AptsError(f"{path} exists already; --resume continues it, or give --model another name")
    hindered = hindrance(file.path)
    if hindered is not None:
        raise AptsError(f"{path} cannot be written: {hindered}")
    shape = None
    if method == "tuples" and game.from_rules is not None:
        from apts.learning.q.tuple_values import shape_for

        shape = shape_for(game.from_rules.machine, settings.walks).as_data()
    file.create(About(method, identity_of(game), source, settings, shape=shape))
    return file


@dataclass
class QTraining:
    """A file that learns. :meth:`run` may be called again and again."""

    game: Game
    file: QFile
    watch: Watch | None = None

    def __post_init__(self) -> None:
        self.about = self.file.fit(self.game)
        self._values: Any = None

    def run(self, episodes: int) -> About:
        """Go on until so many episodes have been played in all, counting those of earlier runs."""
        learner = self._learner()
        began, saved = perf_counter(), monotonic()
        seconds, done = self.about.seconds, self.about.episodes
        while done < episodes:
            count = min(BATCH - done % BATCH, episodes - done)
            learner.learn(done, count)
            done += count
            self.about = replace(self.about, episodes=done, seconds=seconds + perf_counter() - began)
            if done >= episodes or monotonic() - saved > SAVE_SECONDS:
                self._save(learner)
                saved = monotonic()
            elif self.about.method == "tuples":
                _round(learner)
            if self.watch is not None:
                self.watch(done, episodes)
        return self.about

    def _learner(self) -> Any:
        if self._values is None:
            about = self.about
            if about.method == "table":
                self._values = PositionTable(self.game, about.settings)
                self._values.take(self.file.rows())
            else:
                self._values = tuple_values(self.game, self.file, about)
        return self._values

    def _save(self, learner: Any) -> None:
        if self.about.method == "table":
            self.file.write_rows(self.about, learner.changed_rows())
        else:
            _round(learner)
            self.file.write_numbers(self.about, learner.numbers())


def _round(learner: Any) -> None:
    learner.set_numbers(learner.numbers().astype(np.float32))


def tuple_values(game: Game, file: QFile, about: About) -> Any:
    """The n-tuples of a file for a game, with the machine of this thread."""
    from apts.learning.q.tuple_values import Shape, TupleValues

    assert game.from_rules is not None
    assert about.shape is not None
    try:
        values = TupleValues(game.from_rules.machine, Shape.from_data(about.shape), about.settings)
    except AptsError as problem:
        raise AptsError(f"{file.path} is damaged: {problem}") from None
    if about.episodes:
        values.set_numbers(file.numbers(values.size))
    return values
