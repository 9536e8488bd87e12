"""``model``: a network that was trained on a game. The spelling is reserved; training fills it."""

from __future__ import annotations

from apts.agents.agent import Agent
from apts.agents.registry import register
from apts.agents.settings import Setting
from apts.errors import AptsError


@register(
    "model",
    "A trained network.",
    (Setting("file", str, "the file of the model"),),
    example="model:FILE",
    positional="file",
)
def model_agent(file: str | None = None) -> Agent:
    """The agent that plays with a model."""
    if not file:
        raise AptsError("the agent 'model' needs a file: write model:FILE")
    raise AptsError(f"the agent 'model:{file}' cannot be made: this version of APTS cannot train or read models yet")
