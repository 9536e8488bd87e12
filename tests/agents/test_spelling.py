"""Agents are spelled one way everywhere, and a wrong spelling is answered with the right ones."""

from __future__ import annotations

import pytest

import apts
from apts.agents.agent_registry import agent, kinds, register, separated
from apts.agents.kinds.random_agent import RandomAgent
from apts.engine.game_contract import refusal


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "greedy",
        "uct:iterations=2000,c=1.4",
        "uct:seconds=0.5",
        "uct:iterations=5,solve=false,choice=quality,softening=0.25",
        "alphabeta:depth=6",
        "alphabeta:seconds=0.5,heuristic=othello-combined",
        "level:club",
        "adaptive",
        "adaptive:level=strong,lead=0.2",
        "human",
    ],
)
def test_spelling_is_kept(spec: str) -> None:
    assert apts.agent(spec).spec == spec


def test_settings_may_come_in_any_order_and_with_blanks() -> None:
    assert apts.agent(" uct: c=1.40 , iterations=20").spec == "uct:iterations=20,c=1.4"


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("utc", ["did you mean uct?", "alphabeta:depth=6", "level:club", "random"]),
        ("uct:iteration=5", ["'iteration=5'", "did you mean iterations?", "softening = a number from 0 to 1000"]),
        ("uct:iterations=0", ["iterations is a whole number from 1 to 1000000000, not '0'"]),
        ("uct:iterations=many", ["not 'many'"]),
        ("uct:solve=maybe", ["solve is true or false"]),
        ("uct:c=1,c=2", ["c is given twice"]),
        ("uct:5", ["'5' is not a setting"]),
        ("level:clubb", ["beginner", "casual", "club", "strong", "expert", "master", "'clubb'"]),
        ("level", ["beginner", "master"]),
        ("random:fast", ["it takes no settings"]),
        ("alphabeta:opponents=kind", ["paranoid or maxn"]),
        ("model:best.pt", ["no model file best.pt"]),
        ("model", ["model:FILE"]),
    ],
)
def test_wrong_spelling_is_told_in_a_sentence(spec: str, parts: list[str]) -> None:
    message = refusal(lambda text: agent(text), spec)
    for part in parts:
        assert part in message


def test_wrong_heuristic_lists_the_right_ones() -> None:
    state = apts.load("tic-tac-toe").start()
    message = refusal(lambda spec: agent(spec).choose(state), "alphabeta:heuristic=othelo")
    assert "othello-combined" in message
    assert "rules" in message


def test_lists_of_agents_keep_settings_together() -> None:
    text = "human,uct:iterations=20,c=1.4,level:club, alphabeta:depth=2,table=8"
    assert separated(text) == ["human", "uct:iterations=20,c=1.4", "level:club", "alphabeta:depth=2,table=8"]


def test_person_cannot_choose_without_being_asked() -> None:
    state = apts.load("tic-tac-toe").start()
    assert "apts play" in refusal(lambda spec: agent(spec).choose(state), "human")


def test_definition_that_is_run_again_takes_the_place_of_the_one_before() -> None:
    from apts.agents import agent_registry as registry

    try:
        for summary in ("Any move.", "Any move, told better."):

            @register("again", summary)
            class Again(RandomAgent):
                pass

        assert kinds()["again"].summary == "Any move, told better."
        assert type(agent("again")) is Again
    finally:
        del registry._KINDS["again"]


def test_plug_in_comes_through_the_same_door() -> None:
    known = kinds()["random"]
    register("first", "The first move of the list.")(known.make)
    try:
        assert agent("first").spec == "first"
        assert "there is an agent 'first' already" in refusal(
            lambda name: register(name, "Another.")(lambda: known.make()), "first"
        )
    finally:
        from apts.agents import agent_registry as registry

        del registry._KINDS["first"]


def test_setting_without_a_value_is_told_to_need_one() -> None:
    with pytest.raises(
        apts.AptsError, match="iterations has no value; write iterations=, and then a whole number from 1"
    ):
        agent("uct:iterations")
