"""An agent played by the code that ``PYTHONPATH`` leads to; :class:`bench.strength.agents.AgentBefore` starts it."""

from __future__ import annotations

from typing import Any

import apts
from apts.engine.play.game import State
from bench.strength.answering import answer_lines
from bench.strength.seated_agent import SeatedAgent


class AnsweringAgent:
    """A game with one agent that plays matches of it."""

    def __init__(self) -> None:
        self._agent: SeatedAgent | None = None
        self._state: State | None = None
        self._is_warm = False

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request."""
        if "load" in request:
            self._game = apts.load(request["load"], **request["options"])
            self._agent = SeatedAgent(request["agent"], self._game)
            return {"timed": self._agent.timed, "version": self._agent.version, "file": apts.__file__}
        assert self._agent is not None, "a game comes first"
        if "begin" in request:
            self._state = self._game.start(request["chance"])
            if str(self._state) != request["position"]:
                self._state = self._game.state(request["position"])
            if not self._is_warm:
                self._agent.warm_up(self._state, request["seconds"])
                self._is_warm = True
            self._agent.begin(request["begin"], request["seed"], request["seconds"])
            return {"position": str(self._state)}
        assert self._state is not None, "a match comes first"
        if "choose" in request:
            move, seconds, early = self._agent.choose(self._state, request["choose"])
            return {"move": move.text, "seconds": seconds, "early": early}
        self._state = self._state.play(request["play"])
        return {"position": str(self._state)}


if __name__ == "__main__":
    answer_lines(AnsweringAgent().answer)
