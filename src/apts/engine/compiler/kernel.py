"""Everything the compiler knows about one game while it writes the game's kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from apts.board.graph import BoardError
from apts.engine.compiler.data import MOST_RAY_SITES, Data
from apts.engine.compiler.decisions import Decisions
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import Conflict, Impossible, ImpossibleRule, UnsupportedRule, install_feature
from apts.engine.compiler.random_selection.sinks import Sink
from apts.engine.compiler.readings import Readings
from apts.engine.compiler.registers_read import RegistersRead
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.locations import notes_of_places
from apts.errors import AptsError, InternalError
from apts.language.signatures.signature import LARGEST_INTEGER, LUDEMES
from apts.language.tree import Clause, TextPlace, Value

if TYPE_CHECKING:
    from apts.board.board import Board
    from apts.engine.compiler.coverage import Coverage
    from apts.engine.compiler.equipment import Equipment
    from apts.engine.compiler.match_functions import Course
    from apts.engine.compiler.owned_regions import OwnedRegion
    from apts.engine.compiler.storage.piece_storage import Storage


@dataclass(frozen=True)
class Operation:
    """An elementary change of the position: the function of the prelude that does it and what it writes."""

    name: str
    number: int
    function: str
    arity: int
    writes: tuple[str, ...]


MOST_LOWERED = 60_000  # clauses, each time they are written; the largest published game has 11,000
LONGEST_KERNEL = 52_000  # lines; the longest of a published game has 49,980, and takes nine seconds to load
LONGEST_LIST = 2_000  # moves or effects in one list; what it takes to compile grows faster than their number
HEAD = ("D", "S", "W", "M", "sp")
Hook = Callable[[Scope], None]
Table = TypeVar("Table")


class Kernel:
    """Hands out slots, fields, functions and decisions; the lowering of every ludeme works on it."""

    def __init__(
        self, rules: Clause, equipment: Equipment, storage: Storage, features: Iterable[str], readings: Readings
    ):
        self.rules = rules
        self.equipment = equipment
        self.storage = storage
        self.data = Data()
        self.decisions = Decisions(self)
        self.readings = readings
        self.functions: list[str] = []
        self.function_reads: dict[str, frozenset[str]] = {}
        self.end_rules: list[Clause] = []
        self.owned_regions: list[OwnedRegion] = []
        self.registers_read = RegistersRead()
        self.map_entries: dict[str | None, dict[int, int]] = {}  # what the maps of a name give; None: all maps
        self.prelude: dict[str, str] = {}
        self.late: dict[str, Callable[[Kernel], str]] = {}  # functions written when everything else is known
        self.course: Course
        self.coverage: Coverage | None = None
        self.exists_wrappers: list[Callable[[Sink], Sink]] = []
        self._hooks: dict[str, list[Hook]] = {}
        self.places: list[TextPlace] = []
        self.place = 0
        self.frame_sets = 0
        self.frame_states = 0
        self.draws = False  # whether anything that was written draws from chance
        self._place_numbers: dict[TextPlace, int] = {}
        self._lowered = 0
        self._features = set(features)
        self._operations: dict[str, Operation] = {}
        self._memo: dict[object, str] = {}
        storage.prepare(self)
        for name in sorted(self._features):
            install_feature(name, self)

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.equipment.board

    def handler(self, clause: Clause) -> Callable[..., Any]:
        """The lowering of a clause; what goes wrong inside becomes a sentence with the place of the clause.

        The lines that it writes are known as the clause's.
        """
        self.readings.lower(clause)
        lower = LUDEMES.handler(clause.signature)

        def lowered(*arguments: Any) -> Any:
            outer, self.place = self.place, self._place_number(clause.position)
            self._lowered += 1
            if self._lowered > MOST_LOWERED:
                raise UnsupportedRule(
                    "rules nested so that each level writes the one inside twice", self.rules.position
                )
            self._refuse_long_list(clause)
            try:
                return lower(*arguments)
            except BoardError as problem:
                raise UnsupportedRule(f"({clause.name}): {problem}", clause.position) from problem
            except (AptsError, RecursionError):
                raise
            except Impossible as problem:
                raise ImpossibleRule(f"({clause.name}) {problem}", clause.position) from problem
            except Conflict as conflict:
                conflict.clause = conflict.clause or clause
                raise
            except Exception as error:  # what cannot be compiled is declared above; all else is a fault of the compiler
                raise InternalError.of(error, f"{clause.position}: ({clause.name})") from error
            finally:
                self.place = outer

        return lowered

    def _refuse_long_list(self, clause: Clause) -> None:
        for parts in clause.arguments.values():
            first = parts[0] if isinstance(parts, tuple) and len(parts) > LONGEST_LIST else None
            if isinstance(parts, tuple) and isinstance(first, Clause) and first.signature.result == "moves":
                raise self.unsupported(clause, f"with {len(parts):,} parts; at most {LONGEST_LIST:,} are compiled")

    def refuse_long(self) -> None:
        """Refuse rules whose code is longer already than that of any game."""
        if sum(function.count("\n") for function in self.functions) > LONGEST_KERNEL:
            raise UnsupportedRule(f"rules that grow to more than {LONGEST_KERNEL:,} lines of code", self.rules.position)

    @property
    def here(self) -> TextPlace:
        """The place of the clause that is being lowered."""
        return self.places[self.place - 1] if self.place else self.rules.position

    def _place_number(self, position: TextPlace) -> int:
        """The number of a place of the text, from 1; 0 for what is not in it."""
        if position.line <= 0:
            return self.place
        if position not in self._place_numbers:
            self.places.append(position)
            self._place_numbers[position] = len(self.places)
        return self._place_numbers[position]

    def has(self, feature: str) -> bool:
        """Whether some rule of the game asked for the feature before lowering began."""
        return feature in self._features

    def unsupported(self, clause: Clause, what: str = "") -> UnsupportedRule:
        """The error for a use of a ludeme that is not supported; to be raised."""
        return UnsupportedRule(f"({clause.name})" + (f" {what}" if what else ""), clause.position)

    def hook(self, point: str, write: Hook) -> None:
        """Add code at a point of the course of play.

        The points: ``start`` (the position is empty), ``begin move`` (before its actions), ``note move`` (after them),
        ``settle move`` (after its consequences), ``ended`` (after the end rules and phases), ``candidates`` (more moves
        for the list),
        ``legal`` (a test of the move ``decision``, on the position after it; the code returns 0 to forbid it).
        """
        self._hooks.setdefault(point, []).append(write)

    def run_hooks(self, point: str, scope: Scope) -> bool:
        """Write the code of a point; tells whether there was any."""
        for write in self._hooks.get(point, ()):
            write(scope)
        return bool(self._hooks.get(point))

    def hooked(self, point: str) -> bool:
        """Whether any code was added at the point."""
        return bool(self._hooks.get(point))

    def end_rule(self, clause: Clause) -> int:
        """The number under which an end rule is noted in the position, from 1."""
        self.end_rules.append(clause)
        return len(self.end_rules)

    def note_owned(self, region: OwnedRegion) -> None:
        """Remember a region of a player that the rules use, once."""
        if region not in self.owned_regions:
            self.owned_regions.append(region)

    # --- data ----------------------------------------------------------------------------------------------------

    def word(self, value: int) -> int:
        """A number that the rules text decides, if it is no larger than numbers in a text are."""
        if abs(value) > LARGEST_INTEGER:
            raise Impossible(f"with a number beyond {LARGEST_INTEGER:,}")
        return value

    def number(self, value: int) -> Expression:
        """A number of the rules: it goes into the data, not into the code."""
        return Expression(f"D[{self.data.number(self.word(value))}]", fixed=value)

    def field(self, name: str, unit: str, *, hashed: bool = True, times: int = 1) -> str:
        """Where a field of the state starts (code). It exists only if somebody asks for it."""
        return f"D[{self.data.field(name, unit, hashed=hashed, times=times)}]"

    def _asked_of_board(self, make: Callable[[], Table]) -> Callable[[], Table]:
        """What a table is made with; where the board lacks it, that is said of the clause that wanted the table."""
        place = self.here

        def made() -> Table:
            try:
                return make()
            except BoardError as problem:
                raise UnsupportedRule(str(problem), place) from problem

        return made

    def table(self, key: object, values: Callable[[], Iterable[int]], *, per: str = "") -> str:
        """Where a table of the data starts (code); one table for each key."""
        return f"D[{self.data.table(key, self._asked_of_board(values), per=per)}]"

    def facings(self, key: object, values: Callable[[], Sequence[int]]) -> str:
        """Where the table of the facings of the kinds of pieces starts (code)."""
        return f"D[{self.data.facings(key, self._asked_of_board(values))}]"

    def list_table(self, items: Sequence[int]) -> int:
        """A list of the data: the slot of its start; the next slot has its end."""
        return self.data.list_table(items)

    def set_table(self, sets: Sequence[Iterable[int]]) -> int:
        """Sets of sites in the data: the slot of the first one's start."""
        return self.data.set_table(sets, lambda: self.equipment.set_words)

    def lists(self, key: object, items: Callable[[], Sequence[Sequence[int]]], *, per: str = "") -> str:
        """Where several lists start (code): list k is ``range(D[x + k], D[x + k + 1])``, indices into D."""
        return f"D[{self.data.lists(key, self._asked_of_board(items), per=per)}]"

    def lists_of_lists(
        self, key: object, items: Callable[[], Sequence[Sequence[Sequence[int]]]], *, per: str = ""
    ) -> str:
        """Like :meth:`lists`, one level deeper: part r of list k is ``range(D[r], D[r + 1])``."""
        return f"D[{self.data.lists_of_lists(key, self._asked_of_board(items), per=per)}]"

    def count_on_rays(self) -> None:
        """Keep the set of the empty sites, by which the open ones of a ray can be counted, where that is possible."""
        if not self.storage.stacking and self.board.count() <= MOST_RAY_SITES:
            self.field("empty", "set", hashed=False)

    # --- functions -----------------------------------------------------------------------------------------------

    def function(
        self,
        key: object,
        hint: str,
        write: Callable[[Scope], None],
        registers: Mapping[str, Expression] | None = None,
        parameters: tuple[str, ...] = (),
        *,
        nested: bool = False,
        raw: bool = False,
        plain: bool = False,
    ) -> str:
        """The name of a generated function, written at its first use; one for each key.

        ``nested`` functions answer every question about threats with no; ``raw`` ones leave out the filter for the
        longest sequence. Both keep look-ahead from asking itself. A ``plain`` one is called exactly as the hint says.
        """
        known = tuple((register, value.valid) for register, value in (registers or {}).items())
        full_key = (key, nested, raw, known, parameters)
        if full_key in self._memo:
            return self._memo[full_key]
        name = hint if plain else f"{hint}_{len(self._memo)}"
        self._memo[full_key] = name
        names = {key: Expression(f"r_{key}", valid=value.valid) for key, value in (registers or {}).items()}
        scope = Scope(self, name, (*HEAD, *parameters, *(str(value) for value in names.values())), names)
        scope.nested = nested
        scope.raw = raw
        try:
            write(scope)
        except Conflict:
            del self._memo[full_key]  # it was not written; whoever tries another way asks for it again
            raise
        self.function_reads[name] = frozenset(scope.fields_read)
        self.functions.append(scope.source())
        return name

    def moves_call(self, scope: Scope, clause: Value, sink: Sink) -> None:
        """Give the moves of a clause to the sink through a function of its own, written once for each kind of sink."""
        registers = dict(scope.registers)
        parameters: tuple[str, ...] = ("n",)
        values: list[str] = []
        if scope.base_state is not None:
            parameters = ("n", "B")
            values = [scope.base_state]

        def write(inner: Scope) -> None:
            inner.lazy = scope.lazy
            inner.base_state = "B" if scope.base_state is not None else None
            inner.moves(clause, sink)
            sink.close(inner)

        name = self.function(
            (id(clause), sink.key, scope.lazy),
            "moves",
            write,
            registers,
            parameters,
            nested=scope.nested,
            raw=scope.raw,
        )
        sink.call(scope, name, [*values, *registers.values()])

    def answer_call(self, scope: Scope, clause: Value, sink: Sink) -> Expression:
        """The code that asks a yes-or-no sink about the moves of a clause."""
        registers = dict(scope.registers)

        def write(inner: Scope) -> None:
            inner.moves(clause, sink)
            sink.close(inner)

        name = self.function(
            (id(clause), sink.key), "any", write, registers, ("n",), nested=scope.nested, raw=scope.raw
        )
        return Expression(f"({scope.ask(name, '0', *registers.values())} != 0)")

    def drawn_below(self, state: str, bound: str) -> str:
        """The code of a number below a bound that chance decides; every draw of a kernel is written here."""
        self.draws = True
        return f"random_below(shifted({state}, CHANCE), {bound})"

    # --- operations ----------------------------------------------------------------------------------------------

    def add_operation(self, name: str, arity: int, writes: tuple[str, ...], source: str = "") -> None:
        """Make an elementary change known: the function ``do_<name>(D, S, ...)``, given as source text or by the storage."""
        if name not in self._operations:
            self._operations[name] = Operation(name, len(self._operations) + 1, f"do_{name}", arity, writes)
            if source:
                self.prelude[name] = source

    def redirect_operation(self, name: str, function: str) -> None:
        """Let another function with the same arguments carry out an operation."""
        self._operations[name] = replace(self._operations[name], function=function)

    def run_function(self, scope: Scope, operations: frozenset[str]) -> str:
        """The function that carries out a queue holding only these operations (or consequences, by number)."""

        def write(inner: Scope) -> None:
            inner.line("at = start")
            with inner.block("while at < W[QUEUE_TOP]:"):
                inner.line("what = W[at]")
                branch = "if"
                for name in sorted(operations):
                    if name.startswith("then "):
                        number = int(name[5:])
                        with inner.block(f"{branch} what == {-1 - number}:"):
                            count = len(self.decisions.taken[number])
                            taken = [inner.let("taken", f"W[at + {index + 1}]") for index in range(count)]
                            inner.line(f"at += {count + 1}")
                            inner.line(inner.call(self.decisions.consequences[number], *taken))
                    else:
                        kind = self.operation(name)
                        with inner.block(f"{branch} what == {kind.number}:"):
                            values = [f"W[at + {index + 1}]" for index in range(kind.arity)]
                            inner.line(f"{kind.function}({', '.join(['D', 'S', *values])})")
                            for note in notes_of_places(self, name, "S", values):
                                inner.line(note)
                            inner.line(f"at += {kind.arity + 1}")
                    branch = "elif"
                with inner.block("else:" if operations else "if True:"):
                    inner.line("at += 1")
            inner.line("W[QUEUE_TOP] = start")

        return self.function(
            ("run", operations), "run", write, parameters=("start",), nested=scope.nested, raw=scope.raw
        )

    def operation(self, name: str) -> Operation:
        """The operation of that name."""
        if name not in self._operations:
            raise Impossible(
                "in a game without dice" if name in ("roll", "use_die") else "in a game without what it changes"
            )
        return self._operations[name]

    def operations(self) -> list[Operation]:
        """All operations known."""
        return list(self._operations.values())
