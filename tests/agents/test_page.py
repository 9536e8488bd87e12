"""The page about agents says what the agents are."""

from __future__ import annotations

from pathlib import Path

from apts.agents.agent_registry import kinds
from apts.agents.calibrating.page_about_agents import parts, renewed

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"


def test_page_is_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == renewed(text), "run: python -m apts.agents.calibrating.page_about_agents docs/agents.md"
    for part in parts().values():
        assert part in text


def test_every_kind_of_agent_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for kind in kinds().values():
        assert f"`{kind.example}`" in text
