"""What a rule moves, as a sentence: the length of a line decides how long matches are."""

from __future__ import annotations

from collections.abc import Mapping

from apts.signs import signed
from apts.statistics import Estimate
from apts.variants.sensitivity.effects import Effect

ASKED = {
    "seat-score": "who wins",
    "balance": "how even the seats are",
    "length": "how long matches are",
    "drawishness": "how many matches are drawn",
    "timeouts": "how many matches the turn limit stops",
    "branching": "how many moves there are to choose from",
    "captures": "how many pieces are captured",
    "lead-change": "how often the lead changes",
    "drama": "how far winners are behind on their way",
    "luck": "how much luck decides",
}
"""What a metric answers, in words."""

MAIN = ("seat-score", "length", "drawishness")
"""The figures of which it is told that a rule does not surely move them."""


def rule_sentence(rule: str, effects: Mapping[str, Mapping[str, Effect]]) -> str:
    """What a rule decides, the largest first, and what it does not surely change."""
    moved = [metric for metric, values in effects.items() if any(effect.is_sure for effect in values.values())]
    moved.sort(key=lambda metric: -max(abs(effect.size) for effect in effects[metric].values() if effect.is_sure))
    still = [metric for metric in MAIN if metric in effects and metric not in moved]
    name = rule[:1].upper() + rule[1:]
    parts = []
    if moved:
        parts.append(f"{name} decides " + "; ".join(f"{asked(m)}: {_told(effects[m])}" for m in moved) + ".")
    told = [text for metric in still if (text := _still(metric, effects[metric])) is not None]
    if told:
        subject = "It" if moved else name
        parts.append(f"{subject} does not surely change " + ", nor ".join(told) + ".")
    elif not moved:
        parts.append(f"{name}: too little was measured to say what it moves.")
    return " ".join(parts)


def asked(metric: str) -> str:
    """What a metric answers; those of plug-ins are called by their names."""
    return ASKED.get(metric, metric)


def told_change(found: Estimate) -> str:
    """A change with its interval."""
    return f"{signed(found.value, '.3g')} ({signed(found.low, '.2g')} to {signed(found.high, '.2g')})"


def _told(values: Mapping[str, Effect]) -> str:
    """The change with each value that surely has one."""
    return ", ".join(
        f"{told_change(effect.difference)} with {label}"
        for label, effect in values.items()
        if effect.is_sure and effect.difference is not None
    )


def _still(metric: str, values: Mapping[str, Effect]) -> str | None:
    """What is not surely moved, with the most that it could be; None where nothing was tested."""
    found = [
        effect.difference for effect in values.values() if effect.difference is not None and effect.adjusted is not None
    ]
    if not found:
        return None
    most = max(max(abs(one.low), abs(one.high)) for one in found)
    return f"{asked(metric)} (at most {most:.2g} either way)" if most > 0.0 else asked(metric)
