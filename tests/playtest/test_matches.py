"""Playing matches: who sits where, records that do not depend on the workers, replays, interruptions."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

import apts
from apts.agents.agent import derived_seed
from apts.archive import export_json, open_archive
from apts.errors import AptsError
from apts.executors import Executor, Local, Processes, Threads
from apts.playtest.matches.match import Plan, appointment, replay, seated
from apts.playtest.run import open_run, playtest
from tests.playtest import rigged


def test_seats_move_up_within_a_group_where_agents_differ() -> None:
    meetings = [appointment(("a", "b", "c"), 1, number) for number in range(1, 7)]
    assert [meeting.seats for meeting in meetings[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert [meeting.pair for meeting in meetings] == [0, 0, 0, 1, 1, 1]


def test_equal_agents_keep_their_seats_and_form_no_groups() -> None:
    meeting = appointment(("a", "a"), 1, 2)
    assert (meeting.seats, meeting.pair) == ((0, 1), None)


def test_seed_of_a_match_is_addressed_by_its_number() -> None:
    assert appointment(("a", "a"), 7, 12).seed == derived_seed(7, "match", 12)


def test_wrong_number_of_agents_is_told() -> None:
    with pytest.raises(AptsError, match="2 seats and 3 agents"):
        seated(["random"] * 3, 2)


@pytest.mark.parametrize("engine", [Threads(2), Threads(3), Processes(2)], ids=["2 threads", "3 threads", "processes"])
def test_records_are_the_same_from_any_executor(engine: Executor) -> None:
    plan = Plan(apts.load("tic-tac-toe"), ("uct:iterations=40", "random"), 3, 100)
    assert list(engine.play(plan, range(1, 13))) == list(Threads(1).play(plan, range(1, 13)))


def test_records_of_a_class_are_the_same_for_any_number_of_processes() -> None:
    plan = Plan(apts.load(rigged.CoinGame), ("uct:iterations=5", "random"), 3, 100)
    assert list(Local(2).play(plan, range(1, 9))) == list(Local(1).play(plan, range(1, 9)))


def test_match_of_a_killed_process_is_played_again(tmp_path: Path) -> None:
    class Deadly(rigged.CoinGame):
        """Kills the process that plays it, once."""

        def play(self, position: rigged.Coins, move: str) -> rigged.Coins:
            if position.moves == 2 and os.getpid() != here and not (tmp_path / "killed").exists():
                (tmp_path / "killed").touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return super().play(position, move)

    here = os.getpid()
    run = playtest(Deadly, ["random"], 12, 3, workers=2)
    assert (tmp_path / "killed").exists()
    assert run.matches == playtest(Deadly, ["random"], 12, 3, workers=1).matches


def test_archive_has_the_same_bytes_for_any_number_of_workers(tmp_path: Path) -> None:
    for workers in (1, 2):
        with open_archive(tmp_path / f"{workers}.db") as archive:
            run = playtest("tic-tac-toe", ["random"], 20, 4, archive=archive, workers=workers)
            export_json(archive, run.name, tmp_path / f"{workers}.json")
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()


def test_any_match_can_be_played_again_from_run_and_number(tmp_path: Path) -> None:
    with open_archive(tmp_path / "apts.db") as archive:
        run = playtest("connect-four", ["random"], 3, 4, archive=archive)
        again = open_run(archive, run.name)
        record = archive.match(run.name, 2)
    states = again.replay(2)
    assert len(states) == record.length + 1
    assert states[-1].outcome == record.outcome
    assert [str(state.mover) for state in states[:-1]] == [str(turn.mover) for turn in record.turns]


def test_match_with_chance_is_replayed_with_the_same_chance() -> None:
    run = playtest(apts.load(rigged.CoinGame), ["random"], 6, 2, workers=1)
    for record in run.matches:
        assert run.game is not None
        assert list(replay(run.game, record))[-1].outcome == record.outcome
    assert {record.winner for record in run.matches} == {1, 2}


def test_turn_limit_stops_a_match() -> None:
    run = playtest(rigged.ENDLESS_LOOP, ["random"], 2, 1, limit=12)
    assert [(record.status, len(record.turns)) for record in run.matches] == [("stopped", 12)] * 2


def test_error_of_a_game_is_kept_in_the_record_and_told() -> None:
    class Broken(rigged.CoinGame):
        """Breaks at its third move."""

        def play(self, position: rigged.Coins, move: str) -> rigged.Coins:
            if position.moves == 2:
                raise ZeroDivisionError("by design")
            return super().play(position, move)

    run = playtest(apts.load(Broken), ["random"], 2, 1, workers=1)
    assert [record.status for record in run.matches] == ["failed"] * 2
    assert "ZeroDivisionError: by design" in run.findings[0].sentence


def test_evaluation_gives_values_to_agents_without_any() -> None:
    plain = playtest("tic-tac-toe", ["random"], 3, 1)
    judged = playtest("tic-tac-toe", ["random"], 3, 1, evaluate="uct:iterations=20")
    assert [match.moves for match in plain.matches] == [match.moves for match in judged.matches]
    assert plain.matches[0].turns[0].values is None
    assert all(turn.values is not None for match in judged.matches for turn in match.turns)


def test_notes_tell_kinds_pieces_and_sites() -> None:
    record = playtest("tic-tac-toe", ["random"], 1, 1).matches[0]
    assert set(record.facts["kinds"]) <= {"add", "pass"}
    assert record.facts["pieces"][:2] == ["Disc", "Cross"]
    assert record.facts["occupied"] == sorted({site for site in record.facts["targets"] if site is not None})


def test_run_that_is_there_in_part_wants_resume(tmp_path: Path) -> None:
    place = tmp_path / "apts.db"
    first = playtest("tic-tac-toe", ["random"], 4, 4, archive=place)
    with pytest.raises(AptsError, match="--resume"):
        playtest("tic-tac-toe", ["random"], 6, 4, archive=place)
    more = playtest("tic-tac-toe", ["random"], 6, 4, archive=place, resume=True)
    assert more.matches[:4] == first.matches
    assert len(more.matches) == 6
    assert playtest("tic-tac-toe", ["random"], 6, 4, archive=place).matches == more.matches


def test_refused_run_changes_nothing(tmp_path: Path) -> None:
    place = tmp_path / "apts.db"
    playtest("tic-tac-toe", ["random"], 4, 4, archive=place)
    with open_archive(place) as archive:
        before = archive.runs(), [archive.manifest(run.name) for run in archive.runs()]
        with pytest.raises(AptsError, match="has 4 of 8 matches"):
            playtest("tic-tac-toe", ["random"], 8, 4, archive=archive)
        assert (archive.runs(), [archive.manifest(run.name) for run in archive.runs()]) == before
        playtest("tic-tac-toe", ["random"], 8, 4, archive=archive, resume=True)
        assert [(run.matches, run.wanted) for run in archive.runs()] == [(8, 8)]


def test_interruption_keeps_what_was_played(tmp_path: Path) -> None:
    def press_keys(done: int, wanted: int) -> None:
        del wanted
        if done == 5:
            raise KeyboardInterrupt

    run = playtest("tic-tac-toe", ["random"], 40, 4, archive=tmp_path / "apts.db", watch=press_keys, workers=2)
    assert run.interrupted
    assert 5 <= len(run.matches) < 40
    rest = playtest("tic-tac-toe", ["random"], 40, 4, archive=tmp_path / "apts.db", resume=True)
    assert rest.matches == playtest("tic-tac-toe", ["random"], 40, 4).matches


def test_guard_compares_with_half_the_budget() -> None:
    run = playtest("tic-tac-toe", ["uct:iterations=80"], 6, 4, guard=True)
    assert run.weaker is not None
    assert run.weaker.manifest.agents == ("uct:iterations=40",) * 2
    assert playtest("tic-tac-toe", ["uct:iterations=60"], 2, 4, guard=True).weaker is None  # 30 are too few for 9 moves
    assert playtest("tic-tac-toe", ["random"], 2, 4, guard=True).weaker is None


def test_package_is_the_function_that_people_call() -> None:
    run = apts.playtest("tic-tac-toe", agents=["random", "random"], matches=3, seed=1)
    assert len(run.matches) == 3
