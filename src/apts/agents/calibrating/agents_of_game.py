"""What is known of the agents of a game: its engine, its evaluation, its levels, and how long these think here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from time import thread_time
from typing import Any
from weakref import WeakKeyDictionary

from apts.agents.agent_registry import agent
from apts.agents.engines.contest import Duel
from apts.agents.engines.engine_choice import EngineChoice, contested, engine_of, origin_of
from apts.agents.engines.ladder import FAR, NEAR, Ladder, LadderStep, ladder_of
from apts.agents.levels import level_names
from apts.agents.searching.evaluations import own_evaluation, shipped_for
from apts.engine.play.game import Game, State
from apts.locales.catalogue import Words, words
from apts.search.fitting.contest import Score
from apts.search.fitting.fit import Fit
from apts.search.fitting.kept import fitted_evaluation

SUBJECT = "agents"
BEST = "best"

POSITIONS = 4
"""Positions of a random match in which levels are timed, a few turns apart."""

APART = 4

ANSWER = 1.0
"""Seconds for which people wait for an answer without asking themselves what is wrong."""

LONG_ENOUGH = 0.4
"""Seconds after which a level is timed no further."""


@dataclass(frozen=True)
class GameAgents:
    """What is known of the agents of a game; ``seconds`` is the processor time a move of each level on this machine."""

    game: Game
    origin: str
    choice: EngineChoice
    fit: Fit | None
    ladder: Ladder
    seconds: Mapping[str, float]


def agents_of_game(game: Game) -> GameAgents:
    """Look it up, or find it out where nobody has; then time the levels."""
    origin = origin_of(game)
    choice, ladder = engine_of(game), ladder_of(game)
    rules = contested(game)
    fit = None if rules is None else fitted_evaluation(rules, own_evaluation(rules))
    return GameAgents(game, origin, choice, fit, ladder, seconds_a_move(game, ladder))


def seconds_a_move(game: Game, ladder: Ladder) -> dict[str, float]:
    """The processor time that each level takes for a move here, in a few positions of a random match."""
    states = _positions(game)
    found: dict[str, float] = {}
    by_agent: dict[str, float] = {}
    for step in ladder.steps:
        if step.agent not in by_agent:
            by_agent[step.agent] = _timed(step.agent, states)
        found[step.level] = by_agent[step.agent]
    return found


def strongest_in_time(game: Game, seconds: float = ANSWER) -> str:
    """The strongest level that moves within so many seconds on this machine, found once for a game in a process."""
    if game not in _STRONGEST:
        states, found = _positions(game), level_names()[0]
        for step in ladder_of(game).steps:  # the weak ones first: what takes too long is met once
            if _timed(step.agent, states) > seconds:
                break
            found = step.level
        _STRONGEST[game] = found
    return _STRONGEST[game]


_STRONGEST: WeakKeyDictionary[Game, str] = WeakKeyDictionary()


def _positions(game: Game) -> list[State]:
    state, lot, found = game.start(1), Random(1), list[State]()
    for number in range(POSITIONS * APART):
        if state.outcome is not None:
            break
        moves = state.moves()
        if number % APART == 0 and len(moves) > 1:
            found.append(state)
        state = state.after(lot.choice(moves))
    return found or [game.start(1)]


def _timed(spec: str, states: list[State]) -> float:
    made = agent(spec)
    made.decide(states[0], seed=0)  # what is made at the first decision alone is not the time of a move
    began, number = thread_time(), 0
    while number < len(states) and (number == 0 or thread_time() - began < LONG_ENOUGH):
        made.decide(states[number], seed=number)
        number += 1
    return (thread_time() - began) / number


# ----------------------------------------------------------------------------------------------------------------
# The same in words, and as plain values.


def told(known: GameAgents, language: str) -> str:
    """Engine, evaluation and levels in a language."""
    message = words(SUBJECT, language)
    lines = [message("engine.title", game=known.game.name, agent=BEST), f"  {known.choice.engine}"]
    lines.append("  " + message(f"origin.{known.origin.replace(' ', '_')}"))
    if known.choice.duels:
        lines += ["", message("contest.title"), *_table(_duel_rows(known.choice.duels, message))]
    if known.fit is not None:
        lines += ["", message("evaluation.title"), f"  {_evaluation(known, known.fit, message)}"]
    return "\n".join([*lines, "", *ladder_lines(known.ladder, message, known.seconds)])


def _duel_rows(duels: tuple[Duel, ...], message: Words) -> list[list[str]]:
    heads = ["challenger", "holder", "score", "interval", "matches"]
    rows = [[message(f"contest.{head}") for head in heads]]
    for duel in duels:
        rows.append([duel.challenger, duel.holder, *score_cells(duel.score, message)])
    return rows


def score_cells(score: Score, message: Words) -> list[str]:
    """A score, its 95 % interval and its matches as they are written."""
    step = LadderStep("", "", score)
    percent = message.numbers.in_percent
    ends = message("interval", low=percent(step.low or 0.0, 0), high=percent(step.high or 0.0, 0))
    return [percent(score.mean, 0), ends, message.numbers.grouped(score.matches)]


def _evaluation(known: GameAgents, fit: Fit, message: Words) -> str:
    rules = contested(known.game)
    assert rules is not None
    default = message("evaluation.own") if shipped_for(rules) is not None else message("evaluation.rules")
    if fit.score.matches == 0:
        return message("evaluation.none")
    score, interval, matches = score_cells(fit.score, message)
    key = "evaluation.kept" if fit.kept else "evaluation.not_kept"
    return message(key, default=default, score=score, interval=interval, matches=matches)


def ladder_lines(ladder: Ladder, message: Words, seconds: Mapping[str, float] | None = None) -> list[str]:
    """The levels as a table, and what must be known of them."""
    heads = ["level", "agent", "score", "interval", "matches"]
    rows = [[message(f"levels.{head}") for head in heads] + ([message("levels.time")] if seconds else [])]
    for step in ladder.steps:
        cells = ["", "", ""] if step.score is None else score_cells(step.score, message)
        time = [f"{message.numbers.written(1000 * seconds[step.level], 1)} ms"] if seconds else []
        rows.append([step.level, step.agent, *cells, *time])
    return [message(f"levels.{ladder.kind}"), *_table(rows), *remarks(ladder, message)]


def remarks(ladder: Ladder, message: Words) -> list[str]:
    """Where levels are no different strengths, and why."""
    found = []
    if ladder.equal_levels():
        found.append(message("levels.equal", level=ladder.highest))
    for below, step in zip(ladder.steps, ladder.steps[1:], strict=False):
        if step.score is not None and not NEAR <= step.score.mean <= FAR:
            share = message.numbers.in_percent(step.score.mean, 0)
            key = "levels.near" if step.score.mean < NEAR else "levels.far"
            found.append(message(key, level=step.level, below=below.level, score=share))
    return found


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        ("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip() for row in rows
    ]


def as_data(known: GameAgents) -> dict[str, Any]:
    """Everything as plain values."""
    fit = known.fit
    return {
        "game": known.game.name,
        "engine": {
            "agent": known.choice.engine,
            "origin": known.origin,
            "contest": [
                {"challenger": duel.challenger, "holder": duel.holder, **_score_data(duel.score)}
                for duel in known.choice.duels
            ],
        },
        "evaluation": None if fit is None else {"fitted": fit.kept, **_score_data(fit.score)},
        "levels": {
            "kind": known.ladder.kind,
            "shipped": known.ladder.shipped,
            "steps": [
                {
                    "level": step.level,
                    "agent": step.agent,
                    **({} if step.score is None else _score_data(step.score)),
                    "seconds": known.seconds[step.level],
                }
                for step in known.ladder.steps
            ],
        },
    }


def _score_data(score: Score) -> dict[str, Any]:
    step = LadderStep("", "", score)
    return {"score": score.mean, "low": step.low, "high": step.high, "matches": score.matches}
