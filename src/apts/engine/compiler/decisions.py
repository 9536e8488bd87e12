"""Decisions: the moves a player can choose, as records and as code that plays them.

The code that finds a move and the code that plays it are two functions. The record that joins them holds the number of
the decision, the pair of sites a person sees, and the registers that the playing code needs.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import EVERYTHING, Expression
from apts.engine.compiler.ludeme import Conflict, UnsupportedRule
from apts.engine.compiler.random_selection.sinks import EffectSink, GeneratedMove
from apts.engine.native.trees import names_in
from apts.language.tree import Clause, TextPlace, Value

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope


@dataclass(frozen=True)
class Decision:
    """One kind of choice: a clause of the rules in its place."""

    number: int
    kind: str
    position: TextPlace
    function: str
    registers: tuple[str, ...]
    played: int
    test: str | None = None
    forced: bool = False  # a pass that was not chosen
    seats: bool = False  # players change sides
    said: str = ""  # what people call the move, where it has no sites
    number_at: int = -1  # the register with a number that belongs to what they say; -1 for none

    def captured(self, scope: Scope) -> list[str]:
        """The values that go into the record, in the scope that finds the move."""
        return [str(scope.register(name)) for name in self.registers]

    def play(self, scope: Scope, move: GeneratedMove, state: str) -> str:
        """The call that plays the move on a position without judging the end."""
        values = [move.origin, move.target, *self.captured(scope)[: self.played]]
        return f"{self.function}(D, {state}, W, M, {scope.top}, {', '.join(values)})"


def mentions(value: Value | None, name: str) -> bool:
    """Whether a register is read anywhere in a value."""
    if isinstance(value, tuple):
        return any(mentions(item, name) for item in value)
    if not isinstance(value, Clause):
        return False
    return any(clause.name == name and clause.signature.result == "int" for clause in value.clauses())


def _number(decision: Decision) -> int:
    return decision.number


def _move_name(move: GeneratedMove, places: dict[str, str], registers: tuple[str, ...]) -> tuple[str, int]:
    """What people call a move, and which of the registers of its records has the number that they add."""
    text = " ".join(move.said.replace("#", " ").split())  # the sign is for numbers of moves that share a text
    if move.number in registers:
        return text, registers.index(move.number)
    written = places.get(move.number, "")
    return (f"{text} {written}".strip() if written.isdecimal() else text), -1


class Decisions:
    """All decisions and consequences of a game."""

    def __init__(self, kernel: Kernel):
        self.kernel = kernel
        self.all: list[Decision] = []
        self.consequences: list[str] = []
        self._found: dict[object, Decision] = {}
        self._numbers = 0
        self.taken: list[tuple[str, ...]] = []  # the registers that each consequence takes
        self._consequence_number: dict[tuple[int, tuple[str, ...], bool], int] = {}
        self._kept: list[Value] = []  # keeps clauses alive, so that their id() stays theirs

    def find(self, scope: Scope, move: GeneratedMove, test: tuple[Value, ...] = ()) -> Decision:
        """The decision a move belongs to; its playing code is written at the first meeting.

        ``test`` are conditions that the position after the move must meet and that are checked when it is chosen.
        """
        places = {name: self._place(scope, name, move) for name in scope.registers}
        tests = tuple(id(value) for value in test)
        key = (id(move.clause), move.key, tuple(sorted(places.items())), tests, scope.nested)
        if key not in self._found:
            self._kept.append(move.clause)
            number = self._numbers
            self._numbers += 1
            played = self._write_play(scope, move, places, number)
            tested, tester = self._write_test(scope, places, number, played, test) if test else (played, None)
            words, number_at = _move_name(move, places, played)
            decision = Decision(
                number,
                move.kind,
                move.clause.position,
                f"choice_{number}",
                tested,
                len(played),
                tester,
                "forced" in move.key,
                "seats" in move.key,
                words,
                number_at,
            )
            insort(self.all, decision, key=_number)  # playing one may have needed another that came later
            self._found[key] = decision
        return self._found[key]

    @staticmethod
    def _place(scope: Scope, name: str, move: GeneratedMove) -> str:
        value = scope.registers[name]
        if value == move.origin:
            return "origin"
        if value == move.target:
            return "target"
        if value.fixed is not None and value == str(value.fixed):
            return str(value)
        return f"r_{name}"

    def _write_play(self, scope: Scope, move: GeneratedMove, places: dict[str, str], number: int) -> tuple[str, ...]:
        """Write the function that plays the move; returns the registers that it takes."""
        inner = self._inner(scope, f"choice_{number}", places)
        self.kernel.readings.make(move.clause)
        inner.line("begin_move(D, S)")
        inner.effects(lambda: move.act(inner))
        passed = 1 if move.kind == "pass" else 0
        inner.line(f"note_move(D, S, origin, target, {passed})")
        if self.kernel.has("last level"):
            place, level = self.kernel.field("last level", "one", times=2), inner.registers.get("level", "0")
            inner.line(f"S[{place}] = {level}")
            inner.line(f"S[{place} + 1] = {level if move.kind == 'select' else 0}")
        if self.kernel.has("last between") and move.passes is not None:
            between = self.kernel.field("last between", "set", hashed=False)
            move.passes(inner, lambda site: inner.line(f"put_site(D, S, {between}, {site})"))
        inner.registers = {}
        for consequence in move.consequences:
            self.consequence(inner, consequence)
        inner.line("settle_move(D, S, W)")
        return self._finish(inner, places, ())

    def _write_test(
        self, scope: Scope, places: dict[str, str], number: int, played: tuple[str, ...], test: tuple[Value, ...]
    ) -> tuple[tuple[str, ...], str]:
        """Write the function that plays the move on a copy and looks at the result; returns its registers and its name.

        Where the rules of the whole game look at the result too, it is given the position after the move.
        """
        inner = self._inner(scope, f"allowed_{number}", places)
        copy = inner.state
        if not self.kernel.hooked("legal"):
            copy = inner.copy_of_state()
            values = ", ".join(["origin", "target", *(places[name] for name in played)])
            inner.line(f"choice_{number}(D, {copy}, W, M, {inner.top}, {values})")
            self.prepare_afterwards(inner, copy)
        with inner.in_state(copy):
            for condition in test:
                with inner.block(f"if not {inner.boolean(condition)}:"):
                    inner.line("return 0")
        inner.line("return 1")
        return self._finish(inner, places, played), inner.name

    def _finish(self, inner: Scope, places: dict[str, str], first: tuple[str, ...]) -> tuple[str, ...]:
        """Close a function that takes origin, target and the registers it uses, those in ``first`` in front."""
        read = names_in(inner.body())
        used = [name for name, place in places.items() if place.startswith("r_") and place in read]
        registers = (*first, *(name for name in used if name not in first))
        inner.parameters = ("D", "S", "W", "M", "sp", "origin", "target", *(places[name] for name in registers))
        self.kernel.functions.append(inner.source())
        return registers

    def _inner(self, scope: Scope, name: str, places: dict[str, str]) -> Scope:
        from apts.engine.compiler.scope import Scope as NewScope

        values = {
            register: Expression(place, valid=scope.registers[register].valid) for register, place in places.items()
        }
        inner = NewScope(self.kernel, name, (), values)
        inner.nested, inner.raw = scope.nested, scope.raw
        return inner

    @staticmethod
    def prepare_afterwards(scope: Scope, copy: str) -> None:
        """Looking ahead, a player who would move again is taken to be followed by the previous one."""
        with scope.block(f"if {copy}[NEXT] == {copy}[MOVER]:"):
            scope.line(f"{copy}[NEXT] = {copy}[PREVIOUS]")
        if scope.kernel.coverage is not None:
            scope.line(f"{copy}[COUNTED] = {scope.base_state or scope.state}[COUNTED]")

    def consequence(self, scope: Scope, value: Value) -> None:
        """Write the call (or queue it) of the effects of a ``then`` clause.

        Its registers are unset, but for those that were set where an effect around it is carried out at once.
        """
        taken = tuple(name for name in sorted(scope.lasting) if mentions(value, name))
        key = (id(value), taken, scope.nested)  # inside a question about threats such questions have another answer
        if key not in self._consequence_number:
            self._kept.append(value)
            number = len(self.consequences)
            self._consequence_number[key] = number
            self.consequences.append("")
            self.taken.append(taken)

            def write(inner: Scope) -> None:
                inner.lasting = dict(inner.registers)
                effect = value.get("effect") if isinstance(value, Clause) and value.name == "then" else value
                assert effect is not None
                inner.effects(lambda: inner.moves(effect, EffectSink()))

            try:
                registers = {name: Expression(scope.lasting[name]) for name in taken}
                name = self.kernel.function(("then", id(value)), "then", write, registers, nested=scope.nested)
            except Conflict:
                del self._consequence_number[key]  # another way to write it is tried
                raise
            self.consequences[number] = name
        number = self._consequence_number[key]
        if not self.consequences[number]:
            what = "a (then ..) whose effects set off the same (then ..) again"
            raise UnsupportedRule(what, getattr(value, "position", self.kernel.rules.position))
        values = [scope.lasting[name] for name in taken]
        if scope.queued:
            scope.queue(f"then {number}", str(-1 - number), *values)
        else:
            scope.writes(*EVERYTHING)
            scope.line(scope.call(self.consequences[number], *values))
