"""From questions to findings: correction for many questions, the strength guard, and the order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.faults import WrongAnswer, fault
from apts.playtest.evidence.sentences import Amount, make_message
from apts.playtest.findings.causes import with_consequences
from apts.playtest.findings.finding_registry import Ask, Finding, FindingQuestion, declared_finding, finding_kinds
from apts.playtest.metrics import Metric, Metrics
from apts.statistics import benjamini_hochberg, holm
from apts.statistics.planning import settling

LEVEL = 0.05


def find(evidence: Evidence, metrics: Metrics | None = None, weaker: Metrics | None = None) -> tuple[Finding, ...]:
    """The findings of a run that are sure, the worst first. ``weaker`` are its metrics at half the strength."""
    return tuple(entry for entry in weigh(evidence, metrics, weaker) if entry.state == "found")


def weigh(evidence: Evidence, metrics: Metrics | None = None, weaker: Metrics | None = None) -> tuple[Finding, ...]:
    """All findings of a run, the sure ones first, then those that are only probable."""
    known = metrics if metrics is not None else Metrics(evidence)
    questions = [question for kind, ask in finding_kinds().items() for question in _asked(kind, ask, evidence, known)]
    found = [_finding(evidence, question, p_value) for question, p_value in affirmed(questions)]
    if weaker is not None:
        found = guarded(evidence, found, known, weaker)
    return _ranked(with_consequences(evidence, _ranked([*found, *_probable(evidence, questions)])))


def _probable(evidence: Evidence, questions: Sequence[FindingQuestion]) -> list[Finding]:
    return [
        probable(_finding(evidence, question, raised), settling(evidence.n, question.p_value or 0.0, raised))
        for question, raised in likely(questions)
    ]


def _ranked(found: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda entry: (entry.state != "found", -entry.weight, entry.kind, entry.subject)))


def _asked(kind: str, ask: Ask, evidence: Evidence, metrics: Metrics) -> list[FindingQuestion]:
    """The questions of a kind; a plug-in that fails at asking them is a finding by itself."""
    if ask.__module__.startswith("apts."):
        return list(ask(evidence, metrics))
    try:
        questions = list(ask(evidence, metrics))
        wrong = next((question for question in questions if not isinstance(question, FindingQuestion)), None)
        if wrong is not None:
            raise WrongAnswer("fault/question", given=f"{type(wrong).__name__} {wrong!r}")
        return questions
    except Exception as error:
        described = fault("The finding", kind, error, evidence, lambda one: list(ask(one, Metrics(one))))
        return [FindingQuestion(kind, described, 0.0, None, None, evidence.n, 0.0)]


def affirmed(questions: Sequence[FindingQuestion]) -> list[tuple[FindingQuestion, float | None]]:
    """The questions that are answered with yes, with their corrected p-values.

    Within a kind p-values are corrected by Holm, so that a game without the fault is accused of it at most once in
    twenty runs however many things are compared. Over the kinds, Benjamini and Hochberg's procedure holds the share of
    false findings among all findings to the same level.
    """
    result: list[tuple[FindingQuestion, float | None]] = [(entry, None) for entry in questions if entry.p_value is None]
    return result + [(entry, overall) for entry, _, overall in _raised(questions) if _is_sure(entry, overall)]


def likely(questions: Sequence[FindingQuestion]) -> list[tuple[FindingQuestion, float]]:
    """The questions that are not answered for sure, but probably with yes, with their corrected p-values.

    The p-value stands after the correction within the kind (of all seats together a fair game is probably accused at most
    once in twenty runs), though not after that over the kinds. Where the effect has a reference, its plain interval lies
    beyond it too.
    """
    return [
        (entry, overall)
        for entry, within, overall in _raised(questions)
        if not _is_sure(entry, overall) and within <= LEVEL and (entry.is_beyond or entry.reference is None)
    ]


def _is_sure(question: FindingQuestion, overall: float) -> bool:
    return overall <= LEVEL and not question.tentative


def _raised(questions: Sequence[FindingQuestion]) -> list[tuple[FindingQuestion, float, float]]:
    """The questions with a p-value, with that corrected within their kind, and that corrected over the kinds too."""
    tested = [entry for entry in questions if entry.p_value is not None]
    kinds = sorted({entry.kind for entry in tested})
    raised: dict[str, list[tuple[FindingQuestion, float]]] = {}
    for kind in kinds:
        own = [entry for entry in tested if entry.kind == kind]
        p_values = holm([entry.p_value or 0.0 for entry in own])
        raised[kind] = [(entry, float(p_value)) for entry, p_value in zip(own, p_values, strict=True)]
    smallest = [min(p_value for _, p_value in raised[kind]) for kind in kinds]
    result = []
    for kind, overall in zip(kinds, benjamini_hochberg(smallest), strict=True):
        result += [(entry, p_value, max(p_value, float(overall))) for entry, p_value in raised[kind]]
    return result


def probable(entry: Finding, wanted: int) -> Finding:
    """A finding that is only probable, with the number of matches that would settle it in its sentence."""
    sentence = str(make_message("probable", sentence=entry.sentence, wanted=wanted))
    return replace(entry, sentence=sentence, state="probable", wanted=wanted)


def _finding(evidence: Evidence, question: FindingQuestion, p_value: float | None) -> Finding:
    return Finding(
        question.kind,
        str(question.sentence),
        question.effect,
        question.low,
        question.high,
        question.n,
        evidence.strength,
        question.matches,
        declared_finding(question.kind).weight(question.subject.partition(" ")[0], question.weight),
        p_value,
        subject=question.subject,
        message=None if isinstance(question.sentence, str) else question.sentence,
    )


def guarded(evidence: Evidence, found: list[Finding], metrics: Metrics, weaker: Metrics) -> list[Finding]:
    """Mark the findings whose question has another answer at half the strength, and say so in a finding of its own."""
    guards = {kind: name for kind in finding_kinds() if (name := declared_finding(kind).judged_by)}
    doubtful = {kind for kind, name in guards.items() if disjoint(metrics[name], weaker[name])}
    result = [replace(entry, weak=entry.kind in doubtful) for entry in found]
    for name in dict.fromkeys(guards[kind] for kind in guards if kind in doubtful):
        now, then = metrics[name], weaker[name]
        if now.value is None or then.value is None:
            continue
        figures = {"now": Amount(f"{now.value:.3g}"), "then": Amount(f"{then.value:.3g}")}
        message = make_message("agents-too-weak", metric=name, strength=evidence.strength, **figures)
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
