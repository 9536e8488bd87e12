"""What a search for better rules came to, as plain values that pages tell in any language."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from apts.agents.agent_registry import separated
from apts.locales import LANGUAGES
from apts.playtest.goals import Goal
from apts.playtest.metrics import Metric, Shown, shown_in
from apts.playtest.run import Run
from apts.report.pages.first_page import thin_notes
from apts.report.pages.improvement_page import shown_variants
from apts.report.texts import words
from apts.statistics import Estimate
from apts.variants.authored_text import ClassOrigin
from apts.variants.difference import difference, differences_in, edits_in
from apts.variants.search.confirmation import Confirmation, StrengthRuns
from apts.variants.search.improvement import Improvement, describe_edits, repaired_text
from apts.variants.search.search_state import Refused, SearchStep
from apts.variants.variant import Variant

OTHERS = tuple(language for language in LANGUAGES if language != "en")
"""The languages besides English, in which everything is written anyway."""

T = TypeVar("T")
MOST_REASONS = 12
MOST_EXAMPLES = 3


def search_data(found: Improvement) -> dict[str, Any]:
    """Everything that the page of a search shows."""
    numbers = {variant.key: number for number, variant in enumerate(shown_variants(found), 1)}
    return {
        "game": found.name,
        "verdict": found.verdict,
        "sentence": found.sentence(),
        "outside_for": found.outside_for,
        "interrupted": found.interrupted,
        "goals": [goal_data(goal) for goal in found.goals],
        "granted": [str(goal) for goal in found.implied],
        "method": found.method,
        "agents": found.agents,
        "second": found.second,
        "notes": _thin_notes(found),
        "seed": found.seed,
        "matches": found.matches,
        "variants": len(found.tried) - 1,
        "left_out": found.left_out,
        "before": estimate_data(found.before),
        **({"edits": [], "told_edits": {}} if found.chosen is None else edits_of(found.chosen)),
        "troubles": list(found.new_problems),
        "trace": [step_data(step) for step in found.trace],
        "front": [
            {
                **edits_of(one.candidate),
                "matches": one.matches,
                "candidate": numbers.get(one.candidate.key),
                **estimate_data(one.standing),
            }
            for one in found.front
        ],
        "refused": len(found.refused),
        "reasons": reasons_data(found),
        "candidates": [
            candidate_data(found, variant, number) for number, variant in enumerate(shown_variants(found), 1)
        ],
    }


def _thin_notes(found: Improvement) -> dict[str, list[str]]:
    """Which of the agents have too few iterations for the game that the search began with, in all languages."""
    game, agents = found.parent.game(), [one for one in (found.agents, found.second) if one]
    asked = [spec for one in agents for spec in separated(one)]
    return {language: thin_notes(game, asked, words(language)) for language in LANGUAGES}


def goal_data(goal: Goal) -> dict[str, Any]:
    """A goal as it can be read again."""
    return {"goal": str(goal), "weight": goal.weight, "name": goal.name, "share": goal.scale.is_share}


def step_data(step: SearchStep) -> dict[str, Any]:
    """A step of a search: the matches spent until then, and the best so far with its distance from the goals."""
    return {
        "matches": step.matches,
        "told": str(step.message),
        "told_told": in_others(lambda language: words(language).render(step.message)),
        **edits_of(step.best),
        "key": step.best.key,
        **estimate_data(step.standing),
    }


def estimate_data(found: Estimate) -> dict[str, float | None]:
    """A figure with the ends of its interval; an end that is not known is None."""
    ends = {"value": found.value, "low": found.low, "high": found.high}
    return {name: end if math.isfinite(end) else None for name, end in ends.items()}


def front_so_far(trace: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Of the variants that were the best at some step, for each number of edits the nearest, as they were seen last."""
    last = {step["key"]: step for step in trace}
    found: list[dict[str, Any]] = []
    for step in sorted(last.values(), key=lambda step: (len(step["edits"]), step["value"])):
        if not found or (len(step["edits"]) > len(found[-1]["edits"]) and step["value"] < found[-1]["value"]):
            found.append({name: step[name] for name in ("edits", "told_edits", "value", "low", "high") if name in step})
    return found


def reasons_data(found: Improvement) -> list[dict[str, Any]]:
    """Why variants were refused before they cost matches, how many for each reason, and examples."""
    sorts: dict[str, list[Refused]] = {}
    for one in found.refused:
        sorts.setdefault(one.kind, []).append(one)
    frequent = sorted(sorts.values(), key=lambda refused: -len(refused))[:MOST_REASONS]
    return [_reason_data(refused) for refused in frequent]


def _reason_data(refused: Sequence[Refused]) -> dict[str, Any]:
    shown = refused[:MOST_EXAMPLES]
    return {
        "reason": refused[0].reason,
        "told_reason": in_others(lambda language: words(language).render(refused[0].refusal.message)),
        "count": len(refused),
        "examples": [_example("en", one) for one in shown],
        "told_examples": in_others(lambda language: [_example(language, one) for one in shown]),
    }


def _example(language: str, refused: Refused) -> str:
    return "; ".join(edits_in(language, refused.variant))


def edits_of(variant: Variant) -> dict[str, Any]:
    """The edits of a variant in words, English and others."""
    return {
        "edits": list(describe_edits(variant)),
        "told_edits": in_others(lambda language: list(edits_in(language, variant))),
    }


def in_others(tell: Callable[[str], T]) -> dict[str, T]:
    """The sentences, in each language besides English."""
    return {language: tell(language) for language in OTHERS}


def candidate_data(found: Improvement, variant: Variant, number: int) -> dict[str, Any]:
    """A variant of the page: its edits, its rules, how they differ, and what fresh matches say."""
    ranked = next(one for one in found.tried if one.candidate.key == variant.key)
    confirmed = next((one for one in found.confirmations if one.variant.key == variant.key), None)
    return {
        "number": number,
        "key": variant.key,
        **edits_of(variant),
        "chosen": found.chosen is not None and found.chosen.key == variant.key,
        "matches": ranked.matches,
        **estimate_data(ranked.standing),
        "rules": _rules(found, variant if confirmed is None else confirmed.variant),
        "text": None if isinstance(variant.parent, ClassOrigin) else variant.own_text().lstrip("\n"),
        "differences": [one.as_data() for one in difference(found.parent, variant)],
        "told_differences": in_others(
            lambda language: [one.as_data() for one in differences_in(language, found.parent, variant)]
        ),
        **_confirmation_data(confirmed),
    }


def _rules(found: Improvement, variant: Variant) -> str | None:
    """The rules with a comment about what was changed and measured; None for a class."""
    if isinstance(variant.parent, ClassOrigin):
        return None
    return repaired_text(replace(found, chosen=variant))


def _confirmation_data(confirmed: Confirmation | None) -> dict[str, Any]:
    if confirmed is None:
        return {
            "verdict": "unconfirmed", "fresh": 0, "answers": [], "strengths": [], "troubles": [], "told_troubles": {},
        }  # fmt: skip
    answers = [{**answer.as_data(), "share": answer.goal.scale.is_share} for answer in confirmed.answers]
    return {
        "verdict": confirmed.verdict,
        "fresh": confirmed.matches,
        "answers": answers,
        "strengths": [_strength_data(one) for one in confirmed.strengths],
        "troubles": _new_problems("en", confirmed),
        "told_troubles": in_others(lambda language: _new_problems(language, confirmed)),
    }


def _new_problems(language: str, confirmed: Confirmation) -> list[str]:
    """What has become worse, in a language."""
    chosen = words(language)
    return [
        f"{chosen.finding(found)} {chosen('improve.played-by', agents=chosen.players(agents))}"
        for found, agents in confirmed.new_findings
    ]


def _strength_data(one: StrengthRuns) -> dict[str, Any]:
    """The figures of both games at one strength, and what the archive calls their runs."""
    names = dict.fromkeys([*shown_in(Shown.EFFECTS), *(goal.metric for goal in one.goals)])
    figures = []
    for name in names:
        before, after = (_figure(run, name) for run in (one.before, one.after))
        if before is not None or after is not None:
            figures.append({"metric": name, "before": before, "after": after})
    return {"agents": one.agents, "before": one.before.name, "after": one.after.name, "figures": figures}


def _figure(run: Run, name: str) -> dict[str, float | None] | None:
    found: Metric | None = run.metrics.get(name)
    if found is None or found.value is None:
        return None
    ends = {"value": found.value, "low": found.low, "high": found.high}
    return {key: end if end is not None and math.isfinite(end) else None for key, end in ends.items()}
