"""A designer writes a siege with unequal sides that have names: keepers of a well, and more raiders than they are."""

from __future__ import annotations

import re
from statistics import mean

import pytest

from tests.stories.workshop import Workshop, changed, place_told

WELL = """(define "Walk" (move Step Orthogonal (to if:(is Empty (to))) (then "Pinch")))

(define "Pinch"
    (custodial (from (last To)) Orthogonal
        (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between))))
        (to if:(is Friend (who at:(to))))
    )
)

(game "The Well"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Keeper" P1 "Walk")
        (piece "Raider" P2 "Walk")
        (regions "Well" (sites Centre))
    })
    (rules
        (start {
            (place "Keeper1" { "b3" "d3" "c2" "c4" })
            (place "Raider2" { "a1" "b1" "d1" "e1" "a5" "b5" "d5" "e5" })
        })
        (play (forEach Piece))
        (end {
            (if (and (is Mover P2) (is In (last To) (sites "Well"))) (result P2 Win))
            (if (no Pieces P1) (result P2 Win))
            (if (>= (count Turns) 40) (result P1 Win))
        })
    )
)

(metadata (graphics {
    (player Name P1 "Keepers")
    (player Name P2 "Raiders")
}))
"""
AGENTS = ("--agents", "uct:iterations=60")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    made = Workshop(tmp_path_factory.mktemp("siege"))
    made.write("well.lud", WELL)
    return made


@pytest.mark.long
def test_names_of_nothing_are_doubted_with_the_nearest_that_fits(workshop: Workshop) -> None:
    wrong = changed(WELL, {'(sites "Well")': '(sites "Wel")', '"e5" })': '"f5" })'})
    workshop.write("draft.lud", wrong)
    answer = workshop.tried("check", "draft.lud", "--strict")
    assert answer.code == 1
    told = answer.output + answer.complaint
    for part in ('"Wel"', '"f5"'):
        assert place_told(told, part, wrong, "draft.lud")
    assert "did you mean: Well?" in told
    assert "expected: a1 to e5" in told


def test_unknown_piece_is_told_with_the_nearest(workshop: Workshop) -> None:
    wrong = changed(WELL, {'(place "Keeper1"': '(place "Keper1"'})
    workshop.write("draft.lud", wrong)
    answer = workshop.tried("check", "draft.lud", "--strict")
    assert answer.code == 1
    assert place_told(answer.output + answer.complaint, '"Keper1"', wrong, "draft.lud")
    assert "did you mean: Keeper" in answer.output + answer.complaint


@pytest.mark.long
def test_side_that_cannot_win_is_called_by_its_name(workshop: Workshop) -> None:
    workshop.write("draft.lud", changed(WELL, {"(result P2 Win)": "(result P2 Loss)"}))
    answer = workshop.tried("check", "draft.lud", "--strict")
    assert answer.code == 1
    assert "warning: Raiders (seat 2) cannot win: no end rule makes it the winner" in answer.output


@pytest.mark.long
def test_mended_it_is_played_by_typed_moves(workshop: Workshop) -> None:
    assert "warning" not in workshop.run("check", "well.lud", "--strict")
    told = workshop.run("play", "well.lud", "--agents", "human", typed="c2-c1\nb1-b2\nc1-c2\na1\nquit\n")
    assert "Keepers (seat 1)> c2-c1" in told
    assert "Raiders (seat 2)> b1-b2" in told
    assert "moves begin with 'a1'" in told
    assert "saved as the-well-" in told


@pytest.mark.long
def test_play_test_calls_the_stronger_side_by_its_name_and_tells_the_truth(workshop: Workshop) -> None:
    told = workshop.run("playtest", "well.lud", *AGENTS, "--matches", "40", "--pace", "30", "--report", "well.html")
    truth = workshop.truth()
    truth.holds_for(told, pace=30)
    scores = [mean(truth.scores(seat)) for seat in (1, 2)]
    stronger = 1 + scores.index(max(scores))
    name = ("Keepers", "Raiders")[stronger - 1]
    found = re.search(
        rf"{name} \(seat {stronger}\) has an advantage: it scores (\d+) % .* wins (\d+) % of 40 matches", told
    )
    assert found, told
    assert int(found[1]) == round(100 * max(scores))
    assert int(found[2]) == round(100 * truth.wins(stronger) / 40)
    page = workshop.page("well.html")
    assert f"{name} (seat {stronger}) has an advantage" in page
    line, count = truth.lines.most_common(1)[0]
    assert re.search(rf" {line} {count} {100 * count / 40:.0f} % ", page), (line, count)
    assert f"about {mean(truth.lengths) / 2:.0f} minutes" in page
    assert "at 30 seconds a turn" in page
    replay = workshop.replay_that_is_named(told)
    assert f"{name} (seat {stronger}) wins: " in replay


@pytest.mark.long
def test_report_of_the_stored_run_takes_another_pace(workshop: Workshop) -> None:
    workshop.run("playtest", "well.lud", "--agents", "random", "--matches", "4", "--seed", "77")
    workshop.run("report", "last", "--out", "again.html", "--pace", "45")
    assert "at 45 seconds a turn" in workshop.page("again.html")


@pytest.mark.long
def test_shorter_siege_helps_the_keepers_and_compare_says_so(workshop: Workshop) -> None:
    workshop.write("short.lud", changed(WELL, {"(>= (count Turns) 40)": "(>= (count Turns) 12)"}))
    told = workshop.run("compare", "well.lud", "short.lud", "--agents", "random", "--matches", "100")
    assert "A: well.lud, " in told
    assert "B: short.lud, " in told
    assert re.search(r"seat-score: Raiders \(seat 2\) (score|wins)|seat-score: Keepers \(seat 1\)", told), told
    table = workshop.run("table", "short.lud", "--agents", "random", "--matches", "10")
    assert "| Keepers (seat 1) | Raiders (seat 2) |" in table
    assert "Raiders (seat 2) wins" in workshop.run("playouts", "short.lud")


@pytest.mark.long
def test_run_that_stops_early_names_the_sides(workshop: Workshop) -> None:
    told = workshop.run("playtest", "well.lud", "--agents", "random", "--matches", "400", "--until", "settled")
    assert re.search(r"Keepers \(seat 1\) scores \d+ % .*, Raiders \(seat 2\) scores \d+ %", told), told


@pytest.mark.long
def test_runs_are_listed_renamed_and_deleted(workshop: Workshop) -> None:
    workshop.run("playtest", "well.lud", "--agents", "random", "--matches", "4", "--seed", "77")
    workshop.run("rename", "last", "early")
    assert "early" in workshop.run("runs")
    workshop.run("delete", "early", "--yes")
    assert "early" not in workshop.run("runs")
