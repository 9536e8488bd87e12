"""What a turned rule does to every figure: the change from the game as it is, corrected over all rules and figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.input_checks import signed
from apts.locales import ENGLISH, LANGUAGES
from apts.playtest.comparing.changes import LEVEL, Change, typical_change
from apts.playtest.evidence.sentences import Amount, Listed, Message, Phrases, Translated, Value
from apts.playtest.metrics import Shown, declared, shown_in
from apts.playtest.run import Run
from apts.similar_names import did_you_mean
from apts.statistics import Estimate, holm
from apts.telling.voice import Voice, speaking
from apts.variants.admission import Passed, Refusal, admit, behaviour_digest
from apts.variants.admission import message as gate_message
from apts.variants.tunables import NO_LIMITS, NUMBER, OPTION, Limits, Tunable
from apts.variants.variant import Edit, Variant, other_values, turned


@dataclass(frozen=True)
class Effect:
    """The change of a figure with a turned rule; ``adjusted`` is its p-value after correction over all rules and figures."""

    change: Change
    adjusted: float | None = None

    @property
    def metric(self) -> str:
        """The metric that it is the change of."""
        return self.change.name

    @property
    def difference(self) -> Estimate | None:
        """The figure with the turned rule less that of the game; None where either was not measured."""
        return self.change.difference

    @property
    def is_sure(self) -> bool:
        """Whether the rule surely moves the figure."""
        return self.adjusted is not None and self.adjusted <= LEVEL

    @property
    def size(self) -> float:
        """The change in units that can be held side by side: as it is for shares, as a part of the figure for others."""
        if self.difference is None or self.change.a.value is None:
            return 0.0
        return self.difference.value / max(1.0, abs(self.change.a.value))


def effects(base: Run, others: Sequence[Run]) -> tuple[tuple[Effect, ...], ...]:
    """For each of the runs the effect on every figure; all of them together are corrected by Holm."""
    names = [name for name in shown_in(Shown.EFFECTS) if _is_measured(name, (base, *others))]
    found = [[typical_change(name, base, other) for name in names] for other in others]
    tested = [change.p_value for row in found for change in row if change.p_value is not None]
    raised = iter(holm(tested))
    return tuple(
        tuple(
            Effect(change) if change.p_value is None else replace(Effect(change), adjusted=float(next(raised)))
            for change in row
        )
        for row in found
    )


def _is_measured(name: str, runs: Sequence[Run]) -> bool:
    """Whether a metric was measured in the game and in some variant, and is not always nothing."""
    values = [run.metrics[name].value for run in runs]
    if values[0] is None or all(value is None for value in values[1:]):
        return False
    return not declared(name).nothing_at_zero or any(values)


# ----------------------------------------------------------------------------------------------------------------
# What a rule moves, as a sentence: the length of a line decides how long matches are.

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


def rule_sentence(rule: Value, effects: Mapping[str, Mapping[str, Effect]], seats: int = 2) -> Message:
    """What a rule decides, the largest first, and what it does not surely change."""
    moved = [metric for metric, values in effects.items() if any(effect.is_sure for effect in values.values())]
    moved.sort(key=lambda metric: -max(abs(effect.size) for effect in effects[metric].values() if effect.is_sure))
    still = [metric for metric in shown_in(Shown.SUMMARY) if metric in effects and metric not in moved]
    decided = Listed(
        [message("effect/moved", asked=question_message(m, seats), told=_effects_listed(effects[m])) for m in moved],
        "; ",
    )
    parts = [text for metric in still if (text := _still(metric, effects[metric], seats)) is not None]
    unmoved = _in_a_row(parts, "effect/nor") if parts else ""
    if moved:
        both = "effect/decides/and" if parts else "effect/decides"
        return message(both, rule=rule, moved=decided, still=unmoved)
    return message("effect/still", rule=rule, still=unmoved) if parts else message("effect/too-little", rule=rule)


def same_sentence(rule: Value, labels: Sequence[Value]) -> Message:
    """Values of a rule with which nothing changes in random matches."""
    return message("effect/same", rule=rule, labels=_in_a_row(labels, "effect/and"))


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


# ----------------------------------------------------------------------------------------------------------------
# The values that a game is tried with: each rule a step down and a step up, each truth value and option the other
# way.

MOST_ITEMS = 4
"""Other items of an option that are tried."""

SAME = "seen"
"""The kind of refusal of a variant that plays as another one does."""


@dataclass(frozen=True)
class TurnedValue:
    """A rule with another value: what is turned, to what, and the game, or why that is not played."""

    rule: Tunable
    called: str
    edit: Edit
    variant: Variant
    game: Game | None
    refusal: Refusal | None = None
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What the rule is called in each language."""

    @property
    def title(self) -> Translated:
        """What the rule is called, at the beginning of a sentence of any language."""
        known = {ENGLISH: self.called, **self.names}
        return Translated({language: capital(name) for language, name in known.items()})

    @property
    def label(self) -> str:
        """The value in words."""
        after = self.edit.after
        return {True: "yes", False: "no"}[after] if isinstance(after, bool) else str(after)

    @property
    def is_same(self) -> bool:
        """Whether random matches go exactly as without it."""
        return self.refusal is not None and self.refusal.kind == SAME


def turned_values(
    variant: Variant, limits: Limits = NO_LIMITS, only: Iterable[str] = (), limit: int = 1000
) -> tuple[TurnedValue, ...]:
    """Every rule that can be turned, a step down and a step up, each looked at by the gate of variants."""
    rules = chosen_rules(variant.tunables(limits), tuple(only))
    game = variant.game()
    seen = {behaviour_digest(game, limit): gate_message("gate/as-it-is")}
    names = called(rules)
    by_language = {language: _called_in(language, variant, rules) for language in LANGUAGES if language != ENGLISH}
    result = []
    for place, (rule, name) in enumerate(zip(rules, names, strict=True)):
        others = {language: found[place] for language, found in by_language.items()}
        for value in steps(rule):
            edit = turned(rule, value)
            other = variant.edited(edit)
            found = admit(other, seen, limit)
            passed = found if isinstance(found, Passed) else None
            refusal = found if isinstance(found, Refusal) else None
            result.append(TurnedValue(rule, name, edit, other, passed.game if passed else None, refusal, others))
    return tuple(result)


def _called_in(language: str, variant: Variant, rules: Sequence[Tunable]) -> list[str]:
    """What rules of a variant are called in a language."""
    with speaking(Voice(language=language)):
        known = {(one.kind, one.path): one for one in variant.tunables()}
    return called([known[rule.kind, rule.path] for rule in rules])


def split_names(only: Any) -> tuple[str, ...]:
    """The names of the rules to turn: one text, or several."""
    several = (only,) if isinstance(only, str) else tuple(only) if isinstance(only, Iterable) else None
    if several is None or not all(isinstance(word, str) for word in several):
        raise AptsError(f"only names the rules to change, as texts such as 'is Line.length', not {only!r}")
    return several


def chosen_rules(found: Sequence[Tunable], only: Sequence[str]) -> list[Tunable]:
    """The rules that can be turned, or those of them that were named by path, by the end of a path or in words."""
    able = [rule for rule in found if rule.fixed is None and steps(rule)]
    if not able:
        raise AptsError(
            "nothing in this game can be changed; apts parameters GAME lists its parameters, and why they are fixed"
        )
    for word in only:
        if not any(_is_called(rule, word) for rule in able):
            hint = did_you_mean(word, [rule.path for rule in able])
            raise AptsError(f"there is no rule {word!r} to change{hint} (there are: {', '.join(r.path for r in able)})")
    return [rule for rule in able if not only or any(_is_called(rule, word) for word in only)]


def _is_called(rule: Tunable, word: str) -> bool:
    paths = rule.paths or (rule.path,)
    return word.lower() == rule.name.lower() or any(path == word or path.endswith(f".{word}") for path in paths)


def steps(rule: Tunable) -> list[int | bool | str]:
    """The values that a rule is turned to: a number one down and one up, from 10 on a fifth of itself."""
    if rule.kind == OPTION:
        return other_values(rule)[:MOST_ITEMS]
    if isinstance(rule.value, bool | str):
        return other_values(rule)
    step = max(1, abs(rule.value) // 5)
    inside = (_inside(rule, value) for value in (rule.value - step, rule.value + step))
    return [value for value in dict.fromkeys(inside) if value != rule.value]


def _inside(rule: Tunable, value: int) -> int:
    """The value of its range that is nearest, which matters where the range leaves out what the rule is now."""
    above = value if rule.low is None else max(rule.low, value)
    return above if rule.high is None else min(rule.high, above)


def called(rules: Sequence[Tunable]) -> list[str]:
    """What rules are called: in words, with the line of the text where two have the same words."""
    names = [rule.name for rule in rules]
    result = []
    for rule in rules:
        if names.count(rule.name) == 1:
            result.append(rule.name)
        elif rule.kind == NUMBER and rule.place is not None:
            result.append(f"{rule.name} (line {rule.place.line}, column {rule.place.column})")
        else:
            result.append(f"{rule.name} ({rule.path})")
    return result
