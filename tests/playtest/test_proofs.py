"""What is proved beside a play-test, what it says of the players, and what a stored run knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from apts import PythonGame, load, open_run, playtest
from apts.agents.searching.proving import Prover, why_unprovable
from apts.archive import MatchRecord, open_archive
from apts.archive.exchange import export_json, import_json
from apts.engine.play.outcome import Outcome
from apts.errors import AptsError
from apts.playtest.evidence.proved_turns import Proofs, proved_turns
from apts.playtest.experiments.proofs import MOST_WORK, allowed_work, prove
from apts.playtest.experiments.stress import SideResults
from apts.playtest.findings.dominance import tried_in_words
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.metrics.proved import proved_run
from apts.playtest.playtest_run import Run
from apts.playtest.run import plan_of


@pytest.fixture(scope="module")
def crosses() -> Run:
    return playtest("tic-tac-toe", "random", matches=200, seed=4)


def proved(run: Run, work: int = 400_000) -> Run:
    found = prove(run.game, run.matches, work)  # type: ignore[arg-type]
    return Run(run.manifest, run.matches, run.game, side=SideResults(proofs=found))


def test_start_of_tic_tac_toe_is_a_proved_draw(crosses: Run) -> None:
    metric = proved(crosses).metrics["best-play"]
    assert (metric.value, metric.low, metric.high) == (0.5, 0.5, 0.5)


def test_random_players_surely_throw_results_away(crosses: Run) -> None:
    run = proved(crosses)
    (found,) = [entry for entry in run.findings if entry.kind == "results-thrown-away"]
    assert found.low is not None
    assert found.low > 0.1
    assert found.matches


def test_advantage_among_players_is_told_apart_from_best_play(crosses: Run) -> None:
    sentences = {entry.kind: entry.sentence for entry in proved(crosses).findings}
    plain = {entry.kind: entry.sentence for entry in crosses.findings}
    assert sentences["proved-result"] == "With best play the match is a draw (proved)."
    assert sentences["seat-advantage"].startswith(plain["seat-advantage"])
    assert sentences["seat-advantage"].endswith(sentences["proved-result"])


def test_proofs_agree_with_the_solver_at_every_turn(crosses: Run) -> None:
    run = proved(crosses)
    known = proved_run(run.evidence)
    assert not isinstance(known, str)
    prover = Prover(load("tic-tac-toe"))
    for number, turns in list(known.turns.items())[:3]:
        states = run.replay(number)
        assert [prover.prove(states[one.turn - 1], 10**6).value for one in turns] == [one.before for one in turns]


def test_work_is_counted_and_bounded(crosses: Run) -> None:
    plan = plan_of(load("tic-tac-toe"), PlaytestRequest(agents="uct:iterations=400", matches=60))
    assert allowed_work(plan, crosses.matches) < allowed_work(plan, crosses.matches * 4) <= MOST_WORK
    first, second = (prove(load("tic-tac-toe"), crosses.matches, 90_000) for _ in range(2))
    assert first == second
    assert first is not None
    assert first.work <= 90_000 + 2_000


def test_too_little_work_proves_nothing_of_the_start() -> None:
    run = playtest("connect-four", "random", matches=20, seed=1)
    found = prove(load("connect-four"), run.matches, 60_000)
    assert found is not None
    assert found.start is None
    assert found.tails


def test_reason_is_given_where_nothing_can_be_proved() -> None:
    reasons = [why_unprovable(load(name)) for name in ("backgammon", "mail-coaches", "tic-tac-toe")]
    assert reasons == ["the solver is for games without chance"] * 2 + [None]
    assert why_unprovable(load(Three)) == "the solver is for one or two players"


class Heap(PythonGame[tuple[int, int]]):
    """Take one to three stones of a heap in turn; who takes the last one wins, so that four stones are lost."""

    name = "Heap"
    players = 2

    def __init__(self, stones: int = 7):
        self.stones = stones

    def start(self) -> tuple[int, int]:
        return self.stones, 1

    def mover(self, position: tuple[int, int]) -> int:
        return position[1]

    def moves(self, position: tuple[int, int]) -> list[str]:
        return [str(count) for count in range(1, min(3, position[0]) + 1)]

    def play(self, position: tuple[int, int], move: str) -> tuple[int, int]:
        return position[0] - int(move), position[1] % self.players + 1

    def outcome(self, position: tuple[int, int]) -> Outcome | None:
        last = (position[1] - 2) % self.players + 1
        return None if position[0] else Outcome.won_by(last, self.players, "the heap is gone")

    def write(self, position: tuple[int, int]) -> str:
        return f"{position[0]} {position[1]}"

    def read(self, text: str) -> tuple[int, int]:
        stones, seat = text.split()
        return int(stones), int(seat)


class Three(Heap):
    """The same among three."""

    name = "Heap of three"
    players = 3


class Lock(PythonGame[str]):
    """A puzzle for one: only the right digits open it."""

    name = "Lock"
    players = 1

    def __init__(self, code: str = "12"):
        self.code = code

    def start(self) -> str:
        return ""

    def mover(self, position: str) -> int:
        return 1

    def moves(self, position: str) -> list[str]:
        return ["1", "2"]

    def play(self, position: str, move: str) -> str:
        return position + move

    def outcome(self, position: str) -> Outcome | None:
        if len(position) < 2:
            return None
        return Outcome.won_by(1, 1, "open") if position == self.code else Outcome.all_lose(1, "shut")

    def write(self, position: str) -> str:
        return position or "-"

    def read(self, text: str) -> str:
        return text.strip("-")


def test_first_move_that_alone_keeps_a_win_dominates() -> None:
    run = proved(playtest(Heap(), "uct:iterations=60", matches=60, seed=1))
    assert run.metrics["best-play"].details["openings"] == {"1": -1, "2": -1, "3": 1}
    (found,) = [entry for entry in run.findings if entry.kind == "dominant-opening"]
    assert (found.subject, found.p_value) == ("3", None)
    assert "of 3 first moves it alone keeps what the start is worth (proved" in found.sentence
    assert [entry.kind for entry in found.consequences] == ["popular-opening"]


def test_no_first_move_dominates_where_all_keep_the_draw(crosses: Run) -> None:
    run = proved(crosses)
    assert run.metrics["best-play"].details["openings"] == {"a1": 0, "b1": 0, "b2": 0}
    assert not [entry for entry in run.weighed if entry.kind == "dominant-opening"]
    told = str(tried_in_words(run.evidence, "opening", "b2"))
    assert told == " With best play 3 of 3 first moves are worth the most (proved)."


def test_class_is_proved_and_its_mistakes_are_counted() -> None:
    run = proved(playtest(Heap(), "random", matches=40, seed=2))
    assert run.metrics["best-play"].value == 1.0
    wasted = run.metrics["thrown-away"]
    assert wasted.value is not None
    assert wasted.value > 0.3
    (first,) = [entry for entry in run.findings if entry.kind == "proved-result"]
    assert (first.subject, first.sentence) == ("seat 1", "With best play seat 1 wins (proved).")


@pytest.mark.parametrize(("code", "subject"), [("12", "solvable"), ("33", "unsolvable")])
def test_puzzle_for_one_is_proved(code: str, subject: str) -> None:
    run = proved(playtest(Lock(code), "random", matches=20, seed=2))
    assert [entry.subject for entry in run.findings if entry.kind == "proved-result"] == [subject]


def test_nothing_is_said_of_three_seats() -> None:
    run = proved(playtest(Three(), "random", matches=20, seed=2))
    assert run.side is not None
    assert run.side.proofs is None
    assert run.metrics["best-play"].details["missing"] == "the solver is for one or two players"


# ----------------------------------------------------------------------------------------------------------------
# The default play-test, and what its archive keeps.


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    place = tmp_path_factory.mktemp("proofs") / "runs.db"
    return place, playtest("tic-tac-toe", matches=120, seed=3, archive=place)


def test_default_play_test_is_proved_and_opened_without_solving_anew(
    kept: tuple[Path, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, run = kept
    monkeypatch.setattr("apts.playtest.experiments.proofs.Prover", None)
    opened = open_run(place)
    assert run.metrics["best-play"].value == 0.5
    for name in ("best-play", "thrown-away", "value-error"):
        assert opened.metrics[name] == run.metrics[name]
    assert playtest("tic-tac-toe", matches=120, seed=3, archive=place).metrics["best-play"].value == 0.5


def test_run_that_only_keeps_proofs_can_be_opened_itself(kept: tuple[Path, Run]) -> None:
    place, _ = kept
    with open_archive(place) as archive:
        (name,) = [run.name for run in archive.runs() if not run.matches]
        assert open_run(archive, name).weighed == ()


def test_named_players_are_not_proved() -> None:
    run = playtest("tic-tac-toe", "random", matches=20)
    assert run.metrics["best-play"].value is None
    assert not [one for one in run.findings if one.kind == "proved-result"]


def test_proofs_travel_by_export_and_import(kept: tuple[Path, Run], tmp_path: Path) -> None:
    place, run = kept
    with open_archive(place) as source, open_archive(tmp_path / "other.db") as target:
        for number, summary in enumerate(source.runs()):
            export_json(source, summary.name, tmp_path / f"{number}.json")
            import_json(target, tmp_path / f"{number}.json")
    assert open_run(tmp_path / "other.db").metrics["thrown-away"] == run.metrics["thrown-away"]


WRONG: list[Mapping[str, Any]] = [
    {"start": 2},
    {"start": True},
    {"start": "0"},
    {"tails": []},
    {"tails": {"1": [0, 5]}},
    {"tails": {"1": "00"}},
    {"tails": {"1": []}},
    {"tails": {"one": [0]}},
    {"tails": {"1": [0], "01": [0]}},
    {"matches": -1},
    {"work": None},
    {"openings": {"a1": 2}},
    {"openings": {"a1": 1}},
    {"openings": ["a1"]},
    {"start": None, "openings": {"a1": 0}},
]


@pytest.mark.parametrize("changes", WRONG)
def test_stored_proofs_of_the_wrong_form_are_none(changes: Mapping[str, Any]) -> None:
    good = Proofs(3, 0, {1: (0, 1)}, 9).as_question()
    assert Proofs.of(good) == Proofs(3, 0, {1: (0, 1)}, 9)
    assert Proofs.of({**good, **changes}) is None


def test_stored_proofs_that_contradict_the_matches_are_refused(crosses: Run) -> None:
    whole = [match for match in crosses.matches if match.status == "finished"]
    won = next(match for match in whole if match.outcome is not None and match.outcome.winner == match.turns[-1].mover)
    assert proved_turns(Proofs(60, None, {won.number: (1,)}), whole)
    nothing_there: list[Proofs] = [
        Proofs(60, None, {won.number: (0,)}),
        Proofs(60, None, {9_999: (1,)}),
        Proofs(60, None, {won.number: (1,) * 12}),
    ]
    for proofs in nothing_there:
        with pytest.raises(AptsError, match="the proofs of this run"):
            proved_turns(proofs, whole)
        run = Run(crosses.manifest, crosses.matches, crosses.game, side=SideResults(proofs=proofs))
        assert "the proofs of this run" in run.metrics["thrown-away"].details["missing"]


def test_match_that_was_stopped_proves_nothing(crosses: Run) -> None:
    stopped: MatchRecord = replace(crosses.matches[0], status="stopped")
    with pytest.raises(AptsError):
        proved_turns(Proofs(60, None, {stopped.number: (0,)}), [stopped])
