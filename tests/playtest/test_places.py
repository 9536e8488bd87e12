"""Places of three seats and more: who takes which, that the others play on after a win, and that everybody is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

import apts
from apts.archive import MatchRecord
from apts.archive.records import match_document, match_from_document
from apts.cli.design.showing import playouts_data, print_playouts
from apts.cli.playing.analysis import print_analysis
from apts.cli.playing.play import PlayOrder, play_in_terminal
from apts.cli.playtesting.playtest import place_lines
from apts.cli.terminal_texts import terminal_texts
from apts.engine.play.outcome import Outcome
from apts.engine.play_continues import announcement, left_sentence, places
from apts.playtest.metrics.seats import places_of
from apts.playtest.run import Run, playtest
from apts.report.pages.run_page import report_html
from apts.report.table_rows import band_rows, seat_rows
from apts.report.texts import words
from apts.telling.rules_in_words import rules_in_words
from tests.playtest.handmade import manifest, match
from tests.playtest.rigged import UNSOLVABLE
from tests.wording.golden import Wording

PODIUM = """(game "Podium" (players SEATS)
  (equipment { (board (square 5)) (piece "Stone" Each) (dice d:4 num:1) })
  (rules
    (play (do (roll) next:(move Add (to (sites Empty)))))
    (end (if (= (count Pips) 1) (result Mover Win)))))
"""
"""Whoever throws a 1 takes the best free place."""

KNOCKED_OUT = """(game "Knocked Out" (players 6)
  (equipment { (board (square 6)) (piece "Stone" Each) })
  (rules
    (play (move Add (to (sites Empty))))
    (end (if (is Line 2) (result Mover Loss)))))
"""

BY_SCORE = """(game "Points" (players 3)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (move Add (to (sites Empty)) (then (if (is Even (last To)) (addScore Mover 1)))))
    (end (if (>= (count Moves) 6) (byScore)))))
"""
"""Two stones each: first places are often shared."""


def podium(seats: int) -> str:
    return PODIUM.replace("SEATS", str(seats))


def ranked(number: int, *ranks: float) -> MatchRecord:
    return replace(match(number, 1, players=len(ranks)), outcome=Outcome.ranked(ranks, "made up"))


def handmade(records: Sequence[MatchRecord], seats: int) -> Run:
    return Run(manifest(("random",) * seats, matches=len(records)), records, None, name="handmade")


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1.0, 2.0, 3.0), (1, 2, 3)),
        ((1.5, 3.0, 1.5), (1, 3, 1)),
        ((2.0, 2.0, 2.0), (1, 1, 1)),
        ((1.0, 2.5, 2.5), (1, 2, 2)),
    ],
)
def test_seats_that_share_a_rank_share_the_better_place(ranks: tuple[float, ...], expected: tuple[int, ...]) -> None:
    assert places_of(ranks) == expected


def test_seat_table_has_the_share_of_each_place() -> None:
    records = [ranked(1, 1.0, 2.0, 3.0), ranked(2, 1.5, 3.0, 1.5), ranked(3, 2.0, 2.0, 2.0), ranked(4, 3.0, 1.0, 2.0)]
    records.append(match(5, players=3, status="stopped"))
    rows = handmade(records, 3).metrics["seat-score"].details["seats"]
    assert [[place["count"] for place in row["places"]] for row in rows] == [[3, 0, 1], [2, 1, 1], [2, 1, 1]]
    assert [row["places"][0]["shared"] for row in rows] == [2, 1, 2]
    assert rows[0]["places"][0]["share"] == pytest.approx(3 / 5)
    assert rows[0]["places"][0]["low"] < 3 / 5 < rows[0]["places"][0]["high"]
    assert [row["wins"]["count"] for row in rows] == [1, 1, 0]


@pytest.mark.parametrize("seats", [3, 6])
def test_game_says_that_the_others_play_on_after_a_win(seats: int, wording: Wording) -> None:
    game = apts.load(podium(seats))
    wording(announcement(game))
    wording(announcement(apts.load(KNOCKED_OUT)), name="2")
    assert announcement(apts.load(podium(2))) is None
    assert announcement(apts.load(BY_SCORE)) is None


def test_game_in_which_both_a_win_and_a_loss_leave_the_others_says_both(wording: Wording) -> None:
    both = (
        podium(3)
        .replace("(end (if", "(end { (if (is Line 2) (result Mover Loss)) (if")
        .replace("Win)))))", "Win)) })))")
    )
    wording(announcement(apts.load(both)))


def test_value_of_a_search_is_called_a_score_and_no_chance_to_win(capsys: pytest.CaptureFixture[str]) -> None:
    adviser = apts.agent("uct:iterations=20")
    three, two = (adviser.analyze(apts.load(podium(seats)).start(1), 1) for seats in (3, 2))
    (row, *_), (other, *_) = three.as_data()["moves"], two.as_data()["moves"]
    assert row["expected_score"] == pytest.approx((row["value"] + 1) / 2)
    assert "win_probability" not in row
    assert other["win_probability"] == other["expected_score"]
    for analysis in (three, two):
        print_analysis(analysis, 1)
        told = capsys.readouterr().out
        assert " score " in told
        assert "wins" not in told
    for seats in (3, 2):
        agents = ",".join(["uct:iterations=5"] * seats)
        play_in_terminal(PlayOrder(podium(seats), agents, [], [], None, 2, None, "random", False))
        assert "expects a score of " in capsys.readouterr().out


def test_seat_of_three_is_first_alone_or_shared() -> None:
    records = [ranked(number, 1.5, 1.5, 3.0) for number in range(1, 41)]
    sentences = [finding.sentence for finding in handmade(records, 3).findings]
    assert any("and is first (alone or shared) in 100 % of 40 matches" in sentence for sentence in sentences)
    assert any("and is first (alone or shared) in 0 % of 40 matches" in sentence for sentence in sentences)
    assert not any("wins" in sentence for sentence in sentences)


def test_places_that_are_decided_are_known_before_the_match_is_over() -> None:
    state = apts.load(podium(4)).start(1)
    seen: list[int] = []
    while state.outcome is None:
        state = state.after(state.moves()[0])
        left = state.decided
        assert set(seen) <= set(left) or state.outcome is not None
        seen += [seat for seat in left if seat not in seen]
        assert [left[seat] for seat in seen if seat in left] == list(range(1, len(left) + 1))
        assert state.outcome is not None or state.mover not in left
    assert len(seen) == 2  # the third win leaves nobody to play on
    assert [state.outcome.ranks[seat - 1] for seat in seen] == [1.0, 2.0]
    assert state.outcome.winner == seen[0]


def test_places_are_told_in_words(wording: Wording) -> None:
    assert places(Outcome.ranked((2.0, 1.0, 3.0), "made up")) == (
        "player 2 has place 1, player 1 has place 2, player 3 has place 3"
    )
    assert places(Outcome.ranked((1.5, 3.0, 1.5), "made up")) == (
        "player 1 and player 3 share place 1, player 2 has place 3"
    )
    assert places(Outcome.ranked((2.0, 4.0, 2.0, 2.0), "made up")) == (
        "player 1, player 3 and player 4 share place 1, player 2 has place 4"
    )
    three, six = apts.load(podium(3)), apts.load(podium(6))
    wording(left_sentence(three, 2, 1.0))
    assert left_sentence(six, 2, 6.0) == "player 2 is out, on place 6; the others play on"


def test_scores_that_give_all_places_anew_are_told_before_and_during_play(wording: Wording) -> None:
    scored = podium(3).replace("(end (if", "(end { (if (is Full) (byScore)) (if").replace("Win)))))", "Win)) })))")
    game = apts.load(scored)
    assert game.scores_place_all
    wording(announcement(game))
    wording(left_sentence(game, 2, 1.0), name="2")
    known = game.from_rules
    assert known is not None
    told = [text for section in rules_in_words(known).sections for item in section.items for _, text in item.walk()]
    assert any("they give all places anew" in text for text in told)
    assert not any(apts.load(text).scores_place_all for text in (podium(3), BY_SCORE))


def test_people_are_told_who_has_won_and_that_the_others_play_on(capsys: pytest.CaptureFixture[str]) -> None:
    play_in_terminal(PlayOrder(podium(3), "random,random,random", [], [], None, 2, None, "random", False))
    told = capsys.readouterr().out
    assert "After a win the others play on for the next place." in told
    assert told.count("wins place 1; the others play on") == 1
    assert "places: player" in told


@pytest.mark.long
def test_report_and_terminal_show_places() -> None:
    run = playtest(apts.load(podium(3)), ["random"], 30, seed=2, workers=1)
    page = report_html(run)
    for text in (
        "Place 1",
        "Place 3",
        "This game goes on after somebody has won",
        "How often each seat takes each place",
    ):
        assert text in page
    assert "1ª colocação" in report_html(run, "pt-BR")
    lines = list(place_lines(run, terminal_texts()))
    assert len(lines) == 3
    assert all("place 1 " in line and "place 3 " in line for line in lines)
    rows = run.metrics["seat-score"].details["seats"]
    for place in range(3):  # every place is taken by one seat in every match
        assert sum(row["places"][place]["count"] for row in rows) == 30


PLAYED_ON = """(game "Played On" (players 3)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (move Add (to (sites Empty))))
    (end (if (= (last To) 4) (result Mover Win)))))
"""
"""Somebody takes the middle and wins, and the others fill the board, after which nobody can move."""


@pytest.mark.long
def test_matches_end_by_the_rule_of_the_winner_and_not_by_the_passes_of_the_others() -> None:
    run = playtest(PLAYED_ON, ["random"], 30, seed=1, workers=1)
    assert [row["reason"] for row in run.metrics["end-reasons"].details["reasons"]] == [
        "(if (= (last To) 4) (result Mover Win)) (line 5)"
    ]
    for record in run.matches:
        assert record.outcome is not None
        assert (record.outcome.ended_by, record.outcome.line) == ("all players passed", 5)
        assert match_from_document(match_document(record)) == record
        assert record.length == 9  # the passes at the end are no turns
    assert "rule-gap" not in {found.kind for found in run.findings}
    page = report_html(run)
    assert "The rule by which the first place was won" in page
    assert "; the others played on until: everybody passed or could not move" in page
    assert "; os outros jogaram até: todos passaram" in report_html(run, "pt-BR")


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_outcome_by_length_is_never_wider_than_four_columns(seats: int) -> None:
    records = [ranked(number, *range(1, seats + 1)) for number in range(1, 10)]
    rows = band_rows(handmade(records, seats), words("en"), lambda band: "band")
    assert rows
    assert {len(row) for row in rows} == {2 + min(seats, 2)}
    if seats > 2:
        assert [row[2] for row in rows[:seats]] == [f"Seat {seat}" for seat in range(1, seats + 1)]


def test_report_of_one_seat_has_no_column_of_draws() -> None:
    run = playtest(UNSOLVABLE, ["random"], 20, seed=2, workers=1)
    table = next(part for part in report_html(run).split("<table") if ">Losses<" in part)
    assert ">Draws<" not in table.split("</table")[0]
    assert [len(row) for row in seat_rows(run, words("en"))] == [4]


def test_report_of_two_seats_keeps_wins_draws_and_losses() -> None:
    run = playtest("tic-tac-toe", ["random"], 20, seed=2, workers=1)
    page = report_html(run)
    assert "Place 1" not in page
    assert "This game goes on" not in page
    assert not list(place_lines(run, terminal_texts()))


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_playouts_show_stopped_matches_and_shared_first_places(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    text = BY_SCORE.replace("players 3", f"players {seats}").replace("(square 3)", "(square 5)")
    game = apts.load(text)
    summary = game.playouts(200, seed=1)
    print_playouts(game, summary, 1, None, as_json=False)
    told = capsys.readouterr().out
    data = playouts_data(summary)
    firsts = sum(data["wins"]) + data["draws"] + data["unfinished"]
    assert ("shares" in told) == (seats > 2) == (firsts < 200)
    assert (sum(data["shared"]) > 0) == (seats > 2)
    assert "stopped" not in told
    stopped = game.playouts(50, seed=1, limit=2)
    print_playouts(game, stopped, 1, None, as_json=False)
    told = capsys.readouterr().out
    assert "stopped         100.0%" in told
    assert playouts_data(stopped)["draws"] == 0
