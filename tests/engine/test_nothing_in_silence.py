"""Rules that change what does not exist, or keep more than there is room for, say so; they never do nothing in silence."""

from __future__ import annotations

import time

import pytest

from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from tests.engine.hostile_texts import ends, game, then

SITE = "asks for site"
PLAYER = "asks for player"
NOBODY = "asks for a player who is not in the game"
STACKS = "(add (to (last To)) stack:True)"


def sentence(text: str) -> str:
    """What is said about a game when it is loaded or played; nothing if it can be played."""
    try:
        RulesGame(text).playouts(5, seed=1, limit=100)
    except AptsError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (game(start='(start {(place "Stone1" 999)})'), SITE),
        (game(start='(start {(place "Stone1" {0 16})})'), SITE),
        (
            game(start='(start {(place "Stone1" {"A1" "Z9"})})'),
            "with the coordinate 'Z9', which the board does not have",
        ),
        (game(start='(start {(set P1 {"A1" "Z9"})})'), "with the coordinate 'Z9', which the board does not have"),
        (game(start="(start {(set P1 {2 99})})"), SITE),
        (game(then("(swap Pieces (last To) (+ 16 (count Moves)))")), SITE),
        (game("(or (move Add (to (sites Empty))) (move Swap Pieces 0 99))"), SITE),
        (game(then("(set State at:777 1)")), SITE),
        (game(then("(set Count at:(+ 16 (last To)) 1)")), SITE),
        (game(then("(set Value at:50 1)")), SITE),
        (game(then("(add (to (+ 16 (count Moves))))")), SITE),
        (game(then("(add (piece (+ 9 (count Moves))) (to (last To)))")), "piece number"),
        (game(then('(promote (+ 40 (last To)) (piece "Stone1") P1)')), SITE),
        (game(then("(set Score P4 5)")), NOBODY),
        (game(then("(addScore Mover (face (last To)))"), equipment="(dice num:1)"), "where no die lies"),
        (game(then("(addScore (player 9) 5)")), PLAYER),
        (game(then("(set Score (player (- 0 (count Moves))) 5)")), PLAYER),
        (game(then("(set Value (player 5) 5)")), PLAYER),
        (game(then("(set NextPlayer (player 3))")), PLAYER),
        (game(then('(trigger "go" P5)')), NOBODY),
        (game(then("(swap Players P1 P5)")), NOBODY),
        (game(start="(start {(set Team 1 {P1 P5})})"), NOBODY),
        (game(end="(if (> (count Moves) 3) (result P3 Win))"), NOBODY),
        (game(end="(if (> (count Moves) 3) (result P6 Loss))"), NOBODY),
        (game(end="(if (> (count Moves) 3) (result P3 Draw))"), NOBODY),
        (game(then("(addScore Mover 6000000000000000000)"), ends("(> (count Moves) 9)")), "too large"),
        (game(then("(addScore Mover 2147483647)"), ends("(> (count Moves) 9)")), "numbers go up to 2,147,483,647"),
        (game(then("(set Counter (* 65536 (+ 32768 (count Moves))))")), "numbers go up to 2,147,483,647"),
        (game(then("(set Value at:(last To) (value Random (range -2147483647 2147483647)))")), "too large"),
        (game(then("(while True (pass))")), "has not come to an end after 10000 rounds"),
        (game(then("(while (< (score Mover) 20000) (addScore Mover 1))")), "has not come to an end after 10000 rounds"),
        (game(end=ends("(no Moves Player)")), "a player who is not in the game, or not known in this place"),
        (game(end=ends("(all DiceEqual)")), "in a game without dice"),
        (game(equipment="(dice faces:{} num:2)"), "a die has at least one face"),
        (game(equipment="(dice facesByDie:{} num:2)"), "a die has at least one face"),
        (game(then("(and {" + "(remember Value (count Moves)) " * 40 + "})")), "remembers more than 63 values"),
        (game(then("(and {" + STACKS * 40 + "})")), "stack of more than 32 pieces"),
    ],
)
def test_what_does_not_exist_or_fit_is_told_with_its_place(text: str, reason: str) -> None:
    said = sentence(text)
    assert reason in said
    assert said.startswith("<rules>:")


@pytest.mark.long
@pytest.mark.parametrize("players", ["1", "2", "3", "6"])
def test_a_player_who_is_not_in_the_game_owns_nothing_that_players_share(players: str) -> None:
    shared = '(piece "Common" Shared)'
    start = '(start {(place "Common" 0)})'
    rule = "(> (count Sites in:(sites Occupied by:{who})) 0)"
    beyond, common = f"P{int(players) + 1}", "Shared"
    over = []
    for who in (beyond, common):
        text = game(
            end=f"(if {rule.format(who=who)} (result Mover Draw))", players=players, equipment=shared, start=start
        )
        state = RulesGame(text).start()
        over.append(state.play(state.moves()[0]).outcome is not None)
    assert over == [False, True]  # the first move shows that something of everybody's is there, and nothing of theirs


@pytest.mark.parametrize(
    "effect",
    [
        "(set State at:Off 1)",
        "(add (to (ahead (last To) steps:9 N)))",
        "(remove (ahead (last To) steps:9 N))",
        "(set State at:(last To) 1)",
        "(addScore Mover 5)",
    ],
)
def test_off_the_board_is_no_mistake(effect: str) -> None:
    assert sentence(game(then(effect))) == ""


@pytest.mark.long
def test_hundreds_of_end_rules_are_compiled_in_seconds() -> None:
    rules = " ".join(f"(if (and (is Line {3 + k % 3}) (> (count Moves) {k})) (result Mover Win))" for k in range(300))
    began = time.process_time()
    assert sentence(game(end="{" + rules + "}")) == ""
    assert time.process_time() - began < 30  # 6 on a free machine; 99 with all optimisations


@pytest.mark.parametrize(
    "board", ["(mancalaBoard 2 100000000)", "(mancalaBoard 70000 2 store:None)", "(boardless Square 9000)"]
)
def test_a_board_that_takes_all_memory_is_refused(board: str) -> None:
    assert "up to 300" in sentence(game().replace("(board (square 4) )", board))


@pytest.mark.long
def test_rules_that_are_written_twice_at_every_level_are_refused() -> None:
    nested = "(do " * 40 + "(move Add (to (sites Empty)))" + " next:(move Pass))" * 40
    assert "nested so that each level writes the one inside twice" in sentence(game(nested))


@pytest.mark.parametrize("listed", ["0 (+ 1 1)", '(coord row:0 column:0) (coord "C1")', "0 -1 2"])
def test_sites_of_a_region_that_are_worked_out_belong_to_it(listed: str) -> None:
    text = game('(move Add (to (sites "Some")))', equipment=f'(regions "Some" {{{listed}}})')
    assert [str(move) for move in RulesGame(text).start().moves()] == ["a1", "c1"]


def test_more_moves_than_anybody_could_read_are_told_instead_of_listed() -> None:
    state = RulesGame(game("(move Bet Mover (range 0 1000000))")).start()
    with pytest.raises(AptsError, match=r"^a position has more than 100,000 moves to choose from"):
        state.moves()
