"""``q``: values that Q-learning wrote into a file, played without looking further than one move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from threading import get_ident
from typing import Any

from apts.agents.agent import Agent, Decision, running
from apts.agents.agent_registry import register
from apts.agents.analysis import Analysis, known_values, tree_of_lines
from apts.agents.searching.reading import analysis_of, merged, move_of
from apts.agents.spelling import AgentTexts, Setting
from apts.engine.play.game import Game, Move, State
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.learning.q.learner import PositionTable, tuple_values
from apts.learning.q.model_file import QFile
from apts.locales import ENGLISH, PORTUGUESE
from apts.search.results import Row, SearchResult, judged_values


@register(
    "q",
    "Values learnt by apts qlearn.",
    (Setting("file", str, "the file that apts qlearn wrote"),),
    example="q:FILE",
    positional="file",
    texts={ENGLISH: AgentTexts("learned from a table"), PORTUGUESE: AgentTexts("aprendeu em uma tabela")},
)
class QAgent(Agent):
    """Plays the move with the best learnt value; equal ones are drawn by lot."""

    def __init__(self, file: str | None = None):
        if not file:
            raise AptsError("the agent 'q' needs the file of a training: write q:FILE")
        self.file = QFile(file)
        self.about = self.file.about
        self.spec = f"q:{file}"
        self._fitting: Game | None = None
        self._table: PositionTable | None = None
        self._tuples: dict[int, tuple[RulesGame, Any]] = {}

    def __reduce__(self) -> Any:
        return QAgent, (str(self.file.path),)

    def rows(self, state: State) -> list[Row]:
        """Every move with its value, best first; moves of equal value keep the order of the rules."""
        running(state)
        rows = self._table_rows(state) if self.about.method == "table" else self._tuple_rows(state)
        return sorted(rows, key=lambda row: -row.value)

    def _table_rows(self, state: State) -> list[Row]:
        rules, rows = state.from_rules is not None, []
        for place, (move, value, visits) in enumerate(self.table(state.game).move_values(state)):
            record = move.action if rules else (place,)
            rows.append(Row(record, visits, _bounded(value), None, (record,)))
        return rows

    def _tuple_rows(self, state: State) -> list[Row]:
        self._check(state.game)
        known = state.from_rules
        assert known is not None  # a file of n-tuples fits no other game
        values = self._tuples_of(known.game).move_values(known.position)
        rows = [Row(record, 1, _bounded(value), value if ends else None, (record,)) for record, value, ends in values]
        return merged(state, rows)

    def table(self, game: Game) -> PositionTable:
        """The table of a file that holds one, for the game it was learnt on."""
        self._check(game)
        if self._table is None:
            table = PositionTable(game, self.about.settings)
            table.take(self.file.rows())
            self._table = table
        return self._table

    def _tuples_of(self, game: RulesGame) -> Any:
        """The values with memory of their own for each thread."""
        thread = get_ident()
        known = self._tuples.get(thread)
        if known is None or known[0] is not game:
            known = self._tuples[thread] = (game, tuple_values(game, self.file, self.about))
        return known[1]

    def _check(self, game: Game) -> None:
        if self._fitting is not game:
            self.file.fit(game)
            self._fitting = game

    def best_moves(self, state: State) -> list[Move]:
        """All moves with the highest value; the agent plays one of them."""
        rows = self.rows(state)
        return [move_of(state, row.record) for row in rows if row.value == rows[0].value]

    def result(self, state: State, seed: int) -> SearchResult:
        """The values with the move to play first."""
        rows = self.rows(state)
        equal = [row for row in rows if row.value == rows[0].value]
        chosen = Random(seed).choice(equal)
        ordered: Sequence[Row] = [chosen, *(row for row in rows if row is not chosen)]
        return SearchResult(tuple(ordered), chosen.value, chosen.proven, len(rows), len(rows), 1, 0.0)

    def decide(self, state: State, seed: int = 1) -> Decision:
        """The move with the best value."""
        result = self.result(state, seed)
        values = known_values(state.game, state.mover, result.value)
        return Decision(move_of(state, result.best), values, move_values=judged_values(result.rows))

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """The value of every move."""
        analysis = analysis_of(state, self.spec, self.result(state, seed), sampled=False)
        return replace(analysis, tree=tree_of_lines(state, analysis, tree)) if tree else analysis


def _bounded(value: float) -> float:
    return min(1.0, max(-1.0, value))
