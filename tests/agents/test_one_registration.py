"""A kind of agent is one registration: pages take what they call it from there, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import apts
from apts.agents import agent_registry
from apts.agents.agent_registry import kinds
from apts.agents.calibrating.page_about_agents import settings_part
from apts.locales import LANGUAGES
from apts.report.pages.run_page import _opponent, report_html
from apts.report.texts import words
from apts.studio.api.opponents import list_agents
from apts.studio.security.allowed import allowed_agent, shared_kinds
from apts.studio.words import describe_players
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
            assert _opponent(f"{name}:care=0.5", words(language)).endswith(f", {words_of_it}")
            assert words_of_it in report_html(run, language)
        assert f"### {name}\n" in settings_part()


def test_agent_of_the_guide_is_there_in_a_studio(names: tuple[str, str]) -> None:
    for name in names:
        assert allowed_agent(f"{name}:care=0.5", None, "hex") == f"{name}:care=0.5"
    asked = {kind.name: kind.example for kind in list_agents().kinds}
    assert [asked[name] for name in names] == ["centre:care=0.5"] * 2


def test_kinds_that_a_studio_plays_with_are_those_that_say_so() -> None:
    own = {kind.name for kind in shared_kinds() if kind.make.__module__.startswith("apts.")}
    assert own == {"adaptive", "alphabeta", "best", "greedy", "level", "model", "random", "style", "uct"}
    with pytest.raises(apts.AptsError, match="the studio has no agent 'q:values'"):
        allowed_agent("q:values", None, "hex")


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


NAMED = {
    # What is made of a kind: what trains, publishes or seats it, and who is forced to play at random.
    "model": {"cli/commands.py", "cli/learning", "playtest/strengths", "studio/api/models.py", "studio/play"},
    "adaptive": {"publish/default_opponents.py", "studio/play/page_data.py"},
    "random": {"playtest/experiments", "playtest/findings", "playtest/goal_check.py", "playtest/matches/forecast.py",
               "studio/pages/search_form.py"},
    # A person sits at a table of the terminal. Measures of a training are called after the search that is met.
    "human": {"cli/playing/match_table.py"},
    "uct": {"cli/learning", "learning/training", "studio/jobs/kinds/train_job.py"},
}  # fmt: skip
"""Where names of kinds may stand outside their folder. Levels of stacks, figures called q, styles of pages are others."""


def test_names_of_kinds_stand_in_their_folder() -> None:
    """A list of agents anywhere else would be a second home of what they declare."""
    package = ROOT / "src" / "apts"
    known = {kind.name for kind in kinds().values() if kind.make.__module__.startswith("apts.")} - {
        "level",
        "q",
        "best",
        "style",
    }
    written = {
        (str(node.value), file.relative_to(package).as_posix())
        for file in package.rglob("*.py")
        if not file.is_relative_to(package / "agents")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in known
    }
    used = {(name, home) for name, place in written for home in NAMED.get(name, ()) if place.startswith(home)}
    stray = {(name, place) for name, place in written if not any(place.startswith(one) for one in NAMED.get(name, ()))}
    assert stray == set(), "declare it in the registration, and take it from there"
    assert used == {(name, home) for name in NAMED for home in NAMED[name]}, "the others need no leave any more"
