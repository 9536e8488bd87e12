"""Rules that make no sense, or too much of it, are refused in a sentence with a place; no error of ours reaches people."""

from __future__ import annotations

import re
from typing import Any

import pytest

from apts.engine.compiler.compiling import compile_rules
from apts.engine.compiler.ludeme import Conflict, Impossible
from apts.engine.game_contract import refusal
from apts.engine.rules_game import RulesGame
from apts.errors import InternalError
from apts.language.reading import build
from apts.language.signatures.signature import LUDEMES, Signature

MOVE = "(move Add (to (sites Empty)))"
PLACE = re.compile(r"<rules>:\d+:\d+: ")


def rules(play: str = MOVE, end: str = "(is Line 3)", equipment: str = "", board: str = "(board (square 3))") -> str:
    """A small game with some of its parts exchanged."""
    return (
        f'(game "Small" (players 2) (equipment {{ {board} (piece "Disc" Each) {equipment} }})'
        f" (rules (play {play}) (end (if {end} (result Mover Win)))))"
    )


def refused(text: str) -> str:
    """What is said about a text, which must have a place in it."""
    message = refusal(lambda rules: compile_rules(build(rules)), text)
    assert PLACE.match(message), message
    return message


def test_consequence_that_sets_itself_off_is_refused() -> None:
    piece = '(piece "Walker" Each (move (from) (to (sites Around (from)) if:(is Empty (to))) (then (forEach Piece))))'
    message = refused(rules("(forEach Piece)", equipment=piece))
    assert "sets itself" in message or "set off the same (then ..) again" in message


@pytest.mark.parametrize(
    "moves",
    [
        "(forEach Piece)",
        '(or (forEach Piece "Walker") (move Step (to if:(is Empty (to)))))',
        "(move Step (to if:(can Move (forEach Piece))))",
        '(forEach Piece "Runner")',
    ],
)
def test_piece_whose_moves_are_its_own_moves_is_refused(moves: str) -> None:
    runner = '(piece "Runner" Each (or (move Step (to if:(is Empty (to)))) (forEach Piece "Walker")))'
    equipment = f'(piece "Walker" Each {moves}) {runner} (piece "Dog" Each (move Step (to if:(is Empty (to)))))'
    assert "which would need themselves to be worked out" in refused(rules("(forEach Piece)", equipment=equipment))


def test_piece_may_ask_for_the_moves_of_others_and_for_its_own_ones_after_a_move() -> None:
    again = "(then (if (can Move (forEach Piece)) (moveAgain)))"
    equipment = (
        f'(piece "Walker" Each (forEach Piece "Dog")) (piece "Dog" Each (move Step (to if:(is Empty (to))) {again}))'
    )
    compile_rules(build(rules("(forEach Piece)", equipment=equipment)))


@pytest.mark.parametrize(
    "play",
    [
        f"(do (roll) next:{MOVE})",
        "(forEach Die (move Add (to (sites Empty))))",
        "(move Add (to (sites Empty) if:(= (count Pips) 3)))",
        "(move Add (to (sites Empty) if:(= (face 0) 3)))",
    ],
)
def test_dice_in_a_game_without_dice_are_refused(play: str) -> None:
    assert "without dice" in refused(rules(play))


def test_condition_for_what_a_board_must_know_before_any_match_is_refused() -> None:
    message = refused(rules(board="(board (square 3) largeStack:(is Even (count Turns)))"))
    assert "(is Even) where True or False is needed" in message


@pytest.mark.parametrize("asked", ["(is Pattern {F} whats:{})", "(= 1 (count Sites in:(sites Pattern {F} whats:{})))"])
def test_pattern_of_no_pieces_is_refused(asked: str) -> None:
    assert "Pattern) of no pieces" in refused(rules(end=asked))


@pytest.mark.parametrize("loops", ["loops:-1", "from:-1", "loops:2 from:5"])
def test_loops_beyond_a_board_are_refused(loops: str) -> None:
    assert "with loops beyond its 5 lines" in refused(rules(board=f"(surakartaBoard (square 5) {loops})"))


def test_track_beyond_the_board_is_refused() -> None:
    board = '(board (square 3) {(track "Way" {0 1 99} loop:True)})'
    assert "the site 99; the board has the sites 0 to 8" in refused(
        rules("(move Add (to (trackSite Move from:0 steps:1)))", board=board)
    )


@pytest.mark.parametrize(
    "number",
    [
        "(* (* 2147483647 2147483647) (* 2147483647 2147483647))",
        "(+ {" + "(* 2147483647 2147483647) " * 3 + "})",
        "(- (* -2147483647 (* 2147483647 2147483647)))",
        "(abs (* 2147483647 (* 2147483647 2147483647)))",
    ],
)
def test_number_beyond_the_limit_is_refused(number: str) -> None:
    assert "beyond 2,147,483,647" in refused(rules(end=f"(= (count Moves) {number})"))


@pytest.mark.parametrize(
    "size", ["(^ (^ 9 63) 63)", "(* 2147483647 (* 2147483647 2147483647))", "(^ 0 -1)", "(^ 2.5 1e30)"]
)
def test_size_of_a_board_beyond_64_bits_is_refused(size: str) -> None:
    refused(rules(board=f"(board (square {size}))"))


def test_long_sum_is_worked_out() -> None:
    total = "(+ {" + "(count Moves) " * 300 + "})"
    game = RulesGame(rules(end=f"(= {total} 600)"))
    state = game.start()
    for _ in range(2):
        state = state.after(state.moves()[0])
    assert state.outcome is not None


@pytest.mark.long
def test_very_large_text_is_refused_with_a_place() -> None:
    game = rules("(or {" + f"{MOVE} " * 4000 + "})")
    message = refusal(RulesGame, game)
    assert PLACE.match(message)
    assert "not supported yet" in message


@pytest.mark.parametrize("play", ["(not " * 5000 + "(is Line 3)" + ")" * 5000, "(" * 5000 + MOVE + ")" * 5000])
def test_very_deep_text_is_refused_with_a_place(play: str) -> None:
    assert "nested more than" in refused(rules(play))


def test_missing_kind_of_result_is_told_in_words() -> None:
    board = "(board (scale (if True 1.5 2.5) (square 3)))"
    assert "(if) as a number with a fraction" in refused(rules(board=board))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (rules("(if (is Mover P1) (move Pass) 3)"), "(if) cannot take 3 here"),
        (rules(end="(= (abs (sites Top)) 2)"), "(abs) cannot take (sites Top) here"),
        (rules(end="(= (% 5) 2)"), "(%) lacks an argument"),
        (rules("(move Add (to (intersection (sites Empty) 4)))"), "(intersection) cannot take 4 here"),
        (rules("(forEach Level (sites Top) (move Pass))"), "(forEach Level) cannot take (sites Top) here"),
        (rules(board="(board (square 3) (track 5))"), "(track) cannot take 5 here"),
        (
            rules().replace("(result Mover Win)", "(result P1 Win) (if (is Mover P2) (result P2 Win))"),
            "(if) cannot take (if ...) here; the order is (if condition<bool>",
        ),
    ],
)
def test_mistake_in_a_ludeme_of_many_results_is_not_told_as_a_missing_result(text: str, what: str) -> None:
    message = refused(text)
    assert what in message
    assert "not supported" not in message


@pytest.mark.parametrize(
    ("error", "part"),
    [
        (Conflict(), "(is Line) where it reads what another part of the same effect changes"),
        (Impossible("in a game without dice"), "(is Line) in a game without dice"),
    ],
)
def test_what_cannot_be_compiled_at_a_clause_is_told_with_its_place(
    error: Exception, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fail_at_line(error, monkeypatch)
    text = rules()
    message = refused(text)
    assert part in message
    assert message.startswith(f"<rules>:1:{text.index('(is Line 3)') + 1}: ")


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (KeyError("roll"), "KeyError: 'roll'"),
        (AssertionError(), "AssertionError"),
        (IndexError("list index out of range"), "IndexError: list index out of range"),
    ],
)
def test_fault_of_the_compiler_is_not_told_as_a_missing_feature(
    error: Exception, cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fail_at_line(error, monkeypatch)
    text = rules()
    with pytest.raises(InternalError) as found:
        RulesGame(text)
    message = str(found.value)
    assert message.startswith(f"<rules>:1:{text.index('(is Line 3)') + 1}: (is Line): APTS met an error of its own")
    assert f"({cause})" in message
    assert "please report it" in message
    assert "not supported" not in message
    assert found.value.__cause__ is error


def _fail_at_line(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the lowering of (is Line) raise this."""
    real = LUDEMES.handler

    def handler(signature: Signature) -> Any:
        def fail(*_: Any) -> Any:
            raise error

        return fail if signature.name == "is Line" else real(signature)

    monkeypatch.setattr(LUDEMES, "handler", handler)


def test_error_outside_of_any_clause_is_told_with_the_place_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def lay_out(*_: Any) -> Any:
        raise OverflowError("too large")

    monkeypatch.setattr("apts.engine.compiler.data.Data.lay_out", lay_out)
    with pytest.raises(InternalError, match=r"<rules>:1:1: these rules: .*\(OverflowError: too large\)"):
        compile_rules(build(rules()))


def test_code_that_cannot_be_compiled_is_told_with_the_place_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def load_kernel(source: str) -> Any:
        raise LookupError("no such function of the kernel")

    monkeypatch.setattr("apts.engine.play.machine.load_kernel", load_kernel)
    with pytest.raises(InternalError, match=r"<rules>:1:1: the code of these rules: .*\(LookupError: no such function"):
        RulesGame(rules())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (rules(play='(move Add (piece "Dics") (to (sites Empty)))'), "(piece) 'Dics': there is no such piece"),
        (rules(end='(> (count Sites "Hnad1") 2)'), "(count Sites) 'Hnad1': there is no such container"),
    ],
)
def test_name_that_the_game_does_not_have_is_not_called_unsupported(text: str, told: str) -> None:
    message = refused(text)
    assert f"impossible in this game: {told} (there are " in message


def test_rules_that_grow_to_too_much_code_are_refused() -> None:
    message = refused(rules(end=f"(or {{ {'(is Line 3) ' * 2000} }})"))
    assert "not supported yet: rules that grow to more than 52,000 lines of code" in message


def test_rules_nested_deeper_than_python_can_be_are_refused_without_its_words() -> None:
    message = refused(rules(play=f"(priority {{ {MOVE * 500} }})"))
    assert "not supported yet: rules of so many parts in one place that their code cannot be compiled" in message


@pytest.mark.parametrize("word", ["Base", "Support"])
@pytest.mark.parametrize(
    "play",
    [
        "(move Add (to (sites Empty)) (then (directional {})))",
        "(move Add (to (sites Direction from:(last To) {})))",
        "(forEach Piece (move Step {} (to if:(is Empty (to)))))",
        "(move Add (to (sites Around (last To) {})))",
        "(forEach Piece (move Slide {} (to if:(is Empty (to)))))",
        "(if (is Line 3 {}) (move Pass))",
        "(move Add (to (expand (sites Top) {})))",
    ],
)
def test_direction_that_no_board_has_is_refused(play: str, word: str) -> None:
    assert word in refused(rules(play.format(word)))


def test_second_board_is_refused_where_it_stands() -> None:
    message = refused(rules(board="(board (square 3)) (board (hex 3))"))
    assert message.endswith("a second board (a game has one)")
    assert message.startswith(
        f"<rules>:1:{rules(board='(board (square 3)) (board (hex 3))').index('(board (hex') + 1}:"
    )
