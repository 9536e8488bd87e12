"""The two parts of an agent's spelling: its kind, and what stands behind the colon. Nothing is made or imported for it."""

from __future__ import annotations


def spelling_parts(spec: str) -> tuple[str, str]:
    """The kind of an agent and its settings.

    >>> spelling_parts("uct:iterations=200,c=1")
    ('uct', 'iterations=200,c=1')
    """
    kind, _, settings = spec.strip().partition(":")
    return kind.strip().lower(), settings


def kind_of(spec: str) -> str:
    """The kind of an agent by its spelling."""
    return spelling_parts(spec)[0]
