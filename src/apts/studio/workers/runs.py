"""Runs of an archive: what they show, their charts and reports, how two differ, and their matches position by position.

Reading a run compiles the rules it was played with, so it is done here and not in the server.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from apts.agents.agent_registry import resolve_agents
from apts.archive import MatchRecord, RunManifest, open_archive
from apts.archive.documents import manifest_digest
from apts.engine.play.game import Game, State
from apts.errors import AptsError
from apts.locales import LANGUAGES
from apts.playtest.comparing.compare import RunComparison
from apts.playtest.evidence.evidence import without_last_passes
from apts.playtest.goals import read_goals
from apts.playtest.matches.game_source import game_of as game_of_run
from apts.playtest.matches.match import replay
from apts.playtest.run import Run, stored_run
from apts.report.run_page.page import report_html
from apts.report.run_page.replays import in_parts
from apts.report.run_page.watching import ended
from apts.studio.workers.questions import question
from apts.studio.workers.run_summary import charts_data, comparison_data, run_data, words_of

MOST_FRAMES = 600
"""Positions of a match that are drawn."""

_LAST: dict[str, tuple[int, Run]] = {}
_GAMES: dict[str, Game] = {}


@question
def known_agents(spellings: Sequence[str]) -> list[str]:
    """The agents of spellings as the registry spells them; one that is not known, or is a person, is refused."""
    found = [one for text in spellings for one in resolve_agents(text)]
    if any(one.is_person for one in found):
        raise AptsError("a play-test is played by agents alone; a person cannot be asked")
    return [one.spec for one in found]


@question
def run_summary(archive: str, run: str, goals: Sequence[str] = ()) -> dict[str, Any]:
    """What a run shows in short, in all languages."""
    return run_data(_opened(archive, run, goals))


@question
def run_charts(archive: str, run: str) -> dict[str, Any]:
    """The charts of a run."""
    return charts_data(_opened(archive, run))


@question
def run_report(archive: str, run: str, language: str, goals: Sequence[str] = ()) -> str:
    """The whole report of a run as an HTML page."""
    return report_html(_opened(archive, run, goals), language)


@question
def run_comparison(archive: str, a: str, b: str) -> dict[str, Any]:
    """What changed from one run to another."""
    return comparison_data(RunComparison(_opened(archive, a), _opened(archive, b)))


@question
def run_match(archive: str, run: str, number: int) -> dict[str, Any]:
    """A match of a run: who played, every position drawn, what was played, what it was worth, how it ended."""
    with open_archive(archive, create=False) as opened:
        manifest = opened.manifest(run)
        record = without_last_passes(opened.match(run, number))
    game = _game(manifest)
    run_of_one = Run(manifest, [record], game)
    frames = list(_frames(game, record))
    parts, drawings = in_parts(frame.pop("svg") for frame in frames)
    return {
        "frames": frames,
        "parts": parts,
        "drawings": drawings,
        "turns": record.length,
        "status": record.status,
        "languages": {language: _around(run_of_one, record, language) for language in LANGUAGES},
    }


def _frames(game: Game, record: MatchRecord) -> Iterator[dict[str, Any]]:
    """The positions of a match, drawn, each with the move that led to it and what the mover held of the seats."""
    before: State | None = None
    for ply, state in enumerate(islice(replay(game, record), MOST_FRAMES + 1)):
        turn = record.turns[ply - 1] if ply else None
        move = None if turn is None or before is None else before.find_move(turn.move)
        yield {
            "svg": state.svg(move),
            "move": None if turn is None else turn.move,
            "seat": None if turn is None else turn.mover,
            "values": None if turn is None or turn.values is None else list(turn.values),
        }
        before = state


def _around(run: Run, record: MatchRecord, language: str) -> dict[str, Any]:
    """What is said around the positions of a match."""
    chosen = words_of(run, language)
    return {
        "ending": ended(run, record, chosen),
        "seats": [
            {"name": chosen("word.seat", seat=seat), "agent": run.manifest.agents[index]}
            for seat, index in enumerate(record.seats, 1)
        ],
    }


def _opened(archive: str, name: str, goals: Sequence[str] = ()) -> Run:
    """A run; the last one that was asked about is kept, for a page asks several things about it."""
    with open_archive(archive, create=False) as opened:
        matches = opened.summary(name).matches
        if not matches:
            raise AptsError("no match of this run has been played yet")
        key = repr((archive, name, manifest_digest(opened.manifest(name)), tuple(goals)))
        if key in _LAST and _LAST[key][0] == matches:
            return _LAST[key][1]
        found = stored_run(opened, name, goals=read_goals(list(goals)), own_list=False)
    _LAST.clear()
    _LAST[key] = matches, found
    return found


def _game(manifest: RunManifest) -> Game:
    key = manifest_digest(manifest)
    if key not in _GAMES:
        known = game_of_run(manifest, own_list=False)
        if known.game is None:
            raise AptsError(
                "the matches of this run cannot be shown: the studio runs no Python that a run names"
                if "source" in manifest.settings
                else f"the matches of this run cannot be shown: {known.missing}"
            )
        if len(_GAMES) > 8:
            _GAMES.clear()
        _GAMES[key] = known.game
    return _GAMES[key]
