"""``(set Rotation ..)``: turn a piece."""

from __future__ import annotations

from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import Sink
from apts.engine.compiler.scope import Scope
from apts.engine.ludemes.moves.move_set import choose_rotation
from apts.language.tree import Clause


@ludeme(
    "(set Rotation [to<to>] [rotation<int|{int}>] [previous:<bool>] [next:<bool>] [then<then>])",
    result="moves",
    documentation="Turn the piece on a site; of several rotations the last one stays.",
)
def set_rotation(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The same as the choice, carried out."""
    choose_rotation(scope, clause, sink)
