"""Who can be played against in a published game, and who cannot."""

from __future__ import annotations

import json

import pytest

import apts
from apts.agents.levels import level_names
from apts.errors import AptsError
from apts.publish.opponents import OPPONENTS, opponents, published_model
from tests.agents.test_equal_moves import stones
from tests.publish.node_matches import needs_compiler


def test_all_levels_are_told_with_their_budgets() -> None:
    told = {entry["spec"]: entry for entry in opponents(stones())}
    assert list(told) == list(OPPONENTS)
    assert {f"level:{name}" for name in level_names()} < told.keys()
    assert (told["level:club"]["iterations"], told["level:club"]["loss"], told["level:club"]["breadth"]) == (
        400,
        0.02,
        10,
    )
    assert told["adaptive"]["iterations"] == told["level:expert"]["iterations"]
    assert told["adaptive"]["adapting"]["lead"] == 0
    assert (told["uct:seconds=1"]["iterations"], told["uct:seconds=1"]["seconds"]) == (None, 1.0)
    assert json.loads(json.dumps(told)) == told


def test_settings_of_a_search_are_data() -> None:
    (told,) = opponents(apts.load("tic-tac-toe"), ["uct:iterations=10,c=0.5,solve=no"])
    assert told["settings"] == {"c": 0.5, "playout": None, "expand": 1, "solve": False, "judgement": None}


@pytest.mark.parametrize(
    "spec",
    ["random", "alphabeta:softening=1", "alphabeta:table=20", "greedy", "uct:grave=50", "uct:softening=1", "uct:reuse=no",
     "uct:nodes=500", "uct:rave=9"],
)  # fmt: skip
def test_agents_that_pages_cannot_play_like_are_refused(spec: str) -> None:
    with pytest.raises(AptsError, match="a page cannot play like"):
        opponents(apts.load("tic-tac-toe"), [spec])


@needs_compiler
def test_a_model_is_told_with_its_weights_and_a_page_has_room_for_one() -> None:
    (told,) = opponents(apts.load("tic-tac-toe"), ["model:tic-tac-toe,simulations=20"])
    assert told["iterations"] == 20
    assert len(told["network"]) > 100_000
    assert published_model(["level:club"]) is None
    with pytest.raises(AptsError, match="can hold one model"):
        published_model(["model:tic-tac-toe", "model:tic-tac-toe,simulations=9"])
