"""Tables of styles and of strengths: what they say on planted games, and how they are kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import apts
from apts.agents.agent import Agent
from apts.agents.agent_registry import register
from apts.archive import open_archive
from apts.engine.play.game import Move, PositionError, State
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame
from apts.errors import AptsError
from apts.playtest.evidence.evidence import Evidence, Goals
from apts.playtest.experiments.meetings import Meeting, MeetingTable
from apts.playtest.experiments.side_runs import game_manifest
from apts.playtest.experiments.skill_table import kept_skill_table, skill_table
from apts.playtest.experiments.stress import SideResults
from apts.playtest.experiments.style_table import CIRCLE, DOMINATED, OPEN, PLAIN_BEST, StyleTable, kept_styles, styles
from apts.playtest.findings import weigh
from apts.playtest.goals.judging import judgements
from apts.playtest.goals.reading import read_goal
from apts.playtest.metrics import Metrics
from apts.report import report_html
from apts.statistics import circle
from tests.agents.test_styles import RACE
from tests.cli.command_line import apts as command
from tests.playtest.handmade import evidence, match
from tests.playtest.rigged import CoinGame


def table(scores: dict[tuple[str, str], float], units: int = 60) -> StyleTable:
    """A table in which each pair has played so many units with these shares of wins."""
    names = tuple(dict.fromkeys(name for pair in scores for name in pair))
    met = []
    for (first, second), share in scores.items():
        wins = round(share * units)
        met.append(Meeting(first, second, (1.0,) * wins + (0.0,) * (units - wins), 2 * units))
    return StyleTable("Planted", 50, 1, MeetingTable(names, tuple(met)), {"grabs": "alike"})


BEST = table({("plain", "takes"): 0.2, ("plain", "blocks"): 0.5, ("takes", "blocks"): 0.8})
ROUND = table({("plain", "takes"): 0.2, ("plain", "blocks"): 0.8, ("takes", "blocks"): 0.2})
EVEN = table({("plain", "takes"): 0.5, ("plain", "blocks"): 0.45, ("takes", "blocks"): 0.55})
UNPAID = table({("plain", "takes"): 0.8, ("plain", "blocks"): 0.9, ("takes", "blocks"): 0.5})


def beside(found: StyleTable, *wanted: str) -> Evidence:
    """A run of which an archive has the table, with goals."""
    plain = evidence(*(match(number, number % 2 + 1) for number in range(1, 41)))
    goals = Goals(wanted=tuple(map(read_goal, wanted)))
    return Evidence(plain.manifest, plain.matches, None, goals, side=SideResults(styles=found))


def test_one_style_that_beats_all_others_is_told_and_found() -> None:
    assert (BEST.verdict, BEST.best, BEST.exploiters("plain"), BEST.exploiters("takes")) == (
        DOMINATED,
        "takes",
        ("takes",),
        (),
    )
    assert BEST.sentences[0].startswith("One style beats all others: takes (least: 80% against")
    assert BEST.shares["takes"].value == pytest.approx(1.0)
    assert BEST.mixture is not None
    assert BEST.mixture.number.value == pytest.approx(1.0)
    (found,) = [one for one in weigh(beside(BEST)) if one.kind == "dominant-style"]
    assert (found.state, found.subject) == ("found", "style takes")
    assert found.effect == pytest.approx(0.3)


def test_styles_in_a_circle_are_varied_and_no_fault() -> None:
    assert (ROUND.verdict, ROUND.best, len(ROUND.circle)) == (CIRCLE, None, 3)
    assert "in a circle: " in ROUND.sentences[0]
    assert [one.value for one in ROUND.shares.values()] == pytest.approx([1 / 3] * 3, abs=0.01)
    assert not [one for one in weigh(beside(ROUND)) if one.kind == "dominant-style"]


def test_styles_that_are_even_are_not_told_apart() -> None:
    assert (EVEN.verdict, EVEN.best, EVEN.circle) == (OPEN, None, ())
    assert EVEN.sentences[0] == "No style is surely better than another one in any of 3 meetings."
    assert len(EVEN.sentences) == 2
    assert EVEN.sentences[1].startswith("Left out: grabs; the moves")


def test_plain_search_that_beats_all_styles_is_no_fault_of_the_game() -> None:
    assert (UNPAID.verdict, UNPAID.best) == (PLAIN_BEST, "plain")
    assert UNPAID.sentences[0].startswith("No style pays")
    assert not [one for one in weigh(beside(UNPAID)) if one.kind == "dominant-style"]


def test_beating_all_by_less_than_the_margin_is_no_dominance() -> None:
    near = table({("plain", "takes"): 0.46, ("plain", "blocks"): 0.5, ("takes", "blocks"): 0.54}, 4000)
    assert near.beaten["takes"] == {"plain", "blocks"}
    assert near.best is None
    assert not [one for one in weigh(beside(near)) if one.kind == "dominant-style"]


def test_table_that_is_not_whole_tells_nothing() -> None:
    part = replace(BEST, table=replace(BEST.table, meetings=BEST.table.meetings[:2]))
    assert (part.mixture, part.best, part.as_data()["verdict"]) == (None, None, None)
    assert "nothing to tell yet" in part.sentences[0]
    assert "--resume" in str(Metrics(beside(part))["styles"])


def test_goals_are_judged_by_the_table() -> None:
    wanted = ("no style above 60 %", "style takes below 90 %", "styles at least 2", "no style below 10 %")
    found = beside(BEST, *wanted)
    run = apts.Run(found.manifest, found.matches, goals=found.goals, side=found.side)
    words = {str(one.goal): one for one in judgements(found.goals, run)}
    missed = words["no style above 0.6"]
    assert (missed.verdict, missed.figure) == ("missed", "style takes score")
    assert words["styles[takes score] at most 0.9"].verdict == "met"
    assert words["styles at least 2"].verdict == "missed"
    assert words["every style at least 0.1"].verdict == "met"
    metric = Metrics(found)["styles"]
    assert metric.value == pytest.approx(1.0)
    assert [row["style"] for row in metric.details["rows"]] == ["plain", "takes", "blocks"]


def test_false_alarms_where_all_styles_are_alike_are_rare() -> None:
    lot = np.random.default_rng(11)
    names = ("plain", "takes", "blocks", "spreads", "random")
    pairs = list(combinations(names, 2))
    told = 0
    for _ in range(40):
        met = [Meeting(*pair, tuple(lot.integers(0, 3, 20) / 2), 40) for pair in pairs]
        found = StyleTable("Even", 50, 1, MeetingTable(names, tuple(met)))
        told += bool(found.best or found.circle or any(found.beaten.values()))
    assert told <= 0.05 * 40 + 2 * (0.05 * 0.95 * 40) ** 0.5  # two standard errors


# --- played ----------------------------------------------------------------------------------------------------------


def test_rushing_wins_a_race() -> None:
    found = styles(RACE, 8, 32, only=["rushes", "spreads"], workers=1)
    assert found.best == "rushes"
    assert found.verdict == DOMINATED
    assert found.overall["rushes"].low > 0.6


def test_nothing_is_sure_in_a_game_of_luck() -> None:
    found = styles(apts.load(CoinGame()), 4, 20, workers=1)
    assert found.verdict == OPEN
    assert {"plain", "random"} <= set(found.names)


class Signs(PythonGame[str]):
    """Rock, paper, scissors: the second seat does not know the sign of the first, whatever it could see."""

    name = "Signs"

    def start(self) -> str:
        return "-"

    def mover(self, position: str) -> int:
        return len(position.strip("-")) % 2 + 1

    def moves(self, position: str) -> Iterable[str]:
        return ("paper", "rock", "scissors")

    def play(self, position: str, move: str) -> str:
        return position.strip("-") + move[0]

    def outcome(self, position: str) -> Outcome | None:
        if len(position.strip("-")) < 2:
            return None
        ahead = {"rs": 1, "sp": 1, "pr": 1, "sr": 2, "ps": 2, "rp": 2}.get(position)
        return Outcome.drawn(2, "alike") if ahead is None else Outcome.won_by(ahead, 2, "beaten")

    def write(self, position: str) -> str:
        return position

    def read(self, text: str) -> str:
        if text != "-" and not set(text) <= set("rps"):
            raise PositionError("no signs")
        return text


def _always(sign: str) -> None:
    class Always(Agent):
        def choose(self, state: State, seed: int = 1) -> Move:
            return state.find_move(sign)

    Always.__name__ = Always.__qualname__ = f"Always{sign}"
    register(f"always-{sign}", f"Always {sign}.")(Always)


def test_who_beats_whom_goes_in_a_circle_in_a_game_of_signs() -> None:
    for sign in ("rock", "paper", "scissors"):
        _always(sign)
    found = skill_table(apts.load(Signs()), ["always-rock", "always-paper", "always-scissors"], 20, workers=1).table
    place = {name: number for number, name in enumerate(found.names)}
    edges = {place[name]: frozenset(place[one] for one in others) for name, others in found.surely().items()}
    assert circle(edges) == (0, 2, 1)
    turned = found.meeting("always-paper", "always-rock")
    assert turned is not None
    assert turned.score.value == 1.0


def test_table_is_kept_read_again_and_gone_on_with(tmp_path: Path) -> None:
    game, where = apts.load("tic-tac-toe"), tmp_path / "a.db"
    plain = styles(game, 10, 8, only=["blocks", "rushes"], workers=1)
    assert styles(game, 10, 8, only=["blocks", "rushes"], workers=2, archive=where).as_data() == plain.as_data()
    with open_archive(where) as archive:
        read = kept_styles(archive, game_manifest(game))
        assert kept_styles(archive, game_manifest(apts.load("connect-four"))) is None
        archive.discard(archive.runs()[0].name, [3])
    assert read is not None
    assert read.as_data() == plain.as_data()
    with pytest.raises(AptsError, match="--resume"):
        styles(game, 10, 8, only=["blocks", "rushes"], workers=1, archive=where)
    again = styles(game, 10, 8, only=["blocks", "rushes"], workers=1, archive=where, resume=True)
    assert again.as_data() == plain.as_data()


def test_three_seats_meet_one_against_two_both_ways(tmp_path: Path) -> None:
    game = apts.load("trefoil")
    found = styles(game, 6, 6, only=["grabs"], workers=1, archive=tmp_path / "a.db")
    (met,) = found.table.meetings
    assert (met.matches, len(met.values)) == (12, 2)
    with open_archive(tmp_path / "a.db") as archive:
        assert len(archive.runs()) == 2
        read = kept_styles(archive, game_manifest(game))
    assert read is not None
    assert read.as_data() == found.as_data()


def test_strengths_meet_and_goals_are_about_them(tmp_path: Path) -> None:
    game, where = apts.load("tic-tac-toe"), tmp_path / "a.db"
    plain = skill_table(game, ["uct:iterations=60", "random"], 30, workers=1, archive=where)
    assert plain.sentences[0].startswith("uct:iterations=60 beats random: it scores 9")
    with open_archive(where) as archive:
        read = kept_skill_table(archive, game_manifest(game))
    assert read is not None
    assert read.as_data() == plain.as_data()
    goals = ["uct:iterations=60 beats random between 60 % and 100 %", "random beats uct:iterations=60 above 40 %"]
    run = apts.playtest(game, "random", 20, archive=where, goals=apts.read_goals(goals), workers=1)
    assert [found.verdict for found in run.judgements] == ["met", "missed"]


def test_goal_of_strengths_is_read_with_levels_and_agents() -> None:
    goal = read_goal("club beats casual between 65 % and 80 %")
    assert (goal.metric, goal.part) == ("skill-table", "level:club against level:casual")
    assert (goal.low, goal.high) == (0.65, 0.8)
    assert read_goal(str(goal)) == goal
    with pytest.raises(AptsError, match="no level or agent 'clubs'; did you mean club"):
        read_goal("clubs beats casual above 60 %")


def test_check_of_goals_plays_what_they_are_about() -> None:
    goals = apts.read_goals(["uct:iterations=60 beats random above 60 %"])
    from apts.playtest.goal_check import check_goals
    from apts.playtest.matches.playtest_request import PlaytestRequest

    found = check_goals("tic-tac-toe", goals, PlaytestRequest(agents="random", matches=400, workers=1))
    assert found.verdict == "met"
    assert found.matches == 20  # the matches of the play-test itself answer nothing, and no more are played


def test_report_has_the_tables_in_both_languages(tmp_path: Path) -> None:
    game, where = apts.load("tic-tac-toe"), tmp_path / "a.db"
    styles(game, 8, 8, only=["blocks"], workers=1, archive=where)
    skill_table(game, ["uct:iterations=9", "random"], 8, workers=1, archive=where)
    run = apts.playtest(game, "random", 20, archive=where, workers=1)
    english, portuguese = report_html(run), report_html(run, "pt-BR")
    assert "Styles of play" in english
    assert "No style surely beats all others." in english
    assert "Strengths against each other" in english
    assert "Estilos de jogo" in portuguese
    assert "bloqueia" in portuguese
    assert "Forças entre si" in portuguese


def test_games_without_rivals_and_wrong_words_are_refused() -> None:
    solo = (
        '(game "Alone" (players 1) (equipment { (board (square 2)) (piece "Stone" P1) })'
        " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"
    )
    with pytest.raises(AptsError, match="one seat alone"):
        styles(solo)
    with pytest.raises(AptsError, match="no style 'bold'"):
        styles("tic-tac-toe", only=["bold"])
    with pytest.raises(AptsError, match="none of the styles"):
        styles("tic-tac-toe", only=["takes"])
    with pytest.raises(AptsError, match="at least two different"):
        skill_table("tic-tac-toe", ["club"])
    with pytest.raises(AptsError, match="a list of such as"):
        skill_table("tic-tac-toe", "club")


def test_commands_print_tables_and_json() -> None:
    words = ("styles", "tic-tac-toe", "--iterations", "8", "--matches", "8", "--only", "blocks", "--workers", "1")
    answer = command(*words)
    assert answer.code == 0, answer.complaint
    assert "blocks" in answer.output
    data = command(*words, "--json").json
    assert [one["style"] for one in data["styles"]] == ["plain", "blocks"]
    assert data["meetings"][0]["matches"] == 8
    met = command("skill-table", "tic-tac-toe", "random,uct:iterations=30", "--matches", "12", "--json").json
    assert met["meetings"][0]["first"] == "random"
