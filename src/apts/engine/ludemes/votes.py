"""Proposals and votes: ``(move Propose ..)``, ``(move Vote ..)``, ``(is Proposed ..)``, ``(is Decided ..)``.

What can be proposed are strings of the rules, numbered in the order in which the text has them. The ballot in the
position holds the proposals open (bits), the number of votes cast, the decision (its number + 1, for one move), and
the votes for each string.
"""

from __future__ import annotations

from apts.engine.course import as_tuple
from apts.engine.expression import UNSET, Expression
from apts.engine.kernel import Kernel
from apts.engine.ludeme import feature, ludeme
from apts.engine.scope import Scope
from apts.engine.sinks import Move, Sink, with_then
from apts.language.tree import Clause, Text

_HEADS = ("propose", "vote", "move Propose", "move Vote", "is Proposed", "is Decided")
_OPEN, _CAST, _DECIDED, _VOTES = range(4)

_SOURCE = f"""
@compiled
def do_propose(D, S, number):
    S[D[AT_BALLOT] + {_OPEN}] |= 1 << number


@compiled
def do_vote(D, S, number):
    ballot = D[AT_BALLOT]
    S[ballot + {_VOTES} + number] += 1
    S[ballot + {_CAST}] += 1
    if S[ballot + {_CAST}] < D[PLAYERS]:
        return
    for choice in range(@CHOICES@):
        if 2 * S[ballot + {_VOTES} + choice] > S[ballot + {_CAST}]:
            S[ballot + {_DECIDED}] = choice + 1
        S[ballot + {_VOTES} + choice] = 0
    S[ballot + {_CAST}] = 0
    S[ballot + {_OPEN}] = 0
"""


def _choices(kernel: Kernel) -> list[str]:
    """All strings that rules propose, vote for or ask about."""
    found: dict[str, None] = {}
    for clause in kernel.rules.clauses():
        if clause.name in _HEADS:
            for text in (*as_tuple(clause.get("name")), *as_tuple(clause.get("names"))):
                if isinstance(text, Text):
                    found[text.value] = None
    return list(found)


@feature("ballot")
def ballot(kernel: Kernel) -> None:
    """Reserve the ballot; a decision is forgotten when the next move begins."""
    choices = len(_choices(kernel))
    place = kernel.field("ballot", "one", hashed=False, times=_VOTES + choices)
    source = _SOURCE.replace("@CHOICES@", str(choices))
    kernel.add_operation("propose", 1, ("ballot",), source)
    kernel.add_operation("vote", 1, ("ballot",))
    kernel.hook("begin move", lambda scope: scope.line(f"S[{place} + {_DECIDED}] = 0"))


@ludeme(
    "(move Propose (name<string> | names<{string}>) [then<then>])",
    result="moves",
    documentation="Propose something to be voted on.",
    needs=["ballot"],
)
@ludeme(
    "(propose (name<string> | names<{string}>) [then<then>])",
    result="moves",
    documentation="A proposal as an effect.",
    needs=["ballot"],
)
@ludeme(
    "(move Vote (name<string> | names<{string}>) [then<then>])",
    result="moves",
    documentation="Vote for something; once all have voted, what has more than half of the votes is decided.",
    needs=["ballot"],
)
@ludeme(
    "(vote (name<string> | names<{string}>) [then<then>])",
    result="moves",
    documentation="A vote as an effect.",
    needs=["ballot"],
)
def propose_or_vote(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each string."""
    operation = "vote" if "vote" in clause.name.lower() else "propose"
    sink = with_then(sink, clause.get("then"))
    choices = _choices(scope.kernel)
    for text in (*as_tuple(clause.get("name")), *as_tuple(clause.get("names"))):
        assert isinstance(text, Text)
        number = choices.index(text.value)

        def act(inner: Scope, number: int = number) -> None:
            inner.act(operation, str(number))

        sink.emit(scope, Move(clause, f"{operation} {text.value}", UNSET, UNSET, act, key=(operation, number)))


@ludeme(
    "(is Proposed name<string>)", result="bool", documentation="Whether that is proposed and open.", needs=["ballot"]
)
def is_proposed(scope: Scope, clause: Clause) -> Expression:
    """A bit of the ballot."""
    return Expression(f"((({_word(scope, _OPEN)}) >> {_number(scope, clause)}) & 1 == 1)")


@ludeme(
    "(is Decided name<string>)",
    result="bool",
    documentation="Whether the last vote decided on that.",
    needs=["ballot"],
)
def is_decided(scope: Scope, clause: Clause) -> Expression:
    """A word of the ballot."""
    return Expression(f"({_word(scope, _DECIDED)} == {_number(scope, clause) + 1})")


def _word(scope: Scope, index: int) -> str:
    scope.reads("ballot")
    return f"{scope.state}[D[AT_BALLOT] + {index}]"


def _number(scope: Scope, clause: Clause) -> int:
    name = clause.get("name")
    assert isinstance(name, Text)
    return _choices(scope.kernel).index(name.value)
