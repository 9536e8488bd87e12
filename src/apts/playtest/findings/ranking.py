"""From questions to findings: correction for many questions, the strength guard, and the order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from apts.playtest.evidence import Evidence
from apts.playtest.faults import WrongAnswer, fault
from apts.playtest.findings.registry import Ask, Finding, Question, finding_kinds
from apts.playtest.findings.sentences import Amount, Said, said
from apts.playtest.metrics import Metric, Metrics
from apts.playtest.statistics import benjamini_hochberg, holm

LEVEL = 0.05
GUARDED = {
    "seat-advantage": "seat-score",
    "drawish": "drawishness",
    "endless": "timeouts",
    "too-long": "length",
    "too-short": "length",
    "snowball": "snowball",
    "decided-early": "decided-at",
    "dominant-opening": "openings",
    "no-real-choice": "decision-share",
}
"""The metric that answers the question of a kind of finding; compared with its value at half the strength."""


def find(evidence: Evidence, metrics: Metrics | None = None, weaker: Metrics | None = None) -> tuple[Finding, ...]:
    """All findings of a run, the worst first. ``weaker`` are the metrics of the same run at half the strength."""
    known = metrics if metrics is not None else Metrics(evidence)
    questions = [question for kind, ask in finding_kinds().items() for question in _asked(kind, ask, evidence, known)]
    found = [_finding(evidence, question, p_value) for question, p_value in affirmed(questions)]
    if weaker is not None:
        found = guarded(evidence, found, known, weaker)
    return tuple(sorted(found, key=lambda entry: (-entry.weight, entry.kind, entry.subject)))


def _asked(kind: str, ask: Ask, evidence: Evidence, metrics: Metrics) -> list[Question]:
    """The questions of a kind; a plug-in that fails at asking them is a finding by itself."""
    if ask.__module__.startswith("apts."):
        return list(ask(evidence, metrics))
    try:
        questions = list(ask(evidence, metrics))
        wrong = next((question for question in questions if not isinstance(question, Question)), None)
        if wrong is not None:
            raise WrongAnswer(f"gives {type(wrong).__name__} {wrong!r}; Questions are expected")
        return questions
    except Exception as error:
        told = fault(f"The finding {kind!r}", error, evidence, lambda one: list(ask(one, Metrics(one))))
        return [Question(kind, f"{told}.", 0.0, None, None, evidence.n, 0.0)]


def affirmed(questions: Sequence[Question]) -> list[tuple[Question, float | None]]:
    """The questions that are answered with yes, with their corrected p-values.

    Within a kind p-values are corrected by Holm, so that a game without the fault is accused of it at most once in
    twenty runs however many things are compared. Over the kinds, Benjamini and Hochberg's procedure holds the share of
    false findings among all findings to the same level.
    """
    result: list[tuple[Question, float | None]] = [(entry, None) for entry in questions if entry.p_value is None]
    tested = [entry for entry in questions if entry.p_value is not None]
    kinds = sorted({entry.kind for entry in tested})
    raised: dict[str, list[tuple[Question, float]]] = {}
    for kind in kinds:
        own = [entry for entry in tested if entry.kind == kind]
        p_values = holm([entry.p_value or 0.0 for entry in own])
        raised[kind] = [(entry, float(p_value)) for entry, p_value in zip(own, p_values, strict=True)]
    smallest = [min(p_value for _, p_value in raised[kind]) for kind in kinds]
    for kind, overall in zip(kinds, benjamini_hochberg(smallest), strict=True):
        result += [
            (entry, max(p_value, float(overall))) for entry, p_value in raised[kind] if max(p_value, overall) <= LEVEL
        ]
    return result


def _finding(evidence: Evidence, question: Question, p_value: float | None) -> Finding:
    return Finding(
        question.kind,
        str(question.sentence),
        question.effect,
        question.low,
        question.high,
        question.n,
        evidence.strength,
        question.matches,
        question.weight,
        p_value,
        subject=question.subject,
        message=question.sentence if isinstance(question.sentence, Said) else None,
    )


def guarded(evidence: Evidence, found: list[Finding], metrics: Metrics, weaker: Metrics) -> list[Finding]:
    """Mark the findings whose question has another answer at half the strength, and say so in a finding of its own."""
    doubtful = {kind for kind, name in GUARDED.items() if disjoint(metrics[name], weaker[name])}
    result = [replace(entry, weak=entry.kind in doubtful) for entry in found]
    for name in dict.fromkeys(GUARDED[kind] for kind in GUARDED if kind in doubtful):
        now, then = metrics[name], weaker[name]
        if now.value is None or then.value is None:
            continue
        figures = {"now": Amount(f"{now.value:.3g}"), "then": Amount(f"{then.value:.3g}")}
        message = said("agents-too-weak", metric=name, strength=evidence.strength, **figures)
        change = now.value - then.value
        entry = Finding(
            "agents-too-weak",
            str(message),
            change,
            None,
            None,
            now.n,
            evidence.strength,
            (),
            0.05,
            subject=name,
            message=message,
        )
        result.append(entry)
    return result


def disjoint(first: Metric, second: Metric) -> bool:
    """Whether two intervals have no point in common."""
    one, other = first.estimate, second.estimate
    return one is not None and other is not None and not one.overlaps(other)
