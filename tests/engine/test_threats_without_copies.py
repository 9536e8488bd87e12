"""Whether a piece is threatened is found without playing the moves that cannot matter."""

from __future__ import annotations

import re
from random import Random

import pytest

from apts.engine.compiler.compiling import Compiled, compile_rules
from apts.engine.ludemes.moves.lists.do import AfterwardsSink
from apts.engine.play.machine import Machine
from apts.language.builder import build

KINGS = """
(game "Kings" (players {players})
    (equipment {{
        (board (square 5))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
    }})
    (rules
        (start {{ {starts} }})
        (play (do (forEach Piece) ifAfterwards:{condition}))
        (end {{
            (if (and (is Threatened (id "King" Next)) (no Moves Next)) (result Mover Win))
            (if (>= (count Turns) 60) (result Mover Draw))
        }})))
"""
SAFE = '(not (is Threatened (id "King" Mover)))'
SAFE_AND_MORE = '(and (not (is Threatened (id "King" Mover))) (> (count Pieces Mover) 1))'
ROUNDS = "(>= (count Pieces Mover) 1)"


def kings(players: int, condition: str) -> Compiled:
    """Kings that may not be left threatened, each with a rook."""
    corners = (0, 24, 4)
    starts = " ".join(
        f'(place "King{seat}" {corners[seat - 1]}) (place "Rook{seat}" {(7, 17, 11)[seat - 1]})'
        for seat in range(1, players + 1)
    )
    return compile_rules(build(KINGS.format(players=players, starts=starts, condition=condition)))


def searching(game: Compiled) -> str:
    """The functions that look for a move to a given site."""
    return "".join(part for part in game.source.split("@compiled") if re.match(r"\ndef moves\w+\(.*r_aim", part))


def lists(game: Compiled, seed: int) -> list[list[tuple[int, ...]]]:
    """The moves that could be chosen in each turn of a random match, by origin and target."""
    machine, chance, found = Machine(game), Random(seed), []
    state = machine.start()
    while count := machine.moves(state):
        records = [machine.record(index) for index in range(count)]
        found.append([record[1:3] for record in records])
        machine.play(state, chance.choice(records))
    return found


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("condition", [SAFE, SAFE_AND_MORE, ROUNDS])
def test_what_is_skipped_changes_nothing(players: int, condition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = kings(players, condition)
    monkeypatch.setattr(AfterwardsSink, "_certain", lambda self, scope: None)
    monkeypatch.setattr(AfterwardsSink, "wanted", lambda self, scope, move: "True")
    thorough = kings(players, condition)
    assert searching(thorough).count("copy_words") > 0
    assert game.source != thorough.source
    for seed in range(20):
        assert lists(game, seed) == lists(thorough, seed)


def test_a_condition_that_is_certain_needs_no_copy() -> None:
    assert "copy_words" not in searching(kings(2, SAFE))


def test_a_move_to_another_site_is_not_played_to_be_tested() -> None:
    lines = searching(kings(2, SAFE_AND_MORE)).split("\n")
    copies = [index for index, line in enumerate(lines) if "copy_words" in line]
    assert copies
    for index in copies:
        assert re.search(r"if site\w+ == r_aim:", lines[index - 2])
