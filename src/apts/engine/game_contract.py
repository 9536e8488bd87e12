"""The tests that every game must pass, whatever it is made of.

Subclass :class:`GameContract` in a test file and say how the game is loaded; pytest does the rest::

    class TestMyGame(GameContract):
        def load(self) -> Game:
            return apts.load("my-game.lud")
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from functools import cached_property

from apts.engine.play.game import Game, State
from apts.engine.play.outcome import utilities
from apts.errors import AptsError, InternalError


def refusal(attempt: Callable[[str], object], text: str) -> str:
    """The message with which something is refused; empty when it is not. A fault of APTS is no refusal, and is raised."""
    try:
        attempt(text)
    except InternalError:
        raise
    except AptsError as error:
        return str(error)
    return ""


class GameContract:
    """One game against the contract of :mod:`apts.engine.play.game`. ``plies`` limits how far a match is followed."""

    plies = 60
    longest_match = 20_000

    def load(self) -> Game:
        """The game under test."""
        raise NotImplementedError("a subclass says how its game is loaded")

    @cached_property
    def game(self) -> Game:
        """The game, loaded once for each test."""
        return self.load()

    def match(self, seed: int) -> list[State]:
        """The positions of a random match, from the start on, to its end or for :attr:`plies` moves."""
        choose = random.Random(seed)
        states = [self.game.start(seed)]
        while states[-1].outcome is None and len(states) <= self.plies:
            states.append(states[-1].after(choose.choice(states[-1].moves())))
        return states

    def test_game_says_what_it_is(self) -> None:
        """It has a name, one to sixteen seats and rules."""
        assert self.game.name
        assert 1 <= self.game.players <= 16
        assert self.game.rules.strip()
        assert 1 <= self.game.start().mover <= self.game.players

    def test_positions_read_back_from_their_text(self) -> None:
        """The text is one line, and what is read back is equal, hashes alike, and has the same moves."""
        for state in self.match(1):
            text = str(state)
            assert "\n" not in text
            again = self.game.state(text)
            assert again == state
            assert hash(again) == hash(state)
            assert again.position_hash == state.position_hash
            assert str(again) == text
            assert again.mover == state.mover
            assert again.moves() == state.moves()
            assert again.outcome == state.outcome

    def test_nonsense_is_not_a_position(self) -> None:
        """A text that is no position is refused in a sentence."""
        for text in ("", "nonsense", "///", f"{self.game.start()} bogus=1"):
            assert refusal(self.game.state, text), f"{text!r} was taken for a position"

    def test_moves_have_texts_of_their_own(self) -> None:
        """Upper and lower case being the same, no two moves share a text; the text plays the move."""
        for state in self.match(2):
            texts = [move.text.casefold() for move in state.moves()]
            assert len(set(texts)) == len(texts)
            assert all(text == text.strip() and text for text in texts)
            for move in state.moves()[:3]:
                assert state.find_move(move.text.upper()) == move
                assert state.play(move.text) == state.play(move)

    def test_states_do_not_change(self) -> None:
        """Asking for moves, outcome or pictures and playing on leaves a state as it was."""
        for state in self.match(3)[:12]:
            before, moves = str(state), state.moves()
            for move in moves[:4]:
                state.after(move)
            assert str(state) == before
            assert state.moves() == moves

    def test_match_is_over_exactly_when_there_is_no_move(self) -> None:
        """An outcome and moves exclude each other, and nothing can be played after the end."""
        for state in self.match(4):
            assert (state.outcome is None) == bool(state.moves())
            assert state.over == (state.outcome is not None)
            if state.outcome is not None:
                self.refuses(state, "pass")

    def test_illegal_moves_are_refused(self) -> None:
        """The message repeats what was written and names a legal move."""
        self.refuses(self.game.start(), "no such move")

    def refuses(self, state: State, text: str) -> None:
        """Fails unless playing the text is refused in a sentence that repeats it."""
        message = refusal(state.play, text)
        assert repr(text) in message
        assert str(state) in message

    def test_random_matches_end(self) -> None:
        """Random play comes to an end, and the ranks of its outcome make sense."""
        summary = self.game.playouts(4, seed=5, limit=self.longest_match)
        assert summary.count == summary.finished == 4
        assert len(summary.wins) == len(summary.rank_sums) == self.game.players
        assert summary.shortest > 0

    def test_outcome_tells_utilities_and_reason(self) -> None:
        """Utilities follow from ranks, the winner is the only first, and a reason is given."""
        for seed in range(3):
            outcome = self.match(seed)[-1].outcome
            if outcome is None:
                continue
            assert len(outcome.ranks) == self.game.players
            assert outcome.utilities == utilities(outcome.ranks)
            if (
                self.game.players > 1
                and not self.game.may_share_results
                and not outcome.all_won
                and not outcome.all_lost
            ):
                assert abs(sum(outcome.utilities) - sum(self.game.payoffs)) < 1e-9
            assert min(self.game.payoffs) <= min(outcome.utilities) <= max(outcome.utilities) <= max(self.game.payoffs)
            assert all(-1.0 <= utility <= 1.0 for utility in outcome.utilities)
            assert outcome.reason
            if outcome.winner is not None:
                assert outcome.ranks[outcome.winner - 1] == 1.0

    def test_same_seed_gives_the_same_match(self) -> None:
        """Start and moves decide everything."""
        assert [str(state) for state in self.match(6)] == [str(state) for state in self.match(6)]
        first, second = (self.game.playouts(3, seed=7, limit=50) for _ in range(2))
        assert first == second

    def test_counts_agree_with_the_moves(self) -> None:
        """Depth 1 of perft is the number of moves."""
        assert self.game.perft(0) == 1
        assert self.game.perft(1, distinct=True) == len(self.game.start().moves())

    def test_answers_about_sites_and_pieces_agree(self) -> None:
        """Sites have names of their own, pieces stand on them, and moves go between them."""
        game, places = self.game, len(self.game.place_names)
        assert len(set(game.site_names)) == len(game.site_names) <= places
        for symmetry in game.symmetries:
            assert sorted(symmetry) == list(range(len(symmetry)))
        states = self.match(10)
        assert game.occupied_in(states) <= {site for state in states for site in state.standing} | set(range(places))
        for state in states:
            assert all(0 <= site < places and piece for site, piece in state.standing.items())
            assert game.occupied_in([state]) == set(state.standing)
            ends = [end for move in state.moves() for end in (move.origin, move.target) if end is not None]
            assert not game.site_names or all(0 <= end < places for end in ends)
            assert state.reply_counts(0)[0] >= len(state.moves())

    def test_what_a_seat_sees_and_other_luck_leave_the_position_as_it_is(self) -> None:
        """Other luck changes nothing but what is to come; where nothing is hidden everybody sees the position."""
        for state in self.match(11)[:12]:
            other = state.with_luck(12345)
            assert other.content == state.content
            assert hash(other.content) == hash(state.content)
            assert (other.mover, other.outcome) == (state.mover, state.outcome)
            assert state.dice or other.moves() == state.moves(), "only dice thrown for the choice make other moves"
            assert self.game.has_chance or other == state
            for seat in range(1, self.game.players + 1):
                assert self.game.hidden_by or state.observation(seat) == state.content
            assert state.outcome is None or not state.decided

    def test_random_end_is_an_end(self) -> None:
        """A random match from any position ends as a match can end, or not in time."""
        state = self.match(12)[0]
        assert state.random_end(random.Random(1), 0) is None
        ended = state.random_end(random.Random(1), self.longest_match)
        assert ended is not None
        assert len(ended.utilities) == self.game.players

    def test_drawings(self) -> None:
        """Both drawings have something in them."""
        state = self.match(8)[-1]
        assert state.board_text().strip()
        assert state.svg().lstrip().startswith("<svg")

    def test_states_travel_between_processes(self) -> None:
        """A state that was pickled comes back equal."""
        state = self.match(9)[-1]
        assert pickle.loads(pickle.dumps(state)) == state
