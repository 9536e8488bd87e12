"""Positions of games from rules text: :class:`RulesState`."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.play.game import Die, Move, PositionError, State, check_marked_move
from apts.engine.play.outcome import Closing, Outcome, ranks_in_teams
from apts.engine.play.positions.changes import changes_of
from apts.engine.play.positions.position_check import check_position
from apts.engine.play.positions.position_contents import Position
from apts.engine.play.present import present_dice, present_scores
from apts.engine.runtime import layout
from apts.engine.text.board_text import ENGLISH, dice_line, draw_text, score_line
from apts.engine.text.move_text import Candidate
from apts.engine.text.position_text import DERIVED, top_piece

if TYPE_CHECKING:
    from apts.engine.rules_game import RulesGame

UNSET_NUMBER = -1
"""What a variable is until a rule sets it."""

_COORDINATE = re.compile(r"[a-z]+[0-9]+(?:/[0-9]+)?")


class RulesState(State):
    """A position of a :class:`RulesGame`. ``position`` is its flat array, which must not be changed."""

    __slots__ = ("_game", "_hash", "_moves", "_outcome", "position")

    def __init__(self, game: RulesGame, position: Any):
        self._game = game
        self.position = position
        self._moves: tuple[Move, ...] | None = None
        self._outcome: Outcome | None = None
        self._hash: int | None = None

    def __reduce__(self) -> Any:
        return _restored, (self._game, bytes(memoryview(self.position)))

    @property
    def game(self) -> RulesGame:
        """The game."""
        return self._game

    # --- what is asked of it -------------------------------------------------------------------------------------

    @property
    def from_rules(self) -> RulesState:
        """This position."""
        return self

    @property
    def content(self) -> Hashable:
        """The words that matter for play, without the seed of chance."""
        position = self._game.machine.copy(self.position)
        position[layout.CHANCE] = 0
        return _content(self._game.compiled, position)

    def with_luck(self, seed: int) -> RulesState:
        """The same position with the chance of another start."""
        if not self._game.has_chance:
            return self
        position = self._game.machine.copy(self.position)
        position[layout.CHANCE] = self._game.start(seed).position[layout.CHANCE]
        return RulesState(self._game, position)

    def with_site_names(self, text: str) -> str:
        """Coordinates in a text as moves are written with them."""
        names = self._game.position_text.other_names
        return _COORDINATE.sub(lambda found: names.get(found[0], found[0]), text) if names else text

    @property
    def standing(self) -> Mapping[int, str]:
        """For each site of the board and of hands the topmost piece, with its owner's number."""
        pieces = self._game.compiled.equipment.components
        found = {site: self._top(site) for site in range(self._game.compiled.equipment.all_sites)}
        return {site: pieces[piece - 1].name for site, piece in found.items() if piece}

    @property
    def site_contents(self) -> tuple[Hashable, ...]:
        """For each site of the board the words of what stands there, level by level."""
        start, size = self._game.compiled.fields["what"]
        levels = size // self._game.compiled.equipment.all_sites
        words = self.position[start : start + len(self._game.board.xy()) * levels].tolist()
        return tuple(tuple(words[place : place + levels]) for place in range(0, len(words), levels))

    def piece_moved(self, move: Move, after: State | None = None) -> str | None:
        """The piece, without its owner's number."""
        piece = self._top(move.origin) if move.origin is not None and move.origin != move.target else 0
        if not piece and move.target is not None:
            reached = after.from_rules if after is not None else None
            piece = (self.after(move) if reached is None else reached)._top(move.target)
        return self._game.compiled.equipment.components[piece - 1].called if piece else None

    def _top(self, site: int) -> int:
        return top_piece(self._game.compiled, self.position, site)

    def reply_counts(self, most: int) -> tuple[int, ...]:
        """The moves of the kernel, equal ones as often as the rules offer them."""
        machine = self._game.machine
        count = machine.moves(machine.copy(self.position))
        sizes = []
        for record in [machine.record(index) for index in range(min(count, most))]:
            reply = machine.copy(self.position)
            machine.play(reply, record)
            sizes.append(machine.moves(reply))
        return (count, *sorted(sizes))

    @property
    def decided(self) -> Mapping[int, float]:
        """The ranks of the seats that are not active any more."""
        if self.outcome is not None:
            return {}
        active, ranks = int(self.position[layout.ACTIVE]), Position(self._game.compiled, self.position).ranks()
        return {self.seat_of(player): rank for player, rank in enumerate(ranks, 1) if not (active >> player) & 1}

    @property
    def places_won(self) -> int:
        """The number of winners so far."""
        return int(self.position[layout.WINNERS])

    @property
    def colour(self) -> int:
        """The player of the rules who is to move; after a swap of sides this is not the seat."""
        return int(self.position[layout.MOVER])

    @property
    def mover(self) -> int:
        """The seat to move."""
        return self.seat_of(self.colour)

    def seat_of(self, colour: int) -> int:
        """The seat that plays a colour; the swap rule exchanges the first two."""
        return 3 - colour if self.position[layout.SWAPPED] and colour <= 2 else colour

    def moves(self) -> tuple[Move, ...]:
        """The legal moves in canonical order."""
        if self._moves is None:
            game, machine = self._game, self._game.machine
            count = machine.moves(machine.copy(self.position))
            records = list(dict.fromkeys(machine.listed(count)))
            candidates: list[Candidate] = []
            for changes in changes_of(machine, self.position, records):
                part = records[len(candidates) : len(candidates) + changes.count]
                candidates += game.move_text.candidates(part, changes, self.colour)
            self._moves = game.move_text.moves(candidates)
        return self._moves

    def once_written(self, text: str) -> Move | None:
        """The legal move that older versions wrote so; matches that were kept have such texts."""
        return self._game.move_text.once_written(self.moves()).get(text)

    def after(self, move: Move) -> RulesState:
        """The position after one of the legal moves of this one."""
        machine = self._game.machine
        position = machine.copy(self.position)
        machine.play(position, move.action)
        return RulesState(self._game, position)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, with the end rule that did it."""
        if self._outcome is None and self.position[layout.OVER]:
            ranks = Position(self._game.compiled, self.position).ranks()
            seats = [ranks[self.seat_of(colour) - 1] for colour in range(1, len(ranks) + 1)]
            teams = self._game.teams  # kernels count in halves of a rank, which places of teams need not be
            ended = Outcome.of_the_rules(ranks_in_teams(seats, teams), *self._reasons(), teams=teams)
            self._outcome = ended if self.scores is None else ended.paying(points=self.scores)
        return self._outcome

    def _reasons(self) -> tuple[str, int | None, Closing | None]:
        """The rule by which the first place was won, and what ended the match if that was another."""
        won, last = int(self.position[layout.WON_BY]), int(self.position[layout.END_RULE])
        closing = self._game.reason(last)
        return (*self._game.reason(won), Closing(*closing)) if won not in (0, last) else (*closing, None)

    @property
    def dice(self) -> tuple[Die, ...]:
        """The throw that the mover chooses with."""
        return present_dice(self._game.machine, self.position)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each seat."""
        found = present_scores(self._game.machine, self.position)
        if found is None:
            return None
        return tuple(found[self.seat_of(seat) - 1] for seat in range(1, len(found) + 1))

    @property
    def numbers(self) -> Mapping[str, int]:
        """The variables of the rules that are amounts and are set."""
        compiled = self._game.compiled
        found = {name: int(self.position[compiled.fields[field][0]]) for name, field in compiled.numbers}
        return {name: value for name, value in found.items() if value != UNSET_NUMBER}

    @property
    def provisional(self) -> bool:
        """Whether the scores are only what the end rules would find if the match ended now."""
        return bool(self._game.compiled.scores.final) and not self.position[layout.OVER]

    def svg(self, last: Move | None = None) -> str:
        """A drawing of the position, the last move marked."""
        from apts.engine.text.drawing import draw_svg  # a match without pictures need not wait for it

        game = self._game
        return draw_svg(
            game.compiled,
            self.position,
            last=check_marked_move(last),
            pits=game.has_pits,
            names=game.site_names,
            columns=game.column_height(self.position),
            dice=self.dice,
            scores=self.scores or (),
        )

    def board_text(self, words: Mapping[str, str] | None = None) -> str:
        """A drawing of the position for a terminal; ``words`` are those of a language, for what stands below the board."""
        words = ENGLISH if words is None else words
        game, text = self._game, self._game.position_text
        pits, height = game.has_pits, game.column_height(self.position)
        drawn = draw_text(game.compiled, self.position, text.names, text.signs, pits=pits, columns=height, words=words)
        lines = [drawn]
        if self.dice:
            lines.append(dice_line(self.dice, words))
        if self.scores is not None:
            lines.append(score_line(self.scores, provisional=self.provisional, words=words))
        if self.numbers:
            lines.append(", ".join(f"{name} {value}" for name, value in self.numbers.items()))
        return "\n".join(lines)

    def __str__(self) -> str:
        return self._game.position_text.write(self.position)

    @property
    def position_hash(self) -> int:
        """The Zobrist hash of what stands where and who moves."""
        if self._hash is None:
            self._hash = self._game.hash_of(self.position)
        return self._hash

    def __hash__(self) -> int:
        return self.position_hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RulesState):
            return NotImplemented
        compiled, same = self._game.compiled, other._game.compiled
        if compiled is not same and (compiled.source != same.source or bytes(compiled.data) != bytes(same.data)):
            return False
        return _content(compiled, self.position) == _content(compiled, other.position)


def _content(compiled: Compiled, position: Any) -> bytes:
    """The words that matter for play, without the sets that follow from them."""
    length = int(position[layout.LENGTH])
    head = position[: layout.STATE_HEAD].tolist()
    head[layout.LOSING_NOW] = head[layout.TURN_SET] = 0  # set anew by every move
    parts = [repr(head).encode()]
    for name, (start, size) in compiled.fields.items():
        if name not in DERIVED:
            parts.append(bytes(position[start : min(start + size, length)]))
    return b"".join(parts)


def _restored(game: RulesGame, content: bytes) -> RulesState:
    position = game.machine.new_state()
    if len(content) != 8 * len(position):
        raise PositionError(f"a position of this game has {len(position)} words of 64 bits")
    memoryview(position).cast("B")[:] = content
    check_position(game.compiled, position)
    return RulesState(game, position)
