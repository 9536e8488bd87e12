"""The values that a game is tried with: each rule a step down and a step up, each truth value and option the other way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.similar_names import did_you_mean
from apts.variants.admission import Passed, Refusal, admit
from apts.variants.behaviour import behaviour_digest
from apts.variants.edits import Edit
from apts.variants.tunables import NO_LIMITS, NUMBER, OPTION, Limits, Tunable
from apts.variants.value_edits import other_values, turned
from apts.variants.variant import Variant

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
    seen = {behaviour_digest(game, limit): "the game as it is"}
    names = called(rules)
    result = []
    for rule, name in zip(rules, names, strict=True):
        for value in steps(rule):
            edit = turned(rule, value)
            other = variant.edited(edit)
            found = admit(other, seen, limit)
            passed = found if isinstance(found, Passed) else None
            refusal = found if isinstance(found, Refusal) else None
            result.append(TurnedValue(rule, name, edit, other, passed.game if passed else None, refusal))
    return tuple(result)


def split_names(only: Any) -> tuple[str, ...]:
    """The names of the rules to turn: one text, or several."""
    several = (only,) if isinstance(only, str) else tuple(only) if isinstance(only, Iterable) else None
    if several is None or not all(isinstance(word, str) for word in several):
        raise AptsError(f"only names the rules to turn, as texts such as 'is Line.length', not {only!r}")
    return several


def chosen_rules(found: Sequence[Tunable], only: Sequence[str]) -> list[Tunable]:
    """The rules that can be turned, or those of them that were named by path, by the end of a path or in words."""
    able = [rule for rule in found if rule.fixed is None and steps(rule)]
    if not able:
        raise AptsError(
            "nothing in this game can be turned; apts parameters GAME lists what there is, and why it stays"
        )
    for word in only:
        if not any(_is_called(rule, word) for rule in able):
            hint = did_you_mean(word, [rule.path for rule in able])
            raise AptsError(f"there is no rule {word!r} to turn{hint} (there are: {', '.join(r.path for r in able)})")
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
