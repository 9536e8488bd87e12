"""Matches from elsewhere are taken in as they were played; what their moves do not lead to is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import apts
from apts.agents.agent import Decision
from apts.agents.kinds.random_agent import RandomAgent
from apts.archive import Archive, MatchRecord, RunManifest, export_json, open_archive
from apts.archive.exchange import read_json
from apts.archive.records import canonical, match_document
from apts.archive.validation import DocumentPart, checked_match
from apts.engine.play.game import State
from apts.errors import AptsError
from apts.playtest.playtest_run import check_replays, rules_of
from apts.playtest.run import playtest
from apts.publish.people.match_import import import_people
from tests.playtest import rigged
from tests.publish.people_samples import sent, sent_match


class Tired(RandomAgent):
    """Gives up thinking when three pieces are on the board."""

    def decide(self, state: State, seed: int) -> Decision:
        """A random move, for a while."""
        if len(state.moves()) < 7:
            raise RuntimeError("no more")
        return super().decide(state, seed)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """One with runs of several kinds."""
    own = open_archive(tmp_path_factory.mktemp("runs") / "runs.db")
    playtest("tic-tac-toe", ["random"], 12, 1, archive=own, workers=1, name="finished")
    playtest("tic-tac-toe", ["uct:iterations=20", "random"], 4, 1, archive=own, workers=1, name="searched")
    playtest("tic-tac-toe", ["random"], 2, 1, archive=own, workers=1, limit=3, name="limited")
    playtest("tic-tac-toe", [Tired()], 2, 1, archive=own, workers=1, name="failed")
    playtest("backgammon", ["random"], 4, 1, archive=own, workers=1, luck=2, name="dice")
    playtest(rigged.ENDLESS_LOOP, ["random"], 2, 1, archive=own, workers=1, limit=12, name="endless")
    game = apts.load("tic-tac-toe")
    given_up = sent_match(game, 1, moves=["b2"], times=[900], outcome={"ranks": [2, 1], "reason": "x"}, resigned=1)
    unfinished = sent_match(game, 2, moves=["b2"], times=[None], outcome=None)
    import_people(own, sent(game, [sent_match(game, 3), given_up, unfinished]), game)
    return own


def checked(manifest: RunManifest, matches: Sequence[MatchRecord]) -> None:
    game = rules_of(manifest)
    assert game is not None
    check_replays(game, manifest, matches)


def test_what_was_exported_is_what_was_played(archive: Archive, tmp_path: Path) -> None:
    statuses: set[str] = set()
    for run in archive.runs():
        file = tmp_path / "run.json"
        export_json(archive, run.name, file)
        _, manifest, matches = read_json(file)
        assert matches
        checked(manifest, matches)
        statuses.update(match.status for match in matches)
    assert statuses == {"finished", "stopped", "failed"}
    assert len(archive.runs()) == 8  # with the matches that were played again with their dice, and those of people


def outcome(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda match: match["outcome"].__setitem__(name, value)


def field(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda match: match.__setitem__(name, value)


def entry(name: str, place: int, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda match: match[name].__setitem__(place, value)


def fact(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda match: match["facts"].__setitem__(name, value)


def failed(match: dict[str, Any]) -> None:
    match.update(status="failed", outcome=None)
    match["facts"]["error"] = "made up"


def cut(match: dict[str, Any]) -> None:
    for name in ("moves", "movers", "legal_moves", "values", "entropies"):
        match[name].pop()


CHANGES: list[tuple[str, Callable[[dict[str, Any]], None], str]] = [
    ("finished", outcome("winner", None), r"after turn \d+ with the winner none, by its moves \d"),
    ("finished", outcome("ranks", [1.5, 1.5]), r"with the ranks 1.5, 1.5, by its moves \d, \d"),
    ("finished", outcome("utilities", [0.0, 0.0]), r"with the utilities 0, 0, by its moves -?1, -?1"),
    ("finished", outcome("reason", "luck"), "with the reason luck, by its moves "),
    ("finished", outcome("line", 99), r"with the line 99, by its moves \d+"),
    ("finished", outcome("closing", ["luck", 3]), r"with the closing luck \(line 3\), by its moves none"),
    ("finished", field("status", "stopped"), "is said to be stopped after turn .* by its moves it is finished"),
    ("finished", field("status", "failed"), "is said to have failed after turn .* and to have ended"),
    ("finished", failed, "is said to have failed after turn .* its moves lead to an end"),
    ("finished", entry("movers", 2, 2), "player 2 moving at turn 3; by its moves it is player 1"),
    ("finished", entry("legal_moves", 1, 30), "30 legal moves at turn 2; by its moves there are 8"),
    ("finished", cut, "the fact 'kinds' "),
    ("finished", fact("chance", True), "the fact 'chance' True; by its moves it is False"),
    ("finished", lambda match: match["facts"]["targets"].reverse(), "the fact 'targets' .* at turn 1; by its moves"),
    ("limited", entry("legal_moves", 2, 8), "8 legal moves at turn 3"),
    ("limited", field("outcome", {"winner": 1, "ranks": [1, 2], "utilities": [1, -1], "reason": "x", "line": None}),
     "its moves do not end it"),
    ("failed", entry("movers", 0, 2), "player 2 moving at turn 1"),
    ("failed", fact("error", None), "does not say of what"),
    ("failed", field("status", "stopped"), "is said to be stopped after turn 3; .* the run stops at turn 1,000"),
    ("dice", entry("legal_moves", 0, 1), "1 legal moves at turn 1"),
    ("dice", fact("chance", False), "the fact 'chance' False; by its moves it is True"),
]  # fmt: skip


@pytest.mark.parametrize(("run", "change", "told"), CHANGES)
def test_what_the_moves_do_not_lead_to_is_refused(
    archive: Archive, run: str, change: Callable[[dict[str, Any]], None], told: str
) -> None:
    manifest, matches = archive.manifest(run), list(archive.matches(run))
    at = next(place for place, match in enumerate(matches) if run != "finished" or match.winner is not None)
    document = json.loads(canonical(match_document(matches[at])))
    change(document)
    matches[at] = checked_match(DocumentPart(document, "match"), manifest)
    with pytest.raises(AptsError, match=f"^match {matches[at].number} .*({told})"):
        checked(manifest, matches)


def test_more_turns_than_the_run_allows_are_refused(archive: Archive) -> None:
    manifest = archive.manifest("endless")
    shorter = replace(manifest, settings={**manifest.settings, "turn_limit": 10})
    with pytest.raises(AptsError, match="match 1 is said to have 12 turns, and the run stops its matches after 10"):
        checked(shorter, list(archive.matches("endless")))


def test_people_who_gave_up_lost(archive: Archive) -> None:
    name = next(run.name for run in archive.runs() if archive.manifest(run.name).agents[0] == "person")
    manifest, matches = archive.manifest(name), list(archive.matches(name))
    at = next(place for place, match in enumerate(matches) if match.outcome and match.outcome.reason == "resigned")
    end = matches[at].outcome
    assert end is not None
    matches[at] = replace(matches[at], outcome=replace(end, winner=1))
    with pytest.raises(AptsError, match="with the winner 1, by its moves 2"):
        checked(manifest, matches)


def test_captures_as_older_versions_counted_them_are_taken(tmp_path: Path) -> None:
    run = playtest(rigged.ROUNDS, ["random"], 1, 1, archive=open_archive(tmp_path / "runs.db"), workers=1)
    match = next(iter(run.matches))
    swept = [1 if number % 4 == 3 else 0 for number in range(len(match.moves))]
    older = {"captures": swept, "captured": [2 * sum(swept[0::2]), 2 * sum(swept[1::2])]}
    checked(run.manifest, [replace(match, facts={**match.facts, **older})])
    with pytest.raises(AptsError, match="the fact 'captures' 1 at turn 1; by its moves it is 0"):
        checked(run.manifest, [replace(match, facts={**match.facts, "captures": [1, *swept[1:]]})])
