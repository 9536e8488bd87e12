"""Games written as Python classes behind the face of all games: :class:`ClassGame` and :class:`ClassState`."""

from __future__ import annotations

import random
import re
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, cast

from apts.engine.class_checks import (
    breach,
    call_checked,
    check_amounts,
    check_facts,
    check_hashable,
    checked_drawing,
    checked_ends,
    checked_estimate,
    checked_mover,
    checked_moves,
    checked_outcome,
    checked_position,
    named_things,
)
from apts.engine.play.game import Game, Move, PositionError, State, check_marked_move, check_position_text
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame
from apts.errors import AptsError
from apts.input_checks import check_seed, is_printable
from apts.notebook import drawing

_DIGITS = re.compile(r"-?[0-9]{1,19}")
MOST_KNOWN_MOVES = 1 << 16
"""Moves that are kept by their text, on which alone their kinds and their sites depend."""


class ClassGame(Game):
    """A :class:`PythonGame` behind the face of all games; ``arguments`` are what its constructor was given, if known."""

    def __init__(self, definition: PythonGame[Any], arguments: Mapping[str, Any] | None = None):
        check_facts(definition)
        self._definition = definition
        self._arguments = None if arguments is None else dict(arguments)
        self._known_moves: dict[str, Move] = {}

    @property
    def definition(self) -> PythonGame[Any]:
        """The object of the class."""
        return self._definition

    @property
    def arguments(self) -> Mapping[str, Any] | None:
        """What the constructor was given."""
        return self._arguments

    @property
    def name(self) -> str:
        """The name that the class gives."""
        return self.definition.name

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.definition.players

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names that the class gives."""
        return tuple(self.definition.seat_names)

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams that the class declares."""
        return tuple(self.definition.teams)

    @property
    def cooperative(self) -> bool:
        """Whether the class says so."""
        return self.players > 1 and self.definition.cooperative

    @property
    def may_share_results(self) -> bool:
        """Whether seats play in teams, or all together; other classes are taken for games of each for itself."""
        return self.cooperative or bool(self.teams)

    @property
    def rules(self) -> str:
        """What the class says about itself."""
        return (type(self.definition).__doc__ or type(self.definition).__name__).strip()

    def start(self, seed: int = 0) -> ClassState:
        """The start position."""
        definition = self.definition
        position = checked_position(
            definition, "start", None, call_checked(definition, "start", None, definition.start)
        )
        check_hashable(definition, "start", None, position)
        return ClassState(self, position, check_seed(seed), 0).settled()

    def state(self, text: str, seed: int | None = None) -> ClassState:
        """The position that a text describes; ``seed=`` and ``played=`` at its end belong to chance."""
        head = check_position_text(text).strip()
        numbers = {"played": 0, "seed": seed or 0}
        for key in numbers if self.has_chance else ():
            before, _, last = head.rpartition(" ")
            if last.startswith(f"{key}="):
                head, numbers[key] = before.strip(), _number(text, last)
        return ClassState(self, self._read(head, text), numbers["seed"], numbers["played"])

    def _read(self, head: str, text: str) -> Any:
        try:
            position = self.definition.read(head)
        except AptsError:
            raise
        except Exception as error:
            sentence = f"{type(error).__name__}: {error}"
            raise PositionError(f"{text!r} is not a position of {self.name} ({sentence} in its method read)") from error
        if position is None:
            raise PositionError(f"{text!r} is not a position of {self.name} (its method read gives None)")
        return position

    @property
    def hidden_by(self) -> tuple[str, ...]:
        """The method of the class that says what a seat knows, if it has one of its own."""
        if type(self.definition).observation is PythonGame.observation:
            return ()
        return (f"{type(self.definition).__name__}.observation",)

    @property
    def has_chance(self) -> bool:
        """Whether the class says anything about chance."""
        return type(self.definition).chance is not PythonGame.chance

    @cached_property
    def site_names(self) -> tuple[str, ...]:
        """The sites that the class names."""
        return named_things(self.definition, "site_names", self.definition.site_names)

    @cached_property
    def piece_names(self) -> tuple[str, ...]:
        """The pieces that the class names."""
        return named_things(self.definition, "piece_names", self.definition.piece_names)

    def pieces_in(self, states: Sequence[State]) -> list[tuple[int, ...]]:
        """All that the class says stands on its sites; whose it is, it does not say."""
        if not self.site_names:
            return []
        return [(*(0,) * self.players, len(state.standing)) for state in states]

    @cached_property
    def site_numbers(self) -> Mapping[str, int]:
        """The number of each site."""
        return {name: number for number, name in enumerate(self.site_names)}

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries that the class names; each must take every site to one of its own."""
        definition, known = self.definition, set(self.site_names)
        found = call_checked(definition, "symmetries", None, lambda: [dict(one) for one in definition.symmetries()])
        for one in found:
            if set(one) != known or set(one.values()) != known:
                raise breach(definition, "symmetries", None, "one does not take every site to a site of its own")
        return tuple(tuple(self.site_numbers[one[name]] for name in self.site_names) for one in found)

    @cached_property
    def _names_sites(self) -> bool:
        return type(self.definition).move_sites is not PythonGame.move_sites

    def moves_of(self, position: Any, texts: Sequence[str]) -> tuple[Move, ...]:
        """The moves of a position with their kinds and their sites."""
        known = self._known_moves
        new = [text for text in texts if text not in known]
        if new:
            if len(known) > MOST_KNOWN_MOVES:
                known, new = {}, list(texts)
                self._known_moves = known
            known.update(zip(new, self._new_moves(position, new), strict=True))
        return tuple([known[text] for text in texts])

    def _new_moves(self, position: Any, texts: Sequence[str]) -> list[Move]:
        definition, numbers = self.definition, self.site_numbers
        kinds = call_checked(definition, "kind", position, lambda: [definition.kind(text) for text in texts])
        if not self._names_sites:
            return [Move(text, kind, action=text) for text, kind in zip(texts, kinds, strict=True)]
        ends = call_checked(
            definition, "move_sites", position,
            lambda: [checked_ends(definition, position, text, numbers) for text in texts],
        )  # fmt: skip
        return [
            Move(text, kind, None if origin is None else numbers[origin], None if target is None else numbers[target],
                 action=text)
            for text, kind, (origin, target) in zip(texts, kinds, ends, strict=True)
        ]  # fmt: skip

    def random_match(self, stream: str, limit: int | None) -> tuple[int, int, Outcome | None]:
        """The same match as through states, straight on the class: making states and moves would take most of the time.

        Where the class does what it must not, the match is played again through states, which tell where.
        """
        try:
            return self._random_match(stream, limit)
        except (Exception, SystemExit):
            return super().random_match(stream, limit)

    def _random_match(self, stream: str, limit: int | None) -> tuple[int, int, Outcome | None]:
        definition, choose = self.definition, random.Random(stream)
        start = self.start(choose.getrandbits(62))
        position, length, passes, chance = start.position, 0, 0, self.has_chance
        while True:
            outcome = definition.outcome(position)
            if outcome is not None or length == limit:
                return length - passes, passes, checked_outcome(definition, position, outcome)
            texts = sorted(definition.moves(position), key=_natural)
            if len(set(texts)) < len(texts):
                raise breach(definition, "moves", position, "it gives a move twice")
            passes += len(texts) == 1 and definition.kind(texts[0]) == "pass"
            before, position = position, definition.play(position, choose.choice(texts))
            length += 1
            if chance and position is not None:
                position = definition.chance(position, random.Random(f"{start.seed} {length}"))
            checked_position(definition, "play", before, position)


class ClassState(State):
    """A position of a :class:`ClassGame`."""

    __slots__ = ("_game", "_moves", "_outcome", "played", "position", "seed")

    def __init__(self, game: ClassGame, position: Any, seed: int, played: int):
        self._game, self.position = game, position
        self.seed, self.played = (seed, played) if game.has_chance else (0, 0)
        self._moves: tuple[Move, ...] | None = None
        self._outcome: Outcome | bool | None = False

    @property
    def game(self) -> ClassGame:
        """The game."""
        return self._game

    @property
    def mover(self) -> int:
        """The seat to move."""
        definition = self._game.definition
        seat = call_checked(definition, "mover", self.position, lambda: definition.mover(self.position))
        return checked_mover(definition, self.position, seat)

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, sorted by their texts as people sort them."""
        if self._moves is None:
            texts = [] if self.outcome is not None else sorted(self._texts(), key=_natural)
            self._moves = self._game.moves_of(self.position, texts)
        return self._moves

    def _texts(self) -> list[str]:
        definition, position = self._game.definition, self.position
        return call_checked(
            definition, "moves", position, lambda: checked_moves(definition, position, definition.moves(position))
        )

    def after(self, move: Move) -> ClassState:
        """The position after a move, chance settled."""
        definition, before = self._game.definition, self.position
        position = call_checked(definition, "play", before, lambda: definition.play(before, move.action))
        checked_position(definition, f"play({move.action!r})", before, position)
        return ClassState(self._game, position, self.seed, self.played + 1).settled()

    def settled(self) -> ClassState:
        """This position with chance decided."""
        if not self._game.has_chance:
            return self
        definition, before = self._game.definition, self.position
        dice = random.Random(f"{self.seed} {self.played}")
        position = call_checked(definition, "chance", before, lambda: definition.chance(before, dice))
        checked_position(definition, "chance", before, position)
        return ClassState(self._game, position, self.seed, self.played)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None."""
        if isinstance(self._outcome, bool):
            definition, position = self._game.definition, self.position
            found = call_checked(definition, "outcome", position, lambda: definition.outcome(position))
            outcome = checked_outcome(definition, position, found)
            points = self.scores if outcome is not None and outcome.points is None else None
            self._outcome = outcome if outcome is None or points is None else outcome.paying(points=points)
        return self._outcome

    @property
    def scores(self) -> tuple[float, ...] | None:
        """The points that the class counts for each seat."""
        definition, position = self._game.definition, self.position
        found = call_checked(definition, "scores", position, lambda: definition.scores(position))
        check_amounts(definition, "scores", position, found, "it gives")
        return None if found is None else tuple(found)

    def svg(self, last: Move | None = None) -> str:
        """The picture that the class draws."""
        check_marked_move(last)
        definition = self._game.definition
        found = call_checked(definition, "draw_svg", self.position, lambda: definition.draw_svg(self.position))
        return checked_drawing(definition, "draw_svg", self.position, found)

    def board_text(self, words: Mapping[str, str] | None = None) -> str:
        """The drawing for a terminal, as the class makes it."""
        del words
        definition = self._game.definition
        found = call_checked(definition, "draw", self.position, lambda: definition.draw(self.position))
        return checked_drawing(definition, "draw", self.position, found)

    @property
    def _is_drawn(self) -> bool:
        """Whether the class draws a picture itself."""
        return type(self._game.definition).draw_svg is not PythonGame.draw_svg

    def _repr_svg_(self) -> str | None:
        return self.svg() if self._is_drawn else None

    def _repr_html_(self) -> str | None:
        return None if self._is_drawn else drawing(self.board_text())

    # --- what is asked of it -------------------------------------------------------------------------------------

    @property
    def content(self) -> Hashable:
        """The position as the class has it."""
        return cast(Hashable, self.position)

    def with_luck(self, seed: int) -> ClassState:
        """The same position with the chance of another seed."""
        return ClassState(self._game, self.position, seed, self.played)

    def observation(self, seat: int) -> Hashable:
        """What a seat knows of the position."""
        definition = self._game.definition
        return call_checked(
            definition, "observation", self.position, lambda: definition.observation(self.position, seat)
        )

    @property
    def standing(self) -> Mapping[int, str]:
        """What the class says stands on its sites."""
        definition, numbers = self._game.definition, self._game.site_numbers
        found = call_checked(definition, "standing", self.position, lambda: dict(definition.standing(self.position)))
        wrong = [name for name in found if name not in numbers]
        if wrong:
            raise breach(definition, "standing", self.position, f"{wrong[0]!r} is none of its site_names")
        return {numbers[name]: piece for name, piece in found.items()}

    @property
    def site_contents(self) -> tuple[Hashable, ...]:
        """The piece on each site, or None."""
        standing = self.standing
        return tuple(standing.get(site) for site in range(len(self._game.site_names)))

    def estimate(self, seat: int) -> float | None:
        """What the class holds the position for."""
        definition = self._game.definition
        found = call_checked(definition, "estimate", self.position, lambda: definition.estimate(self.position, seat))
        return checked_estimate(definition, self.position, found)

    def random_end(self, choose: random.Random, limit: int) -> Outcome | None:
        """The same straight on the class: making states and moves would take most of the time.

        Where the class does what it must not, it is asked again through states, which tell what is wrong.
        """
        definition, position, chance = self._game.definition, self.position, self._game.has_chance
        try:
            for _ in range(limit):
                outcome = definition.outcome(position)
                if outcome is not None:
                    return checked_outcome(definition, position, outcome)
                position = definition.play(position, choose.choice(sorted(definition.moves(position))))
                if chance:
                    position = definition.chance(position, choose)
        except AptsError:
            raise
        except (Exception, SystemExit):
            for move in ClassState(self._game, position, 0, 0).moves():
                ClassState(self._game, position, 0, 0).after(move)
            raise
        return None

    def __str__(self) -> str:
        definition = self._game.definition
        text = call_checked(definition, "write", self.position, lambda: definition.write(self.position))
        if not isinstance(text, str) or not is_printable(text):
            raise breach(definition, "write", self.position, f"it gives {text!r}; a text of one line is expected")
        return f"{text} seed={self.seed} played={self.played}" if self._game.has_chance else text

    def __hash__(self) -> int:
        try:
            return hash((self.position, self.seed, self.played))
        except TypeError:
            check_hashable(self._game.definition, "play", self.position, self.position)
            raise

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ClassState):
            return NotImplemented
        same = type(self._game.definition) is type(other._game.definition)
        return same and (self.position, self.seed, self.played) == (other.position, other.seed, other.played)


@lru_cache(maxsize=1 << 16)
def _natural(text: str) -> str:
    """A key that sorts a2 before a10: each sign follows a 0, each number a 1 and the number of its digits."""
    parts: list[str] = []
    digits = ""
    for sign in f"{text}\0":
        if sign.isdecimal():
            digits += sign
            continue
        if digits:
            number = str(int(digits))
            parts.append(f"1{chr(len(number))}{number}")
            digits = ""
        parts.append(f"0{sign}")
    return "".join(parts)


def _number(text: str, part: str) -> int:
    """The number in ``seed=3``; anything else is refused."""
    key, _, value = part.partition("=")
    if not _DIGITS.fullmatch(value) or (key == "played" and value.startswith("-")):
        raise PositionError(f"{text!r} is not a position: {part!r} is not a whole number that {key} can have")
    return int(value)
