"""Pyramids: a square of two by two points with one point on top, which rests on all four."""

from __future__ import annotations

from apts.board.board import Board
from apts.board.generators.squares import square_pyramid
from tests.engine.answers import numbers, truths
from tests.engine.region_values import region_values
from tests.engine.small_match import SmallMatch

BOARD = "(board (square 2 pyramidal:True) use:Vertex)"
LARGE = "(board (square 3 pyramidal:True) use:Vertex)"


def _top(size: int) -> int:
    board = Board(square_pyramid(size), "Vertex")
    return max(range(board.count()), key=lambda site: board.layer_of()[site])


def _game(meta: str, play: str, start: str, board: str = BOARD) -> SmallMatch:
    return SmallMatch(
        f"""(game "Pyramid" (players 2)
            (equipment {{ {board} (piece "Ball" Each) }})
            (rules (meta {meta}) (start {{ {start} }}) (play {play}) (end (if (= 0 1) (result Mover Win)))))"""
    )


def test_a_piece_drops_when_its_support_is_taken() -> None:
    top = _top(2)
    below = [site for site in range(5) if site != top]
    start = f'(place "Ball1" (sites {{{" ".join(map(str, below))}}})) (place "Ball2" {top})'
    match = _game("(gravity)", "(move Remove (sites Occupied by:P1))", start)
    match.play(below[1])
    assert match.occupied() == {below[0]: 1, below[1]: 2, below[2]: 1, below[3]: 1}


def test_a_piece_that_carries_two_may_not_be_taken() -> None:
    board = Board(square_pyramid(3), "Vertex")
    ground = [site for site in range(board.count()) if board.layer_of()[site] == 0]
    second = [site for site in range(board.count()) if board.layer_of()[site] == 1]
    start = f'(place "Ball1" (sites Layer 0)) (place "Ball2" (sites {{{second[0]} {second[1]}}}))'
    match = _game("(pin SupportMultiple)", "(move Remove (sites Occupied by:P1))", start, LARGE)
    carrying = [site for site in ground if len({*board.neighbours("Upward")[site]} & {*second[:2]}) > 1]
    removed = {match.machine.record(index)[2] for index in range(match.machine.moves(match.state))}
    assert carrying
    assert removed == set(ground) - set(carrying)


def test_nothing_moves_up_a_line_from_its_own_site() -> None:
    top = _top(2)
    below = [site for site in range(5) if site != top]
    start = f'(place "Ball1" {below[0]})'
    match = _game("(noStackOn Fallen)", "(move (from (sites Occupied by:P1)) (to (sites Empty)))", start)
    targets = {match.machine.record(index)[2] for index in range(match.machine.moves(match.state))}
    assert targets == set(below[1:])


def test_what_lies_below_and_above_is_counted() -> None:
    top = _top(2)
    below = [site for site in range(5) if site != top]
    questions = {
        "one": f"(count SitesPlatformBelow {top} who:P1)",
        "two": f"(count SitesPlatformBelow {top} who:P2)",
        "ground": f"(count SitesPlatformBelow {below[0]} who:P1)",
        "longest": "(count SizeBiggestLine if:(is Occupied (to)))",
    }
    assert numbers(questions, *below[:3], board=BOARD) == {"one": 2, "two": 1, "ground": 0, "longest": 2}
    found = region_values({"carrying": "(sites Support)"}, board=BOARD, start=f'(place "Disc1" {top})')
    assert found["carrying"] == below


def test_four_corners_and_the_top_of_one_kind_are_pyramid_corners() -> None:
    top = _top(2)
    below = [site for site in range(5) if site != top]
    assert truths({"all": "(is PyramidCorners)"}, *below, top, board=BOARD, players=1)["all"]
    assert not truths({"all": "(is PyramidCorners)"}, *below, top, board=BOARD)["all"]


def test_a_line_may_have_to_be_of_several_kinds_of_pieces() -> None:
    pieces = '(piece "Disc" Each) (piece "Cross" Each)'
    question = {"mixed": "(is Line 3 what:1 throughHowMuch:2)", "kinds": "(is Line 3 whats:{1 2} throughHowMuch:2)"}
    found = truths(question, 0, 1, 2, pieces=pieces)
    assert found == {"mixed": False, "kinds": True}
