"""Whole rules in words."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.engine.text.board_text import ENGLISH
from apts.games.library import load
from apts.locales import LANGUAGES
from apts.telling.rules_in_words import (
    RulesInWords,
    board_words,
    drawn_board,
    rules_as_data,
    rules_as_text,
    rules_in_words,
)
from apts.telling.voice import sentence, words_of
from tests.wording.golden import Wording

FOLDER = Path(apts.__file__).parent / "games" / "shipped"
GAMES = sorted(path.stem for path in FOLDER.glob("*.lud"))


def sentences(rules: RulesInWords, heading: str) -> list[str]:
    """The sentences under a heading."""
    found = [section for section in rules.sections if section.heading == heading]
    return [sentence(text) for section in found for item in section.items for _, text in item.walk()]


def a_turn(play: str, equipment: str = "", players: str = "2", language: str = "en") -> list[str]:
    """The sentences of a turn with these moves, without the one about passing."""
    game = load(
        f"""(game "Turns" (players {players})
          (equipment {{ (board (square 5)) (piece "Pawn" Each) (piece "King" Each) (hand Each)
            (regions P1 (sites Top)) (regions P2 (sites Bottom)) {equipment} }})
          (rules (start (place "Pawn1" (sites Bottom))) (play {play}) (end (if (no Moves Next) (result Mover Win)))))"""
    )
    heading = str(words_of(language)["sections"]["turn"])
    return sentences(rules_in_words(game, language), heading)[:-1]


@pytest.mark.long
@pytest.mark.parametrize(
    "play",
    [
        "(move Add (to (sites Empty)))",
        '(move Add (piece "King" Mover) (to (sites Empty)))',
        "(forEach Piece (move Step Forward (to if:(is Empty (to)))))",
        '(forEach Piece "King" (move Slide Diagonal))',
        "(forEach Piece (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) "
        "(to if:(is Empty (to)))))",
        "(or (move Pass) (move Add (to (sites Empty)) (then (moveAgain))))",
        "(if (is Even (count Moves)) (move Pass) (move Remove (sites Occupied by:Enemy)))",
        "(move (from (handSite Mover)) (to (sites Empty)))",
        "(do (move Add (to (sites Empty))) ifAfterwards:(not (is Line 3)))",
    ],
)
def test_moves_are_told_as_what_to_do(play: str, wording: Wording) -> None:
    for language in LANGUAGES:
        wording(a_turn(play, language=language), language)


def test_site_is_told_by_its_name_and_not_by_its_number(wording: Wording) -> None:
    wording(a_turn("(move Add (to (sites {0 24})))"))


def test_what_follows_a_choice_is_none_of_its_alternatives(wording: Wording) -> None:
    told = a_turn("(or (move Pass) (move Add (to (sites Empty))) (then (moveAgain)))")
    wording(told)
    game = load("mail-coaches")
    turn = next(section for section in rules_in_words(game).sections if section.heading == "A turn")
    texts = [(depth, text) for item in turn.items for depth, text in item.walk()]
    assert (1, "then, if all dice show the same and the mover has a piece left, move again") in texts


def test_denial_of_several_things_is_in_brackets(wording: Wording) -> None:
    (told,) = a_turn("(if (not (and (is Even (count Moves)) (is Mover P1))) (move Pass))")
    wording(told)


def test_what_has_no_words_stands_as_it_is_written_with_its_line() -> None:
    (told,) = a_turn("(if (is Pattern {F R F}) (move Pass))")
    assert told == "If `(is Pattern {F R F})` (line 4), pass."


def test_single_sites_teams_and_amounts_are_told_as_what_they_are(wording: Wording) -> None:
    game = load(
        """(game "Bets" (players 4) (equipment { (board (square 3)) (piece "Pawn" Each) })
          (rules (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) (set Amount 10) (set Amount P1 5)
              (place "Pawn1" (difference (sites Board) 4)) (place "Pawn2" (expand (sites {4}) steps:1)) })
            (play (move Bet Mover (range 1 3)))
            (end (if (> (amount Mover) 2) (result TeamMover Win)))))"""
    )
    rules = rules_in_words(game)
    wording(sentences(rules, "Set-up")[2:])
    wording(sentences(rules, "A turn")[0], name="2")
    ends = sentences(rules, "The end of the match")
    wording(ends[1], name="3")
    free = load(game.rules.replace("(move Bet Mover (range 1 3))", "(or (move Bet Mover (range 1 3)) (move Pass))"))
    ends = [*ends[:1], *sentences(rules_in_words(free), "The end of the match")[1:]]
    wording(ends[1], name="4")
    wording(ends[0], name="5")


def test_empty_lists_leave_no_gap_in_a_sentence() -> None:
    told = " ".join(a_turn("(if (and (is Mover P1) (or {})) (move Add (to (sites {}))) (move Pass))"))
    assert "it is the turn of player 1; and `(or {})` (line 4)" in told
    assert "`(sites {})` (line 4)" in told
    game = load(
        """(game "Nothing" (players 2) (equipment { (board (square 3)) (piece "Pawn" Each) })
          (rules (start { (place "Pawn1" {}) (place Stack items:{} 0) })
            (play (move Add (to (sites Empty)) (then (set Hidden at:(last To) to:Next))))
            (end (if (is Full) (result Mover Win)))))"""
    )
    rules = rules_in_words(game, "pt-BR")
    assert sentences(rules, "Preparação") == [
        '`(place "Pawn1" {})` (linha 2).',
        "`(place Stack items:{} 0)` (linha 2).",
    ]
    assert "Algo fica oculto aos jogadores: `(set Hidden ..)` (linha 3)." in sentences(rules, "Jogadores")


@pytest.mark.long
def test_die_is_thrown_first_and_then_used() -> None:
    told = a_turn("(do (roll) next:(forEach Die (forEach Piece (move Step (to if:(= (pips) 3))))))", "(dice d:6 num:2)")
    assert told[0] == "First, throw the dice."
    assert told[1].startswith("Then, use one of the dice: with one piece of the mover, step")
    assert told[1].endswith("if its number is three.")


@pytest.mark.parametrize("name", GAMES)
def test_game_of_the_library_is_told_with_hardly_any_code(name: str) -> None:
    rules = rules_in_words(load(name))
    assert {"Players", "On the table", "A turn", "The end of the match"} <= {one.heading for one in rules.sections}
    assert rules.clauses_in_code == 0 or name == "backgammon"
    text = rules_as_text(rules, "")
    assert "None" not in text
    assert "{" not in text.replace("`", "") or name == "backgammon"


def test_names_of_seats_and_pieces_are_used(wording: Wording) -> None:
    game = load(
        """(game "Siege" (players 2) (equipment { (board (square 3)) (piece "Disc1" P1) (piece "Disc2" P2) })
          (rules (start (place "Disc11" coord:"A1")) (play (move Add (to (sites Empty))))
            (end (if (is Full) (result P2 Win)))))
        (metadata (graphics { (player Name P2 "Raiders") (piece Rename piece:"Disc1" "Keep") }))"""
    )
    rules = rules_in_words(game)
    wording(sentences(rules, "Set-up"))
    wording(sentences(rules, "The end of the match")[0], name="2")


@pytest.mark.parametrize("players", [1, 3, 6])
def test_any_number_of_players_is_told(players: int) -> None:
    game = load(
        f"""(game "Some" (players {players}) (equipment {{ (board (hex 3)) (piece "Stone" Each) }})
          (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (byScore)))))"""
    )
    first = sentences(rules_in_words(game), "Players")[0]
    assert first.startswith("One player" if players == 1 else {3: "Three", 6: "Six"}[players])


def test_class_is_told_by_what_its_author_says_of_it() -> None:
    rules = rules_in_words(load(str(FOLDER / "snowball_class.py")))
    assert "points" in rules.lead
    assert sentences(rules, "A turn")[0].startswith("How a turn goes is written in Python")


PHASES = """(game "Ends" (players 2)
    (equipment { (board (square 4)) (piece "Stone" Each) (piece "Wall" Neutral) })
    (rules phases:{
        (phase "A" (play (move Add (to (sites Empty)))) (nextPhase True "B"))
        (phase "B" P16 (play (move Add (to (sites Empty)))))
      }
      (end {
        (if (>= (count Pieces Neutral) 3) (result Mover Win))
        (if (no Pieces Neutral) (result Mover Draw))
        (if (= (count Pieces All) 1) (result Mover Win))
        (if (>= (max (sizes Group Diagonal P1)) 3) (result P1 Win))
        (if (>= (size Group at:(last To)) 7) (result P1 Win))
      })))
"""


def test_what_nobody_owns_all_own_and_directions_are_told_as_they_are(wording: Wording) -> None:
    rules = rules_in_words(load(PHASES))
    wording([text for text in sentences(rules, "The end of the match") if "pass" not in text][1:])
    turn = " ".join(sentences(rules, "A turn"))
    assert "`P16`" in turn
    assert "`True`" not in turn


def test_options_and_rules_about_rules_are_told() -> None:
    rules = rules_in_words(load("hex", Swap="Off", Board="5x5"))
    assert "Swap: Off (No swap)." in sentences(rules, "Options chosen")
    assert sentences(rules, "Further rules") == []
    assert sentences(rules_in_words(load("hex")), "Further rules") != []


def test_text_keeps_to_its_width_and_shows_the_board() -> None:
    game = load("breakthrough")
    text = rules_as_text(rules_in_words(game), game.start().board_text(), 60)
    assert max(map(len, text.splitlines())) <= 60
    assert "a b c d e f g h" in text
    data = rules_as_data(rules_in_words(game))
    assert data["sections"][0]["sentences"][0]["depth"] == 0


COMING = """(game "Coming" (players 2)
  (equipment {{ (board (square 5)) (piece "Queen" Each (move Slide)) (piece "Stone" Each) (piece "Dot" Neutral) }})
  (rules (start {{ (place "Queen1" 0) (place "Queen2" 24) (place "Dot0" 12) }}) (play {play})
    (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.mark.parametrize(
    ("play", "queens", "stones", "dots"),
    [
        ("(forEach Piece)", "1 at the start", "none at the start", "1 at the start"),
        ('(move Add (piece "Dot0") (to (sites Empty)))', "1 at the start", "none at the start", "{more}"),
        ('(move Add (piece (id "Stone" Mover)) (to (sites Empty)))', "1 at the start", "{needed}", "1 at the start"),
        (
            '(move Add (piece {"Stone1" "Queen1" "Stone2" "Queen2"}) (to (sites Empty)))',
            "{more}",
            "{needed}",
            "1 at the start",
        ),
        ("(move Add (to (sites Empty)))", "{more}", "none at the start", "1 at the start"),
        ("(move Add (piece (what at:0)) (to (sites Empty)))", "{more}", "{needed}", "1 at the start"),
        (
            '(forEach Piece (then (promote (last To) (piece "Stone") Mover)))',
            "1 at the start",
            "{needed}",
            "1 at the start",
        ),
    ],
    ids=["none", "nobody's", "another kind", "several kinds", "no name", "by number", "promoted"],
)
def test_more_come_only_of_the_kinds_that_rules_add(play: str, queens: str, stones: str, dots: str) -> None:
    told = sentences(rules_in_words(load(COMING.format(play=play))), "On the table")
    words = {"more": "1 at the start, more may come", "needed": "as many as are needed"}
    pieces = f"Queens ({queens}) and Stones ({stones})".format(**words)
    assert f"Every player: {pieces}." in told
    assert f"Nobody's own: Dots ({dots.format(**words)})." in told


def test_only_the_shots_of_amazons_come_to_the_table() -> None:
    game = load("amazons")
    assert "Every player: Queens (4 at the start)." in sentences(rules_in_words(game), "On the table")
    portuguese = [
        text for section in rules_in_words(game, "pt-BR").sections for item in section.items for _, text in item.walk()
    ]
    assert not any("podem vir mais" in text for text in portuguese)


@pytest.mark.parametrize(
    "play",
    [
        "(max Captures (move Remove (sites Occupied by:Next)))",
        "(move Add (to (last Between)))",
        "(if (all Different (sites Corners) if:(is Occupied (site))) (move Pass))",
        "(move Add (to (sites Pattern {F R F} from:4)))",
        "(move Add (to (sites Pattern {F R F})))",
        "(if (is Freedom (sites Occupied by:Next) 0) (move Pass))",
        "(if (is Freedom (sites Occupied by:Next)) (move Pass))",
        "(if (= (count Sites in:(forEach Level at:0 if:(is Even (level)))) 2) (move Pass))",
        "(move Add (to (sites Empty) if:(is In 1 (forEach Level at:0))))",
    ],
)
def test_captures_levels_patterns_and_what_was_passed_are_told(play: str, wording: Wording) -> None:
    rules = """(game "Words" (players 2) (equipment { (board (square 3)) (piece "Pawn" Each) })
      (rules (play %s) (end (if (no Moves Next) (result Mover Win)))))"""
    game = load(rules % play)
    for language in LANGUAGES:
        heading = str(words_of(language)["sections"]["turn"])
        told = sentences(rules_in_words(game, language), heading)[:-1]
        assert not any("`" in text for text in told)
        wording(told, language)


MIXED = """(game "Fences" (players 2)
  (equipment { (board (square 3)) (piece "Fence" Each) })
  (rules (play %s) (end (if (no Moves Next) (result Mover Win)))))"""
FENCE = """(move Add (to Edge (sites Empty Edge)) (then (forEach Site (sites Incident Cell of:Edge at:(last To))
    (if (= (count Sites in:(intersection (sites Incident Edge of:Cell at:(site)) (sites Empty Edge))) 0)
      (addScore Mover (count Cells))))))"""


def test_elements_of_a_board_of_several_kinds_are_told_apart(wording: Wording) -> None:
    for language in LANGUAGES:
        rules = rules_in_words(load(MIXED % FENCE), language)
        told = sentences(rules, str(words_of(language)["sections"]["turn"]))
        assert not any("`" in text for text in told)
        wording(told, language)


def test_centre_of_a_tree_is_told(wording: Wording) -> None:
    play = "(or (move Add (to Edge (sites Empty Edge))) (move Add (to Vertex (sites Empty Vertex))))"
    game = load((MIXED % play).replace("(no Moves Next)", "(is TreeCentre Mover)"))
    for language in LANGUAGES:
        wording(sentences(rules_in_words(game, language), str(words_of(language)["sections"]["end"])), language)


def test_usual_elements_of_a_board_of_several_kinds_have_their_name() -> None:
    play = "(or (move Add (to (sites Empty))) (move Add (to Edge (sites Empty Edge))))"
    told = " ".join(sentences(rules_in_words(load(MIXED % play)), "A turn"))
    assert "on one of the empty cells" in told
    assert "on one of the empty lines" in told
    alone = " ".join(sentences(rules_in_words(load(MIXED % "(move Add (to (sites Empty Cell)))")), "A turn"))
    assert "one of the empty sites" in alone or "any empty site" in alone


@pytest.mark.parametrize(
    ("board", "told"),
    [("(rectangle (+ 1 2) (* 2 3))", "3 × 6"), ("(square (- 7 3))", "4 × 4"), ("(concentric {1 (+ 2 2)})", "5 cells")],
)
def test_sizes_of_boards_that_are_worked_out_are_told_as_numbers(board: str, told: str) -> None:
    game = load(
        f'(game "Sizes" (players 2) (equipment {{ (board {board}) (piece "Pawn" Each) }})'
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"
    )
    assert told in rules_as_text(rules_in_words(game), "")


def test_pieces_that_chance_places_are_told(wording: Wording) -> None:
    text = """(game "Rocks" (players 2) (equipment { (board (square 3)) (piece "Pawn" Each) (piece "Rock" Neutral) })
      (rules (start { (place Random {"Rock0"} count:3) (place Random {"Pawn1"}) (place Random (sites Top) {"Pawn2"}) })
        (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""
    wording(sentences(rules_in_words(load(text)), "Set-up"))
    told = sentences(rules_in_words(load(text), "pt-BR"), "Preparação")
    assert all("escolhida pelo acaso" in one for one in told[:2])


def ends(end: str, start: str = "", players: int = 2) -> list[str]:
    """The sentences of these end rules, in a game of pawns, without those that every game has."""
    game = load(
        f"""(game "Ends" (players {players}) (equipment {{ (board (square 3)) (piece "Pawn" Each) }})
          (rules {start} (play (move Add (to (sites Empty)))) (end {end})))"""
    )
    return sentences(rules_in_words(game), "The end of the match")[:-1]


def test_result_that_holds_where_no_inner_end_does_is_told(wording: Wording) -> None:
    end = "(if (is Full) (if (> (score P1) 2) (result P1 Win)) (result P2 Win))"
    wording(ends(end))
    by_score = "(if (is Full) (if (> (score P1) 2) (result P1 Win)) (byScore { (score P1 3) }))"
    wording(ends(by_score)[-2:], name="2")


def test_condition_of_where_a_piece_comes_from_is_not_told_of_where_it_goes(wording: Wording) -> None:
    (told,) = a_turn("(move (from (sites Hand Mover) if:(is Occupied (from))) (to (sites Empty)))")
    wording(told)
    (chosen,) = a_turn("(move Select (from (sites Board) if:(is Occupied (from))))")
    wording(chosen, name="select")


def test_numbered_team_that_wins_is_told_and_one_that_loses_is_not(wording: Wording) -> None:
    start = "(start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) })"
    wording(ends("(if (is Full) (result Team2 Win))", start, 4))
    assert "`" in ends("(if (is Full) (result Team2 Loss))", start, 4)[0]  # nothing comes of it


PAWNS = """(game "Pawns" (players 2)
  (equipment { (board (square 4))
     (piece "Pawn" P1 N (move Step Forward (to if:(is Empty (to)))))
     (piece "Pawn" P2 S (move Step Forward (to if:(is Empty (to))))) GUARD
     (piece "Rock" Each) })
  (rules (start { (place "Pawn1" {"a1"}) (place "Pawn2" {"a4"}) (place "Rock2" {"c4"}) })
    (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


def test_pieces_face_as_those_that_look_ahead_do_whatever_piece_comes_last(wording: Wording) -> None:
    told = sentences(rules_in_words(load(PAWNS.replace("GUARD", ""))), "Players")
    wording(told)


def test_kinds_that_face_different_ways_are_told_one_by_one(wording: Wording) -> None:
    guard = '(piece "Guard" P2 E (move Step Forward (to if:(is Empty (to)))))'
    told = sentences(rules_in_words(load(PAWNS.replace("GUARD", guard))), "Players")
    wording(told[-2:])


@pytest.mark.parametrize(
    ("settings", "lead", "option"),
    [
        ({}, "Drop discs into columns; four in a row win.", "Line: Four (Four in a row win)."),
        (
            {"rules.end.if.is Line.length": 4},
            "Drop discs into columns; four in a row win.",
            "Line: Four (Four in a row win).",
        ),
        ({"rules.end.if.is Line.length": 5}, "", "Line: as “Four”, with numbers changed."),
        ({"rules.end.if.is Line.length": 3, "Line": "Five"}, "", "Line: as “Five”, with numbers changed."),
        ({"Line": "Five"}, "", "Line: Five (Five in a row win)."),
    ],
)
def test_what_is_no_longer_true_of_changed_rules_is_not_said(
    settings: dict[str, int | str], lead: str, option: str
) -> None:
    rules = rules_in_words(load("connect-four", **settings))
    assert rules.lead == lead
    assert option in sentences(rules, "Options chosen")
    assert rules_as_data(rules)["lead"] == lead


@pytest.mark.parametrize(
    "effects",
    [
        "(and (roll) (if (= (count Pips) 1) (moveAgain)))",
        '(and (set Var "n" (+ (var "n") 1)) (if (= (var "n") 3) (moveAgain)))',
        "(roll (then (if (= (count Pips) 1) (moveAgain))))",
    ],
    ids=["throw", "variable", "one after the other"],
)
def test_throw_that_is_read_before_it_is_made_is_told_as_the_one_before(effects: str, wording: Wording) -> None:
    wording(a_turn(f"(move Add (to (sites Empty)) (then {effects}))", "(dice d:6 num:1)"))


def test_kinds_of_one_name_that_move_otherwise_are_told_with_their_owners() -> None:
    game = load(
        """(game "Fox" (players 2) (equipment { (board (square 5))
            (piece "Man" P1 (move Step (to if:(is Empty (to))))) (piece "Man" P2 (move Slide))
            (piece "Dog" P1 (move Leap {{F F}} (to if:(is Empty (to))))) (piece "Dog" P2) (piece "Ox" Each (move Slide)) })
          (rules (start (place "Man1" (sites Bottom))) (play (forEach Piece))
            (end (if (no Moves Next) (result Mover Win)))))"""
    )
    assert [text.split(":")[0] for text in sentences(rules_in_words(game), "How the pieces move")] == [
        "Men of player 1",
        "Men of player 2 and Oxen",
        "Dogs of player 1",
    ]
    assert "Peças Man do jogador 1: " in rules_as_text(rules_in_words(game, "pt-BR"), "")


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("(> (count Pieces Mover) 1)", "If the mover has more than one piece, pass."),
        ("(> (score Mover) (/ (* 3 (+ 1 3)) 2))", "If the mover has more than six points, pass."),
        ("(is Empty (- (* 2 5) 1))", "If e2 is empty, pass."),
        (
            "(= (sites Occupied by:All) (sites Top))",
            "If the sites occupied by anybody and the top row are the same sites, pass.",
        ),
        (
            "(and (if (is Mover P1) (is Full) (is Prev P2)) (is Full))",
            "If (if it is the turn of player 1: the board is full; else player 2 made the move before) and "
            "the board is full, pass.",
        ),
        ('(= (what at:3) (id "King2" P2))', "If the piece on d1 is the King of player 2, pass."),
    ],
)
def test_conditions_are_told_so_that_nothing_in_them_can_be_mistaken(condition: str, words: str) -> None:
    assert a_turn(f"(if {condition} (move Pass))") == [words]


def test_two_sites_that_would_have_the_same_words_are_told_as_they_are_written() -> None:
    (told,) = a_turn("(move Add (to (sites Top) if:(all Sites (sites Bottom) if:(!= (to) (site)))))")
    assert (
        told
        == "Put a Pawn of the own colour on a site of the top row, if on all of the bottom row `(!= (to) (site))` (line 4)."
    )


def test_list_of_one_site_is_told_as_that_site() -> None:
    text = """(game "One" (players 2) (equipment { (board (square 3)) (piece "Man" Each) })
        (rules (start (place "Man1" (sites {4}))) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""
    assert sentences(rules_in_words(load(text)), "Set-up") == ["Put a Man of player 1 on b2."]


def test_what_stands_below_the_board_is_told_in_portuguese() -> None:
    text = """(game "Below" (players 2) (equipment { (board (square 3)) (piece "Man" Each) (dice d:6 num:1)
          (regions P1 {(sites Top) (sites Bottom)}) (regions P2 {(sites Left) (sites Right)}) })
        (rules (play (move Add (piece "Man1") (to (sites Empty)) (then (addScore Mover 1))))
          (end (if (is Line 3) (byScore)))))"""
    drawn = drawn_board(load(text), "pt")
    assert "lados: M cima e baixo, m esquerda e direita" in drawn
    assert "pontuação 0 : 0" in drawn
    assert "dados: " in drawn
    assert board_words("pt-BR").keys() == ENGLISH.keys()
    assert drawn_board(load(text)) == load(text).start().board_text()


SIDES = """(game "Sides" (players 4) (equipment { (board (square 3)) (piece "Wolf" Each) (piece "Man" Each) })
  (rules (start { (set Team 1 {P1 P2 P4}) (set Team 2 {P3}) (set Score Each 0) })
    (play (move Add (to (sites Empty)) (then (and { (addScore Ally 1) (addScore Enemy 1) (addScore NonMover 1)
      (set Score Friend 2) }))))
    (end {
      (if (no Pieces Enemy) (result TeamMover Win))
      (if (is Line 3 Friend) (result TeamMover Win))
      (if (is Line 3 Ally) (result All Loss))
      (if (<= (count Pieces NonMover) 2) (result All Draw))
      (if (>= (count Pieces Mover "Wolf") 3) (result Mover Win))
      (if (>= (count Pieces All "Man") 8) (result All Win))
      (if (= (count Pieces Next "Wolf") 0) (result Mover Loss))
      (if (is In (last To) (sites Occupied by:Ally)) (result All Loss)) })))"""


def test_roles_for_several_are_told_as_all_of_them(wording: Wording) -> None:
    for language in LANGUAGES:
        sections = rules_in_words(load(SIDES), language).sections
        lines = [text for section in sections[1:] for item in section.items for _, text in item.walk()]
        assert not [line for line in lines if "`" in line]
        wording(lines, language)
