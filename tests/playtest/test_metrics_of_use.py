"""What is used and what it has to do with the result; openings; rule coverage; metrics of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.errors import AptsError
from apts.playtest.evidence.choices import gain_interval
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.findings.ranking import find
from apts.playtest.metrics import Metrics, metric_names, metric_registry, read_metrics_file
from apts.playtest.metrics.openings import opening_list, shown_moves, symmetry_classes
from apts.playtest.metrics.usage import uses
from apts.playtest.run import playtest
from tests.playtest.handmade import evidence, manifest, match

TWO_PIECES = """(game "Crowns" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) (piece "Crown" Each) })
  (rules
    (play (or
      (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
      (move Add (piece (id "Crown" Mover)) (to (sites Empty)))))
    (end (if (is Line 3) (result Mover Win)))))
"""


def test_uses_are_counted_by_match_and_in_all() -> None:
    found = uses(
        evidence(match(1, kinds=["add", "add", "step", "add"]), match(2, kinds=["add", "add", "add", "add"])), "kinds"
    )
    assert (found["add"].matches, found["add"].uses) == (2, 7)
    assert (found["step"].matches, found["step"].uses) == (1, 1)
    assert found["step"].numbers == (1,)


def test_effects_stay_between_a_lost_and_a_won_match() -> None:
    assert gain_interval(0.9, 0.2, 30).high == 1.0
    everybody = gain_interval(1.0, 0.0, 30)
    assert (everybody.value, everybody.high) == (1.0, 1.0)
    assert 0.7 < everybody.low < 0.9  # thirty matches that all say the same are no proof
    assert gain_interval(1.04, 0.3, 30).value == 1.0


def test_two_pieces_put_on_one_site_are_two_openings() -> None:
    classes = symmetry_classes(apts.load(TWO_PIECES))
    assert len(set(classes.values())) == 6
    assert classes["Stone@a1"] == classes["Stone@c3"] != classes["Crown@a1"] == classes["Crown@c3"]


def test_opening_that_won_all_of_ten_matches_is_judged_by_the_spread_of_all() -> None:
    """Of 35 wins in 60 matches, ten of ten fall to one opening in 0.24 % of all ways to deal them out."""
    rows = [(number, "a", 1) for number in range(1, 11)]
    rows += [(number, "b", 1 if number % 2 else 2) for number in range(11, 61)]
    found = opening_list(evidence(*(match(number, winner, moves=[move, "x"]) for number, move, winner in rows)))
    best = next(opening for opening in found if opening.name == "a")
    assert best.others is not None
    assert 0.001 < best.others.p_value < 0.01
    assert best.others.difference.high <= 1.0


def test_openings_that_mirror_each_other_are_one() -> None:
    classes = symmetry_classes(apts.load("tic-tac-toe"))
    assert len(set(classes.values())) == 3
    assert classes["a1"] == classes["c3"] == classes["a3"]
    columns = symmetry_classes(apts.load("connect-four"))
    assert columns["a"] == columns["g"]
    assert columns["d"] not in {columns[other] for other in "abcefg"}


def test_start_position_limits_the_symmetries() -> None:
    classes = symmetry_classes(apts.load("breakthrough", board="6x6"))
    moves = apts.load("breakthrough", board="6x6").start().moves()
    assert len(set(classes.values())) == len(moves) / 2  # left and right alone; forward is not sideways


def test_rule_coverage_counts_the_rules_of_the_text() -> None:
    run = playtest("tic-tac-toe", ["random"], 40, seed=3, workers=1)
    found = run.metrics["rule-coverage"]
    rows = {(row["name"], row["line"]): row for row in found.details["rows"]}
    line = next(row for (name, _), row in rows.items() if name == "is Line")
    won = sum(match.winner is not None for match in run.matches)
    assert line["effects"] == won
    assert line["matches"] == won
    assert found.details["replayed"] == 40


def test_metric_of_a_designers_file_is_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metric_registry, "_ENTRIES", dict(metric_registry._ENTRIES))  # nobody else is to find it
    file = tmp_path / "corners.py"
    file.write_text(
        "from apts.playtest.metrics import Metric, metric\n\n"
        "@metric('first-wins', 'how often seat 1 wins')\n"
        "def first_wins(evidence):\n"
        "    return Metric(float((evidence.winners == 1).mean()), n=evidence.n)\n"
    )
    assert "first-wins" not in metric_names()
    assert read_metrics_file(file) == ("first-wins",)
    assert Metrics(evidence(match(1, 1), match(2, 2)))["first-wins"].value == 0.5


def test_file_that_cannot_be_imported_is_named(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import nothing_of_this_name\n")
    with pytest.raises(AptsError, match=r"broken\.py"):
        read_metrics_file(file)


def test_opening_is_named_after_moves_that_were_played() -> None:
    """Corners are one opening, and nobody played the corner that comes first in the list of moves."""
    game = apts.load("tic-tac-toe")
    corners = ["c3", "c3", "c1", "c3", "a3", "c1"]
    first = symmetry_classes(game)["c3"]
    assert first == "a1"
    records = [match(number, moves=[move, "b2"], legal=[9, 8]) for number, move in enumerate(corners, 1)]
    seen = Evidence(manifest(("uct:iterations=9",) * 2), records, game)
    (found,) = opening_list(seen)
    assert (found.name, found.shown) == ("a1", "c3/c1/a3")
    assert set(found.moves) == {"c1", "c3", "a3"}
    assert shown_moves(["d", "c", "b", "a", "d"]) == "d/a/b/…"
    assert shown_moves(["d"]) == "d"
    (row,) = Metrics(seen)["openings"].details["rows"]
    assert row["shown"] == "c3/c1/a3"


def test_sentence_about_a_common_opening_names_it_and_counts_mirrored_moves_once() -> None:
    game = apts.load("tic-tac-toe")
    records = [match(number, 1 + number % 2, moves=["c3", "b2"], legal=[9, 8]) for number in range(1, 61)]
    sentences = [entry.sentence for entry in find(Evidence(manifest(("uct:iterations=9",) * 2), records, game))]
    (told,) = [text for text in sentences if "opening" in text]
    assert "The opening c3 is popular" in told
    assert "out of 3 different first moves (those alike by symmetry counted once)" in told


VANISHING = """(game "Vanishing" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty)) (then (if (is Odd (last To)) (remove (last To))))))
    (end (if (is Line 3) (result Mover Win)))))"""
SELECTING = """(game "Selecting" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules (start (place "Stone1" 0)) (play (move Select (from (sites Empty))))
    (end (if (= (count Moves) 6) (result Mover Win)))))"""


def test_site_whose_piece_is_taken_off_by_the_same_move_is_used() -> None:
    run = playtest(VANISHING, ["random"], 20, seed=1, workers=1, limit=30)
    assert run.metrics["board-use"].value == 1.0


def test_site_that_is_only_pointed_at_is_not_used() -> None:
    run = playtest(SELECTING, ["random"], 20, seed=1, workers=1)
    assert run.metrics["board-use"].value == pytest.approx(1 / 9)
