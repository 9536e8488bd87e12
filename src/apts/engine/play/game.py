"""The one face of all games: ``Game``, ``State`` and ``Move``, whether the rules are a text or a Python class.

The contract. States and moves are values: nothing a caller does changes one, so they can be kept, compared and shared
between threads. A game may be used from several threads at once. Nothing here is random except through the seed given
to :meth:`Game.start`; the same seed and the same moves give the same states. The test class in
:mod:`apts.engine.game_contract` says all this as tests that every game must pass. What else can be asked of games and
positions is in :mod:`apts.engine.play.questions`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from apts.engine.play.move_suggestions import suggest_moves
from apts.engine.play.outcome import Outcome, utilities
from apts.engine.play.questions import GameQuestions, StateQuestions
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.engine.play.playouts.random_matches import Watch
    from apts.engine.play.playouts.summary import Playouts
    from apts.language.options import Option
    from apts.language.parameters import Parameter

_MOST_LISTED = 12
_MOST_PLACES = 3
_SEPARATORS = re.compile(r"[-x@\s]")


class IllegalMove(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A move that the rules do not allow in the position; the message repeats both and names legal ones."""


class PositionError(AptsError):
    """A text that does not describe a position of the game."""


def check_position_text(text: Any) -> str:
    """What was given as the text of a position, if it is a text."""
    if not isinstance(text, str):
        raise PositionError(f"a position is read from a text, such as str(game.start()), not from {text!r}")
    return text


@dataclass(frozen=True, slots=True)
class Move:
    """One legal move of one position.

    ``text`` is what a person types; within a position it belongs to this move alone. ``kind`` is a word such as
    ``add``, ``step`` or ``pass``; ``origin`` and ``target`` are the numbers of the sites, or None; ``captures`` says
    whether an enemy piece leaves the board. ``action`` is what the game itself knows the move by.
    """

    text: str
    kind: str = "move"
    origin: int | None = None
    target: int | None = None
    captures: bool = False
    action: Any = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return self.text


def check_marked_move(last: Any) -> Move | None:
    """What was given as the move to be marked in a drawing, if it is one."""
    if last is not None and not isinstance(last, Move):
        raise AptsError(f"the last move is marked by its Move, such as state.find_move('a1'), not by {last!r}")
    return last


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it lies on the table: the value on its face, whether it has been used, whether it was thrown yet."""

    value: int
    used: bool = False
    thrown: bool = True

    def __str__(self) -> str:
        return "-" if not self.thrown else f"({self.value})" if self.used else str(self.value)


class State(StateQuestions):
    """A position of a game, with everything that matters for the rest of the match. It never changes.

    Two states are equal when play can go on from them in the same way; equal states have equal hashes and texts.
    """

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game that this is a position of."""

    @property
    @abstractmethod
    def mover(self) -> int:
        """The seat to move, from 1; at the end of a match the seat that would have moved or moved last."""

    @abstractmethod
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in an order that depends on the position alone; empty when the match is over.

        No two moves have the same text; moves between the same sites with the same effect are one move.
        """

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it runs."""

    @abstractmethod
    def after(self, move: Move) -> State:
        """The position after one of :meth:`moves`; :meth:`play` is the same with a check."""

    @abstractmethod
    def svg(self, last: Move | None = None) -> str:
        """A drawing of the position; the sites of the move given are marked."""

    @abstractmethod
    def board_text(self, words: Mapping[str, str] | None = None) -> str:
        """A drawing of the position for a terminal, several lines long.

        ``words`` are those of a language for what stands below the board; a class draws in its own words.
        """

    @abstractmethod
    def __str__(self) -> str:
        """The position in one line; :meth:`Game.state` reads it back."""

    @property
    def position_hash(self) -> int:
        """A number of 63 bits, equal for equal positions with the same seat to move whatever way led there."""
        return hash(self) & ((1 << 63) - 1)

    @property
    def dice(self) -> tuple[Die, ...]:
        """The throw that the mover chooses with, die by die; empty for a game without dice on the table."""
        return ()

    @property
    def scores(self) -> tuple[float, ...] | None:
        """The score of each seat as the rules mean it; None where the rules know none, or none of this position.

        Where the end rules work scores out from the position these are what they would find if the match ended now.
        """
        return None

    @property
    def numbers(self) -> Mapping[str, int]:
        """The numbers that the rules keep by a name, as the total of a turn, once they are set; empty by default."""
        return {}

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    def play(self, move: Move | str) -> State:
        """The position after a legal move, given as a Move or as its text in upper or lower case."""
        return self.after(self.find_move(move))

    def find_move(self, move: Move | str) -> Move:
        """The legal move with this text. The sign between two sites may be left out where that is not ambiguous.

        Sites may be called by other names that they have, such as ``d1`` for the column ``d`` of a board of one row.
        """
        wanted = str(move).strip().casefold()
        legal = self.moves()
        exact = [known for known in legal if known.text.casefold() == wanted]
        for typed in () if exact else dict.fromkeys((wanted, self.with_site_names(wanted))):
            bare = _SEPARATORS.sub("", typed)
            exact = exact or [known for known in legal if _SEPARATORS.sub("", known.text.casefold()) == bare]
        if len(exact) == 1:
            return exact[0]
        before = None if exact else self.once_written(wanted)
        if before is None:
            raise IllegalMove(self._refusal(str(move)))
        return before

    def once_written(self, text: str) -> Move | None:
        """The legal move that older versions wrote so, in small letters; None by default."""
        del text
        return None

    def with_site_names(self, text: str) -> str:
        """What was typed, in small letters, with the names of sites that moves are written with; the same by default."""
        return text

    def _refusal(self, text: str) -> str:
        if self.outcome is not None:
            return f"{text!r} cannot be played in {str(self)!r}: the match is over ({self.outcome})"
        texts = [move.text for move in self.moves()]
        hint = suggest_moves((text, self.with_site_names(text.strip().casefold())), texts)
        listed = ", ".join(texts[:_MOST_LISTED]) + (", ..." if len(texts) > _MOST_LISTED else "")
        return f"{text!r} is not a legal move in {str(self)!r}{hint} ({len(texts)} legal: {listed})"

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self}>"

    def _repr_svg_(self) -> str | None:
        """What a notebook shows; None where the game has no picture of its own."""
        return self.svg()

    def _repr_html_(self) -> str | None:
        """What a notebook shows of a game without pictures."""
        return None


class Game(GameQuestions, ABC):
    """The rules of a game, ready to be played."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What the game is called."""

    @property
    @abstractmethod
    def players(self) -> int:
        """The number of seats."""

    @property
    @abstractmethod
    def rules(self) -> str:
        """The rules as text: the description, or for a class what it says about itself."""

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers and truth values of the rules that can be turned."""
        return ()

    @property
    def turns(self) -> int | None:
        """After how many turns matches are drawn where :meth:`ending_after` has said so; else None."""
        return None

    def ending_after(self, turns: int) -> Game:
        """The same game with matches that are drawn after so many turns, in the matches that searches imagine too.

        A turn is all that a seat does until it is another one's turn. The limit of a play-test is something else: it stops
        matches from outside, and players do not know of it.
        """
        raise AptsError(
            f"{self.name} is a class, whose outcome says when it ends: it cannot be told to end after {turns} turns"
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """The named variants that the rules offer."""
        return ()

    @property
    def is_as_written(self) -> bool:
        """Whether all is as its author has it by default, so that what is said of the game is true of this one."""
        return True

    @property
    def chosen(self) -> Mapping[str, str]:
        """For each option the label of the item in force."""
        return {}

    @property
    def payoffs(self) -> tuple[float, ...]:
        """What each place is worth to a seat, the first one first; who shares places gets the mean of them.

        Alone a seat gets 1 for a win and -1 for a loss.
        """
        return utilities(range(1, self.players + 1)) if self.players > 1 else (1.0, -1.0)

    @property
    def notice(self) -> str | None:
        """What everybody who plays or tests the game should know first, in a sentence; None where there is nothing."""
        if not self.hidden_by:
            return None
        shown = ", ".join(self.hidden_by[:_MOST_PLACES]) + (", ..." if len(self.hidden_by) > _MOST_PLACES else "")
        return (
            f"{self.name} has hidden information ({shown}), which is not supported yet: "
            "every player is shown everything, and agents see everything."
        )

    @abstractmethod
    def start(self, seed: int = 0) -> State:
        """The start position; the seed decides everything that chance decides in this match."""

    @abstractmethod
    def state(self, text: str, seed: int | None = None) -> State:
        """The position that a text describes: ``game.state(str(state)) == state``.

        A seed decides what chance will do, where the text does not say it.
        """

    def playouts(self, count: int, seed: int = 0, limit: int | None = None, *, watch: Watch | None = None) -> Playouts:
        """Play ``count`` matches at random from the start, each to its end or for ``limit`` moves.

        Each match depends on the seed and its number alone. ``watch`` is told several times a second what is known so
        far, and at the end everything.
        """
        from apts.engine.play.playouts.random_matches import random_matches

        return random_matches(self, count, seed, limit, watch)

    def random_match(self, stream: str, limit: int | None) -> tuple[int, int, Outcome | None]:
        """The length of a random match, its lone passes, and its outcome, which a stopped one has not.

        Both numbers together are the moves that were made: a pass that is the only legal move is in no length.
        """
        choose = Random(stream)
        state = self.start(choose.getrandbits(62))
        made = passes = 0
        while state.outcome is None and (limit is None or made < limit):
            passes += state.lone_pass is not None
            state = state.after(choose.choice(state.moves()))
            made += 1
        return made - passes, passes, state.outcome

    def perft(self, depth: int, *, distinct: bool = False, unit: str = "move") -> int:
        """The number of ways to play ``depth`` moves from the start position.

        A match that ends before counts nothing. ``distinct`` merges moves (or turns) with the same effect;
        ``unit="turn"`` counts turns instead of moves, a turn being all moves until another seat moves.
        """
        from apts.engine.play.playouts.perft import count_states

        return count_states(self.start(), depth, distinct=distinct, unit=unit)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"
