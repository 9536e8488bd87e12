"""A designer writes a placement game on hexagons with a twist: lanterns between two enemies go out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.stories.workshop import Workshop, changed, figure, place_told

LANTERNS = """(game "Lanterns"
    (players 2)
    (equipment { (board (hex 4)) (piece "Lantern" Each) })
    (rules
        (play
            (move Add (to (sites Empty))
                (then
                    (custodial (from (last To)) Adjacent
                        (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between))))
                        (to if:(is Friend (who at:(to))))
                    )
                )
            )
        )
        (end (if (is Line 4) (result Mover Win)))
    )
)
"""
MISTAKES = {"(sites Empty)": "(sites Emtpy)", "(custodial ": "(custodail "}


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    made = Workshop(tmp_path_factory.mktemp("lanterns"))
    made.write("lanterns.lud", LANTERNS)
    return made


@pytest.mark.long
def test_it_begins_with_a_template(workshop: Workshop) -> None:
    workshop.run("new", "mine.lud", "--template", "placement")
    assert workshop.run("check", "mine.lud", "--strict").startswith("ok: ")


def test_every_mistake_is_named_with_its_place_and_the_nearest_name(workshop: Workshop) -> None:
    workshop.write("draft.lud", changed(LANTERNS, MISTAKES))
    told = workshop.refused("check", "draft.lud")
    assert told.count("^") == 2
    for part, right in (("Emtpy", "Empty"), ("custodail", "custodial")):
        assert place_told(told, part, changed(LANTERNS, MISTAKES), "draft.lud")
        assert f"did you mean: {right}" in told


@pytest.mark.long
def test_an_end_that_never_holds_is_doubted(workshop: Workshop) -> None:
    workshop.write("draft.lud", changed(LANTERNS, {"(is Line 4)": "(is Line 8)"}))
    answer = workshop.tried("check", "draft.lud", "--strict")
    assert answer.code == 1
    assert "draft.lud:15:14: warning: this end never held" in answer.output


@pytest.mark.long
def test_mended_it_is_shown_and_played_with_the_labels_of_the_board(workshop: Workshop) -> None:
    assert "warning" not in workshop.run("check", "lanterns.lud", "--strict")
    shown = workshop.run("show", "lanterns.lud")
    assert "    4   .   .   .   .   .   .   .\n" in shown
    moves = ["d4", "e4", "d3", "f4", "g4", "d2", "d1"]
    told = workshop.run("play", "lanterns.lud", "--agents", "human", typed="".join(f"{move}\n" for move in moves))
    # g4 takes no lantern: e4 and f4 are two, and only one goes out between two enemies.
    assert "    4   .   .   .   X   O   O   X\n" in told
    taken = workshop.run("play", "lanterns.lud", "--agents", "human", typed="d4\ne4\nf4\nquit\n")
    assert "    4   .   .   .   X   .   X   .\n" in taken
    won = workshop.run("play", "lanterns.lud", "--agents", "human", typed="d4\na1\nd5\nb1\nd6\na2\nd7\n")
    assert "player 1 wins: " in won


@pytest.mark.long
def test_play_test_tells_the_truth_and_names_a_match_to_watch(workshop: Workshop) -> None:
    words = ["--agents", "uct:iterations=60", "--matches", "40", "--report", "lanterns.html"]
    told = workshop.run("playtest", "lanterns.lud", *words)
    truth = workshop.truth()
    truth.holds_for(told)
    assert figure(told, "captures")[0] == pytest.approx(
        sum(sum(match["facts"]["captured"]) for match in truth.matches) / 40, rel=0.005
    )
    assert set(truth.lines) <= {15, None}
    page = workshop.page("lanterns.html")
    share = 100 * truth.lines[15] / 40
    assert f"Most common end, in {share:.0f} %" in page
    assert "A line of four is made: the mover wins." in page
    minutes = re.search(r"A match takes about ([\d.]+) minutes", page)
    assert minutes
    assert float(minutes[1]) == pytest.approx(
        sum(truth.lengths) / 40 / 3, abs=0.5 * 0.1 ** len(minutes[1].partition(".")[2])
    )
    number = next(match["number"] for match in truth.matches if match["outcome"]["winner"])
    replay = workshop.run("replay", "last", str(number))
    assert f"player {truth.matches[number - 1]['outcome']['winner']} wins: " in replay


@pytest.mark.long
def test_a_changed_rule_is_compared_by_the_names_of_the_files(workshop: Workshop) -> None:
    workshop.write("five.lud", changed(LANTERNS, {"(is Line 4)": "(is Line 5)"}))
    words = ["--agents", "uct:iterations=60", "--matches", "30", "--report", "both.html"]
    told = workshop.run("compare", "lanterns.lud", "five.lud", *words)
    assert "A: lanterns.lud, " in told
    assert "B: five.lud, " in told
    assert "length of the line that wins: 4 becomes 5" in told
    assert any(line.startswith("length") and line.rstrip().endswith("changed") for line in told.splitlines())
    page = workshop.page("both.html")
    assert "lanterns.lud" in page
    assert "five.lud" in page
    assert str(workshop.folder) not in page


@pytest.mark.long
def test_runs_are_listed_renamed_and_deleted(workshop: Workshop) -> None:
    workshop.run("playtest", "lanterns.lud", "--agents", "random", "--matches", "4", "--seed", "77")
    assert "Lanterns" in workshop.run("runs")
    workshop.run("rename", "last", "four in a row")
    assert "four in a row" in workshop.run("runs")
    assert workshop.run("delete", "four in a row", "--yes") == "deleted: four in a row\n"
    assert "four in a row" not in workshop.run("runs")


def test_folder_has_only_what_was_asked_for(workshop: Workshop) -> None:
    kept = {file.suffix for file in Path(workshop.folder).iterdir()}
    assert kept <= {".lud", ".html", ".json", ".db", ".db-wal", ".db-shm"}
