"""Points and payoffs of outcomes: kept, exported, checked, measured, and told of."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import apts
from apts.archive import export_csv, export_json, export_parquet, import_json, open_archive
from apts.archive.exchange import read_json
from apts.archive.records import match_document, match_from_document
from apts.archive.validation import check_columns
from apts.engine.class_game import ClassGame
from apts.engine.play.outcome import Outcome
from apts.errors import AptsError
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.findings import weigh
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.points import margin_of
from apts.playtest.playtest_run import check_replays
from apts.report import report_html
from bench import planted_games as planted
from tests.playtest import handmade

SCORING = """(game "Coins" (players {players}) (equipment {{ (board (square 3)) (piece "Coin" Each) }})
  (rules (play (move Add (to (sites Empty)) (then (addScore Mover {gain}))))
    (end (if (is Full) (byScore)))))"""


def scoring(players: int = 2, gain: str = "1") -> apts.Game:
    return apts.load(SCORING.format(players=players, gain=gain))


def ended(points: tuple[float, ...], ranks: tuple[float, ...], **more: Any) -> apts.MatchRecord:
    outcome = Outcome.ranked(ranks, "points").paying(points=points)
    return replace(handmade.match(players=len(points), **more), outcome=outcome)


def evidence_of(*matches: apts.MatchRecord, players: int = 2) -> Evidence:
    return handmade.evidence(*matches, agents=("random",) * players)


# ----------------------------------------------------------------------------------------------------------------
# Outcomes.


def test_points_and_payoffs_stand_beside_the_places() -> None:
    found = Outcome.ranked([1, 2], "coins").paying(points=(12, 7), payoffs=[2.5, -2.5])
    assert (found.points, found.payoffs, found.ranks) == ((12.0, 7.0), (2.5, -2.5), (1.0, 2.0))
    assert found.paying(payoffs=(0, 0)).points == (12.0, 7.0)
    assert Outcome.all_win(3, "done").paying(points=(1, 1, 1)).all_won


@pytest.mark.parametrize("wrong", [(1,), (1, 2, 3), "12", (1, "2"), (1, float("nan")), (1, 1e16), (True, 1), 5])
def test_points_that_are_no_number_a_seat_are_refused(wrong: Any) -> None:
    with pytest.raises(AptsError, match=r"cannot have the points .* (for each of 2 seats|numbers from)"):
        Outcome.ranked([1, 2], "coins").paying(points=wrong)


def test_a_text_with_scores_ends_with_points_and_one_without_does_not() -> None:
    state = scoring().start()
    while state.outcome is None:
        state = state.after(state.moves()[0])
    assert state.outcome.points == (5.0, 4.0)
    assert state.outcome.payoffs is None
    other = apts.load("tic-tac-toe").start()
    while other.outcome is None:
        other = other.after(other.moves()[0])
    assert other.outcome.points is None


def test_points_follow_the_seats_after_a_swap_of_sides() -> None:
    text = """(game "Swapped" (players 2) (equipment { (board (square 2)) (piece "Coin" Each) })
      (rules (meta (swap)) (play (move Add (to (sites Empty)) (then (addScore P1 3))))
        (end (if (is Full) (byScore)))))"""
    state = apts.load(text).start()
    state = state.after(state.moves()[0])
    swap = next(move for move in state.moves() if move.kind == "swap")
    state = state.after(swap)
    while state.outcome is None:
        state = state.after(state.moves()[0])
    assert state.outcome.winner == 2
    assert state.outcome.points == (0.0, 12.0)


def test_a_class_counts_points_and_may_bring_others_in_its_outcome() -> None:
    class Paid(planted.Dice):
        def outcome(self, position: planted.Race) -> Outcome | None:
            found = super().outcome(position)
            return None if found is None else found.paying(payoffs=[10.0 * one for one in position.points])

    run = apts.playtest(ClassGame(Paid(3)), "random", 5, workers=1)
    for match in run.matches:
        assert match.outcome is not None
        assert match.outcome.points is not None
        assert match.outcome.payoffs == tuple(10.0 * one for one in match.outcome.points)
    assert run.metrics["final-payoffs"].value == pytest.approx(10.0 * (run.metrics["final-points"].value or 0.0))


def test_a_class_whose_points_are_wrong_is_told_so() -> None:
    class Wrong(planted.Dice):
        def scores(self, position: planted.Race) -> tuple[int, ...]:
            return (1,)

    with pytest.raises(AptsError, match=r"Wrong\.scores .* a number for each of 3 seats"):
        _ = ClassGame(Wrong(3)).start().scores


# ----------------------------------------------------------------------------------------------------------------
# Archive and exports.


def test_points_come_back_from_the_archive_and_from_exports(tmp_path: Path) -> None:
    own = open_archive(tmp_path / "runs.db")
    run = apts.playtest(scoring(3), "random", 4, workers=1, archive=own, name="coins")
    assert [match.outcome for match in own.matches("coins")] == [match.outcome for match in run.matches]
    export_json(own, "coins", tmp_path / "coins.json")
    other = open_archive(tmp_path / "other.db")
    assert import_json(other, tmp_path / "coins.json").added == 4
    first = next(iter(other.matches("coins"))).outcome
    assert first is not None
    assert first.points == (3.0, 3.0, 3.0)
    export_csv(own, "coins", tmp_path / "coins.csv")
    with (tmp_path / "coins.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [rows[0][f"points_{seat}"] for seat in (1, 2, 3)] == ["3.0"] * 3
    assert rows[0]["payoff_1"] == ""
    assert list(rows[0])[-7] == "moves"


def test_points_are_columns_of_parquet(tmp_path: Path) -> None:
    table = pytest.importorskip("pyarrow.parquet")
    own = open_archive(tmp_path / "runs.db")
    apts.playtest(scoring(), "random", 2, workers=1, archive=own, name="coins")
    export_parquet(own, "coins", tmp_path / "coins.parquet")
    assert table.read_table(tmp_path / "coins.parquet")["points_1"].to_pylist() == [5.0, 5.0]


def test_documents_of_older_versions_have_no_points_and_are_not_called_wrong(tmp_path: Path) -> None:
    run = apts.playtest(scoring(), "random", 2, workers=1)
    document = match_document(run.matches[0])
    del document["outcome"]["points"]
    older = match_from_document(document)
    assert older.outcome is not None
    assert older.outcome.points is None
    assert run.game is not None
    check_replays(run.game, run.manifest, [older])
    document["outcome"]["points"] = [9, 0]
    with pytest.raises(AptsError, match=r"the points 9, 0, by its moves 5, 4"):
        check_replays(run.game, run.manifest, [match_from_document(document)])


@pytest.mark.parametrize("hostile", [[1], [1, "x"], "12", [1, None], [1, 1e300], {"a": 1}, [True, False]])
def test_points_of_a_damaged_record_are_refused(hostile: Any, tmp_path: Path) -> None:
    document = match_document(ended((3, 1), (1, 2)))
    document["outcome"]["points"] = hostile
    with pytest.raises(ValueError, match="its points are not numbers, one for each seat"):
        check_columns(document)
    own = open_archive(tmp_path / "runs.db")
    run = apts.playtest(scoring(), "random", 1, workers=1, archive=own, name="coins")
    export_json(own, "coins", tmp_path / "coins.json")
    text = (tmp_path / "coins.json").read_text(encoding="utf-8")
    assert len(run.matches) == 1
    (tmp_path / "bad.json").write_text(text.replace('"points":[5.0,4.0]', f'"points":{json.dumps(hostile)}'))
    with pytest.raises(AptsError, match="points"):
        read_json(tmp_path / "bad.json")


# ----------------------------------------------------------------------------------------------------------------
# Figures.


def test_points_of_a_seat_of_the_winner_and_their_spread() -> None:
    found = Metrics(evidence_of(ended((10, 6), (1, 2)), ended((2, 8), (2, 1))))["final-points"]
    assert found.value == pytest.approx(6.5)
    assert [row["value"] for row in found.details["seats"]] == [6.0, 7.0]
    assert found.details["winner"]["value"] == 9.0
    assert found.details["spread"]["value"] == 5.0


def test_margin_is_the_lead_over_the_second_as_a_share_of_the_winners_points() -> None:
    found = Metrics(evidence_of(ended((10, 6), (1, 2)), ended((95, 100), (2, 1)), ended((4, 4), (1.5, 1.5))))
    assert found["winning-margin"].value == pytest.approx((0.4 + 0.05 + 0.0) / 3)
    assert found["close-matches"].value == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("points", "ranks", "margin"),
    [
        ((10, 5, 8), (1, 3, 2), 0.2),
        ((3, 6, 4), (1, 3, 2), 0.25),  # the fewest points win
        ((5, 9, 1), (1, 2.5, 2.5), None),  # something else than points decided
        ((0, 0, -4), (1, 2, 3), 0.0),
        ((2, -2, -3), (1, 2, 3), 1.0),
        ((3, 3, 3), (3, 3, 3), None),  # all lose
    ],
)
def test_margin_of_three_seats(points: tuple[float, ...], ranks: tuple[float, ...], margin: float | None) -> None:
    sides = ((0,), (1,), (2,))
    outcome = Outcome.of_the_rules(ranks, "points").paying(points=points)
    found = margin_of(replace(handmade.match(players=3), outcome=outcome), np.array(points), sides)
    assert found == (None if margin is None else pytest.approx(margin))


def test_margin_of_teams_is_that_of_their_sums() -> None:
    outcome = Outcome.team_won(1, (1, 2, 1, 2), "points").paying(points=(6, 3, 4, 5))
    found = margin_of(replace(handmade.match(players=4), outcome=outcome), np.array([6, 3, 4, 5]), ((0, 2), (1, 3)))
    assert found == pytest.approx(0.2)


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_seats_alone_and_many_have_points(players: int) -> None:
    run = apts.playtest(ClassGame(planted.Dice(players)), "random", 30, workers=1)
    assert run.metrics["final-points"].value == pytest.approx(9 * 3.5, rel=0.1)
    assert (run.metrics["winning-margin"].value is None) == (players == 1)
    assert ("spread" in run.metrics["final-points"].details) == (players > 1)


def test_a_game_without_points_shows_nothing_about_them() -> None:
    run = apts.playtest("tic-tac-toe", "random", 30, workers=1)
    assert run.metrics["final-points"].value is None
    page = report_html(run)
    for title in ("Points at the end", "Margin of the winner", "Close matches", "Payoff"):
        assert title not in page
    assert "Points at the end" in report_html(apts.playtest(scoring(), "random", 30, workers=1))
    assert "Pontos no fim" in report_html(apts.playtest(scoring(), "random", 30, workers=1), "pt-BR")


def test_goals_ask_for_margins_and_points() -> None:
    game = ClassGame(planted.Level(2))
    run = apts.playtest(
        game, "random", 60, workers=1, goals=["close-matches at least 50 %", "final-points[winner] at least 100"]
    )
    assert [one.verdict for one in run.judgements] == ["met", "met"]


# ----------------------------------------------------------------------------------------------------------------
# Findings.


def kinds(game: planted.Dice, matches: int = 100, seed: int = 1) -> set[str]:
    run = apts.playtest(ClassGame(game), "random", matches, seed, workers=1)
    return {one.kind for one in weigh(run.evidence) if one.state == "found"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_sided_and_close_races_are_told_apart(players: int) -> None:
    assert "one-sided" in kinds(planted.Poor(players))
    assert "close-finishes" in kinds(planted.Level(players))
    fair = kinds(planted.Dice(players))
    assert not fair & {"one-sided", "close-finishes"} or players > 2


def test_what_is_found_is_told_in_both_languages() -> None:
    run = apts.playtest(ClassGame(planted.Poor(3)), "random", 100, workers=1)
    found = next(one for one in weigh(run.evidence) if one.kind == "one-sided")
    assert found.sentence.startswith("Matches are one-sided: in 100 %")
    assert found.message is not None
    assert "As partidas são desequilibradas" in report_html(run, "pt-BR")


# ----------------------------------------------------------------------------------------------------------------
# Sources of points.


def test_a_source_that_gives_nearly_all_points_is_found() -> None:
    run = apts.playtest(ClassGame(planted.Mine(3)), "random", 60, workers=1)
    found = run.metrics["point-sources"]
    assert found.value == pytest.approx(10 / 11, abs=0.03)
    rows = {(row["by"], row["name"]): row["share"] for row in found.details["sources"]}
    assert rows["move", "dig"] + rows["move", "fish"] == pytest.approx(1.0)
    sentence = next(one.sentence for one in weigh(run.evidence) if one.kind == "one-source")
    assert sentence.startswith("Nearly all points come one way: moves of the kind dig give 9")


@pytest.mark.parametrize("players", [1, 2, 3])
def test_equal_sources_are_not_accused(players: int) -> None:
    assert "one-source" not in kinds(planted.Dice(players), 60)


def test_points_that_are_counted_at_the_end_alone_have_it_as_their_source() -> None:
    run = apts.playtest(ClassGame(planted.Bonus(2)), "random", 40, workers=1)
    rows = {(row["by"], row["name"]): row["share"] for row in run.metrics["point-sources"].details["sources"]}
    assert rows["move", "end"] == pytest.approx(600 / 663, abs=0.02)
    assert "one-source" in kinds(planted.Bonus(2), 40)


def test_sources_of_a_text_are_lines_of_its_rules() -> None:
    text = """(game "Two ways" (players 2) (equipment { (board (square 3)) (piece "Coin" Each) (piece "Gem" Each) })
      (rules (play (or
          (move Add (piece (id "Coin" Mover)) (to (sites Empty)) (then (addScore Mover 1)))
          (move Add (piece (id "Gem" Mover)) (to (sites Empty)) (then (addScore Mover 9)))))
        (end (if (is Full) (byScore)))))"""
    run = apts.playtest(apts.load(text), "random", 40, workers=1)
    rows = {(row["by"], row["name"]): row["share"] for row in run.metrics["point-sources"].details["sources"]}
    assert rows["line", "4"] == pytest.approx(0.9, abs=0.05)
    assert rows["line", "3"] == pytest.approx(0.1, abs=0.05)
    assert rows["piece", "Gem"] == rows["line", "4"]
    assert run.metrics["point-sources"].value == pytest.approx(rows["piece", "Gem"])
    assert "one-source" in {one.kind for one in weigh(run.evidence)}
