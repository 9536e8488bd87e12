"""How a file registers a ludeme with the compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from apts.errors import AptsError
from apts.language.signatures.signature import LUDEMES, Signature, parse_signature
from apts.language.tree import Clause, TextPlace

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel

Handler = TypeVar("Handler", bound=Callable[..., Any])
Needs = Iterable[str] | Callable[[Clause], Iterable[str]]

_NEEDS: dict[Signature, Needs] = {}
_IDLE: dict[Signature, frozenset[str]] = {}
_FEATURES: dict[str, Callable[[Kernel], None]] = {}


class UnsupportedRule(AptsError):
    """A use of a known ludeme that the compiler cannot play exactly, so it does not play it at all."""

    sort = "not supported yet"

    def __init__(self, what: str, position: TextPlace):
        super().__init__(f"{position}: {self.sort}: {what}")
        self.what = what
        self.position = position


class OtherSites(UnsupportedRule):
    """Rules that play on a kind of the board's elements that the board was not read for."""

    def __init__(self, kind: str, what: str, position: TextPlace):
        super().__init__(what, position)
        self.kind = kind


class ImpossibleRule(UnsupportedRule):
    """A use of a ludeme that no compiler could play: the game lacks what it is about."""

    sort = "impossible in this game"


class Impossible(Exception):  # noqa: N818 - not an error of the caller; the clause at work makes a sentence of it
    """What a clause asks for cannot be in this game; the message follows the name of the clause in a sentence."""


class Conflict(Exception):  # noqa: N818 - a way to say: write it another way
    """An effect would read what an earlier part of the same effect has already changed."""

    clause: Clause | None = None
    """The innermost clause that was at work."""


def ludeme(
    source: str, *, result: str, documentation: str, needs: Needs = (), idle: str = ""
) -> Callable[[Handler], Handler]:
    """Register the lowering of a ludeme.

    ``needs`` names the features of the state that its use asks for (``stacking``, ``count`` ...), or is a function that
    tells them for a clause. ``idle`` names the arguments that make no difference by the rules of the language; any other
    argument that is written and that the lowering does not read is refused. The lowering takes ``(scope, clause)`` and
    gives an Expression (``int``, ``bool``) or a Region (``region``); for ``moves`` it takes ``(scope, clause, sink)`` and
    writes code.
    """
    signature = parse_signature(source, result, documentation)

    def register(handler: Handler) -> Handler:
        LUDEMES.add(signature, handler)
        _NEEDS[signature] = needs
        _IDLE[signature] = frozenset(idle.split())
        return handler

    return register


def structure(source: str, *, result: str, documentation: str, needs: Needs = (), idle: str = "") -> None:
    """Register a ludeme that has no code of its own: the clause around it reads its arguments."""
    ludeme(source, result=result, documentation=documentation, needs=needs, idle=idle)(_no_code)


def _no_code(scope: Any, clause: Clause) -> None:  # noqa: ARG001
    raise UnsupportedRule(f"({clause.name}) in this place", clause.position)


def idle_slots(signature: Signature) -> frozenset[str]:
    """The arguments that may be written and make no difference."""
    return _IDLE.get(signature, frozenset())


def feature(name: str) -> Callable[[Handler], Handler]:
    """Register the function that prepares a kernel for a feature: fields, hooks, operations."""

    def register(install: Handler) -> Handler:
        _FEATURES[name] = install
        return install

    return register


def install_feature(name: str, kernel: Kernel) -> None:
    """Prepare the kernel for a feature; features without preparation only tell others of their presence."""
    install = _FEATURES.get(name)
    if install is not None:
        install(kernel)


def features(rules: Clause) -> set[str]:
    """All features that the rules ask for."""
    found: set[str] = set()
    for clause in rules.clauses():
        needs = _NEEDS.get(clause.signature, ())
        found.update(needs(clause) if callable(needs) else needs)
    return found
