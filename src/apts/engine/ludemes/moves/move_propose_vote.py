"""Proposals and votes: ``(move Propose ..)``, ``(move Vote ..)``, their effects, and the questions about them."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.votes import number_of, texts
from apts.language.tree import Clause


@ludeme(
    "(move Propose text<string|{string}> [then<then>])",
    result="moves",
    documentation="Propose something.",
    needs=["votes"],
)
@ludeme(
    "(propose text<string|{string}> [then<then>])",
    result="moves",
    documentation="Something is proposed.",
    needs=["votes"],
)
def propose(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each text."""
    _choices(scope, clause, sink, "propose")


@ludeme(
    "(move Vote text<string|{string}> [then<then>])",
    result="moves",
    documentation="Vote for something; when all have voted, more than half of the votes decide.",
    needs=["votes"],
)
@ludeme("(vote text<string|{string}> [then<then>])", result="moves", documentation="A vote is given.", needs=["votes"])
def vote(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each text."""
    _choices(scope, clause, sink, "vote")


def _choices(scope: Scope, clause: Clause, sink: Sink, kind: str) -> None:
    sink = with_then(sink, clause.get("then"))
    for text in texts(clause):
        number = number_of(scope, clause, text)

        def act(inner: Scope, number: int = number) -> None:
            inner.act(kind, str(number))

        sink.emit(scope, GeneratedMove(clause, kind, UNSET, UNSET, act, key=(kind, number), said=text))


@ludeme("(is Proposed text<string>)", result="bool", documentation="Whether this has been proposed.", needs=["votes"])
def is_proposed(scope: Scope, clause: Clause) -> Expression:
    """A bit of the propositions."""
    scope.reads("votes")
    number = number_of(scope, clause, texts(clause)[0])
    return Expression(f"(({scope.state}[{scope.kernel.field('proposed', 'one')}] >> {number}) & 1 != 0)")


@ludeme("(is Decided text<string>)", result="bool", documentation="Whether the last vote decided so.", needs=["votes"])
def is_decided(scope: Scope, clause: Clause) -> Expression:
    """The number of the text decided, from 1."""
    scope.reads("votes")
    number = number_of(scope, clause, texts(clause)[0])
    return Expression(f"({scope.state}[{scope.kernel.field('decided', 'one')}] == {number + 1})")
