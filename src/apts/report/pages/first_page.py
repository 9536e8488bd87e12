"""What stands on the first page of a report, and wherever a run is summarised: a verdict, a few figures, the goals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from apts.agents.calibrating.thin_searches import thin_searches
from apts.agents.engines.ladder import without_contests
from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.engine.play.outcome import Outcome, TeamCalled
from apts.errors import AptsError
from apts.games.library import rules_game
from apts.playtest.evidence.evidence import without_last_passes
from apts.playtest.findings import declared_finding
from apts.playtest.matches.game_source import arguments_of_run
from apts.playtest.matches.manifests import real_players
from apts.playtest.matches.match import replay
from apts.playtest.matches.playtest_request import DEFAULTS
from apts.playtest.metrics import Shown, declared, reads_in_percent, shown_in
from apts.publish.game_page import check_publishable, publish_page
from apts.report import table_rows
from apts.report.going_on import archive_of, replay_command
from apts.report.subject import ReportedRun, describe_decider, detail, goal_in_words, goal_named, measured
from apts.report.table_rows import FindingCard, Table
from apts.report.texts import ReportTexts
from apts.report.writing import check_target, write_file
from apts.statistics import wilson
from apts.telling.set_up import place_of_mover


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
    agents = [*real_players(run.manifest), *([str(judge)] if judge else [])]
    with without_contests():
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


# ----------------------------------------------------------------------------------------------------------------
# Matches to watch as a page shows them: the boards, who sat where, how they ended, and what the script needs.

# ----------------------------------------------------------------------------------------------------------------
# Matches to step through: which ones, and their drawings with all that repeats said once.

MOST_MATCHES = 6
MOST_FRAMES = 400
MOST_CHARACTERS = 2_500_000
"""All replays together; the file is to stay small enough to be sent by mail."""

_SCOPE = re.compile(r"\bboard-[0-9a-f]{8}\b")
_PART = re.compile(r"<[^<]*")


@dataclass(frozen=True)
class Replay:
    """A match as drawings: each frame lists the numbers of its parts in the table of parts."""

    match: MatchRecord
    frames: tuple[tuple[int, ...], ...]
    last: str


@dataclass(frozen=True)
class Replays:
    """The matches shown, the parts that their drawings are made of, and the numbers of those left out."""

    shown: tuple[Replay, ...]
    parts: tuple[str, ...]
    left_out: tuple[int, ...] = ()

    def as_data(self, first: int = 0) -> dict[str, Any]:
        """For each match what the page needs to draw it; the parts are counted from ``first``."""
        return {
            str(entry.match.number): {
                "frames": [[first + part for part in frame] for frame in entry.frames],
                "moves": [[turn.mover, turn.move, turn.values] for turn in entry.match.turns[: len(entry.frames) - 1]],
            }
            for entry in self.shown
        }


def chosen_matches(run: ReportedRun, most: int = MOST_MATCHES) -> list[MatchRecord]:
    """The matches worth watching: the first that each finding names, then their second ones, then typical ones."""
    known = {match.number: match for match in run.matches if match.turns}
    named = [finding.matches for finding in (*run.findings, *run.probable)]
    longest = max((len(numbers) for numbers in named), default=0)
    numbers = [row[place] for place in range(longest) for row in named if place < len(row)]
    by_length = sorted(known.values(), key=lambda match: (match.length, match.number))
    if by_length:
        numbers += [by_length[len(by_length) // 2].number, by_length[0].number, by_length[-1].number]
    return [known[number] for number in dict.fromkeys(numbers) if number in known][:most]


def replays(run: ReportedRun, most: int = MOST_MATCHES, characters: int = MOST_CHARACTERS) -> Replays:
    """The drawings of the matches worth watching, one or as many as so many characters hold; empty without the game."""
    if run.game is None:
        return Replays((), ())
    table: dict[str, int] = {}
    shown: list[Replay] = []
    left_out: list[int] = []
    size = 0
    for match in map(without_last_passes, chosen_matches(run, most)):
        try:
            drawings = _drawings(run.game, match)
        except AptsError:
            left_out.append(match.number)
            continue
        new = {part for drawing in drawings for part in _PART.findall(drawing)} - table.keys()
        cost = sum(len(part) + 3 for part in new) + 5 * sum(len(_PART.findall(drawing)) for drawing in drawings)
        if size + cost > characters and shown:
            left_out.append(match.number)
            continue
        size += cost
        frames = tuple(
            tuple(table.setdefault(part, len(table)) for part in _PART.findall(drawing)) for drawing in drawings
        )
        shown.append(Replay(match, frames, drawings[-1]))
    return Replays(tuple(shown), tuple(table), tuple(left_out))


def in_parts(drawings: Iterable[str]) -> tuple[list[str], list[list[int]]]:
    """Drawings as a table of parts, and for each drawing the numbers of its parts: what repeats is said once."""
    table: dict[str, int] = {}
    frames = [
        [table.setdefault(part, len(table)) for part in _PART.findall(_SCOPE.sub("board-replay", drawing))]
        for drawing in drawings
    ]
    return list(table), frames


def _drawings(game: Game, match: MatchRecord) -> list[str]:
    """One drawing a position; all of them have the same class, so that their style sheets are the same text."""
    drawings = []
    for number, state in enumerate(replay(game, match)):
        if number > MOST_FRAMES:
            break
        drawings.append(_SCOPE.sub("board-replay", state.svg()))
    return drawings


# ----------------------------------------------------------------------------------------------------------------
# A page to play the game of a report on, written beside it, and the links that lead to positions of its matches.


def play_target(report: Path) -> Path:
    """Where the page beside a report is written: ``report.html`` has ``report-play.html``."""
    return check_target(report.with_name(f"{report.stem}-play.html"))


def check_playable(game: Game | None) -> None:
    """Refuse a game that no page can play, before anything is written."""
    if game is None:
        raise AptsError("the game of this run is not at hand, so no page can be written to play it on")
    check_publishable(game)


def write_play_page(game: Game | None, report: Path, lang: str) -> str:
    """Write the page beside a report; returns the address that leads from the one to the other."""
    check_playable(game)
    assert game is not None
    target = play_target(report)
    write_file(target, publish_page(game, language=lang))
    return quote(target.name)


def position_link(match: MatchRecord) -> str:
    """The part of an address that opens the end of a match; the script of the report cuts it to other positions."""
    return f"#seed={match.start_seed}&moves={','.join(quote(move, safe='') for move in match.moves)}"


def links_of_findings(cards: Iterable[FindingCard], matches: Iterable[MatchRecord]) -> dict[int, str]:
    """The links of all matches that findings name."""
    named = {number for card in cards for number in card.matches}
    return {match.number: position_link(match) for match in matches if match.number in named}


def watched(run: ReportedRun, chosen: ReportTexts) -> dict[str, Any]:
    """The matches of a run that are worth watching: ``entries``, the ``data`` of their drawings, and those left out."""
    found = replays(run)
    return {"entries": entries(run, found, chosen), "data": replay_data([("", found)]), "left_out": found.left_out}


def entries(run: ReportedRun, found: Replays, chosen: ReportTexts, prefix: str = "") -> list[dict[str, Any]]:
    """What stands around the drawings of matches; the prefix keeps the matches of several runs of a page apart."""
    archive = archive_of(run.manifest.command)
    return [
        {
            "key": f"{prefix}{entry.match.number}",
            "number": entry.match.number,
            "turns": entry.match.length,
            "cut": len(entry.match.turns) - (len(entry.frames) - 1),
            "frames": len(entry.frames) - 1,
            "outcome": ended(run, entry.match, chosen),
            "seats": _seated(run, entry.match, chosen),
            "moves": [(turn.mover, turn.move) for turn in entry.match.turns],
            "last": Markup(entry.last),
            "link": position_link(entry.match),
            "command": None if archive is None else replay_command(run.name, entry.match.number, archive),
        }
        for entry in found.shown
    ]


def replay_data(found: Sequence[tuple[str, Replays]]) -> Markup:
    """The drawings of matches as JSON that can stand in a page; each of several runs has a prefix of its own."""
    parts: list[str] = []
    matches: dict[str, Any] = {}
    for prefix, one in found:
        matches |= {f"{prefix}{number}": match for number, match in one.as_data(len(parts)).items()}
        parts += one.parts
    data = json.dumps({"parts": parts, "matches": matches}, separators=(",", ":"), ensure_ascii=False)
    return Markup(data.replace("<", "\\u003c"))


def script_words(players: int, chosen: ReportTexts) -> Markup:
    """The texts that the page itself writes, as a JavaScript object."""
    texts = {
        "start": chosen("replay.start"),
        "seats": [chosen("word.seat", seat=seat) for seat in range(1, players + 1)],
        "values": chosen("replay.values"),
        "decimal": chosen.decimal,
    }
    return Markup(json.dumps(texts).replace("<", "\\u003c"))


def _seated(run: ReportedRun, match: MatchRecord, chosen: ReportTexts) -> str:
    """Who sat where, where that makes a difference."""
    agents = run.manifest.agents
    if len(set(agents)) < 2:
        return ""
    parts = [chosen.players([spec]) for spec in agents]
    return " · ".join(f"{chosen('word.seat', seat=seat)}: {parts[index]}" for seat, index in enumerate(match.seats, 1))


def ended(run: ReportedRun, match: MatchRecord, chosen: ReportTexts) -> str:
    """How a match came to its end, in words."""
    if match.status == "failed":
        return chosen("replay.failed", error=match.facts.get("error", ""))
    if match.status == "stopped" or match.outcome is None:
        return chosen("replay.stopped")
    outcome = match.outcome
    reason = table_rows.shown_condition(run, outcome.reason, outcome.line, chosen, _mover(run, outcome, chosen))
    if (closing := outcome.closing) is not None:
        last = table_rows.shown_condition(run, closing.reason, closing.line, chosen, chosen("replay.whoever-moved"))
        reason += chosen("replay.closing", reason=last)
    if (team := outcome.winning_team) is not None:
        return chosen("replay.won", seat=TeamCalled(team, outcome.firsts), reason=reason)
    if outcome.winner is not None:
        return chosen("replay.won", seat=outcome.winner, reason=reason)
    if outcome.all_won or outcome.all_lost:
        return chosen("replay.all-won" if outcome.all_won else "replay.all-lost", reason=reason)
    if len(outcome.firsts) > 1:
        return chosen(
            "replay.shared",
            seats=", ".join(chosen("word.seat-inside", seat=seat) for seat in outcome.firsts),
            reason=reason,
        )
    return chosen("replay.lost" if run.manifest.players == 1 else "replay.no-winner", reason=reason)


def _mover(run: ReportedRun, outcome: Outcome, chosen: ReportTexts) -> str:
    """Who had moved when the rule of an outcome came about: the seat where its place tells which that was."""
    rules = () if run.game is None else run.game.end_rules
    place = next((place_of_mover(rule.rule) for rule in rules if rule.text == outcome.reason), None)
    if outcome.winner is not None and place == "first":
        return chosen("word.seat-mover", seat=outcome.winner)
    if outcome.winner is not None and place == "last" and len(outcome.ranks) == 2:
        return chosen("word.seat-mover", seat=3 - outcome.winner)
    return chosen("replay.whoever-moved")
