"""A network that is taught before a game is played at several strengths, to be its top level."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from apts.agents.agent_registry import agent
from apts.agents.matches import play_match
from apts.archive import Archive
from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.file_names import file_stem
from apts.learning.encodings.encoding import learnable
from apts.learning.extra import need_torch
from apts.learning.networks.model_file import bundled_models, read_model, rules_hash
from apts.learning.training.training_run import train
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.run import played_run
from apts.statistics import Estimate, bounded_mean

TRAINED = "trained"
"""What the level of the network is called."""

MANY_CYCLES = 1_000_000
"""More cycles than there is time for: the clock ends the training."""

PROOF = 20
"""Matches of the network against the level below it."""

OnProgress = Callable[[str], None]
"""Told in a sentence what is being taught."""


def trained_level(
    game: Game, minutes: float, seed: int, workers: int | None = None, told: OnProgress | None = None
) -> str:
    """The spelling of a network that was taught the game for so long.

    The training has a folder of its own below the present one; one that is there is gone on with, or taken as it is once it
    is done. It begins with a model of the same game that comes with APTS, where there is one.
    """
    if not minutes > 0:
        raise AptsError(f"a network is taught for more than 0 minutes, not {minutes:g}")
    rules = learnable(game)
    need_torch()
    folder = training_folder(rules, minutes, seed)
    start = parent_model(rules)
    if told is not None:
        begins = f", beginning with the model {start.stem} that comes with APTS" if start is not None else ""
        told(f"Teaching a network for {minutes:g} minutes in {folder}{begins}; Ctrl-C stops after the cycle at hand.")
    if (folder / "settings.json").exists():
        training = train(None, folder, resume=True, workers=workers)
    else:
        training = train(
            rules, folder, cycles=MANY_CYCLES, minutes=minutes, seed=seed, measure=0, start=start, workers=workers
        )
    if training.stopped:
        raise StoppedComparison("stopped while the network was taught; the same command goes on teaching it")
    return f"model:{training.model}"


def training_folder(rules: RulesGame, minutes: float, seed: int) -> Path:
    """The folder of a training: the same for the same rules, time and seed."""
    return Path(f"training-{file_stem(rules.name)}-{rules_hash(rules)[:8]}-{minutes:g}min-seed{seed}")


def parent_model(rules: RulesGame) -> Path | None:
    """The model that comes with APTS for a game of this name, whatever was changed in its rules."""
    for path in bundled_models().values():
        if read_model(path).game_name == rules.name:
            return path
    return None


def proven(game: Game, network: str, below: str, play: PlaytestRequest, archive: Archive | None) -> Estimate | None:
    """What the network scores against the level below it; None where not two play."""
    if game.players != 2:
        return None
    settings = PlaytestRequest(
        [network, below], PROOF, play.seed, play.limit, luck=0, resume=True, workers=play.workers
    )
    run = played_run(game, settings, archive)
    if run.interrupted or run.evidence.n < 2:
        return None
    rows = zip(run.evidence.scores, run.evidence.matches, strict=True)
    scores = np.array([row[list(match.seats).index(0)] for row, match in rows])
    return bounded_mean(run.evidence.by_units(scores), completeness=run.evidence.completeness)


def move_seconds(game: Game, network: str, below: str, seed: int) -> tuple[float, float] | None:
    """The processor time of a move of the network and of the level below it here, in one match from each seat."""
    if game.players != 2:
        return None
    moves, seconds = [0, 0], [0.0, 0.0]
    for seats in ((network, below), (below, network)):
        for turn in play_match(game, [agent(spec) for spec in seats], seed).turns:
            side = int(seats[turn.seat - 1] == below)
            moves[side], seconds[side] = moves[side] + 1, seconds[side] + (turn.seconds or 0.0)
    return None if not all(moves) else (seconds[0] / moves[0], seconds[1] / moves[1])
