"""Decisions: the moves a player can choose, as records and as code that plays them.

The code that finds a move and the code that plays it are two functions. The record that joins them holds the number of
the decision, the pair of sites a person sees, and the registers that the playing code needs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apts.engine.expression import Expression
from apts.engine.sinks import EffectSink, Move
from apts.language.tree import Clause, Position, Value

if TYPE_CHECKING:
    from apts.engine.kernel import Kernel
    from apts.engine.scope import Scope

EVERYTHING = (
    *("board", "score", "mover", "next", "pending", "variable", "counter", "phase", "clear", "remembered", "team"),
    *("triggered", "dice"),
)


@dataclass(frozen=True)
class Decision:
    """One kind of choice: a clause of the rules in its place."""

    number: int
    kind: str
    position: Position
    function: str
    registers: tuple[str, ...]
    test: str | None = None
    forced: bool = False  # a pass that was not chosen

    def captured(self, scope: Scope) -> list[str]:
        """The values that go into the record, in the scope that finds the move."""
        return [str(scope.register(name)) for name in self.registers]

    def play(self, scope: Scope, move: Move, state: str) -> str:
        """The call that plays the move on a position without judging the end."""
        values = [move.origin, move.target, *self.captured(scope)]
        return f"{self.function}(D, {state}, W, M, {scope.top}, {', '.join(values)})"


class Decisions:
    """All decisions and consequences of a game."""

    def __init__(self, kernel: Kernel):
        self.kernel = kernel
        self.all: list[Decision] = []
        self.consequences: list[str] = []
        self._found: dict[object, Decision] = {}
        self._numbers = 0
        self._consequence_number: dict[int, int] = {}
        self._kept: list[Value] = []  # keeps clauses alive, so that their id() stays theirs

    def find(self, scope: Scope, move: Move, test: tuple[Value, ...] = ()) -> Decision:
        """The decision a move belongs to; its playing code is written at the first meeting.

        ``test`` are conditions that the position after the move must meet and that are checked when it is chosen.
        """
        places = {name: self._place(scope, name, move) for name in scope.registers}
        key = (id(move.clause), move.key, tuple(sorted(places.items())), tuple(id(value) for value in test))
        if key not in self._found:
            self._kept.append(move.clause)
            number = self._numbers
            self._numbers += 1
            play, play_uses = self._play_scope(scope, move, places, number)
            tester, test_uses = self._test_scope(scope, places, number, test)
            registers = tuple(name for name in places if name in play_uses or name in test_uses)
            parameters = ("D", "S", "W", "M", "sp", "origin", "target", *(places[name] for name in registers))
            play.parameters = parameters
            self.kernel.functions.append(play.source())
            test_name = None
            if tester is not None:
                tester.parameters = parameters
                call = f"choice_{number}(D, @COPY@, W, M, {tester.top}, {', '.join(parameters[5:])})"
                tester.lines = [line.replace("@MAKE@", call) for line in tester.lines]
                tester.lines = [line.replace("@COPY@", tester.copy) for line in tester.lines]  # type: ignore[attr-defined]
                self.kernel.functions.append(tester.source())
                test_name = tester.name
            decision = Decision(
                number, move.kind, move.clause.position, play.name, registers, test_name, "forced" in move.key
            )
            self.all.append(decision)
            self.all.sort(key=lambda known: known.number)  # playing one may have needed another that came later
            self._found[key] = decision
        return self._found[key]

    @staticmethod
    def _place(scope: Scope, name: str, move: Move) -> str:
        value = scope.registers[name]
        if value == move.origin:
            return "origin"
        if value == move.target:
            return "target"
        if value.fixed is not None and value == str(value.fixed):
            return str(value)
        return f"r_{name}"

    def _play_scope(self, scope: Scope, move: Move, places: dict[str, str], number: int) -> tuple[Scope, set[str]]:
        inner = self._inner(scope, f"choice_{number}", places)
        inner.line("begin_move(D, S)")
        inner.effects(lambda: move.act(inner))
        passed = 1 if move.kind == "pass" else 0
        inner.line(f"note_move(D, S, origin, target, {passed})")
        inner.registers = {}
        for consequence in move.consequences:
            self.consequence(inner, consequence)
        inner.line("settle_move(D, S, W)")
        return inner, _used(inner, places)

    def _test_scope(
        self, scope: Scope, places: dict[str, str], number: int, test: tuple[Value, ...]
    ) -> tuple[Scope | None, set[str]]:
        if not test:
            return None, set()
        inner = self._inner(scope, f"allowed_{number}", places)
        copy = inner.copy_of_state()
        inner.copy = copy  # type: ignore[attr-defined]
        inner.line("@MAKE@")
        self.prepare_afterwards(inner, copy)
        with inner.in_state(copy):
            for condition in test:
                with inner.block(f"if not {inner.boolean(condition)}:"):
                    inner.line("return 0")
        inner.line("return 1")
        return inner, _used(inner, places)

    def _inner(self, scope: Scope, name: str, places: dict[str, str]) -> Scope:
        from apts.engine.scope import Scope as NewScope

        values = {register: Expression(place, valid=scope.registers[register].valid) for register, place in places.items()}
        inner = NewScope(self.kernel, name, (), values)
        inner.nested, inner.raw = scope.nested, scope.raw
        return inner

    @staticmethod
    def prepare_afterwards(scope: Scope, copy: str) -> None:
        """Looking ahead, a player who would move again is taken to be followed by the previous one."""
        with scope.block(f"if {copy}[NEXT] == {copy}[MOVER]:"):
            scope.line(f"{copy}[NEXT] = {copy}[PREVIOUS]")

    def consequence(self, scope: Scope, value: Value) -> None:
        """Write the call (or queue it) of the effects of a ``then`` clause, with all registers unset."""
        if id(value) not in self._consequence_number:
            self._kept.append(value)
            number = len(self.consequences)
            self._consequence_number[id(value)] = number
            self.consequences.append("")

            def write(inner: Scope) -> None:
                effect = value.get("effect") if isinstance(value, Clause) and value.name == "then" else value
                assert effect is not None
                inner.effects(lambda: inner.moves(effect, EffectSink()))

            self.consequences[number] = self.kernel.function(("then", id(value)), "then", write, nested=scope.nested)
        number = self._consequence_number[id(value)]
        if scope.queued:
            scope.queue(f"then {number}", str(-1 - number))
        else:
            scope.writes(*EVERYTHING)
            scope.line(scope.call(self.consequences[number]))


def _used(scope: Scope, places: dict[str, str]) -> set[str]:
    """The registers of which the code of the scope makes use and that no other parameter gives."""
    body = "\n".join(scope.lines)
    return {
        name for name, place in places.items() if place.startswith("r_") and re.search(rf"\b{re.escape(place)}\b", body)
    }
