"""A play-test by several strengths: who plays how much, what is kept, and for whom findings and goals are said to hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import apts
from apts.archive.exchange import export_json, import_json
from apts.cli.commands import app
from apts.playtest.evidence.evidence import Goals
from apts.playtest.experiments.side_runs import QUESTION
from apts.playtest.goals.goal_files import requested_goals
from apts.playtest.goals.judging_strengths import LEADS_OUT, MISSED_BY_STRONGER, WEAKER
from apts.playtest.matches.forecast import CLUB_PLAYER, Strength
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.panel import panel_plan as planning
from apts.playtest.panel.panel import Panel
from apts.playtest.panel.panel_plan import PANEL, beside_of, panel_plan
from apts.playtest.run import Run
from apts.search.least_iterations import TRIES_A_MOVE
from apts.statistics import Word
from tests.playtest.handmade import manifest, match
from tests.playtest.rigged import CoinGame

SHORT = "uct:iterations={},loss=0.02,breadth={}"


def played(wins: int, of: int, iterations: int, *, turns: int = 10, goals: Goals | None = None) -> Run:
    """A run of one strength, of whose matches seat 1 wins so many."""
    records = [match(number, 1 if number <= wins else 2, turns=turns) for number in range(1, of + 1)]
    known = manifest([f"uct:iterations={iterations}"] * 2, matches=of)
    return Run(known, records, goals=goals, name=f"run of {iterations}")


def panel_of(
    wins: tuple[int, ...], of: int = 200, goals: str | None = None, turns: tuple[int, ...] = (10, 10, 10)
) -> Run:
    """A main run of 400 iterations beside those of 100 and 1,600."""
    wanted = None if goals is None else requested_goals([goals])
    runs = [
        played(won, of, iterations, turns=length, goals=wanted)
        for won, iterations, length in zip(wins, (100, 400, 1600), turns, strict=True)
    ]
    main = runs[1]
    return Run(main.manifest, main.matches, goals=wanted, name="main", beside=[runs[0], runs[2]])


def of_seats(run: Run) -> list[tuple[str, str, str]]:
    return [(one.kind, one.subject, one.across) for one in run.findings if one.subject.startswith("seat")]


# --- who plays ----------------------------------------------------------------------------------------------------


def test_three_strengths_four_apart_cost_less_than_half_more_than_one() -> None:
    found = panel_plan(PlaytestRequest(), apts.load("tic-tac-toe"))
    assert found is not None
    assert [found.agents, *(one.agents for one in found.beside)] == [
        SHORT.format(400, 16), SHORT.format(100, 4), SHORT.format(1600, 64)
    ]  # fmt: skip
    numbers = [one.matches(found.matches) for one in found.beside]
    assert (numbers[0], found.matches, numbers[1]) == (160, 200, 80)
    assert numbers[0] / 4 + found.matches + 4 * numbers[1] <= 1.4 * 400


@pytest.mark.parametrize(
    ("usual", "moves", "budgets"),
    [
        (Strength(CLUB_PLAYER, 400, 200), 60, (100, 400, 1600)),
        (Strength("uct:iterations=200", 200, 100), 9, (50, 200, 800)),
        (Strength("uct:iterations=100", 100, 100), 20, (100, 400)),
        (Strength("uct:iterations=36", 36, 40), 9, (36,)),
    ],
    ids=["many moves", "long matches", "too few iterations to quarter", "too slow for a second"],
)
def test_slow_games_have_fewer_strengths_and_none_is_too_thin(
    monkeypatch: pytest.MonkeyPatch, usual: Strength, moves: int, budgets: tuple[int, ...]
) -> None:
    monkeypatch.setattr(planning, "fitting", lambda games: usual)
    monkeypatch.setattr(planning, "most_moves", lambda game: moves)
    found = panel_plan(PlaytestRequest(), apts.load("tic-tac-toe"))
    assert found is not None
    players = sorted([(found.agents, found.matches), *((one.agents, one.matches(found.matches)) for one in found.beside)],
                     key=lambda one: _iterations(one[0]))  # fmt: skip
    assert tuple(_iterations(agents) for agents, _ in players) == budgets
    spent = [max(_iterations(agents), moves * apts.agent(agents).breadth) for agents, _ in players]
    assert all(one >= TRIES_A_MOVE * moves for one in spent)
    cost = sum(count * one for (_, count), one in zip(players, spent, strict=True))
    assert cost <= 1.41 * usual.iterations * usual.matches
    assert players[-1][1] >= 12


def _iterations(spec: str) -> int:
    count = apts.agent(spec).iterations
    assert isinstance(count, int)
    return count


@pytest.mark.parametrize(
    "asked",
    [{"agents": "random"}, {"quick": True}, {"until": "settled"}, {"one_strength": True}, {"levels": "casual,club"}],
)
def test_whoever_names_players_or_hurries_gets_one_strength(asked: dict[str, object]) -> None:
    assert panel_plan(PlaytestRequest(**asked), apts.load("tic-tac-toe")) is None  # type: ignore[arg-type]


# --- what is kept -------------------------------------------------------------------------------------------------


def test_strengths_are_kept_found_again_and_gone_on_with(tmp_path: Path) -> None:
    place, heard = tmp_path / "runs.db", list[tuple[int, int]]()
    first = apts.playtest(
        "tic-tac-toe", matches=10, archive=place, watch=lambda done, wanted: heard.append((done, wanted))
    )
    assert first.panel is not None
    assert [len(run.matches) for run in first.panel.runs] == [8, 10, 4]
    assert heard[-1] == (22, 22)
    again = apts.open_run(place)
    assert again.name == first.name
    assert again.panel is not None
    assert [run.matches for run in again.panel.runs] == [run.matches for run in first.panel.runs]
    assert again.as_data() == first.as_data()
    with apts.open_archive(place) as archive:
        kinds = [archive.manifest(known.name).settings.get(QUESTION) for known in archive.runs()]
        beside = [kind for kind in kinds if kind is None or kind["kind"] == PANEL]
        assert sorted(map(str, beside)) == ["None", *[str({"kind": PANEL})] * 2]
    more = apts.playtest("tic-tac-toe", matches=20, archive=place, resume=True)
    assert more.name == first.name
    assert [len(run.matches) for run in more.panel.runs] == [16, 20, 8]  # type: ignore[union-attr]
    alone = apts.playtest("tic-tac-toe", matches=10, one_strength=True, archive=place)
    assert alone.name != first.name
    assert alone.panel is None


def test_strengths_are_found_again_in_an_archive_that_took_them_in(tmp_path: Path) -> None:
    first = apts.playtest("tic-tac-toe", matches=5, archive=tmp_path / "one.db")
    assert first.panel is not None
    with apts.open_archive(tmp_path / "one.db") as one, apts.open_archive(tmp_path / "two.db") as two:
        for known in one.runs():
            export_json(one, known.name, tmp_path / f"{known.name}.json")
            import_json(two, tmp_path / f"{known.name}.json")
    again = apts.open_run(tmp_path / "two.db")
    assert again.as_data() == first.as_data()


def test_strengths_that_a_manifest_from_elsewhere_names_wrongly_are_left_out() -> None:
    strange = [
        {"agents": "random", "share": 1e300},
        {"share": 0.5},
        "random",
        {"agents": "random", "share": float("nan")},
    ]
    assert beside_of(manifest(settings={PANEL: strange})) == ()
    assert beside_of(manifest(settings={PANEL: "all"})) is None


def test_same_seed_plays_the_same_with_one_worker_and_two() -> None:
    runs = [apts.playtest("tic-tac-toe", matches=10, workers=workers) for workers in (1, 2)]
    assert runs[0].as_data() == runs[1].as_data()


def test_stopping_in_the_middle_keeps_what_was_played_and_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "runs.db"

    def stop(done: int, wanted: int) -> None:
        if done == 13:
            raise KeyboardInterrupt

    broken = apts.playtest("tic-tac-toe", matches=10, archive=place, workers=1, watch=stop)
    assert broken.interrupted
    whole = apts.playtest("tic-tac-toe", matches=10, archive=place, workers=1, resume=True)
    assert not whole.interrupted
    assert whole.as_data()["panel"]["figures"] == apts.playtest("tic-tac-toe", matches=10).as_data()["panel"]["figures"]


def test_class_of_python_that_is_quick_has_strengths_too() -> None:
    run = apts.playtest(CoinGame, matches=10)
    assert run.panel is not None
    assert run.panel.one_judge is False
    assert run.weighed is not None


def test_game_too_slow_for_a_second_strength_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "fitting", lambda games: Strength("uct:iterations=36", 36, 40))
    run = apts.playtest("tic-tac-toe", matches=6)
    assert run.panel is None
    assert [one.kind for one in run.weighed if one.kind == "one-strength"] == ["one-strength"]


# --- for whom it holds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "word"),
    [
        ((150, 150, 150), "holds"),
        ((120, 145, 170), "grows"),
        ((180, 160, 135), "shrinks"),
        ((150, 124, 95), "weak-only"),
    ],
)
def test_advantage_says_for_whom_it_holds(wins: tuple[int, ...], word: str) -> None:
    assert of_seats(panel_of(wins))[0] == ("seat-advantage", "seat 1", word)


def test_advantage_of_the_second_seat_grows_where_the_first_scores_less_and_less() -> None:
    assert of_seats(panel_of((80, 55, 30)))[0] == ("seat-advantage", "seat 2", "grows")


def test_fair_score_that_moves_with_skill_is_not_read_as_fair() -> None:
    run = panel_of((70, 100, 130))
    assert of_seats(run) == [("changes-with-skill", "seat 1", str(Word.TURNS))]
    text = next(one.sentence for one in run.findings if one.kind == "changes-with-skill")
    assert text.endswith("do not read this as fair.")
    assert "Seat 1 scores 50 % among these players and rises by 15 points with each fourfold search" in text


def test_advantage_that_only_all_strengths_together_show_is_told() -> None:
    run = panel_of((114, 114, 114))
    assert of_seats(run) == [("seat-advantage", "seat 1", "holds")]
    text = next(one.sentence for one in run.findings if one.kind == "seat-advantage")
    assert "Seat 1 has an advantage at every strength" in text
    assert "57 %, 57 %, 57 % at 100, 400, 1,600 iterations a move" in text
    behind = next(one.sentence for one in panel_of((86, 86, 86)).findings if one.kind == "seat-advantage")
    assert "Seat 1 is behind at every strength" in behind


def test_score_that_is_fair_among_all_is_left_alone() -> None:
    assert of_seats(panel_of((100, 100, 100))) == []


def test_finding_without_a_figure_is_looked_for_among_the_strongest() -> None:
    long = panel_of((100, 100, 100), turns=(60, 60, 20))
    wanted = Goals(max_turns=40)
    run = Run(long.manifest, long.matches, goals=wanted, beside=[replaced(one, wanted) for one in long.beside])
    found = next(one for one in run.findings if one.kind == "too-long")
    assert found.across in ("shrinks", "turns", "weak-only")


def replaced(run: Run, goals: Goals) -> Run:
    return Run(run.manifest, run.matches, goals=goals, name=run.name)


def test_run_of_one_strength_or_of_equal_budgets_has_no_panel() -> None:
    main = played(10, 20, 400)
    assert Panel.of(main, []) is None
    assert Panel.of(main, [played(10, 20, 400)]) is None
    assert Panel.of(main, [played(1, 1, 1600)]) is None


def test_three_seats_and_games_for_one_have_figures_of_their_own() -> None:
    three = [manifest([f"uct:iterations={count}"] * 3) for count in (100, 400)]
    records = [match(number, 1 + number % 3, players=3, turns=6) for number in range(1, 31)]
    run = Run(three[1], records, beside=[Run(three[0], records)])
    assert run.panel is not None
    assert [one.part for one in run.panel.figures if one.part] == ["seat 1", "seat 2", "seat 3"]
    assert {one.word for one in run.panel.figures if one.part} == {Word.OPEN}
    alone = [replace(one, players=1, agents=one.agents[:1]) for one in three]
    records = [match(number, 1, players=1, turns=6) for number in range(1, 31)]
    run = Run(alone[1], records, beside=[Run(alone[0], records)])
    assert run.panel is not None
    assert [one.part for one in run.panel.figures if one.part] == []


# --- what is shown ------------------------------------------------------------------------------------------------


def test_terminal_has_a_line_for_each_figure_that_changes_and_says_that_the_guard_is_not_needed(tmp_path: Path) -> None:
    words = ["playtest", "tic-tac-toe", "--matches", "20", "--guard", "--archive", str(tmp_path / "runs.db")]
    done = CliRunner().invoke(app, [*words, "--report", str(tmp_path / "run.html")])
    assert done.exit_code == 0, done.output
    assert "--guard is for named agents" in done.stderr
    assert "By strength, 100, 400, 1,600 iterations a move (16, 20, 8 matches):" in done.stdout
    assert "\n  score of seat 1  " in done.stdout
    assert "Played by" not in done.stdout
    page = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert '<section id="strengths">' in page
    assert "6,400" not in page
    assert "25,600" in page


def test_finding_about_named_agents_names_them(tmp_path: Path) -> None:
    words = ["playtest", "tic-tac-toe", "--agents", "uct:iterations=40", "--matches", "60"]
    done = CliRunner().invoke(app, [*words, "--archive", str(tmp_path / "runs.db")])
    assert "(Played by uct:iterations=40.)" in done.stdout
    assert "By strength" not in done.stdout


# --- goals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "wins", "turns", "verdict", "reason"),
    [
        ("length between 8 and 12", (100, 100, 100), (10, 10, 10), "open", "rare"),
        ("length[median] between 8 and 12", (100, 100, 100), (10, 10, 10), "met", ""),
        ("length[median] between 8 and 12", (100, 100, 100), (7, 10, 10), "open", WEAKER),
        ("length[median] between 8 and 12", (100, 100, 100), (9, 10, 11), "open", LEADS_OUT),
        ("length[median] between 8 and 12", (100, 100, 100), (10, 10, 30), "open", MISSED_BY_STRONGER),
        ("length[median] between 8 and 12", (100, 100, 100), (10, 30, 30), "missed", ""),
        ("seat-score at most 0.6", (100, 140, 140), (10, 10, 10), "missed", ""),
        ("seat-score between 0.3 and 0.7", (100, 100, 100), (10, 10, 10), "met", ""),
        ("seat-score between 0.3 and 0.7", (80, 100, 120), (10, 10, 10), "open", LEADS_OUT),
    ],
)
def test_goal_is_met_where_all_strengths_meet_it_and_missed_where_the_two_strongest_miss_it(
    goal: str, wins: tuple[int, ...], turns: tuple[int, ...], verdict: str, reason: str
) -> None:
    found = panel_of(wins, goals=goal, turns=turns).judgements[0]
    assert found.verdict == verdict
    assert found.reason.startswith(reason)
    assert len(found.strengths) == 3
