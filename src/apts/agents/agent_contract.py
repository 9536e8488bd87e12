"""The tests that every agent must pass, whatever it is made of.

Subclass :class:`AgentContract` in a test file and give the spelling; pytest does the rest::

    class TestMyAgent(AgentContract):
        spec = "mine:depth=2"
"""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from random import Random

from apts.agents.agent import Agent, MatchSeat, Seating, derived_seed
from apts.agents.agent_registry import agent
from apts.agents.matches import LONGEST, course, play_match
from apts.engine.game_contract import refusal
from apts.engine.play.game import Game, Move, State
from apts.engine.play.match_loop import OpenMatch, played
from apts.games.library import load


class AgentContract:
    """One agent against the contract of :class:`apts.agents.agent.Agent`, on games of both makes."""

    spec: str
    games: tuple[str, ...] = ("tic-tac-toe", "connect-four", "snowball-class")
    matches: tuple[str, ...] = ("tic-tac-toe",)
    plies = (0, 3, 6)

    @cached_property
    def agent(self) -> Agent:
        """The agent under test."""
        return agent(self.spec)

    def game(self, name: str) -> Game:
        """A game of the test; :attr:`games` and :attr:`matches` are their names."""
        return load(name)

    def positions(self) -> list[State]:
        """A few positions of each game, reached by random moves."""
        found = []
        for name in self.games:
            state, dice = self.game(name).start(1), Random(name)
            for ply in range(max(self.plies) + 1):
                if ply in self.plies and state.outcome is None:
                    found.append(state)
                state = state if state.outcome is not None else state.after(dice.choice(state.moves()))
        return found

    def test_spelling_makes_the_same_agent_again(self) -> None:
        """The spec is read back, and the agent survives a journey to another process."""
        assert self.agent.spec
        assert agent(self.agent.spec) == self.agent
        assert pickle.loads(pickle.dumps(self.agent)).spec == self.agent.spec

    def test_chosen_move_is_legal_and_the_state_is_left_alone(self) -> None:
        """In every game, and nothing changes by thinking."""
        for state in self.positions():
            before = str(state)
            assert self.agent.choose(state, seed=3) in state.moves()
            assert str(state) == before

    def test_same_seed_gives_the_same_move(self) -> None:
        """Twice in a row, with other positions in between, and in another thread."""
        positions = self.positions()
        once = [self.agent.choose(state, seed=5) for state in positions]
        again = [self.agent.choose(state, seed=5) for state in reversed(positions)][::-1]
        assert again == once
        with ThreadPoolExecutor(2) as pool:
            elsewhere = list(pool.map(lambda state: agent(self.spec).choose(state, seed=5), positions))
        assert elsewhere == once

    def test_analysis_has_a_row_for_every_move(self) -> None:
        """Each legal move once, values within bounds, lines that can be played; the position is worth its best move."""
        for state in self.positions():
            analysis = self.agent.analyze(state, seed=2)
            assert sorted(row.move.text for row in analysis.moves) == sorted(move.text for move in state.moves())
            assert analysis.best == analysis.moves[0].move
            assert len(analysis.values) == state.game.players
            assert abs(analysis.value - analysis.moves[0].value) < 1e-9
            assert abs(analysis.values[state.mover - 1] - analysis.value) < 1e-9
            for row in analysis.moves:
                assert -1.0 <= row.value <= 1.0
                assert row.low is None or row.high is None or -1.0 <= row.low <= row.high <= 1.0
                assert row.line[0] == row.move
                after = state
                for move in row.line:
                    after = after.play(move)

    def test_tree_is_cut_to_size(self) -> None:
        """What is asked for is what comes, at most, and its first moves are legal."""
        state = self.positions()[0]
        tree = self.agent.analyze(state, seed=2, tree=9).tree
        assert tree is not None
        assert 1 <= tree.size() <= 9
        assert {child.move for child in tree.children} <= {move.text for move in state.moves()}

    def test_match_is_played_to_its_end_and_can_be_played_again(self) -> None:
        """The same seed gives the same match, alone or beside another match."""
        for name in self.matches:
            game = self.game(name)
            agents = [self.agent] * game.players
            first = play_match(game, agents, seed=4)
            with ThreadPoolExecutor(2) as pool:
                others = list(pool.map(partial(play_match, game, agents), (4, 5, 4)))
            assert first.moves == others[0].moves == others[2].moves
            assert first.outcome == others[0].outcome

    def test_match_goes_as_the_players_of_the_agent_play_it(self) -> None:
        """However an agent says that it can be played quicker, every move is that of its own players."""
        for name in self.matches:
            game = self.game(name)
            players = [self.agent.player(seat, 4) for seat in range(1, game.players + 1)]
            state = game.start(derived_seed(4, "start"))
            for number, turn in enumerate(course(state, [self.agent] * game.players, 4)):
                assert turn.decision.move == players[state.mover - 1].decide(state, number).move
                state = state.after(turn.decision.move)
            assert state.outcome is not None

    def test_matches_side_by_side_go_as_each_does_alone(self) -> None:
        """The batch face tells matches apart, whatever it remembers of them, and answers as the players of the agent do."""
        for name in self.matches:
            game = self.game(name)
            seeds, seats = (4, 7, 4), range(1, game.players + 1)
            places = [MatchSeat(self.agent, seat, seed, match) for match, seed in enumerate(seeds) for seat in seats]
            starts = [game.start(derived_seed(seed, "start")) for seed in seeds]
            matches = [OpenMatch(start, [0] * game.players) for start in starts]
            found: list[list[Move]] = [[] for _ in seeds]
            for match, turn in played(matches, [type(self.agent).seated(Seating(game, places, LONGEST))], LONGEST):
                found[match].append(turn.decision.move)
            alone = [
                [turn.decision.move for turn in course(start, [self.agent] * game.players, seed)]
                for start, seed in zip(starts, seeds, strict=True)
            ]
            assert found == alone

    def test_finished_match_is_refused(self) -> None:
        """There is nothing to choose after the end."""
        state, dice = self.game("tic-tac-toe").start(), Random(1)
        while state.outcome is None:
            state = state.after(dice.choice(state.moves()))
        assert "over" in refusal(lambda _: self.agent.choose(state), "")
        assert "over" in refusal(lambda _: self.agent.analyze(state), "")
