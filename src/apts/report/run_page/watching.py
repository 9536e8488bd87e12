"""Matches to watch as a page shows them: the boards, who sat where, how they ended, and what the script needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.engine.play.outcome import Outcome, TeamCalled
from apts.errors import AptsError
from apts.playtest.evidence.evidence import without_last_passes
from apts.playtest.matches.match import replay
from apts.publish.game_page import check_publishable, publish_page
from apts.report import table_rows
from apts.report.run_page.first_page import archive_of, replay_command
from apts.report.subject import ReportedRun
from apts.report.table_rows import FindingCard
from apts.report.texts import ReportTexts
from apts.report.writing import check_target, write_file
from apts.telling.set_up import place_of_mover

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
    """Write the page beside a report; gives the address that leads from the one to the other."""
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
