"""The levels that a game is to be played at: names of levels, or spellings of agents, the weakest first."""

from __future__ import annotations

from collections.abc import Sequence

from apts.agents.agent_registry import agent, kinds, separated
from apts.agents.levels import level_names
from apts.agents.spelling_parts import kind_of, spelling_parts
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.playtest.matches.strength import budgets
from apts.similar_names import did_you_mean

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
