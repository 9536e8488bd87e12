"""A designer writes a dice race for two, three or four."""

from __future__ import annotations

import json
import re
from statistics import mean

import pytest

from tests.stories.workshop import Workshop, changed, figure, place_told

DERBY = """(define "GoTo"
    (to #1
        if:(not (is Friend (who at:(to))))
        (apply if:(is Enemy (who at:(to))) (fromTo (from (to)) (to (handSite (who at:(to)))) count:1))
    )
)

(game "Snail Derby"
    (players <Players:number>)
    (equipment {
        (board (rectangle 1 9) (track "Lane" "0,E"))
        (piece "Snail" Each)
        (hand Each)
        (dice d:4 num:2)
    })
    (rules
        (start (place "Snail" "Hand" count:1))
        (play
            (do (roll)
                next:(forEach Die
                    (or
                        (move (from (handSite Mover)) ("GoTo" (trackSite Move from:0 "Lane" steps:(- (pips) 1))) count:1)
                        (forEach Piece
                            (if (= Off (trackSite Move "Lane" steps:(pips)))
                                (move Remove (from))
                                (move (from) ("GoTo" (trackSite Move "Lane" steps:(pips))) count:1)
                            )
                        )
                    )
                )
            )
        )
        (end (if (no Pieces Mover) (result Mover Win)))
    )
)

(option "Players" <Players> args:{ <number> } {
    (item "Two" <2> "For two.")*
    (item "Three" <3> "For three.")
    (item "Four" <4> "For four.")
})

(metadata (graphics {
    (player Name P1 "Ruby")
    (player Name P2 "Jade")
    (player Name P3 "Amber")
    (player Name P4 "Onyx")
}))
"""
NAMES = ("Ruby", "Jade", "Amber", "Onyx")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    made = Workshop(tmp_path_factory.mktemp("derby"))
    made.write("derby.lud", DERBY)
    return made


@pytest.mark.long
def test_track_and_define_that_are_not_there_are_named(workshop: Workshop) -> None:
    wrong = changed(DERBY, {'from:0 "Lane"': 'from:0 "Lain"'})
    workshop.write("draft.lud", wrong)
    answer = workshop.tried("check", "draft.lud", "--strict")
    assert answer.code == 1
    assert place_told(answer.output + answer.complaint, '"Lain"', wrong, "draft.lud")
    wrong = changed(DERBY, {"(forEach Die": "(forEach Dei"})
    workshop.write("draft.lud", wrong)
    told = workshop.refused("check", "draft.lud")
    assert place_told(told, "Dei", wrong, "draft.lud")
    assert "did you mean: Die" in told


@pytest.mark.long
@pytest.mark.parametrize(("option", "seats"), [("Two", 2), ("Three", 3), ("Four", 4)])
def test_mended_it_is_for_two_three_and_four(workshop: Workshop, option: str, seats: int) -> None:
    told = workshop.run("check", "derby.lud", "--strict", "--option", f"Players/{option}")
    assert f"{seats} players" in told
    assert "warning" not in told


@pytest.mark.long
def test_every_move_is_offered_once_also_with_equal_dice(workshop: Workshop) -> None:
    typed = "moves\n1\nmoves\n1\nmoves\nquit\n"
    for seed in range(1, 5):
        told = workshop.run("play", "derby.lud", "--agents", "human", "--seed", str(seed), typed=typed)
        dice = re.findall(r"^dice: (\d) (\d)$", told, flags=re.MULTILINE)
        lists = re.findall(r"> moves\n(.*)\n", told)
        assert len(lists) == 3
        assert all("#" not in one for one in lists), lists
        assert len(dice) == 3
        if dice[0][0] == dice[0][1]:
            assert lists[0].split() == ["1", "abcd"[int(dice[0][0]) - 1]]


@pytest.mark.long
def test_four_play_by_typed_moves_and_go_on_for_the_places(workshop: Workshop) -> None:
    told = workshop.run("play", "derby.lud", "--agents", "human", "--option", "Players/Four", typed="1\n" * 400)
    for name in NAMES:
        assert f"{name} (seat " in told
    assert re.search(r"^places: ", told, flags=re.MULTILINE)


@pytest.mark.long
def test_play_test_tells_the_truth_about_places_and_luck(workshop: Workshop) -> None:
    words = ["--agents", "uct:iterations=30", "--matches", "30", "--luck", "20", "--report", "derby.html"]
    told = workshop.run("playtest", "derby.lud", "--option", "Players/Three", *words, "--name", "three")
    truth = workshop.truth("three")
    truth.holds_for(told)
    for seat, name in enumerate(NAMES[:3], 1):
        share = mean(match["outcome"]["ranks"][seat - 1] == 1.0 for match in truth.matches)
        assert re.search(rf"^  {name} \(seat {seat}\) +place 1 {share:.0%} ", told, flags=re.MULTILINE), told
    page = workshop.page("derby.html")
    assert "Amber (seat 3)" in page
    assert f"about {mean(truth.lengths) / 3:.0f} minutes" in page
    luck = figure(told, "luck")
    assert luck[3] == 20
    assert luck[0] == pytest.approx(shared_variance(workshop, truth.matches[:20]), abs=0.005)


def shared_variance(workshop: Workshop, first: list[dict[str, object]]) -> float:
    """The intraclass correlation of results and those with the same dice, as a textbook has it."""
    (again,) = [row["name"] for row in json.loads(workshop.run("runs", "--json")) if row["purpose"] == "luck"]
    second = workshop.truth(again).matches
    results = [[match["outcome"]["utilities"] for match in matches] for matches in (first, second)]  # type: ignore[index]
    pairs = len(first)
    seats = range(3)
    grand = [mean(result[seat] for side in results for result in side) for seat in seats]
    within = sum((a[seat] - b[seat]) ** 2 / 2 for a, b in zip(*results, strict=True) for seat in seats) / pairs
    between = sum(
        2 * ((a[seat] + b[seat]) / 2 - grand[seat]) ** 2 for a, b in zip(*results, strict=True) for seat in seats
    ) / (pairs - 1)
    return max(0.0, (between - within) / (between + within))


@pytest.mark.long
def test_shorter_lane_is_compared(workshop: Workshop) -> None:
    words = ["--agents", "random", "--matches", "40", "--set-b", "equipment.board.rectangle.columns=5"]
    told = workshop.run("compare", "derby.lud", "derby.lud", *words)
    assert "columns of the board: 9 becomes 5" in told
    assert any(line.startswith("length") and line.rstrip().endswith("changed") for line in told.splitlines())


@pytest.mark.long
def test_runs_are_listed_renamed_and_deleted(workshop: Workshop) -> None:
    workshop.run("playtest", "derby.lud", "--agents", "random", "--matches", "4", "--seed", "77")
    workshop.run("rename", "last", "for three")
    assert "for three" in workshop.run("runs")
    workshop.run("delete", "for three", "--yes")
    assert "for three" not in workshop.run("runs")
