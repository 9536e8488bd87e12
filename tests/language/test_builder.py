"""Matching of clauses against signatures."""

from __future__ import annotations

import time

import pytest

from apts.language.reading import RulesError, UnsupportedLudeme, build
from apts.language.signatures.signature import parse_signature
from apts.language.tree import Clause, Literal, Text, Word

from .small_language import GAME, small_language

LANGUAGE = small_language()


def rules(text: str, expected: str) -> Clause:
    return build(text, LANGUAGE, expected)


def test_whole_game_becomes_a_typed_tree() -> None:
    game = build(GAME, LANGUAGE)
    assert game.name == "game"
    assert game.get("name") == Text("Rows")
    names = [clause.name for clause in game.clauses()]
    assert names == [
        "game", "players", "equipment", "board", "square", "piece", "piece", "rules", "play", "move Add", "to",
        "sites Empty", "end", "if", "is Line", "result",
    ]  # fmt: skip


def test_nodes_keep_their_places() -> None:
    game = build(GAME, LANGUAGE, file="rows.lud")
    line = next(clause for clause in game.clauses() if clause.name == "is Line")
    assert str(line.position) == "rows.lud:12:18"
    length = line.get("length")
    assert isinstance(length, Literal)
    assert (length.position.line, length.position.column) == (12, 27)


def test_same_head_is_resolved_by_the_type_its_place_expects() -> None:
    assert rules("(if (is Empty 1) (sites Empty))", "region").signature.result == "region"
    assert rules("(if (is Empty 1) (moveAgain))", "moves").signature.result == "moves"
    assert rules("(if (is Empty 1) 2 3)", "int").signature.result == "int"
    both = rules("(and (and (is Empty 1) (is Empty 2)) (is Empty 3))", "bool")
    inner = both.get("a")
    assert isinstance(inner, Clause)
    assert inner.signature.result == "bool"


def test_optional_arguments_may_be_left_out_but_not_reordered() -> None:
    assert set(rules("(move Add (to) count:2 (then (moveAgain)))", "moves").arguments) == {"to", "count", "then"}
    assert set(rules("(move Add (to) (then (moveAgain)))", "moves").arguments) == {"to", "then"}
    for wrong in ("(move Add (then (moveAgain)) (to))", "(move Add (to) (then (moveAgain)) count:2)"):
        with pytest.raises(RulesError, match="the order is"):
            rules(wrong, "moves")


def test_named_arguments_need_their_label_and_their_place() -> None:
    assert rules("(dice d:6 num:2)", "item").get("num") == Literal(2)
    for wrong in ("(dice num:2 d:6)", "(dice 6 num:2)", "(dice)"):
        with pytest.raises(RulesError):
            rules(wrong, "item")
    with pytest.raises(RulesError, match="no argument length:"):
        rules("(is Line length:3)", "bool")


def test_of_a_group_at_most_one_is_taken_and_one_is_required_in_round_brackets() -> None:
    assert set(rules("(is Line 3 through:4)", "bool").arguments) == {"length", "through"}
    with pytest.raises(RulesError):
        rules("(is Line 3 through:4 throughAny:(sites Empty))", "bool")
    with pytest.raises(RulesError, match="lacks an argument"):
        rules('(regions "Goal" P1)', "item")
    assert set(rules("(regions {1 2})", "item").arguments) == {"sites"}


def test_collections_need_braces() -> None:
    assert rules("(end {(if (is Line 3) (result Mover Win))})", "end").get("rules") is not None
    with pytest.raises(RulesError, match="must be put in braces"):
        rules("(equipment (board (square 3)))", "equipment")
    with pytest.raises(RulesError):
        rules("(players {2})", "players")
    assert rules("(equipment {})", "equipment").get("items") == ()


def test_collections_of_collections_and_words() -> None:
    leap = rules("(move Leap {{F F R F} {F F L F}} (to))", "moves")
    walks = leap.get("walks")
    assert isinstance(walks, tuple)
    assert walks[1] == (Word("F"), Word("F"), Word("L"), Word("F"))


def test_mode_words_choose_the_signature() -> None:
    assert rules("(sites Empty Vertex)", "region").name == "sites Empty"
    assert rules("(sites Mover)", "region").name == "sites"
    assert rules('(place Stack "A" 3)', "startRule").name == "place Stack"
    assert rules("(move Swap Players 1 2)", "moves").name == "move Swap Players"


def test_words_may_start_with_a_small_letter() -> None:
    assert rules("(sites empty)", "region").name == "sites Empty"
    assert rules("(result mover win)", "result").get("who") == Word("Mover")


def test_named_numbers_and_truth_values() -> None:
    assert rules("(= Off Infinity)", "bool").get("a") == Literal(-1)
    infinity = rules("(= Off Infinity)", "bool").get("b")
    assert isinstance(infinity, Literal)
    assert (infinity.value, infinity.written) == (1_000_000_000, "Infinity")
    assert rules("(is Line 3 exact:true)", "bool").get("exact") == Literal(True)


def test_float_takes_integers_but_int_takes_no_decimals() -> None:
    assert rules("(scale .5 (square 3))", "graph").get("factor") == Literal(0.5)
    assert rules("(scale 2 (square 3))", "graph").get("factor") == Literal(2)
    assert isinstance(rules("(half (mover))", "float").get("value"), Clause)
    with pytest.raises(RulesError):
        rules("(square 2.5)", "graph")


def test_a_slot_may_take_one_of_several_types() -> None:
    assert rules("(= 1 Mover)", "bool").get("b") == Word("Mover")
    assert rules("(= 1 2)", "bool").get("b") == Literal(2)
    assert isinstance(rules("(sites (player 1))", "region").get("who"), Clause)


def test_direction_takes_absolute_and_relative_words_and_clauses() -> None:
    assert rules("(move Step Forward (to))", "moves").get("directions") == Word("Forward")
    assert rules("(move Step Diagonal (to))", "moves").get("directions") == Word("Diagonal")
    assert isinstance(rules("(move Step (directions {FR FL}) (to))", "moves").get("directions"), Clause)


def test_doubled_brackets_count_once() -> None:
    assert rules("((is Line 3))", "bool") == rules("(is Line 3)", "bool")


def test_missing_ludemes_are_all_listed_in_one_refusal() -> None:
    text = GAME.replace("(is Line 3)", "(and (is Loop) (not (is Loop)))").replace("(square 3)", "(hex 3)")
    with pytest.raises(UnsupportedLudeme) as refusal:
        build(text, LANGUAGE, file="rows.lud")
    assert refusal.value.names == ("(hex)", "(is Loop)")
    assert str(refusal.value.position) == "rows.lud:5:20"
    assert "(is Loop) at line 12:23" in str(refusal.value)


def test_missing_argument_forms_are_named() -> None:
    with pytest.raises(UnsupportedLudeme) as refusal:
        rules("(move Add (to) stack:True)", "moves")
    assert refusal.value.names == ("(move Add stack:)",)


def test_mistakes_outrank_missing_ludemes_but_both_are_told() -> None:
    with pytest.raises(RulesError) as refusal:
        build(GAME.replace("(is Line 3)", "(is Loop)").replace("Mover Win", "Movr Win"), LANGUAGE)
    assert [problem.message for problem in refusal.value.problems] == ["the word Movr is not known"]
    assert "not supported yet: (is Loop)" in str(refusal.value)


def test_text_of_another_type_is_refused() -> None:
    with pytest.raises(RulesError, match="is a graph, not a game"):
        build("(square 3)", LANGUAGE)
    with pytest.raises(RulesError, match="holds no rules"):
        build("// nothing\n", LANGUAGE)
    with pytest.raises(RulesError, match="one more"):
        build(GAME + GAME, LANGUAGE)


def test_large_text_builds_in_well_under_a_second() -> None:
    step = "(if (is Line 3 Orthogonal) (move Step (directions {FR FL}) (to if:(is Empty (to)))) (moveAgain))"
    text = f"(and {{ {' '.join([step] * 1000)} }})"
    build("(and { (moveAgain) })", LANGUAGE, "moves")
    start = time.process_time()
    build(text, LANGUAGE, "moves")
    assert len(text) > 90_000
    assert time.process_time() - start < 2.0


def test_signature_with_two_arguments_of_one_name_is_refused() -> None:
    with pytest.raises(ValueError, match="two arguments"):
        parse_signature("(union <region> <region>)", "region")


def test_form_of_a_type_that_nobody_registered_is_missing_not_wrong() -> None:
    language = small_language()
    language.add(parse_signature("(remove graph<graph> cells:<{int}>)", "graph"), lambda: None)
    for text in ("(then (remove (to)))", "(then (and {(moveAgain) (remove (square 3) cells:{1})}))"):
        with pytest.raises(UnsupportedLudeme) as refusal:
            build(text, language, "then")
        assert refusal.value.names == ("(remove) as moves",)


def test_misspelt_word_is_a_mistake_even_where_a_form_is_missing() -> None:
    language = small_language()
    language.add(parse_signature("(remove graph<graph> cells:<{int}>)", "graph"), lambda: None)
    with pytest.raises(RulesError, match="squar is not known"):
        build("(then (remove squar))", language, "then")
