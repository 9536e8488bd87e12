"""The strength of a Connect Four training against perfect play, cycle by cycle.

Reads a folder that ``apts train connect-four --measure N`` wrote: for each measured model the share of the published
positions in which the network alone keeps the value of the game, and for the last one also with search, the first move,
and the score against UCT at 1,000 iterations.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import apts
from apts.engine.rules_game import RulesGame
from apts.learning.guided.guided_settings import GuidedSettings
from apts.learning.networks.model_file import read_model
from apts.learning.training.contest import Contest, ModelPlayer, UctPlayer
from apts.learning.training.training_folder import TrainingFolder
from bench.connect_four_accuracy import Accuracy
from bench.connect_four_truth import SETS


def main() -> None:
    """Print the curve as a table, then the figures of the last model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--simulations", type=int, nargs="*", default=[16, 128])
    parser.add_argument("--matches", type=int, default=100)
    given = parser.parse_args()
    game = apts.load("connect-four")
    assert isinstance(game, RulesGame)
    sets = [Accuracy(game, name) for name in SETS]
    folder = TrainingFolder(given.folder)
    rows = folder.rows()
    print(f"| cycle | minutes | processor minutes | positions | {' | '.join(SETS)} |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row in rows:
        path = folder.measured / f"cycle-{row['number']:04}.onnx"
        if path.exists():
            evaluator = read_model(path).evaluator()
            before = [each for each in rows if each["number"] <= row["number"]]
            kept = " | ".join(f"{100 * one.kept(evaluator, 0):.1f} %" for one in sets)
            minutes, busy = row["elapsed"] / 60, sum(each["processor_seconds"] for each in before) / 60
            positions = sum(each["positions"] for each in before)
            print(f"| {row['number']} | {minutes:.1f} | {busy:.1f} | {positions:,} | {kept} |", flush=True)
    model = read_model(folder.model)
    evaluator = model.evaluator()
    for simulations in [0, *given.simulations]:
        kept = ", ".join(
            f"{name} {100 * one.kept(evaluator, simulations):.1f} %" for name, one in zip(SETS, sets, strict=True)
        )
        print(f"{simulations} simulations: {kept}", flush=True)
    print("first move:", apts.agent(f"model:{folder.model},simulations=0").choose(game.start()))
    player = ModelPlayer(model.content, GuidedSettings(simulations=128), model.shape.pair_width)
    found = Contest(game, player, UctPlayer(1000), seed=5).play(given.matches)
    low, high = found.interval
    score = f"{100 * found.score:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    print(f"128 simulations against UCT 1,000: {found.wins} won, {found.draws} drawn, {found.losses} lost, {score}")


if __name__ == "__main__":
    main()
