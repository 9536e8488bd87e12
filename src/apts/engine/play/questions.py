"""What is asked of games and positions beside playing them, with the answers of a game that has nothing to say.

Whoever wants to know whether chance is at work, what stands where or which rules end a match asks here, and need not know
how a game is written. A game from rules text answers from its compiled rules, a game written as a class from what the
class offers; what a game does not know is told as unknown, never guessed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from apts.engine.play.outcome import Outcome, seat_called

if TYPE_CHECKING:
    from apts.board.board import Board
    from apts.engine.play.game import Move, State
    from apts.engine.python_game import PythonGame
    from apts.engine.rules_game import RulesGame
    from apts.engine.rules_state import RulesState
    from apts.language.tree import Clause


@dataclass(frozen=True)
class EndRule:
    """A rule of the text that ends a match or gives somebody a place: the rule itself, its text and line.

    ``inside`` are the places of the end rules inside it in the list of all, its own among them; ``lines`` are theirs.
    """

    rule: Clause
    text: str
    line: int
    inside: tuple[int, ...]
    lines: tuple[int, ...]


class GameQuestions:
    """What is asked of a game."""

    @property
    def from_rules(self) -> RulesGame | None:
        """This game where it comes from rules text: its kernel, its typed rules, its memory. None for all others.

        It is for those who run the kernel or read the rules themselves; everybody else has the questions below.
        """
        return None

    @property
    def is_compiled(self) -> bool:
        """Whether matches are played in compiled code, which releases the interpreter's lock."""
        return self.from_rules is not None

    @property
    def definition(self) -> PythonGame[Any] | None:
        """The object that the game is written as, where it is a Python class; None for all others."""
        return None

    @property
    def arguments(self) -> Mapping[str, Any] | None:
        """What the constructor of a class was given when the game was loaded; None for all others, and for objects."""
        return None

    @property
    def has_chance(self) -> bool:
        """Whether chance has a say, at the start or later."""
        return False

    @property
    def hidden_by(self) -> tuple[str, ...]:
        """What in the rules hides something from a seat, with its place; empty where everybody sees everything."""
        return ()

    @property
    def board(self) -> Board | None:
        """The board with its sites, directions and regions; None where the game has none that is known."""
        return None

    @property
    def has_stacks(self) -> bool:
        """Whether several pieces may stand on one site, one above the other."""
        return False

    @property
    def site_names(self) -> tuple[str, ...]:
        """The sites of the board by number, as moves are written with them; empty where the game names none."""
        return ()

    @property
    def place_names(self) -> tuple[str, ...]:
        """The sites of the board, then those of hands and the like, by the numbers that moves have."""
        return self.site_names

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called, seat 1 first; an empty text, or none at all, where a seat has no name."""
        return ()

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat, seat 1 first, where seats play in teams for the whole match; else empty."""
        return ()

    @property
    def cooperative(self) -> bool:
        """Whether all of several seats have the same result in every match: they win or lose together."""
        return False

    @property
    def may_share_results(self) -> bool:
        """Whether a result may be good, or bad, for all seats at once: then no seat's gain is another one's loss."""
        return False

    def seat_called(self, seat: int, word: str = "seat") -> str:
        """A seat as people are told of it: ``Raiders (seat 2)``; ``seat 2`` where it has no name."""
        return seat_called(seat, self.seat_names, word)

    @property
    def piece_names(self) -> tuple[str, ...]:
        """The pieces that belong to players, without dice; empty where the game names none."""
        return ()

    def names_in_text(self, piece: str) -> frozenset[str]:
        """What the rules call a piece, with or without the number of a player; people may know it by another name."""
        return frozenset({piece})

    @property
    def move_kinds(self) -> tuple[str, ...]:
        """The kinds of moves that the rules leave to a choice; empty where they are not known before they are seen."""
        return ()

    @property
    def end_rules(self) -> tuple[EndRule, ...]:
        """The rules that end a match, an outer one before those inside it; empty where they cannot be told apart."""
        return ()

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Turns and reflections of the board that keep the start position: for each site the one it comes to.

        They are those of the board and the start; the rules may still tell sites apart.
        """
        return ()

    @property
    def leaving(self) -> frozenset[str]:
        """The results, ``Win`` and ``Loss``, by which one seat leaves a match that the others go on with."""
        return frozenset()

    @property
    def scores_place_all(self) -> bool:
        """Whether scores at the end of a match can give all places anew, those of seats that had left it too."""
        return False

    @property
    def scores_add_up(self) -> bool:
        """Whether the scores of all seats, from the last place at 0 to the first at 1, add up to half the seats in every
        match; False where that is not known.
        """
        return False

    def occupied_in(self, states: Iterable[State]) -> set[int]:
        """The sites on which something stands in any of some positions."""
        return {site for state in states for site in state.standing}

    def pieces_in(self, states: Sequence[State]) -> list[tuple[int, ...]]:
        """How many pieces stand on the board in each position: those of each seat, then those of nobody.

        A game that says what stands where, but not whose it is, has all of them among the last; one that does not say
        gives nothing.
        """
        del states
        return []


class StateQuestions(ABC):
    """What is asked of a position."""

    @abstractmethod
    def moves(self) -> tuple[Move, ...]:
        """The legal moves."""

    @abstractmethod
    def after(self, move: Move) -> State:
        """The position after a move."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the match ended."""

    @property
    def from_rules(self) -> RulesState | None:
        """This position where its game comes from rules text, with its flat memory; None for all others."""
        return None

    @property
    @abstractmethod
    def content(self) -> Hashable:
        """The position by itself: equal where all but the luck still to come is equal."""

    @abstractmethod
    def with_luck(self, seed: int) -> State:
        """The same position with other luck to come; the same one where chance has no say."""

    def observation(self, seat: int) -> Hashable:
        """What a seat sees of the position; everything, unless the game says what is hidden from it."""
        del seat
        return self.content

    @property
    def standing(self) -> Mapping[int, str]:
        """What stands where: for each site that is not empty the piece, of a stack the topmost."""
        return {}

    @property
    def site_contents(self) -> tuple[Hashable, ...]:
        """For each site of the board all that stands on it; what compares equal is the same."""
        return ()

    def piece_moved(self, move: Move, after: State | None = None) -> str | None:
        """The piece that a move moves: what stands at its origin, or what comes to its target; None where unknown."""
        piece = None
        if move.origin is not None and move.origin != move.target:
            piece = self.standing.get(move.origin)
        if piece is None and move.target is not None:
            piece = (self.after(move) if after is None else after).standing.get(move.target)
        return piece

    def reply_counts(self, most: int) -> tuple[int, ...]:
        """How many moves the rules offer, then, sorted, how many there are after each of the first ``most``.

        A game may count a move as often as its rules offer it, where :meth:`moves` has it once.
        """
        moves = self.moves()
        return (len(moves), *sorted(len(self.after(move).moves()) for move in moves[:most]))

    @property
    def lone_pass(self) -> Move | None:
        """The only legal move, if it is a pass: nobody decides anything by it, and nobody is asked for it."""
        moves = () if self.outcome is not None else self.moves()
        return moves[0] if len(moves) == 1 and moves[0].kind == "pass" else None

    @property
    def decided(self) -> Mapping[int, float]:
        """The rank of every seat that has left a match which still goes on."""
        return {}

    @property
    def places_won(self) -> int:
        """How many places from the first on are taken, while a match goes on."""
        return 0

    def estimate(self, seat: int) -> float | None:
        """What the game itself holds the position for, from -1 to 1 for a seat; None where it has no opinion."""
        del seat
        return None

    def random_end(self, choose: Random, limit: int) -> Outcome | None:
        """How a random match from here ends; None where that takes more than ``limit`` moves."""
        state: StateQuestions = self.with_luck(choose.getrandbits(62))
        for _ in range(limit):
            if state.outcome is not None:
                return state.outcome
            state = state.after(choose.choice(state.moves()))
        return state.outcome
