"""An arena and a stress test are the same whether the command line or Python asks for them."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from typer.testing import CliRunner

import apts
from apts.cli.commands import app
from apts.errors import AptsError
from apts.playtest.experiments.experiment_requests import ArenaRequest, StressRequest, StylesRequest
from apts.request_fields import Request, offered

GAME = "tic-tac-toe"
MEETING = ("random", "uct:iterations=9")

ARENA: dict[str, tuple[Any, tuple[str, ...]]] = {
    "matches": (12, ("--matches", "12")),
    "seed": (-3, ("--seed", "-3")),
    "opening": (0, ("--opening", "0")),
    "workers": (1, ("--workers", "1")),
    "cluster": ("local", ("--cluster", "local")),
    "all_matches": (True, ("--all",)),
}
STRESS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "agent": ("uct:iterations=9", ("--agent", "uct:iterations=9")),
    "matches": (12, ("--matches", "12")),
    "seed": (2**63, ("--seed", str(2**63))),
    "openings": (3, ("--openings", "3")),
    "sorts": (["opening", "piece"], ("--only", "opening", "--only", "piece")),
    "guard": (True, ("--guard",)),
    "resume": (True, ("--resume",)),
    "limit": (30, ("--limit", "30")),
    "workers": (1, ("--workers", "1")),
    "cluster": ("local", ("--cluster", "local")),
}
STYLES: dict[str, tuple[Any, tuple[str, ...]]] = {
    "iterations": (7, ("--iterations", "7")),
    "matches": (12, ("--matches", "12")),
    "seed": (2**63, ("--seed", str(2**63))),
    "only": (["takes", "blocks"], ("--only", "takes", "--only", "blocks")),
    "resume": (True, ("--resume",)),
    "limit": (30, ("--limit", "30")),
    "workers": (1, ("--workers", "1")),
    "cluster": ("local", ("--cluster", "local")),
}
"""Every field that a command offers, as Python and the command say it."""


class MoveRequest(Exception):  # noqa: N818 - carries what was asked for, in place of playing it
    """The request that reached what would play it."""


def taken(monkeypatch: pytest.MonkeyPatch, module: str, name: str) -> list[Any]:
    """The requests that reach a function, in place of being played."""
    found: list[Any] = []

    def take(_game: Any, request: Any, *_: Any) -> None:
        found.append(request)
        raise MoveRequest

    monkeypatch.setattr(import_module(module), name, take)
    return found


@pytest.mark.parametrize(
    ("command", "fields", "made", "function"),
    [
        ("arena", ARENA, ArenaRequest, "arena.held_arena"),
        ("stress", STRESS, StressRequest, "stress.stressed"),
        ("styles", STYLES, StylesRequest, "style_table.styles_met"),
    ],
)
def test_every_field_is_the_same_by_command_and_python(
    monkeypatch: pytest.MonkeyPatch, command: str, fields: dict[str, Any], made: type[Any], function: str
) -> None:
    assert fields.keys() == offered(made, "command").keys()
    module, _, name_of_function = function.partition(".")
    found = taken(monkeypatch, f"apts.playtest.experiments.{module}", name_of_function)
    first = {"agents": MEETING} if command == "arena" else {}
    for name, (value, words) in fields.items():
        wanted: Request = made(**first, **{name: value})
        assert getattr(wanted, name) != getattr(made(**first), name)
        CliRunner().invoke(app, [command, GAME, *(MEETING if first else ()), *words])
        with pytest.raises(MoveRequest):
            getattr(apts, command)(GAME, **first, **{name: value})
        with pytest.raises(MoveRequest):
            getattr(apts, command)(GAME, request=wanted)
        assert [replace(found[-3], command=""), found[-2], found[-1]] == [wanted] * 3, name
        assert made.from_data(json.loads(json.dumps(wanted.as_data()))) == wanted


@pytest.mark.parametrize(
    ("command", "name", "value", "words"),
    [
        ("arena", "matches", 0, ("--matches", "0")),
        ("arena", "opening", -1, ("--opening", "-1")),
        ("stress", "openings", -1, ("--openings", "-1")),
        ("stress", "limit", 0, ("--limit", "0")),
        ("stress", "sorts", ["dance"], ("--only", "dance")),
        ("styles", "only", ["dance"], ("--only", "dance")),
        ("styles", "iterations", 0, ("--iterations", "0")),
    ],
)
def test_a_wrong_value_is_refused_in_the_same_words(
    command: str, name: str, value: Any, words: tuple[str, ...]
) -> None:
    first = {"agents": MEETING} if command == "arena" else {}
    with pytest.raises(AptsError) as found:
        getattr(apts, command)(GAME, **first, **{name: value})
    done = CliRunner().invoke(app, [command, GAME, *(MEETING if first else ()), *words])
    assert str(found.value) in (done.output if done.exit_code == 2 else str(done.exception))


def test_agents_that_are_objects_are_written_by_their_spellings() -> None:
    made = ArenaRequest(agents=[apts.agent("random"), "greedy"])
    assert made.as_data()["agents"] == ["random", "greedy"]
    assert StressRequest(agent=apts.agent("random")).as_data()["agent"] == "random"
    with pytest.raises(AptsError, match="leave out seed; dataclasses"):
        apts.stress(GAME, seed=4, request=StressRequest())
