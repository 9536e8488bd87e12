"""Structural edits keep the types right, read back from their texts, and are the same for the same chance."""

from __future__ import annotations

from random import Random

import pytest

from apts.errors import AptsError
from apts.games.shipped.snowball_class import Snowball
from apts.language.reading import build
from apts.variants.admission import refusal_of
from apts.variants.structure.clause_edits import rules_for_the_match
from apts.variants.structure.random_edits import (
    library_donors,
    names_in,
    random_crossover,
    random_edit,
    structural_edits,
    with_names_of,
)
from apts.variants.tree_changes import same_rules, written
from apts.variants.variant import ADD, CROSS, NUMBER, REMOVE, STRUCTURAL_KINDS, SWAP, Edit, as_variant

ROWS = """// Rows, with a comment.
(define "Full" (is Full))
(game "Rows" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (start (place "Disc1" 5)) // an advantage
        (play (move Add (to (sites Empty))))
        (end (if (and (is Line 3) (not "Full")) (result Mover Win)))
    )
)
"""


@pytest.mark.parametrize("kind", STRUCTURAL_KINDS)
@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough", "kalah", "nine-mens-morris"])
def test_edits_of_every_kind_read_as_other_rules(name: str, kind: str) -> None:
    base = as_variant(name)
    edits = structural_edits(base, Random(3), count=4, kinds=[kind])
    assert len(edits) >= 2
    for edit in edits:
        assert (edit.kind, bool(edit.words)) == (kind, True)
        variant = base.edited(edit)
        assert not same_rules(variant.rules, base.rules)
        assert same_rules(build(variant.text()), variant.rules)


def test_same_chance_gives_the_same_edits() -> None:
    base = as_variant("gomoku")
    first, second = (structural_edits(base, Random(11), count=6) for _ in range(2))
    assert first == second
    assert first != structural_edits(base, Random(12), count=6)


def test_clause_is_cut_out_where_it_stands() -> None:
    edit = Edit(REMOVE, "rules.start", None, None)
    text = as_variant(ROWS).edited(edit).text()
    assert "an advantage" in text
    assert text == ROWS.replace('\n        (start (place "Disc1" 5))', "")


def test_end_rule_is_added_beside_a_lone_one_and_the_rest_of_the_text_stays() -> None:
    old = "(end (if (and (is Line 3) (not (is Full))) (result Mover Win)))"
    new = (
        "(end { (if (and (is Line 3) (not (is Full))) (result Mover Win)) (if (no Moves Mover) (result Mover Draw)) })"
    )
    variant = as_variant(ROWS).edited(Edit(ADD, "rules.end", old, new))
    assert "// Rows, with a comment." in variant.text()
    assert "(if (no Moves Mover) (result Mover Draw))" in variant.text()
    assert variant.game().end_rules


def test_edit_that_a_later_one_overwrites_is_dropped() -> None:
    length = Edit(NUMBER, "rules.end.if.and.is Line.length", 3, 4)
    other = Edit(SWAP, "rules.end.rule.condition", "(and (is Line 4) (not (is Full)))", "(is Full)")
    start = Edit(REMOVE, "rules.start", None, None)
    variant = as_variant(ROWS).edited(length, start, other)
    lean = variant.lean()
    assert (lean.edits, lean.key) == ((start, other), variant.key)
    assert as_variant(ROWS).edited(start, length).lean().size == 2


@pytest.mark.parametrize(
    "edit",
    [
        Edit(SWAP, "rules.end.rule.condition", "(is Full)", "(sites Empty)"),
        Edit(SWAP, "rules.end.rule.condition", "(is Full)", "(is Full"),
        Edit(REMOVE, "rules.nowhere", None, None),
        Edit(REMOVE, "rules.play", None, None),
        Edit(ADD, "rules..", None, "(is Full)"),
        Edit(ADD, "rules.end.rules[3]", None, "(is Full)"),
    ],
)
def test_edit_that_does_not_fit_is_refused_in_a_sentence(edit: Edit) -> None:
    variant = as_variant(ROWS).edited(edit)
    with pytest.raises(AptsError):
        variant.text()
    found = refusal_of(variant)
    assert found is not None
    assert found.kind == "compiles"


def test_names_of_the_donor_become_names_of_the_host() -> None:
    host = as_variant(ROWS).rules
    donor = as_variant("nine-mens-morris").rules
    names = set(names_in(donor)["pieces"])
    assert names
    fitted = written(with_names_of(donor, host, donor, Random(1)))
    assert not any(f'"{name}' in fitted for name in names)
    assert '"Disc' in fitted


def test_crossover_says_where_a_clause_comes_from() -> None:
    host = as_variant(ROWS).rules
    found = [random_crossover(host, donor, Random(5)) for donor in library_donors()]
    edits = [edit for edit in found if edit is not None]
    assert edits
    assert all((edit.kind == CROSS and " from " in edit.words) or " that of " in edit.words for edit in edits)


def test_swap_rule_is_offered_to_games_that_have_none() -> None:
    rules = as_variant("tic-tac-toe").rules
    swap = next(edit for edit in rules_for_the_match(rules) if "swap" in str(edit.after))
    assert "change sides" in swap.words
    variant = as_variant("tic-tac-toe").edited(swap)
    assert "(meta (swap))" in variant.text()
    assert not any("swap" in str(edit.after) for edit in rules_for_the_match(variant.rules))


def test_random_edit_adds_one_edit_or_says_that_there_is_none() -> None:
    variant = random_edit(as_variant("tic-tac-toe"), Random(1))
    assert variant is not None
    assert variant.size == 1
    assert random_edit(as_variant(Snowball), Random(1), STRUCTURAL_KINDS) is None
    turned = random_edit(as_variant(Snowball), Random(1))
    assert turned is not None
    assert turned.edits[0].kind == "argument"


def test_option_that_takes_away_what_an_edit_changed_is_no_further_edit() -> None:
    deep = "rules.play.moves.moves.first.prior.then.effect.effect"
    base = as_variant("oware", edits=[Edit(SWAP, deep, None, "(moveAgain)", "one more turn")])
    assert base.fits
    assert not base.edited(Edit("option", "Grand slam", "Takes nothing", "Forbidden")).fits
    for number in range(6):
        drawn = random_edit(base, Random(number), kinds=["option"])
        assert drawn is None or drawn.fits
