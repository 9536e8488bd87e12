"""The methods beside the race, ``tpe``, ``nsga2`` and ``evolve``, on small games with real edits and the real gate."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame
from apts.errors import AptsError
from apts.playtest.goals import read_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.variants.search.improve_settings import ImproveSettings
from apts.variants.search.improvement import Improvement
from apts.variants.search.improving import improved
from apts.variants.tunables import Limits
from apts.variants.variant import CROSS, NUMBER, REMOVE, SWAP, as_variant

ROWS = """
(game "Rows"
    (players 2)
    (equipment {
        (board (square 4))
        (piece "Disc" Each)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 4) (result Mover Win)))
    )
)
"""
ALONE = ROWS.replace("players 2", "players 1")
THREE = ROWS.replace("players 2", "players 3")
METHODS = ("tpe", "nsga2", "evolve")
SHORTER = read_goals(["length at most 9", "drawishness at most 60 %"])
PLAY = PlaytestRequest("uct:iterations=10", seed=3)
SMALL = ImproveSettings(matches=400, kinds=(NUMBER,), most=48, fresh=12)
PINNED = Limits(bounds={"dim": (3, 5), "players.count": (2, 2)})


class Coin(PythonGame[int]):
    """Each seat names a side of a coin; it has no arguments to turn."""

    name = "Coin"
    players = 2

    def start(self) -> int:
        """Nothing was chosen."""
        return 0

    def mover(self, position: int) -> int:
        """The first seat, then the second."""
        return 1 if position == 0 else 2

    def moves(self, position: int) -> list[str]:
        """Two sides."""
        return ["heads", "tails"]

    def play(self, position: int, move: str) -> int:
        """Every way of getting there is another number."""
        return position * 2 + (1 if move == "heads" else 2)

    def write(self, position: int) -> str:
        """The number."""
        return str(position)

    def read(self, text: str) -> int:
        """The number of a text."""
        return int(text)

    def outcome(self, position: int) -> Outcome | None:
        """Odd numbers are won by the first seat."""
        return Outcome.won_by(1 + position % 2, 2, "the coin fell") if position > 2 else None


def search(method: str, **changed: object) -> Improvement:
    settings = replace(SMALL, **{"method": method, "limits": PINNED, **changed})  # type: ignore[arg-type]
    return improved(as_variant(ROWS), SHORTER, PLAY, settings)


@pytest.fixture(scope="module", params=METHODS)
def found(request: pytest.FixtureRequest) -> Improvement:
    return search(request.param)


def test_a_shorter_line_or_board_is_found_within_the_budget(found: Improvement) -> None:
    assert found.matches <= 400
    assert found.chosen is not None
    assert found.before.value > found.tried[0].standing.value
    assert found.confirmation is not None
    assert found.confirmation.matches == 12


def test_no_variant_is_played_twice(found: Improvement) -> None:
    counts = Counter(one.candidate.key for one in found.tried)
    assert max(counts.values()) == 1
    asked = [one.variant.key for one in found.refused] + list(counts)
    assert len(asked) == len(set(asked))


def test_search_goes_on_until_few_values_are_all_tried(found: Improvement) -> None:
    """Boards of 3, 4 and 5 rows with lines of 2 to 7 are 18 games at most; most of the lines do not fit."""
    known = {one.candidate.key for one in found.tried} | {one.variant.key for one in found.refused}
    assert len(known) >= 8


def test_front_has_only_variants_that_had_many_matches(found: Improvement) -> None:
    for one in found.front:
        assert not one.dropped
    sizes = [one.candidate.size for one in found.front]
    assert sizes == sorted(set(sizes))
    values = [one.standing.value for one in found.front]
    assert values == sorted(values, reverse=True)


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_search_is_the_same_for_a_seed_with_any_number_of_workers(method: str) -> None:
    kinds = (NUMBER, REMOVE, SWAP, CROSS)
    data = [
        improved(
            as_variant(ROWS), SHORTER, replace(PLAY, workers=workers), replace(SMALL, method=method, kinds=kinds)
        ).as_data()
        for workers in (1, 2)
    ]
    assert data[0] == data[1]


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_search_that_was_interrupted_goes_on_from_its_archive(method: str, tmp_path: Path) -> None:
    count = 0

    def stop(done: int, wanted: int) -> None:
        nonlocal count
        count += 1
        if count == 150:
            raise KeyboardInterrupt

    settings = replace(SMALL, method=method, limits=PINNED)
    place = tmp_path / "search.db"
    cut = improved(as_variant(ROWS), SHORTER, PLAY, settings, place, match_watch=stop)
    assert cut.interrupted
    assert cut.confirmation is None
    played: list[int] = []
    whole = improved(as_variant(ROWS), SHORTER, PLAY, settings, place, match_watch=lambda *_: played.append(1))
    fresh = improved(as_variant(ROWS), SHORTER, PLAY, settings)
    assert whole.as_data() == fresh.as_data()
    assert 0 < len(played) < fresh.matches + 12 * 8


@pytest.mark.long
def test_what_is_pinned_stays_whatever_clauses_are_edited() -> None:
    limits = Limits(pins=frozenset({"dim"}))
    found = search("evolve", kinds=(NUMBER, REMOVE, SWAP), limits=limits, matches=200)
    assert len(found.tried) > 1
    for one in found.tried:
        sizes = [known.value for known in one.candidate.tunables() if known.path == "equipment.board.square.dim"]
        assert sizes == [4]


@pytest.mark.long
def test_evolution_keeps_the_best_game_of_every_kind() -> None:
    found = search("evolve", kinds=(NUMBER, REMOVE, SWAP), axes=("length", "branching"))
    assert len(found.map) > 1
    places = [cell.place for cell in found.map]
    assert len(places) == len(set(places))
    for cell in found.map:
        there = [one for one in found.tried if one.candidate.key == cell.elite.candidate.key]
        assert there[0].standing == cell.elite.standing


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_one_seat(method: str) -> None:
    limits = Limits(bounds={"dim": (3, 5)}, pins=frozenset({"players.count"}))
    settings = replace(SMALL, method=method, limits=limits)
    found = improved(as_variant(ALONE), read_goals(["length at most 5"]), PlaytestRequest("random", seed=1), settings)
    assert found.chosen is not None
    if method == "evolve":
        assert found.axes == ("length", "branching")
        assert found.map


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_three_seats(method: str) -> None:
    found = improved(as_variant(THREE), read_goals(["drawishness at most 30 %"]), PLAY, replace(SMALL, method=method))
    assert len(found.tried) > 1
    assert all(one.candidate.game().players == 3 for one in found.tried[:3])


@pytest.mark.parametrize("method", METHODS)
def test_game_without_anything_to_turn_is_told(method: str) -> None:
    with pytest.raises(AptsError, match="no number, truth value or option that may be turned"):
        improved(as_variant(Coin), read_goals(["length at least 5"]), PLAY, ImproveSettings(matches=200, method=method))


def test_axes_that_the_game_cannot_have_are_told() -> None:
    with pytest.raises(AptsError, match="cannot both be measured"):
        improved(
            as_variant(ALONE),
            read_goals(["length at most 5"]),
            PlaytestRequest("random", seed=1),
            replace(SMALL, method="evolve", axes=("drawishness", "length")),
        )


@pytest.mark.long
def test_several_games_are_held_against_fresh_matches() -> None:
    found = search("evolve", games=2)
    assert len(found.confirmations) >= 2
    assert len({one.variant.key for one in found.confirmations}) == len(found.confirmations)
