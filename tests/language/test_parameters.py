"""The numbers of a game as parameters."""

from __future__ import annotations

import pytest

from apts.language.parameters import UnknownParameter, parameters, with_parameters
from apts.language.reading import build
from apts.language.tree import Literal

from .small_language import GAME, small_language

LANGUAGE = small_language()
GAME_WITH_MORE = GAME.replace("(square 3)", "(square 6)").replace(
    "(end (if (is Line 3) (result Mover Win)))",
    """(end
            {
                (if (is Line 4 exact:True) (result Mover Win))
                (if (= (+ 1 2) Off) (result Mover Loss))
                (if (is In (to) (sites {7 9})) (result Mover Draw))
            }
        )""",
)


def test_every_integer_and_truth_value_has_a_unique_path() -> None:
    found = parameters(build(GAME_WITH_MORE, LANGUAGE))
    assert [(parameter.path, parameter.value) for parameter in found] == [
        ("players.count", 2),
        ("equipment.board.square.size", 6),
        ("rules.end.if[1].is Line.length", 4),
        ("rules.end.if[1].is Line.exact", True),
        ("rules.end.if[2].=.+.a", 1),
        ("rules.end.if[2].=.+.b", 2),
        ("rules.end.if[3].is In.sites.list[1]", 7),
        ("rules.end.if[3].is In.sites.list[2]", 9),
    ]
    assert len({parameter.path for parameter in found}) == len(found)


def test_path_of_a_single_end_rule_has_no_number() -> None:
    assert "rules.end.if.is Line.length" in {parameter.path for parameter in parameters(build(GAME, LANGUAGE))}


def test_parameters_know_their_place() -> None:
    length = parameters(build(GAME, LANGUAGE, file="rows.lud"))[-1]
    assert str(length.position) == "rows.lud:12:27"


def test_ranges_hold_the_value_and_make_sense() -> None:
    found = {parameter.path: parameter for parameter in parameters(build(GAME_WITH_MORE, LANGUAGE))}
    assert all(parameter.low <= parameter.value <= parameter.high for parameter in found.values())
    line = found["rules.end.if[1].is Line.length"]
    assert (line.low, line.high) == (2, 8)
    assert found["players.count"].low == 1
    assert found["equipment.board.square.size"].low == 3
    exact = found["rules.end.if[1].is Line.exact"]
    assert (exact.low, exact.high) == (False, True)


def test_rules_are_rebuilt_with_other_values() -> None:
    game = build(GAME_WITH_MORE, LANGUAGE)
    changes = {"equipment.board.square.size": 5, "rules.end.if[3].is In.sites.list[2]": 11}
    changed = with_parameters(game, changes)
    values = {parameter.path: parameter.value for parameter in parameters(changed)}
    expected = {parameter.path: parameter.value for parameter in parameters(game)} | changes
    assert values == expected
    assert changed == build(GAME_WITH_MORE.replace("(square 6)", "(square 5)").replace("7 9", "7 11"), LANGUAGE)
    assert with_parameters(game, {}) == game
    assert game == build(GAME_WITH_MORE, LANGUAGE)


def test_place_survives_a_change_of_value() -> None:
    game = with_parameters(build(GAME, LANGUAGE), {"players.count": 3})
    players = next(clause for clause in game.clauses() if clause.name == "players")
    count = players.get("count")
    assert isinstance(count, Literal)
    assert count.position.line == 2


def test_wrong_paths_and_kinds_are_refused() -> None:
    game = build(GAME_WITH_MORE, LANGUAGE)
    with pytest.raises(UnknownParameter, match=r"did you mean players\.count"):
        with_parameters(game, {"player.count": 3})
    with pytest.raises(UnknownParameter, match="is an integer"):
        with_parameters(game, {"players.count": True})
    with pytest.raises(UnknownParameter, match="True or False"):
        with_parameters(game, {"rules.end.if[1].is Line.exact": 1})
