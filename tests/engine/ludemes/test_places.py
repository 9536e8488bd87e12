"""Sites by their place, maps, and where pieces stand."""

from __future__ import annotations

from apts.engine.compiler.compiling import compile_rules
from apts.language.reading import build
from tests.engine.answers import numbers, truths
from tests.engine.hostile_texts import game

MAPS = """(map "Corner" {(pair P1 24) (pair P2 "E1") (pair 7 "Disc2") (pair 9 CentreSite) (pair 3 -1)})
    (map {(pair 1 100) (pair 8 LastSite)}) (map "Lists" {4 5} {14 15})"""


def test_hands_centre_and_coordinates() -> None:
    found = numbers(
        {
            "first": "(handSite P1)",
            "mine": "(handSite Mover)",
            "second": "(handSite P2 1)",
            "moved": "(handSite (next) (mover))",
            "nobody": "(handSite Neutral)",
            "centre": "(centrePoint)",
            "named": '(coord "C2")',
            "placed": "(coord row:1 column:2)",
            "moving": "(coord row:(mover) column:2)",
            "outside": "(coord row:(mover) column:9)",
            "row": "(row of:(last To))",
            "column": "(column of:(last To))",
            "fixed": "(row of:24)",
            "colour": "(phase of:(last To))",
            "nowhere": "(row of:-1)",
        },
        12,
        8,
        pieces='(piece "Disc" Each) (hand Each size:2)',
    )
    assert found == {
        "first": 25,
        "mine": 27,
        "second": 28,
        "moved": 27,
        "nobody": -1,
        "centre": 12,
        "named": 7,
        "placed": 7,
        "moving": 12,
        "outside": -1,
        "row": 1,
        "column": 3,
        "fixed": 4,
        "colour": 0,
        "nowhere": -1,
    }


def test_sites_ahead_follow_the_piece_or_a_direction() -> None:
    found = numbers(
        {
            "forward": "(ahead (last To))",
            "east": "(ahead (last To) steps:2 E)",
            "short": "(ahead (last To) steps:9 E)",
            "fixed": "(ahead 12 steps:2 N)",
            "back": "(ahead 12 Backward)",
            "none": "(ahead -1 N)",
            "many": "(ahead 11 steps:3 Orthogonal)",
        },
        12,
        pieces='(piece "Disc" Each S)',
    )
    assert found == {"forward": 7, "east": 14, "short": 12, "fixed": 22, "back": 17, "none": -1, "many": 14}


def test_a_map_is_worked_out_once_however_often_it_is_asked() -> None:
    pairs = " ".join(f"(pair {key} {key + 1})" for key in range(100))

    def words_of_data(questions: int) -> int:
        asked = " ".join(f"(= (mapEntry (+ {key} (mover))) 3)" for key in range(questions))
        return len(
            compile_rules(
                build(game(end=f"(if (or {{ {asked} }}) (result Mover Win))", equipment=f"(map {{ {pairs} }})"))
            ).data
        )

    assert words_of_data(12) - words_of_data(2) < 100


def test_entries_of_maps() -> None:
    found = numbers(
        {
            "role": '(mapEntry "Corner" Mover)',
            "label": '(mapEntry "Corner" (next))',
            "piece": '(mapEntry "Corner" 7)',
            "centre": '(mapEntry "Corner" 9)',
            "dropped": '(mapEntry "Corner" (+ (next) 1))',
            "unknown": '(mapEntry "Corner" (+ (next) 60))',
            "any": "(mapEntry 8)",
            "earlier": "(mapEntry (mover))",
            "lists": '(mapEntry "Lists" (+ 3 (mover)))',
        },
        0,
        board=f"(board (square 5)) {MAPS}",
    )
    assert found == {
        "role": 24,
        "label": 4,
        "piece": 2,
        "centre": 12,
        "dropped": 3,
        "unknown": 62,
        "any": 24,
        "earlier": 24,
        "lists": 14,
    }


def test_where_pieces_stand() -> None:
    found = numbers(
        {
            "king": '(where "King" Next)',
            "mine": '(where "Disc" Mover)',
            "number": '(where (id "King2"))',
            "missing": '(where "King" P1)',
            "second": "(regionSite (sites Occupied by:P1) index:1)",
            "fixed": "(regionSite (sites {7 3 9}) index:1)",
            "beyond": "(regionSite (sites Occupied by:P1) index:(last To))",
        },
        20,
        pieces='(piece "Disc" Each) (piece "King" Each) (hand Each)',
        start='(place "King2" 13) (place "Disc1" {4 6}) (place "Disc2" (handSite P2))',
    )
    assert found == {
        "king": 13,
        "mine": 4,
        "number": 13,
        "missing": -1,
        "second": 6,
        "fixed": 7,
        "beyond": -1,
    }


def test_related_sites() -> None:
    found = truths(
        {
            "a": "(is Related Orthogonal 0 1)",
            "b": "(is Related Orthogonal 0 6)",
            "c": "(is Related Diagonal 0 6)",
            "d": "(is Related Adjacent (last To) (sites {0 24}))",
            "e": "(is Related Adjacent (last To) (sites {4 24}))",
            "f": "(is Related Adjacent -1 0)",
        },
        6,
    )
    assert [name for name, value in found.items() if value] == ["a", "c", "d"]


def test_values_that_are_kept() -> None:
    found = numbers(
        {
            "score": "(score P1)",
            "value": "(value Player P2)",
            "unset": '(var "Nothing")',
            "remembered": '(size Array (values Remembered "Some"))',
            "item": '(arrayValue (values Remembered "Some") index:1)',
            "often": '(count Value 6 in:(values Remembered "Some"))',
            "common": '(size Array (intersection (array {6 7 8}) (values Remembered "Some")))',
            "less": '(+ (difference (values Remembered "Some") 6))',
            "pairs": "(+ (results from:(sites {1 2}) to:(sites {10 20}) (+ (from) (to))))",
            "players": "(size Array (players All))",
            "enemies": "(+ (players Enemy))",
        },
        20,
        start='(set RememberValue "Some" (sites {4 6}))',
    )
    assert found == {
        "score": 0,
        "value": -1,
        "unset": -1,
        "remembered": 2,
        "item": 6,
        "often": 1,
        "common": 1,
        "less": 4,
        "pairs": 66,
        "players": 4,
        "enemies": 2,
    }


def test_unions_differences_and_choices_of_arrays() -> None:
    found = numbers(
        {
            "united": "(+ (union (array {4 4 5}) (array {5 6 6})))",
            "many": "(size Array (union {(array {1 2}) (array {2 3}) (array {3 9})}))",
            "once": "(size Array (difference (array {4 4 5 7}) (array {4 7 8})))",
            "left": "(max (difference (array {4 4 5}) 5))",
            "chosen": "(+ (if (is Mover P1) (array {10 20}) (array {7})))",
            "other": "(+ (if (is Mover P2) (array {10 20}) (array {7})))",
        },
        20,
    )
    assert found == {"united": 19, "many": 4, "once": 2, "left": 4, "chosen": 30, "other": 7}


def test_nobody_has_no_hand() -> None:
    questions = {"none": "(handSite Player)", "number": "(handSite (- 3) 1)", "mine": "(handSite (mover))"}
    questions |= {"second": "(handSite (+ 1 1) 1)", "beyond": "(handSite (* 5 2))"}
    found = numbers(questions, 0, pieces='(hand Each size:2) (piece "Disc" Each)')
    assert found == {"none": -1, "number": -1, "mine": 25, "second": 28, "beyond": -1}
