"""Matches to watch as a page shows them: the boards, who sat where, how they ended, and what the script needs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from apts.archive import MatchRecord
from apts.engine.play.outcome import Outcome, TeamCalled
from apts.report import table_rows
from apts.report.run_page.play_page import position_link
from apts.report.run_page.replays import Replays, replays
from apts.report.run_page.reproduction import archive_of, replay_command
from apts.report.subject import ReportedRun
from apts.report.texts import ReportTexts
from apts.telling.endings import place_of_mover


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
