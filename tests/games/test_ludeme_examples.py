"""Examples of ludemes are clauses of the library's own games."""

from __future__ import annotations

import pytest

from apts.games.library import typed_rules
from apts.games.ludeme_examples import LONGEST, Excerpt, ludeme_examples
from apts.games.rules_file import rules_text
from apts.games.shelf import FOLDER, library_files
from apts.language.signatures.signature import Signature


@pytest.fixture(scope="module")
def examples() -> dict[Signature, Excerpt]:
    return ludeme_examples()


def test_every_ludeme_that_a_game_uses_has_an_example(examples: dict[Signature, Excerpt]) -> None:
    for path in library_files().values():
        if path.suffix == ".lud":
            rules = typed_rules(rules_text(path), path.name, {})
            assert {clause.signature for clause in rules.clauses()} <= set(examples), path.name


def test_example_follows_its_signature_or_holds_a_clause_that_does(examples: dict[Signature, Excerpt]) -> None:
    for signature, excerpt in examples.items():
        clauses = [excerpt.clause, *excerpt.clause.clauses()]
        assert signature in {clause.signature for clause in clauses}
        assert f"({signature.head}" in excerpt.text
        assert (FOLDER / excerpt.path).is_file()


def test_long_example_leaves_out_what_is_deepest_and_no_bracket(examples: dict[Signature, Excerpt]) -> None:
    texts = [excerpt.text for excerpt in examples.values()]
    assert max(len(text) for text in texts) <= LONGEST
    assert all(text.count("(") == text.count(")") and text.count("{") == text.count("}") for text in texts)
    cut = [excerpt for excerpt in examples.values() if len(excerpt.whole) > LONGEST]
    assert cut
    assert all(".." in excerpt.text and excerpt.text.split()[0] == excerpt.whole.split()[0] for excerpt in cut)


def test_ludeme_without_arguments_is_shown_in_its_surroundings(examples: dict[Signature, Excerpt]) -> None:
    alone = {f"({signature.name})" for signature in examples if not signature.slots}
    assert "(pips)" in alone
    assert not alone & {excerpt.text for excerpt in examples.values()}
