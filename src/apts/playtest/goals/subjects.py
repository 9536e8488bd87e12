"""From what a goal names to the figures of a run: the metric, a part of it by its name, or every part."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from apts.engine.play.outcome import ALL_PASSED
from apts.errors import AptsError
from apts.near_names import did_you_mean
from apts.playtest.goals.figures import DRAWS, SEAT_PART, Figures, absent, figures
from apts.playtest.goals.opening_scores import by_itself
from apts.playtest.matches.match import LIMIT_REASON
from apts.playtest.metrics import Metric
from apts.playtest.metrics.luck import NO_CHANCE
from apts.playtest.metrics.openings import LEAST, symmetry_classes
from apts.statistics import Estimate

if TYPE_CHECKING:
    from apts.playtest.goals.goal import Goal
    from apts.playtest.run import Run

Named = tuple[tuple[str, Estimate], ...]

_PLACE = re.compile(r"(?:line )?(\d+)(:\d+)?")
_MOST_LISTED = 12

OFTEN = 0.05
"""Openings count that begin this share of the matches or more, or ten matches."""

_ENDS_OF_ALL_GAMES = (LIMIT_REASON, ALL_PASSED)
"""Reasons that no rules text has to name."""


def subject_figures(goal: Goal, run: Run) -> Named:
    """The figures that a goal is about; none where the matches say nothing about it."""
    metric = run.metrics[goal.metric]
    if not goal.part and not goal.each:
        found = whole_figure(goal.metric, metric)
        return () if found is None else ((goal.metric, found),)
    if metric.value is None and not (goal.metric == "luck" or metric.details.get("rows")):
        return ()
    inside = parts_of(goal.metric, metric, run)
    if goal.each:
        return tuple(_every(goal, inside, run))
    return tuple((f"{goal.metric}[{label}]", inside[label]) for label in labels_of(goal.metric, goal.part, inside, run))


def whole_figure(name: str, metric: Metric) -> Estimate | None:
    """A metric as an estimate; an end of its interval that is not known is infinite."""
    if metric.value is None:
        # Where chance has no say, luck is no share of anything that happens.
        none_at_all = name == "luck" and metric.details.get("missing") == NO_CHANCE
        return Estimate(0.0, 0.0, 0.0, metric.n) if none_at_all else None
    if name == "skill-depth":
        most = metric.value if metric.details.get("ended") else math.inf
        return Estimate(metric.value, metric.value, most, metric.n)
    low = -math.inf if metric.low is None else metric.low
    return Estimate(metric.value, low, math.inf if metric.high is None else metric.high, metric.n)


def parts_of(name: str, metric: Metric, run: Run) -> Figures:
    """All figures inside a metric by name; things that the game has and no match showed are there with a share of 0."""
    matches = run.evidence.n
    inside = figures(name, metric, matches)
    if name == "seat-score" and metric.estimate is not None:
        inside = {"seat 1 score": metric.estimate, **inside}
    for missing in _unseen(name, metric, run, inside):
        share = absent(name, missing, matches)
        if share is not None:
            inside.setdefault(missing, share)
    return inside


def _unseen(name: str, metric: Metric, run: Run, inside: Iterable[str]) -> list[str]:
    """What the game has beside what was seen."""
    if name == "board-use":
        return list(metric.details.get("names", ()))
    if name == "openings" and run.game is not None and not run.game.has_chance:
        classes = symmetry_classes(run.game)
        return [classes.get(move.text, move.text) for move in run.game.start().moves()]
    return []


def _every(goal: Goal, inside: Figures, run: Run) -> Iterable[tuple[str, Estimate]]:
    for label, found in inside.items():
        if goal.metric == "openings":
            if label.endswith(" score") == (goal.part == "score") and _is_often(label, found, inside):
                alone = goal.part == "score"
                yield (
                    f"opening {label}",
                    by_itself(label.removesuffix(" score"), found, run.evidence) if alone else found,
                )
        elif goal.metric == "seat-score":
            if label.endswith(" score"):
                yield label, found
        elif not label.endswith(" effect"):
            yield label, found


def _is_often(label: str, found: Estimate, inside: Figures) -> bool:
    """Whether an opening is played often enough to be judged by its score; its share is known however small."""
    share = inside.get(label.removesuffix(" score"))
    return not label.endswith(" score") or found.n >= LEAST or (share is not None and share.value >= OFTEN)


def family_size(goal: Goal, run: Run, figures: int) -> int:
    """How many figures a goal about each part may come to have, of which some are seen only later."""
    if goal.metric == "openings" and goal.each:
        inside = parts_of(goal.metric, run.metrics[goal.metric], run)
        return max(figures, sum(not label.endswith(" score") for label in inside))
    return 2 * figures if goal.metric == "end-reasons" and goal.each else figures


def labels_of(name: str, part: str, inside: Figures, run: Run) -> list[str]:
    """The figures that a part names; one that names nothing is told with what there is."""
    found = _labels(name, " ".join(part.split()), inside, run)
    if found:
        return found
    known = list(dict.fromkeys([*inside, *(_ends_of_rules(run) if name == "end-reasons" else ())]))
    hint = did_you_mean(part, known, 3, 0.4, quoted=True)
    shown = known[:_MOST_LISTED]
    more = f" and {len(known) - len(shown)} more" if len(known) > len(shown) else ""
    raise AptsError(
        f"{run.manifest.game} has no {name}[{part}]{hint}{'' if hint.endswith('?') else ';'} "
        f"there are: {', '.join(shown) or 'none'}{more}"
    )


def _ends_of_rules(run: Run) -> list[str]:
    """The ends that the rules have, whether a match came to them or not, and that of all games."""
    rules = () if run.game is None else run.game.end_rules
    return [*(rule.text for rule in rules), *_ENDS_OF_ALL_GAMES]


def _labels(name: str, part: str, inside: Figures, run: Run) -> list[str]:
    if name == "seat-score":
        return _seat_labels(part, inside, run)
    if name in ("rule-coverage", "end-reasons") and (place := _PLACE.fullmatch(part)) is not None:
        return _labels_of_line(name, int(place[1]), place[2], inside, run)
    folded = {label.lower(): label for label in inside}
    wanted = "median" if name in ("length", "minutes") and part.lower() == "decile 5" else part.lower()
    if wanted in folded:
        return [folded[wanted]]
    if name == "openings":
        return _opening_labels(part, inside, run)
    if name == "end-reasons":
        return _end_labels(wanted, folded, inside, run)
    return []


def _seat_labels(part: str, inside: Figures, run: Run) -> list[str]:
    names = () if run.game is None else run.game.seat_names
    for number, called in enumerate(names, 1):
        if called and part.lower().startswith(called.lower()):
            part = f"{number}{part[len(called) :]}"
    if part.lower() == DRAWS:
        return [DRAWS] if DRAWS in inside else []
    found = SEAT_PART.fullmatch(part.lower())
    if found is None:
        return []
    word = found[2] or "score"
    label = DRAWS if word == DRAWS else f"seat {found[1]} {word}"
    return [label] if label in inside and f"seat {found[1]} wins" in inside else []


def _labels_of_line(name: str, line: int, column: str | None, inside: Figures, run: Run) -> list[str]:
    if name == "rule-coverage":
        ending = f" {line}{column or ':'}"
        return [label for label in inside if (label.endswith(ending) if column else ending in label)]
    rows = run.metrics[name].details.get("reasons", ())
    seen = [str(row["reason"]).removesuffix(f" (line {line})") for row in rows if row["line"] == line]
    if seen:
        return list(dict.fromkeys(seen))
    lines = {
        found for rule in (run.game.end_rules if run.game is not None else ()) for found in (rule.line, *rule.lines)
    }
    return _never(name, f"line {line}", inside, run) if line in lines else []


def _opening_labels(part: str, inside: Figures, run: Run) -> list[str]:
    """An opening by any of the moves that are the same up to symmetry."""
    move, score = (part.removesuffix(" score"), " score") if part.endswith(" score") else (part, "")
    for row in run.metrics["openings"].details.get("rows", ()):
        if move in row["moves"] or move == row["shown"]:
            return [label for label in [f"{row['name']}{score}"] if label in inside]
    known = symmetry_classes(run.game).get(move)
    return [f"{known}{score}"] if known is not None and f"{known}{score}" in inside else []


def _end_labels(wanted: str, folded: dict[str, str], inside: Figures, run: Run) -> list[str]:
    """An end by a piece of its text; one that the rules have and no match came to has a share of 0."""
    near = [label for text, label in folded.items() if wanted in text]
    if near:
        return near
    rules = " ".join(run.manifest.rules.split()).lower()
    is_text = run.game is not None and run.game.from_rules is not None
    return (
        _never("end-reasons", wanted, inside, run)
        if not is_text or wanted in _ENDS_OF_ALL_GAMES or wanted in rules
        else []
    )


def _never(name: str, label: str, inside: Figures, run: Run) -> list[str]:
    share = absent(name, label, run.evidence.n)
    if share is None:
        return []
    inside[label] = share
    return [label]
