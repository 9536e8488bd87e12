"""Contests: who sits where, what a match is worth, what is kept of it, and that a run goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from apts.engine.play.game import Game, Move, State
from apts.errors import AptsError
from bench.strength import running
from bench.strength.__main__ import as_spelled, main, move_time
from bench.strength.contest import Contest, PlayedMatch, Used, play_unit, seatings, unit_score
from bench.strength.contestant import Choice, Contestant, MatchStart
from bench.strength.named_games import NamedGame
from bench.strength.page import write_page
from bench.strength.records import Results, Standing, append_lines, read_lines
from bench.strength.running import Order, run


class First(Contestant):
    """Plays the first or the last legal move, in a made-up time, and remembers what it was shown."""

    def __init__(self, name: str = "first", seconds: float = 0.01, place: int = 0, *, timed: bool = True):
        self.name, self.timed, self._seconds, self._place = name, timed, seconds, place
        self.starts: list[MatchStart] = []
        self.seen: list[list[str]] = []

    def begin(self, match: MatchStart) -> None:
        self.starts.append(match)
        self.seen.append([])

    def choose(self, state: State, turn: int) -> Choice:
        assert len(self.seen[-1]) == turn
        assert state.mover in self.starts[-1].seats
        return Choice(state.moves()[self._place], self._seconds)

    def observe(self, before: State, move: Move, after: State) -> str | None:
        self.seen[-1].append(move.text)
        return None


def played(sides: str, firsts: tuple[int, ...]) -> PlayedMatch:
    return PlayedMatch(sides, firsts, (0.0,) * len(sides), 9, "", {"a": Used(), "b": Used()})


def unit(
    game: Game, *, seconds: float | None = 0.02, number: int = 0, **settings: int
) -> tuple[list[PlayedMatch], First, First]:
    a, b = First(), First("last", 0.03, -1)
    contest = Contest("", "", "", seconds, **settings)
    return list(play_unit(contest, game, {"a": a, "b": b}, number, seconds)), a, b


def test_score_is_the_share_of_the_first_place() -> None:
    assert [played("ab", firsts).score for firsts in ((1,), (2,), ())] == [1.0, 0.0, 0.5]
    assert played("bab", (2,)).score == 1.0
    assert played("bab", (1, 2)).score == 0.5
    assert played("bab", ()).score == pytest.approx(1 / 3)


def test_equal_players_score_a_half_whoever_sits_alone() -> None:
    """Each seat wins as often as it likes: over all seatings of three the first contestant has half of that."""
    assert seatings(2) == ["ab", "ba"]
    assert seatings(3) == ["abb", "bab", "bba", "baa", "aba", "aab"]
    for winner in (1, 2, 3):
        matches = [played(sides, (winner,)).to_data() for sides in seatings(3)]
        assert unit_score(matches) == pytest.approx(0.5)
    alone = Standing([[played(sides, (1,)).to_data() for sides in seatings(3)]]).alone
    assert alone == {"a": (pytest.approx(1 / 3), 3), "b": (pytest.approx(1 / 3), 3)}


def test_matches_of_a_pair_share_their_opening_and_exchange_seats() -> None:
    matches, a, b = unit(NamedGame.of("connect-four").load(), opening=4)
    assert [match.sides for match in matches] == ["ab", "ba"]
    assert [list(start.seats) for start in a.starts] == [[1], [2]]
    assert [list(start.seats) for start in b.starts] == [[2], [1]]
    assert a.seen[0][:4] == a.seen[1][:4]
    assert a.seen == b.seen
    assert a.seen[0] != a.seen[1]
    others, *_ = unit(NamedGame.of("connect-four").load(), opening=4, number=1)
    again, repeated, _ = unit(NamedGame.of("connect-four").load(), opening=4)
    assert [match.utilities for match in again] == [match.utilities for match in matches]
    assert repeated.seen == a.seen
    assert others != matches


def test_time_is_that_of_moves_with_a_choice() -> None:
    (match, _), a, _ = unit(NamedGame.of("tic-tac-toe").load(), opening=0)
    chosen = match.used["a"].moves + match.used["b"].moves
    assert chosen == len(a.seen[0]) == match.moves
    assert match.used["a"].seconds == pytest.approx(0.01 * match.used["a"].moves)
    assert match.used["a"].typical == pytest.approx(0.01)
    assert match.used["b"].typical == pytest.approx(0.03)
    standing = Standing([[match.to_data()]])
    assert standing.ratio == pytest.approx(1 / 3)
    assert standing.mean_time("b") == pytest.approx(30)


def test_moves_that_were_made_early_are_told_apart() -> None:
    class Proving(First):
        def choose(self, state: State, turn: int) -> Choice:
            early = turn > 1
            return Choice(state.moves()[0], 0.001 if early else 0.02, early)

    game = NamedGame.of("tic-tac-toe").load()
    sides: dict[str, Contestant] = {"a": Proving(), "b": Proving()}
    (match, _) = play_unit(Contest("", "", "", 0.02, opening=0), game, sides, 0, 0.02)
    used = match.used["a"]
    assert used.moves - used.early == 1
    assert used.typical == 0.02
    standing = Standing([[match.to_data()]])
    assert standing.typical_time("a") == pytest.approx(20)
    assert standing.early_share("a") == pytest.approx(used.early / used.moves)
    assert standing.mean_time("a") == pytest.approx((20 + used.early) / used.moves)


def test_match_is_stopped_at_the_limit_and_drawn() -> None:
    (match, _), *_ = unit(NamedGame.of("connect-four").load(), opening=0, limit=3)
    assert (match.moves, match.firsts, match.score) == (3, (), 0.5)
    assert Standing([[match.to_data()]]).stopped == 1


def test_games_for_three_and_games_with_dice_are_played() -> None:
    matches, a, _ = unit(NamedGame.of("mail-coaches@players=three").load(), limit=40)
    assert [match.sides for match in matches] == seatings(3)
    assert [list(start.seats) for start in a.starts] == [[1], [2], [3], [2, 3], [1, 3], [1, 2]]
    (one, other), a, _ = unit(NamedGame.of("backgammon").load(), limit=30)
    assert a.seen[0][:2] == a.seen[1][:2], "the same throws and the same opening"
    assert one.moves == other.moves == 30


def order(file: Path, matches: int, **settings: object) -> Order:
    contest = Contest("tic-tac-toe", "random", "greedy", None, label="now")
    return Order(NamedGame.of(contest.game), contest, matches, file, **settings)  # type: ignore[arg-type]


def test_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file, told = tmp_path / "results.jsonl", list[int]()
    run(order(file, 4), lambda known: told.append(len(known.matches)))
    assert told == [2, 4]
    with file.open("a", encoding="utf-8") as out:
        out.write('{"contest": {"game": "tic')  # stopped while it wrote
    standing = run(order(file, 8), lambda known: told.append(len(known.matches)))
    assert told == [2, 4, 6, 8]
    assert len(standing.matches) == 8
    assert [line["unit"] for line in read_lines(file)] == [0, 1, 2, 3]
    whole = tmp_path / "whole.jsonl"
    run(order(whole, 8), lambda _: None)
    scores = [[match["score"] for line in read_lines(one) for match in line["matches"]] for one in (file, whole)]
    assert scores[0] == scores[1]
    assert len(run(order(file, 4), lambda _: None).matches) == 4, "what is beyond is left out"


def test_results_of_other_contests_are_not_mixed(tmp_path: Path) -> None:
    results = Results(tmp_path / "results.jsonl")
    contest = Contest("tic-tac-toe", "a", "b", 0.02, versions=("1", "2"), label="now")
    results.add(contest, 0, [played("ab", (1,)), played("ba", (1,))])
    assert list(results.units(contest)) == [0]
    assert results.units(Contest("tic-tac-toe", "a", "b", 0.02, versions=("1", "3"), label="now")) == {}
    assert results.units(Contest("tic-tac-toe", "a", "b", 0.02, versions=("1", "2"), label="before")) == {}


def test_run_ends_with_its_cpu_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(spec: str, *_: object) -> Contestant:
        return First(spec, 20.0)

    monkeypatch.setattr(running, "contestant", slow)
    contest = Contest("tic-tac-toe", "a", "b", 0.02)
    standing = run(
        Order(NamedGame.of(contest.game), contest, 60, tmp_path / "results.jsonl", cpu_minutes=5), lambda _: None
    )
    spent = sum(used["seconds"] for match in standing.matches for used in match["used"].values())
    assert 300 <= spent < 300 + 2 * 9 * 20


def test_time_of_one_side_is_the_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = {"a": First("a"), "b": First("b", 0.07, timed=False)}
    monkeypatch.setattr(running, "contestant", lambda spec, *_: sides[spec])
    contest = Contest("tic-tac-toe", "a", "b", None, time_of="b")
    run(Order(NamedGame.of(contest.game), contest, 4, tmp_path / "results.jsonl"), lambda _: None)
    given = [start.seconds for start in sides["a"].starts]
    assert given == [running.REHEARSAL] * 2 + [pytest.approx(0.07)] * 4
    contest = Contest("tic-tac-toe", "a", "b", None, time_of="a")
    with pytest.raises(AptsError, match="a has no budget of its own"):
        run(Order(NamedGame.of(contest.game), contest, 4, tmp_path / "results.jsonl"), lambda _: None)
    assert as_spelled("level:club") == "=level:club"
    assert as_spelled("before:level:club") == "before:=level:club"
    assert (move_time("b"), move_time("0.1")) == ("b", 0.1)


def test_page_has_every_contest_and_every_set(tmp_path: Path) -> None:
    file, page = tmp_path / "results.jsonl", tmp_path / "strength.md"
    used = {"a": Used(3, 0.06, 0, 0.02), "b": Used(3, 0.09, 0, 0.03)}
    matches = [PlayedMatch(sides, (place,), (0.0, 0.0), 9, "", used) for place, sides in ((1, "ab"), (2, "ba"))]
    contest = Contest("games/hex.lud", "uct", "openspiel", 0.02)
    Results(file).add(contest, 0, matches)
    line = {"solved": "Connect Four", "player": "uct", "seconds": 0.02, "kept": 0.9, "low": 0.8, "high": 0.95}
    append_lines(file, [{**line, "kept": 0.1, "positions": 40, "milliseconds": 20.0}])
    append_lines(file, [{**line, "positions": 40, "milliseconds": 20.0}])
    write_page([file], page)
    text = page.read_text(encoding="utf-8")
    assert "| hex | `uct` | `openspiel` | 1.00 (0.03 to 1.00) | 2 | 0 | 20.0 (20.0) | 30.0 (30.0) |" in text
    assert "| Connect Four | `uct` | 0.90 (0.80 to 0.95) | 40 | 20.0 |" in text
    figures = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    assert figures["matches"][0]["score"] == 1.0
    assert len(figures["solved"]) == 1, "the latest line counts"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["match", "hex@board", "uct", "uct"], "no option"),
        (["match", "tic-tac-toe", "uct", "before:uct"], "--before FOLDER"),
        (["match", "tic-tac-toe", "uct", "before:uct", "--before", "nowhere"], "no checkout of APTS"),
        (["match", "tic-tac-toe", "uct", "gnugo"], "gnugo plays Go"),
        (["match", "tic-tac-toe", "uct", "stockfish"], "stockfish plays Chess"),
        (["match", "tic-tac-toe", "uct", "openspiel"], "no counterpart in OpenSpiel"),
        (["match", "hex", "uct", "openspiel"], "paired with Swap=Off"),
        (["match", "tic-tac-toe", "uct", "openspiel:simulation=9"], "no setting simulation"),
        (["match", "tic-tac-toe", "uct", "openspiel:solve"], "no setting; one is written name=value"),
        (["match", "go", "uct", "gnugo:level=11"], "level of gnugo is a number from 0 to 10, not '11'"),
        (["solved", "uct", "--sets", "Chess"], "no such set"),
        (["draw", "--folder", "nowhere"], "no conformance records"),
    ],
)
def test_mistake_is_a_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert told in capsys.readouterr().err
