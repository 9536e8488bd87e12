"""What rules accept and can hardly mean: names of nothing, missing seats and sites, rules without effect."""

from __future__ import annotations

import pytest

import apts
from apts.engine.lints.all_lints import game_lints, rules_lints
from apts.engine.lints.lint import Lint
from apts.engine.lints.possible_winners import possible_winners
from apts.engine.lints.unknown_names import GIVEN, NAMINGS
from apts.games.checking import check_text
from apts.games.library import library_files
from apts.games.shipped.snowball_class import Snowball
from apts.language.mistakes.problems import RulesError
from apts.language.reading import build
from apts.language.signatures.signature import LUDEMES
from apts.telling.translated_mistakes import sentence_in
from tests.wording.golden import Wording

GAME = """(game "Doubtful" (players {players})
  (equipment { (board (square 3)) (hand Each) (piece "Stone" Each) (regions "Home" P1 (sites Bottom)) {more} })
  (rules
    (start {start})
    (play {play})
    (end {end})))"""
ADD = "(move Add (to (sites Empty)))"
LINE = "(if (is Line 3) (result Mover Win))"
START = '(place "Stone1" 4)'


def rules(players: int = 2, play: str = ADD, end: str = LINE, start: str = START, more: str = "") -> str:
    named = {"{players}": str(players), "{play}": play, "{end}": end, "{start}": start, "{more}": more}
    text = GAME
    for name, value in named.items():
        text = text.replace(name, value)
    return text


def static(text: str) -> tuple[Lint, ...]:
    """The doubts that a text raises by itself, whether it can be played or not."""
    return rules_lints(build(text, file="x.lud"), text)


def marked(text: str, lint: Lint) -> str:
    """What stands in the text where the doubt points to."""
    place = lint.problem.position
    return text.split("\n")[place.line - 1][place.column - 1 :]


@pytest.mark.parametrize(
    ("text", "message", "at", "nearest"),
    [
        (
            rules(end='(if (is In (last To) (sites "Hme")) (result Mover Win))'),
            'no region or coordinate is called "Hme", so no site is meant',
            '"Hme"',
            ("Home",),
        ),
        (
            rules(end='(if (is In (last To) (sites P1 "Hme")) (result Mover Win))'),
            'no region is called "Hme", so no site is meant',
            '"Hme"',
            ("Home",),
        ),
        (
            rules(play='(or (forEach Piece "Stoen") (move Pass))'),
            'no piece is called "Stoen", so no piece is meant',
            '"Stoen"',
            ("Stone",),
        ),
        (
            rules(end='(if (= (count Pieces Mover "Rock") 3) (result Mover Win))'),
            'no piece is called "Rock", so no piece is meant',
            '"Rock"',
            (),
        ),
        (
            rules(end='(if (= (what at:(last To)) (id "Stone")) (result Mover Win))'),
            'no container or piece is called "Stone", so its number is -1',
            '"Stone")',
            ("Stone1", "Stone2"),
        ),
        (
            rules(play='(move Add (to (sites {"a1" "z9"})))'),
            'no coordinate is called "z9", so no site is meant',
            '"z9"',
            (),
        ),
        (
            rules(start='(place "Stone1" {"a1" "z9"})'),
            'no coordinate is called "z9", so no site is meant',
            '"z9"',
            (),
        ),
        (
            rules(play='(move Add (to (sites Track "Rnig")))', more='(map "Values" {(pair 1 2)})'),
            'no track is called "Rnig", so no track is meant',
            '"Rnig"',
            (),
        ),
        (
            rules(end='(if (= (mapEntry "Valeus" 1) 2) (result Mover Win))', more='(map "Values" {(pair 1 2)})'),
            'no map is called "Valeus", so every number stands for itself',
            '"Valeus"',
            ("Values",),
        ),
        (
            rules(
                play='(move Add (to (sites Empty)) (then (set Var "Count" 1)))',
                end='(if (= (var "Cuont") 1) (result Mover Win))',
            ),
            'no variable is called "Cuont", so its value is always -1',
            '"Cuont"',
            ("Count",),
        ),
        (rules(start='(place "Ston1" 4)'), 'no piece is called "Ston1"', '"Ston1"', ("Stone1", "Stone2")),
        (rules(start='(place "Stone" "Hnad")'), 'no hand or container is called "Hnad"', '"Hnad"', ("Hand", "Hand1")),
        (rules(start='(place "Stone1" 9)', more=""), "there is no site 20", "20", ()),
    ],
)
def test_name_of_nothing_is_doubted_with_the_nearest_that_fits(
    text: str, message: str, at: str, nearest: tuple[str, ...]
) -> None:
    text = text.replace('"Stone1" 9)', '"Stone1" 20)')
    found = [lint for lint in static(text) if message in lint.problem.message]
    (lint,) = found
    assert marked(text, lint).startswith(at)
    assert set(nearest) <= set(lint.problem.nearest)
    assert bool(nearest) == bool(lint.problem.nearest)
    assert str(lint).splitlines()[1].strip() == text.split("\n")[lint.problem.position.line - 1].strip()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (rules(end="(if (is Line 3) (result P5 Win))"), "there is no player 5"),
        (rules(1, end="(if (is Line 3) (result P2 Loss))", start='(place "Stone" 4)'), "the game has 1 player"),
        (rules(6, end="(if (is Mover P7) (result Mover Win))"), "the game has 6 players"),
        (rules(more="(hand P3)"), "there is no player 3"),
        (rules(play="(move Add (to (sites Hand (player 4))))"), "there is no player 4"),
        (rules(play="(move Add (to (sites P2)))"), "P2 owns no region, so no site is meant"),
        (rules(play="(move Add (to (sites {3 99})))"), "there is no site 99; the sites are 0 to 10"),
        (rules(play="(move Add (to (sites Row 3)))"), "there is no row 3; the rows are 0 to 2"),
        (rules(play="(move Add (to (sites Empty)) (then (swap Pieces 0 44)))"), "there is no site 44"),
        (rules(start='(place "Stone1" -2)'), "there is no site -2; the sites are 0 to 10"),
        (rules(start='(place "Stone1" {4 -1})'), "there is no site -1"),
        (rules(play="(move Add (to (sites Empty)) (then (remove -7)))"), "there is no site -7"),
    ],
)
def test_seats_and_sites_that_are_not_there_are_doubted(text: str, message: str) -> None:
    (lint,) = static(text)
    assert message in lint.problem.message


def test_regions_of_players_who_have_none_and_dice_that_nobody_uses_are_doubted(wording: Wording) -> None:
    text = rules(end="(if (is In (last To) (sites Mover)) (result Mover Win))")
    assert static(text) == ()
    (lint,) = static(text.replace('"Home" P1 (sites', '"Home" (sites'))
    wording(lint.problem.message)
    dice = rules(
        play="(do (roll) next:(move Add (to (sites Empty)) (then (addScore Mover (pips)))))", more="(dice num:1)"
    )
    (lint,) = (lint for lint in static(dice) if lint.kind != "other-piece")
    assert (lint.kind, marked(dice, lint)[:6]) == ("no-die", "(pips)")
    used = dice.replace("(move Add", "(forEach Die (move Add").replace("(pips))))", "(pips)))))")
    assert "no-die" not in {lint.kind for lint in static(used)}


@pytest.mark.parametrize(
    ("start", "told"),
    [
        ('(place Random {"Stone1"} count:99)', ['there is no room for 99 of "Stone1": chance could place only 9']),
        (
            '{(place "Stone2" {0 1}) (place Random (sites Bottom) {"Stone1" "Stone2"} count:2)}',
            [
                'there is no room for 2 of "Stone1": chance could place only 1',
                'there is no room for 2 of "Stone2": chance could place only 0',
            ],
        ),
        ('{(place Random {"Stone1"} count:4) (place Random {"Stone2"} count:5)}', []),
        ('{(place "Stone1" 0) (place Random {"Stone1"} count:3)}', []),
        ('(place "Stone1" 4 count:-3)', ["-3 pieces cannot be placed, so none is"]),
        ('(place "Stone" "Hand" count:-1)', ["-1 pieces cannot be placed, so none is"]),
        ('(place Random {(count "Stone1" -7)} 4)', ["-7 pieces cannot be placed, so none is"]),
    ],
)
def test_pieces_without_room_at_the_start_are_doubted(start: str, told: list[str]) -> None:
    doubts = game_lints(apts.load(rules(start=start)), matches=0).warnings
    assert [lint.problem.message for lint in doubts if lint.kind == "no-room"] == told


@pytest.mark.parametrize("way", ['"0,E,N,W,S"', "{ 0 1 2 5 8 7 6 3 0 }"])
def test_track_that_goes_round_and_names_its_first_site_twice_is_doubted(way: str) -> None:
    def on(track: str) -> str:
        return rules().replace("(board (square 3))", f"(board (square 3) {track})")

    text = on(f'(track "Ring" {way} loop:True)')
    (lint,) = static(text)
    assert lint.kind == "doubled-site"
    assert lint.grave
    assert 'the track "Ring" goes round and ends on the site where it begins (a1)' in lint.problem.message
    assert marked(text, lint).startswith("(track ")
    assert static(on(f'(track "Ring" {way})')) == ()
    assert static(on('(track "Ring" "0,E,N,W,S1" loop:True)')) == ()


@pytest.mark.parametrize(
    ("more", "piece"),
    [("(dice d:6 num:1)", '"Die1"'), ('(piece "Wall" Neutral)', '"Wall0"')],
)
def test_piece_that_is_put_down_without_a_name_and_is_not_the_movers_is_doubted(more: str, piece: str) -> None:
    def on(equipment: str, play: str = ADD) -> str:
        return rules(play=play, start="").replace("(hand Each)", equipment).replace("(start )", "")

    (lint,) = static(on(more))
    assert lint.kind == "other-piece"
    assert f"which is {piece} for player 1" in lint.problem.message
    assert lint.problem.expected == ('(piece "Stone" Mover)',)
    assert static(on(more, '(move Add (piece "Stone" Mover) (to (sites Empty)))')) == ()
    assert static(on("")) == ()


def test_piece_in_a_hand_that_is_another_than_the_one_named_is_doubted() -> None:
    (lint,) = static(rules(start='(place "King2" "Hand2")', more='(piece "King" P2)'))
    assert lint.kind == "other-piece"
    assert 'the number of the hand, "Stone2", not "King2"; (place "King2" 10) does' in lint.problem.message
    assert static(rules(start='(place "Stone2" "Hand2")')) == ()
    assert static(rules(start='(place "King2" 10)', more='(piece "King" P2)')) == ()


def test_names_are_checked_though_an_owner_is_not_there() -> None:
    text = rules(more='(hand P4) (piece "Guard" P3)', end='(if (no Pieces "Gard") (result Mover Win))')
    messages = [lint.problem.message for lint in static(text)]
    assert [part for part in ("player 4", "player 3", '"Gard"') if any(part in told for told in messages)] == [
        "player 4",
        "player 3",
        '"Gard"',
    ]


def test_every_ludeme_says_what_its_texts_name() -> None:
    texts = {
        f"{signature.name}.{slot.name}"
        for signature in LUDEMES.signatures()
        for slot in signature.slots
        if any("string" in kind.name.split("|") for kind in slot.types)
    }
    assert texts - NAMINGS.keys() - GIVEN == set()
    assert NAMINGS.keys() - texts == set()


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_what_is_there_is_not_doubted(players: int) -> None:
    end = f'(if (and (is Line 3) (>= (count Pieces P{players} "Stone") 3)) (result P{players} Win))'
    name = "Stone" if players == 1 else "Stone1"
    assert static(rules(players, end=end, start=f'(place "{name}" 4)')) == ()


def kinds(text: str) -> dict[str, str]:
    """The doubts about a game by their kinds."""
    return {lint.kind: lint.problem.message for lint in game_lints(apts.load(text)).all}


def test_end_that_never_holds_is_told_once() -> None:
    end = "{ (if (is Line 3) (result Mover Win)) (if (>= (count Pieces) 20) (result P1 Win)) }"
    doubts = game_lints(apts.load(rules(end=end)))
    (lint,) = doubts.all
    assert lint.kind == "end-never-held"
    assert lint.grave
    assert doubts.course.playouts.count > 200, "more matches could have settled it"


def test_limit_of_moves_that_no_match_needs_is_no_doubt() -> None:
    for limit in (
        "(>= (count Moves) 60)",
        "(or (> (count Turns) 60) (is Repeat))",
        "(<= 60 (count Moves))",
        "(not (< (count Turns) 60))",
        "(= (count Moves) (* 30 (count Players)))",
        "(is Cycle)",
        "(and (> (count Moves) 60) (not (no Pieces Next)))",
    ):
        end = f"{{ (if (is Line 3) (result Mover Win)) (if {limit} (result Mover Draw)) }}"
        assert game_lints(apts.load(rules(end=end))).all == ()


def test_end_for_who_is_blocked_is_a_note_since_random_players_rarely_get_there() -> None:
    end = "{ (if (is Line 3) (result Mover Win)) (if (no Pieces P1) (result P2 Win)) }"
    (lint,) = game_lints(apts.load(rules(end=end))).all
    assert (lint.kind, lint.grave) == ("end-never-held", False)


def test_matches_without_an_end_are_told() -> None:
    walk = "(forEach Piece (move Step (to if:(is Empty (to)))))"
    found = kinds(rules(play=walk, start='{(place "Stone1" 4) (place "Stone2" 0)}'))
    assert found["endless"].startswith("no random match of")


def test_seat_that_cannot_win_is_told_from_one_that_did_not(wording: Wording) -> None:
    cannot = kinds(rules(end="(if (is Line 3) (result P1 Win))"))
    wording(cannot["cannot-win"])
    end = "{ (if (is Line 3) (result P1 Win)) (if (and (is Mover P2) (is Line 4)) (result Mover Win)) }"
    did_not = game_lints(apts.load(rules(end=end))).all
    (never,) = [lint for lint in did_not if lint.kind == "never-won"]
    assert "player 2 did not win any of" in never.problem.message
    assert not never.grave
    assert kinds(rules(end="(if (is Line 3) (result Mover Draw))"))["cannot-win"].startswith("nobody can win")


def test_winners_are_read_from_the_end_rules() -> None:
    def winners(end: str, players: int) -> set[int]:
        return set(possible_winners([build(end, expected="endrule")], players))

    assert winners("(if (is Line 3) (result P2 Win))", 3) == {2}
    assert winners("(if (is Line 3) (result P2 Loss))", 3) == {1, 3}
    assert winners("(if (is Line 3) (result Mover Draw))", 3) == set()
    assert winners("(if (is Line 3) (byScore))", 2) == {1, 2}
    assert winners("(if (is Line 3) (result Mover Loss))", 1) == set()
    assert winners("(if (is Line 3) (result All Loss))", 3) == set()
    assert winners("(if (is Line 3) (result All Win))", 3) == {1, 2, 3}


def test_rule_without_effect_and_constant_condition_are_told() -> None:
    found = kinds(rules(play=f"(if (is Mover P1) {ADD} (if (< (count Pieces) 50) {ADD} (move Pass)))"))
    assert found["rule-never-used"].startswith("(move Pass) was never reached in")
    play = "(move Add (to (sites Empty) if:(< (count Pieces) 50)))"
    (lint,) = game_lints(apts.load(rules(play=play))).all
    assert (lint.kind, lint.grave) == ("same-answer", False)
    assert "(< (count Pieces) 50) always held in" in lint.problem.message


def test_piece_that_never_comes_into_play_is_told_and_its_moves_are_not() -> None:
    moving = '(piece "Bishop" Each (move Slide Diagonal)) (piece "Rock" Neutral)'
    found = [lint for lint in game_lints(apts.load(rules(more=moving)), 20).all if lint.kind != "same-answer"]
    assert [lint.kind for lint in found if "Bishop" in str(lint) or "Rock" in str(lint)] == ["idle-piece"] * 2
    assert '"Bishop" never comes into play: no rule places it, adds it or changes another' in str(found[0])
    assert 'expected: (place "Bishop1" ..)' in str(found[0])
    assert not any("(move Slide" in lint.problem.message for lint in found)


@pytest.mark.parametrize(
    "used",
    [
        {"start": '(place "Rock0" 4)', "more": '(piece "Rock" Neutral)'},
        {"play": '(move Add (piece "Rock0") (to (sites Empty)))', "more": '(piece "Rock" Neutral)'},
        {
            "play": '(move Add (to (sites Empty)) (then (promote (last To) (piece "King") Mover)))',
            "more": '(piece "King" Each)',
        },
    ],
)
def test_piece_that_a_rule_brings_into_play_is_not_doubted(used: dict[str, str]) -> None:
    assert "idle-piece" not in kinds(rules(**used))


def test_rules_that_look_for_a_piece_which_nothing_puts_out_are_told_with_the_piece() -> None:
    moving = '(piece "Bishop" P1 (move Slide Diagonal))'
    text = rules(
        play=f'(or {ADD} (forEach Piece "Bishop"))',
        end=f'{{ {LINE} (if (> (count Pieces P1 "Bishop") 3) (result P2 Win)) }}',
        more=moving,
    )
    (lint,) = game_lints(apts.load(text)).all
    assert (lint.kind, lint.grave) == ("idle-piece", True)


def test_idle_piece_of_a_game_without_a_move_is_told_too() -> None:
    found = kinds(rules(play="(forEach Piece)", more='(piece "Rock" Neutral)'))
    assert {"idle-piece", "no-first-move"} <= found.keys()


def test_first_position_without_anything_to_do_is_told(wording: Wording) -> None:
    assert (
        "nothing to do but to pass"
        in kinds(rules(play="(forEach Piece (move Step (to if:(is Enemy (who at:(to))))))"))["no-first-move"]
    )
    bare = rules().replace('(piece "Stone" Each)', "").replace('(place "Stone1" 4)', '(place "Ball11" 4)')
    wording(kinds(bare)["no-piece"])


def test_passes_that_lead_on_from_the_first_position_are_a_note() -> None:
    """A first pass decides whether there is more to do, as a throw does."""
    play = '(if (= (count Moves) 0) (move Pass (then (set Var "on" 1))) (move Add (to (sites Empty))))'
    found = [lint for lint in game_lints(apts.load(rules(play=play))).all if lint.kind == "no-first-move"]
    assert [lint.grave for lint in found] == [False]


def test_matches_that_only_pass_are_told_as_such() -> None:
    stuck = rules(more="(dice d:6 num:1)", end="(if (is Line 9) (result Mover Win))")
    assert "after up to 8 moves there is nothing to do but to pass" in kinds(stuck)["endless"]


@pytest.mark.long
def test_games_of_the_library_give_no_warning() -> None:
    found = {name: game_lints(apts.load(name)).warnings for name in library_files()}
    assert {name: [str(lint) for lint in told] for name, told in found.items() if told} == {}
    assert game_lints(apts.load(Snowball)).warnings == ()


def test_same_seed_gives_the_same_doubts() -> None:
    text = rules(end="(if (is Line 4) (result Mover Win))")
    once, again = (game_lints(apts.load(text), seed=5) for _ in range(2))
    assert once.all == again.all
    assert once.course.playouts == again.course.playouts


def test_matches_of_slow_games_are_fewer_by_their_work_and_not_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    game = apts.load(rules(end="(if (is Line 4) (result Mover Win))"))
    usual = game_lints(game).course
    assert (usual.hurried, usual.left_at) == (False, 0)
    monkeypatch.setattr("apts.engine.lints.random_course.thread_time", lambda: pytest.fail("the clock was asked"))
    monkeypatch.setattr("apts.engine.lints.random_course.LABOUR", 500)
    once, again = (game_lints(game).course for _ in range(2))
    assert once == again
    assert once.hurried
    assert 1 < once.playouts.count < 200


def test_match_that_takes_too_much_work_is_left_and_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apts.engine.lints.random_course.LABOUR", 1)
    monkeypatch.setattr("apts.engine.lints.random_course.MOVES_AT_ONCE", 1)
    course = game_lints(apts.load(rules())).course
    assert course.hurried
    assert course.playouts.count == 0
    assert course.left_at > 0


def test_without_matches_only_the_rules_and_the_first_position_are_looked_at() -> None:
    game = apts.load(rules(end="(if (is Line 3) (result P1 Win))"))
    assert game_lints(game, matches=0).course.playouts.count == 0
    assert game_lints(game, matches=0).warnings == ()
    assert game_lints(game, matches=20).warnings


STEP = '(piece "Walker" Each (move Step (to if:(is Empty (to)))))'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            rules(play='(forEach Piece "Walker")', start='(place "Walker1" 0)', more=STEP, players=2),
            "player 2 has nothing to do: no piece of it comes into play, and in all of ",
        ),
        (
            rules(
                play='(forEach Piece "Rook")', start='(place "Rook1" 0)', more='(piece "Rook" P1 (move Slide))'
            ).replace('(piece "Stone" Each)', ""),
            "player 2 has nothing to do: no piece of the equipment is its own",
        ),
    ],
)
def test_player_without_pieces_and_moves_is_told(text: str, words: str) -> None:
    found = [lint for lint in game_lints(apts.load(text), 5).all if lint.kind == "idle-seat"]
    assert [lint.grave for lint in found] == [True]
    assert found[0].problem.message.startswith(words)
    assert marked(text, found[0]).startswith("(players 2)")


@pytest.mark.parametrize(
    "used",
    [
        {},
        {"start": "(set Score P1 0)"},
        {"play": '(forEach Piece "Walker")', "start": '{ (place "Walker1" 0) (place "Stone2" 8) }', "more": STEP},
        {"play": "(if (is Mover P1) (move Add (to (sites Empty))) (move Remove (sites Occupied by:P1)))"},
        {"play": '(if (is Mover P1) (move Pass) (vote "Yes"))', "start": '(place "Stone1" 4)'},
        {"play": '(forEach Piece "Walker")', "start": '(place "Walker1" "Hand1" count:2)', "more": STEP, "players": 1},
        {"players": 3},
    ],
    ids=["adds", "adds to nothing", "stands there", "takes away", "votes", "alone", "three"],
)
def test_player_with_a_piece_or_something_to_do_is_not_doubted(used: dict[str, str | int]) -> None:
    assert "idle-seat" not in kinds(rules(**used))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "doubted"),
    [
        ('(piece "Stone" Each)', True),
        ('(piece "Stone" P2)', True),
        ('(piece "Stone" Neutral)', False),
        ('(piece "King" P1) (piece "King" P2)', False),
        ('(piece "King" P1) (piece "King" P1)', True),
    ],
)
def test_second_piece_of_a_name_and_an_owner_is_doubted(more: str, doubted: bool) -> None:
    found = [lint.problem.message for lint in static(rules(more=more)) if lint.kind == "equal-piece"]
    assert len(found) == doubted
    assert not doubted or "rules that name it mean the first" in found[0]


def test_team_that_loses_is_doubted_because_nothing_comes_of_it(wording: Wording) -> None:
    teams = "(start { (set Team 1 {P1}) (set Team 2 {P2}) })"
    text = rules(end="(if (is Line 3) (result Team1 {kind}))").replace(f"(start {START})", teams)
    (lint,) = static(text.replace("{kind}", "Loss"))
    wording(lint.problem.message)
    assert static(text.replace("{kind}", "Win")) == ()


def test_number_of_a_region_that_keeps_rules_from_being_played_is_shown_where_it_stands() -> None:
    text = rules(play='(move Add (to (sites "Far")))', more='(regions "Far" {7 99})')
    with pytest.raises(RulesError) as raised:
        check_text(text, "x.lud")
    (problem,) = raised.value.problems
    assert problem.message == "there is no site 99; the sites are 0 to 10"
    assert problem.line[problem.position.column - 1 :].startswith("99")


def unset(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """What the check says of places and numbers that nothing sets: where each stands, and what is proposed."""
    found = check_text(text, "x.lud", matches=0).warnings
    return [(marked(text, one), one.problem.nearest) for one in found if one.kind == "unset-place"]


@pytest.mark.parametrize(
    ("play", "end", "at", "nearest"),
    [
        ('(move Add (to (sites Empty) if:(is In (site) (sites "Home"))))', LINE, "(site) (sites", ("(to)", "(from)")),
        (
            "(move Add (to (sites Empty)) (then (if (is In (to) (sites Top)) (moveAgain))))",
            LINE,
            "(to) (",
            ("(last To)",),
        ),
        ("(forEach Piece (move Step (to if:(is Empty (between)))))", LINE, "(between)", ("(to)", "(from)")),
        ("(move Add (to (sites Empty) if:(< (value) 3)))", LINE, "(value) 3", ()),
        (ADD, "(if (is In (from) (sites Top)) (result Mover Win))", "(from) (", ("(last From)",)),
        (ADD, "(if (= 3 (player)) (result Mover Win))", "(player))", ()),
        (ADD, "(if (is In (sites Top)) (result Mover Win))", "(is In (sites Top))", ("(last To)",)),
        ("(move Add (to (sites Empty) if:(= 0 (level))))", LINE, "(level)", ()),
    ],
)
def test_place_that_nothing_sets_is_told(play: str, end: str, at: str, nearest: tuple[str, ...]) -> None:
    if play.startswith("(forEach Piece"):
        step = play.removeprefix("(forEach Piece ").removesuffix(")")
        found = unset(rules(play="(forEach Piece)", end=end, more=f'(piece "Man" Each {step})'))
    else:
        found = unset(rules(play=play, end=end))
    assert [(text[: len(at)], near) for text, near in found] == [(at, nearest)]


@pytest.mark.parametrize(
    "play",
    [
        '(move Add (to (sites Empty) if:(is In (to) (sites "Home"))))',
        "(move Add (to (sites Empty)) (then (if (is In (last To) (sites Top)) (moveAgain))))",
        "(move Add (to (sites Empty)) (then (forEach Site (sites Board) (if (is Empty (site)) (add (to (site)))))))",
        "(move Add (to (sites Around 4 if:(is Empty (to)))))",
        "(move Add (to (sites Empty) if:(is In (sites Top))))",
        "(forEach Value min:1 max:2 (move Add (to (sites Empty) if:(< (value) 3))))",
        "(move Add (to (sites Empty)) (then (forEach Player (if (= 1 (player)) (addScore Mover 1)))))",
    ],
)
def test_place_that_something_around_it_sets_is_not_doubted(play: str) -> None:
    assert unset(rules(play=play)) == []


def test_rule_that_breaks_off_at_a_place_that_nothing_sets_is_told_as_that_place() -> None:
    text = rules(play="(move Add (to (sites Empty) if:(is Empty (site))))")
    with pytest.raises(RulesError) as raised:
        check_text(text, "x.lud")
    problem = raised.value.problems[0]
    assert problem.message.startswith("(site) means no site in this place")
    assert problem.nearest == ("(to)", "(from)")
    with pytest.raises(apts.AptsError, match="a site where there is none: nothing sets it, or nothing was found"):
        apts.load(text).start().moves()


def earlier(effects: str) -> list[tuple[str, bool]]:
    """What is said of effects of one move that read what others of them change: where it stands, and how grave it is."""
    text = rules(play=f"(move Add (to (sites Empty)) (then {effects}))", more="(dice d:6 num:1)")
    return [(marked(text, one).split(")")[0], one.grave) for one in static(text) if one.kind == "earlier-value"]


@pytest.mark.parametrize(
    ("effects", "told"),
    [
        ("(and (roll) (if (= (count Pips) 1) (moveAgain)))", [("(count Pips", True)]),
        ("(and {(moveAgain) (if (is Mover P1) (roll)) (addScore Mover (count Pips))})", [("(count Pips", True)]),
        ("(and (addScore Mover 1) (if (= (score Mover) 3) (moveAgain)))", [("(score Mover", False)]),
        ('(and (set Var "n" (+ (var "n") 1)) (if (= (var "n") 3) (moveAgain)))', [('(var "n"', False)]),
        ("(and (remove (last To)) (if (no Pieces Next) (moveAgain)))", [("(no Pieces Next", False)]),
        ("(and (roll) (if (is AnyDie 6) (moveAgain)))", [("(is AnyDie 6", True)]),
        ("(and (set Pending) (if (is Pending) (moveAgain)))", [("(is Pending", False)]),
        ('(and (trigger "t" Mover) (if (is Triggered "t" Mover) (moveAgain)))', [('(is Triggered "t" Mover', False)]),
        ("(and (set NextPlayer (player 1)) (if (is Next P1) (addScore Mover 1)))", [("(is Next P1", False)]),
        (
            '(and (remember Value "k" 7) (if (< 0 (count Value 7 in:(values Remembered "k"))) (moveAgain)))',
            [('(values Remembered "k"', False)],
        ),
        ("(and (remove (last To)) (if (is Empty (last To)) (moveAgain)))", [("(is Empty (last To", False)]),
        ('(and (add (piece "Stone1") (to 3)) (if (= 0 (what at:3)) (moveAgain)))', [("(what at:3", False)]),
        ('(and (add (piece "Stone1") (to 3)) (if (is Occupied 5) (moveAgain)))', []),
        ("(and (roll (then (if (= (count Pips) 1) (moveAgain)))) (moveAgain))", []),
        ("(and (if (= (count Pips) 1) (moveAgain)) (roll))", []),
        ("(seq {(roll) (if (= (count Pips) 1) (moveAgain))})", []),
        ("(and (addScore Mover 1) (if (= (score Next) 3) (moveAgain)))", []),
        ('(and (set Var "a" (var "b")) (set Var "b" (var "a")))', []),
        ('(and (set Var "a" 0) (addScore Mover (var "a")))', []),
    ],
)
def test_part_that_reads_what_another_part_of_the_same_effect_changes_is_told(
    effects: str, told: list[tuple[str, bool]]
) -> None:
    assert earlier(effects) == told


@pytest.mark.parametrize(
    ("effects", "again"),
    [
        ("(and (addScore Mover 1) (if (= (score Mover) 1) (moveAgain)))", False),
        ("(seq {(addScore Mover 1) (if (= (score Mover) 1) (moveAgain))})", True),
        ("(addScore Mover 1 (then (if (= (score Mover) 1) (moveAgain))))", True),
    ],
)
def test_parts_of_an_effect_happen_as_the_check_says(effects: str, again: bool) -> None:
    game = apts.load(rules(play=f"(move Add (to (sites Empty)) (then {effects}))"))
    state = game.start()
    assert (state.after(state.moves()[0]).mover == state.mover) is again


SCOUTS = rules(
    play='(forEach Piece "Walker")',
    start='{ (place "Walker1" 0) (place "Walker2" {5 6 7 8}) }',
    end="{ (if {condition} (result P1 Win)) (if (is Line 3) (result P2 Win)) }",
    more=STEP,
)


@pytest.mark.parametrize(
    "condition",
    [
        "(= 9 (count Pieces P2))",
        "(>= (count Pieces P2) 5)",
        "(< 5 (count Pieces))",
        '(= (count Pieces P2 "Walker") 6)',
        '(> (count Pieces Mover "Stone") 0)',
        "(and (is Line 2) (> (count Pieces Next) 4))",
    ],
)
def test_end_that_needs_more_pieces_than_there_are_never_holds(condition: str) -> None:
    text = SCOUTS.replace("{condition}", condition)
    found = {lint.kind: lint for lint in game_lints(apts.load(text), 5).warnings}
    assert set(found) >= {"too-few-pieces", "cannot-win"}
    assert marked(text, found["too-few-pieces"]).startswith(condition.removeprefix("(and (is Line 2) "))
    assert "end-never-held" not in found
    assert found["cannot-win"].problem.message == "player 1 cannot win: no end rule that can hold makes it the winner"
    assert sentence_in(found["too-few-pieces"].problem.message, "pt-BR") is not None
    assert sentence_in(found["cannot-win"].problem.message, "pt-BR") is not None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{condition}", "(= 4 (count Pieces P2))"),
        ("{condition}", "(>= (count Pieces) 5)"),
        ("{condition}", "(< (count Pieces P2) 9)"),
        ("{condition}", "(or (= 9 (count Pieces P2)) (is Line 2))"),
        ('(forEach Piece "Walker")', '(or (forEach Piece "Walker") (move Add (to (sites Empty))))'),
        ('(forEach Piece "Walker")', '(forEach Piece "Walker" (then (take Control of:P1 by:P2 to:(sites Bottom))))'),
        ('(forEach Piece "Walker")', '(forEach Piece "Walker" (then (promote (last To) (piece "Walker2"))))'),
    ],
)
def test_end_that_pieces_may_reach_is_not_doubted_for_their_number(old: str, new: str) -> None:
    text = SCOUTS.replace(old, new).replace("{condition}", "(= 9 (count Pieces P2))")
    assert "too-few-pieces" not in {lint.kind for lint in game_lints(apts.load(text), 5).all}


def test_team_that_never_wins_is_told_as_a_team_in_both_languages() -> None:
    teams = "{ (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) }"
    end = "(if (= 4 (count Pieces)) (result Team1 Win))"
    (found,) = [
        lint for lint in game_lints(apts.load(rules(4, end=end, start=teams)), 5).all if lint.kind == "never-won"
    ]
    told = found.problem.message
    assert told.startswith("team 2 (players 2 and 4) did not win any of")
    assert (sentence_in(told, "pt-BR") or "").startswith("o time 2 (jogadores 2 e 4) não venceu")
