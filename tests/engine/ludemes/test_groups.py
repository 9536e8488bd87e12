"""Groups, liberties, territories and connections."""

from __future__ import annotations

from tests.engine.answers import numbers, truths

BLOCK = '(place "Disc1" {0 1 5 7 24}) (place "Disc2" {2 3 8 20})'


def test_groups_of_like_pieces() -> None:
    found = numbers(
        {
            "own": "(size Group at:0 Orthogonal)",
            "wide": "(size Group at:0)",
            "empty": "(size Group at:4 Orthogonal)",
            "given": "(size Group at:2 Orthogonal if:(is Occupied (to)))",
            "unfit": "(size Group at:4 Orthogonal if:(is Occupied (to)))",
            "off": "(size Group at:-1)",
            "last": "(count Liberties Orthogonal)",
            "corner": "(count Liberties at:0 Orthogonal)",
            "adjacent": "(count Liberties at:0)",
        },
        6,
        start=BLOCK,
    )
    assert found == {
        "own": 5,
        "wide": 5,
        "empty": 15,
        "given": 8,
        "unfit": 0,
        "off": 0,
        "last": 3,
        "corner": 3,
        "adjacent": 4,
    }


def test_all_groups_of_the_board() -> None:
    found = numbers(
        {
            "all": "(count Groups Orthogonal)",
            "first": "(count Groups Orthogonal if:(= (who at:(to)) P1))",
            "second": "(count Groups Orthogonal if:(= (who at:(to)) P2))",
            "large": "(count Groups Orthogonal if:(= (who at:(to)) P1) min:2)",
            "biggest": "(count SizeBiggestGroup Orthogonal if:(= (who at:(to)) P2))",
            "sizes": "(+ (sizes Group Orthogonal P1))",
            "number": "(size Array (sizes Group Orthogonal P1))",
            "middle": "(arrayValue (sizes Group Orthogonal P1) index:1)",
            "none": "(arrayValue (sizes Group Orthogonal P1) index:9)",
        },
        22,
        start=BLOCK,
    )
    assert found == {
        "all": 4,
        "first": 4,
        "second": 2,
        "large": 1,
        "biggest": 3,
        "sizes": 6,
        "number": 4,
        "middle": 1,
        "none": -1,
    }


def test_a_condition_on_every_group() -> None:
    found = truths(
        {
            "edge": "(all Groups Orthogonal of:(= (who at:(to)) P2) if:(> (count Sites in:(sites)) 0))",
            "large": "(all Groups Orthogonal of:(= (who at:(to)) P2) if:(> (count Sites in:(sites)) 1))",
        },
        22,
        start=BLOCK,
    )
    assert found == {"edge": True, "large": False}


def test_territory_belongs_to_whose_pieces_alone_border_it() -> None:
    wall = '(place "Disc1" {1 6 5}) (place "Disc2" {4})'
    questions = {"first": "(size Territory P1 Orthogonal)", "second": "(size Territory P2 Orthogonal)"}
    assert numbers(questions, 24, start=wall) == {"first": 1, "second": 0}
    assert numbers(questions, 12, start='(place "Disc1" {1 5})') == {"first": 22, "second": 0}


def test_one_group_connects_the_regions_of_its_owner() -> None:
    board = """(board (hex Diamond 3))
        (regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})"""
    asked = {
        "mover": "(is Connected Mover)",
        "next": "(is Connected Next)",
        "two": "(is Connected 2 Sides)",
        "given": "(is Connected at:4 {(sites Side NE) (sites Side SW)})",
        "open": "(is Connected at:4 {(sites Empty) (sites Side SW)})",
        "far": "(is Connected at:-1 Mover)",
    }
    before = truths(asked, 1, 6, 4, board=board)
    assert before == {"mover": False, "next": False, "two": False, "given": False, "open": False, "far": False}
    after = truths(asked, 1, 6, 4, 5, 7, board=board)
    assert after["mover"]
    assert after["given"]
    assert after["two"]
    assert not after["next"]


def test_patterns_of_pieces() -> None:
    square = "(is Pattern {F R F R F})"
    found = truths(
        {
            "square": square,
            "elsewhere": "(is Pattern {F R F R F} from:18 what:1)",
            "mixed": "(is Pattern {F R F R F} whats:{(id P1) (id P2)})",
            "other": "(is Pattern {F R F R F} what:2)",
        },
        6,
        start='(place "Disc1" {0 1 5})',
    )
    assert found == {"square": True, "elsewhere": False, "mixed": False, "other": False}
    mixed = {"mixed": "(is Pattern {F R F R F} whats:{(id P1) (id P2)})"}
    assert truths(mixed, 6, start='(place "Disc1" 0) (place "Disc2" {1 5})') == {"mixed": True}
