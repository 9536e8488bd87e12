"""A kind of agent is one registration: pages take what they call it from there, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import apts
from apts.agents import agent_registry
from apts.agents.agent_registry import kinds
from apts.agents.calibrating.page import settings_part
from apts.locales import LANGUAGES
from apts.report.run_page.page import report_html
from apts.report.texts import words
from apts.studio.agent_descriptions import describe_players
from apts.studio.words import words as studio_words

ROOT = Path(__file__).parents[2]


@pytest.fixture
def names() -> Iterator[tuple[str, str]]:
    """The agent of the guide, once as if it stood in the folder of kinds, and once as a plug-in."""
    text = (ROOT / "docs" / "adding-an-agent.md").read_text(encoding="utf-8")
    found = re.search(r"```python centre\.py\n(.*?)```", text, re.DOTALL)
    assert found is not None
    known = ("centre", "outside")
    for name, module in zip(known, ("apts.agents.kinds.centre_agent", "a_plug_in"), strict=True):
        source = found[1].replace('"centre"', f'"{name}"')
        exec(compile(source, f"{name}.py", "exec"), {"__name__": module})
    yield known
    for name in known:
        del agent_registry._KINDS[name]


def test_agent_of_the_guide_is_called_in_words_everywhere(names: tuple[str, str]) -> None:
    told = ("likes the centre, with care 0.5", "gosta do centro, com atenção 0,5")
    for name in names:
        run = apts.playtest("tic-tac-toe", [f"{name}:care=0.5", "random"], 20, workers=1)
        assert run.as_data()["agents"] == [f"{name}:care=0.5", "random"]
        for language, words_of_it in zip(LANGUAGES, told, strict=True):
            assert words(language).players([f"{name}:care=0.5"]) == words_of_it
            assert describe_players([f"{name}:care=0.5"], studio_words(language)) == words_of_it
            assert words_of_it in report_html(run, language)
        assert f"### {name}\n" in settings_part()


def test_kinds_have_words_in_every_language() -> None:
    for name, kind in kinds().items():
        if not kind.make.__module__.startswith("apts."):
            continue
        if name != "level":  # a level is called by its players
            assert set(kind.texts) == set(LANGUAGES), name
            assert len({tuple(texts.with_setting) for texts in kind.texts.values()}) == 1
            assert {setting for texts in kind.texts.values() for setting in texts.with_setting} <= {
                setting.name for setting in kind.settings
            }
