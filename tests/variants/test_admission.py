"""What the gate lets through, and the sentences with which it refuses."""

from __future__ import annotations

import pytest

from apts.games.catalogue import library_names
from apts.games.shipped.snowball_class import Snowball
from apts.variants.admission import Passed, admit, behaviour_digest, refusal_of
from apts.variants.variant import Edit, as_variant
from tests.variants.test_structural_edits import ROWS

GAME = '(game "G" (players 2) (equipment {{ (board (square 3)) (piece "Disc" Each) }}) (rules {rules}))'
PLAY = "(play (move Add (to (sites Empty))))"


def refused(rules: str) -> str:
    """The kind of the refusal of a small game, or nothing."""
    found = refusal_of(as_variant(GAME.format(rules=rules)), limit=200)
    return "" if found is None else f"{found.kind}: {found.reason}"


def test_game_that_can_be_played_passes() -> None:
    found = admit(as_variant("tic-tac-toe"))
    assert isinstance(found, Passed)
    assert found.digest == behaviour_digest(found.game)
    assert refused(f"{PLAY} (end (if (is Line 3) (result Mover Win)))") == ""


def test_refusals_name_their_reason() -> None:
    assert refused(f"{PLAY} (end (if (is Line 9) (result Mover Win)))").startswith("wins: nobody wins")
    assert refused(f"{PLAY} (end (if (is Line 2) (result P1 Win)))").startswith("wins: seat 2 never wins")
    assert refused(f"{PLAY} (end (if (is Line 1) (result P1 Win)))").startswith("short")
    forever = '(start (place "Disc1" 4)) (play (or (move Add (to (sites {}))) (move Pass)))'
    assert refused(f"{forever} (end (if (is Line 9) (result P1 Win)))") != ""
    moving = (
        '(start { (place "Disc1" 4) (place "Disc2" 0) }) (play (forEach Piece (move Step (to if:(is Empty (to))))))'
    )
    assert refused(f"{moving} (end (if (no Pieces Mover) (result Mover Loss)))").startswith("ends: none of 8")


def test_rules_that_cannot_be_compiled_are_refused_without_a_place_in_a_text_that_nobody_has_seen() -> None:
    found = refusal_of(as_variant("tic-tac-toe").edited(Edit("number", "players.count", 2, 1)))
    assert found is not None
    assert found.kind == "compiles"
    assert found.reason.startswith("the rules cannot be played: ")
    assert ".lud" not in found.reason


def test_same_game_under_other_names_is_seen() -> None:
    base, renamed = as_variant(ROWS), as_variant(ROWS.replace("Disc", "Stone").replace('"Rows"', '"Lines"'))
    first = admit(base)
    assert isinstance(first, Passed)
    found = refusal_of(renamed, {first.digest: "the parent"})
    assert found is not None
    assert found.reason.endswith("the parent")
    other = base.edited(Edit("number", "rules.end.if.and.is Line.length", 3, 4))
    assert refusal_of(other, {first.digest}) is None


def test_class_passes_and_its_arguments_change_how_it_behaves() -> None:
    small = as_variant(Snowball, {"size": 4, "line": 3, "goal": 3, "pieces": 10})
    first, second = admit(small), admit(small.edited(Edit("argument", "goal", 3, 1)))
    assert isinstance(first, Passed)
    assert isinstance(second, Passed)
    assert first.digest != second.digest


@pytest.mark.parametrize("seats", [1, 3, 6])
def test_any_number_of_seats_passes(seats: int) -> None:
    rules = GAME.format(rules=f"{PLAY} (end (if (is Line 3) (result Mover Win)))")
    other = rules.replace("(players 2)", f"(players {seats})").replace("(square 3)", "(square 6)")
    found = admit(as_variant(other))
    assert isinstance(found, Passed)
    assert found.game.players == seats


@pytest.mark.long
@pytest.mark.parametrize("name", library_names())
def test_games_of_the_library_pass_as_they_are(name: str) -> None:
    assert refusal_of(as_variant(name)) is None
