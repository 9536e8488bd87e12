"""Whether a piece is threatened is found without playing the moves that cannot matter."""

from __future__ import annotations

import re
from contextlib import nullcontext
from random import Random

import pytest

from apts.engine.compiler.compiling import Compiled, compile_rules
from apts.engine.compiler.random_selection.sinks import Sink
from apts.engine.ludemes.moves.lists.do import AfterwardsSink
from apts.engine.play.machine import Machine
from apts.language.reading import build

KINGS = """
(game "Kings" (players {players})
    (equipment {{
        (board (square 5))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
    }})
    (rules
        (start {{ {starts} }})
        (play (do {moves} ifAfterwards:{condition}))
        (end {{
            (if (and (is Threatened (id "King" Next)) (no Moves Next)) (result Mover Win))
            (if (>= (count Turns) 60) (result Mover Draw))
        }})))
"""
SAFE = '(not (is Threatened (id "King" Mover)))'
SAFE_AND_MORE = '(and (not (is Threatened (id "King" Mover))) (> (count Pieces Mover) 1))'
ROUNDS = "(>= (count Pieces Mover) 1)"
ALL = "(forEach Piece)"
ROOKS_FIRST = """(priority {
    (do (forEach Piece "Rook") ifAfterwards:(> (count Pieces Mover) (count Turns)))
    (forEach Piece "Rook" (move Step Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
    (forEach Piece "King") })"""


def kings(players: int, condition: str, moves: str = ALL) -> Compiled:
    """Kings that may not be left threatened, each with a rook."""
    corners = (0, 24, 4)
    starts = " ".join(
        f'(place "King{seat}" {corners[seat - 1]}) (place "Rook{seat}" {(7, 17, 11)[seat - 1]})'
        for seat in range(1, players + 1)
    )
    return compile_rules(build(KINGS.format(players=players, starts=starts, condition=condition, moves=moves)))


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


@pytest.mark.parametrize(("first", "threatened"), [("Rook", False), ("King", True)])
def test_moves_after_others_are_no_threat_while_those_lead_anywhere(first: str, threatened: bool) -> None:
    """The kings stand side by side, and the rooks can always move."""
    rules = """(game "Side by side" (players 2)
        (equipment { (board (square 5))
            (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
            (piece "Rook" Each (move Slide Orthogonal)) })
        (rules (start { (place "King1" 0) (place "King2" 1) (place "Rook1" 24) (place "Rook2" 20) })
            (play (priority { (do (forEach Piece "FIRST") ifAfterwards:(> (count Pieces) 2)) (forEach Piece) }))
            (end (if (is Threatened (id "King" Next)) (result Mover Win)))))"""
    machine = Machine(compile_rules(build(rules.replace("FIRST", first))))
    state = machine.start()
    found = [machine.record(index) for index in range(machine.moves(state))]
    machine.play(state, next(record for record in found if record[2] not in (1, 20)))
    assert (machine.moves(state) == 0) == threatened


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("condition", [SAFE, SAFE_AND_MORE, ROUNDS])
@pytest.mark.parametrize("moves", [ALL, ROOKS_FIRST])
def test_what_is_skipped_changes_nothing(
    players: int, condition: str, moves: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = kings(players, condition, moves)
    monkeypatch.setattr(AfterwardsSink, "_certain", lambda self, scope: None)
    monkeypatch.setattr(Sink, "if_wanted", lambda self, scope, target: nullcontext())
    thorough = kings(players, condition, moves)
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
