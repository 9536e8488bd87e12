"""What a rule moves, as a sentence: the length of a line decides how long matches are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apts.characters import signed
from apts.playtest.evidence.sentences import Amount, Listed, Message, Phrases, Translated, Value
from apts.playtest.metrics import Shown, declared, shown_in
from apts.statistics import Estimate
from apts.variants.sensitivity.effects import Effect

TEXTS = {
    "effect/decides": "{rule} decides {moved}.",
    "effect/decides/and": "{rule} decides {moved}. It does not surely change {still}.",
    "effect/still": "{rule} does not surely change {still}.",
    "effect/too-little": "{rule}: too little was measured to say what it moves.",
    "effect/same": "{rule}: random matches go exactly as they are with {labels}, so it was not played.",
    "effect/refused": "{rule} {label} was not played: {refusal}.",
    "effect/moved": "{asked}: {told}",
    "effect/change": "{value} ({low} to {high})",
    "effect/with": "{value} ({low} to {high}) with {label}",
    "effect/at-most": "{asked} (at most {most} either way)",
    "effect/nor": ", nor ",
    "effect/and": " and ",
    "asked/other": "{metric}",
}
"""What is said about rules beside what metrics declare that they answer."""

message = Phrases(TEXTS)


def rule_sentence(rule: str, effects: Mapping[str, Mapping[str, Effect]], seats: int = 2) -> Message:
    """What a rule decides, the largest first, and what it does not surely change."""
    moved = [metric for metric, values in effects.items() if any(effect.is_sure for effect in values.values())]
    moved.sort(key=lambda metric: -max(abs(effect.size) for effect in effects[metric].values() if effect.is_sure))
    still = [metric for metric in shown_in(Shown.SUMMARY) if metric in effects and metric not in moved]
    name = capital(rule)
    decided = Listed(
        [message("effect/moved", asked=question_message(m, seats), told=_effects_listed(effects[m])) for m in moved],
        "; ",
    )
    parts = [text for metric in still if (text := _still(metric, effects[metric], seats)) is not None]
    unmoved = _in_a_row(parts, "effect/nor") if parts else ""
    if moved:
        both = "effect/decides/and" if parts else "effect/decides"
        return message(both, rule=name, moved=decided, still=unmoved)
    return message("effect/still", rule=name, still=unmoved) if parts else message("effect/too-little", rule=name)


def same_sentence(rule: str, labels: Sequence[Value]) -> Message:
    """Values of a rule with which nothing changes in random matches."""
    return message("effect/same", rule=capital(rule), labels=_in_a_row(labels, "effect/and"))


def capital(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def question_message(metric: str, seats: int = 2) -> Value:
    """What a metric declares to answer; one that says nothing of it is called by its name."""
    about = declared(metric)
    described = (about.sentences("alone") if seats == 1 else {}) or about.sentences("asks")
    return Translated(described) if described else message("asked/other", metric=metric)


def change_message(found: Estimate) -> Message:
    """A change with its interval."""
    return message("effect/change", **_amounts(found))


def _amounts(found: Estimate) -> dict[str, Value]:
    ends = {"low": Amount(signed(found.low, ".2g")), "high": Amount(signed(found.high, ".2g"))}
    return {"value": Amount(signed(found.value, ".3g")), **ends}


def _in_a_row(parts: Sequence[Value], between: str) -> Value:
    """Parts with a word between them that a language has its own for."""
    row: list[Value] = [parts[0]]
    for part in parts[1:]:
        row += [message(between), part]
    return Listed(row, "")


def _effects_listed(values: Mapping[str, Effect]) -> Listed:
    """The change with each value that surely has one."""
    return Listed(
        [
            message("effect/with", **_amounts(effect.difference), label=label)
            for label, effect in values.items()
            if effect.is_sure and effect.difference is not None
        ]
    )


def _still(metric: str, values: Mapping[str, Effect], seats: int) -> Value | None:
    """What is not surely moved, with the most that it could be; None where nothing was tested."""
    found = [
        effect.difference for effect in values.values() if effect.difference is not None and effect.adjusted is not None
    ]
    if not found:
        return None
    most = max(max(abs(one.low), abs(one.high)) for one in found)
    question = question_message(metric, seats)
    return message("effect/at-most", asked=question, most=Amount(f"{most:.2g}")) if most > 0.0 else question
