"""What people may ask the studio for: agents, goals and whole requests."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from apts.agents.agent_registry import FILE, Kind, kinds, separated
from apts.agents.levels import level_names
from apts.agents.searching.evaluations import FITTED, NONE, SETTING, evaluation_names
from apts.agents.spelling import read_settings, spelling_parts, written_settings
from apts.errors import AptsError
from apts.learning.networks.model_file import bundled_models
from apts.playtest.evidence.evidence import Goals
from apts.playtest.goals.goal_files import bank_names, bank_set, requested_goals
from apts.playtest.goals.reading import read_goal
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.request_fields import check_shared
from apts.similar_names import did_you_mean
from apts.studio.store.matches import Models
from apts.variants.search.improve_request import ImproveRequest
from apts.variants.search.improve_settings import check_settings
from apts.variants.search.improving import METHODS

# ----------------------------------------------------------------------------------------------------------------
# Which agents people may ask the studio for: kinds that read no files of their choosing, with budgets that end
# soon.

LONGEST_SPELLING = 300
MOST_AGENTS = 16

MOST: Mapping[str, float] = {
    "iterations": 100_000,
    "seconds": 8.0,
    "breadth": 200,
    "nodes": 1 << 22,
    "table": 20,
    "depth": 30,
    "samples": 50,
    "simulations": 2_000,
    "playout": 10_000,
}
"""The most that a setting of an agent may be, whatever the kind."""

_SECONDS = "seconds"
"""The setting of kinds that can be told to stop by the clock."""


def shared_kinds() -> tuple[Kind, ...]:
    """The kinds of agents that say of themselves that a studio may play with them."""
    return tuple(kind for kind in kinds().values() if kind.shared)


def shared_example(kind: Kind) -> str:
    """How a kind is spelled in a studio, where models have names and no files."""
    return kind.example.replace("FILE", "NAME")


def allowed_agent(spelling: str, models: Models | None, game: str) -> str:
    """The agent that a spelling stands for in the studio, as workers take it; others are refused with a sentence.

    A model is called by its name: one that comes with APTS, or one of ``models`` that the studio trained on the game.
    """
    name, values = _read(spelling, models, game)
    return _written(name, values)


def allowed_agents(spellings: str, models: Models | None, game: str) -> str:
    """The same for a list of agents in one text, such as ``level:club,uct:iterations=200,c=1``."""
    found = [allowed_agent(one, models, game) for one in separated(spellings)]
    if not 0 < len(found) <= MOST_AGENTS:
        raise AptsError(f"a play-test has 1 to {MOST_AGENTS} agents, not {len(found)}")
    return ",".join(found)


def quick_agent(spelling: str, models: Models | None, game: str) -> str:
    """The same for an answer that somebody waits for: searches end by the clock too, whatever their other budget is."""
    name, values = _read(spelling, models, game)
    if values.get(SETTING) == FITTED:
        raise AptsError(
            f"the agent {spelling.strip()!r} may take too long here: an evaluation is fitted in a play-test"
        )
    settings = kinds()[name].settings
    if any(setting.name == _SECONDS for setting in settings) and _SECONDS not in values:
        for setting in settings:
            if setting.budget:
                values.setdefault(setting.name, setting.default)
        values[_SECONDS] = MOST[_SECONDS]
    return _written(name, values)


def _read(spelling: str, models: Models | None, game: str) -> tuple[str, dict[str, Any]]:
    text = spelling.strip()
    if len(text) > LONGEST_SPELLING:
        raise AptsError(f"the spelling of an agent is longer than {LONGEST_SPELLING} characters")
    name, rest = spelling_parts(text)
    kind = kinds().get(name)
    if kind is not None and kind.is_person:
        raise AptsError("only agents can be asked here, not people")
    if kind is None or not kind.shared:
        shared = shared_kinds()
        hint, listed = did_you_mean(name, [one.name for one in shared]), ", ".join(map(shared_example, shared))
        raise AptsError(f"the studio has no agent {text!r}{hint} (there are: {listed})")
    values = read_settings(rest, kind.settings, kind.positional, text)
    if kind.positional == "name" and "name" not in values:
        raise AptsError(f"the agent {text!r} needs the name of a level: {', '.join(kind.settings[0].choices)}")
    for setting, most in MOST.items():
        if values.get(setting) is not None and values[setting] > most:
            raise AptsError(f"the agent {text!r} would take too much: {setting} is {most:,g} at most in the studio")
    judged_by = values.get(SETTING)
    if judged_by is not None and judged_by not in (NONE, *evaluation_names()):
        hint, listed = did_you_mean(judged_by, evaluation_names()), ", ".join(evaluation_names())
        raise AptsError(f"the studio has no heuristic {judged_by!r}{hint} (there are: {listed})")
    if kind.is_of_a_file:
        values[FILE] = _model_file(str(values.get(FILE, "")), models, game)
    return name, values


def _written(name: str, values: Mapping[str, Any]) -> str:
    kind = kinds()[name]
    described = written_settings(values, kind.settings, kind.positional)
    return f"{name}:{described}" if described else name


def _model_file(name: str, models: Models | None, game: str) -> str:
    """The model of a name; a path is none, except that of a model of this game in the studio's own folder."""
    trained = models.of(game) if models is not None else ()
    own = {known: str(model.file) for model in trained for known in (model.job, str(model.file))}
    if name in own:
        return own[name]
    if re.fullmatch(r"[a-z0-9-]+", name) and name in bundled_models():
        return name
    known = [*bundled_models(), *(model.job for model in trained)]
    raise AptsError(f"the studio has no model {name!r}{did_you_mean(name, known)} (there are: {', '.join(known)})")


# ----------------------------------------------------------------------------------------------------------------
# Which goals people may ask for: sets of the bank by their names, and goals in words; never a file.

LONGEST_GOAL = 300

_AGENT = re.compile(r"\s+at\s+(?!least\b|most\b)([^\s\"']+)$", re.IGNORECASE)
"""The agent that a goal is about, as ``balance above 0.9 at level:expert``."""


def allowed_goal(text: str, models: Models | None, game: str) -> str:
    """A goal as a job takes it: the name of a set of the bank, or a goal that can be read; refused with a sentence else."""
    wanted = " ".join(text.split())
    if len(wanted) > LONGEST_GOAL:
        raise AptsError(f"a goal is longer than {LONGEST_GOAL} characters")
    if wanted in bank_names():
        return wanted
    if "/" in wanted or "\\" in wanted or wanted.endswith(".toml"):
        raise AptsError(f"{wanted!r} is not a goal; here goals are given in words or as sets of the bank, not as files")
    if re.fullmatch(r"[a-z]+(-[a-z]+)*", wanted):
        hint = did_you_mean(wanted, bank_names(), 3) or f"; sets of goals are: {', '.join(bank_names())}"
        raise AptsError(f"{wanted!r} is neither a goal in words nor a set of goals{hint}")
    agent = _AGENT.search(wanted)
    if agent is not None and agent[1].lower() not in level_names():
        allowed_agent(agent[1], models, game)  # before anything is made of it
    read_goal(wanted)
    return wanted


# ----------------------------------------------------------------------------------------------------------------
# Which play-tests people may ask the studio for: a request with allowed agents, goals and levels that ends soon.

IN_THE_STUDIO = "in the studio"
"""How sentences call the machine that others use, too."""


def allowed_request(request: PlaytestRequest, models: Models, game: str) -> PlaytestRequest:
    """The request as a job takes it; what the studio does not play is refused with a sentence."""
    check_shared(request, IN_THE_STUDIO)

    def checked_evaluator(given: Any) -> str | None:
        return None if given is None else allowed_agent(given, models, game)

    return replace(
        request,
        agents=_allowed(request.agents, models, game),
        levels=None if request.levels is None else _known_levels(request.levels),
        evaluate=checked_evaluator(request.evaluate),
        evaluator=checked_evaluator(request.evaluator),
        goals=tuple(allowed_goal(one, models, game) for one in request.goals),
    )


def allowed_search(request: ImproveRequest, models: Models, game: str) -> ImproveRequest:
    """The same for a search: its goals one by one, those of a set with the name of the set."""
    check_shared(request, IN_THE_STUDIO)
    settings = request.settings()
    goals = [
        one
        for goal in request.goals
        for one in ([goal] if isinstance(goal, Mapping) else _weighed(allowed_goal(goal, models, game)))
    ]
    check_settings((requested_goals(goals) or Goals()).wanted, settings, METHODS)
    return replace(request, agents=_allowed(request.agents, models, game), edits=settings.kinds, goals=goals)


def _weighed(goal: str) -> list[dict[str, Any]]:
    """The goals of a set of the bank, or the one that a text says, as a search takes them."""
    if goal in bank_names():
        return [{"goal": str(one), "weight": one.weight, "label": goal} for one in bank_set(goal).goals().wanted]
    return [{"goal": goal, "weight": None, "label": ""}]


def _allowed(agents: Any, models: Models, game: str) -> Any:
    """Agents as one text or one by one, as a job takes them."""
    if isinstance(agents, str):
        return allowed_agents(agents, models, game)
    if agents is None:
        return None
    if not 0 < len(agents) <= MOST_AGENTS:
        raise AptsError(f"a play-test has 1 to {MOST_AGENTS} agents, not {len(agents)}")
    return tuple(allowed_agent(one, models, game) for one in agents)


def spelled_agents(request: PlaytestRequest) -> list[str]:
    """The spellings of all agents that a request names, as one text for each place."""
    named = [*request.agents] if isinstance(request.agents, tuple) else [request.agents]
    return [one for one in (*named, request.evaluate, request.evaluator) if isinstance(one, str)]


def _known_levels(levels: str | Sequence[str]) -> tuple[str, ...]:
    """The levels that were named."""
    named = tuple(levels.split(",")) if isinstance(levels, str) else tuple(levels)
    wrong = [name for name in named if name not in level_names()]
    if wrong:
        raise AptsError(f"there is no level {wrong[0]!r}{did_you_mean(wrong[0], level_names())}")
    if len(set(named)) != len(named):
        raise AptsError("name each level once")
    return named
