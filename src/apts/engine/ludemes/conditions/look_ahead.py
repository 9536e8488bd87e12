"""Questions about moves: can Move, no Moves, is Threatened."""

from __future__ import annotations

from contextlib import nullcontext

from apts.engine.compiler.expression import EVERYTHING, Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import ExistsSink, TargetSink
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause, Word

MOST_NESTED = 2


@ludeme("(can Move moves<moves>)", result="bool", documentation="Whether any of these moves exists.")
def can_move(scope: Scope, clause: Clause) -> Expression:
    """Stop at the first move found."""
    moves = clause.get("moves")
    assert moves is not None
    scope.reads("board", "mover", "next", "clear")
    if not isinstance(moves, Clause) or not _is_played_too(scope, moves):
        return scope.kernel.answer_call(scope, moves, ExistsSink())
    with scope.uncounted():
        return Expression(scope.let("any", scope.kernel.answer_call(scope, moves, ExistsSink())))


def _is_played_too(scope: Scope, moves: Clause) -> bool:
    """Whether the text that is asked about stands elsewhere too, as a define that is played: there it counts, not here."""
    if scope.kernel.coverage is None:
        return False
    key = (moves.name, moves.position)
    everywhere = [clause for clause in scope.kernel.rules.clauses() if (clause.name, clause.position) == key]
    parts = [clause for clause in scope.kernel.rules.clauses() if clause.name == "can Move"]
    inside = [part for clause in parts for part in clause.clauses() if (part.name, part.position) == key]
    return len(everywhere) > len(inside)


def _needs(clause: Clause) -> list[str]:
    who = clause.get("who")
    return [] if isinstance(who, Word) and who.name == "Next" else ["stalemate"]


@ludeme(
    "(no Moves who<role>)",
    result="bool",
    documentation="Whether the player has no move; for others than the next one, whether a forced pass showed it.",
    needs=_needs,
)
def no_moves(scope: Scope, clause: Clause) -> Expression:
    """For the next player the play rules are tried; for all others the flag set by forced passes is read."""
    who = clause.get("who")
    assert isinstance(who, Word)
    state = scope.state
    if who.name != "Next":
        return Expression(f"(({state}[STALEMATED] >> {scope.role(who.name)}) & 1 != 0)")
    if scope.nested:
        return Expression("False", fixed=0)
    name = scope.kernel.function("no moves next", "no_moves_next", _write_no_moves)
    scope.reads("board", "mover", "next", "clear")
    return Expression(f"({scope.ask(name)} != 0)")


def _write_no_moves(scope: Scope) -> None:
    """Seat the next player as mover after the present one, and put everybody back afterwards.

    The answer is kept, as after a forced pass: who has moved and moves again is the next player and the mover.

    Where moves are legal only if they leave the next player a move, the question contains itself without end; within
    itself it is asked once more, and then taken for answered.
    """
    with scope.block(f"if W[ASKED] == {MOST_NESTED}:"):
        scope.line("return 0")
    scope.line("W[ASKED] += 1")
    for number, part in enumerate(("MOVER", "NEXT", "PREVIOUS")):
        scope.line(f"saved_{number} = S[{part}]")
    scope.line("S[MOVER] = saved_1")
    scope.line("S[NEXT] = saved_1 % D[PLAYERS] + 1")
    scope.line("S[PREVIOUS] = saved_0")
    with scope.uncounted():
        scope.line(f"found = {scope.ask(scope.kernel.course.any_move(nested=False))}")
    for number, part in enumerate(("MOVER", "NEXT", "PREVIOUS")):
        scope.line(f"S[{part}] = saved_{number}")
    scope.line("W[ASKED] -= 1")
    if scope.kernel.has("stalemate"):
        scope.line("S[STALEMATED] = (S[STALEMATED] & ~(1 << saved_1)) | ((1 - found) << saved_1)")
    scope.line("return 1 - found")


@ludeme(
    "(is Threatened [what<int>] [on<SiteType>] [at:<int> | in:<region>] [moves<moves>])",
    result="bool",
    documentation="Whether an enemy could move to the piece's site.",
)
def is_threatened(scope: Scope, clause: Clause) -> Expression:
    """Let every enemy move, without asking about threats again, and compare the targets."""
    if scope.nested:
        return Expression("False", fixed=0)
    kernel = scope.kernel
    name = kernel.function(
        ("threat", id(clause)), "threatened", lambda inner: _write_threat(inner, clause), scope.registers
    )
    scope.reads("board", "mover", "next", "clear", "pending")
    return Expression(f"({scope.ask(name, *scope.registers.values())} != 0)")


def _write_threat(scope: Scope, clause: Clause) -> None:
    kernel = scope.kernel
    storage = kernel.storage
    what, where = clause.get("what"), clause.get("at")
    region = clause.get("in")
    if what is None:
        places = scope.region(region or where) if (region or where) is not None else None  # type: ignore[arg-type]
        if places is None:
            raise kernel.unsupported(clause, "without a site or a piece")
        with places.each(scope) as site:
            owner = scope.let("owner", storage.who(scope, site))
            with scope.block(f"if {owner} > 0:"):
                _aim(scope, clause, scope.state, site, owner)
        scope.line("return 0")
        return
    component = scope.let("piece", scope.integer(what))
    with scope.block(f"if {component} <= 0:"):
        scope.line("return 0")
    owner = scope.let("owner", storage.owner(component))
    if where is None and region is None:
        site = scope.let("site", "-1")
        with (
            storage.owned(scope, owner).each(scope) as candidate,
            scope.block(
                f"if {site} < 0 and {candidate} < D[SITES] and {storage.what(scope, candidate)} == {component}:"
            ),
        ):
            scope.line(f"{site} = {candidate}")
        with scope.block(f"if {site} < 0:"):
            scope.line("return 0")
        _aim(scope, clause, scope.state, Expression(site, valid=True), owner)
    else:
        with scope.region(region or where).each(scope) as place:  # type: ignore[arg-type]
            copy = scope.copy_of_state()
            scope.count_on(copy)
            scope.line(f"place_piece(D, {copy}, {place}, {component})")
            kernel.prelude.setdefault("place_piece", _place_piece(storage.stacking))
            _aim(scope, clause, copy, place, owner)
    scope.line("return 0")


def _place_piece(stacking: bool) -> str:
    body = "do_add(D, S, site, what, -1, -1)" if stacking else "place(D, S, site, what)"
    return f"@compiled\ndef place_piece(D, S, site, what):\n    {body}\n"


def _aim(scope: Scope, clause: Clause, state: str, site: Expression, owner: Expression) -> None:
    """Return 1 from the function if an enemy of the owner can reach the site."""
    kernel = scope.kernel
    for number, part in enumerate(("MOVER", "NEXT", "PREVIOUS")):
        scope.line(f"saved_{number} = {state}[{part}]")
    scope.line("threat = 0")
    with scope.block("for enemy in range(1, D[PLAYERS] + 1):"):
        team = ""
        if kernel.has("teams"):
            teams = kernel.field("team", "player")
            team = f" and {state}[{teams} + enemy] != {state}[{teams} + {owner}]"
        with scope.block(f"if enemy != {owner} and threat == 0{team}:"):
            scope.line(f"{state}[MOVER] = enemy")
            if clause.get("what") is None:
                scope.line(f"{state}[NEXT] = {owner}")
            scope.line(f"{state}[PREVIOUS] = {owner}")
            given = clause.get("moves")
            key = ("reach", id(given)) if given is not None else "reach"

            def write(inner: Scope) -> None:
                inner.line("n = 0")
                if given is None:
                    kernel.course.all_moves(inner, TargetSink())
                else:
                    kernel.moves_call(inner, given, TargetSink())
                inner.line("return 0")

            registers = {"aim": site}
            if given is not None:
                registers = {**scope.registers, "aim": site}
            name = kernel.function(key, "reach", write, registers, nested=True)
            with scope.in_state(state), scope.uncounted() if given is None else nullcontext():
                scope.line(f"threat = {scope.call(name, *registers.values())}")
            scope.reads(*kernel.function_reads.get(name, EVERYTHING))  # with others to move, or of a copy of the same
    for number, part in enumerate(("MOVER", "NEXT", "PREVIOUS")):
        scope.line(f"{state}[{part}] = saved_{number}")
    with scope.block("if threat != 0:"):
        scope.line("return 1")
