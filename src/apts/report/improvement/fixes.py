"""The fixes of a page: what each changes in the rules, its board, its figures from fresh matches, and matches to watch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.notebook import drawing
from apts.playtest.metrics import Metric, Shown, reads_in_percent, shown_in
from apts.playtest.run import Run
from apts.report.goal_descriptions import describe_decider, goal_in_words
from apts.report.improvement.search_rows import describe_edits, describe_size, distance
from apts.report.run_page.replays import MOST_CHARACTERS, Replays, replays
from apts.report.run_page.watching import entries
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts
from apts.variants.difference import Difference, differences_in
from apts.variants.search.confirmation import Confirmation, StrengthRuns
from apts.variants.search.improvement import Improvement
from apts.variants.variant import Variant

CHOSEN_MATCHES, OTHER_MATCHES = 3, 1
"""Matches to watch of the chosen variant, and of every other one."""

BESIDE = ("improve.heading-before", "improve.heading-after")

MOST_WATCHED = 8
"""Variants that have matches to watch."""


@dataclass(frozen=True)
class Fix:
    """A variant as a page shows it; goals and figures are empty where no fresh matches were played of it."""

    number: int
    title: str
    edits: str
    chosen: bool
    standing: str
    matches: int
    changes: tuple[Difference, ...]
    board: Markup
    verdict: str
    fresh: int
    goals: Table
    figures: list[tuple[str, Table]]
    watched: list[dict[str, Any]]
    drawings: Replays

    @property
    def prefix(self) -> str:
        """What keeps its matches apart from those of other variants."""
        return f"{self.number}-"


def shown_variants(found: Improvement) -> tuple[Variant, ...]:
    """The chosen variant, then those that fresh matches were played of, then the rest of the front."""
    first = [] if found.chosen is None else [found.chosen]
    confirmed = [one.variant for one in found.confirmations]
    others = [one.candidate for one in found.front if one.candidate.size]
    return tuple({one.key: one for one in reversed([*first, *confirmed, *others])}.values())[::-1]


def fixes(found: Improvement, chosen: ReportTexts) -> list[Fix]:
    """Every variant that the page shows."""
    variants = shown_variants(found)
    watched = min(MOST_WATCHED, max(1, len(found.confirmations)))
    return [_fix(found, one, number, chosen, MOST_CHARACTERS // watched) for number, one in enumerate(variants, 1)]


def _fix(found: Improvement, variant: Variant, number: int, chosen: ReportTexts, most_characters: int) -> Fix:
    ranked = next(one for one in found.tried if one.candidate.key == variant.key)
    confirmed = next((one for one in found.confirmations if one.variant.key == variant.key), None)
    is_chosen = found.chosen is not None and found.chosen.key == variant.key
    run = None if confirmed is None or number > MOST_WATCHED else confirmed.strengths[-1].after
    drawings = Replays((), ())
    if run is not None:
        drawings = replays(run, CHOSEN_MATCHES if is_chosen else OTHER_MATCHES, most_characters)
    return Fix(
        number,
        describe_size(variant, chosen),
        describe_edits(variant, chosen),
        is_chosen,
        distance(ranked.standing, chosen),
        ranked.matches,
        differences_in(chosen.language, found.parent, variant),
        board_of(variant.game()),
        "" if confirmed is None else confirmed.verdict,
        0 if confirmed is None else confirmed.matches,
        goals_table(confirmed, chosen),
        []
        if confirmed is None
        else [(chosen.players(one.agents), figures_table(one, chosen)) for one in confirmed.strengths],
        [] if run is None else entries(run, drawings, chosen, f"{number}-"),
        drawings,
    )


def board_of(game: Game) -> Markup:
    """The start of a game as a drawing; in letters where its class cannot draw."""
    state = game.start()
    try:
        return Markup(state.svg())
    except AptsError:
        return Markup(drawing(state.board_text()))


def goals_table(confirmed: Confirmation | None, chosen: ReportTexts) -> Table:
    """Every goal at every strength: before and after in fresh matches, those that are met marked."""
    answers = () if confirmed is None else confirmed.answers
    rows = [
        (
            goal_in_words(one.goal, chosen),
            chosen.players(one.agents),
            describe_decider(one.before, chosen),
            describe_decider(one.after, chosen),
            chosen(f"goal.{one.after.verdict}"),
        )
        for one in answers
    ]
    marked = frozenset(place for place, one in enumerate(answers) if one.after.verdict == "met")
    return Table(tuple(map(chosen, ("goal.goal", "improve.heading-by", *BESIDE, "goal.verdict"))), rows, marked)


def figures_table(one: StrengthRuns, chosen: ReportTexts) -> Table:
    """The figures of both games in fresh matches at one strength: the usual ones, and those of the goals."""
    names = dict.fromkeys([*shown_in(Shown.EFFECTS), *(goal.metric for goal in one.goals)])
    rows = []
    for name in names:
        before, after = _metric(one.before, name), _metric(one.after, name)
        if before is not None or after is not None:
            title = chosen.metric(name)
            rows.append((title, _figure(name, before, chosen), _figure(name, after, chosen)))
    return Table(tuple(map(chosen, ("heading.figure", *BESIDE))), rows)


def _metric(run: Run, name: str) -> Metric | None:
    found = run.metrics.get(name)
    return None if found is None or found.value is None else found


def _figure(name: str, found: Metric | None, chosen: ReportTexts) -> str:
    if found is None:
        return "–"
    if reads_in_percent(name):
        return chosen.share(found.value, found.low, found.high)
    value, interval = chosen.number(found.value), chosen.interval(found.low, found.high)
    return value + (f" ({interval})" if interval else "")
