"""What stands on the first page of a report, and wherever a run is told in short: a verdict, a few figures, the goals."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from typing import Any

from apts.agents.calibrating.calibration import thin_searches
from apts.archive.opening import DEFAULT_PLACE
from apts.engine.play.game import Game
from apts.engine.play.outcome import TeamCalled
from apts.errors import AptsError
from apts.games.library import rules_game
from apts.playtest.findings import declared_finding
from apts.playtest.matches.game_source import arguments_of_run
from apts.playtest.matches.playtest_request import DEFAULTS
from apts.playtest.metrics import Shown, declared, reads_in_percent, shown_in
from apts.report import table_rows
from apts.report.subject import ReportedRun, describe_decider, detail, goal_in_words, goal_named, measured
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts
from apts.statistics import wilson


def goals_table(run: ReportedRun, chosen: ReportTexts) -> Table:
    """A row for each goal, those that are missed marked; no rows where none were given."""
    rows = []
    for found in run.judgements:
        name, wanted = goal_named(found.goal, chosen), goal_in_words(found.goal, chosen)
        rows.append((name, chosen(f"goal.{found.verdict}"), wanted, describe_decider(found, chosen)))
    headings = tuple(chosen(f"goal.{word}") for word in ("goal", "verdict", "wanted", "measured"))
    marked = frozenset(row for row, found in enumerate(run.judgements) if found.verdict == "missed")
    return Table(headings, rows, marked)


def summary(run: ReportedRun, chosen: ReportTexts) -> list[tuple[str, str, str]]:
    """The few figures at the top: name, value, interval; first the score of every seat, or what teams or all win."""
    rows = [*_won_together(run, chosen)]
    if not rows or not (run.evidence.teams or run.evidence.cooperative):
        rows += [
            (
                chosen("first.seat", seat=seat["seat"]),
                short_figure(chosen, seat["score"], seat["low"], seat["high"], percent=True),
                chosen.interval(seat["low"], seat["high"], percent=True),
            )
            for seat in detail(run, "seat-score", "seats")
        ]
    for name in shown_in(Shown.SUMMARY):
        found = measured(run, name)
        if found is not None and not declared(name).parts.of_seats:  # every seat has a row already
            percent = reads_in_percent(name)
            value = short_figure(chosen, found.value, found.low, found.high, percent=percent)
            interval = chosen.interval(found.low, found.high, percent=percent)
            rows.append((chosen.metric(name), value, interval))
    return rows


def _won_together(run: ReportedRun, chosen: ReportTexts) -> Iterator[tuple[str, str, str]]:
    """The share of matches that each team wins, or all players together."""
    found = run.metrics.get("together")
    if found is None or found.value is None:
        return
    teams = found.details.get("teams")
    for row in teams or [{"share": found.value, "low": found.low, "high": found.high}]:
        name = chosen("first.team", seat=TeamCalled(row["team"], row["seats"])) if teams else chosen("first.all-win")
        value = short_figure(chosen, row["share"], row["low"], row["high"], percent=True)
        yield name, value, chosen.interval(row["low"], row["high"], percent=True)
    if "lost" in found.details and not run.evidence.cooperative:
        lost = wilson(found.details["lost"], run.evidence.n)
        value = short_figure(chosen, lost.value, lost.low, lost.high, percent=True)
        yield chosen("first.all-lose"), value, chosen.interval(lost.low, lost.high, percent=True)


def short_figure(
    chosen: ReportTexts, value: float | None, low: float | None, high: float | None, *, percent: bool = False
) -> str:
    """A figure without decimals, unless that would put it outside its own interval."""
    scale = 100.0 if percent else 1.0
    ends = None if value is None or low is None or high is None else (scale * low, round(scale * value), scale * high)
    fits = ends is None or ends[0] <= ends[1] <= ends[2]
    if percent:
        return chosen.percent(value, 0 if fits else 1)
    return chosen.number(value, 0 if fits else None)


def _decimals(value: float | None, low: float | None, high: float | None) -> int | None:
    """The fewest decimals that keep the ends of an interval apart and the figure between them."""
    if value is None or low is None or high is None or not low < high:
        return None
    fitting = (
        places
        for places in range(3)
        if round(low, places) < round(high, places) and low <= round(value, places) <= high
    )
    return next(fitting, None)


def essentials(run: ReportedRun, chosen: ReportTexts) -> list[str]:
    """Minutes, luck and the most common end as sentences."""
    parts = []
    if (minutes := measured(run, "minutes")) is not None:
        decimals = _decimals(minutes.value, minutes.low, minutes.high)
        ends = [minutes.details[end] for end in ("least", "most")]
        whole = round(ends[0]) < round(ends[1])
        least, most = (chosen.number(end, 0 if whole else None) for end in ends)
        parts.append(
            chosen(
                "first.minutes" if ends[0] < ends[1] else "first.minutes-same",
                minutes=chosen.number(minutes.value, decimals),
                interval=chosen.interval(minutes.low, minutes.high, decimals=decimals),
                pace=chosen.number(minutes.details["pace"]),
                least=least,
                most=most,
            )
        )
    if (luck := measured(run, "luck")) is not None:
        parts.append(
            chosen(
                "first.luck",
                luck=chosen.percent(luck.value, 0),
                interval=chosen.interval(luck.low, luck.high, percent=True),
                same=chosen.percent(luck.details["same"]["value"], 0),
                n=chosen.count(luck.n),
            )
        )
    if ends := table_rows.end_rows(run, chosen):
        reason, _, _, share = ends[0]
        parts.append(chosen("first.end", reason=reason.rstrip("."), share=share))
    return parts


def verdict(run: ReportedRun, chosen: ReportTexts) -> str:
    """What the findings come to in one or two sentences, and the goals in another, where there are any."""
    faults = [found for found in run.findings if not declared_finding(found.kind).is_caveat]
    key = "verdict.faults" if faults else "verdict.probable" if run.probable else "verdict.none"
    text = chosen(key, count=len(faults), probable=len(run.probable))
    sentences = [text, *([chosen("verdict.caveat")] if len(faults) < len(run.findings) else ())]
    if run.judgements:
        verdicts = [found.verdict for found in run.judgements]
        sentences.append(chosen("verdict.goals", **{name: verdicts.count(name) for name in ("met", "missed", "open")}))
    return " ".join(sentences)


def thin_notes_of_run(run: ReportedRun, chosen: ReportTexts) -> list[str]:
    """A sentence for each agent of a run, the one that judges too, that has too few iterations for the game."""
    judge = run.manifest.settings.get("evaluation")
    agents = [*run.manifest.agents, *([str(judge)] if judge else [])]
    return [] if run.game is None else thin_notes(run.game, agents, chosen)


def thin_notes(game: Game, agents: Iterable[str], chosen: ReportTexts) -> list[str]:
    """A sentence for each of the agents that has too few iterations for the game."""
    return [
        chosen(
            "page.thin",
            agent=thin.agent,
            iterations=chosen.count(thin.iterations),
            moves=chosen.count(thin.moves),
            least=chosen.count(thin.wanted),
        )
        for thin in thin_searches(game, agents)
    ]


# ----------------------------------------------------------------------------------------------------------------
# How a run can be played again: a few lines of Python that need nothing but the text of the rules.

LONGEST_COMMAND = 100_000
"""Characters of a command that is looked at; the words of one are found at a cost that grows with its square."""


def python_lines(run: ReportedRun) -> str:
    """Python that plays the run again and writes its report; the rules are expected in a file beside it."""
    manifest = run.manifest
    file = "rules.lud" if is_rules_text(manifest.rules) else "rules.py"
    chosen = {**manifest.options, **changed_parameters(run)}
    game = f"{file!r}, **{chosen!r}" if chosen else f"{file!r}"
    agents = list(manifest.agents)
    if len(set(agents)) == 1:
        agents = agents[:1]
    settings = [f"agents={agents!r}", f"matches={manifest.matches}", f"seed={manifest.seed}"]
    limit, judge = manifest.settings.get("turn_limit", DEFAULTS.limit), manifest.settings.get("evaluation")
    settings += [f"limit={limit}"] if limit != DEFAULTS.limit else []
    word = "evaluator" if manifest.settings.get("evaluated") == "all" else "evaluate"
    settings += [f"{word}={judge!r}"] if judge else []
    play = f"run = apts.playtest(game, {', '.join(settings)})"
    return "\n".join(["import apts", "", f"game = apts.load({game})", play, "run.report('report.html')"])


def replay_command(run: str, number: int, archive: str = DEFAULT_PLACE) -> str:
    """What to type to step through a match of a run."""
    where = [] if archive == DEFAULT_PLACE else ["--archive", archive]
    return shlex.join(["apts", "replay", run, str(number), *where])


def archive_of(command: str) -> str | None:
    """Where a command that was typed keeps its matches; None where it is not known, as of a run from Python."""
    if len(command) > LONGEST_COMMAND:  # the words of a longer one would take hours to find; nobody typed it
        return None
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    if words[:2] != ["apts", "playtest"]:
        return None
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == "--archive" or word.startswith("--archive="):
            return word.partition("=")[2] or following
    return DEFAULT_PLACE


def is_rules_text(rules: str) -> bool:
    """Whether the rules are a description and not the source of a Python class."""
    lines = (line.strip() for line in rules.removeprefix("\ufeff").splitlines())
    return next((line for line in lines if line and not line.startswith("//")), "").startswith("(")


def changed_parameters(run: ReportedRun) -> dict[str, Any]:
    """The parameters that differ from those of the rules with the same options, or the arguments of a class."""
    manifest = run.manifest
    if not is_rules_text(manifest.rules):
        return arguments_of_run(manifest)
    try:
        plain = rules_game(manifest.rules, "<rules>", dict(manifest.options))
    except AptsError:
        return {}
    data = {parameter.path: parameter.value for parameter in plain.parameters}
    return {path: value for path, value in manifest.parameters.items() if data.get(path, value) != value}
