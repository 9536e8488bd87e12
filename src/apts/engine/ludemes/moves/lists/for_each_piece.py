"""``(forEach Piece ..)``: the moves of every piece of a player."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from apts.engine.compiler.equipment import Component
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, Wrapper, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.owners import EVERYBODY, OwnedByMany, owner_test
from apts.engine.lowering.sites.regions import FixedRegion, Region, combine
from apts.engine.lowering.sites.site_types import sites_kind, sites_of_kind
from apts.engine.ludemes.regions.sites_static import indexed
from apts.language.tree import Clause, Text, Word

_SEATS = ("MOVER", "NEXT", "PREVIOUS")


@ludeme(
    "(forEach Piece [on:<SiteType>] [name<string> | names<{string}>] [container:<int|string>] [moves<moves>] "
    "[who<role|seat>] [top:<bool>] [then<then>])",
    result="moves",
    documentation="For every piece of the player: its own moves, or the ones given here.",
    needs=lambda clause: ["stacking"] if clause.get("top") is not None else [],
)
def for_each_piece(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Walk through the player's sites and branch on the kind of piece."""
    kernel = scope.kernel
    sink = with_then(sink, clause.get("then"))
    who = clause.get("who")
    if isinstance(who, Word) and who.name in ("NonMover", "Enemy", "Friend", "Ally"):
        raise kernel.unsupported(clause, f"for {who.name}")
    player = None if isinstance(who, Word) and who.name in EVERYBODY else _player(scope, clause)
    unswitched = ("Mover", "Shared", "Neutral", *EVERYBODY)
    switched = who is not None and not (isinstance(who, Word) and who.name in unswitched)
    names = [text.value for text in as_tuple(clause.get("name") or clause.get("names")) if isinstance(text, Text)]
    pieces = [piece for piece in kernel.equipment.components if not names or piece.bare in names]
    given = clause.get("moves")
    own = {id(piece.moves): piece.moves for piece in pieces if piece.moves is not None}
    if given is None and not own:
        return
    if switched and player is not None:
        with _seated(scope, scope.let("seat", player)):
            _walk(scope, clause, SwitchedSink(sink), scope.register("seat"), pieces, names)
    else:
        _walk(scope, clause, sink, player, pieces, names)


def _walk(
    scope: Scope, clause: Clause, sink: Sink, player: Expression | None, pieces: list[Component], names: list[str]
) -> None:
    """Find the pieces of a player or of everybody; in stacks all of them, or with ``top:True`` the topmost."""
    kernel = scope.kernel
    region = OwnedByMany(owner_test("All")) if player is None else kernel.storage.owned(scope, player)
    places = _container(scope, clause)
    if kernel.storage.stacking and not scope.flag(clause, "top"):
        _every_level(scope, clause, sink, player, pieces, names)
    else:
        combined = combine(kernel, "intersect_set", [region, places]) if places is not None else region
        with combined.each(scope) as site, scope.bound(from_=site):
            what = scope.let("what", kernel.storage.what(scope, site))
            if kernel.storage.stacking:
                level = scope.let("level", f"{kernel.storage.height(scope, site)} - 1")
                with scope.bound(level=level):
                    _branch(scope, clause, sink, what, pieces, names)
            else:
                _branch(scope, clause, sink, what, pieces, names)


@contextmanager
def _seated(scope: Scope, player: Expression) -> Iterator[None]:
    """While another player's pieces are looked at, he is the mover and the real mover comes before and after him."""
    seats = {name.lower() + "_seat": scope.let("seat", f"{scope.state}[{name}]") for name in _SEATS}
    with scope.bound(seat=player, **seats):
        _switch(scope)
        yield
        _restore(scope)


def _switch(scope: Scope) -> None:
    mover = scope.register("mover_seat")
    for name, value in (("MOVER", scope.register("seat")), ("NEXT", mover), ("PREVIOUS", mover)):
        scope.line(f"{scope.state}[{name}] = {value}")


def _restore(scope: Scope) -> None:
    for name in _SEATS:
        scope.line(f"{scope.state}[{name}] = {scope.register(name.lower() + '_seat')}")


class SwitchedSink(Wrapper):
    """Puts the real mover back while a move is passed on; its effects still see the player whose piece it is."""

    def __init__(self, inner: Sink):
        super().__init__(inner, "switched")
        self.counts = inner.counts

    def emit(self, scope: Scope, move: GeneratedMove) -> None:
        """Pass the move on with everybody in his own seat."""

        def act(inner: Scope) -> None:
            with _seated(inner, inner.register("seat")):
                move.act(inner)

        _restore(scope)
        self.inner.emit(scope, replace(move, act=act, key=(*move.key, "switched")))
        _switch(scope)


def _every_level(
    scope: Scope, clause: Clause, sink: Sink, player: Expression | None, pieces: list[Component], names: list[str]
) -> None:
    kernel = scope.kernel
    places = _container(scope, clause) or _board(scope, clause)
    owner = None if player is None else scope.let("owner", player)
    with places.each(scope) as site, scope.bound(from_=site):
        level = Expression(scope.fresh("level"))
        with scope.loop(f"for {level} in range({kernel.storage.height(scope, site)}):"), scope.bound(level=level):
            what = scope.let("what", kernel.storage.what(scope, site, level))
            with scope.block("if True:" if owner is None else f"if {kernel.storage.owner(what)} == {owner}:"):
                _branch(scope, clause, sink, what, pieces, names)


def _branch(
    scope: Scope, clause: Clause, sink: Sink, what: Expression, pieces: list[Component], names: list[str]
) -> None:
    kernel = scope.kernel
    given = clause.get("moves")
    groups: dict[int, list[Component]] = {}
    for piece in pieces:
        moves = given if given is not None else piece.moves
        if moves is not None:
            groups.setdefault(id(moves), []).append(piece)
    for group in groups.values():
        moves = given if given is not None else group[0].moves
        assert moves is not None
        everything = not names and len(group) == len(kernel.equipment.components)
        test = " or ".join(f"{what} == {kernel.number(piece.index)}" for piece in group)
        with scope.block("if True:" if everything else f"if {test}:"):
            if not sink.separate or (len(groups) == 1 and len(kernel.equipment.components) < 3):
                scope.moves(moves, sink)
            else:
                kernel.moves_call(scope, moves, sink)


def _player(scope: Scope, clause: Clause) -> Expression:
    who = clause.get("who")
    if who is None:
        return scope.role("Mover")
    if isinstance(who, Word):
        return scope.role(who.name)
    assert isinstance(who, Clause)
    return scope.simple(scope.integer(who.get("index")), "player")


def _container(scope: Scope, clause: Clause) -> Region | None:
    """The sites of the container written in the clause; without one, those of the board, or None for everything."""
    kernel = scope.kernel
    boxes = kernel.equipment.containers
    value = clause.get("container")
    if value is None:
        alone = len(boxes) == 1 and len(kernel.board.kinds) == 1
        return None if alone else _board(scope, clause)
    if not isinstance(value, Text):
        return indexed(scope, [range(box.first, box.first + box.size) for box in boxes], scope.integer(value))
    for box in boxes:
        if value.value == box.name:
            return FixedRegion(kernel, range(box.first, box.first + box.size))
    raise kernel.unsupported(clause, f"in {value.value!r}: there are {', '.join(box.name for box in boxes)}")


def _board(scope: Scope, clause: Clause) -> Region:
    """The sites of the board, of the kind that is written or of every kind; never more of one than of its own kind."""
    board = scope.kernel.board
    kind = sites_kind(scope, clause)
    if kind is not None and kind in board.kinds:
        return sites_of_kind(scope, kind)
    most = len(board.numbers())
    return FixedRegion(scope.kernel, (site for each in board.kinds for site in board.numbers(each)[:most]))
