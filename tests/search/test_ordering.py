"""Children that are told apart before they are tried, and playouts that know more than chance."""

from __future__ import annotations

from importlib.resources import files

import pytest

import apts
from apts.agents.agent_registry import agent
from apts.engine.play.machine import Machine
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.results import SearchResult
from apts.search.trees.eyes import eye_table
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings, search_uct
from apts.search.trees.ordering import LATER_COUNT
from apts.search.trees.playout import EYE_HEAD, EYE_PLACING
from apts.search.trees.tree import COLUMNS
from tests.search.small_games import NOUGHTS, TRIO, after, columns, machine

CENTRE = Heuristic((Term("region", 50.0, sites="centre"),))
MATERIAL = Heuristic((Term("material", 1.0),))
ORDERS = {
    "rave": TreeSettings(rave=50, c=0.3),
    "prior": TreeSettings(heuristic=CENTRE, prior=5),
    "both": TreeSettings(heuristic=CENTRE, prior=2, rave=50, c=0.3, expand_after=2),
}


def searched(settings: TreeSettings, iterations: int, seed: int = 1, text: str = "") -> SearchResult:
    """A search of the first position of four in a row, or of another game."""
    game = machine(text or columns(7, 6))
    return search_uct(game, game.start(0), iterations=iterations, seed=seed, settings=settings)


def test_best_judged_move_is_tried_first() -> None:
    for seed in range(5):
        result = searched(TreeSettings(heuristic=CENTRE, prior=10), 1, seed)
        assert [(row.record[2], row.visits) for row in result.rows if row.visits] == [(3, 1)]


def test_a_judgement_counts_as_so_many_visits() -> None:
    game = machine(columns(7, 6))
    search = TreeSearch(game, TreeSettings(heuristic=CENTRE, prior=4, playout_limit=0, c=0.0), seed=1)
    search.start(game.start(0))
    search.run(1)
    (child,) = search.children(0)
    judged = search.tree.mean(child)
    assert 0.0 < judged < 1.0
    search.run(40)
    assert search.tree.visits(child) > 1
    assert -1.0 < search.tree.mean(child) < 1.0


@pytest.mark.parametrize("settings", ORDERS.values(), ids=ORDERS)
def test_visits_of_children_add_up(settings: TreeSettings) -> None:
    result = searched(settings, 500)
    assert sum(row.visits for row in result.rows) == 500
    assert all(-1.0 <= row.value <= 1.0 for row in result.rows)


@pytest.mark.parametrize("settings", ORDERS.values(), ids=ORDERS)
def test_same_seed_gives_the_same_search(settings: TreeSettings) -> None:
    assert searched(settings, 300, 7).rows == searched(settings, 300, 7).rows


@pytest.mark.parametrize(
    "settings", [TreeSettings(rave=50), TreeSettings(heuristic=MATERIAL, prior=2)],
    ids=["rave", "prior"],
)  # fmt: skip
def test_proofs_are_those_of_the_plain_search(settings: TreeSettings) -> None:
    game = machine(NOUGHTS)
    for moves in ((4, 0, 8), (0, 1, 4, 2), (0, 4, 8, 2, 6), (1, 4, 7)):
        state = after(game, *moves)
        plain, other = (
            search_uct(game, state, iterations=6000, seed=1, settings=one) for one in (TreeSettings(), settings)
        )
        assert plain.proven is not None
        assert other.proven == plain.proven


@pytest.mark.parametrize(
    "settings", [TreeSettings(rave=50, c=0.3), TreeSettings(heuristic=MATERIAL, prior=5)], ids=["rave", "prior"]
)
def test_three_seats_are_searched(settings: TreeSettings) -> None:
    game = machine(TRIO)
    result = search_uct(game, game.start(0), iterations=400, seed=1, settings=settings)
    assert result.values is not None
    assert sum(row.visits for row in result.rows) == result.iterations


def test_kept_tree_keeps_what_is_known_of_moves() -> None:
    game = machine(columns(7, 6))
    search = TreeSearch(game, ORDERS["both"], seed=1)
    search.start(game.start(0))
    search.run(800)
    best = search.best()
    child = search.child(0, best)
    assert child is not None
    visits, known = search.tree.visits(child), figures(search, child)
    assert search.advance(best)
    assert search.tree.visits(0) == visits
    assert figures(search, 0) == known
    assert any(count for _, _, count in known)


def figures(search: TreeSearch, node: int) -> list[tuple[int, float, int]]:
    """Visits, mean, and playouts with the move later of all children of a node."""
    tree = search.tree
    counts = COLUMNS + LATER_COUNT
    return [(tree.visits(one), tree.mean(one), tree.column(counts, one)) for one in tree.all_children(node)]


def test_prior_without_a_heuristic_is_refused() -> None:
    with pytest.raises(AptsError, match="prior judges moves by a heuristic"):
        agent("uct:prior=3")
    with pytest.raises(AptsError, match="grave goes without prior, rave"):
        agent("uct:grave=20,rave=100")


# --- a place that was already won --------------------------------------------------------------------------------------

PLAY_ON = """
(game "Play On" (players 3)
    (equipment { (board (rectangle 2 4)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2 Orthogonal) (result Mover Win))))
)"""


@pytest.mark.parametrize("heuristic", [None, MATERIAL], ids=["draw", "material"])
def test_cut_playouts_count_a_place_that_was_won(heuristic: Heuristic | None) -> None:
    game = machine(PLAY_ON)
    state = game.start(0)
    for site in (0, 4, 6, 1):  # the first seat has a line and leaves
        place(game, state, site)
    settings = TreeSettings(playout_limit=0, solve=False, heuristic=heuristic)
    result = search_uct(game, state, iterations=3, seed=1, settings=settings)
    assert result.values is not None
    assert result.values[0] == 1.0
    assert max(result.values[1:]) < 0.0


def place(game: Machine, state: object, site: int) -> None:
    """Play the move to a site."""
    count = game.moves(game.copy(state))
    game.play(state, next(game.record(index) for index in range(count) if game.record(index)[2] == site))


# --- playouts -----------------------------------------------------------------------------------------------------------


def go(size: str = "5x5") -> RulesGame:
    """Go on a small board."""
    game = apts.load("go", Board=size).from_rules
    assert game is not None
    return game


def test_playouts_that_know_eyes_do_not_fill_them() -> None:
    game = go()
    played = " pass ".join(site for site in game.move_text.names[:25] if site not in ("a1", "e5")).split()
    state = apts.load("go", Board="5x5").start()
    for move in played:
        state = state.play(move)
    assert state.mover == 2
    assert len(state.moves()) == 1, "it can only pass"
    known = state.from_rules
    assert known is not None
    values: dict[str, set[float]] = {}
    table = eye_table(game.compiled, game.typed_rules)
    for name, eyes in (("uniform", ()), ("eyes", table)):
        settings = TreeSettings(eyes=eyes)
        found = [
            search_uct(game.machine, known.position, iterations=1, seed=seed, settings=settings) for seed in range(30)
        ]
        values[name] = {result.value for result in found}
    assert values == {"uniform": {-1.0, 1.0}, "eyes": {-1.0}}


def test_playouts_that_answer_threats_take_a_piece_that_can_be_taken() -> None:
    game = go()
    state = apts.load("go", Board="5x5").start().play("b1").play("pass").play("e5")
    known = state.from_rules
    assert known is not None
    score = Heuristic((Term("score", 1.0),))
    values: dict[str, set[float]] = {}
    for name in ("eyes", "groups"):
        table = eye_table(game.compiled, game.typed_rules, replies=name == "groups")
        settings = TreeSettings(eyes=table, playout_limit=1, heuristic=score, scale=1.0)
        results = [
            search_uct(game.machine, known.position, iterations=24, seed=seed, settings=settings) for seed in range(9)
        ]
        rows = [row for result in results for row in result.rows]
        values[name] = {round(row.value, 2) for row in rows if row.record[2] == 0}
    assert values["groups"] == {-0.76}
    assert 0.0 in values["eyes"], "one reply of 23 takes it"


def test_threats_are_answered_only_where_pieces_may_be_placed_anywhere() -> None:
    text = (files("apts.games") / "shipped" / "go.lud").read_text(encoding="utf-8")
    elsewhere = text.replace("(to (sites Empty))", "(to (sites Empty) if:(!= (to) 12))")
    assert elsewhere != text
    tables = []
    for rules in (text, elsewhere):
        game = apts.load(rules, Board="5x5").from_rules
        assert game is not None
        tables.append(eye_table(game.compiled, game.typed_rules, replies=True))
    free, bound = tables
    assert free[EYE_PLACING] == 0
    assert bound[EYE_PLACING] == -1
    assert free[EYE_HEAD:] == bound[EYE_HEAD:]


@pytest.mark.parametrize("name", ["gomoku", "hex", "othello", "nine-mens-morris"])
def test_rules_without_enclosing_know_no_eyes(name: str) -> None:
    game = apts.load(name).from_rules
    assert game is not None
    assert eye_table(game.compiled, game.typed_rules, replies=True) == ()
