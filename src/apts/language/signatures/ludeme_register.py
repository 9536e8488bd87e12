"""The register of ludemes: one door for built-in ludemes and for plug-ins.

A file that defines a ludeme calls :func:`ludeme` for each signature it offers. What the decorated function or class is,
is up to the stage that uses it (graph ludemes: a function that makes a graph; all others: a lowering to kernel code).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from apts.language.signatures.signature import Signature, parse_signature

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Registry:
    """Signatures by head, and the handler behind each."""

    def __init__(self) -> None:
        self._by_head: dict[str, list[Signature]] = {}
        self._handlers: dict[Signature, Callable[..., Any]] = {}

    def add(self, signature: Signature, handler: Callable[..., Any]) -> None:
        """Register a handler; a second one for the very same signature is an error."""
        if signature in self._handlers:
            raise ValueError(f"the ludeme {signature.source} is registered twice")
        self._by_head.setdefault(signature.head, []).append(signature)
        self._handlers[signature] = handler

    def heads(self) -> Iterable[str]:
        """All known heads."""
        return self._by_head.keys()

    def signatures(self, head: str | None = None) -> list[Signature]:
        """The signatures of one head, or all of them, in the order of registration."""
        if head is not None:
            return list(self._by_head.get(head, ()))
        return [signature for signatures in self._by_head.values() for signature in signatures]

    def handler(self, signature: Signature) -> Callable[..., Any]:
        """What was registered for the signature."""
        return self._handlers[signature]


LUDEMES = Registry()


def ludeme(source: str, *, result: str, documentation: str) -> Callable[[Handler], Handler]:
    """Register the decorated function as the meaning of a ludeme.

    ``source`` is the signature in the notation of :mod:`apts.language.signatures.signature`, ``result`` the type of the
    clause (``int``, ``bool``, ``region``, ``moves``, ``graph`` ...), ``documentation`` one line for the reference.
    """
    signature = parse_signature(source, result, documentation)

    def register(handler: Handler) -> Handler:
        LUDEMES.add(signature, handler)
        return handler

    return register
