"""How much harm each kind of finding does to players: the order in which findings are told."""

from __future__ import annotations

HARM: dict[str, tuple[float, float]] = {
    "failed-matches": (1.0, 1.0),
    "certain": (0.99, 0.99),
    "endless": (0.80, 0.90),
    "rule-gap/loop": (0.75, 0.75),
    "never-solved": (0.75, 0.75),
    "not-enough-evidence": (0.74, 0.74),
    "seat-advantage": (0.40, 0.90),
    "no-real-choice": (0.40, 0.70),
    "drawish": (0.40, 0.70),
    "too-long": (0.40, 0.65),
    "too-short": (0.40, 0.65),
    "luck-over-skill": (0.50, 0.50),
    "decided-early": (0.40, 0.60),
    "snowball": (0.40, 0.60),
    "dominant-opening": (0.35, 0.60),
    "dominant-use": (0.30, 0.50),
    "rule-gap/dead": (0.30, 0.30),
    "dead-use": (0.15, 0.30),
    "rule-gap/end": (0.15, 0.15),
    "rule-never-used": (0.10, 0.10),
    "agents-too-weak": (0.05, 0.05),
}
"""The least and the most weight of a kind, worst first: what keeps a game from being played, then unfair seats, matches that
are no fun, choices that are none, and at last what players can overlook. Where in it a finding stands follows from how
large its effect is. Kinds of plug-ins have the weight that they give themselves."""


def weight_of(kind: str, sort: str, effect: float) -> float:
    """The weight of a finding of a kind, and of a sort of it, whose effect is from 0 to 1."""
    least, most = HARM.get(f"{kind}/{sort}", HARM.get(kind, (0.0, 1.0)))
    return least + (most - least) * min(1.0, max(0.0, effect))
