"""Agents of one's own at the table: whatever they do wrong is told in a sentence that names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_line import apts_process as apts

AGENTS = """
import apts
from apts.agents.agent import Decision
from apts.agents.agent_registry import register


class Base(apts.Agent):
    def analyze(self, state, seed=1, *, tree=0):
        return self.analysis(state)

    def decide(self, state, seed=1):
        return Decision(state.moves()[0])

    def analysis(self, state):
        raise LookupError("nothing to say")


@register("cheat", "plays on taken sites")
class Cheat(Base):
    def decide(self, state, seed=1):
        return Decision(state.game.start().moves()[0])


@register("lost", "has no player")
class Lost(Base):
    def player(self, seat, seed=1):
        return None


@register("dumb", "says nothing")
class Dumb(Base):
    def analysis(self, state):
        return None


@register("mute", "fails when it is asked")
class Mute(Base):
    pass
"""


@pytest.fixture
def plugin(tmp_path: Path) -> tuple[str, str]:
    """A plug-in with agents that break their contract."""
    file = tmp_path / "mine.py"
    file.write_text(AGENTS)
    return "--plugins", str(file)


@pytest.mark.parametrize(
    ("words", "typed", "told"),
    [
        (("play", "tic-tac-toe", "--agents", "human,cheat"), "a1\n", "agent cheat at seat 2 gave 'a1' at turn 2, which is"),
        (("play", "tic-tac-toe", "--agents", "human,lost"), "a1\n", "agent lost at seat 2 gave None as its player"),
        (("play", "tic-tac-toe", "--agents", "human,random", "--hints", "mute"), "hint\n", "agent mute raised LookupError"),
        (("play", "tic-tac-toe", "--agents", "human,random", "--hints", "dumb"), "hint\n", "agent dumb gave None about"),
        (("analyze", "tic-tac-toe", "--agent", "mute"), "", "agent mute raised LookupError when it was asked"),
        (("analyze", "tic-tac-toe", "--agent", "dumb"), "", "agent dumb gave None about"),
        (("stress", "tic-tac-toe", "--agent", "mute", "--matches", "4"), "", "agent mute raised LookupError"),
    ],
)  # fmt: skip
def test_agents_that_break_their_contract_are_named(
    words: tuple[str, ...], typed: str, told: str, plugin: tuple[str, str], tmp_path: Path
) -> None:
    done = apts(*words, *plugin, typed=typed, folder=tmp_path)
    assert done.code == 1, (done.output, done.complaint)
    assert told in done.complaint
    assert "error of its own" not in done.complaint
