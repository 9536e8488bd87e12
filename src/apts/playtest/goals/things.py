"""The words for what a game has several of, and the metric that tells of each."""

from __future__ import annotations

THINGS = {
    "seat": "seat-score",
    "opening": "openings",
    "piece": "piece-use",
    "move": "move-use",
    "site": "board-use",
    "rule": "rule-coverage",
    "end": "end-reasons",
}
"""A word of a goal such as ``every piece``, and its metric."""


def thing_of(metric: str) -> str:
    """The word for one of the things that a metric tells of."""
    return next(word for word, name in THINGS.items() if name == metric)
