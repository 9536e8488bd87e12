"""``style``: tree search that gives up a little for what it likes: taking pieces, grabbing points, blocking, rushing ..."""

from __future__ import annotations

import math
from collections.abc import Sequence

from apts.agents.agent import Decision, derived_seed
from apts.agents.agent_registry import register
from apts.agents.analysis import visit_entropy
from apts.agents.kinds.uct_agent import UctAgent
from apts.agents.searching.reading import move_of, moves_of_rows, row_value
from apts.agents.spelling import AgentTexts, Setting
from apts.agents.styles.style import (
    ALIKE,
    LACKING,
    PLAIN,
    RANDOM,
    UNREADABLE,
    Style,
    figure_for,
    style_names,
    style_of,
)
from apts.engine.play.game import Game, Move, State
from apts.errors import AptsError
from apts.locales import ENGLISH, PORTUGUESE
from apts.search.results import Row, SearchResult, drawn, values_of_rows

ITERATIONS = 400
"""The budget of a style that was given none: that of the usual player of a play-test."""

LEAN = 0.4
"""How much utility, of the two points between losing and winning, a style gives up for all that a move can give it."""

TEMPERATURE = 0.15
"""What the style ``random`` softens the values of moves by."""

CAUTION = 0.5
"""Standard errors by which the value of a move is taken for less than the mean of its playouts, which may be few."""

COURSES = 3
"""Courses of chance over which the figure of a move is averaged."""


@register(
    "style",
    "Tree search that gives up a little for what it likes.",
    (
        Setting("persona", str, "what it likes", PLAIN, choices=style_names()),
        Setting("iterations", int, "playouts a move", ITERATIONS, 1, 1_000_000_000, budget=True),
        Setting("lean", float, "utility that it gives up for all that a move can give it", LEAN, 0, 2),
        Setting("temperature", float, "how much the style random softens the values of moves", TEMPERATURE, 0.001, 100),
    ),
    example="style:takes,iterations=400",
    positional="persona",
    shared=True,
    texts={
        ENGLISH: AgentTexts("tree search with a style of its own"),
        PORTUGUESE: AgentTexts("busca em árvore com estilo próprio"),
    },
)
class StyleAgent(UctAgent):
    """Searches as ``uct`` with as many iterations, and of the moves found takes one that is good and to its liking.

    The value of each move, less what few playouts leave in doubt, and ``lean`` times what the style makes of the position
    after it, from 0 for the worst of the moves to 1 for the best one, are added up. A proved win is taken and a proved loss
    left, whatever it looks like.
    """

    version = 1

    def __init__(
        self,
        persona: str = PLAIN,
        iterations: int = ITERATIONS,
        lean: float = LEAN,
        temperature: float = TEMPERATURE,
    ):
        super().__init__(iterations=iterations)
        self.persona = style_of(persona).name
        self.lean, self.temperature = lean, temperature

    @property
    def style(self) -> Style:
        """What it likes."""
        return style_of(self.persona)

    def decided(self, result: SearchResult, state: State, seed: int, values: tuple[float, ...] | None) -> Decision:
        """Choose by what a search found and by what the style likes."""
        row = self._liked(result.rows, state, seed)
        entropy = visit_entropy([known.visits for known in result.rows])
        thought = values_of_rows(result.rows)
        return Decision(move_of(state, row.record), values, entropy, worth=row_value(row), move_values=thought)

    def _liked(self, rows: Sequence[Row], state: State, seed: int) -> Row:
        if self.persona == PLAIN or rows[0].proven == 1.0:
            return rows[0]
        if self.persona == RANDOM:
            return drawn(rows, self.temperature, seed, "value")
        able = [row for row in rows if (row.visits or row.proven is not None) and row.proven != -1.0]
        if len(able) < 2:
            return rows[0]
        liking = likings(state, moves_of_rows(state, able), self.style, seed)
        best = max(zip(able, liking, strict=True), key=lambda pair: cautious_value(pair[0]) + self.lean * pair[1])
        return best[0] if max(liking) > 0.0 else rows[0]


def cautious_value(row: Row) -> float:
    """The value of a move, exact where it is proved, else less by what few playouts leave in doubt."""
    if row.proven is not None:
        return row.proven
    return row.value - CAUTION / math.sqrt(row.visits)


def likings(state: State, moves: Sequence[Move], style: Style, seed: int) -> list[float]:
    """What a style makes of each move: 1 for the one it likes best, 0 for the worst, 0 for all where they are alike.

    The luck to come is not that of the match, which nobody knows; where there is any it is drawn several times. A throw that
    lies on the table already is none of it.
    """
    figure = figure_for(state.game, style)
    if figure is None:
        raise AptsError(_unreadable(state.game, style))
    seat, game = state.mover, state.game
    seeds = [derived_seed(seed, "style", course) for course in range(COURSES if game.has_chance else 1)]
    starts = [_with_luck(state, luck) for luck in seeds]
    found = [
        sum(figure(start.after(move).with_luck(luck), seat) for start, luck in zip(starts, seeds, strict=True))
        for move in moves
    ]
    low, high = min(found), max(found)
    return [(one - low) / (high - low) if high > low else 0.0 for one in found]


def _with_luck(state: State, luck: int) -> State:
    """The position with other luck to come; itself where its luck lies on the table, for other moves would be legal."""
    other = state.with_luck(luck)
    return other if other.dice == state.dice and other.moves() == state.moves() else state


def _unreadable(game: Game, style: Style) -> str:
    why = LACKING[UNREADABLE if game.definition is not None else ALIKE][ENGLISH]
    return f"{game.name} cannot be played in the style {style.name!r}: {why}"
