"""Players of other makes: moves are the same on both sides, time is measured and equal, missing programs are told."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

import apts
from apts.errors import AptsError
from bench.strength import programs, seated_agent
from bench.strength.agents import AgentBefore
from bench.strength.chess_program import ChessContestant, piece_of
from bench.strength.contest import Contest, play_unit
from bench.strength.contestant import MatchStart
from bench.strength.contestants import contestant
from bench.strength.drawn_games import FOLDER, drawn
from bench.strength.gnu_go import GnuGo, its_point, our_point
from bench.strength.named_games import ROOT, NamedGame
from bench.strength.open_spiel import OpenSpielPlayer, is_installed
from bench.strength.open_spiel_pairings import PASS, bare, pairing_of
from bench.strength.programs import found_program
from bench.strength.records import Standing
from bench.strength.same_rules import compare
from bench.strength.seated_agent import Overshoot, SeatedAgent, spelled_for

CHESS = FOLDER / "lud" / "chess.lud"
needs_open_spiel = pytest.mark.skipif(not is_installed(), reason="OpenSpiel is not installed: make bench")
needs_records = pytest.mark.skipif(not FOLDER.exists(), reason="there are no conformance records")


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(found_program(program) is None, reason=f"{program} is not installed")


def pair(game: str, a: str, b: str, seconds: float | None, *, number: int = 0, limit: int = 400) -> Standing:
    named = NamedGame.of(game)
    loaded = named.load()
    sides = {side: contestant(spec, named, loaded, ROOT) for side, spec in (("a", a), ("b", b))}
    try:
        contest = Contest(game, a, b, seconds, limit=limit)
        return Standing([[match.to_data() for match in play_unit(contest, loaded, sides, number, seconds)]])
    finally:
        for side in sides.values():
            side.close()


# --- agents ---------------------------------------------------------------------------------------------------------


def test_agent_without_a_budget_plays_by_time() -> None:
    game = apts.load("connect-four")
    assert spelled_for(game, "uct") == "uct:"
    assert spelled_for(game, "uct:c=1,nodes=5000") == "uct:c=1,nodes=5000,"
    assert spelled_for(game, "alphabeta:heuristic=rules") == "alphabeta:heuristic=rules,"
    assert spelled_for(game, "level:expert") == "alphabeta:heuristic=own,"
    assert spelled_for(game, "best") == "best:"
    assert [spelled_for(game, spec) for spec in ("uct:iterations=9", "alphabeta:nodes=9", "random", "greedy")] == [
        None
    ] * 4
    assert not SeatedAgent("=level:expert", game).timed
    assert SeatedAgent("level:expert", game).timed


def test_seconds_are_those_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the wall clock runs ahead of the work that was done."""
    from apts.search.trees import monte_carlo

    monkeypatch.setattr(monte_carlo, "monotonic", time.monotonic)
    seated_agent.count_cpu_time()
    assert monte_carlo.monotonic is time.thread_time


def test_what_moves_take_beyond_their_time_is_asked_for_less() -> None:
    known = Overshoot()
    assert known.asked(0.02) == pytest.approx(0.02)
    for _ in range(10):
        known.used(0.02, 0.024)
    known.used(0.02, 0.0001)  # proven at once
    assert known.asked(0.02) == pytest.approx(0.016)
    known.used(0.02, 9.0)
    assert known.asked(0.02) == 0.001


@pytest.mark.long
def test_two_agents_have_the_same_cpu_time() -> None:
    standings = [pair("breakthrough@board=6x6", "uct", "alphabeta", 0.02, number=number) for number in range(3)]
    standing = Standing([unit for one in standings for unit in one.units])
    for side in "ab":
        time_a_move = standing.typical_time(side)
        assert time_a_move is not None
        assert 17 < time_a_move < 24


def test_other_checkout_plays_the_same_match() -> None:
    """This tree as the one before: with budgets that are counted, its moves are those of this tree."""
    here = pair("connect-four", "uct:iterations=200", "uct:iterations=50", None)
    there = pair("connect-four", "before:uct:iterations=200", "uct:iterations=50", None)
    assert [match["moves"] for match in here.matches] == [match["moves"] for match in there.matches]
    assert here.score == there.score


def test_other_checkout_is_refused_where_its_rules_differ(tmp_path: Path) -> None:
    named = NamedGame.of("connect-four")
    player = AgentBefore("random", named, ROOT)
    try:
        other = apts.load("connect-four", grid="6x5").start(0)
        with pytest.raises(AptsError, match=r"PositionError: "):
            player.begin(MatchStart(other, 0, [1], 1, None))
    finally:
        player.close()
    with pytest.raises(AptsError, match="is no checkout of APTS"):
        AgentBefore("random", named, tmp_path)


# --- OpenSpiel ------------------------------------------------------------------------------------------------------

PAIRED = (
    "connect-four", "breakthrough", "breakthrough@board=6x6", "hex@board=7x7,swap=off", "hex@board=9x9,swap=off", "othello",
    "english-draughts",
)  # fmt: skip
GO = ("go@board=7x7,komi=7", "go@board=9x9,komi=7")


def test_moves_of_open_spiel_become_ours() -> None:
    breakthrough = pairing_of("Breakthrough", {"Board": "8x6"})
    assert breakthrough is not None
    assert breakthrough.open_spiel == "breakthrough(rows=8,columns=6)"
    assert breakthrough.text("a7b6*") == bare("a2xb3") == "a2b3"
    hexagons = pairing_of("Hex", {"Board": "7x7", "Swap": "Off", "Aim": "Join"})
    assert hexagons is not None
    assert hexagons.text("b1") == "a6"
    go = pairing_of("Go", {"Board": "9x9", "Komi": "7"})
    assert go is not None
    assert [go.text(words) for words in ("B a1", "W J9", "B PASS")] == ["a1", "i9", PASS]
    assert pairing_of("Hex", {"Board": "7x7", "Swap": "On", "Aim": "Join"}) is None
    assert pairing_of("Gomoku", {}) is None


@needs_open_spiel
@pytest.mark.parametrize("game", PAIRED)
def test_moves_and_results_are_those_of_open_spiel(game: str) -> None:
    found = compare(NamedGame.of(game).load(), 3)
    assert (found.matches, found.first) == (3, "")
    assert (found.only_here, found.only_there, found.other_results, found.ended_early) == (0, 0, 0, 0)
    assert found.positions > 50


@needs_open_spiel
@pytest.mark.parametrize("game", GO)
def test_moves_of_go_are_those_of_open_spiel(game: str) -> None:
    """Scores are counted in other ways there, and a few positions that come again are forbidden here alone."""
    found = compare(NamedGame.of(game).load(), 3)
    assert found.only_here == 0
    assert found.positions > 100


@needs_open_spiel
@pytest.mark.long
@pytest.mark.parametrize("game", PAIRED)
def test_many_matches_are_those_of_open_spiel(game: str) -> None:
    found = compare(NamedGame.of(game).load(), 20, seed=2)
    assert (found.matches, found.first) == (20, "")


@needs_open_spiel
def test_simulations_of_open_spiel_fill_the_time() -> None:
    game = apts.load("breakthrough")
    player = OpenSpielPlayer({}, game)
    try:
        state = game.start(0)
        player.begin(MatchStart(state, 0, [1, 2], 1, 0.02))
        times = []
        for turn in range(12):
            choice = player.choose(state, turn)
            times.append(choice.seconds)
            after = state.after(choice.move)
            player.observe(state, choice.move, after)
            state = after
    finally:
        player.close()
    assert 0.014 < sorted(times)[len(times) // 2] < 0.028


@needs_open_spiel
def test_match_that_open_spiel_draws_is_over() -> None:
    """Forty moves without progress are a draw of its draughts, not of ours."""
    game = apts.load("english-draughts")
    player = OpenSpielPlayer({"simulations": "1"}, game)
    try:
        state = game.start(0)
        player.begin(MatchStart(state, 0, [], 1, None))
        ended: str | None = None
        lot = Random(1)
        for _ in range(400):
            moves = state.moves()
            move = lot.choice(moves)
            after = state.after(move)
            ended = player.observe(state, move, after)
            state = after
            if ended or state.outcome:
                break
    finally:
        player.close()
    assert ended == "OpenSpiel ends the match as a draw"
    assert state.outcome is None


# --- programs -------------------------------------------------------------------------------------------------------


def test_missing_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs.shutil, "which", lambda *_, **__: None)
    with pytest.raises(AptsError, match="gnugo is not installed; on Debian it comes with the package gnugo"):
        GnuGo({}, apts.load("go", board="9x9"))


def test_missing_open_spiel_is_told(tmp_path: Path) -> None:
    with pytest.raises(AptsError, match="OpenSpiel is not installed: `make bench`"):
        OpenSpielPlayer({}, apts.load("connect-four"), tmp_path / "bin" / "python")


def test_points_of_go_leave_out_i() -> None:
    assert [its_point(text) for text in ("a1", "h8", "i9", PASS)] == ["a1", "h8", "j9", PASS]
    assert [our_point(its_point(text)) for text in ("a1", "h8", "i9", PASS)] == ["a1", "h8", "i9", PASS]


@needs("gnugo")
def test_gnu_go_takes_what_is_dead_before_it_passes() -> None:
    """By our rules everything that stands is alive: a random player's stones must be off the board."""
    standing = pair("go@board=7x7,komi=5", "gnugo", "random", None)
    assert standing.score.value == 1.0
    assert standing.replaced("a") == 0
    assert (standing.mean_time("a") or 0.0) > 0.0


@needs("stockfish")
@needs_records
def test_stockfish_beats_a_random_player() -> None:
    standing = pair(str(CHESS), "stockfish:level=20,nodes=2000", "random", None)
    assert standing.score.value == 1.0
    assert (standing.mean_time("a") or 0.0) > 0.0


@needs("gnuchess")
@needs_records
def test_gnu_chess_plays_to_the_end() -> None:
    standing = pair(str(CHESS), "gnuchess", "random", None)
    assert standing.score.value >= 0.5


@needs("stockfish")
@needs_records
def test_promotion_is_two_moves_of_ours_and_one_of_theirs() -> None:
    game = apts.load(CHESS)
    player = ChessContestant("stockfish", {"level": "20", "nodes": "5000"}, game)
    try:
        state = game.start(0)
        player.begin(MatchStart(state, 0, [1], 1, None))
        for text in ["h2-h4", "g7-g5", "h4-g5", "h7-h6", "g5-h6", "a7-a6", "h6-h7", "a6-a5", "h7-g8"]:
            move = state.find_move(text)
            after = state.after(move)
            player.observe(state, move, after)
            state = after
        piece = piece_of(state, "q")
        player.observe(state, piece, state.after(piece))
        assert piece.text == "g8=Queen"
        assert player.moves[-1] == "h7g8q"
    finally:
        player.close()


# --- drawing --------------------------------------------------------------------------------------------------------


@needs_records
@pytest.mark.long
def test_same_seed_draws_the_same_games() -> None:
    taken = [[one for one, _ in zip(drawn(5), range(4), strict=False)] for _ in range(2)]
    assert taken[0] == taken[1]
    good = [one for one in taken[0] if not one.refused]
    assert all(apts.load(one.path).players == 2 for one in good)
