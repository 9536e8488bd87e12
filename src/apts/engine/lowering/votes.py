"""Propositions and votes: what has been proposed, how often it was voted for, what was decided."""

from __future__ import annotations

from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause, Text

HEADS = ("move Propose", "propose", "move Vote", "vote", "is Proposed", "is Decided")
MOST = 30  # propositions are bits of a word


def subjects(kernel: Kernel) -> list[str]:
    """All texts that can be proposed or voted for, in the order of the rules."""
    found: list[str] = []
    for clause in kernel.rules.clauses():
        if clause.name in HEADS:
            found.extend(texts(clause))
    return list(dict.fromkeys(found))


def texts(clause: Clause) -> list[str]:
    """The texts written in a clause."""
    written = clause.get("text")
    return [text.value for text in (written if isinstance(written, tuple) else (written,)) if isinstance(text, Text)]


def number_of(scope: Scope, clause: Clause, text: str) -> int:
    """The number of a text, from 0."""
    known = subjects(scope.kernel)
    if len(known) > MOST:
        raise scope.kernel.unsupported(clause, f"with more than {MOST} different texts")
    return known.index(text)


@feature("votes")
def install(kernel: Kernel) -> None:
    """What was decided holds until the next move is made."""
    proposed = kernel.field("proposed", "one")
    votes = kernel.field("votes", "one", times=MOST + 1)
    decided = kernel.field("decided", "one")
    kernel.add_operation(
        "propose",
        1,
        ("votes",),
        f"@compiled\ndef do_propose(D, S, subject):\n    S[{proposed}] |= 1 << subject\n",
    )
    kernel.add_operation(
        "vote",
        1,
        ("votes",),
        f"""@compiled
def do_vote(D, S, subject):
    S[{votes} + 1 + subject] += 1
    S[{votes}] += 1
    if S[{votes}] < D[PLAYERS]:
        return
    for number in range({MOST}):
        if 2 * S[{votes} + 1 + number] > D[PLAYERS]:
            S[{decided}] = number + 1
        S[{votes} + 1 + number] = 0
    S[{votes}] = 0
    S[{proposed}] = 0
""",
    )
    kernel.hook("begin move", lambda scope: scope.line(f"S[{decided}] = 0"))
