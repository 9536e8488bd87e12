"""What a warm start saves: models of changed rules that begin with the weights of Connect Four, beside fresh ones.

Trains what is not there yet in the folder (``base``, then ``eight-scratch``, ``eight-warm``, ``five-scratch`` and
``five-warm``, each with a ``model.onnx``), lets the warm model, which had a third of the training, play against the
fresh one, and prints a table.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import apts
from apts.engine.rules_game import RulesGame
from apts.learning.guided.guided_settings import GuidedSettings
from apts.learning.networks.model_file import ModelFile, read_model
from apts.learning.training.contest import Contest, ModelPlayer

CHANGES = {"eight": ("Grid/8x7", {"Grid": "8x7"}), "five": ("Line/Five", {"Line": "Five"})}
OPTIONS = ["--measure", "0", "--groups", "1", "--positions", "4096", "--simulations", "24", "--threads", "1"]


def trained(folder: Path, *options: str) -> ModelFile:
    """The model of a folder, trained now if it is not there."""
    if not (folder / "model.onnx").exists():
        command = [
            str(Path(sys.executable).with_name("apts")),
            "train",
            "connect-four",
            *OPTIONS,
            *options,
            "--out",
            str(folder),
        ]
        subprocess.run(command, check=True)
    return read_model(folder / "model.onnx")


def row(folder: Path, name: str, cycles: int, matches: int, simulations: int) -> str:
    """The line of the table for one change of the rules."""
    option, choice = CHANGES[name]
    base = trained(folder / "base", "--cycles", str(cycles))
    fresh = trained(folder / f"{name}-scratch", "--option", option, "--cycles", str(cycles))
    warm_options = ["--option", option, "--cycles", str(cycles // 3), "--from", str(base.path)]
    warm = trained(folder / f"{name}-warm", *warm_options)
    game = apts.load("connect-four", **choice)
    assert isinstance(game, RulesGame)
    settings = GuidedSettings(simulations=simulations)
    players = [ModelPlayer(model.content, settings, model.shape.pair_width) for model in (warm, fresh)]
    found = Contest(game, *players, seed=1).play(matches)
    wins, draws, losses = found.wins, found.draws, found.losses
    score = (wins + draws / 2) / (wins + draws + losses)
    training = [model.facts["training"] for model in (warm, fresh)]
    return (
        f"| {option} | {training[0]['cycles']} / {training[1]['cycles']} | {training[0]['positions']:,} / "
        f"{training[1]['positions']:,} | {simulations} | {wins} / {draws} / {losses} | {100 * score:.1f} % |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/warm-start"))
    parser.add_argument("--cycles", type=int, default=24)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--simulations", type=int, nargs="*", default=[0, 32])
    given = parser.parse_args()
    print("| rules | cycles, warm / fresh | positions, warm / fresh | simulations | won / drawn / lost | score |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in CHANGES:
        for simulations in given.simulations:
            print(row(given.folder, name, given.cycles, given.matches, simulations), flush=True)


if __name__ == "__main__":
    main()
