"""Styles of play: each does what it is called after more than the same search without it, and nothing where it cannot."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import apts
from apts.agents.agent import derived_seed
from apts.agents.kinds.style_agent import likings
from apts.agents.matches import play_match
from apts.agents.styles.offered import offered_styles
from apts.agents.styles.style import ALIKE, LACKING, STYLES, UNREADABLE, figure_for, style_of
from apts.engine.play.game import Game, Move, State
from apts.errors import AptsError
from apts.locales import LANGUAGES
from apts.search.evaluation.mirror import mirrored_sites
from tests.playtest.rigged import CoinGame

SKIRMISH = """(game "Skirmish" (players 2)
  (equipment { (board (square 5)) (piece "Pawn" Each (or (move Step (to if:(is Empty (to))))
     (move Step (to if:(is Enemy (who at:(to))) (apply (remove (to))))))) })
  (rules
    (start { (place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top)) })
    (play (forEach Piece))
    (end { (if (no Pieces Next) (result Mover Win)) (if (>= (count Moves) 40) (result Mover Draw)) })))
"""

RACE = """(game "Race" (players 2)
  (equipment { (board (square 6)) (piece "Runner" Each (move Step (to if:(is Empty (to)))))
    (regions P1 (sites Top)) (regions P2 (sites Bottom)) })
  (rules
    (start { (place "Runner1" coord:"A1") (place "Runner2" coord:"F6") })
    (play (forEach Piece))
    (end { (if (is In (last To) (sites Mover)) (result Mover Win)) (if (>= (count Moves) 60) (result Mover Draw)) })))
"""

Count = Callable[[State, Move, State], float]


def mean(game: Game, spec: str, count: Count, matches: int = 12) -> float:
    """What is counted at a turn of an agent on average, against plain search, in both seats."""
    players = (apts.agent(spec), apts.agent("uct:iterations=60"))
    total, turns = 0.0, 0
    for number in range(matches):
        own, seed = number % 2, 100 + number // 2
        played = play_match(game, players if own == 0 else players[::-1], seed=seed)
        state = game.start(derived_seed(seed, "start"))
        for move in played.moves:
            after = state.play(move)
            if state.mover == own + 1:
                total, turns = total + count(state, state.find_move(move), after), turns + 1
            state = after
    return total / turns


def taken(state: State, move: Move, after: State) -> float:
    del state, after
    return float(move.captures)


def test_who_takes_takes_more_than_plain_search() -> None:
    game = apts.load(SKIRMISH)
    assert mean(game, "style:takes,iterations=60", taken) > mean(game, "style:plain,iterations=60", taken) + 0.02


def test_who_rushes_is_sooner_at_its_goal() -> None:
    game = apts.load(RACE)

    rushes = figure_for(game, style_of("rushes"))
    assert rushes is not None

    def nearer(state: State, move: Move, after: State) -> float:
        return rushes(after, state.mover) - rushes(state, state.mover)

    found = [mean(game, f"style:{name},iterations=10", nearer) for name in ("rushes", "plain")]
    assert found[0] > 1.2 * found[1] > 0.0


def test_who_blocks_leaves_the_others_fewer_open_lines() -> None:
    game = apts.load("connect-four")
    blocks = figure_for(game, style_of("blocks"))
    assert blocks is not None

    def left(state: State, move: Move, after: State) -> float:
        return blocks(after, state.mover)

    found = [mean(game, f"style:{name},iterations=40", left) for name in ("blocks", "plain")]
    assert found[0] > found[1]


def test_who_grabs_scores_more_at_once() -> None:
    game = apts.load("kalah")

    grabs = figure_for(game, style_of("grabs"))
    assert grabs is not None

    def gained(state: State, move: Move, after: State) -> float:
        return grabs(after, state.mover) - grabs(state, state.mover)

    found = [mean(game, f"style:{name},iterations=40", gained) for name in ("grabs", "plain")]
    assert found[0] > found[1] + 0.3


def test_who_spreads_has_more_free_sites_beside_its_pieces() -> None:
    game = apts.load("tic-tac-toe")
    spreads = figure_for(game, style_of("spreads"))
    assert spreads is not None
    first = apts.agent("style:spreads,iterations=60,lean=2").choose(game.start(), seed=3)
    assert str(first) == "b2"
    assert spreads(game.start().play(first), 1) == max(spreads(game.start().after(m), 1) for m in game.start().moves())


def test_who_is_safe_moves_where_nobody_takes_it() -> None:
    game = apts.load(SKIRMISH)
    safe = figure_for(game, style_of("safe"))
    assert safe is not None

    def danger(state: State, move: Move, after: State) -> float:
        return -safe(after, state.mover) if after.outcome is None else 0.0

    assert mean(game, "style:safe,iterations=60", danger) < mean(game, "style:plain,iterations=60", danger)


def test_who_imitates_answers_across_the_board() -> None:
    game = apts.load("tic-tac-toe")
    assert str(apts.agent("style:imitates,lean=2").choose(game.start().play("a1"), seed=1)) == "c3"
    assert mirrored_sites([(0, 0), (1, 0), (2, 0)]) == [2, 1, 0]
    assert mirrored_sites([(0, 0), (1, 0), (3, 0), (0, 1)]) is None


def test_who_draws_by_lot_plays_many_moves_and_never_leaves_a_win() -> None:
    start = apts.load("connect-four").start()
    agent = apts.agent("style:random,iterations=50,temperature=0.5")
    assert len({agent.choose(start, seed=seed) for seed in range(20)}) > 3
    wins = apts.load("tic-tac-toe").start().play("a1").play("b1").play("a2").play("b2")
    assert {str(agent.choose(wins, seed=seed)) for seed in range(5)} == {"a3"}


def test_style_takes_a_win_and_leaves_a_loss_whatever_it_likes() -> None:
    game = apts.load("tic-tac-toe")
    wins = game.start().play("a1").play("b1").play("a2").play("b2")
    threatened = game.start().play("a1").play("b2").play("a2")
    for style in ("blocks", "spreads", "rushes", "imitates"):
        agent = apts.agent(f"style:{style},iterations=200,lean=2")
        assert str(agent.choose(wins, seed=1)) == "a3"
        assert str(agent.choose(threatened, seed=1)) == "a3"


def test_plain_is_the_search_itself() -> None:
    state = apts.load("connect-four").start().play("d")
    plain, search = apts.agent("style:plain,iterations=80"), apts.agent("uct:iterations=80")
    assert [plain.choose(state, seed=one) for one in range(5)] == [search.choose(state, seed=one) for one in range(5)]


def test_style_does_not_know_the_luck_to_come() -> None:
    for name, style in (("mail-coaches", "rushes"), ("snowball-class", "takes")):
        state = apts.load(name).start(1)
        assert len(state.moves()) > 1
        moves = state.moves()
        same = [other for luck in range(40) if (other := state.with_luck(luck)).moves() == moves]
        assert len({tuple(likings(one, moves, style_of(style), 2)) for one in same}) == 1


def test_games_lack_what_their_moves_do_not_differ_in() -> None:
    skirmish, connect = offered_styles(apts.load(SKIRMISH)), offered_styles(apts.load("connect-four"))
    assert {"plain", "takes", "safe", "random"} <= set(skirmish.names)
    assert skirmish.left_out["grabs"] == ALIKE
    assert {"blocks", "rushes"} <= set(connect.names)
    assert {connect.left_out[name] for name in ("takes", "safe", "grabs")} == {ALIKE}


def test_python_class_has_the_styles_that_it_says_enough_for() -> None:
    found = offered_styles(apts.load(CoinGame()))
    assert {"plain", "random"} <= set(found.names)
    assert found.left_out["rushes"] == UNREADABLE
    with pytest.raises(AptsError, match="style 'rushes': a Python class does not say"):
        apts.agent("style:rushes").choose(apts.load("snowball-class").start(1))


def test_three_seats_have_styles_too() -> None:
    game = apts.load("trefoil")
    agents = [apts.agent(f"style:{name},iterations=10") for name in ("spreads", "grabs", "random")]
    assert play_match(game, agents, seed=1).outcome is not None


def test_wrong_style_lists_the_valid_ones() -> None:
    with pytest.raises(AptsError, match="plain or takes or grabs"):
        apts.agent("style:bold")
    with pytest.raises(AptsError, match="there is no style 'bold'; there are plain, takes"):
        style_of("bold")


def test_every_style_has_texts_in_every_language() -> None:
    for language in LANGUAGES:
        assert all(language in style.texts and style.texts[language].called for style in STYLES)
        assert all(language in texts for texts in LACKING.values())
