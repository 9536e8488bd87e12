"""Examples of ludemes are clauses of the library's own games."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.games.catalogue import FOLDER, library_files
from apts.games.checking import check
from apts.games.library import load, typed_rules
from apts.games.ludeme_examples import LONGEST, Excerpt, argument_examples, ludeme_examples, sketch_files
from apts.games.rules_file import rules_text
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


NEWER = (
    "is Repeat",
    "last Between",
    "sites Pattern",
    "surakartaBoard",
    "all Different",
    "max Captures",
    "is TreeCentre",
    "is Freedom",
)


def test_words_that_no_game_of_the_library_uses_are_shown_by_sketches(examples: dict[Signature, Excerpt]) -> None:
    shown = {signature.name: excerpt for signature, excerpt in examples.items()}
    for word in NEWER:
        assert shown[word].title.startswith("the sketch "), word
        assert f"({word}" in shown[word].text


def test_sketches_show_nothing_that_a_game_of_the_library_shows(examples: dict[Signature, Excerpt]) -> None:
    rules = [typed_rules(rules_text(path), path.name, {}) for path in library_files().values() if path.suffix == ".lud"]
    used = {clause.signature for one in rules for clause in one.clauses()}
    assert not any(examples[signature].path.startswith("sketches/") for signature in used)


def test_arguments_that_no_game_of_the_library_gives_are_shown_too() -> None:
    texts = {signature.name: excerpt.text for signature, excerpt in argument_examples().items()}
    assert texts["board"] == "(board (rectangle 1 3) largeStack:True)"


@pytest.mark.parametrize("path", sketch_files(), ids=lambda path: path.stem)
def test_sketch_is_a_game_that_comes_to_an_end_and_shows_something(
    path: Path, examples: dict[Signature, Excerpt]
) -> None:
    game = load(path)
    assert check(path).warnings == ()
    played = game.playouts(50, seed=1)
    assert played.finished == 50
    assert 0 < played.mean_length < 200
    shown = (*examples.values(), *argument_examples().values())
    assert path.relative_to(FOLDER).as_posix() in {excerpt.path for excerpt in shown}
