"""Moves that are worth the same: the seed chooses among them, and the order in which rules list them says nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from scipy.stats import chi2_contingency, chisquare

from apts import agent, load, playtest
from apts.engine.play.game import Game
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame

SEEDS = 60
MOST = 11
"""With 25 equal moves the likeliest of 60 choices is made so often once in a thousand times."""

STONES = """
(game "Stones"
    (players PLAYERS)
    (equipment { (board (square 5)) (piece "Stone" Each) DICE })
    (rules
        (play PLAY)
        (end (if (>= (count Pieces) 5) (result Mover Win)))))
"""
PUT = "(move Add (to (sites Empty)))"


def stones(players: int = 2, *, dice: bool = False) -> Game:
    """A game that no choice can change: the fifth stone wins, wherever it is put."""
    thrown = f"(do (roll) next:{PUT})" if dice else PUT
    text = STONES.replace("PLAYERS", str(players)).replace("PLAY", thrown)
    return load(text.replace("DICE", "(dice d:2 num:1)" if dice else ""))


class Stones(PythonGame[tuple[int, ...]]):
    """The same as a Python class, on so many cells; with ``luck`` something is thrown that does not matter."""

    name = "Stones"

    def __init__(self, cells: int = 25, last: int = 5, players: int = 2):
        self.cells, self.last, self.players = cells, last, players

    def start(self) -> tuple[int, ...]:
        return ()

    def mover(self, position: tuple[int, ...]) -> int:
        return len(position) % self.players + 1

    def moves(self, position: tuple[int, ...]) -> Iterable[str]:
        return [f"c{cell}" for cell in range(self.cells) if cell not in position]

    def play(self, position: tuple[int, ...], move: str) -> tuple[int, ...]:
        return (*position, int(move[1:]))

    def outcome(self, position: tuple[int, ...]) -> Outcome | None:
        if len(position) < self.last:
            return None
        return Outcome.won_by((self.last - 1) % self.players + 1, self.players, "the last stone was put")

    def write(self, position: tuple[int, ...]) -> str:
        return " ".join(map(str, position)) or "-"

    def read(self, text: str) -> tuple[int, ...]:
        return () if text == "-" else tuple(map(int, text.split()))


def openings(game: Game, spec: str, seeds: int = SEEDS) -> Counter[str]:
    """How often an agent opens with each move, over so many seeds."""
    player = agent(spec)
    return Counter(str(player.choose(game.start(seed=seed), seed=seed)) for seed in range(seeds))


def is_spread(found: Counter[str], most: int = MOST) -> bool:
    return max(found.values()) <= most


WINNING = """
(game "Three Wins"
    (players PLAYERS)
    (equipment { (board (square 5)) (piece "Stone" Each) DICE })
    (rules
        (play PLAY)
        (end { (if (is In (last To) (sites {0 1 2})) (result Mover Win)) (if (is Full) (result Mover Draw)) })))
"""


class ThreeWins(Stones):
    """The same as a class: the first three cells win at once."""

    name = "Three Wins"

    def outcome(self, position: tuple[int, ...]) -> Outcome | None:
        if position and position[-1] < 3:
            return Outcome.won_by((len(position) - 1) % self.players + 1, self.players, "it won")
        return None if len(position) < self.last else Outcome.drawn(self.players, "full")


def three_wins(make: str, players: int) -> Game:
    if make == "class":
        return load(ThreeWins(9, 3, players))
    play = f"(do (roll) next:{PUT})" if make == "dice" else PUT
    text = WINNING.replace("PLAYERS", str(players)).replace("PLAY", play)
    return load(text.replace("DICE", "(dice d:2 num:1)" if make == "dice" else ""))


@pytest.mark.parametrize(
    ("spec", "make", "players"),
    [
        ("greedy", "rules", 2),
        ("greedy", "rules", 3),
        ("alphabeta:depth=2", "rules", 4),
        ("alphabeta:depth=2,opponents=maxn", "rules", 3),
        ("greedy", "dice", 3),
        ("greedy", "class", 3),
        ("alphabeta:depth=2", "dice", 2),
        ("uct:iterations=60", "rules", 2),
        ("uct:iterations=60", "rules", 1),
    ],
)
def test_three_equal_wins_that_stand_together_are_chosen_alike(spec: str, make: str, players: int) -> None:
    """An order of all moves in which each is as often before each other one is not enough for that."""
    found = openings(three_wins(make, players), spec, 500)
    assert sorted(found) == (["c0", "c1", "c2"] if make == "class" else ["a1", "b1", "c1"])
    assert chisquare(list(found.values())).pvalue > 0.01


@pytest.mark.parametrize(
    ("spec", "game"),
    [
        ("alphabeta:depth=1,softening=0.5", "rules"),
        ("uct:iterations=36,softening=0.3", "class"),
    ],
)
def test_draws_of_order_and_of_the_move_do_not_hang_together(spec: str, game: str) -> None:
    small = STONES.replace("square 5", "square 3").replace("PLAYERS", "2").replace("PLAY", PUT).replace("DICE", "")
    found = openings(load(small) if game == "rules" else load(Stones(9, 3)), spec, 450)
    assert len(found) == 9
    assert chisquare(list(found.values())).pvalue > 0.01


class Trap(Stones):
    """A game whose every first move loses."""

    name = "Trap"

    def outcome(self, position: tuple[int, ...]) -> Outcome | None:
        return Outcome.won_by(2, self.players, "the first stone was put") if position else None


def trap(players: int = 2) -> Game:
    text = STONES.replace("PLAYERS", str(players)).replace("square 5", "square 3").replace("PLAY", PUT)
    return load(text.replace("DICE", "").replace(">= (count Pieces) 5", ">= (count Pieces) 1").replace("Win", "Loss"))


def wide() -> Game:
    """Stones on a board that has more free cells than the tree of a search has nodes."""
    return load(
        STONES.replace("square 5", "square 11").replace("PLAYERS", "2").replace("PLAY", PUT).replace("DICE", "")
    )


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        (trap(), "uct:iterations=4"),
        (trap(3), "uct:iterations=4"),
        (trap(), "uct:iterations=4,grave=10"),
        (load(Trap(9)), "uct:iterations=4"),
        (wide(), "uct:iterations=200,nodes=100"),
    ],
    ids=["two seats", "three seats", "grave", "class", "small tree"],
)
def test_no_move_is_preferred_among_those_that_a_search_did_not_come_to(game: Game, spec: str) -> None:
    """Every move that it tried is proven to lose, or it has room for none."""
    found = openings(game, spec, 450)
    moves = [str(move) for move in game.start(seed=0).moves()]
    assert chisquare([found[move] for move in moves]).pvalue > 0.01


def test_match_in_compiled_code_prefers_no_move_that_the_search_did_not_come_to() -> None:
    run = playtest(trap(), "uct:iterations=4", 450, workers=1)
    found = Counter(str(match.turns[0].move) for match in run.matches)
    assert len(found) == 9
    assert chisquare(list(found.values())).pvalue > 0.01


SEARCHES = (
    "uct:iterations=20",
    "uct:iterations=200",
    "uct:iterations=210,solve=false",
    "uct:iterations=100,choice=value",
    "uct:iterations=50,grave=20",
    "uct:iterations=50,rave=20,c=0.2",
    "uct:iterations=50,heuristic=rules,prior=3,playout=2",
    "uct:iterations=30,loss=0.25,breadth=4",
    "uct:iterations=400,loss=0.02,breadth=10",
    "adaptive:level=casual",
    "alphabeta",
    "alphabeta:depth=1",
    "alphabeta:depth=3,softening=0.1",
    "greedy",
)


@pytest.mark.parametrize("spec", SEARCHES)
def test_no_opening_is_preferred_where_no_choice_matters(spec: str) -> None:
    assert is_spread(openings(stones(), spec))


@pytest.mark.parametrize("spec", ["uct:iterations=60", "alphabeta:depth=2", "alphabeta:depth=2,opponents=maxn"])
@pytest.mark.parametrize("players", [1, 3])
def test_no_opening_is_preferred_by_one_or_three_seats(players: int, spec: str) -> None:
    assert is_spread(openings(stones(players), spec))


@pytest.mark.parametrize("spec", ["uct:iterations=60", "uct:iterations=130", "alphabeta:depth=2,samples=2"])
def test_no_opening_is_preferred_where_dice_are_thrown(spec: str) -> None:
    assert is_spread(openings(stones(dice=True), spec))


@pytest.mark.parametrize(
    ("spec", "cells"),
    [
        ("uct:iterations=30", 25),
        ("uct:iterations=60,solve=false", 25),
        ("level:beginner", 25),
        ("alphabeta:depth=2", 25),
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_no_opening_is_preferred_in_a_class(spec: str, cells: int, players: int) -> None:
    assert is_spread(openings(load(Stones(cells, 5, players)), spec))


def test_each_seat_for_itself_prefers_no_opening_in_a_class() -> None:
    assert is_spread(openings(load(Stones(9, 3, 3)), "alphabeta:opponents=maxn"), 16)


def test_first_move_of_the_analysis_is_the_one_that_is_played() -> None:
    start = stones().start(seed=0)
    for spec in (*SEARCHES[:7], "alphabeta", "alphabeta:depth=1"):
        player = agent(spec)
        for seed in range(5):
            assert player.analyze(start, seed=seed).best == player.choose(start, seed=seed)


def test_the_same_seed_chooses_the_same_move() -> None:
    game = stones()
    for spec in SEARCHES:
        assert openings(game, spec, 5) == openings(game, spec, 5)


def test_untrained_network_prefers_no_opening(tmp_path: Path) -> None:
    from apts.learning.encodings.encoding import encoding_of
    from apts.learning.networks.exporting import export
    from apts.learning.networks.model_file import model_facts
    from apts.learning.networks.network import Network
    from apts.learning.networks.shape import NetworkShape

    game = stones()
    assert game.from_rules is not None
    encoding = encoding_of(game.from_rules)
    network = Network(NetworkShape.of(encoding, width=16, depth=1), seed=1)
    for parameter in network.parameters():
        parameter.data.zero_()  # it has the same opinion of every move
    (tmp_path / "empty.onnx").write_bytes(export(network, model_facts(game.from_rules, encoding)))
    for settings in ("simulations=0", "simulations=8", "simulations=8,formula=puct"):
        assert is_spread(openings(game, f"model:{tmp_path / 'empty.onnx'},{settings}"))


CLAUSES = [
    "(move Add (to (intersection (sites Empty) (sites Corners))))",
    "(move Add (to (intersection (sites Empty) (sites Centre))))",
    "(move Add (to (difference (sites Empty) (union (sites Corners) (sites Centre)))))",
]


def row_of_three(clauses: list[str], end: str = "(is Line 3)") -> Game:
    return load(f"""
    (game "Rows"
        (players 2)
        (equipment {{ (board (square 4)) (piece "Stone" Each) }})
        (rules
            (play (or {{ {" ".join(clauses)} }}))
            (end (if {end} (result Mover Win)))))
    """)


def alike(one: Counter[str], other: Counter[str]) -> float:
    """The p-value of two samples of one distribution; rare moves are counted together."""
    common = [move for move in {*one, *other} if one[move] + other[move] >= 10]
    rest = [sum(found.values()) - sum(found[move] for move in common) for found in (one, other)]
    columns = [[one[move], other[move]] for move in sorted(common)]
    columns += [rest] if sum(rest) else []
    return float(chi2_contingency(columns).pvalue) if len(columns) > 1 else 1.0


@pytest.mark.parametrize(
    "spec", ["uct:iterations=20", "uct:iterations=150", "uct:iterations=30,loss=0.25,breadth=4", "alphabeta:depth=3"]
)
def test_order_of_the_clauses_changes_no_distribution_of_openings(spec: str) -> None:
    first, second = (
        openings(row_of_three(clauses), spec, 300) for clauses in (CLAUSES, [CLAUSES[2], CLAUSES[1], CLAUSES[0]])
    )
    assert alike(first, second) > 0.001


@pytest.mark.parametrize("spec", ["uct:iterations=20", "uct:iterations=150", "alphabeta:depth=3"])
def test_mirrored_rules_have_mirrored_openings(spec: str) -> None:
    put = ["(move Add (to (sites Empty)))"]
    left, right = (
        openings(row_of_three(put, f"(and (is Line 3) (is In (last To) (sites {side})))"), spec, 300)
        for side in ("Left", "Right")
    )
    mirrored = Counter({"dcba"["abcd".index(move[0])] + move[1:]: count for move, count in right.items()})
    assert alike(left, mirrored) > 0.001
