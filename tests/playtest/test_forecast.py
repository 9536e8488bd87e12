"""Strength and matches that nobody asked for: what fits a game, the same everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts import load, playtest
from apts.agents.calibrating.thin_searches import thin_searches
from apts.agents.levels import levels
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.playtest.comparing.compare import alike
from apts.playtest.matches.forecast import (
    CLUB,
    CLUB_BREADTH,
    DEFAULT_COUNTS,
    DEFAULT_WORK,
    QUICK_COUNTS,
    Strength,
    fitting,
    fitting_matches,
    positions_a_match,
    random_length,
    settled,
    strengths,
)
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.search.least_iterations import least_iterations, most_moves

TOWERS = """
(game "Towers"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Board)) stack:True))
        (end (if (>= (count Moves) TURNS) (result Mover Win)))
    )
)
"""
"""Stacks have room for 32 pieces: of matches of 210 turns some break off, of those of 400 turns all."""


def test_matches_that_break_off_do_not_count_for_the_length() -> None:
    game = load(TOWERS.replace("TURNS", "210"))
    with pytest.raises(AptsError, match="stack of more than 32"):
        game.playouts(200, seed=0)
    assert random_length(game) == 210
    with pytest.raises(AptsError, match="stack of more than 32"):
        random_length(load(TOWERS.replace("TURNS", "400")))


def test_run_whose_matches_break_off_tells_the_rule_and_no_class_of_python() -> None:
    run = playtest(TOWERS.replace("TURNS", "400"), "random", matches=4, workers=1)
    assert [match.status for match in run.matches] == ["failed"] * 4
    assert all(match.facts["error"].endswith("for which there is no room") for match in run.matches)
    assert not any("RuleFailure" in match.facts["error"] for match in run.matches)


def usual_of(game: Game) -> tuple[Strength, ...]:
    """What is asked for in a game, the best first."""
    return strengths(DEFAULT_COUNTS, most_moves(game))


def test_club_level_is_as_strong_as_the_table_says() -> None:
    (club,) = [level for level in levels() if level.name == "club"]
    assert club.rules.startswith(f"uct:iterations={CLUB},")
    assert club.rules.endswith(f"breadth={CLUB_BREADTH}")


def test_short_games_get_more_and_stronger_matches_than_long_ones() -> None:
    short, long = load("tic-tac-toe"), load("go")
    assert fitting([short]) == usual_of(short)[0]
    chosen = fitting([long])
    assert chosen.iterations < CLUB_BREADTH * most_moves(long)
    assert chosen.matches < usual_of(short)[0].matches
    work = chosen.matches * positions_a_match(long, chosen.iterations)
    assert work <= DEFAULT_WORK or chosen == usual_of(long)[-1]
    assert fitting([short, long]) == chosen
    assert fitting_matches(short, 100) == 200
    assert fitting_matches(long, 100_000) == 40


def test_quick_look_is_less_work_than_the_usual_one() -> None:
    for name in ("tic-tac-toe", "breakthrough", "snowball-class"):
        game = load(name)
        usual, quick = fitting([game]), fitting([game], quick=True)
        assert quick.matches * quick.iterations < usual.matches * usual.iterations
        assert quick in strengths(QUICK_COUNTS, most_moves(game))


def test_what_was_asked_for_stays() -> None:
    game = load("tic-tac-toe")
    asked = PlaytestRequest(agents="random", matches=7)
    assert settled(asked, [game]) == asked
    assert settled(PlaytestRequest(matches=7), [game]).agents == usual_of(game)[0].agents
    assert settled(PlaytestRequest(agents="random"), [game]).matches == usual_of(game)[0].matches


def test_quick_play_test_plays_what_fits() -> None:
    run = playtest("tic-tac-toe", "random", quick=True)
    assert len(run.matches) == QUICK_COUNTS[0][1]


def test_quick_look_ends_in_time_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "runs.db"
    with monkeypatch.context() as patch:
        patch.setattr("apts.playtest.run.QUICK_SECONDS", 0.0)
        first = playtest("tic-tac-toe", "random", matches=20, quick=True, archive=archive)
    assert 4 <= len(first.matches) < 20
    assert not first.interrupted
    again = playtest("tic-tac-toe", "random", matches=20, quick=True, archive=archive)
    assert again.matches == playtest("tic-tac-toe", "random", matches=20).matches


def test_game_that_is_compared_with_a_run_is_played_like_it() -> None:
    run = playtest("tic-tac-toe", "random", matches=12)
    play = alike(PlaytestRequest(), [run, load("tic-tac-toe", dim=4)])
    assert (play.agents, play.matches) == (("random", "random"), 12)


@pytest.mark.parametrize("counts", [DEFAULT_COUNTS, QUICK_COUNTS])
@pytest.mark.parametrize("moves", [1, 9, 37, 225])
def test_strengths_are_ordered_by_their_work(counts: tuple[tuple[int, int], ...], moves: int) -> None:
    works = [one.matches * one.iterations for one in strengths(counts, moves)]
    assert works == sorted(works, reverse=True)


@pytest.mark.parametrize("name", ["tic-tac-toe", "gomoku", "breakthrough", "snowball-class", "hex"])
def test_no_play_test_is_offered_with_fewer_than_four_iterations_a_move(name: str) -> None:
    game = load(name)
    assert least_iterations(game) == 4 * most_moves(game)
    for chosen in (fitting([game]), fitting([game], quick=True), fitting([load("tic-tac-toe"), game])):
        assert chosen.iterations >= least_iterations(game)
        assert thin_searches(game, [chosen.agents]) == []


def test_every_level_tries_all_moves_a_few_times() -> None:
    for name in ("gomoku", "snowball-class"):
        assert thin_searches(load(name), [level.spec_for(load(name)) for level in levels()]) == []


def test_search_with_few_iterations_is_told_with_what_would_do() -> None:
    gomoku = load("gomoku")
    (thin,) = thin_searches(gomoku, ["random", "uct:iterations=100", "uct:iterations=100", "uct:seconds=1", "greedy"])
    assert (thin.agent, thin.iterations, thin.moves, thin.wanted) == ("uct:iterations=100", 100, 225, 900)
    assert thin_searches(gomoku, [f"uct:iterations={thin.wanted}", "uct:iterations=10,breadth=4"]) == []
    assert len(thin_searches(load("tic-tac-toe"), ["uct:iterations=35"])) == 1
    assert thin_searches(load("tic-tac-toe"), ["uct:iterations=36"]) == []
