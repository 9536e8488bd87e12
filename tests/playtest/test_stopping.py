"""Runs that end as soon as the seats are known well enough: the error rate, the bytes, and going on after a kill."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import apts
from apts.archive import MatchRecord, export_json, open_archive
from apts.cli.playtesting.playtest import standing_line, with_precision
from apts.cli.terminal_texts import terminal_texts
from apts.engine.play.outcome import Outcome
from apts.errors import AptsError
from apts.playtest.matches.manifests import SeatWatch, Until
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.run import open_run, playtest
from tests.playtest import rigged

FAIR_RUNS = 200
MOST_MATCHES = 100


def decided(number: int, winner: int, players: int = 2, pair: int | None = None) -> MatchRecord:
    """A match that a seat won; 0 is a draw."""
    outcome = Outcome.won_by(winner, players, "by hand") if winner else Outcome.drawn(players, "by hand")
    return MatchRecord(number, 1, tuple(range(players)), (), "finished", outcome, pair)


def test_wishes_are_read_and_written() -> None:
    for text in ("settled", "precision=0.03", "settled,precision=0.1", "settled,fewest=400"):
        assert str(Until.read(text)) == text
    for until, precision, wanted in (
        ("settled", 0.02, Until(settled=True, precision=0.02)),
        (None, 0.02, Until(precision=0.02)),
        ("settled,fewest=50", 0.02, Until(True, 0.02, 50)),
        (None, None, None),
    ):
        assert with_precision(PlaytestRequest(until=until), precision).until == wanted
    for wrong in ("sttled", "precision=much", "precision=0.7", "settled,fewest=few", "fewest=9", ""):
        with pytest.raises(AptsError):
            Until.read(wrong)


@pytest.mark.long
def test_fair_coin_rarely_settles_however_often_one_looks() -> None:
    """Runs of random agents at a game of pure chance, through the runner, each looked at after every match."""
    game = apts.load(rigged.CoinGame)
    settled = 0
    for seed in range(FAIR_RUNS):
        run = playtest(game, ["random"], MOST_MATCHES, seed, until="settled", workers=1)
        assert run.standing is not None
        settled += run.standing.stopped
        assert run.standing.stopped or len(run.matches) == MOST_MATCHES
        if seed % 40 == 0:
            assert run.standing.stopped or "seat-advantage" not in {found.kind for found in run.findings}
    # At most 5 % are allowed; 18 of 200 is the 99.9 % quantile of that.
    assert settled <= 18


def test_advantage_is_settled_long_before_the_last_match() -> None:
    run = playtest(rigged.HANDICAP, ["random"], 1000, 2, until="settled")
    assert run.standing is not None
    assert run.standing.stopped
    assert run.standing.above(1)
    assert len(run.matches) == run.standing.matches < 300
    assert [match.number for match in run.matches] == list(range(1, len(run.matches) + 1))
    assert any(found.kind == "seat-advantage" for found in run.findings)
    assert "because one seat surely scores more than a half: seat 1 scores " in standing_line(run, terminal_texts())


def test_precision_is_reached_and_no_better() -> None:
    run = playtest(rigged.HANDICAP, ["random"], 5000, 2, until="precision=0.08")
    assert run.standing is not None
    assert run.standing.stopped
    assert run.standing.seats[0].half_width <= 0.08
    shorter = playtest(rigged.HANDICAP, ["random"], len(run.matches) - 10, 2, until="precision=0.08")
    assert shorter.standing is not None
    assert not shorter.standing.stopped


def test_archive_has_the_same_bytes_for_any_number_of_workers(tmp_path: Path) -> None:
    for workers in (1, 2, 5):
        with open_archive(tmp_path / f"{workers}.db") as archive:
            run = playtest(rigged.HANDICAP, ["random"], 400, 7, archive=archive, workers=workers, until="settled")
            assert run.standing is not None
            assert run.standing.stopped
            export_json(archive, run.name, tmp_path / f"{workers}.json")
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "5.json").read_bytes()


def test_run_that_ended_is_complete_and_opens_with_its_standing(tmp_path: Path) -> None:
    place = tmp_path / "apts.db"
    run = playtest(rigged.HANDICAP, ["random"], 400, 7, archive=place, until="settled")
    again = playtest(rigged.HANDICAP, ["random"], 400, 7, archive=place, until="settled")
    assert again.matches == run.matches
    with open_archive(place) as archive:
        opened = open_run(archive, run.name)
    assert opened.matches == run.matches
    assert opened.standing == run.standing


def test_interrupted_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    def press_keys(done: int, wanted: int) -> None:
        del wanted
        if done == 15:
            raise KeyboardInterrupt

    whole = playtest(rigged.HANDICAP, ["random"], 400, 7, until="settled")
    assert 15 < len(whole.matches) < 400
    place = tmp_path / "apts.db"
    broken = playtest(rigged.HANDICAP, ["random"], 400, 7, archive=place, until="settled", watch=press_keys, workers=2)
    assert broken.interrupted
    with pytest.raises(AptsError, match="--resume"):
        playtest(rigged.HANDICAP, ["random"], 400, 7, archive=place, until="settled")
    rest = playtest(rigged.HANDICAP, ["random"], 400, 7, archive=place, until="settled", resume=True)
    assert rest.matches == whole.matches
    assert rest.standing == whole.standing


@pytest.mark.parametrize("agents", [["random"], ["random", "greedy"]])
def test_damaged_match_keeps_nobody_from_those_after_it(agents: list[str], tmp_path: Path) -> None:
    place = tmp_path / "apts.db"
    whole = playtest(rigged.HANDICAP, agents, 400, 7, archive=place, until="settled", workers=1)
    assert len(whole.matches) > 12
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("UPDATE apts_matches SET record = x'00112233' WHERE number = 9")
        connection.commit()
    opened = open_run(place)
    assert [match.number for match in opened.matches] == [match.number for match in whole.matches if match.number != 9]
    assert opened.standing is not None
    assert opened.standing.matches == len(whole.matches) - 1
    assert opened.standing.seats[0].value == pytest.approx(whole.standing.seats[0].value, abs=0.1)  # type: ignore[union-attr]
    with open_archive(place) as archive:
        archive.discard(whole.name, [9])
        assert archive.numbers(whole.name) == tuple(match.number for match in opened.matches)
    assert len(open_run(place).matches) == len(whole.matches) - 1
    with pytest.raises(AptsError, match="--resume"):
        playtest(rigged.HANDICAP, agents, 400, 7, archive=place, until="settled")
    played: list[int] = []
    rest = playtest(
        rigged.HANDICAP, agents, 400, 7, archive=place, until="settled", resume=True,
        watch=lambda done, _: played.append(done),
    )  # fmt: skip
    assert len(played) == 2, "one match was missing, and that one alone is played"
    assert rest.matches == whole.matches
    assert rest.standing == whole.standing


@pytest.mark.long
def test_killed_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    words = ["tic-tac-toe", "--agents", "uct:iterations=150", "--matches", "2000", "--precision", "0.1", "--json"]
    program = [sys.executable, "-c", "from apts.cli import main; main()", "playtest", *words]
    process = subprocess.Popen(program, cwd=tmp_path, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    played = 0
    while not played and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.05)
        if (tmp_path / "apts.db").exists():
            with open_archive(tmp_path / "apts.db") as archive:
                played = sum(run.matches for run in archive.runs())
    os.kill(process.pid, signal.SIGKILL)
    process.wait(timeout=60)
    rest = playtest(
        "tic-tac-toe", ["uct:iterations=150"], 2000, archive=tmp_path / "apts.db", resume=True, until="precision=0.1"
    )
    whole = playtest("tic-tac-toe", ["uct:iterations=150"], 2000, until="precision=0.1")
    assert played
    assert rest.matches == whole.matches
    assert rest.standing == whole.standing


def test_groups_count_as_one_and_only_when_complete() -> None:
    watch = SeatWatch(Until(settled=True), 2, group=2)
    for number in range(1, 201):
        assert not watch.add(decided(number, 1 + number % 2, pair=(number - 1) // 2))
    watch.finish()
    assert watch.standing.seats[0].n == 100
    assert watch.standing.seats[0].value == 0.5


def test_every_seat_of_a_game_for_three_is_watched() -> None:
    watch = SeatWatch(Until(settled=True), 3)
    for number in range(1, 400):
        if watch.add(decided(number, (1, 2, 1, 2, 3)[number % 5], players=3)):
            break
    assert watch.standing.stopped
    assert watch.standing.reason.startswith("one seat surely scores less")
    assert watch.standing.seats[2].high < 0.5
    assert watch.standing.seats[0].confidence == pytest.approx(1 - 0.05 / 3)


def test_game_for_one_is_refused() -> None:
    with pytest.raises(AptsError, match="game for one"):
        SeatWatch(Until(settled=True), 1)
