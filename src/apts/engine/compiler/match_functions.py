"""The course of play as generated functions: start, legal moves, playing a move, ends, phases, the next mover.

The order of the steps is the one the language reference gives for playing a move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from apts.engine.compiler.coverage import CountingSink
from apts.engine.compiler.decisions import Decision
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import ImpossibleRule
from apts.engine.compiler.passes import FORCED_PASS, is_pass, write_pass_functions
from apts.engine.compiler.random_selection.sampler_pass import SamplerPass
from apts.engine.compiler.random_selection.sinks import ExistsSink, RecordSink, Sink
from apts.engine.compiler.scope import Scope
from apts.engine.compiler.storage.flat_storage import FlatStorage
from apts.language.tree import Clause, Text, Value, Word

_EVERYBODY = ("Shared", "All", "Each")
_LONGEST_CHAIN = 100  # decisions that are asked for one after the other


class Course:
    """Writes the functions that every game has."""

    def __init__(self, kernel: Kernel, game: Clause):
        self.kernel = kernel
        rules = game.get("rules")
        assert isinstance(rules, Clause)
        self.rules = rules
        self.phases = [phase for phase in as_tuple(rules.get("phases")) if isinstance(phase, Clause)]
        kernel.course = self
        for holder in (game, *self.phases):
            mode = holder.get("mode")
            kind = mode.get("kind") if isinstance(mode, Clause) else None
            if isinstance(mode, Clause) and isinstance(kind, Word) and kind.name != "Alternating":
                raise kernel.unsupported(mode, f"{kind.name}: only turns that alternate can be played")
        self.roles = [phase.get("role") for phase in self.phases]
        for role in self.roles:
            if isinstance(role, Word) and role.name not in _EVERYBODY and re.fullmatch("P[0-9]+", role.name) is None:
                what = f"a phase of {role.name}: {', '.join(_EVERYBODY)} or a player such as P1 is expected"
                raise ImpossibleRule(what, role.position)
        if len(self.phases) > 1:
            kernel.field("phase", "player")

    # --- the play rules ------------------------------------------------------------------------------------------

    def play_rules(self, phase: Clause | None) -> list[Clause]:
        """The move rules of a phase, joined with those outside the phases."""
        found = []
        for holder in (phase, self.rules):
            play = holder.get("play") if holder is not None else None
            if isinstance(play, Clause):
                moves = play.get("moves")
                assert isinstance(moves, Clause)
                found.append(moves)
        return found

    def each_phase(self, scope: Scope, player: str, write: Callable[[Clause | None], None]) -> None:
        """Branch on the phase of a player."""
        if len(self.phases) <= 1:
            write(self.phases[0] if self.phases else None)
            return
        present = scope.let("phase", f"{scope.state}[D[AT_PHASE] + {player}]")
        for index, phase in enumerate(self.phases):
            with scope.block(f"{'if' if index == 0 else 'elif'} {present} == {index}:"):
                write(phase)

    def all_moves(self, scope: Scope, sink: Sink) -> None:
        """Give every move of the mover's phase to a sink."""

        def write(phase: Clause | None) -> None:
            given = sink
            if phase is not None and self.kernel.coverage is not None:
                self.kernel.coverage.tried(scope, phase)
                given = CountingSink(sink, phase)
            for moves in self.play_rules(phase):
                self.kernel.moves_call(scope, moves, given)

        self.each_phase(scope, f"{scope.state}[MOVER]", write)

    def any_move(self, *, nested: bool) -> str:
        """The name of the function that tells whether the mover has a move: ``f(D, S, W, M, sp)``."""

        def write(scope: Scope) -> None:
            scope.line("n = 0")
            sink: Sink = ExistsSink()
            for wrap in self.kernel.exists_wrappers:
                sink = wrap(sink)
            self.all_moves(scope, sink)
            scope.line("return 0")

        return self.kernel.function("any move", "any_move", write, nested=nested)

    # --- entries -------------------------------------------------------------------------------------------------

    def write(self, more: Callable[[], None]) -> None:
        """Add the functions that the entries need to the kernel; ``more`` adds those that only some games have."""
        kernel = self.kernel
        candidates = kernel.function("candidates", "candidates", self._candidates, parameters=("n",))
        ends = kernel.function("ends", "ends", self._ends)
        phases = kernel.function("phases", "phases", self._next_phases) if self._changes_phase() else None
        kernel.function("start", "set_up", self._start, plain=True)
        more()
        late = self._late()
        legal = self._legal()
        self._play_function(ends, phases)
        kernel.functions.extend(text.strip() + "\n" for text in late)
        self._write_list(candidates, legal)
        self._write_choice(candidates, legal)
        write_pass_functions(self.kernel, candidates, legal)

    def _write_list(self, candidates: str, legal: str | None) -> None:
        """The function ``legal_moves``: all candidates that pass the tests, or a forced pass."""

        def write(scope: Scope) -> None:
            scope.line(f"n = {scope.call(candidates, '0')}")
            if legal is not None:
                scope.line("index = 0")
                with scope.block("while index < n:"):
                    with scope.block(f"if {scope.call(legal, 'index')} != 0:"):
                        scope.line("index += 1")
                    with scope.block("else:"):
                        scope.line("n = drop_record(D, M, n, index)")
            with scope.block("if n == 0:"):
                scope.line(f"n = record0(D, W, M, 0, {FORCED_PASS}, -1, -1)")
            scope.line("return n")

        self.kernel.function("legal moves", "legal_moves", write, plain=True)

    def _write_choice(self, candidates: str, legal: str | None) -> None:
        """The function ``choose_move``: one of the legal moves at random; only those drawn are tested.

        Where the moves can be counted, the first one is drawn without a list; only if it is refused, they are listed.
        """
        self.kernel.refuse_long()
        choosing = SamplerPass(self.kernel.functions, self._masks, self._open_rays)
        counted = self.kernel.coverage is None and choosing.countable(candidates)
        if counted:
            self.kernel.functions.extend(choosing.written)

        def write(scope: Scope) -> None:
            if counted:
                self._draw_unlisted(scope, candidates, legal)
            else:
                scope.line(f"n = {scope.call(candidates, '0')}")
            with scope.block("while n > 0:"):
                scope.line("index = random_below(R, n)")
                if legal is None:
                    scope.line("return index")
                else:
                    with scope.block(f"if {scope.call(legal, 'index')} != 0:"):
                        scope.line("return index")
                    scope.line("n = drop_record(D, M, n, index)")
            scope.line(f"record0(D, W, M, 0, {FORCED_PASS}, -1, -1)")
            scope.line("return 0")

        self.kernel.function("choose move", "choose_move", write, parameters=("R",), plain=True)

    def _masks(self, table: str) -> int | None:
        """The slot of sets with the sites of the lists of a table, if they tell how many of the sites are empty."""
        kernel = self.kernel
        if isinstance(kernel.storage, FlatStorage) and "empty" in kernel.data.fields:
            return kernel.data.masks(table, kernel.board.count(), lambda: kernel.equipment.set_words)
        return None

    def _open_rays(self, table: str) -> int | None:
        """The slot of the rays of a table as words, if they tell how many sites of a ray are empty."""
        kernel = self.kernel
        if isinstance(kernel.storage, FlatStorage) and "empty" in kernel.data.fields:
            return kernel.data.open_rays(table, kernel.board.count())
        return None

    def _draw_unlisted(self, scope: Scope, candidates: str, legal: str | None) -> None:
        """Draw a move by its number, and write it as the first record; n is what is left to draw from."""
        scope.line(f"n = {scope.call(f'count_{candidates}', '0')}")
        with scope.block("if n > 0:"):
            scope.line("index = random_below(R, n)")
            scope.line(scope.call(f"pick_{candidates}", "0", "index"))
            if legal is None:
                scope.line("return 0")
            else:
                with scope.block(f"if {scope.call(legal, '0')} != 0:"):
                    scope.line("return 0")
                scope.line(f"n = {scope.call(candidates, '0')}")
                with scope.block("if index < n:"):  # unless the list has no room, and will be made anew
                    scope.line("n = drop_record(D, M, n, index)")
        with scope.block("elif n < 0:"):
            scope.line(f"n = {scope.call(candidates, '0')}")

    play_name = "play_record"

    def _late(self) -> list[str]:
        """Functions that ludemes write when all decisions but their own look-ahead are known."""
        texts = []
        while self.kernel.late:
            _, write = self.kernel.late.popitem()
            texts.append(write(self.kernel))
        return texts

    def _candidates(self, scope: Scope) -> None:
        scope.lazy = True
        self.all_moves(scope, RecordSink(lazy=True))
        self.kernel.run_hooks("candidates", scope)
        scope.line("return n")

    def _legal(self) -> str | None:
        tests = [decision for decision in self.kernel.decisions.all if decision.test]
        hooked = self.kernel.hooked("legal")
        if not tests and not hooked:
            return None

        def write(scope: Scope) -> None:
            scope.line("base = index * D[RECORD]")
            scope.line("decision = M[base]")
            if hooked:
                self._judge_once(scope, tests)
            else:
                self._judge(scope, tests)
            scope.line("return 1")

        return self.kernel.function("legal", "legal", write, parameters=("index",))

    def _judge(self, scope: Scope, tests: list[Decision]) -> None:
        """Ask the test of the decision that a record belongs to, if it has one."""
        for decision in tests:
            values = [f"M[base + {1 + k}]" for k in range(2 + len(decision.registers))]
            refused = f"{scope.call(str(decision.test), *values)} == 0"
            with scope.block(f"if decision == {decision.number} and {refused}:"):
                scope.line("return 0")

    def _judge_once(self, scope: Scope, tests: list[Decision]) -> None:
        """Where the rules of the whole game forbid moves as well, play the move once and let all tests see the result."""
        copy = scope.copy_of_state()
        scope.line(f"{self.make()}(D, {copy}, W, M, {scope.top}, base)")
        if tests:
            following = scope.let("following", f"{copy}[NEXT]")
            self.kernel.decisions.prepare_afterwards(scope, copy)
            with scope.in_state(copy):
                self._judge(scope, tests)
            scope.line(f"{copy}[NEXT] = {following}")
        with scope.in_state(copy):
            self.kernel.run_hooks("legal", scope)

    def make(self) -> str:
        """The function that plays a record without judging the end: ``make(D, S, W, M, sp, base)``."""

        def write(scope: Scope) -> None:
            scope.line("decision = M[base]")
            self._make_one(scope, self.kernel.decisions.all, others=True)

        return self.kernel.function("make", "make", write, parameters=("base",))

    def _make_one(self, scope: Scope, decisions: Sequence[Decision], *, others: bool) -> None:
        """Play the decision that a record names, one of those given or, with ``others``, what is none of the rules.

        Of many the half is looked for first: a chain of hundreds of tests would be one branch inside the other.
        """
        if len(decisions) > _LONGEST_CHAIN:
            half = len(decisions) // 2
            with scope.block(f"if decision < {decisions[half].number}:"):
                self._make_one(scope, decisions[:half], others=others)
            with scope.block("else:"):
                self._make_one(scope, decisions[half:], others=False)
            return
        for index, decision in enumerate(decisions):
            values = [f"M[base + {1 + k}]" for k in range(2 + decision.played)]
            with scope.block(f"{'if' if index == 0 else 'elif'} decision == {decision.number}:"):
                if self.kernel.coverage is not None:
                    self.kernel.coverage.played(scope, decision.number)
                scope.line(scope.call(decision.function, *values))
        if others:
            self._make_other(scope, "elif" if decisions else "if")

    def _make_other(self, scope: Scope, branch: str) -> None:
        """Change sides, or pass because there is nothing else to do."""
        if self.kernel.has("swap"):
            with scope.block(f"{branch} decision == SWAP:"):
                scope.line("begin_move(D, S)")
                scope.line("S[SWAPPED] = 1 - S[SWAPPED]")
                scope.line("S[NEXT] = S[MOVER]")
                scope.line("note_move(D, S, -1, -1, 0)")
                scope.line("settle_move(D, S, W)")
            branch = "elif"
        with scope.block("else:" if branch == "elif" else "if True:"):
            scope.line("begin_move(D, S)")
            scope.line("note_move(D, S, -1, -1, 1)")
            scope.line("settle_move(D, S, W)")

    def _not_swapped(self) -> str:
        """A player who changes sides begins a new turn, although the same colour moves."""
        swaps = [str(known.number) for known in self.kernel.decisions.all if known.seats]
        if self.kernel.has("swap"):
            swaps.append("SWAP")
        return "".join(f" and M[base] != {number}" for number in swaps)

    def _play_function(self, ends: str, phases: str | None) -> str:
        make = self.make()

        def write(scope: Scope) -> None:
            kernel = self.kernel
            if kernel.has("stalemate"):
                scope.line("S[STALEMATED] &= ~(1 << S[MOVER])")  # the list of his moves was made, and was not empty
                with scope.block(f"if {is_pass(self.kernel, 'M[base]')}:"):
                    with scope.uncounted():
                        stuck = scope.let("stuck", scope.call(self.any_move(nested=False)))
                    with scope.block(f"if {stuck} == 0:"):
                        scope.line("S[STALEMATED] |= 1 << S[MOVER]")
            scope.line("S[LOSING_NOW] = 0")
            scope.line(scope.call(make, "base"))
            scope.line(scope.call(ends))
            with scope.block("if S[OVER] == 0 and (S[TURN] >= D[TURN_LIMIT] or S[MOVES] >= D[MOVE_LIMIT]):"):
                scope.line("draw(D, S, -1)")
            if phases is not None:
                with scope.block("if S[OVER] == 0:"):
                    scope.line(scope.call(phases))
            scope.line("S[COUNTER] += 1")
            kernel.run_hooks("ended", scope)
            with scope.block("if S[OVER] == 0:"):
                kernel.run_hooks("advance", scope)
                scope.line("S[PREVIOUS] = S[MOVER]")
                scope.line("S[MOVER] = S[NEXT]")
                with scope.block(f"if S[MOVER] == S[PREVIOUS]{self._not_swapped()}:"):
                    scope.line("S[MOVES_THIS_TURN] += 1")
                with scope.block("else:"):
                    scope.line("S[MOVES_THIS_TURN] = 0")
                    scope.line("S[TURN] += 1")
                scope.line("S[NEXT] = following(D, S, S[MOVER])")
            with scope.block("else:"):
                scope.line("S[PREVIOUS] = S[MOVER]")

        return self.kernel.function("play", self.play_name, write, parameters=("base",), plain=True)

    # --- ends and phases -----------------------------------------------------------------------------------------

    def _ends(self, scope: Scope) -> None:
        def rules_of(holder: Clause | None) -> None:
            end = holder.get("end") if holder is not None else None
            if not isinstance(end, Clause):
                return
            for rule in as_tuple(end.get("rule") or end.get("rules")):
                assert isinstance(rule, Clause)
                with scope.block("if S[OVER] == 0:"):
                    self.end_rule(scope, rule)
            if not self.kernel.has(
                "no pass draw"
            ):  # where nothing can end the match, a round of passes does not either
                passed = "(S[PASSES] >= D[PLAYERS] or (D[PLAYERS] == 1 and S[LAST_PASS] != 0))"
                with scope.block(f"if S[OVER] == 0 and {passed}:"):
                    scope.line("draw(D, S, 0)")

        if any(phase.get("end") for phase in self.phases):
            self.each_phase(scope, "S[MOVER]", rules_of)
        rules_of(self.rules)

    def end_rule(self, scope: Scope, rule: Clause) -> None:
        """Write one end rule; it takes effect when somebody leaves the match by it, or by a rule inside it."""
        coverage = self.kernel.coverage
        if coverage is None:
            self.kernel.handler(rule)(scope, rule)
            return
        coverage.tried(scope, rule)
        active = scope.let("active", "S[ACTIVE]")
        self.kernel.handler(rule)(scope, rule)
        with scope.block(f"if S[OVER] != 0 or S[ACTIVE] != {active}:"):
            coverage.effect(scope, rule)

    def _changes_phase(self) -> bool:
        return len(self.phases) > 1 and any(phase.get("next") for phase in self.phases)

    def _next_phases(self, scope: Scope) -> None:
        names = [_text(phase.get("name")) for phase in self.phases]
        scope.line("mover_phase = S[D[AT_PHASE] + S[MOVER]]")
        with scope.block("for player in range(1, D[PLAYERS] + 1):"):
            scope.line("present = S[D[AT_PHASE] + player]")
            for index, phase in enumerate(self.phases):
                changes = [change for change in as_tuple(phase.get("next")) if isinstance(change, Clause)]
                if changes:
                    with scope.block(f"if present == {index}:"):
                        self._changes(scope, index, changes, names)

    def _changes(self, scope: Scope, index: int, changes: list[Clause], names: list[str]) -> None:
        for change in changes:
            who = change.get("who")
            if isinstance(who, Clause):
                condition = f"player == {scope.integer(who.get('index'))}"
            elif isinstance(who, Word) and who.name not in ("Shared", "All", "Each"):
                condition = f"player == {scope.role(who.name)}"
            else:
                condition = "True"
            name = change.get("name")
            if isinstance(name, Text) and name.value not in names:
                raise self.kernel.unsupported(change, f"to the unknown phase {name.value!r}")
            if isinstance(name, Text):
                target = str(names.index(name.value))
            elif condition == "True":
                target = f"(mover_phase + 1) % {len(names)}"
            else:
                target = str((index + 1) % len(names))
            with scope.block(f"if {condition}:"):
                if self.kernel.coverage is not None:
                    self.kernel.coverage.tried(scope, change)
                met = scope.boolean(change.get("condition"))
                with scope.block(f"if {met}:"):
                    if self.kernel.coverage is not None:
                        self.kernel.coverage.effect(scope, change)
                    scope.line(f"S[D[AT_PHASE] + player] = {target}")
                    scope.line("continue")

    # --- set-up --------------------------------------------------------------------------------------------------

    def _start(self, scope: Scope) -> None:
        kernel = self.kernel
        if kernel.coverage is not None:
            scope.line("S[COUNTED] = 1")
        if "empty" in kernel.data.fields:
            with scope.block("for site in range(D[SITES]):"):
                scope.line("put_site(D, S, D[AT_EMPTY], site)")
        if len(self.phases) > 1:
            first = kernel.table("first phases", lambda: [0, *self._first_phases()])
            with scope.block("for player in range(1, D[PLAYERS] + 1):"):
                scope.line(f"S[D[AT_PHASE] + player] = D[{first} + player]")
        kernel.run_hooks("start", scope)
        start = self.rules.get("start")
        if isinstance(start, Clause):
            for rule in as_tuple(start.get("rule") or start.get("rules")):
                assert isinstance(rule, Clause)
                with scope.epoch():
                    kernel.handler(rule)(scope, rule)
        with scope.epoch():
            kernel.run_hooks("started", scope)

    def _first_phases(self) -> list[int]:
        firsts = []
        for player in range(1, self.kernel.equipment.players + 1):
            matching = (
                index
                for index, role in enumerate(self.roles)
                if not isinstance(role, Word) or role.name in (*_EVERYBODY, f"P{player}")
            )
            firsts.append(next(matching, 0))
        return firsts


def as_tuple(value: Value | None) -> tuple[Value, ...]:
    """A collection as it is, one value as a collection of one, nothing as an empty one."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _text(value: Value | None) -> str:
    return value.value if isinstance(value, Text) else ""
