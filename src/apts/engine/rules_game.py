"""Games from rules text behind the one face: :class:`RulesGame`."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from apts.board.board import Board
from apts.engine.compiler.compiling import TOO_MANY_PARTS, Compiled, compile_rules
from apts.engine.compiler.equipment import players_of
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.end_rules import all_alike, described_end_rules, results_for_one, scores_add_up
from apts.engine.lowering.hidden import HIDING
from apts.engine.play.game import Game, State, check_position_text
from apts.engine.play.machine import Machine
from apts.engine.play.outcome import ALL_PASSED
from apts.engine.play.playouts.perft import count_records
from apts.engine.play.playouts.random_matches import CompiledMatches, Watch, numbers_of_playouts
from apts.engine.play.playouts.random_streams import signed_word
from apts.engine.play.playouts.summary import Playouts
from apts.engine.play.positions.hashing import hashed_spans, position_hash
from apts.engine.play.positions.piece_counts import seat_pieces
from apts.engine.play.positions.position_contents import Position
from apts.engine.play.positions.symmetries import board_symmetries
from apts.engine.play.questions import EndRule
from apts.engine.rules_state import RulesState
from apts.engine.runtime import layout
from apts.engine.text.move_text import MoveText
from apts.engine.text.position_text import PositionText
from apts.engine.text.upright import declared_height, is_row_of_stacks
from apts.errors import AptsError, InternalError
from apts.input_checks import check_seed, whole_number
from apts.language.mistakes.problems import RulesError
from apts.language.options import Choice, Option, chosen_items
from apts.language.options import Item as OptionItem
from apts.language.parameters import Parameter, parameters, with_parameters
from apts.language.presentation import presentation_of
from apts.language.reading import build, options_of, rulesets_of
from apts.language.tree import Clause, Text

if TYPE_CHECKING:
    from apts.engine.text.drawing import BareBoard


class RulesGame(Game):
    """A game whose rules are a text in the game description language.

    ``options`` chooses among the options of the text, ``ruleset`` one of its rulesets, and ``values`` sets parameters
    by their paths; ``turns`` is as in :meth:`ending_after`. Each thread that uses the game gets scratch memory of its own.
    """

    def __init__(
        self,
        text: str,
        *,
        file: str = "<rules>",
        options: Choice = (),
        ruleset: str | None = None,
        values: Mapping[str, int | bool] | None = None,
        turns: int | None = None,
    ):
        self._text, self._file, self._ruleset, self._turns = text, file, ruleset, turns
        self._choice = dict(options) if isinstance(options, Mapping) else tuple(options)
        self._set = dict(values or {})
        rules = build(text, file=file, options=self._choice, ruleset=ruleset)
        self._written = rules
        self.typed_rules: Clause = with_parameters(rules, self._set) if self._set else rules
        self._presentation = presentation_of(
            text, players_of(self.typed_rules), most_players=partial(self._most_players, players_of(rules)), file=file
        )
        self.compiled: Compiled = compile_rules(self.typed_rules, presentation=self._presentation)
        if turns is not None:
            self.compiled.data[layout.TURN_LIMIT] = whole_number("the most turns of a match", turns, 1)
        self._machines = threading.local()
        self._spans = hashed_spans(self.compiled)
        self.position_text = PositionText(self.compiled, self._first_machine().start(0))
        self.move_text = MoveText(self.compiled, self.position_text.names)

    def __reduce__(self) -> Any:
        return _remade, (self._text, self._file, self._choice, self._ruleset, self._set, self._turns)

    @property
    def turns(self) -> int | None:
        """What :meth:`ending_after` said."""
        return self._turns

    def ending_after(self, turns: int) -> RulesGame:
        """The same rules, whose kernel knows the limit."""
        return _remade(self._text, self._file, self._choice, self._ruleset, self._set, turns)

    # --- what it is ----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name that the rules give."""
        name = self.typed_rules.get("name")
        return name.value if isinstance(name, Text) else "?"

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.compiled.equipment.players

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the metadata."""
        named = self._presentation.seat_names
        return tuple(named.get(seat, "") for seat in range(1, self.players + 1))

    @cached_property
    def teams(self) -> tuple[int, ...]:
        """The teams of the start position, where the rules do not change them later."""
        clauses = list(self.typed_rules.clauses())
        if "team" not in self.compiled.fields or any(_changes_teams(clause) for clause in clauses):
            return ()
        found = tuple(Position(self.compiled, self.machine.start(0)).per_player("team"))
        return found if len(set(found)) < len(found) else ()

    @cached_property
    def cooperative(self) -> bool:
        """Whether the end rules give all players the same result, in every match."""
        return self.players > 1 and all_alike(self.compiled.end_rules)

    @cached_property
    def may_share_results(self) -> bool:
        """Whether an end rule lets all players, or those of a team, win or lose together."""
        return self.players > 1 and not self.scores_add_up

    def _most_players(self, written: int) -> int:
        """For how many the game can be: as the text has it, or by any of its options."""
        most = written
        for heading, item in ((option.heading, item) for option in self.options for item in option.items):
            with suppress(RulesError):  # an item that cannot be read is told when it is chosen
                most = max(most, players_of(build(self._text, file=self._file, options={heading: item.label})))
        return most

    @property
    def rules(self) -> str:
        """The rules text as it was written."""
        return self._text

    @property
    def file(self) -> str:
        """What the text is called where its places are told."""
        return self._file

    @property
    def values_set(self) -> Mapping[str, int | bool]:
        """The parameters that were set when the game was loaded, by path."""
        return dict(self._set)

    @cached_property
    def turned(self) -> tuple[Parameter, ...]:
        """The parameters that have another value than the text gives them, with the values in force."""
        before = {known.path: known.value for known in parameters(self._written)} if self._set else {}
        return tuple(known for known in self.parameters if known.value != before.get(known.path, known.value))

    def has_turned(self, item: OptionItem) -> bool:
        """Whether a number that an item of an option writes has another value, so that its words are not true any more."""
        written = {lexeme.position for value in item.values for lexeme in value}
        return any(parameter.position in written for parameter in self.turned)

    @property
    def is_as_written(self) -> bool:
        """Whether all is as the text has it by default, so that what its author says of it is true of this game."""
        data = {option.heading: option.default.label for option in self.options}
        return not self.turned and dict(self.chosen) == data

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers and truth values of the rules, with the values in force."""
        return parameters(self.typed_rules)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options that the text offers."""
        return options_of(self._text, file=self._file)

    @cached_property
    def chosen(self) -> Mapping[str, str]:
        """The label in force for each option."""
        rulesets = rulesets_of(self._text, file=self._file)
        items = chosen_items(self.options, self._choice, rulesets, self._ruleset)
        return {heading: item.label for heading, item in items.items()}

    # --- what is asked of it -------------------------------------------------------------------------------------

    @property
    def from_rules(self) -> RulesGame:
        """This game."""
        return self

    @property
    def has_chance(self) -> bool:
        """Whether the kernel draws from the seed."""
        return self.compiled.chance

    @property
    def board(self) -> Board:
        """The board of the equipment."""
        return self.compiled.equipment.board

    @property
    def has_stacks(self) -> bool:
        """Whether the kernel keeps levels."""
        return self.compiled.stacking

    @cached_property
    def site_names(self) -> tuple[str, ...]:
        """The sites of the board by number."""
        return self.place_names[: self.compiled.equipment.sites]

    @cached_property
    def place_names(self) -> tuple[str, ...]:
        """The sites of the board, then those of hands."""
        return tuple(self.position_text.names)

    @cached_property
    def piece_names(self) -> tuple[str, ...]:
        """The pieces of the players, without their owners' numbers; dice do not count."""
        pieces = self.compiled.equipment.components
        own = [piece.called for piece in pieces if 1 <= piece.owner <= self.players and not piece.faces]
        return tuple(dict.fromkeys(own))

    def names_in_text(self, piece: str) -> frozenset[str]:
        """What the text calls a piece, with or without the number of a player; people may know it by another name."""
        pieces = (one for one in self.compiled.equipment.components if one.called == piece)
        return frozenset(name for one in pieces for name in (one.bare, one.name))

    @cached_property
    def move_kinds(self) -> tuple[str, ...]:
        """The kinds of the decisions that the rules leave to a player."""
        return tuple(dict.fromkeys(made.kind for made in self.compiled.decisions if not made.forced))

    @cached_property
    def end_rules(self) -> tuple[EndRule, ...]:
        """The end rules of the text."""
        return described_end_rules(self.compiled.end_rules)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The turns and reflections of the drawn board that keep what stands at the start."""
        return board_symmetries(self.board.xy(), self.start().site_contents)

    @cached_property
    def leaving(self) -> frozenset[str]:
        """The results of the end rules by which one player leaves while others stay."""
        return results_for_one(self.compiled.end_rules) if self.players > 2 else frozenset()

    @cached_property
    def scores_place_all(self) -> bool:
        """Whether one can leave early, and an end rule ranks everybody by score."""
        return bool(self.leaving) and any(
            clause.name == "byScore" for rule in self.compiled.end_rules for clause in rule.clauses()
        )

    @cached_property
    def scores_add_up(self) -> bool:
        """Whether every end rule shares out the places."""
        return self.players > 1 and scores_add_up(self.compiled.end_rules)

    def occupied_in(self, states: Iterable[State]) -> set[int]:
        """The same for all positions at once, straight from their memory."""
        start, size = self.compiled.fields["what"]
        levels = self.compiled.equipment.levels if self.compiled.stacking else 1
        rows = [state.from_rules.position[start : start + size : levels] for state in states if state.from_rules]
        return set(np.flatnonzero(np.any(np.asarray(rows) != 0, axis=0)).tolist()) if rows else set()

    def pieces_in(self, states: Sequence[State]) -> list[tuple[int, ...]]:
        """The pieces of each seat and of nobody, straight from the memory of all positions at once."""
        positions = [state.from_rules for state in states if state.from_rules]
        return seat_pieces(
            self.compiled, [one.position for one in positions], [one.seat_of(1) == 2 for one in positions]
        )

    @cached_property
    def hidden_by(self) -> tuple[str, ...]:
        """The clauses of the rules in force that hide something or ask what is hidden, each with its line."""
        found = [clause for clause in self.typed_rules.clauses() if clause.name in HIDING]
        return tuple(dict.fromkeys(f"({clause.name} ..) in line {clause.position.line}" for clause in found))

    @cached_property
    def has_pits(self) -> bool:
        """Whether the board is one of holes with seeds in them."""
        return any(clause.signature.head == "mancalaBoard" for clause in self.typed_rules.clauses())

    @cached_property
    def declared_height(self) -> int | None:
        """The height of the columns of a board that stands upright, where the rules tell it."""
        return declared_height(self.typed_rules, self.compiled.equipment.levels)

    def column_height(self, position: Any) -> int:
        """How high the columns of a single row of stacks are drawn; 0 for boards that lie flat.

        Rules that do not tell the height leave room for one more piece.
        """
        if not is_row_of_stacks(self.compiled):
            return 0
        view = Position(self.compiled, position)
        tallest = max(view.count(site) for site in range(self.compiled.equipment.sites))
        return max(self.declared_height or min(tallest + 1, self.compiled.equipment.levels), tallest)

    def bare_board(self) -> BareBoard:
        """The board without anything on it, to be drawn."""
        from apts.engine.text.drawing import bare_board

        columns = self.column_height(self.start().position)
        return bare_board(self.compiled, pits=self.has_pits, names=self.site_names, columns=columns)

    def _first_machine(self) -> Machine:
        """The machine, whose code is compiled now; what cannot be compiled is told as any other mistake in rules."""
        try:
            return self.machine
        except AptsError:
            raise
        except (RecursionError, MemoryError, SyntaxError):
            raise UnsupportedRule(TOO_MANY_PARTS, self.typed_rules.position) from None
        except Exception as error:
            raise InternalError.of(error, f"{self.typed_rules.position}: the code of these rules") from error

    def counting_kernel(self) -> Compiled:
        """The same rules compiled so that they keep account of which of them are used."""
        return compile_rules(self.typed_rules, counted=True, presentation=self._presentation)

    @property
    def machine(self) -> Machine:
        """The machine of this thread: positions as flat arrays, moves as records."""
        machine: Machine | None = getattr(self._machines, "own", None)
        if machine is None:
            machine = self._machines.own = Machine(self.compiled)
        return machine

    # --- play ----------------------------------------------------------------------------------------------------

    def start(self, seed: int = 0) -> RulesState:
        """The start position; without chance in the rules the seed makes no difference."""
        word = signed_word(check_seed(seed))
        return RulesState(self, self.machine.start(word if self.has_chance else 0))

    def state(self, text: str, seed: int | None = None) -> RulesState:
        """The position that a text describes; the seed decides chance where the text has no ``chance=``."""
        position = self.position_text.read(check_position_text(text), self.machine.start(0))
        if seed is not None and self.has_chance and not any(part.startswith("chance=") for part in text.split()):
            position[layout.CHANCE] = self.start(seed).position[layout.CHANCE]
        return RulesState(self, position)

    def hash_of(self, position: Any) -> int:
        """The Zobrist hash of a flat position."""
        return position_hash(self.machine, self._spans, position)

    def playouts(self, count: int, seed: int = 0, limit: int | None = None, *, watch: Watch | None = None) -> Playouts:
        """Random matches at the speed of the kernel; what each seat won, whichever side it played after a swap."""
        count, seed, limit = numbers_of_playouts(count, seed, limit)
        return CompiledMatches(self.machine, seed, limit, teams=self.teams).play(count, watch)

    def perft(self, depth: int, *, distinct: bool = False, unit: str = "move") -> int:
        """The number of ways to play ``depth`` moves or turns from the start."""
        return count_records(self.machine, self._spans, self.machine.start(0), depth, distinct=distinct, unit=unit)

    # --- reasons -------------------------------------------------------------------------------------------------

    def reason(self, number: int) -> tuple[str, int | None]:
        """What the number of an end rule stands for, and its line in the text."""
        if number == 0:
            return ALL_PASSED, None
        if number < 0:
            return "turn limit", None
        rule = self.end_rules[number - 1]
        return rule.text, rule.line


def _remade(
    text: str, file: str, choice: Choice, ruleset: str | None, values: Mapping[str, int | bool], turns: int | None
) -> RulesGame:
    return RulesGame(text, file=file, options=choice, ruleset=ruleset, values=values, turns=turns)


def _changes_teams(clause: Clause) -> bool:
    """Whether a clause puts players into another team in the middle of a match."""
    return clause.name == "set Team" and clause.signature.result == "moves"
