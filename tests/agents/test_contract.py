"""Every kind of agent keeps the contract."""

from __future__ import annotations

from apts.agents.agent_registry import AgentContract, kinds


class TestRandom(AgentContract):
    spec = "random"


class TestGreedy(AgentContract):
    spec = "greedy"


class TestUct(AgentContract):
    spec = "uct:iterations=60"


class TestUctWithoutReuse(AgentContract):
    spec = "uct:iterations=60,reuse=false,solve=false,expand=3"


class TestUctByLot(AgentContract):
    spec = "uct:iterations=60,choice=quality,softening=0.5"


class TestUctWithHeuristic(AgentContract):
    spec = "uct:iterations=60,playout=3,heuristic=rules"
    games = ("tic-tac-toe", "connect-four")


class TestUctWithGrave(AgentContract):
    spec = "uct:iterations=60,grave=50"
    games = ("tic-tac-toe", "connect-four")


class TestAlphaBeta(AgentContract):
    spec = "alphabeta:depth=2"


class TestAlphaBetaByLot(AgentContract):
    spec = "alphabeta:depth=1,softening=0.1"


class TestLevel(AgentContract):
    spec = "level:beginner"


class TestAdaptive(AgentContract):
    spec = "adaptive:level=casual"


class TestStyle(AgentContract):
    spec = "style:blocks,iterations=40"


class TestStyleByLot(AgentContract):
    spec = "style:random,iterations=40,temperature=0.3"


class TestBest(AgentContract):
    spec = "best:milliseconds=0.2"


def test_every_kind_that_can_play_alone_is_tested() -> None:
    tested = {value.spec.partition(":")[0] for value in globals().values() if hasattr(value, "spec")}
    assert set(kinds()) - tested == {"human", "model", "q"}
