"""Each rule turned a step: what it moves is told, what it does not move is not."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from apts import improve, sensitivity
from apts.errors import AptsError
from apts.report import sensitivity_html
from apts.report.pages.comparison_page import heat_cells
from apts.report.texts import words
from apts.variants.sensitivity.effects import called, steps, turned_values
from apts.variants.sensitivity.sensitivity import Sensitivity
from apts.variants.tunables import Limits, Tunable, tunable
from apts.variants.variant import as_variant
from tests.cli.command_line import apts_process as apts
from tests.variants.points_race import PointsRace, SoloRace
from tests.wording.golden import Wording


@pytest.fixture(scope="module")
def found() -> Sensitivity:
    """Tic-Tac-Toe by random agents."""
    return sensitivity("tic-tac-toe", "random", 60, workers=1)


def is_right(seed: int, matches: int = 40) -> bool:
    """Whether the goal is seen to decide the length both ways, and the shift to decide nothing."""
    race = sensitivity(PointsRace, "random", matches, seed, workers=1)
    goal = {value.turned.label: value for value in race.of("goal")}
    lengths = {label: next(e for e in value.effects if e.metric == "length") for label, value in goal.items()}
    signs = {label: effect.is_sure and (effect.size > 0) is (label == "18") for label, effect in lengths.items()}
    moved = [effect for value in race.of("shift") for effect in value.effects if effect.is_sure]
    return set(goal) == {"12", "18"} and all(signs.values()) and len(race.of("shift")) == 2 and not moved


def test_goal_decides_the_length_and_the_shift_decides_nothing() -> None:
    assert is_right(seed=1)


@pytest.mark.long
def test_known_effects_are_told_right_in_95_of_100_seeds() -> None:
    assert sum(is_right(seed) for seed in range(1, 101)) >= 95


def test_rules_are_turned_and_what_they_move_is_told(found: Sensitivity) -> None:
    assert found.is_moved("length", "length of the line that wins")
    assert not found.is_moved("seat-score", "size of the board")
    told = found.sentences()
    assert any(
        line.startswith("Length of the line that wins decides how long matches are: -") and "with 2" in line
        for line in told
    )
    assert any("does not surely change who wins (at most 0." in line for line in told)


def test_values_that_cannot_be_played_are_told_and_not_counted(found: Sensitivity) -> None:
    refused = {(one.called, one.label): str(one.refusal) for one in found.refused}
    assert "nobody wins" in refused["length of the line that wins", "4"]
    assert "nobody wins" in refused["size of the board", "2"]
    assert not {("size of the board", "2")} & {(value.turned.called, value.turned.label) for value in found.values}
    assert any("Size of the board 2 was not played: nobody wins" in line for line in found.sentences())
    assert not any(called == "number of players" for called, _ in refused)


def test_steps_stay_within_bounds() -> None:
    number = Tunable("size", "size", "number", 3, 2, 4)
    assert steps(number) == [2, 4]
    assert steps(Tunable("size", "size", "number", 2, 2, 4)) == [3]
    assert steps(Tunable("size", "size", "number", 50, 1, 60)) == [40, 60]
    assert steps(Tunable("size", "size", "number", 3, 5, 8)) == [5]
    assert steps(Tunable("size", "size", "number", 9, 5, 8)) == [8]
    assert steps(Tunable("swap", "swap", "truth", False)) == [True]
    assert steps(Tunable("Aim", "Aim", "option", "Win", labels=("Win", "Lose"))) == ["Lose"]
    assert called([number, number]) == ["size (size)", "size (size)"]


def test_rules_can_be_chosen_and_pinned() -> None:
    chosen = sensitivity("tic-tac-toe", "random", 4, only=["is Line.length"], workers=1)
    assert {value.turned.rule.name for value in chosen.values} == {"length of the line that wins"}
    path = next(one.path for one in tunable("tic-tac-toe") if one.name == "length of the line that wins")
    with pytest.raises(AptsError, match=r"no rule 'is Line\.length' to change"):
        sensitivity("tic-tac-toe", "random", 4, only=["is Line.length"], limits=Limits(frozenset({path})))


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"minutes": math.nan}, "minutes are a number above 0"),
        ({"minutes": -1}, "minutes are a number above 0"),
        ({"minutes": "x"}, "minutes are a number above 0"),
        ({"only": None}, "only names the rules to change"),
        ({"only": [None]}, "only names the rules to change"),
        ({"only": "length of line"}, "there is no rule 'length of line'"),
        ({"limits": 3}, "limits say what stays"),
    ],
)
def test_wrong_wishes_are_told(wish: dict[str, Any], said: str) -> None:
    with pytest.raises(AptsError, match=said):
        sensitivity("tic-tac-toe", "random", 4, **wish)


def test_one_rule_may_be_named_by_one_text(wording: Wording) -> None:
    found = sensitivity("tic-tac-toe", "random", 4, only="is Line.length", workers=1)
    wording(found.rules)


def test_unknown_rules_and_figures_are_told_with_the_valid_ones(found: Sensitivity) -> None:
    with pytest.raises(AptsError, match=r"no rule is called 'zz' \(there are: .*length of the line that wins"):
        found.of("zz")
    with pytest.raises(AptsError, match="there is no figure 'lenght'; did you mean length"):
        found.is_moved("lenght", found.rules[0])
    assert not found.is_moved("luck", found.rules[0])  # a figure that this game has nothing of
    unplayed = Sensitivity(found.base, [], found.refused)
    assert unplayed.of(found.refused[0].called) == ()


OTTERS = """
(game "Otters" (players 2)
    (equipment { (board (rectangle 2 6) (track "River" "0,E,N1,W")) (piece "Otter" Each) (hand Each) (dice d:4 num:1) })
    (rules
        (start (place "Otter" "Hand" count:2))
        (play (do (roll) next:(forEach Die (or
            (move (from (handSite Mover)) (to (trackSite Move from:0 "River" steps:(- (pips) 1)) if:(is Empty (to))) count:1)
            (forEach Piece (if (= Off (trackSite Move "River" steps:(pips)))
                (move Remove (from))
                (move (from) (to (trackSite Move "River" steps:(pips)) if:(is Empty (to))) count:1)))))))
        (end (if (no Pieces Mover) (result Mover Win)))
    )
)
"""


def test_row_that_nothing_is_moved_to_changes_nothing_though_hands_have_other_numbers_with_it() -> None:
    turned = {one.label: one for one in turned_values(as_variant(OTTERS), only=["rectangle.rows"])}
    assert turned["3"].is_same
    assert turned["3"].game is None


def test_same_seed_gives_the_same_with_any_number_of_workers() -> None:
    one, two = (sensitivity("tic-tac-toe", "random", 12, only=["size of the board"], workers=n) for n in (1, 2))
    assert one.as_data() == two.as_data()


def test_matches_of_variants_are_played_on_the_cluster_that_is_named() -> None:
    with pytest.raises(AptsError, match="the address of the cluster is empty"):
        sensitivity("tic-tac-toe", "random", 4, cluster=" ")
    with pytest.raises(AptsError, match="the address of the cluster is empty"):
        improve("tic-tac-toe", "length at most 6", "random", matches=20, cluster=" ")
    refused = apts("sensitivity", "tic-tac-toe", "--agents", "random", "--matches", "4", "--cluster", " ")
    assert (refused.code, "the address of the cluster is empty" in refused.complaint) == (1, True)


def test_page_has_a_coloured_cell_for_each_rule_and_figure(found: Sensitivity) -> None:
    page = sensitivity_html(found)
    rows = heat_cells(found, words("en"))
    assert page.count("background: rgba(") == len(rows) * len(found.figures)
    assert any(cell["sure"] for _, row in rows for cell in row)
    assert "<td" in page


def test_page_speaks_portuguese(found: Sensitivity) -> None:
    page = sensitivity_html(found, "pt-BR")
    assert "<h1>Tic-Tac-Toe: qual regra muda o quê</h1>" in page
    assert "«Comprimento da linha que vence» decide quanto duram as partidas: −" in page
    assert "não foi jogado: ninguém vence nenhuma de" in page
    assert "Changes from the game" not in page


def test_game_for_one_has_nobody_who_wins() -> None:
    told = " ".join(sensitivity(SoloRace, "random", 12, workers=1).sentences())
    assert "how often it is won" in told
    assert "who wins" not in told


@pytest.mark.long
def test_command_tells_plays_in_rounds_and_writes_a_page(tmp_path: Path) -> None:
    words = ["sensitivity", "tic-tac-toe", "--agents", "random", "--only", "is Line.length", "--workers", "1"]
    answer = apts(*words, "--minutes", "0.001", "--report", tmp_path / "page.html")
    assert answer.code == 0, answer.complaint
    assert "Tic-Tac-Toe: 20 matches for each value, random, seed 1" in answer.output
    assert (tmp_path / "page.html").exists()
    assert apts(*words, "--minutes", "-1").complaint.startswith("minutes are a number above 0")
    assert apts(*words, "--only", "nonsense").code == 1


def test_ctrl_c_keeps_the_values_that_were_played() -> None:
    def stop(title: str, done: int, wanted: int) -> None:
        if title == "shift 3" and done == 4:
            raise KeyboardInterrupt

    race = sensitivity(PointsRace, "random", 20, workers=1, watch=stop)
    assert race.interrupted
    assert [f"{value.turned.called} {value.turned.label}" for value in race.values] == ["goal 12", "goal 18", "shift 1"]


LOST = """from apts import Agent
from apts.agents.agent_registry import register

@register("always-lost", "Fails at every turn.", [])
class Lost(Agent):
    def decide(self, state, seed=1):
        raise ValueError("lost")

    def analyze(self, state, seed=1, *, tree=0):
        raise ValueError("lost")
"""


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["sensitivity", "tic-tac-toe", "--only", "is Line.length", "--matches", "4"], "every match of Tic-Tac-Toe"),
        (["improve", "tic-tac-toe", "--goal", "length at most 5", "--minutes", "0.1"], "every match of Tic-Tac-Toe"),
        (["goals", "check", "tic-tac-toe", "--goal", "length at most 5", "--matches", "20"], "every match"),
        (["compare", "tic-tac-toe", "hex", "--matches", "4"], "Nothing can be compared: every match of A"),
    ],
)
def test_error_that_breaks_off_every_match_is_told(command: list[str], told: str, tmp_path: Path) -> None:
    plugin = tmp_path / "lost.py"
    plugin.write_text(LOST, encoding="utf-8")
    archive = [] if command[0] == "goals" else ["--archive", tmp_path / "runs.db"]
    answer = apts(*command, "--agents", "always-lost", "--plugins", plugin, *archive)
    said = " ".join((answer.output + answer.complaint).split())
    assert f"{told} broke off with an error, the first so: agent always-lost at seat 1 raised ValueError" in said
    assert answer.code != 130
