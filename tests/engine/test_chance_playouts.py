"""Random matches of games with chance: whole in the kernel, and move for move those of the one face."""

from __future__ import annotations

import threading

import pytest

import apts
from apts.engine.play.playouts.random_matches import CompiledMatches
from apts.engine.play.playouts.random_streams import match_streams
from apts.engine.play.playouts.summary import Playouts, Tally
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.kernel_functions import address, words
from apts.engine.runtime.layout import DEALT
from tests.engine import small_games

RACE = """
(game "Race" (players {seats})
    (equipment {{ (board (rectangle 1 24) (track "Road" "0,E")) (dice d:6 num:{dice}) (piece "Runner" Each) }})
    (rules
        (start {{ {starts} }})
        (play (do (roll) next:(forEach Piece (move (from (from))
            (to (trackSite Move from:(from) "Road" steps:(count Pips)) if:(is Empty (to)))))))
        (end (if (> (last To) 18) (result Mover Win)))))
"""

THROW_AFTERWARDS = """
(game "Throw Afterwards" (players 2)
    (equipment { (board (square 4)) (dice d:4 num:2) (piece "Stone" Each) })
    (rules
        (start (place "Stone1" 0))
        (play (move Add (to (sites Empty)) (then (and (roll) (addScore Mover (count Pips))))))
        (end (if (>= (score Mover) 20) (result Mover Win)))))
"""

LUCK = """
(game "Luck" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then (addScore Mover (value Random (range 1 6))))))
        (end (if (is Full) (byScore)))))
"""

SCATTERED = """
(game "Scattered" (players 2)
    (equipment {
        (board (square 5))
        (piece "Stone" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
    })
    (rules
        (start { (place Random {"Stone1"} count:4) (place Random {"Stone2"} count:4) })
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))
"""

SHUFFLED = """
(game "Shuffled" (players 2)
    (equipment { (board (rectangle 1 6)) (piece "Red" Neutral) (piece "Blue" Neutral) (piece "Mark" Each) })
    (rules
        (start (place Random {"Red0" "Blue0"} count:{2 2} 0))
        (play (move Add (piece "Mark" Mover) (to (sites Empty))
            (then (if (= (what at:0 level:3) (id "Red" Neutral)) (addScore Mover 1)))))
        (end (if (is Full) (byScore)))))
"""

ALONE = """
(game "Alone" (players 1)
    (equipment { (board (square 3)) (dice d:6 num:1) (piece "Stone" Each) })
    (rules
        (play (do (roll) next:(if (> (count Pips) 2) (move Add (to (sites Empty))))))
        (end { (if (is Line 3) (result Mover Win)) (if (> (count Moves) 8) (result Mover Loss)) })))
"""

PIE = small_games.NOUGHTS.replace("(rules", "(rules (meta (swap))", 1)


def race(seats: int, dice: int = 1) -> str:
    """A race of so many seats."""
    starts = " ".join(f'(place "Runner{seat}" {seat - 1})' for seat in range(1, seats + 1))
    return RACE.format(seats=seats, starts=starts, dice=dice)


GAMES = {
    "race for 2": race(2),
    "race for 3, two dice": race(3, 2),
    "race for 6": race(6),
    "throw afterwards": THROW_AFTERWARDS,
    "luck": LUCK,
    "scattered": SCATTERED,
    "shuffled": SHUFFLED,
    "alone": ALONE,
    "pie": PIE,
    "pawns": small_games.PAWNS,
}
DEALS = {"scattered": 2, "shuffled": 2, "pie": 0, "pawns": 0}


def load(name: str) -> RulesGame:
    """A game of the table."""
    game = apts.load(GAMES[name])
    assert isinstance(game, RulesGame)
    return game


def through_the_face(game: RulesGame, seed: int, number: int, limit: int) -> tuple[int, RulesState]:
    """Match ``number`` of a seed, played with the moves of states; the stream only says which."""
    chance, choices = match_streams(seed, number)
    state, length, passes = game.start(chance), 0, 0
    machine, stream = game.machine.twin(), words(1)
    stream[0] = choices
    while state.outcome is None and length < limit:
        passes += state.lone_pass is not None
        asked, played = machine.copy(state.position), machine.copy(state.position)
        with machine.working():
            index = int(machine.kernel.choose(*machine.addresses(asked), address(stream)))
        machine.play(played, machine.record(index))
        wanted = RulesState(game, played)
        state = next(after for move in state.moves() if (after := state.play(move)) == wanted)
        length += 1
    return length - passes, passes, state


@pytest.mark.parametrize("name", GAMES)
def test_matches_are_those_of_the_one_face(name: str) -> None:
    game, tally = load(name), Tally(load(name).players)
    for number in range(12):
        kernel = CompiledMatches(game.machine, 3, 60, first=number)
        length, passes, state = through_the_face(game, 3, number, 60)
        assert kernel.play(1).lengths == {length: 1}
        assert RulesState(game, kernel.scratch) == state
        tally.add(length, state.outcome, passes)
    assert game.playouts(12, seed=3, limit=60) == tally.summary(0.0)


@pytest.mark.parametrize("name", GAMES)
def test_a_set_up_is_copied_only_where_chance_has_no_part_in_it(name: str) -> None:
    game = load(name)
    assert int(CompiledMatches(game.machine, 1, None).progress[DEALT]) == DEALS.get(name, 1)
    assert len({str(game.start(seed)).split(" chance=")[0] for seed in range(6)}) > (DEALS.get(name, 1) == 2)


@pytest.mark.parametrize("name", ["race for 3, two dice", "scattered"])
def test_threads_do_not_change_matches(name: str) -> None:
    game = load(name)
    alone = game.playouts(400, seed=7)
    found: list[Playouts] = []
    threads = [threading.Thread(target=lambda: found.append(game.playouts(400, seed=7))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 4


def test_every_match_of_a_dice_game_has_dice_of_its_own() -> None:
    summary = load("race for 2").playouts(2000, seed=1)
    assert summary.count == 2000
    assert len(summary.lengths) > 5


def test_the_kernel_is_entered_a_few_times_for_thousands_of_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    entered = 0
    enter = CompiledMatches._enter

    def counted(self: CompiledMatches, steps: int) -> int:
        nonlocal entered
        entered += 1
        return enter(self, steps)

    monkeypatch.setattr(CompiledMatches, "_enter", counted)
    load("scattered").playouts(2000, seed=1)
    assert entered < 100
