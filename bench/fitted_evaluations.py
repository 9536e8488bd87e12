"""Fitted evaluations against the default ones: sixty matches a game with as many nodes, and with as much time.

    python -m bench.fitted_evaluations results.json othello kalah ../chess.lud mail-coaches@players=Three

The matches are others than those of the contest by which an evaluation is kept. Where none was kept, there is nothing to be
measured: ``alphabeta:heuristic=fitted`` plays by the default one then.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import apts
from apts.agents.searching.evaluations import own_evaluation
from apts.engine.play.machine import Machine
from apts.engine.rules_game import RulesGame
from apts.engine.runtime.layout import OVER
from apts.search.evaluation.given import derived_heuristic
from apts.search.evaluation.heuristic import Heuristic
from apts.search.fitting.contest import Contest, Score
from apts.search.fitting.fit import fitted
from apts.search.fitting.positions import searching
from apts.search.fitting.work import costs_of

NODES = 600
MATCHES = 60
SEED = 20_000
CONFIDENCE = 1.96


def measured(name: str, seed: int) -> dict[str, Any]:
    """One game: its fit, the values of its pieces, and the two contests."""
    game = loaded(name)
    began = process_time()
    default = own_evaluation(game) or derived_heuristic(game.compiled)
    fit = fitted(game, seed, own_evaluation(game))
    found: dict[str, Any] = {
        "game": game.name + (f" ({name.partition('=')[2].lower()})" if "@" in name else ""),
        "seats": game.players,
        "seconds": round(process_time() - began, 1),
        "kept": fit.kept,
        "contest": shown(fit.score),
        "matches": fit.matches,
        "positions": fit.positions,
        "pieces": {
            term.piece: term.weight
            for term in fit.heuristic.terms
            if term.kind == "pieces" and term.zone == "board" and term.stage == "always"
        },
        "terms": fit.heuristic.to_data()["terms"],
    }
    if not fit.kept:
        return found
    machine = game.machine.twin()
    costs = costs_of(machine, seed)
    times = [time_a_node(machine, heuristic) for heuristic in (fit.heuristic, default)]
    for label, steps in (("equal nodes", [1.0, 1.0]), ("equal time", times)):
        contest = Contest(machine, fit.heuristic, default, costs, SEED)
        contest.steps = steps
        found[label] = shown(contest.play(NODES, math.inf, MATCHES, clear=math.inf))
    found["time a node"] = round(times[0] / times[1], 2)
    return found


def loaded(name: str) -> RulesGame:
    """A game of the library or of a file, with an option behind an @."""
    source, _, option = name.partition("@")
    heading, _, choice = option.partition("=")
    game = apts.load(source, **({heading: choice} if heading else {})).from_rules
    assert game is not None
    return game


def shown(score: Score) -> dict[str, float]:
    """A score with its 95 % interval."""
    low, high = (score.mean + sign * CONFIDENCE * score.error for sign in (-1, 1))
    return {
        "score": round(score.mean, 3),
        "low": round(max(0.0, low), 3),
        "high": round(min(1.0, high), 3),
        "matches": score.matches,
    }


def time_a_node(machine: Machine, heuristic: Heuristic) -> float:
    """CPU seconds of a node in some positions of random matches, with what stands around a search."""
    search, lot = searching(machine, heuristic), Random(SEED)
    seconds, nodes = 0.0, 0
    for number in range(8):
        state = machine.start(lot.getrandbits(60))
        for _ in range(4 + 4 * number):
            count = machine.moves(state)
            after = machine.copy(state)
            machine.play(after, machine.record(lot.randrange(count)))
            if after[OVER]:
                break
            state = after
        for turn in range(4):
            search.search.forget()
            began = process_time()
            nodes += search.choose(state, NODES, turn).nodes
            seconds += process_time() - began
    return seconds / nodes


def page(results: list[dict[str, Any]]) -> str:
    """The results as a page."""
    lines = [
        "# Fitted evaluations against the default ones",
        "",
        "Scores of `alphabeta` with the fitted evaluation against the default one, seats exchanged, with 95 % intervals and",
        f"the number of matches; {NODES} nodes a move. *Equal time* gives the dearer evaluation fewer nodes, by the time",
        "that a node was measured to take. Where nothing was kept the default plays; the score is that of the contest,",
        "which was not won. Made by `python -m bench.fitted_evaluations`.",
        "",
        "| game | seats | fit, CPU-s | matches, positions | kept | equal nodes | equal time | time of a node |",
        "| --- | ---: | ---: | ---: | --- | --- | --- | ---: |",
    ]
    for row in results:
        scores = [written(row[label]) if row["kept"] else "" for label in ("equal nodes", "equal time")]
        kept = "yes" if row["kept"] else f"no: {written(row['contest'])}"
        time = f"{row['time a node']:.2f}x" if row["kept"] else ""
        lines.append(
            f"| {row['game']} | {row['seats']} | {row['seconds']} | {row['matches']}, {row['positions']:,} | {kept} | "
            f"{scores[0]} | {scores[1]} | {time} |"
        )
    return "\n".join(lines) + "\n"


def written(score: dict[str, float]) -> str:
    """A score with its interval and the matches behind it."""
    return f"{score['score']:.2f} ({score['low']:.2f} to {score['high']:.2f}; {score['matches']})"


def main(target: str, *names: str) -> None:
    """Measure games and write the results after each."""
    results: list[dict[str, Any]] = []
    for name in names:
        results.append(measured(name, 1))
        print(json.dumps({key: value for key, value in results[-1].items() if key != "terms"}), flush=True)
        Path(target).write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        Path(target).with_suffix(".md").write_text(page(results), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
