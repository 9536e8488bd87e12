"""A game that plays as recorded passes; one that differs anywhere is told where first."""

from __future__ import annotations

import copy
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from apts.errors import AptsError
from bench.conformance.position import RecordedPosition
from bench.conformance.protocol import Entry, Pair
from bench.conformance.verdict import Verdict, verify
from tests.conformance.two_cells import GEOMETRY, TwoCells, trace, write_record
from tests.wording.golden import Wording


def judge(tmp_path: Path, engine: type[TwoCells], data: dict[str, Any] | None = None) -> Verdict:
    record = write_record(tmp_path, "two-cells", data or trace())
    return verify(record, lambda _: engine(), describe_board=lambda board: board)


def test_game_that_plays_as_recorded_passes(tmp_path: Path) -> None:
    verdict = judge(tmp_path, TwoCells)
    assert (verdict.status, verdict.reason) == ("passed", "")


def test_move_with_the_recorded_changes_is_chosen_among_moves_of_one_pair(tmp_path: Path) -> None:
    data = trace()
    data["trials"][0]["plies"][1]["changes"] = [[0, 2, 1, 1]]
    data["trials"][0]["end"]["state_crc"] = RecordedPosition([[0, 2, 1, 1], [1, 1, 1, 1]]).crc()
    assert judge(tmp_path, TwoCells, data).passed


def test_wrong_checksum_of_the_final_position_is_a_difference(tmp_path: Path, wording: Wording) -> None:
    data = trace()
    data["trials"][0]["end"]["state_crc"] += 1
    wording(judge(tmp_path, TwoCells, data).reason)


class MissingMove(TwoCells):
    def moves(self) -> list[tuple[int, int]]:
        return super().moves()[1:]


class ExtraMove(TwoCells):
    def legal(self) -> list[Pair]:
        return [*super().legal(), (0, 1)]


class WrongPiece(TwoCells):
    def play(self, index: int) -> None:
        cell, state = self.moves()[index]
        self.cells[cell] = (2, state)


class ChangesAnotherSite(TwoCells):
    def play(self, index: int) -> None:
        super().play(index)
        self.cells[0] = (2, 0)


class SecondSeatBegins(TwoCells):
    @property
    def mover(self) -> int:
        return 3 - super().mover


class StartsFilled(TwoCells):
    def start(self, trial_start: list[Entry] | None = None) -> None:
        self.cells = [(1, 0), (0, 0)]


class NeverEnds(TwoCells):
    over = False  # type: ignore[assignment]


class WrongWinner(TwoCells):
    winner = 2  # type: ignore[assignment]


class WrongRanking(TwoCells):
    ranking = (1.5, 1.5)  # type: ignore[assignment]


class StrayPending(TwoCells):
    pending = (3,)


class FalseForcedPass(TwoCells):
    forced = True


class OtherComponents(TwoCells):
    components = ((1, "Disc1", 1), (2, "Cross2", 2))


class OtherContainers(TwoCells):
    containers = (("Board", 0, 0, 3),)


@pytest.mark.parametrize(
    ("engine", "reason"),
    [
        (MissingMove, "trial 1, ply 0: legal moves: 0-0 1 times instead of 2"),
        (ExtraMove, "trial 1, ply 0: legal moves: 1 too many (0-1)"),
        (WrongPiece, "trial 1, ply 0: after 1-1: site 1 holds [2, 1, 0], recorded [1, 1, 1]"),
        (ChangesAnotherSite, "trial 1, ply 0: after 1-1: site 0 holds [2, 1, 0], recorded None"),
        (SecondSeatBegins, "trial 1, start: seat 2 begins, recorded 1"),
        (StartsFilled, "trial 1, start: site 0 holds [1, 1, 0], recorded None"),
        (NeverEnds, "trial 1, ply 1: after 0-0: the match goes on, not so in the record"),
        (WrongWinner, "trial 1, end: the winner is 2, recorded 1"),
        (WrongRanking, "trial 1, end: the ranking is [1.5, 1.5], recorded [1.0, 2.0]"),
        (StrayPending, "trial 1, ply 0: after 1-1: pending is [3], recorded []"),
        (FalseForcedPass, "trial 1, ply 0: forced pass: True, recorded False"),
        (OtherComponents, "component (2, 'Cross2', 2), recorded (2, 'Disc2', 2)"),
        (OtherContainers, "containers (owner, first site, size) are [(0, 0, 3)], recorded [(0, 0, 2)]"),
    ],
)
def test_first_difference_is_named(tmp_path: Path, engine: type[TwoCells], reason: str) -> None:
    verdict = judge(tmp_path, engine)
    assert (verdict.status, verdict.reason) == ("failed", reason)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("vertices", 5, "board: vertices is 5, recorded 6"),
        ("xy", [[0.5, 0.5], [1.5, 0.6]], "board: site 1 is at (1.500, 0.600), recorded (1.5, 0.5)"),
        ("labels", ["A1", "A2"], "board: label of site 1 is A2, recorded B1"),
        ("orthogonal", [[1], []], "board: orthogonal sites of site 1 is [], recorded [0]"),
        ("directions", {"E": [1, -1]}, "board: directions ['E'], recorded ['E', 'W']"),
        ("sets", {"left": [1]}, "board: left is [1], recorded [0]"),
    ],
)
def test_difference_of_geometry_is_named(tmp_path: Path, key: str, value: Any, reason: str) -> None:
    class OtherBoard(TwoCells):
        board: Any = MappingProxyType({**GEOMETRY, key: value})

    assert judge(tmp_path, OtherBoard).reason == reason


def test_list_over_the_limit_is_held_against_its_checksum(tmp_path: Path) -> None:
    data = trace()
    del data["trials"][0]["plies"][0]["legal"]
    assert judge(tmp_path, TwoCells, data).passed
    data["trials"][0]["plies"][0]["crc"] += 1
    assert judge(tmp_path, TwoCells, data).reason.endswith("are not the recorded ones (checksum)")


def test_wrong_perft_count_is_a_difference(tmp_path: Path) -> None:
    data = trace()
    data["perft"] = [4, 9]
    assert judge(tmp_path, TwoCells, data).reason == "perft(2) is 8, recorded 9"


def test_random_start_is_forced_from_the_record(tmp_path: Path) -> None:
    class ForcedStart(TwoCells):
        def start(self, trial_start: list[Entry] | None = None) -> None:
            self.cells = [(0, 0), (0, 0)]
            for site, what, _, state in trial_start or []:
                self.cells[site] = (what, state)

    data = trace()
    trial = copy.deepcopy(data["trials"][0])
    trial["start"] = {**data["start"], "sites": [[1, 1, 1, 1]], "mover": 2, "next": 1}
    trial["seed"], trial["plies"] = 2, trial["plies"][1:]
    data["trials"].append(trial)
    assert judge(tmp_path, ForcedStart, data).passed
    assert judge(tmp_path, TwoCells, data).reason.startswith("trial 2, start:")


class SecretChoice(TwoCells):
    """States are kept secret until the match ends, so that the first choice only shows at the second ply."""

    def __init__(self) -> None:
        self.secret = 0
        super().__init__()

    def play(self, index: int) -> None:
        cell, state = self.moves()[index]
        if sum(what > 0 for what, _ in self.cells) == 0:
            self.secret = state
            self.cells[cell] = (self.mover, 0)
        else:
            self.cells[cell] = (self.mover, self.secret)


def test_choice_whose_effect_shows_later_is_reconsidered(tmp_path: Path) -> None:
    data = trace()
    first, second = data["trials"][0]["plies"]
    first["changes"], second["changes"] = [[1, 1, 1, 0]], [[0, 2, 1, 1]]
    data["trials"][0]["end"]["state_crc"] = RecordedPosition([[0, 2, 1, 1], [1, 1, 1, 0]]).crc()
    assert judge(tmp_path, SecretChoice, data).passed


class DrawnState(TwoCells):
    """The state of a piece is drawn, as one of ten; what was drawn is kept in a list that does not show on the board."""

    def __init__(self) -> None:
        self.stream = 0
        self.kept: list[int] = []
        super().__init__()

    def draw_anew(self, number: int) -> None:
        self.stream = number

    def remembered(self) -> dict[str, list[int]]:
        return {"Drawn": sorted(self.kept)}

    def play(self, index: int) -> None:
        cell, _ = self.moves()[index]
        drawn = self.stream * 7 % 10
        self.kept.append(drawn)
        self.cells[cell] = (self.mover, drawn // 5)


def test_what_is_drawn_during_a_move_is_drawn_as_recorded(tmp_path: Path) -> None:
    data = trace()
    assert not judge(tmp_path, DrawnState, data).passed
    data["flags"] = ["stochastic"]
    assert judge(tmp_path, DrawnState, data).passed
    data["trials"][0]["plies"][0]["changes"] = [[1, 1, 1, 2]]  # never drawn
    assert not judge(tmp_path, DrawnState, data).passed


def test_what_is_drawn_and_only_remembered_is_drawn_as_recorded(tmp_path: Path) -> None:
    sessions = []

    class Kept(DrawnState):
        def __init__(self) -> None:
            super().__init__()
            sessions.append(self)

    data = trace()
    data["flags"] = ["stochastic"]
    for number, played in zip((8, 3), data["trials"][0]["plies"], strict=True):
        played["text"] = f"[Move:mover=1,actions=[Add:to=1,decision=true],[RememberValue:name=Drawn,value={number}]]"
    data["perft"] = []
    assert judge(tmp_path, Kept, data).passed
    assert sorted(sessions[-1].kept) == [3, 8]


def test_refused_description_is_reported_with_the_first_line_of_the_error(tmp_path: Path) -> None:
    def refuse(_: Path) -> TwoCells:
        raise AptsError("the ludeme (dance) is not supported\n  here: ^")

    verdict = verify(write_record(tmp_path, "two-cells", trace()), refuse)
    assert (verdict.status, verdict.reason) == ("refused", "the ludeme (dance) is not supported")


def test_error_of_the_engine_is_a_verdict_too(tmp_path: Path) -> None:
    class Broken(TwoCells):
        def play(self, index: int) -> None:
            raise IndexError("list index out of range")

    verdict = judge(tmp_path, Broken)
    assert (verdict.status, verdict.reason) == ("crashed", "IndexError: list index out of range")
