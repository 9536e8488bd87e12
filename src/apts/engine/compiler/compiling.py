"""From typed rules to a kernel: the source of a module, its data, and what people need to read its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import apts.engine.ludemes  # noqa: F401 - registers the ludemes
from apts.board.graph import BoardError, BoardTooLarge
from apts.engine.compiler.coverage import COUNTERS, Coverage, Rule
from apts.engine.compiler.decisions import Decision
from apts.engine.compiler.entries import ENTRIES
from apts.engine.compiler.equipment import Equipment, read_equipment
from apts.engine.compiler.kernel import LONGEST_KERNEL, Kernel
from apts.engine.compiler.kernel_facts import KernelFacts, kernel_facts
from apts.engine.compiler.ludeme import Conflict, ImpossibleRule, OtherSites, UnsupportedRule, features
from apts.engine.compiler.match_functions import Course
from apts.engine.compiler.origins import without_marks
from apts.engine.compiler.owned_regions import OwnedRegion
from apts.engine.compiler.piece_cycles import refuse_piece_cycles
from apts.engine.compiler.random_selection.branchless_records import steady
from apts.engine.compiler.readings import Readings
from apts.engine.compiler.registers_read import NeverSet
from apts.engine.compiler.storage.flat_storage import FlatStorage
from apts.engine.compiler.storage.piece_storage import PIECES_KEY, Storage, with_missing
from apts.engine.compiler.storage.stack_storage import StackStorage
from apts.engine.lowering.deciding_parts import DecidingPart, deciding_parts
from apts.engine.lowering.dice import THROW_CAPACITY
from apts.engine.lowering.scores import SCORES_ENTRY, ScoreRules, score_rules, write_scores
from apts.engine.lowering.shown_numbers import shown_numbers
from apts.engine.lowering.tracks.tracks import tracks
from apts.engine.native.gc_paused import gc_paused
from apts.engine.runtime import layout
from apts.errors import AptsError, InternalError
from apts.language.presentation import AS_WRITTEN, Presentation
from apts.language.tree import Clause, TextPlace

TOO_MANY_PARTS = "rules of so many parts in one place that their code cannot be compiled"
SWAP = -2
QUEUE_CAPACITY = 1 << 16  # words of the queue of actions at least; nearly all actions take up to six
QUEUE_CAPACITY_PER_SITE = 64
FRAME_CAPACITY = 1 << 16
FRAME_SETS = 512
FRAME_STATES = 40

_HEADER = """\"\"\"A kernel written by the compiler of APTS. Numbers of the rules are in D, not here.\"\"\"

from apts.engine.runtime.kernel_functions import *
from apts.engine.runtime.layout import *
from apts.engine.runtime.lists import *
from apts.engine.runtime.queues import *
from apts.engine.runtime.questions import *
from apts.engine.runtime.sets_and_chance import *
from apts.engine.runtime.tallies import *

"""


@dataclass(frozen=True)
class Compiled:
    """A game ready to be loaded: source and data, and the meaning of the numbers in records and positions."""

    source: str
    data: Any
    state_size: int
    record_size: int
    equipment: Equipment
    decisions: tuple[Decision, ...]
    end_rules: tuple[Clause, ...]
    fields: dict[str, tuple[int, int]]
    hashed: tuple[str, ...]
    stacking: bool
    phases: tuple[str, ...]
    coverage: tuple[Rule, ...] = ()
    chance: bool = False  # whether anything is decided by the seed of a position
    thrown: int = 0  # where the work array has the throw that a list of moves was made with; 0 without dice
    scores: ScoreRules = field(default_factory=ScoreRules)
    units: Mapping[str, str] = field(default_factory=dict)  # what there is one of in each field: site, player ...
    origins: Mapping[int, TextPlace] = field(default_factory=dict)  # the place of the rules that a line was written for
    deciding: tuple[tuple[DecidingPart, ...], ...] = ()  # what each end rule asks of the position
    owned: tuple[OwnedRegion, ...] = ()  # the regions of players that the rules use and no position changes
    never_set: tuple[NeverSet, ...] = ()  # what reads (to), (site) .. where nothing sets it
    numbers: tuple[tuple[str, str], ...] = ()  # variables that people are shown, by name, each with its field

    @property
    def facts(self) -> KernelFacts:
        """What the functions of the kernel call, read and draw."""
        return kernel_facts(self.source)


def compile_rules(game: Clause, *, counted: bool = False, presentation: Presentation = AS_WRITTEN) -> Compiled:
    """Lower the typed rules of a game; a ``counted`` kernel keeps account of the rules that are used.

    ``presentation`` says how the coordinates in the rules are meant, and what pieces are called.
    """
    kinds: tuple[str, ...] = ()
    while True:
        try:
            return _compile_for(game, kinds, counted=counted, presentation=presentation)
        except OtherSites as needed:
            if needed.kind in kinds:
                raise
            kinds = (*kinds, needed.kind)


def _compile_for(game: Clause, kinds: tuple[str, ...], *, counted: bool, presentation: Presentation) -> Compiled:
    """Compile for a board whose elements of some further kinds are sites."""
    try:
        with gc_paused():
            return _compile_rules(game, kinds, counted=counted, presentation=presentation)
    except BoardTooLarge as problem:
        raise UnsupportedRule(str(problem), game.position) from None
    except BoardError as problem:  # seen when the sites of a finished graph are looked at
        raise ImpossibleRule(str(problem), game.position) from None
    except AptsError:
        raise
    except (IndentationError, MemoryError):  # the compiler of Python stops at a hundred levels
        raise UnsupportedRule(TOO_MANY_PARTS, game.position) from None
    except RecursionError:  # a region that names itself, a piece that moves as all pieces move ...
        raise UnsupportedRule("rules that need themselves to be worked out", game.position) from None
    except Conflict as conflict:
        clause = conflict.clause or game
        what = f"({clause.name}) where it reads what another part of the same effect changes"
        raise UnsupportedRule(what, clause.position) from None
    except Exception as error:  # what the compiler does not foresee is no fault of the rules
        raise InternalError.of(error, f"{game.position}: these rules") from error


def _compile_rules(game: Clause, kinds: tuple[str, ...], *, counted: bool, presentation: Presentation) -> Compiled:
    readings = Readings()
    with readings.noted():
        equipment = read_equipment(game, presentation, kinds)
    refuse_piece_cycles(equipment)
    wanted = features(game)
    storage: Storage = StackStorage() if "stacking" in wanted else FlatStorage(counted="count" in wanted)
    kernel = Kernel(game, equipment, storage, wanted, readings)
    kernel.coverage = Coverage() if counted else None
    kernel.field("rank", "player", hashed=False)
    with readings.noted():
        tracks(kernel)  # those that no rule asks for are drawn and told all the same
        course = Course(kernel, game)
        scores = score_rules(game)
        course.write(lambda: _write_present_scores(kernel, scores.present))
        prelude = _prelude(kernel)
    readings.refuse_unread(game)
    record = layout.RECORD_HEAD + max((len(decision.registers) for decision in kernel.decisions.all), default=0)
    history = layout.MOST_MOVES + 16 if any(known.unit == "history" for known in kernel.data.fields.values()) else 0
    sizes = {
        "one": 1,
        "site": equipment.all_sites,
        "level": equipment.all_sites * equipment.levels,
        "player": equipment.players + 2,
        "set": equipment.set_words,
        "player set": equipment.set_words * (equipment.players + 3),  # the last one, for nobody, stays empty
        "component set": equipment.set_words * (len(equipment.components) + 1),
        "history": history,
        "piece": len(equipment.components) + 1,
    }
    head = {
        layout.PLAYERS: equipment.players,
        layout.SITES: equipment.sites,
        layout.ALL_SITES: equipment.all_sites,
        layout.SET_WORDS: equipment.set_words,
        layout.RECORD: record,
        layout.TURN_LIMIT: layout.TURNS_EACH * equipment.players,
        layout.MOVE_LIMIT: layout.MOST_MOVES,
        layout.LEVELS: equipment.levels,
        layout.HISTORY: history,
        layout.COMPONENTS: len(equipment.components),
    }
    data, state_size = kernel.data.lay_out(sizes, head)
    data[layout.STATE_SIZE] = state_size
    data[layout.DATA_SIZE] = len(data)
    fields = {
        name: (int(data[known.slot]), sizes[known.unit] * known.times) for name, known in kernel.data.fields.items()
    }
    data[layout.RANK_AT] = fields["rank"][0]
    rules = tuple(kernel.coverage.rules) if kernel.coverage is not None else ()
    counters = layout.WORK_HEAD + COUNTERS * len(rules)
    thrown = counters if kernel.has("dice") else 0
    data[layout.QUEUE_AT] = counters + (THROW_CAPACITY if thrown else 0)
    data[layout.FIRST_FRAME] = data[layout.QUEUE_AT] + max(
        QUEUE_CAPACITY, QUEUE_CAPACITY_PER_SITE * equipment.all_sites
    )
    data[layout.WORK_WORDS] = data[layout.FIRST_FRAME] + _frame_capacity(kernel, state_size)
    names = "".join(f"{name} = {slot}\n" for name, slot in kernel.data.names.items())
    capacities = "".join(
        f'ROOM_AT_{name.upper().replace(" ", "_")} = "{known.unit}: {known.capacity}"\n'
        for name, known in kernel.data.fields.items()
    )
    capacities += "".join(f'ROOM_{name} = "{capacity}"\n' for name, capacity in kernel.data.capacities.items())
    capacities += 'ROOM_RANK_AT = "player: D[PLAYERS] + 2"\n'
    functions = "\n\n".join(steady(function) for function in kernel.functions)
    places = f"DATA_SLOTS = {kernel.data.slots}\n" + (f"THROWN = {thrown}\n" if thrown else "")
    if (
        equipment.set_words == 1
    ):  # a small board: machine code without loops over the words of sets is up to a fifth faster
        places += "ONE_WORD_SETS = 1\n"
    written = f"{_HEADER}SWAP = {SWAP}\n{places}{names}{capacities}\n\n{prelude}\n\n{functions}\n{ENTRIES}"
    if scores.present:
        written += SCORES_ENTRY
    source, origins = without_marks(written, kernel.places)
    if source.count("\n") > LONGEST_KERNEL:
        raise UnsupportedRule(f"rules that grow to more than {LONGEST_KERNEL:,} lines of code", game.position)
    return Compiled(
        source,
        data,
        state_size,
        record,
        equipment,
        tuple(kernel.decisions.all),
        tuple(kernel.end_rules),
        fields,
        tuple(name for name, known in kernel.data.fields.items() if known.hashed),
        storage.stacking,
        tuple(str(getattr(phase.get("name"), "value", "")) for phase in course.phases),
        rules,
        kernel.draws,
        thrown,
        scores,
        {name: known.unit for name, known in kernel.data.fields.items()},
        origins,
        tuple(deciding_parts(kernel, rule) for rule in kernel.end_rules),
        tuple(kernel.owned_regions),
        kernel.registers_read.never_set,
        shown_numbers(kernel),
    )


def _write_present_scores(kernel: Kernel, scores: tuple[Clause, ...]) -> None:
    """The function that sets the scores as the rules work them out from a position, where they say how."""
    if not scores:
        return
    kernel.function(
        "present scores",
        "present_scores",
        lambda scope: write_scores(scope, scores, kernel.field("score", "player")),
        plain=True,
    )


def _frame_capacity(kernel: Kernel, state_size: int) -> int:
    """Words for the frames: as many as all functions together need, and more for those that call themselves."""
    sets = max(FRAME_SETS, 2 * kernel.frame_sets)
    return FRAME_CAPACITY + sets * kernel.equipment.set_words + max(FRAME_STATES, kernel.frame_states + 8) * state_size


def _prelude(kernel: Kernel) -> str:
    """The functions that change the position, written last, when it is known which fields the game uses."""
    from apts.engine.compiler.scope import Scope

    parts = [with_missing(kernel.storage.prelude()), *(text.strip() + "\n" for text in kernel.prelude.values())]
    for point, name, parameters in (
        ("begin move", "begin_move", ("D", "S")),
        ("settle move", "settle_move", ("D", "S", "W")),
    ):
        scope = Scope(kernel, name, parameters, {})
        if point == "begin move":
            scope.line("S[TURN_SET] = 0")
        kernel.run_hooks(point, scope)
        parts.append(scope.source())
    parts.append(_hashes(kernel))
    parts.append(_note_move(kernel))
    return "\n\n".join(parts)


def _note_move(kernel: Kernel) -> str:
    """The function that makes a move the last one, after its own actions and before its consequences."""
    from apts.engine.compiler.scope import Scope

    scope = Scope(kernel, "note_move", ("D", "S", "origin", "target", "passed"), {})
    for place, value in (("FROM", "origin"), ("TO", "target"), ("PASS", "passed"), ("LOCATION", "target")):
        scope.line(f"S[LAST_{place}] = {value}")
    scope.line("S[MOVES] += 1")
    with scope.block("if passed and S[MOVES_THIS_TURN] == 0:"):
        scope.line("S[PASSES] += 1")
    with scope.block("else:"):
        scope.line("S[PASSES] = 0")
    kernel.run_hooks("note move", scope)
    return scope.source()


def _hashes(kernel: Kernel) -> str:
    """Hashes of a position: what stands on the sites, and everything that matters for what may follow.

    Who sits where, the unnamed variable, the teams and what is hidden from whom belong to the first: a swap makes the same
    board another position.
    """
    on_sites = ("what", "height", "count", "state", "value", "rotation")
    fields = kernel.data.fields
    lines = ["@compiled", "def position_hash(D, S):", "    key = 0"]
    for name in on_sites:
        if name == "what" and PIECES_KEY in fields:
            lines.append("    key = mix(S[D[AT_PIECES_KEY]], 1)")
        elif name in fields:
            size = "D[ALL_SITES] * D[LEVELS]" if fields[name].unit == "level" else "D[ALL_SITES]"
            lines += [
                f"    for index in range({size}):",
                f"        word = S[D[AT_{name.upper()}] + index]",
                "        if word != 0:",
                "            key ^= mix(word, index)",
                "    key = mix(key, 1)",
            ]
    written = "".join([*kernel.functions, *kernel.prelude.values()])
    lines += [f"    key = mix(key, S[{word}])" for word in ("SWAPPED", "VARIABLE") if word in written]
    if "team" in fields:
        lines += ["    for player in range(D[PLAYERS] + 1):", "        key = mix(key, S[D[AT_TEAM] + player])"]
    if "hidden" in fields:
        lines += [
            f"    for index in range({fields['hidden'].capacity}):",
            "        key = mix(key, S[D[AT_HIDDEN] + index])",
        ]
    lines += ["    return key", "", "", "@compiled", "def situation_hash(D, S):", "    key = position_hash(D, S)"]
    scalars = ("MOVER", "NEXT", "PREVIOUS", "ACTIVE", "STALEMATED", "MOVES_THIS_TURN", "PASSES")
    lines += [f"    key = mix(key, S[{name}])" for name in scalars]
    for name, unit_size in (("pending", "D[SET_WORDS]"), ("score", "D[PLAYERS] + 1"), ("amount", "D[PLAYERS] + 1")):
        if name in fields:
            lines += [
                f"    for index in range({unit_size}):",
                f"        key = mix(key, S[D[AT_{name.upper()}] + index])",
            ]
    lines.append("    return key")
    return "\n".join(lines) + "\n"
