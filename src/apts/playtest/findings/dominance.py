"""What dominates: openings, kinds of moves, pieces and sites without which a seat scores less than an equal one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import Message, make_message, percent, points
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.openings import opening_list
from apts.playtest.metrics.proved import proved_run

if TYPE_CHECKING:
    from apts.playtest.experiments.forced_choices import ChoiceTrial
    from apts.playtest.experiments.trial import Trial

SORTS = {"opening": "opening", "move": "move kind", "piece": "piece", "site": "site", "region": "region"}
"""What a choice is called in a trial, by the word that its sentences are told with."""


# ----------------------------------------------------------------------------------------------------------------
# What was tried: by the play-test itself, or by a stress test of the same game.


def tried_choice(evidence: Evidence, sort: str, name: str) -> ChoiceTrial | None:
    """The trial that the play-test made of a choice."""
    trials = () if evidence.side is None else evidence.side.choices
    return next((trial for trial in trials if (trial.choice.sort, trial.choice.name) == (sort, name)), None)


def _stressed(evidence: Evidence, sort: str) -> list[Trial]:
    """The trials of a stress test in which a seat had to do without something that the play-test has not tried itself."""
    stress = None if evidence.side is None else evidence.side.stress
    trials = () if stress is None else stress.trials
    return [
        trial
        for trial in trials
        if (str(trial.bound.thing.sort), trial.bound.mode) == (sort, "without")
        and trial.applied
        and tried_choice(evidence, sort, trial.bound.thing.name) is None
    ]


def proved_openings(evidence: Evidence) -> tuple[list[str], int]:
    """The first moves that are proved to keep what the start is worth, and how many there are; none where not all are."""
    found = proved_run(evidence)
    return ([], 0) if isinstance(found, str) else (found.keeping, len(found.openings))


def tried_in_words(evidence: Evidence, sort: str, name: str) -> Message | str:
    """What the trial of a choice adds to a sentence about it; a dominant one has a finding of its own."""
    trial = tried_choice(evidence, sort, name)
    kept, openings = proved_openings(evidence) if sort == "opening" else ([], 0)
    if trial is None and kept:
        return "" if kept == [name] else make_message("choice-tried/proved", kept=len(kept), openings=openings)
    if trial is None:
        known = any(one.bound.thing.name == name for one in _stressed(evidence, sort))
        return "" if known else make_message("choice-tried/not")
    if trial.loss.low > 0.0:
        return ""
    figures = {
        "without": percent(trial.without.value),
        "low": percent(trial.without.low),
        "high": percent(trial.without.high),
    }
    if trial.forced is None:
        return make_message("choice-tried/seat", n=trial.matches, **figures)
    return make_message("choice-tried/opening", n=trial.n, forced=percent(trial.forced.value), **figures)


# ----------------------------------------------------------------------------------------------------------------
# The findings.


@finding(
    FindingDeclaration(
        "dominant-opening",
        {ENGLISH: FindingTexts("Dominant opening"), PORTUGUESE: FindingTexts("Abertura dominante")},
        harm=(0.35, 0.6),
        measured_apart=True,
        cures=("swap", "first-move", "board"),
    )
)
def dominant_opening(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does an opener that may not play a first move score less? Asked of what was forbidden, in matches of its own."""
    del metrics
    if not evidence.n:
        return
    shown = {one.name: one.shown for one in opening_list(evidence)}
    kept, openings = proved_openings(evidence)
    if len(kept) == 1:
        (name,) = kept
        sentence = make_message("dominant-opening/proved", name=shown.get(name, name), openings=openings)
        yield FindingQuestion("dominant-opening", sentence, 0.5, None, None, evidence.n, 0.5, subject=name)
    for trial in () if evidence.side is None else evidence.side.choices:
        if trial.choice.sort == "opening" and kept != [trial.choice.name]:
            yield _of_trial("dominant-opening", "dominant-opening", shown.get(trial.choice.name, ""), trial)
    for stressed in _stressed(evidence, "opening"):
        yield _of_stress("dominant-opening", "dominant-opening/stress", stressed, stressed.bound.thing.name)


@finding(
    FindingDeclaration(
        "dominant-use",
        {ENGLISH: FindingTexts("Dominant"), PORTUGUESE: FindingTexts("Dominante")},
        harm=(0.3, 0.5),
        measured_apart=True,
        cures=("board", "bonus", "start"),
    )
)
def dominant_use(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does a seat that may not use a kind of move, a piece or a site score less than an equal one that may?"""
    del metrics
    words = {sort: word for word, sort in SORTS.items()}
    for trial in () if evidence.side is None else evidence.side.choices:
        if trial.choice.sort != "opening":
            word, name = words[trial.choice.sort], trial.choice.name
            yield _of_trial("dominant-use", f"dominant-use/{word}", name, trial, f"{word} {name}")
    for word, sort in SORTS.items():
        for stressed in () if word == "opening" else _stressed(evidence, sort):
            name = stressed.bound.thing.name
            yield _of_stress("dominant-use", f"dominant-use/{word}", stressed, f"{word} {name}")


def _of_trial(kind: str, key: str, shown: str, trial: ChoiceTrial, subject: str = "") -> FindingQuestion:
    loss, without, forced = trial.loss, trial.without, trial.forced
    figures = {"low": percent(without.low), "high": percent(without.high), "loss": points(loss.value)}
    if forced is not None:
        figures["forced"] = percent(forced.value)
    sentence = make_message(
        key,
        name=shown or trial.choice.name,
        without=percent(without.value),
        n=trial.n if forced is not None else trial.matches,
        **figures,
    )
    return FindingQuestion(
        kind,
        sentence,
        loss.value,
        loss.low,
        loss.high,
        trial.n,
        min(1.0, max(0.0, 2.0 * loss.value)),
        trial.p_value,
        subject=subject or trial.choice.name,
        reference=0.0,
    )


def _of_stress(kind: str, key: str, trial: Trial, subject: str) -> FindingQuestion:
    """A bound of a stress test, whose p-value is corrected for all bounds of it already."""
    change = trial.difference
    sentence = make_message(
        key,
        name=trial.bound.thing.name,
        without=percent(trial.score.value),
        low=percent(trial.score.low),
        high=percent(trial.score.high),
        loss=points(-change.value),
        n=trial.matches,
    )
    return FindingQuestion(
        kind,
        sentence,
        -change.value,
        -change.high,
        -change.low,
        change.n,
        min(1.0, max(0.0, -2.0 * change.value)),
        trial.p_value if change.value < 0.0 else 1.0,
        subject=subject,
        reference=0.0,
    )
