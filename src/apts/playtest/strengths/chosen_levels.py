"""The levels that a game is to be played at: names of levels, or spellings of agents, the weakest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from apts.agents.agent_registry import agent, kinds, separated
from apts.agents.levels import level_names
from apts.agents.matches import play_match
from apts.agents.spelling import kind_of, spelling_parts
from apts.archive import Archive
from apts.atomic_files import file_stem
from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.learning.encodings.encoding import learnable
from apts.learning.extra import need_torch
from apts.learning.networks.model_file import bundled_models, read_model, rules_hash
from apts.learning.training.training_run import train
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.matches.forecast import budgets
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.run import played_run
from apts.similar_names import did_you_mean
from apts.statistics import Estimate, bounded_mean

ALL = "all"
"""Stands for all levels."""

DEFAULT_LEVELS = "casual,club,expert"
"""The levels where none are named."""


def level_specs(levels: str | Sequence[str], game: Game) -> tuple[str, ...]:
    """The spellings of the agents, one for each level, the weakest first.

    Names of levels, ``random`` and tree searches are put in order of their budgets. Where one agent has no budget to go
    by, such as a network, all stay in the order that they were named in.
    """
    if not isinstance(levels, str | Sequence) or not all(isinstance(word, str) for word in levels):
        raise AptsError(f"levels are names such as 'casual,club' or a list of them, not {levels!r}")
    words = separated(levels) if isinstance(levels, str) else [word.strip() for word in levels]
    named = [name for word in words for name in (level_names() if word.lower() == ALL else (word,))]
    specs = [level_spec(name) for name in named]
    for spec in specs:
        if specs.count(spec) > 1:
            raise AptsError(f"the level {level_label(spec)!r} is named twice; name each level once")
    known = budgets(specs, game)
    if None in known:
        return tuple(specs)
    return tuple(sorted(specs, key=lambda spec: known[specs.index(spec)] or 0))


def level_spec(name: str) -> str:
    """The spelling of the agent that a level is played by: ``club`` is ``level:club``."""
    word = name.strip()
    if word.lower() in level_names():
        return f"level:{word.lower()}"
    if kind_of(word) not in kinds():
        raise AptsError(
            f"there is no level {word!r}{did_you_mean(word, [*level_names(), ALL])} (levels: {', '.join(level_names())}, "
            f"{ALL} for all of them, or an agent such as uct:iterations=2000)"
        )
    made = agent(word)
    if made.is_person:
        raise AptsError(f"the level {word!r} cannot be play-tested: matches are played by agents alone")
    return made.spec


def level_label(spec: str) -> str:
    """What a level is called: ``level:club`` is ``club``, and a model is called by its file."""
    head, rest = spelling_parts(spec)
    if head == "level":
        return rest
    if head != "model":
        return spec
    file, *settings = rest.split(",")
    return ",".join([f"model {file.replace(chr(92), '/').rpartition('/')[2].removesuffix('.onnx')}", *settings])


# ----------------------------------------------------------------------------------------------------------------
# A network that is taught before a game is played at several strengths, to be its top level.

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
