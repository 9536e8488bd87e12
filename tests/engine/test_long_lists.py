"""Lists of very many moves and effects."""

from __future__ import annotations

from time import process_time

import pytest

from apts.engine.compiler.compiling import compile_rules
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.language.reading import build
from tests.engine.small_match import SmallMatch, small_game


def test_hundreds_of_different_moves_are_each_played_as_they_say() -> None:
    adds = [f"(move Add (to {site}) (then (set Score Mover {site})))" for site in range(130)]
    match = SmallMatch(small_game(f"(or {{ {' '.join(adds)} }})", board="(board (rectangle 10 13))"))
    assert match.legal() == [(site, site) for site in range(130)]
    for site in (0, 64, 65, 129):
        match.play(site)
        assert max(match.position.per_player("score")) == site


def test_a_list_that_takes_very_long_to_compile_is_refused_at_once() -> None:
    began = process_time()
    effects = " ".join(f'(set Var "V" {number})' for number in range(2_001))
    rules = build(small_game(f"(move Add (to (sites Empty)) (then (seq {{ {effects} }})))"))
    with pytest.raises(UnsupportedRule, match=r"\(seq\) with 2,001 parts; at most 2,000"):
        compile_rules(rules)
    moves = " ".join(f"(move Add (to {number % 25}))" for number in range(2_000))
    with pytest.raises(UnsupportedRule, match="more than 52,000 lines"):
        compile_rules(build(small_game(f"(or {{ (or {{ {moves} }}) (or {{ {moves} }}) }})")))
    assert process_time() - began < 10
