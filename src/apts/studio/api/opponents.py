"""Who can be asked and played against: levels, kinds of agents, models; and the goals of the bank."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from apts.agents.levels import level_names
from apts.learning.networks.model_file import bundled_models
from apts.playtest.goals.goal_files import bank_names, bank_set
from apts.studio.api.models import Answer
from apts.studio.frame.studio import studio_of
from apts.studio.security.allowed import MOST, shared_example, shared_kinds
from apts.studio.store.matches import Models

router = APIRouter()


class AgentKind(Answer):
    """A kind of agent with an example of its spelling."""

    name: str
    about: str
    example: str


class Agents(Answer):
    """The levels from weak to strong, the kinds of agents, and the most that their settings may be."""

    levels: list[str]
    kinds: list[AgentKind]
    most: dict[str, float]


class Model(Answer):
    """A network that can be played against; ``shipped`` says whether it comes with APTS."""

    name: str
    game: str
    shipped: bool
    agent: str


class ModelList(Answer):
    """All networks."""

    models: list[Model]


class GoalSet(Answer):
    """A set of goals of the bank, by the design question that it asks."""

    name: str
    question: str
    why: str
    goals: list[str]


class GoalSets(Answer):
    """All sets of goals of the bank."""

    sets: list[GoalSet]


@router.get("/agents", summary="Agents and levels", tags=["agents"])
def list_agents() -> Agents:
    """How agents are spelled here, and what their budgets may be at most."""
    listed = [AgentKind(name=kind.name, about=kind.summary, example=shared_example(kind)) for kind in shared_kinds()]
    return Agents(levels=list(level_names()), kinds=listed, most=dict(MOST))


@router.get("/models", summary="Networks", tags=["agents"])
def list_models(
    request: Request,
    game: Annotated[str | None, Query(description="Only those of this game.", pattern=r"^[a-z0-9-]{1,80}$")] = None,
) -> ModelList:
    """Networks that come with APTS, and those that the studio trained."""
    studio = studio_of(request)
    models = Models(studio.settings.folder)
    shipped = [
        Model(name=name, game=name, shipped=True, agent=f"model:{name}")
        for name in bundled_models()
        if game is None or name == game
    ]
    own = [
        Model(name=model.job, game=model.game, shipped=False, agent=f"model:{model.job}")
        for model in (models.of(game) if game is not None else models.all())
    ]
    return ModelList(models=[*own, *shipped])


@router.get("/goals", summary="Goals of the bank", tags=["goals"])
def list_goals() -> GoalSets:
    """The design questions that ship, each a set of goals; jobs take their names or goals in words."""
    sets = []
    for name in bank_names():
        found = bank_set(name)
        data = found.page()
        goals = [str(goal) for goal in found.goals().wanted]
        sets.append(GoalSet(name=name, question=data["question"], why=data["why"], goals=goals))
    return GoalSets(sets=sets)
